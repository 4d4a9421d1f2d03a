#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs Debian's Python bindings of OTF2 on our library, and compares with what they do on the reference.

    run_python.py --library DIRECTORY --workdir DIRECTORY

The bindings are Python files with a private copy of the library beside them. They are used under Debian's own Python,
from a copy of the folder in which that library is ours. What the writer leaves has to be the same, byte by byte, and the
reader has to print the same, whoever wrote the archive and whoever reads it.
"""
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import SIDES, SONAME, checks, differing_files, differing_texts, main  # noqa: E402

PYTHON = "/usr/bin/python3"
PACKAGES = pathlib.Path("/usr/lib/python3/dist-packages")
PRIVATE_LIBRARY = "_otf2/_otf2.so"


def copy_bindings(folder, library=None):
    for package in ("otf2", "_otf2"):
        shutil.copytree(PACKAGES / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    if library:
        shutil.copyfile(library / SONAME, folder / PRIVATE_LIBRARY)


def run_python(bindings, script, *words):
    """What it printed, mistakes included."""
    done = subprocess.run([PYTHON, HERE / script, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, "PYTHONPATH": str(bindings), "PYTHONDONTWRITEBYTECODE": "1"}, text=True)
    if done.returncode:
        raise checks.Stop(f"{script} with {bindings.name}: exit code {done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


def check(report, arguments):
    workdir = arguments.workdir
    bindings = {side: checks.empty_directory(workdir / f"bindings_{side}") for side in SIDES}
    copy_bindings(bindings["reference"])
    copy_bindings(bindings["ours"], arguments.library)
    for side in SIDES:
        told = run_python(bindings[side], "trace_writer.py", workdir / side)
        report.add(f"writing on {side}", [told] if told else [])
    report.add("the same files", differing_files(*(workdir / side for side in SIDES)))
    expected = None
    for written, side in itertools.product(SIDES, SIDES):
        told = run_python(bindings[side], "trace_reader.py", workdir / written / "traces.otf2")
        expected = expected or told
        report.add(f"{told.count(chr(10))} lines read by {side} of what was written on {written}",
                   differing_texts(expected, told))


if __name__ == "__main__":
    main(__doc__, ("library",), check)
