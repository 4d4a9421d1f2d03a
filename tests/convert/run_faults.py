#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Conversions that cannot be finished, into every format: OUT is there as a whole, or not at all.

    run_faults.py --weft PROGRAM --workdir DIRECTORY --maker PROGRAM

Full disks, SIGKILL half-way, directories that are missing or cannot be written to, IN that is OUT, input that cannot be
read in the middle.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import checks  # noqa: E402
from small_disk import small_disk  # noqa: E402

READ_BACK = {"otf2": "x.otf2", "otf": "x.otf", "litl": "x.litl", "bp": "x.bp", "dftracer": "x.pfw", "dftracer2": "x.pfw.gz"}
WRITTEN_ONLY = {"chrome": "x.json.gz", "perfetto": "x.pftrace", "csv": "x.csv", "folded": "x.folded",
                "speedscope": "x.speedscope.json"}
EVERYTHING = {**READ_BACK, **WRITTEN_ONLY}
# Verbs that write traces, too: what they write, and how they are called.
OTHER_VERBS = {"cut": ("trace.otf2", ["cut", "IN", "OUT", "--time", "0s", "1000s"]),
               "merge": ("trace.otf2", ["merge", "OUT", "IN", "IN", "--clock", "offsets"]),
               "split": ("pieces", ["split", "IN", "OUT", "--by", "location"]),
               "split_lines": ("pieces", ["split", "LINES", "OUT", "--size", "2"])}
WRITING = ("write", "writev", "pwrite64", "copy_file_range")
TIMEOUT = 120


class Faults:
    def __init__(self, weft, workdir, trace):
        self.weft, self.workdir, self.trace, self.lines = weft, workdir, trace, workdir / "lines.pfw"
        self.convert(trace, self.lines, "dftracer")

    def place(self, name):
        place = self.workdir / name
        place.mkdir(parents=True, exist_ok=True)
        return place

    def convert(self, trace, out, to):
        return subprocess.run([self.weft, "convert", trace, out, "--to", to], capture_output=True, text=True,
                              errors="replace", timeout=TIMEOUT)

    def is_whole(self, out, to):
        """What is wrong with a result, if anything."""
        if not out.exists():
            return [f"{out} is not there"]
        if to in WRITTEN_ONLY:
            return []
        problems = []
        for trace in sorted([*out.glob("trace-*.otf2"), *out.glob("trace-*.pfw.gz")]) or [out]:
            done = subprocess.run([self.weft, "stats", "--json", trace], capture_output=True, text=True, errors="replace",
                                  timeout=TIMEOUT)
            problems += [f"weft stats {trace}: exit {done.returncode}: {done.stderr}"] if done.returncode else []
        return problems

    def command(self, words, out):
        known = {"IN": self.trace, "LINES": self.lines, "OUT": out}
        return [str(known.get(word, word)) for word in [self.weft, *words]]

    def full_disk(self, to, file):
        return self.without_room(f"full/{to}", file, to, ["convert", "IN", "OUT", "--to", to])

    def other_verb_full_disk(self, verb, call):
        return self.without_room(f"other_verb_full/{verb}", call[0], "otf2", call[1])

    def without_room(self, name, file, to, words):
        """Whether the disk is full at once, later, or only says so when all has been written."""
        problems = []

        def attempt(room, before=(), **settings):
            done = subprocess.run([*before, *self.command(words, room / file)], capture_output=True, text=True,
                                  errors="replace", timeout=TIMEOUT, **settings)
            left = sorted(p.name for p in room.iterdir())
            if done.returncode == 0 and not before:
                problems.extend(self.is_whole(room / file, to))  # it is small
            elif done.returncode != 2 or left or str(room) not in done.stderr:
                problems.append(f"{room.name}: exit {done.returncode}, left {left}: {done.stderr}")

        for kilobytes in (4, 256):
            disk = self.place(name) / str(kilobytes)
            with small_disk(disk, kilobytes) as limit:
                attempt(disk, preexec_fn=limit, restore_signals=False)
        attempt(self.place(f"{name}/late"), traced("fdatasync", "error=ENOSPC"))
        return problems

    def killed(self, to, file):
        return self.killed_while(f"killed/{to}", file, to, ["convert", "IN", "OUT", "--to", to])

    def other_verb_killed(self, verb, call):
        return self.killed_while(f"other_verb_killed/{verb}", call[0], "otf2", call[1])

    def killed_while(self, name, file, to, words):
        """Killed as it begins to write, when half of it is written, and when all is but has no name; done again, all is
        well, and nothing is left over."""
        whole, place = self.place(f"{name}/whole"), self.place(f"{name}/killed")
        log = self.workdir / name / "strace"
        counted = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={','.join(WRITING)}"]
        if subprocess.run(counted + self.command([*words, "-j", "1"], whole / file), capture_output=True,
                          timeout=TIMEOUT).returncode:
            return ["cannot be done"]
        # Strace counts the calls of each kind of each thread alone.
        calls = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", log.read_text(errors="replace"), re.M))
        (_, busiest), writes = calls.most_common(1)[0]
        problems = []
        again = self.command([*words, "-j", "1"], place / file)
        for part, call, when in (("begun", busiest, 1), ("half", busiest, (writes + 1) // 2), ("unnamed", "fdatasync", 1)):
            killed = subprocess.run(traced(call, f"signal=KILL:when={when}") + again, capture_output=True, timeout=TIMEOUT)
            if killed.returncode != -signal.SIGKILL or (place / file).exists():
                problems.append(f"{part}: exit {killed.returncode}, there is {os.listdir(place)}")
        done = subprocess.run(again, capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
        if done.returncode != 0:
            problems.append(f"done again: exit {done.returncode}: {done.stderr}")
        if left := set(os.listdir(place)) - set(os.listdir(whole)):
            problems.append(f"done again, {sorted(left)} are left")
        return problems + self.is_whole(place / file, to)

    def no_directory(self, to, file):
        """It is made, or nothing is."""
        place = self.place(f"missing/{to}")
        done = self.convert(self.trace, place / "none" / file, to)
        if done.returncode == 0:
            return self.is_whole(place / "none" / file, to)
        return [] if done.returncode == 2 and not any(place.iterdir()) else [f"exit {done.returncode}: {done.stderr}"]

    def not_writable(self, to, file):
        """Nobody can write there, not even root."""
        done = self.convert(self.trace, f"/proc/{file}", to)
        return [] if done.returncode == 2 and file in done.stderr else [f"exit {done.returncode}: {done.stderr}"]

    def itself(self, to, file):
        place = self.place(f"itself/{to}")
        done = self.convert(self.trace, place / file, to)
        if done.returncode not in (0, 1):
            return [f"exit {done.returncode}: {done.stderr}"]

        def content():
            return {p: p.read_bytes() for p in sorted(place.rglob("*")) if p.is_file()}

        before = content()
        done = self.convert(place / file if to in READ_BACK else self.trace, place / file, to)
        problems = [] if done.returncode == 2 else [f"onto itself: exit {done.returncode}: {done.stderr}"]
        return problems + ([] if content() == before else ["files have changed"])

    def unreadable_middle(self, to, file):
        """A location that cannot be read stops the conversion; one that is damaged is told, and the rest is written."""
        problems = []
        for fault, status in (("directory", 2), ("cut", 1), ("overwritten", 1)):
            place = self.place(f"middle/{to}/{fault}")
            shutil.copytree(self.trace.parent, place / "in")
            events = sorted((place / "in").rglob("*.evt"))[1]
            if fault == "directory":
                events.unlink()
                events.mkdir()
            else:
                damage(events, fault)
            problems += self.damaged(place / "in" / self.trace.name, place / "out" / file, to, fault, (status,))
        return problems

    def unreadable_source(self, origin, file):
        """Traces of every format that end in the middle of a file: what is left is written, or nothing."""
        problems = []
        for to in ("otf2", "dftracer"):
            place = self.place(f"source/{origin}/{to}")
            (place / "in").mkdir()
            self.convert(self.trace, place / "in" / file, origin)
            damage(max((p for p in (place / "in").rglob("*") if p.is_file()), key=lambda p: p.stat().st_size), "cut")
            problems += self.damaged(place / "in" / file, place / "out" / READ_BACK[to], to, f"into {to}", (1, 2))
        return problems

    def damaged(self, trace, out, to, fault, statuses):
        """Of a damaged trace all that can be read is written (1), or nothing is (2); either is told."""
        out.parent.mkdir()
        done = self.convert(trace, out, to)
        problems = [] if done.returncode in statuses and "weft:" in done.stderr else [
            f"{fault}: exit {done.returncode}, not {statuses}: {done.stderr}"]
        if done.returncode in (0, 1):
            return problems + self.is_whole(out, to)
        left = sorted(p.name for p in out.parent.iterdir())
        return problems + ([f"{fault}: left {left}"] if left else [])


def damage(file, fault):
    content = file.read_bytes()
    middle = len(content) // 2
    file.write_bytes(content[:middle] + (b"" if fault == "cut" else b"\xff" * 64 + content[middle + 64:]))


def traced(call, injected):
    """Runs what follows so that this happens to a system call of it."""
    return ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:{injected}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weft", required=True, type=pathlib.Path)
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    parser.add_argument("--maker", required=True, type=pathlib.Path, help="makes traces")
    options = parser.parse_args()
    workdir = checks.empty_directory(options.workdir.resolve())
    checks.run([options.maker.resolve(), workdir / "made", "20000"])
    faults = Faults(options.weft.resolve(), workdir, workdir / "made/large/trace.otf2")
    report = checks.Report()
    for test, formats in ((faults.full_disk, EVERYTHING), (faults.killed, EVERYTHING), (faults.no_directory, EVERYTHING),
                          (faults.not_writable, EVERYTHING), (faults.itself, EVERYTHING),
                          (faults.unreadable_middle, EVERYTHING), (faults.unreadable_source, READ_BACK),
                          (faults.other_verb_full_disk, OTHER_VERBS), (faults.other_verb_killed, OTHER_VERBS)):
        for name, file in formats.items():
            report.add(f"{test.__name__}-{name}", test(name, file))
            for finished in workdir.glob(f"*/{name}"):
                shutil.rmtree(finished, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
