#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs made for DFTracer: how they begin and end, and every variable and key that says how they are recorded.

    run_modes.py --weft PROGRAM --programs DIR --library DIR --python DIR --include DIR --workdir DIR [--only CASE]
"""
import json
import signal
import subprocess
import time
import zlib

from traced import ENABLED, LIMIT, check_levels, events, files_of, main, metadata
from dftracer_lines import hash_of, records_of

POSIX = ["open", "write", "pread", "close"]
STDIO = ["fopen", "fread", "fclose"]


def names(records, *categories):
    return [name for name, _, _ in events(records, *categories)]


def work(key, value):
    return ("work", "C_APP", {key: value})


def binding(b):
    """Who records calls, in which mode, under which name."""
    def io(name, scenario="io", **settings):
        place = b.modes(name, scenario, place_of_data(b), **settings)
        records = b.one(place)
        check_levels(b.checks, name, records)
        return files_of(place)[0].name, names(records, "POSIX"), names(records, "STDIO"), names(records, "C_APP")

    function = ["read_and_write"]
    found = io("function")
    b.checks.true("function: is an app", found[0].endswith("-app.pfw.gz"), found[0])
    b.checks.equal("function: binds", found[1:], (POSIX, STDIO, function))
    b.checks.equal("no bind", io("no_bind", "no_bind")[1:], ([], [], function))
    found = io("preload alone", DFTRACER_INIT="PRELOAD")
    b.checks.true("preload alone: is an app", found[0].endswith("-app.pfw.gz"), found[0])
    b.checks.equal("preload alone: binds nothing", found[1:], ([], [], function))
    found = io("preload", "no_api", preload=True, DFTRACER_INIT="PRELOAD")
    b.checks.true("preload: its name", found[0].endswith("-preload.pfw.gz"), found[0])
    b.checks.equal("preload: the program begins nothing", found[1:], (POSIX, STDIO, function))
    found = io("hybrid", preload=True, DFTRACER_INIT="PRELOAD")
    b.checks.true("hybrid: its name", found[0].endswith("-preload.pfw.gz"), found[0])
    b.checks.equal("hybrid: every call once", found[1:], (POSIX, STDIO, function))
    found = io("loaded", preload=True, DFTRACER_INIT="FUNCTION")
    b.checks.true("loaded, but the program begins: its name", found[0].endswith("-app.pfw.gz"), found[0])
    b.checks.equal("loaded, but the program begins", found[1:], (POSIX, STDIO, function))
    place = b.place("other")
    done = b.run(place, [b.programs / "modes", "io", place_of_data(b)], DFTRACER_INIT="NEITHER")
    b.checks.true("other: is told", "expected FUNCTION or PRELOAD" in done.stderr, done.stderr)
    b.checks.equal("other: binds nothing", names(b.one(place)), function)


def place_of_data(b):
    place = b.workdir / "data"
    place.mkdir(exist_ok=True)
    return place / "file"


def unchanged(b):
    """A program that knows nothing of DFTracer, with the library before it."""
    place = b.place("unchanged")
    b.run(place, ["cat", "/etc/hostname"], preload=True, DFTRACER_INIT="PRELOAD")
    records = b.one(place)
    b.checks.true("unchanged: reads", "read" in names(records, "POSIX"), f"{names(records)}")
    place = b.place("unchanged, off")
    b.run(place, ["cat", "/etc/hostname"], enabled=False, preload=True, DFTRACER_INIT="PRELOAD")
    b.checks.equal("unchanged, off: nothing", files_of(place), [])


def arguments_of_calls(b):
    place = b.modes("arguments", "io", place_of_data(b))
    records = b.one(place)
    path = str(place_of_data(b))
    found = {name: values for name, _, values in events(records, "POSIX", "STDIO")}
    b.checks.equal("arguments: of all calls about the file", {v["fhash"] for v in found.values()}, {hash_of(path)})
    b.checks.equal("arguments: write", [found["write"][k] for k in ("count", "ret")], [100, 100])
    b.checks.equal("arguments: pread", [found["pread"][k] for k in ("count", "offset", "ret")], [10, 5, 10])
    b.checks.equal("arguments: fread", [found["fread"][k] for k in ("size", "count", "ret")], [10, 4, 4])
    b.checks.true("arguments: the file is defined", {"name": path, "value": hash_of(path)} in metadata(records, "FH"))


def variables(b):
    """Each with a run that would look otherwise without it."""
    data = place_of_data(b)

    def run(name, scenario="io", argument=data, says="", **settings):
        place = b.place(name)
        done = b.run(place, [b.programs / "modes", scenario, argument], **settings)
        b.checks.equal(f"{name}: says", done.stderr, says)
        return place

    records = b.one(run("DISABLE_IO", DFTRACER_DISABLE_IO=1))
    b.checks.equal("DISABLE_IO", (names(records), records[-1]["args"]["cfg"]["bind"]), (["read_and_write"], 0))
    b.checks.equal("DISABLE_POSIX", names(b.one(run("DISABLE_POSIX", DFTRACER_DISABLE_POSIX=1))),
                   STDIO + ["read_and_write"])
    b.checks.equal("DISABLE_STDIO", names(b.one(run("DISABLE_STDIO", DFTRACER_DISABLE_STDIO=1))),
                   POSIX + ["read_and_write"])
    b.checks.equal("DISABLE_STDIO=0", names(b.one(run("DISABLE_STDIO=0", DFTRACER_DISABLE_STDIO=0))),
                   POSIX + STDIO + ["read_and_write"])
    b.checks.equal("DATA_DIR: elsewhere", names(b.one(run("DATA_DIR", DFTRACER_DATA_DIR="/nowhere:/else"))),
                   ["read_and_write"])
    b.checks.equal("DATA_DIR: there", names(b.one(run("DATA_DIR there", DFTRACER_DATA_DIR=f"/else:{data.parent}"))),
                   POSIX + STDIO + ["read_and_write"])
    b.checks.equal("DATA_DIR: all", names(b.one(run("DATA_DIR all", DFTRACER_DATA_DIR="all"))),
                   POSIX + STDIO + ["read_and_write"])
    for by_program, found in (("/nowhere", 0), (str(data.parent), 7), ("all", 7)):
        place = b.place("data_dir")
        b.run(place, [b.programs / "modes", "data_dir", data, by_program])
        b.checks.equal(f"data dir {by_program} by the program", len(names(b.one(place), "POSIX", "STDIO")), found)
    place = b.place("data_dir")
    b.run(place, [b.programs / "modes", "data_dir", data, "/nowhere"], DFTRACER_DATA_DIR=data.parent)
    b.checks.equal("data dirs of both", len(names(b.one(place), "POSIX", "STDIO")), 7)

    place = run("INC_METADATA", DFTRACER_INC_METADATA=0)
    records = b.one(place, has_arguments=False)
    b.checks.equal("INC_METADATA=0: events have no arguments", {"args" in r for r in records if r["ph"] == "X"}, {False})
    b.checks.equal("INC_METADATA=0: metadata", [r["name"] for r in records if r["ph"] == "M"],
                   ["HH", "thread_name", "FH"])
    b.checks.equal("INC_METADATA=0: events", names(records), POSIX + STDIO + ["read_and_write"])
    place = b.place("INC_METADATA unset")
    b.run(place, [b.programs / "modes", "one"], enabled=False, DFTRACER_ENABLE="yes")
    b.checks.equal("INC_METADATA is off", {"args" in r for r in b.one(place, has_arguments=False) if r["ph"] == "X"},
                   {False})

    place = run("TRACE_COMPRESSION", DFTRACER_TRACE_COMPRESSION=0)
    b.checks.true("TRACE_COMPRESSION=0", files_of(place)[0].read_bytes().startswith(b"[\n"), f"{files_of(place)}")
    b.one(place)
    place = run("TRACE_COMPRESSION", DFTRACER_TRACE_COMPRESSION=1)
    b.checks.true("TRACE_COMPRESSION=1", files_of(place)[0].read_bytes().startswith(b"\x1f\x8b"), f"{files_of(place)}")

    (b.workdir / "deeper").mkdir()
    run("LOG_FILE", "one", "", DFTRACER_LOG_FILE=b.workdir / "deeper/log")
    path, = files_of(b.workdir / "deeper")
    records = b.checked(path)
    host, program = records[0]["args"]["name"], records[3]["args"]["name"]
    h16 = hash_of(f"{program}-{host}-{records[0]['pid']}")
    b.checks.equal("LOG_FILE", path.name, f"log-{h16}-app.pfw.gz")
    b.checks.equal("LOG_FILE: the program", program, "modes")

    records = b.one(run("DISABLE_TIDS", "one", "", DFTRACER_DISABLE_TIDS=1))
    b.checks.equal("DISABLE_TIDS=1", {r["tid"] for r in records}, {0})
    records = b.one(run("DISABLE_TIDS", "one", "", DFTRACER_DISABLE_TIDS=0))
    b.checks.equal("DISABLE_TIDS=0", {r["tid"] == r["pid"] for r in records}, {True})

    records = b.one(run("SET_CORE_AFFINITY", "one", "", DFTRACER_SET_CORE_AFFINITY=1))
    cores, = [m["value"] for m in metadata(records, "PR") if m["name"] == "core_affinity"]
    b.checks.true("SET_CORE_AFFINITY", cores and all(isinstance(core, int) for core in cores), f"{cores}")
    b.checks.equal("SET_CORE_AFFINITY is off", metadata(b.one(run("affinity", "one", "")), "PR"), [])

    for unit, factor in (("NS", 1e9), ("MS", 1e3), ("SEC", 1)):
        place = run("TIME_METRIC", "one", "", DFTRACER_TIME_METRIC=unit)
        records = records_of(files_of(place)[0])
        b.checks.equal(f"TIME_METRIC={unit}", metadata(records, "CM"), [{"name": "time_metric", "value": unit}])
        start = next(r for r in records if r["name"] == "start")
        b.checks.true(f"TIME_METRIC={unit}: times", abs(start["ts"] / factor - time.time()) < LIMIT, f"{start}")

    old = {key.replace("DFTRACER", "DLIO_PROFILER"): value for key, value in ENABLED.items()}
    place = b.place("old names")
    b.run(place, [b.programs / "modes", "one"], enabled=False, **old, DLIO_PROFILER_TRACE_COMPRESSION=0)
    b.checks.equal("DLIO_PROFILER_", (files_of(place)[0].suffix, names(b.one(place))), (".pfw", ["work"]))

    run("wrong", "one", "", DFTRACER_TIME_METRIC="HOURS",
        says="weft: DFTRACER_TIME_METRIC: expected US, NS, MS or SEC, found 'HOURS'\n")
    run("wrong", "one", "", DFTRACER_WRITE_BUFFER_SIZE="big",
        says="weft: DFTRACER_WRITE_BUFFER_SIZE: expected a number, found 'big'\n")
    run("wrong", "one", "", DFTRACER_DISABLE_IO="perhaps",
        says="weft: DFTRACER_DISABLE_IO: expected 1 or 0, found 'perhaps'\n")
    run("undone", "one", "", DFTRACER_PAPI_EVENTS=1)
    run("undone", "one", "", DFTRACER_PAPI_EVENTS=0, DFTRACER_LOG_LEVEL="WARN")
    run("wrong", "one", "", DFTRACER_TRACE_INTERVAL_MS=0,
        says="weft: DFTRACER_TRACE_INTERVAL_MS: expected a number of milliseconds, found '0'\n")
    for variable, reason in (("PAPI_EVENTS", "hardware counters are not sampled"),
                             ("GOTCHA_PRIORITY", "calls are bound by the loader, without priorities"),
                             ("ERROR", "errors are told on standard error and never thrown"),
                             ("LIBUV_THREADS", "there is no service that samples")):
        run("undone", "one", "", says=f"weft: DFTRACER_{variable}: {reason}\n", DFTRACER_LOG_LEVEL="WARN",
            **{f"DFTRACER_{variable}": 1})
    place = b.place("no directory")
    done = b.run(place, [b.programs / "modes", "one"], DFTRACER_LOG_FILE="/nowhere/at/all")
    b.checks.true("no directory: is told", "nothing is recorded" in done.stderr and "/nowhere/at" in done.stderr,
                  done.stderr)


def folded(records, name, **keys):
    """What records of many events say together of those that have these arguments."""
    fitting = [r for r in records if r["ph"] == "C" and r["name"] == name
               and all(r["args"].get(key) == value for key, value in keys.items())]
    sums = {}
    for record in fitting:
        for key, value in record["args"].items():
            if key == "count" or key.endswith("_sum"):
                sums[key] = sums.get(key, 0) + value
            elif key.endswith(("_min", "_max")):
                sums[key] = (min if key.endswith("_min") else max)(sums.get(key, value), value)
    return fitting, sums


def aggregation(b):
    """Events that are alike become one record for each interval, and nothing of what is added up is lost."""
    data, hour = place_of_data(b), 3_600_000
    even = {"count": 500, "size_min": 0, "size_max": 998, "size_sum": sum(range(0, 1000, 2))}
    odd = {"count": 500, "size_min": 1, "size_max": 999, "size_sum": sum(range(1, 1000, 2))}
    wrote = {"count": 10, "count_min": 1, "count_max": 10, "count_sum": 55, "ret_min": 1, "ret_max": 10, "ret_sum": 55}

    def without_times(sums):
        return {key: value for key, value in sums.items() if not key.startswith("dur_")}

    for interval in (hour, 1):
        for arguments in (1, 0):
            name = f"aggregation by {interval} ms{' and arguments' * arguments}"
            records = b.one(b.modes(name, "alike", data, DFTRACER_ENABLE_AGGREGATION=1, DFTRACER_INC_METADATA=arguments,
                                    DFTRACER_TRACE_INTERVAL_MS=interval), has_arguments=arguments == 1)
            b.checks.equal(f"{name}: other events", names(records), [])
            b.checks.equal(f"{name}: begin with an interval",
                           {r["ts"] % (interval * 1000) for r in records if r["ph"] == "C"}, {0})
            if arguments:
                b.checks.equal(f"{name}: even", without_times(folded(records, "step", phase="even")[1]), even)
                b.checks.equal(f"{name}: odd", without_times(folded(records, "step", phase="odd")[1]), odd)
                writes, sums = folded(records, "write", fhash=hash_of(str(data)))
            else:
                both = {"count": 1000, "size_min": 0, "size_max": 999, "size_sum": sum(range(1000))}
                b.checks.equal(f"{name}: steps", without_times(folded(records, "step")[1]), both)
                writes, sums = folded(records, "write")
            b.checks.equal(f"{name}: writes", without_times(sums), wrote)
            b.checks.true(f"{name}: times", 0 <= sums["dur_min"] <= sums["dur_max"] <= sums["dur_sum"], f"{sums}")
            b.checks.true(f"{name}: few records", interval == 1 or len(writes) <= 2, f"{writes}")
    rules = b.workdir / "rules.yaml"
    rules.write_text("inclusion:\n  - cat == 'C_APP' AND name LIKE 'st*'\n  - name IN {fork,execve}\n"
                     "exclusion:\n  - tags.phase == odd\n")
    settings = {"DFTRACER_ENABLE_AGGREGATION": 1, "DFTRACER_AGGREGATION_TYPE": "SELECTIVE",
                "DFTRACER_TRACE_INTERVAL_MS": hour}
    records = b.one(b.modes("aggregation by rules", "alike", data, DFTRACER_AGGREGATION_FILE=rules, **settings))
    b.checks.equal("aggregation by rules: even", without_times(folded(records, "step")[1]), even)
    b.checks.equal("aggregation by rules: odd", [values["size"] for _, _, values in events(records, "C_APP")],
                   list(range(1, 1000, 2)))
    b.checks.equal("aggregation by rules: calls", names(records, "POSIX"), ["open"] + 10 * ["write"] + ["close"])
    records = b.one(b.modes("aggregation without rules", "alike", data, **settings))
    b.checks.equal("aggregation without rules", names(records), [])
    rules.write_text("inclusion:\n  - cat LIKES 'C_APP'\n")
    place = b.place("aggregation by wrong rules")
    done = b.run(place, [b.programs / "modes", "alike", data], DFTRACER_AGGREGATION_FILE=rules, **settings)
    b.checks.true("aggregation by wrong rules: is told", "found 'cat LIKES 'C_APP''" in done.stderr, done.stderr)
    b.checks.equal("aggregation by wrong rules: nothing is folded", len(names(b.one(place))), 1012)
    file = b.workdir / "aggregation.yaml"
    file.write_text(f"enable: true\nfeatures:\n  metadata: true\n  interval: {hour}\n  aggregation:\n"
                    f"    enable: true\n    type: FULL\n    file: {rules}\n")
    place = b.place("aggregation by a file")
    b.run(place, [b.programs / "modes", "alike", data], enabled=False, DFTRACER_CONFIGURATION=file)
    records = b.one(place)
    b.checks.equal("aggregation by a file", without_times(folded(records, "step", phase="odd")[1]), odd)
    told = records[-1]["args"]["cfg"]
    b.checks.equal("aggregation is told at the end", [told[key] for key in (
        "trace_interval_ms", "aggregation_enable", "aggregation_type")], [hour, 1, "FULL"])


YAML = """
enable: true
{group}:
  init: FUNCTION
  log_file: {log}   # a comment
  data_dirs: all
  log_level: ERROR
  compression: false
features:
  metadata: true
  core_affinity: true
  io:
    enable: true
    posix: false
    stdio: {stdio}
  tid: false
internal:
  bind_signals: false
  throw_error: false
  write_buffer_size: 1048576
"""


def yaml(b):
    """All of it from a file; variables count more; what is wrong is told with its line."""
    data = place_of_data(b)
    for group in ("profiler", "tracer"):
        place = b.place(f"yaml {group}")
        file = b.workdir / f"{group}.yaml"
        file.write_text(YAML.format(group=group, log=place / "named", stdio="true"))
        done = b.run(place, [b.programs / "modes", "io", data], enabled=False, DFTRACER_CONFIGURATION=file)
        b.checks.equal(f"yaml {group}: says nothing", done.stderr, "")
        records = b.one(place)
        b.checks.true(f"yaml {group}: name", files_of(place)[0].name.startswith("named-"), f"{files_of(place)}")
        b.checks.equal(f"yaml {group}: events", names(records), STDIO + ["read_and_write"])
        b.checks.equal(f"yaml {group}: threads", {r["tid"] for r in records}, {0})
        b.checks.equal(f"yaml {group}: cores", len(metadata(records, "PR")), 1)
        b.checks.equal(f"yaml {group}: buffer", records[-1]["args"]["cfg"]["write_buffer_size"], 1 << 20)
    place = b.place("yaml and variables")
    b.run(place, [b.programs / "modes", "io", data], enabled=False, DFTRACER_CONFIGURATION=file,
          DFTRACER_LOG_FILE=place / "other", DFTRACER_DISABLE_STDIO=1, DFTRACER_TRACE_COMPRESSION=1, DFTRACER_ENABLE=0)
    b.checks.true("yaml and variables: name", files_of(place)[0].name.startswith("other-"), f"{files_of(place)}")
    b.checks.true("yaml and variables: compressed", files_of(place)[0].name.endswith(".gz"), f"{files_of(place)}")
    b.checks.equal("yaml and variables: events", names(b.one(place)), ["read_and_write"])
    for text, says in (
            ("enable: true\nfeatures\n", "wrong.yaml: line 2: expected KEY: VALUE, found 'features'"),
            ("enable: true\nfeatures:\n  colour: red\n", "wrong.yaml: line 3: features.colour: there is no such key"),
            ("enable: true\nfeatures:\n  tid: maybe\n", "wrong.yaml: line 3: features.tid: expected 1 or 0, found 'maybe'"),
            ("features:\n  tid: true\n", "wrong.yaml: expected a key 'enable', found none"),
            ("", "wrong.yaml: expected a key 'enable', found none")):
        file = b.workdir / "wrong.yaml"
        file.write_text(text)
        place = b.place("yaml wrong")
        done = b.run(place, [b.programs / "modes", "one"], DFTRACER_CONFIGURATION=file)
        b.checks.equal(f"yaml: {text!r}", done.stderr.replace(f"{b.workdir}/", ""), f"weft: {says}\n")
        b.checks.equal(f"yaml: {text!r} is no reason to record nothing", names(b.one(place)), ["work"])
    file.write_text("enable: false\n")
    place = b.place("yaml off")
    b.run(place, [b.programs / "modes", "one"], enabled=False, DFTRACER_CONFIGURATION=file)
    b.checks.equal("yaml off", files_of(place), [])
    file.write_text("enable: true\nfeatures:\n  papi:\n    enable: true\ntracer:\n  log_level: WARN\n")
    done = b.run(b.place("yaml undone"), [b.programs / "modes", "one"], DFTRACER_CONFIGURATION=file)
    b.checks.true("yaml undone", "line 4: features.papi.enable: hardware counters are not sampled" in done.stderr, done.stderr)


def lives(b):
    place = b.modes("forks", "forks")
    found = {}
    for path in files_of(place):
        records = b.checked(path)
        b.checks.equal("forks: one process a file", len({r["pid"] for r in records}), 1)
        b.checks.equal("forks: one end", len([r for r in records if r["name"] == "end"]), 1)
        found[tuple(str(e[2]) for e in events(records, "C_APP"))] = names(records, "POSIX")
    b.checks.equal("forks: files", sorted(found), sorted([
        ("{'parent': 'before'}", "{'parent': 'after'}"), ("{'child': 'exit'}",), ("{'child': '_exit'}",)]))
    parent = found[("{'parent': 'before'}", "{'parent': 'after'}")]
    b.checks.equal("forks: told by the parent", parent, ["fork", "waitpid"] * 2)
    b.checks.equal("silent child: has no file", len(files_of(b.modes("silent child", "silent_child"))), 1)
    b.checks.equal("nothing: no file", files_of(b.modes("nothing", "nothing")), [])
    b.checks.equal("_exit", events(b.one(b.modes("_exit", "_exit"))), [work("before", "_exit")])
    b.checks.equal("chdir", len(events(b.one(b.modes("chdir", "chdir")), "C_APP")), 2)
    place = b.modes("exec", "exec")
    both = [events(b.checked(path)) for path in files_of(place)]
    first, second = sorted(both, key=len, reverse=True)
    b.checks.equal("exec: before", [e[0] for e in first], ["work", "execl", "work"])
    b.checks.equal("exec: what failed", first[1][2], {"pathname_hash": hash_of("/nowhere/at/all"), "arg": "nothing", "ret": -1})
    b.checks.equal("exec: after", second, [work("scenario", "one")])


def signals(b):
    """Bound signals finish the trace, and then do what they do without us."""
    for number in (signal.SIGUSR1, signal.SIGABRT, signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGSEGV):
        place = b.modes(f"signal {number.name}", "signal", int(number), code=-number, DFTRACER_BIND_SIGNALS=1)
        b.checks.equal(f"{number.name}: events", events(b.one(place)), [work("before", "the signal")])
    place = b.modes("crash", "crash", code=-signal.SIGSEGV, DFTRACER_BIND_SIGNALS=1)
    b.checks.equal("crash: events", events(b.one(place)), [work("before", "the crash")])
    place = b.place("handled")
    done = b.run(place, [b.programs / "modes", "handled", int(signal.SIGTERM)], code=7, DFTRACER_BIND_SIGNALS=1)
    b.checks.equal("handled: by the program as well", done.stdout, "handled\n")
    b.checks.equal("handled: events", events(b.one(place)), [work("before", "the signal")])
    place = b.modes("ignored", "ignored", DFTRACER_BIND_SIGNALS=1)
    b.checks.equal("ignored: goes on", events(b.one(place)), [work("after", "the signal")])
    place = b.place("interrupted")
    b.run(place, [b.programs / "modes", "interrupted"])
    found = events(b.one(place))
    b.checks.equal("interrupted: the program has all its events", [v["i"] for n, _, v in found if n == "turn"],
                   list(range(100_000)))
    b.checks.equal("interrupted: what they say", {(n, v["text"]) for n, _, v in found},
                   {("turn", "from the program"), ("handler", "from the handler")})
    place = b.modes("unbound", "signal", int(signal.SIGTERM), code=-signal.SIGTERM)
    b.checks.equal("unbound: there is no end", [r["name"] for r in records_of(files_of(place)[0])][-1], "start")


def has_both_threads(place):
    """Whether both threads of `until_killed` have written something. Files are read while they grow."""
    for path in files_of(place):
        data, text = path.read_bytes(), b""
        if path.suffix != ".gz":
            text = data
        while path.suffix == ".gz" and data:
            member = zlib.decompressobj(zlib.MAX_WBITS | 16)
            text += member.decompress(data)
            data = member.unused_data
        if all(b'"thread":"%s"' % name in text for name in (b"first", b"second")):
            return True
    return False


def killed(b):
    """SIGKILL: what is there is whole, and `weft repair` makes a trace of it."""
    for compression, buffer in ((0, None), (1, None), (0, 4096)):
        place = b.place("killed")
        program = subprocess.Popen([b.programs / "modes", "until_killed"], cwd=place, env=b.environment(place,
            {**ENABLED, "DFTRACER_TRACE_COMPRESSION": compression, "DFTRACER_WRITE_BUFFER_SIZE": buffer}))
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and not has_both_threads(place):
            time.sleep(0.01)
        program.kill()
        program.wait()
        path, = files_of(place)
        whole = place / "whole.pfw"
        done = subprocess.run([b.weft, "repair", path, whole], capture_output=True, text=True, timeout=LIMIT, check=False)
        b.checks.equal(f"killed: weft repair ({done.stderr})", done.returncode, 0)
        turns = {}
        for _, _, values in events(b.checked(whole, has_arguments=False)):
            turns.setdefault(values["thread"], []).append(values["i"])
        b.checks.equal("killed: threads", sorted(turns), ["first", "second"])
        b.checks.true("killed: no gaps", all(i == list(range(len(i))) for i in turns.values()))
    place = b.modes("buffer", "signal", int(signal.SIGKILL), code=-signal.SIGKILL, DFTRACER_WRITE_BUFFER_SIZE=10,
                    DFTRACER_TRACE_COMPRESSION=0)
    b.checks.equal("a buffer of 10 bytes: the last event is the one that waits", len(records_of(files_of(place)[0])), 6)


def steady(b):
    """Once names are known and regions were used, recording asks for no memory."""
    place = b.place("steady")
    first, second = map(int, b.run(place, [b.programs / "modes", "steady"]).stdout.split())
    b.checks.true("steady: the first time asks for memory, which shows that it is counted", first > 0, f"{first}")
    b.checks.equal("steady: the second time does not", second, 0)
    b.checks.equal("steady: events", len(events(b.one(place), "C_APP")), 2000)


def functions(b):
    """-finstrument-functions: every call of a recursive function has its own time and level."""
    place = b.place("functions")
    b.run(place, [b.programs / "instrumented"], DFTRACER_DISABLE_IO=1)
    records = b.one(place)
    found = [(r["name"], r["args"]["level"]) for r in records if r["ph"] == "X" and r["cat"] in ("FUNC", "C_APP")]
    b.checks.equal("functions: in the order in which they end", found, [
        *(("factorial", level) for level in (5, 4, 3, 2)), ("jumps", 5), ("jumps", 4), ("jumps", 3), ("lands", 2),
        ("around", 1)])
    modules = {json.dumps(values) for _, _, values in events(records, "FUNC")}
    b.checks.equal("functions: so", modules, {json.dumps({"so": str(b.programs / "instrumented")})})
    check_levels(b.checks, "functions", records)
    b.checks.equal("functions: used", records[-1]["args"]["used"], {"C_APP": 1, "FINSTRUMENT": 1})


if __name__ == "__main__":
    main(__doc__, {case.__name__: case for case in (
        binding, unchanged, arguments_of_calls, variables, aggregation, yaml, lives, signals, killed, steady, functions)})
