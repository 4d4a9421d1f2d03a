#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""otfcompress, otfdecompress beside Debian's: what they say and what files they leave.

    run_compress.py --weft PROGRAM --workdir DIRECTORY
"""
import os
import random
import re
import zlib

from pairs import Pair, checks, compare, complains, differing_files, files_below, main, run, words_text

TIMES = re.compile(rb"time= +\d+\.\d+s")
LINES = "".join(f"{i:x}\n*1\nE{i % 77:x}\n" for i in range(9000)).encode()
NOISE = random.Random(1).randbytes(10240 * 3 + 17)
FILES = {"a": LINES, "b.events": LINES[:3000], "exact": LINES[:20480], "empty": b"", "noise": NOISE}

# Told to two directories, one after the other: words, and what both must have done afterwards.
STORY = [["a"], ["a"], ["a.z"], ["-d", "a.z"], ["-k", "a"], ["-d", "-k", "a.z"], ["-o", "o", "a", "b.events"],
         ["-o", "nodir", "a"],
         ["-9", "b.events"], ["-d", "-o", "o", "b.events.z"], ["-d", "-o", "o/", "b.events.z"],
         ["-1", "exact", "a", "-k"], ["-d", "exact.z"],
         ["nosuch", "exact"], ["-d", "exact.z", "-o"], ["-x", "exact"], ["-d", "exact"], ["-c", "-d", "exact.z"],
         ["-d", "-c", "exact.z"],
         ["-12", "exact"], ["empty"], ["-d", "empty.z"], ["-V"], ["exact", "-V"], ["-k"], ["-o"]]


def check_story(report, arguments):
    pair = Pair(arguments, "otfcompress")
    back = Pair(arguments, "otfdecompress")
    places = [checks.empty_directory(arguments.workdir / who) for who in ("theirs", "ours")]
    for place in places:
        for name, content in FILES.items():
            (place / name).write_bytes(content)
        (place / "o").mkdir()
    for tools, words in [*((pair, words) for words in STORY), (back, ["exact.z"]), (back, ["-c", "exact"]),
                         (back, ["exact.z", "a"])]:
        results = tools.run(words, places)
        problems = compare(results, [TIMES.sub(b"time", result.stdout) for result in results])
        if "-x" in words or "-o" == words[-1]:  # what is no option is ignored by both; ours says so
            problems = [p for p in problems if "complaint" not in p]
        problems += differing_files(*map(files_below, places))
        report.add(f"{tools.ours.name} {words_text(words)}", problems)


def check_round_trip(report, arguments):
    """Level 0, and noise at the end, of which the reference drops a part: all bytes come back."""
    pair, back = Pair(arguments, "otfcompress"), Pair(arguments, "otfdecompress")
    for level in ("-0", "-1", "-4", "-9"):
        place = checks.empty_directory(arguments.workdir / "round")
        for name, content in FILES.items():
            (place / name).write_bytes(content)
        problems = complains(run(pair.ours, [level, *FILES], place), code=0)
        for name, content in FILES.items():
            packed = (place / f"{name}.z").read_bytes()
            if packed and (zlib.decompressobj().decompress(packed) != content or packed[-4:] != b"\0\0\xff\xff"):
                problems.append(f"{name}.z is not what it should be")
        problems += complains(run(back.ours, [f"{name}.z" for name in FILES], place), code=0)
        found = {path.name: path.read_bytes() for path in place.iterdir()}
        report.add(f"level {level}: all bytes come back", problems + ([] if found == FILES
                                                                      else ["other files or bytes"]))


def check_own_way(report, arguments):
    """The reference removes what it could not decompress."""
    back, pair = Pair(arguments, "otfdecompress"), Pair(arguments, "otfcompress")
    place = checks.empty_directory(arguments.workdir / "own")
    packer = zlib.compressobj(4)
    whole = packer.compress(LINES) + packer.flush(zlib.Z_FULL_FLUSH)
    cases = {"cut.z": whole[:-7], "other.z": b"no deflated data at all",
             "broken.z": whole[:3000] + b"\xff" * 40 + whole[3040:]}
    for name, content in cases.items():
        (place / name).write_bytes(content)
        problems = complains(run(back.ours, [name], place), name, "at byte", code=0)
        left = {path.name: path.read_bytes() for path in place.iterdir()}
        report.add(f"{name}: stays, and nothing else is left", problems
                   + ([] if left == {name: content} else [str(left.keys())]))
        (place / name).unlink()
    (place / "ended.z").write_bytes(zlib.compress(LINES) + zlib.compress(NOISE))
    problems = complains(run(back.ours, ["ended.z"], place), code=0)
    report.add("streams that were ended", problems + ([] if (place / "ended").read_bytes() == LINES + NOISE
                                                      else ["other bytes"]))
    (place / "directory").mkdir()
    report.add("a directory", complains(run(pair.ours, ["directory"], place), "directory", code=0))
    os.symlink("/dev/full", place / "full")  # what cannot be read as a file
    report.add("a device", complains(run(pair.ours, ["full"], place), "full", code=0))
    os.mkdir(place / "taken.z")
    (place / "taken").write_bytes(LINES)
    problems = complains(run(pair.ours, ["taken"], place), "taken.z", code=0)
    report.add("what is in the way stays", problems + ([] if (place / "taken").read_bytes() == LINES else ["gone"]))
    for words in ([], ["-h"], ["a", "--help"]):
        done = run(pair.ours, words, place)
        report.add(f"help: {words}", complains(done, code=0) + ([] if b"-o DIR" in done.stdout else ["no help"]))


def check(report, arguments):
    check_story(report, arguments)
    check_round_trip(report, arguments)
    check_own_way(report, arguments)


if __name__ == "__main__":
    main(__doc__, ("weft",), check)
