# SPDX-License-Identifier: BSD-3-Clause
"""The arguments of calls that are watched: as the macros of src/record/preload/io have them, and as versions of DFTracer
do (docs/formats/dftracer.tables.json)."""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
WATCHING = ROOT / "src/record/preload/io"
MACRO = re.compile(r"^WEFT_IO_(VOID_CALL|CALL|CALL_AND_64|CALL_AS|CLOSING_CALL)\(", re.MULTILINE)
# Defined without one of these macros; they have tests of their own.
BY_HAND = {"dup2", "execl", "execlp", "execv", "execve", "execvp", "execvpe", "fork"}
# Variants that no version watches.
OURS_ALONE = {
    "__fgets_chk", "__fgets_unlocked_chk", "__fread_chk", "__fread_unlocked_chk", "__getdelim", "creat", "fdopen",
    "fgetc_unlocked", "fgetpos64", "fgets_unlocked", "fputc_unlocked", "fputs_unlocked", "fread_unlocked", "freopen64",
    "fseeko", "fseeko64", "fsetpos64", "ftello", "ftello64", "fwrite_unlocked", "getdelim", "getline", "mkostemp",
    "mkostemp64", "mkostemps", "mkostemps64", "mkstemp", "mkstemp64", "mkstemps", "mkstemps64", "pipe2", "preadv2",
    "preadv64v2", "putc", "putc_unlocked", "pwritev2", "pwritev64v2", "renameat2", "statx"}
# What calls tell here beside what DFTracer has: that they failed, and the other file of a copy.
MORE = {**dict.fromkeys(("__open_2", "__open64_2", "__openat_2", "__openat64_2", "openat64"), {"ret"}),
        "copy_file_range": {"out_hash"}, "sendfile": {"in_hash"}, "sendfile64": {"in_hash"},
        "mmap": {"address"}, "mmap64": {"address"}}  # which only the newest version tells


def parts_of(text, begin):
    """What stands between the commas behind an opening parenthesis."""
    parts, depth = [""], 1
    for character in text[begin:]:
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return [part.strip() for part in parts]
        if character == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += character
    raise ValueError("a macro without an end")


def ours():
    """Arguments by call."""
    names = dict(re.findall(r'KEY\((\w+), "(\w+)"', (WATCHING / "keys.hpp").read_text()))
    found = {}
    for path in sorted(WATCHING.glob("*.cpp")):
        text = path.read_text()
        for macro in MACRO.finditer(text):
            parts = parts_of(text, macro.end())
            name = parts[1 if macro[1] == "VOID_CALL" else 2]
            arguments = {names[key] for key in re.findall(r"Key::(\w+)", parts[-1])}
            for each in (name, f"{name}64") if macro[1] == "CALL_AND_64" else (name,):
                found[each] = arguments
    return found


def theirs():
    """For each call, the arguments that versions tell of it."""
    tables = json.loads((ROOT / "docs/formats/dftracer.tables.json").read_text())["interception"]
    found = {}
    for version in tables.values():
        if isinstance(version, dict):
            for part in ("POSIX", "STDIO", "POSIX_added", "STDIO_added"):
                for call in version.get(part, []):
                    found.setdefault(call["name"], []).append(set(call.get("args") or []))
    return found
