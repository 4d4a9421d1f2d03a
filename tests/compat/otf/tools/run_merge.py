#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""otfmerge, otfmerge-mpi beside Debian's: the files they write.

    run_merge.py --weft PROGRAM --records otf.records.json --workdir DIRECTORY
"""
import os
import re
import subprocess

from pairs import (TIMEOUT, Pair, checks, compare, complains, differing_files, files_below, main, run, sample_traces,
                   words_text, write_trace)

OPTIONS = ["", "-n 2", "-n 0", "-n 3 --long", "-n 99", "-n x", "--snaps", "--stats -n 2",
           "--snaps --stats --long -n 2", "-o name",
           "-o name.otf", "-o d/", "-f 1 -n 2", "-rb 5000 -wb 100"]
COMPRESSED = ["-z 1", "-z 4 -n 2", "-z 9 -n 0 --long", "-z 6 -wb 1000 -n 3", "-z 0"]
MISTAKES = ["-x T", "-n", "-n -1 T", "-f 0 T", "-z 10 T", "-z -1 T", "-rb 10 T", "-wb 10 T", "-V", "-V T", "--stats",
            "-o nodir/x T", "-o"]


def stream(process, count, step):
    """Calls and messages, some with key-values, at times that other streams have, too."""
    lines = []
    for i in range(count):
        lines.append(f"{i // 3 * step:x}\n*{process:x}\n" if i % 3 == 0 else "")
        lines.append(f"K1Y6V{i:x}\n" if i % 50 == 0 else "")
        lines.append((f"E{i % 90:x}\n", f"L{i % 90:x}\n", f"S{process:x}L{i:x}T1C1X5\n")[i % 3])
    return "".join(lines) + f"{count * step:x}\n*{process:x}\n"


STREAMS = {"otf": "1:1\n2:2\n3:3,4\na:5\n",
           "0.def": 'DV1.2.3"old"\nDUI5\nDTR3e8\n' + "".join(f'K1Y2V5\nDP{p}NM"p"\n' for p in range(1, 6)),
           "1.events": stream(1, 6000, 2), "2.events": stream(2, 6000, 3), "a.events": stream(5, 3000, 1),
           "3.events": "1\n*3\nE1\n*4\nE2\n2\n*4\nL\n*3\nL\n2\n*3\n", "0.marker": 'MD1NM"m"Y1\nMS1T5P1V"x"\n',
           "1.snaps": "5\n*1\nTE1O2\n6\n*1\n", "3.snaps": "5\n*4\nTE1O2\n*3\nTE1O2\n5\n*3\n",
           "2.stats": "5\n*2\nSF1N2E3I4\n5\n*2\n"}
ONE = {"otf": "1:1\n", "1.events": "5\n*1\nE1\nL\n6\n*1\n"}
TRACES = {
    "definitions of its only stream": {**ONE, "1.def": 'DP1NM"local"\n', "1.marker": 'MD1NM"x"Y1\n'},
    "local definitions": {**ONE, "0.def": "DP1\n", "1.def": "DP1\n"},
    "local markers": {**ONE, "0.marker": 'MD1NM"x"Y1\n', "1.marker": 'MS1T5P1V"x"\n'},
    "thumbnail": {**ONE, "thumb": "any\0bytes"},
    "unknown definition": {**ONE, "0.def": "DP1\nDZZ1\nDP2\n"},
    "unknown marker": {**ONE, "0.marker": "MZZ1\n"},
    "unknown event": {**ONE, "1.events": "5\n*1\nE1\nZZZ\nE2\n6\n*1\nL\n7\n*1\n"},
    "damaged definition": {**ONE, "0.def": "DP1\nDF1\n"},
    "damaged event": {**ONE, "1.events": "5\n*1\nE1\nE1Z\n6\n*1\n"},
    "damaged snapshot": {**ONE, "1.snaps": "5\n*1\nTE1\n6\n*1\n"},
    "no events of a stream": {**ONE, "otf": "1:1\n2:2\n"},
    "forwarded": {"otf": "1:1\n2:2\ni1:2:0\n", "all.events": "5\n*1\nE1\n6\n*1\n5\n*2\nE2\n5\n*2\n",
                  "idx.events": "1:0:13\n2:13:13\n"},
}


def places(arguments):
    made = [checks.empty_directory(arguments.workdir / who) for who in ("theirs", "ours")]
    for place in made:
        (place / "d").mkdir()
    return made


def with_low_handles(text):
    """Of handles of files the reference keeps 32 bits; ours keeps all."""
    return re.sub(rb"(?m)^((?:F|FILEOP |TOF|TOPENFILE )[0-9a-f]+ ?(?:(?:O|OTIME) ?[0-9a-f]+ ?)?(?:H|HANDLEID ))"
                  rb"([0-9a-f]+)",
                  lambda m: m[1] + b"%x" % (int(m[2], 16) & 0xffffffff), text)


def same_output(theirs, ours):
    return differing_files(*({name: with_low_handles(text) for name, text in files_below(place).items()}
                             for place in (theirs, ours)))


def failed(results):
    return results[0].returncode != 0


def check_pair(report, arguments, pair, name, words):
    made = places(arguments)
    results = pair.run(words, made)
    problems = compare(results)
    if failed(results):  # what the reference leaves looks like a trace; ours has no master file
        problems += [f"{path} is left" for path in made[1].rglob("*.otf")]
    else:
        problems += same_output(*made)
    return report.add(f"{name}: {words_text(words[:-1])}", problems)


def check_traces(report, arguments, pair, traces):
    for name in ("short", "long", "inline"):
        # Those have definitions of their own in every stream.
        directory = traces[name]
        check_pair(report, arguments, pair, f"{name} with local definitions", [directory / "t"])
        for path in directory.glob("t.[12].def"):
            path.unlink()
        for text in OPTIONS:
            # From the second stream on, the reference takes snapshots out of the events.
            if name != "inline" or "--snaps" not in text or "-n" not in text:
                check_pair(report, arguments, pair, name, [*text.split(), directory / "t"])
    streams = write_trace(arguments.workdir / "streams", STREAMS)
    for text in [*OPTIONS, *COMPRESSED]:
        check_pair(report, arguments, pair, "streams", [*text.split(), streams / "t"])
    for name, files in TRACES.items():
        directory = write_trace(arguments.workdir / "by_hand", files)
        for text in ("", "--snaps --stats"):
            check_pair(report, arguments, pair, name, [*text.split(), directory / "t.otf"])
    for text in MISTAKES:
        made = places(arguments)
        words = [streams / "t" if word == "T" else word for word in text.split()]
        report.add(text, compare(pair.run(words, made)) + [f"{path} is left" for path in made[1].rglob("*.*")])
    return streams


def check_own_way(report, arguments, pair, traces):
    ours = lambda words, place: run(pair.ours, words, place)  # noqa: E731
    place = places(arguments)[1]
    report.add("a missing trace", complains(ours(["nosuch"], place), "nosuch.otf") + list(map(str, place.glob("*.*"))))
    report.add("a name that is only an ending", complains(ours([".otf"], place), ".otf"))
    inside = write_trace(place / "in", ONE)
    before = files_below(inside)
    problems = complains(ours(["-o", "in/t", "in/t"], place), "in/t.otf")
    report.add("into itself", problems + ([] if files_below(inside) == before else ["the trace has changed"]))
    write_trace(inside, {**ONE, "1.events": "5\n*1\nE1\nE1Z\n6\n*1\n"})
    report.add("damage has a place", complains(ours(["in/t"], place), "t.1.events: at byte 10", "SCL"))
    write_trace(inside, {**ONE, "1.events": "5\n*1\n6\n*1\n"})
    problems = complains(ours(["in/t"], place), code=0)
    report.add("a stream without events stays readable", problems + complains(run(pair.ours.with_name("otfprint"),
                                                                                  ["out"], place), code=0))
    write_trace(inside, {**ONE, "1.events": "5\n*1\nTE1O2\nE1\n6\n*1\n", "otf": "1:1\n2:2\n",
                         "2.events": "5\n*2\nTE1O2\n5\n*2\n"})
    problems = complains(ours(["--snaps", "-n", "0", "in/t"], place), code=0)
    kept = (place / "out.2.events").read_text() == "5\n*2\nTE1O2\n5\n*2\n" and not list(place.glob("*.snaps"))
    report.add("snapshots between events stay there", problems + ([] if kept else ["they do not"]))
    ours(["-z", "4", "in/t"], place)
    left = sorted(path.name for path in place.glob("out.*"))
    report.add("nothing of an earlier output is left", [] if left == ["out.1.events.z", "out.otf"] else left)
    compressed = traces["compressed"]
    for path in compressed.glob("t.[12].def.z"):
        path.unlink()
    made = places(arguments)
    run(pair.programs[0], [traces["short"] / "t"], made[0])
    problems = complains(ours([compressed / "t"], made[1]), code=0)
    report.add("a compressed trace is read", problems + same_output(*made))
    place = places(arguments)[1]
    os.symlink("/dev/full", place / "out.1.events")
    # A device in place of the file: it is replaced, not filled.
    report.add("a device in the way", complains(ours([traces["short"] / "t"], place), code=0))
    for words in ([], ["-h"], ["t", "--help"]):
        done = ours(words, place)
        report.add(f"help: {words_text(words)}", complains(done, code=0)
                   + ([] if b"--snaps" in done.stdout else ["no help"]))


def check_full_disk(report, arguments, pair, streams):
    """A limit on the size of files stands for a disk that is full."""
    place = places(arguments)[1]
    done = subprocess.run(["sh", "-c", f'trap "" XFSZ; ulimit -f 16; exec {pair.ours} "$1"', "sh", streams / "t"],
                          cwd=place,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
    report.add("files that cannot grow", complains(done, "out.1.events")
               + [f"{p} is left" for p in place.glob("*.otf")])


def check_progress(report, arguments, pair, streams):
    made = places(arguments)
    ends = [result.stdout[-16:] for result in pair.run(["-p", "-n", "2", streams / "t"], made)]
    report.add("-p", [] if ends[0].endswith(b" 100.00 % done\n") and ends[0][-15:] == ends[1][-15:] else [str(ends)])


def check_mpi(report, arguments, streams):
    """Started by mpirun, the first process does all: the files are those that Debian's processes write together."""
    pair = Pair(arguments, "otfmerge-mpi")
    for text in ("-n 3", "-n 0 -z 4"):
        made = places(arguments)
        launch = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4"]
        results = [run(launch[0], [*launch[1:], program, *text.split(), streams / "t"], place,
                       {**os.environ, "OMPI_MCA_btl": "self,vader"})
                   for program, place in zip(pair.programs, made)]
        report.add(f"mpi: {text}", compare(results) + same_output(*made))
    for variable in ("OMPI_COMM_WORLD_RANK", "PMI_RANK"):
        place = places(arguments)[1]
        idle = run(pair.ours, [streams / "t"], place, {**os.environ, variable: "1"})
        report.add(f"mpi: another process, told by {variable}", complains(idle,
                                                                          code=0) + list(map(str, place.glob("*.*"))))


def check(report, arguments):
    pair = Pair(arguments, "otfmerge")
    Pair(arguments, "otfprint")
    traces = sample_traces(arguments)
    streams = check_traces(report, arguments, pair, traces)
    check_own_way(report, arguments, pair, traces)
    check_full_disk(report, arguments, pair, streams)
    check_progress(report, arguments, pair, streams)
    check_mpi(report, arguments, streams)


if __name__ == "__main__":
    main(__doc__, ("weft", "records"), check)
