#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs whose threads record at once, on a recorder, a liblitl, a DFTracer and a watching of calls that a sanitizer
looks at: it must have nothing to say, and all that was recorded must be in the traces.

    run_sanitized.py --weft PROGRAM --programs DIRECTORY --seen DIRECTORY --workdir DIRECTORY [--only CASE]

SEEN holds what is looked at.
"""
import collections
import pathlib
import subprocess

from dftracer_lines import files_of, records_of
from recorder_tests import LIMIT, Bench, main

# What threads do after a fork is of interest, too, and programs die of their crashes as they would. A child of fork does
# not destroy what is its parent's.
RACES = "die_after_fork=0 handle_segv=0 exitcode=66 halt_on_error=0 use_sigaltstack=0"
ADDRESSES = "handle_segv=0 exitcode=66 use_sigaltstack=0"
OPTIONS = {"TSAN_OPTIONS": RACES, "ASAN_OPTIONS": f"{ADDRESSES} detect_leaks=0"}
# The runtime must not call what is watched before it is ready, as it would to find a stack for signals, and names of
# functions. A handler of a signal that opens a file which was never opened before needs memory to remember its name.
WATCHED = {"TSAN_OPTIONS": f"{RACES} symbolize=0 report_signal_unsafe=0", "ASAN_OPTIONS": ADDRESSES,
           "WEFT_RECORD_IO": "on"}


class Seen(Bench):
    """Runs what is looked at; a report is a failure."""

    def __init__(self, options):
        super().__init__(options)
        self.seen = pathlib.Path(options.seen).resolve()
        self.first = self.first_of_all()

    def first_of_all(self):
        """The runtime of the address sanitizer wants to be that; that of the other one wants to begin threads itself."""
        done = subprocess.run(["ldd", self.seen / "io_program"], capture_output=True, text=True, check=True)
        return [words[2] for words in map(str.split, done.stdout.splitlines()) if words[0].startswith("libasan")]

    def run(self, name, command, status=0, told="", **settings):
        """`told` is a part of what it says, or None for whatever it says; else it says nothing."""
        place = self.workdir / name
        done = subprocess.run(list(map(str, command)), env=self.environment(place, OPTIONS | settings),
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        self.checks.true(f"{name}: no finding", "Sanitizer" not in done.stderr, done.stderr[-6000:])
        said = told is None or (told in done.stderr if told else not done.stderr)
        self.checks.true(f"{name}: ends as it should", done.returncode == status and said,
                         f"{done.returncode}, {done.stderr[-500:]}")

    def watch(self, name, scenario, threads=1, events=1000, status=0, told="", **settings):
        place = self.place(name)
        self.run(name, [self.seen / "recorded", scenario, place / "log", threads, events], status, told, **settings)
        return place

    def litl(self, scenario, threads, events):
        place = self.place(f"litl_{scenario}")
        self.run(place.name, [self.seen / "litl_threads", scenario, place / "trace", threads, events])
        return place / "trace"

    def litl_values(self, trace):
        """The second parameters, by the first, which is the same for all events of a thread."""
        found = {}
        for record in self.printed(trace, "--by-location"):
            if record["record"] == "Regular":
                number, value = record["param"]
                found.setdefault((record["location"], number), []).append(value)
        self.checks.equal(f"{trace}: a thread a location", len({location for location, _ in found}), len(found))
        return {number: values for (_, number), values in found.items()}


def threads(b):
    """That begin together, come late, end early or never."""
    for form, ending in (("otf2", "otf2"), ("litl", "trace"), ("dftracer", None)):
        for name, count, events in (("plain", 3, 30_000), ("all_at_once", 50, 200), ("many_threads", 150, 5)):
            place = b.watch(f"{name}_{form}", name, count, events, WEFT_RECORD_FORMAT=form)
            if form == "otf2":
                b.complete(name, place / "trace.otf2", place / "log", range(count))
        place = b.watch(f"never_ending_{form}", "never_ending", events=3000, WEFT_RECORD_FORMAT=form)
        if ending:
            b.valid(f"never ending, {form}", place / f"trace.{ending}")


def processes(b):
    place = b.watch("forks", "forks", events=2000)
    b.complete("forks", place / "trace.otf2", place / "log", range(5))
    b.watch("fork_storm", "fork_storm", threads=10, events=2000)
    place = b.watch("exits_early", "exits_early", status=3)
    b.complete("exits early", place / "trace.otf2", place / "log", [0])


def policies(b):
    """Memory that is used up: events are dropped, or overwritten, also those of threads that are gone."""
    b.watch("drop", "plain", 3, 60_000, told="events were lost", WEFT_RECORD_POLICY="drop",
            WEFT_RECORD_THREAD_MEMORY="256k")
    b.watch("little_memory", "all_at_once", 16, 2000, told=None, WEFT_RECORD_MEMORY="1M")  # not all at once, perhaps
    b.watch("flight", "plain", 3, 60_000, WEFT_RECORD_POLICY="flight", WEFT_RECORD_THREAD_MEMORY="512k")
    b.watch("flight_reclaims", "many_threads", 100, 50, WEFT_RECORD_POLICY="flight", WEFT_RECORD_MEMORY="10M")


def dumps(b):
    """Written on demand while a thread records, and by a thread of our own."""
    for form, ending in (("otf2", ".otf2"), ("litl", ".trace"), ("dftracer", ".pfw")):
        name = f"dumps_{form}"
        place = b.watch(name, "dumps_meanwhile", events=8000, WEFT_RECORD_POLICY="flight", WEFT_RECORD_FORMAT=form,
                        WEFT_RECORD_THREAD_MEMORY="512k", DUMP=b.workdir / name / "dump", DUMP_ENDING=ending)
        for i in range(5):
            b.valid(f"{name} {i}", place / f"dump{i}{ending}", allowed=("region-nesting", "program-unpaired"))
    name = "dumps_on_signal"
    place = b.watch(name, name, WEFT_RECORD_POLICY="flight", WEFT_RECORD_SIGNAL="USR1",
                    DUMP=b.workdir / name / "trace-dump-2.otf2")
    for dump in ("trace.otf2", "trace-dump-1.otf2", "trace-dump-2.otf2"):
        b.complete(f"{name}, {dump}", place / dump, place / "log", [0])


def others(b):
    b.watch("signals", "signals", events=20_000, told=None)  # some may come in the middle of an event, and are lost
    b.watch("crashes", "crashes", 3, 3000, status=-11, WEFT_RECORD_CRASH="on")
    b.watch("crash_together", "crash_together", 4, 3000, status=-11, WEFT_RECORD_POLICY="flight")
    b.watch("unloads", "unloads", events=10, PLUGIN=b.seen / "libplugin.so")
    b.watch("without_handles", "without_handles", events=30_000, told="events were lost")
    b.watch("pauses", "pauses")
    b.watch("flushes", "flushes", status=-9)
    b.watch("everything", "everything")


def litl(b):
    """Threads that record with liblitl."""
    for scenario, count, events in (("at_once", 20, 1500), ("late", 100, 400)):
        trace = b.litl(scenario, count, events)
        b.checks.equal(f"{scenario}: all is there", b.litl_values(trace), {i: list(range(events)) for i in range(count)})
    trace = b.litl("two_traces", 8, 800)
    for each in (trace, trace.with_name("trace.other")):
        b.checks.equal(f"{each.name}: all is there", b.litl_values(each), {i: list(range(800)) for i in range(8)})
    trace = b.litl("forks", 6, 2000)
    b.checks.equal("forks: the parent's", b.litl_values(trace), {i: list(range(2000)) for i in range(6)})
    for child in range(3):
        b.checks.equal("forks: a child's", b.litl_values(trace.with_name(f"trace.child{child}")), {1000: list(range(2000))})
    values = b.litl_values(b.litl("full", 8, 1000))
    b.checks.true("full: the first of each", values and all(v == list(range(len(v))) and 0 < len(v) < 1000
                                                            for v in values.values()), f"{values.keys()}")
    values = b.litl_values(b.litl("settings", 6, 5000))
    b.checks.true("settings: what was recorded is in order", values and all(v == sorted(set(v)) for v in values.values()),
                  f"{values.keys()}")


def names_of(paths):
    return collections.Counter(record["name"] for path in paths for record in records_of(path))


def watched(b):
    """Programs whose calls are watched, in threads and in children, while handlers of signals and the end of threads
    come in between."""
    for form in ("otf2", "dftracer"):
        # Stacks that are unwound without an exception are nothing for the address sanitizer.
        for scenario in ("everything", "children", "interrupted") + ("cancelled",) * (not b.first):
            name = f"{scenario}_{form}"
            place = b.place(name)
            (place / "data").mkdir()
            b.run(name, [b.seen / "io_program", scenario, place / "data"], told=None if scenario == "interrupted" else "",
                  LD_PRELOAD=" ".join(map(str, [*b.first, b.seen / "libpreload.so"])), WEFT_RECORD_FORMAT=form, **WATCHED)
            if form == "dftracer":
                calls = names_of(files_of(place))
                b.checks.true(f"{name}: calls are recorded", calls["open"] and calls["write"] + calls["pwrite"], f"{calls}")
            else:
                b.valid(name, place / "trace.otf2", allowed=("region-nesting",))


def dftracer(b):
    """Programs made for DFTracer: threads, children, handlers of signals, and ends of every kind."""
    for scenario, argument, status in (("threads", "", 0), ("forks", "", 0), ("io", "file", 0), ("alike", "file", 0),
                                       ("interrupted", "", 0), ("signal", "15", -15), ("crash", "", -11), ("_exit", "", 0)):
        name = f"dftracer_{scenario}"
        place = b.place(name)
        (place / "traces").mkdir()
        b.run(name, [b.seen / "modes", scenario, argument if argument.isdigit() else place / argument], status,
              told=None if scenario == "interrupted" else "", DFTRACER_ENABLE=1, DFTRACER_LOG_FILE=place / "traces" / "t",
              DFTRACER_TRACE_COMPRESSION=0)
        found = names_of((place / "traces").iterdir())
        if scenario == "threads":
            b.checks.equal("dftracer: all is there", [found[each] for each in ("turn", "write", "fread")], [2400, 24, 24])
        else:
            b.checks.true(f"{name}: something is there", found, "")


CASES = (threads, processes, policies, dumps, others, litl, watched, dftracer)
main(__doc__, {f.__name__: f for f in CASES}, Seen, ("seen",))
