/* libmicrohttpd for Swift: typed stand-ins for its variadic functions and casting macros. */
#pragma once
#include <microhttpd.h>
