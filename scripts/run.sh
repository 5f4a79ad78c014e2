#!/bin/sh
# From a fresh clone to a first scan: builds, lists the scanners, and starts the service in the foreground.
# All arguments go to `sane-bridge serve`. DEVICE in the environment names a virtual device to start with.
set -eu
cd "$(dirname "$0")/.."

virtual_devices() {
    for description in Tests/Devices/*.device; do
        name=${description##*/}
        echo "    ${name%.device}"
    done
}

# The name is everything before the first comma; faults and paper may follow (docs/virtual-devices.md).
if [ -n "${DEVICE:-}" ] && [ ! -f "Tests/Devices/${DEVICE%%,*}.device" ]; then
    echo "There is no virtual device \"${DEVICE%%,*}\". There are:" >&2
    virtual_devices >&2
    exit 1
fi
scripts/build.sh
service=.build/release/sane-bridge

# What the service itself makes of the arguments and of a configuration file; a mistake in either ends this here.
settings=$("$service" config "$@")

# The value of setting $1.
value_of() {
    echo "$settings" | sed -n "s/^#*$1 = //p" | head -n 1
}

offer_virtual_scanner() {
    if [ -t 0 ]; then
        printf 'Start with a virtual scanner instead? It delivers test pictures. [Y/n] '
        read -r answer || answer=y
        case "$answer" in [Nn]*) return 1 ;; esac
    else
        echo "Starting with a virtual scanner instead; it delivers test pictures."
    fi
}

first_scan() {
    echo
    echo "A first scan, from another terminal: the list, a job, its page."
    echo
    echo "    curl $1/DWTAPI/Scanners"
    echo "    JOB=\$(curl -s $1/DWTAPI/ScanJobs -d '{\"config\":{\"PixelType\":2,\"Resolution\":300,\"PageSize\":1}}')"
    echo "    curl -o page.jpg $1/DWTAPI/ScanJobs/\$JOB/NextDocument"
    echo
    echo "Ctrl-C ends the service."
    echo
}

host=$(value_of listen)
case "$host" in
0.0.0.0 | :: | '*') host=127.0.0.1 ;;
*:*) host="[$host]" ;;
esac
address="http://$host:$(value_of port)"

# Before the search: it could disturb a scan that another service is busy with.
if curl -s -o /dev/null --max-time 5 "$address/"; then
    echo "Another program answers at $address already, perhaps another SaneBridge." >&2
    echo "End it, or choose another port: make run ARGS=\"--port 18722\"" >&2
    exit 1
fi

# A world with one virtual device: a configuration, the driver, and nothing of the machine's own.
plug_virtual_device() {
    scripts/deps.sh test
    make --no-print-directory backends
    world=$(mktemp -d "$PWD/.build/virtual-device.XXXXXX")
    echo virtual >"$world/dll.conf"
    printf 'plug "%s" as "%s"\n' "${DEVICE%%,*}" "$DEVICE" >"$world/virtual.conf"
    ln -s "$PWD/Tests/Devices" "$world/devices"
    export SANE_CONFIG_DIR="$world" SANE_VIRTUAL_LOG="$world/calls.log"
    export LD_LIBRARY_PATH="$PWD/.build/backends${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    echo "The virtual device lives in $world: calls.log has what it is asked."
}

[ -z "${DEVICE:-}" ] || plug_virtual_device

case " $* " in
*" --virtual-scanner"*) ;;
*)
    echo "Looking for scanners ..."
    scanners=$("$service" scanners "$@" 2>&1) || true
    echo "$scanners"
    case "$scanners" in
    *"No scanners found"*) if offer_virtual_scanner; then set -- --virtual-scanner "$@"; fi ;;
    esac
    ;;
esac

# The lines of a first scan come when somebody answers there, and not at all when the service ends before.
(
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.25
        kill -0 $$ 2>/dev/null || exit 0
        if curl -s -o /dev/null --max-time 5 "$address/api/server/version"; then
            kill -0 $$ 2>/dev/null && first_scan "$address"
            exit 0
        fi
    done
) &
if [ -n "${DEVICE:-}" ]; then set -- --state-folder "$world/state" --spool-folder "$world/spool" "$@"; fi
exec "$service" serve "$@"
