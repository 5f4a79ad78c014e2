#!/bin/sh
# Runs a command within a limit, and leaves nothing of it running: within.sh SECONDS COMMAND...
# Ends as the command did; with 124 or 137 when the limit ended it.
set -u
limit=$1
shift

# Ends what is left of the session that the command ran in, whatever process groups it made for itself.
sweep() {
    for stat in /proc/[0-9]*/stat; do
        # After the name, which may hold anything, come state, parent, group and session.
        session=$(sed 's/.*) //' "$stat" 2>/dev/null | cut -d ' ' -f 4)
        [ "$session" = "$command" ] || continue
        pid=${stat#/proc/}
        kill -KILL "${pid%/stat}" 2>/dev/null
    done
}

setsid timeout -k 20 "$limit" "$@" &
command=$!
trap 'sweep; exit 130' HUP INT TERM
wait "$command"
result=$?
case "$result" in 124 | 137) echo "'$*' took longer than $limit s and was ended." >&2 ;; esac
sweep
exit "$result"
