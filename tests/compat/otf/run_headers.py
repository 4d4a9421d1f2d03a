#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the OTF headers of Weft with the reference's: functions, types, members and their places, constants. And
what the library exports.

    run_headers.py --library DIRECTORY --include DIRECTORY --api FILE --symbols FILE --workdir DIRECTORY
"""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "otf2"), str(HERE.parent / "otf2" / "headers")]
import compare_headers  # noqa: E402
from two_libraries import checks, differing_texts, main  # noqa: E402

compare_headers.PUBLIC = re.compile(r"^(OTF_|otf_|byte_array|struct_OTF_|enum_OTF_)")
REFERENCE = pathlib.Path("/usr/include")
NEEDED = {"libc.so.6", "libm.so.6", "libz.so.1", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
# Names that a header has for itself.
GUARD = re.compile(r"_H$|^OTF_FILENAMES$")


def names_of(folder):
    return sorted(path.name for path in (folder / "open-trace-format").glob("*.h") if "AUX" not in path.name.upper())


def includes(names):
    return "".join(f"#include <open-trace-format/{name}>\n" for name in names)


def declared(folder, names):
    """What a program sees; names of parameters are nobody's interface."""
    text = compare_headers.must_run(
        [compare_headers.CLANG, "-xc", "-std=c99", f"-I{folder}", "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", "-"],
        includes(names))
    found = compare_headers.declarations_of(json.loads(text))
    for description in found.values():
        description.pop("parameters", None)
    return found


def macros(folder, names):
    lines = compare_headers.must_run(["gcc", "-xc", f"-I{folder}", "-E", "-dM", "-"], includes(names)).splitlines()
    words = [line.split(" ", 2) for line in lines]
    return {word[1].split("(")[0]: "(" in word[1] for word in words
            if word[1].startswith("OTF_") and not GUARD.search(word[1])}


def probe(arguments, folder, names, values, layouts):
    lines = [includes(names), "#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n"]
    for name in values:
        form = "%s" if name == "OTF_VERSION_STRING" else "%llu"
        value = name if name == "OTF_VERSION_STRING" else f"(unsigned long long)({name})"
        lines.append(f'  printf("{name} {form} %zu\\n", {value}, sizeof({name}));\n')
    for name, layout in layouts.items():
        lines.append(f'  printf("{name} %zu\\n", sizeof({name}));\n')
        for field in layout["fields"]:
            lines.append(f'  printf("{name}.{field["name"]} %zu %zu\\n", offsetof({name}, {field["name"]}), '
                         f'sizeof((({name}*)0)->{field["name"]}));\n')
    for x in range(0, 512, 32):
        lines += [f'  printf("%d", !!OTF_COUNTER_VARTYPE_IS{word}({x}));\n' for word in ("INTEGER", "SIGNED", "UNSIGNED")]
    lines.append('  printf(" %d\\n", OTF_FILEOP(0x765));\n  return 0;\n}\n')
    source, program = arguments.workdir / "probe.c", arguments.workdir / "probe"
    source.write_text("".join(lines))
    checks.must_run([arguments.cc, "-std=c99", f"-I{folder}", source, "-o", program])
    return compare_headers.must_run([program])


def check_library(report, arguments, name="libopen-trace-format.so.1"):
    library = arguments.library / name
    found = {line.split()[2] for line in compare_headers.must_run(["nm", "-D", "--defined-only", library]).splitlines()}
    wanted = set(arguments.symbols.read_text().split())
    report.add(f"{len(wanted)} symbols and no other", sorted(found ^ wanted))
    dynamic = compare_headers.must_run(["readelf", "-d", library])
    report.add("its name is the reference's", [] if f"soname: [{name}]" in dynamic else [dynamic])
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
    report.add("needs nothing that is not everywhere", sorted(
        other for other in needed - NEEDED if not other.startswith(("libasan", "libubsan", "libtsan"))))


def check_alone(report, arguments, names):
    """Every header can be the first, in C and in C++."""
    for name in names:
        for words in (["gcc", "-xc", "-std=c99"], ["g++", "-xc++", "-std=c++17"]):
            command = [*words, *compare_headers.WARNINGS, f"-I{arguments.include}", "-fsyntax-only", "-"]
            done = compare_headers.run(command, f"#include <{name}>\ntypedef int not_empty;\n")
            report.add(f"{name} alone with {words[0]}", [done.stderr] if done.returncode or done.stderr else [])


def check(report, arguments):
    check_library(report, arguments)
    names = names_of(REFERENCE)
    report.add(f"{len(names)} headers", [str(set(names) ^ set(names_of(arguments.include)))]
               if names != names_of(arguments.include) else [])
    ours, reference = (declared(folder, names) for folder in (arguments.include, REFERENCE))
    report.add(f"{len(reference)} declarations are the same", [
        f"{key}: ours is {ours.get(key)}, the reference has {reference.get(key)}"
        for key in sorted(set(ours) | set(reference), key=str) if ours.get(key) != reference.get(key)])
    defined = [macros(folder, names) for folder in (arguments.include, REFERENCE)]
    report.add(f"{len(defined[1])} macros", [str(set(defined[0].items()) ^ set(defined[1].items()))]
               if defined[0] != defined[1] else [])
    values = sorted(name for name, has_arguments in defined[1].items() if not has_arguments)
    values += sorted(v for key, d in reference.items() if key[0] == "EnumDecl" for v in d["values"])
    api = json.loads(arguments.api.read_text())
    texts = [probe(arguments, folder, names, values, api["struct_layouts_x86_64"])
             for folder in (REFERENCE, arguments.include)]
    report.add(f"{len(texts[0].splitlines())} values, sizes and places are the same", differing_texts(*texts))
    check_alone(report, arguments, names)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "api", "symbols"), check)
