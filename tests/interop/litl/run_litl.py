#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that Weft and the reference library understand each other's LiTL traces.

    run_litl.py --weft PROGRAM --writer PROGRAM --workdir DIRECTORY [--data DIRECTORY]

The reference records traces; Weft's reading of them, shown as litl_print shows events, must be what litl_print shows.
Weft writes traces, archives and repaired files; litl_print must show what Weft reads from them. Archives that both put
together or take apart must be equal to the byte. Real traces below --data join in when they are there.
"""
import argparse
import heapq
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import checks  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def text_of(text):
    """Text in JSON, where bytes that are no UTF-8 are lone surrogates, as bytes."""
    return text.encode("utf-8", "surrogateescape")


def event_line(tid, event):
    """An event as litl_print shows it."""
    time, code = event["time"], event["code"]
    if event["record"] == "Regular":
        parameters = "".join(f"\t {value:x}" for value in event["param"])
        return f"{time} \t{tid} \t  Reg   {code:x} \t {event['nb_params']}{parameters}".encode()
    if event["record"] == "Raw":
        shown = text_of(event["data"]).split(b"\0")[0]
        return f"{time}\t{tid} \t  Raw   {code:x} \t {event['size']}\t ".encode() + shown
    payload = "".join(f" {byte:x}" for byte in event["param"])
    return f"{time} \t{tid} \t  Packed   {code:x} \t {event['size']}\t{payload}".encode()


def as_printed(lines):
    """What litl_print would show of a trace: one process after the other, each by time, ties by thread."""
    header, processes, pairs, events = None, [], {}, {}
    for line in lines:
        record = json.loads(line)
        kind = record["record"]
        if kind == "GeneralHeader":
            header = record
        elif kind == "ProcessHeader":
            processes.append(record)
            pairs[record["process"]] = []
        elif kind == "ThreadPair":
            pairs[record["process"]].append(record["tid"])
        else:
            events.setdefault(record["location"], []).append(record)
    yield b" LiTL v." + text_of(header["litl_ver"])
    yield b" " + text_of(header["sysinfo"])
    yield f" nb_processes \t {header['nb_processes']}".encode()
    if header["nb_processes"] == 1:
        yield f" nb_threads \t {processes[0]['nb_threads']}".encode()
    yield f" buffer_size \t {processes[0]['buffer_size']}".encode()
    yield b"[Timestamp]\t[ThreadID]\t[EventType]\t[EventCode]\t[NbParam]\t[Parameters]"
    for process, tids in pairs.items():
        lanes = [iter(events.get((process << 16) + thread, [])) for thread in range(len(tids))]
        heap = [(event["time"], thread, event) for thread, lane in enumerate(lanes) for event in [next(lane, None)] if event]
        heapq.heapify(heap)
        while heap:
            _, thread, event = heapq.heappop(heap)
            yield event_line(tids[thread], event)
            following = next(lanes[thread], None)
            if following:
                heapq.heappush(heap, (following["time"], thread, following))


class Checker:
    def __init__(self, arguments, workdir):
        self.weft, self.writer, self.workdir = arguments.weft, arguments.writer, workdir
        self.report = checks.Report()

    def printed(self, trace):
        """The lines of litl_print; a problem if it fails."""
        text = self.workdir / "reference.txt"
        status, errors = checks.run(["litl_print", "-f", trace], stdout=text)
        if status:
            return None, [f"litl_print: exit {status}: {errors}"]
        return text.read_bytes().splitlines(), []

    def read(self, trace):
        text = self.workdir / "weft.jsonl"
        status, errors = checks.run([self.weft, "print", "--json", "--by-location", trace], stdout=text)
        if status:
            return None, [f"weft print: exit {status}: {errors}"]
        return list(as_printed(text.read_bytes().splitlines())), []

    def same_text(self, trace):
        theirs, problems = self.printed(trace)
        ours, more = self.read(trace)
        problems += more
        if not problems and len(theirs) <= 6 and not trace.name.startswith(("growing", "archive")):
            problems.append("there are no events")
        if not problems and ours != theirs:
            number = next((i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]), min(len(ours), len(theirs)))
            problems += [f"{len(ours)} and {len(theirs)} lines; line {number + 1} differs",
                         f"weft:      {ours[number:number + 1]}", f"reference: {theirs[number:number + 1]}"]
        return problems

    def must(self, *command):
        checks.must_run(list(command))

    def compare(self, what, trace):
        self.report.add(f"{trace.name}: {what}", self.same_text(trace))

    def same_events(self, what, original, other):
        """Of two traces litl_print shows the same, but for how they were recorded."""
        ours, problems = self.printed(original)
        theirs, more = self.printed(other)
        self.report.add(f"{original.name}: {what}", problems + more or
                        ([] if ours == theirs else ["litl_print shows something else"]))


def same_bytes(one, other):
    return [] if one.read_bytes() == other.read_bytes() else [f"{one} and {other} differ"]


def check_reading(checker, recorded, workdir):
    for trace in recorded:
        checker.compare("weft reads what the reference reads", trace)
    archive, nested = workdir / "archive", workdir / "archive_nested"
    checker.must("litl_merge", "-o", archive, *recorded)
    checker.must("litl_merge", "-o", nested, recorded[0], archive, recorded[1])
    for trace in (archive, nested):
        checker.compare("weft reads what the reference reads", trace)
    ours = workdir / "archive_of_weft"
    checker.must(checker.writer, "merge", ours, *recorded)
    checker.report.add("archive: merged by both, the same bytes", same_bytes(archive, ours))
    checker.must(checker.writer, "merge", ours, recorded[0], archive, recorded[1])
    checker.report.add("archive of an archive: merged by both, the same bytes", same_bytes(nested, ours))
    theirs, mine = checks.empty_directory(workdir / "split_by_them"), checks.empty_directory(workdir / "split_by_weft")
    checker.must("litl_split", "-f", archive, "-d", theirs)
    checker.must(checker.writer, "split", archive, mine)
    problems = [] if sorted(p.name for p in theirs.iterdir()) == sorted(p.name for p in mine.iterdir()) else ["other files"]
    for part in theirs.iterdir():
        problems += same_bytes(part, mine / part.name)
    checker.report.add("archive: split by both, the same bytes", problems)


def check_round_trips(checker, recorded, workdir):
    for trace in recorded:
        there, back = checks.empty_directory(workdir / "there") / "trace.otf2", workdir / "back.litl"
        back.unlink(missing_ok=True)
        checker.must(checker.weft, "convert", trace, there)
        checker.must("otf2-print", there)
        checker.must(checker.weft, "convert", there, back)
        checker.same_events("to OTF2 and back, the reference sees the same", trace, back)


def check_writing(checker, workdir):
    written = checks.empty_directory(workdir / "written")
    checker.must(checker.writer, "traces", written)
    problems, before = [], 0
    for trace in sorted(written.iterdir()):
        if not trace.name.startswith("growing."):
            checker.compare("the reference reads what weft wrote", trace)
            continue
        problems += [f"{trace.name}: {problem}" for problem in checker.same_text(trace)]
        lines = len(checker.printed(trace)[0] or [])
        if lines <= before:
            problems.append(f"{trace.name}: {lines} lines, {before} before")
        before = lines
    checker.report.add("growing: readable by the reference after every chunk", problems)
    parts = checks.empty_directory(workdir / "parts")
    checker.must("litl_split", "-f", written / "archive_of_300", "-d", parts)
    mine = checks.empty_directory(workdir / "my_parts")
    checker.must(checker.writer, "split", written / "archive_of_300", mine)
    problems = [problem for part in sorted(parts.iterdir()) for problem in same_bytes(part, mine / part.name)]
    checker.report.add("archive of 300: split by both, the same bytes", problems)


def check_repairs(checker, recorded, workdir):
    """Files cut anywhere, repaired, are read by the reference, and hold what Weft found in the cut ones."""
    for trace in recorded:
        content, problems = trace.read_bytes(), []
        for share in (0.3, 0.5, 0.9, 0.999):
            cut, repaired = workdir / "cut", workdir / "repaired.litl"
            cut.write_bytes(content[:max(600, int(len(content) * share))])
            repaired.unlink(missing_ok=True)
            checker.must(checker.weft, "repair", cut, repaired)
            problems += [f"cut at {share}: {problem}" for problem in checker.same_text(repaired)
                         if problem != "there are no events"]
        checker.report.add(f"{trace.name}: cut and repaired, the reference reads what is left", problems)


def small_trace(name, events):
    body = b"".join(struct.pack("<QIBBQ", 10 * i, 0x21, 0, 1, i) for i in range(events))
    return (struct.pack("<8s128sH", b"0.1.9", b"machine", 1) + struct.pack("<256sHHIQQ", name, 1, 1, 1 << 16, 0, 418)
            + struct.pack("<QQQQ", 77, 32, 0, 0) + body + struct.pack("<QIBBQ", 0, 13, 0, 1, 0))


def peak(command, directory):
    """The most memory that a command had, in bytes, where 64 files may be open; it must end well."""
    with subprocess.Popen([str(word) for word in command], cwd=directory, stdout=subprocess.DEVNULL,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))) as program:
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = status
    if status:
        raise checks.Stop(f"{' '.join(map(str, command[:4]))}: ended with {status}")
    return usage.ru_maxrss << 10


def check_memory(checker, workdir):
    """Thousands of traces become one archive, which is read, taken apart, converted and made again, by commands that
    need hardly more memory for them than for a few, but for the file that is mapped while it is read."""
    many, few, most_growth = 2000, 20, 8 << 20
    place = checks.empty_directory(workdir / "thousands")
    for i in range(many):
        (place / f"p{i}").write_bytes(small_trace(b"p%d" % i, 200))
    for tool in ("litl_merge", "litl_split", "litl_print"):
        (place / tool).symlink_to(checker.weft.resolve())
    peaks = {}
    for count in (few, many):
        parts = checks.empty_directory(place / f"parts_{count}")
        archive, there, back = f"archive_{count}", f"there_{count}/trace.otf2", f"back_{count}.litl"
        for command in (["./litl_merge", "-o", archive, *(f"p{i}" for i in range(count))],
                        ["./litl_print", "-f", archive], ["./litl_split", "-f", archive, "-d", parts.name], [checker.weft.resolve(), "stats", archive],
                        [checker.weft.resolve(), "convert", archive, there],
                        [checker.weft.resolve(), "convert", there, back]):
            peaks.setdefault(count, []).append((" ".join(map(str, command[:3])), peak(command, place)))
        checker.report.add(f"{count} traces: as they were, split and converted back", [
            path.name for path in parts.iterdir() if path.read_bytes()[418:] != (place / path.name).read_bytes()[418:]]
            + ([] if len(list(parts.iterdir())) == count else ["some are missing"])
            + ([] if (place / archive).read_bytes() == (place / back).read_bytes() else ["another archive"]))
    checker.report.add(f"{many} traces need hardly more memory than {few}", [
        f"{command}: {large} bytes, {small} for {few}" for (_, small), (command, large) in zip(peaks[few], peaks[many])
        if large - small > (place / archive).stat().st_size + most_growth])


def main():
    parser = argparse.ArgumentParser(description="Check Weft's LiTL against the reference library.")
    parser.add_argument("--weft", required=True, type=pathlib.Path)
    parser.add_argument("--writer", required=True, type=pathlib.Path, help="the program of weft_writer.cpp")
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, help="directory of real traces; may be absent")
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    workdir = arguments.workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    for leftover in workdir.iterdir():
        if leftover.is_file():
            leftover.unlink()
    checker = Checker(arguments, workdir)
    try:
        program = workdir / "reference_writer"
        checks.must_run([arguments.cc, "-std=gnu99", "-O1", "-Wall", "-Wextra", "-Werror", HERE / "reference_writer.c",
                         "-o", program, "-llitl", "-lpthread"])
        recorded_in = checks.empty_directory(workdir / "recorded")
        checks.must_run([program, recorded_in])
        recorded = sorted(recorded_in.iterdir())
        real = arguments.data / "litl" if arguments.data else None
        if real and real.is_dir():
            recorded += sorted(path for path in real.rglob("*") if path.is_file())
        else:
            print("NOTE no real traces")
        check_reading(checker, recorded, workdir)
        check_round_trips(checker, recorded, workdir)
        check_writing(checker, workdir)
        check_repairs(checker, recorded, workdir)
        check_memory(checker, workdir)
    except checks.Stop as stop:
        checker.report.add("the programs build and run", [str(stop)])
    checker.report.finish()


if __name__ == "__main__":
    main()
