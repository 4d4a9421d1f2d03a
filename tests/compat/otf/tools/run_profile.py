#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""otfprofile beside the reference's: CSV, clusters, markers and filters byte for byte, LaTeX by what it tells."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OTF_REFERENCE = HERE.parents[2] / "interop" / "otf"
sys.path[:0] = [str(OTF_REFERENCE.parent), str(OTF_REFERENCE)]
import checks  # noqa: E402
import latex_told as told  # noqa: E402
import profile_traces as traces  # noqa: E402
import stamp_reference  # noqa: E402

REFERENCE = "/usr/bin/otfprofile"
FILE_LIMIT = 64 << 20  # bytes: the reference can write for ever


class Pair:
    """Both programs on the same trace, each with a prefix of its own."""

    def __init__(self, bin_directory, workdir, records):
        self.records = records
        self.ours = bin_directory / "otfprofile"
        self.mpi = bin_directory / "otfprofile-mpi"
        self.workdir = workdir
        self.report = checks.Report()

    def write(self, name, trace):
        directory = checks.empty_directory(self.workdir / name)
        trace.write(directory)
        return directory

    def run(self, program, directory, *words, **options):
        limit = ["prlimit", f"--fsize={FILE_LIMIT}"]
        return subprocess.run([*limit, program, *map(str, words)], cwd=directory, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, check=False, **options)

    def both(self, directory, *words):
        """The problems there are with how both ended."""
        theirs = self.run(REFERENCE, directory, "-i", "t", "-o", "ref", *words)
        ours = self.run(self.ours, directory, "-i", "t", "-o", "our", *words)
        problems = []
        if theirs.returncode != ours.returncode:
            problems.append(f"{words}: exit code {ours.returncode}, not {theirs.returncode}")
        if theirs.stdout != ours.stdout:
            problems.append(f"{words}: standard output {ours.stdout}, not {theirs.stdout}")
        if theirs.stderr != ours.stderr:
            problems.append(f"{words}: standard error {ours.stderr}, not {theirs.stderr}")
        return problems

    def one(self, directory, *words):
        """Our program where there is nothing to compare with."""
        ours = self.run(self.ours, directory, "-i", "t", "-o", "our", *words)
        return checks.complaints(words, ours.returncode, ours.stderr.decode())


def lines_differ(name, theirs, ours):
    for i, (a, b) in enumerate(zip(theirs, ours), start=1):
        if a != b:
            return [f"{name}, line {i}:\nreference {a[:200]}\nours      {b[:200]}"]
    return [] if len(theirs) == len(ours) else [f"{name}: {len(ours)} lines, not {len(theirs)}"]


def lines_of(path):
    return path.read_text(encoding="latin-1").split("\n") if path.exists() else [f"there is no {path.name}"]


def same_lines(directory, suffix, ignored=None):
    def lines(who):
        return [line for line in lines_of(directory / f"{who}.{suffix}") if not (ignored and re.match(ignored, line))]
    return lines_differ(suffix, lines("ref"), lines("our"))


# Where no process has sent anything, the reference has a row for a process without name.
NOBODY = r"P2PCM[CS];;"


def check_csv(pair):
    made = {"rich": traces.rich(8), "many processes": traces.rich(40, 6, 3), "odd": traces.odd(),
            "messages": traces.messages([(1, 2, 500, 1000), (1, 2, 500, 10), (2, 3, 600, 20), (2, 3, 500, 0)]),
            "alike": traces.alike()}
    for name, trace in made.items():
        directory = pair.write("csv", trace)
        problems = pair.both(directory, "--csv", "-M", "-S", "--notex") + same_lines(directory, "csv", NOBODY)
        pair.report.add(f"{name}: the same CSV", problems)
    problems = []
    for seed in range(12):
        directory = pair.write("csv", traces.random_events(seed))
        for words in ((), ("--stat",)):
            problems += pair.both(directory, "--csv", "-M", "-S", "--notex", *words)
            problems += [f"seed {seed} {words}: {problem}" for problem in same_lines(directory, "csv", NOBODY)]
    pair.report.add("random events and summaries: the same CSV", problems)


def check_matched_messages(pair):
    """Arrivals that otfaux found, and summaries that it made. The reference cannot read what is compressed."""
    plain = pair.write("plain", traces.rich(6, 9))
    directory = checks.empty_directory(pair.workdir / "matched")
    checks.must_run(["otfaux", "--match-messages", "--all", "-n", "3", "-o", directory / "t", plain / "t"])
    problems = []
    for words in (("--stat",), ()):
        problems += pair.both(directory, "--csv", "-M", "-S", "--notex", *words) + same_lines(directory, "csv", NOBODY)
    pair.report.add("messages matched by otfaux, its summaries: the same CSV", problems)
    expected = lines_of(directory / "our.csv")
    checks.must_run(["otfcompress", *directory.glob("t.*.events"), *directory.glob("t.*.def")])
    problems = pair.one(directory, "--csv", "-M", "-S", "--notex")
    problems += lines_differ("csv", expected, lines_of(directory / "our.csv"))
    pair.report.add("compressed: the same CSV", problems)


def check_summaries_of_several_peers(pair):
    """The reference takes the summary of the last peer for that of all."""
    trace = traces.messages([(1, 2, 5, 1)])
    trace.summary(50, 1, "SM2C0T0NS3NR0S3R0", "SM3C0T0NS4NR1S4R9")
    directory = pair.write("peers", trace)
    problems = pair.one(directory, "--csv", "--notex", "--stat")
    expected = "P2P;P1;7;1;7;9;0"
    problems += [] if expected in lines_of(directory / "our.csv") else [f"no line {expected}"]
    pair.report.add("summaries of several peers are added up", problems)


CLUSTERINGS = [("-c",), ("--cluster-alg", "CLINKAGE"), ("-q", "0.3"), ("-q", "0.02"), ("-H",), ("-H", "-q", "0.5")]


def check_clusters(pair):
    directory = pair.write("clusters", traces.alike())
    for words in CLUSTERINGS:
        problems = pair.both(directory, *words) + same_lines(directory, "map")
        pair.report.add(f"{' '.join(words)}: the same clusters", problems)
    expected = lines_of(directory / "our.map")
    problems = pair.one(directory, *CLUSTERINGS[-1], "--notex")
    if lines_of(directory / "our.map") != expected:
        problems.append("other clusters without LaTeX, as the reference has")
    pair.report.add("clusters do not depend on LaTeX", problems)
    few = pair.write("few", traces.rich(3))
    pair.report.add("nothing alike: a warning", nothing_alike(pair, few))
    problems = pair.one(directory, "--cluster-alg", "CLINKAGE", "-s", "small")
    members = re.findall(r"^DPS", (directory / "small.0.def").read_text(), re.M)
    problems += [] if len(members) > 5 else ["otfshrink has put no processes together"]
    pair.report.add("-s: otfshrink makes a trace of them", problems)


NOTHING_ALIKE = b"WARNING: Process comparison did not give any results.\n"


def nothing_alike(pair, directory):
    """The reference says the same, but cannot be asked without LaTeX, of which its clusters depend."""
    ours = pair.run(pair.ours, directory, "-i", "t", "-o", "our", "-c", "--notex")
    problems = [] if (ours.returncode, ours.stderr) == (0, NOTHING_ALIKE) else [f"{ours.returncode} {ours.stderr}"]
    return problems + (["a map"] if (directory / "our.map").exists() else [])


def markers_of(pair, program, prefix, directory, before, *words):
    path = directory / "t.0.marker"
    path.unlink(missing_ok=True)
    if before:
        path.write_text(before)
    done = pair.run(program, directory, "-i", "t", "-o", prefix, "-d", "marker", *words)
    return done.returncode, done.stdout, done.stderr, path.read_text().split("\n")


def check_markers(pair):
    kinds = 'MD5NM"mine"Y1\nMD2NM"other"Y2\n'
    hinted = kinds + 'MD7NM"OTF_IRREGULARITY_HINT"Y2\n'
    for name, trace in (("rich", traces.rich(8)), ("many processes", traces.rich(40, 6, 3))):
        directory = pair.write("markers", trace)
        for what, before in (("no markers", ""), ("other kinds", kinds), ("a kind for it", hinted)):
            theirs = markers_of(pair, REFERENCE, "ref", directory, before)
            ours = markers_of(pair, pair.ours, "our", directory, before)
            problems = [f"ended with {ours[:3]}, not {theirs[:3]}"] if theirs[:3] != ours[:3] else []
            problems += lines_differ("markers", theirs[3], ours[3])
            pair.report.add(f"{name}, {what} before: the same markers", problems)
    spot = 'MS5T64P1V"kept"'
    _, _, _, lines = markers_of(pair, pair.ours, "our", directory, hinted + spot + '\nMS7T5P1V"an earlier hint"\n')
    problems = [] if spot in lines else ["the other markers are lost, as with the reference"]
    problems += ["hints pile up"] if any("an earlier hint" in line for line in lines) else []
    pair.report.add("markers that were there are kept", problems)


HINT = re.compile(r'MS\w+T(?P<time>\w+)P(?P<process>\w+)V"(?P<text>.*)"')


def hints(lines):
    return [match.groupdict() for match in map(HINT.match, lines) if match]


def calls_by_path(trace):
    """(time without what it calls, begin, process) of all calls, by path."""
    calls = {}
    for process in trace.processes:
        stack = []
        for time, line in ((time, line) for time, lines in trace.events[process] for line in lines):
            if line[0] == "E":
                stack.append([int(line[1:], 16), time, 0])
            elif line == "L":
                path = tuple(call[0] for call in stack)
                _, begin, below = stack.pop()
                calls.setdefault(path, []).append((time - begin - below, begin, process))
                if stack:
                    stack[-1][2] += time - begin
    return calls


def check_markers_of_paths(pair):
    """The reference knows where a function's longest and shortest calls are, but not those of a path: it marks a path
    at the longest of its function if that is one of its calls, else at the shortest if that is, else not at all."""
    for name, made, words in (("rich", lambda: traces.rich(8), ()), ("few processes", lambda: traces.rich(5), ()),
                              ("a larger filter", lambda: traces.rich(5), ("--disp-reduction", "90")),
                              ("many processes", lambda: traces.rich(40, 6, 3), ())):
        trace = made()
        directory = pair.write("markers", trace)
        words = ("--disp-mode", "per-call-path", *words)
        theirs = hints(markers_of(pair, REFERENCE, "ref", directory, "", *words)[3])
        ours = hints(markers_of(pair, pair.ours, "our", directory, "", *words)[3])
        places = {(f"{begin:x}", f"{process:x}") for calls in calls_by_path(trace).values()
                  for time, begin, process in calls if time == max(calls)[0]}
        texts = [hint["text"] for hint in theirs]
        problems = lines_differ("texts", texts, [hint["text"] for hint in ours if hint["text"] in texts])
        problems += [f"not the longest call: {hint}" for hint in ours[20:]
                     if (hint["time"], hint["process"]) not in places]
        strays = [hint for hint in theirs if (hint["time"], hint["process"]) in places and hint not in ours]
        problems += [f"elsewhere than the reference: {hint}" for hint in strays]
        problems += [] if len(theirs) > 20 else ["the reference marks no paths"]
        pair.report.add(f"{name}: paths are marked at their longest calls", problems)
    directory = pair.write("markers", traces.rich(5))
    problems = lines_differ("markers", *([hint["text"] for hint in hints(
        markers_of(pair, pair.ours, "our", directory, "", *words)[3])] for words in (
            ("--disp-mode", "per-call-path"), ("-d", "marker,filter"))))
    pair.report.add("a filter makes paths known", problems)


def check_filter_of_deep_calls(pair):
    problems = []
    rules = 0
    for seed in range(24):
        directory = pair.write("filter", traces.call_paths(seed, 1 + seed % 3))
        for percent in (15, 55, 95):
            words = ("-d", "filter", "--disp-reduction", percent)
            found = pair.both(directory, *words) + same_lines(directory, "filter", r"# generated with")
            problems += [f"seed {seed}, {percent}%: {problem}" for problem in found]
            rules += sum(line.endswith(" C") for line in lines_of(directory / "our.filter"))
    problems += [] if rules > 200 else [f"only {rules} rules"]
    pair.report.add("filters of up to five levels of calls: the same rules", problems)


def check_filter(pair):
    directory = pair.write("filter", traces.rich(8))
    generated = r"# generated with"
    for percent in (1, 3, 15, 50, 90):
        words = ("-d", "filter", "--disp-reduction", percent, "--disp-mode", "per-call-path")
        problems = pair.both(directory, *words) + same_lines(directory, "filter", generated)
        pair.report.add(f"filter of {percent}%: the same rules", problems)
    (directory / "earlier").write_text("# mine\n\nfoo -- 0\nbar;baz -- 0 C\nlast -- 3")
    problems = pair.one(directory, "-d", "filter", "--disp-filter", "earlier")
    lines = lines_of(directory / "our.filter")
    if lines[4] != "bar;baz -- 0 C":
        problems.append("rules of call paths do not come first")
    if lines[-6:] != ["# previous filter content", "# mine", "", "foo -- 0", "last -- 3", ""]:
        problems.append(f"the earlier filter is not kept: {lines[-6:]}")
    pair.report.add("an earlier filter is kept", problems)
    directory = pair.write("filter", traces.nested())
    problems = pair.one(directory, "-d", "filter", "--disp-reduction", "60")
    rules = [line for line in lines_of(directory / "our.filter") if line.endswith(" C")]
    problems += [] if rules == ["main;outer -- 0 C"] else [f"rules {rules}"]
    pair.report.add("calls that are all alike, where the reference crashes", problems)
    check_filter_of_outermost(pair)
    check_filter_of_deep_calls(pair)


def check_filter_of_outermost(pair):
    """The reference writes a function that nobody calls as if it called itself, and loses the one that does."""
    trace = traces.Trace(1000)
    trace.process(1, "P1")
    for function, name in ((1, "main"), (2, "outer"), (3, "other")):
        trace.function(function, name)
    traces.PathCalls(trace, {(1,): (20, 10), (2,): (5, 500), (2, 2): (20, 20), (3,): (20, 900)}).make()
    directory = pair.write("filter", trace)
    problems = pair.one(directory, "-d", "filter", "--disp-reduction", "50")
    rules = [line for line in lines_of(directory / "our.filter") if line.endswith(" C")]
    problems += [] if rules == ["outer;outer -- 0 C", "main -- 0 C"] else [f"rules {rules}"]
    theirs = pair.run(REFERENCE, directory, "-i", "t", "-o", "ref", "-d", "filter", "--disp-reduction", "50")
    wrong = [line for line in lines_of(directory / "ref.filter") if line.endswith(" C")]
    problems += [] if wrong == ["main;main -- 0 C"] else [f"the reference has other rules: {theirs} {wrong}"]
    pair.report.add("rules of functions that nobody calls, and of those that call themselves", problems)


LATEX_PARTS = [("properties", told.properties, 0), ("tables", told.tables, 6e-6), ("charts", told.charts, 1e-8),
               ("data rates", lambda tex: told.squares(tex, "Data Rate (average)"), 2e-3),
               ("histogram of data rates", lambda tex: told.squares(tex, "Data Rate Histogram}"), 1e-5)]


def latex_differs(directory, parts):
    theirs, ours = ((directory / f"{who}.tex").read_text(encoding="latin-1") for who in ("ref", "our"))
    problems = ["hexadecimal numbers"] if re.search(told.HEX, ours) else []
    for name, part, tolerance in parts:
        expected, found = part(theirs), part(ours)
        if not told.same(expected, found, tolerance):
            problems.append(f"{name}: {told.first_difference(expected, found, tolerance)}")
    return problems


def check_latex(pair):
    for name, trace, words in (("rich", traces.rich(8), ()), ("groups", traces.rich(40, 6, 3), ()),
                               ("few groups", traces.rich(10, 7), ("-g", "3", "--nologaxis"))):
        directory = pair.write("latex", trace)
        problems = pair.both(directory, *words) + latex_differs(directory, LATEX_PARTS)
        pair.report.add(f"{name}: LaTeX tells the same", problems + latex_mistakes(directory / "our.tex"))
        if not (told.charts((directory / "our.tex").read_text()) and told.tables((directory / "our.tex").read_text())):
            pair.report.add(f"{name}: there are tables and charts", ["there are none"])
    directory = pair.write("latex", traces.odd())
    # The reference draws the bars of processes that have messages from the left on, whatever their labels are.
    problems = pair.both(directory) + latex_differs(directory, LATEX_PARTS[:2])
    bars = told.charts((directory / "our.tex").read_text())["P2P Number of Messages"][0]
    if bars != [[(1, 4), (2, 2)], [(1, 1), (2, 1)]]:
        problems.append(f"bars {bars}")
    pair.report.add("odd: LaTeX tells the same, bars stand at their processes", problems)


def check_dispersion_tables(pair):
    def without_last(part):
        """The reference leaves out the last one of those that it announces."""
        return lambda tex: part(tex)[:49] if part is told.boxes else part(tex)[:19]
    parts = [*LATEX_PARTS[:2], ("boxes", without_last(told.boxes), 1e-6),
             ("bars", without_last(told.bars_of_calls), 1e-4)]
    for name, trace in (("rich", traces.rich(8)), ("many processes", traces.rich(40, 6, 3))):
        directory = pair.write("dispersion", trace)
        problems = pair.both(directory, "-d") + latex_differs(directory, parts)
        boxes = told.boxes((directory / "our.tex").read_text())
        problems += [] if len(boxes) == 50 else [f"{len(boxes)} boxes"]
        pair.report.add(f"{name}: the same dispersion", problems + latex_mistakes(directory / "our.tex"))
    pair.report.add("call paths are in the tables", call_paths_in_tables(pair, directory))


def call_paths_in_tables(pair, directory):
    problems = pair.one(directory, "-d", "info", "--disp-mode", "per-call-path", "--json", "--notex")
    rows = tables_of(directory / "our.json")["dispersion"]
    functions = [row for row in rows if not row["call path"]]
    for function in functions:
        paths = [row for row in rows if row["function"] == function["function"] and row["call path"]]
        if sum(row["invocations"] for row in paths) != function["invocations"]:
            problems.append(f"{function['function']}: calls of its paths are not its calls")
        if max(row["max"] for row in paths) != function["max"]:
            problems.append(f"{function['function']}: the longest call is in none of its paths")
    return problems + ([] if len(functions) == 50 else [f"{len(functions)} functions"])


def check_zeros(pair):
    """Calls without time are the shortest ones. The reference takes them for the longest."""
    directory = pair.write("zeros", traces.zeros())
    problems = pair.one(directory, "-d", "--json", "--text")
    rows = {row["function"]: row for row in tables_of(directory / "our.json")["dispersion"]}
    zeros = rows["zeros_&%$#{}~^\\|"]
    if [zeros[name] for name in ("min", "1/4", "median", "3/4", "max", "weight")] != [0, 0, 0, 0, .05, .05]:
        problems.append(f"{zeros}")
    if set(rows) != {"zeros_&%$#{}~^\\|", "two"}:
        problems.append(f"rows for {sorted(rows)}")
    problems += latex_mistakes(directory / "our.tex")
    pair.report.add("calls without time, names that LaTeX stumbles over", problems)


BRACES = re.compile(r"\\[\\{}]")


def latex_mistakes(path):
    """What would not compile: braces and environments that do not match, characters with a meaning, empty plots."""
    if not path.exists():
        return [f"there is no {path.name}"]
    tex = path.read_text(encoding="latin-1")
    problems = [] if tex.isascii() else ["characters that are not ASCII"]
    bare = BRACES.sub("", tex)
    if bare.count("{") != bare.count("}"):
        problems.append(f"{bare.count('{')} opening and {bare.count('}')} closing braces")
    open_environments = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", tex):
        if kind == "begin":
            open_environments.append(name)
        elif not open_environments or open_environments.pop() != name:
            problems.append(f"\\end{{{name}}} ends something else")
    problems += [f"{name} has no end" for name in open_environments]
    problems += ["a plot without points"] if re.search(r"coordinates *\{\s*\}", tex) else []
    for table in re.findall(r"\\endhead\n(.*?)\\end\{longtable\}", tex, re.S):
        cells = {len(re.findall(r"(?<!\\)&", row)) for row in table.split("\n") if row.endswith("\\\\")}
        problems += [f"rows with {sorted(cells)} separators"] if len(cells) > 1 else []
    for text in re.findall(r"\\texttt\{(.*?)\}(?= |\n)", tex):
        if re.search(r"(?<!\\)[#$%&_^~]", text):
            problems.append(f"not escaped: {text}")
    if shutil.which("pdflatex"):
        done = subprocess.run(["pdflatex", "-draftmode", "-interaction=nonstopmode", "-halt-on-error", path.name],
                              cwd=path.parent, stdout=subprocess.PIPE, timeout=300, check=False)
        problems += [] if done.returncode == 0 else [done.stdout.decode("latin-1")[-1000:]]
    return problems


def tables_of(path):
    """Rows by name of the table; those of the same name one after the other."""
    tables = {}
    for table in json.loads(path.read_text())["tables"]:
        tables.setdefault(table["name"], []).extend(table["rows"])
    return tables


def spellings(value):
    """How a value of JSON, where 5.0 is 5, may look in the text."""
    return {value} if isinstance(value, str) else {f"{value:.9g}", f"{value:,}".replace(",", " ")}


def check_text_and_json(pair):
    """All that LaTeX tells is in JSON, and all of JSON in the text."""
    directory = pair.write("plain", traces.rich(40, 6, 3))
    problems = pair.one(directory, "--json", "--text", "-d")
    tex = (directory / "our.tex").read_text()
    tables = tables_of(directory / "our.json")
    captions = dict(told.tables(tex))
    functions = [[row["function"][:32], float(row["invocations"]), row["exclusive seconds"], row["inclusive seconds"]]
                 for row in tables["functions by calls"]]
    if not told.same(captions["Top 50 of 59 Functions"], functions):
        problems.append(told.first_difference(captions["Top 50 of 59 Functions"], functions))
    charts = told.charts(tex)
    sends = [(float(i), row["sends"]) for i, row in enumerate(tables["messages"]) if row["sends"]]
    if not told.same(charts["P2P Number of Messages (average)"][0][0], sends, 1e-8):
        problems.append("messages differ")
    cells = told.squares(tex, "Data Rate (average)")
    problems += [] if len(cells) == len(tables["data rates"]) else ["data rates differ"]
    cells = told.squares(tex, "Data Rate Histogram}")
    problems += [] if len(cells) == len(tables["data rate histogram"]) else ["data rate histograms differ"]
    problems += [] if len(tables["collectives"]) == 4 * 16 else ["collectives differ"]
    problems += [] if len(told.boxes(tex)) == len(tables["dispersion"]) else ["dispersion differs"]
    words = {word.strip() for word in re.split(r"  +|\n", (directory / "our.txt").read_text())}
    for name, rows in tables.items():
        for row in rows:
            missing = [value for value in row.values() if not spellings(value) & words]
            problems += [f"{name}: {missing} of {row} are not in the text"] if missing else []
    pair.report.add("text and JSON have all tables", problems)


def check_threads(pair):
    """The same on one processor and on all, whoever gets which stream; some calls never end."""
    trace = traces.rich(12, 3)
    for process in range(1, 13):
        for function in range(60 - process, 60):
            trace.enter(10 ** 12, process, function)
    directory = pair.write("threads", trace)
    words = ["-i", "t", "-o", "our", "--csv", "-M", "-S", "-d", "info", "--disp-mode", "per-call-path", "--json"]
    results = []
    for command in [["taskset", "-c", "0", pair.ours], *[[pair.ours]] * 10]:
        done = pair.run(command[0], directory, *command[1:], *words)
        results.append((done.returncode, done.stderr, *(path.read_bytes() for path in sorted(directory.glob("our.*")))))
    problems = [] if results[0][:2] == (0, b"") else [f"{results[0][:2]}"]
    problems += ["it differs"] if any(result != results[0] for result in results) else []
    pair.report.add("the result does not depend on the processors", problems)


def check_mpi(pair):
    directory = pair.write("mpi", traces.rich(4))
    problems = pair.one(directory, "--csv")
    for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK"):
        for rank in "10":
            environment = {**os.environ, name: rank}
            done = pair.run(pair.mpi, directory, "-i", "t", "-o", f"rank{rank}", "--csv", env=environment)
            problems += checks.complaints([name, rank], done.returncode, done.stderr.decode())
        problems += ["the second rank writes, too"] if (directory / "rank1.csv").exists() else []
        for suffix in ("csv", "tex"):
            if (directory / f"rank0.{suffix}").read_bytes() != (directory / f"our.{suffix}").read_bytes():
                problems.append(f"{name}: the first rank writes something else")
    pair.report.add("otfprofile-mpi: the first rank does everything", problems)

    # The file of several processes of the reference mostly lacks what the first one has to say, which is a race.
    for processes in (1, 4):
        launch = ["--allow-run-as-root", "--oversubscribe", "-n", processes]
        problems = []
        for program, prefix in ((REFERENCE + "-mpi", "ref"), (pair.mpi, "our")):
            done = pair.run("mpirun", directory, *launch, program, "-i", "t", "-o", prefix, "--csv", "--notex",
                            env={**os.environ, "OMPI_MCA_btl": "self,vader"})
            problems += checks.complaints([program], done.returncode, done.stderr.decode())
        theirs, ours = lines_of(directory / "ref.csv"), lines_of(directory / "our.csv")
        missing = ("FUNCTION;Process;", "FUNCTION;Rank 1;") if processes > 1 else ()
        lost = [line for line in ours if line.startswith(missing) and line not in theirs]
        pair.report.add(f"otfprofile-mpi: {processes} processes write what Debian's do",
                        problems + lines_differ("csv", [*lost, *theirs], ours))


MISTAKES = [["-i"], ["-i", "t", "-x"], ["-i", "t", "-g", "0"], ["-i", "t", "-g", "17"], ["-i", "t", "-g", "abc"],
            ["-i", "t", "-g"], ["-i", "t", "-q", "2"], ["-i", "t", "--cluster-alg", "FOO"],
            ["-i", "t", "--cluster-alg"],
            ["-i", "t", "-d", "foo"], ["-i", "t", "--disp-reduction", "0"], ["-i", "t", "--disp-reduction", "100"],
            ["-i", "t", "-f", "0"], ["-i", "t", "-f", "-5"], ["-i", "t", "-b", "0"], ["-i", "t", "foo"], ["-V"],
            ["-i", "t", "-V", "-x"], ["-x", "-V"], ["-i", "t", "--pdf"]]
GOOD = [(), ("--csv", "--nocsv", "--notex"), ("-q", "x"), ("-f", "99999999999"), ("-b", "1"), ("-d",),
        ("--disp", "info"), ("-d", "info", "--notex"), ("--csv-msg-matrix", "--csv-msg-size"), ("--nologaxis",),
        ("-H", "--cluster")]


def files_of(directory, prefix):
    return sorted(path.name.removeprefix(prefix) for path in directory.glob(prefix + ".*"))


def check_options(pair):
    directory = pair.write("options", traces.rich(3))
    problems = []
    for words in MISTAKES:
        theirs, ours = (pair.run(program, directory, *words) for program in (REFERENCE, pair.ours))
        if (theirs.returncode, theirs.stdout, theirs.stderr) != (ours.returncode, ours.stdout, ours.stderr):
            problems.append(f"{words}: {ours}, not {theirs}")
    pair.report.add("mistakes: the same errors", problems)
    problems = []
    for words in GOOD:
        for path in [*directory.glob("ref.*"), *directory.glob("our.*")]:
            path.unlink()
        problems += pair.both(directory, *words)
        if files_of(directory, "ref") != files_of(directory, "our"):
            problems.append(f"{words}: {files_of(directory, 'our')}, not {files_of(directory, 'ref')}")
    pair.report.add("options: the same files", problems)
    problems = []
    for words in ([], ["-o", "x"], ["-h"], ["--help"]):
        done = pair.run(pair.ours, directory, *words)
        if done.returncode != 0 or b"usage: otfprofile" not in done.stdout:
            problems.append(f"{words}: no help")
    verbose = pair.run(pair.ours, directory, "-i", "t", "-v", "-c").stdout.decode().split("\n")
    expected = ("reading events", "producing LaTeX output", "done")
    problems += [f"-v: no line '{line}'" for line in expected if line not in verbose]
    pair.report.add("help, and steps with -v", problems)


def check_bad_input(pair):
    """An error names the file, and the place in it; what can be read is in the profile."""
    def ended(words, code, *parts):
        done = pair.run(pair.ours, directory, "-i", "t", "--csv", "--notex", *words)
        text = done.stderr.decode()
        problems = [] if done.returncode == code else [f"{words}: exit code {done.returncode}: {text}"]
        return problems + [f"'{part}' is not in '{text}'" for part in parts if part not in text]

    directory = pair.write("bad", traces.rich(3))
    problems = ended(["-i", "nosuch"], 1, "ERROR: ", "nosuch.otf")
    problems += ended(["-o", "nodir/x"], 1, "ERROR: Unable to open file 'nodir/x.csv' for writing.")
    problems += ended(["--disp-filter", "nosuch", "-d", "filter"], 1, "nosuch")
    (directory / "full.csv").symlink_to("/dev/full")
    problems += ended(["-o", "full"], 1, "ERROR: ", "full.csv")
    events = directory / "t.2.events"
    text = events.read_text()
    events.write_text(text[:len(text) // 2])
    problems += ended([], 1, "WARNING: t.2.events: at byte ", "expected a newline")
    events.write_text(text.replace("CNT1V", "CNT1W", 1))
    problems += ended([], 1, "WARNING: t.2.events: at byte ")
    expected = [line for line in lines_of(directory / "result.csv") if line.startswith("FUNCTION;Rank 2;")]
    problems += [] if len(expected) > 10 else ["what could be read is not in the profile"]
    events.unlink()
    problems += ended([], 1, "ERROR: ", "t.2.events")
    (directory / "t.otf").write_text("")
    problems += ended([], 1, "ERROR: ", "t.otf")
    pair.report.add("bad input", problems)


def check_stray_records(pair):
    """Records on which the reference gives up with an assertion are passed over."""
    trace = traces.messages([(1, 2, 5, 1)])
    trace.define('DCO1NM"unknown"Y0')
    trace.leave(60, 1)
    trace.at(70, 1, "COPE63")
    trace.collective(1, 1, 80, 90, 5, 6)
    trace.collective(1, 9, 80, 90, 5, 6)
    trace.call(1, 77, 100, 110)
    trace.send(120, 1, 0, 5)
    trace.send(121, 1, 0xffffffff, 5)
    directory = pair.write("stray", trace)
    done = pair.run(pair.ours, directory, "-i", "t", "-o", "our", "--csv", "-M", "-S", "-d", "-c", "--json")
    expected = b"WARNING: 2 peers of messages are no processes, and not in the matrix.\n" + NOTHING_ALIKE
    problems = [] if (done.returncode, done.stderr) == (0, expected) else [f"{done}"]
    lines = lines_of(directory / "our.csv") if (directory / "our.csv").exists() else []
    for line in ("FUNCTION;P1;Function 77;1;0.01;0.01", "FUNCTION;P1;main;1;0.001;0.001", "P2PCMC;P1;0;1;0;"):
        problems += [] if line in lines else [f"no line {line}"]
    pair.report.add("records that do not belong there", problems)


def check_every_record(pair):
    """Every record with edge values, on which the reference crashes: the same from every form of the files."""
    program = pair.workdir / "reference"
    (pair.workdir / "stamped.h").write_text(stamp_reference.stamp(pair.records), encoding="utf-8")
    checks.must_run(["cc", "-std=gnu11", "-w", f"-I{pair.workdir}", OTF_REFERENCE / "reference.c", "-o", program,
                     "-lopen-trace-format", "-lz"])
    results, problems = [], []
    for form, level in ((0, 0), (1, 0), (0, 4), (2, 0)):
        directory = checks.empty_directory(pair.workdir / "records")
        checks.must_run([program, "write", directory / "t", form, level, 1 << 20])
        done = pair.run(pair.ours, directory, "-i", "t", "-o", "our", "--csv", "-M", "-S", "--json", "--text", "-d",
                        "info,marker,filter", "--disp-mode", "per-call-path", "-q", "1")
        problems += [] if done.returncode == 0 else [f"form {form}, level {level}: {done}"]
        problems += latex_mistakes(directory / "our.tex")
        results.append([lines_of(directory / f"our.{suffix}") for suffix in ("csv", "json", "tex", "txt", "map")])
    problems += [] if all(result == results[0] for result in results) else ["results differ"]
    pair.report.add("every record with edge values", problems)


CHECKS = [check_every_record, check_csv, check_matched_messages, check_summaries_of_several_peers, check_clusters,
          check_markers, check_markers_of_paths, check_filter, check_latex, check_dispersion_tables, check_zeros,
          check_text_and_json, check_threads, check_mpi, check_options, check_bad_input, check_stray_records]


def main():
    parser = argparse.ArgumentParser(description="Check otfprofile against the reference.")
    parser.add_argument("--weft", required=True, type=pathlib.Path, help="the weft program; the tools stand beside it")
    parser.add_argument("--workdir", required=True, type=pathlib.Path)
    parser.add_argument("--records", required=True, type=pathlib.Path, help="docs/formats/otf.records.json")
    arguments = parser.parse_args()
    pair = Pair(arguments.weft.resolve().parent, checks.empty_directory(arguments.workdir), arguments.records)
    try:
        for check in CHECKS:
            check(pair)
    except checks.Stop as stop:
        pair.report.add("the programs run", [str(stop)])
    pair.report.finish()


if __name__ == "__main__":
    main()
