/* What outlives a process: numbers in the file virtual.state, beside virtual.conf. */
#pragma once

/* Adds to a number (0 when it is new) and returns what it was. `kind` is one word, `key` anything but a line end. */
long state_add(const char *kind, const char *key, long change);

/* Sets a number, for good. */
void state_set(const char *kind, const char *key, long value);

/* Reads a number; 0 when there is none. */
long state_get(const char *kind, const char *key);

/* Milliseconds on the monotonic clock, never 0. */
long state_now(void);
