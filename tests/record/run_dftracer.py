#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Recording as DFTracer: every process has a file of lines that any reader of JSON understands, whatever became of it.

    run_dftracer.py --weft PROGRAM --programs DIRECTORY --workdir DIRECTORY [--only CASE]
"""
import resource
import signal
import struct
import subprocess
import time

from dftracer_lines import check_file, check_nesting, counters, files_of, hash_of, records_of
from recorder_tests import LIMIT, main

ROW = 48  # bytes of a metric in memory


def record(b, name, scenario, **settings):
    return b.record(name, scenario, WEFT_RECORD_FORMAT="dftracer", **settings)


def threads(b):
    place, done = record(b, "threads", "plain", threads=4, events=20_000)
    b.checks.equal("threads: ends well and says nothing", (done.returncode, done.stdout, done.stderr), (0, "", ""))
    path, = files_of(place)
    records = check_file(b.checks, path)
    b.checks.equal("threads: all events", counters(records), {i: list(range(20_000)) for i in range(4)})
    names = [r["name"] for r in records if r["ph"] == "X"]
    b.checks.true("threads: regions", {"before main", "at exit", "in a destructor"} <= set(names), f"{set(names)}")
    b.checks.true("threads: has regions", check_nesting(b.checks, "threads", records))
    b.checks.equal("threads: only the trace is left", [p.name for p in (place / "trace").iterdir()], [path.name])
    start = next(r for r in records if r["name"] == "start")
    b.checks.true("threads: wall-clock time", abs(start["ts"] / 1e6 - time.time()) < LIMIT, f"{start}")


def compressed(b):
    place, done = record(b, "compressed", "plain", threads=2, events=20_000, WEFT_RECORD_COMPRESS="on")
    b.checks.equal("compressed: ends well", (done.returncode, done.stderr), (0, ""))
    path, = files_of(place)
    b.checks.true("compressed: name", path.name.endswith("-app.pfw.gz"), path.name)
    b.checks.true("compressed: more than one member", path.read_bytes().count(b"\x1f\x8b\x08\0\0\0\0\0") > 1)
    b.checks.equal("compressed: all events", counters(check_file(b.checks, path)),
                   {i: list(range(20_000)) for i in range(2)})


def forks(b):
    place, done = record(b, "forks", "forks", events=3000)
    b.checks.equal("forks: ends well", (done.returncode, done.stderr), (0, ""))
    found = {}
    for path in files_of(place):
        records = check_file(b.checks, path)
        b.checks.equal("forks: one process a file", len({r["pid"] for r in records}), 1)
        found |= counters(records)
        program = next(r for r in records if r["name"] == "SH" and ";" not in r["args"]["name"])["args"]["name"]
        host = records[0]["args"]["name"]
        h16 = hash_of(f"{program}-{host}-{records[0]['pid']}")
        b.checks.equal("forks: name", path.name, f"trace-{h16}-app.pfw")
    b.checks.equal("forks: all events", found, {i: list(range(3000)) for i in range(5)})


def everything(b):
    place, done = record(b, "everything", "everything", WEFT_RECORD_FILTER="-filtered*")
    path, = files_of(place)
    records = check_file(b.checks, path)
    named = {r["name"]: r["args"] for r in records if r["ph"] != "M"}
    host = {"hhash": records[0]["args"]["value"]}
    b.checks.equal("everything: attributes", named["with attributes"],
                   host | {"size": 42, "depth": -7, "weight": 0.5, "label": "red"})
    b.checks.equal("everything: metrics", [named[name] for name in ("temperature", "load", "bytes")],
                   [host | {"temperature": -40}, host | {"load": 12.5}, host | {"bytes": 4096}])
    b.checks.true("everything: filter", "filtered, out" not in named)
    marker, = [r for r in records if r["cat"] == "phases"]
    b.checks.equal("everything: marker", (marker["name"], marker["ph"], marker["dur"], marker["args"]),
                   ("start", "X", 0, host | {"text": "here it begins"}))
    lost = [r["args"]["value"] for r in records if r["args"].get("name") == "weft.lost_events"]
    b.checks.equal("everything: what has no place is counted", lost, ["7"])
    b.checks.true("everything: and told", "7 events were lost" in done.stderr, done.stderr)


def told(records):
    return {r["args"]["name"]: int(r["args"]["value"]) for r in records if r["name"] == "CM"}


def unfinished(b):
    """Regions end with the one they are in, or with the program; an end without a beginning is lost."""
    place, done = record(b, "unfinished", "unbalanced")
    b.checks.equal("unfinished: its code", (done.returncode, done.stderr), (0, ""))
    records = check_file(b.checks, files_of(place)[0])
    names = [r["name"] for r in records if r["ph"] == "X" and len(r["name"]) == 1]
    b.checks.equal("unfinished: regions in the order in which they end", names, ["c", "b", "a", "d"])
    b.checks.equal("unfinished: counted", told(records), {"weft.lost_events": 1, "weft.unfinished_regions": 3})
    b.checks.true("unfinished: has regions", check_nesting(b.checks, "unfinished", records))


def policies(b):
    """What is dropped, overwritten or written in a crash is counted or there."""
    place, _ = record(b, "drop", "plain", events=60_000, WEFT_RECORD_POLICY="drop", WEFT_RECORD_THREAD_MEMORY="1M")
    records = check_file(b.checks, files_of(place)[0])
    values = counters(records)[0]
    b.checks.equal("drop: the first events", values, list(range(len(values))))
    b.checks.true("drop: the others are counted",
                  told(records)["weft.lost_events"] >= 60_000 - len(values), f"{told(records)}")
    place, _ = record(b, "flight", "plain", events=60_000, WEFT_RECORD_POLICY="flight", WEFT_RECORD_THREAD_MEMORY="1M")
    records = check_file(b.checks, files_of(place)[0])
    values = counters(records)[None]
    b.checks.equal("flight: the last events", values, list(range(60_000 - len(values), 60_000)))
    b.checks.true("flight: the others are counted",
                  told(records)["weft.overwritten_events"] >= 60_000 - len(values), f"{told(records)}")
    place, done = record(b, "crash", "crashes", threads=3, events=2000, WEFT_RECORD_CRASH="on")
    b.checks.equal("crash: the program dies of it", done.returncode, -11)
    b.checks.equal("crash: all is there", counters(check_file(b.checks, files_of(place)[0], is_complete=False)),
                   {i: list(range(2000)) for i in range(4)})


def dumps(b):
    """What a flight recorder keeps, on demand and when a signal comes."""
    dump = b.workdir / "dumps" / "trace" / "dump.pfw"
    place, done = record(b, "dumps", "dumps", events=30_000, WEFT_RECORD_POLICY="flight", WEFT_RECORD_THREAD_MEMORY="1M",
                         DUMP=dump)
    b.checks.equal("dumps: ends well", (done.returncode, done.stderr), (0, ""))
    b.checks.equal("dumps: two files", len(files_of(place)), 2)
    for path in files_of(place):
        records = check_file(b.checks, path)
        threads = {}
        for record_ in records:
            if record_["name"] == "counter":
                threads.setdefault(record_["tid"], []).append(record_["args"]["counter"])
        b.checks.equal(f"{path.name}: threads", len(threads), 2)
        for values in threads.values():
            b.checks.equal(f"{path.name}: the newest events", values, list(range(values[0], 30_000)))
        b.checks.equal(f"{path.name}: markers", [r["args"]["text"] for r in records if r["cat"] == "phases"],
                       ["before the dump"] if path == dump else [])
    place, done = record(b, "dump_signal", "dumps_on_signal", WEFT_RECORD_POLICY="flight", WEFT_RECORD_SIGNAL="USR1",
                         WEFT_RECORD_COMPRESS="on", DUMP=b.workdir / "dump_signal" / "trace-dump-2.pfw.gz")
    b.checks.equal("dumps, signal: ends well", (done.returncode, done.stderr), (0, ""))
    for path in (*files_of(place), place / "trace-dump-1.pfw.gz", place / "trace-dump-2.pfw.gz"):
        b.checks.equal(f"{path.name}: all events", counters(check_file(b.checks, path)), {0: list(range(1000))})


def replaced(b):
    """A process that replaces itself by the same program has two files, and the first is complete."""
    place = b.place("replaced")
    done = subprocess.run([b.weft, "record", "-o", place, "--format", "dftracer", "--", b.programs / "recorded",
                           "replaces_itself", place / "log", "1", "3000"], capture_output=True, text=True, check=False,
                          timeout=LIMIT)
    b.checks.true("replaced: ends well", done.returncode == 0 and f"recorded {place}/trace" in done.stderr, done.stderr)
    for path in files_of(place):
        check_file(b.checks, path)
    found = [counters(records_of(path)) for path in files_of(place)]
    b.checks.true("replaced: all events", {0: list(range(3000))} in found, f"{[len(f) for f in found]}")


def killed(b):
    """SIGKILL: what is missing of a thread fits into its chunk, and every line that is there is whole."""
    for run in range(5):
        place = b.place("killed")
        program = subprocess.Popen([b.programs / "recorded", "until_killed", place / "log", "2"],
                                   env=b.environment(place, {"WEFT_RECORD_FORMAT": "dftracer"}))
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and sum(p.stat().st_size for p in files_of(place)) < 4_000_000:
            time.sleep(0.002)
        time.sleep(0.003 * run)
        program.send_signal(signal.SIGKILL)
        program.wait()
        path, = files_of(place)
        # A write may have been cut in two.
        whole = path.read_bytes().rpartition(b"\n")[0] + b"\n"
        path.write_bytes(whole)
        found = counters(check_file(b.checks, path, is_complete=False))
        logged = struct.unpack_from("<2Q", (place / "log").read_bytes())
        for log, values in found.items():
            b.checks.equal(f"kill {run}: in order", values, list(range(len(values))))
            b.checks.true(f"kill {run}: at most a chunk is missing", logged[log] - len(values) <= (256 << 10) // ROW,
                          f"logged {logged[log]}, found {len(values)}")


def full_disk(b):
    """A file that cannot grow: the program goes on, is told, and what is there are whole lines."""
    place = b.place("full_disk")
    limit = 2 << 20
    done = subprocess.run([b.programs / "recorded", "plain", place / "log", "2", "20000"],
                          env=b.environment(place, {"WEFT_RECORD_FORMAT": "dftracer"}), capture_output=True, text=True,
                          timeout=LIMIT, check=False,
                          preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                              resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))))
    b.checks.equal("full disk: the program ends well", done.returncode, 0)
    b.checks.true("full disk: it is told", "events are lost" in done.stderr and "events were lost" in done.stderr,
                  done.stderr)
    path, = files_of(place)
    records = records_of(path)
    present = sum(map(len, counters(records).values()))
    told = int(done.stderr.split(" events were lost")[0].split()[-1])
    b.checks.true("full disk: what is there and what is lost is everything", 0 < present < 40_000 <= present + told,
                  f"{present} present, {told} lost")


main(__doc__, {f.__name__: f for f in (threads, compressed, forks, everything, unfinished, policies, dumps, replaced, killed,
                                       full_disk)})
