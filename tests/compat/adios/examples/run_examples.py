#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The examples of ADIOS, as Debian's libadios-examples has them, on ADIOS and on the drop-in library.

    run_examples.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY

Each folder of programs is compiled twice, with the headers and libraries of each side, and run in a folder of its own:
first what writes, then what reads. Both must say the same, in whatever order processes speak, and leave files of which
bpls shows the same. What needs a transport that moves data over a network is compiled and linked.
Programs in Fortran need the interface for Fortran, which the drop-in does not have (docs/architecture.md).
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "read"))
from libraries import checks, main, run_bp  # noqa: E402

EXAMPLES = pathlib.Path("/usr/share/doc/libadios-examples/examples")
# Changed for both sides, as (file, what it has, what it gets): the size of one array is that of a disk's cache; one
# program prints averages, which only full statistics have; one looks for a new step every ten seconds, one would wait
# five minutes for the step behind the last, and processes wait for each other to speak, which nobody listens to; one
# prints how long it took, and two speak where errors are told.
CHANGED = [("adios_global_no_xml.c", "NX = 10000000", "NX = 1000"),
           ("stat.xml", 'time-index="iter">', 'time-index="iter" stats="full">'),
           ("adios_read_globaltime_streaming.c", '"verbose=3"', '"verbose=3;poll_interval=100"'),
           ("adios_read_global_no_xml.c", "sleep(1);", ""), ("read_no_xml_write_byid.c", "sleep(1);", ""),
           ("adios_write.c", "Elapsed %.03f seconds, throughput %'.03f KB/sec", "done"),
           ("stage_write.c", "timeout_sec = 300;", "timeout_sec = 1;"),
           ("utils.h", "fprintf (stderr, __VA_ARGS__)", "printf (__VA_ARGS__)")]
# Programs that stop on ADIOS, or print what is wrong, and what they must say instead: the one that writes what they read
# gives process i the elements 10 i, 10 i + 1 and so on.
BROKEN = {"adios_read_points": ("ADIOS stops at points of packed arrays, and frees points twice (defect 17)",
                                ["Points read (columns 2 and 6 in all rows):"] +
                                [f"({row},{column}) = {10 * row + column}" for row in range(4) for column in (2, 6)]),
          "adios_read_wb_subpg": ("ADIOS counts the offset of a part of a block twice (defect 17)",
                                  ["Sub-PG writeblock for block 2 reading elements in linear range [2, 8):",
                                   "[ 22 23 24 25 26 27 ]"])}
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]
# A process that is alone needs nothing that could bring it together with others: most of its time would go there. Such
# processes have one name: each needs a place of its own for its files.
ALONE = {"OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_btl": "self", "OMPI_MCA_pml": "ob1"}
TYPES = r"(?:unsigned )?(?:byte|short|integer|long long)|real|(?:long )?double|string|(?:double )?complex"

# A program, how many processes (0: built without MPI; none: it is only built), its library, what it is called with, and
# the other files that it consists of.
Run = collections.namedtuple("Run", "program processes library words parts", defaults=("adios", (), ()))


def writer(program, processes=2, *words):
    return Run(program, processes, "adios" if processes else "adios_nompi", words)


def reader(program, processes=1, *words):
    return Run(program, processes, "adiosread" if processes else "adiosread_nompi", words)


def stager(file):
    """Reads a file step by step and writes the same to another."""
    return [Run("stage_write", 2, "adios", (file, "staged.bp", "BP", "verbose=1;poll_interval=100", "MPI", "", "2"),
                ("utils.c", "decompose_block.c")),
            Run("test_decompose", 1, "adios", ("2", "4", "8", "6", "2", "2"), ("utils.c", "decompose_single.c"))]


# Folders of C, then those beside it.
FOLDERS = {
    "arrays": [writer("arrays_write"), reader("arrays_read", 2)],
    "attributes": [writer("attributes_write"), reader("attributes_read")],
    "flexpath_arrays/global_range_select": [writer("arrays_write", None), writer("arrays_read", None)],
    "flexpath_arrays/process_select": [writer("arrays_write", None), writer("arrays_read", None)],
    "global-array": [
        writer("adios_global", 4), reader("adios_read_global", 2), reader("adios_read_writeblock"), reader("adios_read_chunk"),
        writer("adios_global_2files", 4), writer("adios_global_aggregate_by_color", 4), writer("adios_global_no_xml"),
        reader("adios_read_global_no_xml"), writer("no_xml_write_byid"), reader("read_no_xml_write_byid"),
        writer("adios_read_gpp", 4)],
    "global-array-time": [
        writer("adios_globaltime"), reader("adios_read_globaltime"), reader("adios_read_globaltime_streaming", 2),
        writer("adios_globaltime_no_xml", 2, "3")],
    "icee_arrays/array": [writer("adios_write", 2, "-i", "0"), reader("adios_read", 2, "-o", "1", "-v", "1")],
    "joined-array": [writer("joined-array")],
    "manual": [writer("1_nonadios_example"), writer("2_adios_write"), writer("3_adios_read"), writer("4_adios_nfiles", 4)],
    "query": [writer("write_vars", 0), reader("query_vars", 0, "minmax"), writer("write_table", 0), reader("query_table", 0)],
    "read_all": [reader("read_all", 0, "../arrays/arrays.bp"), reader("read_all_v1", 0, "../arrays/arrays.bp")],
    "scalars": [writer("scalars_write"), reader("scalars_read")],
    "schema": [writer(f"{kind}2d{how}", 2, "2", "1") for kind in ("uniform", "rectilinear", "structured", "tri")
               for how in ("", "_noxml")] + [writer("triangle2d", 1)],
    "stat": [writer("stat_write"), reader("stat_read", 1)],
    "time_aggregation": [writer("time_aggregation"), writer("time_aggregation_no_xml")],
    "transforms": [writer("adios_global", 4), reader("adios_read_subv"), reader("adios_read_points"),
                   reader("adios_read_wb_subpg")],
    "staging/stage_write": stager("../../icee_arrays/array/adios_globaltime.bp"),
    "staging/stage_write_varyingsize": stager("../../icee_arrays/array/adios_globaltime.bp"),
}
# They read what those of other folders have written.
LATER = ("read_all", "staging/stage_write", "staging/stage_write_varyingsize")


def source_of(folder):
    return next(path for path in (EXAMPLES / "C" / folder, EXAMPLES / folder) if path.is_dir())


class Side:
    def __init__(self, name, arguments):
        self.name, self.directory = name, checks.empty_directory(arguments.workdir / name)
        self.include = self.include_words(arguments.include.resolve() if name == "ours" else None)
        self.library = arguments.library if name == "ours" else None

    def link_words(self, run):
        if self.library:
            return [f"-L{self.library}", f"-l{run.library}", f"-Wl,-rpath,{self.library}", "-lm"]
        return ([f"-l{run.library}"] if run.processes == 0 else run_bp.MPI_LIBRARIES) + run_bp.COMMON

    def include_words(self, arguments_include):
        """Some examples have the headers in a folder of their own."""
        public = self.directory / "include" / "public"
        if not public.exists():
            public.parent.mkdir()
            public.symlink_to(arguments_include or "/usr/include")
        return [f"-I{public.parent}"] + ([f"-I{arguments_include}"] if arguments_include else [])

    def build(self, folder, run):
        program = self.directory / folder / run.program
        compiler, flags = ("cc", ["-D_NOMPI"]) if run.processes == 0 else ("mpicc", [])
        if run.program.endswith("_v1"):
            flags = [*flags, "-DADIOS_USE_READ_API_1"]
        if not program.exists():
            # The examples are what they are: their warnings are none of ours.
            checks.must_run([compiler, "-std=gnu99", "-w", *flags, *self.include, program.with_name(f"{run.program}.c"),
                             *(program.with_name(part) for part in run.parts), "-o", program, *self.link_words(run)])
        return program

    def run(self, folder, run):
        """All lines that the processes say, sorted, and how they end. Some end with an error as they should."""
        program = self.build(folder, run)
        if run.processes is None:
            return ["is built"]
        launch = MPIRUN + ["-n", str(run.processes)] if run.processes > 1 else []
        out = program.with_suffix(".txt")
        status, errors = checks.run([*run_bp.LIMIT, *launch, program, *run.words], stdout=out, cwd=program.parent,
                                    env={**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1",
                                         **({} if launch else {**ALONE, "TMPDIR": str(program.parent)})})
        if status not in (0, 1) and not (self.library is None and run.program in BROKEN):
            raise checks.Stop(f"{self.name}: {folder}/{run.program}: exit code {status}, {errors[-500:]}")
        return [f"exit code {status}", *sorted(out.read_text(errors="replace").splitlines())]

    def files(self, folder):
        return sorted(path.name for path in (self.directory / folder).glob("*.bp"))

    def shown(self, folder, file):
        """What bpls of ADIOS shows but for timers, hidden attributes and the size of the file; and for scales of time, of
        which ADIOS stores some as numbers, some as texts and some not at all."""
        path = self.directory / folder / file
        listing = self.directory / folder / "bpls.txt"
        checks.must_run([*run_bp.LIMIT, "bpls", "-lav", path], stdout=listing)
        lines = spread_out(listing)
        lines = [line for line in lines if not re.search(r"__adios__|adios_schema/.*time-s|^ of |^ file size", line)]
        for name in re.findall(rf"^ (?:{TYPES}) (\S+) (?:\d+\*)?(?:scalar|\{{)", "\n".join(lines), re.M):
            status, _ = checks.run([*run_bp.LIMIT, "bpls", "-d", path, name], stdout=listing)
            lines += [f"{name}: status {status}", *(spread_out(listing) if status == 0 else [])]
        return lines


def spread_out(path):
    return [re.sub(r"\s+", " ", line) for line in path.read_text(errors="replace").splitlines()]


def prepare(side, folder):
    directory = checks.empty_directory(side.directory / folder)
    for path in source_of(folder).iterdir():
        if path.suffix in (".c", ".h", ".ch", ".xml"):
            shutil.copy(path, directory)
    for name, before, after in CHANGED:
        path = directory / name
        if path.exists():
            if before not in path.read_text():
                raise checks.Stop(f"{folder}/{name} has no '{before}'")
            path.write_text(path.read_text().replace(before, after))


def first_difference(theirs, ours):
    return [f"expected '{a}', ours says '{b}'" for a, b in zip(theirs, ours) if a != b][:3] or (
        [f"expected {len(theirs)} lines, ours says {len(ours)}"] if len(theirs) != len(ours) else [])


def answers(sides, pool, folder):
    """(what was checked, what is wrong) of each program of a folder, and of the files they leave."""
    for side in sides:
        prepare(side, folder)
    for run in FOLDERS[folder]:
        try:
            theirs, ours = pool.map(lambda side: side.run(folder, run), sides)
        except checks.Stop as stop:
            yield f"{folder}/{run.program}", [str(stop)]
            continue
        if run.program in BROKEN:
            why, lines = BROKEN[run.program]
            yield f"{folder}/{run.program} says what is true; {why}", first_difference(["exit code 0", *sorted(lines)], ours)
            continue
        says = "is built" if run.processes is None else f"says the same: {len(theirs)} lines"
        yield f"{folder}/{run.program} {says}", first_difference(theirs, ours)
    theirs, ours = (side.files(folder) for side in sides)
    yield f"{folder}: files {' '.join(theirs)}", [] if theirs == ours else [f"ours leaves {ours}"]
    for file in set(theirs) & set(ours):
        shown = [side.shown(folder, file) for side in sides]
        yield f"{folder}/{file}: bpls shows the same {len(shown[0])} lines", first_difference(*shown)


def check_folder(sides, folder):
    with concurrent.futures.ThreadPoolExecutor(len(sides)) as pool:
        return list(answers(sides, pool, folder))


def check(report, arguments):
    there = {path.resolve() for path in EXAMPLES.rglob("*.c")}
    known = {source_of(folder).resolve() / name for folder, runs in FOLDERS.items() for run in runs
             for name in (f"{run.program}.c", *run.parts)}
    report.add(f"all {len(there)} programs and their parts are known", [f"{path} is not" for path in there - known])
    sides = [Side(name, arguments) for name in ("reference", "ours")]
    # Processes that look for each other wait most of the time. What reads files of another folder comes in the end.
    independent = [folder for folder in FOLDERS if folder not in LATER]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda folder: check_folder(sides, folder), independent):
            for name, problems in found:
                report.add(name, problems)
    for folder in LATER:
        for name, problems in check_folder(sides, folder):
            report.add(name, problems)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
