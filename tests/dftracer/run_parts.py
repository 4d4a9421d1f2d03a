#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Parts of DFTracer traces by time and category: the same with an index, without one, and filtered in Python; and indexes
that must not be used."""
import argparse
import collections
import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

import make_trace
from lines import lines_of

PHASES = {"X": "complete", 1: "complete", "M": "metadata", 4: "metadata"}
MEMBER_BYTES = 150_000


class Parts:
    def __init__(self, weft, workdir):
        self.weft, self.workdir = weft, workdir
        self.passed, self.failures = 0, []

    def run(self, *arguments, complains=False):
        done = subprocess.run([self.weft, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                              errors="surrogateescape")
        words = " ".join(map(str, arguments))
        self.same(f"exit code of {words} ({done.stderr})", 0, done.returncode)
        self.same(f"complaint of {words} ({done.stderr})", complains, "without the index" in done.stderr)
        return done.stdout

    def same(self, what, expected, found):
        if expected == found:
            self.passed += 1
        else:
            self.failures.append(f"{what}: expected {str(expected)[:300]}, found {str(found)[:300]}")

    def answers(self, trace, options, complains=False):
        """What verbs say of a part, but for how much they read."""
        copy = self.workdir / "copy.pfw"
        copy.unlink(missing_ok=True)
        self.run("convert", trace, copy, *options, "--to", "dftracer", complains=complains)
        count = json.loads(self.run("count", trace, *options, "--json", complains=complains))
        read = count.pop("bytes_read")
        others = [self.run(*verb, trace, *options, complains=complains) for verb in (
            ["stats", "--json", "--top", "0"], ["print", "--json", "--events"], ["print", "--definitions"],
            ["io", "--json"])]
        return read, {"count": count, "copy": sorted(lines_of(copy)), "others": others}

    def part(self, name, trace, lines, options, wants):
        """The same whoever looks."""
        kept = [line for line, record in lines if record["ph"] in ("M", 4) or wants(record)]
        phases, categories = collections.Counter(), collections.defaultdict(collections.Counter)
        for record in map(json.loads, kept):
            phases[PHASES[record["ph"]]] += 1
            categories[record["cat"]][PHASES[record["ph"]]] += 1
        _, without = self.answers(trace, options)
        self.same(f"{name}: phases", dict(phases), without["count"]["phases"])
        self.same(f"{name}: categories", {k: dict(v) for k, v in categories.items()}, without["count"]["categories"])
        if json.loads(kept[0])["ph"] == "M":  # the copy is in this dialect
            self.same(f"{name}: lines", sorted(kept), without["copy"])
        return without

    def trace(self, name, dialect, is_compressed, level):
        folder = self.workdir / name
        folder.mkdir()
        paths = []
        for number in range(2):
            text = make_trace.trace(dialect, 1, 500, 10 * dialect + number).encode()
            path = folder / f"part-{number}.pfw{'.gz' if is_compressed else ''}"
            if is_compressed:
                text_lines = text.splitlines(keepends=True)
                members, size = [[]], 0
                for line in text_lines:
                    if size > MEMBER_BYTES:
                        members.append([])
                        size = 0
                    members[-1].append(line)
                    size += len(line)
                path.write_bytes(b"".join(gzip.compress(b"".join(member), level) for member in members))
            else:
                path.write_bytes(text)
            paths.append(path)
        return folder, paths

    def one_trace(self, name, dialect, is_compressed, level):
        trace, paths = self.trace(name, dialect, is_compressed, level)
        unit = 1 if dialect == 2 else 1000
        lines = [(line, json.loads(line)) for path in paths for line in lines_of(path)]
        events = [record for _, record in lines if "ts" in record]
        zero = min(event["ts"] for event in events) * unit
        last = max(event["ts"] for event in events) * unit
        begin, end = (last - zero) // 3, (last - zero) // 3 + 5_000_000

        def overlaps(record):
            return record["ts"] * unit <= zero + end and (record["ts"] + record["dur"]) * unit >= zero + begin

        parts = {
            "time": (["--time", f"{begin}ns", f"{end}ns"], overlaps),
            "ticks": (["--time", zero + begin, zero + end], overlaps),
            "category": (["--category", "reader", "--category", "compute"],
                         lambda record: record["cat"] in ("reader", "compute")),
            "both": (["--time", f"{begin}ns", f"{end}ns", "--category", "POSIX"],
                     lambda record: record["cat"] == "POSIX" and overlaps(record)),
            "nothing": (["--category", "nothing"], lambda record: False),
        }
        # Ticks are no words of weft io.
        without = {key: self.part(f"{name} {key}", trace, lines, options, wants)
                   for key, (options, wants) in parts.items() if key != "ticks"}
        size = sum(path.stat().st_size for path in paths)
        made = [json.loads(line) for line in self.run("index", trace, "--json").splitlines()]
        self.same(f"{name}: indexes", [str(path) + ".weftindex" for path in paths], [each["index"] for each in made])
        several = not is_compressed or level == 0
        self.same(f"{name}: parts of indexes", True, all(each["parts"] >= (2 if several else 1) for each in made))
        self.small(name, made)
        for key, found in without.items():
            read, again = self.answers(trace, parts[key][0])
            self.same(f"{name} {key}: with an index", found, again)
            if key == "nothing":
                self.same(f"{name} {key}: bytes read", 0, read)
            elif "--time" in parts[key][0] and several:
                self.same(f"{name} {key}: less is read", True, 0 < read < 0.7 * size)
        self.named_otherwise(name, trace, paths)
        ticks = json.loads(self.run("count", trace, *parts["ticks"][0], "--json"))
        ticks.pop("bytes_read")
        self.same(f"{name}: ticks", without["time"]["count"], ticks)
        self.unusable(name, trace, paths, parts["both"][0], without["both"])

    def named_otherwise(self, name, trace, paths):
        """The same trace as a pattern and as what the shell makes of it, with what others left beside it."""
        for ending in (".zindex", ".idx"):
            (trace / f"part-0{ending}").write_bytes(b"an index of somebody else")
        everything = sorted(trace.iterdir())
        self.same(f"{name}: files beside the trace", len(paths) + 4, len(everything))
        for verb in (["count", "--json"], ["stats", "--json"], ["print", "--json"], ["io", "--json"]):
            def said(*names):
                text = self.run(*verb, *names)
                return {**json.loads(text), "trace": ""} if verb[0] == "io" else text
            expected = said(trace)
            for how, names in {"pattern": [trace / "*"], "files": paths, "everything": everything}.items():
                self.same(f"{name}: {verb[0]} of {how}", expected, said(*names))
        for names in ([trace / "*"], everything):
            made = self.run("index", *names, "--json").splitlines()
            self.same(f"{name}: index of {len(names)}", list(map(str, paths)),
                      [json.loads(line)["index"].removesuffix(".weftindex") for line in made])

    def one_member(self, level, tenths):
        """Files that are one gzip member, as most recorders write them, are entered within it."""
        name = f"one member, level {level}"
        path = self.workdir / f"one-member-{level}.pfw.gz"
        text = make_trace.trace(1, 1, 3600, 5).encode()
        path.write_bytes(gzip.compress(text, level))
        lines = [(line, json.loads(line)) for line in lines_of(path)]
        times = [record["ts"] * 1000 for _, record in lines if "ts" in record]
        zero, length = min(times), max(times) - min(times)
        whole = self.run("count", path, "--json")
        windows = [(length * tenth // 10, length * tenth // 10 + length // 100) for tenth in tenths]
        asked = [["--time", f"{begin}ns", f"{end}ns"] for begin, end in windows]
        without = [self.answers(path, options)[1] for options in asked]
        made = json.loads(self.run("index", path, "--json"))
        size = path.stat().st_size
        self.same(f"{name}: a small index of several parts", True,
                  made["parts"] > 3 and 0 < made["bytes"] <= size // 100)
        for (begin, end), options, expected in zip(windows, asked, without):
            read, found = self.answers(path, options)
            self.same(f"{name} {options}: less is read", True, 0 < read < 0.3 * size)
            self.same(f"{name} {options}: with an index", expected, found)
            kept = [line for line, record in lines if record["ph"] == "M" or (
                record["ts"] * 1000 <= zero + end and (record["ts"] + record["dur"]) * 1000 >= zero + begin)]
            self.same(f"{name} {options}: lines", sorted(kept), found["copy"])
            one, many = (self.run("io", path, *options, "--json", "-j", threads) for threads in (1, 5))
            self.same(f"{name} {options}: one thread and five", one, many)
        # All parts but the first, each from its place on to where the next one begins.
        options = ["--time", f"{windows[-1][0]}ns", f"{length}ns"]
        found = self.answers(path, options)[1]
        pathlib.Path(str(path) + ".weftindex").rename(self.workdir / "aside")
        self.same(f"{name}: all behind a place", self.answers(path, options)[1], found)
        self.same(f"{name}: all of it", whole, self.run("count", path, "--json"))
        (self.workdir / "aside").rename(str(path) + ".weftindex")
        self.damaged_index(name, path, asked[0], without[0])

    def damaged_index(self, name, path, options, expected):
        """Prefixes, and bits that are wrong."""
        index = pathlib.Path(str(path) + ".weftindex")
        good = index.read_bytes()
        for at in range(0, len(good), len(good) // 8):
            for what, bad in (("cut", good[:at]), ("flipped", good[:at] + bytes([good[at] ^ 16]) + good[at + 1:])):
                index.write_bytes(bad)
                found = json.loads(self.run("count", path, *options, "--json", complains=True))
                self.same(f"{name}: index {what} at {at}: all is read", path.stat().st_size, found.pop("bytes_read"))
                self.same(f"{name}: index {what} at {at}", expected["count"], found)
        index.write_bytes(good)

    def unusable(self, name, trace, paths, options, expected):
        """Whatever is wrong with an index, it is told and not used."""
        index = pathlib.Path(str(paths[1]) + ".weftindex")
        good = index.read_bytes()
        middle = len(good) // 2
        bad = {"empty": b"", "cut": good[:middle], "long": good + b"x", "text": b"not an index at all, but a text\n"}
        for at in (0, 8, 12, 20, 30, middle, len(good) - 1):
            bad[f"flipped at {at}"] = good[:at] + bytes([good[at] ^ 4]) + good[at + 1:]
        whole = json.loads(self.run("count", trace, *options, "--json"))
        for what, content in bad.items():
            index.write_bytes(content)
            found = json.loads(self.run("count", trace, *options, "--json", complains=True))
            self.same(f"{name}: index {what}: more is read", True, found.pop("bytes_read") >= whole["bytes_read"])
            self.same(f"{name}: index {what}", expected["count"], found)
        index.write_bytes(good)
        # A trace that grew.
        line = lines_of(paths[1])[-1]
        more = line.encode() + b"\n"
        with open(paths[1], "ab") as file:
            file.write(gzip.compress(more) if paths[1].name.endswith(".gz") else more)
        self.run("count", trace, *options, "--json", complains=True)
        grown = self.answers(trace, options, complains=True)[1]
        index.unlink()
        self.same(f"{name}: a trace that grew", self.answers(trace, options)[1], grown)
        self.run("index", paths[1])
        self.same(f"{name}: its new index", grown, self.answers(trace, options)[1])


    def small(self, name, made):
        """An index is never larger than a hundredth of its file."""
        for each in made:
            bytes_there = pathlib.Path(each["index"]).stat().st_size
            self.same(f"{name}: size of the index", bytes_there, each["bytes"])
            self.same(f"{name}: {bytes_there} of {each['trace_bytes']} bytes", True, bytes_there <= each["trace_bytes"] // 100)

    def late_category(self):
        """Of a category that begins late, only the end of the file is read. What the beginning of the file says of all
        records holds there, too: the oldest recorders added process ids to thread ids."""
        path = self.workdir / "late.pfw"
        event = {"cat": "POSIX", "pid": 7, "tid": 1007, "dur": 5, "ph": "X"}
        host = {"hostname": "node1"}
        with path.open("w") as file:
            for number in range(40_000):
                late = {"cat": "late"} if number > 37_000 and number % 10 == 0 else {"args": host | {"ret": number}}
                file.write(json.dumps({"id": number, "name": "read", "ts": 1000 + 10 * number, **event, **late}) + "\n")
        options = ["--category", "late"]
        without = self.answers(path, options)[1]
        self.same("late: process", ["7 on node1"],
                  [row["process"] for row in json.loads(without["others"][3])["process"]])
        self.same("late: thread", True, '"thread 1000"' in without["others"][2])
        self.run("index", path)
        read, found = self.answers(path, options)
        self.same("late: with an index", without, found)
        size = path.stat().st_size
        self.same(f"late: {read} of {size} bytes are read", True, 0 < read < 0.3 * size)
        # What is not read may be anything: the index cannot know.
        times = path.stat()
        with path.open("r+b") as file:
            file.seek(size // 4)
            file.write(b"#" * (size // 4))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        self.same("late: with an index of another text", without, self.answers(path, options)[1])

    def much_metadata(self):
        """Metadata that would make an index too large is read where it stands; all else is left out as ever."""
        chance = random.Random(5)
        lines = list(make_trace.trace(1, 1, 500, 77).splitlines(keepends=True))
        hashes = [f'{{"id":{n},"name":"FH","cat":"dftracer","pid":0,"tid":0,"ph":"M","args":{{"name":"/data/{n}",'
                  f'"value":"{chance.getrandbits(128):x}"}}}}\n' for n in range(4000)]
        middle = len(lines) // 2
        path = self.workdir / "crowded.pfw"
        path.write_text("".join([*lines[:1], *hashes[2:], *lines[1:middle], *hashes[:2], *lines[middle:]]))
        times = sorted(event["ts"] for event in map(json.loads, lines_of(path)) if "ts" in event)
        zero, end = times[0] * 1000, times[-1] * 1000
        for begin in (zero + (end - zero) * 9 // 10, zero + (end - zero) // 3):
            options = ["--time", begin, begin + (end - zero) // 50]
            verbs = ["--time", f"{begin - zero}ns", f"{options[2] - zero}ns"]
            index = pathlib.Path(f"{path}.weftindex")
            index.unlink(missing_ok=True)
            without = self.answers(path, verbs)[1]
            made = json.loads(self.run("index", path, "--json"))
            self.small("much metadata", [made])
            self.same("much metadata: parts", True, made["parts"] > 2 and 0 < made["metadata"] < 1000)
            read, again = self.answers(path, verbs)
            self.same("much metadata: with an index", without, again)
            self.same(f"much metadata: {read} bytes are read", True, 0 < read < 0.8 * path.stat().st_size)

    def too_small(self):
        """A file for which even the smallest index is too large has none, nor keeps one of before."""
        path = self.workdir / "small.pfw"
        path.write_text("".join(make_trace.trace(1, 1, 500, 78).splitlines(keepends=True)[:20]))
        index = pathlib.Path(f"{path}.weftindex")
        index.write_text("of before")
        done = subprocess.run([self.weft, "index", path, "--json"], capture_output=True, text=True, timeout=60)
        self.same(f"too small: {done.stderr}", (0, "", True, False),
                  (done.returncode, done.stdout, "larger than 1% of it" in done.stderr, index.exists()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    options = parser.parse_args()
    shutil.rmtree(options.workdir, ignore_errors=True)
    options.workdir.mkdir(parents=True)
    parts = Parts(options.weft, options.workdir)
    parts.one_trace("text", 1, False, 0)
    parts.one_trace("stored", 2, True, 0)
    parts.one_trace("gzip", 1, True, 6)
    parts.one_member(6, (0, 7))
    parts.one_member(1, (4,))
    parts.late_category()
    parts.much_metadata()
    parts.too_small()
    for failure in parts.failures:
        print(failure, file=sys.stderr)
    print(f"{parts.passed} passed, {len(parts.failures)} failed")
    return 1 if parts.failures else 0


if __name__ == "__main__":
    sys.exit(main())
