#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs command-line cases and compares what they print.

A case is a script NAME.sh with twins NAME.stdout, NAME.stderr and NAME.exit (absent: empty, empty, 0). It runs in an
empty directory with `weft` on the PATH; `data` leads to tests/data. --update rewrites the twins: review the difference
like code. --examples runs the examples in the help of every verb, --readme the console blocks of README.md."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SAMPLES = (SOURCE / "tests/data/otf2/good/stencil", SOURCE / "tests/data/dftracer/good/training", SOURCE / "tests/data/bp/good")


class Runner:
    def __init__(self, weft):
        self.env = dict(os.environ, PATH=f"{Path(weft).resolve().parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8", TZ="UTC")
        self.passed = self.failed = 0

    def run(self, command, directory):
        done = subprocess.run(["bash", "-c", command], cwd=directory, env=self.env, capture_output=True, timeout=300,
                              stdin=subprocess.DEVNULL)
        return done.stdout, done.stderr, done.returncode

    def verdict(self, name, problems):
        if problems:
            self.failed += 1
            print(f"FAIL {name}")
            for problem in problems:
                print("     " + problem.replace("\n", "\n     "))
        else:
            self.passed += 1
            print(f"PASS {name}")

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


def differences(expected, found, what):
    if expected == found:
        return []
    import difflib
    lines = difflib.unified_diff(expected.decode(errors="replace").splitlines(), found.decode(errors="replace").splitlines(),
                                 f"expected {what}", f"found {what}", lineterm="", n=1)
    return ["\n".join(list(lines)[:40])]


def run_case(runner, script, update):
    with tempfile.TemporaryDirectory() as directory:
        os.symlink(SOURCE / "tests/data", Path(directory) / "data")
        stdout, stderr, status = runner.run(script.read_text(), directory)
    found = {".stdout": stdout, ".stderr": stderr, ".exit": f"{status}\n".encode() if status else b""}
    problems = []
    for ending, content in found.items():
        twin = script.with_suffix(ending)
        if update:
            twin.write_bytes(content) if content else twin.unlink(missing_ok=True)
        else:
            problems += differences(twin.read_bytes() if twin.exists() else b"", content, ending[1:])
    runner.verdict(script.stem, problems)


def copy_samples(directory):
    for sample in SAMPLES:
        shutil.copytree(sample, directory, dirs_exist_ok=True)


def run_examples(runner, without):
    """Every example in the help of every verb works on a good trace or program, and says nothing on stderr but what was
    recorded, and what a cut or a merge had to change."""
    verbs = re.findall(r"^  (\w+) ", runner.run("weft help", ".")[0].decode().split("Verbs:")[1], re.M)
    for verb in (verb for verb in verbs if verb not in without):
        examples = re.findall(r"^  (weft .*)$", runner.run(f"weft help {verb}", ".")[0].decode().split("Examples:")[1], re.M)
        if not examples:
            runner.verdict(f"help {verb}", ["it has no examples"])
        for example in examples:
            with tempfile.TemporaryDirectory() as directory:
                copy_samples(directory)
                shutil.copy(shutil.which("true"), Path(directory) / "program")
                stdout, stderr, status = runner.run(example, directory)
            stderr = re.sub(rb"^weft: recorded \S+: 1 process(, 1 location)?\n", b"", stderr)
            if verb in ("convert", "cut", "merge"):
                stderr = re.sub(rb"^Not carried as it was\n( +Count .*\n)( +[\d,]+ +(lost|translated)  .*\n)+", b"", stderr)
            problems = [] if status == 0 else [f"exit status {status}"]
            problems += [] if not stderr else [stderr.decode(errors="replace")]
            runner.verdict(example, problems)


def run_readme(runner, update):
    """Console blocks of README.md: lines after `$ ` are commands, what follows is their output."""
    readme = SOURCE / "README.md"

    def run_block(block):
        shown = ""
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block[1], re.M):
            stdout, stderr, _ = runner.run(command, directory)
            found = (stdout + stderr).decode()
            shown += f"$ {command}\n{found}"
            if not update:
                runner.verdict(command, differences(expected.encode(), found.encode(), "output"))
        return f"```console\n{shown}```"

    with tempfile.TemporaryDirectory() as directory:
        copy_samples(directory)
        text = re.sub(r"```console\n(.*?)```", run_block, readme.read_text(), flags=re.S)
    if update:
        readme.write_text(text)
        runner.verdict("README.md", [])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--without", action="append", default=[], metavar="VERB", help="leave its examples out")
    parser.add_argument("--readme", action="store_true")
    options = parser.parse_args()
    runner = Runner(options.weft)
    if options.cases:
        for script in sorted(options.cases.glob("*.sh")):
            run_case(runner, script, options.update)
    if options.examples:
        run_examples(runner, options.without)
    if options.readme:
        run_readme(runner, options.update)
    return runner.finish()


if __name__ == "__main__":
    sys.exit(main())
