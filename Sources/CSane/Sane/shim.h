/* libsane's own headers; its function-like macros are rewritten in Swift (Device/SaneWords.swift). */
#include <sane/sane.h>
#include <sane/saneopts.h>
