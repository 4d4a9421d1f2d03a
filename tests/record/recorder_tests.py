# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of this folder share: running a program that records, looking at its trace, counting checks."""
import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys

LIMIT = 120  # seconds a program may take


class Checks:
    def __init__(self):
        self.passed = 0
        self.failures = []

    def equal(self, what, found, expected):
        self.true(what, found == expected, f"expected {expected!r}, found {found!r}")

    def true(self, what, condition, detail=""):
        if condition:
            self.passed += 1
        else:
            self.failures.append(f"{what}: {detail}")
            print(f"FAILED {what}: {detail}", flush=True)

    def skipped(self, what, why):
        """What a machine cannot show is not known to be right."""
        self.true(f"SKIPPED {what}", False, why)

    def finish(self):
        print(f"{self.passed} checks passed, {len(self.failures)} failed")
        return 1 if self.failures or not self.passed else 0


class Bench:
    """The programs under test and a directory for their traces."""

    def __init__(self, options):
        self.weft = pathlib.Path(options.weft).resolve()
        self.programs = pathlib.Path(options.programs).resolve()
        self.workdir = pathlib.Path(options.workdir).resolve()
        shutil.rmtree(self.workdir, ignore_errors=True)
        self.workdir.mkdir(parents=True)
        self.checks = Checks()

    def place(self, name):
        place = self.workdir / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        return place

    def environment(self, place, settings):
        variables = {k: v for k, v in os.environ.items() if not k.startswith("WEFT_RECORD")}
        variables |= {"WEFT_RECORD_DIR": str(place), **{k: str(v) for k, v in settings.items()}}
        return variables

    def record(self, name, scenario, threads=1, events=1000, **settings):
        """Runs `recorded`; answers the place of its trace and how it ended."""
        place = self.place(name)
        done = subprocess.run([self.programs / "recorded", scenario, place / "log", str(threads), str(events)],
                              env=self.environment(place, settings), capture_output=True, text=True, timeout=LIMIT,
                              check=False)
        return place, done

    def sequences(self, trace, log, gaps=False):
        """(LOG, FIRST, END, LOGGED) for every stretch, which has gaps only where that is allowed."""
        done = subprocess.run([self.programs / "sequences", trace, log], capture_output=True, text=True, timeout=LIMIT,
                              check=False)
        self.checks.equal(f"{trace}: is read", (done.returncode, done.stderr), (0, ""))
        lines = [line.split() for line in done.stdout.splitlines()]
        if not gaps:
            self.checks.equal(f"{trace}: has no gap", [line for line in lines if line[1] == "gap"], [])
        return sorted(tuple(int(word) for word in line) for line in lines if line[1] != "gap")

    def bounded_loss(self, name, trace, log, threads, chunk=256 << 10):
        """What is missing of each thread fits into one chunk; an event of `recorded` has at least 14 bytes."""
        found = self.sequences(trace, log)
        self.checks.equal(f"{name}: threads", len({s[0] for s in found}), threads)
        for number, first, end, logged in found:
            self.checks.true(f"{name}: log {number}",
                             first == 0 and end <= logged + 1 and logged - end <= chunk // 14,
                             f"logged {logged}, found {first} to {end}")

    def complete(self, name, trace, log, expected):
        """All that was logged is there: `expected` logs."""
        found = self.sequences(trace, log)
        self.checks.equal(f"{name}: threads", [s[0] for s in found], sorted(expected))
        self.checks.equal(f"{name}: all events", [s for s in found if s[1] != 0 or s[2] != s[3]], [])

    def accounted(self, name, trace, log, threads):
        """Of each thread what is there and what is counted as lost are what it logged, and the number of its log.
        Answers how many events are there and how many are lost."""
        done = subprocess.run([self.programs / "sequences", trace, "--kept"], capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        self.checks.equal(f"{name}: is read", (done.returncode, done.stderr), (0, ""))
        kept = {int(location): int(metrics) for location, metrics in map(str.split, done.stdout.splitlines())}
        definitions = self.definitions(trace)
        strings = {r["self"]: r["string"] for r in definitions if r["record"] == "String"}
        lost = self.counted_lost(trace)
        counting = [r["self"] for r in definitions if r["record"] == "Location" and strings[r["name"]] != "main thread"]
        logged = struct.unpack_from(f"<{threads}Q", log.read_bytes())
        self.checks.equal(f"{name}: there or lost, by thread",
                          sorted(kept[each] + lost.get(each, 0) for each in counting), sorted(n + 1 for n in logged))
        return sum(kept.values()), sum(lost.values())

    def counted_lost(self, trace):
        """How many events are counted as lost, by location."""
        definitions = self.definitions(trace)
        strings = {r["self"]: r["string"] for r in definitions if r["record"] == "String"}
        return {r["location"]: r["value"] for r in definitions
                if r["record"] == "LocationProperty" and strings[r["name"]] == "weft.lost_events"}

    def litl_counters(self, trace):
        """What was counted, by log, and the names of regions. In LiTL a metric has a code, named after it."""
        records = self.printed(trace)
        found = {}
        current = {}  # by location
        for record, name in self.litl_events(records):
            if name == "log":
                current[record["location"]] = found.setdefault(record["value"], [])
            elif name == "counter":
                current[record["location"]].append(record["value"])
        strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
        return found, {strings[r["name"]] for r in records if r["record"] == "Region"}

    @staticmethod
    def litl_events(records):
        """Events that are no regions, with the names of their codes; texts have theirs as `value`."""
        strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
        names = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Parameter"}
        for record in records:
            if record["record"] == "ParameterString":
                record["value"] = strings[record["string"]]
            if record["record"] in ("ParameterString", "ParameterInt", "ParameterUnsignedInt"):
                yield record, names[record["parameter"]]

    def litl_definitions(self, records):
        """What the texts at the end of the processes say."""
        lines = []
        for record, name in self.litl_events(records):
            if name == "definition":
                lines.append(record["value"])
            elif name == "definition, continued":
                lines[-1] += record["value"]
        return [json.loads(line) for line in lines]

    def litl_complete(self, name, trace, logs, events):
        """All that was logged is there, in a LiTL trace."""
        self.valid(name, trace)
        found, regions = self.litl_counters(trace)
        self.checks.equal(f"{name}: threads", sorted(found), list(logs))
        self.checks.true(f"{name}: all events in order", all(values == list(range(events)) for values in found.values()))
        self.checks.true(f"{name}: regions have their names", {"before main", "at exit"} <= regions, f"{regions}")

    def valid(self, name, trace, allowed=()):
        """`weft check` has nothing to say but what is allowed, and Debian's otf2-print or litl_print reads all of it."""
        done = subprocess.run([self.weft, "check", "--json", trace], capture_output=True, text=True, timeout=LIMIT,
                              check=False)
        rules = {finding["rule"] for finding in json.loads(done.stdout).get("findings", [])} - set(allowed)
        self.checks.equal(f"{name}: weft check", (rules, done.stderr), (set(), ""))
        if str(trace).endswith(".otf2"):
            done = subprocess.run(["otf2-print", "--silent", trace], capture_output=True, text=True, timeout=LIMIT,
                                  check=False)
            self.checks.equal(f"{name}: otf2-print", (done.returncode, done.stderr), (0, ""))
        elif str(trace).endswith(".trace"):
            shown = {side: subprocess.run(["litl_print", "-f", trace], executable=program, capture_output=True,
                                          timeout=LIMIT, check=False)
                     for side, program in (("theirs", shutil.which("litl_print")), ("ours", self.weft))}
            self.checks.equal(f"{name}: litl_print", [(done.returncode, done.stderr) for done in shown.values()],
                              [(0, b"")] * 2)
            self.checks.true(f"{name}: litl_print shows what we read", shown["theirs"].stdout == shown["ours"].stdout and
                             shown["ours"].stdout.count(b"\n") > 10, f"{shown['theirs'].stdout[-200:]}")

    def repaired(self, place, to=None):
        whole = (to or place / "whole") / "trace.otf2"
        done = subprocess.run([self.weft, "repair", place / "trace.otf2", whole], capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        self.checks.equal(f"{place.name}: weft repair", (done.returncode, done.stderr), (0, ""))
        return whole

    def definitions(self, trace):
        return self.printed(trace, "--definitions")

    def printed(self, trace, *options):
        done = subprocess.run([self.weft, "print", "--json", trace, *options], capture_output=True, text=True, timeout=LIMIT,
                              check=False)
        self.checks.equal(f"{trace}: weft print", (done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]


def main(doc, run, make_bench=Bench, more_options=()):
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("weft", "programs", "workdir", *more_options):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--only", help="one case")
    options = parser.parse_args()
    bench = make_bench(options)
    for name, case in run.items():
        if options.only in (None, name):
            print(f"== {name}", flush=True)
            case(bench)
    sys.exit(bench.checks.finish())
