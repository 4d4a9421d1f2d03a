#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Traces translated between OTF, OTF2 and LiTL, as the tools of the references show them: the same events, by name."""
import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
MESSAGE_IN_OTF = re.compile(
    r"(\d+) (Send|Receive)Message: \w+ (\d+), \w+ (\d+), group \d+, type (\d+), length (\d+)")
MESSAGE_IN_OTF2 = re.compile(
    r'(MPI_SEND|MPI_RECV) +(\d+) +(\d+)  \w+: \d+ \(".*?" <(\d+)>\), .*Tag: (\d+), Length: (\d+)')
POINT = re.compile(r"DefAuxSamplePoint: stream 0, time (\d+), type (\w+)")


def output(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True, errors="replace",
                          timeout=60).stdout


def from_otf(trace):
    """Calls and messages of a trace as otfprint shows them, and the number of collective operations."""
    functions, events, others, stacks = {}, [], collections.Counter(), collections.defaultdict(list)
    for line in output("otfprint", trace).splitlines():
        line = re.sub(r"^\(#\d+\) \t", "", line)
        if m := re.match(r'DefFunction: .*function (\d+), name "(.*?)"', line):
            functions[m[1]] = m[2]
        elif m := re.match(r"(\d+) Enter: function (\d+), process (\d+)", line):
            stacks[m[3]].append(functions[m[2]])
            events.append((int(m[1]), "ENTER", int(m[3]), functions[m[2]]))
        elif m := re.match(r"(\d+) Leave: function (\d+), process (\d+)", line):
            innermost = stacks[m[3]].pop()
            events.append((int(m[1]), "LEAVE", int(m[3]), functions.get(m[2], innermost)))
        elif m := MESSAGE_IN_OTF.match(line):
            kind = {"Send": "MPI_SEND", "Receive": "MPI_RECV"}[m[2]]
            events.append((int(m[1]), kind, int(m[3]), int(m[4]), m[5], m[6]))
        elif m := re.match(r"\d+ (BeginCollective|EndCollective):", line):
            others[m[1]] += 1
    return collections.Counter(events), others


def from_otf2(anchor, more):
    """The same from otf2-print; `more` is what the numbers of processes are larger by in OTF."""
    events, others = [], collections.Counter()
    for line in output("otf2-print", anchor).splitlines():
        if m := re.match(r'(ENTER|LEAVE) +(\d+) +(\d+)  Region: "(.*?)" <', line):
            events.append((int(m[3]), m[1], int(m[2]) + more, m[4]))
        elif m := MESSAGE_IN_OTF2.match(line):
            events.append((int(m[3]), m[1], int(m[2]) + more, int(m[4]) + more, m[5], m[6]))
        elif m := re.match(r"MPI_COLLECTIVE_(BEGIN|END) ", line):
            others[m[1].title() + "Collective"] += 1
    return collections.Counter(events), others


def summaries(trace, final):
    """Snapshots, and the statistics at the end, as they are printed."""
    lines = []
    for line in output("otfprint", trace, "--nodef", "--noevent").splitlines():
        if m := re.match(r"\(#\d+\) \t((\d+) (Stat|Snap).*)", line):
            if m[3] == "Snap" or int(m[2]) == final:
                lines.append(m[1])
    return collections.Counter(lines)


def compare(name, found, expected):
    different = list((found - expected).items())[:5] + list((expected - found).items())[:5]
    is_good = bool(expected) and not different
    print(f"{'PASS' if is_good else 'FAIL'} {name}: {sum(found.values())}")
    for item in different:
        print("    ", item)
    return is_good


def calls(events):
    """Enter and leave, without the processes, which have other numbers in LiTL."""
    return collections.Counter((time, kind, *name) for time, kind, _, *name in events.elements()
                               if kind in ("ENTER", "LEAVE"))


def through_litl(weft, otf, workdir):
    """Calls survive LiTL, and what LiTL holds says the same in OTF as in OTF2."""
    litl, back = workdir / "solver.litl", workdir / "back.otf"
    output(weft, "convert", otf, litl)
    output(weft, "convert", litl, back)
    yield compare("calls of OTF that were LiTL", calls(from_otf(back)[0]), calls(from_otf(otf)[0]))

    recorded = SOURCE / "tests/data/litl/good/solver"
    in_otf, in_otf2 = workdir / "recorded.otf", workdir / "recorded/trace.otf2"
    output(weft, "convert", recorded, in_otf)
    output(weft, "convert", recorded, in_otf2)
    yield compare("events of LiTL in OTF", from_otf(in_otf)[0], from_otf2(in_otf2, 1)[0])


# What streams 1 and 2 define under the same tokens; stream 3 has the function of stream 1 again.
LOCAL = {1: ("MPI", "first", "cycles", "a.c", "in.dat", "depth", "left"),
         2: ("Application", "second", "bytes", "b.c", "out.dat", "width", "right")}
LOCAL_DEFINITIONS = ('DFG1NM"{0}"\nDF5G1NM"{1}"X1\nDCNT1G0NM"{2}"P0U"#"\nDSF1NM"{3}"\nDS1F1LNa\nDFL1NM"{4}"G0\n'
                     'DK1Y6NM"{5}"T""\nDPG64M1,2,NM"{6}"\n')
LOCAL_EVENTS = ("a\n*{p}\nK1Y6V7\nE5X1\nb\n*{p}\nCNT1V{p}\nc\n*{p}\nF1H3OP3B8D5\nd\n*{p}\nS1L8T1C64\n"
                "e\n*{p}\nL5X1\nf\n*{p}\nE9\n10\n*{p}\nL9\n10\n*{p}\n")


def write_local_definitions(directory):
    directory.mkdir()
    files = {"local.otf": "1:1\n2:2\n3:3\n", "local.3.def": 'DFG1NM"MPI"\nDSF1NM"a.c"\nDS1F1LNa\nDF5G1NM"first"X1\n',
             "local.0.def": 'DTR3e8\nDP1NM"P1"\nDP2NM"P2"\nDP3NM"P3"\nDF9G0NM"shared"\n'}
    for process in (1, 2, 3):
        files[f"local.{process}.events"] = LOCAL_EVENTS.format(p=process)
        if process in LOCAL:
            files[f"local.{process}.def"] = LOCAL_DEFINITIONS.format(*LOCAL[process])
    for name, text in files.items():
        (directory / name).write_text(text)
    return directory / "local.otf"


def told_by(lines, patterns):
    return collections.Counter((m[1], what, m[2]) for line in lines for what, pattern in patterns.items()
                               if (m := re.match(pattern, line)))


def records(trace):
    """Definitions and events as otfprint shows them, without what every trace has of its own."""
    printed = output("otfprint", trace, "--nosnap", "--nostat").splitlines()
    lines = (re.sub(r"^\(#\d+\) \t", "", line) for line in printed)
    return collections.Counter(line for line in lines if re.match(r"\d+ |Def", line) and not re.match(
        r"Def(Version|UniqueId|AuxSamplePoint)", line))


def with_local_definitions(weft, workdir):
    """A token means in each stream what that stream defines; what is the same is one definition."""
    otf = write_local_definitions(workdir / "local")
    there, back = workdir / "local2/trace.otf2", workdir / "local_back.otf"
    output(weft, "convert", otf, there)
    patterns = {"region": r'ENTER +(\d+) +10  Region: "(.*?)"', "shared": r'ENTER +(\d+) +15  Region: "(.*?)"',
                "key": r'ENTER +(\d+) +10  .*\("(\w+)" <\d+>; UINT32; 7\)',
                "source": r'ENTER +(\d+) +10  .*SOURCE_CODE_LOCATION; "(.*?):10"',
                "counter": r'METRIC +(\d+) +11  .*?\("(\w+)" <',
                "file": r'IO_OPERATION_BEGIN +(\d+) +12  Handle: "(.*?)"',
                "group": r'MPI_SEND +(\d+) +13  .*Communicator: "(.*?)"'}
    words = {1: LOCAL[1], 2: LOCAL[2], 3: LOCAL[1]}
    expected = collections.Counter((str(p), what, w[place]) for p, w in words.items() for what, place in (
        ("region", 1), ("counter", 2), ("source", 3), ("file", 4), ("key", 5), ("group", 6)))
    expected.update((str(p), "shared", "shared") for p in words)
    lines = re.sub(r"\n +ADDITIONAL", " ADDITIONAL", output("otf2-print", there)).splitlines()
    yield compare("local definitions of OTF in OTF2", told_by(lines, patterns), expected)
    regions = [m[1] for line in output("otf2-print", "-G", there).splitlines()
               if (m := re.match(r'REGION +\d+  Name: "(.*?)"', line))]
    yield compare("what is the same is defined once", collections.Counter(regions),
                  collections.Counter(["first", "second", "shared"]))
    output(weft, "convert", there, back)
    yield compare("local definitions and their events, back in OTF", records(back), records(otf))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    options = parser.parse_args()
    shutil.rmtree(options.workdir, ignore_errors=True)
    options.workdir.mkdir(parents=True)

    otf2 = SOURCE / "tests/data/otf2/good/stencil/trace.otf2"
    written, again = options.workdir / "stencil.otf", options.workdir / "again.otf"
    output(options.weft, "convert", otf2, written)
    (events, collectives), (expected, expected_collectives) = from_otf(written), from_otf2(otf2, 1)
    good = [compare("events of OTF2 in OTF", events, expected),
            compare("collective operations of OTF2 in OTF", collectives, expected_collectives)]
    # Statistics and snapshots as the reference makes them at the same times.
    points = POINT.findall(output("otfprint", written, "--noevent"))
    output("otfaux", "--all", "-n", len(points), "-o", again, written)
    final = max(int(time) for time, _ in points)
    good.append(compare("statistics and snapshots", summaries(written, final), summaries(again, final)))
    files = [collections.Counter(path.read_bytes() for path in options.workdir.glob(f"{name}.*.snaps"))
             for name in ("stencil", "again")]
    good.append(compare("files of snapshots", *files))

    otf = SOURCE / "tests/data/otf/good/solver/solver.otf"
    there = options.workdir / "there/trace.otf2"
    output(options.weft, "convert", otf, there)
    good.append(compare("events of OTF in OTF2", from_otf2(there, 0)[0], from_otf(otf)[0]))
    good += with_local_definitions(options.weft, options.workdir)
    good += through_litl(options.weft, otf, options.workdir)
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
