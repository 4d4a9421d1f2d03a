#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every macro of C and C++ for DFTracer, and what becomes of it in the trace.

    run_api.py --weft PROGRAM --programs DIR --library DIR --python DIR --include DIR --workdir DIR [--only CASE]
"""
import json
import pathlib
import subprocess

from traced import LIMIT, check_levels, events, files_of, main, metadata

FILE = "c2e84c3d1ad86acf"  # the id of the entity (file, /data/a), as the specification has it
LONGEST = "x" * 4095


def c_events():
    updates = {"color": "red \"and\" green", "typed": 3, "typed text": "t", "count": 8}
    inner = {"number": 2147483647, "text": "", "n": 1, "s": "x",
             "relations": {"used": [FILE], "generated": [FILE], "invalidated": [FILE]}}
    return [
        ("function_with_updates", "C_APP", updates),
        ("function_with_updates", "C_APP",
         updates | {"relations": {"used": [FILE], "generated": [FILE], "updated": [FILE]}}),
        ("inner", "C_APP", inner),
        ("forgotten", "C_APP", {}),
        ("outer", "C_APP", {}),
        ("first", "C_APP", {}),
        ("second", "C_APP", {}),
        ("keys", "C_APP", {"key2": "a text that is long", "key1": "short", "key0": 0}),
        ("too_much", "C_APP", {f"k{i}": LONGEST for i in range(3)}),
    ]


def every_macro_of_c(b):
    place = b.place("c")
    b.run(place, [b.programs / "every_macro_c"])
    records = b.one(place)
    b.checks.equal("c: events", events(records, "C_APP"), c_events())
    b.checks.equal("c: no others", events(records), events(records, "C_APP"))
    check_levels(b.checks, "c", [r for r in records if r["name"] not in ("first", "second")])
    levels = {r["name"]: r["args"]["level"] for r in records if r["ph"] == "X" and r["cat"] == "C_APP"}
    b.checks.equal("c: levels", levels, {"function_with_updates": 1, "inner": 2, "forgotten": 2, "outer": 1, "first": 2,
                                         "second": 1, "keys": 1, "too_much": 1})
    b.checks.equal("c: metadata", metadata(records, "CM"), [
        {"name": "model", "value": "resnet\n50"}, {"name": "weft.left_out_arguments", "value": "97"}])
    b.checks.equal("c: entities", metadata(records, "EH"),
                   [{"id": FILE, "type": "file", "store": 2, "uri": "file:///data/a_b"}])
    b.checks.equal("c: their types", metadata(records, "ET"),
                   [{"type": "file", "role": 1, "description": "what is read"}])
    b.checks.equal("c: their relations", metadata(records, "ER"), [{"relation": 19, "subject": FILE, "object": FILE}])
    end = records[-1]["args"]
    b.checks.equal("c: app", end["app"], {"name": "every macro", "workers": 4})
    b.checks.equal("c: used", end["used"], {"C_APP": 1, "torch_profiler": 1})
    b.checks.equal("c: build", end["build"], {"mpi": 0, "hdf5": 0, "hip": 0, "cuda": 0, "finstrument": 1})
    b.checks.equal("c: cfg", end["cfg"], {
        "enable": 1, "metadata": 1, "core_affinity": 0, "time_metric": "US", "io": 1, "posix": 1, "stdio": 1,
        "compression": 1, "trace_all_files": 1, "tids": 1, "bind_signals": 0, "trace_interval_ms": 1000,
        "aggregation_enable": 0, "aggregation_type": "FULL", "bind": 1,
        "log_file": str(files_of(place)[0])})


def every_macro_of_cpp(b):
    place = b.place("cpp")
    b.run(place, [b.programs / "every_macro_cpp"])
    records = b.one(place)
    relations = {"used": [FILE], "generated": [FILE]}
    expected = [
        ("throws", "CPP_APP", {}),
        ("function", "CPP_APP", {"int": 5, "text": "five", "typed": 6, "relations": relations | {"updated": [FILE]}}),
        ("started", "CPP_APP", {"int": 2, "text": "two", "relations": relations | {"updated": [FILE]}}),
        ("own", "a category", {"int": 3, "text": "three"}),
        ("regions", None, None),
    ]
    found = [event for event in events(records) if event[1] != "threads"]
    scoped = ("scoped", "CPP_APP", {"int": 1, "text": "one", "relations": relations | {"invalidated": [FILE]}})
    expected = expected[:-1] + [scoped, ("logged", "by hand", {}), ("long ago", "by hand", {})]
    b.checks.equal("cpp: events", found, expected)
    check_levels(b.checks, "cpp", records)
    by_name = {r["name"]: r for r in records if r["ph"] == "X"}
    b.checks.equal("cpp: times that are given", [by_name["logged"]["dur"], by_name["long ago"]["ts"],
                                                 by_name["long ago"]["dur"]], [1234, 17, 4])
    threads = [event for event in events(records, "threads")]
    b.checks.equal("cpp: threads", sorted(e[2]["number"] for e in threads if e[0] == "thread"), [0, 1, 2, 3])
    steps = {}
    for record in records:
        if record["name"] == "step":
            steps.setdefault(record["tid"], []).append(record["args"]["i"])
    b.checks.equal("cpp: all steps in order", sorted(steps.values()), [list(range(1000))] * 4)
    b.checks.equal("cpp: metadata", metadata(records, "CM"), [{"name": "language", "value": "C++"}])
    b.checks.equal("cpp: entities", (metadata(records, "EH"), metadata(records, "ET"), metadata(records, "ER")), (
        [{"id": FILE, "type": "file", "store": 8, "uri": "here"}],
        [{"type": "file", "role": 2, "description": "what is written"}],
        [{"relation": 16, "subject": FILE, "object": FILE}]))
    end = records[-1]["args"]
    b.checks.equal("cpp: app and used", (end["app"], end["used"]),
                   ({"name": "every macro of C++", "workers": 8}, {"CPP_APP": 1, "ai": 1}))


def names(b):
    """A log file that the program names, with and without an ending; taken names are not taken again."""
    for said, found in (("mine.pfw", "mine.pfw.gz"), ("mine", "mine.pfw.gz"), ("mine.pfw.gz", "mine.pfw.gz"),
                        ("a.b/mine.log", "a.b/mine.pfw.gz")):
        place = b.place("names")
        (place / "a.b").mkdir()
        b.run(place, [b.programs / "every_macro_c", said])
        b.checks.true(f"names: {said}", (place / found).exists(), f"{list(place.rglob('*'))}")
    place = b.place("names")
    for _ in range(2):
        b.run(place, [b.programs / "every_macro_c", "mine.pfw"], DFTRACER_TRACE_COMPRESSION=0)
    first, second = files_of(place)
    b.checks.true("names: of the second", second.name == "mine.pfw" and first.name.startswith("mine-")
                  and first.name.endswith("-app.pfw"), f"{first} {second}")
    b.checks.equal("names: both are whole", [len(events(b.checked(path))) for path in (first, second)],
                   [len(c_events())] * 2)


def disabled(b):
    """No file, no word, and no change of behaviour."""
    for name, settings in {"unset": {}, "zero": {"DFTRACER_ENABLE": "0"}, "other": {"DFTRACER_INIT": "PRELOAD"}}.items():
        for program in ("every_macro_c", "every_macro_cpp", "modes"):
            place = b.place(f"disabled {name}")
            done = b.run(place, [b.programs / program], enabled=False, **settings)
            b.checks.equal(f"disabled {name}: {program}", (done.stdout, done.stderr, files_of(place)), ("", "", []))


def standards(b):
    """The header compiles without a warning in every language it is for."""
    here = __file__.rsplit("/", 1)[0]
    for compiler, language in (("gcc", "c"), ("clang-14", "c"), ("g++", "c++"), ("clang++-14", "c++")):
        for standard in {"c": ("c89", "gnu89", "c99", "c11", "c17"), "c++": ("c++11", "c++14", "c++17", "c++20")}[language]:
            for file in ("every_macro.c",) if language == "c" else ("every_macro.cpp", "every_macro.c"):
                command = [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", language,
                           f"-I{b.include}", f"{here}/{file}"]
                if language == "c" and standard != "c89":
                    command.append("-pedantic")
                done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
                b.checks.equal(f"{compiler} -std={standard} {file}", (done.returncode, done.stderr), (0, ""))


INTERFACE = {"initialize_main", "initialize_no_bind", "finalize", "initialize_region", "finalize_region",
             "update_metadata_int", "update_metadata_string", "get_time", "log_event"}


def watched_calls():
    """All that any generation of the reference watches."""
    tables = json.loads((pathlib.Path(__file__).parents[3] / "docs/formats/dftracer.tables.json").read_text())
    return {call["name"] for generation in tables["interception"].values() if isinstance(generation, dict)
            for part in ("POSIX", "STDIO", "POSIX_added", "STDIO_added") for call in generation.get(part, [])}


def exports(b):
    """What the libraries export is the interface, and what they watch; that of `weft record` only watches."""
    for library, interface in (("libdftracer.so", INTERFACE), ("libdftracer_preload.so", INTERFACE),
                               ("libdftracer_dbg.so", INTERFACE), ("libdftracer_preload_dbg.so", INTERFACE),
                               ("libweft-preload.so", set())):
        done = subprocess.run(["nm", "-D", "--defined-only", b.library / library], capture_output=True, text=True,
                              timeout=LIMIT, check=True)
        found = {line.split()[-1] for line in done.stdout.splitlines()}
        wanted = interface | watched_calls() | {"__cyg_profile_func_enter", "__cyg_profile_func_exit", "_exit"}
        b.checks.equal(f"{library}: has", wanted - found, set())
        b.checks.equal(f"{library}: has nothing of ours", [n for n in found if n.startswith(("weft", "_ZN"))], [])


if __name__ == "__main__":
    main(__doc__, {case.__name__: case for case in
                   (every_macro_of_c, every_macro_of_cpp, names, disabled, standards, exports)})
