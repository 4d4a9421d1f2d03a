#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Traces of real programs into every format and back: what comes back is what was there, as in run_pairs.py.

    run_real.py --weft PROGRAM --workdir DIRECTORY --data DIRECTORY

An MPI program and one with threads are recorded by EZTrace. Real traces below --data join in when they are there.
"""
import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "interop"), str(TESTS / "interop/eztrace")]
import checks  # noqa: E402
import recording  # noqa: E402
import run_pairs  # noqa: E402

REAL = {"ping-pong": ("otf2", "otf2/ping-pong/traces.otf2"), "cm1": ("dftracer", "dftracer/cm1-DEFAULT-3537781-preload.pfw.gz"),
        "test": ("dftracer", "dftracer/test.pfw.gz")}


def main():
    options, workdir, weft, report = run_pairs.begin(__doc__)
    traces = {name: (form, options.data / path) for name, (form, path) in REAL.items() if (options.data / path).exists()}
    for name, record in (("mpi", recording.record_mpi), ("threads", recording.record_threads)):
        try:
            traces[name] = ("otf2", record(workdir))
        except checks.Stop as stop:
            report.add(f"EZTrace records {name}", [str(stop)])
    for name, (form, trace) in traces.items():
        for other in run_pairs.ENDINGS:
            if other != form:
                found = run_pairs.check_pair(weft, workdir / f"{name}-{other}", {name: trace}, {name: trace}, form, other)
                report.add(f"{name}-{other}", found)
    report.finish()


if __name__ == "__main__":
    main()
