#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes a trace of a training that never was, in one of the two dialects of DFTracer, the same for the same numbers.

Dialect 1 has letters for phases, hashes that are decimal numbers, microseconds and brackets; dialect 2 has numbers for
phases, hashes that are hexadecimal texts, and nanoseconds."""
import argparse
import json
import random
import sys

from lines import HASHES

EPOCH_US = 1700000000000000
HOSTS = ("node-alpha", "node-beta")
USER = "jdoe-secret"


def hash_of(text, dialect):
    return HASHES["F" if dialect == 2 else "E"](text)


def sanitised(text):
    return "".join(" " if c in "()\\\"'|" else c for c in text)


class Process:
    def __init__(self, number, dialect, steps, rng):
        self.pid = 4000 + 10 * number
        self.dialect, self.rng = dialect, rng
        self.unit = 1000 if dialect == 2 else 1
        self.now = EPOCH_US * self.unit + rng.randrange(500) * self.unit
        self.host = hash_of(HOSTS[number % len(HOSTS)], dialect)
        self.lines, self.events, self.defined, self.next_id = [], [], set(), 1
        self.metadata("HH", HOSTS[number % len(HOSTS)], self.host)
        self.metadata("thread_name", str(self.pid), "thread_name")
        if dialect == 2:
            self.metadata("CM", "time_metric", "NS")
        self.metadata("CM", "owner", USER)
        command = f"python3;/home/{USER}/train.py;--fast"
        self.metadata("SH", sanitised(command), hash_of(command, dialect))
        self.metadata("SH", "train.py", hash_of("train.py", dialect))
        self.event("start", "dftracer", 0, cmd_hash=hash_of(command, dialect), exec_hash=hash_of("train.py", dialect),
                   version="v2.0.2", ppid=1)
        self.metadata("PR", "rank", str(number))
        self.metadata("process_name", f"Rank {number}", "process_name")
        for step in range(steps):
            self.step(step)
        self.event("end", "dftracer", 0, num_events=self.next_id)

    def path(self, text):
        value = hash_of(text, self.dialect)
        if text not in self.defined:
            self.defined.add(text)
            self.metadata("FH", sanitised(text), value)
        return value

    def record(self, fields, args):
        self.lines.append(json.dumps({**fields, "args": {"hhash": self.host, **args}}, separators=(",", ":"),
                                     ensure_ascii=False))

    def metadata(self, kind, name, value):
        fields = {"name": kind, "cat": "dftracer", "pid": self.pid, "tid": self.pid}
        if self.dialect == 1:
            fields = {"id": self.next_id, **fields, "ph": "M"}
            self.next_id += 1
        else:
            fields = {**fields, "type": 1, "ph": 4}
        self.record(fields, {"name": name, "value": value})

    def event(self, name, category, duration, begin=None, thread=0, **args):
        """Ends now if it does not say when it begins."""
        if begin is None:
            begin = self.now
            self.now += duration
        fields = {"id": self.next_id, "name": name, "cat": category, "pid": self.pid, "tid": self.pid + thread,
                  "ts": begin, "dur": duration, "ph": "X"}
        if self.dialect == 2:
            fields = {**fields, "type": 3, "ph": 1}
        self.next_id += 1
        self.record(fields, args)

    def some_time(self):
        return self.rng.randrange(5, 400) * self.unit + (self.rng.randrange(1000) if self.unit > 1 else 0)

    def call(self, name, **args):
        self.now += self.some_time() // 4
        category = "STDIO" if name[0] == "f" and name not in ("fsync", "fork") else "POSIX"
        self.event(name, category, self.some_time(), **args)

    def step(self, step):
        begin = self.now
        data = self.path(f"/p/lustre/{USER}/data set/part-{step % 3}.npz")
        self.call("__xstat", fhash=data)
        self.call("open", fhash=data, flags=0, ret=self.rng.choice((7, 7, 7, -1)))
        self.call("open64", fhash=data, flags=0, ret=8)
        for _ in range(self.rng.randrange(2, 6)):
            size = self.rng.choice((100, 4096, 4096, 65536, 70000, 1 << 20))
            self.call("read", fhash=data, fd=8, count=size, ret=self.rng.choice((size, size, size, 0, -1)))
        self.call("lseek", fhash=data, fd=8, offset=0, whence=0, ret=0)
        for _ in range(self.rng.randrange(1, 4)):
            self.call("read", fhash=data, fd=8, count=4096, ret=4096)
        self.call("pread64", fhash=data, fd=8, count=8192, offset=self.rng.randrange(4) * 8192, ret=8192)
        self.call("close", fhash=data, fd=8, ret=0)
        self.event("read_sample", "reader", self.now - begin, begin=begin, epoch=1, step=step)
        length = self.some_time() * 5
        self.event("forward", self.rng.choice(("compute", "ai_framework")), length,
                   begin=self.now - self.rng.randrange(length), thread=1, step=step)
        log = self.path(f"/home/{USER}/logs/rank \"{self.pid}\".txt")
        self.call("fopen64", fhash=log, mode=self.rng.choice(("w", "a")))
        for _ in range(3):
            self.call("fwrite", fhash=log, size=8, count=16, ret=self.rng.randrange(17))
        self.call("fseek", fhash=log, offset=64, whence=0, ret=0)
        self.call("fwrite", fhash=log, size=1, count=12, ret=12)
        self.call("fclose", fhash=log)
        moved = self.path("results/größe.dat")
        self.call("pwrite", fhash=moved, fd=9, count=512, offset=512 * step, ret=512)
        self.call("rename", fhash=moved, newpath_hash=self.path("results/done.dat"))
        self.call("fsync", fhash=moved, fd=9)
        self.call("fork", ret=5)


def trace(dialect, processes, steps, seed):
    rng = random.Random(seed)
    made = [Process(number, dialect, steps, rng) for number in range(processes)]
    lines = [line for process in made for line in process.lines]
    return "".join(line + "\n" for line in (lines if dialect == 2 else ["[", *lines, "]"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dialect", type=int, choices=(1, 2), default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.stdout.write(trace(options.dialect, options.processes, options.steps, options.seed))


if __name__ == "__main__":
    main()
