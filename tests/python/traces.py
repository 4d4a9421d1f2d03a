# SPDX-License-Identifier: BSD-3-Clause
"""The traces that tests of the Python package read, one of each format at least, and what `weft print` says of them."""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

WEFT = os.environ["WEFT_COMMAND"]
DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = pathlib.Path(os.environ["WEFT_SCRATCH"])
# Of others, which may not be there.
OTHERS = pathlib.Path(os.environ.get("WEFT_DATA", "nowhere"))
STENCIL = DATA / "otf2/good/stencil/trace.otf2"
SANE = DATA / "otf2/good/sane/trace.otf2"


def scratch():
    """A new directory."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    return pathlib.Path(tempfile.mkdtemp(dir=SCRATCH))


@functools.lru_cache(maxsize=None)
def everything():
    """The traces of all formats, by name."""
    room = scratch()
    for source, ending in ((SANE, "sane.bp"), (SANE, "sane.pfw.gz"), (SANE, "sane.otf"), (SANE, "sane.litl")):
        run("convert", source, room / ending)
    others = {name: OTHERS / path for name, path in {
        "ping-pong": "otf2/ping-pong/traces.otf2", "dftracer of others": "dftracer/test.pfw.gz",
        **({} if "WEFT_SHORT" in os.environ else {"cm1": "dftracer/cm1-DEFAULT-3537781-preload.pfw.gz"}),
    }.items() if (OTHERS / path).exists()}
    if "ping-pong" in others:
        others["ping-pong as bp"] = room / "ping-pong.bp"
        run("convert", others["ping-pong"], others["ping-pong as bp"])
    return {
        "stencil": STENCIL, "sane": SANE, "otf": DATA / "otf/good/solver/solver.otf", "litl": DATA / "litl/good/solver",
        "litl narrow": DATA / "litl/good/narrow_aligned", "dftracer": DATA / "dftracer/good/training/trace.pfw",
        "bp": room / "sane.bp", "dftracer 2": room / "sane.pfw.gz", "otf of sane": room / "sane.otf",
        "litl of sane": room / "sane.litl", "damaged": DATA / "otf/bad/cut/cut.otf", **others,
    }


def run(*arguments):
    done = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"weft {arguments}: {done.stderr.decode()}")
    return done.stdout


@functools.lru_cache(maxsize=None)
def printed(name):
    """All records of a trace as `weft print --json` shows them, in the words of the model: those that OTF2 has, too, so
    other formats are converted to it first, which does not go through any table."""
    path = everything()[name]
    if path.suffix != ".otf2":
        path, source = scratch() / "trace.otf2", path
        run("convert", source, path)
    lines = run("print", "--json", "--names", path).decode("utf-8", "surrogateescape").splitlines()
    return [json.loads(line) for line in lines]


def clean_up():
    shutil.rmtree(SCRATCH, ignore_errors=True)
