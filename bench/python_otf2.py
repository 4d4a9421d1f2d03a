# SPDX-License-Identifier: BSD-3-Clause
"""The rows of the Python module otf2: the same script on ours and on the original, which is the distribution's."""
import pathlib
import shutil

from rows import Question, Row, Side, Work

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # the interpreter that has the original
LOCATIONS = {1: "1 location", 200: "200 locations"}


def questions(bench):
    for n, name in LOCATIONS.items():
        yield Question([Row(f"Python's otf2 events, {name}", "ours", "original", 10)], lambda n=n: read(bench, n))
    yield Question([Row("Python's otf2 writing", "ours", "original")], lambda: write(bench))


def work(bench, events, *arguments, before=lambda: None, finish=lambda: ""):
    def side(label, path):
        def command():
            before()
            return ["/usr/bin/env", f"PYTHONPATH={path}", PYTHON, HERE / "python_otf2_events.py", *arguments]
        return Side(label, command)
    return Work(events, {"ours": side("Weft's otf2", bench.bin.parent / "python"), "original": side("otf2", "")}, finish=finish)


def read(bench, locations):
    trace, made = bench.trace(max(bench.events // 40, 2000), locations)
    return work(bench, made[0], "read", trace)


def write(bench):
    room, events = bench.room / "written", max(bench.events // 100, 2000) // 2 * 2

    def clear():
        shutil.rmtree(room, ignore_errors=True)
        return ""

    return work(bench, events, "write", room, events, before=clear, finish=clear)
