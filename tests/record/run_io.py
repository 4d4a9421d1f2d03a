#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft record --io`: what programs read and write, against what they counted themselves and what strace saw.

    run_io.py --weft PROGRAM --programs DIRECTORY --workdir DIRECTORY [--only CASE]
"""
import collections
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import call_tables
from dftracer_lines import check_file, check_nesting, files_of, records_of
from recorder_tests import LIMIT, main

FORMATS = ("otf2", "dftracer")
READS = ("read", "pread64", "pread", "readv", "preadv", "preadv2", "fread", "getline", "getdelim")
WRITES = ("write", "pwrite64", "pwrite", "writev", "pwritev", "pwritev2", "fwrite")
# They read from one file and write to another: which of their files is the first, and what names the second.
COPIES = {"copy_file_range": (("read", "write"), "out_hash"), "sendfile": (("write", "read"), "in_hash"),
          "sendfile64": (("write", "read"), "in_hash")}


def record(b, name, *command, options=(), form="dftracer", **how):
    """Answers the place, how it ended, and the directory that the program may use."""
    place = b.place(f"{name}_{form}")
    data = place / "data"
    data.mkdir()
    words = [str(data) if word == "DATA" else word for word in command]
    words_of_options = [word.replace("DATA", str(data)) for word in options]
    done = subprocess.run([b.weft, "record", "-q", "--io", "--format", form, "-o", place / "run", *words_of_options,
                           "--", *words], capture_output=True, text=True, timeout=LIMIT, check=False, **how)
    return place, done, data


def counted(output):
    """What the program says of itself."""
    return {call: (int(count), int(size)) for call, count, size in map(str.split, output.splitlines())}


def bytes_of(name, arguments):
    moved = max(arguments.get("ret", 0), 0)
    if name in ("fread", "fwrite"):  # in items
        return moved * arguments["size"]
    return moved if name in READS + WRITES or name in COPIES else 0


class Lines:
    """The calls in a trace of DFTracer."""

    def __init__(self, b, place):
        self.calls = []  # name, arguments, path
        self.files = {}  # hash to path
        for path in files_of(place / "run"):
            records = check_file(b.checks, path)
            check_nesting(b.checks, path.name, records)
            files = {r["args"]["value"]: r["args"]["name"] for r in records if r["name"] == "FH"}
            self.files |= files
            self.calls += [(r["name"], r["args"], files.get(r["args"].get("fhash"))) for r in records
                           if r.get("cat") in ("POSIX", "STDIO")]

    def by_file(self):
        """How often the calls that strace counts were made on each file, by the last part of its path."""
        names = [(SAME_CALL.get(name, name), path) for name, _, path in self.calls if path]
        return collections.Counter((name, path.split("/")[-1]) for name, path in names if name in COUNTED)

    def tally(self):
        found = collections.defaultdict(lambda: [0, 0])
        for name, arguments, _ in self.calls:
            found[name][0] += 1
            found[name][1] += bytes_of(name, arguments)
        return {name: tuple(numbers) for name, numbers in found.items()}

    def transfers(self):
        """Bytes by the last part of the path and by direction."""
        found = collections.Counter()
        for name, arguments, path in self.calls:
            if name in COPIES and arguments["ret"] > 0:
                ways, key = COPIES[name]
                for way, file in zip(ways, (path, self.files.get(arguments.get(key)))):
                    if file:
                        found[file.split("/")[-1], way] += arguments["ret"]
            elif path and name in READS + WRITES and arguments["ret"] > 0:
                found[path.split("/")[-1], "read" if name in READS else "write"] += bytes_of(name, arguments)
        return found


class Events:
    """The calls in an OTF2 archive: what lies between entering and leaving a region of file I/O."""

    def __init__(self, b, trace):
        self.calls = []  # name, attributes, events between
        records = b.printed(trace)
        strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
        regions = {r["self"]: strings[r["name"]] for r in records
                   if r["record"] == "Region" and strings[r["description"]] in ("POSIX", "STDIO")}
        keys = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Attribute"}
        files = {r["self"]: strings[r["name"]] for r in records if r["record"] in ("IoRegularFile", "IoDirectory")}
        self.paths = {r["self"]: files.get(r["file"]) for r in records if r["record"] == "IoHandle"}
        inside = {}
        for r in records:
            if r["record"] == "Enter" and r["region"] in regions:
                inside[r["location"]] = []
            elif r["record"] == "Leave" and r["region"] in regions:
                attributes = {keys[a["attribute"]]: a["value"] for a in r.get("attributes", [])}
                self.calls.append((regions[r["region"]], attributes, inside.pop(r["location"])))
            elif r.get("location") in inside:
                inside[r["location"]].append(r)

    def tally(self):
        found = collections.defaultdict(lambda: [0, 0])
        for name, _, events in self.calls:
            found[name][0] += 1
            moved = [e["bytesResult"] for e in events if e["record"] == "IoOperationComplete"]
            found[name][1] += sum(moved[:1] if name in COPIES else moved if name in READS + WRITES else [])
        return {name: tuple(numbers) for name, numbers in found.items()}

    def transfers(self):
        """Bytes by the last part of the path and by direction."""
        found = collections.Counter()
        for _, _, events in self.calls:
            modes = {e["matchingId"]: e["mode"] for e in events if e["record"] == "IoOperationBegin"}
            for e in events:
                if e["record"] == "IoOperationComplete" and e["bytesResult"] and self.paths.get(e["handle"]):
                    way = ("read", "write")[modes[e["matchingId"]]]
                    found[self.paths[e["handle"]].split("/")[-1], way] += e["bytesResult"]
        return found

    def kinds(self):
        return collections.Counter(e["record"] for _, _, events in self.calls for e in events)


def same_tallies(b, name, found, expected):
    for call, numbers in expected.items():
        b.checks.equal(f"{name}: {call}", found.get(call), numbers)
    b.checks.equal(f"{name}: nothing else", sorted(set(found) - set(expected)), [])


# What is not about a path is recorded wherever it happens, and not counted by the program.
ELSEWHERE = ("munmap", "umask", "sysconf", "getcwd", "fork", "wait", "waitpid", "madvise", "mprotect", "dirfd", "pipe")


def without_elsewhere(tally):
    return {call: numbers for call, numbers in tally.items() if call not in ELSEWHERE}


def counts(b):
    """Counts and bytes are those of the program; only what is below the path is there."""
    for form in FORMATS:
        place, done, data = record(b, "counts", b.programs / "io_program", "everything", "DATA", form=form,
                                   options=("--io-path", "DATA"))
        b.checks.equal(f"counts, {form}: ends well", (done.returncode, done.stderr), (0, ""))
        if form == "otf2":
            trace = place / "run" / "trace.otf2"
            b.valid("counts", trace)
            found = Events(b, trace)
            kinds = found.kinds()
            expected = counted(done.stdout)
            opened = sum(expected[c][0] for c in ("open", "openat", "fopen", "opendir", "mkstemp")) - 5  # that do not exist
            b.checks.equal("counts: handles", (kinds["IoCreateHandle"], kinds["IoDuplicateHandle"], kinds["IoSeek"],
                                               kinds["IoDeleteFile"]), (opened, 15, 8, 2))
            b.checks.equal("counts: as many closed as opened", kinds["IoDestroyHandle"], opened + 15)
        else:
            found = Lines(b, place)
            b.checks.equal("counts: all is below the path", [c for c in found.calls if c[2] is not None and not
                                                             c[2].startswith((str(data), "relative"))], [])
        same_tallies(b, f"counts, {form}", without_elsewhere(found.tally()), counted(done.stdout))


def arguments(b):
    """The arguments of some calls, and the file behind every descriptor, in both formats."""
    place, _, data = record(b, "arguments", b.programs / "io_program", "everything", "DATA")
    calls = Lines(b, place).calls
    single = [(n, a) for n, a, p in calls if p == f"{data}/single"]
    first = next(a for n, a in single if n == "open")
    b.checks.equal("arguments: open", (first["flags"], first["mode"], first["ret"] >= 0),
                   (os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644, True))
    written = [(a["fd"], a["count"], a["ret"]) for n, a in single if n == "write"]
    b.checks.equal("arguments: writes, also of duplicates", [w[1:] for w in written],
                   [(4097, 4097)] * 10 + [(13, 13), (14, 14)])
    b.checks.equal("arguments: pread", [(a["count"], a["offset"], a["ret"]) for n, a in single if n == "pread"],
                   [(8000, 36000, 4970)] * 3)
    b.checks.equal("arguments: lseek", [(a["offset"], a["whence"], a["ret"]) for n, a in single if n == "lseek"],
                   [(10, 0, 10)])
    inner = [n for n, _, p in calls if p == f"{data}/deep/inner"]
    b.checks.equal("arguments: relative to a directory", inner,
                   ["openat", "write", "close", "fstatat", "stat", "lstat", "rename"])
    failed = [a for n, a, p in calls if n == "open" and p == f"{data}/single.none"]
    b.checks.equal("arguments: a call that fails", [a["ret"] for a in failed], [-1])
    stream = [(n, a) for n, a, p in calls if p == f"{data}/stream"]
    b.checks.equal("arguments: fopen", [a["mode"] for n, a in stream if n == "fopen"], ["w", "r"])
    b.checks.equal("arguments: fgets", [(a["num"], a["ret_len"]) for n, a in stream if n == "fgets"], [(4096, 15)])


def tables(b):
    """Every call tells the arguments that some version of DFTracer does, and what is listed as told beside them."""
    ours, theirs = call_tables.ours(), call_tables.theirs()
    b.checks.equal("tables: calls", set(ours) ^ set(theirs), call_tables.OURS_ALONE | call_tables.BY_HAND)
    for call in sorted(set(ours) & set(theirs)):
        more = call_tables.MORE.get(call, set())
        b.checks.true(f"tables: {call}", more <= ours[call] and ours[call] - more in theirs[call],
                      f"{ours[call]}, DFTracer has {theirs[call]}")


def elsewhere(b):
    """Files that are closed on the way to others, which are not below the path."""
    for form in FORMATS:
        place, done, _ = record(b, "elsewhere", b.programs / "io_program", "elsewhere", "DATA", form=form,
                                options=("--io-path", "DATA"))
        b.checks.equal(f"elsewhere, {form}: ends well", (done.returncode, done.stderr), (0, ""))
        if form == "otf2":
            b.valid("elsewhere", place / "run" / "trace.otf2")
            found = Events(b, place / "run" / "trace.otf2")
            kinds = found.kinds()
            b.checks.equal("elsewhere: all that is opened is closed",
                           (kinds["IoCreateHandle"], kinds["IoDestroyHandle"]), (2, 2))
        else:
            found = Lines(b, place)
        same_tallies(b, f"elsewhere, {form}", without_elsewhere(found.tally()), counted(done.stdout))


def copies(b):
    """sendfile and copy_file_range are two operations, each on its own handle; and say both files in lines."""
    expected = [("sendfile", ["copy", "copied"], [1, 0], moved) for moved in (4001, 999, 0)]
    expected += [("copy_file_range", ["copied", "copy"], [0, 1], 2002), ("copy_file_range", ["copied"], [0], 0)]
    expected += [("copy_file_range", ["copied", "copied"], [0, 1], 300)]
    place, _, data = record(b, "copies", b.programs / "io_program", "everything", "DATA", form="otf2")
    events = Events(b, place / "run" / "trace.otf2")
    found = []
    for name, _, between in events.calls:
        if name in COPIES:
            begun = [e for e in between if e["record"] == "IoOperationBegin"]
            done = [e for e in between if e["record"] == "IoOperationComplete"]
            b.checks.equal(f"copies: {name} ends what it begins", sorted((e["handle"], e["matchingId"]) for e in done),
                           sorted((e["handle"], e["matchingId"]) for e in begun))
            b.checks.equal(f"copies: {name} moves the same", len({e["bytesResult"] for e in done}), 1)
            found.append((name, [events.paths[e["handle"]].split("/")[-1] for e in begun],
                          [e["mode"] for e in begun], done[0]["bytesResult"]))
    b.checks.equal("copies: events", found, expected)
    place, _, data = record(b, "copies", b.programs / "io_program", "everything", "DATA")
    lines = Lines(b, place)
    found = [(name, [str(path), str(lines.files.get(arguments.get(COPIES[name][1])))], max(arguments["ret"], 0))
             for name, arguments, path in lines.calls if name in COPIES]
    b.checks.equal("copies: lines", found, [(name, [f"{data}/{file}" for file in files] + ["None"] * (2 - len(files)), moved)
                                            for name, files, _, moved in expected])
    # Also where only one of both is below a path.
    place, _, data = record(b, "one_side", b.programs / "io_program", "everything", "DATA", form="otf2",
                            options=("--io-path", "DATA/copied"))
    events = Events(b, place / "run" / "trace.otf2")
    b.checks.equal("copies: one side", events.transfers(), {("copied", "write"): 5300, ("copied", "read"): 7302})


ANSWERS = ("category", "call", "size", "process", "file", "directory", "pattern")


def answers(b, trace, data):
    """What `weft io` says but for times, which are others in each run, and for what DFTracer tells of itself."""
    done = subprocess.run([b.weft, "io", trace, "--json", "--top", "0"], capture_output=True, text=True, timeout=LIMIT,
                          check=False)
    b.checks.equal(f"answers: weft io {trace.name}", (done.returncode, done.stderr), (0, ""))
    found, pids = json.loads(done.stdout), set()
    for row in found["process"]:
        pid, _, row["process"] = row["process"].partition(" on ")
        pids.add(int(pid))
        del row["events"]
    for row in found["call"]:  # OTF2 has no word for these
        row["class"] = row["class"].replace("process", "other")
    def same_words(row):
        words = {key: value for key, value in row.items() if not re.search("_ns$|per_second$|^worst$", key)}
        return re.sub(r"unlocked-\w{6}", "unlocked", json.dumps(words, sort_keys=True).replace(str(data.parent), "PLACE"))

    tables = {table: sorted(same_words(row) for row in found[table] if row.get("category") != "dftracer")
              for table in ANSWERS}
    return tables, pids, {key: found[key] for key in ("calls", "bytes_read", "bytes_written", "files")}


def answered(b):
    """`weft io` says the same of what was recorded as OTF2, as DFTracer, and as OTF2 that became DFTracer later."""
    seen = []
    for form in ("dftracer", "otf2"):
        place, done, data = record(b, "answered", b.programs / "io_program", "everything and more", "DATA", form=form)
        b.checks.equal(f"answered, {form}: ends well", (done.returncode, done.stderr), (0, ""))
        trace = place / "run" / "trace.otf2" if form == "otf2" else place / "run"
        seen.append((form, *answers(b, trace, data), {counted(done.stdout)["pid"][0]}))
    b.valid("answered", place / "run" / "trace.otf2")
    for dialect in ("dftracer", "dftracer2"):
        subprocess.run([b.weft, "convert", place / "run" / "trace.otf2", place / f"{dialect}.pfw", "--to", dialect],
                       check=True, capture_output=True, timeout=LIMIT)
        seen.append((f"as {dialect}", *answers(b, place / f"{dialect}.pfw", data), seen[-1][-1]))
    # Opened by two calls, and read backwards; by one and wrapped in a stream; opened and listed, which is no file; and
    # one that is not there.
    files = {row["file"].split("/")[-1]: row for row in map(json.loads, seen[1][1]["file"])}
    b.checks.equal("answered: opens, sequential and random",
                   {name: [files[name][key] for key in ("opens", "sequential", "random")]
                    for name in ("odd", "unlocked", "deep", "odd.none")},
                   {"odd": [2, 0, 3], "unlocked": [1, 9, 2], "deep": [0, 0, 0], "odd.none": [0, 0, 0]})
    for form, tables, found_pids, totals, pids in seen:
        b.checks.equal(f"answered, {form}: the number of the process", found_pids, pids)
        b.checks.equal(f"answered, {form}: totals", totals, seen[0][3])
        for table in ANSWERS:
            b.checks.equal(f"answered, {form}: {table}", tables[table], seen[0][1][table])


def children(b):
    """fork, vfork and posix_spawn: what children do is theirs."""
    for form in FORMATS:
        place, done, _ = record(b, "children", b.programs / "io_program", "children", "DATA", form=form,
                                options=("--io-path", "DATA"))
        b.checks.equal(f"children, {form}: end well", (done.returncode, done.stderr), (0, ""))
        if form == "otf2":
            b.valid("children", place / "run" / "trace.otf2", allowed=("program-unpaired",))
            found = Events(b, place / "run" / "trace.otf2").tally()
        else:
            found = Lines(b, place).tally()
        # The program, the child of fork, and the two that became true.
        b.checks.equal(f"children, {form}: fork", found.get("fork"), (1, 0))
        same_tallies(b, f"children, {form}", without_elsewhere(found), counted(done.stdout))


def interrupted(b):
    """Handlers of signals that read and write: every call is there, or counted."""
    for form in FORMATS:
        place, done, data = record(b, "interrupted", b.programs / "io_program", "interrupted", "DATA", form=form,
                                   options=("--io-path", "DATA"))
        b.checks.equal(f"interrupted, {form}: ends well", done.returncode, 0)
        b.checks.equal(f"interrupted, {form}: all is written", (data / "interrupted").stat().st_size, 10)
        found = (Lines(b, place) if form == "dftracer" else Events(b, place / "run" / "trace.otf2")).tally()
        b.checks.true(f"interrupted, {form}: calls are there", 1900 <= found["write"][0] <= 2000, f"{found}")


def cancelled(b):
    """Threads that are cancelled in the middle of a call end there, and what they did before is in the trace."""
    for form in FORMATS:
        place, done, _ = record(b, "cancelled", b.programs / "io_program", "cancelled", "DATA", form=form)
        b.checks.equal(f"cancelled, {form}: ends well", (done.returncode, done.stderr), (0, ""))
        if form == "otf2":
            b.valid("cancelled", place / "run" / "trace.otf2")
        else:
            b.checks.true("cancelled: calls are there", len(Lines(b, place).calls) > 1000)


def filters(b):
    """A prefix of the environment counts as well, and a prefix that fits nothing records nothing."""
    place, done, _ = record(b, "data_dir", b.programs / "io_program", "children", "DATA",
                            env=os.environ | {"DFTRACER_DATA_DIR": "/no/such:/neither"})
    names = {c[0] for c in Lines(b, place).calls}
    b.checks.true("filters: nothing fits", done.returncode == 0 and names <= set(ELSEWHERE), f"{names}")
    place, done, data = record(b, "all_files", "cat", "/etc/hostname")
    paths = {c[2] for c in Lines(b, place).calls}
    b.checks.true("filters: without one all is there", "/etc/hostname" in paths, f"{paths}")


def killed(b):
    """SIGKILL: what is there are whole lines, all but the last chunk."""
    place = b.place("killed_io")
    program = subprocess.Popen([b.weft, "record", "-q", "--io", "--format", "dftracer", "-o", place / "run", "--",
                                b.programs / "io_program", "killed", place])
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline and sum(f.stat().st_size for f in files_of(place / "run")) < 2_000_000:
        time.sleep(0.005)
    path, = files_of(place / "run")
    first = path.read_bytes().split(b"\n", 2)[1]  # whole, whatever is being written behind it
    pid = json.loads(first)["pid"]
    children_of = pathlib.Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
    b.checks.true("killed: the trace knows its process", str(pid) in children_of,
                  f"{pid}, {children_of}")
    for child in children_of:
        os.kill(int(child), signal.SIGKILL)
    b.checks.equal("killed: as a shell says it", program.wait(LIMIT), 128 + 9)
    path.write_bytes(path.read_bytes().rpartition(b"\n")[0] + b"\n")
    records = check_file(b.checks, path, is_complete=False)
    found = sum(r["name"] == "pwrite" for r in records)
    done = int.from_bytes((place / "count").read_bytes(), sys.byteorder)
    row = 32 + 5 * 16  # with the file, fd, count, offset and ret
    b.checks.true("killed: at most a chunk is missing", 1000 < found <= done + 1 <= found + 1 + (256 << 10) // row,
                  f"{found} of {done}")


def full_disk(b):
    """A limit on files, of which the trace needs more than the program: it goes on, and is told."""
    limit = 3_000_000
    place, done, _ = record(b, "full", b.programs / "io_program", "much", "DATA",
                               preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                                   resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))))
    b.checks.true("full disk: ends well, and it is told", done.returncode == 0 and "events were lost" in done.stderr,
                  done.stderr)
    b.checks.equal("full disk: the program did its work", counted(done.stdout)["pwrite"], (20_000, 20_000 * 512))
    path, = files_of(place / "run")
    records = records_of(path)
    told = int(done.stderr.split(" events were lost")[0].split()[-1])
    present = sum(r.get("cat") in ("POSIX", "STDIO") for r in records)
    performed = sum(count for count, _ in counted(done.stdout).values())
    b.checks.true("full disk: what is there and what is lost is everything",
                  0 < present < performed <= present + told, f"{present} present, {told} lost, {performed} calls")


# --- beside strace ---------------------------------------------------------------------------------------------------

OPEN = re.compile(r'^\d+ +(?:openat|creat)\([^"]*"([^"]*)"')
CALL = re.compile(r"^\d+ +(\w+)\(\d+<([^>]*)>(.*)\) += (-?\d+)(?: E.*)?$")
OTHER_FILE = re.compile(r", \d+<([^>]*)>")
TRANSFERS = ("read", "write", "pread64", "pwrite64", "readv", "writev", "pwritev", "preadv", "copy_file_range",
             "sendfile")
# Calls that the system knows by the name that programs use, and that are about an open file; and what opens it, whatever
# programs call.
COUNTED = (*TRANSFERS, "openat", "creat", "close", "lseek", "ftruncate", "fsync", "fdatasync", "fallocate", "fchmod",
           "fchown")
SAME_CALL = {"pread": "pread64", "pwrite": "pwrite64", "sendfile64": "sendfile", "lseek64": "lseek",
             "ftruncate64": "ftruncate", **dict.fromkeys((
                 "open", "open64", "openat64", "__open_2", "__open64_2", "__openat_2", "__openat64_2", "creat", "creat64",
                 "fopen", "fopen64"), "openat")}


def straced(command, log):
    """Bytes as in Lines.transfers, and how often each call was made on each file, by the last part of its path."""
    done = subprocess.run(["strace", "-f", "-y", "-e", f"trace={','.join(COUNTED)}", "-o", log, *command],
                          capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.returncode != 0:
        sys.exit(f"strace {' '.join(command)}: {done.stderr}")
    bytes_, calls = collections.Counter(), collections.Counter()
    for line in log.read_text(errors="replace").splitlines():
        if match := OPEN.match(line):
            calls["openat", match[1].split("/")[-1]] += 1
        if not (match := CALL.match(line)):
            continue
        call, paths, result = match[1], [match[2], *OTHER_FILE.findall(match[3])], int(match[4])
        calls[call, paths[0].split("/")[-1]] += 1
        if call in TRANSFERS and result > 0:
            ways = COPIES[call][0] if call in COPIES else ["read" if call in READS else "write"]
            for way, path in zip(ways, paths):
                bytes_[path.split("/")[-1], way] += result
    return bytes_, calls


def beside_strace(b):
    sql = "create table t(a, b); with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) " \
          "insert into t select i, i * 3 from n; select sum(b) from t;"
    python = "import sys; d = sys.argv[1]; open(d + '/made', 'w').write('x' * 70000); " \
             "print(len(open(d + '/big').read()))"
    copying = "import os, sys; d = sys.argv[1]; f = open(d + '/big', 'rb'); t = open(d + '/made', 'wb', buffering=0); " \
              "os.sendfile(t.fileno(), f.fileno(), 1000, 50000); os.copy_file_range(f.fileno(), t.fileno(), 70000); " \
              "os.sendfile(t.fileno(), f.fileno(), None, 200000)"
    interpreter = shutil.which("python3", path="/usr/bin") or shutil.which("python3")
    commands = {"cp": ["cp", "-r", "DATA/from", "DATA/to"], "tar": ["tar", "cf", "DATA/all.tar", "-C", "DATA", "from"],
                "sqlite3": ["sqlite3", "DATA/base.db", sql], "python3": [interpreter, "-c", python, "DATA"],
                "two files": [interpreter, "-c", copying, "DATA"]}
    for name, command in commands.items():
        seen, counts_of_calls = [], []
        for way in ("strace", *FORMATS):
            place = b.place(f"beside_{way}")
            data = place / "data"
            (data / "from").mkdir(parents=True)
            for i, size in enumerate((10, 5000, 300_000)):
                (data / "from" / f"file{i}").write_bytes(os.urandom(size))
            (data / "big").write_bytes(b"y" * 200_000)
            words = [word.replace("DATA", str(data)) for word in command]
            if way == "strace":
                found, calls = straced(words, place / "log")
            else:
                command_line = [b.weft, "record", "-q", "--io", "--format", way, "-o", place / "run", "--", *words]
                subprocess.run(command_line, capture_output=True, timeout=LIMIT, check=True)
                trace = Lines(b, place) if way == "dftracer" else Events(b, place / "run" / "trace.otf2")
                found, calls = trace.transfers(), trace.by_file() if way == "dftracer" else None
            names = {p.name for p in data.rglob("*") if not p.is_dir()} | {"base.db-journal"}
            seen.append({key: size for key, size in found.items() if key[0] in names})
            if calls is not None:
                counts_of_calls.append({key: count for key, count in calls.items() if key[1] in names})
        b.checks.true(f"{name}: it does something", bool(seen[0]), f"{seen}")
        for way, transfers in zip(FORMATS, seen[1:]):
            b.checks.equal(f"{name}: what strace saw, {way}", transfers, seen[0])
        # Whatever they do to these files is a call of theirs, not one that the C library makes for a stream.
        b.checks.equal(f"{name}: how often strace saw it", *reversed(counts_of_calls))


MPI_PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char path[4096];
  snprintf(path, sizeof path, "%s/rank%d", argv[1], rank);
  FILE* file = fopen(path, "w");
  for (int i = 0; i <= rank; ++i) fwrite(path, 1, 1000, file);
  fclose(file);
  return MPI_Finalize();
}
"""


def mpi(b):
    place = b.place("mpi_program")
    (place / "program.c").write_text(MPI_PROGRAM)
    subprocess.run(["mpicc", "-o", place / "program", place / "program.c"], check=True, capture_output=True)
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                                "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    program = place / "program"
    for form in ("otf2", "dftracer"):
        place, done, _ = record(b, "mpi", "mpirun", "-n", "2", program, "DATA", env=environment, form=form,
                                options=("--io-path", "DATA"))
        b.checks.equal(f"mpi, {form}: ends well", done.returncode, 0)
        found = Events(b, place / "run" / "trace.otf2") if form == "otf2" else Lines(b, place)
        b.checks.equal(f"mpi, {form}: bytes of the ranks", dict(found.transfers()),
                       {("rank0", "write"): 1000, ("rank1", "write"): 2000})
    ranks = [r["args"]["value"] for path in files_of(place / "run") for r in records_of(path)
             if r["name"] == "PR" and r["args"]["name"] == "rank"]
    b.checks.equal("mpi: ranks", sorted(ranks), ["0", "1"])


main(__doc__, {f.__name__: f for f in (
    counts, arguments, tables, elsewhere, copies, answered, children, interrupted, cancelled, filters, killed,
    full_disk, beside_strace, mpi)})
