#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The log of timings against clocks of the programs that are measured, alone and under mpirun -n 4; the wrapper library
against what a program did; and both as regions of a trace."""
import collections
import os
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "record"))
import recorder_tests  # noqa: E402
from recorder_tests import LIMIT  # noqa: E402

ROWS = ["Open", "Open start", "Open end", "Write", "Write start", "Write end", "Close", "Close start", "Close end", "Total"]
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]
ROUNDING = 1e-6  # the log has six decimals, and times a seventh that people do not see
CLOCKS = 0.02  # by how much the recorder's clock may differ from the system's in so short a run


def run(bench, place, command, processes=1, **settings):
    """What a program says, alone or as many."""
    words = [str(word) for word in command]
    if processes > 1:
        words = [*MPIRUN, str(processes), *words]
    done = subprocess.run(words, cwd=place, env=os.environ | settings, capture_output=True, text=True, timeout=LIMIT,
                          check=False)
    bench.checks.equal(f"{place.name}: its code ({done.stderr.strip()})", done.returncode, 0)
    return done.stdout


def read_log(bench, name, path):
    """[(cycle, {row: [min, max, mean, spread]})], by the form that the manual of ADIOS 1.4.1 shows."""
    lines = path.read_text().splitlines()
    bench.checks.true(f"{name}: a date", re.fullmatch(r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \S+ \d{4}", lines[0]), lines[0])
    bench.checks.equal(f"{name}: headings", lines[1:3],
                       ["I/O Timing results", "Operations      : min   max   mean   var"])
    outputs = []
    rest = [line.split(":", 1) for line in lines[3:]]
    for at in range(0, len(rest), 12):
        names = [row[0].rstrip() for row in rest[at:at + 12]]
        bench.checks.equal(f"{name}: rows", names, ["cycle no", "io count"] + [f"# {row}" for row in ROWS])
        bench.checks.equal(f"{name}: io count", int(rest[at + 1][1]), at // 12)
        numbers = [[float(word) for word in row[1].split()] for row in rest[at + 2:at + 12]]
        outputs.append((int(rest[at][1]), dict(zip(ROWS, numbers))))
    return outputs


def check_consistent(bench, name, row):
    """Numbers that fit each other whatever was measured."""
    for operation in ("Open", "Write", "Close", "Total"):
        least, most, mean, spread = row[operation]
        bench.checks.true(f"{name}: {operation}", 0 <= least <= mean + ROUNDING and mean <= most + ROUNDING
                          and 0 <= spread <= (most - least) / 2 + ROUNDING, f"{row[operation]}")
    bench.checks.true(f"{name}: the total is the sum", abs(row["Total"][2] - sum(row[o][2] for o in ("Open", "Write", "Close")))
                      <= 4 * ROUNDING, f"{row}")
    order = [row[edge][0] for edge in ("Open start", "Open end", "Write start", "Write end", "Close start", "Close end")]
    bench.checks.equal(f"{name}: one after the other", order, sorted(order))


def timed(bench, program, processes):
    place = bench.place(f"{program} {processes}")
    said = run(bench, place, [bench.programs / program, "io.log", 3], processes)
    limits = collections.defaultdict(lambda: ([], []))
    for line in said.splitlines():
        cycle, operation, least, most = line.split()
        for numbers, number in zip(limits[int(cycle), operation], (least, most)):
            numbers.append(int(number) / 1e9)
    outputs = read_log(bench, place.name, place / "io.log")
    bench.checks.equal(f"{place.name}: cycles", [cycle for cycle, _ in outputs], [0, 10, 20])
    for cycle, row in outputs:
        name = f"{place.name}: cycle {cycle}"
        check_consistent(bench, name, row)
        for operation in ("Open", "Write", "Close"):
            least, most = limits[cycle, operation]
            bench.checks.equal(f"{name}: processes", len(least), processes)
            mean = [sum(numbers) / len(numbers) for numbers in (least, most)]
            for what, found, low, high in (("min", row[operation][0], min(least), min(most)),
                                           ("max", row[operation][1], max(least), max(most)),
                                           ("mean", row[operation][2], *mean)):
                bench.checks.true(f"{name}: {operation} {what}", low - ROUNDING <= found <= high + ROUNDING,
                                  f"{low} <= {found} <= {high}")
            # Numbers that change by at most `doubt` change their deviation by at most half of that.
            doubt = max(high - low for low, high in zip(least, most))
            deviation = statistics.pstdev(least)
            bench.checks.true(f"{name}: {operation} spread", abs(row[operation][3] - deviation) <= doubt / 2 + ROUNDING,
                              f"{row[operation][3]}, not {deviation} by at most {doubt / 2}")
    return place, outputs


def alone(bench):
    timed(bench, "timed_alone", 1)


def fortran(bench):
    timed(bench, "timed_fortran", 1)


def four_processes(bench):
    place, outputs = timed(bench, "timed_mpi", 4)
    subprocess.run([bench.scripts / "post_script.sh", place / "io.log", place], check=True, timeout=LIMIT)
    for operation in ("Open", "Write", "Close", "Total"):
        lines = (place / operation.lower()).read_text().splitlines()
        bench.checks.equal(f"post_script.sh: {operation}", [[float(word) for word in line.split()] for line in lines],
                           [row[operation] for _, row in outputs])


def no_place_for_a_log(bench):
    place = bench.place("no directory")
    done = subprocess.run([bench.programs / "timed_alone", "nowhere/io.log", "1"], cwd=place, capture_output=True, text=True,
                          timeout=LIMIT, check=False)
    bench.checks.equal("no directory: its code", done.returncode, 1)
    bench.checks.true("no directory: says so", "nowhere/io.log" in done.stderr, done.stderr)


def wrapped(bench, program, processes):
    place = bench.place(f"{program} {processes}")
    said = run(bench, place, [bench.programs / program, HERE / "wrapped.xml", "out", 4], processes,
               ADIOS_PROFILING_LOG="io.log")
    clocks = collections.defaultdict(list)  # of each step: what every process measured itself
    for line in said.splitlines():
        step, *seconds = line.split()
        clocks[int(step)].append([float(word) for word in seconds])
    outputs = read_log(bench, place.name, place / "io.log")
    bench.checks.equal(f"{place.name}: only the group that is to be measured", [cycle for cycle, _ in outputs], [0, 1, 2, 3])
    for cycle, row in outputs:
        check_consistent(bench, f"{place.name}: output {cycle}", row)
        bench.checks.true(f"{place.name}: writing took time", row["Write"][0] > 0 or row["Close"][0] > 0, f"{row}")
        bench.checks.equal(f"{place.name}: output {cycle}: clocks", len(clocks[cycle]), processes)
        # The program's clock is around the wrapper's.
        for operation, seconds in zip(("Open", "Write", "Close"), zip(*clocks[cycle])):
            for what, limit in enumerate((min(seconds), max(seconds), sum(seconds) / processes)):
                bench.checks.true(f"{place.name}: output {cycle}: {operation} {what}",
                                  row[operation][what] <= limit + 2 * ROUNDING, f"{row[operation]}, {seconds}")
    return place


def wrapper(bench):
    place = wrapped(bench, "wrapped_alone", 1)
    again = bench.place("not wrapped")
    run(bench, again, [bench.programs / "not_wrapped", HERE / "wrapped.xml", "out", 4])
    bench.checks.true("not wrapped: no log", not list(again.glob("*.log")))
    for name in ("out.measured.bp", "out.other.bp"):
        listings = [[line for line in run(bench, where, [bench.weft, "print", where / name]).splitlines()
                     if "__adios__" not in line] for where in (place, again)]  # but for when they were written
        bench.checks.true(f"{name}: the same data", listings[0] == listings[1] and len(listings[0]) > 300)


def wrapper_of_four(bench):
    wrapped(bench, "wrapped_mpi", 4)


def stretches(records):
    """{location: [(region, seconds)]} of the calls of ADIOS and of cycles, in the order of their beginning."""
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    regions = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Region"}
    resolution = next(r["timerResolution"] for r in records if r["record"] == "ClockProperties")
    found, stacks = collections.defaultdict(list), collections.defaultdict(list)
    for record in records:
        name = regions.get(record.get("region"), "")
        if not name.startswith("adios_") and name != "cycle":
            continue
        stack = stacks[record["location"]]
        if record["record"] == "Enter":
            stack.append((len(found[record["location"]]), record["time"]))
            found[record["location"]].append((name, None))
        elif record["record"] == "Leave":
            place, start = stack.pop()
            found[record["location"]][place] = (name, (record["time"] - start) / resolution)
    return found


def check_stretches(bench, name, group, outputs, calls):
    """Regions last as long as the log says, or longer by what taking the time takes: they are around it."""
    totals = collections.defaultdict(list)
    for region, seconds in calls:
        call = region.removesuffix(f"({group})").removeprefix("adios_").capitalize()
        if call == "Open":
            totals["Write"].append(0)
        if call == "Write":
            totals[call][-1] += seconds
        else:
            totals[call].append(seconds)
    for operation in ("Open", "Write", "Close"):
        bench.checks.equal(f"{name}: {operation}, how often", len(totals[operation]), len(outputs))
        for (_, row), seconds in zip(outputs, totals[operation]):
            slack = CLOCKS * seconds + 2 * ROUNDING  # two clocks
            bench.checks.true(f"{name}: {operation}", row[operation][0] <= seconds + slack, f"{row[operation]}, {seconds}")
            if totals["Cycle"]:
                bench.checks.true(f"{name}: {operation} is within a cycle", seconds <= max(totals["Cycle"]) + slack,
                                  f"{seconds}, {totals['Cycle']}")


def as_a_trace(bench):
    """The same measurements as regions, in the order of the calls, when a recorder is there."""
    for program, arguments, group, log, expected in (
            ("timed_alone", ["io.log", "2"], "restart", "io.log", ["cycle", "open", "write", "close"] * 2),
            ("wrapped_alone", [HERE / "wrapped.xml", "out", "2"], "measured", "adios_profiling.log",
             ["open", "write", "write", "close"] * 2)):
        place = bench.place(f"{program} recorded")
        run(bench, place, [bench.weft, "record", "--output", place / "run", bench.programs / program, *arguments])
        found = list(stretches(bench.printed(next((place / "run").glob("**/*.otf2")))).values())
        bench.checks.equal(f"{place.name}: locations", len(found), 1)
        bench.checks.equal(f"{place.name}: regions", [name for name, _ in found[0]],
                           [call if call == "cycle" else f"adios_{call}({group})" for call in expected])
        check_stretches(bench, place.name, group, read_log(bench, place.name, place / log), found[0])


def four_in_a_trace(bench):
    """Each process has the regions of its own, and the longest of them is what the log calls the most."""
    place = bench.place("four recorded")
    run(bench, place, [bench.weft, "record", "--output", place / "run", "--", *MPIRUN, 4, bench.programs / "timed_mpi",
                       "io.log", 2])
    found = list(stretches(bench.printed(next((place / "run").glob("**/*.otf2")))).values())
    bench.checks.equal("four recorded: regions", [[name for name, _ in calls] for calls in found],
                       [["cycle", "adios_open(restart)", "adios_write(restart)", "adios_close(restart)"] * 2] * 4)
    for number, (_, row) in enumerate(read_log(bench, "four recorded", place / "io.log")):
        for operation in ("Open", "Write", "Close"):
            seconds = [[s for name, s in calls if name == f"adios_{operation.lower()}(restart)"][number] for calls in found]
            for limit, what in ((min(seconds), 0), (max(seconds), 1), (sum(seconds) / 4, 2)):
                bench.checks.true(f"four recorded: {operation} {what}", row[operation][what] <= limit * (1 + CLOCKS) + 2 * ROUNDING,
                                  f"{row[operation]}, {seconds}")


class Bench(recorder_tests.Bench):
    def __init__(self, options):
        super().__init__(options)
        self.scripts = pathlib.Path(options.scripts).resolve()


if __name__ == "__main__":
    recorder_tests.main(__doc__, {
        "alone": alone, "fortran": fortran, "four_processes": four_processes, "no_place_for_a_log": no_place_for_a_log,
        "wrapper": wrapper, "wrapper_of_four": wrapper_of_four, "as_a_trace": as_a_trace,
        "four_in_a_trace": four_in_a_trace}, Bench, ("scripts",))
