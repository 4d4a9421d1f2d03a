#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs one C program on the reference's LiTL library and on ours, compiled with the headers of either.

    run_driver.py --weft PROGRAM --library DIRECTORY --include DIRECTORY --workdir DIRECTORY --data DIRECTORY

It tells all answers and records traces: answers must be the same, and so must the bytes of traces of one thread; of
those with several, where Weft's differ (docs/formats/litl.md, 17.3), what is read from them. Each library then reads,
merges and splits what both recorded. At last the reference's own tools run on our library, and our tools beside them.
"""
import re

from libraries import HERE, checks, compiled, differing_texts, environment, main, our_tool, reference_tool, sides, \
    told, without_thread_id

ONE_THREAD = re.compile(r"kinds|chunks|paused|several_\d|full_(15|28|29|43|100|1000)$")
# The paper's table I: bytes of packed events with one to six parameters.
PAPER = {"char": [18, 19, 20, 21, 22, 23], "int": [21, 25, 29, 33, 37, 41], "double": [25, 33, 41, 49, 57, 65]}


def recorded(report, arguments, program, headers):
    """The directories of what both sides recorded."""
    left, answers = {}, {}
    for name, library in sides(arguments.library):
        left[name] = checks.empty_directory(arguments.workdir / f"{headers}_headers_{name}")
        answers[name] = told(library, [program, "answers"], cwd=left[name])
    what = f"{headers} headers"
    report.add(f"{what}: {len(answers['ours'].splitlines())} answers are the same",
               differing_texts(answers["reference"], answers["ours"]))
    names = [sorted(path.name for path in left[name].iterdir()) for name in left]
    report.add(f"{what}: {len(names[0])} files, the same", [] if names[0] == names[1] else [f"{names}"])
    alike = [name for name in names[0] if ONE_THREAD.match(name)]
    report.add(f"{what}: {len(alike)} traces of one thread are the same to the byte",
               [name for name in alike if without_thread_id(left["reference"] / name) != without_thread_id(left["ours"] / name)]
               or ([] if len(alike) >= 10 else [f"only {alike}"]))
    return left


def events_of(text):
    """Without the thread, whose id differs from run to run, and without headers."""
    return "\n".join(re.sub(r"\bthread \d+ ", "", line) for line in text.splitlines() if " time " in line)


def same_reading(report, arguments, program, trace):
    texts = [told(library, [program, "read", trace]) for _, library in sides(arguments.library)]
    report.add(f"{trace.parent.name}/{trace.name}: both read the same", differing_texts(*texts))
    return texts[1]


def same_tools(report, arguments, trace):
    command = [reference_tool("litl_print"), "-f", trace]
    theirs = told(None, command)
    report.add(f"{trace.parent.name}/{trace.name}: litl_print says the same on our library",
               differing_texts(theirs, told(arguments.library, command)))
    report.add(f"{trace.parent.name}/{trace.name}: and so does ours",
               differing_texts(theirs, told(None, [our_tool(arguments, "litl_print"), "-f", trace])))


def check_archives(report, arguments, program, traces):
    """Merged and split by the library, by the reference's tools on our library, and by our tools."""
    ways = {"reference": ([program, "merge"], [program, "split"], None),
            "ours": ([program, "merge"], [program, "split"], arguments.library)}
    archives, parts = {}, {}
    for name, (merge, split, library) in ways.items():
        archives[name] = arguments.workdir / f"archive_{name}"
        parts[name] = checks.empty_directory(arguments.workdir / f"parts_{name}")
        told(library, [*merge, archives[name], *traces])
        told(library, [*split, archives[name], parts[name]])
    for name, tool, library in (("theirs_on_ours", reference_tool, arguments.library),
                                ("our_tools", lambda tool: our_tool(arguments, tool), None)):
        archives[name] = arguments.workdir / f"archive_{name}"
        parts[name] = checks.empty_directory(arguments.workdir / f"parts_{name}")
        told(library, [tool("litl_merge"), "-o", archives[name], *traces])
        told(library, [tool("litl_split"), "-f", archives[name], "-d", parts[name]])
    for name in ("ours", "theirs_on_ours", "our_tools"):
        same = archives[name].read_bytes() == archives["reference"].read_bytes()
        report.add(f"{name}: the archive is the same", [] if same else [str(archives[name])])
        found = {path.name: path.read_bytes() for path in parts[name].iterdir()}
        wanted = {path.name: path.read_bytes() for path in parts["reference"].iterdir()}
        report.add(f"{name}: {len(wanted)} parts are the same", [key for key in found.keys() | wanted.keys()
                                                                if found.get(key) != wanted.get(key)])
    return archives["reference"]


def check_written_once(report, arguments, traces):
    """No byte of a trace goes to the disk twice. (Nobody looks for leaks in what is traced: that is done by tracing.)"""
    calls, archive = arguments.workdir / "calls", arguments.workdir / "written_once"
    parts = checks.empty_directory(arguments.workdir / "parts_written_once")
    for words, made in ((("litl_merge", "-o", archive, *traces), lambda: [archive]),
                        (("litl_split", "-f", archive, "-d", parts), parts.iterdir)):
        checks.must_run(["strace", "-f", "-qq", "-o", calls, "-e", "trace=write,pwrite64,writev,pwritev,copy_file_range,sendfile",
                         our_tool(arguments, words[0]), *words[1:]], env=environment(None, ASAN_OPTIONS="detect_leaks=0"))
        written = sum(map(int, re.findall(r"\) += (\d+)", calls.read_text())))
        size = sum(path.stat().st_size for path in made())
        report.add(f"{words[0]}: {size} bytes are written once", [] if size <= written < 1.1 * size else [f"{written}"])


def check_nested(report, arguments, traces):
    """Archives of archives of archives, each made by the reference's tools and by ours, of what either made before."""
    merge = {"reference": reference_tool("litl_merge"), "ours": our_tool(arguments, "litl_merge")}
    place = checks.empty_directory(arguments.workdir / "nested")

    def merged(side, name, parts):
        told(None, [merge[side], "-o", place / f"{name}_{side}", *parts])
        return place / f"{name}_{side}"

    half = len(traces) // 2
    made = {"inner": {side: merged(side, "inner", traces[:half]) for side in merge}}
    made["outer"] = {side: merged(side, "outer", [traces[half], made["inner"][other], *traces[half + 1:]])
                     for side, other in zip(merge, reversed(merge))}
    made["all"] = {side: merged(side, "all", [made["outer"][other], made["inner"][side], traces[0]])
                   for side, other in zip(merge, reversed(merge))}
    for name, archives in made.items():
        same = archives["reference"].read_bytes() == archives["ours"].read_bytes()
        report.add(f"{name}: the archive of archives is the same", [] if same else [str(archives)])
    same_tools(report, arguments, made["all"]["ours"])


def check_fxt(report, arguments):
    """A program written for FxT, with the headers of either, on either library."""
    contents = {}
    for headers in ("reference", "ours"):
        program = compiled(arguments, HERE / "fxt.c", headers, "-Wno-pointer-sign")
        for name, library in sides(arguments.library):
            place = checks.empty_directory(arguments.workdir / f"fxt_{headers}_{name}")
            told(library, [program], cwd=place)
            contents[headers, name] = without_thread_id(place / "fxt")
            if headers == name:
                same_tools(report, arguments, place / "fxt")
    report.add("programs for FxT record the same bytes", [f"{key}" for key, content in contents.items()
                                                          if content != contents["reference", "reference"]])
    text = told(None, [reference_tool("litl_print"), "-f", arguments.workdir / "fxt_ours_ours" / "fxt"])
    report.add("programs for FxT record all", [] if text.count("Packed") + text.count("Raw") == 400 else [text[-300:]])


def check_sizes(report, arguments, program):
    """Of events on the disk, a thousand of a kind."""
    place = checks.empty_directory(arguments.workdir / "table")
    told(arguments.library, [program, "table"], cwd=place)
    around = 138 + 280 + 2 * 16 + 22  # two headers, the pair of the thread and an empty one, a mark
    found = {kind: [((place / f"{kind}_{n}").stat().st_size - around) / 1000 for n in range(1, 7)] for kind in PAPER}
    report.add("events take the bytes of the paper's table", [] if found == PAPER else [f"{found}"])


def check_words(report, arguments, trace):
    """Command lines that are wrong, and files that are not there: the same words and exit codes."""
    nowhere = arguments.workdir / "nowhere" / "file"
    for tool, *words in (["litl_print"], ["litl_print", "-x"], ["litl_print", "-f", nowhere], ["litl_print", trace],
                         ["litl_split"], ["litl_split", "-f", trace], ["litl_split", "-x", trace],
                         ["litl_split", "-f", nowhere, "-d", "."], ["litl_split", "-f", trace, "-d", "."],
                         ["litl_merge", "-x"], ["litl_merge", "-o", arguments.workdir / "merged", nowhere],
                         ["litl_merge", "-o", nowhere, trace]):
        # Both under the same name, which they repeat.
        said = {}
        for side, program in (("reference", reference_tool(tool)), ("ours", arguments.weft.resolve())):
            place = checks.empty_directory(arguments.workdir / "words")
            (place / tool).symlink_to(program)
            said[side] = told(None, ["/bin/sh", "-c", './"$0" "$@"; echo "exit code $?"', tool, *words], cwd=place)
        report.add(f"{tool} {' '.join(str(word) for word in words if word != trace)}: the same words and exit code",
                   differing_texts(said["reference"], said["ours"]))


def check(report, arguments):
    programs = {headers: compiled(arguments, HERE / "driver.c", headers) for headers in ("reference", "ours")}
    for headers, program in programs.items():
        left = recorded(report, arguments, program, headers)
    program = programs["ours"]
    several = ("in_header", "late")
    for name in several:
        texts = [events_of(same_reading(report, arguments, program, left[side] / name)) for side in left]
        report.add(f"{name}: what was recorded is the same", differing_texts(*texts) or ([] if texts[0] else ["no events"]))
    for side in left:
        for trace in sorted(left[side].iterdir()):
            if trace.name not in several:
                same_reading(report, arguments, program, trace)
            same_tools(report, arguments, trace)
    names = sorted(path.name for path in left["ours"].iterdir())
    traces = [left[("reference", "ours")[i % 2]] / name for i, name in enumerate(names)]
    archive = check_archives(report, arguments, program, traces)
    check_written_once(report, arguments, traces)
    check_nested(report, arguments, traces)
    check_fxt(report, arguments)
    check_sizes(report, arguments, program)
    same_reading(report, arguments, program, archive)
    same_tools(report, arguments, archive)
    same_tools(report, arguments, arguments.data / "good" / "solver")
    check_words(report, arguments, traces[0])


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "include", "data"), check)
