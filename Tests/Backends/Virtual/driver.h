/* The driver's name, by which libsane finds its functions and it finds its files: "virtual", unless make says otherwise. */
#pragma once

#ifndef DRIVER
#define DRIVER "virtual"
#endif
