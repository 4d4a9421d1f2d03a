#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Debian's own OTF tools on our libraries: they say and write what they do on the reference's.

    run_debian.py --library DIRECTORY --records otf.records.json --workdir DIRECTORY
"""
import re
import sys

from libraries import HERE, checks, environment, main

sys.path.insert(0, str(HERE / "tools"))
import random_traces  # noqa: E402
from pairs import REFERENCE, PairOnCopies, reference_program  # noqa: E402

SECONDS = re.compile(rb"processing time: \d+ s\n|[0-9.]+s$")
HANDLE = re.compile(rb"(?<=handle ID )\d+")  # of which the reference reads 32 bits (section 12)
TOOLS = {
    "otfprint": ["t", "--fullkeyvalue t", "--nodef --num 3 90 t", "--time 200 700 t", "--procs 1 3 t", "--records 2 3 t",
                 "nosuch"],
    "otfinfo-trace": ["t", "-l 0 t", "-l 2 t", "-a t", "-a -f 2 t"],
    "otfmerge": ["t", "-n 2 -o m t", "-n 0 --long --stats --snaps t", "-n 3 -f 2 -rb 500 -wb 500 t", "-z 4 t", "nosuch"],
    "otfaux": ["t", "-n 5 --all t", "-p 100 -t 333 --statistics --funcgroups --filegroups t", "-o copy --match-messages t",
               "-o copy --inline-snapshots -n 7 t", "-z --thumbnail --thumbnail-samples 20 t", "-l t", "-R t"],
    "otfshrink": ["-i t -l 1", "-i t -o kept -l 1 -v", "-i t -m 1,2", "-p t"],
    "otfprofile": ["-i t --csv -M -S --notex", "-i t --csv --stat --notex", "-i t", "-i t -c"],
}


class OnBoth(PairOnCopies):
    """A program of Debian's, on the reference's libraries and on ours."""

    def __init__(self, tool, library, workdir):  # pylint: disable=super-init-not-called
        self.programs = (REFERENCE / tool,) * 2
        self.workdir, self.library, self.environment = workdir, library, None

    def run_ours(self, words, source, **options):
        return super().run_ours(words, source, environment=environment(self.library), **options)

    def both(self, words, source):
        outcomes = super().both(words, source)
        for outcome in outcomes:
            outcome.out = HANDLE.sub(lambda found: b"%d" % (int(found[0]) % 2**32), SECONDS.sub(b"", outcome.out))
        return outcomes


def traces(arguments):
    """Folders with a trace `t` each."""
    room = arguments.workdir / "traces"
    yield "by chance", random_traces.write(room / "chance", 1, more=["DZZZ"])
    yield "with snapshots between the events", random_traces.write(room / "inline", 2, streams=4, has_snapshots=True)
    yield "many processes", random_traces.write(room / "many", 3, streams=20, processes=60)
    program, _ = reference_program(arguments.workdir, arguments.records, arguments.cc)
    for name, form in {"every record": 0, "every record, long": 1}.items():
        folder = checks.empty_directory(room / str(form))
        checks.must_run([program, "write", folder / "t", form, 0, 1 << 20])
        yield name, folder


def check(report, arguments):
    for name, folder in traces(arguments):
        for tool, uses in TOOLS.items():
            if name.startswith("every record") and tool != "otfprint":
                continue  # edge values crash them, whatever the library
            pair = OnBoth(tool, arguments.library, arguments.workdir)
            for use in uses:
                report.add(f"{tool} {use}, {name}", pair.differences(use.split(), folder))


if __name__ == "__main__":
    main(__doc__, ("library", "records"), check)
