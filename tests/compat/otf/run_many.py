#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One to five thousand streams with at most 64 open files: both OTF libraries write the same files, and each reads what
the other wrote.

    run_many.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
import resource
import subprocess

from libraries import HERE, checks, compiled, differing_texts, environment, main

LIMIT = 64
STREAMS = {1: 1, 2: 1, 63: 50, 64: 50, 500: 3, 5000: 50}  # and handles of the file manager


def limited():
    resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, LIMIT))


def ran(program, library, *words):
    done = subprocess.run([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, env=environment(library), preexec_fn=limited)
    return f"exit code {done.returncode}\n{done.stdout}"


def differing_files(ours, theirs):
    """The unique id, in the definitions, differs in every trace."""
    names = [sorted(path.name for path in folder.iterdir()) for folder in (ours, theirs)]
    if names[0] != names[1]:
        return [f"{len(names[0])} and {len(names[1])} files"]
    return [problem for name in names[0] if not name.endswith(".0.def")
            for problem in checks.difference_of_files(name, ours / name, theirs / name)]


def check(report, arguments):
    program = compiled(arguments, HERE / "many_streams.c")
    libraries = {"ours": arguments.library, "reference": None}
    for streams, handles in STREAMS.items():
        folders, told = {}, []
        for side, library in libraries.items():
            folders[side] = checks.empty_directory(arguments.workdir / f"{side}-{streams}")
            told.append(ran(program, library, "write", folders[side] / "trace", streams, handles))
        report.add(f"{streams} streams written with {handles} handles",
                   differing_texts(*told) + differing_files(*folders.values()))
        for writer, folder in folders.items():
            report.add(f"{streams} streams of {writer} read with {handles} handles", differing_texts(
                *(ran(program, library, "read", folder / "trace", handles) for library in libraries.values())))


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
