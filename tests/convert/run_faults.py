#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Conversions that cannot be finished, into every format: OUT is there as a whole, or not at all.

    run_faults.py --weft PROGRAM --workdir DIRECTORY --maker PROGRAM

Full disks, SIGKILL half-way, directories that are missing or cannot be written to, IN that is OUT, input that cannot be
read in the middle.
"""
import argparse
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
        """Killed as soon as there is something; done again, all is well."""
        place = self.place(f"killed/{to}")
        running = subprocess.Popen([self.weft, "convert", self.trace, place / file, "--to", to, "-j", "1"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while running.poll() is None and not any(place.iterdir()):
            time.sleep(0.001)
        running.send_signal(signal.SIGKILL)
        was_killed = running.wait() == -signal.SIGKILL
        if was_killed and (place / file).exists():
            return [f"{file} is there, but the conversion was killed"]
        if not was_killed:
            return self.is_whole(place / file, to)
        done = self.convert(self.trace, place / file, to)
        if done.returncode != 0:
            return [f"done again: exit {done.returncode}: {done.stderr}"]
        return self.is_whole(place / file, to)

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
        for fault in ("directory", "cut", "zeros"):
            place = self.place(f"middle/{to}/{fault}")
            bad = place / "in"
            shutil.copytree(self.trace.parent, bad)
            events = sorted(bad.rglob("*.evt"))[1]
            content = events.read_bytes()
            if fault == "directory":
                events.unlink()
                events.mkdir()
            elif fault == "cut":
                events.write_bytes(content[:len(content) // 2])
            else:
                middle = len(content) // 2
                events.write_bytes(content[:middle] + b"\xff" * 64 + content[middle + 64:])
            out = place / "out" / file
            out.parent.mkdir()
            done = self.convert(bad / self.trace.name, out, to)
            left = sorted(p.name for p in out.parent.iterdir())
            if done.returncode == 1:
                problems += self.is_whole(out, to) if to in READ_BACK else []
                if "weft:" not in done.stderr:
                    problems.append(f"{fault}: nothing was said")
            elif done.returncode != 2 or left:
                problems.append(f"{fault}: exit {done.returncode}, left {left}: {done.stderr}")
        return problems


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
    for test in (faults.full_disk, faults.killed, faults.no_directory, faults.not_writable, faults.itself,
                 faults.unreadable_middle):
        for to, file in EVERYTHING.items():
            report.add(f"{test.__name__}-{to}", test(to, file))
            for finished in workdir.glob(f"*/{to}"):
                shutil.rmtree(finished, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
