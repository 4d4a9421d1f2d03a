#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# post_script.sh LOG [DIRECTORY]: takes the log of timings apart into the files open, write, close and total, each with
# the least, the most, the mean and the spread of one output in a line.
set -eu
case ${1:-} in
  "" | -h | --help)
    echo "usage: post_script.sh LOG [DIRECTORY]"
    echo "Writes DIRECTORY/open, write, close and total (default: here): min, max, mean and var of every output."
    [ -n "${1:-}" ] && exit 0
    exit 2
    ;;
esac
[ -r "$1" ] || { echo "post_script.sh: cannot read $1" >&2; exit 1; }
directory=${2:-.}
for operation in Open Write Close Total; do
  file=$directory/$(echo "$operation" | tr '[:upper:]' '[:lower:]')
  awk -v start="^# $operation *:" '$0 ~ start { sub(/^[^:]*: */, ""); print $1, $2, $3, $4 }' "$1" >"$file"
done
