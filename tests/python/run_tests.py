#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs tests of the Python packages.

    run_tests.py --weft PROGRAM --packages DIRECTORY --workdir DIRECTORY TEST...

A TEST is the name of a file here without test_: tables, arrow, lifetime, ... The interpreter is the one that the packages
were built for. With --leaks, the address sanitizer has to be in it, and memory that our modules lose is a failure.
"""
import argparse
import ctypes
import gc
import os
import pathlib
import sys
import unittest


def leaks(room):
    """What the leak sanitizer says of memory that our modules allocated; the interpreter's own losses are not ours. Asked
    before the interpreter ends, when all that it can reach is still in use."""
    gc.collect()
    sanitizer = ctypes.CDLL(None)
    report = room / "leaks"
    sanitizer.__sanitizer_set_report_path(str(report).encode())
    sanitizer.__lsan_do_recoverable_leak_check()
    sanitizer.__sanitizer_set_report_path(b"stderr")
    text = "".join(path.read_text(errors="replace") for path in room.glob("leaks.*"))
    ours = ("/_weft.", "/_record.", "/libweft")
    return [leak for leak in text.split("\n\n") if " leak of " in leak and any(one in leak for one in ours)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True, help="the command")
    parser.add_argument("--packages", required=True, type=pathlib.Path, help="what PYTHONPATH is set to")
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, help="traces of others, if there are any")
    parser.add_argument("--leaks", action="store_true", help="tell of memory that is lost")
    parser.add_argument("tests", nargs="+")
    options = parser.parse_args()
    os.environ["WEFT_COMMAND"] = str(options.weft)
    os.environ["WEFT_SCRATCH"] = str(options.workdir.resolve() / "-".join(options.tests))
    if options.data:
        os.environ["WEFT_DATA"] = str(options.data)
    os.environ["PYTHONPATH"] = str(options.packages)  # for programs that tests start
    # Programs with sanitizers have a runtime of their own; interpreters that tests start need it as this one does.
    os.environ["WEFT_PRELOAD"] = os.environ.pop("LD_PRELOAD", "")
    os.environ["WEFT_PACKAGES"] = str(options.packages)
    sys.path[:0] = [str(options.packages), str(pathlib.Path(__file__).resolve().parent)]
    import traces
    traces.clean_up()
    suite = unittest.defaultTestLoader.loadTestsFromNames([f"test_{name}" for name in options.tests])
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    lost = []
    if options.leaks:
        traces.SCRATCH.mkdir(parents=True, exist_ok=True)
        lost = leaks(traces.SCRATCH)
        print(*lost[:20], f"{len(lost)} leaks", sep="\n", file=sys.stderr)
    traces.clean_up()
    return 0 if not lost and result.wasSuccessful() and result.testsRun and not result.skipped else 1


if __name__ == "__main__":
    sys.exit(main())
