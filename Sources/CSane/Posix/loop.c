#include "include/loop.h"
