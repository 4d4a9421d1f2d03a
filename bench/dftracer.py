# SPDX-License-Identifier: BSD-3-Clause
"""The rows of DFTracer: Weft's reader beside bare parsers and bare inflaters, which are limits, and common tools."""
import json
import pathlib
import shutil
import subprocess
import sys

from rows import Question, Row, Side, Work

HERE = pathlib.Path(__file__).resolve().parent
FIRST_TIME = 1_700_000_000_000_000  # see dftracer_sum.h
PARSER_GOAL = 0.6   # of what a bare parser does
INFLATE_GOAL = 0.8  # of what a bare inflater does, for each thread


def questions(bench):
    has_members = (bench.programs / "inflate_members").exists()
    yield Question([
        Row("DFTracer text, 1 thread", "one", "dom", PARSER_GOAL),
        Row("DFTracer text, 1 thread, parsed on demand", "one", "ondemand", PARSER_GOAL),
        Row("DFTracer text, 2 threads / 1", "two", "one", 1.7),
    ], lambda: read_text(bench))
    # Whoever reads lines inflates and parses, and bare inflating is the limit of one half of that. Members are inflated
    # whole, by each thread its own, which is fast enough to make up for parsing. A single member is inflated by one
    # thread at a time, piece by piece; a second one parses meanwhile.
    for file, name, goals in [("members", "gzip", (INFLATE_GOAL, 2 * INFLATE_GOAL)),
                              ("one", "gzip in one member", (INFLATE_GOAL, INFLATE_GOAL))]:
        rows = [Row(f"DFTracer {name}, 1 thread", "one", "inflate", goals[0]),
                Row(f"DFTracer {name}, 2 threads", "two", "inflate", goals[1])]
        if has_members and file == "members":
            rows.append(Row(f"DFTracer {name}, 1 thread, libdeflate", "one", "members"))
        yield Question(rows, lambda file=file: read_gzip(bench, file))
    for file, name in [("trace.pfw", "text"), ("members.pfw.gz", "gzip")]:
        yield Question([
            Row(f"DFTracer {name}, Python's json", "one", "python"),
            Row(f"DFTracer {name}, jq", "one", "jq"),
        ], lambda file=file: read_with_tools(bench, file))


def trace(bench, records, name):
    """The path of a trace, what a reader must find in it, and the size of its text."""
    folder = bench.kept(["dftracer_make.c", "dftracer_sum.h", "workload.h"], f"dftracer-{records}",
                        lambda folder: [bench.programs / "dftracer_make", folder, records])
    made = tuple(json.loads((folder / "made.json").read_text()))
    return folder / name, made, (folder / "trace.pfw").stat().st_size


def read(bench, path):
    return {"one": bench.program("Weft, 1 thread", "dftracer_read", path, 1),
            "two": bench.program("Weft, 2 threads", "dftracer_read", path, 2)}


def read_text(bench):
    path, made, size = trace(bench, max(bench.events // 20, 2000), "trace.pfw")
    return Work(made[0], read(bench, path) | {
        "dom": bench.program("simdjson, DOM", "dftracer_simdjson", path, "dom"),
        "ondemand": bench.program("simdjson, on demand", "dftracer_simdjson", path, "ondemand"),
    }, made, text_bytes=size)


def read_gzip(bench, file):
    path, made, size = trace(bench, max(bench.events // 20, 2000), f"{file}.pfw.gz")
    return Work(made[0], read(bench, path) | {
        "inflate": Side("bare inflate", lambda: [bench.programs / "inflate", path], measured=False),
        "members": Side("bare libdeflate", lambda: [bench.programs / "inflate_members", path], measured=False),
    }, made, text_bytes=size)


def read_with_tools(bench, file):
    path, made, size = trace(bench, max(bench.events // 200, 2000), file)
    program = f"""reduce inputs as $line ([0, 0];
        [.[0] + 1, .[1] + if $line.ts then $line.ts - {FIRST_TIME} + $line.dur + $line.args.ret else 0 end])"""
    jq = [shutil.which("jq") or "jq", "-n", "-c", program]
    jq = ["sh", "-c", 'zcat "$0" | "$@"', path, *jq] if file.endswith(".gz") else [*jq, path]

    def verify():
        return tuple(json.loads(subprocess.run(jq, stdout=subprocess.PIPE, check=True).stdout))

    return Work(made[0], read(bench, path) | {
        "python": Side("Python's json", lambda: [sys.executable, HERE / "dftracer_json.py", path]),
        "jq": Side("jq", lambda: jq, measured=False, verify=verify),
    }, made, text_bytes=size)
