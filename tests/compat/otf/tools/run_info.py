#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""otfinfo beside Debian's otfinfo-trace: all levels.

    run_info.py --weft PROGRAM --records otf.records.json --workdir DIRECTORY
"""
import zlib

from pairs import Pair, compare, complains, main, run, sample_traces, words_text, write_trace

DEFINITIONS = ('DV1.c.5"salmon"\nDUIffffffffffffffff\nDTR3b9aca00\nDCR"one"\nDCR"two"\nDCMT"a comment"\nDCMT"another"\n'
               'DP1NM"p one"\n'
               'DP2NM"p two"\nDP3NM"p three"\nDPG1M1,2,NM"group"\nDFG1NM"functions"\nDF1G1NM"main"\n'
               'DF2G1NM"foo"\nDCG1NM"counters"\n'
               'DCNT1G1NM"grows"P0U"u"\nDCNT2G1NM"absolute"P1U"u"\nDCNT3G1NM"signed"P20U"u"\nDCNT4G1NM"float"P100U"u"\n'
               'DCO1NM"collective"Y1\nDSF1NM"file.c"\nDS1F1LN5\n')
FIRST = ("5\n*1\nE1\nCNT1V5\nCNT3V5\nCNT4V40490fdb\n9\n*1\nCNT1V64\nCNT3Vfffffffffffffff0\nCNT4V41490fdb\n"
         "S2L1T1C1\nL1\na\n*2\nCNT1V7\n"
         "E2\nCOP1C1RT1S1R1D1\nCOPE1\nL\n14\n*2\nCNT1V27\nCNT1V30\nTE1O2\nFF1MI2H3OP4B5\nF1H2OP3B4D5\n14\n*2\n")
SECOND = "6\n*3\nT0P1C1T1L1\nU0P1C1T1L1\nG0P1C1T1L1\nM0C1T1\nR1L1T1C1\nCNT2V5\nCNT1V9\n7\n*3\nCNT1V1\n7\n*3\n"
WHOLE = {"otf": "1:1,2\n2:3\n", "0.def": DEFINITIONS, "1.events": FIRST, "2.events": SECOND,
         "0.marker": 'MD1NM"mark"Y1\nMS1T5P1V"x"\n'}
LARGE = "".join(f"{i:x}\n*3\nE1\n" for i in range(200000))


def resolution(ticks):
    return {**WHOLE, "0.def": DEFINITIONS.replace("DTR3b9aca00", f"DTR{ticks:x}")}


# What the reference can read: more than names of processes and samples of growing counters that are missing it cannot.
TRACES = {"everything": WHOLE, **{f"{ticks} ticks": resolution(ticks) for ticks in (0, 1, 999, 1000, 1500000,
                                                                                    10 ** 12 - 10 ** 9)},
          "nothing defined": {"otf": "1:1\n", "1.events": "5\n*1\nE1\nL\n6\n*1\n"},
          "large": {**WHOLE, "2.events": LARGE + f"{200000:x}\n*3\n"},
          "compressed and plain": {**WHOLE, "1.events.z": "x" * 3000},
          "damaged definitions": {**WHOLE, "0.def": 'DP1NM"a"\nDF2NM"b"\nDP2NM"b"\n'},
          "damaged events": {**WHOLE, "1.events": "5\n*1\nE1\nE1Z\n6\n*1\n"},
          "unknown definition": {**WHOLE, "0.def": DEFINITIONS + "DZZZ1\n"},
          "unknown marker": {**WHOLE, "0.marker": "MZZZ1\n"},
          "no events of a stream": {k: v for k, v in WHOLE.items() if k != "2.events"}}
LEVELS = ["", "-l 0", "-l 1", "-l 2", "-l 3", "-l 4", "-a"]
WORDS = ["-l 5 t", "-l x t", "-l -1 t", "-l", "-l 1", "-x t", "-f 0 t", "-f", "-f 3 -a t", "-V", "-V t", "t u",
         "-a t -l 1", "-l 1 -a t",
         "-a -p t", "-p t", "-l 3 -p t.otf"]


def check(report, arguments):
    pair = Pair(arguments, "otfinfo-trace")
    traces = {name: write_trace(arguments.workdir / "traces" / name, files) for name, files in TRACES.items()}
    for name, directory in traces.items():
        for text in LEVELS:
            report.add(f"{name}: {text}", compare(pair.run([*text.split(), "t"], (directory, directory))))
    for text in WORDS:
        report.add(text, compare(pair.run(text.split(), (traces["everything"],) * 2)))
    for name, directory in sample_traces(arguments).items():
        if name in ("short", "inline"):  # unnamed processes and unused counters: the reference crashes from level 3 on
            for text in LEVELS[:4]:
                report.add(f"{name}: {text}", compare(pair.run([*text.split(), "t"], (directory, directory))))
    check_own_way(report, arguments, pair)


def check_own_way(report, arguments, pair):
    """Where the reference crashes or reads nothing."""
    ours = Pair(arguments, "otfinfo-trace", ours="otfinfo").ours
    place = write_trace(arguments.workdir / "own", {**WHOLE, "0.def": DEFINITIONS + 'DCNT9G1NM"unused"P0U"u"\nDP9\n'})
    done = run(ours, ["-a", "t"], place)
    wanted = (b"| name          | unused\n| last value    | 0\n| average rate  | 0.0000E+00 per sec\n"
              b"| highest rate  | 0.0000E+00 per sec\n")
    report.add("an unused counter, a process without name", complains(done, code=0) + (
        [] if wanted in done.stdout and b"| process definitions[4]\n" in done.stdout else [done.stdout.decode()]))
    packer = zlib.compressobj(4)
    plain = run(ours, ["-a", "t"], place).stdout
    (place / "t.1.events.z").write_bytes(packer.compress(FIRST.encode()) + packer.flush(zlib.Z_FULL_FLUSH))
    (place / "t.1.events").unlink()
    without_size = [[line for line in text.splitlines() if b"files size" not in line]
                    for text in (plain, run(ours, ["-a", "t"], place).stdout)]
    report.add("compressed events", [] if without_size[0] == without_size[1] else ["other numbers"])
    write_trace(place, resolution(10 ** 13))
    report.add("a fast clock", [] if b"| 10000.00 GHz" in run(ours, ["t"], place).stdout else ["another frequency"])
    report.add("a missing trace", complains(run(ours, ["nosuch"], place), "nosuch.otf"))
    report.add("a name that is only an ending", complains(run(ours, [".otf"], place), ".otf"))
    write_trace(place, TRACES["damaged events"])
    report.add("damage has a place", complains(run(ours, ["-l", "3", "t"], place), "t.1.events: at byte 10", "SCL"))
    with open("/dev/full", "wb") as full:
        report.add("a full disk", complains(run(ours, ["t"], place, stdout=full), "No space left"))
    for words in ([], ["-h"], ["t", "--help"]):
        done = run(ours, words, place)
        report.add(f"help: {words_text(words)}", complains(done, code=0)
                   + ([] if b"-l LEVEL" in done.stdout else ["no help"]))


if __name__ == "__main__":
    main(__doc__, ("weft", "records"), check)
