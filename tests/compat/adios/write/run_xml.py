#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Configurations in XML: a right one makes the same file as ADIOS, wrong ones say what is wrong and where.

    run_xml.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
import re

from adios_programs import DUMP, HERE, MPIRUN, checks, compiled, differing_files, main, run_in, told_by

GROUP = '<adios-group name="g"><var name="n" type="integer"/><var name="b" type="double" dimensions="n"/></adios-group>'
METHOD = '<method group="g" method="POSIX"/>'


def config(content, language="C"):
    return f'<adios-config host-language="{language}">\n{content}\n</adios-config>\n'


def in_group(content):
    return config(f'<adios-group name="g">\n<var name="n" type="integer"/>\n{content}\n</adios-group>{METHOD}')


# What is in the file, what adios_init returns, what the message has. Those with a star crash ADIOS or are beyond it.
WRONG = {
    "no XML": ("hello", -58, "line 1: expected XML"),
    "an element that is not closed": ('<adios-config host-language="C">\n<adios-group name="g">', -58, "line 2"),
    "another element": ("<other/>", -58, "adios-config"),
    "no group": (config(METHOD), -59, "no group 'g'"),
    "no method": (config(GROUP), -60, "at least one method"),
    "nothing": (config(""), -59, "at least one adios-group"),
    "a language": (config(GROUP + METHOD, "Cobol"), -50, "'Cobol'"),
    "a size of the buffer": (config(GROUP + METHOD + '\n<buffer max-size-MB="x"/>'), -54, ":3: buffer: expected max-size-MB"),
    "a buffer without size": (config(GROUP + METHOD + "<buffer/>"), -54, "max-size-MB"),
    "a method": (config(GROUP + '<method group="g" method="NOPE"/>'), -60, "no method 'NOPE'"),
    "the group of a method": (config(GROUP + '<method group="h" method="POSIX"/>'), -60, "no group 'h'"),
    "a base path": (config(GROUP + '<method group="g" method="POSIX" base-path="d"/>'), -60, "ends with /"),
    "a group without name": (config(f"<adios-group/>{METHOD}"), -59, "expected a name"),
    "statistics": (config(f'<adios-group name="g" stats="weird"/>{METHOD}'), -59, "'weird'"),
    "a type *": (in_group('<var name="v" type="quux"/>'), -59, ":4: var: 'quux' of v is no type"),
    "a variable without type *": (in_group('<var name="v"/>'), -59, "is no type"),
    "a variable without name *": (in_group('<var type="integer"/>'), -59, "expected a name"),
    "a dimension": (in_group('<var name="v" type="double" dimensions="zz"/>'), -59, "'zz'"),
    "an element in a group": (in_group("<zoo/>"), -59, ":4: zoo: is no element"),
    "bounds without sizes": (in_group('<global-bounds offsets="0"/>'), -59, "expected dimensions"),
    "bounds without places": (in_group('<global-bounds dimensions="3"/>'), -59, "expected offsets"),
    "something else in bounds *": (in_group('<global-bounds dimensions="3" offsets="0"><attribute/></global-bounds>'), -59,
                                   "only variables"),
    "an attribute with both": (in_group('<attribute name="u" value="1" var="n"/>'), -59, "either a value or a var"),
    "an attribute with neither": (in_group('<attribute name="u"/>'), -59, "either a value or a var"),
    "a value *": (in_group('<attribute name="u" type="integer" value="x"/>'), -59, "found 'x'"),
    "the variable of an attribute *": (in_group('<attribute name="u" var="zz"/>'), -59, "no variable 'zz'"),
    "the type of a reference *": (in_group('<attribute name="u" var="n" type="integer"/>'), -59, "type of its var"),
    "a mesh *": (in_group('<mesh name="m" type="round" time-varying="no"/>'), -59, "'round'"),
    "a part of a mesh *": (in_group('<mesh name="m" type="uniform" time-varying="no"><corner/></mesh>'), -59, "no part of a mesh"),
    "a histogram": (config(f'<adios-group name="g" stats="full"><var name="b" type="double" dimensions="3"/></adios-group>{METHOD}'
                           '<analysis adios-group="g" var="b" break-points="3,2"/>'), -72, "numbers that rise"),
    "the variable of a histogram *": (config(GROUP + METHOD + '<analysis adios-group="g" var="q" break-points="1"/>'), -72,
                                      "no variable 'q'"),
    "half a histogram *": (config(GROUP + METHOD + '<analysis adios-group="g" var="b" min="1" count="3"/>'), -72, "max"),
    "a group that is collected": (config(GROUP + METHOD + '<time-aggregation group="zz" buffer-size="100"/>'), -5, "'zz'"),
    "a transform": (in_group('<var name="v" type="double" dimensions="n" transform="nope"/>'), -300, "'nope'"),
}


def code_of(text):
    found = re.search(r"init: (-?\d+)", text)
    return int(found.group(1)) if found else None


def check_wrong(report, arguments, programs):
    file = arguments.workdir / "wrong.xml"
    for name, (content, code, message) in WRONG.items():
        file.write_text(content)
        said = run_in(arguments.workdir / "wrong", [programs["ours"], file])
        problems = [] if code_of(said) == code else [f"adios_init returns {code_of(said)}, not {code}"]
        if message not in said or str(file) not in said:
            problems.append(f"expected '{message}' and the name of the file in: {said}")
        if not name.endswith("*"):
            theirs = code_of(run_in(arguments.workdir / "wrong", [programs["reference"], file], status=None))
            if theirs != code:
                problems.append(f"ADIOS returns {theirs}")
        report.add(f"wrong: {name}", problems)
    said = run_in(arguments.workdir / "wrong", [programs["ours"], "nowhere.xml"])
    report.add("wrong: no file", [] if code_of(said) == -55 and "nowhere.xml" in said else [said])


def check_odd(report, arguments, programs):
    """Unknown things that stop nothing, or only what follows."""
    file = arguments.workdir / "odd.xml"
    strange = GROUP.replace("<adios-group", '<adios-group bogus="1"')
    file.write_text(config(f'{strange}{METHOD}<foo/><buffer max-size-MB="x"/>'))
    said = run_in(arguments.workdir / "odd", [programs["ours"], file])
    report.add("unknown attributes and elements are told", [] if code_of(said) == 0 and "unknown attribute 'bogus'" in said
               and "unknown element foo" in said else [said])
    file.write_text(f"<adios-config>{GROUP}{METHOD}</adios-config>")
    run_in(arguments.workdir / "odd", [programs["ours"], file])
    dump = told_by(DUMP, arguments.workdir / "odd" / "configured.bp")
    report.add("without a language it is Fortran", [] if any("Fortran?: Y" in line for line in dump) else dump[:10])
    for words, classes in (('break-points="0,2,4"', "3"), ('min="0" max="4" count="2"', "3")):
        file.write_text(config('<adios-group name="g" stats="full"><var name="n" type="integer"/><var name="b" type="double" '
                               f'dimensions="6"/></adios-group>{METHOD}<analysis adios-group="g" var="b" {words}/>'))
        said = run_in(arguments.workdir / "odd", [programs["ours"], file])
        # 1 -2 3 4 5 6: below 0, from 0, from 2, from 4 on
        wanted = b"\x03\x00\x00\x00" + bytes(8) + b"\x00\x00\x00\x00\x00\x00\x10\x40" + b"".join(
            bytes([count, 0, 0, 0]) for count in (1, 1, 1, 3))
        content = (arguments.workdir / "odd" / "configured.bp").read_bytes()
        found = content.count(wanted)
        report.add(f"a histogram with {words}", [] if found == 4 else [f"{classes} breaks found {found} times of 4", said])


def check(report, arguments):
    source = HERE / "configured.c"
    programs = {side: compiled(arguments, source, side) for side in ("reference", "ours")}
    clock = arguments.workdir / "fixed_clock.so"
    checks.must_run([arguments.cc, "-shared", "-fPIC", "-O1", HERE / "fixed_clock.c", "-o", clock])
    places = {side: arguments.workdir / f"good_{side}" for side in programs}
    said = {side: run_in(places[side], [program, HERE / "good.xml"], LD_PRELOAD=clock, WEFT_ADIOS_TIMERS=1)
            for side, program in programs.items()}
    problems = [] if said["ours"] == said["reference"] and "write /d/c: 0" in said["ours"] else [str(said)]
    report.add("a right one makes the same file", problems + differing_files(places["reference"], places["ours"]))
    if (arguments.library / "libadios.so").exists():
        program = compiled(arguments, source, "ours", mpi=True)
        # Without MPI_Init it is four programs, each alone: in one place they would write the same file.
        apart = 'mkdir "$OMPI_COMM_WORLD_RANK" && cd "$OMPI_COMM_WORLD_RANK" && exec "$@"'
        text = run_in(arguments.workdir / "parallel", [*MPIRUN, "sh", "-c", apart, "sh", program, HERE / "good.xml"],
                      status=None)
        report.add("a program that never begins MPI runs alone", [] if text.count("init: 0") == 4 else [text])
    check_wrong(report, arguments, programs)
    check_odd(report, arguments, programs)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
