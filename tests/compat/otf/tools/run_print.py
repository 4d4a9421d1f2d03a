#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""otfprint, otfdump: every option on every record, beside Debian's.

    run_print.py --weft PROGRAM --records otf.records.json --workdir DIRECTORY
"""
import json
import os
import re
import subprocess

import random_traces
from pairs import Pair, checks, compare, complains, main, run, sample_traces, words_text, write_trace

# Tens of seconds would be needed for another number.
SECONDS = re.compile(rb"processing time: \d+ s\n")
UNIQUE = re.compile(rb"uid: \d+")

OPTIONS = ["", "--fullkeyvalue", "--nokeyvalue", "--nokeyvalue --fullkeyvalue", "--nodef", "--noevent", "--nostat",
           "--nosnap", "--nomarker", "--nodef --noevent --nostat --nosnap --nomarker", "-s", "--silent", "--procs 1",
           "--procs 2 3", "--procs 99 1", "--procs", "--records 2 12", "--records 1", "--records 1 18 67",
           "--records 41",
           "--records", "--records 3", "--records 13 --records 2", "--num 3 5", "--num 5 3", "--num 0 0",
           "--num 40 500",
           "--time 0 100", "--time 100 2000", "--time 5 6", "--time x 5", "--time 7 -1", "--time 100 100", "-f 1",
           "-b 10",
           "-o -", "--num 3 3 --num 4 4", "--num 1 -1"]
MISTAKES = ["-x", "-f 0 T", "-f x T", "-f -1 T", "-f", "-o", "--num 1 T", "--num 1", "--num", "--time 1", "--time 1 T",
            "--records 68 T", "--records 99 2 T", "--records 2", "--version", "-", "-V", "-V T", "-x -V",
            "-o /nonexistent/x T",
            "--nodef"]

PROCESSES = {"otf": "1:1\n2:2\n3:3\n", **{f"{s}.events": f"5\n*{s}\nE{s}\n5\n*{s}\n" for s in (1, 2, 3)},
             **{f"{s}.def": f'DP{s}NM"local"\n' for s in (1, 2, 3)}, "1.marker": 'MD1NM"m"Y1\n',
             "2.marker": 'MD2NM"m"Y2\n'}
GOOD = {"otf": "1:1\n2:2\n", "0.def": 'DP1NM"a"\nDP2\n', "1.events": "5\n*1\nE1\nL\n7\n*1\n",
        "2.events": "5\n*2\nE2\nL\n8\n*2\n"}
# Traces by hand. A line that cannot be read ends its section; in all but events that is the end.
TRACES = {
    "local definitions without global ones": PROCESSES,
    "local and global definitions": {**PROCESSES, "0.def": 'DP1NM"zero"\n'},
    "a stream without definitions": {k: v for k, v in {**PROCESSES, "0.def": "DP9\n"}.items() if k != "1.def"},
    "types of counters": {
        "otf": "1:1\n", "0.def": "".join(f'DCNT{i:x}G0NM"c"P{i * 32:x}U"u"\n' for i in range(16)),
        "1.events": "5\n*1\n" + "".join(f"CNT{i:x}V{v:x}\n" for i in range(17) for v in (0, 1, 2 ** 63, 2 ** 64 - 1,
                                                                                         0x40490fdb,
                                        0x400921fb54442d18, 0x7fefffffffffffff, 0x7f7fffff, 0xff800000)) + "6\n*1\n"},
    "file operations": {
        "otf": "1:1\n", "1.events": "5\n*1\n" + "".join(f"FF1MI2H123456789abOP{o:x}B4\nF1H123456789abOP{o:x}B4D5\n"
                                                       for o in (*range(33), 64, 0x7e0, 0x7e3, 0x860, 0x800,
                                                                 0xffffffff)) + "6\n*1\n"},
    "damaged definitions": {**GOOD, "0.def": 'DP1NM"a"\nDF2NM"b"\n'},
    "damaged events": {**GOOD, "1.events": "5\n*1\nE1\nE1Z\nE3\n7\n*1\n"},
    "damaged statistics": {**GOOD, "1.stats": "5\n*1\nSF1N2E3I4\nSF1N\n6\n*1\n"},
    "damaged snapshots": {**GOOD, "1.snaps": "5\n*1\nTE1O2\nTE1\n6\n*1\n"},
    "damaged markers": {**GOOD, "0.marker": 'MD1NM"x"Y1\nMD2\n'},
    "other lines": {**GOOD, "1.stats": "5\n*1\nE1\n6\n*1\n", "1.snaps": "5\n*1\nE1\n6\n*1\n", "0.marker": "E1\n"},
    "no events of one stream": {k: v for k, v in GOOD.items() if k != "1.events"},
}
BY_HAND_OPTIONS = ["", "--procs 2 3", "--records 2", "--nodef"]


def outputs(results):
    return [SECONDS.sub(b"", result.stdout) for result in results]


def check_options(report, pair, traces):
    for name, directory in traces.items():
        if name == "compressed":
            continue
        for text in OPTIONS if name in ("short", "inline") else OPTIONS[:3]:
            results = pair.run([*text.split(), "t.otf"], (directory, directory))
            report.add(f"{name}: {text}", compare(results, outputs(results)))
    for text in MISTAKES:
        words = ["t" if word == "T" else word for word in text.split()]
        report.add(words_text(words), compare(pair.run(words, (traces["short"],) * 2)))


def check_compressed(report, pair, traces):
    """Today's zlib keeps the reference from reading compressed traces (section 7.3): it reads the same plain."""
    results = [run(pair.programs[0], ["t"], traces["short"]), run(pair.ours, ["t"], traces["compressed"])]
    report.add("a compressed trace", compare(results, [UNIQUE.sub(b"", text) for text in outputs(results)]))


def check_by_hand(report, pair, workdir):
    for name, files in TRACES.items():
        directory = write_trace(workdir / "by_hand", files)
        for text in BY_HAND_OPTIONS:
            results = pair.run([*text.split(), "t"], (directory, directory))
            report.add(f"{name}: {text}", compare(results, outputs(results)))


def check_own_way(report, pair, workdir):
    """Where the reference crashes, says nothing, or gives up without need."""
    directory = write_trace(workdir / "own", {**GOOD, "1.events": "5\n*1\nE1\nE1Z\nE3\n7\n*1\n"})
    ours = lambda words: run(pair.ours, words, directory)  # noqa: E731
    report.add("a missing trace", complains(ours(["nosuch"]), "nosuch.otf"))
    kept = directory / "kept.txt"
    kept.write_text("before")
    problems = complains(ours(["-o", kept, "nosuch"]), "nosuch.otf")
    report.add("a missing trace: the output stays", problems + ([] if kept.read_text() == "before" else ["it is gone"]))
    report.add("a name that is only an ending", complains(ours([".otf"]), ".otf"))
    report.add("a directory", complains(ours([directory]), str(directory)))
    report.add("damage has a place", complains(ours(["t"]), "t.1.events: at byte 10", "SCL", code=0))
    with open("/dev/full", "wb") as full:
        report.add("a full disk", complains(run(pair.ours, ["t"], directory, stdout=full), "No space left"))
    report.add("a full disk, by name", complains(ours(["-o", "/dev/full", "t"]), "No space left"))
    write_trace(directory, {**GOOD, "1.events": "", "1.snaps": ""})
    empty = ours(["t"])
    is_read = b"5 Enter: function 2, process 2" in empty.stdout and empty.stdout.count(b"(#") == 4
    report.add("empty files: the others are read", complains(empty, "t.1.events", "t.1.snaps", code=0)
               + ([] if is_read else [str(empty.stdout)]))
    write_trace(directory, {**GOOD, "1.events": "5\n*1\nE1\n6\n*1\nL"})
    report.add("a cut file", complains(ours(["t"]), "t.1.events: at byte 13", code=0))
    write_trace(directory, {**GOOD, "1.events": "5\n*1\nE1\n8000000000000000\n*1\nL\n8000000000000001\n*1\nL\n"
                                                "8000000000000001\n*1\n"})
    late = ours(["--nodef", "--time", str(2 ** 63 + 1), str(2 ** 63 + 2), "t"])
    report.add("times that need 64 bits", [] if late.stdout.count(b"(#") == 1 else [str(late.stdout)])
    if os.getuid() != 0:  # who may read everything
        os.chmod(directory / "t.otf", 0)
        report.add("a file without permission", complains(ours(["t"]), "t.otf"))


ENTER = re.compile(rb"\t(\d+) Enter: function (\d+), process (\d+)")


def check_order(report, arguments, pair):
    """weft print has the order of the reference: many streams, several processes in each, equal times, key-values
    between."""
    for seed in range(6):
        directory = random_traces.write(arguments.workdir / "order", seed, streams=7, processes=3, count=120, ticks=3)
        theirs, _ = pair.run(["--nodef", "t"], (directory, directory))
        wanted = [(time, process, function) for time, function, process in ENTER.findall(theirs.stdout)]
        shown = run(arguments.weft, ["print", "--events", "--json", "t.otf"], directory).stdout
        events = [event for event in map(json.loads, shown.splitlines()) if event.get("record") == "Enter"]
        tokens = {**dict(enumerate((1, 2, 3, 4, 5, 7, 8))), 8: 6}  # the one that is not defined stands behind
        found = [tuple(b"%d" % number for number in (event["time"], event["location"], tokens[event["region"]]))
                 for event in events]
        report.add(f"weft print has the order of otfprint, {seed}", [] if found == wanted and len(found) > 200 else [
            f"{len(wanted)} there, {len(found)} here, first difference: "
            f"{next((pair for pair in zip(wanted, found) if pair[0] != pair[1]), shown[:300])}"])


def check_names(report, arguments, directory):
    dump = Pair(arguments, "otfprint", ours="otfdump")
    results = dump.run(["-o", "-", "t"], (directory, directory))
    report.add("otfdump is the same", compare(results, outputs(results)))
    for words in ([], ["-h"], ["t", "--help"]):
        done = run(dump.ours, words, directory)
        report.add(f"help: {words}", complains(done, code=0) + ([] if b"--fullkeyvalue" in done.stdout
                                                                else ["no help"]))


def check_output_file(report, pair, directory, workdir):
    results = []
    for who, program in enumerate(pair.programs):
        out = workdir / f"out{who}.txt"
        done = run(program, ["-o", out, "--procs", "1", "98", "t"], directory)
        results.append(subprocess.CompletedProcess([], done.returncode, done.stdout + out.read_bytes(), done.stderr))
    report.add("into a file", compare(results, outputs(results)))


def check(report, arguments):
    traces = sample_traces(arguments)
    pair = Pair(arguments, "otfprint")
    check_options(report, pair, traces)
    check_compressed(report, pair, traces)
    check_by_hand(report, pair, arguments.workdir)
    check_own_way(report, pair, arguments.workdir)
    check_order(report, arguments, pair)
    check_names(report, arguments, traces["short"])
    check_output_file(report, pair, traces["short"], arguments.workdir)


if __name__ == "__main__":
    main(__doc__, ("weft", "records"), check)
