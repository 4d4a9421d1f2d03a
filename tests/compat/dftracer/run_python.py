#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""DFTracer for Python: every call, and what becomes of it in the trace.

    run_python.py --weft PROGRAM --programs DIR --library DIR --python DIR --include DIR --workdir DIR [--only CASE]
"""
import pathlib
import subprocess
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
                   ["shared", "shared", *(f"thread {i}" for i in range(3))])
    shared = [r for r in threads if r["name"] == "shared"]
    b.checks.equal("every call: blocks of one object in two threads", sorted(r["args"]["step"] for r in shared), [0, 1])
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


SIBLING = """
#include <stdio.h>
int read_some(const char* path) {
  char byte[10];
  FILE* const stream = fopen(path, "r");
  const int read = (int)fread(byte, 1, sizeof byte, stream);
  return fclose(stream) == 0 ? read : -1;
}
"""
PLUGIN = """
#include <dlfcn.h>
int read_by_sibling(const char* path) {
  void* const sibling = dlopen("libsibling.so", RTLD_NOW);
  return sibling ? ((int (*)(const char*))dlsym(sibling, "read_some"))(path) : -2;
}
"""


def plugins(b):
    """Libraries that load others by their names find them where they always did, and what those read is recorded."""
    for tags in ("enable", "disable"):  # a path for the library alone, and one for all that it loads
        place = b.place(f"plugins {tags}")
        (place / "beside").mkdir()
        for name, text, more in (("beside/libsibling", SIBLING, []), ("plugin", PLUGIN, [
                f"-Wl,-rpath,$ORIGIN/beside,--{tags}-new-dtags"])):
            subprocess.run(["gcc", "-shared", "-fPIC", "-o", place / f"{name}.so", "-x", "c", "-", *more],
                           input=text, text=True, check=True)
        (place / "data").write_bytes(b"x" * 7)
        code = ("import ctypes\n"
                "from dftracer.python import dftracer\n"
                "log = dftracer.initialize_log('trace', None, -1)\n"
                "print(ctypes.CDLL('./plugin.so').read_by_sibling(b'data'))\n"
                "try: ctypes.CDLL('libnowhere.so')\n"
                "except OSError as error: print(error)\n"
                "log.finalize()\n")
        done = b.run(place, [sys.executable, "-c", code], PYTHONPATH=b.python)
        b.checks.equal(f"plugins {tags}: what was read", done.stdout.splitlines()[:1], ["7"])
        b.checks.true(f"plugins {tags}: what is not there", "libnowhere.so: cannot open" in done.stdout, done.stdout)
        b.checks.equal(f"plugins {tags}: is recorded", [values["ret"] for name, _, values in events(b.one(place), "STDIO")
                                                        if name == "fread"], [7])


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


def pytorch(b):
    """Nodes of compiled graphs, and what the profiler saw, when it saw it."""
    place = b.place("pytorch")
    script = SCRIPT.with_name("torch_calls.py")
    done = b.run(place, [sys.executable, script], PYTHONPATH=b.python, DFTRACER_DISABLE_IO=1)
    b.checks.equal("pytorch: says nothing", (done.stdout, done.stderr), ("", ""))
    records = b.one(place)

    def graph(name, which, more=None):
        values = {**(more or {}), "pass": which}
        nodes = (("Linear", "layers_0"), ("copy", "copy"), ("add", "add"))
        return [(name, "dynamo", values), *((call, "dynamo", {**values, "node": node}) for call, node in nodes)]

    def in_any_order(found):
        return sorted(map(repr, found))

    expected = [*graph("model", "forward", {"epoch": 1, "step": 2}), *graph("both", "forward"),
                *graph("both", "backward"), *graph("forward", "forward"), *graph("forward", "backward"),
                *graph("named", "forward")]
    b.checks.equal("pytorch: graphs", in_any_order(events(records, "dynamo")), in_any_order(expected))
    profiled = [("old", "PP", {"device_memory_usage": 7}), ("aten::linear", "PP", {}),
                ("aten::addmm", "PP", {"device": 0, "cpu_memory": 4096, "device_memory_usage": -16, "is_remote": 0,
                                       "input_size": 90, "total_cpu_percent": 12.5})]
    b.checks.equal("pytorch: profiler", in_any_order(events(records, "PP")), in_any_order(profiled))
    end = records[-1]["args"]
    b.checks.equal("pytorch: used", end["used"], {"PYTHON": 1, "dynamo": 1, "torch_profiler": 1})
    begin = int(end["app"]["begin"])
    times = {r["name"]: (r["ts"] - begin, r["dur"]) for r in records if r["cat"] == "PP"}
    b.checks.equal("pytorch: times", (times["aten::linear"], times["aten::addmm"]), ((10, 90), (20, 40)))
    by_id = {r["id"]: r["name"] for r in records}
    parents = {r["name"]: by_id.get(r["args"].get("p_idx")) for r in records if r["cat"] == "dynamo"
               and r["args"].get("epoch")}
    b.checks.equal("pytorch: levels", parents, {"model": "around", "Linear": "model", "copy": "model", "add": "model"})
    place = b.place("pytorch disabled")
    b.run(place, [sys.executable, script], enabled=False, PYTHONPATH=b.python, DFTRACER_LIBRARY="/nowhere.so")
    b.checks.equal("pytorch disabled: no file", files_of(place), [])


def debug_log(b):
    """Beside the trace, and only if it is asked for."""
    told = ["on: log file made/mine.pfw, data None, process 7", "finalized"]
    for level, said in {"ERROR": [], "DEBUG": told}.items():
        place = b.place(f"debug log {level}")
        code = "from dftracer.logger import dftracer\ndftracer.initialize_log('made/mine.pfw', None, 7).finalize()\n"
        b.run(place, [sys.executable, "-c", code], PYTHONPATH=b.python, DFTRACER_DISABLE_IO=1, DFTRACER_LOG_LEVEL=level)
        logs = list(place.rglob("dft.log"))
        b.checks.equal(f"debug log {level}: where", logs, [place / "made/dft.log"] if said else [])
        lines = [line.split(" ", 3)[3] for log in logs for line in log.read_text().splitlines()]
        b.checks.equal(f"debug log {level}: what", lines, said)


def configured(b):
    """A file may enable, too."""
    place = b.place("configured")
    file = place / "c.yaml"
    file.write_text("enable: true\nfeatures:\n  metadata: true\n  io:\n    enable: false\n")
    b.run(place, [sys.executable, SCRIPT], enabled=False, PYTHONPATH=b.python, DFTRACER_CONFIGURATION=file)
    b.checks.equal("configured: two processes", len(files_of(place)), 2)


if __name__ == "__main__":
    main(__doc__, {case.__name__: case for case in (every_call, names, calls, plugins, disabled, pytorch, debug_log,
                                                    configured)})
