#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that weft under the names of the OTF2 tools does what those tools do.

    run_tools.py --weft PROGRAM --workdir DIRECTORY --records otf2.records.json [--data DIRECTORY] [--only TOOL]

Runs each tool of the reference and ours on the same input, with the same words and the same standard
input, and compares standard output and exit code byte for byte, standard error by what it says to
users, and the files that were written.
"""
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
sys.path.insert(0, str(HERE.parent))
from two_libraries import DATA, checks, main, written_scenarios  # noqa: E402
from run_interop import SCENARIOS  # noqa: E402

TOOLS = ["print", "marker", "snapshots", "estimator", "config"]
REFERENCE = pathlib.Path("/usr/bin")

# Bytes the reference never wrote to: it shows 64 bits of values that have fewer.
UNINITIALISED = re.compile(rb"(TYPE MISMATCH|UNKNOWN PROPERTY|UNKNOWN I/O PROPERTY) <\d+>")
# The reference cannot read what it wrote of thumbnails.
THUMBNAILS = re.compile(rb"^THUMBNAIL_.*\n", re.M)
# The reference's library tells its own story of an error; ours is another, shorter one.
LIBRARY_LINES = re.compile(rb"^\[OTF2\] .*$\n?", re.M)
OUR_FILE_LINES = re.compile(rb"^otf2-[a-z]+: [^\n]*: (cannot be read|[^\n]*no such file[^\n]*)$\n?", re.M | re.I)


class Pair:
    """A tool of the reference and ours."""

    def __init__(self, tool, links):
        self.tool = tool
        self.programs = (REFERENCE / f"otf2-{tool}", links / f"otf2-{tool}")

    def run(self, words, directories, stdin=b"", environment=None):
        return [subprocess.run([program, *words], cwd=directory, input=stdin, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, timeout=checks.TIMEOUT, check=False, env=environment)
                for program, directory in zip(self.programs, directories)]


def first_difference(theirs, ours):
    for number, (a, b) in enumerate(zip(theirs.split(b"\n"), ours.split(b"\n")), 1):
        if a != b:
            return f"line {number}:\n  reference {a[:300]!r}\n  ours      {b[:300]!r}"
    return f"{len(theirs)} bytes there, {len(ours)} here"


def compare(results, ignore_output=False):
    theirs, ours = results
    problems = []
    if theirs.returncode != ours.returncode:
        problems.append(f"exit code {ours.returncode}, not {theirs.returncode}; {ours.stderr[:300]!r}")
    outputs = [THUMBNAILS.sub(b"", UNINITIALISED.sub(rb"\1 <?>", result.stdout)) for result in results]
    if not ignore_output and outputs[0] != outputs[1]:
        problems.append("standard output: " + first_difference(*outputs))
    errors = [LIBRARY_LINES.sub(b"", theirs.stderr), OUR_FILE_LINES.sub(b"", LIBRARY_LINES.sub(b"", ours.stderr))]
    told_by_library = bool(LIBRARY_LINES.search(theirs.stderr)) and theirs.returncode != 0
    if errors[0] != errors[1] and not told_by_library:
        problems.append("standard error: " + first_difference(*errors))
    return problems


def words_text(words):
    return " ".join(word if word and " " not in word else repr(word) for word in map(str, words))


# otf2-print

PRINT_OPTIONS = [[], ["-A"], ["-G"], ["-I"], ["-T"], ["-M"], ["-C"], ["-A", "-M", "-C"], ["-G", "-M"], ["-G", "-I"],
                 ["-M", "-C"], ["--show-all"], ["--timestamps=offset"], ["--timestamps", "plain"], ["-L", "0"],
                 ["--location=1", "-A"], ["--time", "100", "5000"], ["--time=0,300", "-A"], ["--time", "9", "3"],
                 ["--silent"], ["-A", "--silent"], ["--unwind-calling-context"], ["--no-snapshots"],
                 ["--no-local-defs"], ["--system-tree"], ["--system-tree", "--silent"], ["-s", "500"],
                 ["-s", "100000000"], ["-Werror"], ["-d", "-A"], ["-d", "-M", "-C"], ["-d", "--silent"], ["-d", "-I"],
                 ["-d", "-L", "0"], ["-d", "-s", "700"]]
LARGE_OPTIONS = [[], ["-A", "-M", "-C"], ["--timestamps=offset"], ["-L", "0"], ["--time", "100", "5000"],
                 ["--unwind-calling-context"], ["--silent"]]
PRINT_MISTAKES = [
    [], ["nosuch.otf2"], ["nosuch"], ["-X", "T"], ["--foo", "T"], ["-L"], ["-L", "abc", "T"], ["-L", "99", "T"],
    ["-L", "99x", "T"], ["-L", "-1", "T"], ["-L", "", "T"], ["-L", "0x1", "T"], ["-L", "010", "T"],
    ["-L", "18446744073709551616", "T"], ["-L", "18446744073709551615", "T"], ["-L", " 0", "T"], ["--location=", "T"],
    ["--location"], ["--time", "5", "T"], ["--time=5", "T"], ["--time=5,x", "T"], ["--time="], ["--time=1,2,3", "T"],
    ["--time", "1,2", "T"], ["--time"], ["--time=1,", "T"], ["--time=,5", "T"], ["--timestamps", "T"],
    ["--timestamps=foo", "T"], ["--timestamps=", "T"], ["--timestamps"], ["-s", "T"], ["-s", "x", "T"], ["--step=", "T"],
    ["T", "T"], ["-AG", "T"], ["-V"], ["--version"], ["--vers"], ["--show-all=3", "T"], ["-Wfoo", "T"], ["T", "-A"],
    ["--", "T"], ["-M", "--no-local-defs", "T"], ["-L0", "T"], ["-"], ["--silent=1", "T"], ["-V", "-X"], ["-X", "-V"],
    [""], ["trace.def"], ["trace/"], [".otf2"]]


def truncated(name, size):
    def damage(trace):
        path = trace / name
        path.write_bytes(path.read_bytes()[:size])
    return damage


def removed(*names):
    def damage(trace):
        for name in names:
            for path in trace.glob(name):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    return damage


DAMAGES = {"events without end mark": truncated("trace/0.evt", -1), "events empty": truncated("trace/0.evt", 0),
           "anchor cut": truncated("trace.otf2", 60), "anchor empty": truncated("trace.otf2", 0),
           "definitions gone": removed("trace.def"), "events gone": removed("trace/0.evt"),
           "local definitions gone": removed("trace/*.def"), "snapshots gone": removed("trace/*.snap"),
           "all locations gone": removed("trace"), "anchor gone": removed("trace.otf2")}


def check_print(report, links, archives, real, workdir):
    pair = Pair("print", links)
    sane = archives / "sane"
    for name in SCENARIOS:
        # Where there are no locations the reference refuses to print; ours has a test of its own for that.
        usual = LARGE_OPTIONS if name in ("all", "chunks") else [["-I"]] if name == "nolocations" else PRINT_OPTIONS
        for options in usual:
            check_print_run(report, pair, name, options, archives / name / "trace.otf2")
    for anchor in real:
        for options in PRINT_OPTIONS if anchor.stat().st_size < 4096 else LARGE_OPTIONS:
            if "--system-tree" not in options:
                check_print_run(report, pair, anchor.stem, options, anchor)
    for words in PRINT_MISTAKES:
        words = ["trace.otf2" if word == "T" else word for word in words]
        report.add("print: " + words_text(words), compare(pair.run(words, (sane, sane), b"\n")))
    for zone in ("UTC", "Asia/Kolkata", "America/St_Johns"):
        problems = compare(pair.run(["-G", "trace.otf2"], (sane, sane), environment={"TZ": zone}))
        report.add(f"print: -G in {zone}", problems)
    for name, damage in DAMAGES.items():
        trace = workdir / "damaged"
        shutil.rmtree(trace, ignore_errors=True)
        shutil.copytree(sane, trace)
        damage(trace)
        for options in ([], ["-A"], ["-I"], ["-G"], ["-M"]):
            words = [*options, "trace.otf2"]
            report.add(f"print: {name}: {words_text(words)}", compare(pair.run(words, (trace, trace))))


def check_print_run(report, pair, name, options, anchor):
    words = [*options, anchor.name]
    dot = anchor.with_name(anchor.stem + ".SystemTree.dot")
    trees = []
    results = []
    for program in (0, 1):
        dot.unlink(missing_ok=True) if "--system-tree" in options else None
        single = type(pair)(pair.tool, pathlib.Path())
        single.programs = (pair.programs[program],)
        results += single.run(words, (anchor.parent,), b"\n" * 1000)
        trees.append(dot.read_bytes() if "--system-tree" in options and dot.exists() else b"")
    problems = compare(results)
    if trees[0] != trees[1]:
        problems.append("the system tree: " + first_difference(*trees))
    report.add(f"print: {name}: {words_text(words)}", problems)


# otf2-marker: one story, told to two copies of an archive.

MARKER_STORY = """
|T|T T|nosuch.otf2|x|--foo T|-V|--add-def|--add-def a T|--add-def a b LOW T|--add-def a b LOW T|--add-def a c low T
--add-def a d Low T|--add-def a d X T|--add a b 5 GLOBAL hello T|--add a b 100 GLOBAL hello T
--add a b 100+5 LOCATION:0 h_i T|--add a b 100-200 LOCATION:99 x T|--add a b 200-100 GLOBAL x T
--add a b 100-200 GROUP:9 x T|--add a b 100-200 GROUP:1 x T|--add a b 100-200 COMM:0 x T|--add a b 100-200 COMM:4 x T
--add a b x GLOBAL x T|--add a b 5x GLOBAL x T|--add a b 100 GLOBAL:0 x T|--add a b 100 FOO:0 x T
--add a b 100 LOCATION x T|--add a b 100 LOCATION:x x T|--add a z 100 GLOBAL x T|--add q z 100 GLOBAL x T|--add a b T
--def a T|--def a b T|--def a zz T|--def qq T|--def T|--def a b c T|--defs-only T|--add a b 5+ GLOBAL x T
--add a b 5- GLOBAL x T|--add a b +5 GLOBAL x T|--add a b -5 GLOBAL x T|--add a b 5-x GLOBAL x T|--add a b 5+x GLOBAL x T
--add a b 1-99999999999 GLOBAL x T|--add a b 99999999998-99999999999 GLOBAL x T|--add a b 5 LOCATION: x T
--add a b 5 LOCATION_GROUP:77 x T|--add a b 5 LOCATION_GROUP:1 x T|--add a b 5 SYSTEM_TREE_NODE:77 x T
--add a b 5 SYSTEM_TREE_NODE:1 x T|--add a b 5 global x T|--add a z x FOO x T|--add a b x FOO x T
--add a b 1+2+3 GLOBAL x T|--add a b 99999999999999999999 GLOBAL x T|--add a b 5 LOCATION:99999999999999999999 x T
--add a b 5 LOCATION:4294967296 x T|T|--clear-def a b T|T|--clear-def qq T|--clear-def a T|--remove-def a b T
--remove-def a zz T|T|--add-def a e HIGH T|T|--remove-def a e T|--remove-def a c T|T|--def a T|--reset T|T|--def a T
--clear-def a T|--add-def g_1 c HIGH T|--add g_1 c 99999999999 GLOBAL x T|--add g_1 c 100+99999999999 GLOBAL x T
--add-def a b LOW nosuch.otf2|--reset nosuch.otf2|T --defs-only|--defs-only
"""
# After the marker file is gone.
MARKER_STORY_WITHOUT_FILE = ("T|--def a T|--defs-only T|--clear-def a T|--remove-def a b T|--add a b 5 GLOBAL x T|"
                             "--add-def a b HIGH T|T")


def check_marker(report, links, archives, workdir):
    pair = Pair("marker", links)
    copies = [workdir / "marker_reference", workdir / "marker_ours"]
    for copy in copies:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(archives / "sane", copy)
    for story in (MARKER_STORY.strip().replace("\n", "|"), MARKER_STORY_WITHOUT_FILE):
        for number, line in enumerate(story.split("|")):
            words = ["trace.otf2" if word == "T" else word for word in line.split()]
            problems = compare(pair.run(words, copies))
            files = [path.read_bytes() if (path := copy / "trace.marker").exists() else b"" for copy in copies]
            if files[0] != files[1]:
                problems.append("the marker files differ")
            report.add(f"marker: {number}: {words_text(words)}", problems)
        for copy in copies:
            (copy / "trace.marker").unlink(missing_ok=True)
    shown = pair.run(["trace.otf2"], (archives / "all", archives / "all"))
    report.add("marker: markers of every kind", compare(shown)[:1] if shown[0].stdout != shown[1].stdout else [])


# otf2-estimator

ESTIMATOR_INPUTS = [
    "list definitions\n", "list types\n", "list events\n", "list\n", "list foo\n", "list events x\n", "foo\n", "set\n",
    "set Region\n", "set Region x\nget Enter\n", "set Region 5 6\nget Enter\n", "set Foo 5\n", "get\n", "get Foo\n",
    "get Metric\n", "get Metric x\n", "get Metric 3 4\n", "get Metric 300\n", "get  Enter foo \nget\tLeave\n",
    "get AttributeList\nget AttributeList UINT8 NONE REGION\nget AttributeList FOO\n",
    "get DefChunkSize\nset Region 100000\nget DefChunkSize\nset Location 99999999\nget DefChunkSize", "exit\nfoo\n",
    "exit now\nget Enter\n", "   get Enter\n\n  \t\nget Timestamp x\n", "set Region -1\nget Enter\n",
    "set Region 0x100\nget Enter\nset Region 257\nget Enter\nset Region 0\nget Enter\n",
    "get ProgramBegin 3\nget ProgramBegin\n", "set Metric 010 \nget Metric 1\n", "Exit\n",
    "set Region 99999999999999999999\nget Enter\n", "set Region 4294967296\nget Enter\n",
    "set Location 5\nget DefChunkSize\nset Location 0\nget AttributeList LOCATION\nget MpiSend\n", "get Metric -1\n",
    "get ProgramBegin 4294967296\n", "get Metric 256\nget Metric 255\nget ProgramBegin 60\n",
    "get AttributeList" + 17 * " UINT64" + "\n", "get Enter", ""]


def listed(what):
    return subprocess.run([REFERENCE / "otf2-estimator"], input=f"list {what}\n", stdout=subprocess.PIPE, text=True,
                          check=True).stdout.split("\n")[:-1]


def check_estimator(report, links, workdir):
    pair = Pair("estimator", links)
    events = "".join(f"get {event.split()[0]} 4\n" for event in listed("events"))
    types = "".join(f"get AttributeList {name}\n" for name in listed("types"))
    numbers = "".join(f"set {name} {7 ** i}\n" for i, name in enumerate(listed("definitions")))
    inputs = [*ESTIMATOR_INPUTS, *(before + after for before in ("", numbers)
                                   for after in (events, types) if not after.startswith("get AttributeList 4"))]
    for text in inputs:
        problems = compare(pair.run([], (workdir, workdir), text.encode()))
        report.add(f"estimator: {text[:60]!r}", problems)
    for words in (["-V"], ["--version"], ["--foo"], ["x"], ["-V", "x"]):
        report.add("estimator: " + words_text(words), compare(pair.run(words, (workdir, workdir))))


# otf2-config: paths and compilers are those of an installation; everything else must agree.

CONFIG_SAME = ["", "--libs", "--cc", "--features", "--version", "--interface-version", "--foo", "-V", "--features help",
               "--features substrates", "--features compressions", "--features targets", "--features foo",
               "--cuda --libs", "--cuda --cc", "--backend --libs", "--target backend --libs", "--target frontend --libs",
               "--target foo --libs", "--target", "--cflags --libs", "--features=substrates", "--target=backend --cc",
               "--backend", "--libs x", "x --libs", "--libs --foo", "--version --libs", "--backend --features targets"]
CONFIG_OWN = {"--cflags": r"-I/\S+/include\n", "--cppflags": r"-I/\S+/include\n", "--ldflags": r" -L/\S+\n",
              "--cuda --cflags": r" -Xcompiler -I/\S+/include\n", "--cuda --ldflags": r" -L/\S+ -Xlinker \n",
              "--revision": r"\S+\n", "--pythonpath": r"\S+/lib/python\S+\n"}


def check_config(report, links, workdir):
    pair = Pair("config", links)
    for text in CONFIG_SAME:
        report.add(f"config: {text}", compare(pair.run(text.split(), (workdir, workdir))))
    for text, shape in CONFIG_OWN.items():
        theirs, ours = pair.run(text.split(), (workdir, workdir))
        problems = compare((theirs, ours), ignore_output=True)
        for who, result in (("the reference", theirs), ("ours", ours)):
            if not re.fullmatch(shape, result.stdout.decode()):
                problems.append(f"{who} prints {result.stdout!r}")
        report.add(f"config: {text}", problems)


# otf2-snapshots

SNAPSHOT_OPTIONS = [[], ["-n", "3"], ["--number", "5", "--verbose"], ["-p", "1000000"], ["-n", "3", "-p", "100000"],
                    ["-n", "30", "-p", "9000000", "--verbose"], ["--progress"], ["--verbose"], ["--progress", "--verbose"],
                    ["-n", "0"]]
SNAPSHOT_MISTAKES = [[], ["-n"], ["-n", "x", "T"], ["-p", "0", "T"], ["-p", "x", "T"], ["--foo", "T"], ["T", "T"], ["-V"],
                     ["-p"], ["-n", "-1", "T"]]


def check_snapshots(report, links, archives, real, workdir):
    """On traces that make sense: what stays open in one that does not is anybody's guess."""
    pair = Pair("snapshots", links)
    copies = [workdir / "snapshots_reference", workdir / "snapshots_ours"]
    for anchor in [archives / name / "trace.otf2" for name in ("sane", "mapping", "skew", "empty")] + real:
        name = anchor.parent.name
        for options in SNAPSHOT_OPTIONS:
            if options == ["-n", "0"] and (anchor in real or name == "mapping"):
                continue  # the reference counts down to the beginning of time, one by one
            for copy in copies:
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(anchor.parent, copy)
            results = pair.run([*options, anchor.name], copies)
            if results[0].returncode < 0:  # the reference crashed: ours must not
                problems = [f"exit code {results[1].returncode}"] if results[1].returncode else []
            else:
                problems = compare(results) + different_files(name, *copies)
            report.add(f"snapshots: {name}: {words_text(options)}", problems)
    for copy in copies:
        shutil.rmtree(copy)
        shutil.copytree(archives / "sane", copy)
    for words in SNAPSHOT_MISTAKES:
        words = ["trace.otf2" if word == "T" else word for word in words]
        report.add("snapshots: " + words_text(words), compare(pair.run(words, copies)))


# The reference takes a rank of an intercommunicator for one of its own side, so such messages stay open for ever; and it
# takes a region that is not defined for the first one that is.
BETTER_SNAPSHOTS = {("sane", "trace/4294967296.snap"), ("mapping", "trace.0.thumb")}


def is_thumbnail_cut_short(theirs, ours):
    """The reference often writes more samples than its header announces; ours ends with the last announced one."""
    return theirs is not None and ours is not None and theirs.startswith(ours[:-2])


def may_differ(scenario, name, theirs, ours):
    return ((scenario, str(name)) in BETTER_SNAPSHOTS
            or name.suffix == ".thumb" and is_thumbnail_cut_short(theirs, ours))


def different_files(scenario, theirs, ours):
    names = {path.relative_to(folder) for folder in (theirs, ours) for path in folder.rglob("*") if path.is_file()}
    problems = []
    for name in sorted(names):
        a, b = ((folder / name).read_bytes() if (folder / name).exists() else None for folder in (theirs, ours))
        if a != b and not may_differ(scenario, name, a, b):
            problems.append(f"{name} differs")
    return problems


def make_archives(arguments):
    """The scenarios of the interoperability checks, written by the reference library."""
    return written_scenarios(arguments, SCENARIOS)[1][0].parents[1]


def copy_real_archives(data, workdir):
    """Reading writes nothing but the system tree, so one copy suffices for both sides."""
    copies = checks.empty_directory(workdir / "real")
    shutil.copytree(ROOT / "tests" / "data" / "otf2" / "good", copies / "good")
    if data and data.is_dir():
        shutil.copytree(data, copies / "data")
    return sorted(copies.rglob("*.otf2"))


def run_suites(arguments, suites):
    """All of them, or the one that was asked for."""
    for tool, suite in suites.items():
        if arguments.only in (None, tool):
            suite()


def check(report, arguments):
    workdir = arguments.workdir
    links = checks.empty_directory(workdir / "bin")
    for tool in TOOLS:
        (links / f"otf2-{tool}").symlink_to(arguments.weft.resolve())
    archives = make_archives(arguments)
    real = copy_real_archives(arguments.data, workdir)
    run_suites(arguments, {"print": lambda: check_print(report, links, archives, real, workdir),
                           "marker": lambda: check_marker(report, links, archives, workdir),
                           "snapshots": lambda: check_snapshots(report, links, archives, real, workdir),
                           "estimator": lambda: check_estimator(report, links, workdir),
                           "config": lambda: check_config(report, links, workdir)})


if __name__ == "__main__":
    main(__doc__, ("weft", "records"), check, data=DATA, only={"choices": TOOLS, "help": "one tool only"})
