#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Stretches of time of traces of every format: what verbs say of them, with an index and without, against what this script
makes of the printed trace; that little is read; and that indexes which must not be used are not."""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

from run_cutting import STENCIL, expect, run_tests

FORMATS = {"otf2": "trace.otf2", "bp": "trace.bp", "litl": "trace.litl", "otf": "trace.otf"}
HAVE_INDEXES = ("otf2", "bp", "litl")


def make_trace(directory, processes, calls):
    """A trace of OTF: nested calls that are left without being named, messages, counters, reads. Written as text."""
    directory.mkdir()
    chance = random.Random(7)
    lines = ["DTR3b9aca00", 'DFG1NM"all"', 'DCG1NM"counters"', 'DCNT1G1NM"level"P0U"n"', 'DFL1NM"/data"G0']
    lines += [f'DF{f:x}G1NM"f{f}"' for f in range(1, 20)]
    lines += [f'DP{p:x}NM"Rank {p}"' for p in range(1, processes + 1)]
    (directory / "trace.0.def").write_text("\n".join(lines) + "\n")
    (directory / "trace.otf").write_text("".join(f"{p:x}:{p:x}\n" for p in range(1, processes + 1)))
    for process in range(1, processes + 1):
        time, depth, lines = 1000 * process, 0, []
        for call in range(calls):
            enters = depth < 3 or (depth < 12 and chance.random() < 0.5)
            time += chance.randrange(1, 60)
            lines += [f"{time:x}", f"*{process:x}"]
            if enters:
                lines.append(f"E{chance.randrange(1, 20):x}")
                depth += 1
            else:
                lines.append("L0")
                depth -= 1
            if call % 97 == 0:
                lines.append(f"CNT1V{call:x}")
            if call % 53 == 0:
                lines.append(f"F1H1OP2B{call % 4096:x}D{chance.randrange(1, 500):x}")
            # All of them go to the next one, in a ring.
            if call % 211 == 0 and processes > 1:
                lines.append(f"S{process % processes + 1:x}L10T1C0")
        lines += [f"{time:x}", f"*{process:x}"]
        (directory / f"trace.{process:x}.events").write_text("\n".join(lines) + "\n")
    return directory / "trace.otf"


class Windows:
    def __init__(self, weft, maker):
        self.weft, self.maker = weft, maker

    def run(self, *arguments, complains=False):
        """What it prints, and how much it read from files."""
        command = " ".join(subprocess.list2cmdline([str(a)]) for a in [self.weft, *arguments])
        done = subprocess.run(["bash", "-c", f"{command}; status=$?; cat /proc/$$/io >&2; exit $status"],
                              capture_output=True, text=True, timeout=120)
        expect(done.returncode == 0, command, "ended with", done.returncode, done.stderr)
        expect(complains == ("without the index" in done.stderr), command, "said", done.stderr)
        return done.stdout, int(re.search(r"^rchar: (\d+)", done.stderr, re.M)[1])

    def json(self, *arguments, **options):
        return json.loads(self.run(*arguments, **options)[0])

    def answers(self, trace, begin, end, zero, **options):
        """What verbs say of a window. A tick is a nanosecond."""
        window = ("--time", begin, end)
        since = ("--time", f"{max(begin - zero, 0)}ns", f"{max(end - zero, 0)}ns")
        return {"print": [json.loads(line) for line in
                          self.run("print", trace, "--json", *window, **options)[0].splitlines()],
                "by location": self.run("print", trace, "--by-location", *window, **options)[0],
                "count": self.json("count", trace, "--json", *window, **options),
                "stats": self.json("stats", trace, "--json", "--by-location", *window, **options),
                "io": self.json("io", trace, "--json", *since, **options)}


def profile(events, begin, end):
    """Visits and times of regions in a window, of all locations, as weft stats says it counts them."""
    regions = collections.defaultdict(lambda: [0, 0])
    for location in {e["location"] for e in events}:
        mine = [e for e in events if e["location"] == location]
        stack, inside, open_at_begin = [], [], None

        def leave(stack, region):
            if region in stack:
                while stack.pop() != region:
                    pass

        for event in mine:
            if event["time"] < begin:
                if event["record"] == "Enter":
                    stack.append(event["region"])
                elif event["record"] == "Leave":
                    leave(stack, event["region"])
            elif event["time"] <= end:
                inside.append(event)
        goes_on = mine[-1]["time"] > end
        if mine[-1]["time"] < begin:
            continue
        frames = [(begin, region) for region in stack]
        last = max([e["time"] for e in inside] + [begin])

        def finish(frames, at):
            since, region = frames.pop()
            regions[region][0] += 1
            if all(other != region for _, other in frames):
                regions[region][1] += at - since

        for event in inside:
            if event["record"] == "Enter":
                frames.append((event["time"], event["region"]))
            elif event["record"] == "Leave" and frames:
                expect(frames[-1][1] == event["region"], "the trace is not nested")
                finish(frames, event["time"])
        while frames:
            finish(frames, end if goes_on else last)
    return {region: tuple(sums) for region, sums in regions.items()}


def check_answers(answers, events, begin, end, is_model):
    inside = [e for e in events if begin <= e["time"] <= end]
    expect(answers["print"] == inside, "printed", len(answers["print"]), "of", len(inside))
    if not is_model:  # its own records are printed
        return
    kinds = collections.Counter(e["record"] for e in inside)
    expect(answers["count"] == {"events": len(inside), "kinds": dict(sorted(kinds.items()))}, answers["count"], kinds)
    found = {r["region"]: (r["visits"], r["inclusive"]["ticks"]) for r in answers["stats"]["regions"]}
    wanted = profile(events, begin, end)
    expect(found == wanted, "stats say", sorted(found.items())[:4], "expected", sorted(wanted.items())[:4])


def check_io(answer, events, begin, end, zero):
    """Calls and reads count where they begin, if they end."""
    begin, end = max(begin, zero), max(end, zero)
    begun, reads = 0, 0
    for location in {e["location"] for e in events}:
        stack = []
        for event in (e for e in events if e["location"] == location):
            if event["record"] == "Enter":
                stack.append(event["time"])
            elif event["record"] == "Leave" and stack:
                begun += begin <= stack.pop() <= end
            elif event["record"] == "IoOperationBegin":
                reads += begin <= event["time"] <= end
    expect(answer["events"] == begun + reads, "io counts", answer["events"], "of", begun, "calls and", reads, "reads")


def windows_of_every_format(weft, work):
    trace = make_trace(work / "made", 3, 40_000)
    for name, file in FORMATS.items():
        out = work / name / file
        if name == "otf":
            out = trace
        else:
            out.parent.mkdir()
            weft.run("convert", trace, out)
        if name == "otf2":
            small = work / "small" / file
            weft.run("convert", out, small, "--chunk-size", 262144)
            out = small
        every_window(weft, name, out)


def every_window(weft, name, trace):
    events = [json.loads(line) for line in weft.run("print", trace, "--json", "--events")[0].splitlines()]
    first, last = events[0]["time"], events[-1]["time"]
    length = last - first
    windows = [(first + length * 6 // 10, first + length * 61 // 100), (0, first + length // 200),
               (last - length // 300, last + 5), (last + 1, last + 10), (first + length // 2, first + length // 2)]
    without = [weft.answers(trace, *window, first) for window in windows]
    for window, answers in zip(windows, without):
        check_answers(answers, events, *window, is_model=name != "otf")
        if name != "otf":
            check_io(answers["io"], events, *window, first)
    convert_is_cut(weft, name, trace, windows[0])
    if name not in HAVE_INDEXES:
        done = subprocess.run([weft.weft, "index", trace], capture_output=True, text=True, timeout=60)
        expect(done.returncode == 2 and "an index would not help" in done.stderr, done.stderr)
        return
    made = weft.json("index", trace, "--json")
    index = pathlib.Path(str(trace) + ".weftindex")
    expect(pathlib.Path(made["index"]) == index, made)
    expect(made["bytes"] == index.stat().st_size <= made["trace_bytes"] // 100, name, made)
    expect(made["parts"] > (3 if name != "litl" else 0), name, made)
    for window, answers in zip(windows, without):
        again = weft.answers(trace, *window, first)
        for verb in answers:
            expect(again[verb] == answers[verb], name, verb, "of", window, "is another with an index")
    same_cuts(weft, name, trace, windows)
    if name == "otf2":
        whole, some = (weft.run("cut", trace, trace.parent / f"late{n}.bp", "--time", *window)[1]
                       for n, window in enumerate(((0, last), windows[3])))
        # Also where calls began that are open there.
        expect(some < whole * 4 // 5, "a cut reads", some, "of", whole)
    since = [f"{time - first}ns" for time in windows[2]]  # where no call that begins in it ends far behind it
    for verb, window in (("count", windows[0]), ("io", since)):
        whole = weft.run(verb, trace)[1]
        some = weft.run(verb, trace, "--time", *window)[1]
        if name == "otf2":
            expect(some < whole // 2, name, verb, "reads", some, "of", whole)
    unusable(weft, name, trace, index, windows[0], without[0]["count"])


def every_cut(weft, trace, windows, room):
    """Cuts of some windows, as files. One thread: the order of what several write is not always the same."""
    room.mkdir()
    cuts = [("--time", *window, *more) for window in windows for more in ((), ("--region", 1), ("--first", 5))]
    files = []
    for number, cut in enumerate(cuts):
        out = room / f"{number}.bp"
        read = weft.run("cut", trace, out, *cut, "-j", 1)[1]
        files.append((cut, out.read_bytes(), read))
    return files


def same_cuts(weft, name, trace, windows):
    """What an index knows of the past is all that a cut has to know."""
    index = pathlib.Path(str(trace) + ".weftindex")
    index.unlink(missing_ok=True)
    without = every_cut(weft, trace, windows, trace.parent / "cuts_without")
    made = weft.json("index", trace, "--json")
    expect(made["bytes"] <= made["trace_bytes"] // 100, name, made)
    for (cut, one, _), (_, other, _) in zip(without, every_cut(weft, trace, windows, trace.parent / "cuts_with")):
        expect(one == other, name, "cut", *cut, "is another with an index")
    return without


def cuts_of_every_kind(weft, work):
    """Of a trace with all kinds of events that a cut has to know of: open calls, teams, requests, files, what lasts."""
    subprocess.run([weft.maker, work / "made", "10"], check=True, capture_output=True)
    trace = work / "trace.bp"
    weft.run("convert", work / "made/many/trace.otf2", trace)
    last = max(json.loads(line)["time"] for line in weft.run("print", trace, "--json", "--events")[0].splitlines())
    windows = [(last * begin // 100, last * end // 100) for begin, end in ((30, 31), (52, 60), (90, 99), (99, 120))]
    same_cuts(weft, "every kind", trace, windows)
    pieces = work / "pieces"
    weft.run("split", trace, pieces, "--by", "time", last / 5e9)
    zero = json.loads(weft.run("info", trace, "--json")[0])["clock"]["globalOffset"]
    begins = [zero + int(last / 5) * n for n in range(6)]
    for number in (2, 4):
        weft.run("cut", trace, work / f"{number}.bp", "--time", begins[number - 1], begins[number] - 1, "-j", 1)
        one, other = (weft.run("print", file, "--json", "--events", "--by-location")[0]
                      for file in (pieces / f"trace-{number}.bp", work / f"{number}.bp"))
        expect(one == other and one, "piece", number, "is no cut")


def cuts_of_dftracer(weft, work):
    """They read what the index says, and are what cuts of the whole trace in another format are."""
    trace, whole = work / "trace.pfw", work / "whole.bp"
    # One location after the other: a part of the file has events of about the same time.
    weft.run("convert", make_trace(work / "made", 3, 40_000), trace, "-j", 1)
    weft.run("convert", trace, whole)
    events = [json.loads(line) for line in weft.run("print", whole, "--json", "--events")[0].splitlines()]
    first, last = events[0]["time"], events[-1]["time"]
    middle = first + (last - first) * 6 // 10
    windows = [(middle, middle + (last - first) // 100), (0, first + 1000), (last, last + 5), (last + 10**9, last + 10**10)]
    without = every_cut(weft, trace, windows, work / "without")
    made = weft.json("index", trace, "--json")
    expect(made["bytes"] <= made["trace_bytes"] // 100, made)
    for (cut, one, before), (_, other, after) in zip(without, every_cut(weft, trace, windows, work / "with")):
        expect(one == other, "cut", *cut, "is another with an index")
        if "--region" not in cut:
            expect(after < before * 4 // 5, "cut", *cut, "reads", after, "of", before)
    for number, window in enumerate(windows):
        out = [work / f"{number}{name}.bp" for name in "ab"]
        for source, file in zip((trace, whole), out):
            weft.run("cut", source, file, "--time", *window)
        one, other = (calls_of(weft, file) for file in out)
        expect(one == other, "cut of", window, "has", len(one), "calls of", len(other))


def calls_of(weft, trace):
    """By names: a part has fewer definitions than the whole."""
    events = (json.loads(line) for line in weft.run("print", trace, "--json", "--events", "--names")[0].splitlines())
    return sorted((event["location"], event["time"], event["record"], event["names"]["region"]) for event in events
                  if event["record"] in ("Enter", "Leave"))


def convert_is_cut(weft, name, trace, window):
    out = trace.parent.parent / f"parts_{name}"
    out.mkdir()
    weft.run("convert", trace, out / "a.bp", "--time", *window)
    weft.run("cut", trace, out / "b.bp", "--time", *window)
    one, other = (weft.run("print", out / f"{n}.bp", "--json")[0] for n in "ab")
    expect(one == other and one.count("\n") > 100, name, "convert --time is no cut")


def unusable(weft, name, trace, index, window, expected):
    """Whatever is wrong with an index, it is told and not used."""
    count = ("count", trace, "--json", "--time", *window)
    good = index.read_bytes()
    bad = {"empty": b"", "cut": good[:len(good) // 2], "long": good + b"x", "text": b"not an index at all, but a text\n"}
    for at in (0, 8, 12, 20, 30, len(good) // 2, len(good) - 1):
        bad[f"flipped at {at}"] = good[:at] + bytes([good[at] ^ 4]) + good[at + 1:]
    for what, content in bad.items():
        index.write_bytes(content)
        expect(weft.json(*count, complains=True) == expected, name, "index", what)
    index.write_bytes(good)
    expect(weft.json(*count) == expected, name, "good again")
    files = sorted(p for p in trace.parent.rglob("*") if p.suffix in (".evt", ".events", ".bp", ".litl"))
    file = files[-1]
    before = file.stat()
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    expect(weft.json(*count, complains=True) == expected, name, "another time")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    expect(weft.json(*count) == expected, name, "the old time")
    if name == "litl":
        mapping_has_changed(weft, trace, index, count)
    index.unlink()
    # One that cannot have an index keeps no other from it.
    done = subprocess.run([weft.weft, "index", STENCIL, trace], capture_output=True, text=True, timeout=60)
    expect(done.returncode == 2 and "too small for an index" in done.stderr and index.exists(), done.stderr)
    weft.run(*count)


def mapping_has_changed(weft, trace, index, count):
    """The mapping of a LiTL trace says what enters and leaves: an index of another mapping, or of none, is of no use."""
    mapping = pathlib.Path(str(trace) + ".map")
    content = mapping.read_bytes()
    halved = b"\n".join(line for number, line in enumerate(content.split(b"\n")) if number % 4 != 3)
    for what, before, after in (("changed", content, halved), ("gone", content, None), ("new", None, content)):
        for made, index_is_made in ((before, True), (after, False)):
            mapping.unlink(missing_ok=True)
            if made is not None:
                mapping.write_bytes(made)
            if index_is_made:
                weft.run("index", trace)
                weft.run(*count)
        kept = index.read_bytes()
        index.unlink()
        expected = weft.answers(trace, *count[-2:], 0)
        index.write_bytes(kept)
        expect(weft.answers(trace, *count[-2:], 0, complains=True) == expected, "mapping", what)
    mapping.write_bytes(content)


def pieces_of_a_size(weft, work):
    """All but the last have the events of the bytes that were asked for; what was open is entered again in each."""
    subprocess.run([weft.maker, work / "made", "20000"], check=True, capture_output=True)
    trace = work / "made/large/trace.otf2"
    weft.run("split", trace, work / "pieces", "--by", "size", 0.3)
    whole, *sizes = (sum(file.stat().st_size for file in place.glob("*.evt")) for place in
                     (trace.with_suffix(""), *(work / f"pieces/trace-{n}" for n in range(1, 8))))
    expect(len(list((work / "pieces").glob("*.otf2"))) == len(sizes), "other pieces than", sizes)
    expect(all(abs(size - 300_000) < 6_000 for size in sizes[:-1]) and sizes[-1] < 300_000, sizes)
    expect(0 <= sum(sizes) - whole < whole // 100, sizes, "of", whole)


def small_traces_have_none(weft, work):
    made = make_trace(work / "made", 1, 50)
    trace = work / "trace.otf2"
    weft.run("convert", made, trace)
    done = subprocess.run([weft.weft, "index", trace], capture_output=True, text=True, timeout=60)
    expect(done.returncode == 2 and "too small for an index" in done.stderr, done.stderr)
    expect(not pathlib.Path(str(trace) + ".weftindex").exists(), "an index was left")


TESTS = (windows_of_every_format, cuts_of_every_kind, cuts_of_dftracer, pieces_of_a_size, small_traces_have_none)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--maker", required=True, help="makes traces with every kind of event")
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    options = parser.parse_args()
    return run_tests(TESTS, Windows(options.weft, options.maker), options.workdir)


if __name__ == "__main__":
    sys.exit(main())
