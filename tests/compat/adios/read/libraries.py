# SPDX-License-Identifier: BSD-3-Clause
"""Programs in C on ADIOS and on ours. Debian has ADIOS as archives only, so each program is linked twice."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "otf2"), str(HERE.parents[2] / "interop" / "bp")]
from two_libraries import checks, differing_texts, main  # noqa: E402, F401
import run_bp  # noqa: E402

FLAGS = ["-std=gnu99", "-O1", "-Wall", "-Wextra", "-Werror", "-D_NOMPI", f"-I{HERE}"]


def linked_twice(arguments, source, *words, name=None, library="adiosread_nompi"):
    """Programs by the name of what they stand on: the reference, our library with the headers of the reference, and our
    library with our headers. The first two are made of the same object."""
    stem = name or source.stem
    theirs, ours = arguments.workdir / f"{stem}.o", arguments.workdir / f"{stem}_ours.o"
    checks.must_run([arguments.cc, *FLAGS, *words, "-c", source, "-o", theirs])
    checks.must_run([arguments.cc, *FLAGS, f"-I{arguments.include}", *words, "-c", source, "-o", ours])
    programs = {who: arguments.workdir / f"{stem}_{who}" for who in ("reference", "ours", "ours_compiled")}
    checks.must_run([arguments.cc, theirs, "-o", programs["reference"], f"-l{library}", *run_bp.COMMON])
    on_ours = [f"-L{arguments.library}", f"-l{library}", f"-Wl,-rpath,{arguments.library}"]
    checks.must_run([arguments.cc, theirs, "-o", programs["ours"], *on_ours])
    checks.must_run([arguments.cc, ours, "-o", programs["ours_compiled"], *on_ours])
    return programs


def told(program, *words, **options):
    """What a program says; it must end well."""
    out = program.with_suffix(".txt")
    status, errors = checks.run([*run_bp.LIMIT, program, *words], stdout=out, **options)
    text = out.read_text(errors="replace")
    if status:
        last = text.splitlines()[-1:] or [""]
        raise checks.Stop(f"{program.name} {' '.join(map(str, words))}: exit code {status} after '{last[0]}', {errors}")
    return text


def same_answers(report, programs, what, *words, least=1):
    """All of them must say the same, and something."""
    try:
        theirs = told(programs["reference"], *words)
        count = len(theirs.splitlines())
        problems = [] if count >= least else [f"the reference says only {count} lines"]
        for who in ("ours", "ours_compiled"):
            problems += [f"{who}: {problem}" for problem in differing_texts(theirs, told(programs[who], *words))]
        report.add(f"{what}: {count} answers are the same", problems)
    except checks.Stop as stop:
        report.add(what, [str(stop)])
