#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weft cut, split and merge on small traces of every format: what is in the results, event by event, against what this
script makes of the printed originals; and that weft check and the tools of the references have nothing to say."""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "convert"))
from content import OWN_WORD  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DATA = SOURCE / "tests/data"
STENCIL, SANE = DATA / "otf2/good/stencil", DATA / "otf2/good/sane"
OTF, LITL, DFTRACER = DATA / "otf/good/solver", DATA / "litl/good/solver", DATA / "dftracer/good/training"

# What has another half somewhere, so that a cut may have to leave it out.
HAS_HALVES = re.compile(r"Mpi|Rma|IoOperation|NonBlocking")


class Failed(Exception):
    pass


def expect(condition, *what):
    if not condition:
        raise Failed(" ".join(str(w) for w in what))


class Weft:
    def __init__(self, program):
        self.program = program

    def run(self, *arguments, before="", expected=0):
        command = before + " ".join(subprocess.list2cmdline([str(a)]) for a in [self.program, *arguments])
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, errors="replace", timeout=120)
        expect(done.returncode == expected, command, "ended with", done.returncode, done.stderr)
        return done

    def records(self, trace, *options):
        done = self.run("print", trace, "--json", *options)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def events(self, trace, *options):
        return self.records(trace, "--events", *options)

    def texts_of_events(self, trace):
        """With names, and without the ids of what has a name: texts of OTF have none but those they get as they are read."""
        return re.sub(r'(?<=")<\d+>', "", self.run("print", trace, "--events").stdout)

    def rules(self, trace):
        """The rules that a trace breaks."""
        done = subprocess.run([self.program, "check", str(trace), "--json"], capture_output=True, text=True, timeout=60)
        expect(done.returncode in (0, 1), "check", trace, done.stderr)
        found = json.loads(done.stdout)
        return {finding["rule"] for finding in found["findings"]}


def key(event):
    """An event by its content, without its time."""
    return json.dumps({k: v for k, v in event.items() if k != "time"}, sort_keys=True)


def counted(stderr, fate, how):
    """What a verb said that it lost or translated, by kind."""
    pattern = re.compile(rf"^ *([\d,]+)  +{fate}  (\w+): {how}", re.M)
    return collections.Counter({m[2]: int(m[1].replace(",", "")) for m in pattern.finditer(stderr)})


def open_regions(events, until):
    """The regions that each location has open before a time, of traces without tasks."""
    stacks = collections.defaultdict(list)
    for event in events:
        if event["time"] >= until:
            continue
        stack = stacks[event["location"]]
        if event["record"] == "Enter":
            stack.append(event["region"])
        elif event["record"] == "Leave":
            expect(stack.pop() == event["region"], "the original is not nested")
    return {location: stack for location, stack in stacks.items() if stack}


def by_location(events):
    found = collections.defaultdict(list)
    for event in events:
        found[event["location"]].append(event)
    return found


def check_content(original, cut, begin, end, stderr):
    """Everything between the borders is there, except what was told to be lost; all else was told to be added."""
    inside = collections.Counter((e["time"], key(e)) for e in original if begin <= e["time"] <= end)
    found = collections.Counter((e["time"], key(e)) for e in cut)
    kinds = lambda items: collections.Counter(json.loads(k)["record"] for _, k in items.elements())
    missing, added = inside - found, found - inside
    expect(all(HAS_HALVES.match(kind) for kind in kinds(missing)), "missing:", kinds(missing))
    expect(kinds(missing) == counted(stderr, "lost", "a part of"), "missing:", kinds(missing), "told:", stderr)
    expect({time for time, _ in added} <= {begin, end}, "added between the borders:", added)
    told = counted(stderr, "translated", "told again") + counted(stderr, "translated", "added where")
    expect(not kinds(added) - told, "added:", kinds(added), "told:", stderr)
    # In their order, too.
    kept = by_location(cut)
    for location, events in by_location(original).items():
        order = [key(e) for e in events if begin <= e["time"] <= end]
        at = 0
        for event in kept[location]:
            if not begin < event["time"] < end:
                continue
            while at < len(order) and order[at] != key(event):
                at += 1
            expect(at < len(order), "order of events of location", location)
            at += 1


def check_stacks(original, cut, begin):
    """What was open is entered again, in its order, before anything else is."""
    kept = by_location(cut)
    for location, stack in open_regions(original, begin).items():
        if not any(e["location"] == location and e["time"] >= begin for e in original):
            continue  # is over, and nobody knows when
        entered = [e["region"] for e in kept[location] if e["record"] == "Enter"][:len(stack)]
        expect(entered == stack, "location", location, "has open", stack, "and enters", entered)


def cut_everywhere(weft, work, name, trace, ending, borders, checks_stacks):
    """Cuts at pairs of times at which something happens."""
    original = weft.events(trace)
    wrong = weft.rules(trace)
    times = sorted({e["time"] for e in original})
    times = times[::max(1, len(times) // borders)] + times[-1:]
    count = 0
    for i, begin in enumerate(times):
        for end in sorted({*times[i::4], begin, times[-1]}):
            out = work / name / f"{begin}_{end}" / f"trace{ending}"
            out.parent.mkdir(parents=True)
            done = weft.run("cut", trace, out, "--time", begin, end)
            cut = weft.events(out)
            try:
                expect(weft.rules(out) <= wrong, "check finds", weft.rules(out) - wrong)
                if checks_stacks:
                    check_content(original, cut, begin, end, done.stderr)
                    check_stacks(original, cut, begin)
            except Failed as failure:
                raise Failed(f"{out}: {failure}") from None
            shutil.rmtree(out.parent)
            count += 1
    return count


def cuts_by_time(weft, work):
    counts = [cut_everywhere(weft, work, "otf", OTF, ".otf2", 17, True),
              cut_everywhere(weft, work, "stencil", STENCIL, ".otf2", 9, True),
              cut_everywhere(weft, work, "sane", SANE, ".otf2", 7, False),
              cut_everywhere(weft, work, "otf_home", OTF, ".otf", 5, False),
              cut_everywhere(weft, work, "litl", LITL, ".litl", 4, False),
              cut_everywhere(weft, work, "dftracer", DFTRACER, ".pfw", 4, False),
              cut_everywhere(weft, work, "bp", STENCIL, ".bp", 3, True)]
    expect(sum(counts) > 100, "only", counts, "cuts")


def cut_tells_times(weft, work):
    """Clock properties are those of the cut."""
    before, = [r for r in weft.records(STENCIL, "--definitions") if r["record"] == "ClockProperties"]
    weft.run("cut", STENCIL, work / "trace.otf2", "--time", "15ms", "18ms")
    clock, = [r for r in weft.records(work / "trace.otf2", "--definitions") if r["record"] == "ClockProperties"]
    expect(clock["globalOffset"] == before["globalOffset"] + 15_000_000, clock)
    expect(clock["traceLength"] == 3_000_000, clock)
    expect(clock["realtimeTimestamp"] == before["realtimeTimestamp"] + 15_000_000, clock)


def cut_repeats_metrics(weft, work):
    """Values that last are told where the cut begins, as they were."""
    original = [e for e in weft.events(OTF) if e["record"] == "Metric"]
    begin = max(e["time"] for e in original) + 1
    weft.run("cut", OTF, work / "trace.otf2", "--time", begin, begin + 5)
    last = {(e["location"], e["metric"]): e["metricValues"] for e in original}
    found = {(e["location"], e["metric"]): e["metricValues"] for e in weft.events(work / "trace.otf2")
             if e["record"] == "Metric"}
    expect(found and found.items() <= last.items(), found, last)


def cut_by_location(weft, work):
    for trace, location in ((STENCIL, 1), (OTF, 2), (SANE, 0)):
        out = work / str(location) / "trace.otf2"
        done = weft.run("cut", trace, out, "--location", location)
        original = collections.Counter(key(e) for e in weft.events(trace, "--location", str(location)))
        found = collections.Counter(key(e) for e in weft.events(out))
        expect(not found - original, found - original)
        lost = collections.Counter(json.loads(k)["record"] for k in (original - found).elements())
        expect(lost == counted(done.stderr, "lost", "a part of"), lost, done.stderr)
        expect(weft.rules(out) <= weft.rules(trace), weft.rules(out))


def cut_by_region(weft, work):
    """What is in the region, and all that is above it."""
    names = {r["self"]: r for r in weft.records(STENCIL, "--definitions") if r["record"] == "Region"}
    texts = {r["self"]: r["string"] for r in weft.records(STENCIL, "--definitions") if r["record"] == "String"}
    original = weft.events(STENCIL)
    for region in names:
        name = texts[names[region]["name"]]
        out = work / str(region) / "trace.otf2"
        weft.run("cut", STENCIL, out, "--region", name)
        stacks, wanted = collections.defaultdict(list), []
        above = set()
        for event in original:
            stack = stacks[event["location"]]
            if event["record"] == "Enter":
                stack.append(event["region"])
                if event["region"] == region:
                    above.update(stack)
            if region in stack and not HAS_HALVES.match(event["record"]):
                wanted.append((event["time"], key(event)))
            if event["record"] == "Leave":
                stack.pop()
        found = weft.events(out)
        rest = collections.Counter((e["time"], key(e)) for e in found if not HAS_HALVES.match(e["record"]))
        rest.subtract(wanted)
        expect(not any(count < 0 for count in rest.values()), name, "misses", [k for k, c in rest.items() if c < 0])
        more = [json.loads(k) for (_, k), count in rest.items() for _ in range(count)]
        expect(all(e["record"] in ("Enter", "Leave") and e["region"] in above - {region} for e in more), name, more)
        expect(weft.rules(out) == set(), name, weft.rules(out))


def cut_first(weft, work):
    weft.run("cut", STENCIL, work / "trace.otf2", "--first", 20)
    original, found = by_location(weft.events(STENCIL)), by_location(weft.events(work / "trace.otf2"))
    for location, events in original.items():
        wanted = [key(e) for e in events[:20] if not HAS_HALVES.match(e["record"])]
        kept = [key(e) for e in found[location] if not HAS_HALVES.match(e["record"])]
        expect(kept[:len(wanted)] == wanted, location, kept, wanted)
        expect(all('"Leave"' in k for k in kept[len(wanted):]), kept)
    expect(weft.rules(work / "trace.otf2") == set(), weft.rules(work / "trace.otf2"))


def prune_definitions(weft, work):
    """The same events, with the same names behind their ids, and fewer definitions that are all needed."""
    weft.run("cut", STENCIL, work / "whole.otf2", "--location", 0, "--time", "0s", "15ms")
    weft.run("cut", STENCIL, work / "pruned.otf2", "--location", 0, "--time", "0s", "15ms", "--prune")
    expect(weft.events(work / "whole.otf2", "--names") == weft.events(work / "pruned.otf2", "--names"), "other events")
    whole = [key(r) for r in weft.records(work / "whole.otf2", "--definitions")]
    pruned = [key(r) for r in weft.records(work / "pruned.otf2", "--definitions")]
    expect(set(pruned) < set(whole), "pruning left everything or made something up")
    entered = {e["region"] for e in weft.events(work / "pruned.otf2") if e["record"] in ("Enter", "Leave")}
    regions = {json.loads(r)["self"] for r in pruned if json.loads(r)["record"] == "Region"}
    expect(regions == entered, regions, entered)
    expect(weft.rules(work / "pruned.otf2") == set(), weft.rules(work / "pruned.otf2"))


def split_and_merge(weft, work):
    """Pieces of locations and processes are the trace again; pieces of time are clean, and lack nothing they do not tell."""
    for name, trace, ending in (("stencil", STENCIL, ".otf2"), ("sane", SANE, ".otf2"), ("otf", OTF, ".otf"),
                                ("bp", None, ".bp")):
        if trace is None:
            trace = work / "stencil.bp"
            weft.run("convert", STENCIL, trace)
        content = weft.texts_of_events if name == "otf" else weft.events
        original = content(trace)
        for by in ("location", "process"):
            pieces, back = work / name / by, work / name / f"back_{by}{ending}"
            (work / name).mkdir(exist_ok=True)
            weft.run("split", trace, pieces, "--by", by)
            inputs = sorted(pieces.glob(f"*{ending}"))
            weft.run("merge", back, *inputs, "--one-run")
            expect(content(back) == original, f"{back}: other events than in the original")
            expect(weft.rules(back) <= weft.rules(trace), back, weft.rules(back))
    weft.run("split", STENCIL, work / "times", "--by", "time", 0.002)
    weft.run("split", STENCIL, work / "sizes", "--by", "size", 0.001, "--name", "piece", "--prune")
    for pieces in ("times", "sizes"):
        check_pieces(weft, STENCIL, work / pieces, 3)


def check_pieces(weft, trace, pieces, least):
    """Each is as sound as the trace is, and all together have everything that needs no other half."""
    anchors = sorted(pieces.glob("*.otf2"))
    expect(len(anchors) >= least, anchors)
    wrong, found = weft.rules(trace), collections.Counter()
    for anchor in anchors:
        expect(weft.rules(anchor) <= wrong, anchor, weft.rules(anchor) - wrong)
        found.update((e["time"], key(e)) for e in weft.events(anchor))
    missing = collections.Counter((e["time"], key(e)) for e in weft.events(trace)) - found
    expect(all(HAS_HALVES.match(json.loads(k)["record"]) for _, k in missing), missing)


def split_by_wrong_clocks(weft, work):
    """Pieces of time and size have all that is in the trace, whatever it says of when it begins and ends."""
    clock, = [r for r in weft.records(STENCIL, "--definitions") if r["record"] == "ClockProperties"]
    begin, length = clock["globalOffset"], clock["traceLength"]
    encoded = lambda number, size: bytes([size]) + number.to_bytes(size, "little")
    sizes = [(number.bit_length() + 7) // 8 for number in (begin, length)]
    right = encoded(begin, sizes[0]) + encoded(length, sizes[1])
    for name, wrong in (("short", (begin, length // 3)), ("late", (begin + length // 2, length)),
                        ("over", (begin + 2 * length, length)), ("none", (begin, 0))):
        trace = shutil.copytree(STENCIL, work / name) / "trace.otf2"
        definitions = trace.with_name("trace.def")
        content = definitions.read_bytes()
        expect(content.count(right) == 1, "where is the clock?")
        definitions.write_bytes(content.replace(right, b"".join(map(encoded, wrong, sizes))))
        changed, = [r for r in weft.records(trace, "--definitions") if r["record"] == "ClockProperties"]
        expect((changed["globalOffset"], changed["traceLength"]) == wrong, changed)
        for by, amount, least in (("time", length / 5 / clock["timerResolution"], 1), ("size", 0.001, 3)):
            weft.run("split", trace, work / f"{name}_{by}", "--by", by, amount)
            check_pieces(weft, trace, work / f"{name}_{by}", least)


class Meanings:
    """What ids of a trace stand for: those of another trace may differ."""

    def __init__(self, definitions):
        self.rows = collections.defaultdict(dict)
        for row in definitions:
            self.rows[row["record"]][row.get("self")] = row
        self.communicating = {g["paradigm"]: g["members"] for g in self.rows["Group"].values()
                              if g["names"]["groupType"] == "COMM_LOCATIONS"}

    def place(self, location):
        names = self.rows["Location"][location].get("names", {})
        return names.get("locationGroup"), names.get("self")

    def peer(self, communicator, rank):
        """Where it is, if the communicator says that."""
        group = self.rows["Group"].get(self.rows["Comm"].get(communicator, {}).get("group"))
        if not group or group["names"]["groupType"] not in ("COMM_GROUP", "COMM_LOCATIONS") or rank >= len(group["members"]):
            return rank
        member = group["members"][rank]
        is_group = group["names"]["groupType"] == "COMM_GROUP"
        return self.place(self.communicating[group["paradigm"]][member] if is_group else member)

    def attributes(self, event):
        """Names and values, without those that formats keep for their own."""
        text = lambda entry: self.rows["String"][entry["value"]]["string"] if entry["type"] == 11 else entry["value"]
        names = event.get("names", {}).get("attributes", [])
        return {name: text(entry) for name, entry in zip(names, event.get("attributes", [])) if not OWN_WORD.search(name)}

    def of(self, event):
        names = {k: v for k, v in event.get("names", {}).items() if k != "attributes"}
        communicator = event.get("communicator")
        peers = {field: self.peer(communicator, event[field]) for field in ("sender", "receiver", "root") if field in event}
        same = {field: event.get(field) for field in ("msgLength", "msgTag", "metricValues")}
        return json.dumps([event["record"], self.place(event["location"]), names, peers, same, self.attributes(event)],
                          sort_keys=True)


def told_by_names(weft, trace, shift=0):
    """Events by what their ids mean, for comparing traces with other ids."""
    meanings = Meanings(weft.records(trace, "--definitions", "--names"))
    return collections.Counter((event["time"] + shift, meanings.of(event)) for event in weft.events(trace, "--names"))


def merge_formats(weft, work):
    """Traces of four tools as one: all events of each, moved to one beginning."""
    inputs = [STENCIL, OTF, LITL, DFTRACER]
    out = work / "all.otf2"
    weft.run("merge", out, *inputs, "--clock", "offsets")
    wanted, locations, strings, beginning = collections.Counter(), 0, 0, None
    for i, trace in enumerate(inputs):
        alone = work / f"{i}.otf2"
        weft.run("convert", trace, alone)
        definitions = weft.records(alone, "--definitions")
        begin, = [r["globalOffset"] for r in definitions if r["record"] == "ClockProperties"]
        beginning = beginning or begin
        wanted += told_by_names(weft, alone, beginning - begin)
        locations += sum(r["record"] == "Location" for r in definitions)
        strings += sum(r["record"] == "String" for r in definitions)
    found = told_by_names(weft, out)
    expect(found == wanted, "missing:", list((wanted - found).items())[:3], "more:", list((found - wanted).items())[:3])
    expect(sum(r["record"] == "Location" for r in weft.records(out, "--definitions")) == locations, "locations")
    expect(weft.rules(out) == set(), weft.rules(out))
    shared = sum(r["record"] == "String" for r in weft.records(out, "--definitions"))
    expect(shared < strings, "strings are not shared")
    for ending in (".otf", ".litl", ".pfw", ".bp"):
        weft.run("merge", work / f"all{ending}", *inputs, "--clock", "offsets")
        entered = lambda trace: sum(e["record"] == "Enter" for e in weft.events(trace))
        expect(entered(work / f"all{ending}") == entered(out), "calls in", ending)


def references_read_it(weft, work):
    """Debian's tools read what was cut and merged, and see the same calls."""
    weft.run("cut", STENCIL, work / "cut.otf2", "--time", "15ms", "18ms")
    weft.run("cut", STENCIL, work / "pruned.otf2", "--time", "15ms", "18ms", "--prune")
    weft.run("merge", work / "all.otf2", STENCIL, OTF, LITL, DFTRACER)
    gaps = re.compile(r"^otf2-print: warning: out of order \w+ definition: .*\n", re.M)
    for trace in ("cut.otf2", "pruned.otf2", "all.otf2"):
        done = subprocess.run(["/usr/bin/otf2-print", work / trace], capture_output=True, text=True, errors="replace",
                              timeout=60)
        # Ids stay as they are where definitions are left out, which it remarks on.
        said = gaps.sub("", done.stderr) if trace == "pruned.otf2" else done.stderr
        expect(done.returncode == 0 and not said, trace, said)
        calls = len(re.findall(r"^ENTER ", done.stdout, re.M))
        expect(calls == sum(e["record"] == "Enter" for e in weft.events(work / trace)), trace, calls)
    weft.run("cut", OTF, work / "cut.otf", "--time", 105, 140)
    weft.run("merge", work / "all.otf", STENCIL, OTF, DFTRACER)
    for trace in ("cut.otf", "all.otf"):
        done = subprocess.run(["/usr/bin/otfprint", work / trace], capture_output=True, text=True, errors="replace",
                              timeout=60)
        calls = len(re.findall(r"\d+ Enter: function", done.stdout))
        expect(done.returncode == 0 and calls == sum(e["record"] == "Enter" for e in weft.events(work / trace)), trace,
               done.stderr, calls)


def merge_clocks(weft, work):
    """By the time of day, two recordings lie as far from each other as they did."""
    out = work / "day.otf2"
    weft.run("merge", out, STENCIL, DFTRACER, "--clock", "epoch")
    clocks = [next(r for r in weft.records(t, "--definitions") if r["record"] == "ClockProperties")
              for t in (STENCIL, DFTRACER, out)]
    starts = [c["realtimeTimestamp"] for c in clocks]
    expect(starts[2] == min(starts), starts)
    first = {}
    for event in weft.events(out, "--names"):
        first.setdefault(event["location"] < 3, event["time"])
    firsts = [min(e["time"] for e in weft.events(t)) - c["globalOffset"] + c["realtimeTimestamp"]
              for t, c in zip((STENCIL, DFTRACER), clocks)]
    expect(first[True] - first[False] == firsts[0] - firsts[1], first, firsts)
    done = weft.run("merge", work / "no.otf2", STENCIL, OTF, "--clock", "epoch", expected=2)
    expect("time of day" in done.stderr and not (work / "no.otf2").exists(), done.stderr)
    done = weft.run("merge", work / "aligned.otf2", OTF, "--align", "messages")
    expect(re.search(r"aligned: 2 processes by 4 messages and meetings, to within \S+ ns; 0 not in order", done.stdout),
           done.stdout)


def align_clocks(weft, work):
    """A clock that is put wrong and runs too fast: the messages tell what time it was."""
    rounds, latency, wrong = 100, 20, lambda time: time + 40_000 + time // 500
    happened = {1: [], 2: []}  # what each process does, at the right time; a nanosecond is a tick
    for begin in range(1_000_000, 1_000_000 + 1000 * rounds, 1000):
        for sender, time in ((1, begin), (2, begin + 400)):
            happened[sender].append((time, f"S{3 - sender}L10T1C0"))
            happened[3 - sender].append((time + latency, f"R{sender}L10T1C0"))
    (work / "trace.0.def").write_text('DTR3b9aca00\nDP1NM"right"\nDP2NM"wrong"\n')
    (work / "trace.otf").write_text("1:1\n2:2\n")
    for process, events in happened.items():
        times = [time if process == 1 else wrong(time) for time, _ in events]
        lines = [f"{time:x}\n*{process}\n{event}\n" for time, (_, event) in zip(times, events)]
        (work / f"trace.{process}.events").write_text("".join(lines) + f"{times[-1]:x}\n*{process}\n")
    done = weft.run("merge", work / "aligned.otf2", work / "trace.otf", "--align", "messages")
    late = sum(time + latency < wrong(time) for time, event in happened[2] if event.startswith("S"))
    expect(late == rounds, "the clock is not wrong enough")
    expect(f"aligned: 2 processes by {2 * rounds} messages" in done.stdout, done.stdout)
    expect(f"; 0 not in order, {late} before" in done.stdout, done.stdout)
    found = by_location(weft.events(work / "aligned.otf2"))
    for process, (_, events) in zip(happened, sorted(found.items())):
        off = [event["time"] - time for event, (time, _) in zip(events, happened[process])]
        expect(len(events) == 2 * rounds, process, len(events))
        expect(off == [0] * len(off) if process == 1 else max(map(abs, off)) <= latency, process, off)


def merge_extremes(weft, work):
    """Times that no unit can hold stay at the last moment that there is."""
    last = 2**64 - 2
    for name, resolution in (("coarse", 1), ("fine", 2**64 - 1)):
        (work / f"{name}.0.def").write_text(f'DTR{resolution:x}\nDFG1NM"all"\nDF1G1NM"f"\nDP1NM"p"\n')
        (work / f"{name}.1.events").write_text(f"0\n*1\nE1\n{last:x}\n*1\nL1\n{last:x}\n*1\n")
        (work / f"{name}.otf").write_text("1:1\n")
    weft.run("merge", work / "all.bp", work / "coarse.otf", work / "fine.otf", "--clock", "none")
    times = {place: [e["time"] for e in events] for place, events in by_location(weft.events(work / "all.bp")).items()}
    expect(times == {1: [0, 2**64 - 1], 0: [0, 10**18 - 1]}, times)


CALLS = [{"id": i, "name": name, "cat": "c", "pid": 1, "tid": 1, "ts": 10 + 20 * i, "dur": 9, "ph": "X", "args": {"i": i}}
         for i, name in enumerate(("read", "work", "write"))]


def many_inputs(weft, work):
    """Thousands of traces of all formats need no more handles and memory than a few."""
    written = work / "trace.pfw"
    written.write_text("[\n" + "".join(json.dumps(call) + "\n" for call in CALLS))
    inputs = []
    for i, ending in enumerate((".otf2", ".otf", ".litl", ".bp", ".pfw")):
        room = work / ending[1:]
        room.mkdir()
        weft.run("convert", written, room / f"trace{ending}")
        for copy in range(i, 2000, 5):
            os.symlink(room, work / f"input{copy}")
            inputs.append(f"{work}/input{copy}/trace{ending}")
    (work / "list").write_text("\n".join(inputs) + "\n")
    out = work / "all.otf2"
    with subprocess.Popen(["bash", "-c", f"ulimit -n 256; exec {weft.program} merge {out} @{work}/list --clock offsets"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as merging:
        _, status, used = os.wait4(merging.pid, 0)
        merging.returncode = os.waitstatus_to_exitcode(status)
    expect(merging.returncode == 0, "merge ended with", merging.returncode)
    expect(used.ru_maxrss < 200 * 1024, "memory:", used.ru_maxrss, "KiB")

    def told(trace):
        """Of each location: its calls with their times, in nanoseconds from the first."""
        records = weft.records(trace, "--names")
        unit, = [10**9 // r["timerResolution"] for r in records if r["record"] == "ClockProperties"]
        calls = by_location([r for r in records if r["record"] in ("Enter", "Leave")])
        return collections.Counter(
            json.dumps([(e["record"], e["names"]["region"], (e["time"] - events[0]["time"]) * unit) for e in events])
            for events in calls.values())

    (wanted, times), = told(work / "otf2/trace.otf2").items()
    expect(times == 1 and wanted.count("Enter") == len(CALLS), wanted)
    expect(told(out) == {wanted: 2000}, "other calls:", list(told(out).items())[:3])
    refused = subprocess.run([weft.program, "split", out, work / "pieces", "--by", "location"], capture_output=True, text=True,
                             check=False)
    expect(refused.returncode == 2 and "--to bp" in refused.stderr, "four million pairs of files:", refused)
    expect(not (work / "pieces").exists(), "pieces are there")


def many_pieces(weft, work):
    """Before a disk is full of definitions, each of them in each piece, it is said."""
    (work / "trace.pfw").write_text("[\n" + "".join(json.dumps({**CALLS[0], "tid": i}) + "\n" for i in range(10_001)))
    done = weft.run("split", work / "trace.pfw", work / "pieces", "--by", "location", "--to", "bp", expected=2)
    expect("--prune" in done.stderr and not (work / "pieces").exists(), done.stderr)


def faults(weft, work):
    """Nothing is left of what could not be done."""
    (work / "there.otf2").write_text("")
    (work / "there").mkdir()
    (work / "there/file").write_text("")
    small = "trap '' XFSZ; ulimit -f 1; "
    for arguments, before, message in (
            (("cut", STENCIL, work / "there.otf2", "--first", 1), "", "exists"),
            (("merge", work / "there.otf2", STENCIL, OTF), "", "exists"),
            (("split", STENCIL, work / "there", "--by", "location"), "", "not an empty directory"),
            (("cut", STENCIL / "trace.otf2", STENCIL / "trace.otf2", "--first", 1), "", "same trace"),
            (("merge", STENCIL / "trace.otf2", STENCIL / "trace.otf2", OTF), "", "same trace"),
            (("cut", STENCIL, work / "new.otf2"), "", "say what to keep"),
            (("cut", STENCIL, work / "new.otf2", "--time", 5, 4), "", "ends before it begins"),
            (("cut", STENCIL, work / "new.otf2", "--region", "none"), "", "no region 'none'"),
            (("cut", STENCIL, work / "new.otf2", "--location", 99), "", "no location 99"),
            (("split", STENCIL, work / "new", "--by", "time"), "", "say how much"),
            (("split", STENCIL, work / "new", "--by", "colour"), "", "not 'colour'"),
            (("split", STENCIL, work / "new", "--by", "time", "0.0000000001"), "", "no number"),
            (("merge", work / "new.otf2", STENCIL, work / "none.otf2"), "", "no such file"),
            (("merge", work / "new.otf2", STENCIL, OTF, "--clock", "sun"), "", "not 'sun'"),
            (("cut", STENCIL, work / "new.otf2", "--time", "0s", "20ms"), small, "new"),
            (("merge", work / "new.otf2", STENCIL, OTF), small, "new"),
            (("merge", work / "new.bp", STENCIL, OTF), small, "new"),
            (("split", STENCIL, work / "new", "--by", "location"), small, "new")):
        done = weft.run(*arguments, before=before, expected=2)
        expect(message in done.stderr, arguments, done.stderr)
        left = sorted(p.name for p in work.iterdir())
        expect(left == ["there", "there.otf2"], arguments, "left", left)


TESTS = (cuts_by_time, cut_tells_times, cut_repeats_metrics, cut_by_location, cut_by_region, cut_first, prune_definitions,
         split_and_merge, split_by_wrong_clocks, merge_formats, references_read_it, merge_clocks, align_clocks, merge_extremes, many_inputs,
         many_pieces, faults)


def run_tests(tests, weft, workdir):
    """Each in a directory of its own. The exit status."""
    failed = 0
    for test in tests:
        work = workdir / test.__name__
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            test(weft, work)
            print(f"PASS {test.__name__}")
        except Failed as failure:
            failed += 1
            print(f"FAIL {test.__name__}: {str(failure)[:2000]}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    parser.add_argument("tests", nargs="*")
    options = parser.parse_args()
    chosen = [test for test in TESTS if not options.tests or test.__name__ in options.tests]
    return run_tests(chosen, Weft(options.weft), options.workdir)


if __name__ == "__main__":
    sys.exit(main())
