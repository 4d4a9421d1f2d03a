# SPDX-License-Identifier: BSD-3-Clause
"""Programs run on the reference's OTF library and on ours."""
import os
import pathlib
import shlex
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "otf2"), str(HERE.parents[1] / "interop" / "otf")]
import two_libraries  # noqa: E402
from two_libraries import checks, differing_texts, environment, main, sides  # noqa: E402, F401

two_libraries.SONAME = "libopen-trace-format.so.1"


def compiled(arguments, source, *words):
    """A C program with our headers, linked with the reference, to be run on either library."""
    program = arguments.workdir / source.stem
    checks.must_run([arguments.cc, "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type",
                     f"-isystem{arguments.include}", f"-I{arguments.workdir}", source, "-o", program,
                     "-lopen-trace-format", *words])
    return program


def on_ours(arguments, program):
    """A command that runs the program on our library."""
    words = environment(arguments.library)
    changed = {name: words[name] for name in ("LD_LIBRARY_PATH", "LD_PRELOAD")
               if words.get(name) != os.environ.get(name)}
    command = program.with_name(program.name + "_on_ours")
    settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in changed.items())
    command.write_text(f'#!/bin/sh\n{settings} exec {shlex.quote(str(program))} "$@"\n')
    command.chmod(0o755)
    return command
