#!/bin/sh
# Holds the service against its own description (GET /api/openapi.json) with schemathesis, on the virtual scanner.
#     schemathesis.sh [options of `schemathesis run`]
# Ends with 77 when schemathesis cannot be installed, unless CI is set. What it did lies in .build/schemathesis/report.
set -eu
cd "$(dirname "$0")/.."
folder=$PWD/.build/schemathesis
wanted=Tests/Schemathesis/requirements.txt
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance
checks=$checks,response_schema_conformance,unsupported_method,allow_header_conformance

# Python's own package manager fetches it, from wherever this machine's configuration says.
if ! cmp -s "$wanted" "$folder/installed"; then
    scripts/deps.sh schemathesis
    rm -rf "$folder"
    mkdir -p "$folder"
    if ! { python3 -m venv "$folder/python" && "$folder/python/bin/pip" install --quiet --disable-pip-version-check \
        --timeout 15 --retries 1 -r "$wanted"; } >"$folder/install.log" 2>&1; then
        tail -n 5 "$folder/install.log"
        echo "The description is not checked: schemathesis could not be installed ($folder/install.log)."
        [ "${CI:-}" != true ] || exit 1
        exit 77
    fi
    cp "$wanted" "$folder/installed"
fi

service=.build/release/sane-bridge
[ -x "$service" ] || scripts/build.sh
world=$(mktemp -d "$folder/world.XXXXXX")
server=""
trap '[ -z "$server" ] || { kill "$server" && wait "$server"; } || true; rm -rf "$world"' EXIT
trap 'exit 1' HUP INT TERM
# Jobs that nobody fetches are what this is about: many may wait, and none waits long for the one scanner.
env -i PATH="$PATH" HOME="$world" "$service" serve --listen 127.0.0.1 --port 0 --virtual-scanner --job-wait 1 \
    --job-limit 5000 --state-folder "$world/state" --spool-folder "$world/spool" 2>"$world/log" &
server=$!
port=""
for _ in $(seq 100); do
    port=$(sed -n 's/.*listening .*port=\([0-9]*\).*/\1/p' "$world/log")
    [ -z "$port" ] || break
    sleep 0.1
done
[ -n "$port" ] || {
    cat "$world/log"
    exit 1
}

result=0
# Conformance: what comes back is what the description says. What is sent may be refused or not.
(
    cd "$world"
    timeout -k 5 150 "$folder/python/bin/schemathesis" --no-color run "http://127.0.0.1:$port/api/openapi.json" \
        --checks "$checks" --max-examples 25 --max-time 60 --generation-database none --request-timeout 30 "$@"
) >"$folder/report" 2>&1 || result=$?
if [ "$result" = 0 ]; then
    sed -n '/= SUMMARY =/,$p' "$folder/report"
else
    sed -n '/= FAILURES =/,$p' "$folder/report" | grep . || tail -n 40 "$folder/report"
    tail -n 20 "$world/log"
    echo "The service and its description disagree; all that was said is in $folder/report."
fi
exit "$result"
