/* What an event loop needs of Linux and Swift's Glibc module does not show. */
#pragma once
