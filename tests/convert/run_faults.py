#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Conversions that cannot be finished, into every format: OUT is there as a whole, or not at all.

    run_faults.py --weft PROGRAM --workdir DIRECTORY --maker PROGRAM

Full disks, SIGKILL half-way, directories that are missing or cannot be written to, IN that is OUT, input that cannot be
read in the middle.
"""
import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import checks  # noqa: E402

READ_BACK = {"otf2": "x.otf2", "otf": "x.otf", "litl": "x.litl", "bp": "x.bp", "dftracer": "x.pfw", "dftracer2": "x.pfw.gz"}
WRITTEN_ONLY = {"chrome": "x.json.gz", "perfetto": "x.pftrace", "csv": "x.csv", "folded": "x.folded",
                "speedscope": "x.speedscope.json"}
EVERYTHING = {**READ_BACK, **WRITTEN_ONLY}
# Verbs that write traces, too.
OTHER_VERBS = {"cut": ["IN", "OUT", "--time", "0s", "1000s"], "merge": ["OUT", "IN", "IN", "--clock", "offsets"],
               "split": ["IN", "OUT", "--by", "location"]}
TIMEOUT = 120


class Faults:
    def __init__(self, weft, workdir, trace):
        self.weft, self.workdir, self.trace = weft, workdir, trace

    def place(self, name):
        place = self.workdir / name
        place.mkdir(parents=True)
        return place

    def convert(self, trace, out, to, before=""):
        command = before + subprocess.list2cmdline([str(self.weft), "convert", str(trace), str(out), "--to", to])
        return subprocess.run(["bash", "-c", command], capture_output=True, text=True, errors="replace", timeout=TIMEOUT)

    def is_whole(self, out, to):
        """What is wrong with a result, if anything."""
        if not out.exists():
            return [f"{out} is not there"]
        if to in WRITTEN_ONLY:
            return []
        done = subprocess.run([self.weft, "stats", "--json", out], capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
        return [] if done.returncode == 0 else [f"weft stats {out}: exit {done.returncode}: {done.stderr}"]

    def full_disk(self, to, file):
        place = self.place(f"full/{to}")
        problems = []
        for blocks in (1, 64):
            done = self.convert(self.trace, place / file, to, f"trap '' XFSZ; ulimit -f {blocks}; ")
            left = sorted(p.name for p in place.iterdir())
            if done.returncode == 0:
                return problems + self.is_whole(place / file, to)  # it is small
            if done.returncode != 2 or left or str(place) not in done.stderr:
                problems.append(f"with {blocks} blocks: exit {done.returncode}, left {left}: {done.stderr}")
        return problems

    def killed(self, to, file):
        return self.killed_while(f"killed/{to}", file, to, ["convert", self.trace, "OUT", "--to", to])

    def other_verb_killed(self, verb, words):
        out = "pieces" if verb == "split" else "trace.otf2"
        return self.killed_while(f"other_verb_killed/{verb}", out, "otf2", [verb, *words])

    def killed_while(self, name, file, to, words):
        """Killed as soon as there is something, and when half of it is there; done again, all is well, and nothing is
        left over. OUT among the words stands for `file` in the directory at hand."""
        def command(place):
            place.mkdir(parents=True)
            return [str(place / file if word == "OUT" else self.trace if word == "IN" else word)
                    for word in [self.weft, *words, "-j", "1"]]

        def done_again(again):
            return subprocess.run(again, capture_output=True, text=True, errors="replace", timeout=TIMEOUT)

        whole = self.workdir / name / "whole"
        if done_again(command(whole)).returncode != 0:
            return ["cannot be done"]
        problems = []
        for part, enough in (("begun", 1), ("half", size_of(whole) // 2)):
            place = self.workdir / name / part
            again = command(place)
            running = subprocess.Popen(again, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while running.poll() is None and size_of(place) < enough:
                time.sleep(0.001)
            running.send_signal(signal.SIGKILL)
            was_killed = running.wait() == -signal.SIGKILL
            # Killed as it ended, it has left what it was to leave.
            if was_killed and (place / file).exists():
                problems += [f"{part}: {file} has {size_of(place)} bytes"] if size_of(place) != size_of(whole) else []
            elif was_killed and (done := done_again(again)).returncode != 0:
                problems.append(f"{part}: done again: exit {done.returncode}: {done.stderr}")
            elif was_killed and (left := set(os.listdir(place)) - set(os.listdir(whole))):
                problems.append(f"{part}: done again, {sorted(left)} are left")
            pieces = sorted((place / file).glob("*.otf2")) if file == "pieces" else []
            for result in pieces or [place / file]:
                problems += self.is_whole(result, to)
        return problems

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


def size_of(place):
    """Of all files, also while files and directories are moved away."""
    size = 0
    for directory, _, names in os.walk(place):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                size += os.lstat(os.path.join(directory, name)).st_size
    return size


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
                          (faults.other_verb_killed, OTHER_VERBS)):
        for name, file in formats.items():
            report.add(f"{test.__name__}-{name}", test(name, file))
            for finished in workdir.glob(f"*/{name}"):
                shutil.rmtree(finished, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
