#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs Debian's own OTF2 programs on our library, and compares with what they do on the reference.

    run_programs.py --weft PROGRAM --library DIRECTORY --include DIRECTORY --records otf2.records.json
                    --workdir DIRECTORY [--data DIRECTORY] [--only TOOL]

The programs are the files of the package; the loader gives them the library of --library. They are put to the test of
our tools, which stand beside the reference's in the same way.
"""
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import (DATA, SIDES, SONAME, checks, compiled, differing_files, differing_texts, environment,  # noqa: E402
                           main)
sys.path.insert(0, str(HERE.parent / "tools"))
import run_tools  # noqa: E402

TOOLS = ["print", "marker", "snapshots", "estimator"]
PRINT_OPTIONS = [["-A", "-M", "-C"], [], ["-I"], ["-T"], ["-A", "-L", "1"], ["--time", "100", "5000"], ["--no-snapshots"],
                 ["--no-local-defs"], ["--unwind-calling-context"], ["--system-tree"]]
LARGE = {"all": PRINT_OPTIONS[:1], "mapping": PRINT_OPTIONS[:1], "rewind": PRINT_OPTIONS[:1], "chunks": [["--silent"]]}
SNAPSHOT_OPTIONS = [[], ["-n", "3", "--verbose"], ["-p", "1000000"], ["-n", "30", "-p", "9000000"], ["--progress"]]
LIBRARIES = pathlib.Path("/usr/lib/x86_64-linux-gnu")


def symbols(path, which):
    """Names a file exports or needs, without versions."""
    done = subprocess.run(["nm", "-D", f"--{which}-only", path], stdout=subprocess.PIPE, check=True, text=True)
    return {line.split()[-1].partition("@")[0] for line in done.stdout.splitlines()}


def check_imports(report, library):
    """Whatever Debian's programs need of the reference, ours has; and it has no names that are not the interface's."""
    exported = symbols(library / SONAME, "defined")
    foreign = sorted(name for name in exported if not name.startswith("OTF2_") and name != "otf2_python_free")
    report.add(f"{SONAME}: {len(exported)} names", foreign)
    offered = symbols(LIBRARIES / SONAME, "defined")
    for program in [run_tools.REFERENCE / f"otf2-{tool}" for tool in TOOLS] + sorted(LIBRARIES.glob("libeztrace*.so")):
        needed = symbols(program, "undefined") & offered
        report.add(f"{program.name}: {len(needed)} functions", sorted(needed - exported))


def check_utils(report, arguments):
    program = compiled(arguments, "utils", HERE / "utils.c")
    for words in ([], ["abort"]):
        told = []
        for side in SIDES:
            done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                  env=environment(arguments.library if side == "ours" else None))
            # How an error is described is every library's own.
            told.append(re.sub(r"(: error: )[^:\n]*", r"\1…", f"exit code {done.returncode}\n" + done.stdout))
        report.add(f"functions without a header {' '.join(words)}", differing_texts(*told))


def wrap(library, folder):
    """Scripts under the names of the programs that start them on our library."""
    for tool in TOOLS:
        script = folder / f"otf2-{tool}"
        script.write_text(f"#!/bin/sh\nLD_LIBRARY_PATH={library} exec {run_tools.REFERENCE}/otf2-{tool} \"$@\"\n")
        script.chmod(0o755)
    return folder


def anchors_of(archives, names):
    return [archives / name / "trace.otf2" for name in names]


def check_print(report, links, archives, real, workdir):
    """Reading in all its forms, also of what is damaged. How words are understood is not the library's business."""
    pair = run_tools.Pair("print", links)
    for anchor in anchors_of(archives, run_tools.SCENARIOS) + real:
        for options in LARGE.get(anchor.parent.name, PRINT_OPTIONS):
            run_tools.check_print_run(report, pair, anchor.parent.name, options, anchor)
    for name, damage in run_tools.DAMAGES.items():
        trace = workdir / "damaged"
        shutil.rmtree(trace, ignore_errors=True)
        shutil.copytree(archives / "sane", trace)
        damage(trace)
        for options in (["-A"], []):
            words = [*options, "trace.otf2"]
            report.add(f"print: {name}: {' '.join(words)}", run_tools.compare(pair.run(words, (trace, trace))))


def check_snapshots(report, links, archives, real, workdir):
    """Reading and writing in one program, with the files compared that it adds."""
    pair = run_tools.Pair("snapshots", links)
    copies = [workdir / f"snapshots_{side}" for side in SIDES]
    for anchor in anchors_of(archives, ("sane", "mapping", "skew", "empty")) + real:
        for options in SNAPSHOT_OPTIONS:
            for copy in copies:
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(anchor.parent, copy)
            results = pair.run([*options, anchor.name], copies)
            if results[0].returncode >= 0:  # or the program crashes by itself
                report.add(f"snapshots: {anchor.parent.name}: {' '.join(options)}",
                           run_tools.compare(results) + differing_files(*copies))


def check(report, arguments):
    workdir = arguments.workdir
    links = wrap(arguments.library.resolve(), checks.empty_directory(workdir / "bin"))
    archives = run_tools.make_archives(arguments)
    check_imports(report, arguments.library)
    check_utils(report, arguments)
    real = run_tools.copy_real_archives(arguments.data, workdir)
    run_tools.run_suites(arguments, {
        "print": lambda: check_print(report, links, archives, real, workdir),
        "marker": lambda: run_tools.check_marker(report, links, archives, workdir),
        "snapshots": lambda: check_snapshots(report, links, archives, real, workdir),
        "estimator": lambda: run_tools.check_estimator(report, links, workdir)})


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "include", "records"), check, data=DATA,
         only={"choices": TOOLS, "help": "one tool only"})
