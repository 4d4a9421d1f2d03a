# SPDX-License-Identifier: BSD-3-Clause
"""The rows of Python: columns in NumPy beside the same columns in C++, and beside OTF2's own bindings. Each side adds up
time and region of all events. The bindings take microseconds for an event: their rows are about a trace of fewer events,
on both sides."""
import pathlib

from rows import Question, Row, Side, Work

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # whose packages are Debian's
REFERENCE_SHARE = 20
AS_FAST = 1 / 1.3  # as C++


def questions(bench):
    yield Question([
        Row("Python columns, 1 thread / C++", "one", "C++", AS_FAST),
        Row("Python columns, 2 threads / C++", "two", "C++ two", AS_FAST),
        Row("Python whole arrays, 2 threads / C++", "whole", "C++ whole", AS_FAST),
    ], lambda: columns(bench))
    yield Question([
        Row("Python columns / OTF2's bindings", "ours", "reference", 100),
        Row("Python whole arrays / OTF2's bindings", "whole", "reference", 100),
    ], lambda: bindings(bench))


def script(label, path, *words):
    """A script that finds packages in `path` first: ours lie there, with a module otf2 among them."""
    return Side(label, lambda: ["/usr/bin/env", f"PYTHONPATH={path}", PYTHON, HERE / words[0], *words[1:]])


def ours(bench, label, *words):
    return script(label, bench.bin.parent / "python", "python_columns.py", *words)


def columns(bench):
    trace, made = bench.trace(bench.events, 2)
    return Work(made[0], {
        "one": ours(bench, "weft.open().events()", trace, 1),
        "two": ours(bench, "weft.open().events(), 2 threads", trace, 2),
        "whole": ours(bench, "to_numpy(), 2 threads", trace, 2, "whole"),
        "C++": bench.program("Weft in C++, 1 thread", "decode", trace, 1, "columns"),
        "C++ two": bench.program("Weft in C++, 2 threads", "decode", trace, 2, "columns"),
        "C++ whole": bench.program("Weft in C++, 2 threads, whole arrays", "decode", trace, 2, "whole"),
    }, made)


def bindings(bench):
    """Both on the small trace, which is unfair to us: opening it counts."""
    trace, made = bench.trace(max(bench.events // REFERENCE_SHARE, 2000), 2)
    return Work(made[0], {
        "ours": ours(bench, "weft.open().events()", trace, 1),
        "whole": ours(bench, "to_numpy()", trace, 1, "whole"),
        "reference": script("otf2.reader.open().events", "", "reference_python.py", trace),
    }, made)
