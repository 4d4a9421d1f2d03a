#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What happens at every event, as the compiler has made it: no lock, no atomic read-modify-write, no call of the system,
and no function but those that are looked at as well, that only compute or copy, or that are for the rare case.

    run_hot_path.py --record LIBRARY --litl LIBRARY
"""
import argparse
import re
import subprocess
import sys

from recorder_tests import Checks

RECORD = ("weft_record_enter", "weft_record_leave", "weft_record_metric", "weft_record_send", "weft_record_receive",
          "weft_record_io_open", "weft_record_io_close", "weft_record_io_seek", "weft_record_io_begin", "weft_record_io_end",
          "weft_attach_uint64", "weft_attach_int64", "weft_attach_double", "weft_attach_string")
LITL = (*(f"litl_write_probe_reg_{i}" for i in range(11)), "litl_write_probe_raw", "__litl_write_get_event")

# Rare: a thread's first event or text, a chunk that is full, an event that is lost, memory for a thread's attributes, a
# look at the system's clock, every some milliseconds or where there is no counter.
RARE = ("thread_for_event", "append_with", "new_text", "count_lost", "make_attributes", "_slowly")
# Of other libraries. What ends the program is no part of the path.
PLAIN = ("memcpy", "memmove", "memset", "memcmp", "strlen", "clock_gettime", "_ZSt11_Hash_bytesPKvmm",
         "__stack_chk_fail", "_ZSt21__glibcxx_assert_failPKciS0_S0_", "_ZSt9terminatev", "__clang_call_terminate",
         "_Unwind_Resume")
INSTRUCTION = re.compile(r"^ +[0-9a-f]+:\t(.*)$")
TARGET = re.compile(r"<([^>+]+)(\+0x[0-9a-f]+)?>")
FORBIDDEN = re.compile(r"^lock\b|^xchg\b.*\(|^(syscall|sysenter|int)\b|^call +\*")
LEAVING = re.compile(r"^(call|j[a-z]+) ")


def instructions(library, function):
    """Nothing if there is no such function."""
    done = subprocess.run(["objdump", "--no-show-raw-insn", f"--disassemble={function}", library], capture_output=True,
                          text=True, check=True)
    found = (INSTRUCTION.match(line) for line in done.stdout.splitlines())
    return [match[1].split("#")[0].strip() for match in found if match]


def left_for(function, code):
    """The functions that one calls or jumps to."""
    targets = (TARGET.search(line) for line in code if LEAVING.match(line))
    return {match[1] for match in targets if match and match[1] != function}


def is_followed(name):
    plain = name.removesuffix("@plt")
    return not (plain in PLAIN or plain.endswith(".cold") or any(rare in plain for rare in RARE))


def look_at_paths(checks, library, beginnings):
    """All that is on the way from each of them."""
    waiting, seen = list(beginnings), set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        code = instructions(library, function)
        checks.true(f"{function} can be looked at", bool(code), "it is in another library")
        checks.equal(function, [line for line in code if FORBIDDEN.search(line)], [])
        waiting += filter(is_followed, left_for(function, code))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", required=True)
    parser.add_argument("--litl", required=True)
    options = parser.parse_args()
    checks = Checks()
    # What it would see, if it were there.
    checks.true("a lock is seen where there is one",
                any(map(FORBIDDEN.search, instructions(options.record, "weft_record_thread_create"))), "none is")
    look_at_paths(checks, options.record, RECORD)
    look_at_paths(checks, options.litl, LITL)
    sys.exit(checks.finish())


main()
