# SPDX-License-Identifier: BSD-3-Clause
"""Programs that write with ADIOS, built on the reference and on ours."""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[2]
sys.path.insert(0, str(TESTS / "interop"))
sys.path.insert(0, str(TESTS / "compat" / "otf2"))
import checks  # noqa: E402
from two_libraries import differing_texts, main  # noqa: E402, F401

# Libraries without the links that development packages would bring: ADIOS is a static library and names them all.
COMMON = ["-l:libsz.so.2", "-l:liblz4.so.1", "-l:libblosc.so.1", "-lz", "-l:libbz2.so.1.0", "-lm", "-lpthread"]
SERIAL = ["-ladios_nompi", *COMMON]
PARALLEL = ["-L/usr/lib/x86_64-linux-gnu/adios/openmpi", "-ladios", "-l:libhdf5_openmpi_hl.so.100",
            "-l:libhdf5_openmpi.so.103", "-l:libnetcdf_mpi.so.19", *COMMON]
MPIRUN = ["mpirun", "-n", "4", "--oversubscribe", "--allow-run-as-root"]
LIMIT = ["timeout", "-k", "5", "60"]  # some reference programs never end, and mpirun may not hear
CONTENT = f"-I{TESTS / 'interop' / 'bp'}"


def compiled(arguments, source, side, mpi=False, name=None, flags=()):
    """A C program on one side: "reference", "ours", or "mixed": the headers of the reference and our library."""
    program = arguments.workdir / f"{name or source.stem}_{side}{'_mpi' if mpi else ''}"
    include = [f"-isystem{arguments.include}"] if side == "ours" else []
    dialect = ["-std=c99", "-Wpedantic"] if side == "ours" and not mpi else ["-std=gnu99"]
    own = [f"-L{arguments.library}", "-ladios" if mpi else "-ladios_nompi", f"-Wl,-rpath,{arguments.library.resolve()}",
           "-lm"]
    libraries = own if side != "reference" else PARALLEL if mpi else SERIAL
    checks.must_run(["mpicc" if mpi else arguments.cc, *dialect, "-O1", "-Wall", "-Wextra", "-Werror",
                     *([] if mpi else ["-D_NOMPI"]), *flags, *include, CONTENT, source, "-o", program, *libraries])
    return program


def run_in(directory, command, status=0, is_new=True, **more):
    """What a program says on both outputs, in a new directory; it must end with this status, unless that is None."""
    if is_new:
        checks.empty_directory(directory)
    # Of the folder that all share mpirun takes away what another has just found.
    environment = {**os.environ, "OMPI_MCA_orte_tmpdir_base": f"{directory}.mpi",
                   **{name: str(value) for name, value in more.items()}}
    done = subprocess.run([*LIMIT, *map(str, command)], cwd=directory, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=checks.TIMEOUT)
    text = done.stdout.decode(errors="replace")
    if status is not None and done.returncode != status:
        raise checks.Stop(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{text[-2000:]}")
    return text


def files_in(directory):
    return {str(path.relative_to(directory)): path for path in sorted(directory.rglob("*")) if path.is_file()}


def differing_files(reference, ours):
    """Names that only one side has, and files that are not the same byte by byte."""
    theirs, mine = files_in(reference), files_in(ours)
    problems = [f"{name}: only {'ours' if name in mine else 'the reference'} has it" for name in theirs.keys() ^ mine.keys()]
    for name in sorted(theirs.keys() & mine.keys()):
        problems += checks.difference_of_files(name, theirs[name], mine[name])
    return problems


# Times, which differ from run to run, and places that depend on the variables that hold them.
VOLATILE = re.compile(r"__adios__|file size|of variables|Offset in File|End of ")
PLACES = re.compile(r"(Payload )?Offset\s?\(\d+\)|\b1[5-9]\d{8}\b")  # and seconds since 1970


LISTING = ["bpls", "-lavD"]
VALUES = ["bpls", "-lad"]
DUMP = ["bpdump"]


def told_by(tool, path):
    """The lines of a reference tool about a file, without what cannot be the same."""
    done = subprocess.run([*LIMIT, *tool, path.name], cwd=path.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False, timeout=checks.TIMEOUT)
    lines = [re.sub(r"\s+", " ", PLACES.sub("", line)) for line in done.stdout.decode(errors="replace").splitlines()]
    kept, is_hidden = [], False
    for line in lines:
        if re.match(r" ?(\S+ )+(\d+\*)?(scalar|attr|\{)| ?[A-Z]", line):  # the next variable or attribute
            is_hidden = "__adios__" in line
        if not is_hidden and not VOLATILE.search(line):
            kept.append(line)
    return kept


def differing_tools(reference, ours, tool):
    """Of all files; of a file without the parts of its arrays that are elsewhere bpls prints what is in memory."""
    problems = []
    for name, path in files_in(reference).items():
        if ".dir" in name and tool == VALUES:
            continue
        theirs, mine = told_by(tool, path), told_by(tool, ours / name)
        if len(theirs) < 5:
            problems.append(f"{name}: {tool[0]} tells nothing")
        problems += [f"{name}: {one}" for one in differing_texts("\n".join(theirs), "\n".join(mine))]
    return problems
