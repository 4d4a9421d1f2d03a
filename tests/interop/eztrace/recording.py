# SPDX-License-Identifier: BSD-3-Clause
"""Records small programs with EZTrace. Needs eztrace and Open MPI, which EZTrace's module `openmpi` records."""
import os
import pathlib

import checks

HERE = pathlib.Path(__file__).resolve().parent
RANKS = 4
ROUNDS = 20  # as in exchange.c
C_FLAGS = ["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-O1", "-Wall", "-Wextra", "-Werror"]

# Whoever runs this may be root in a container with fewer cores than ranks, no ssh and no ptrace between processes.
MPI_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_plm": "isolated",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}


def record(program, compiler, launcher, module, workdir):
    """Builds and records a program of this directory; the anchor of the trace."""
    binary, recorded = workdir / program, checks.empty_directory(workdir / f"{program}-recorded")
    checks.must_run([*compiler, *C_FLAGS, HERE / f"{program}.c", "-o", binary, "-pthread"])
    checks.must_run([*launcher, "eztrace", "-o", recorded, "-t", module, binary],
                    env={**os.environ, **MPI_ENVIRONMENT}, cwd=workdir)
    anchors = sorted(recorded.rglob("*.otf2"))
    if len(anchors) != 1:
        raise checks.Stop(f"EZTrace left {len(anchors)} archives below {recorded}")
    return anchors[0]


def record_mpi(workdir, mpicc="mpicc.openmpi", mpirun="mpirun.openmpi"):
    return record("exchange", [mpicc], [mpirun, "-np", RANKS], "openmpi", workdir)


def record_threads(workdir, cc="gcc"):
    return record("threads", [cc], [], "pthread", workdir)
