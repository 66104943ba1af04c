#!/bin/sh
# Builds the toolbox beside parry2d and rstar, plainly, as anybody builds them; then compares.
# Usage: benches/toolbox/run.sh [--ratios] [WORD...]; WORDs pick questions. Works from anywhere in a fresh clone.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cd "$here"
exec cargo bench --quiet --locked --bench toolbox -- "$@"
