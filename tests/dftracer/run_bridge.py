#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that Weft reads DFTracer traces of every generation, and gives back what it read.

    run_bridge.py --weft PROGRAM --workdir DIRECTORY [--data DIRECTORY]

What traces mean is told by Python's own JSON. Every line is accounted for; converted to OTF2 and back, a trace has the
same lines. Framings, damage and lines that are no JSON are those that recorders leave behind. Real traces below --data
join in when they are there.
"""
import argparse
import collections
import gzip
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import checks  # noqa: E402
import traces  # noqa: E402


class Weft:
    def __init__(self, program):
        self.program = program

    def __call__(self, *words, status=(0,)):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, timeout=120, check=False)
        if done.returncode not in status:
            raise checks.Stop(f"weft {' '.join(map(str, words))}: exit {done.returncode}: {done.stderr.decode()[:500]}")
        return done

    def printed(self, trace):
        """Definitions by kind, and events."""
        definitions, events = collections.defaultdict(list), []
        for line in self("print", trace, "--json", status=(0, 1)).stdout.decode("utf-8", "replace").splitlines():
            record = json.loads(line)
            (events if "time" in record else definitions[record["record"]]).append(record)
        return definitions, events

    def findings(self, trace):
        """How often each rule found something."""
        answer = json.loads(self("check", trace, "--json", status=(0, 1)).stdout)
        return {group["rule"]: group["count"] for group in answer["findings"]} if answer["findings"] else {}


def fresh(path):
    return checks.empty_directory(path)


def differences(expected, found):
    expected, found = collections.Counter(expected), collections.Counter(found)
    return [f"missing: {line}" for line in (expected - found)] + [f"too much: {line}" for line in (found - expected)]


def round_trip(weft, workdir, trace, records, dialect="dftracer"):
    """Through OTF2 and back, and through a copy."""
    back, copy, archive = workdir / "back.pfw.gz", workdir / "copy.pfw", workdir / "archive" / "t.otf2"
    archive.parent.mkdir()
    # Ambiguous hashes are told with an exit code of 1, and nothing is lost by them.
    weft("convert", trace, archive, status=(0, 1))
    weft("convert", archive, back, "--to", dialect)
    weft("convert", trace, copy, "--to", dialect)
    problems = differences(traces.canonical(records), traces.canonical(traces.read(back)))
    problems += differences(traces.canonical(records), traces.canonical(traces.read(copy)))
    status, errors = checks.run(["otf2-print", archive], stdout=workdir / "printed")
    if status:
        problems.append(f"otf2-print fails: {errors}")
    found = weft.findings(archive)
    return problems + [f"weft check of the archive: {found}"] * bool(found)


def totals(records):
    """Calls and microseconds by name and category, of whole events."""
    sums = collections.defaultdict(lambda: [0, 0])
    for record in records:
        if record["ph"] in ("X", 1):
            entry = sums[record["name"], record["cat"]]
            entry[0] += 1
            entry[1] += int(record["dur"])
    return {key: tuple(value) for key, value in sums.items()}


def printed_totals(definitions, events):
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    regions = {region["self"]: (strings[region["name"]], strings[region["description"]])
               for region in definitions["Region"]}
    sums, open_spans = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(list)
    for event in events:
        stack = open_spans[event["location"]]
        if event["record"] == "Enter":
            stack.append((event["region"], event["time"]))
        elif event["record"] == "Leave":
            region, begin = stack.pop()
            assert region == event["region"], "left what was not entered last"
            sums[regions[region]][0] += 1
            sums[regions[region]][1] += (event["time"] - begin) // 1000
    return {key: tuple(value) for key, value in sums.items()}


def transferred(records):
    """Bytes that reads and writes moved."""
    moved = 0
    for record in records:
        arguments = record.get("args", {})
        if record["name"] in ("read", "pread", "write", "pwrite", "fread", "fwrite"):
            moved += max(0, int(arguments.get("ret", 0))) * int(arguments.get("size", 1))
    return moved


def check_generations(report, weft, workdir):
    for generation in traces.GENERATIONS:
        room = fresh(workdir / f"generation_{generation}")
        trace, own = fresh(room / "trace"), "dftracer2" if generation == "H" else "dftracer"
        records = []
        for name, lines in traces.generated(generation, seed=sum(map(ord, generation))).items():
            text = traces.text_of(lines, brackets=generation not in ("G'", "H"))
            is_packed = generation in ("G", "G'")
            (trace / name).with_suffix(".pfw.gz" if is_packed else ".pfw").write_bytes(
                traces.members(text, 30) if is_packed else text)
            records += lines
        report.add(f"generation {generation}: there and back", round_trip(weft, room, trace, records, own))
        definitions, events = weft.printed(trace)
        check_processes(report, weft, generation, trace, definitions)
        report.add(f"generation {generation}: calls and times",
                   differences(totals(records).items(), printed_totals(definitions, events).items()))
        moved = sum(event["bytesResult"] for event in events if event["record"] == "IoOperationComplete")
        report.add(f"generation {generation}: bytes", [] if moved == transferred(records) else
                   [f"{transferred(records)} expected, {moved} found"])
        other = room / "other.pfw"
        weft("convert", trace, other, "--to", "dftracer" if own == "dftracer2" else "dftracer2")
        told = totals(traces.read(other))
        report.add(f"generation {generation}: in the other dialect", differences(totals(records).items(), told.items()))


def check_processes(report, weft, generation, trace, definitions):
    """Every record is of its process on its host, and of one of its threads, whatever it says of them."""
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    nodes = sorted(strings[node["name"]] for node in definitions["SystemTreeNode"])
    threads = sorted(strings[place["name"]] for place in definitions["Location"])
    has_counters = generation in ("F", "G", "G'", "H")
    expected = (["hosts", "node7"], sorted(
        ["thread 1000", "thread 1001", "thread 1050", "thread 1051"] + 2 * has_counters * ["thread 0"]))
    report.add(f"generation {generation}: processes", [] if (nodes, threads) == expected else [f"{nodes}, {threads}"])
    rows = json.loads(weft("io", trace, "--json", "-j", 3, status=(0, 1)).stdout)["process"]
    told = sorted(row["process"] for row in rows)
    report.add(f"generation {generation}: processes of input and output",
               [] if told == ["1000 on node7", "1050 on node7"] else [str(told)])


def check_framings(report, weft, workdir):
    records = traces.generated("F", seed=1, processes=1)["p-1000.pfw"]
    lines = [traces.compact(record) for record in records]
    text = traces.text_of(records)
    framings = {
        "lines": text,
        "no brackets": traces.text_of(records, brackets=False),
        "blanks instead of the bracket": b"  " + text[2:-1],
        "a bracket before an object": b"\n".join([b"[", lines[0].encode(), b"]" + lines[1].encode(), b"][  " +
                                                  lines[2].encode(), *(line.encode() for line in lines[3:])]),
        "commas": ("[\n" + ",\n".join(lines) + "\n]\n").encode(),
        "commas in front": ("[" + "\n,".join(lines) + "]").encode(),
        "an array on one line": ("[" + ",".join(lines) + "]").encode(),
        "an array for people": json.dumps(records, indent=2).encode(),
        "a document": json.dumps({"traceEvents": records, "displayTimeUnit": "ms", "x": {"traceEvents": [1]}}).encode(),
        "a document for people": json.dumps({"meta": [{"a": 1}], "traceEvents": records}, indent=1).encode(),
        "Windows lines": text.replace(b"\n", b"\r\n"),
        "blank lines": text.replace(b"\n", b"\n\n \n"),
        "a byte order mark": b"\xef\xbb\xbf" + text,
        "a byte order mark before an object": b"\xef\xbb\xbf" + traces.text_of(records, brackets=False),
        "a byte order mark before a document":
            b"\xef\xbb\xbf" + json.dumps({"traceEvents": records}, indent=1).encode(),
        "a compressed byte order mark": gzip.compress(b"\xef\xbb\xbf" + text),
        "one member": gzip.compress(text),
        "many members": traces.members(text, 7),
        "padding behind the members": traces.members(text, 50) + bytes(700),
    }
    for name, content in framings.items():
        room = fresh(workdir / "framing")
        (room / "t.pfw").write_bytes(content)
        if "order mark" in name:  # a name that says nothing
            (room / "t.json").write_bytes(content)
            weft("info", room / "t.json")
        weft("convert", room / "t.pfw", room / "out.pfw")
        problems = differences(traces.canonical(records), traces.canonical(traces.read(room / "out.pfw")))
        found = weft.findings(room / "t.pfw")
        report.add(f"framing: {name}", problems + [f"weft check: {found}"] * bool(found))


START = '{"id":1,"name":"n","cat":"c","pid":7,"tid":7,"ts":5,"dur":1,"ph":"X","args":'
MENDED = {
    "a quote in a text": (START + '{"k":"v"q","l":1}}', {"k": 'v"q', "l": 1}),
    "a quote before a comma": (START + '{"k":"a","b","l":"z"}}', {"k": 'a","b', "l": "z"}),
    "a backslash": (START + '{"k":"c:\\x","l":2}}', {"k": "c:\\x", "l": 2}),
    "a backslash at the end": (START + '{"k":"c:\\","l":2}}', {"k": "c:\\", "l": 2}),
    "a comma at the end": (START + '{"k":1,}}', {"k": 1}),
    "a control character": (START + '{"k":"a\x01b"}}', {"k": "a\x01b"}),
    "a stray letter": (START.replace('"pid":7,', '"pid":7q,') + '{"k":[1,2]}}', {"k": [1, 2]}),
    "no number": (START + '{"k":NaN,"l":[-Infinity, inf],"m":-nan,"n":nan}}',
                  {"k": "nan", "l": ["-inf", "inf"], "m": "nan", "n": "nan"}),
    "numbers that JSON does not have": (START + '{"k":1.,"l":.5,"m":-01,"n":[+7]}}',
                                        {"k": 1.0, "l": 0.5, "m": -1, "n": [7]}),
    "a newline": (START + '{"k":"a\nb","l":3}}', {"k": "a\nb", "l": 3}),
}


def check_mending(report, weft, workdir):
    good = traces.compact({"id": 2, "name": "m", "cat": "c", "pid": 7, "tid": 7, "ts": 9, "dur": 1, "ph": "X"})
    for name, (line, arguments) in MENDED.items():
        room = fresh(workdir / "mended")
        (room / "t.pfw").write_text(f"[\n{good}\n{line}\n{good}\n]")
        weft("repair", room / "t.pfw", room / "out.pfw", status=(0, 1))
        read = traces.read(room / "out.pfw")
        problems = [] if [record.get("args") for record in read] == [None, arguments, None] else [str(read)]
        found = weft.findings(room / "t.pfw")
        report.add(f"mended: {name}", problems + [str(found)] * (found != {"line-mended": 1}))
    room = fresh(workdir / "bytes")
    (room / "t.pfw").write_bytes(START.encode() + b'{"k":"\xff\xfeabc"}}\n')
    weft("convert", room / "t.pfw", room / "copy.pfw", status=(0, 1))
    weft("convert", room / "t.pfw", room / "t.otf2", status=(0, 1))
    weft("convert", room / "t.otf2", room / "back.pfw", status=(0, 1))
    found = [traces.lines_of(room / name) for name in ("copy.pfw", "back.pfw")]
    expected = [[START + r'{"k":"\udcff\udcfeabc"}}'], [START + r'{"k":"\u00ff\u00feabc"}}']]
    report.add("bytes that are no UTF-8, mended and written",
               [] if found == expected else [str(found)])


def check_damage(report, weft, workdir):
    records = traces.generated("F", seed=3, processes=1)["p-1000.pfw"]
    text = traces.text_of(records)
    ends = [i for i, byte in enumerate(text) if byte == 10]
    problems = []
    for cut in range(len(text) // 2, len(text) - 3, len(text) // 40):
        room = fresh(workdir / "cut")
        (room / "t.pfw").write_bytes(text[:cut])
        weft("repair", room / "t.pfw", room / "out.pfw", status=(0, 1))
        whole = sum(end < cut for end in ends) - 1 + (text[cut - 1:cut] == b"}" and text[cut:cut + 1] == b"\n")
        read = traces.read(room / "out.pfw")
        if traces.canonical(read) != traces.canonical(records[:whole]):
            problems.append(f"cut at {cut}: {len(read)} of {whole} records")
        found = weft.findings(room / "t.pfw")
        is_at_line = text[cut - 1:cut] == b"\n" or text[cut - 1:cut] == b"}"
        if ("line-cut" in found) == is_at_line:
            problems.append(f"cut at {cut}: {found}")
    report.add("lines that are cut", problems)

    problems = []
    for name, packed in {"one member": gzip.compress(text), "many members": traces.members(text, 20)}.items():
        for cut in range(len(packed) // 4, len(packed) - 8, len(packed) // 12):
            room = fresh(workdir / "cut")
            (room / "t.pfw.gz").write_bytes(packed[:cut])
            weft("repair", room / "t.pfw.gz", room / "out.pfw", status=(0, 1))
            read = traces.canonical(traces.read(room / "out.pfw"))
            whole = gzip_prefix(packed[:cut])
            if len(read) != whole or set(read) - set(traces.canonical(records)):
                problems.append(f"{name}, cut at {cut}: {len(read)} of {whole} records")
            if not {"gzip-cut", "line-cut"} & set(weft.findings(room / "t.pfw.gz")) and cut not in member_ends(packed):
                problems.append(f"{name}, cut at {cut}: nothing found")
    report.add("compressed files that are cut", problems)

    room = fresh(workdir / "garbage")
    (room / "t.pfw.gz").write_bytes(gzip.compress(text) + b"garbage")
    found = weft.findings(room / "t.pfw.gz")
    report.add("garbage behind a member", [] if found == {"gzip-garbage": 1} else [str(found)])
    broken = bytearray(traces.members(text, 20))
    first, second = member_ends(bytes(broken))[:2]
    broken[first + (second - first) // 2:second - 10] = bytes(second - 10 - first - (second - first) // 2)
    (room / "b.pfw.gz").write_bytes(broken)
    found = weft.findings(room / "b.pfw.gz")
    weft("repair", room / "b.pfw.gz", room / "out.pfw", status=(0, 1))
    kept = len(traces.read(room / "out.pfw"))
    report.add("a damaged member among others", [] if "gzip-damaged" in found and kept >= len(records) - 20 else
               [f"{found}, {kept} of {len(records)} records"])
    for name, content in {"empty": b"", "a bracket": b"[\n", "brackets": b"[\n]"}.items():
        (room / "e.pfw").write_bytes(content)
        answer = json.loads(weft("info", room / "e.pfw", "--json").stdout)
        report.add(f"a file with nothing in it: {name}", [] if answer["events"] == 0 else [str(answer)])


def member_ends(packed):
    import zlib
    ends, at = [], 0
    while at < len(packed):
        inflater = zlib.decompressobj(31)
        inflater.decompress(packed[at:])
        at = len(packed) - len(inflater.unused_data)
        ends.append(at)
    return ends


def gzip_prefix(packed):
    """Objects that can be inflated from it, told by zlib alone."""
    import zlib
    text, left = b"", packed
    while left:
        inflater = zlib.decompressobj(31)
        text += inflater.decompress(left)
        left = inflater.unused_data if inflater.eof else b""
    return sum(map(is_object, text.split(b"\n")))


def is_object(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def hash_of(name, path, value):
    return {"name": name, "cat": "dftracer", "pid": 7, "tid": 7, "ph": "M", "args": {"name": path, "value": value}}


EVENT = {"id": 1, "name": "read", "cat": "POSIX", "pid": 7, "tid": 7, "ts": 5, "dur": 1, "ph": "X"}
TIMELESS = {key: value for key, value in EVENT.items() if key != "ts"}
FOUND = {
    "hashes that nobody defines": ([EVENT | {"args": {"fhash": "00000000000000aa"}}] * 2 + [
        EVENT | {"args": {"fhash": "00000000000000ab", "cwd": "00000000000000aa"}}], {"hash-undefined": 2}),
    "hashes of two names": ([hash_of("FH", "/a", 77), hash_of("FH", "/b", 77), hash_of("FH", "/c", 78),
                             EVENT | {"args": {"fhash": 77}}, EVENT | {"args": {"fhash": 78}}], {"hash-ambiguous": 1}),
    "hashes that nobody refers to": ([hash_of("FH", "/a", 77), hash_of("FH", "/b", 77), EVENT], {}),
    "an event without a time": ([EVENT, TIMELESS, EVENT], {"record-unusable": 1}),
    "times beyond 64 bits": ([EVENT | {"ts": 2**63 // 1000}, EVENT | {"dur": 2**64 - 1}, EVENT | {"ts": 2**62 // 1000}],
                             {"time-too-large": 2}),
}


def check_findings(report, weft, workdir):
    """What is wrong with a trace itself, and nothing else, is told under its name."""
    room = fresh(workdir / "findings")
    for name, (records, expected) in FOUND.items():
        records = [record | {"ts": record["ts"] + 10 * i} if "ts" in record else record
                   for i, record in enumerate(records)]
        (room / "t.pfw").write_bytes(traces.text_of(records))
        found = weft.findings(room / "t.pfw")
        report.add(f"found: {name}", [] if found == expected else [f"{found} instead of {expected}"])
    event = traces.compact(EVENT).encode() + b"\n"
    with (room / "t.pfw").open("wb") as file:  # a line of more than 64 MiB, which is a hole
        file.write(event)
        file.seek(140 << 20, 1)
        file.write(b"\n" + event)
    found = weft.findings(room / "t.pfw")
    report.add("found: no end of a line", [] if found.get("object-too-long") else [str(found)])
    (room / "t.pfw").write_bytes(event)
    (room / "list").write_text("t.pfw\nnowhere.pfw\n")
    found = weft.findings(f"@{room / 'list'}")
    report.add("found: a file that is not there", [] if found == {"input-unreadable": 1} else [str(found)])


def check_hosts(report, weft, workdir):
    """Records that name no host are of that of their file, in all of it and in its pieces."""
    room = fresh(workdir / "hosts")
    trace = fresh(room / "trace")
    for host, value in (("node1", "00000000000000a1"), ("node2", "00000000000000a2")):
        events = [EVENT | {"id": i, "ts": 10 * i} for i in range(1, 2000)]
        (trace / f"{host}.pfw").write_bytes(traces.text_of([hash_of("HH", host, value), *events]))

    def processes(path):
        return sorted((row["process"], row["calls"]) for row in json.loads(weft("io", path, "--json").stdout)["process"])

    definitions, _ = weft.printed(trace)
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    nodes = sorted(strings[node["name"]] for node in definitions["SystemTreeNode"])
    found = processes(trace)
    report.add("hosts: of two files", [] if (nodes, found) == (["hosts", "node1", "node2"], [
        ("7 on node1", 1999), ("7 on node2", 1999)]) else [f"{nodes}, {found}"])
    weft("split", trace / "node1.pfw", room / "pieces", "--size", "0.05")
    pieces = [processes(piece) for piece in sorted((room / "pieces").iterdir())]
    found = {process for piece in pieces for process, _ in piece}, sum(calls for piece in pieces for _, calls in piece)
    report.add("hosts: of pieces", [] if len(pieces) > 2 and found == ({"7 on node1"}, 1999) else [str(pieces)])


def check_overlaps(report, weft, workdir):
    room = fresh(workdir / "overlaps")
    spans = [(0, 10), (5, 15), (5, 7), (12, 20), (14, 30), (15, 15), (20, 40), (40, 45)]
    records = [{"id": i, "name": f"s{i}", "cat": "c", "pid": 1, "tid": 1, "ts": 1000 + begin, "dur": end - begin,
                "ph": "X", "args": {}} for i, (begin, end) in enumerate(spans)]
    (room / "t.pfw").write_bytes(traces.text_of(records))
    problems = round_trip(weft, room, room / "t.pfw", records)
    definitions, events = weft.printed(room / "t.pfw")
    problems += differences(totals(records).items(), printed_totals(definitions, events).items())
    report.add("overlapping spans have tracks of their own", problems)


CHROME = [
    {"name": "process_name", "ph": "M", "pid": 3, "tid": 0, "args": {"name": "browser"}},
    {"name": "thread_name", "ph": "M", "pid": 3, "tid": 4, "args": {"name": "worker"}},
    {"name": "outer", "cat": "x", "ph": "B", "pid": 3, "tid": 4, "ts": 10.5, "args": {"a": 1}},
    {"name": "inner", "cat": "x", "ph": "X", "pid": 3, "tid": 4, "ts": 11.25, "dur": 2.125},
    {"name": "mark", "cat": "x", "ph": "i", "s": "t", "pid": 3, "tid": 4, "ts": 12},
    {"ph": "E", "pid": 3, "tid": 4, "ts": 20, "args": {"b": 2}},
    {"name": "load", "ph": "C", "pid": 3, "tid": 4, "ts": 21, "args": {"cpu": 5, "io": 0.5}},
    {"name": "load", "ph": "C", "id": 7, "pid": 3, "tid": 4, "ts": 21.5, "args": {"cpu": 6, "io": 0.25}},
    # Under way at the same time, begun and ended by different threads; one inside of another of the same id.
    {"name": "fetch", "cat": "y", "ph": "b", "id": "0x1", "pid": 3, "tid": 4, "ts": 22, "args": {"url": "u"}},
    {"name": "fetch", "cat": "y", "ph": "b", "id": "0x2", "pid": 3, "tid": 5, "ts": 23.5},
    {"name": "part", "cat": "y", "ph": "b", "id": "0x1", "pid": 3, "tid": 5, "ts": 24},
    {"name": "step", "cat": "y", "ph": "n", "id": "0x1", "pid": 3, "tid": 5, "ts": 25},
    {"name": "part", "cat": "y", "ph": "e", "id": "0x1", "pid": 3, "tid": 4, "ts": 26},
    {"name": "fetch", "cat": "y", "ph": "e", "id": "0x1", "pid": 3, "tid": 5, "ts": 27, "args": {"bytes": 12}},
    {"cat": "y", "ph": "e", "id": "0x2", "pid": 3, "tid": 5, "ts": 29},
    {"name": "old", "cat": "y", "ph": "S", "id": 1, "pid": 3, "tid": 4, "ts": 31},
    {"name": "old", "cat": "y", "ph": "F", "id": 1, "pid": 3, "tid": 4, "ts": 32},
    {"name": "flow", "cat": "y", "ph": "s", "id": 9, "pid": 3, "tid": 4, "ts": 33},
    {"name": "flow", "cat": "y", "ph": "t", "id": 9, "pid": 3, "tid": 5, "ts": 34},
    {"name": "flow", "cat": "y", "ph": "f", "bp": "e", "id": 9, "pid": 3, "tid": 4, "ts": 35},
    {"name": "thing", "cat": "y", "ph": "N", "id": "0x5", "pid": 3, "tid": 4, "ts": 35.25},
    {"name": "thing", "cat": "y", "ph": "O", "id": "0x5", "pid": 3, "tid": 4, "ts": 35.5, "args": {"snapshot": {"a": 1}}},
    {"name": "thing", "cat": "y", "ph": "D", "id": "0x5", "pid": 3, "tid": 4, "ts": 35.75},
    {"name": "sample", "cat": "y", "ph": "P", "pid": 3, "tid": 4, "ts": 35.875},
    # Longer than what DFTracer's own tools can hold, and with more digits than 64 bits.
    {"name": "long", "cat": "z", "ph": "X", "pid": 3, "tid": 4, "ts": 36, "dur": 1,
     "args": {"text": "\u00e9" * 5000, "more": "x" * 9000, "whole": 10**30, "last": 1}},
]

COUNTED_AS = {"X": "complete", "M": "metadata", "C": "counter", "B": "begin", "E": "end", "b": "async_begin",
              "S": "async_begin", "e": "async_end", "F": "async_end", "i": "instant"}

# As profilers of Python write them: texts instead of numbers, some the same in several processes, and none at all.
TEXTS = [
    {"ph": "M", "name": "process_name", "pid": "Spans", "tid": 0, "ts": 1, "args": {"name": "all spans"}},
    {"ph": "X", "cat": "op", "name": "number", "pid": 7, "tid": 8, "ts": 1, "dur": 1, "args": {}},
    {"ph": "X", "cat": "op", "name": "step", "pid": "Spans", "tid": "PyTorch Profiler", "ts": 2, "dur": 9, "args": {}},
    {"ph": "X", "cat": "op", "name": "row", "pid": 7, "tid": "stream \"7\"", "ts": 3.5, "dur": 2, "args": {"a": 1}},
    {"ph": "X", "cat": "op", "name": "trace", "pid": "Traces", "tid": "PyTorch Profiler", "ts": 4, "dur": 2},
    {"ph": "X", "cat": "op", "name": "nowhere", "ts": 5, "dur": 2, "args": {}},
    {"ph": "B", "cat": "op", "name": "half", "pid": "Spans", "tid": 1, "ts": 6, "args": {"b": 1}},
    {"ph": "X", "cat": "op", "name": "no thread", "pid": 7, "ts": 6, "dur": 1, "args": {}},
    {"ph": "E", "pid": "Spans", "tid": 1, "ts": 7},
    {"ph": "C", "name": "memory", "pid": "Spans", "tid": "counters", "ts": 8, "args": {"bytes": 5}},
    {"ph": "b", "cat": "y", "name": "fetch", "id": "0x1", "pid": "Spans", "tid": "a", "ts": 9},
    {"ph": "e", "cat": "y", "name": "fetch", "id": "0x1", "pid": "Spans", "tid": "b", "ts": 10},
    {"ph": "X", "cat": "op", "name": "below", "pid": -1, "tid": -2, "ts": 12, "dur": 1, "args": {}},
    {"ph": "i", "s": "g", "name": "nobody", "pid": "", "tid": "", "ts": 13},
    {"ph": "X", "cat": "POSIX", "name": "read", "pid": "Spans", "tid": 1, "ts": 11, "dur": 3, "args": {"ret": 5}},
    {"ph": "X", "cat": "POSIX", "name": "read", "pid": "Traces", "tid": 1, "ts": 11, "dur": 3, "args": {"ret": 6}},
]
TOLD_PLACES = {
    "number": ("process 7", "thread 8"), "step": ("all spans", "PyTorch Profiler"), "row": ("process 7", 'stream "7"'),
    "trace": ("Traces", "PyTorch Profiler"), "nowhere": ("process 0", "thread 0"), "half": ("all spans", "thread 1"),
    "no thread": ("process 7", "thread 0"), "below": ("process -1", "thread -2"), "fetch": ("all spans", "async")}


def check_texts(report, weft, workdir):
    """Texts where others have numbers of processes and threads."""
    room = fresh(workdir / "texts")
    (room / "t.json").write_text(json.dumps({"traceEvents": TEXTS}))
    report.add("texts for numbers: there and back", round_trip(weft, room, room / "t.json", TEXTS))
    definitions, events = weft.printed(room / "t.json")
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    regions = {region["self"]: strings[region["name"]] for region in definitions["Region"]}
    groups = {group["self"]: strings[group["name"]] for group in definitions["LocationGroup"]}
    places = {place["self"]: (groups[place["locationGroup"]], strings[place["name"]])
              for place in definitions["Location"]}
    told = {regions[event["region"]]: places[event["location"]] for event in events
            if event["record"] == "Enter" and regions[event["region"]] != "read"}
    report.add("texts for numbers: processes and threads", [] if told == TOLD_PLACES else [str(told)])
    weft("convert", room / "archive" / "t.otf2", room / "two.pfw", "--to", "dftracer2")
    wanted = [(record["name"], record.get("pid", 0), record.get("tid", 0)) for record in TEXTS if record["ph"] == "X"]
    found = [(record["name"], record["pid"], record["tid"]) for record in traces.read(room / "two.pfw")
             if record["ph"] == 1 and record["name"] not in ("half", "fetch")]
    report.add("texts for numbers: in version 2", differences(wanted, found))
    # Large enough for several threads: whoever read a record, it is of the same process.
    text = [record | {"ts": record["ts"] + 20 * i} for i in range(1200) for record in TEXTS if record["ph"] in "XBECbe"]
    (room / "large.json").write_bytes(traces.text_of(text))
    answers = [json.loads(weft("io", room / "large.json", "--json", "-j", threads).stdout) for threads in (1, 5)]
    processes = {row["process"]: row["calls"] for row in answers[0]["process"] if row["calls"]}
    report.add("texts for numbers: input and output",
               ["one thread tells it otherwise than five"] * (answers[0] != answers[1]) +
               [str(processes)] * (processes != {"Spans": 1200, "Traces": 1200}))


def check_chrome(report, weft, workdir):
    room = fresh(workdir / "chrome")
    (room / "t.json").write_text(json.dumps({"traceEvents": CHROME, "displayTimeUnit": "ns"}, indent=1))
    definitions, events = weft.printed(room / "t.json")
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    regions = {region["self"]: strings.get(region["name"], region["name"]) for region in definitions["Region"]}
    places = {place["self"]: strings[place["name"]] for place in definitions["Location"]}
    told = collections.defaultdict(list)
    for event in events:
        if event["record"] in ("Enter", "Leave", "Metric"):
            told[places[event["location"]]].append((event["record"], event["time"], regions.get(event.get("region"))))
    expected = {
        "worker": [("Enter", 10500, "outer"), ("Enter", 11250, "inner"), ("Leave", 13375, "inner"),
                     ("Leave", 20000, "outer"), ("Metric", 21000, None), ("Metric", 21500, None),
                     ("Enter", 36000, "long"), ("Leave", 37000, "long")],
        "async": [("Enter", 22000, "fetch"), ("Enter", 24000, "part"), ("Leave", 26000, "part"),
                  ("Leave", 27000, "fetch"), ("Enter", 31000, "old"), ("Leave", 32000, "old")],
        "async, overlapping 1": [("Enter", 23500, "fetch"), ("Leave", 29000, "fetch")]}
    parameters = {parameter["self"]: strings[parameter["name"]] for parameter in definitions["Parameter"]}
    texts = [(parameters[event["parameter"]], strings[event["string"]]) for event in events
             if event["record"] == "ParameterString"]
    kept = [json.loads(text) for parameter, text in texts if parameter == "dftracer.metadata"]
    lines = [record for record in CHROME if record["ph"] == "M"]
    marks = [record["name"] for record in CHROME if record["ph"] in "instfNODP"]
    report.add("marks and flows",
               differences(marks, [text for parameter, text in texts if parameter == "dftracer.instant"]))
    report.add("a trace of Chrome", [f"{dict(told)}"] * (told != expected) +
               differences(map(traces.compact, lines), map(traces.compact, kept)))
    phases = collections.Counter(COUNTED_AS.get(record["ph"], "other") for record in CHROME)
    counted = json.loads(weft("count", room / "t.json", "--json").stdout)["phases"]
    report.add("a trace of Chrome, counted", differences(phases.items(), counted.items()))
    report.add("a trace of Chrome, there and back", round_trip(weft, room, room / "t.json", CHROME))
    check_long_texts(report, weft, room)
    (room / "u.json").write_text(json.dumps([record for record in CHROME if record.get("ts") not in (20, 24)]))
    report.add("begins and ends without the other", [] if weft.findings(room / "u.json") == {"call-unmatched": 2}
               else [str(weft.findings(room / "u.json"))])


def check_long_texts(report, weft, room):
    """Texts of others are cut where DFTracer's tools could not hold them, and that is told. An archive without our
    marks is others'."""
    definitions = room / "archive" / "t.def"
    definitions.write_bytes(definitions.read_bytes().replace(b"dftracer.id\0", b"dftracer.no\0"))
    done = weft("convert", room / "archive" / "t.otf2", room / "others.pfw")
    long, = (record for record in traces.read(room / "others.pfw") if record["name"] == "long")
    found = (len(long["args"]["text"].encode()), len(long["args"]["more"]), long["args"]["last"],
             b"cut to 4,095 bytes" in done.stderr)
    report.add("long texts of others", [] if found == (4094, 4095, 1, True) else [f"{found}, {done.stderr.decode()}"])


def check_units(report, weft, workdir):
    """A file says once in what it counts time, among its first lines, whichever of its threads said so; and files that
    count in different units are one trace, but not one file."""
    def records(pid, unit, count):
        host = {"hhash": "6882804a826580cd"}
        yield {"name": "HH", "cat": "dftracer", "type": 1, "pid": pid, "tid": 900, "ph": 4,
               "args": {**host, "name": "vm", "value": host["hhash"]}}
        if unit != 1000:
            yield {"name": "CM", "cat": "dftracer", "type": 1, "pid": pid, "tid": 900, "ph": 4,
                   "args": {**host, "name": "time_metric", "value": "NS"}}
        for i in range(count):
            yield {"id": i, "name": "read", "cat": "POSIX", "type": 3, "pid": pid, "tid": 100 + i % 2,
                   "ts": (1_700_000_000_000_000_000 + 3_000 * i) // unit, "dur": 2_000 // unit, "ph": 1,
                   "args": {**host, "ret": 5}}

    def answers(trace):
        answer = json.loads(weft("io", trace, "--json").stdout)
        return answer["span_ns"], answer["time_zero_ns"], answer["overlap"], answer["call"]

    room = fresh(workdir / "units")
    lines = list(records(7, 1, 9000))
    (room / "t.pfw").write_bytes(traces.text_of(lines, brackets=False))
    problems = round_trip(weft, room, room / "t.pfw", lines, "dftracer2")
    problems += differences(map(str, answers(room / "t.pfw")), map(str, answers(room / "back.pfw.gz")))
    report.add("nanoseconds that a thread told which comes last", problems)

    trace = fresh(room / "mixed")
    for name, *what in (("a", 7, 1000, 20), ("b", 8, 1, 20)):
        (trace / f"{name}.pfw").write_bytes(traces.text_of(records(*what), brackets=False))
    out, problems = room / "out.pfw", []
    for words in (["convert", trace, out, "--to", "dftracer"], ["repair", trace, out], ["anonymise", trace, out],
                  ["compact", trace, out], ["merge", out, trace], ["split", trace, room / "pieces", "--size", 1]):
        done = weft(*words, status=(2,))
        problems += [f"{words[0]}: {done.stderr}"] * (b"another unit" not in done.stderr)
    problems += [str(path) for path in [*room.glob("out*"), *room.glob("pieces/*")]]
    weft("convert", trace, room / "both.otf2")
    for dialect in ("dftracer", "dftracer2"):
        back = room / f"mixed.{dialect}.pfw"
        weft("convert", room / "both.otf2", back, "--to", dialect)
        problems += differences(map(str, answers(trace)), map(str, answers(back)))
    report.add("files that count time in different units", problems)
    (trace / "a.pfw").write_bytes(b"")  # of a process that was killed
    weft("merge", out, trace)
    report.add("nanoseconds beside an empty file",
               differences(map(traces.compact, records(8, 1, 20)), map(traces.compact, traces.read(out))))


def check_writing(report, weft, workdir):
    """What other traces become: strict JSON, by the viewer's rules."""
    room = fresh(workdir / "writing")
    source = pathlib.Path(__file__).resolve().parents[1] / "data" / "otf2"
    for anchor in sorted(source.rglob("*.otf2"))[:20]:
        if "bad" in anchor.parts:
            continue
        for dialect in ("dftracer", "dftracer2"):
            out = room / f"{anchor.stem}.{dialect}.pfw"
            out.unlink(missing_ok=True)
            weft("convert", anchor, out, "--to", dialect)
            text = out.read_text().rstrip().removeprefix("[").removesuffix("]")
            records = [json.loads(line) for line in text.split("\n") if line]
            report.add(f"{anchor.stem} as {dialect}: threads",
                       differences(thread_names(weft, anchor), thread_names(weft, out)))
            report.add(f"{anchor.stem} as {dialect}", rule_breaks(records) +
                       differences(calls_of(*weft.printed(anchor), 1000 if dialect == "dftracer" else 1),
                                   told_calls(records)))


def thread_names(weft, trace):
    definitions, _ = weft.printed(trace)
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    return sorted(filter(None, (strings.get(place["name"]) for place in definitions["Location"])))


def told_calls(records):
    """Name, begin and length of every call."""
    return [(record["name"], record["ts"], record["dur"]) for record in records if record["ph"] in ("X", 1)]


def calls_of(definitions, events, unit):
    """The same, of a trace that Weft printed: what is never left ends with its location."""
    clock, = definitions["ClockProperties"]
    strings = {string["self"]: string["string"] for string in definitions["String"]}
    names = {region["self"]: strings[region["name"]] for region in definitions["Region"]}
    has_epoch = clock["realtimeTimestamp"] not in (0, 2**64 - 1)

    def units(ticks):
        passed = (ticks - clock["globalOffset"] * has_epoch) * 10**9 // clock["timerResolution"]
        return (passed + clock["realtimeTimestamp"] * has_epoch) // unit

    calls, stacks, last = [], collections.defaultdict(list), {}
    for event in events:
        stack, last[event["location"]] = stacks[event["location"]], event["time"]
        if event["record"] == "Enter":
            stack.append((event["region"], units(event["time"])))
        elif event["record"] == "Leave" and stack and stack[-1][0] == event["region"]:
            region, begin = stack.pop()
            calls.append((names.get(region, ""), begin, units(event["time"]) - begin))
    for location, stack in stacks.items():
        calls += [(names.get(region, ""), begin, units(last[location]) - begin) for region, begin in stack]
    return calls


def rule_breaks(records):
    problems, spans = [], collections.defaultdict(list)
    for record in records:
        wanted = {"X": ("ts", "dur"), 1: ("ts", "dur"), "C": ("ts", "args"), 2: ("ts", "args"), "M": ("args",), 4: ("args",)}
        missing = [field for field in ("name", "pid", "tid", *wanted.get(record["ph"], ("unknown phase",)))
                   if field not in record]
        if missing:
            problems.append(f"without {missing}: {record}")
        if record["ph"] in ("X", 1):
            spans[record["pid"], record["tid"]].append((record["ts"], -record["dur"]))
    for thread, found in spans.items():
        stack = []
        for begin, negative in sorted(found):
            while stack and stack[-1] <= begin:
                stack.pop()
            if stack and stack[-1] < begin - negative:
                problems.append(f"spans of {thread} cut each other at {begin}")
            stack.append(begin - negative)
    return problems


def check_real(report, weft, workdir, data):
    """Figures that the specification has from an independent reader."""
    directory = data / "dftracer"
    found = sorted(directory.glob("*.pfw*")) if directory.is_dir() else []
    for path in found:
        records = traces.read(path)
        room = fresh(workdir / "real")
        report.add(f"real: {path.name}", round_trip(weft, room, path, records))
        definitions, events = weft.printed(path)
        moved = sum(event["bytesResult"] for event in events if event["record"] == "IoOperationComplete")
        report.add(f"real: {path.name}: calls, times and bytes",
                   differences(totals(records).items(), printed_totals(definitions, events).items()) +
                   [f"{moved} bytes instead of {transferred(records)}"] * (moved != transferred(records)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True, type=pathlib.Path)
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("/nowhere"))
    arguments = parser.parse_args()
    report, weft, workdir = checks.Report(), Weft(arguments.weft), fresh(arguments.workdir)
    for check in (check_generations, check_framings, check_mending, check_damage, check_findings, check_hosts,
                  check_overlaps, check_chrome, check_texts, check_units, check_writing):
        check(report, weft, workdir)
    check_real(report, weft, workdir, arguments.data)
    report.finish()


if __name__ == "__main__":
    main()
