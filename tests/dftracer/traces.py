# SPDX-License-Identifier: BSD-3-Clause
"""DFTracer traces by chance, in every generation of the format, and what they mean, told without Weft."""
import gzip
import json
import random

from lines import HASHES, lines_of

FILES = ["/data/a.bin", "/data/b (1).bin", "/tmp/\"quoted\"", "/data/süß"]
CALLS = {"read": "POSIX", "write": "POSIX", "pread": "POSIX", "lseek": "POSIX", "open64": "POSIX", "fread": "STDIO",
         "fwrite": "STDIO", "step": "CPP_APP", "train": "ai_framework", "epoch": "pipeline", "load": "reader"}
# Which hash a generation has, whether its numbers stand in quotes, whether it has metadata and numbers for phases.
GENERATIONS = {"A": (None, True, False, False), "B": (None, False, True, False), "B'": ("C", False, True, False),
               "C": ("C", False, True, False), "D": ("D", False, True, False), "E": ("E", False, True, False),
               "F": ("F", False, True, False), "G": ("F", False, True, False), "G'": ("F", False, True, False),
               "H": ("F", False, True, True)}
ENTITY = "c2e84c3d1ad86acf"
SHIFTED = ("A", "B", "B'")  # process ids are added to thread ids


class Process:
    """The lines of one process: spans properly inside of each other, written when they end."""

    def __init__(self, chance, generation, pid, threads=2, host="node7"):
        self.hash, self.is_quoted, self.has_metadata, self.is_numbered = GENERATIONS[generation]
        self.chance, self.generation, self.pid, self.host = chance, generation, pid, host
        self.next_id, self.lines, self.known = 1, [], set()
        if self.has_metadata and self.hash:
            self.metadata("HH", host, self.hashed(host))
        if self.has_metadata:
            self.metadata("thread_name", str(pid), "thread_name")
        ended = []
        for thread in range(threads):
            now = 1_700_000_000_000_000 + chance.randrange(1000)
            while len(ended) < 60 * (thread + 1):
                now = self.span(ended, pid + thread, now, 0)
        for _, event in sorted(ended, key=lambda pair: pair[0]):
            self.define_files(event)
            self.lines.append(self.written(event))
        if self.is_numbered or generation in ("F", "G", "G'"):
            self.counters()
        if generation in ("G", "H"):
            self.entities()

    def hashed(self, text):
        return HASHES[self.hash](text)

    def number(self, value):
        return str(value) if self.is_quoted else value

    def identity(self):
        self.next_id += 1
        return self.next_id - 1

    def span(self, ended, tid, begin, depth):
        name = self.chance.choice(list(CALLS))
        event_id, now = self.identity(), begin + self.chance.randrange(3)
        if depth < 4 and CALLS[name] not in ("POSIX", "STDIO"):
            for _ in range(self.chance.randrange(3)):
                now = self.span(ended, tid, now, depth + 1)
        end = now + self.chance.randrange(4)
        level = {} if self.generation == "G'" else {"level": depth + 1}
        arguments = {**level, **self.arguments(name)}
        ended.append((end, {"id": event_id, "name": name, "cat": CALLS[name], "tid": tid, "ts": begin,
                            "dur": end - begin, "args": arguments}))
        return end

    def arguments(self, name):
        if CALLS[name] not in ("POSIX", "STDIO"):
            own = {"epoch": self.chance.choice([1, "2", -3]), "text": self.chance.choice(["", "é\"\\\n", "x"]),
                   "list": [1, {"a": None}], "share": 0.25}
            # An application may use words that mean something else in other generations.
            return own | ({"hostname": "elsewhere"} if self.hash else {}) | (
                {"relations": {"used": [ENTITY], "generated": []}} if self.generation in ("G", "H") else {})
        arguments = {"file": self.chance.choice(FILES), "ret": self.chance.choice([-1, 0, 17, 4096])}
        if name in ("read", "write", "pread", "fread", "fwrite"):
            arguments["count"] = 4096
        if name in ("fread", "fwrite"):
            arguments["size"] = 8
        if name in ("lseek", "pread"):
            arguments["offset"] = self.chance.randrange(1 << 40)
        if name == "lseek":
            arguments["whence"] = self.chance.randrange(3)
        return arguments

    def define_files(self, event):
        path = event["args"].get("file")
        if self.hash and path and path not in self.known:
            self.known.add(path)
            self.metadata("FH", path, self.hashed(path))

    def host_argument(self):
        return {"hhash": self.hashed(self.host)} if self.hash else {"hostname": self.host}

    def written(self, event):
        arguments = dict(event["args"])
        if "file" in arguments:
            path = arguments.pop("file")
            arguments["fhash" if self.hash else "fname"] = self.hashed(path) if self.hash else path
        shift = self.pid if self.generation in SHIFTED else 0
        record = {"id": self.number(event["id"]), "name": event["name"], "cat": event["cat"]}
        if self.is_numbered:
            record["type"] = 3
        record |= {"pid": self.number(self.pid), "tid": self.number(event["tid"] + shift),
                   "ts": self.number(event["ts"]), "dur": self.number(event["dur"]),
                   "ph": 1 if self.is_numbered else "X"}
        if event["id"] % 7:  # others are like those of recorders that were told to leave arguments out
            record["args"] = {**self.host_argument(), **arguments}
        return record

    def metadata(self, kind, name, value):
        record = {} if self.is_numbered or self.generation == "G'" else {"id": self.identity()}
        record |= {"name": kind, "cat": "dftracer"}
        if self.is_numbered:
            record["type"] = 1
        shift = self.pid if self.generation in SHIFTED else 0
        if self.generation == "B'" and kind in ("HH", "FH"):
            self.lines.append(record | {"name": name, "pid": self.pid, "tid": self.pid + shift, "ph": "H",
                                        "args": {"hash": value}})
            return
        record |= {"pid": self.pid, "tid": self.pid + shift, "ph": 4 if self.is_numbered else "M",
                   "args": {"name": name, "value": value}}
        self.lines.append(record)

    def entities(self):
        """Records of the newest recorders, and phases that nobody has written yet."""
        for kind, fields in (("EH", {"id": ENTITY, "type": "file", "store": 2, "uri": "/data/a"}),
                             ("ET", {"type": "file", "role": 1, "description": "what is read"}),
                             ("ER", {"relation": 16, "subject": ENTITY, "object": "0000000000000001"})):
            record = {"id": self.identity()} if not self.is_numbered else {}
            record |= {"name": kind, "cat": "dftracer"} | ({"type": 1} if self.is_numbered else {})
            self.lines.append(record | {"pid": self.pid, "tid": self.pid, "ph": 4 if self.is_numbered else "M",
                                        "args": {**self.host_argument(), **fields}})
        for phase in (0, 7) if self.is_numbered else ("?",):
            self.lines.append({"id": self.identity(), "name": "new", "cat": "x", "pid": self.pid, "tid": self.pid,
                               "ts": 1_700_000_000_000_000 + 7, "ph": phase, "args": {**self.host_argument(), "a": [1]}})

    def counters(self):
        for step in range(20):
            record = {"name": "cpu", "cat": "sys"}
            if self.is_numbered:
                record["type"] = 7
            record |= {"ts": 1_700_000_000_000_000 + 10 * step,
                       "ph": (2 if step % 2 else 3) if self.is_numbered else "C", "pid": self.pid, "tid": 0,
                       "args": {**self.host_argument(), "user_pct": step / 4, "count": step}}
            self.lines.append(record)
            if self.generation in ("G", "G'"):  # calls folded together
                self.lines.append({**record, "name": "write", "cat": "POSIX", "tid": self.pid, "args": {
                    **self.host_argument(), "fhash": self.hashed(FILES[0]), "count": 2, "dur": 7, "dur_min": 3,
                    "dur_max": 4, "dur_sum": 7, "ret_min": 4, "ret_max": 4, "ret_sum": 8}})


def compact(record):
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def generated(generation, seed, processes=2):
    """Files of lines: {name: [record, ...]}."""
    chance = random.Random(seed)
    return {f"p-{pid}.pfw": Process(chance, generation, pid).lines for pid in range(1000, 1000 + 50 * processes, 50)}


def text_of(records, brackets=True):
    lines = "".join(compact(record) + "\n" for record in records)
    return ("[\n" + lines + "]" if brackets else lines).encode()


def members(text, lines_each):
    """The text as gzip members that end at ends of lines."""
    lines = text.splitlines(keepends=True)
    return b"".join(gzip.compress(b"".join(lines[i:i + lines_each])) for i in range(0, len(lines), lines_each))


def read(path):
    """The objects of a file that strict readers can read."""
    return [json.loads(line) for line in lines_of(path)]


def canonical(records):
    """Records without what a round trip may change: the order, and numbers of the oldest generation in quotes."""
    def plain(record):
        record = dict(record)
        for field in ("id", "pid", "tid", "ts", "dur"):
            if isinstance(record.get(field), str) and record[field].isdigit():
                record[field] = int(record[field])
        return json.dumps(record, sort_keys=True)
    return sorted(map(plain, records))
