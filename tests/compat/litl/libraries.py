# SPDX-License-Identifier: BSD-3-Clause
"""Programs run on the reference's LiTL library and on ours."""
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "otf2"))
import two_libraries  # noqa: E402
from two_libraries import checks, differing_texts, environment, main, sides  # noqa: E402, F401

two_libraries.SONAME = "liblitl.so.0"

# The reference's macros need GNU C.
DIALECT = {"reference": "-std=gnu99", "ours": "-std=c99"}
PAIR = slice(418, 426)  # the thread id of a trace with one thread; differs from run to run


def compiled(arguments, source, headers="ours", *flags):
    """A C program with the headers of one side, linked with the reference, to be run on either library."""
    program = arguments.workdir / f"{source.stem}_{headers}"
    include = [f"-isystem{arguments.include}"] if headers == "ours" else []
    checks.must_run([arguments.cc, DIALECT[headers], "-O1", "-Wall", "-Wextra", "-Werror", *flags, *include, source, "-o",
                     program, "-llitl", "-lpthread"])
    return program


def told(library, command, status=0, **options):
    """What a program says, on both outputs; it must end with this status."""
    done = subprocess.run([str(word) for word in command], env=environment(library), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=checks.TIMEOUT, **options)
    text = done.stdout.decode(errors="replace")
    if status is not None and done.returncode != status:
        raise checks.Stop(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{text[-1000:]}")
    return text


def without_thread_id(path):
    content = bytearray(path.read_bytes())
    content[PAIR] = bytes(8)
    return bytes(content)


def reference_tool(name):
    path = shutil.which(name)
    if not path:
        raise checks.Stop(f"{name} of the reference is not installed")
    return path


def our_tool(arguments, name):
    """A link with the name of the tool, as installing makes it."""
    link = arguments.workdir / name
    if not link.is_symlink():
        link.symlink_to(arguments.weft.resolve())
    return link
