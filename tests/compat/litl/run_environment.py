#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Environment variables and the ways a program ends, on both LiTL libraries: same words, same exit codes.

    run_environment.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
import subprocess

from libraries import HERE, checks, compiled, differing_texts, environment, main, sides

SETTINGS = ["LITL_BUFFER_SIZE=4096", "LITL_BUFFER_SIZE=-1", "LITL_BUFFER_SIZE=x", "LITL_BUFFER_FLUSH=", "LITL_BUFFER_FLUSH=0",
            "LITL_BUFFER_FLUSH=00", "LITL_BUFFER_FLUSH=1", "LITL_THREAD_SAFETY=0", "LITL_THREAD_SAFETY=", "LITL_TID_RECORDING=0",
            "LITL_TID_RECORDING=1", *(f"LITL_TIMING_METHOD={name}" for name in (
                "", "fastest", "monotonic_raw", "monotonic", "realtime", "process_cputime", "thread_cputime", "ticks", "none"))]


def said(library, command, **more):
    done = subprocess.run([str(word) for word in command], env=environment(library, **more), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, text=True, timeout=checks.TIMEOUT)
    return f"{done.stdout}exit code {done.returncode}\n"


def check(report, arguments):
    program = compiled(arguments, HERE / "environment.c")
    for setting in SETTINGS:
        name, value = setting.split("=")
        report.add(f"{setting}: the same", differing_texts(
            *(said(library, [program], **{name: value}) for _, library in sides(arguments.library))))
    best = said(arguments.library, [program], LITL_TIMING_METHOD="best")
    report.add("LITL_TIMING_METHOD=best: says which", [] if best.startswith("[LiTL] selected timing method:") else [best])
    nowhere = arguments.workdir / "nowhere" / "file"
    for words in (["create", nowhere], ["create", arguments.workdir / "file"], ["unnamed"], ["open", nowhere], ["type"]):
        report.add(f"{words[0]}: the same end", differing_texts(
            *(said(library, [program, *words]) for _, library in sides(arguments.library))))


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
