/* The call log. */
#pragma once

/*
 * Adds a line to the file that SANE_VIRTUAL_LOG names: microseconds (monotonic), process, call, device and detail, with
 * tabs between them. One write each, so that several processes can share the file.
 */
void calls_note(const char *call, const char *device, const char *format, ...) __attribute__((format(printf, 3, 4)));
