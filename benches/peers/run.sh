#!/bin/sh
# Builds carom plainly, and this package with carom, Rapier and Box2D for this very machine; then compares.
# Usage: benches/peers/run.sh [options]; --help lists them. Works from anywhere in a fresh clone.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
# Two builds, two folders: with one, each would throw the other's away.
target=${CARGO_TARGET_DIR:-"$here/target"}
mkdir -p "$target"
target=$(CDPATH='' cd -- "$target" && pwd)

# carom as anybody builds it: no flags.
(cd "$root" && env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS CARGO_TARGET_DIR="$target/plain" \
    cargo build --quiet --release -p carom_cli)
# The peers at their best. Without NDEBUG, Box2D would check its assertions; -O3 overrules the -O2 of boxdd-sys.
(cd "$here" && env -u CARGO_ENCODED_RUSTFLAGS RUSTFLAGS="-C target-cpu=native" CFLAGS="-O3 -DNDEBUG" \
    CARGO_TARGET_DIR="$target/native" cargo build --quiet --release --locked)

CAROM_PROGRAM="$target/plain/release/carom" exec "$target/native/release/carom_peers" "$@"
