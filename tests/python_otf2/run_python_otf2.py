#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the same scripts on the original's module otf2 and on ours, and compares what they print and what they write.

    run_python_otf2.py --python INTERPRETER --package DIRECTORY --workdir DIRECTORY [TRACE...]

The interpreter is one that has the original; `--package` is what PYTHONPATH is set to for ours. Archives are read with
both and copied with both; traces of other formats, with ours alone.
"""
import argparse
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# Classes of enumerations live in another module, and the trace's id is another each time.
SPELLINGS = [(re.compile(r"'_otf2\.\w+\.(\w+)'"), r"'otf2.enums.\1'"), (re.compile(r"EventWriter\.\w+\(\)"), "call()"),
             (re.compile(r"\w+\.__init__\(\)"), "call()"), (re.compile(r" at 0x[0-9a-f]+"), "")]
TRACE_ID = slice(-19, -11)

# Public names of the original that are not ours, as docs/python-otf2.md says: by them it speaks with the C library.
NOT_OURS = re.compile(r"otf2\.(attribute_list|definition_writer)\b.*"
                      r"|otf2\.attribute_value\.(AttributeValue|make|parse)( .*)?"
                      r"|otf2\.definitions\.DefinitionField( .*)?"
                      r"|(otf2\.definitions\.\w+|otf2\.registry\.(String|DefinitionRegistry)) (write|undefined_ref) \d*"
                      r"|otf2\.definitions\.IoFile name *"  # a class without objects; those that have some have names
                      r"|(region|node|process|metric|attribute|location) (write|undefined_ref)"
                      r"|(clock|definitions|read_definitions) write|events buffer|otf2\.event_reader\.\w+ buffer *")


class Sides:
    """Both modules: each script runs in a directory of its own."""

    def __init__(self, python, package, workdir):
        self.python = python
        shutil.rmtree(workdir, ignore_errors=True)
        self.places = {}
        for name, path in (("original", ""), ("ours", str(package))):
            self.places[name] = workdir / name, {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
            self.places[name][0].mkdir(parents=True)

    @functools.lru_cache(maxsize=None)
    def run(self, name, script, *arguments):
        """What a script prints; arguments that begin with % are below the directory of its side."""
        place, environment = self.places[name]
        arguments = [str(place / argument[1:]) if str(argument).startswith("%") else str(argument) for argument in arguments]
        done = subprocess.run([self.python, HERE / "fixed_time.py", HERE / script, *arguments], env=environment, cwd=place,
                              capture_output=True, text=True, check=False, timeout=300)
        text = done.stdout.replace(str(place), "PLACE")
        for pattern, spelling in SPELLINGS:
            text = pattern.sub(spelling, text)
        errors = "\n".join(line for line in done.stderr.splitlines() if not line.startswith("[OTF2]"))
        return done.returncode, text.splitlines(), errors

    def compare(self, script, *arguments):
        """Differences between what a script says on both sides."""
        theirs, ours = (self.run(name, script, *arguments) for name in self.places)
        if theirs[0] or ours[0]:
            return [f"ended with {theirs[0]} and {ours[0]}", theirs[2][-300:], ours[2][-2000:]]
        return differing(theirs[1], ours[1])

    def compare_other_format(self, trace):
        """Ours reads other formats, too: what it shows of one is what the original shows of our copy."""
        status, _, errors = self.run("ours", "copy_trace.py", trace, "%copy_other")
        if status:
            return [errors]
        ours = self.run("ours", "dump.py", trace)
        copied = self.run("original", "dump.py", self.places["ours"][0] / "copy_other" / "traces.otf2")
        # The first line is of the clock: a copy says when it was made.
        return differing(copied[1][1:], ours[1][1:]) or [errors for _, _, errors in (ours, copied) if errors]

    def compare_files(self, directory, endings=None):
        trees = [{str(path.relative_to(place / directory)): content(path)
                  for path in sorted((place / directory).rglob("*")) if path.is_file()} for place, _ in self.places.values()]
        names = sorted(set(trees[0]) | set(trees[1]))
        return [f"{name} differs" for name in names if trees[0].get(name) != trees[1].get(name)
                and (endings is None or name.endswith(endings))]

    def copy_alone(self, anchor, directory):
        """For archives that only ours can read: our copy of it is, for the reference's tools, the same archive."""
        status, _, errors = self.run("ours", "copy_trace.py", anchor, f"%{directory}")
        status = status or self.run("ours", "dump.py", anchor)[0]
        if status:
            return [errors or "dump.py failed"]
        copy = self.places["ours"][0] / directory / "traces.otf2"
        return (differing(printed(anchor), printed(copy))
                + differing(sorted(definitions_of(anchor)), sorted(definitions_of(copy))))


def content(path):
    data = bytearray(path.read_bytes())
    if path.suffix == ".otf2":
        data[TRACE_ID] = bytes(8)
    return data


def printed(anchor, *options):
    """What otf2-print tells, but for snapshots: this interface does not know them."""
    done = subprocess.run(["otf2-print", *options, anchor], capture_output=True, text=True, check=False)
    return done.stdout.split("=== Snapshots ===")[0].splitlines()


def definitions_of(anchor):
    """But for what a copy has anew."""
    return [line for line in printed(anchor, "-G") if not line.startswith("CLOCK_PROPERTIES")]


def differing(theirs, ours):
    found = [f"line {number}:\n  original: {a}\n  ours:     {b}" for number, (a, b) in enumerate(zip(theirs, ours), 1) if a != b]
    if len(theirs) != len(ours):
        found.append(f"{len(theirs)} lines, ours {len(ours)}")
    return found


def names_are_there(sides):
    """Whatever public name the original has, ours has; it may have more."""
    theirs, ours = (sides.run(name, "names.py", "%names") for name in sides.places)
    if theirs[0] or ours[0] or len(theirs[1]) < 1000:
        return [f"ended with {theirs[0]} and {ours[0]}", theirs[2][-300:], ours[2][-2000:]]
    return [name for name in sorted(set(theirs[1]) - set(ours[1])) if not NOT_OURS.fullmatch(name)]


def part_is_counted(sides):
    """The original gives locations that were not copied their old number of events; ours tells how many there are."""
    lines = sides.run("ours", "dump.py", "%part/traces.otf2")[1]
    counts = [re.search(r"'number_of_events': (\d+)", line)[1] for line in lines if line.startswith("  Location {")]
    return [] if counts == ["0", "2", "0"] else [f"numbers of events: {counts}"]


def examples(document, workdir):
    """The scripts in a document, as files."""
    for number, script in enumerate(re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)):
        path = workdir / f"example_{number}.py"
        path.write_text("import otf2\n" + script, encoding="utf-8")
        yield path


def checks(sides, archives, documented):
    """(what is checked, differences), one after the other."""
    yield "write_example", sides.compare("write_example.py", "%example") + sides.compare_files("example")
    yield "read_example", sides.compare("read_example.py", "%example/traces.otf2")
    yield "names", names_are_there(sides)
    for script in ("every_definition", "every_event", "without_events", "conveniences"):
        yield script, sides.compare(f"{script}.py", f"%{script}") + sides.compare_files(script)
    written = ["%example/traces.otf2", "%every_definition/every.otf2", "%every_event/traces.otf2"]
    for anchor in [*written, *map(str, archives)]:
        if not anchor.endswith(".otf2"):
            yield f"dump {anchor}", sides.compare_other_format(anchor)
            continue
        name = f"copy_{pathlib.Path(anchor.lstrip('%')).parent.name}"
        if sides.run("original", "dump.py", anchor)[0]:
            yield name, sides.copy_alone(anchor, name)
            continue
        yield f"dump {anchor}", sides.compare("dump.py", anchor)
        yield name, sides.compare("copy_trace.py", anchor, f"%{name}") + sides.compare_files(name)
    status, _, told = sides.run("ours", "references.py", "%every_event/traces.otf2")
    yield "references", [told] if status else []
    yield "copy_part", (sides.compare("copy_trace.py", "%every_definition/every.otf2", "%part", "1")
                        + sides.compare_files("part", ".evt") + part_is_counted(sides))
    reading, writing = documented
    yield "examples of the manual", (sides.compare(writing) + sides.compare_files("run") + sides.compare(reading))
    # The original counts events that it refused, too: definitions differ.
    yield "errors", sides.compare("errors.py", "%", "%example/traces.otf2") + sides.compare_files("written", ".evt")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True)
    parser.add_argument("--package", type=pathlib.Path, required=True)
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    parser.add_argument("archives", type=pathlib.Path, nargs="*")
    arguments = parser.parse_args()
    sides = Sides(arguments.python, arguments.package.resolve(), arguments.workdir.resolve())
    failed = 0
    archives = [archive.resolve() for archive in arguments.archives]
    documented = examples(HERE.parents[1] / "docs" / "python-otf2.md", arguments.workdir.resolve())
    for name, problems in checks(sides, archives, documented):
        print("FAIL" if problems else "ok  ", name)
        for problem in problems[:20]:
            print("   ", problem)
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
