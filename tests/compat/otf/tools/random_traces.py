# SPDX-License-Identifier: BSD-3-Clause
"""Traces by chance, as text: events that open and close things, and such that do neither, with key-values."""
import random


class Events:
    """The next event of a process."""

    def __init__(self, chance, processes, has_snapshots):
        self.chance, self.processes = chance, processes
        kinds = {self.enter: 30, self.leave: 25, self.message: 14, self.counter: 6, self.collective: 4,
                 self.begin_collective: 4, self.end_collective: 3, self.file: 4, self.begin_file: 3, self.end_file: 2,
                 self.other: 4, self.snapshot: 3 if has_snapshots else 0}
        self.kinds, self.weights = list(kinds), list(kinds.values())

    def next(self, calls):
        return self.chance.choices(self.kinds, self.weights)[0](calls)

    def number(self, below, first=0):
        return f"{self.chance.randrange(first, below):x}"

    def process(self):
        return f"{self.chance.choice(self.processes):x}"

    def source(self):
        return f"X{self.number(9, 1)}" if self.chance.random() < .2 else ""

    def enter(self, calls):
        calls.append(True)
        return f"E{self.number(9, 1)}{self.source()}"

    def leave(self, calls):
        if not calls:
            return "N"
        calls.pop()
        return self.chance.choice(["L", "L", "L3", "L0X4", "L7X2"])

    def message(self, _):
        return (f"{self.chance.choice('SR')}{self.process()}L{self.number(500)}T{self.number(2)}C{self.number(2)}"
                f"{self.source()}")

    def counter(self, _):
        return f"CNT{self.number(40)}V{self.number(1 << 40)}"

    def collective(self, _):
        return (f"COP{self.number(8, 1)}C{self.number(300)}RT{self.process()}S{self.number(999)}R{self.number(999)}"
                f"D{self.number(9)}{self.source()}")

    def begin_collective(self, _):
        return (f"COPB{self.number(8, 1)}H{self.number(5, 1)}C{self.number(3)}RT{self.process()}S{self.number(1 << 31)}"
                f"R{self.number(999)}{self.source()}")

    def end_collective(self, _):
        return f"COPE{self.number(5, 1)}"

    def file(self, _):
        operation = self.chance.choice([0, 0, 1, 2, 3, 4, 5, 0x40, 0x22, 0x81])
        return (f"F{self.number(5, 1)}H{self.number(4, 1)}OP{operation:x}B{self.number(999)}D{self.number(9)}"
                f"{self.source()}")

    def begin_file(self, _):
        return f"FA{self.number(4)}{self.source()}"

    def end_file(self, _):
        return (f"FF{self.number(5, 1)}MI{self.number(4)}H{self.number(4, 1)}OP{self.number(5)}B{self.number(999)}"
                f"{self.source()}")

    def other(self, _):
        return self.chance.choice(["N", "PB", "PE", '#"a remark"', "T1P1C1T1L1"])

    def snapshot(self, _):
        return self.chance.choice(["TE3O1", "TS1O2G3T4L5", "TCOC1N2"])


def definitions(processes):
    lines = ['DV1.2.3"old"', "DUI55", "DTR3e8", 'DCR"creator"', 'DCMT"a remark"']
    lines += [f'DP{process:x}NM"p{process}"' for process in processes]
    lines.append("DPG1M" + "".join(f"{process:x}," for process in processes) + 'NM"all"')
    lines += [f'DF{function:x}G{function % 3:x}NM"f{function}"' for function in (1, 2, 3, 4, 5, 7, 8)]
    lines += [f'DCO{token:x}NM"c{token}"Y{token % 6:x}' for token in range(1, 7)]
    lines += [f'DFL{token:x}NM"file {token}"G{token % 2 + 10:x}' for token in range(1, 4)]
    return lines + ['DK1Y6NM"key"T"a key"']


def events(chance, mine, processes, count, ticks, has_snapshots, time):
    maker, calls, lines = Events(chance, processes, has_snapshots), {process: [] for process in mine}, []
    for _ in range(count):
        time += chance.randrange(1, ticks) if chance.random() < .6 else 0
        process = chance.choice(mine)
        lines += [f"{time:x}", f"*{process:x}"]
        if chance.random() < .15:
            lines.append(f"K1Y6V{chance.randrange(99):x}")
        lines.append(maker.next(calls[process]))
    return lines + [f"{time:x}", f"*{mine[-1]:x}"]


def write(directory, seed, streams=2, processes=2, count=200, ticks=9, first=1, has_snapshots=False, more=()):
    """A trace `t` with so many processes in each stream; `more` are lines for its definitions."""
    chance = random.Random(seed)
    directory.mkdir(parents=True, exist_ok=True)

    def put(name, lines):
        (directory / f"t.{name}").write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    members = {stream: [first - 1 + stream + streams * i for i in range(processes)] for stream in range(1, streams + 1)}
    everybody = [process for mine in members.values() for process in mine]
    put("otf", [f"{stream:x}:" + ",".join(f"{process:x}" for process in mine) for stream, mine in members.items()])
    put("0.def", [*definitions(everybody), *more])
    put("1.def", ['DCMT"of one stream"'])
    put("0.marker", ['MD1NM"a marker"Y1', 'MS1T5P1V"here"'])
    for stream, mine in members.items():
        put(f"{stream:x}.events", events(chance, mine, everybody, count, ticks, has_snapshots, 10 + stream))
    return directory
