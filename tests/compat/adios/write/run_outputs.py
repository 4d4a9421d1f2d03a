#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One program writes in every way there is, on ADIOS and on ours: the files must be the same.

    run_outputs.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY

With a clock that stands still they are, byte by byte. Where ADIOS writes bytes that mean nothing, or cannot do it at all,
its tools must tell the same of both files, or ours must have what was written.
"""
import concurrent.futures
import re

from adios_programs import (DUMP, HERE, LISTING, MPIRUN, VALUES, checks, compiled, differing_files, differing_tools,
                            files_in, main, run_in, told_by)

BYTE_BY_BYTE = {
    "min and max": ["content", "POSIX", "", "0", ""],
    "full statistics": ["content", "POSIX", "", "1", ""],
    "no statistics": ["content", "POSIX", "", "-1", ""],
    "identity": ["content", "POSIX", "", "0", "identity"],
    "zlib": ["content", "POSIX", "", "0", "zlib"],
    "zlib:9": ["content", "POSIX", "", "1", "zlib:9"],
    "bzip2": ["content", "POSIX", "", "0", "bzip2"],
    "parameters": ["content", "posix", "verbose=1; have_metadata_file=0", "0", ""],
    "modes": ["modes"],
    "names": ["names"],
    "sizes that are attributes": ["sized_by_attribute"],
    "definitions that go away": ["deletes"],
    "large blocks": ["large"],
}


def check_serial(report, arguments):
    source = HERE / "outputs.c"
    clock = arguments.workdir / "fixed_clock.so"
    checks.must_run([arguments.cc, "-shared", "-fPIC", "-O1", HERE / "fixed_clock.c", "-o", clock])
    programs = {side: compiled(arguments, source, side) for side in ("reference", "ours", "mixed")}
    places = {side: arguments.workdir / f"files_{side}" for side in programs}

    def run(words, **more):
        return {side: run_in(places[side], [program, *words], WEFT_ADIOS_TIMERS=1, LD_PRELOAD=clock, **more)
                for side, program in programs.items()}

    for name, words in BYTE_BY_BYTE.items():
        said = run(words, OUTPUTS_WITHOUT_PADDING=1)
        problems = [f"{side} says '{text}'" for side, text in said.items() if text]
        for side in ("ours", "mixed"):
            problems += differing_files(places["reference"], places[side])
        count = sum(path.stat().st_size for path in files_in(places["ours"]).values())
        report.add(f"{name}: {count} bytes are the same", problems if count else ["nothing was written"])
    check_in_turns(report, programs, arguments.workdir, clock)
    run(["content", "POSIX", "", "0", ""], OUTPUTS_OF_A_GROUP=1, OUTPUTS_WITHOUT_PADDING=1)
    report.add("a sub-file and its metadata file: the same", differing_files(places["reference"], places["ours"]))
    run(["content", "POSIX", "", "1", "zlib"])
    report.add("all types: bpdump tells the same", differing_tools(places["reference"], places["ours"], DUMP))
    # ADIOS writes wrong places of attributes, and dead bytes behind the last group.
    for name in ("aggregation", "overflow"):
        said = run([name])
        problems = [] if said["ours"].splitlines()[:-1] == [] else [said["ours"]]
        for tool in (VALUES, DUMP):
            problems += differing_tools(places["reference"], places["ours"], tool)
        report.add(f"{name}: the tools tell the same", problems)


def check_in_turns(report, programs, workdir, clock):
    """Each step is written by a process of its own, and by either side."""
    def written(*sides, words):
        place = workdir / "_".join(("turns", *sides))
        for step, side in enumerate(sides, 1):
            said = run_in(place, [programs[side], "content", "POSIX", "", *words], is_new=step == 1, OUTPUTS_STEP=step,
                          WEFT_ADIOS_TIMERS=1, LD_PRELOAD=clock, OUTPUTS_WITHOUT_PADDING=1)
            if said:
                raise checks.Stop(f"step {step} by {side}: {said}")
        return place
    theirs, ours = "reference", "ours"
    for words in (["0", ""], ["1", "zlib"]):
        alone = written(theirs, theirs, theirs, words=words)
        for sides in ((theirs, ours, ours), (ours, theirs, theirs), (theirs, ours, theirs), (ours, theirs, ours)):
            report.add(f"steps by {', '.join(sides)}, statistics {words[0]}: the same bytes",
                       differing_files(alone, written(*sides, words=words)))


def check_ours_alone(report, arguments):
    """What ADIOS cannot do: it crashes with two methods, loses steps of two groups in one file, reads nothing back, and
    lends too little memory."""
    program = arguments.workdir / "outputs_ours"
    place = arguments.workdir / "alone"
    said = run_in(place, [program, "read_back"])
    report.add("read_back: the last step", [] if said == "rank 0: n 5: 11 to 15\n" else [said])
    run_in(place, [program, "methods"])
    names = sorted(files_in(place))
    contents = [path.read_bytes() for path in files_in(place).values()]
    same = names == ["one_out.bp", "two_out.bp"] and contents[0] == contents[1]
    report.add("methods: both write the same", [] if same else [f"there are {names}"])
    report.add("methods: the file is whole", [] if any("/d/a" in line for line in told_by(VALUES, place / "one_out.bp")) else ["no"])
    run_in(place, [program, "in_turns"])
    listed = told_by(["bpls", "-l"], place / "turns.bp")
    report.add("in_turns: both groups have all their steps", [f"no '{line}': {listed}" for line in (
        "integer first 3*scalar = 0 / 4 / 2", "integer second 3*scalar = 1 / 5 / 3") if not any(line in one for one in listed)])
    run_in(place, [program, "lent_memory"])
    report.add("lent_memory: is written", [] if any("0 / 3" in line for line in told_by(["bpls", "-l"], place / "lent.bp"))
               else told_by(["bpls", "-l"], place / "lent.bp"))
    said = run_in(place, [program, "large"], OUTPUTS_TELLS_BYTES=1)
    report.add("large blocks of a new file are not kept in memory, those that are added are", [] if said ==
               "step 0: 2 megabytes before it is closed\nstep 1: 2 megabytes before it is closed\n" else [said])
    run_in(place, [program, "content", "NULL", "", "0", ""])
    report.add("NULL: no file appears", list(files_in(place)))


def check_parallel(report, arguments):
    programs = {side: compiled(arguments, HERE / "outputs.c", side, mpi=True) for side in ("reference", "ours")}
    places = {side: arguments.workdir / f"parallel_{side}" for side in programs}
    cases = {
        "MPI": (["content", "MPI", "", "0", "zlib"], (LISTING, VALUES, DUMP)),
        "POSIX": (["content", "POSIX", "", "1", ""], (LISTING, VALUES)),
        # bpls finds wrong processes of blocks in metadata files with several steps.
        "MPI_AGGREGATE": (["content", "MPI_AGGREGATE", "num_aggregators=3;num_ost=3", "0", ""], (VALUES,)),
        "MPI, steps collected": (["aggregation", "MPI", "", "0", ""], (LISTING, VALUES, DUMP)),
        "POSIX, steps collected": (["aggregation", "POSIX", "", "0", ""], (VALUES,)),
        "MPI_AGGREGATE, steps collected": (["aggregation", "MPI_AGGREGATE", "num_aggregators=2;num_ost=2", "0", ""], (VALUES,)),
        "MPI, too much": (["overflow", "MPI", "quiet", "0", ""], (VALUES,)),
        "POSIX, too much": (["overflow", "POSIX", "quiet", "0", ""], (VALUES,)),
    }

    def run(sides, words, **more):
        """What each says in its place, at the same time: most of it is waiting."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            said = {place: pool.submit(run_in, places[place], [*MPIRUN, programs[side], *words], WEFT_ADIOS_TIMERS=0, **more)
                    for place, side in sides.items()}
        return {place: one.result() for place, one in said.items()}

    for name, (words, tools) in cases.items():
        said = run({side: side for side in programs}, words)
        mine, theirs = (set(files_in(places[side])) for side in ("ours", "reference"))
        problems = [f"files: ours {mine}, the reference's {theirs}"] if mine != theirs else []
        if "refused" in said["ours"] and said["ours"].splitlines()[-1] not in said["reference"]:
            problems.append(f"ours says {said['ours']}, the reference {said['reference']}")
        for tool in tools:
            problems += differing_tools(places["reference"], places["ours"], tool)
        report.add(f"four processes, {name}: the tools tell the same of {len(mine)} files", problems)
        if words[0] == "content":
            run({"reference": "ours", "ours": "reference"}, words, is_new=False, OUTPUTS_STEP=2)
            report.add(f"four processes, {name}: the same when either adds a step to the file of the other",
                       [problem for tool in tools for problem in differing_tools(places["reference"], places["ours"], tool)])
    for method, parameters in (("POSIX", ""), ("MPI", ""), ("MPI_AGGREGATE", "num_aggregators=2")):
        said = run_in(places["ours"], [*MPIRUN, programs["ours"], "read_back", method, parameters, "0", ""])
        report.add(f"four processes, {method}: each reads its last step back", [] if sorted(said.splitlines()) == [
            f"rank {rank}: n 5: {100 * rank + 11} to {100 * rank + 15}" for rank in range(4)] else [said])
    said = run_in(places["ours"], [*MPIRUN, programs["ours"], *cases["MPI"][0]], OUTPUTS_TELLS_BYTES=1)
    written = [int(count) for count in re.findall(r"^rank \d: (\d+) bytes by MPI-IO$", said, re.M)]
    groups = sum(int.from_bytes(path.read_bytes()[-28:-20], "little") for path in files_in(places["ours"]).values())
    report.add(f"four processes, MPI: {groups} bytes of process groups pass through MPI-IO",
               [] if len(written) == 4 and min(written) > 0 and sum(written) == groups else [said])


def check(report, arguments):
    check_serial(report, arguments)
    check_ours_alone(report, arguments)
    if (arguments.library / "libadios.so").exists():
        check_parallel(report, arguments)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
