#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft record`: programs that know nothing of Weft, their threads, functions and children, in one archive.

    run_command.py --weft PROGRAM --programs DIRECTORY --workdir DIRECTORY [--only CASE]
"""
import collections
import subprocess

from recorder_tests import LIMIT, main


def weft_record(b, name, *words, options=()):
    place = b.place(name)
    done = subprocess.run([b.weft, "record", "-o", place, *options, "--", *words], capture_output=True, text=True,
                          timeout=LIMIT, check=False)
    return place / "trace.otf2", done


def entered_functions(records):
    strings = {r["self"]: r["string"] for r in records if r["record"] == "String"}
    regions = {r["self"]: strings[r["name"]] for r in records if r["record"] == "Region"}
    return [regions[r["region"]] for r in records if r["record"] == "Enter"]


def functions(b):
    trace, done = weft_record(b, "functions", b.programs / "instrumented", "2")
    b.checks.equal("functions: the code of the program", done.returncode, 7)
    b.checks.true("functions: says what was recorded", f"recorded {trace}" in done.stderr, done.stderr)
    b.valid("functions", trace)
    records = b.printed(trace)
    entered = collections.Counter(entered_functions(records))
    # Three programs: main, a thread and one that ends itself; a child of two of them.
    b.checks.equal("functions: branch", entered["(anonymous namespace)::branch(int)"], 3 * 3 + 2)
    b.checks.equal("functions: leaf", entered["(anonymous namespace)::leaf(int)"], 3 * (3 * 3 + 2))
    b.checks.equal("functions: main", entered["main"], 3)
    b.checks.equal("functions: one that was first called in the middle of a fork",
                   entered["(anonymous namespace)::shared(int)"], 2)
    # A thread of std has a state, and nobody else asks for memory but those whose business it is not.
    b.checks.equal("functions: the program's own way to get memory",
                   (entered["operator new(unsigned long)"], entered["(anonymous namespace)::take_memory(unsigned long)"]),
                   (3, 3))
    kinds = collections.Counter(r["record"] for r in records if "time" in r)
    b.checks.equal("functions: threads", [kinds[k] for k in ("ThreadCreate", "ThreadBegin", "ThreadEnd", "ThreadWait")],
                   [6, 6, 6, 6])
    b.checks.equal("functions: programs and their children", (kinds["ProgramBegin"], kinds["ProgramEnd"]), (5, 5))
    b.checks.equal("functions: what they ended with",
                   sorted(r["exitStatus"] for r in records if r["record"] == "ProgramEnd"), [0, 0, 7, 7, 7])
    groups = [r for r in records if r["record"] == "LocationGroup"]
    b.checks.equal("functions: processes", len(groups), 5)


def threads(b):
    """Threads of both interfaces, waited for in every way; a thread of the recorder is none of them."""
    place = b.place("threads")
    done = subprocess.run([b.weft, "record", "-q", "-o", place / "run", "--policy", "flight", "--",
                           b.programs / "instrumented", "threads"], capture_output=True, text=True, timeout=LIMIT,
                          check=False, env=b.environment(place, {"WEFT_RECORD_SIGNAL": "USR1"}))
    b.checks.equal("threads: what a thread of C gave back", (done.returncode, done.stderr), (30, ""))
    records = b.printed(place / "run" / "trace.otf2")
    created = [r["sequenceCount"] for r in records if r["record"] == "ThreadCreate"]
    waited = [r["sequenceCount"] for r in records if r["record"] == "ThreadWait"]
    b.checks.equal("threads: created, and waited for", (created, waited), ([0, 1, 2, 3, 4], [0, 1, 2, 3]))


def plugins(b):
    """Libraries that come to the same place one after the other have functions of their own."""
    names = ("baking", "frying", "baking")
    trace, done = weft_record(b, "plugins", b.programs / "instrumented", "plugins",
                              *(b.programs / f"lib{name}.so" for name in names))
    b.checks.equal("plugins: ends well", done.returncode, 0)
    b.checks.equal("plugins: in the same place", len(set(done.stdout.splitlines())), 1)
    found = [name for name in entered_functions(b.printed(trace)) if "baking" in name or "frying" in name]
    b.checks.equal("plugins: their functions", found, [f"(anonymous namespace)::{name}()" for name in names])


def forks(b):
    """A child of fork waits for no thread of its parent, whatever that was in the middle of."""
    command = b.programs / "instrumented", "forks", b.programs / "libbaking.so"
    b.checks.equal("forks: not recorded", subprocess.run(command, timeout=LIMIT, check=False).returncode, 0)
    _, done = weft_record(b, "forks", *command, options=("--policy", "drop"))
    b.checks.equal("forks: whether one waited for ever", done.returncode, 0)


def statuses(b):
    """What a program ends with stands in the trace, however it ends."""
    for name, words, status in (("returns", ("sh", "-c", "exit 5"), 5), ("exits", ("python3", "-c", "exit(258)"), 2),
                                ("at_once", ("python3", "-c", "import os; os._exit(6)"), 6),
                                ("quickly", (b.programs / "recorded", "quits_quickly", b.workdir / "log"), 5)):
        trace, done = weft_record(b, name, *words)
        b.checks.equal(f"{name}: its code", done.returncode, status)
        b.checks.equal(f"{name}: in the trace",
                       [r["exitStatus"] for r in b.printed(trace) if r["record"] == "ProgramEnd"], [status])


def filtered(b):
    trace, _ = weft_record(b, "filtered", b.programs / "instrumented", "0", options=("--filter", "-*leaf*"))
    records = b.printed(trace)
    b.checks.true("filtered: leaf is not there", not any(
        "leaf" in r["string"] for r in records if r["record"] == "String"))
    b.checks.true("filtered: branch is", any("branch" in r["string"] for r in records if r["record"] == "String"))
    trace, _ = weft_record(b, "filtered_comma", b.programs / "recorded", "everything", b.workdir / "log",
                           options=("--filter", "-filtered, out"))
    strings = {r["string"] for r in b.printed(trace) if r["record"] == "String"}
    b.checks.true("filtered: a name with a comma", "filtered, out" not in strings and "everything" in strings, f"{strings}")


def shell(b):
    script = "true; (exit 3); for i in 1 2 3; do ls / >/dev/null & done; wait; exit 5"
    trace, done = weft_record(b, "shell", "sh", "-c", script)
    b.checks.equal("shell: its code", done.returncode, 5)
    strings = [r["string"] for r in b.printed(trace) if r["record"] == "String"]
    b.checks.equal("shell: every ls is there", len([s for s in strings if s.startswith("ls (")]), 3)
    b.valid("shell", trace, allowed=("program-unpaired",))


def killed(b):
    trace, done = weft_record(b, "killed", "sh", "-c", f"{b.programs}/instrumented 0; kill -9 $$")
    b.checks.equal("killed: as a shell says it", done.returncode, 128 + 9)
    b.checks.true("killed: it is told", "did not finish" in done.stderr, done.stderr)
    b.valid("killed", trace, allowed=("program-unpaired",))


def no_such_program(b):
    _, done = weft_record(b, "no_such_program", "/no/such/program")
    b.checks.equal("no such program: its code", done.returncode, 127)
    b.checks.true("no such program: it is told", "cannot run /no/such/program" in done.stderr and
                  "nothing was recorded" in done.stderr, done.stderr)
    b.checks.true("no such program: nothing is left behind", not (b.workdir / "no_such_program").exists())


def litl(b):
    place = b.place("litl")
    done = subprocess.run([b.weft, "record", "-o", place / "run", "--format", "litl", "--", b.programs / "recorded", "forks",
                           place / "log", "1", "500"], capture_output=True, text=True, check=False, timeout=LIMIT)
    trace = place / "run" / "trace.trace"
    b.checks.true("litl: says what was recorded", done.returncode == 0 and f"recorded {trace}" in done.stderr, done.stderr)
    b.litl_complete("litl", trace, range(5), 500)


def settings(b):
    """Those of the environment count for all processes, and those of the command line count more."""
    place = b.place("settings")
    log = place / "log"
    environment = b.environment(place, {"WEFT_RECORD_CHUNK": "1M", "WEFT_RECORD_POLICY": "drop"})
    subprocess.run([b.weft, "record", "-q", "-o", place / "run", "--policy", "write", "--", b.programs / "recorded", "plain",
                    log, "2", "200000"], env=environment, check=True, timeout=LIMIT)
    b.complete("settings", place / "run" / "trace.otf2", log, [0, 1])
    b.valid("settings", place / "run" / "trace.otf2")
    done = subprocess.run([b.weft, "record", "--policy", "sometimes", "--", "true"], capture_output=True, text=True,
                          timeout=LIMIT, check=False)
    b.checks.true("settings: wrong ones are refused", done.returncode == 2 and "sometimes" in done.stderr, done.stderr)
    done = subprocess.run([b.weft, "record", "-q", "--", "true"], timeout=LIMIT, check=False,
                          env=environment | {"WEFT_RECORD_DIR": str(place / "named"), "WEFT_RECORD_NAME": "so"})
    b.checks.true("settings: where the trace is to be", done.returncode == 0 and (place / "named" / "so.otf2").exists())


def passed_on(b):
    """Signals that `weft record` gets are for the program, and the trace is complete nevertheless."""
    place = b.place("passed_on")
    dump = place / "run" / "trace-dump-1.otf2"
    script = (f'trap "exit 9" TERM; kill -USR1 $PPID; until test -e {dump}; do sleep 0.01; done; '
              'kill $PPID; while :; do :; done')
    done = subprocess.run([b.weft, "record", "-q", "-o", place / "run", "--policy", "flight", "--signal", "USR1", "--", "sh",
                           "-c", script], capture_output=True, text=True, timeout=LIMIT, check=False)
    b.checks.equal("passed on: its code", (done.returncode, done.stderr), (9, ""))
    for trace in (dump, place / "run" / "trace.otf2"):
        b.valid(f"passed on: {trace.name}", trace, allowed=("program-unpaired",))


def quiet(b):
    trace, done = weft_record(b, "quiet", "true", options=("--quiet",))
    b.checks.equal("quiet", (done.returncode, done.stdout, done.stderr), (0, "", ""))
    b.checks.true("quiet: there is a trace", trace.exists())


def together(b):
    """A program that records itself, under `weft record`: both go into one archive."""
    place = b.place("together")
    log = place / "log"
    subprocess.run([b.weft, "record", "-q", "-o", place / "run", "--", b.programs / "recorded", "forks", log], check=True,
                   timeout=LIMIT)
    b.complete("together", place / "run" / "trace.otf2", log, range(5))
    place = b.place("together_quits")
    log = place / "log"
    done = subprocess.run([b.weft, "record", "-q", "-o", place / "run", "--", b.programs / "recorded", "quits_at_once",
                           log], check=False, timeout=LIMIT)
    b.checks.equal("together: _exit", done.returncode, 4)
    b.complete("together: nothing is lost at _exit", place / "run" / "trace.otf2", log, [0])
    place = b.place("together_execs")
    log = place / "log"
    done = subprocess.run([b.weft, "record", "-q", "-o", place / "run", "--", b.programs / "recorded", "replaces_itself",
                           log], check=False, timeout=LIMIT, capture_output=True, text=True)
    b.checks.equal("together: exec is nothing to talk about", (done.returncode, done.stderr), (0, ""))
    b.complete("together: nothing is lost at exec", place / "run" / "trace.otf2", log, [0])


main(__doc__, {f.__name__: f for f in (functions, threads, plugins, forks, statuses, filtered, shell, killed, no_such_program, litl, settings,
                                       passed_on, quiet, together)})
