#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the stencil example, which records a trace of itself, and looks at the trace with `weft`.
# usage: examples/demo.sh BUILD_DIR OUT_DIR
set -euo pipefail

if [[ $# -ne 2 ]]; then
  echo "usage: examples/demo.sh BUILD_DIR OUT_DIR" >&2
  exit 2
fi
build=$(realpath -- "$1")
out=$2
trace=$out/stencil.otf2

# Only what an earlier demo left there.
rm -rf -- "${trace%.otf2}"
rm -f -- "$trace" "${trace%.otf2}.def" "$out/plate.pgm"
mkdir -p -- "$out"

heading() {
  printf '\n\033[1m# %s\033[0m\n' "$1"
}
[[ -t 1 ]] || heading() { printf '\n# %s\n' "$1"; }

# show LINES COMMAND...: the command as one would type it, then its first lines. `head` closes the pipe early when there
# is more to print; a command that ends because of that has done its job.
show() {
  local lines=$1 status
  shift
  printf '$ %s\n' "$*"
  set +e
  "$build/bin/$1" "${@:2}" | head -n "$lines"
  status=${PIPESTATUS[0]}
  set -e
  if [[ $status -ne 0 && $status -ne 141 ]]; then return "$status"; fi
}

heading "Four threads compute how a plate warms up, and record what they do"
show 10 weft_stencil "$out"

heading "What is in the trace"
show 60 weft info "$trace"

heading "Where the time went"
show 60 weft stats --top 8 "$trace"

heading "Is it sound?"
show 20 weft check "$trace"

heading "The first events, in order of time over all threads"
show 15 weft print --events "$trace"

cat <<END

The trace is $trace (the plate: $out/plate.pgm). Next:
  $1/bin/weft print --json --names $trace | less
  $1/bin/weft help
The program is examples/stencil.cpp; how it records is in examples/trace_recorder.hpp.
END
