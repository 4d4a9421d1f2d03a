#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Weft and ADIOS 1.13.1 read each other's BP files.

    run_bp.py --weft PROGRAM --writer PROGRAM --workdir DIRECTORY [--data DIRECTORY]

A program of ours on the ADIOS library writes files with one process and with four, in each way that ADIOS has: every
type and shape, several steps, added one by one. Weft must read the same values, statistics and attributes as ADIOS, find
nothing wrong, and build the same footer from the process groups alone. Then Weft writes the same content: ADIOS must
read the same from it, and its tools must print the same as of the file that ADIOS wrote.
"""
import argparse
import collections
import decimal
import itertools
import json
import math
import pathlib
import re
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import checks  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# Libraries without the links that development packages would bring: ADIOS is a static library and names them all.
COMMON = ["-l:libsz.so.2", "-l:liblz4.so.1", "-l:libblosc.so.1", "-lz", "-l:libbz2.so.1.0", "-lm", "-lpthread"]
MPI_LIBRARIES = ["-L/usr/lib/x86_64-linux-gnu/adios/openmpi", "-ladios", "-l:libhdf5_openmpi_hl.so.100",
                 "-l:libhdf5_openmpi.so.103", "-l:libnetcdf_mpi.so.19"]
MPIRUN = ["mpirun", "-n", "4", "--oversubscribe", "--allow-run-as-root"]
# Every reference program gets a limit: some loop over damaged or unusual files.
LIMIT = ["timeout", "60"]
STEPS = 3  # content.h
DISTANCE = 1e-9  # of averages and deviations, which depend on the order of sums

Case = collections.namedtuple("Case", "name mpi method parameters statistics transform")
CASES = [
    Case("posix", False, "POSIX", "", "0", ""),
    Case("posix_full", False, "POSIX", "", "1", ""),
    Case("posix_none", False, "POSIX", "", "-1", ""),
    Case("identity", False, "POSIX", "", "0", "identity"),
    Case("zlib", False, "POSIX", "", "1", "zlib"),
    Case("bzip2", False, "POSIX", "", "0", "bzip2"),
    Case("nan", False, "POSIX", "", "0", "nan"),
    Case("nan_full", False, "POSIX", "", "1", "nan"),
    Case("mpi", True, "MPI", "", "0", ""),
    Case("mpi_full", True, "MPI", "", "1", "zlib"),
    Case("sub_files", True, "POSIX", "", "1", ""),
    Case("aggregate", True, "MPI_AGGREGATE", "num_aggregators=2;num_ost=2", "0", ""),
]


def number(value, kind):
    """A number as its type holds it, so that two spellings of one number are equal."""
    if isinstance(value, list):
        return [number(part, {"complex": "real", "double complex": "double"}[kind]) for part in value]
    if isinstance(value, str) or value is None:
        return value
    if kind == "real":
        return struct.pack("f", float(value))
    if kind == "double":
        return struct.pack("d", float(value))
    return decimal.Decimal(value) if kind == "long double" else int(value)


def values_of(record, kind):
    return [number(value, kind) if not is_word(value, kind) else value for value in record["values"]]


def is_word(value, kind):
    return kind in ("string", "string array") or value in ("nan", "inf", "-inf")


def read_reference(path):
    """(values by variable, step and block; statistics by variable; attributes), as ADIOS reads them."""
    values, statistics, attributes = {}, {}, {}
    for line in path.read_text().splitlines():
        record = json.loads(line, parse_float=decimal.Decimal)
        kind = "string array" if record["type"] == "char*[]" else record["type"]
        if "attribute" in record:
            attributes["/" + record["attribute"].lstrip("/")] = (kind, values_of(record, kind))
        elif "statistics" in record:
            statistics[record["statistics"]] = record
        else:
            values[record["variable"], record["step"], record.get("block")] = (kind, values_of(record, kind))
    return values, statistics, attributes


def read_weft(path):
    values, attributes = {}, {}
    for line in path.read_text().splitlines():
        record = json.loads(line, parse_float=decimal.Decimal)
        kind = record["type"]
        if "attribute" in record:
            if "__adios__" not in record["attribute"]:
                attributes["/" + record["attribute"].lstrip("/")] = (kind, values_of(record, kind))
        elif "__adios__" not in record["variable"]:
            found = values_of(record, kind)
            if "shape" in record:
                values[record["variable"], record["step"], record.get("block")] = (kind, found)
            else:  # a scalar: one value of each block
                for block, value in enumerate(found):
                    values[record["variable"], record["step"], block] = (kind, [value])
    return values, attributes


def differences(ours, theirs, what):
    problems = [f"{what} {key}: only {'weft' if key in ours else 'ADIOS'} has it" for key in sorted(
        set(ours) ^ set(theirs), key=str)]
    problems += [f"{what} {key}: weft {ours[key]}, ADIOS {theirs[key]}" for key in ours
                 if key in theirs and ours[key] != theirs[key]]
    return problems


def is_near(one, other):
    if one is None or other is None:
        return one is None and other is None
    one, other = float(one), float(other)
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) == math.isnan(other)
    return abs(one - other) <= DISTANCE * max(1, abs(one), abs(other))


def sub_files_of(file):
    return file.with_name(f"{file.name}.dir").iterdir()


class Checker:
    def __init__(self, options, workdir):
        self.weft, self.writer, self.workdir = options.weft, options.writer, workdir
        self.report = checks.Report()
        self.serial, self.parallel = workdir / "reference", workdir / "reference_mpi"

    def build(self):
        flags = ["-std=gnu99", "-O1", "-Wall", "-Wextra", HERE / "reference.c"]
        checks.must_run(["gcc", *flags, "-D_NOMPI", "-o", self.serial, "-ladios_nompi", *COMMON])
        checks.must_run(["mpicc", *flags, "-o", self.parallel, *MPI_LIBRARIES, *COMMON])

    def reads(self, file):
        """What weft and ADIOS read, and the problems of doing so."""
        text, dumped = self.workdir / "weft.jsonl", self.workdir / "adios.jsonl"
        status, errors = checks.run([self.weft, "print", file, "--json"], stdout=text)
        problems = checks.complaints(["weft", "print", file], status, errors)
        status, errors = checks.run([*LIMIT, self.serial, "dump", file], stdout=dumped)
        return text, dumped, problems + checks.complaints(["reference", "dump", file], status, errors)

    def same_content(self, file):
        text, dumped, problems = self.reads(file)
        if problems:
            return problems
        ours, our_attributes = read_weft(text)
        theirs, _, their_attributes = read_reference(dumped)
        if len(theirs) < 200:
            problems.append(f"ADIOS reads only {len(theirs)} values")
        return problems + differences(ours, theirs, "value") + differences(our_attributes, their_attributes, "attribute")

    def same_statistics(self, file):
        described, dumped = self.workdir / "info.json", self.workdir / "adios.jsonl"
        status, errors = checks.run([self.weft, "info", file, "--json"], stdout=described)
        problems = checks.complaints(["weft", "info", file], status, errors)
        _, theirs, _ = read_reference(dumped)
        ours = {v["name"]: v.get("statistics", {}) for v in json.loads(described.read_text(), parse_float=decimal.Decimal)["variables"]}
        for name, record in theirs.items():
            kind, mine = record["type"], ours.get(name, {})
            # Without a number ADIOS says what was in memory; a NaN in front spoils what it counts.
            if name == "empty" or name.startswith("/nan/"):
                continue
            for bound in ("min", "max"):
                one, other = mine.get(bound), record[bound]
                same = one == other if is_word(one, kind) or is_word(other, kind) else number(one, kind) == number(other, kind)
                if not same:
                    problems.append(f"{bound} of {name}: weft {one}, ADIOS {other}")
            # ADIOS squares in the type of the elements, and wraps around; so do stored sums.
            for mean in ("average", "deviation"):
                if not is_near(mine.get(mean), record[mean]):
                    problems.append(f"{mean} of {name}: weft {mine.get(mean)}, ADIOS {record[mean]}")
        return problems

    def nothing_wrong(self, file):
        status, errors = checks.run([self.weft, "check", file], stdout=self.workdir / "check.txt")
        return checks.complaints(["weft", "check", file], status, errors)

    def only_statistics_wrong(self, file):
        """ADIOS counts wrong behind a NaN in front: that is told of some of these arrays, and nothing else."""
        text = self.workdir / "check.txt"
        status, errors = checks.run([self.weft, "check", file, "--json"], stdout=text)
        found = json.loads(text.read_text())["findings"]
        if status not in (0, 1) or {group["rule"] for group in found} - {"bp-statistics-differ"}:
            return [f"weft check: status {status}, {found}, {errors}"]
        told = [one["message"] for group in found for one in group["examples"]]
        return [message for message in told if "'/nan/first/" not in message]

    def same_footer(self, file):
        """A file without its footer, repaired, is the file."""
        whole = file.read_bytes()
        cut, mended = self.workdir / "cut.bp", self.workdir / "mended.bp"
        groups_end = struct.unpack("<Q", whole[-28:-20])[0]
        cut.write_bytes(whole[:groups_end])
        mended.unlink(missing_ok=True)
        status, errors = checks.run([self.weft, "repair", cut, mended])
        problems = checks.complaints(["weft", "repair", cut], status, errors)
        if problems:
            return problems
        # ADIOS says for texts where their data would be if the ends of all were counted twice: nobody looks there.
        mine, texts = mended.read_bytes(), whole.rindex(b"texts")
        differing = [at for at, pair in enumerate(zip(mine, whole)) if pair[0] != pair[1]]
        is_same = len(mine) == len(whole) and len(differing) <= STEPS and all(texts < at < texts + 400 for at in differing)
        return [] if is_same else [f"the footer is another one, at {differing[:5]}"]

    def same_sub_files(self, file):
        """Sub-files without their footers, repaired, are what they were."""
        problems = []
        for sub_file in sorted(sub_files_of(file)):
            whole = sub_file.read_bytes()
            mended = self.workdir / "mended"
            mended.unlink(missing_ok=True)
            sub_file.write_bytes(whole[:struct.unpack("<Q", whole[-28:-20])[0]])
            status, errors = checks.run([self.weft, "repair", sub_file, mended])
            problems += checks.complaints(["weft", "repair", sub_file], status, errors)
            if status == 0 and mended.read_bytes() != whole:
                problems.append(f"{sub_file.name}: the footer is another one")
            sub_file.write_bytes(whole)
        return problems

    def same_metadata(self, file):
        """Of a metadata file that is cut or gone the sub-files tell the same; bpls shows it of what repair makes."""
        whole, problems = file.read_bytes(), []
        printed = self.workdir / "weft.jsonl"
        checks.must_run([self.weft, "print", file, "--json"], stdout=printed)
        expected, (listing, _) = printed.read_bytes(), self.listing(file)
        room = checks.empty_directory(self.workdir / "mended_metadata")
        for size in (len(whole) - 10, None):
            file.unlink() if size is None else file.write_bytes(whole[:size])
            if size is not None:
                status, errors = checks.run([self.weft, "print", file, "--json"], stdout=printed)
                if status != 1 or b"bp-index-damaged" not in errors.encode() or printed.read_bytes() != expected:
                    problems.append(f"cut to {size} bytes: weft print ends with {status}: {errors}")
            mended = room / f"mended{size}.bp"
            status, errors = checks.run([self.weft, "repair", file, mended])
            problems += checks.complaints(["weft", "repair", file], status, errors)
            if status == 0 and self.listing(mended)[0] != listing:
                problems.append(f"cut to {size} bytes: bpls shows other things of the repaired file")
        file.write_bytes(whole)
        return problems

    def tool_text(self, command):
        """The lines of a tool but for those that must differ: sizes, hidden attributes and timers."""
        text = self.workdir / "tool.txt"
        status, errors = checks.run([*LIMIT, *command], stdout=text)
        lines = [re.sub(r"\s+", " ", line) for line in text.read_text(errors="replace").splitlines()]
        return lines, [] if status == 0 else [f"{command[0]}: status {status}: {errors}"]

    def listing(self, file, without=None):
        """What bpls shows of each variable and attribute. `without`: of older versions less can be shown."""
        lines, problems = self.tool_text(["bpls", "-lav", file])
        kept = [line for line in lines if "__adios__" not in line and not re.match(r" of (variables|attributes)| file size", line)]
        described = self.workdir / "names.json"
        checks.must_run([self.weft, "info", file, "--json"], stdout=described)
        names = [variable["name"] for variable in json.loads(described.read_text())["variables"]]
        for name in names:
            # bpls prints no long doubles, memory for what is empty, and several steps of texts packed together.
            if "long_double" in name or name in ("empty", "/texts/text") or "__adios__" in name:
                continue
            values, more = self.tool_text(["bpls", "-d", file, name])
            kept += values
            problems += more
        if without:
            kept = [line for line in kept if not re.search(without, line)]
        return kept, problems

    def same_listing(self, ours, theirs, without=None):
        mine, problems = self.listing(ours, without)
        their, more = self.listing(theirs, without)
        problems += more
        if len(their) < 100:
            problems.append(f"bpls shows only {len(their)} lines")
        if mine != their:
            problems += [f"weft: {a}\nADIOS: {b}" for a, b in zip(mine, their) if a != b] or ["bpls shows more of one"]
        return problems

    def same_dump(self, ours, theirs):
        """bpdump of both, entry by entry and line by line, but for offsets and ids, which hidden attributes and timers move,
        and for those themselves."""
        def dumped(file):
            lines, problems = self.tool_text(["bpdump", file])
            if not any("End of" in line for line in lines):
                problems.append("bpdump does not come to the end")
            entries, name = {}, None
            for line in lines:
                found = re.match(r"(\w+) \(Group\) \[ID\]: (\S+)", line)
                if found or not line.startswith(" "):
                    name = found and found.groups()
                elif name and "__adios__" not in name[1]:
                    line = re.sub(r"(?:Payload )?Offset ?\(\d+\) ?|File Index ?\(-?\d+\) ?", "", line)
                    # Of an empty block each says something else.
                    entries.setdefault(name, []).append(re.sub(r"M(in|ax)\(\S+\) ?", "", line) if name[1] == "/empty" else line)
            return entries, problems
        ours, problems = dumped(ours)
        theirs, more = dumped(theirs)
        problems += more
        if len(theirs) < 50 or list(ours) != list(theirs):
            problems.append(f"bpdump shows of weft's file {list(ours)}, of ADIOS's {list(theirs)}")
        return problems + [f"{name}: weft {one}, ADIOS {other}" for name in ours if name in theirs
                           for one, other in itertools.zip_longest(ours[name], theirs[name]) if one != other][:10]


def check_reading(checker):
    for case in CASES:
        directory = checks.empty_directory(checker.workdir / case.name)
        file = directory / "content.bp"
        launch = [*LIMIT, *(MPIRUN if case.mpi else []), checker.parallel if case.mpi else checker.serial]
        checks.must_run([*launch, "write", file, case.method, case.parameters, case.statistics, case.transform])
        checker.report.add(f"{case.name}: weft reads the values that ADIOS reads", checker.same_content(file))
        if case.statistics != "-1":
            checker.report.add(f"{case.name}: weft has the statistics that ADIOS has", checker.same_statistics(file))
        if case.transform == "nan":
            checker.report.add(f"{case.name}: weft finds what ADIOS counts wrong", checker.only_statistics_wrong(file))
        else:
            checker.report.add(f"{case.name}: weft finds nothing wrong", checker.nothing_wrong(file))
        if case.name == "sub_files":
            checker.report.add(f"{case.name}: weft makes the metadata file of its sub-files", checker.same_metadata(file))
        if not case.mpi:
            checker.report.add(f"{case.name}: weft builds the same footer", checker.same_footer(file))


def check_writing(checker):
    directory = checks.empty_directory(checker.workdir / "weft")
    for name, processes, sub_files, statistics, version, order, twin in [
            ("serial", 1, 0, "minmax", 3, "little", "posix"), ("serial_full", 1, 0, "full", 3, "little", "posix_full"),
            ("serial_none", 1, 0, "none", 3, "little", "posix_none"), ("parallel", 4, 0, "minmax", 3, "little", "mpi"),
            ("sub_files", 4, 1, "full", 3, "little", "sub_files"), ("big", 4, 0, "minmax", 3, "big", "mpi"),
            ("version2", 4, 0, "full", 2, "little", "sub_files"), ("version1", 4, 0, "minmax", 1, "little", "mpi")]:
        file = directory / f"{name}.bp"
        checks.must_run([checker.writer, file, processes, sub_files, statistics, version, order])
        checker.report.add(f"{name}: ADIOS reads the values that weft wrote", checker.same_content(file))
        if statistics != "none":
            checker.report.add(f"{name}: ADIOS has the statistics that weft wrote", checker.same_statistics(file))
        checker.report.add(f"{name}: weft finds nothing wrong", checker.nothing_wrong(file))
        if twin:
            theirs = checker.workdir / twin / "content.bp"
            # The header, and attributes that only version 3 has.
            is_usual = (version, order) == (3, "little")
            others = None if is_usual else r"^ (bp version|endianness|of \w+|statistics):|/values/"
            checker.report.add(f"{name}: bpls shows what it shows of the file of ADIOS",
                               checker.same_listing(file, theirs, others))
            if sub_files:
                pairs = zip(sorted(sub_files_of(file)), sorted(sub_files_of(theirs)), strict=True)
                checker.report.add(f"{name}: bpdump, too", [p for pair in pairs for p in checker.same_dump(*pair)])
                checker.report.add(f"{name}: weft builds the same footers", checker.same_sub_files(file))
            elif others is None:
                checker.report.add(f"{name}: bpdump, too", checker.same_dump(file, theirs))


def check_not_a_number(checker):
    """Values of the file of ADIOS; statistics of numbers alone."""
    for statistics, twin in (("minmax", "nan"), ("full", "nan_full")):
        file = checker.workdir / "weft" / f"{twin}.bp"
        checks.must_run([checker.writer, file, 1, 0, statistics, 3, "little", "nan"])
        checker.report.add(f"{twin}: ADIOS reads the values that weft wrote", checker.same_content(file))
        checker.report.add(f"{twin}: weft finds nothing wrong", checker.nothing_wrong(file))
        values = []
        for path in (file, checker.workdir / twin / "content.bp"):
            text = checker.workdir / "weft.jsonl"
            checks.must_run([checker.weft, "print", path, "--json"], stdout=text)
            values.append([line for line in text.read_text().splitlines() if '"/nan/' in line])
        checker.report.add(f"{twin}: the same values as in the file of ADIOS",
                           [] if values[0] == values[1] and len(values[0]) == 15 * STEPS else [f"{values[0][:2]}", f"{values[1][:2]}"])
        described = checker.workdir / "info.json"
        checks.must_run([checker.weft, "info", file, "--json"], stdout=described)
        arrays = {v["name"]: v.get("statistics", {}) for v in json.loads(described.read_text())["variables"]}
        problems = [f"{name}: {found}" for name, found in arrays.items() if name.startswith("/nan/")
                    and ("min" in found and not math.isnan(float(found["min"]))) != name.startswith("/nan/first/")]
        checker.report.add(f"{twin}: bounds are those of the numbers", problems)


def check_appending(checker):
    """The first step by ADIOS, the others by Weft."""
    for statistics, word, twin in (("0", "minmax", "posix"), ("1", "full", "posix_full")):
        file = checker.workdir / "weft" / f"appended_{word}.bp"
        checks.must_run(["env", "REFERENCE_STEPS=1", *LIMIT, checker.serial, "write", file, "POSIX", "", statistics, ""])
        checks.must_run([checker.writer, file, 1, 0, word, 3, "little", "append"])
        theirs = checker.workdir / twin / "content.bp"
        checker.report.add(f"appended, {word}: ADIOS reads the same values as Weft", checker.same_content(file))
        checker.report.add(f"appended, {word}: weft finds nothing wrong", checker.nothing_wrong(file))
        checker.report.add(f"appended, {word}: bpls shows what it shows of the file of ADIOS",
                           checker.same_listing(file, theirs))


def check_real_file(checker, data):
    file = data / "bp" / "flow11.bp"
    if not file.exists():
        print(f"{file} is not there: left out")
        return
    checker.report.add("flow11.bp: the statistics are those of the data", checker.nothing_wrong(file))
    described = checker.workdir / "flow.json"
    checks.must_run([checker.weft, "info", file, "--json"], stdout=described)
    listing = {v["name"]: v for v in json.loads(described.read_text())["variables"]}
    lines, problems = checker.tool_text(["bpls", "-l", file])
    for line in lines:
        found = re.match(r" (\S+) (\S+) (?:(\d+)\*)?(?:\{(\d+)\}|scalar) = (\S+) / (\S+)", line)
        if not found:
            continue
        _, name, steps, size, least, most = found.groups()
        ours = listing.pop(name)
        # So old an index does not say in which steps a variable was written; bpls then believes: in all.
        if ours["steps"] > int(steps or 1) or ours["shape"] != ([int(size)] if size else []):
            problems.append(f"{name}: weft says {ours['steps']} steps of {ours['shape']}, bpls {line}")
        if (f"{ours['statistics']['min']:g}", f"{ours['statistics']['max']:g}") != (least, most):
            problems.append(f"{name}: weft says {ours['statistics']}, bpls {line}")
    if listing:
        problems.append(f"bpls does not show {list(listing)}")
    checker.report.add("flow11.bp: weft lists what bpls lists", problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weft", type=pathlib.Path, required=True)
    parser.add_argument("--writer", type=pathlib.Path, required=True)
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path)
    options = parser.parse_args()
    workdir = checks.empty_directory(options.workdir)
    checker = Checker(options, workdir)
    try:
        checker.build()
        check_reading(checker)
        check_writing(checker)
        check_not_a_number(checker)
        check_appending(checker)
        if options.data:
            check_real_file(checker, options.data)
    except checks.Stop as stop:
        checker.report.add("the checks can run", [str(stop)])
    checker.report.finish()


if __name__ == "__main__":
    main()
