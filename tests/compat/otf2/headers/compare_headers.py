#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the OTF2 headers of Weft with those of the reference, header by header.

usage: compare_headers.py OURS [--reference DIR] [--symbols FILE]

OURS and DIR (default: /usr/include) are folders that hold otf2/. For every header, everything a program sees after
including it alone is compared: functions with the types and names of their parameters, types, members, enumerators,
macros, marks of deprecation. Values, their types and sizes are compared by running a small program on either side.
Our headers have to compile alone and without warnings, as C99 and as C++17, with gcc and clang, and to declare every
function listed in FILE, one name a line. Prints every difference. Exit code: 0 none, 1 some, 2 used wrongly.

Names that do not begin with OTF2_ are nobody's interface: the helpers behind the inline functions are not compared.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CLANG = "clang-14"
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
PUBLIC = re.compile(r"^OTF2_")
PUBLIC_MACRO = re.compile(r"^(OTF2_|__otf2)")

# Headers that define what the library leaves to the program; each defines the same structs, so none goes with another.
HELPERS = ("OTF2_MPI_Collectives.h", "OTF2_OpenMP_Locks.h", "OTF2_Pthread_Locks.h")


class Differences:
    def __init__(self):
        self.count = 0
        self.compared = 0

    def expect(self, where, what, ours, reference):
        self.compared += 1
        if ours != reference:
            self.report(f"{where}: {what}: ours is {ours!r}, the reference has {reference!r}")

    def report(self, text):
        self.count += 1
        print(text)


def run(command, source=None):
    return subprocess.run(command, input=source, capture_output=True, text=True, check=False)


def must_run(command, source=None):
    done = run(command, source)
    if done.returncode:
        sys.exit(f"compare_headers.py: {' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout


def mpi_flags():
    """Where mpi.h is. It is a system header here: its warnings are not ours."""
    shown = run(["mpicc", "--showme:incdirs"])
    if shown.returncode:
        sys.exit("compare_headers.py: mpicc is missing; OTF2_MPI_Collectives.h cannot be compiled without it")
    return [f"-isystem{folder}" for folder in shown.stdout.split()]


class Side:
    """One of the two sets of headers."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.headers = sorted(path.name for path in (self.folder / "otf2").glob("*.h"))

    def flags(self, header):
        return [f"-I{self.folder}"] + (mpi_flags() if "MPI" in header else [])

    def clang(self, header, *more, language="c", standard="c99"):
        command = [CLANG, "-x", language, f"-std={standard}", *self.flags(header), *more, "-"]
        return must_run(command, f"#include <otf2/{header}>\n")

    def tree(self, header, **language):
        """Marks of deprecation are switched on, which clang would not do by itself."""
        mark = "-D__otf2_deprecated__=__attribute__((deprecated))"
        text = self.clang(header, mark, "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", **language)
        return json.loads(re.sub(r"\b_Bool\b", "bool", text))  # clang prints either, as it pleases

    def macros(self, header, compiler="gcc"):
        found = {}
        command = [compiler, "-x", "c", "-std=c99", *self.flags(header), "-E", "-dM", "-"]
        for line in must_run(command, f"#include <otf2/{header}>\n").splitlines():
            name, _, body = line[len("#define "):].partition(" ")
            if PUBLIC_MACRO.match(name):
                found[name] = "".join(body.split())
        return found

    def callback_texts(self, header):
        """The text of function types: only there are the names of their parameters."""
        text = self.clang(header, "-E", "-P")
        found = {}
        for match in re.finditer(r"typedef\s+[^;{}()]*\(\s*\*\s*(\w+)\s*\)\s*\([^()]*\)\s*;", text):
            if PUBLIC.match(match[1]):
                found[match[1]] = re.sub(r"\s*([*(),;])\s*", r"\1", " ".join(match[0].split()))
        return found


def is_deprecated(node):
    return any(inner.get("kind") == "DeprecatedAttr" for inner in node.get("inner", []))


def described(node):
    """What matters of a declaration, as something that compares and prints well."""
    inner = node.get("inner", [])
    kind = node["kind"]
    if kind == "FunctionDecl":
        parameters = [(p["type"]["qualType"], p.get("name", "")) for p in inner if p["kind"] == "ParmVarDecl"]
        return {"type": node["type"]["qualType"], "parameters": parameters, "deprecated": is_deprecated(node),
                "storage": node.get("storageClass", "")}
    if kind == "TypedefDecl":
        return {"type": node["type"]["qualType"]}
    if kind == "RecordDecl":
        fields = [(f["type"]["qualType"], f["name"]) for f in inner if f["kind"] == "FieldDecl"]
        return {"tag": node["tagUsed"], "complete": node.get("completeDefinition", False), "fields": fields}
    if kind == "EnumDecl":
        return {"values": sorted(v["name"] for v in inner), "deprecated": [v["name"] for v in inner if is_deprecated(v)]}
    return None


def declarations_of(tree):
    """{(kind, name): description} of all public declarations; of several of one name the last, which is complete."""
    found = {}
    unnamed = []
    for node in tree.get("inner", []):
        if node["kind"] == "LinkageSpecDecl":
            found.update(declarations_of(node))
            continue
        name = node.get("name", "")
        description = described(node)
        if description is None:
            continue
        if node["kind"] == "EnumDecl" and not name:
            unnamed.append(description)
        elif PUBLIC.match(name) and not (description.get("complete") is False and (node["kind"], name) in found):
            found[(node["kind"], name)] = description
    for enum in unnamed:
        if any(PUBLIC.match(value) for value in enum["values"]):
            found[("EnumDecl", f"unnamed with {enum['values'][0]}")] = enum
    return found


def compare_tables(differences, header, what, ours, reference):
    for name in sorted(set(ours) | set(reference), key=str):
        differences.expect(header, f"{what} {name}", ours.get(name), reference.get(name))


def comparable_macros(macros):
    """Values are compared by running a program. Here it is about which macros there are, and about the text of those
    that are no values of the library: marks and names of MPI's types."""
    return {name: body if name.startswith(("__", "OTF2_MPI_")) else bool(body) for name, body in macros.items()}


def compare_header(differences, header, ours, reference):
    declared = declarations_of(ours.tree(header))
    compare_tables(differences, header, "declaration", declared, declarations_of(reference.tree(header)))
    compare_tables(differences, header, "function type", ours.callback_texts(header), reference.callback_texts(header))
    for compiler in ("gcc", CLANG):
        compare_tables(differences, header, f"macro ({compiler})", comparable_macros(ours.macros(header, compiler)),
                       comparable_macros(reference.macros(header, compiler)))
    return declared


PROBE = """
#include <stdio.h>
#define TYPE(x) _Generic((x), signed char: "int8", unsigned char: "uint8", short: "int16", unsigned short: "uint16", \\
    int: "int32", unsigned: "uint32", long: "int64", unsigned long: "uint64", long long: "int64ll", \\
    unsigned long long: "uint64ll", default: "something else")
int main(void) {
"""


def probe(side, headers, numbers, texts, sizes, folder):
    """Values, their types, and sizes of types, as a program sees them."""
    lines = [f"#include <otf2/{header}>" for header in headers] + [PROBE]
    lines += [f'  printf("{n}\\t%s %lld\\n", TYPE({n}), (long long)({n}));' for n in sorted(numbers)]
    lines += [f'  printf("{n}\\t%s\\n", {n});' for n in sorted(texts)]
    lines += [f'  printf("sizeof {n}\\t%zu\\n", sizeof({n}));' for n in sorted(sizes)]
    program = pathlib.Path(folder) / "probe"
    must_run(["gcc", "-std=c11", "-w", "-x", "c", *side.flags(""), "-", "-o", program], "\n".join(lines + ["}", ""]))
    return dict(line.split("\t") for line in must_run([program]).splitlines())


def compare_values(differences, headers, declared, ours, reference):
    numbers, texts, sizes = set(), set(), set()
    incomplete = {f"struct {name}" for (kind, name), d in declared.items() if kind == "RecordDecl" and not d["complete"]}
    for (kind, name), description in declared.items():
        if kind == "EnumDecl":
            numbers.update(description["values"])
        elif kind == "TypedefDecl" and description["type"] not in incomplete:
            sizes.add(name)
    for header in headers:
        for name, body in ours.macros(header).items():
            if "(" not in name and body and not name.startswith("__"):
                (texts if body.startswith('"') else numbers).add(name)
    with tempfile.TemporaryDirectory() as folder:
        compare_tables(differences, "all headers", "value", probe(ours, headers, numbers, texts, sizes, folder),
                       probe(reference, headers, numbers, texts, sizes, folder))


def check_alone(differences, header, side):
    """Each header compiles alone, and everything it includes from otf2/ is ours."""
    source = f"#include <otf2/{header}>\ntypedef int not_empty;\n"
    for command in (["gcc", "-xc", "-std=c99"], ["g++", "-xc++", "-std=c++17"], [CLANG, "-xc", "-std=c99"],
                    [CLANG, "-xc++", "-std=c++17"]):
        done = run([*command, *WARNINGS, *side.flags(header), "-fsyntax-only", "-"], source)
        differences.expect(header, f"compiled by {' '.join(command)}", done.stderr.strip() or done.returncode, 0)
    for word in side.clang(header, "-M").split():
        if "/otf2/" in word or word.startswith("otf2"):
            differences.expect(header, "includes", word.startswith(str(side.folder)) or word, True)


def check_linkage(differences, headers, side):
    """C++ programs call the same symbols."""
    for header in headers:
        for node in functions_in(side.tree(header, language="c++", standard="c++17")):
            if PUBLIC.match(node["name"]):
                differences.expect(header, "symbol in C++", node.get("mangledName"), node["name"])


def functions_in(tree):
    for node in tree.get("inner", []):
        if node["kind"] == "LinkageSpecDecl":
            yield from functions_in(node)
        elif node["kind"] == "FunctionDecl":
            yield node


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ours")
    parser.add_argument("--reference", default="/usr/include")
    parser.add_argument("--symbols")
    arguments = parser.parse_args()
    ours, reference = Side(arguments.ours), Side(arguments.reference)
    if not reference.headers:
        parser.error(f"{arguments.reference} has no otf2/*.h")

    differences = Differences()
    differences.expect("otf2", "headers", ours.headers, reference.headers)
    headers = [header for header in reference.headers if header in ours.headers]
    library = [header for header in headers if header not in HELPERS]
    declared = {}
    for header in headers:
        found = compare_header(differences, header, ours, reference)
        if header in library:
            for key, description in found.items():
                if description.get("complete") is not False or key not in declared:
                    declared[key] = description
        check_alone(differences, header, ours)
    compare_values(differences, library, declared, ours, reference)
    check_linkage(differences, [h for h in ("otf2.h", "OTF2_EventSizeEstimator.h") if h in headers], ours)

    functions = {name for kind, name in declared if kind == "FunctionDecl"}
    if arguments.symbols:
        for symbol in pathlib.Path(arguments.symbols).read_text().split():
            differences.expect("symbols", symbol, symbol in functions, True)
    kinds = {kind: sum(1 for k, _ in declared if k == kind) for kind in
             ("FunctionDecl", "TypedefDecl", "EnumDecl", "RecordDecl")}
    print(f"{len(headers)} headers, {kinds['FunctionDecl']} functions, {kinds['TypedefDecl']} types, "
          f"{kinds['EnumDecl']} enumerations, {kinds['RecordDecl']} structs and unions: "
          f"{differences.compared} comparisons, {differences.count} differences")
    return 1 if differences.count else 0


if __name__ == "__main__":
    sys.exit(main())
