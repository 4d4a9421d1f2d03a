# SPDX-License-Identifier: BSD-3-Clause
"""What `weft io` should say, counted once more and in the simplest way: all records in memory, json to read them."""
import collections
import json
import math

from lines import lines_of

READS = {"read", "pread", "readv", "preadv", "fread"}
WRITES = {"write", "pwrite", "writev", "pwritev", "fwrite"}
SYNCS = {"fsync", "fdatasync", "msync", "sync", "fflush"}
PROCESS = {"fork", "exit", "wait", "pipe", "kill", "execv", "execvp", "execvpe", "execl", "execlp"}
OPENS = {"open", "openat", "creat", "fopen"}
SEEKS = {"lseek", "fseek"}
LAYERS = {"POSIX": "io", "STDIO": "io", "compute": "compute", "ai_framework": "compute"}
LAYERS.update(dict.fromkeys(("checkpoint", "data", "data_loader", "dataloader", "reader", "storage"), "app_io"))
PAGE = 4096


def load(paths):
    """The records of each file; times in nanoseconds, numbers that stand in quotes as numbers."""
    files = []
    for path in paths:
        records = [json.loads(line) for line in lines_of(path)]
        nanoseconds = any(r["name"] == "CM" and r["args"].get("value") == "NS" for r in records)
        for record in records:
            for key in ("id", "pid", "tid", "ts", "dur"):
                if key in record:
                    record[key] = int(record[key])
            for key in ("ts", "dur"):
                if key in record:
                    record[key] *= 1 if nanoseconds else 1000
            record.setdefault("args", {})
        files.append(records)
    return files


def number(args, key):
    try:
        return int(args[key])
    except (KeyError, ValueError):
        return None


def base(name):
    name = name[2:] if name.startswith("__") else name
    return name[:-2] if name.endswith("64") else name


def class_of(name):
    for names, kind in ((READS, "read"), (WRITES, "write"), (SYNCS, "sync"), (PROCESS, "process")):
        if base(name) in names:
            return kind
    return "metadata"


def bytes_of(event):
    if class_of(event["name"]) not in ("read", "write"):
        return 0
    ret = number(event["args"], "ret") or 0
    if base(event["name"]) in ("fread", "fwrite"):
        ret *= number(event["args"], "size") or 0
    return max(ret, 0)


def measure(*sets):
    """How long all of several sets of intervals cover at once."""
    points = sorted((point, index, step) for index, intervals in enumerate(sets)
                    for begin, end in intervals for point, step in ((begin, 1), (end, -1)))
    depth, last, total = [0] * len(sets), 0, 0
    for point, index, step in points:
        if all(depth):
            total += point - last
        depth[index] += step
        last = point
    return total


def quartiles(sizes):
    sizes = sorted(sizes)
    return [sizes[math.ceil(len(sizes) * part / 4) - 1] for part in (1, 2, 3)]


class Names:
    def __init__(self, files):
        self.hosts, self.files, self.own = {}, collections.defaultdict(set), collections.defaultdict(set)
        for record in (record for records in files for record in records):
            args = record["args"]
            if record["name"] == "HH":
                self.hosts.setdefault(str(args["value"]), args["name"])
            elif record["name"] == "FH":
                self.files[str(args["value"])].add(args["name"])
                self.own[record["pid"], str(args["value"])].add(args["name"])

    def file(self, event):
        """The name, and as what it is shown."""
        if "fname" in event["args"]:
            return event["args"]["fname"], event["args"]["fname"]
        if "fhash" not in event["args"]:
            return None, None
        value = str(event["args"]["fhash"])
        names = self.own.get((event["pid"], value), set()) if len(value) <= 5 else set()
        names = names or self.files[value]
        first = min(names, key=lambda name: name.encode("utf-8", "surrogateescape"))
        return first, first + (" (ambiguous)" if len(names) > 1 else "")

    def process(self, event):
        host = event["args"].get("hostname") or event["args"].get("hhash")
        return f'{event["pid"]} on {self.hosts.get(str(host), host)}' if host is not None else str(event["pid"])


def follow(events, names, patterns, ranges):
    """Adds up sequential, random, unaligned accesses, and what was read, by file."""
    states = {}
    for event in events:
        name, args = base(event["name"]), event["args"]
        file = names.file(event)[0]
        if file is None or LAYERS.get(event["cat"]) != "io":
            continue
        key = (names.process(event), str(args.get("fhash", file)))
        moved = bytes_of(event)
        if name in OPENS:
            appends = str(args.get("mode", "")).startswith("a") or (number(args, "flags") or 0) & 0o2000
            states[key] = {"position": None if appends else 0}
        elif name in ("close", "fclose"):
            states.pop(key, None)
        elif name in SEEKS:
            state = states.setdefault(key, {})
            state["continues"] = False
            if name == "lseek":
                state["position"] = number(args, "ret")
            else:
                state["position"] = number(args, "offset") if number(args, "whence") == 0 else None
            if (state["position"] or 0) < 0:
                state["position"] = None
        elif moved:
            state = states.setdefault(key, {})
            follows = name in ("read", "write", "readv", "writev", "fread", "fwrite")
            where = state.get("position") if follows else number(args, "offset")
            if where is not None and state.get("end") is not None:
                patterns[file]["sequential" if where == state["end"] else "random"] += 1
            elif follows and state.get("continues"):
                patterns[file]["sequential"] += 1
            if moved >= PAGE and (moved % PAGE or (where or 0) % PAGE):
                patterns[file]["unaligned"] += 1
            if where is not None and name in READS:
                ranges[file].append((where, where + moved))
            state["end"] = None if where is None else where + moved
            if follows:
                state["position"], state["continues"] = state["end"], True


def add_call(row, event):
    kind, moved = class_of(event["name"]), bytes_of(event)
    row["calls"] += 1
    row["time_ns"] += event["dur"]
    row["reads"] += kind == "read"
    row["writes"] += kind == "write"
    row["metadata"] += kind == "metadata"
    row["bytes_read"] += moved if kind == "read" else 0
    row["bytes_written"] += moved if kind == "write" else 0
    row["opens"] += base(event["name"]) in OPENS and (number(event["args"], "ret") or 0) >= 0
    row["small"] += 0 < moved < PAGE
    row["transfers"] += moved > 0


def overlap(events):
    layers = collections.defaultdict(list)
    for event in events:
        layers[LAYERS.get(event["cat"])].append((event["ts"], event["ts"] + event["dur"]))
    io, compute, app = layers["io"], layers["compute"], layers["app_io"]
    both = measure(io, compute)

    def threads(layer):
        return len({(e["pid"], e["tid"]) for e in events if LAYERS.get(e["cat"]) == layer})

    return {"span_ns": max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events),
            "io_ns": measure(io), "io_alone_ns": measure(io) - both,
            "compute_ns": measure(compute), "compute_alone_ns": measure(compute) - both, "both_ns": both,
            "app_io_ns": measure(app), "app_io_alone_ns": measure(app) - measure(app, compute),
            "io_threads": threads("io"), "compute_threads": threads("compute")}


def answers(files, interval):
    """Tables by name, their rows by what they are about."""
    names = Names(files)
    events = [r for records in files for r in records if r["ph"] in ("X", 1)]
    io_events = [e for e in events if LAYERS.get(e["cat"]) == "io"]
    zero = min(e["ts"] for e in events)
    tables = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
    sizes = collections.defaultdict(list)
    processes = collections.defaultdict(list)
    patterns = collections.defaultdict(collections.Counter)
    ranges = collections.defaultdict(list)
    for records in files:
        follow([r for r in records if r["ph"] in ("X", 1)], names, patterns, ranges)
    total = collections.Counter()
    shown = {}
    for event in events:
        processes[names.process(event)].append(event)
        tables["process"][names.process(event)]["events"] += 1
        row = tables["category"][event["cat"]]
        row["events"] += 1
        row["time_ns"] += event["dur"]
        row["bytes"] += bytes_of(event) if LAYERS.get(event["cat"]) == "io" else 0
    for event in io_events:
        call, moved = tables["call"][event["cat"], event["name"]], bytes_of(event)
        call["calls"] += 1
        call["time_ns"] += event["dur"]
        if moved:
            sizes[event["cat"], event["name"]].append(moved)
            bin_of = 0 if moved < PAGE else min(11, (moved.bit_length() - 11) // 2)
            tables["size"][bin_of]["reads" if class_of(event["name"]) == "read" else "writes"] += 1
        file, label = names.file(event)
        if file is not None:
            shown[file] = max(label, shown.get(file, label))
            add_call(tables["file"][file], event)
            add_call(tables["directory"][file.rsplit("/", 1)[0] or "/" if "/" in file else "."], event)
        add_call(tables["process"][names.process(event)], event)
        add_call(tables["time"][(event["ts"] - zero) // interval * interval], event)
        add_call(total, event)
    for key, values in sizes.items():
        low, median, high = quartiles(values)
        tables["call"][key].update(bytes=sum(values), size_min=min(values), size_25=low, size_median=median,
                                   size_75=high, size_max=max(values))
    for file, counts in patterns.items():
        tables["file"][file].update(sequential=counts["sequential"], random=counts["random"])
    tables["file"] = {shown[file]: row for file, row in tables["file"].items()}
    tables["overlap"] = {process: overlap(of) for process, of in processes.items()}
    tables["overlap"]["all processes together"] = overlap(events)
    tables["pattern"] = {
        "small transfers": total["small"], "unaligned transfers": sum(p["unaligned"] for p in patterns.values()),
        "random access": sum(p["random"] for p in patterns.values()),
        "bytes read again": sum(end - begin for read in ranges.values() for begin, end in read) -
        sum(map(measure, ranges.values()))}
    tables["total"] = total
    return tables
