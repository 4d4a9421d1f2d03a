#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""OTF both ways against the reference library: every record with edge values, in all forms; odd traces made by hand."""
import argparse
import pathlib
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import checks  # noqa: E402
import stamp_reference  # noqa: E402

# Format (1: long, 2: snapshots between the events), level of compression, size of the buffers: small ones make many
# chunks, whose borders are seen in compressed files.
VARIANTS = [(0, 0, 1 << 20), (1, 0, 1 << 20), (0, 4, 1 << 20), (1, 9, 1 << 20), (2, 0, 400), (3, 6, 400), (0, 4, 320),
            (1, 1, 340), (0, 2, 701)]

# Traces as text: what the reference makes of lines that it never writes.
ODD = {
    "unknown_lines": {"otf": "1:1\n", "0.def": "DQ\n", "0.marker": "MQ\nMD1NM\"m\"Y1\n", "1.def": "DZZZ1\nDP1NM\"a\"\nQ\n", "1.events": "5\n*1\nE1\nTQ5\nZZ9\n\nE2\n6\n*1\n"},
    "older_spellings": {
        "otf": "1:1,2\n",
        "0.def": "DP1N\"a\"P5\nDF1G2N\"f\"S3\nDCO1N\"c\"T4\nDS1F2L3\nDCNT1G2N\"c\"P3G7U\"u\"\nDPG1M1,2,N\"g\"\nDPG2MNM\"g\"\n"
                 "  DP3NM\"blanks\"\nDEFPROCESSGROUP 4 MEMBERS 1,2, NAME \"g\"\n",
        "1.events": "5\n*1\nE1S2\nL1S2\nLS3\nS1L2T3C4S5\nFB5X2\nFE1H2OP3B4X5\nFILEOPEND 1 HANDLEID 2 OPERATION 3 BYTES 4\n"
                    "FILEOPBEGIN 9 SCL 2\n5\n*1\n",
        "1.snaps": "5\n*1\nTS1O2G3T4\nTS1O2G3T4S5\nTS1O2G3T4L6X7\n5\n*1\n",
        "1.stats": "5\n*1\nSF1C2E3I4\nSM1C2A3NS4NR5S6R7\n5\n*1\n"},
    "state": {"otf": "1:1,2\n", "1.events": "E1\n*1\nE2\n5\nE3\n*1\nE4\n 7\n * 2 rest\nE5\n8 rest\nE6\n8\n*2\n"},
    "mapping": {"otf": " 1 : 1 , 2\n0:7\n1:3\n2:1\nnothing\n:5\n2:4\n3:9",
                "1.events": "5\n*1\nE1\n*2\nE2\n*3\nE3\n*4\nE4\n5\n*3\n", "2.events": "5\n*4\nE5\n*1\nE6\n6\n*4\n"},
    "ties": {"otf": "1:1\n2:2\n3:3\n4:4\n5:5\n",
             **{f"{s}.events": "".join(f"{t:x}\n*{s}\n" + f"K1Y6V{s}\n" * (t % s == 0) + f"E{s}{t:x}\nL\n" for t in range(1, 9))
                for s in range(1, 6)}},
    "key_values": {"otf": "1:1\n",
                   "1.events": "5\n*1\nK1Y6V5\nK1Y6V6\nKEY 2 TYPE 2 VALUE ff\nE1\nK3YbV0102L2\nK4Y8V1\nE2\n"
                               "K1Y6V5\n\nE3\nK1Y6V5\nQQ\nE4\n5\n*1\n"},
    "numbers": {"otf": "1:1\n", "1.events": "5\n*1\nE123456789abcdef\nE\nEffffffffX1\nS L T C\n5\n*1\n"},
    "tail": {"otf": "1:1\n", "0.def": "DP1NM\"a\"\nDP2NM\"b\"", "1.events": "5\n*1\nE1\n6\n*1\nE2"},
}


class Checker:
    def __init__(self, reference, weft, workdir):
        self.reference, self.weft, self.workdir = reference, weft, workdir
        self.report = checks.Report()

    def lines(self, program, stub):
        """What a program reads; unique ids differ from trace to trace."""
        out = self.workdir / "read.txt"
        status, errors = checks.run([program, "read", stub], stdout=out)
        if status:
            return [f"status {status}: {errors}".encode()]
        return [line for line in out.read_bytes().splitlines() if not line.startswith(b"DefUniqueId")]

    def same_reading(self, name, stub):
        theirs, ours = self.lines(self.reference, stub), self.lines(self.weft, stub)
        problems = [] if len(theirs) > 5 else ["there are no records"]
        for number, pair in enumerate(zip(ours, theirs), start=1):
            if pair[0] != pair[1]:
                problems += [f"line {number}: weft:      {pair[0][:300]}", f"line {number}: reference: {pair[1][:300]}"]
                break
        if len(ours) != len(theirs):
            problems.append(f"{len(ours)} and {len(theirs)} lines")
        self.report.add(name, problems)


def text_of(path):
    """The lines of a file without the one that is unique."""
    content = path.read_bytes()
    if path.suffix == ".z":
        content = zlib.decompressobj().decompress(content)
    return [line for line in content.splitlines() if not line.startswith((b"DUI", b"DEFUNIQUEID"))]


def same_files(theirs, ours):
    names = sorted(path.name for path in theirs.iterdir())
    if names != sorted(path.name for path in ours.iterdir()):
        return ["other files"]
    problems = [] if len(names) > 1 else ["there are no files"]
    for name in names:
        if ".0.def" in name:
            same = text_of(theirs / name) == text_of(ours / name)
        else:
            same = (theirs / name).read_bytes() == (ours / name).read_bytes()
        problems += [] if same else [f"{name} differs"]
    return problems


def check_all_records(checker):
    for variant in VARIANTS:
        name = "format {}, level {}, buffers of {}".format(*variant)
        theirs, ours = (checks.empty_directory(checker.workdir / who) for who in ("theirs", "ours"))
        checks.must_run([checker.reference, "write", theirs / "t", *variant])
        checks.must_run([checker.weft, "write", ours / "t", *variant])
        checker.report.add(f"{name}: both write the same bytes", same_files(theirs, ours))
        checker.same_reading(f"{name}: both read the same from the reference's files", theirs / "t")
        checker.same_reading(f"{name}: both read the same from Weft's files", ours / "t")


def check_unsorted(checker):
    theirs, ours = (checks.empty_directory(checker.workdir / who) for who in ("theirs", "ours"))
    checks.must_run([checker.reference, "unsorted", theirs / "t"])
    checks.must_run([checker.weft, "unsorted", ours / "t"])
    checker.report.add("times that are not in order: both write the same bytes", same_files(theirs, ours))


def check_odd_traces(checker):
    for name, files in ODD.items():
        directory = checks.empty_directory(checker.workdir / "odd")
        for suffix, text in files.items():
            (directory / f"t.{suffix}").write_text(text, encoding="latin-1")
        checker.same_reading(f"{name}: both read the same", directory / "t")


def main():
    parser = argparse.ArgumentParser(description="Check Weft's OTF against the reference library.")
    parser.add_argument("--weft-otf", required=True, type=pathlib.Path, help="the program of weft_otf.cpp")
    parser.add_argument("--records", required=True, type=pathlib.Path, help="docs/formats/otf.records.json")
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    workdir = arguments.workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    checker = Checker(workdir / "reference", arguments.weft_otf, workdir)
    try:
        (workdir / "stamped.h").write_text(stamp_reference.stamp(arguments.records), encoding="utf-8")
        checks.must_run([arguments.cc, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type", f"-I{workdir}",
                         HERE / "reference.c", "-o", checker.reference, "-lopen-trace-format", "-lz"])
        check_all_records(checker)
        check_unsorted(checker)
        check_odd_traces(checker)
    except checks.Stop as stop:
        checker.report.add("the programs build and run", [str(stop)])
    checker.report.finish()


if __name__ == "__main__":
    main()
