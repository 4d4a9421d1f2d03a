#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Verbs on DFTracer traces against an independent count: traces made in both dialects, and real ones where they are at
hand."""
import argparse
import collections
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import count_io  # noqa: E402
import fold_trace  # noqa: E402
import make_trace  # noqa: E402
from lines import lines_of  # noqa: E402
from small_disk import small_disk  # noqa: E402

# Of the real traces: category, events, seconds, bytes.
PUBLISHED = {"test.pfw.gz": ("POSIX", 1012, 0.931, 134348800)}
SIZE_BINS = ("below 4 KiB", "4 to 16 KiB", "16 to 64 KiB", "64 to 256 KiB", "256 KiB to 1 MiB", "1 to 4 MiB",
             "4 to 16 MiB", "16 to 64 MiB", "64 to 256 MiB", "256 MiB to 1 GiB", "1 to 4 GiB", "4 GiB and more")
INTERVAL = 5_000_000


class Tester:
    def __init__(self, weft, workdir):
        self.weft, self.workdir = weft, workdir
        self.passed, self.failures = 0, []

    def run(self, *arguments):
        done = subprocess.run([self.weft, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                              errors="surrogateescape")
        if done.returncode or done.stderr:
            self.failures.append(f"weft {' '.join(map(str, arguments))}: {done.returncode}: {done.stderr}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--json"))

    def same(self, what, expected, found):
        if expected == found:
            self.passed += 1
        else:
            self.failures.append(f"{what}: expected {str(expected)[:300]}, found {str(found)[:300]}")

    def rows(self, what, expected, rows, key, columns):
        """Rows are about the same things, and say the same in these columns."""
        found = {key(row): {column: row[column] or 0 for column in columns} for row in rows}
        self.same(f"{what}: rows", sorted(map(str, expected)), sorted(map(str, found)))
        for name, row in expected.items():
            self.same(f"{what} {name}", {column: row.get(column, 0) for column in columns}, found.get(name))

    def io(self, name, trace, files):
        expected = count_io.answers(files, INTERVAL)
        found = self.json("io", trace, "--interval", f"{INTERVAL}ns")
        calls = ("time_ns", "calls", "reads", "bytes_read", "writes", "bytes_written", "metadata")
        tables = (("overlap", "process", list(expected["overlap"]["all processes together"])),
                  ("category", "category", ["events", "time_ns", "bytes"]),
                  ("process", "process", ["events", *calls]),
                  ("file", "file", [*calls, "opens", "sequential", "random"]),
                  ("directory", "directory", [*calls, "opens"]),
                  ("time", "begin_ns", ["calls", "time_ns", "bytes_read", "bytes_written"]))
        for table, key, columns in tables:
            self.rows(f"{name}: {table}", expected[table], found[table], lambda row: row[key], columns)
        self.rows(f"{name}: call", expected["call"], found["call"], lambda row: (row["category"], row["call"]),
                  ["calls", "time_ns", "bytes", "size_min", "size_25", "size_median", "size_75", "size_max"])
        self.rows(f"{name}: size", {SIZE_BINS[bin]: row for bin, row in expected["size"].items()}, found["size"],
                  lambda row: row["size"], ["reads", "writes"])
        for column in ("calls", "bytes_read", "bytes_written"):
            self.same(f"{name}: {column}", expected["total"][column], found[column])
        for row in found["pattern"]:
            pattern = row["pattern"].split(":")[0]
            if pattern in expected["pattern"]:
                self.same(f"{name}: {pattern}", expected["pattern"][pattern], row["count"])
        one, many = (self.run("io", trace, "--json", "-j", threads) for threads in (1, 5))
        self.same(f"{name}: one thread and five", one, many)

    def folded(self, name, files, dialect):
        """Calls folded into aggregates: sums stay what they were, and it is told what part of them that is."""
        kept, folds = fold_trace.fold(files, dialect)
        path = self.workdir / f"folded-{dialect}.pfw"
        path.write_text("".join(json.dumps(record) + "\n" for record in kept + [record for record, _ in folds]))
        expected, total = fold_trace.sums(files, folds)
        found = self.json("io", path)
        sums = ("calls", "time_ns", "aggregated")
        whole = (*sums, "reads", "bytes_read", "writes", "bytes_written", "metadata")
        for table, columns in (("category", ("events", "time_ns", "bytes", "aggregated")), ("file", whole),
                               ("call", (*sums, "bytes")), ("process", ("events", *whole))):
            key = (lambda row: (row["category"], row["call"])) if table == "call" else lambda row: row[table]
            self.rows(f"{name}: folded {table}", expected[table], found[table], key, columns)
        self.same(f"{name}: folded, of all", total, {"aggregates": found["aggregates"], **found["aggregated"]})
        self.same(f"{name}: folded, sizes and time are of the others", (len(found["size"]), found["overlap"][0]["io_ns"]),
                  (0, 0))
        self.same(f"{name}: folded, over time", sum(row["calls"] for row in found["time"]), total["calls"])
        one, many = (self.run("io", path, "--json", "-j", threads) for threads in (1, 5))
        self.same(f"{name}: folded, one thread and five", one, many)
        text = self.run("io", path)
        self.same(f"{name}: folded, it is told", True, f"from {len(folds)} aggregated records" in text.replace(",", ""))

    def through_model(self, name, trace):
        """In another format that knows input and output, a trace has the same answers."""
        archive = self.workdir / f"{name}-model" / "t.otf2"
        archive.parent.mkdir()
        self.run("convert", trace, archive)
        self.run("check", archive)
        with subprocess.Popen(["otf2-print", archive], stdout=subprocess.DEVNULL) as program:
            self.same(f"{name}: otf2-print", 0, program.wait())

        def said(of):
            answer = self.json("io", of, "--interval", f"{INTERVAL}ns")
            for row in answer["call"]:  # OTF2 has no word for these
                row["class"] = row["class"].replace("process", "other")
            return answer
        ours, theirs = said(trace), said(archive)
        self.same(f"{name}: tables", list(ours), list(theirs))
        for table in ours.keys() - {"trace"}:
            rows = [sorted(map(str, of[table])) if isinstance(of[table], list) else of[table] for of in (ours, theirs)]
            if isinstance(rows[0], list):
                left = ([row for row in rows[0] if row not in rows[1]], [row for row in rows[1] if row not in rows[0]])
                self.same(f"{name}: {table} of the model, what one has alone", ([], []), left)
            self.same(f"{name}: {table} of the model", rows[0], rows[1])

    def copies(self):
        """What copies from a file to another is seen as reading the one and writing the other."""
        trace = self.workdir / "copies.pfw"
        made = [{"name": "HH", "ph": "M", "args": {"name": "vm", "value": "6882804a826580cd"}}]
        for value, path in (("00000000000000aa", "/a"), ("00000000000000bb", "/b")):
            made.append({"name": "FH", "ph": "M", "args": {"name": path, "value": value}})
        a, b, time = "00000000000000aa", "00000000000000bb", 1_700_000_000_000_000
        for call, args in (("open", {"fhash": a, "flags": 0, "ret": 3}),
                           ("open", {"fhash": b, "flags": 0o1101, "ret": 4}),
                           ("copy_file_range", {"fhash": a, "out_hash": b, "ret": 4096, "count": 8192}),
                           ("sendfile", {"fhash": b, "in_hash": a, "ret": 77}), ("stat", {"fhash": a, "ret": 0}),
                           ("copy_file_range", {"fhash": a, "out_hash": a, "ret": 5}), ("sync", {"ret": 0}),
                           ("pread", {"fhash": a, "ret": 9, "offset": 4}), ("read", {"fd": 9, "ret": 7}),
                           ("open", {"fhash": a, "flags": 0, "ret": 5}), ("open", {"fhash": a, "flags": 0, "ret": -1}),
                           ("fopen", {"fhash": b, "mode": "a"}), ("close", {"fhash": a, "ret": 0}),
                           ("read", {"fhash": a, "ret": 50}), ("close", {"fhash": a, "ret": 0}),
                           ("close", {"fhash": b, "ret": 0}), ("close", {"fhash": b, "ret": 0})):
            time += 10
            made.append({"id": time % 1000, "name": call, "cat": "STDIO" if call == "fopen" else "POSIX", "ts": time,
                         "dur": 7, "ph": "X", "args": {"hhash": "6882804a826580cd", **args}})
        trace.write_text("".join(json.dumps({"cat": "dftracer", "pid": 10, "tid": 10, **record}) + "\n"
                                 for record in made))
        self.through_model("copies", trace)
        files = {row["file"]: (row["bytes_read"], row["bytes_written"], row["opens"])
                 for row in self.json("io", self.workdir / "copies-model" / "t.otf2")["file"]}
        self.same("copies: what was moved", {"/a": (4096 + 77 + 5 + 9 + 50, 5, 2), "/b": (0, 4096 + 77, 2)}, files)
        back = self.workdir / "copies-back.pfw"
        self.run("convert", self.workdir / "copies-model" / "t.otf2", back)
        canonical = [sorted(json.dumps(json.loads(line), sort_keys=True) for line in lines_of(path))
                     for path in (trace, back)]
        self.same("copies: there and back", *canonical)

    def budget(self):
        """Marks and flows of other tools are kept however many there are; of metadata what is left out does not depend
        on who reads it."""
        path = self.workdir / "budget.json"
        with path.open("w", encoding="utf-8") as file:
            for i in range(20_000):
                who = {"pid": 1, "tid": i % 3, "ts": i}
                file.write(json.dumps({"name": f"mark {i}", "cat": "x", "ph": "i", "s": "t", **who}) + "\n")
                file.write(json.dumps({"name": f"flow {i}", "cat": "x", "ph": "s", "id": i, **who}) + "\n")
                metadata = {"name": "CM", "ph": "M", "pid": 1, "tid": 0, "args": {"name": f"{i:060}"}}
                file.write(json.dumps(metadata) + "\n")
        counts, environment = [], os.environ | {"WEFT_DFTRACER_MEMORY": "2"}
        for processors in ({min(os.sched_getaffinity(0))}, os.sched_getaffinity(0)):
            done = subprocess.run([self.weft, "info", path, "--json"], capture_output=True, env=environment,
                                  check=False, preexec_fn=lambda some=processors: os.sched_setaffinity(0, some))
            counts.append(json.loads(done.stdout)["events"])
        self.same("budget: whoever reads", counts[0], counts[1])
        self.same("budget: marks and flows, and some metadata", True, 40_000 < counts[0] < 60_000)

    def memory(self):
        """What verbs need does not grow with the trace: rows beyond 2 MiB wait in a temporary file."""
        limit, rounds = 10 << 20, (50_000, 170_000)
        paths = [self.workdir / f"{lines}-lines.pfw" for lines in rounds]
        for path, lines in zip(paths, rounds):
            with path.open("w", encoding="utf-8") as file:
                file.write('{"id":0,"name":"HH","cat":"dftracer","pid":1,"tid":0,"ph":"M","args":'
                           '{"name":"node","value":"8a3b1c5d7e9f0246"}}\n')
                for i in range(lines):
                    file.write(f'{{"id":{i},"name":"read","cat":"POSIX","pid":1,"tid":{i % 3},"ts":{10 * i},"dur":9,"ph":"X",'
                               f'"args":{{"hhash":"8a3b1c5d7e9f0246","fname":"/data/{i % 50}","count":{i},"ret":{i}}}}}\n')
        environment = os.environ | {"WEFT_DFTRACER_MEMORY": "2"}
        for verb, *more in (["info"], ["stats"], ["print"], ["convert", "OUT/t.otf2"], ["convert", "OUT/t.pfw.gz"],
                            ["count"], ["split", "OUT/pieces", "--size", "5"], ["anonymise", "OUT/t.pfw"],
                            ["index"]):
            peaks = []
            for path in paths:
                out = self.workdir / f"out-{verb}"
                shutil.rmtree(out, ignore_errors=True)
                out.mkdir()
                words = [self.weft, verb, str(path), *(word.replace("OUT", str(out)) for word in more)]
                with subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment) as program:
                    _, status, used = os.wait4(program.pid, 0)
                    program.returncode = os.waitstatus_to_exitcode(status)
                self.same(f"memory: {verb} {path.name} ends well", 0, program.returncode)
                peaks.append(used.ru_maxrss * 1024)
            self.same(f"memory: {verb} {more}, {peaks} bytes for {rounds} lines", True, peaks[1] < peaks[0] + limit)
        self.no_room(paths, environment)

    def no_room(self, paths, environment):
        """A temporary file that has no room is told of, gone, and not replaced by memory."""
        disk, peaks = self.workdir / "disk", []
        with small_disk(disk, 1024) as limit:
            for path in paths:
                with subprocess.Popen([self.weft, "stats", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      env=environment | {"TMPDIR": str(disk)}, preexec_fn=limit,
                                      restore_signals=False) as program:  # a limit is an error, and no signal
                    told = program.stderr.read().decode()
                    _, status, used = os.wait4(program.pid, 0)
                    program.returncode = os.waitstatus_to_exitcode(status)
                self.same(f"no room: {path.name}", (2, True, []),
                          (program.returncode, str(disk) in told and "TMPDIR" in told, os.listdir(disk)))
                peaks.append(used.ru_maxrss * 1024)
        self.same(f"no room: {peaks} bytes", True, peaks[1] < peaks[0] + (4 << 20))

    def halves(self):
        """Begins and ends of calls, some of them megabytes apart, say what whole events say."""
        whole, halves, time = [], [], 1_000_000
        for number in range(12_000):
            who = {"pid": 1, "tid": number % 2}
            inner = {"name": "read", "cat": "POSIX", **who}
            asked, got = {"fname": f"/data/{number % 7}", "count": 4096}, {"ret": number % 4097}
            if number < 2:
                halves.append({"name": "step", "cat": "compute", "ph": "B", **who, "ts": time})
            halves.append({**inner, "ph": "B", "ts": time + 1, "args": asked})
            halves.append({"ph": "E", **who, "ts": time + 5, "args": got})
            whole.append({**inner, "ph": "X", "ts": time + 1, "dur": 4, "args": asked | got})
            time += 10
        for tid in (0, 1):
            halves.append({"ph": "E", "pid": 1, "tid": tid, "ts": time})
            whole.append({"name": "step", "cat": "compute", "ph": "X", "pid": 1, "tid": tid, "ts": 1_000_000 + 10 * tid,
                          "dur": time - 1_000_000 - 10 * tid})
        paths = {name: self.workdir / f"{name}.json" for name in ("whole", "halves", "cut")}
        for name, records in (("whole", whole), ("halves", halves), ("cut", halves[:-1])):
            paths[name].write_text("[\n" + ",\n".join(map(json.dumps, records)) + "\n]\n")

        def said(answer):
            """Without what the order of accesses decides: that of the few that lie across blocks is not known."""
            tables = {key: [{k: v for k, v in row.items() if k not in ("sequential", "random")} for row in table]
                      for key, table in answer.items() if isinstance(table, list) and key != "pattern"}
            return {**answer, **tables, "trace": "", "pattern": ""}

        expected = self.json("io", paths["whole"])
        for threads in (1, 5):
            found = self.json("io", paths["halves"], "-j", threads)
            self.same(f"begins and ends, {threads} threads", said(expected), said(found))
            sequential = [sum(row["sequential"] for row in answer["file"]) for answer in (expected, found)]
            self.same(f"begins and ends, {threads} threads: sequential", True, 0 <= sequential[0] - sequential[1] < 20)
        options = ("--interval", "1ms", "--category", "POSIX")
        without = self.run("io", paths["halves"], "--json", *options)
        self.run("index", paths["halves"])
        self.same("begins and ends: with an index", without, self.run("io", paths["halves"], "--json", *options))
        found = self.json("io", paths["cut"])
        self.same("begins without an end", (expected["events"] - 1, 1), (found["events"], found["unmatched"]))

    def window(self, name, trace, files):
        """Only what begins in a stretch of time counts."""
        events = [r for records in files for r in records if r["ph"] in ("X", 1)]
        zero = min(event["ts"] for event in events)
        begin, end = 2_000_000, 9_000_000
        inside = [e for e in events if zero + begin <= e["ts"] < zero + end]
        found = self.json("io", trace, "--time", f"{begin}ns", f"{end}ns", "--category", "POSIX")
        posix = [e for e in inside if e["cat"] == "POSIX"]
        self.same(f"{name}: events in a window", len(posix), found["events"])
        pid = events[0]["pid"]
        self.same(f"{name}: events of a process", sum(e["pid"] == pid for e in events),
                  self.json("io", trace, "--process", pid)["events"])
        clipped = [(e["ts"], min(e["ts"] + e["dur"], zero + end)) for e in events if e["cat"] == "POSIX"]
        clipped = [(max(b, zero + begin), e) for b, e in clipped if e > zero + begin]
        self.same(f"{name}: time in a window", count_io.measure([(b, e) for b, e in clipped if b < e]),
                  found["overlap"][0]["io_ns"])

    def approximate(self, name, trace, files):
        """Interval by interval the time of the busiest thread."""
        events = [r for records in files for r in records if r["ph"] in ("X", 1)]
        zero = min(event["ts"] for event in events)
        times = collections.Counter()
        for e in events:
            layer = count_io.LAYERS.get(e["cat"])
            times[(e["ts"] - zero) // INTERVAL, layer, e["pid"], e["tid"]] += e["dur"]
        longest = collections.Counter()
        for (interval, layer, *_), time in times.items():
            longest[interval, layer] = max(longest[interval, layer], time)
        sums = {layer: sum(t for (_, of), t in longest.items() if of == layer) for layer in ("io", "compute")}
        both = sum(min(t, longest[i, "compute"]) for (i, layer), t in list(longest.items()) if layer == "io")
        found = self.json("io", trace, "--approximate", "--interval", f"{INTERVAL}ns")["overlap"][0]
        self.same(f"{name}: approximate", (sums["io"], sums["compute"], both),
                  (found["io_ns"], found["compute_ns"], found["both_ns"]))

    def count(self, name, trace, files):
        phases, categories = collections.Counter(), collections.defaultdict(collections.Counter)
        words = {"X": "complete", 1: "complete", "M": "metadata", 4: "metadata"}
        for record in (record for records in files for record in records):
            phases[words[record["ph"]]] += 1
            categories[record["cat"]][words[record["ph"]]] += 1
        found = self.json("count", trace)
        self.same(f"{name}: phases", dict(phases), found["phases"])
        self.same(f"{name}: categories", {k: dict(v) for k, v in categories.items()}, found["categories"])

    def merge_and_split(self, name, trace, paths):
        original = [line for path in paths for line in lines_of(path)]
        whole = self.workdir / f"{name}-whole.pfw.gz"
        self.run("merge", whole, trace)
        self.same(f"{name}: merged", original, lines_of(whole))
        size = sum(map(len, original))
        for option, value in (("--size", size / 3 / 1e6), ("--time", self.span(original) / 4)):
            pieces = self.workdir / f"{name}{option}"
            self.run("split", trace, pieces, option, f"{value:.9f}")
            found = sorted(pieces.iterdir())
            self.same(f"{name}: pieces of {option}", True, 2 <= len(found) <= 5)
            for piece in found:
                self.complete(f"{name}: {piece.name} of {option}", piece, original)
            again = self.workdir / f"{name}{option}.pfw"
            self.run("merge", again, pieces)
            merged = lines_of(again)
            self.same(f"{name}: lines after {option}", set(original), set(merged))
            self.same(f"{name}: events after {option}", self.events(original), self.events(merged))

    @staticmethod
    def span(lines):
        records = [json.loads(line) for line in lines]
        times = [int(record["ts"]) for record in records if "ts" in record]
        nanoseconds = any(record["name"] == "CM" and record["args"].get("value") == "NS" for record in records)
        return (max(times) - min(times) + 1) / (1e9 if nanoseconds else 1e6)

    @staticmethod
    def events(lines):
        return collections.Counter(line for line in lines if '"ts":' in line)

    def complete(self, what, piece, original):
        """What the events of a piece refer to is defined in it, unless it is not defined anywhere."""
        def defined(lines):
            return {str(r["args"]["value"]) for r in map(json.loads, lines) if r["name"] in ("HH", "FH", "SH")}
        lines = lines_of(piece)
        used = {str(value) for line in lines for key, value in json.loads(line).get("args", {}).items()
                if key.endswith("hash")}
        self.same(f"{what}: missing definitions", set(), used & defined(original) - defined(lines))

    def compact(self, name, trace, paths):
        lines = [line for path in paths for line in lines_of(path)]
        twice = self.workdir / f"{name}-twice.pfw"
        twice.write_text("".join(line + "\n" for line in lines + lines), encoding="utf-8", errors="surrogateescape")
        out = self.workdir / f"{name}-compact.pfw.gz"
        self.run("compact", twice, out, "--identical")
        found = lines_of(out)
        self.same(f"{name}: events of a compact trace", set(self.events(lines)), set(self.events(found)))
        self.same(f"{name}: no line twice", len(set(found)), len(found))

        def said(lines):
            records = [r for r in map(json.loads, lines) if r["name"] in ("HH", "FH", "SH")]
            return [(r["name"], r["pid"] if len(str(r["args"]["value"])) <= 5 else 0, r["args"]["value"],
                     r["args"]["name"]) for r in records]
        self.same(f"{name}: what is defined", set(said(lines)), set(said(found)))
        self.same(f"{name}: defined once", len(set(said(found))), len(said(found)))

    def anonymise(self, name, trace, paths, secrets):
        out = self.workdir / f"{name}-anonymous.pfw"
        self.run("anonymise", trace, out)
        old = [json.loads(line) for path in paths for line in lines_of(path)]
        lines = lines_of(out)
        text = "\n".join(lines)
        self.same(f"{name}: secrets", [], [secret for secret in secrets if secret in text])
        new = [json.loads(line) for line in lines]
        self.same(f"{name}: records", len(old), len(new))
        hashes = {}
        for before, after in zip(old, new):
            self.shape(name, before, after, hashes)
        for record in new:
            if record["name"] in ("HH", "FH", "SH") and len(str(record["args"]["value"])) > 5:
                dialect = 2 if isinstance(record["args"]["value"], str) else 1
                self.same(f"{name}: hash of a new name", make_trace.hash_of(record["args"]["name"], dialect),
                          record["args"]["value"])
        if all(len(str(value)) > 5 for value in hashes):
            self.same(f"{name}: hashes stay apart", len(set(hashes.values())), len(hashes))
        before, after = (self.json("io", of) for of in (trace, out))
        for table in ("category", "call", "size", "time"):
            self.same(f"{name}: {table} of the anonymous trace", before[table], after[table])

    def addresses(self):
        """Hosts may be called by their addresses, and files by numbers."""
        trace, out = self.workdir / "addresses.pfw", self.workdir / "addresses-anonymous.pfw"
        event = {"id": 1, "name": "read", "cat": "POSIX", "pid": 1, "tid": 1, "ts": 5, "dur": 1, "ph": "X"}
        records = [{**event, "args": {"hostname": "10.20.30.40", "fname": "20240501", "peer": "10.20.30.41",
                                      "share": "0.25", "epoch": "-3", "list": ["10.20.30.42", "7"]}}]
        for kind, name in (("thread_name", "of 10.20.30.43"), ("process_name", "Rank 0 on 10.20.30.44"),
                           ("process_name", "Rank 3"), ("PR", "rank")):
            value = "on 10.20.30.45" if kind == "PR" else kind
            records.append({"id": 2, "name": kind, "cat": "dftracer", "pid": 1, "tid": 1, "ph": "M",
                            "args": {"name": name, "value": value}})
        trace.write_text("".join(json.dumps(record) + "\n" for record in records))
        self.run("anonymise", trace, out)
        arguments = json.loads(lines_of(out)[0])["args"]
        told = [json.loads(line)["args"] for line in lines_of(out)[1:]]
        self.same("addresses: what is said of threads and ranks", ("thread_name", "process_name", "Rank 3", "rank"),
                  (told[0]["value"], told[1]["value"], told[2]["name"], told[3]["name"]))
        self.same("addresses: what is kept", ("0.25", "-3", "7"),
                  (arguments["share"], arguments["epoch"], arguments["list"][1]))
        text = out.read_text()
        self.same("addresses: secrets", [], [word for word in ("10.20.30", "20240501") if word in text])

    def escapes(self):
        """Categories are what they mean, however they are written."""
        trace = self.workdir / "escapes.pfw"
        event = '{"name":"n","cat":"%s","pid":1,"tid":1,"ts":5,"dur":1,"ph":"X"}\n'
        trace.write_text("".join(event % written for written in (r'c\"d\u00e9', r'c\"d\u00E9', "plain")))
        self.same("escapes: count", {'c"d\u00e9': {"complete": 2}, "plain": {"complete": 1}},
                  self.json("count", trace)["categories"])

    def shape(self, name, before, after, hashes):
        def outer(record):
            return {key: value for key, value in record.items() if key != "args"}
        old_args, new_args = before.get("args", {}), after.get("args", {})
        if outer(before) != outer(after) or list(old_args) != list(new_args):
            self.failures.append(f"{name}: another shape: {before} became {after}")
        for key, value in old_args.items():
            is_hash = key.endswith("hash") or (key == "value" and before["name"] in ("HH", "FH", "SH"))
            if is_hash:
                self.same(f"{name}: one new hash for {value}", hashes.setdefault(value, new_args[key]), new_args[key])
            elif not isinstance(value, str) and value != new_args[key]:
                self.failures.append(f"{name}: {key} was {value} and is {new_args[key]}")


def made_traces(workdir):
    for dialect in (1, 2):
        directory = workdir / f"dialect-{dialect}"
        directory.mkdir()
        for number in range(2):
            text = make_trace.trace(dialect, 3, 12, seed=10 * dialect + number)
            path = directory / f"part-{number}.pfw.gz"
            with gzip.open(path, "wt", encoding="utf-8") as file:
                file.write(text.replace('"pid":4', f'"pid":{4 + number}').replace('"tid":4', f'"tid":{4 + number}'))
        secrets = [make_trace.USER, *make_trace.HOSTS, "lustre", "part-1", "größe", "train.py", "results", "logs"]
        yield f"dialect-{dialect}", directory, sorted(directory.iterdir()), secrets


def told_names(paths):
    """Hosts, and parts of paths that are long enough to be told from other words and numbers."""
    records = [json.loads(line) for path in paths for line in lines_of(path)]
    names = {r["args"]["name"] for r in records if r["name"] in ("HH", "FH")}
    words = {word for r in records for word in (r["name"], r["cat"], *r.get("args", {}))}
    parts = {part for name in names for part in name.split("/") if len(part) >= 6 and not part.isdigit()}
    return sorted(parts - words)


def real_traces(data):
    for pattern in ("test.pfw.gz", "cm1-*-353778[01]-*"):
        if paths := sorted(data.glob(pattern)):
            yield pattern.replace("*", "").replace("[01]", ""), data / pattern, paths, told_names(paths)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, help="real traces, used where they are at hand")
    options = parser.parse_args()
    shutil.rmtree(options.workdir, ignore_errors=True)
    options.workdir.mkdir(parents=True)
    tester = Tester(options.weft, options.workdir)
    tester.memory()  # first: what we need ourselves would count as that of those we start
    traces = list(made_traces(options.workdir))
    real = list(real_traces(options.data)) if options.data else []
    for name, trace, paths, secrets in traces + real:
        made_here = name.startswith("dialect-")
        files = count_io.load(paths)
        tester.io(name, trace, files)
        tester.window(name, trace, files)
        tester.approximate(name, trace, files)
        tester.count(name, trace, files)
        if made_here:
            tester.through_model(name, trace)
        tester.merge_and_split(name, trace, paths)
        tester.compact(name, trace, paths)
        tester.anonymise(name, trace, paths, secrets)
        if made := re.search(r"dialect-(\d)", name):
            tester.folded(name, files, int(made[1]))
        if published := PUBLISHED.get(name):
            found = [(row["category"], row["events"], round(row["time_ns"] / 1e9, 3), row["bytes"])
                     for row in tester.json("io", trace)["category"]]
            tester.same(f"{name}: published", [published], found)
    tester.copies()
    tester.budget()
    tester.halves()
    tester.addresses()
    tester.escapes()
    for failure in tester.failures[:40]:
        print("FAIL", failure)
    print(f"{tester.passed} passed, {len(tester.failures)} failed; {len(real)} real traces")
    return 1 if tester.failures else 0


if __name__ == "__main__":
    sys.exit(main())
