#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that exports for viewers and scripts hold what the trace holds, and are what their formats ask for.

    run_exports.py --weft PROGRAM --maker PROGRAM --workdir DIRECTORY [--data DIRECTORY]

Readers of each format, written here after what is published of it, read what Weft wrote; all they find is compared with
what `weft print --json` tells of the same trace. Real traces below --data join in when they are there.
"""
import argparse
import collections
import csv
import decimal
import gzip
import io
import json
import math
import os
import pathlib
import re
import resource
import signal
import struct
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "interop"))
import checks  # noqa: E402
from read_chrome import ChromeTrace  # noqa: E402
from read_perfetto import PerfettoTrace  # noqa: E402
from told import TYPES, Told, replaced, unique  # noqa: E402

DATA = HERE.parent / "data"
PARADIGMS = ["unknown", "user", "compiler", "openmp", "mpi", "cuda", "measurement_system", "pthread", "hmpp", "ompss",
             "hardware", "gaspi", "upc", "shmem", "winthread", "qtthread", "acethread", "tbbthread", "openacc",
             "opencl", "mtapi", "sampling", "none", "hip", "kokkos"]
SEVERITIES = ["NONE", "LOW", "MEDIUM", "HIGH"]
SCOPES = ["GLOBAL", "LOCATION", "LOCATION_GROUP", "SYSTEM_TREE_NODE", "GROUP", "COMM"]
ENDINGS = (".chrome.json", ".json.gz", ".pftrace", ".csv", ".folded", ".speedscope.json")


def same_value(expected, found):
    if isinstance(expected, float) and isinstance(found, (float, decimal.Decimal, int)):
        # Numbers of 32 bits are printed with as many digits as they have.
        try:
            narrow = struct.pack("<f", expected) == struct.pack("<f", float(found))
        except OverflowError:
            narrow = False
        return expected == float(found) or narrow
    if expected in ("nan", "inf", "-inf") and isinstance(found, float):
        return str(found) == expected
    return expected == found


def same_pairs(expected, found):
    return len(expected) == len(found) and all(
        a[0] == b[0] and same_value(a[1], b[1]) for a, b in zip(expected, found))


def as_object(arguments):
    return list(unique(arguments).items())


def plain(arguments):
    """What tools can sort."""
    return json.dumps([[key, float(value) if isinstance(value, decimal.Decimal) else value] for key, value in arguments])


def compare_lists(what, expected, found, same):
    if len(expected) != len(found):
        return [f"{what}: {len(found)} instead of {len(expected)}"]
    return [f"{what}: {b} instead of {a}" for a, b in zip(expected, found) if not same(a, b)][:5]


def compare_story(expected, found, arguments_of, text=lambda name: name, times=lambda at: at, has_strange=True):
    """Everything a location has; `expected` as told, `found` as read."""
    def order(span):
        return (span[2], -span[3], span[0], plain(span[4]))
    category = lambda number: PARADIGMS[number] if number < len(PARADIGMS) else "unknown"  # noqa: E731
    spans = sorted(((text(name), category(kind), times(begin), times(end),
                     arguments_of([(text(key), text(value)) for key, value in pairs]))
                    for name, kind, begin, end, pairs in expected.spans), key=order)
    answer = compare_lists("spans", spans, sorted(found.spans, key=order),
                           lambda a, b: a[:4] == b[:4] and same_pairs(a[4], b[4]))
    counters = [(text(name), times(at), value) for name, at, value in expected.counters
                if has_strange or value not in ("nan", "inf", "-inf")]
    answer += compare_lists("counters", counters, found.counters, lambda a, b: a[:2] == b[:2] and same_value(a[2], b[2]))
    instants = [(name, times(at), arguments_of([(text(key), text(value)) for key, value in pairs]))
                for name, at, pairs in expected.instants]
    answer += compare_lists("instants", instants, found.instants,
                            lambda a, b: a[:2] == b[:2] and same_pairs(a[2], b[2]))
    operations = sorted((family, name, times(begin), times(end)) for family, name, begin, end in expected.operations)
    return answer + compare_lists("operations", operations, sorted(found.operations), lambda a, b: a == b)


def compare_flows(told, found, times=lambda at: at):
    expected = collections.Counter()
    for pair, count in told.flows().items():
        expected[tuple(side and (told.threads[side[0]][:2], times(side[1])) for side in pair)] += count
    found = collections.Counter(tuple(pair) for pair in found.values())
    return [f"flow missing: {pair}" for pair in expected - found] + [f"flow too much: {pair}" for pair in found - expected]


def check_chrome(told, path):
    found = ChromeTrace(path)
    problems = list(found.problems)
    if found.names["process_name"] != told.processes:
        problems.append(f"processes: {found.names['process_name']} instead of {told.processes}")
    threads = {place[:2]: place[2] for place in told.threads.values()}
    if found.names["thread_name"] != threads:
        problems.append(f"threads: {found.names['thread_name']} instead of {threads}")
    if found.epoch != (str(told.epoch) if told.epoch else None):
        problems.append(f"began at {found.epoch} instead of {told.epoch}")
    for location in told.order:
        problems += compare_story(told.story(location), found.stories[told.threads[location][:2]], as_object,
                                  has_strange=False)
    if found.markers != told.markers():
        problems.append(f"markers: {found.markers} instead of {told.markers()}")
    return problems + compare_flows(told, found.flows)


def check_perfetto(told, path):
    found = PerfettoTrace(path)
    problems = list(found.problems)
    if found.processes != {number: replaced(name) for number, name in told.processes.items()}:
        problems.append(f"processes: {found.processes} instead of {told.processes}")
    threads = {place[:2]: replaced(place[2]) for place in told.threads.values()}
    if found.threads != threads:
        problems.append(f"threads: {found.threads} instead of {threads}")
    if found.clocks != ({6: 0, 1: told.epoch} if told.epoch else {6: 0}):
        problems.append(f"clocks: {found.clocks}, began at {told.epoch}")
    members = {told.text(row["name"]): told.text(row["unit"]) for row in told.tables["MetricMember"]}
    problems += [f"unit of {name}: {unit}" for name, unit in found.units.items() if unit != members.get(name, "")]
    times = lambda at: max(at, 0)  # noqa: E731
    for location in told.order:
        story = told.story(location)
        story.counters = [(name, at, float(value) if isinstance(value, int) and value > 2**63 - 1 else value)
                          for name, at, value in story.counters]
        problems += compare_story(story, found.stories[told.threads[location][:2]], list, replaced, times)
    return problems + compare_flows(told, found.flows, times)


def check_speedscope(told, path):
    content = path.read_bytes()
    document = json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)
    problems = []
    if document["$schema"] != "https://www.speedscope.app/file-format-schema.json":
        problems.append("no schema")
    frames = document["shared"]["frames"]
    regions = {(row["name"], row.get("file"), row.get("line")) for row in frames}
    for row in told.tables["Region"]:
        file = told.text(row["sourceFile"])
        wanted = (told.text(row["name"]) or f"region {row['self']}", file or None,
                  row["beginLineNumber"] or None if file else None)
        problems += [f"no frame {wanted}"] * (wanted not in regions)
    located = [location for location in sorted(told.order) if location in told.threads]
    profiles = document["profiles"]
    # Locations that have files; OTF2 has one for each that is defined.
    if len(profiles) != len(located):
        return problems + [f"{len(profiles)} profiles instead of {len(located)}"]
    for location, profile in zip(located, profiles):
        story = told.story(location)
        process, _, thread = told.threads[location]
        facts = (profile["type"], profile["name"], profile["unit"], profile["startValue"], profile["endValue"])
        if facts != ("evented", f"{told.processes[process]}, {thread}", "nanoseconds", story.first, story.last):
            problems.append(f"{facts}, {story.first}, {story.last}")
        kinds = {"O": "enter", "C": "leave"}
        found = [(kinds[event["type"]], frames[event["frame"]]["name"], event["at"]) for event in profile["events"]]
        problems += compare_lists(profile["name"], story.calls, found, lambda a, b: a == b)
        stack, last = [], profile["startValue"]
        for event in profile["events"]:
            if event["type"] == "O":
                stack.append(event["frame"])
            elif not stack or stack.pop() != event["frame"]:
                problems.append(f"{profile['name']}: closes what is not open: {event}")
            if not last <= event["at"] <= profile["endValue"]:
                problems.append(f"{profile['name']}: out of order: {event}")
            last = event["at"]
        problems += [f"{profile['name']}: not closed"] * bool(stack)
    return problems


def check_folded(told, path):
    expected, called = collections.Counter(), set()
    fold = lambda name: name.replace(";", ":").replace("\n", " ").replace("\r", " ")  # noqa: E731
    for location in told.order:
        process, _, thread = told.threads[location]
        stack, last = [fold(told.processes[process]), fold(thread)], 0
        for what, name, at in told.story(location).calls:
            if len(stack) > 2:
                expected[tuple(stack)] += at - last
            last = at
            if what == "enter":
                called.add(tuple(stack))
                stack.append(fold(name))
                expected[tuple(stack)] += 0
            else:
                stack.pop()
    expected = {stack: value for stack, value in expected.items() if value or stack not in called}
    found = {}
    for line in path.read_bytes().decode("utf-8", "surrogateescape").split("\n")[:-1]:
        stack, value = line.rsplit(" ", 1)
        if tuple(stack.split(";")) in found:
            return [f"twice: {stack}"]
        found[tuple(stack.split(";"))] = int(value)
    return [f"{stack}: {found.get(stack)} instead of {expected.get(stack)}"
            for stack in found.keys() | expected.keys() if found.get(stack) != expected.get(stack)]


def table(directory, name, columns):
    text = (directory / f"{name}.csv").read_bytes().decode("utf-8", "surrogateescape")
    assert not text or text.endswith("\r\n"), f"{name}: rows end in CR LF"
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[0] == columns.split(","), f"{name}: {rows[0]}"
    assert all(len(row) == len(rows[0]) for row in rows), f"{name}: rows of other lengths"
    return rows[1:]


def number(value):
    return str(value)


def real(value):
    return value if isinstance(value, str) else float(value)


def check_csv(told, path):
    problems = []

    def compare(name, columns, expected, same=lambda a, b: a == b):
        found = table(path, name, columns)
        # Locations come in any order, but each in its own.
        problems.extend(compare_lists(name, sorted(expected, key=lambda row: row[0]),
                                      sorted(found, key=lambda row: row[0]), same))

    compare("clock", "ticks_per_second,first_tick,length,nanoseconds_since_1970", [[
        number(told.clock["timerResolution"]), number(told.clock["globalOffset"]), number(told.clock["traceLength"]),
        number(told.epoch or "")]] if told.clock else [])
    groups = told.by_id.get("LocationGroup", {})
    compare("locations", "location,name,type,events,process,process_name,process_type", [[
        number(row["self"]), told.text(row["name"]), ("UNKNOWN", "CPU_THREAD", "ACCELERATOR_STREAM", "METRIC")[row["locationType"]],
        number(row["numberOfEvents"]), number(row["locationGroup"]) if row["locationGroup"] != 2**32 - 1 else "",
        told.name("LocationGroup", row["locationGroup"]),
        ("UNKNOWN", "PROCESS", "ACCELERATOR")[groups[row["locationGroup"]]["locationGroupType"]]
        if row["locationGroup"] in groups else ""] for row in told.tables["Location"]])
    regions = table(path, "regions", "region,name,canonical_name,description,role,paradigm,file,begin_line,end_line")
    problems += compare_lists("regions", [[
        number(row["self"]), told.text(row["name"]), told.text(row["canonicalName"]), told.text(row["description"]),
        PARADIGMS[row["paradigm"]].upper(), told.text(row["sourceFile"]), number(row["beginLineNumber"]),
        number(row["endLineNumber"])] for row in told.tables["Region"]],
        [row[:4] + row[5:] for row in regions], lambda a, b: a == b)

    events, spans, metrics, attributes = [], [], [], []
    for location in told.order:
        stack = []
        for count, event in enumerate(told.events[location]):
            kind, head = event["record"], [number(location), number(count)]
            fields, plain_fields = told.fields(event, ticks=True), told.fields(event, named=False, ticks=True)
            first = plain_fields[0][1] if plain_fields else ""
            name = event.get("names", {}).get(plain_fields[0][0], "") if plain_fields else ""
            events.append([*head, number(event["time"]), kind, number(first), name, unique(fields[1:]) or ""])
            for entry in event.get("attributes", []):
                key, value = told.attribute(entry)
                is_id = entry["type"] >= 12
                attributes.append([*head, number(entry["attribute"]), key, TYPES[entry["type"]],
                                   entry["value"] if is_id else value, value if is_id and value != entry["value"] else ""])
            for place, value in enumerate(event.get("metricValues", [])):
                metrics.append([*head, number(event["time"]), number(event["metric"]), number(place),
                                told.metric_name(event["metric"], place), TYPES[event["typeIDs"][place]], value])
            context = kind.startswith("CallingContext")
            key = event.get("callingContext" if context else "region")
            if kind in ("Enter", "CallingContextEnter"):
                stack.append((context, key, event["time"]))
            elif kind in ("Leave", "CallingContextLeave") and stack and stack[-1][:2] == (context, key):
                spans.append((location, *stack.pop(), number(event["time"]), len(stack)))
        while stack:
            spans.append((location, *stack.pop(), "", len(stack)))

    def same_event(a, b):
        return a[:6] == b[:6] and (json.loads(b[6]) if b[6] else "") == a[6]

    def same_cells(a, b):
        return all(x == y or real_or_text(x) == real_or_text(y) or same_value(real_or_text(x), real_or_text(y))
                   for x, y in zip(a, b))

    def real_or_text(value):
        try:
            return float(value) if not math.isnan(float(value)) else "nan"
        except ValueError:
            return value
    compare("events", "location,event,time,kind,value,name,fields", events, same_event)
    compare("attributes", "location,event,attribute,name,type,value,text", attributes, same_cells)
    compare("metrics", "location,event,time,metric,place,name,type,value", metrics, same_cells)
    rows = []
    for location, context, key, begin, end, depth in spans:
        row = told.find("CallingContext", key) if context else None
        rows.append([number(location), number(row["region"] if row else "") if context else number(key),
                     number(key) if context else "", told.name("CallingContext" if context else "Region", key),
                     number(begin), end, number(depth)])
    kinds = {row["self"]: row for row in reversed(told.tables["DefMarker"])}
    compare("markers", "time,duration,group,category,severity,scope,scope_id,text", [[
        number(row["timestamp"]), number(row["duration"]), kinds[row["marker"]]["markerGroup"],
        kinds[row["marker"]]["markerCategory"], SEVERITIES[kinds[row["marker"]]["severity"]],
        SCOPES[row["markerScope"]], number(row["scope"]) if row["markerScope"] else "", row["text"]]
        for row in told.tables["Marker"]])
    compare("spans", "location,region,calling_context,name,begin,end,depth", rows)
    return problems + check_messages(told, path)


def check_messages(told, path):
    rows = table(path, "messages", "location,event,time,direction,peer,communicator,tag,bytes,flow")
    messages = told.messages()
    expected = sorted([number(event["location"]), number(count), number(event["time"]),
                       "send" if "receiver" in event else "receive", number("" if peer is None else peer),
                       number(event["communicator"]), number(event["msgTag"]), number(event["msgLength"])]
                      for event, count, peer, _ in messages)
    problems = compare_lists("messages", expected, sorted(row[:8] for row in rows), lambda a, b: a == b)
    flows = {(row[0], row[1]): row[8] for row in rows}
    keys = collections.defaultdict(set)
    for event, count, _, key in messages:
        keys[key].add(flows.get((number(event["location"]), number(count))))
    problems += [f"flow of {key}: {found}" for key, found in keys.items() if len(found) != 1]
    if len({flow for found in keys.values() for flow in found}) != len(keys):
        problems.append("two messages have one flow")
    return problems


CHECKS = {".chrome.json": check_chrome, ".json": check_chrome, ".json.gz": check_chrome, ".pftrace": check_perfetto,
          ".csv": check_csv, ".folded": check_folded, ".speedscope.json": check_speedscope}


def check_content(report, weft, name, trace, room):
    # Some formats print records of their own: what they mean, a file of BP says, which has a place for all of it.
    told_by = trace
    if trace.suffix not in (".otf2", ".pfw"):
        told_by = room / f"{name}-told.bp"
        weft("convert", trace, told_by)
    told = Told(weft, told_by)
    for threads in (1, 8):
        for ending in ENDINGS:
            out = room / f"{name}-{threads}{ending}"
            weft("convert", trace, out, "-j", threads)
            try:
                problems = CHECKS[ending](told, out)
            except AssertionError as error:
                problems = [f"not what the format asks for: {error}"]
            report.add(f"{name}: {ending} with {threads} threads", problems)


def check_losses(report, weft, trace, room):
    """What a format has no place for is told, by kind."""
    (room / "losses").mkdir()
    lines = {ending: re.sub(" +", " ", weft("convert", trace, room / "losses" / f"x{ending}").stderr.decode())
             for ending in ENDINGS}
    wanted = {".folded": ("62 lost Metric", "attribute", "Leave: it leaves what was not", "name: characters"),
              ".speedscope.json": ("62 lost Metric", "2 lost ParameterInt", "4 translated Enter: without a leave"),
              ".chrome.json": ("Metric.metricValues: one of them is no number", "rounded down", "flow of a message: its other side",
                               "flow of a message: its ranks", "span of an operation: it did not begin"),
              ".pftrace": ("beyond 63 bits", "before the first tick", "name: characters", "1 lost SystemTreeNode")}
    report.add("losses are told", [f"{ending}: nothing of '{words}' in:\n{lines[ending]}" for ending in wanted
                                   for words in wanted[ending] if words not in lines[ending]])


def check_reading(report, weft, trace, room):
    problems = []
    for out in ("rich-1.pftrace", "rich-1.csv", "rich-1.folded"):
        for verb in (("print",), ("info",), ("stats",), ("check",)):
            done = weft(*verb, room / out, status=(2,))
            if b"this format can only be written" not in done.stderr:
                problems.append(f"{verb[0]} {out}: {done.stderr.decode()}")
    done = weft("convert", room / "rich-1.pftrace", room / "again.otf2", status=(2,))
    problems += [done.stderr.decode()] * (b"can only be written" not in done.stderr)
    (room / "broken").write_bytes(b"nothing that anybody knows")
    done = weft("repair", room / "broken", room / "mended.folded", status=(2,))
    problems += [done.stderr.decode()] * (b"can only be written" not in done.stderr)
    weft("convert", trace, room / "named", "--to", "folded")
    problems += ["--to"] * ((room / "named").read_bytes() != (room / "rich-1.folded").read_bytes())
    weft("convert", trace, f"{room / 'slash.csv'}/")
    problems += ["a name that ends in a slash"] * (not (room / "slash.csv" / "events.csv").is_file())
    report.add("formats that are written only", problems)


def check_faults(report, weft, trace, room):
    there = room / "there"
    there.mkdir()
    problems = []
    for ending in ENDINGS:
        out = there / f"x{ending}"
        out.write_bytes(b"mine")
        done = weft("convert", trace, out, status=(2,))
        if b"exists already" not in done.stderr or out.read_bytes() != b"mine":
            problems.append(f"{ending}: {done.stderr.decode()}")
        out.unlink()
        done = weft("convert", trace, there / "no" / "such" / f"x{ending}", status=(2,))
        problems += [f"{ending}: says nothing of its directory"] * (b"no/such/x" not in done.stderr)
    problems += [f"left behind: {path}" for path in there.iterdir()]
    report.add("names that are taken, directories that are not there", problems)

    def no_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    problems = []
    for ending in (".chrome.json", ".pftrace", ".csv", ".speedscope.json"):
        done = weft("convert", trace, there / f"x{ending}", status=(2,), preexec_fn=no_room)
        problems += [f"{ending}: says nothing"] * (b"cannot" not in done.stderr)
    problems += [f"left behind: {path}" for path in there.iterdir()]
    report.add("a disk that is full", problems)


def check_damaged(report, weft, room):
    """Whatever a trace is like: a whole file, or none and a word on why."""
    there, problems = room / "damaged", []
    there.mkdir()
    for trace in sorted(path for kind in ("otf2/bad/*/*.otf2", "otf2/bad/*.otf2", "otf/bad/*/*.otf", "otf/bad/*.otf",
                                          "litl/bad/*", "dftracer/bad/*") for path in DATA.glob(kind)):
        for number, ending in enumerate(ENDINGS):
            out = there / f"{number}{ending}"
            done = weft("convert", trace, out, status=(0, 1, 2))
            if (done.returncode == 2) == out.exists() or (done.returncode == 2 and not done.stderr):
                problems.append(f"{trace} as {ending}: exit {done.returncode}: {done.stderr.decode()[:200]}")
        empty(there)
    report.add("traces that are damaged", problems)


def empty(directory):
    for path in sorted(directory.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def killed_half_way(weft, trace, out):
    """Whether the conversion was killed after it began to write, and before it was done: as it ends, it may be both."""
    child = subprocess.Popen([weft.program, "convert", trace, out, "-j", "1"], stderr=subprocess.DEVNULL)
    while child.poll() is None:
        try:
            if any(path.is_file() and path.stat().st_size for path in out.parent.rglob("*")):
                break
        except FileNotFoundError:  # has been renamed meanwhile
            pass
        time.sleep(0.0005)
    if child.poll() is None:
        os.kill(child.pid, signal.SIGKILL)
    return child.wait() == -signal.SIGKILL and not out.exists()


def check_killed(report, weft, large, room):
    """Killed with half of it written, nothing has the name of the whole."""
    there = room / "killed"
    there.mkdir()
    problems = []
    for ending in (".json", ".pftrace", ".csv", ".speedscope.json"):
        out = there / f"x{ending}"
        for _ in range(20):  # on a busy machine it may be done before it can be killed
            empty(there)
            if killed_half_way(weft, large, out):
                break
        else:
            problems.append(f"{ending}: was never killed half-way, or looked whole each time")
        empty(there)
    report.add("killed half-way", problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--weft", "--maker", "--workdir"):
        parser.add_argument(option, required=True, type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path)
    arguments = parser.parse_args()
    report, weft = checks.Report(), checks.Weft(arguments.weft)
    room = checks.empty_directory(arguments.workdir)
    made = room / "made"
    subprocess.run([arguments.maker, made], check=True)
    traces = {name: made / name / "trace.otf2" for name in ("rich", "empty", "silent")}
    traces |= {path.parent.name: path for path in sorted((DATA / "otf2" / "good").glob("*/trace.otf2"))}
    traces |= {"dftracer": DATA / "dftracer" / "good" / "training" / "trace.pfw",
               "otf": DATA / "otf" / "good" / "solver" / "solver.otf", "litl": DATA / "litl" / "good" / "solver"}
    real_traces = {"ping-pong": "otf2/ping-pong/traces.otf2", "application": "dftracer/test.pfw.gz"}
    traces |= {name: arguments.data / path for name, path in real_traces.items()
               if arguments.data and (arguments.data / path).exists()}
    for name, trace in traces.items():
        check_content(report, weft, name, trace, room)
    check_losses(report, weft, traces["rich"], room)
    check_reading(report, weft, traces["rich"], room)
    check_faults(report, weft, traces["rich"], room)
    check_damaged(report, weft, room)
    check_killed(report, weft, made / "large" / "trace.otf2", room)
    report.finish()


if __name__ == "__main__":
    main()
