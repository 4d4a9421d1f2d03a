# SPDX-License-Identifier: BSD-3-Clause
"""Traces written as text, for the tests of otfprofile: each has what one part of a profile is made of."""
import collections
import random


class Trace:
    """Definitions and events, put into files at the end: one stream for each process, or `streams` for all."""

    def __init__(self, resolution=1000, streams=None):
        self.definitions = [f'DV1.c.5"salmon"', f"DTR{resolution:x}"]
        self.events = collections.defaultdict(list)
        self.summaries = collections.defaultdict(list)
        self.streams = streams
        self.processes = []

    def define(self, *lines):
        self.definitions += lines

    def process(self, process, name, parent=0):
        self.processes.append(process)
        self.define(f'DP{process:x}NM"{name}"' + (f"PT{parent:x}" if parent else ""))

    def function(self, function, name):
        self.define(f'DF{function:x}G0NM"{name}"')

    def at(self, time, process, *lines):
        self.events[process].append((time, lines))

    def enter(self, time, process, function):
        self.at(time, process, f"E{function:x}")

    def leave(self, time, process):
        self.at(time, process, "L")

    def call(self, process, function, begin, end):
        self.enter(begin, process, function)
        self.leave(end, process)

    def count(self, time, process, counter, value):
        self.at(time, process, f"CNT{counter:x}V{value:x}")

    def send(self, time, process, receiver, length, received=None):
        line = f"S{receiver:x}L{length:x}T1C1"
        self.at(time, process, *([f"K1Y8V{received:x}", line] if received else [line]))

    def receive(self, time, process, sender, length):
        self.at(time, process, f"R{sender:x}L{length:x}T1C1")

    def message(self, sender, receiver, sent, received, length, known=True):
        self.send(sent, sender, receiver, length, received if known else None)
        self.receive(received, receiver, sender, length)

    def collective(self, process, operation, begin, end, sent, received, matching=1, root=0):
        self.at(begin, process, f"COPB{operation:x}H{matching:x}C1RT{root:x}S{sent:x}R{received:x}")
        self.at(end, process, f"COPE{matching:x}")

    def summary(self, time, process, *lines):
        self.summaries[process].append((time, lines))

    def write(self, directory, name="t"):
        directory.mkdir(parents=True, exist_ok=True)
        count = self.streams or len(self.processes)
        streams = collections.defaultdict(list)
        for i, process in enumerate(self.processes):
            streams[i % count + 1].append(process)
        lines = [f"{stream:x}:" + ",".join(f"{p:x}" for p in sorted(members)) for stream, members in streams.items()]
        (directory / f"{name}.otf").write_text("\n".join(lines) + "\n")
        (directory / f"{name}.0.def").write_text("\n".join(self.definitions) + "\n")
        for stream, members in streams.items():
            for suffix, records in (("events", self.events), ("stats", self.summaries)):
                if suffix == "events" or any(records[p] for p in members):
                    (directory / f"{name}.{stream:x}.{suffix}").write_text(timed_text(records, members))
        return directory / name


def timed_text(records, members):
    merged = sorted(((time, p, lines) for p in members for time, lines in records[p]), key=lambda entry: entry[0])
    text = [f"{time:x}\n*{p:x}\n" + "\n".join(lines) + "\n" for time, p, lines in merged]
    last = merged[-1] if merged else (0, members[0])
    return "".join(text) + f"{last[0]:x}\n*{last[1]:x}\n"


RECEIVED_TIME = 'DK1Y8NM"TUD::p2p-received-time"T""'
COLLECTIVES = ['DCO1NM"barrier"Y1', 'DCO2NM"broadcast"Y2', 'DCO3NM"reduce"Y3', 'DCO4NM"alltoall"Y4']


def rich(processes, seed=5, streams=None):
    """Everything: nested calls, counters, collectives of all classes, messages most of whose arrivals are known."""
    rng = random.Random(seed)
    trace = Trace(1000000, streams)
    trace.define('DCR"profile test"', 'DCMT"a comment"',
                 'DCMT"another, rather long comment that goes on and on and on; it has more than eighty columns. Yes!"',
                 RECEIVED_TIME, *COLLECTIVES, 'DCNT1G0NM"flops"P0U"#"',
                 'DCNT2G0NM"a_counter_with_a_very_long_name"P0U"#"', 'DCNT3G0NM"absolute"P1U"#"')
    for process in range(1, processes + 1):
        trace.process(process, f"Rank {process}")
    for function in range(1, 60):
        trace.function(function, f"function_number_{function}_with_a_rather_long_name")
    ends = [calls_of_one(trace, rng, process) for process in range(1, processes + 1)]
    now = max(ends) + 10
    for process in range(1, processes + 1):
        for operation in range(1, 5):
            for i in range(rng.randrange(1, 9)):
                sent, received = (rng.randrange(1, 1000), rng.randrange(1, 1000)) if operation > 1 else (0, 0)
                begin = now + operation * 100 + i * 10
                trace.collective(process, operation, begin, begin + rng.randrange(1, 9), sent, received, operation)
    now += 1000
    pairs = [(a, a % processes + 1) for a in range(1, processes + 1)]
    pairs += [tuple(rng.sample(range(1, processes + 1), 2)) for _ in range(300)]
    for sender, receiver in pairs:
        now += 5
        trace.message(sender, receiver, now, now + rng.randrange(1, 4), int(2 ** rng.uniform(0, 24)), rng.random() < .9)
    for process in range(1, processes + 1):
        trace.leave(now + 10000, process)
    return trace


def calls_of_one(trace, rng, process):
    now, flops, other = 100, 1000, 0
    trace.enter(now, process, 1)
    trace.count(now, process, 1, flops)
    for i in range(120):
        now += rng.randrange(1, 1000)
        function = rng.randrange(2, 59)
        trace.enter(now, process, function)
        counted = [(1, flops)] + ([(2, other)] if function % 2 else [])
        for counter, value in counted:
            trace.count(now, process, counter, value)
        now += rng.randrange(1, 1000) ** 2
        if i % 5 == 0:
            trace.enter(now, process, function + 1 - i % 2)  # sometimes the function itself
            now += rng.randrange(1, 1000)
            trace.leave(now, process)
        flops += rng.randrange(1000000)
        other += rng.randrange(10 ** 10)
        trace.count(now, process, 1, flops)
        if function % 2:
            trace.count(now, process, 2, other)
        trace.leave(now, process)
    return now


def odd():
    """Threads, recursion, calls that never end, counters that are not sampled when they should be or run backwards,
    peers that are not defined, messages of no bytes, collectives that begin twice."""
    trace = Trace(1000)
    for process, name, parent in ((1, "A", 0), (2, "B;x_y", 0), (5, "T", 1), (9, "E", 0)):
        trace.process(process, name, parent)
    for function, name in ((1, "main"), (2, "rec"), (3, "third"), (7, "unused")):
        trace.function(function, name)
    trace.define(*COLLECTIVES, 'DCNT1G0NM"c"P0U"#"', 'DCNT2G0NM"abs"P1U"#"', 'DCNT3G0NM"last"P8U"#"')
    trace.enter(10, 1, 1)
    trace.enter(20, 1, 2)
    trace.call(1, 2, 30, 35)
    trace.leave(50, 1)
    trace.call(1, 3, 60, 70)
    for begin, end, samples in ((80, 90, [(80, 100), (90, 300)]), (100, 110, [(101, 500), (110, 900)]),
                                (120, 130, [(120, 1000), (125, 1000)]), (130, 140, [(130, 2000), (140, 1500)]),
                                (150, 170, [(150, 2000), (150, 2100), (170, 2600)])):
        trace.enter(begin, 1, 2)
        for time, value in samples:
            for counter in (1, 2, 3):
                trace.count(time, 1, counter, value)
        trace.leave(end, 1)
    trace.enter(180, 1, 1)
    trace.enter(10, 2, 1)
    for time, receiver, length in ((11, 1, 100), (12, 5, 100), (13, 2, 100), (14, 7, 7)):
        trace.send(time, 2, receiver, length)
    trace.receive(15, 2, 8, 3)
    trace.leave(20, 2)
    trace.call(5, 1, 30, 31)
    trace.send(40, 5, 1, 50)
    trace.receive(41, 5, 2, 100)
    trace.send(50, 5, 5, 0)
    trace.collective(1, 1, 200, 210, 5, 6)
    trace.collective(1, 2, 240, 250, 5, 6, 3)
    for time, line in ((310, "COPB2H7C1RT0S1R0"), (320, "COPB2H7C1RT0S2R0"), (330, "COPE7"), (350, "COP3C1RT0S5R6D7")):
        trace.at(time, 1, line)
    for operation, begin, end, sent, received in ((1, 200, 200, 0, 0), (2, 200, 200, 4, 5), (2, 210, 220, 0, 0)):
        trace.collective(2, operation, begin, end, sent, received)
    return trace


def random_events(seed):
    """A little of everything in any order; summaries that have nothing to do with it."""
    rng = random.Random(seed)
    trace = Trace(1000, rng.choice([None, 1, 2]))
    processes = range(1, rng.randrange(2, 6))
    for process in processes:
        trace.process(process, f"P{process}", rng.choice([0, 0, 1]) if process > 1 else 0)
    for function in range(1, 5):
        trace.function(function, f"f{function}")
    trace.define(RECEIVED_TIME, *COLLECTIVES, 'DCNT1G0NM"c"P0U"#"', 'DCNT7G0NM"d"P8U"#"')
    for process in processes:
        now = random_calls(trace, rng, process, processes)
        for later in range(rng.randrange(3)):
            few = [rng.choice([0, 1, 5]) for _ in range(40)]
            trace.summary(now + later, process, f"SF1N{few[0]}E{few[1]}I{few[2]}", f"SF2N1E{later + 3}I9",
                          *(f"SM{peer}C{group}T{tag}NS{few.pop()}NR{few.pop()}S{few.pop()}R{few.pop()}"
                            for peer, group, tag in ((0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0))),
                          *(f"SCO{group}CL{operation}NS{few.pop()}NR{few.pop()}S{few.pop()}R{few.pop()}"
                            for group, operation in ((0, 0), (0, 1), (0, 2), (1, 2))))
    return trace


def random_calls(trace, rng, process, processes):
    now, depth, value = 1, 0, 0
    for _ in range(rng.randrange(80)):
        now += rng.randrange(3)
        what = rng.random()
        if what < .3:
            trace.enter(now, process, rng.randrange(1, 5))
            depth += 1
        elif what < .55 and depth:
            trace.leave(now, process)
            depth -= 1
        elif what < .9:
            value += rng.randrange(100)
            trace.count(now, process, rng.choice([1, 1, 7]), value)
        elif what < .95:
            length = rng.choice([1, 7, 100])
            trace.at(now, process, f"K1Y8V{now + rng.randrange(5):x}", f"S{rng.choice(processes):x}L{length:x}T1C1")
        else:
            trace.collective(process, rng.randrange(1, 5), now, now + 2, rng.randrange(3), rng.randrange(3))
            now += 2
    return now


def alike(processes=60):
    """Processes that do the same in groups, with other times."""
    rng = random.Random(7)
    trace = Trace(1000000)
    for process in range(1, processes + 1):
        trace.process(process, f"P{process}")
    for function in range(1, 6):
        trace.function(function, f"f{function}")
    for process in range(1, processes + 1):
        kind = next((kind for kind, last in enumerate((30, 40, 44, 57)) if process <= last), 4 + process)
        now = 10
        for function in range(1, 6):
            for _ in range(1 + kind * (function == 2)):
                duration = int([1000, 4000, 9000][process % 3] * function * rng.uniform(.9, 1.1))
                trace.call(process, function, now, now + duration)
                now += duration + 1
    return trace


def messages(entries):
    """Messages (sender, receiver, length, ticks or 0) between three processes."""
    trace = Trace(1000)
    for process in range(1, 4):
        trace.process(process, f"P{process}")
        trace.call(process, 1, 1, 2)
    trace.function(1, "main")
    trace.define(RECEIVED_TIME)
    for i, (sender, receiver, length, ticks) in enumerate(entries):
        trace.send(10 + i, sender, receiver, length, 10 + i + ticks if ticks else None)
    return trace


def call_paths(seed, outermost=1):
    """Up to five levels of calls. Each path has one call that is longer than the others, by its weight."""
    rng = random.Random(seed)
    trace = Trace(1000)
    trace.process(1, "P1")
    for function in range(1, 10):
        trace.function(function, f"f{function}")
    calls = {(function,): (5, 100000 + function) for function in range(1, outermost + 1)}
    weights = rng.sample(range(1, 3000), 40) if seed % 3 else [rng.choice([5, 10, 15, 20]) for _ in range(40)]
    for weight in weights[:rng.randrange(5, 40)]:
        path = (*rng.choice(list(calls)), rng.randrange(1, 10))
        if path not in calls and len(path) < 6 and path[:1] * 2 != path:
            calls[path] = (rng.randrange(8, 40), weight)
    PathCalls(trace, calls).make()
    return trace


class PathCalls:
    """Calls of paths, each (number, weight), shared out to the calls that they are made from."""

    def __init__(self, trace, calls):
        self.trace = trace
        self.calls = calls
        self.made = collections.Counter()
        self.now = 10

    def make(self):
        for path in [path for path in self.calls if len(path) == 1]:
            for _ in range(self.calls[path][0]):
                self.call(path)

    def call(self, path):
        number, weight = self.calls[path]
        i = self.made[path]
        self.made[path] += 1
        self.trace.enter(self.now, 1, path[-1])
        self.now += 5 + (weight if i == number // 2 else 0)
        for below in [below for below in self.calls if below[:-1] == path]:
            share = self.calls[below][0]
            for _ in range(share * (i + 1) // number - share * i // number):
                self.call(below)
        self.trace.leave(self.now, 1)


def nested():
    """main, which calls `outer`, which calls `inner`, always for the same time, and `other`, for any time."""
    trace = Trace(1000)
    trace.process(1, "P1")
    for function, name in ((1, "main"), (2, "outer"), (3, "inner"), (4, "other")):
        trace.function(function, name)
    trace.enter(1, 1, 1)
    for i in range(20):
        begin = 100 + 200 * i
        trace.enter(begin, 1, 2)
        trace.call(1, 3, begin + 5, begin + 10)
        trace.leave(begin + 15, 1)
        trace.call(1, 4, begin + 20, begin + 21 + 2 * i)
    trace.leave(10000, 1)
    return trace


def zeros():
    """Calls that take no time, which the reference puts above all others; and names that LaTeX would stumble over."""
    trace = Trace(1000)
    trace.process(1, "P_1 & co, {50%}")
    trace.process(2, "P#2|~^\\x")
    trace.define('DCR"a|b"', 'DCMT"100% of $x_1$ \\end{verbatim}"')
    for function, name in ((1, "zeros_&%$#{}~^\\|"), (2, "same"), (3, "one"), (5, "two")):
        trace.function(function, name)
    now = 10
    for function, durations in ((1, [0] * 20 + [5, 7, 9, 50]), (2, [4] * 5), (3, [8]), (5, [3, 9, 9])):
        for duration in durations:
            trace.call(1, function, now, now + duration)
            now += duration + 1
    trace.call(2, 5, 5, 14)
    trace.message(1, 2, now, now + 1, 5)
    return trace
