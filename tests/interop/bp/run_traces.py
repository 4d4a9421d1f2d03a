#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that a trace in a BP file is the trace it was, for Weft and for whoever reads BP.

    run_traces.py --weft PROGRAM --workdir DIRECTORY

Traces become BP files and OTF2 archives again: every definition and every event must be there. ADIOS' bpls must list
the columns and print their values. Damaged files lose what was damaged, and say so.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import checks  # noqa: E402

DATA = pathlib.Path(__file__).resolve().parents[2] / "data" / "otf2" / "good"


class Weft:
    def __init__(self, program):
        self.program = program

    def __call__(self, *words, status=(0,)):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, timeout=120, check=False)
        if done.returncode not in status:
            raise checks.Stop(f"weft {' '.join(map(str, words))}: exit {done.returncode}: {done.stderr.decode()[:500]}")
        return done

    def lines(self, trace, *options):
        return self("print", trace, "--json", *options).stdout.decode("utf-8", "surrogateescape").splitlines()


def differences(expected, found):
    expected, found = collections.Counter(expected), collections.Counter(found)
    return ([f"missing: {line}" for line in expected - found] + [f"too much: {line}" for line in found - expected])[:10]


def many_windows(weft, room):
    """An OTF2 trace with more events than a window takes, made of lines of DFTracer."""
    lines = [json.dumps({"id": i, "name": f"f{i % 7}", "cat": "c", "pid": 1, "tid": 1 + i % 2, "ts": 10 * i, "dur": 9,
                         "ph": "X", "args": {"i": i, "text": f"t{i % 5}"}}) for i in range(150_000)]
    (room / "many.pfw").write_text("\n".join(lines) + "\n")
    weft("convert", room / "many.pfw", room / "many" / "trace.otf2")
    return room / "many" / "trace.otf2"


def check_there_and_back(report, weft, name, archive, room):
    file, back = room / f"{name}.bp", room / f"{name}-back" / "trace.otf2"
    weft("convert", archive, file)
    weft("convert", file, back)
    for what in ("--definitions", "--events"):
        # What locations define for themselves has been taken into account.
        original = [line for line in weft.lines(archive, what) if '"definedBy"' not in line]
        report.add(f"{name}: {what[2:]} in BP", differences(original, weft.lines(file, what)))
        report.add(f"{name}: {what[2:]} after BP", differences(original, weft.lines(back, what)))
    order = [weft.lines(trace, "--events") for trace in (archive, file)]
    report.add(f"{name}: order of events", [] if order[0] == order[1] else ["another one"])
    found = [json.loads(weft("check", trace, "--json", status=(0, 1)).stdout) for trace in (archive, file)]
    rules = [{group["rule"] for group in answer["findings"]} for answer in found]
    report.add(f"{name}: weft check", [] if rules[1] <= rules[0] else [f"{rules[1] - rules[0]}"])
    report.add(f"{name}: same statistics", differences(*(weft("stats", trace, "--json").stdout.split(b",")[1:]
                                                         for trace in (archive, file))))
    copy = room / f"{name}-copy.bp"
    weft("convert", file, copy)
    report.add(f"{name}: a copy", [] if copy.read_bytes() == file.read_bytes() else ["other bytes"])
    return file


def bpls(*words):
    done = subprocess.run(["timeout", "60", "bpls", *map(str, words)], capture_output=True, check=False)
    if done.returncode:
        raise checks.Stop(f"bpls {words}: exit {done.returncode}: {done.stderr.decode()[:300]}")
    return done.stdout.decode()


def check_columns(report, weft, name, file):
    """What ADIOS reads from the columns is what Weft prints. Of local arrays, bpls prints the first block."""
    locations = [json.loads(line)["self"] for line in weft.lines(file, "--definitions") if '"record":"Location"' in line]
    events = [json.loads(line) for line in weft.lines(file, "--events", "--location", locations[0])]
    # Type, name and size, with at least two blanks between them.
    listed = {re.split(r"\s{2,}", line.strip())[1] for line in bpls(file).splitlines() if line.strip()}
    wanted = {"/events/time", "/events/kind", "/events/location", "/definitions/String/string"}
    wanted |= {f"/events/{kind}/region" for kind in ("Enter", "Leave")}
    report.add(f"{name}: columns that bpls lists", [f"no {path}" for path in sorted(wanted - listed)])

    def values(column):
        text = bpls(file, column, "-d", "-n", "1")
        return [int(value) for value in re.findall(r"^\s*\([\s\d,]+\)\s+(\d+)\s*$", text, re.M)]
    columns = {"/events/time": [event["time"] for event in events]}
    for kind in ("Enter", "Leave"):
        columns[f"/events/{kind}/region"] = [event["region"] for event in events if event["record"] == kind]
    for column, expected in columns.items():
        found = values(column)
        report.add(f"{name}: {column} as bpls prints it", [] if found == expected else
                   [f"{len(found)} values instead of {len(expected)}, first {found[:5]} instead of {expected[:5]}"])


def check_windows(report, weft, file):
    """Only what happened in a stretch of time."""
    events = [json.loads(line) for line in weft.lines(file, "--events")]
    times = sorted(event["time"] for event in events)
    for begin, end in ((times[0], times[100]), (times[len(times) // 2], times[len(times) // 2 + 500]),
                       (times[-50], times[-1]), (0, max(0, times[0] - 1))):
        found = [json.loads(line) for line in weft.lines(file, "--events", "--time", begin, end)]
        expected = [event for event in events if begin <= event["time"] <= end]
        report.add(f"events from {begin} to {end}", [] if found == expected else
                   [f"{len(found)} instead of {len(expected)}"])


def check_lost_footer(report, weft, file, room):
    """Groups of many threads lie in any order. Without its footer a trace is read, and repaired it is what it was."""
    content = file.read_bytes()
    cut, whole = room / "cut.bp", room / "whole.bp"
    cut.write_bytes(content[:int.from_bytes(content[-28:-20], "little")])
    whole.unlink(missing_ok=True)
    weft("repair", cut, whole)
    listings = [bpls("-l", path).splitlines() for path in (file, whole)]
    report.add("bpls lists a repaired trace as it was", differences(*listings))
    found = weft("print", cut, "--json", "--events", status=(1,))
    complaint = [] if b"bp-index-damaged" in found.stderr else [f"says {found.stderr.decode()[:300]}"]
    report.add("a trace without its footer is read", complaint + differences(
        weft.lines(file, "--events"), found.stdout.decode("utf-8", "surrogateescape").splitlines()))


def check_damage(report, weft, file, room):
    content = file.read_bytes()
    events = collections.Counter(weft.lines(file, "--events"))
    chance, problems = random.Random(5), []
    for _ in range(12):
        cut = chance.randrange(len(content) // 4, len(content) - 1)
        (room / "cut.bp").write_bytes(content[:cut])
        (room / "whole.bp").unlink(missing_ok=True)
        weft("repair", room / "cut.bp", room / "whole.bp", status=(0, 1))
        found = collections.Counter(weft.lines(room / "whole.bp", "--events"))
        broken = weft("print", room / "cut.bp", "--json", "--events", status=(1,))
        if collections.Counter(broken.stdout.decode("utf-8", "surrogateescape").splitlines()) != found:
            problems.append(f"cut at {cut}: other events without repair: {broken.stderr.decode()[:200]}")
        if found - events or (cut > len(content) * 3 // 4 and not found):
            problems.append(f"cut at {cut}: {len(found)} events, {len(found - events)} of them others")
    report.add("files that are cut keep whole windows", problems)
    problems = []
    index, whole = int.from_bytes(content[-28:-20], "little"), weft.lines(file, "--events")
    for number in range(40):  # fuzz_bp turns many more
        broken = bytearray(content)
        place = chance.randrange(index, len(content)) if number % 2 else chance.randrange(index)
        broken[place] ^= 1 << chance.randrange(8)
        (room / "flipped.bp").write_bytes(broken)
        done = [weft(words[0], room / "flipped.bp", *words[1:], status=(0, 1, 2))
                for words in (("check",), ("print", "--json", "--events"))]
        problems += [f"byte {place}: fails without a word" for one in done if one.returncode == 2 and not one.stderr]
        if done[1].returncode:
            continue
        # Values are said once: another one is none that anybody could know. But no event may be lost without a word,
        # and what the index says is said twice.
        found = done[1].stdout.decode("utf-8", "surrogateescape").splitlines()
        if len(found) != len(whole) or (place >= index and found != whole):
            problems.append(f"byte {place} of {len(content)}, index at {index}: other events without a word")
    report.add("flipped bits end in findings or errors, or change nothing but values", problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True, type=pathlib.Path)
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    report, weft = checks.Report(), Weft(arguments.weft)
    room = checks.empty_directory(arguments.workdir)
    for archive in sorted(DATA.glob("*/trace.otf2")):
        file = check_there_and_back(report, weft, archive.parent.name, archive, room)
        check_columns(report, weft, archive.parent.name, file)
        check_damage(report, weft, file, room)
    file = check_there_and_back(report, weft, "many", many_windows(weft, room), room)
    check_windows(report, weft, file)
    check_lost_footer(report, weft, file, room)
    report.finish()


if __name__ == "__main__":
    main()
