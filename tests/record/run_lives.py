#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that record themselves and live and end in every ordinary way: all they logged must be in the trace.

    run_lives.py --weft PROGRAM --programs DIRECTORY --workdir DIRECTORY [--only CASE]
"""
import os
import shutil
import struct
import subprocess
import sys
import time

from recorder_tests import main


def plain(b):
    place, done = b.record("plain", "plain", threads=4, events=50_000)
    b.checks.equal("plain: ends well and says nothing", (done.returncode, done.stdout, done.stderr), (0, "", ""))
    b.complete("plain", place / "trace.otf2", place / "log", range(4))
    b.valid("plain", place / "trace.otf2")
    b.checks.equal("plain: only what belongs to an archive is left",
                   sorted(p.suffix for p in (place / "trace").iterdir() if p.suffix not in (".evt", ".def")), [])
    b.checks.equal("plain: the status it ended with",
                   [r["exitStatus"] for r in b.printed(place / "trace.otf2", "--kind", "ProgramEnd")], [0])
    names = {r["string"] for r in b.definitions(place / "trace.otf2") if r["record"] == "String"}
    for name in ("before main", "at exit", "in a destructor"):
        b.checks.true(f"plain: '{name}' is recorded", name in names)


def default_place(b):
    place = b.place("default")
    log = place / "log"
    env = {k: v for k, v in b.environment(place, {}).items() if k != "WEFT_RECORD_DIR"}
    for _ in range(2):
        subprocess.run([b.programs / "recorded", "plain", log], env=env, cwd=place, check=True, timeout=60)
    made = sorted(p for p in place.iterdir() if p.name.startswith("weft-recorded-"))
    b.checks.equal("default: a directory for each run", len(made), 2)
    for directory in made:
        b.complete("default", directory / "trace.otf2", log, [0])


def same_directory(b):
    place, _ = b.record("twice", "plain")
    subprocess.run([b.programs / "recorded", "plain", place / "log"], env=b.environment(place, {}), check=True)
    for name in ("trace.otf2", "trace-2.otf2"):
        b.complete("twice", place / name, place / "log", [0])


def switched_off(b):
    place, done = b.record("off", "plain", WEFT_RECORD="off")
    b.checks.equal("off: nothing is written", (done.returncode, done.stderr, os.listdir(place)), (0, "", ["log"]))


def wrong_settings(b):
    place, done = b.record("wrong", "plain", WEFT_RECORD_POLICY="sometimes", WEFT_RECORD_CHUNK="3")
    b.checks.true("wrong settings: are told", "WEFT_RECORD_POLICY: expected one of write, drop, flight, found 'sometimes'"
                  in done.stderr and "WEFT_RECORD_CHUNK" in done.stderr, done.stderr)
    b.complete("wrong settings: the default counts", place / "trace.otf2", place / "log", [0])


def config_file(b):
    place = b.place("config_file")
    (place / "weft.conf").write_text("# settings\nname = configured\nchunk = 1M\n")
    _, done = b.record("config", "plain", WEFT_RECORD_CONFIG=place / "weft.conf")
    b.checks.equal("config: understood", done.stderr, "")
    b.complete("config", b.workdir / "config" / "configured.otf2", b.workdir / "config" / "log", [0])


def many_threads(b):
    place, done = b.record("many_threads", "many_threads", threads=10_240, events=3)
    b.checks.equal("many threads: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("many threads", place / "trace.otf2", place / "log", range(10_240))
    shutil.rmtree(place)  # later it takes half a minute


def all_at_once(b):
    place, done = b.record("all_at_once", "all_at_once", threads=200, events=2000)
    b.checks.equal("all at once: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("all at once", place / "trace.otf2", place / "log", range(200))


def never_ending(b):
    place, done = b.record("never_ending", "never_ending", events=20_000)
    b.checks.equal("never ending: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("never ending", place / "trace.otf2", place / "log", [0])
    b.valid("never ending", place / "trace.otf2")


def forks(b):
    place, done = b.record("forks", "forks", events=3000)
    b.checks.equal("forks: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("forks", place / "trace.otf2", place / "log", range(5))
    b.valid("forks", place / "trace.otf2")
    groups = [r for r in b.printed(place / "trace.otf2") if r["record"] == "LocationGroup"]
    b.checks.equal("forks: processes, of which one has only destructors to tell of", len(groups), 4)


def outlives_parent(b):
    place, done = b.record("outlives_parent", "outlives_parent")
    b.checks.equal("outlives parent: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("outlives parent", place / "trace.otf2", place / "log", [0, 1])


def exits_early(b):
    place, done = b.record("exits_early", "exits_early")
    b.checks.equal("exits early: its code", (done.returncode, done.stderr), (3, ""))
    b.complete("exits early", place / "trace.otf2", place / "log", [0])


def quits_at_once(b):
    place, done = b.record("quits_at_once", "quits_at_once", events=200_000)
    b.checks.equal("quits at once: its code", (done.returncode, done.stderr), (4, ""))
    b.bounded_loss("quits at once", b.repaired(place), place / "log", threads=1)


def quits_quickly(b):
    place, done = b.record("quits_quickly", "quits_quickly", events=50_000)
    b.checks.equal("quits quickly: its code", (done.returncode, done.stderr), (5, ""))
    b.complete("quits quickly", place / "trace.otf2", place / "log", [0])


def cancelled(b):
    place, done = b.record("cancelled", "cancelled", events=50_000)
    b.checks.equal("cancelled: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("cancelled", place / "trace.otf2", place / "log", [0])
    place, done = b.record("cancelled_litl", "cancelled", events=50_000, WEFT_RECORD_FORMAT="litl")
    b.checks.equal("cancelled, LiTL: ends well", (done.returncode, done.stderr), (0, ""))
    b.litl_complete("cancelled, LiTL", place / "trace.trace", [0], 50_000)


def too_long(b):
    """A name that no definition has room for is cut, and all else is there."""
    for form, ending in (("otf2", "otf2"), ("litl", "trace")):
        place, done = b.record(f"too_long_{form}", "too_long", WEFT_RECORD_FORMAT=form)
        b.checks.equal(f"too long, {form}: ends well", (done.returncode, done.stderr), (0, ""))
        records = b.printed(place / f"trace.{ending}")
        names = [r["string"] for r in records if r["record"] == "String" and set(r["string"]) == {"x"}]
        b.checks.equal(f"too long, {form}: the name", max(map(len, names)), 4_000_000)
        b.checks.true(f"too long, {form}: events", sum("time" in r for r in records) > 1000)


def system_calls(b):
    """Events that fit into a chunk call the system as little as one does; but for its clock, where there is no other."""
    if subprocess.run(["strace", "-o", b.place("system_calls") / "probe", "true"], check=False).returncode != 0:
        b.checks.skipped("system_calls", "strace may not trace")
        return
    for form in ("otf2", "litl"):
        called = {}
        for events in (1, 10_000):
            place = b.place("system_calls")
            subprocess.run(["strace", "-o", place / "calls", b.programs / "recorded", "labelled", place / "log", "1",
                            str(events)], check=False, timeout=60,
                           env=b.environment(place, {"WEFT_RECORD_FORMAT": form, "WEFT_RECORD_CHUNK": "1M"}))
            names = [line.split("(")[0] for line in (place / "calls").read_text().splitlines()]
            # The log is there, and events begin.
            called[events] = [name for name in names[names.index("ftruncate"):] if name != "clock_gettime"]
        b.checks.equal(f"system calls, {form}: those of one event", called[10_000], called[1])


def steady(b):
    """It looks itself whether events ask for memory."""
    place, done = b.record("steady", "steady", WEFT_RECORD_CHUNK="1M")
    b.checks.equal("steady: no memory is asked for", (done.returncode, done.stderr), (0, ""))
    records = b.printed(place / "trace.otf2")
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    entered = [r for r in records if r["record"] == "Enter" and "attributes" in r]
    b.checks.equal("steady: texts", [strings[a["value"]] for r in entered for a in r["attributes"][1:]],
                   ["even", "odd"] * 501)
    b.checks.equal("steady: events", sum(r["record"] == "Metric" for r in records), 1003)
    place, done = b.record("steady_litl", "steady", WEFT_RECORD_FORMAT="litl", WEFT_RECORD_CHUNK="1M")
    b.checks.equal("steady, litl: no memory is asked for", (done.returncode, done.stderr), (0, ""))
    b.checks.equal("steady, litl: events", b.litl_counters(place / "trace.trace")[0], {0: [1000] * 1002})


def replaces_itself(b):
    place, done = b.record("replaces_itself", "replaces_itself", events=200_000)
    b.checks.equal("replaces itself: its code", (done.returncode, done.stderr), (0, ""))
    b.bounded_loss("replaces itself", b.repaired(place), place / "log", threads=1)


def crashes(b):
    for policy in ("write", "flight"):
        place, done = b.record(f"crashes_{policy}", "crashes", threads=3, events=5000, WEFT_RECORD_CRASH="on",
                               WEFT_RECORD_POLICY=policy)
        b.checks.equal(f"crash, {policy}: the program dies of it", done.returncode, -11)
        b.complete(f"crash, {policy}", b.repaired(place), place / "log", range(4))
    for form, ending in (("otf2", "otf2"), ("litl", "trace")):
        place, done = b.record(f"crashes_asking_{form}", "crashes_asking", threads=2, events=5000,
                               WEFT_RECORD_POLICY="flight", WEFT_RECORD_FORMAT=form)
        b.checks.equal(f"crash without memory, {form}: the program dies of it", done.returncode, -11)
        if form == "otf2":
            b.complete("crash without memory", b.repaired(place), place / "log", range(3))
        else:
            b.checks.equal("crash without memory, litl", b.litl_counters(litl_repaired(b, place))[0],
                           {i: list(range(5000)) for i in range(3)})
    for name, threads, events, logs in (("crash_together", 8, 120_000, 8), ("overflows", 2, 5000, 3),
                                        ("overflows_in_thread", 1, 5000, 2)):
        place, done = b.record(name, name, threads=threads, events=events, WEFT_RECORD_POLICY="flight")
        b.checks.equal(f"{name}: the program dies of it", done.returncode, -11)
        b.complete(name, b.repaired(place), place / "log", range(logs))


def litl_repaired(b, place):
    whole = place / "whole.trace"
    done = subprocess.run([b.weft, "repair", place / "trace.trace", whole], capture_output=True, text=True, check=False)
    b.checks.equal(f"{place.name}: weft repair", (done.returncode, done.stderr), (0, ""))
    return whole


def interrupted(b):
    """A handler of a signal that has interrupted the recorder ends the program, or forks: nobody waits for what the
    thread itself has locked, and what was handed over is there."""
    ways = {"_exit": 3, "exit": 3, "exec": 1, "fork": 0}
    for where in ("chunk", "definition"):
        for how, watched in (("exit", False), ("fork", False), *((way, True) for way in ways)):
            name = f"interrupted_in_{where}"
            place = b.place(f"{name}_{how}_{watched}")
            command = [b.programs / "recorded", name, place / "log", "1", "50000"]
            watching = [b.weft, "record", "-q", "-o", place, "--"] if watched else []
            done = subprocess.run(watching + command, env=b.environment(place, {"HOW": how}), capture_output=True,
                                  text=True, check=False, timeout=30)
            b.checks.equal(f"{place.name}: its code", done.returncode, ways[how])
            is_child_recorded = where == "chunk"  # it would have half of a definition
            b.checks.equal(f"{place.name}: it is told", done.stderr.count("in the middle of recording"),
                           how != "fork" or is_child_recorded)
            trace = place / "trace.otf2" if watched or how == "fork" else b.repaired(place)
            if where == "definition" or how == "fork":
                b.complete(place.name, trace, place / "log", [0, 2] if is_child_recorded else [0])
            else:
                b.bounded_loss(place.name, trace, place / "log", threads=1)


def broken_pipe(b):
    """That nobody reads what is told is no reason to end."""
    place = b.place("broken_pipe")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([b.programs / "recorded", "plain", place / "log"], stderr=writing, check=False, timeout=60,
                          env=b.environment(place, {"WEFT_RECORD_CHUNK": "3"}))
    os.close(writing)
    b.checks.equal("broken pipe: ends well", done.returncode, 0)
    b.complete("broken pipe", place / "trace.otf2", place / "log", [0])


def signals(b):
    place, done = b.record("signals", "signals", events=2_000_000)
    b.checks.equal("signals: ends well", done.returncode, 0)
    lost = int(done.stdout)
    counted = sum(b.counted_lost(place / "trace.otf2").values())
    b.checks.equal("signals: every event is there or counted as lost", counted, lost)
    b.complete("signals", place / "trace.otf2", place / "log", [0])
    b.valid("signals", place / "trace.otf2", allowed=("region-nesting",) if lost else ())


def defines_in_between(b):
    place, done = b.record("defines_in_between", "defines_in_between")
    b.checks.equal("defines in between: ends", done.returncode, 0)
    records = b.printed(place / "trace.otf2")
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    lines = {r["self"]: r["beginLineNumber"] for r in records if r["record"] == "Region"
             and strings[r["name"]] == "in between"}
    entered = {lines[r["region"]] for r in records if r["record"] == "Enter" and r["region"] in lines}
    b.checks.equal("defines in between: all are there", entered, set(range(1, 17)))


def unloads(b):
    place, done = b.record("unloads", "unloads", events=20, PLUGIN=b.programs / "libplugin.so")
    b.checks.equal("unloads: ends well", (done.returncode, done.stderr), (0, ""))
    records = b.printed(place / "trace.otf2")
    b.checks.equal("unloads: one region", len([r for r in records if r["record"] == "String" and
                                               r["string"] == "plugin_works"]), 1)
    region = [r["self"] for r in records if r["record"] == "Region" and r["beginLineNumber"] == 5]
    b.checks.equal("unloads: entered each time",
                   len([r for r in records if r["record"] == "Enter" and r["region"] in region]), 20)


UNLOADING = """
import ctypes, _ctypes, sys, threading
begun, closed = threading.Event(), threading.Event()
plugin = ctypes.CDLL(sys.argv[1])
def work():
    plugin.plugin_works()
    begun.set()
    closed.wait()
plugin.plugin_works()
thread = threading.Thread(target=work)
thread.start()
begun.wait()
_ctypes.dlclose(plugin._handle)
closed.set()
thread.join()
"""


def unloads_recorder(b):
    """A program that knows nothing of the recorder lets go of the only library that does, while a thread is recorded."""
    place = b.place("unloads_recorder")
    done = subprocess.run([sys.executable, "-c", UNLOADING, b.programs / "libplugin.so"], capture_output=True, text=True,
                          env=b.environment(place, {}), check=False, timeout=60)
    b.checks.equal("unloads recorder: ends well", (done.returncode, done.stderr), (0, ""))
    b.valid("unloads recorder", place / "trace.otf2")
    kinds = [r["record"] for r in b.printed(place / "trace.otf2") if "time" in r]
    b.checks.equal("unloads recorder: all that was recorded", sorted(kinds),
                   ["Enter", "Enter", "Leave", "Leave", "ProgramBegin", "ProgramEnd"])


def handles(b):
    place, done = b.record("without_handles", "without_handles", events=100_000)
    b.checks.equal("without handles: ends well", done.returncode, 0)
    b.checks.true("without handles: it is told", "events were lost" in done.stderr, done.stderr)
    found = {s[0]: s for s in b.sequences(place / "trace.otf2", place / "log", gaps=True)}
    b.checks.true("without handles: afterwards all is there", found[2][2] == found[2][3] == 100_000, f"{found}")
    place, done = b.record("closes_every_handle", "closes_every_handle", events=100_000)
    b.checks.equal("closes every handle: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("closes every handle", place / "trace.otf2", place / "log", [0, 1, 2])
    place, done = b.record("closes_handles_litl", "closes_every_handle", events=20_000, WEFT_RECORD_FORMAT="litl")
    b.checks.equal("closes every handle, LiTL: ends well", (done.returncode, done.stderr), (0, ""))
    b.litl_complete("closes every handle, LiTL", place / "trace.trace", [0, 1, 2], 20_000)


def pauses(b):
    place, _ = b.record("pauses", "pauses")
    b.complete("pauses: only what was wanted", place / "trace.otf2", place / "log", [0, 2])
    modes = [r["measurementMode"] for r in b.printed(place / "trace.otf2") if r["record"] == "MeasurementOnOff"]
    b.checks.equal("pauses: are marked", modes, [2, 1])


def flushes(b):
    place, done = b.record("flushes", "flushes")
    b.checks.equal("flushes: is killed", done.returncode, -9)
    b.complete("flushes", b.repaired(place), place / "log", [0, 1])


def flight(b):
    place, done = b.record("flight", "dumps", threads=2, events=500_000, WEFT_RECORD_POLICY="flight",
                           WEFT_RECORD_THREAD_MEMORY="1M", DUMP=b.workdir / "flight" / "dump.otf2")
    b.checks.equal("flight: ends well", (done.returncode, done.stderr), (0, ""))
    for trace in (place / "trace.otf2", place / "dump.otf2"):
        found = b.sequences(trace, place / "log")
        b.checks.equal(f"{trace.name}: three threads", len(found), 3)
        for _, first, end, _ in found:
            b.checks.true(f"{trace.name}: the newest events", end == 500_000 and 0 < first < 500_000, f"{found}")
        b.valid(trace.name, trace, allowed=("region-nesting", "program-unpaired"))
        b.checks.equal(f"{trace.name}: markers", [r["text"] for r in b.printed(trace, "--markers")
                                                  if r["record"] == "Marker"], ["before the dump"])
    place, done = b.record("flight_signal", "dumps_on_signal", WEFT_RECORD_POLICY="flight", WEFT_RECORD_SIGNAL="USR1",
                           DUMP=b.workdir / "flight_signal" / "trace-dump-2.otf2")
    b.checks.equal("flight, signal: ends well", (done.returncode, done.stderr), (0, ""))
    for name in ("trace.otf2", "trace-dump-1.otf2", "trace-dump-2.otf2"):
        b.complete(name, place / name, place / "log", [0])


def flight_meanwhile(b):
    """Dumps while a thread records: each has a stretch of its newest events, and there is no hole in it."""
    place, done = b.record("flight_meanwhile", "dumps_meanwhile", events=20_000, WEFT_RECORD_POLICY="flight",
                           WEFT_RECORD_THREAD_MEMORY="1M", DUMP=b.workdir / "flight_meanwhile" / "dump",
                           DUMP_ENDING=".otf2")
    b.checks.equal("dumps meanwhile: ends well", (done.returncode, done.stderr), (0, ""))
    last = -1
    for i in range(5):
        trace = place / f"dump{i}.otf2"
        b.valid(trace.name, trace, allowed=("region-nesting", "program-unpaired"))
        found = b.sequences(trace, place / "log")
        b.checks.true(f"{trace.name}: goes on from the one before", found and found[-1][0] >= max(last, 2 * i), f"{found}")
        last = found[-1][0] if found else last


def newest(b, trace, last, threads):
    """In a LiTL trace, of each thread's events the last, without gaps. What said whose they are may be forgotten."""
    events = list(b.litl_events(b.printed(trace)))
    found = {}
    for record, name in events:
        if name == "counter":
            found.setdefault(record["location"], []).append(record["value"])
    b.checks.equal(f"{trace.name}: threads", len(found), threads)
    for values in found.values():
        b.checks.true(f"{trace.name}: the newest events", values == list(range(values[0], last)) and 0 < values[0] < last,
                      f"{values[0]} to {values[-1]}")
    return [record["value"] for record, name in events if name == "marker"]


def litl_flight(b):
    place, done = b.record("litl_flight", "dumps", threads=2, events=50_000, WEFT_RECORD_POLICY="flight",
                           WEFT_RECORD_FORMAT="litl", WEFT_RECORD_THREAD_MEMORY="1M",
                           DUMP=b.workdir / "litl_flight" / "dump.trace")
    b.checks.equal("litl, flight: ends well", (done.returncode, done.stderr), (0, ""))
    for name in ("trace.trace", "dump.trace"):
        b.valid(name, place / name, allowed=("region-nesting",))
        b.checks.equal(f"{name}: markers", newest(b, place / name, 50_000, 3),
                       ["phases: dump: before the dump"] if name == "dump.trace" else [])
    b.checks.equal("litl, flight: nothing else is left", sorted(os.listdir(place)),
                   ["dump.trace", "dump.trace.map", "log", "trace.trace", "trace.trace.map"])
    place, done = b.record("litl_signal", "dumps_on_signal", WEFT_RECORD_POLICY="flight", WEFT_RECORD_SIGNAL="USR1",
                           WEFT_RECORD_FORMAT="litl", DUMP=b.workdir / "litl_signal" / "trace-dump-2.trace")
    b.checks.equal("litl, signal: ends well", (done.returncode, done.stderr), (0, ""))
    for name in ("trace.trace", "trace-dump-1.trace", "trace-dump-2.trace"):
        b.checks.equal(name, b.litl_counters(place / name)[0], {0: list(range(1000))})
    place, done = b.record("litl_crash", "crashes", threads=3, events=5000, WEFT_RECORD_FORMAT="litl",
                           WEFT_RECORD_POLICY="flight")
    b.checks.equal("litl, crash: the program dies of it", done.returncode, -11)
    b.checks.equal("litl, crash", b.litl_counters(litl_repaired(b, place))[0],
                   {i: list(range(5000)) for i in range(4)})


def dropped(b):
    place, done = b.record("drop", "plain", threads=2, events=200_000, WEFT_RECORD_POLICY="drop",
                           WEFT_RECORD_THREAD_MEMORY="1M")
    b.checks.true("drop: it is told", "events were lost" in done.stderr, done.stderr)
    found = b.sequences(place / "trace.otf2", place / "log")
    lost = sum(b.counted_lost(place / "trace.otf2").values())
    b.checks.true("drop: the first events are there", all(s[1] == 0 and 0 < s[2] < s[3] for s in found), f"{found}")
    missing = sum(s[3] - s[2] for s in found)
    b.checks.equal("drop: every one that is missing is counted", lost, missing)


def litl(b):
    place, done = b.record("litl", "forks", events=3000, WEFT_RECORD_FORMAT="litl")
    b.checks.equal("litl: ends well", (done.returncode, done.stderr), (0, ""))
    b.litl_complete("litl", place / "trace.trace", range(5), 3000)


def everything(b):
    place, done = b.record("everything", "everything", WEFT_RECORD_FILTER=r"-none,-filtered\, out")
    b.checks.equal("everything: ends well", (done.returncode, done.stderr), (0, ""))
    b.valid("everything", place / "trace.otf2")
    records = b.printed(place / "trace.otf2")
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    names = {kind: {r["self"]: strings[r["name"]] for r in records if r["record"] == kind}
             for kind in ("Region", "Attribute", "MetricMember", "Comm", "IoRegularFile", "Location", "LocationGroup")}
    events = [r for r in records if "time" in r]

    def of(kind):
        return [r for r in events if r["record"] == kind]

    b.checks.true("names", "the thread" in names["Location"].values() and
                  "the process" in names["LocationGroup"].values(), f"{names}")
    b.checks.true("filter", "filtered, out" not in names["Region"].values())
    entered = [r for r in of("Enter") if names["Region"][r["region"]] == "with attributes"]
    values = {names["Attribute"][a["attribute"]]: a["value"] for a in entered[0]["attributes"]}
    values["label"] = strings[values["label"]]
    b.checks.equal("attributes", values, {"size": 42, "depth": -7, "weight": 0.5, "label": "red"})
    b.checks.equal("attributes of what is not recorded", [r["record"] for r in events if r.get("attributes")], ["Enter"])
    b.checks.equal("metrics", [r["metricValues"] for r in of("Metric")], [[-40], [12.5], [4096]])
    b.checks.equal("message", [(r["receiver"], r["msgTag"], r["msgLength"]) for r in of("MpiSend")], [(1, 5, 1000)])
    b.checks.equal("message", [(r["sender"], r["msgTag"], r["msgLength"]) for r in of("MpiRecv")], [(0, 5, 1000)])
    b.checks.equal("seek", [(r["offsetRequest"], r["whence"], r["offsetResult"]) for r in of("IoSeek")], [(10, 0, 10)])
    b.checks.equal("write", [(r["mode"], r["bytesRequest"]) for r in of("IoOperationBegin")], [(1, 100)])
    b.checks.equal("written", [r["bytesResult"] for r in of("IoOperationComplete")], [99])
    b.checks.equal("opened and closed", (len(of("IoCreateHandle")), len(of("IoDestroyHandle"))), (1, 1))
    b.checks.equal("marker", [r["text"] for r in records if r["record"] == "Marker"], ["here it begins"])
    source = {strings[r["name"]]: (strings[r["sourceFile"]], r["beginLineNumber"])
              for r in records if r["record"] == "Region"}
    b.checks.true("source location", source["everything"][0].endswith("recorded.cpp") and source["everything"][1] > 0,
                  f"{source['everything']}")
    clock = [r for r in records if r["record"] == "ClockProperties"][0]
    times = [r["time"] for r in events]
    b.checks.true("clock", clock["globalOffset"] <= min(times) and
                  max(times) <= clock["globalOffset"] + clock["traceLength"], f"{clock}")


def litl_everything(b):
    """What LiTL has no place for is said in texts, which are there in every other format as well."""
    place = b.place("litl_everything")
    long = "x" * 100_000  # an argument, and so a definition that no single event has room for
    done = subprocess.run([b.programs / "recorded", "everything", place / "log", "1", "1", long], capture_output=True,
                          text=True, check=False, env=b.environment(place, {"WEFT_RECORD_FORMAT": "litl"}))
    b.checks.equal("LiTL, everything: ends well", (done.returncode, done.stderr), (0, ""))
    b.valid("LiTL, everything", place / "trace.trace")
    converted = subprocess.run([b.weft, "convert", place / "trace.trace", place / "there.otf2"], capture_output=True,
                               text=True, check=False)
    b.checks.equal("LiTL, everything: weft convert", (converted.returncode, converted.stderr), (0, ""))
    records = b.printed(place / "there.otf2")
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    attributes = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Attribute"}
    events = list(b.litl_events(records))
    values = {name: record for record, name in events}
    b.checks.equal("LiTL, metrics", (values["temperature"]["value"], values["bytes"]["value"]), (-40, 4096))
    b.checks.equal("LiTL, a metric with a fraction", [a["value"] for a in values["load"]["attributes"]
                                                      if attributes[a["attribute"]] == "load"], [12.5])
    b.checks.equal("LiTL, the process has its name",
                   [strings[r["name"]] for r in records if r["record"] == "LocationGroup"], ["0.the process"])
    told = b.litl_definitions(records)

    texts = {r["self"]: r["string"] for r in told if r["record"] == "String"}

    def named(kind):
        return {r["self"]: texts[r["name"]] for r in told if r["record"] == kind}

    for kind, name in (("Location", "the thread"), ("LocationGroup", "the process"), ("Comm", "world"),
                       ("IoRegularFile", "/tmp/data"), ("MetricMember", "temperature")):
        b.checks.true(f"LiTL, {kind}", name in named(kind).values(), f"{named(kind)}")
    b.checks.equal("LiTL, the unit of a metric", [texts[r["unit"]] for r in told if r["record"] == "MetricMember"],
                   ["C", "%", "B"])
    file, line = {texts[r["name"]]: (texts[r["sourceFile"]], r["beginLineNumber"])
                  for r in told if r["record"] == "Region"}["everything"]
    b.checks.true("LiTL, source location", file.endswith("recorded.cpp") and line > 0, f"{file}:{line}")
    b.checks.true("LiTL, a long text", long in texts.values())
    region = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Region"}
    entered = [r for r in records if r["record"] == "Enter" and region[r["region"]] == "with attributes"]
    words = [a["value"] for a in entered[0]["attributes"] if attributes[a["attribute"]].startswith("litl.word.")]
    attached = {named("Attribute")[key]: value for key, value in zip(words[::3], words[2::3])}
    attached["label"] = texts[attached["label"]]
    attached["weight"] = struct.unpack("<d", struct.pack("<Q", attached["weight"]))[0]
    b.checks.equal("LiTL, attributes", attached, {"size": 42, "depth": 2 ** 64 - 7, "weight": 0.5, "label": "red"})


def from_c(b):
    place = b.place("from_c")
    done = subprocess.run([b.programs / "from_c"], env=b.environment(place, {}), capture_output=True, text=True, check=False,
                          timeout=60)
    b.checks.equal("from C: ends well", (done.returncode, done.stdout, done.stderr), (0, "", ""))
    trace = place / "trace.otf2"
    b.valid("from C", trace)
    records = b.printed(trace)
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    regions = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Region"}
    events = [r for r in records if "time" in r]
    steps = ["step", "inner", "inner", "step"] * 3
    b.checks.equal("from C: regions", [regions[r["region"]] for r in events if r["record"] in ("Enter", "Leave")], steps)
    b.checks.equal("from C: attributes", [a["value"] for r in events for a in r.get("attributes", [])], [0, -1, -2])
    b.checks.equal("from C: metrics", [r["metricValues"] for r in events if r["record"] == "Metric"], [[7], [-8], [0.25]])
    kinds = [r["record"] for r in events if r["record"].startswith(("Mpi", "Io", "Measurement"))]
    b.checks.equal("from C: the rest", kinds, ["MpiSend", "MpiRecv", "IoCreateHandle", "IoOperationBegin",
                                               "IoOperationComplete", "IoSeek", "IoDestroyHandle", "MeasurementOnOff",
                                               "MeasurementOnOff"])
    names = {strings[r["name"]] for r in records if r["record"] in ("Location", "LocationGroup")}
    b.checks.equal("from C: names", names, {"only thread", "in C"})
    b.checks.equal("from C: marker", [r["text"] for r in records if r["record"] == "Marker"], ["all of it"])


def without_counter(b):
    """Where no counter can be relied on, or none is wanted, times are those of the system's clock."""
    clocks = {"otf2": time.CLOCK_MONOTONIC, "litl": time.CLOCK_MONOTONIC_RAW}
    for form, clock in clocks.items():
        before = time.clock_gettime_ns(clock)
        place, done = b.record(f"without_counter_{form}", "plain", threads=2, events=3000, WEFT_RECORD_CLOCK="system",
                               WEFT_RECORD_FORMAT=form)
        after = time.clock_gettime_ns(clock)
        b.checks.equal(f"without counter, {form}: ends well", (done.returncode, done.stderr), (0, ""))
        records = b.printed(place / ("trace.otf2" if form == "otf2" else "trace.trace"))
        times = [r["time"] for r in records if "time" in r]
        b.checks.true(f"without counter, {form}: all events are there", len(times) >= 2 * 3000, f"{len(times)}")
        b.checks.true(f"without counter, {form}: times", before <= min(times) <= max(times) <= after,
                      f"{min(times)} to {max(times)}, not within {before} to {after}")
        resolution = [r["timerResolution"] for r in records if r["record"] == "ClockProperties"]
        b.checks.true(f"without counter, {form}: resolution", resolution in ([10**9], []) and (form, resolution) !=
                      ("otf2", []), f"{resolution}")


def clock(b):
    """Whatever clock it is: a second is one, and the moment of the beginning that of the system."""
    before = time.time_ns()
    place, done = b.record("clock", "clocks")
    after = time.time_ns()
    b.checks.equal("clock: ends well", (done.returncode, done.stderr), (0, ""))
    records = b.printed(place / "trace.otf2")
    properties = [r for r in records if r["record"] == "ClockProperties"][0]
    begin = properties["realtimeTimestamp"]
    b.checks.true("clock: when it began", before <= begin <= after, f"{begin}, not within {before} to {after}")
    first, last = [r["time"] for r in records if r["record"] == "Metric" and r["metricValues"] != [0]]
    span = (last - first) * 10 ** 9 / properties["timerResolution"]
    (first_before, first_after), (last_before, last_after) = (map(int, line.split()) for line in done.stdout.splitlines())
    least, most = last_before - first_after, last_after - first_before
    b.checks.true("clock: what a second is", least * 0.99 <= span <= most * 1.01, f"{span}, not {least} to {most}")


def disabled(b):
    """Compiled out: the program does not even need the library."""
    place = b.place("disabled")
    done = subprocess.run([b.programs / "disabled"], env=b.environment(place, {}), cwd=place, check=False, timeout=60)
    b.checks.equal("disabled: nothing is recorded", (done.returncode, os.listdir(place)), (0, []))


def topology(b):
    """The system tree is that of this machine, with hwloc down to its processing units."""
    place, _ = b.record("topology", "plain")
    records = b.definitions(place / "trace.otf2")
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    nodes = {r["self"]: (strings[r["className"]], r["parent"]) for r in records if r["record"] == "SystemTreeNode"}
    classes = [name for name, _ in nodes.values()]
    b.checks.equal("topology: the computer", (classes[:2], strings[[r for r in records if r["record"] == "SystemTreeNode"]
                                                                   [1]["name"]]), (["machine", "node"], os.uname().nodename))
    libraries = subprocess.run(["ldd", b.programs / "recorded"], capture_output=True, text=True, check=True).stdout
    units = [parent for name, parent in nodes.values() if name == "processing unit"]
    b.checks.equal("topology: processing units", len(units),
                   os.sysconf("SC_NPROCESSORS_ONLN") if "libhwloc" in libraries else 0)
    for unit in units:
        path = [unit]
        while nodes[path[-1]][0] != "node":
            path.append(nodes[path[-1]][1])
        b.checks.true("topology: a unit is in a core", nodes[unit][0] == "core", f"{[nodes[n] for n in path]}")
    group = [r for r in records if r["record"] == "LocationGroup"][0]
    b.checks.equal("topology: where the process is", nodes[group["systemTreeParent"]][0], "node")


main(__doc__, {f.__name__: f for f in (plain, default_place, same_directory, switched_off, wrong_settings, config_file,
                                       many_threads, all_at_once, never_ending, forks, outlives_parent, exits_early,
                                       quits_at_once, quits_quickly, cancelled, too_long, system_calls, steady,
                                       replaces_itself, crashes, interrupted, broken_pipe, signals,
                                       defines_in_between, unloads, unloads_recorder, handles, pauses, flushes, flight, flight_meanwhile,
                                       litl_flight, dropped, litl, everything, litl_everything, from_c, without_counter, clock,
                                       disabled, topology)})
