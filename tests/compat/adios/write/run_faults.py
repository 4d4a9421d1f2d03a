#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Disks that are full and places that cannot be written: the program is told, goes on, and keeps the steps before.

    run_faults.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
import os
import re
import resource
import signal
import subprocess

from adios_programs import HERE, LIMIT, MPIRUN, checks, compiled, main, run_in, told_by

MEGABYTE = 1 << 20
ROOM = 3  # megabytes, for steps of about one


class Disk:
    """A small tmpfs where one can be mounted, else a limit on the size of files."""

    def __init__(self, place):
        self.place = checks.empty_directory(place)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}m", "none", self.place], capture_output=True,
                                 check=False)
        self.is_mounted = mounted.returncode == 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_mounted:
            subprocess.run(["umount", self.place], check=True)

    def run(self, command):
        """What the program says."""
        def limited():
            if not self.is_mounted:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM * MEGABYTE, ROOM * MEGABYTE))
        done = subprocess.run([*LIMIT, *map(str, command)], cwd=self.place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False, preexec_fn=limited, timeout=checks.TIMEOUT, env={**os.environ})
        return done.returncode, done.stdout.decode(errors="replace")


def missing(text, *wanted):
    return [f"expected '{word}' in: {text}" for word in wanted if word not in text]


def steps_of(path):
    lines = told_by(["bpls", "-l"], path)
    return [line for line in lines if " a " in line and "double" in line]


def check_full_disk(report, arguments, programs):
    for method, words in (("POSIX", []), ("POSIX", ["sub-files"]), ("MPI", [])):
        name = f"{method}{' with sub-files' if words else ''}"
        with Disk(arguments.workdir / "disk") as disk:
            status, said = disk.run([programs["serial"], "out.bp", method, "9", *words])
            problems = missing(said, "rank 0: close of step 3: -106", "rank 0: the end", "out.bp")
            if status != 0:
                problems.append(f"the program ends with {status}")
            listed = steps_of(disk.place / "out.bp")
            if not any("2*{131072}" in line and "1 / 2" in line for line in listed):
                problems.append(f"bpls finds {listed}")
        report.add(f"{name}: a full disk is told, and the steps before are there", problems)


def check_parallel_full_disk(report, arguments, programs):
    """All processes learn of it, and none waits for another. MPI itself needs files: a limit on their size is no disk."""
    for method in ("POSIX", "MPI", "MPI_AGGREGATE"):
        with Disk(arguments.workdir / "disk") as disk:
            if not disk.is_mounted:
                return
            _, said = disk.run([*MPIRUN, programs["parallel"], "out.bp", method, "2"])
        problems = [f"rank {rank}: {said[-1500:]}" for rank in range(4)
                    if f"rank {rank}: close of step 1: -106" not in said or f"rank {rank}: the end" not in said]
        report.add(f"four processes, {method}: a full disk is told to all", problems)


# What each step has when one process could not write its part of one: nobody's data are in a step of others.
LOST = [
    ("POSIX", [], "serial", "1:0", ["2", "3"]),
    ("POSIX", [], "serial", "2:0", ["1", "3"]),
    ("POSIX", ["sub-files"], "serial", "1:0", ["2", "3"]),
    ("POSIX", ["sub-files"], "serial", "2:0", ["1", "3"]),
    ("POSIX", [], "parallel", "1:2", ["1 1 1", "2 2 2 2", "3 3 3 3"]),
    ("POSIX", [], "parallel", "2:2", ["1 1 1 1", "2 2 2", "3 3 3 3"]),
    ("MPI_AGGREGATE", [], "parallel", "2:0", ["1 1 1 1", "2 2 2", "3 3 3 3"]),
]


def check_steps_after_a_loss(report, arguments, programs):
    for method, words, program, lost, expected in LOST:
        if program not in programs:
            continue
        launch, ranks = (MPIRUN, range(4)) if program == "parallel" else ([], range(1))
        step = lost.partition(":")[0]
        said = run_in(arguments.workdir / "lost", [*launch, programs[program], "out.bp", method, "3", *words],
                      FAULTS_NO_ROOM=lost)
        problems = missing(said, *(f"rank {rank}: close of step {step}: -106" for rank in ranks))
        told = re.findall(r"^step \d+: (.*)$", said, re.M)
        if told != expected or said.count("close of") != len(ranks) or "open of" in said:
            problems.append(f"expected {expected}, found {told}: {said[-1500:]}")
        report.add(f"{' '.join([method, *words, program])}: after a loss in step and process {lost} all go on together",
                   problems)


def check_places(report, arguments, programs):
    place = checks.empty_directory(arguments.workdir / "places")
    (place / "file").write_text("this is no folder")
    for name, path in (("no such folder", "nowhere/out.bp"), ("a file instead of a folder", "file/out.bp")):
        for words in ([], ["sub-files"]):
            done = subprocess.run([*LIMIT, programs["serial"], path, "POSIX", "1", *words], cwd=place, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            report.add(f"{name}{', with sub-files' if words else ''}",
                       missing(done.stdout, "open of step 1: -2", path, "rank 0: the end"))
    for method in ("POSIX", "MPI", "MPI_AGGREGATE"):
        if "parallel" not in programs:
            break
        done = subprocess.run([*LIMIT, *MPIRUN, programs["parallel"], "nowhere/out.bp", method, "1"], cwd=place, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        problems = [done.stdout[-1500:] for rank in range(4) if f"rank {rank}: open of step 1: -" not in done.stdout]
        report.add(f"four processes, {method}: no such folder is told to all", problems)
    # What is not BP is not added to.
    (place / "other.bp").write_text("this is no BP file, and nobody wants to lose it" * 10)
    before = (place / "other.bp").read_bytes()
    done = subprocess.run([*LIMIT, programs["append"], "other.bp"], cwd=place, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    problems = missing(done.stdout, "open: -2", "other.bp: cannot be added to")
    report.add("something else is not added to", problems + ([] if (place / "other.bp").read_bytes() == before else ["it is gone"]))


APPEND = """
#include <adios.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int64_t group, fd = 0;
  adios_init_noxml(MPI_COMM_SELF);
  adios_declare_group(&group, "g", "", adios_stat_default);
  adios_select_method(group, "POSIX", "", "");
  printf("open: %d\\n", adios_open(&fd, "g", argc > 1 ? argv[1] : "", "a", MPI_COMM_SELF));
  return adios_finalize(0);
}
"""


def check(report, arguments):
    append = arguments.workdir / "append.c"
    append.write_text(APPEND)
    programs = {"serial": compiled(arguments, HERE / "faults.c", "ours"), "append": compiled(arguments, append, "ours")}
    check_full_disk(report, arguments, programs)
    if (arguments.library / "libadios.so").exists():
        programs["parallel"] = compiled(arguments, HERE / "faults.c", "ours", mpi=True)
        check_parallel_full_disk(report, arguments, programs)
    check_steps_after_a_loss(report, arguments, programs)
    check_places(report, arguments, programs)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
