#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures Weft with the reference beside it and prints a table: one row a question, with the ratio of the two.

Both sides of a row run alternately, on traces that are in the page cache; the best run counts. Sides that did not do
the same work (other events, other checksum, other bytes) make the row an error, whatever their times. Exits with 1 if a
row is an error; a goal that is missed is shown, but is no error: the machine may be busy.
"""
import argparse
import filecmp
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import adios
import dftracer
import otf
import python
import python_otf2
import recording
import sql
from rows import BenchError, Outcome, Question, Row, Side, Work

HERE = pathlib.Path(__file__).resolve().parent


def run(command, **options):
    return subprocess.run([str(word) for word in command], text=True, errors="replace", **options)


class Bench:
    def __init__(self, build, events, runs):
        self.bin = build / "bin"
        self.programs = self.bin / "bench"
        self.room = build / "bench"
        self.events = events
        self.runs = runs
        if not (self.programs / "launch").exists():
            sys.exit(f"run.py: {self.programs} holds no benchmarks; configure with -DWEFT_BUILD_BENCH=ON and build")

    def trace(self, events, locations, *options):
        """An OTF2 trace of this shape and what a reader must find in it."""
        folder = self.kept(["make_trace.cpp", "workload.h"], "-".join([str(events), str(locations), *options]),
                           lambda folder: [self.programs / "make_trace", folder / "trace.otf2", events, locations,
                                           *options])
        return folder / "trace.otf2", tuple(json.loads((folder / "made.json").read_text()))

    def kept(self, sources, shape, command):
        """The folder of a trace, made once by a measured program and kept until its recipe changes."""
        recipe = hashlib.sha256()
        for source in sources:
            recipe.update((HERE / source).read_bytes())
        folder = self.room / "traces" / f"{shape}-{recipe.hexdigest()[:12]}"
        if not (folder / "made.json").exists():
            for stale in (self.room / "traces").glob(f"{shape}-{'?' * 12}"):
                shutil.rmtree(stale)
            print(f"making the trace {shape}", file=sys.stderr)
            folder.mkdir(parents=True, exist_ok=True)
            made = run(command(folder), stdout=subprocess.PIPE, check=True).stdout.split()
            (folder / "made.json").write_text(json.dumps([int(made[0]), int(made[2])]))
        for file in folder.rglob("*"):  # into the page cache, anew: pages that came one by one are slower to read
            if file.is_file():
                with open(file, "rb") as stream:
                    os.fsync(stream.fileno())
                    os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                    while stream.read(1 << 20):
                        pass
        return folder

    # --- running ---------------------------------------------------------------------------------------------------

    def measure(self, side):
        """Runs a side once."""
        environment = {**os.environ, "LD_LIBRARY_PATH": str(side.library)} if side.library else None
        done = run([self.programs / "launch", *side.command()], stderr=subprocess.PIPE, env=environment,
                   stdout=subprocess.PIPE if side.measured else subprocess.DEVNULL)
        *complaints, report = done.stderr.splitlines() or [""]
        if done.returncode != 0:
            raise BenchError(f"{side.label}: exit code {done.returncode}: {' '.join(complaints) or 'no message'}")
        elapsed, used, memory_kib = map(int, report.split())
        outcome = Outcome(elapsed / 1e9, max(0, 1 - used / elapsed), memory_kib)
        if side.measured:
            events, nanoseconds, checksum = map(int, done.stdout.split())
            outcome.seconds = nanoseconds / 1e9
            outcome.work = None if side.is_limit else (events, checksum)
        elif not side.outcomes:
            outcome.work = side.verify()
        return outcome

    def answer(self, question, wanted):
        """The results of the wanted rows of a question."""
        rows = [row for row in question.rows if wanted(row)]
        if not rows:
            return []
        work = question.prepare()
        needed = {key for row in rows for key in (row.ours, row.beside)}
        sides = [side for key, side in work.sides.items() if key in needed]
        for _ in range(self.runs):
            for side in sides:
                self.run_side(side)
        self.compare_work(work, sides)
        try:
            note = work.finish()
        except (BenchError, OSError) as error:
            return [{"row": row.name, "error": str(error)} for row in rows]
        return [self.row_result(work, row, note) for row in rows]

    def run_side(self, side):
        if side.error:
            return
        try:
            side.outcomes.append(self.measure(side))
        except BenchError as error:
            side.error = str(error)

    @staticmethod
    def compare_work(work, sides):
        expected = work.expected
        for side in sides:
            for outcome in side.outcomes:
                if outcome.work is None:
                    continue
                expected = expected or outcome.work
                if outcome.work != expected and not side.error:
                    side.error = f"{side.label}: did other work: {outcome.work}, expected {expected}"

    @staticmethod
    def row_result(work, row, note):
        ours, beside = work.sides[row.ours], work.sides[row.beside]
        result = {"row": row.name, "weft": ours.label, "beside": beside.label, "goal": row.goal, "events": work.events,
                  "text_bytes": work.text_bytes}
        errors = [side.error for side in (ours, beside) if side.error]
        if errors:
            return result | {"error": "; ".join(errors)}
        for prefix, side in (("", ours), ("beside_", beside)):
            result[prefix + "seconds"] = side.best().seconds
            result[prefix + "waited"] = round(side.best().waited, 3)
            result[prefix + "memory_kib"] = max(outcome.memory_kib for outcome in side.outcomes)
        result["ratio"] = beside.best().seconds / ours.best().seconds
        nanoseconds = result["seconds"] * 1e9 / work.events
        megabytes_used = result["memory_kib"] / 1024
        limits = [(row.goal, f"{row.goal or 0:.3g}x", result["ratio"] >= (row.goal or 0)),
                  (row.most_nanoseconds, f"<{row.most_nanoseconds} ns", nanoseconds <= (row.most_nanoseconds or 0)),
                  (row.most_megabytes, f"<{row.most_megabytes} MB", megabytes_used <= (row.most_megabytes or 0))]
        result["goals"] = [(text, met) for limit, text, met in limits if limit]
        if row.most_nanoseconds:
            note = f"{nanoseconds:.1f} ns an event  {note}".rstrip()
        result["note"] = note
        return result

    # --- the questions ---------------------------------------------------------------------------------------------

    def questions(self):
        locations = {1: "1 location", 2: "2 locations", 200: "200 locations"}
        for n, name in locations.items():
            yield Question([
                Row(f"decode {name}, 1 thread", "one", "reference", 6),
                Row(f"decode {name}, 2 threads", "two", "reference"),
                Row(f"decode {name}, 2 threads / 1", "two", "one", 1.7),
            ], lambda n=n: self.decode(n))
        yield Question([
            Row("decode 2 locations, mapped and corrected", "one", "reference"),
        ], self.decode_adjusted)
        for n, name in locations.items():
            yield Question([
                Row(f"merge {name}", "ours", "reference", 5 if n == 200 else None),
            ], lambda n=n: self.merge(n))
        yield Question([
            Row("stats 2 locations, 1 thread", "one", "reference", 3),
            Row("stats 2 locations, 2 threads / 1", "two", "one", 1.7),
        ], self.stats)
        yield Question([
            Row("print 2 locations, text", "text", "reference", 5),
            Row("print 2 locations, JSON", "json", "reference"),
        ], self.print)
        yield Question([Row("write 1 location", "ours", "reference")], self.write)
        for n, name in locations.items():
            yield Question([
                Row(f"OTF2_EvtReader {name}", "ours", "reference", 3),
            ], lambda n=n: self.read_drop_in(n, "reference_decode"))
        for n, name in locations.items():
            yield Question([
                Row(f"OTF2_GlobalEvtReader {name}", "ours", "reference", {1: None, 2: 2, 200: 4}[n]),
            ], lambda n=n: self.read_drop_in(n, "reference_merge"))
        for kind, name in {"enter": "Enter/Leave", "send": "MpiSend", "metric": "Metric",
                           "attributes": "attributes"}.items():
            for threads in (1, 2, 8):
                for clock, goal in {"thread": 1 / 0.5, "total": 1 / 0.6}.items():
                    yield Question([
                        Row(f"OTF2_EvtWriter {name}, {threads} thread{'s' * (threads > 1)}, {clock}", "ours",
                            "reference", goal),
                    ], lambda k=kind, t=threads, c=clock: self.record_drop_in(k, t, c))
        yield Question([
            Row("convert 2 locations, 1 thread", "ours", "decode", 0.6, most_megabytes=300),
            Row("convert 2 locations, 2 threads / 1", "two", "ours"),
        ], self.convert)
        for name, ending, nanoseconds in (("Perfetto", ".pftrace", 60), ("BP", ".bp", None), ("LiTL", ".litl", None)):
            # Much less than what the trace has: memory does not grow with it.
            yield Question([
                Row(f"convert to {name}, 1 thread", "ours", "decode", most_nanoseconds=nanoseconds, most_megabytes=100),
                Row(f"convert to {name}, 2 threads / 1", "two", "ours"),
            ], lambda e=ending: self.export(e))
        yield from sql.questions(self)
        yield from otf.questions(self)
        yield from dftracer.questions(self)
        yield from adios.questions(self)
        yield from python.questions(self)
        yield from python_otf2.questions(self)

    def program(self, label, name, *arguments):
        return Side(label, lambda: [self.programs / name, *arguments])

    def decode(self, locations):
        trace, made = self.trace(self.events, locations)
        return Work(made[0], {
            "one": self.program("Weft, 1 thread", "decode", trace, 1),
            "two": self.program("Weft, 2 threads", "decode", trace, 2),
            "reference": self.program("local reader", "reference_decode", trace),
        }, made)

    def decode_adjusted(self):
        trace, made = self.trace(self.events, 2, "adjusted")
        return Work(made[0], {
            "one": self.program("Weft, 1 thread", "decode", trace, 1),
            "reference": self.program("local reader", "reference_decode", trace),
        })

    def merge(self, locations):
        trace, made = self.trace(self.events, locations)
        return Work(made[0], {
            "ours": self.program("Weft, merged", "merge", trace),
            "reference": self.program("global reader", "reference_merge", trace),
        })

    def drop_in(self, command, expected=None, events=None, finish=lambda: "", reference="libotf2"):
        """The same program on our library and on the reference's."""
        return Work(events, {
            "ours": Side("Weft's library", command, library=self.bin.parent / "lib"),
            "reference": Side(reference, command),
        }, expected, finish)

    def read_drop_in(self, locations, program):
        trace, made = self.trace(self.events, locations)
        return self.drop_in(lambda: [self.programs / program, trace], events=made[0])

    def record_drop_in(self, kind, threads, clock):
        room = self.room / "recorded"
        events = max(self.events // 5, 1000) // 8 * 8

        def command():
            shutil.rmtree(room, ignore_errors=True)
            room.mkdir(parents=True)
            return [self.programs / "record", room, kind, threads, events, clock]

        def finish():
            shutil.rmtree(room)
            return ""

        return self.drop_in(command, events=events, finish=finish)

    def stats(self):
        trace, made = self.trace(self.events, 2)

        def side(threads):
            return Side(f"weft stats, {threads} thread{'s' * (threads > 1)}",
                        lambda: [self.bin / "weft", "stats", trace, "--threads", threads], measured=False)

        return Work(made[0], {"one": side(1), "two": side(2),
                              "reference": self.program("local reader", "reference_decode", trace)}, made)

    def print(self):
        trace, made = self.trace(max(self.events // 20, 2000), 2)
        weft = [self.bin / "weft", "print", trace, "--events"]
        theirs = [shutil.which("otf2-print") or "otf2-print", trace]

        def side(label, command, pattern):
            return Side(label, lambda: command, measured=False, verify=lambda: printed_work(command, pattern))

        return Work(made[0], {
            "text": side("weft print", weft, r" *(?P<time>\d+) +(?P<location>\d+)  (?P<kind>\w+) .*<(?P<region>\d+)>"),
            "json": side("weft print --json", [*weft, "--json"],
                         r'{"record":"(?P<kind>\w+)","location":(?P<location>\d+),"time":(?P<time>\d+),'
                         r'"region":(?P<region>\d+)'),
            "reference": side("otf2-print", theirs,
                              r"(?P<kind>\w+) +(?P<location>\d+) +(?P<time>\d+) +Region: .*<(?P<region>\d+)>"),
        })

    def write(self):
        events = self.events // 2 * 2
        room = self.room / "written"

        def side(label, program):
            def command():
                shutil.rmtree(room / program, ignore_errors=True)
                (room / program).mkdir(parents=True)
                return [self.programs / program, room / program, events]
            return Side(label, command)

        def finish():
            ours, theirs = [room / program / "trace" / "0.evt" for program in ("write", "reference_write")]
            same, size = filecmp.cmp(ours, theirs, shallow=False), ours.stat().st_size
            shutil.rmtree(room)
            if not same:
                raise BenchError("Weft and the reference wrote different bytes")
            return f"{size / events:.2f} bytes an event, the same file"

        return Work(events, {"ours": side("Weft, EventWriter", "write"),
                             "reference": side("OTF2_EvtWriter", "reference_write")}, finish=finish)

    def convert(self):
        trace, made = self.trace(self.events, 2)
        room = self.room / "converted"

        def command(threads):
            shutil.rmtree(room, ignore_errors=True)
            return [self.bin / "weft", "convert", trace, room / "trace.otf2", "--threads", threads]

        def verify():
            events, _, checksum = run([self.programs / "decode", room / "trace.otf2", 1], stdout=subprocess.PIPE,
                                      check=True).stdout.split()
            return int(events), int(checksum)

        def finish():
            shutil.rmtree(room)
            return ""

        return Work(made[0], {
            "ours": Side("weft convert", lambda: command(1), measured=False, verify=verify),
            "two": Side("weft convert, 2 threads", lambda: command(2), measured=False, verify=verify),
            "decode": self.program("Weft's decode", "decode", trace, 1),
        }, made, finish)

    def export(self, ending):
        trace, made = self.trace(self.events, 2)
        out = self.room / f"exported{ending}"

        def clear():
            for file in self.room.glob(f"{out.name}*"):  # some have a file beside them
                file.unlink()

        def command(threads):
            clear()
            return [self.bin / "weft", "convert", trace, out, "--threads", threads]

        def verify():
            # Whether it holds the events, tests say; none of them has less than eleven bytes.
            return made if out.stat().st_size >= 11 * made[0] else (0, 0)

        def finish():
            size = out.stat().st_size
            clear()
            return f"{size / made[0]:.2f} bytes an event"

        return Work(made[0], {
            "ours": Side(f"weft convert to {ending}", lambda: command(1), measured=False, verify=verify),
            "two": Side(f"weft convert to {ending}, 2 threads", lambda: command(2), measured=False, verify=verify),
            "decode": self.program("Weft's decode", "decode", trace, 1),
        }, made, finish)


def printed_work(command, pattern):
    """The events in printed text: how many, and a sum in which their order counts."""
    line_pattern = re.compile(pattern)
    events = total = 0
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            found = line_pattern.match(line)
            if not found:
                continue
            events += 1
            weight = 1 if found["kind"].lower() == "enter" else 3
            total += events * (int(found["time"]) + weight * int(found["region"]) + (int(found["location"]) << 40))
    return events, total % 2**64


# --- the table -----------------------------------------------------------------------------------------------------

COLUMNS = [("", "<"), ("time", ">"), ("M events/s", ">"), ("GB/s", ">"), ("memory", ">"), ("beside", "<"), ("time", ">"),
           ("memory", ">"), ("ratio", ">"), ("goal", ">"), ("", "<")]


def megabytes(kib):
    return f"{kib / 1024:.0f} MB"


def table_line(result):
    goal = " ".join(text for text, _ in result["goals"])
    missed = [text for text, is_met in result["goals"] if not is_met]
    met = "" if not result["goals"] else f"MISSED {' '.join(missed)}" if missed else "met"
    text = result["text_bytes"]
    return [result["row"], f"{result['seconds']:.3f} s", f"{result['events'] / result['seconds'] / 1e6:.1f}",
            f"{text / result['seconds'] / 1e9:.2f}" if text else "", megabytes(result["memory_kib"]), result["beside"], f"{result['beside_seconds']:.3f} s",
            megabytes(result["beside_memory_kib"]), f"{result['ratio']:.2f}x", goal,
            "  ".join(word for word in (met, result["note"]) if word)]


def print_table(results):
    lines = [[title for title, _ in COLUMNS]] + [table_line(r) for r in results if "error" not in r]
    widths = [max(len(line[i]) for line in lines) for i in range(len(COLUMNS))]
    for line in lines:
        cells = [f"{cell:{align}{width}}" for cell, (_, align), width in zip(line, COLUMNS, widths)]
        print("  ".join(cells).rstrip())
    busy = [r["row"] for r in results if max(r.get("waited", 0), r.get("beside_waited", 0)) > 0.2]
    if busy:
        print(f"The machine is busy: programs waited for a processor in {len(busy)} rows. Measure again later.")
    for result in results:
        if "error" in result:
            print(f"error: {result['row']}: {result['error']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("filter", nargs="?", default="", help="only rows with this in their name")
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent / "build" / "release", help="build directory")
    parser.add_argument("--events", type=int, default=20_000_000, help="events of the large traces")
    parser.add_argument("--runs", type=int, default=5, help="runs of each side, of which the best counts")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args()
    if options.events < 2000 or options.runs < 1:
        parser.error("at least 2000 events and 1 run")

    bench = Bench(options.build.resolve(), options.events, options.runs)
    results = []
    for question in bench.questions():
        results += bench.answer(question, lambda row: options.filter in row.name)
    costs = recording.Recording(bench.programs, bench.bin.parent / "lib", bench.room, options.events,
                                options.runs).results(options.filter)
    if not results and not costs:
        parser.error(f"no row has '{options.filter}' in its name")
    if options.json:
        print(json.dumps({"runs": options.runs, "rows": results + costs}, indent=1))
    else:
        if results:
            print_table(results)
        recording.print_tables(costs)
    return 1 if any("error" in result for result in results + costs) else 0


if __name__ == "__main__":
    sys.exit(main())
