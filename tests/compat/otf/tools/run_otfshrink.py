#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weft as otfshrink beside the reference's otfshrink: the same output, exit codes, files and links.

    run_otfshrink.py --weft PROGRAM --workdir DIRECTORY
"""
import shutil

from pairs import PairOnCopies, main
import random_traces

MORE_DEFINITIONS = ['DP9NM"nine"PT1', 'DPfNM"x"PT9', 'DP14NM"y"PT3', 'DPG5MNM"empty"', 'DPG6M2,NM"two"', "DCA1M1,2,",
                    "DPGA2V1", "DA1M1,2,", "DTRG1T99", "DAUX5Y0"]
LISTS = ["1-", "3-1", "1--3", "1 - 3", "1,,2", "{1;2}:5", "1-3-5", " ", "", "1-0", "0-3", "a", "1\t2", "0x3", "1x", "0",
         "99"]
# Options, with the trace in a folder `s` below.
USES = [["-l", "1,2"], ["-l", "1-3 5"], ["-v", "-l", "1-3"], ["-l", "1", "-l", "5", "-v"], ["-m", "1,2,3", "-m", "4,6"],
        ["-m", "3,2,1", "-m", "1,5"], ["-m", "3,2", "-m", "3,5"], ["-m", "3"], ["-m", "99,1"], ["-f", "lists"],
        ["-f", "lists", "-m", "7 8"]]
SHOWS = [["-s", "r", "-l", "1-3,5,7-9,11"], ["-s", "r", "-l", "1-3,5"], ["-s", "t", "-l", "1-12"],
         ["-s", "t", "-l", "1-8"], ["-s", "l", "-l", "1-12"], ["-s"], ["-s", "r", "-v", "-l", "1-3"],
         ["-s", "r", "-l", "99"],
         ["-s", "r", "-m", "1,2,3", "-m", "7,9"], ["-s", "-l", "3"], ["-s", "l", "-f", "lists"],
         ["-s", "t", "-l", "1,3"]]
MISTAKES = [["-i", "s/t"], ["-i", "s/t", "-l", "99"], ["-i", "s/t", "-v", "-l", "1-99"], ["-i", "nosuch", "-l", "1"],
            ["-l", "1"], ["-i", "s/t", "-o", "nosuch/u", "-l", "1"], ["-i", "s/t", "-o", "s/t", "-l", "1"],
            ["-i", "s/t", "-l", "1", "-m", "2,3"], ["-i", "s/t", "-v", "-m", "1,2"], ["-i", "s/t", "-x"], ["-i"],
            ["-i", "s/t", "-s", "x", "-l", "1"], ["-i", "s/t", "-f", "lists", "-l", "3"], ["-i", "s/t", "-l"], ["-p"]]


def write_trace(folder):
    trace = random_traces.write(folder / "s", 1, streams=3, processes=4, count=20, more=MORE_DEFINITIONS)
    (trace / "t.1.snaps").write_text("5\n*1\n5\n*1\n")
    (trace / "t.2.stats").write_text("5\n*2\n5\n*2\n")
    (trace / "t.1.marker").write_text('MD1NM"m"Y1\n')
    (trace / "t.3.def").write_text('DCMT"of the third"\nDV1.2.3"x"\n')
    (trace / "t.3.events").rename(trace / "t.3.events.z")
    (folder / "lists").write_text("1 2 3\n\n4,6\n")
    return folder


def check_uses(report, pair, folder):
    for trace in ("s/t", "./s/t.otf"):
        for words in USES:
            report.add(f"otfshrink {trace} {words}", pair.differences(["-i", trace, "-o", "u", *words], folder))
    for words in SHOWS:
        report.add(f"otfshrink {words}", pair.differences(["-i", "s/t", *words], folder))
    for text in LISTS:
        report.add(f"otfshrink -l {text!r}", pair.differences(["-i", "s/t", "-s", "l", "-l", text], folder, True)
                   if pair.both(["-i", "s/t", "-s", "l", "-l", text], folder)[0].status == 0 else
                   pair.refused(["-i", "s/t", "-s", "l", "-l", text], folder, 100, text.strip()))
    report.add("otfshrink -V", pair.differences(["-V"], folder))


def same_status(pair, words, folder):
    theirs, ours = pair.both(words, folder)
    problems = [] if theirs.status == ours.status else [f"exit code {ours.status}, not {theirs.status}"]
    problems += [] if ours.errors.startswith(b"otfshrink: ") else [f"standard error has {ours.errors!r}"]
    return problems + ([] if "u.otf" not in ours.files else ["there is a trace"])


def check_mistakes(report, pair, folder):
    for words in MISTAKES:
        report.add(f"otfshrink {words}", same_status(pair, words, folder))
    # The reference dies, counts for minutes, or ends as if all were well.
    report.add("no such lists", pair.refused(["-i", "s/t", "-f", "nosuch"], folder, 100, "nosuch"))
    report.add("-p without a trace", pair.refused(["-p", "nosuch"], folder, 110, "nosuch"))
    shown = pair.run_ours(["-i", "s/t", "-s", "r", "-l", "1-4294967295"], folder)
    report.add("a long range", [] if shown.out.endswith(b"\n1 - 4294967295\n") else [repr(shown.out)])
    helps = pair.run_ours(["--help"], folder)
    is_good = helps.out.startswith(b"usage: otfshrink") and helps.status == 0
    report.add("otfshrink --help", [] if is_good else [repr(helps.out)])


def check_processes(report, pair, folder):
    long_name = "long " * 10
    names = {"many": ['DP3NM"c"', 'DP1NM"a"', 'DP2NM"b"', 'DP5NM"five"', f'DP7NM"{long_name}"', 'DP8NM"h"',
                      'DP14NM"twenty"', 'DP1NM"again"'], "two": ['DP3NM"c"', 'DP4NM"d"']}
    for name, lines in names.items():
        (folder / "s" / "t.0.def").write_text("\n".join(lines) + "\n")
        report.add(f"otfshrink -p: {name} processes", pair.differences(["-p", "s/t"], folder))
    # The reference leaves the only process out, and dies of one without a name.
    (folder / "s" / "t.0.def").write_text("DP3\n")
    shown = pair.run_ours(["-p", "s/t.otf"], folder)
    is_shown = shown.out.endswith(b'\n1         ""                                3\n')
    report.add("otfshrink -p: one process", [] if is_shown else [repr(shown.out)])


DAMAGES = {
    "no events": (lambda trace: (trace / "t.1.events").unlink(), 2, "t.1.events"),
    "substitutes already": (lambda trace: (trace / "t.0.def").write_text("DPS1M1,2,\n"), 111, "stand for others"),
    "a bad definition": (lambda trace: (trace / "t.0.def").write_text("DPG1\n"), 111, "t.0.def"),
    "no master file": (lambda trace: (trace / "t.otf").unlink(), 110, "s/t"),
}


def check_damage(report, pair, folder, workdir):
    for name, (damage, status, word) in DAMAGES.items():
        damaged = workdir / "damaged"
        shutil.rmtree(damaged, ignore_errors=True)
        shutil.copytree(folder, damaged)
        damage(damaged / "s")
        words = ["-i", "s/t", "-o", "u", "-l", "1"]
        report.add(f"otfshrink: {name}", pair.refused(words, damaged, status, word) +
                   ([] if pair.both(words, damaged)[0].status == status else ["the reference has another exit code"]))


def check_unknown_lines(report, pair, folder):
    """The reference leaves out what it does not know."""
    path = folder / "s" / "t.0.def"
    before = path.read_text()
    path.write_text(before + "DZZ1\n")
    ours = pair.run_ours(["-i", "s/t", "-o", "u", "-l", "1"], folder)
    report.add("unknown definitions are copied", [] if b"\nDZZ1\n" in ours.files["u.0.def"] else [str(ours.files["u.0.def"])])
    path.write_text(before)


def check_forwarded(report, pair, workdir):
    """The reference does not find the events of streams that share files."""
    folder = workdir / "forwarded"
    folder.mkdir()
    for name, text in {"otf": "1:1\n2:2\ni1:2:0\n", "0.def": 'DP1NM"a"\nDP2NM"b"\n', "idx.events": "1:0:8\n2:8:13\n1:21:5\n",
                       "all.events": "5\n*1\nE1\n5\n*2\nE2\n5\n*2\n6\n*1\n"}.items():
        (folder / f"t.{name}").write_text(text)
    ours = pair.run_ours(["-i", "t", "-o", "u", "-l", "1"], folder)
    report.add("streams that share files get files of their own", [] if ours.status == 0 and ours.files.get(
        "u.1.events") == b"5\n*1\nE1\n6\n*1\n" and ours.files["u.otf"] == b"1:1\n" else [str(ours.files), str(ours.errors)])


def check_links(report, pair, folder):
    # The reference makes links that lead nowhere if the new trace is not where it is made.
    ours = pair.run_ours(["-i", "s/t", "-l", "1,2"], folder)
    report.add("links lead to the trace from everywhere", [
        f"{name}: {where}" for name, where in ours.files.items()
        if name.startswith("s/out.") and where.startswith(b"->") and not (ours.directory / name).resolve().is_file()]
        + ([] if ours.files["s/out.1.events"] == b"-> t.1.events" else [str(ours.files["s/out.1.events"])]))
    (folder / "u.1.events").write_text("precious")
    words = ["-i", "s/t", "-o", "u", "-l", "1"]
    report.add("files are not replaced by links", pair.refused(words, folder, 2, "u.1.events"))
    (folder / "u.1.events").unlink()
    (folder / "u.1.events").symlink_to("s/t.2.events")
    report.add("links are replaced", pair.differences(words, folder))
    (folder / "u.1.events").unlink()


def check(report, arguments):
    pair = PairOnCopies(arguments, "otfshrink")
    folder = write_trace(arguments.workdir / "trace")
    check_uses(report, pair, folder)
    check_mistakes(report, pair, folder)
    check_links(report, pair, folder)
    check_unknown_lines(report, pair, folder)
    check_damage(report, pair, folder, arguments.workdir)
    check_processes(report, pair, folder)
    check_forwarded(report, pair, arguments.workdir)


if __name__ == "__main__":
    main(__doc__, ("weft",), check)
