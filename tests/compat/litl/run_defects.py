#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Shows that ours does right what the reference does wrong: one case for each defect listed in docs/formats/litl.md.

    run_defects.py --weft PROGRAM --library DIRECTORY --include DIRECTORY --workdir DIRECTORY

defects.c does what the reference's library fails in, and demands the right answers. 8 is a behaviour that is kept
(run_driver.py compares it). Then damaged files, which the reference does not survive: both our library, under the reference's litl_print, and our tool must come to an end.
"""
import struct
import subprocess

from libraries import HERE, checks, compiled, differing_texts, environment, main, our_tool, reference_tool

CASES = {1: "regular events keep their parameters",
         2: "parameters of regular events are got one by one",
         3: "a file name needs no slash, and may be missing",
         4: "the end of an unused trace closes nothing",
         5: "there may be thousands of traces",
         6: "a child writes nothing into its parent's trace, and may have its own",
         7: "threads share no cache line",
         9: "an event that is too large is refused",
         10: "many late threads may be there before they write",
         11: "threads may start at once",
         12: "a trace may end while it is paused",
         13: "empty chunks are passed over",
         14: "archives may have 300 processes",
         15: "merging and splitting leave nothing of older files",
         16: "events of any size are read, and none is written that the reference cannot read",
         17: "a long name of the machine is cut",
         18: "a reset goes back to the first event",
         19: "threads may come late to a file of 4 GiB, here one with holes"}


def mark(following):
    return struct.pack("<QIBBQ", 0, 13, 0, 1, following)


def event(code):
    return struct.pack("<QIBB", 5, code, 0, 0)


def trace(body, buffer_bytes=1 << 20):
    """One thread, whose first chunk is behind its pair."""
    general = struct.pack("<8s128sH", b"0.1.9", b"machine", 1)
    process = struct.pack("<256sHHIQQ", b"given", 1, 1, buffer_bytes, 0, 418)
    return general + process + struct.pack("<QQQQ", 77, 32, 0, 0) + body


GIVEN = {13: trace(event(1) + mark(32 + 36) + mark(32 + 58) + event(2) + mark(0)),
         16: trace(struct.pack("<QIBI", 5, 1, 1, 100000) + b"x" * 99999 + b"\0" + event(2) + mark(0))}


def tried(command, library=None, **options):
    done = subprocess.run([str(word) for word in command], env=environment(library), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, timeout=checks.TIMEOUT, **options)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def check_tools(report, arguments, good):
    """20: words that the reference's tools do not take."""
    place = checks.empty_directory(arguments.workdir / "20")
    (place / "trace").write_bytes(good)
    text = "       -?, -h:    Display this help and exit\n"
    for tool, *words in (["litl_print", "-h"], ["litl_print", "-?"], ["litl_print", "-f"], ["litl_split", "-h"],
                         ["litl_split", "-f"], ["litl_merge", "-h"], ["litl_merge", "trace"], ["litl_merge", "-o", "x"]):
        status, out, errors = tried([our_tool(arguments, tool), *words], cwd=place)
        said = status == 255 and out == text and errors.startswith("Usage: ") and errors.count("\n") == 1
        report.add(f"20: {tool} {' '.join(words)} explains itself", [] if said else [f"{status}, {out}, {errors}"])
    report.add("20: nothing is written meanwhile", [path.name for path in place.iterdir() if path.name != "trace"])
    status, out, errors = tried([our_tool(arguments, "litl_print"), "-f", "trace"], cwd=place)
    report.add("20: a trace may be called 'trace'", [] if status == 0 and "Reg   2" in out else [f"{status}, {errors}"])
    with open("/dev/full", "wb") as full:
        status, errors = checks.run([our_tool(arguments, "litl_print"), "-f", place / "trace"], stdout=full)
    report.add("litl_print says when its output is lost", [] if status == 1 and errors else [f"{status}, {errors}"])


def check_together(report, arguments):
    """10 and 11: what threads recorded at once is read by the reference's tool on its own library, and by ours."""
    for number, threads, events in ((10, 61, 200 + 60 * 300), (11, 200, 200 * 100)):
        texts = [tried([tool, "-f", arguments.workdir / str(number) / "t"])
                 for tool in (reference_tool("litl_print"), our_tool(arguments, "litl_print"))]
        lines = [line for line in texts[0][1].splitlines() if "Reg" in line.split()]
        report.add(f"{number}: {events} events of {threads} threads, read by the reference as by us",
                   differing_texts(texts[0][1], texts[1][1])
                   or ([] if (texts[0][0], texts[1][0], len(lines)) == (0, 0, events) else
                       [f"{texts[0][0]} {texts[0][2]}, {texts[1][0]} {texts[1][2]}, {len(lines)} events"]))


def check_full_disk(report, arguments):
    """A disk that is full is told once and stops recording in all threads; what came before it is read by the
    reference, and of each thread no more than its last buffer is missing."""
    program = compiled(arguments, HERE / "full_disk.c")
    for threads, limit in ((1, 100_000), (8, 300_000), (40, 300_000), (8, 4000)):
        what = f"{threads} threads on a disk of {limit} bytes"
        place = checks.empty_directory(arguments.workdir / "full_disk")
        status, out, errors = tried([program, limit, threads], arguments.library, cwd=place)
        told_once = errors.startswith("[LiTL] ") and errors.count("\n") == 1
        report.add(f"{what}: the program ends well and is told once",
                   [] if status == 0 and told_once else [f"exit code {status}: {errors[-300:]}"])
        taken = {int(number): int(count) for number, count in map(str.split, out.splitlines())}
        if limit < 4096:  # not one buffer
            report.add(f"{what}: and that is all", [] if all(count <= 136 for count in taken.values()) else [out])
            continue
        status, text, errors = tried([reference_tool("litl_print"), "-f", place / "t"])
        found = {}
        for line in text.splitlines():
            words = line.split()
            if "Reg" in words:
                found.setdefault(int(words[-2], 16), []).append(int(words[-1], 16))
        buffer = 4096 // 30
        problems = [] if status == 0 and found else [errors or text]
        for number, count in taken.items():
            values = found.get(number, [])
            if values != list(range(len(values))) or not 0 <= count - len(values) <= buffer:
                problems.append(f"thread {number}: {count} taken, found {len(values)}")
        report.add(f"{what}: the reference reads what came before", problems)


def check_damage(report, arguments, good):
    """Every prefix and every byte set to 255: what is whole before it is shown, and nothing crashes."""
    damaged = {f"cut at {size}": good[:size] for size in range(0, len(good), 7)}
    damaged |= {f"255 at {at}": good[:at] + b"\xff" + good[at + 1:] for at in range(136, len(good), 3)
                if not 138 <= at < 394}
    place = checks.empty_directory(arguments.workdir / "damage")
    problems = []
    for what, content in damaged.items():
        (place / "file").write_bytes(content)
        for name, tool, library in (("their tool on our library", reference_tool("litl_print"), arguments.library),
                                    ("our tool", our_tool(arguments, "litl_print"), None)):
            status, _, errors = tried([tool, "-f", place / "file"], library)
            if status not in (0, 1):
                problems.append(f"{what}, {name}: exit code {status}, {errors[-300:]}")
    report.add(f"{len(damaged)} damaged files are read as far as they go", problems)


def check(report, arguments):
    program = compiled(arguments, HERE / "defects.c")
    for number, text in CASES.items():
        directory = checks.empty_directory(arguments.workdir / str(number))
        if number in GIVEN:
            (directory / "given").write_bytes(GIVEN[number])
        status, errors = checks.run([program, number], cwd=directory, env=environment(arguments.library))
        report.add(f"{number}: {text}", checks.complaints([program.name, number], status, errors))
    check_together(report, arguments)
    check_full_disk(report, arguments)
    check_tools(report, arguments, GIVEN[13])
    check_damage(report, arguments, trace(event(1) + struct.pack("<QIBI", 6, 9, 2, 3) + b"abc" + mark(32 + 56)
                                          + struct.pack("<QIBI", 7, 8, 1, 3) + b"hi\0" + mark(0)))


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "include"), check)
