#include "include/httpd.h"
