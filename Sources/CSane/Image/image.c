#include "include/image.h"
