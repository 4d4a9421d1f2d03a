#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What conversions, cuts, splits and merges say: of damage, of what has no place in OUT, of records that are copied, of
options that make no sense, and how long it will take; and that bytes are on the disk before they have their name.

    run_told.py --weft PROGRAM --workdir DIRECTORY --data DIRECTORY --maker PROGRAM
"""
import collections
import gzip
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run_pairs  # noqa: E402
from run_pairs import checks  # noqa: E402

ENDINGS = {"otf2": "trace.otf2", "otf": "trace.otf", "litl": "trace.litl", "bp": "trace.bp", "dftracer": "trace.pfw",
           "dftracer2": "trace.pfw.gz"}
DIALECTS = ("dftracer", "dftracer2")


class Told:
    def __init__(self, weft, workdir, data, made):
        self.weft, self.workdir, self.made = weft, workdir, made
        self.stencil, self.sane = data / "otf2/good/stencil", data / "otf2/good/sane"
        self.threads = data / "litl/good/solver"
        self.solver, self.training = data / "otf/good/solver", data / "dftracer/good/training/trace.pfw"
        self.bad = workdir / "bad"
        shutil.copytree(self.stencil, self.bad)
        events = self.bad / "trace/0.evt"
        os.truncate(events, events.stat().st_size - 40)

    def run(self, *words):
        return subprocess.run([self.weft, *map(str, words)], capture_output=True, text=True, errors="replace",
                              timeout=120, stdin=subprocess.DEVNULL)

    def place(self, name):
        place = self.workdir / name
        place.mkdir(parents=True)
        return place

    def anchors(self, name, count):
        """Copies of a good trace."""
        return [shutil.copytree(self.stencil, self.workdir / name / f"in{i}") for i in range(count)]

    # Damage.

    def damage_of_inputs(self):
        """That of one of several inputs is told, once, however many others there are."""
        place = self.place("inputs")
        alone = findings(self.run("convert", self.bad, place / "alone/trace.otf2").stderr)
        if not alone:
            yield "the trace is not damaged"
        for others in (1, 5):
            done = self.run("merge", place / f"merged{others}.otf2", self.bad,
                            *self.anchors(f"inputs/{others}", others), "--clock", "offsets")
            if done.returncode != 1 or findings(done.stderr) != alone:
                yield f"with {others} others: exit {done.returncode}, not {alone}: {done.stderr}"
        done = self.run("merge", place / "aligned.otf2", self.bad, self.stencil, "--align", "messages")
        if done.returncode != 1 or findings(done.stderr) != alone:
            yield f"aligned: exit {done.returncode}, {findings(done.stderr)}, not {alone}"
        done = self.run("convert", self.bad, self.stencil, place / "strict.bp", "--strict")
        if done.returncode != 2 or (place / "strict.bp").exists():
            yield f"strict: exit {done.returncode}, {os.listdir(place)}: {done.stderr}"

    def strict_copies(self):
        """A damaged trace is not copied where nothing may be lost."""
        for form, ending in ENDINGS.items():
            place = self.place(f"strict/{form}")
            trace = place / "in" / ending
            if form == "otf2":
                trace = self.bad
            else:
                trace.parent.mkdir()
                self.run("convert", self.stencil, trace, "--to", form)
                break_it(trace)
            out = place / "out" / ending
            out.parent.mkdir()
            done = self.run("convert", trace, out, "--to", form, "--strict", "--report", place / "report.json")
            if done.returncode != 2 or os.listdir(out.parent) or "nothing may be lost" not in done.stderr:
                yield f"{form}: exit {done.returncode}, {os.listdir(out.parent)}: {done.stderr}"
            if not (place / "report.json").exists():
                yield f"{form}: no report"
            done = self.run("convert", trace, out, "--to", form)
            if done.returncode != 1 or not out.exists() or not findings(done.stderr):
                yield f"{form}, not strict: exit {done.returncode}: {done.stderr}"

    # What has no place in OUT.

    def summaries(self):
        """Snapshots and statistics are counted by every verb, and said to be made anew only where they are."""
        for trace, kinds in ((self.solver, {"snapshot record": 2, "statistics record": 1}),
                             (self.sane, {"snapshot record": 14})):
            place = self.place(f"summaries/{trace.name}")
            for form, fate in (("otf2", "lost"), ("bp", "lost"), ("otf", "translated")):
                out = f"{form}.{form}"
                ways = [["cut", trace, place / f"cut_{out}", "--first", "10"],
                        ["split", trace, place / f"split_{form}", "--by", "location", "--to", form],
                        ["merge", place / f"merge_{out}", trace, self.training, "--clock", "offsets"],
                        ["convert", trace, self.training, place / f"several_{out}"]]
                if form != ("otf" if trace is self.solver else "otf2"):
                    ways.append(["convert", trace, place / f"one_{out}"])
                for way in ways:
                    done = self.run(*way)
                    found = {m[2]: int(m[1].replace(",", "")) for m in
                             re.finditer(rf"^ *([\d,]+)  +{fate}  (\w+ record): they repeat", done.stderr, re.M)}
                    if done.returncode != 0 or found != kinds:
                        yield f"{way[0]} into {form}: exit {done.returncode}, {found}, not {kinds}: {done.stderr}"

    def copied_records(self):
        """The report of a copy has the records of the trace, by kind."""
        traces = {"otf2": self.sane, "otf": self.solver, "dftracer": self.training}
        for form in ENDINGS:
            place = self.place(f"copied/{form}")
            trace = traces.get(form, place / "in" / ENDINGS[form])
            if form not in traces:
                trace.parent.mkdir()
                self.run("convert", self.stencil if form not in DIALECTS else self.training, trace, "--to", form)
            for to in DIALECTS if form in DIALECTS else (form,):
                copy = place / f"copy_{to}" / ENDINGS[to]
                other = place / f"other_{to}.{'otf2' if form == 'bp' else 'bp'}"
                copy.parent.mkdir()
                for out, name in ((copy, "copy"), (other, "other")):
                    self.run("convert", trace, out, "--report", place / f"{to}_{name}.json",
                             *(["--to", to] if out is copy else []))
                records = {name: {r["record"]: r["read"] for r in
                                  json.loads((place / f"{to}_{name}.json").read_text())["records"]}
                           for name in ("copy", "other")}
                records["copy"].pop("line", None)
                if not records["copy"] or records["copy"] != records["other"]:
                    yield f"{form} as {to}: {differing(records['copy'], records['other'])}"
                if form not in DIALECTS:
                    counted = json.loads(self.run("count", "--json", trace).stdout)["kinds"]
                    if not counted.items() <= records["copy"].items():
                        yield f"{form}: {differing(counted, records['copy'])}"
        place = self.place("copied/part")
        self.run("convert", self.training, place / "x.pfw", "--category", "POSIX", "--report", place / "part.json")
        self.run("convert", self.training, place / "x.bp", "--category", "POSIX", "--report", place / "model.json")
        part, model = ({r["record"]: r["read"] for r in json.loads((place / name).read_text())["records"]}
                       for name in ("part.json", "model.json"))
        part.pop("line", None)
        if not part or part != model:
            yield f"a part: {differing(part, model)}"

    # Options.

    def options(self):
        place = self.place("options")
        copies = [place / "a.pfw", place / "b.pfw"]
        for copy in copies:
            shutil.copy(self.training, copy)

        def refused(what, *words):
            before = sorted(place.iterdir())
            done = self.run(*words)
            if done.returncode != 2 or what not in done.stderr or sorted(place.iterdir()) != before:
                yield f"{words}: exit {done.returncode}, {sorted(set(place.iterdir()) - set(before))}: {done.stderr}"

        self.run("convert", *copies, place / "some.otf2", "--category", "POSIX")
        self.run("convert", *copies, place / "all.otf2")
        calls = {name: json.loads(self.run("count", "--json", place / f"{name}.otf2").stdout)["events"]
                 for name in ("some", "all")}
        self.run("convert", copies[0], place / "one.otf2", "--category", "POSIX")
        one = json.loads(self.run("count", "--json", place / "one.otf2").stdout)["events"]
        if not 0 < calls["some"] == 2 * one < calls["all"]:
            yield f"categories: {calls}, one has {one}"
        yield from refused("categories", "convert", self.stencil, self.solver, place / "c.otf2", "--category", "POSIX")
        self.run("convert", self.solver, place / "chunks.otf2", "--chunk-size", "262144")
        info = self.run("info", "--json", place / "chunks.otf2").stdout
        if "262144" not in info:
            yield f"chunks: {info}"
        self.run("convert", self.made / "large/trace.otf2", place / "chunks.bp", "--chunk-size", "262144")
        self.run("convert", self.made / "large/trace.otf2", place / "usual.bp")
        if (place / "chunks.bp").read_bytes() == (place / "usual.bp").read_bytes():
            yield "windows of BP are as large as ever"
        yield from refused("chunks", "convert", self.stencil, place / "d.pfw", "--chunk-size", "262144")
        yield from refused("--unify", "convert", self.solver, place / "d.otf", "--unify")
        for words in (["convert", self.stencil, place / "t.otf2"], ["convert", copies[0], place / "t.pfw"],
                      ["convert", *copies, place / "t.bp"], ["cut", self.stencil, place / "t.otf2"]):
            yield from refused("before it begins", *words, "--time", "20ms", "10ms")
        for trace in (self.stencil, copies[0]):
            for verb in ("print", "stats", "count"):
                yield from refused("before it begins", verb, trace, "--time", "20ms", "10ms")
        before = copies[0].read_bytes()
        for report in (copies[0], place / "e.otf2", place / "./e.otf2", place, place / "none/report.json",
                       place / "all.otf2"):
            yield from refused(report.name, "convert", copies[0], place / "e.otf2", "--report", report)
        if copies[0].read_bytes() != before:
            yield "a report has replaced an input"

    def files_of_one_trace(self):
        """Who names all files of a trace, or lets a pattern do so, means the trace, once; so does a directory."""
        content = lambda trace: self.run("print", "--json", trace).stdout
        for form, ending in ENDINGS.items():
            place = self.place(f"files/{form}")
            (place / "in").mkdir()
            self.run("convert", self.stencil, place / "in" / ending, "--to", form)
            self.run("convert", place / "in" / ending, place / "wanted.bp", "-j", "1")
            for name, words in (("directory", [place / "in"]), ("pattern", [place / "in" / "*"]), ("list", sorted((place / "in").iterdir()))):
                done = self.run("convert", *words, place / f"{name}.bp", "-j", "1")
                if done.returncode != 0 or content(place / f"{name}.bp") != content(place / "wanted.bp"):
                    yield f"{form}: a {name}: exit {done.returncode}: {done.stderr}"
            done = self.run("merge", place / "twice.bp", place / "in" / ending, place / "in" / ending, "--clock", "offsets")
            if "of 2 traces" not in done.stdout:
                yield f"{form}: named twice: exit {done.returncode}: {done.stdout}{done.stderr}"

    def reports_of_verbs(self):
        """Each verb that writes traces says what it read and lost, and takes no loss if none may be."""
        place = self.place("reports")
        calls = place / "calls.bp"
        self.run("convert", self.training, calls)
        kinds = lambda *traces: sum((collections.Counter(json.loads(self.run("count", "--json", trace).stdout)["kinds"])
                                     for trace in traces), collections.Counter())
        for out, traces, words in (("cut.litl", [self.solver], ["cut", self.solver, "OUT", "--time", "0s", "1000s"]),
                                   ("merge.litl", [self.solver, self.stencil],
                                    ["merge", "OUT", self.solver, self.stencil, "--clock", "offsets"]),
                                   ("pieces", [self.solver], ["split", self.solver, "OUT", "--by", "location", "--to", "litl"]),
                                   ("lines.pfw", [calls, calls], ["merge", "OUT", self.training, self.training])):
            words = [place / out if word == "OUT" else word for word in words]
            strict, report = (place / f"{out}{n}.json" for n in (1, 2))
            done = self.run(*words, "--strict", "--report", strict)
            if (done.returncode, (place / out).exists(), "nothing may be lost" in done.stderr) != (2, False, True):
                yield f"{words[0]} --strict: exit {done.returncode}: {done.stderr}"
            done = self.run(*words, "--report", report)
            found = json.loads(report.read_text())
            read = {r["record"]: r["read"] for r in found["records"]}
            events = kinds(*traces)
            if done.returncode != 0 or not events or not events.items() <= read.items():
                yield f"{words[0]}: exit {done.returncode}, {differing(events, read)}: {done.stderr}"
            lost = {loss["what"] for loss in found["losses"] if loss["fate"] == "lost"}
            told = {what.split(".")[0] for what in re.findall(r"^ *[\d,]+  +lost  ([^:,]+)", done.stderr, re.M)}
            if not lost or {what.split(".")[0] for what in lost} != told:
                yield f"{words[0]}: {lost} in the report, {told} on the terminal"
            if strict.read_text() != report.read_text() and out != "pieces":  # of which the first stops all
                yield f"{words[0]}: a strict report is another"
        yield from self.report_of_split_goes_elsewhere(place)

    def report_of_split_goes_elsewhere(self, place):
        (place / "empty").mkdir()
        done = self.run("split", self.solver, place / "empty", "--by", "location", "--report", place / "empty/report.json")
        if done.returncode != 2 or "is in OUT" not in done.stderr or os.listdir(place / "empty"):
            yield f"a report among the pieces: exit {done.returncode}: {done.stderr}"

    def reports_on_pipes(self):
        """What is no file is written to, and stays what it is."""
        place = self.place("pipes")
        self.run("convert", self.solver, place / "a.bp", "--report", place / "report.json")
        wanted = json.loads((place / "report.json").read_text())["records"]
        (place / "stdout").symlink_to("/proc/self/fd/1")
        done = self.run("convert", self.solver, place / "b.bp", "--report", place / "stdout")
        with open(place / "kept", "w", encoding="utf-8") as kept:
            subprocess.run([self.weft, "convert", self.solver, place / "c.bp", "--report", place / "stdout"], stdout=kept,
                           stderr=subprocess.DEVNULL, check=True, stdin=subprocess.DEVNULL)
        for name, text in (("pipe", done.stdout), ("file", (place / "kept").read_text())):
            if not text or json.loads(text)["records"] != wanted:
                yield f"{name}: exit {done.returncode}: {text[:200]}, {done.stderr}"
        if sorted(os.listdir(place)) != ["a.bp", "b.bp", "c.bp", "kept", "report.json", "stdout"]:
            yield f"left: {os.listdir(place)}"
        if not (place / "stdout").is_symlink():
            yield "a link has become a file"

    def pruned_markers(self):
        """Whom markers are about stays."""
        place = self.place("markers")
        trace = shutil.copytree(self.sane, place / "in") / "trace.otf2"
        marker = place / "otf2-marker"
        marker.symlink_to(self.weft)
        definitions = records(self.run("print", "--json", "--definitions", trace).stdout)
        begin, = [r["globalOffset"] for r in definitions if r["record"] == "ClockProperties"]
        # What nothing that location 0 does refers to.
        scopes = {"LOCATION_GROUP": ("LocationGroup", 1), "SYSTEM_TREE_NODE": ("SystemTreeNode", 2),
                  "GROUP": ("Group", 9), "COMM": ("Comm", 6)}
        subprocess.run([marker, "--add-def", "ours", "category", "LOW", trace], check=True, capture_output=True)
        for scope, (_, number) in scopes.items():
            subprocess.run([marker, "--add", "ours", "category", str(begin), f"{scope}:{number}", "text", trace],
                           check=True, capture_output=True)
        self.run("cut", trace, place / "cut.otf2", "--location", 0, "--time", begin, begin, "--prune")
        found = records(self.run("print", "--json", place / "cut.otf2").stdout)
        if sum(r["record"] == "Marker" and r["text"] == "text" for r in found) != len(scopes):
            yield f"markers are gone: {[r for r in found if r['record'] == 'Marker']}"
        for kind, number in scopes.values():
            if not any(r["record"] == kind and r["self"] == number for r in found):
                yield f"{kind} {number} is gone"

    def foreign_markers(self):
        """Those that a trace of LiTL got as an archive are lost, and the first of them is told."""
        place = self.place("foreign")
        trace = place / "trace.otf2"
        self.run("convert", self.threads, trace)
        marker = place / "otf2-marker"
        marker.symlink_to(self.weft)
        definitions = records(self.run("print", "--json", "--definitions", trace).stdout)
        begin, = [r["globalOffset"] for r in definitions if r["record"] == "ClockProperties"]
        for words in (["--add-def", "ours", "category", "LOW"],
                      *(["--add", "ours", "category", str(begin), "GLOBAL", text] for text in ("first", "second"))):
            subprocess.run([marker, *words, trace], check=True, capture_output=True)
        self.run("convert", trace, place / "back.litl", "--report", place / "report.json")
        told = {loss["what"]: loss for loss in json.loads((place / "report.json").read_text())["losses"]}
        for kind, count, word in (("DefMarker", 1, "category"), ("Marker", 2, "first")):
            loss = told.get(kind, {"count": 0})
            if loss["count"] != count or word not in loss.get("example", ""):
                yield f"{kind}: {loss}"

    # Progress.

    def progress(self):
        """What a terminal is shown of work on many events."""
        place = self.place("progress")
        large = self.made / "large/trace.otf2"
        self.run("convert", large, place / "large.bp")
        for words in (["cut", large, place / "cut.otf2", "--time", "0s", "1000s"],
                      ["cut", large, place / "first.otf2", "--location", "0"],
                      ["convert", place / "large.bp", place / "time.otf2", "--time", "0s", "1000s"],
                      ["split", large, place / "pieces", "--by", "location", "--to", "bp"],
                      ["merge", place / "merged.bp", large, place / "large.bp", "--clock", "offsets"]):
            shown = on_a_terminal([self.weft, *map(str, words)])
            left = [int(n.replace(",", "")) for n in re.findall(r"([\d,]+) s left", shown)]
            shares = [int(n) for n in re.findall(r"(\d+)%", shown)]
            if not shares or not left or max(left) > 3600 or shares != sorted(shares):
                yield f"{words[0]}: {shares}, {left} s left: {shown[:300]!r}"

    # What is on the disk when a name appears.

    def on_the_disk(self):
        for form, ending in {**ENDINGS, "csv": "x.csv", "perfetto": "x.pftrace"}.items():
            place = self.place(f"disk/{form}").resolve()
            yield from self.order(place, [self.weft, "convert", self.stencil, place / ending, "--to", form])
        for form, trace in (("otf2", self.stencil), ("otf", self.solver), ("dftracer", self.training)):
            place = self.place(f"disk/copy_{form}").resolve()
            yield from self.order(place, [self.weft, "convert", trace, place / ENDINGS[form]])
        for name, trace, how in (("split", self.stencil, ("--by", "process")),
                                 ("split_lines", self.training, ("--size", "0.002"))):
            place = self.place(f"disk/{name}").resolve()
            yield from self.order(place, [self.weft, "split", trace, place / "pieces", *how])

    def order(self, place, command):
        """Before something gets a name in `place`, all of it has been written; the name itself is, too. OUT, the fourth
        word of the command, gets its own last."""
        log = place.parent / f"{place.name}.strace"
        subprocess.run(["strace", "-f", "-y", "-s", "4096", "-o", log, "-e",
                        "trace=write,pwrite64,copy_file_range,ftruncate,fdatasync,fsync,rename,renameat,renameat2",
                        *map(str, command)], check=True, capture_output=True)
        unsynced, names, names_are_safe = set(), [], True
        for line in log.read_text(errors="replace").splitlines():
            call = re.match(r"\d+ +(\w+)\(", line)
            if not call or " = -1 " in line:
                continue
            paths = [p for p in re.findall(r'[<"](/[^>"]*)[>"]', line) if p.startswith(f"{place}/") or p == str(place)]
            if call[1] in ("write", "pwrite64", "ftruncate"):
                unsynced |= set(paths[:1])
            elif call[1] == "copy_file_range":
                unsynced |= set(paths[-1:])
            elif call[1] in ("fdatasync", "fsync"):
                unsynced -= set(paths)
                names_are_safe |= str(place) in paths
            elif len(paths) == 2:
                waiting = {p for p in unsynced if p == paths[0] or p.startswith(f"{paths[0]}/")}
                unsynced = unsynced - waiting | {paths[1] + p.removeprefix(paths[0]) for p in waiting}
                if pathlib.Path(paths[1]).parent != place:
                    continue
                names.append(paths[1])
                names_are_safe = False
                if waiting:
                    yield f"{place.name}: {paths[1]} has its name before these are written: {waiting}"
        if names[-1:] != [str(command[3])] or not names_are_safe:
            yield f"{place.name}: {names} are {'' if names_are_safe else 'not '}on the disk"


def findings(text):
    return collections.Counter(re.findall(r"\[([a-z-]+)\]$", text, re.M))


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def differing(one, other):
    return {k: (one.get(k), other.get(k)) for k in sorted({*one, *other}) if one.get(k) != other.get(k)}


def break_it(trace):
    """The largest file of a trace loses its end; where that would be the index, some bytes in the middle; and a
    compressed one gets what is no member, by which no line is lost."""
    file = max((p for p in trace.parent.rglob("*") if p.is_file()), key=lambda p: p.stat().st_size)
    content = file.read_bytes()
    if trace.suffix == ".bp":
        at = len(content) // 3
        file.write_bytes(content[:at] + bytes(b ^ 0xff for b in content[at:at + 64]) + content[at + 64:])
    elif trace.suffix == ".gz":
        file.write_bytes(content + b"garbage")
    else:
        file.write_bytes(content[:-40])


def slow_down(running, works=0.01, rests=0.11):
    while running.poll() is None:
        time.sleep(works)
        running.send_signal(signal.SIGSTOP)
        time.sleep(rests)
        running.send_signal(signal.SIGCONT)


def on_a_terminal(command):
    """Everything that a program says to its terminal, if it takes as long as on a machine that is always busy."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs) as running:
        os.close(theirs)
        threading.Thread(target=slow_down, args=(running,)).start()
        shown = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # nobody writes any more
                break
            if not more:
                break
            shown += more
        os.close(ours)
    return shown.decode(errors="replace") if running.returncode == 0 else f"exit {running.returncode}: {shown}"


def main():
    options, workdir, weft, report = run_pairs.begin(__doc__, run_pairs.maker("many events"))
    checks.run([options.maker.resolve(), workdir / "made", 1_000_000])
    told = Told(weft.program, workdir, options.data.resolve(), workdir / "made")
    for test in (told.damage_of_inputs, told.strict_copies, told.summaries, told.copied_records, told.options, told.files_of_one_trace, told.reports_of_verbs,
                 told.reports_on_pipes, told.pruned_markers, told.foreign_markers, told.progress, told.on_the_disk):
        report.add(test.__name__, list(test()))
    report.finish()


if __name__ == "__main__":
    main()
