#!/bin/sh
# Lets a storm loose on the shipped build. MINUTES and SEED as in the Makefile; arguments go to the program (--help).
set -eu
cd "$(dirname "$0")/.."
scripts/build.sh Soak
exec .build/release/Soak --minutes "${MINUTES:-10}" ${SEED:+--seed "$SEED"} "$@"
