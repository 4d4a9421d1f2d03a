#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Records a real MPI program with EZTrace and checks Weft on the archive that comes of it.

    run_eztrace.py --weft PROGRAM --workdir DIRECTORY --records otf2.records.json

Needs eztrace and Open MPI, which EZTrace's module `openmpi` records.
"""
import collections
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import checks  # noqa: E402
from recording import RANKS, ROUNDS, record_mpi  # noqa: E402


def check_content(tools, anchor, workdir):
    """The trace holds what the program did; else the other checks would compare next to nothing."""
    lines = workdir / "recorded.jsonl"
    problems = checks.dumped(tools, anchor, lines)
    with open(lines, "rb") as file:
        counts = collections.Counter(json.loads(line)["record"] for line in file)
    expected = {"Location": RANKS, "MpiSend": RANKS * ROUNDS, "MpiRecv": RANKS * ROUNDS, "MpiIsend": RANKS * ROUNDS,
                "MpiCollectiveEnd": 2 * 5 * RANKS * ROUNDS, "Enter": counts["Leave"]}
    return problems + [f"{counts[name]} records {name}, not {number}" for name, number in expected.items()
                       if counts[name] != number or number == 0]


def main():
    parser = checks.options("Check Weft on an OTF2 archive recorded by EZTrace.")
    parser.add_argument("--mpicc", default="mpicc.openmpi", help="MPI compiler")
    parser.add_argument("--mpirun", default="mpirun.openmpi", help="MPI launcher")
    arguments = parser.parse_args()
    workdir = arguments.workdir.resolve()
    results = checks.empty_directory(workdir / "results")
    report = checks.Report()
    try:
        # EZTrace defines group 0 once per process.
        tools = checks.Tools(arguments.weft, arguments.records, arguments.cc, workdir, {"duplicate-definition"})
        anchor = record_mpi(workdir, arguments.mpicc, arguments.mpirun)
    except checks.Stop as stop:
        report.add("EZTrace records an MPI program", [str(stop)])
        report.finish()
    report.add("eztrace: the trace holds what the program did", check_content(tools, anchor, workdir))
    checks.check_archive(report, tools, checks.Archive("eztrace", anchor, results / "eztrace"))
    report.finish()


if __name__ == "__main__":
    main()
