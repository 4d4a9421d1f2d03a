#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bpgettime, bpsplit, bpappend and bprecover beside Debian's: exit codes, and files that its tools read.

    run_steps.py --bin DIRECTORY --writer PROGRAM --workdir DIRECTORY [--data DIRECTORY]
"""
import pathlib
import re
import shutil

from adios_files import Tool, check_damage, differences, main, run

PARTS = pathlib.Path(__file__).resolve().parents[3] / "data" / "bp" / "good" / "parts.bp"
SPLITS = [[], ["-n", "2", "-m", "3"], ["-n", "1", "-m", "1"], ["--from", "2"], ["-n", "1", "-s"], ["--skiplast", "-n", "-2"],
          ["-n", "-2", "-m", "-1"], ["-n", "99"], ["-n", "3", "-m", "2"], ["-s"], ["-n", "-99"], ["-m", "1"],
          ["-n", "0", "-m", "2"], ["-n", "2", "-m", "99"]]
# Where the reference counts string arrays wrongly, what nobody reads, and names of files.
UNTOLD = re.compile(rb"Payload Offset\(\d*\)|File Index\(-?\d*\)|End of .*|file size: .*|ALLVARS .*")


def shown(file):
    """A file as Debian's tools show it."""
    looks = [["bpls", "-lav", file], ["bpls", "-D", file], ["bpls", "-d", file, "-e", "/(local|global|data)/.*", "[^/]*"],
             ["bpdump", "-d", file]]
    return b"".join(UNTOLD.sub(b"", run(tool, words).stdout) for tool, *words in looks)


def check_split(report, options, files):
    bpsplit = Tool(options, "bpsplit")
    names = [*files.write_content("posix", "posix_full", "mpi"), *files.write_shapes()]
    theirs, ours = options.workdir / "theirs.bp", options.workdir / "ours.bp"
    for name in names:
        if name in ("single", "texts", "meshes"):
            continue
        problems = []
        for words in SPLITS:
            for output in (theirs, ours):
                output.unlink(missing_ok=True)
            codes = [run(tool, [*words, files.path(name), output]).returncode
                     for tool, output in ((bpsplit.theirs, theirs), (bpsplit.ours, ours))]
            if codes[0] != codes[1] or theirs.exists() != ours.exists():
                problems.append(f"{words}: exit code {codes[1]}, not {codes[0]}, or a file too many or too few")
            elif ours.exists():
                problems += differences(shown(theirs), shown(ours), f"bpsplit {words} {name}")
        report.add(f"bpsplit copies the steps of {name}.bp that the original copies", problems)


def check_record(report, options, files):
    """Each run takes what the ones before have not seen."""
    bpsplit, bpgettime = Tool(options, "bpsplit"), Tool(options, "bpgettime")
    file, new, record = files.path("posix"), options.workdir / "new.bp", options.workdir / "record"
    problems = []
    for before, words, code, after, times in [(None, ["-s"], 0, "2\n", "1 2\n"), ("2\n", [], 0, "3\n", "3 3\n"),
                                              ("3\n", [], 5, "3\n", None), ("1\n", ["-s"], 0, "2\n", "2 2\n"),
                                              ("words\n", [], 1, "words\n", None), ("2\n", ["-n", "1"], 2, "2\n", None)]:
        new.unlink(missing_ok=True)
        record.unlink(missing_ok=True)
        if before:
            record.write_text(before)
        problems += bpsplit.says([*words, "-r", record, file, new], code=code)
        if record.read_text() != after:
            problems.append(f"{before!r} became {record.read_text()!r}, not {after!r}")
        if times:
            problems += bpgettime.says(["-s", new], times)
        elif new.exists():
            problems.append(f"{before!r}, {words}: a file although there is nothing new")
    report.add("bpsplit remembers what it has copied", problems)


def check_time(report, options, files):
    bpgettime = Tool(options, "bpgettime")
    problems = []
    for name in ("posix", "mpi", "groups", "steps", "fortran", "single"):
        for words in ([], ["-s"], ["--simple"], ["-v"], ["-sv"]):
            problems += bpgettime.same([*words, files.path(name)])
    problems += bpgettime.says([], code=1, complaint="bpgettime: ")
    problems += bpgettime.says([options.workdir / "nothing.bp"], code=2, complaint="nothing.bp")
    report.add("bpgettime says what the original says", problems)


def check_append(report, options, files):
    bpsplit, bpappend = Tool(options, "bpsplit"), Tool(options, "bpappend")
    whole, first, rest = (options.workdir / f"{name}.bp" for name in ("whole", "first", "rest"))
    for name in ("posix", "posix_full", "mpi", "steps", "fortran"):
        whole.unlink(missing_ok=True)
        problems = bpsplit.says(["-n", "1", "-m", "1", files.path(name), first])
        problems += bpsplit.says(["-n", "2", files.path(name), rest])
        problems += bpappend.says([first, whole]) + bpappend.says([rest, whole])
        problems += differences(shown(files.path(name)), shown(whole), f"bpappend {name}")
        problems += bpappend.says([first, whole], code=1, complaint="follow time index")
        report.add(f"bpappend puts {name}.bp together again", problems)
    files.write_with_weft()
    problems = bpappend.says([files.path("version1"), files.path("big")], code=1, complaint="version or byte order")
    problems += bpappend.says([options.workdir / "nothing.bp", whole], code=1, complaint="nothing.bp")
    problems += bpappend.says([first], code=1, complaint="two files")
    report.add("bpappend says what is wrong", problems)
    if files.real_file():
        check_oldest(report, options, files)


def check_oldest(report, options, files):
    """The original crashes."""
    bpsplit, bpappend, bpls = Tool(options, "bpsplit"), Tool(options, "bpappend"), Tool(options, "bpls")
    some, more = options.workdir / "some.bp", options.workdir / "more.bp"
    problems = bpsplit.says(["-n", "3", "-m", "5", files.path("flow11"), some])
    problems += bpsplit.says(["-n", "6", "-m", "7", files.path("flow11"), more]) + bpappend.says([more, some])
    theirs, ours = (run(bpls.ours, ["-dy", "-s", start, "-c", "1", file, "ion__density"]).stdout.splitlines()[2:]
                    for file, start in ((files.path("flow11"), "4"), (some, "3")))
    if not theirs or theirs != ours:
        problems.append(f"step 6 is {ours[:1]}, not {theirs[:1]}")
    problems += bpls.says(["-ly", some, "samples"], "; integer  /samples                              5*scalar = 50 / 50 / 50 / 0\n")
    report.add("steps of the oldest files are copied and added", problems)


def check_recover(report, options, files):
    bprecover = Tool(options, "bprecover")
    broken, repaired = options.workdir / "broken.bp", options.workdir / "repaired.bp"
    for name in ("posix", "mpi", "steps", "fortran"):
        content = files.path(name).read_bytes()
        groups = int.from_bytes(content[-28:-20], "little")
        problems = []
        for end in (groups, groups + 100, len(content) - 1):
            repaired.unlink(missing_ok=True)
            broken.write_bytes(content[:end])
            problems += bprecover.says([broken])
            if broken.read_bytes() != content[:end]:
                problems.append("the file is changed although nobody asked for it")
            problems += bprecover.says([broken, repaired]) + bprecover.says(["-f", broken])
            for file in (broken, repaired):
                problems += differences(shown(files.path(name)), shown(file), f"bprecover {file.name}, {name} cut at {end}")
        report.add(f"bprecover finds all of {name}.bp again", problems)
    shutil.rmtree(options.workdir / "parts.bp.dir", ignore_errors=True)
    shutil.copytree(PARTS.with_name("parts.bp.dir"), options.workdir / "parts.bp.dir")
    problems, parts, whole = [], options.workdir / "parts.bp", PARTS.read_bytes()
    for content in (None, whole[:-9]):
        parts.unlink(missing_ok=True)
        if content:
            parts.write_bytes(content)
        problems += bprecover.says([parts], "6 process groups in 3 sub-files, version 3, last time index 2\n")
        if parts.exists() != bool(content):
            problems.append("a file is made although nobody asked for it")
        problems += bprecover.says(["--force", parts])
        if parts.read_bytes() != whole:
            problems.append("it is made of its sub-files, and another one")
    parts.unlink()
    (options.workdir / "parts.bp.dir" / "parts.bp.1").unlink()
    problems += bprecover.says([parts], code=2, complaint="parts.bp.1: this sub-file is missing")
    report.add("bprecover makes a metadata file anew that is cut or gone", problems)
    problems = bprecover.says([], code=1, complaint="bprecover: ")
    problems += bprecover.says([files.path("posix"), repaired], code=2, complaint="exists")
    broken.write_bytes(b"words" * 100)
    problems += bprecover.says([broken], code=2, complaint="process group") + bprecover.says(["-f", broken], code=2)
    if broken.read_bytes() != b"words" * 100:
        problems.append("what is no file of ADIOS is changed")
    report.add("bprecover says what is wrong", problems)


def check_faults(report, options, files):
    """Where there is no room, nothing is left over and nothing is lost."""
    bpsplit, bpappend, bprecover = (Tool(options, name) for name in ("bpsplit", "bpappend", "bprecover"))
    first, rest, output = (options.workdir / f"{name}.bp" for name in ("first", "rest", "output"))
    output.unlink(missing_ok=True)
    problems = bpsplit.says(["-n", "1", "-m", "1", files.path("steps"), first]) + bpsplit.says(["-n", "2", files.path("steps"), rest])
    before = first.read_bytes()
    for most in (len(before) + 100, len(before) + 3000, len(before) + 30000):
        problems += bpappend.says([rest, first], code=1, complaint="first.bp", most_bytes=most)
        if first.read_bytes() != before:
            problems.append(f"bpappend: there is room for {most} bytes, and {first.name} is not what it was")
    problems += bpsplit.says([files.path("steps"), output], code=1, complaint="output.bp", most_bytes=1000)
    for most in (1000, files.path("steps").stat().st_size - 1):
        problems += bprecover.says([files.path("steps"), output], code=2, complaint="output.bp", most_bytes=most)
    problems += bpsplit.says([files.path("steps"), "/no/such/output.bp"], code=1, complaint="/no/such")
    if [path for path in options.workdir.iterdir() if path.name.startswith("output")]:
        problems.append("bpsplit or bprecover: a part of a file is left over")
    problems += bpsplit.says(["-n", "1", options.workdir / "nothing.bp", output], code=2, complaint="nothing.bp")
    problems += bpsplit.says(["-n", "one", files.path("steps"), output], code=1) + bpsplit.says([first], code=1)
    report.add("a full disk costs nothing that was there", problems)
    check_damage(report, [(bpsplit, ["-n", "1", None, output]), (bpappend, [None, options.workdir / "sum.bp"]),
                          (Tool(options, "bpgettime"), [None])], files.path("groups"), options.workdir)


if __name__ == "__main__":
    main(__doc__, check_split, check_record, check_time, check_append, check_recover, check_faults)
