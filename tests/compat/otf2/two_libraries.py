# SPDX-License-Identifier: BSD-3-Clause
"""Programs run on the reference library and on ours. The loader is told where ours is, so the program is the same file
for both."""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "interop"))
import checks  # noqa: E402

SONAME = "libopen-trace-format2.so.10"
SIDES = ("reference", "ours")
TRACE_ID_FROM_END = 3 + 4 + 4 + 8  # end marks, thumbnails, snapshots, trace id


def sides(library):
    """The two libraries by name; the reference needs no directory."""
    return tuple(zip(SIDES, (None, library)))


def environment(library, **more):
    words = {**os.environ, **more}
    if library:
        if not (library / SONAME).exists():  # or the loader would quietly take the reference's
            raise checks.Stop(f"{library} has no {SONAME}")
        words["LD_LIBRARY_PATH"] = str(library)
    return words


def run_on(library, command, more=None, **options):
    """Must go well and in silence; `more` is added to the environment."""
    status, errors = checks.run(command, env=environment(library, **(more or {})), **options)
    if status or errors:
        raise checks.Stop(f"{' '.join(map(str, command))}: exit code {status}, {errors}")


def differing_lines(reference, ours):
    return differing_texts(*(path.read_text(errors="replace") for path in (reference, ours)))


def differing_texts(reference, ours):
    lines = reference.splitlines(), ours.splitlines()
    problems = [f"line {i + 1}: the reference says '{a}', ours '{b}'" for i, (a, b) in enumerate(zip(*lines)) if a != b]
    if len(lines[0]) != len(lines[1]):
        problems.append(f"the reference says {len(lines[0])} lines, ours {len(lines[1])}")
    return problems


def without_trace_id(path):
    content = path.read_bytes()
    if path.suffix != ".otf2":
        return content
    at = len(content) - TRACE_ID_FROM_END
    return content[:at] + content[at + 8:]


def differing_files(reference, ours):
    """Files that only one side has, or that differ by more than the number that is invented for each trace."""
    names = {p.relative_to(root) for root in (reference, ours) for p in root.rglob("*") if p.is_file()}
    return [str(name) for name in sorted(names)
            if not (reference / name).is_file() or not (ours / name).is_file()
            or without_trace_id(reference / name) != without_trace_id(ours / name)]


def check_answers(report, source, include, library, workdir, cc="cc"):
    """A program tells all answers and callbacks, and leaves archives in its directory: both must be the same."""
    program = workdir / source.stem
    checks.must_run([cc, *checks.C_FLAGS, f"-isystem{include}", source, "-o", program,
                     *checks.otf2_config("--ldflags"), *checks.otf2_config("--libs")])
    told, left = {}, {}
    for name, directory in sides(library):
        left[name] = checks.empty_directory(workdir / f"{source.stem}_{name}")
        told[name] = workdir / f"{source.stem}_{name}.txt"
        run_on(directory, [program], stdout=told[name], cwd=left[name])
    problems = differing_lines(told["reference"], told["ours"])
    count = len(told["reference"].read_text().splitlines())
    report.add(f"{source.name}: {count} answers and callbacks are the same", problems)
    report.add(f"{source.name}: what it writes is the same", differing_files(left["reference"], left["ours"]))
