# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of this folder share: running programs that were made for DFTracer, and looking at their traces."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "record"))
import recorder_tests  # noqa: E402
from dftracer_lines import check_file, records_of  # noqa: E402
from recorder_tests import LIMIT  # noqa: E402

ENABLED = {"DFTRACER_ENABLE": "1", "DFTRACER_INC_METADATA": "1"}


class Bench(recorder_tests.Bench):
    """The programs under test, and where our DFTracer is."""

    def __init__(self, options):
        super().__init__(options)
        self.library = pathlib.Path(options.library).resolve()
        self.python = pathlib.Path(options.python).resolve()
        self.include = pathlib.Path(options.include).resolve()

    def environment(self, place, settings):
        variables = {k: v for k, v in os.environ.items() if not k.startswith(("DFTRACER_", "DLIO_PROFILER_", "WEFT_"))}
        return variables | {"DFTRACER_LIBRARY": str(self.library / "libdftracer.so"),
                            **{k: str(v) for k, v in settings.items() if v is not None}}

    def run(self, place, command, enabled=True, code=0, preload=False, **settings):
        """Runs a command in `place`, enabled or not, with variables; answers what it said."""
        settings = {**(ENABLED if enabled else {}), **settings}
        if preload:
            settings["LD_PRELOAD"] = str(self.library / "libdftracer_preload.so")
        done = subprocess.run([str(word) for word in command], cwd=place, env=self.environment(place, settings),
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        self.checks.equal(f"{place.name}: its code ({done.stderr.strip()})", done.returncode, code)
        return done

    def modes(self, name, *arguments, **settings):
        """Runs `modes`; answers its place."""
        place = self.place(name)
        done = self.run(place, [self.programs / "modes", *arguments], **settings)
        self.checks.equal(f"{name}: says nothing", done.stderr, "")
        return place

    def one(self, place, **how):
        """The records of the only trace there, which is checked."""
        paths = files_of(place)
        self.checks.equal(f"{place.name}: one file", len(paths), 1)
        return self.checked(paths[0], **how) if paths else []

    def checked(self, path, is_complete=True, has_arguments=True):
        """The records of a trace that all readers understand."""
        records = check_file(self.checks, path, is_complete) if has_arguments else records_of(path)
        done = subprocess.run([self.weft, "check", path], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.checks.equal(f"{path.name}: weft check", (done.returncode, done.stderr), (0, ""))
        return records


def files_of(place):
    return sorted(path for path in place.iterdir() if ".pfw" in path.name)


def events(records, *categories):
    """Name, category and arguments of events that are not the recorder's own, those of the recorder left out."""
    return [(r["name"], r["cat"], {k: v for k, v in r.get("args", {}).items() if k not in ("hhash", "level", "p_idx")})
            for r in records if r["ph"] == "X" and r["cat"] != "dftracer" and (not categories or r["cat"] in categories)]


def metadata(records, kind):
    return [{k: v for k, v in r["args"].items() if k != "hhash"} for r in records if r["ph"] == "M" and r["name"] == kind]


def check_levels(checks, name, records):
    """Every event is in the one whose id it names, which is one level above it and as long as it at least."""
    by_id = {r["id"]: r for r in records if r["ph"] == "X"}
    for record in by_id.values():
        if record["cat"] == "dftracer":
            continue
        level, outer = record["args"]["level"], record["args"]["p_idx"]
        if level == 1 or outer == -1:
            checks.true(f"{name}: outermost", (level, outer) == (1, -1), f"{record}")
            continue
        around = by_id.get(outer)
        checks.true(f"{name}: inside", around is not None and around["args"]["level"] == level - 1
                    and around["tid"] == record["tid"] and around["ts"] <= record["ts"]
                    and record["ts"] + record["dur"] <= around["ts"] + around["dur"] and outer < record["id"],
                    f"{record} in {around}")


def main(doc, cases):
    recorder_tests.main(doc, cases, Bench, ("library", "python", "include"))
