/*
 * A SANE backend whose devices misbehave as their names say. For tests only.
 *
 * A name is a list of words with commas between them: "faulty:segv-read@2:40000,pages=3".
 *
 *   DEED-CALL[@[PAGE:]N]  a fault. DEED: segv, abort, exit, hang (for ever), stall (until sane_cancel), or a status
 *                         (unsupported, cancelled, busy, inval, eof, jammed, nodocs, cover, io, nomem, denied, odd).
 *                         CALL: init, list, open, descriptor, option (sets only), start, parameters, read, cancel,
 *                         close. N: calls that went well before; for read, bytes of page PAGE (1) delivered before.
 *   once                  faults in open strike only in the first process that opens the device
 *   pages=N               sheets in the feeder (3); pages=0 is an empty one
 *   glass, feeder         the device has only this one source
 *   size=WxH[+WxH...]     pixels of each page, the last for all that follow; else the geometry options decide
 *   depth=N               1, 8 or 16 bits per sample; else 1 for Lineart, 8 for Gray and Color
 *   pad=N                 unused bytes at the end of each line
 *   lines=unknown         parameters say -1 lines
 *   surplus=N             lines more than announced
 *   missing=N             bytes less than announced
 *   chunk=N, delay=N      a read returns at most N bytes, and takes N microseconds
 *   options=N             the device says that it has N options
 *   overrun=N             reading a string writes N bytes more than its option's size
 *   trickle               every second read returns no bytes
 *   libusb:BUS:DEVICE     an address that says nothing, as in the names of USB devices
 *   fork                  open leaves a child process behind that keeps all descriptors open
 *   ask                   open asks for a user name and a password: "reader" and "secret"
 *
 * Its configuration file, faulty.conf in SANE_CONFIG_DIR, is read at each init and listing. Lines:
 *   device NAME;VENDOR;MODEL;TYPE   a device to list (without any, one named "page" is listed)
 *   strict                          only listed names open
 *   fault WORD                      a fault word for init and list
 *
 * SANE_FAULTY_LOG names a file that gets a line for each call: milliseconds (monotonic), call, details.
 */
#pragma once
