#include "include/process.h"
