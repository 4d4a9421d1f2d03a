#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every format into every other one and back: what comes back is what was there, but for what the reports name.

    run_pairs.py --weft PROGRAM --workdir DIRECTORY --data DIRECTORY --maker PROGRAM [--only PAIR]

A pair is "otf2-litl". For each of them, and each of several traces:
- reports count every record that is there, and where nothing is lost `weft check` finds nothing new;
- OTF2 and BP hold everything: all records come back as they were;
- lines of DFTracer are objects whose names differ, and say what their hashes stand for;
- through other formats, every event comes back on its location, with all that it said, but for what the reports name and
  what the format says in other words.
Names stand for ids, which formats give as they like. Events of any kinds in any order, as the model allows them, go from
OTF2 into every format and back.
"""
import argparse
import collections
import functools
import gzip
import itertools
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import checks  # noqa: E402
import content  # noqa: E402

ENDINGS = {"otf2": "trace.otf2", "otf": "trace.otf", "litl": "trace.litl", "bp": "trace.bp", "dftracer": "trace.pfw",
           "dftracer2": "trace.pfw.gz"}
TRACES = {"sane": "otf2/good/sane/trace.otf2", "solver": "otf/good/solver/solver.otf", "threads": "litl/good/solver",
          "training": "dftracer/good/training/trace.pfw"}
HOLD_EVERYTHING = ("otf2", "bp")
# Made anew whenever a trace is written: what describes the files, and what repeats events.
MADE_ANEW = {"DefUniqueId", "DefAuxSamplePoint", "SnapshotStart", "SnapshotEnd", "GeneralHeader", "ProcessHeader", "ThreadPair"}
SUMMARIES = ("Summary", "Snapshot", "Snap")
PRINTED_AS_THEY_ARE = ("otf", "litl")  # not in the words of the model
# Traces of which each record is right, but not all of them together: ranks that nobody has, ends without a begin.
WITHOUT_MEANING = ("every", "any-1", "any-2", "any-3")


class Weft:
    def __init__(self, program, workdir):
        self.program, self.workdir = program, workdir

    def convert(self, trace, out, to):
        """The report of the conversion."""
        out.parent.mkdir(parents=True)
        report = out.parent / "report.json"
        status, errors = checks.run([self.program, "convert", trace, out, "--to", to, "--report", report])
        if status not in (0, 1):
            raise checks.Stop(f"weft convert {trace} {out}: exit {status}: {errors}")
        return json.loads(report.read_text())

    def records(self, trace):
        place = self.workdir / "printed.jsonl"
        checks.run([self.program, "print", "--json", "--names", trace], stdout=place)
        with open(place, encoding="utf-8", errors="surrogateescape") as lines:
            return [json.loads(line) for line in lines]

    def modelled(self, trace, form):
        """The records of a trace in the words of the model."""
        if form not in PRINTED_AS_THEY_ARE:
            return self.records(trace)
        archive = trace.parent / "modelled" / ENDINGS["otf2"]
        if not archive.exists():
            self.convert(trace, archive, "otf2")
        return self.records(archive)

    @functools.lru_cache(maxsize=None)
    def findings(self, trace):
        place = self.workdir / "checked.json"
        checks.run([self.program, "check", "--json", trace], stdout=place)
        return {finding["rule"] for finding in json.loads(place.read_text())["findings"]}


def everything(records, ignored):
    """All records with names, without fields that are ignored; those left out that are made anew or one location's own."""
    lines = collections.Counter()
    for record in records:
        if record["record"] in MADE_ANEW or record["record"].endswith(SUMMARIES) or "definedBy" in record:
            continue
        named = {**record, **record.get("names", {})}
        lines[json.dumps({k: v for k, v in named.items() if k not in ignored}, sort_keys=True)] += 1
    return lines


def differences(expected, found):
    return ([f"missing: {line[:300]}" for line in (expected - found)] + [f"too much: {line[:300]}" for line in (found - expected)])


def accounted(weft, trace, form, to, report):
    """What a report says was read is what the trace has. Dialects of DFTracer are copied by lines. How often formats in
    words of their own define something, the words of the model do not tell."""
    read = {kind["record"]: kind["read"] for kind in report["records"]}
    if form.startswith("dftracer") and to.startswith("dftracer"):
        lines = sum(1 for _ in opened(trace))
        return [] if read.get("line", 0) == lines else [f"{report['out']}: {read} read of {lines} lines"]
    there = collections.Counter(record["record"] for record in weft.modelled(trace, form)
                                if (form not in PRINTED_AS_THEY_ARE or "time" in record) and "definedBy" not in record)
    problems = [f"{report['out']}: {kind}: {read.get(kind, 0)} read of {count}" for kind, count in there.items()
                if read.get(kind, 0) != count and kind not in MADE_ANEW and not kind.endswith(SUMMARIES)]
    return problems + [f"no reason, or no example: {loss}" for loss in report["losses"]
                       if not loss["why"] or not loss["count"] or not loss.get("example")]


def losses(report, fate):
    return {loss["what"] for loss in report["losses"] if loss["fate"] == fate}


def compare(weft, seed, back, form, through, reports, has_meaning=True):
    """`form` is the format of the seed, and of what came back."""
    told = content.Told(reports)
    if through in HOLD_EVERYTHING:
        # Events are counted anew. A class of metrics is named after its members, whose numbers depend on which of several
        # threads wrote its location first.
        ignored = {"names", "matchingId", "numberOfEvents", "metricMembers"} | ({"time"} if told.tolerance else set())
        before, after = (everything(weft.records(trace), ignored) for trace in (seed, back))
        if "number in quotes" in told.translated:  # a text says that there were quotes
            before, after = (collections.Counter({k: n for k, n in side.items() if '"record": "String"' not in k})
                             for side in (before, after))
        return differences(before, after)
    before, after = (content.Events(weft.modelled(trace, form), form, through) for trace in (seed, back))
    return content.differences(before, after, told, has_meaning)


def opened(trace):
    """The lines of a trace of DFTracer, which may be a directory."""
    for file in sorted(trace.iterdir()) if trace.is_dir() else [trace]:
        content_of = gzip.open if file.suffix == ".gz" else open
        with content_of(file, "rt", encoding="utf-8") as lines:
            yield from (line for line in lines if "{" in line)


def repeated_names(trace):
    """Lines of DFTracer in which an object has a name twice, which readers of JSON understand as they like."""
    problems = []

    def object_of(pairs):
        if len(dict(pairs)) != len(pairs):
            problems.append(f"{trace}: a name stands twice: {pairs}")
        return dict(pairs)

    for line in opened(trace):
        json.loads(line.strip().rstrip(","), object_pairs_hook=object_of)
    return problems


def unknown_hashes(trace):
    """Arguments that stand for files or hosts, though no line says for which."""
    lines = [json.loads(line.strip().rstrip(",")) for line in opened(trace)]
    known = {line["args"]["value"] for line in lines if line["name"] in ("HH", "FH", "SH")}
    return [f"{trace}: nobody says what it is: {key} {value}" for line in lines for key, value in line["args"].items()
            if key.endswith("hash") and value not in known]


def check_pair(weft, place, seeds, originals, one, other):
    """Seeds are traces of the format `one`, by name, and were made of the originals."""
    problems = []
    for name, seed in seeds.items():
        there, back = place / name / "there" / ENDINGS[other], place / name / "back" / ENDINGS[one]
        reports = [weft.convert(seed, there, other), weft.convert(there, back, one)]
        found = accounted(weft, seed, one, other, reports[0]) + accounted(weft, there, other, one, reports[1])
        found += compare(weft, seed, back, one, other, reports, name not in WITHOUT_MEANING)
        if other.startswith("dftracer") and name not in WITHOUT_MEANING:  # which have metrics with two members of one name
            found += repeated_names(there)
            found += unknown_hashes(there) if other == "dftracer" and one == "otf2" else []
        known = weft.findings(seed) | weft.findings(originals[name])
        for written, told in ((there, reports[:1]), (back, reports)):
            new = weft.findings(written) - known
            if new and not any(losses(report, "lost") for report in told):
                found.append(f"weft check {written}: {new}")
        problems += [f"{name}: {problem}" for problem in found]
    return problems


def begin(description, *more):
    """Options, a directory to work in, the command and a report; `more` are options besides the usual ones."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--weft", "--workdir", "--data"):
        parser.add_argument(name, required=True, type=pathlib.Path)
    for name, settings in more:
        parser.add_argument(name, **settings)
    options = parser.parse_args()
    workdir = checks.empty_directory(options.workdir.resolve())
    return options, workdir, Weft(options.weft.resolve(), workdir), checks.Report()


def maker(makes):
    return "--maker", {"required": True, "type": pathlib.Path, "help": f"makes a trace with {makes}"}


def originals(options, workdir):
    """A trace of each tool, and one that has every kind of record."""
    checks.must_run([options.maker.resolve(), workdir / "made", 10])
    return {**{name: options.data / path for name, path in TRACES.items()}, "every": workdir / "made/every/trace.otf2"}


def main():
    options, workdir, weft, report = begin(__doc__, maker("every kind of record"),
                                           ("--only", {"help": "one pair, such as otf2-litl"}))
    traces = originals(options, workdir)
    traces["empty"] = workdir / "made/empty/trace.otf2"  # nothing happened, and nothing is defined
    made = {path.name: path / "trace.otf2" for path in sorted((workdir / "made").glob("any-*"))}
    seeds = collections.defaultdict(dict)
    for form, (name, path) in itertools.product(ENDINGS, traces.items()):
        seeds[form][name] = workdir / "seeds" / form / name / ENDINGS[form]
        weft.convert(path, seeds[form][name], form)
    for one, other in itertools.permutations(ENDINGS, 2):
        pair = f"{one}-{other}"
        if options.only in (None, pair):
            report.add(pair, check_pair(weft, workdir / pair, seeds[one], traces, one, other))
            if one == "otf2":
                report.add(f"any-{other}", check_pair(weft, workdir / f"any-{other}", made, made, one, other))
    report.finish()


if __name__ == "__main__":
    main()
