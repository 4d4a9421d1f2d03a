# SPDX-License-Identifier: BSD-3-Clause
"""The rows RECORD_ of run.py: what an event costs the program that records it, and recording a program that computes.

Of each number the best run counts. Goals are limits in nanoseconds, made from what was measured beside them. Where they
compare whole runs they take processor time: elapsed time also tells how many processors there are and who uses them.
"""
import os
import pathlib
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from typing import Callable, Optional

THREADS = (1, 2, 4, 8)
PARAMETERS = (0, 1, 4, 10)
CLOCKS = ("counter", "monotonic", "monotonic_raw")
OFF_GOAL = 1.5   # nanoseconds of an event that is switched off
SPAN_GOAL = 60   # nanoseconds of a span with three arguments
CALL_GOAL = 150  # nanoseconds that watching adds to a call
LONGEST_SECONDS = 60  # Debian's liblitl may hang


@dataclass
class Cost:
    """Of one event: nanoseconds, and bytes in the files."""
    median: float
    rare: float     # 99.9th percentile
    written: float  # time until all is in the files / events of all threads
    cpu: float      # processor time of all threads until then / events of all threads
    bytes: float

    @staticmethod
    def best(costs):
        return Cost(*(min(values) for values in zip(*(asdict(cost).values() for cost in costs))))


@dataclass(frozen=True)
class Case:
    """One way to record. Of LiTL there are two libraries with the same interface."""
    interface: str
    kind: str  # number of parameters, and of what if they are no attributes or words; or a clock
    threads: int
    is_reference: bool = False
    clock: str = ""  # LITL_TIMING_METHOD
    watched: str = ""  # recorded without the program's help, in this format
    is_off: bool = False  # switched off at run time

    def label(self):
        if self.interface == "clock":
            return self.kind
        if self.interface == "pread":
            return f"pread ({self.watched})" if self.watched else "pread"
        library = {"weft": "weft/record.h", "litl": "Debian's liblitl" if self.is_reference else "liblitl",
                   "span": "span (dftracer)", "dftracer": "dftracer.h"}
        return library[self.interface] + (f" ({self.clock})" if self.clock else "") + " (switched off)" * self.is_off


@dataclass
class Goal:
    metric: str
    limit: Callable[[Cost], float]  # from the cost of `of`
    of: Case


@dataclass
class Row:
    case: Case
    beside: Optional[Case]
    goals: list
    floor: Optional[Case] = None  # what no event can cost less than

    def name(self):
        shape = f"{self.case.threads} thread{'s' * (self.case.threads > 1)}"
        if self.case.interface != "clock":
            shape += f", {self.case.kind} parameter{'s' * (self.case.kind != '1')}".replace("_raw parameters", " raw bytes")
            shape = shape.replace("_", " ")
        return f"RECORD_{self.case.label()}, {shape}"

    def cases(self):
        return [case for case in (self.case, self.beside, self.floor, *(goal.of for goal in self.goals)) if case]


def recorder_clock():
    """What weft/record.h reads on this machine."""
    source = pathlib.Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    return "counter" if source.exists() and source.read_text().strip() == "tsc" else "monotonic"


def does_not_grow(case):
    """The median tells of the calls alone; processor time of writing too, and of what happens once, shared by all."""
    alone = Case(case.interface, case.kind, 1, case.is_reference, case.clock)
    if case.threads == 1:
        return []
    return [Goal("median", lambda cost: 1.25 * cost.median, alone), Goal("cpu", lambda cost: 1.25 * cost.cpu, alone)]


def event_rows():
    for kind in CLOCKS:
        for threads in THREADS:
            yield Row(Case("clock", kind, threads), None, [])
    for parameters in map(str, PARAMETERS):
        for threads in THREADS:
            case, clock = Case("weft", parameters, threads), Case("clock", recorder_clock(), threads)
            near_clock = Goal("median", lambda cost: 1.3 * cost.median + 2, clock)
            yield Row(case, clock, [near_clock] * (parameters == "0") + does_not_grow(case))
    off = Case("weft", "0", 1, is_off=True)
    yield Row(off, Case("clock", recorder_clock(), 1), [Goal("median", lambda cost: OFF_GOAL, off)])
    for interface in ("span", "dftracer"):
        span = Case(interface, "3", 1)
        yield Row(span, Case("clock", recorder_clock(), 1), [Goal("median", lambda cost: SPAN_GOAL, span)])
    plain = Case("pread", "3", 1)
    for form in ("otf2", "dftracer"):
        near_plain = Goal("median", lambda cost: cost.median + CALL_GOAL, plain)
        yield Row(Case("pread", "3", 1, watched=form), plain, [near_plain])
    for parameters in map(str, PARAMETERS):
        for threads in THREADS:
            yield litl_row(parameters, threads)
    for threads in (1, 4):
        for kind in ("4_packed", "32_raw"):
            yield litl_row(kind, threads)
        yield litl_row("0", threads, "ticks")


def litl_row(parameters, threads, clock=""):
    """Debian's liblitl stores fewer bytes than the parameters of a regular event have: the row says so, and its goals
    leave the writing out. With another clock than the usual one a row has no goal: both read the same counter. Where a
    goal is less than reading the counter takes, the row says so, too."""
    case = Case("litl", parameters, threads, clock=clock)
    theirs = Case("litl", parameters, threads, True, clock)
    share = {1: 1 / 2, 4: 1 / 3}.get(threads) if not clock else None
    goals = []
    if share:
        goals.append(Goal("median", lambda cost: share * cost.median, theirs))
    if share and (parameters == "0" or not parameters.isdecimal()):
        goals.append(Goal("cpu", lambda cost: share * cost.cpu, theirs))
    return Row(case, theirs, goals + does_not_grow(case), Case("clock", "counter", threads))


@dataclass(frozen=True)
class Computation:
    program: str
    rate: int  # events per second, about

    def name(self):
        return f"RECORD_overhead {self.program}, about {self.rate / 1e6:g} M events/s"


COMPUTATIONS = [Computation(program, rate) for program in ("stencil", "product")
                for rate in (100_000, 1_000_000, 5_000_000)]


class Recording:
    def __init__(self, programs, library, room, events, runs):
        self.programs = programs
        self.library = library
        self.room = room
        self.events = min(max(events // 40, 1000), 1_000_000)  # of all threads: files of one size cost alike
        self.seconds = events / 100_000_000  # of a computation, about
        self.runs = runs

    def results(self, wanted):
        self.room.mkdir(parents=True, exist_ok=True)
        rows = [row for row in event_rows() if wanted in row.name()]
        cases = list(dict.fromkeys(case for row in rows for case in row.cases()))
        runs, errors = self.run_all(cases, self.run_case)
        costs = {case: Cost.best(runs[case]) for case in cases if case not in errors}
        results = [self.row_result(row, costs, errors) for row in rows]
        computations = [computation for computation in COMPUTATIONS if wanted in computation.name()]
        runs, errors = self.run_all(computations, self.run_computation)
        return results + [overhead_result(each, runs[each], errors) for each in computations]

    def run_all(self, keys, run_one):
        """All keys in turn, so that a disturbance meets all of them."""
        runs, errors = {key: [] for key in keys}, {}
        for _ in range(self.runs):
            for key in keys:
                if key in errors:
                    continue
                try:
                    runs[key].append(run_one(key))
                except (subprocess.SubprocessError, OSError, ValueError) as error:
                    errors[key] = f"{error} {(getattr(error, 'stderr', None) or '').strip()}".strip()
        return runs, errors

    def output_of(self, program, *arguments, **environment):
        command = [str(self.programs / program), *map(str, arguments)]
        return subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True, text=True,
                              timeout=LONGEST_SECONDS).stdout

    def run_case(self, case):
        environment = {}
        if case.interface == "litl" and not case.is_reference:
            if not (self.library / "liblitl.so.0").exists():  # the loader would take the reference's
                raise ValueError(f"{self.library} holds no liblitl")
            environment["LD_LIBRARY_PATH"] = str(self.library)
        if case.clock:
            environment["LITL_TIMING_METHOD"] = case.clock
        if case.is_off:
            environment["WEFT_RECORD"] = "off"
        with tempfile.TemporaryDirectory(dir=self.room) as directory:
            if case.watched:
                environment |= {"LD_PRELOAD": str(self.library / "libweft-preload.so"), "WEFT_RECORD_IO": "on",
                                "WEFT_RECORD_FORMAT": case.watched, "WEFT_RECORD_DIR": directory}
            output = self.output_of(f"events_{case.interface}", directory, case.kind, case.threads,
                                    self.events // case.threads, **environment)
        events, elapsed, processor, size, median, rare = map(float, output.split())
        return Cost(median, rare, elapsed / events, processor / events, size / events)

    def run_computation(self, computation):
        """Events, and nanoseconds of the three ways to run it."""
        blocks = max(int(computation.rate * self.seconds / 2), 100)
        outcomes = {}
        for way, program, setting in (("disabled", "overhead_disabled", ""), ("off", "overhead", "off"),
                                      ("on", "overhead", "on")):
            with tempfile.TemporaryDirectory(dir=self.room) as directory:
                outcomes[way] = self.output_of(program, computation.program, computation.rate, blocks,
                                               WEFT_RECORD=setting, WEFT_RECORD_DIR=directory)
        outcomes = {way: list(map(int, output.split())) for way, output in outcomes.items()}
        if len({(events, checksum) for events, _, checksum in outcomes.values()}) != 1:
            raise ValueError(f"the ways to run it disagree: {outcomes}")
        return {"events": outcomes["on"][0]} | {way: outcome[1] for way, outcome in outcomes.items()}

    @staticmethod
    def row_result(row, costs, errors):
        failed = [f"{case.label()}: {errors[case]}" for case in row.cases() if case in errors]
        if failed:
            return {"row": row.name(), "error": "; ".join(failed)}
        cost = asdict(costs[row.case])
        goals = [{"metric": goal.metric, "value": cost[goal.metric], "limit": goal.limit(costs[goal.of])}
                 for goal in row.goals]
        beside = {"beside": row.beside.label(), "beside_cost": asdict(costs[row.beside])} if row.beside else {}
        return {"row": row.name(), "cost": cost, **beside, "goals": goals, "notes": list(Recording.notes(row, costs, goals))}

    @staticmethod
    def notes(row, costs, goals):
        if row.beside and row.beside.is_reference and costs[row.beside].bytes < 0.9 * costs[row.case].bytes:
            yield "the other side stores less"
        floor = costs[row.floor].median if row.floor else 0
        if any(goal["metric"] == "median" and goal["limit"] < floor for goal in goals):
            yield f"reading the counter alone takes {floor:.1f}"


def overhead_result(computation, runs, errors):
    if computation in errors:
        return {"row": computation.name(), "error": errors[computation]}
    best = {way: min(run[way] for run in runs) for way in ("disabled", "off", "on")}
    percent = {way: 100 * (best[way] / best["disabled"] - 1) for way in ("off", "on")}
    return {"row": computation.name(), "events_per_second": runs[0]["events"] / best["disabled"] * 1e9,
            "off_percent": percent["off"], "on_percent": percent["on"]}


# --- the tables ----------------------------------------------------------------------------------------------------


TEXTS = ("", "beside", "goals")  # columns of text; all others hold numbers


def cost_cells(cost):
    return [f"{value:.1f}" for value in cost.values()] if cost else [""] * 5


def goal_text(goal):
    met = "met" if goal["value"] <= goal["limit"] else "MISSED"
    return f"{goal['metric']} <= {goal['limit']:.1f} {met}"


def print_lines(titles, lines):
    widths = [max(map(len, cells)) for cells in zip(titles, *lines)]
    for line in [titles, *lines]:
        cells = [f"{cell:{'<' if title in TEXTS else '>'}{width}}" for cell, title, width in zip(line, titles, widths)]
        print("  ".join(cells).rstrip())


def print_tables(results):
    events = [result for result in results if "cost" in result]
    overheads = [result for result in results if "on_percent" in result]
    numbers = ["median", "99.9 %", "written", "cpu", "bytes"]
    if events:
        print("Nanoseconds and bytes of one event:")
        print_lines(["", *numbers, "beside", *numbers, "goals"],
                    [[each["row"], *cost_cells(each["cost"]), each.get("beside", ""),
                      *cost_cells(each.get("beside_cost")), ", ".join([*map(goal_text, each["goals"]), *each["notes"]])]
                     for each in events])
    if overheads:
        print("Processor time that recording adds to a program:")
        print_lines(["", "M events/s", "switched off", "recording"],
                    [[each["row"], f"{each['events_per_second'] / 1e6:.2f}", f"{each['off_percent']:.1f} %",
                      f"{each['on_percent']:.1f} %"] for each in overheads])
    if results:
        print(f"Load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    for result in results:
        if "error" in result:
            print(f"error: {result['row']}: {result['error']}")
