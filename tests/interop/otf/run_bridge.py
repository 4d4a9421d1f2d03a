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
    good += through_litl(options.weft, otf, options.workdir)
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
