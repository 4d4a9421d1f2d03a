#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that are killed, run out of disk, or have more processes and threads than is good for them: after each,
everything that is promised is in the trace, counted against the log that the program kept on the side.

    run_faults.py --weft PROGRAM --programs DIRECTORY --workdir DIRECTORY [--only CASE]
"""
import contextlib
import fcntl
import os
import pathlib
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time

from recorder_tests import LIMIT, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
from small_disk import small_disk, small_files  # noqa: E402

KILLS = 54
EARLY_KILLS = 12
MEGABYTE = 1 << 20


def written(place):
    return [file for file in place.glob("trace/*.evt") if file.stat().st_size > 0]


def begin_until_killed(b, name, threads, **settings):
    place = b.place(name)
    return place, subprocess.Popen([b.programs / "recorded", "until_killed", place / "log", str(threads)],
                                   env=b.environment(place, settings))


def kill(program):
    program.send_signal(signal.SIGKILL)
    program.wait()


def killed(b):
    """SIGKILL at a random moment: of each thread at most the chunk it was filling is missing."""
    dice = random.Random(20)
    for run in range(KILLS):
        threads = dice.choice((1, 2, 5))
        chunk = (1 << 20) if run % 9 == 4 else 256 << 10
        place, program = begin_until_killed(b, "killed", threads, WEFT_RECORD_CHUNK=chunk)
        deadline = time.monotonic() + LIMIT
        # All threads have something on the disk; then any moment is as good as another. A thread fills some chunks in a
        # hundredth of a second, and who kills later only has more to read.
        while time.monotonic() < deadline and len(written(place)) < threads:
            time.sleep(0.001)
        time.sleep(dice.random() * 0.01)
        kill(program)
        whole = b.repaired(place)
        b.bounded_loss(f"kill {run}", whole, place / "log", threads, chunk)
        if run % 9 == 0:
            b.valid(f"kill {run}", whole)
        shutil.rmtree(place)


def killed_early(b):
    """While the recording is being set up, or a little later: what there is can be repaired, and what is missing fits
    into a chunk a thread."""
    for run in range(EARLY_KILLS):
        place, program = begin_until_killed(b, "killed_early", 2)
        time.sleep(run * 0.0005)
        kill(program)
        log = place / "log"
        log.touch()  # recording begins before it
        logged = struct.unpack_from("<2Q", log.read_bytes().ljust(16, b"\0"))
        has_begun = any(place.glob("trace/*.part"))
        found = {s[0]: s for s in b.sequences(b.repaired(place), log)} if has_begun else {}
        for number, count in enumerate(logged):
            _, first, end, _ = found.get(number, (number, 0, 0, 0))
            b.checks.true(f"early kill {run}: log {number}", first == 0 and count - end <= (256 << 10) // 14,
                          f"logged {count}, found {first} to {end}")
        shutil.rmtree(place)


def killed_litl(b):
    """The same with LiTL, where every process has a valid trace after every chunk, and repair makes one of them all."""
    smallest_event = 22
    dice = random.Random(4)
    for threads in (1, 1, 2, 3, 5):
        place, program = begin_until_killed(b, "killed_litl", threads, WEFT_RECORD_FORMAT="litl")
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and not any(f.stat().st_size for f in (place / "trace").glob("*.litl")):
            time.sleep(0.001)
        time.sleep(dice.random() * 0.002)
        kill(program)
        whole = place / "whole.trace"
        done = subprocess.run([b.weft, "repair", place / "trace.trace", whole], capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        b.checks.equal("killed litl: weft repair", (done.returncode, done.stderr), (0, ""))
        b.checks.true("killed litl: says what it did", "the run of 1 process was not completed" in done.stdout, done.stdout)
        if threads == 2:
            b.valid("killed litl", whole)
        found = b.litl_counters(whole)[0]
        for number, logged in enumerate(struct.unpack_from(f"<{threads}Q", (place / "log").read_bytes())):
            values = found.get(number, [])
            b.checks.true(f"killed litl: all but the last chunk of log {number}", values == list(range(len(values))) and
                          logged - len(values) <= (256 << 10) // smallest_event, f"logged {logged}, found {len(values)}")
    again = subprocess.run([b.weft, "repair", place / "trace", whole], capture_output=True, text=True, check=False,
                           timeout=LIMIT)
    b.checks.true("killed litl: what is there is not replaced", again.returncode == 2 and "exists" in again.stderr,
                  again.stderr)


def run_on_full_disk(b, name, disk, limit, command, **settings):
    """How it ended, and how many events it says that were lost."""
    done = subprocess.run(command, env=b.environment(disk, settings), capture_output=True, text=True, timeout=LIMIT,
                          check=False, preexec_fn=limit)
    b.checks.equal(f"{name}: the program ends well", done.returncode, 0)
    b.checks.true(f"{name}: it is told", "events are lost" in done.stderr and "events were lost" in done.stderr,
                  done.stderr)
    return done, sum(int(line.split(" events were lost")[0].split()[-1]) for line in done.stderr.splitlines()
                     if line.endswith(" events were lost"))


def full_disk(b):
    """The program goes on and is told; of each thread, what reached the disk is in the trace, and what did not is
    counted."""
    place = b.place("full_disk")
    disk = place / "disk"
    log = place / "log"
    with small_disk(disk, 3 << 10) as limit:
        _, told = run_on_full_disk(b, "full disk", disk, limit, [b.programs / "recorded", "plain", log, "2", "300000"])
        trace = disk / "trace.otf2"
        if not trace.exists():
            trace = b.repaired(disk, place / "whole")
        b.sequences(trace, log, gaps=True)
        present, lost = b.accounted("full disk", trace, log, threads=2)
        b.checks.true("full disk: something is there", present > 0, f"{present}")
        b.checks.equal("full disk: what is lost stands in the trace", lost, told)


def as_advised(b, name, said, place):
    """What `weft repair` makes of a recording when it is called as the program said, and by the name of OTF2."""
    whole, again = place / "whole.trace", place / "again.trace"
    weft, verb, recorded, _ = said.split("'")[1].split()
    for source, to in ((recorded, whole), (recorded.replace(".trace", ".otf2"), again)):
        repaired = subprocess.run([b.weft, verb, source, to], capture_output=True, text=True, timeout=LIMIT,
                                  check=False)
        b.checks.equal(f"{name}: the advice", (weft, repaired.returncode, repaired.stderr), ("weft", 0, ""))
    b.checks.true(f"{name}: the same by another name", whole.read_bytes() == again.read_bytes())
    return whole


def moved_litl(b):
    """Without room for a second copy, the traces of several processes are moved into an archive one by one; also where
    the disk is full before the last of them."""
    place = b.place("moved_litl")
    events = 25_000
    recorded = {}
    with small_disk(place / "disk", 4 << 10) as limit:
        for where, first in ((place / "disk", limit), (place, small_files())):
            recorded[where] = subprocess.run(
                [b.programs / "recorded", "fork_storm", where / "log", "4", str(events)], text=True, preexec_fn=first,
                env=b.environment(where, {"WEFT_RECORD_FORMAT": "litl"}), capture_output=True, timeout=LIMIT, check=False)
            b.checks.equal("moved: the program ends well", recorded[where].returncode, 0)
        if limit is None:  # else there is no such disk
            b.checks.equal("moved: nothing is told", recorded[place / "disk"].stderr, "")
            b.litl_complete("moved", place / "disk" / "trace.trace", range(4), events)
    done = recorded[place]
    left = {path.name for path in (place / "trace").iterdir()}
    b.checks.true("moved: some are in the archive, and some are not", "archive" in left and
                  0 < sum(name.endswith(".litl") for name in left) < sum(name.endswith(".told") for name in left),
                  f"{left}")
    b.litl_complete("moved", as_advised(b, "moved", done.stderr, place), range(4), events)


def full_disk_litl(b):
    """The same with LiTL. The trace of one process is whole where it is; those of several may have no room to be put
    together, and the advice that is given leads to all that is there."""
    for scenario, threads, events, megabytes in (("plain", 1, 60_000, 1), ("fork_storm", 1, 150_000, 2)):
        name = f"full disk, LiTL, {scenario}, {threads}"
        place = b.place("full_disk_litl")
        disk, log = place / "disk", place / "log"
        with small_disk(disk, megabytes << 10) as limit:
            done, told = run_on_full_disk(b, name, disk, limit, [b.programs / "recorded", scenario, log, str(threads),
                                                                 str(events)], WEFT_RECORD_FORMAT="litl")
            trace = disk / "trace.trace"
            b.checks.equal(f"{name}: whether it could be completed", trace.exists(), scenario == "plain")
            if not trace.exists():
                trace = as_advised(b, name, done.stderr, place)
            events_of = {}
            lost = 0
            for record, kind in b.litl_events(b.printed(trace)):
                if kind == "counter":
                    events_of.setdefault(record["location"], []).append(record["value"])
                lost += record["value"] if kind == "weft.lost_events" else 0
            b.valid(name, trace)
            logged = sum(struct.unpack_from(f"<{threads}Q", log.read_bytes()))
            present = sum(map(len, events_of.values()))
            b.checks.equal(f"{name}: what is lost stands in the trace", lost, told)
            b.checks.true(f"{name}: all is there or counted",
                          0 < present < logged <= present + told <= logged + 20 * threads,
                          f"{present} present, {told} lost, {logged} logged")
            b.checks.true(f"{name}: in order", all(a < b for values in events_of.values()
                                                   for a, b in zip(values, values[1:])))


def read_only(b):
    """A directory nobody can write to: the program runs, and is told."""
    place = b.place("read_only")
    done = subprocess.run([b.programs / "recorded", "plain", place / "log"],
                          env=b.environment("/proc/no/such/place", {}), capture_output=True, text=True, timeout=LIMIT,
                          check=False)
    b.checks.equal("read only: the program ends well", done.returncode, 0)
    b.checks.true("read only: it is told", "nothing is recorded" in done.stderr, done.stderr)


def few_handles(b):
    """100 threads with 12 handles."""
    place = b.place("few_handles")
    done = subprocess.run([b.programs / "recorded", "all_at_once", place / "log", "100", "30000"],
                          env=b.environment(place, {}), capture_output=True, text=True, timeout=LIMIT, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12)))
    b.checks.equal("few handles: ends well", (done.returncode, done.stderr), (0, ""))
    b.complete("few handles", place / "trace.otf2", place / "log", range(100))


def little_memory(b):
    """Memory for 8 threads, and 32 of them at once: those that find none are counted."""
    place, done = b.record("little_memory", "all_at_once", threads=32, events=1000, WEFT_RECORD_MEMORY="2M")
    b.checks.equal("little memory: ends well", done.returncode, 0)
    b.sequences(place / "trace.otf2", place / "log", gaps=True)
    present, lost = b.accounted("little memory", place / "trace.otf2", place / "log", threads=32)
    b.checks.true("little memory: some are there", present > 0, f"{present} present, {lost} lost")


def leftovers(b):
    """A repair that is killed leaves a directory behind, which the next one removes; not that of one that is at work."""
    place, _ = b.record("leftovers", "quits_at_once", events=50_000)
    whole = place / "whole"
    kept = {"trace.x.new": False, "other.1.new": False, "trace.2.new": True}
    for name in ("trace.1.new", *kept):
        (whole / name / "trace").mkdir(parents=True)
        (whole / name / "trace" / "0.evt").write_bytes(b"left")
    with contextlib.ExitStack() as stack:
        for name, is_held in kept.items():
            if is_held:
                handle = os.open(whole / name, os.O_RDONLY)
                stack.callback(os.close, handle)
                fcntl.flock(handle, fcntl.LOCK_EX)
        b.bounded_loss("leftovers", b.repaired(place), place / "log", threads=1)
    b.checks.equal("leftovers: what is there", sorted(p.name for p in whole.glob("*.new")), sorted(kept))


def fork_storm(b):
    place, done = b.record("fork_storm", "fork_storm", threads=200, events=20_000)
    b.checks.equal("fork storm: ends well", (done.returncode, done.stderr), (0, ""))
    trace = place / "trace.otf2"
    found = b.sequences(trace, place / "log")
    survivors = [s for s in found if s[0] % 5 != 4]
    b.checks.equal("fork storm: all are there", [s[0] for s in found], list(range(200)))
    b.checks.equal("fork storm: their events", [s for s in survivors if s[1] != 0 or s[2] != s[3]], [])
    for number, first, end, logged in found:
        b.checks.true(f"fork storm: log {number}", first == 0 and logged - end <= (256 << 10) // 14, f"{end} of {logged}")
    b.valid("fork storm", trace, allowed=("program-unpaired",))


def thread_storm(b):
    """Many threads that all come and go while others are killed with the program."""
    threads = 60_000
    for run in range(2):
        place = b.place("thread_storm")
        program = subprocess.Popen([b.programs / "recorded", "many_threads", place / "log", str(threads), "20"],
                                   env=b.environment(place, {}))
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and len(list(place.glob("trace/*.evt"))) < 500 * (run + 1):
            time.sleep(0.01)
        kill(program)
        whole = b.repaired(place)
        complete = {s[0] for s in b.sequences(whole, place / "log") if s[1:] == (0, 20, 20)}
        logged = struct.unpack_from(f"<{threads}Q", (place / "log").read_bytes())
        done = {number for number, count in enumerate(logged) if count == 20}
        b.checks.true(f"thread storm {run}: all but those that were running are complete",
                      len(done) >= 400 and len(done - complete) <= 32, f"{len(complete)} of {len(done)}")
        shutil.rmtree(place)


main(__doc__, {f.__name__: f for f in (killed, killed_early, killed_litl, full_disk, full_disk_litl, moved_litl,
                                       read_only, few_handles, little_memory, leftovers, fork_storm, thread_storm)})
