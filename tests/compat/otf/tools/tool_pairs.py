# SPDX-License-Identifier: BSD-3-Clause
"""Debian's OTF tools and ours on the same traces: what they print, how they end, what they write."""
import subprocess

from pairs import REFERENCE, checks, content, first_difference, main, reference_program  # noqa: F401
import run_otf

TIMEOUT = 60
# Traces of every record with edge values: format and size of buffers (see run_otf.py).
VARIANTS = {"short": (0, 0, 1 << 20), "long": (1, 0, 1 << 20), "inline": (2, 0, 400), "compressed": (0, 4, 1 << 20)}


def words_text(words):
    return " ".join(word if word and " " not in word else repr(word) for word in map(str, words))


class Pair:
    """A tool of the reference and ours, which is a link to weft under the same name."""

    def __init__(self, arguments, name, ours=None):
        links = arguments.workdir / "bin"
        links.mkdir(exist_ok=True)
        link = links / (ours or name)
        if not link.exists():
            link.symlink_to(arguments.weft.resolve())
        self.programs = (REFERENCE / name, link)

    @property
    def ours(self):
        return self.programs[1]

    def run(self, words, directories, environment=None):
        return [run(program, words, directory, environment) for program, directory in zip(self.programs, directories)]


def run(program, words, directory, environment=None, stdout=subprocess.PIPE):
    return subprocess.run([program, *map(str, words)], cwd=directory, stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=TIMEOUT, check=False, env=environment)


def compare(results, outputs=None):
    """Exit codes and output; what is said on standard error is each one's own, but both or none must complain."""
    theirs, ours = results
    problems = []
    if theirs.returncode != ours.returncode:
        problems.append(f"exit code {ours.returncode}, not {theirs.returncode}; {ours.stderr[:300]!r}")
    outputs = outputs or [result.stdout for result in results]
    if outputs[0] != outputs[1]:
        problems.append("standard output: " + first_difference(*outputs))
    if theirs.stderr and not ours.stderr:
        problems.append(f"no complaint; the reference says {theirs.stderr[:200]!r}")
    return problems


def complains(result, *expected, code=1):
    """Our tool alone: it ends with this code and its complaint has these words."""
    text = result.stderr.decode("utf-8", "backslashreplace")
    problems = [] if result.returncode == code else [f"exit code {result.returncode}, not {code}; {text[:300]!r}"]
    return problems + [f"{word!r} is not in {text[:300]!r}" for word in expected if word not in text]


def write_trace(directory, files):
    """Files by what stands behind the stub, as text."""
    directory = checks.empty_directory(directory)
    for suffix, text in files.items():
        (directory / f"t.{suffix}").write_text(text, encoding="latin-1")
    return directory


def sample_traces(arguments):
    """Directories with a trace `t` each, by name: every record, written by the reference, and odd ones by hand."""
    program, _ = reference_program(arguments.workdir, arguments.records, arguments.cc)
    traces = {}
    for name, variant in VARIANTS.items():
        traces[name] = checks.empty_directory(arguments.workdir / "traces" / name)
        checks.must_run([program, "write", traces[name] / "t", *variant])
    for name, files in run_otf.ODD.items():
        traces[name] = write_trace(arguments.workdir / "traces" / name, files)
    return traces


def contents(directory):
    """What files there are and what is in them."""
    return {path.name: content(path) for path in sorted(directory.iterdir()) if path.is_file()}


def differing_files(theirs, ours):
    a, b = contents(theirs), contents(ours)
    problems = [f"{name}: only {'there' if name in a else 'here'}" for name in sorted(a.keys() ^ b.keys())]
    return problems + [f"{name}: {first_difference(a[name], b[name])}"
                       for name in sorted(a.keys() & b.keys()) if a[name] != b[name]]
