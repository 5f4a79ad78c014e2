/* What is plugged in: virtual.conf, docs/virtual-devices.md. */
#pragma once
#include "script.h"

/* A line of virtual.conf that plugs a device in. */
struct plug {
    char name[NAME_BYTES], words[NAME_BYTES], vendor[NAME_BYTES], model[NAME_BYTES], type[NAME_BYTES];
    struct script script;
    /* From a line "device": who has it open keeps it when the line goes. */
    int is_short;
};

/* The words for init and list. */
const struct script *world_script(void);

/* Reads virtual.conf again when it is another file than before. Returns a number that grows with every change. */
long world_refresh(void);

/* The devices that are plugged in and can be seen. The list is good until the next call. */
const SANE_Device **world_list(void);

/*
 * Looks a name up. `key` gets the name of the device in the state file, `words` what is said about it.
 * 0 when there is no such device (any more).
 */
int world_resolve(const char *name, char key[NAME_BYTES], char words[NAME_BYTES]);

/* The words of the device with this key, as they are now; 0 when it has been unplugged. */
int world_words(const char *key, char words[NAME_BYTES]);

/* Whether a line "plug" lists the device with this key, so that it goes when the line goes. */
int world_is_plugged(const char *key);
