#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""DFTracer for Python: every call, and what becomes of it in the trace.

    run_python.py --weft PROGRAM --programs DIR --library DIR --python DIR --include DIR --workdir DIR [--only CASE]
"""
import pathlib
import sys

from traced import check_levels, events, files_of, main, metadata

SCRIPT = pathlib.Path(__file__).resolve().parent / "every_call.py"
LEAVES = {
    "compute": ["forward", "backward", "step"],
    "data": ["preprocess", "item", "io", "open", "read", "write", "close"],
    "dataloader": ["fetch"],
    "comm": ["send", "receive", "barrier", "bcast", "reduce", "all_reduce", "gather", "all_gather", "scatter",
             "reduce_scatter", "all_to_all"],
    "device": ["transfer"],
    "checkpoint": ["capture", "restart", "io", "open", "read", "write", "close"],
    "pipeline": ["epoch", "train", "evaluate", "test"],
    "other": ["log", "io", "open", "read", "write", "close"],
}


def loop(name, counts, category="functions", counter="step", working="yield", more=None):
    return [(f"{name}.{what}", category, {**(more or {}), counter: i}) for i in counts for what in ("iter", working)]


def expected():
    f, blocks = "functions", "blocks"
    epoch = {"epoch": 5}
    return [
        ("plain", "logger", {}),
        ("arguments", "logger", {"s": "t \"q\" \u00e9", "i": -(1 << 40), "f": 0.5, "whole": 2.0}),
        ("plain", f, {"step": 3}), ("plain", f, {"step": 5}), ("plain", f, {"step": 7}),
        ("raises", f, {"epoch": 2}),
        ("inner", f, {}), ("renamed", f, {}),
        ("Model.__init__", f, {"image_size": 64}),
        ("Model.method", f, {"epoch": 1, "image_size": 64, "image_idx": 11}),
        ("Model.static", f, {"step": 8}), ("Model.static_outside", f, {"step": 9}),
        ("inside", blocks, {}),
        ("block", blocks, {"epoch": 1, "step": 2, "image_idx": 3, "image_size": 4, "more": 0.25, "text": "x",
                           "huge": str(1 << 70)}),
        ("raising", blocks, {}),
        ("flushed", blocks, {"a": 1}),
        ("reset", blocks, {}),
        ("named_after_its_function", blocks, {}),
        *loop("loop", (1, 2)), *loop("batches", (1,), counter="batch"),
        *loop("failing", (1,)), ("failing.iter", f, {"step": 2}),
        *loop("left", (1, 2)),
        *((leaf, group, {}) for group, leaves in LEAVES.items() for leaf in [group, *leaves]),
        ("forward", "compute", {**epoch, "step": 6}),
        ("backward", "compute", {**epoch, "loss": 0.5}),
        ("fetch.init", "dataloader", epoch),
        ("item", "data", epoch),
        ("train", "pipeline", {**epoch, "step": 1, "kind": "prepared"}),
        *loop("fetch", (1, 2), "dataloader", working="block", more=epoch),
        ("epoch", "pipeline", {**epoch, "step": 2}), ("send", "comm", epoch),
        ("attention", "compute", epoch),
        ("barrier", "comm", epoch),
        ("ai_root", "ai_root", {**epoch, "root": 1}),
    ]


def run(b, name, *arguments, **settings):
    place = b.place(name)
    done = b.run(place, [sys.executable, SCRIPT, *arguments], PYTHONPATH=b.python, **settings)
    b.checks.equal(f"{name}: says nothing", (done.stdout, done.stderr), ("", ""))
    return place


def every_call(b):
    place = run(b, "every call", DFTRACER_DISABLE_IO=1)
    by_size = sorted((b.checked(path) for path in files_of(place)), key=len)
    b.checks.equal("every call: two processes", len(by_size), 2)
    child, records = by_size
    b.checks.equal("every call: child", events(child), [("child", "children", {})])
    main_thread = [r for r in records if r["tid"] == r["pid"]]
    found = events(main_thread)
    for mine, wanted in zip(found, expected()):
        if mine != wanted:
            b.checks.equal("every call", mine, wanted)
    b.checks.equal("every call: how many", len(found), len(expected()))
    overlapping = [("epoch", "pipeline"), ("send", "comm")]
    check_levels(b.checks, "every call",
                 [r for r in records if (r["name"], r["cat"]) not in overlapping and r["name"] != "left.yield"])
    b.checks.equal("every call: metadata", metadata(records, "CM"),
                   [{"name": "key", "value": "value"}, {"name": "by", "value": "dft_fn"}])
    end = records[-1]["args"]
    b.checks.equal("every call: app", end["app"], {"model": "small", "workers": 4})
    b.checks.equal("every call: used", end["used"], {"PYTHON": 1, "dynamo": 1})
    threads = [r for r in records if r["tid"] != r["pid"] and r["ph"] == "X"]
    b.checks.equal("every call: threads", sorted(r["name"] for r in threads if r["cat"] == "threads"),
                   [f"thread {i}" for i in range(3)])
    b.checks.equal("every call: their turns", len([r for r in threads if r["name"].startswith("turns.")]), 300)


def names(b):
    """The directory is made; PRELOAD has one trace of both."""
    place = run(b, "names", "deeper/still/mine.pfw", DFTRACER_DISABLE_IO=1)
    b.checks.true("names: as said", (place / "deeper/still/mine.pfw.gz").exists(), f"{list(place.rglob('*'))}")


def calls(b):
    """What Python reads and writes, in every mode."""
    data = b.workdir / "data.bin"
    data.write_bytes(b"x" * 1000)
    for name, settings in {"function": {}, "hybrid": {"preload": True, "DFTRACER_INIT": "PRELOAD"}}.items():
        place = run(b, f"calls {name}", READ=data, DFTRACER_DATA_DIR=b.workdir, **settings)
        path = max(files_of(place), key=lambda p: p.stat().st_size)
        b.checks.true(f"{name}: name", f"-{'preload' if 'preload' in settings else 'app'}.pfw" in path.name, path.name)
        records = b.checked(path)
        reads = [values["ret"] for name_, _, values in events(records, "POSIX") if name_ == "read"]
        b.checks.true(f"{name}: reads", 1000 in reads, f"{reads}")
        b.checks.true(f"{name}: events", ("plain", "functions", {"step": 3}) in events(records))


def disabled(b):
    """Nothing happens, and decorated functions are those that were decorated."""
    place = b.place("disabled")
    code = ("from dftracer.python import dft_fn, ai, dftracer\n"
            "f = lambda: 1\n"
            "assert dft_fn('c').log(f) is f and dft_fn('c').log_static(f) is f\n"
            "assert dftracer.initialize_log(None, None, -1).get_time() == 0\n")
    b.run(place, [sys.executable, "-c", code], enabled=False, PYTHONPATH=b.python, DFTRACER_LIBRARY="/nowhere.so")
    b.run(place, [sys.executable, SCRIPT], enabled=False, PYTHONPATH=b.python, DFTRACER_LIBRARY="/nowhere.so")
    b.checks.equal("disabled: no file", files_of(place), [])
    done = b.run(place, [sys.executable, SCRIPT], code=1, PYTHONPATH=b.python, DFTRACER_LIBRARY="/nowhere.so")
    b.checks.true("no library: is told", "set DFTRACER_LIBRARY to its path" in done.stderr, done.stderr)


def configured(b):
    """A file may enable, too."""
    place = b.place("configured")
    file = place / "c.yaml"
    file.write_text("enable: true\nfeatures:\n  metadata: true\n  io:\n    enable: false\n")
    b.run(place, [sys.executable, SCRIPT], enabled=False, PYTHONPATH=b.python, DFTRACER_CONFIGURATION=file)
    b.checks.equal("configured: two processes", len(files_of(place)), 2)


if __name__ == "__main__":
    main(__doc__, {case.__name__: case for case in (every_call, names, calls, disabled, configured)})
