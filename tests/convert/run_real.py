#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Traces of real programs into every format and back: what comes back is what was there, as in run_pairs.py.

    run_real.py --weft PROGRAM --workdir DIRECTORY --data DIRECTORY

An MPI program and one with threads are recorded by EZTrace, and one by Weft in each format that it records. Real traces
below --data join in when they are there, one of them a whole directory.
"""
import pathlib
import shutil
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "interop"), str(TESTS / "interop/eztrace")]
import checks  # noqa: E402
import recording  # noqa: E402
import run_pairs  # noqa: E402

REAL = {"ping-pong": ("otf2", "otf2/ping-pong/traces.otf2"), "test": ("dftracer", "dftracer/test.pfw.gz")}
TWO_PROCESSES = "cm1-DEFAULT-353778[12]-preload.pfw.gz"
# Where a recording of Weft lies in its directory.
OWN = {"otf2": "trace.otf2", "litl": "trace.trace", "dftracer": "trace"}
COMMAND = 'cp -r "$1" "$2" && sort "$2"/trace.def > "$2".sorted'


def files_of_a_run(data, workdir):
    """A directory as a trace."""
    run = checks.empty_directory(workdir / "run")
    for file in sorted((data / "dftracer").glob(TWO_PROCESSES)):
        shutil.copy(file, run)
    return {"cm1": ("dftracer", run)} if any(run.iterdir()) else {}


def own_recordings(weft, workdir):
    traces = {}
    for form, name in OWN.items():
        place = workdir / f"own-{form}"
        checks.must_run([weft.program, "record", "--io", "--format", form, "-o", place, "-q", "--", "sh", "-c", COMMAND,
                         "sh", TESTS / "data/otf2/good/stencil", workdir / f"copied-{form}"])
        traces[f"own-{form}"] = (form, place / name)
    return traces


def main():
    options, workdir, weft, report = run_pairs.begin(__doc__)
    traces = {name: (form, options.data / path) for name, (form, path) in REAL.items() if (options.data / path).exists()}
    traces |= files_of_a_run(options.data, workdir) | own_recordings(weft, workdir)
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
