#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weft as otfaux beside the reference's otfaux: the same output, exit codes and files.

    run_otfaux.py --weft PROGRAM --records otf.records.json --workdir DIRECTORY
"""
import os
import re
import resource
import shutil
import signal
import subprocess

from pairs import PairOnCopies, checks, main, reference_program
import random_traces

USES = [
    "t", "-n 3 t", "--all -n 7 t.otf", "--statistics t", "-o u -n 5 t", "-o u --all -n 5 --inline-snapshots t",
    "-o u --match-messages -n 6 t", "-o u.otf --match-messages --inline-snapshots -n 6 -z t", "--all -z -n 4 t",
    "-v --all -n 9 t", "-v --thumbnail t", "-p 20 -v t", "-p 50 -n 3 -t 100 -t 101 -v --all t", "-t 50 t",
    "-t 99999 -v --all t", "--funcgroups --filegroups --statistics -n 4 t", "-s 1 -n 3 t", "-s 1,2 -o u -n 3 t",
    "-s 2 -s 1 --filegroups -n 3 -v t", "-R t", "-F -n 3 t", "-a -n 3 t", "--thumbnail-procs 2 t",
    "--thumbnail-samples=0x11 --thumbnail-procs=010 -n 2 t", "--thumbnail -o u -n 3 t", "-p 0 t", "-n 0 -p 100000 t",
    "-o u --statistics --match-messages -n 3 t", "-b 300 -z -n 30 t", "-z -o u --all -n 10 -b 2000 t"]
FEW_USES = ["-v --all -n 5 t", "--thumbnail-procs 100 -n 2 t", "--thumbnail-procs 50 --thumbnail t",
            "-o u --match-messages --inline-snapshots -n 3 t"]
# What the reference says on standard output; on standard error it is ours to say.
MISTAKES = [
    "-n 1 t", "-n abc t", "-n 0 t", "--inline-snapshots t", "--match-messages t", "-R -o u t", "-F -o u t", "-x t",
    "-n", "--version", "-n5 t", "-f 0 t", "--thumbnail-procs=3x t", "--thumbnail-procs 0 t", "--thumbnail-samples=0 t",
    "--thumbnail-samples", "--thumbnail-procs=", "-s 1 --snapshots t", "-s 1 --all t", "-s 1 --thumbnail t",
    "-s 1 -o u --inline-snapshots t", "--statistics --inline-snapshots -o u t", "-n 3", "-l", "nosuch", "-l nosuch",
    "t nosuch", "-b 0 -z t"]
ANSWERS = ["-V", "-l t", "-l -s 1 t", "-i t -l", "-i nosuch -l t", "-s 9 -n 3 t", "-s 1,9 -n 3 t", "-s , -n 3 t",
           "-s 1, -n 3 t", "-s xyz -n 3 -o u t", "-s 2 --statistics -n 3 t"]
TIME_RANGES = ["DTRG5T300", "DTRG64T80", "DTRG0T0", "DTRG100T100", "DTRG0Tfffffffffffffffe", "DTRG0T10\nDTRG0T400"]
KEYS = ['DK5Y8NM"TUD::p2p-received-time"T"old"', 'DK9Y6NM"nine"T""', 'DK1Y6NM"TUD::p2p-received-scl"T""']
OLD_POINTS = ["DAUX5Y0", "DAUX6Y1"]


def check_uses(report, pair, name, trace, uses=FEW_USES, ignored_errors=False):
    for words in uses:
        report.add(f"{name}: otfaux {words}", pair.differences(words.split(), trace, ignored_errors))


def check_random(report, pair, traces):
    check_uses(report, pair, "two streams", random_traces.write(traces / "two", 1), USES)
    sparse = random_traces.write(traces / "sparse", 2, streams=5, processes=1, ticks=100, has_snapshots=True)
    check_uses(report, pair, "snapshots between events", sparse,
               ["--all -n 9 t", "-o u --statistics -n 3 t", "-v -n 50 t"])
    # More processes than the hash tables have buckets, so that their order is seen.
    check_uses(report, pair, "many processes", random_traces.write(traces / "many", 3, streams=20, processes=60))
    check_uses(report, pair, "large numbers", random_traces.write(traces / "large", 4, first=0x7ffffff0))
    for number, time_range in enumerate(TIME_RANGES):
        trace = random_traces.write(traces / f"range{number}", 5, more=[time_range])
        check_uses(report, pair, time_range.replace("\n", " "), trace, ["--all -n 5 -v t", "--thumbnail t"])
    check_uses(report, pair, "keys", random_traces.write(traces / "keys", 6, more=KEYS),
               ["-o u --match-messages -n 3 t", "-o u --match-messages --all --inline-snapshots -n 9 t"])


def check_old_files(report, pair, traces):
    trace = random_traces.write(traces / "old", 7, more=OLD_POINTS)
    (trace / "t.1.stats").write_text("5\n*1\nSF1N2E3I4\n5\n*1\n")
    (trace / "t.2.snaps").write_text("5\n*2\nTE1O1\n5\n*2\n")
    check_uses(report, pair, "earlier results", trace, [
        "-n 5 t", "--all -n 3 t", "--statistics -n 4 t", "-s 1 -n 3 t", "-s 2 -n 3 t", "-s 1 -F -n 3 t", "-s 1 -R t",
        "-o u --all -n 3 t", "--thumbnail t", "-s 1 -z -n 3 t"])
    # The reference puts statistics where nobody finds them, leaves stale files in front of new ones, and does not
    # remove what it was asked to.
    ours = pair.run_ours("-o u -n 3 t".split(), trace)
    report.add("statistics are copied to their stream", [] if "u.0.stats" not in ours.files and
               ours.files.get("u.1.stats") == ours.files["t.1.stats"] else [str(sorted(ours.files))])
    ours = pair.run_ours("-z -n 3 t".split(), trace)
    report.add("compressed snapshots replace plain ones", [] if "t.2.snaps" not in ours.files and
               "t.2.snaps.z" in ours.files and "t.0.def" not in ours.files else [str(sorted(ours.files))])
    ours = pair.run_ours(["-R", "t"], trace)
    report.add("-R removes snapshots and statistics", [] if not {"t.2.snaps", "t.1.stats"} & ours.files.keys() and
               b"DAUX" not in ours.files["t.0.def"] else [str(sorted(ours.files))])


HANDLE = re.compile(rb"^((?:F|TOF)[0-9a-f]+(?:O[0-9a-f]+)?H)([0-9a-f]+)", re.M)


def without_known_differences(files):
    """The reference reads 32 bits of handles, puts statistics where nobody finds them, and counts processes in
    thumbnails as often as they are defined."""
    for name in [name for name in files if name.startswith("u.") and ".stats" in name]:
        del files[name]
    for name, text in files.items():
        if name.endswith((".events", ".snaps")):
            files[name] = HANDLE.sub(lambda found: found[1] + found[2][-8:].lstrip(b"0"), text)
        elif name.endswith(".thumb"):
            files[name] = text.split(b"\n", 1)[1]


def check_every_record(report, pair, traces, program):
    """Traces of the reference, with every record: plain, long, compressed, and with snapshots between the events. It
    dies of statistics of these."""
    for name, variant in {"short": (0, 0, 1 << 20), "long": (1, 0, 1 << 20), "compressed": (0, 4, 1000),
                          "inline": (2, 0, 1 << 20)}.items():
        trace = checks.empty_directory(traces / name)
        checks.must_run([program, "write", trace / "t", *variant])
        for words in ("-n 4 t", "-o u --thumbnail -n 3 t", "-o u --match-messages -n 3 t",
                      "-o u --match-messages --inline-snapshots -n 7 t"):
            report.add(f"every record, {name}: otfaux {words}",
                       pair.differences(words.split(), trace, adjust=without_known_differences))


def check_mistakes(report, pair, traces):
    trace = random_traces.write(traces / "good", 8, count=50)
    for words in MISTAKES:
        report.add(f"otfaux {words}", pair.differences(words.split(), trace, ignored_errors=True))
    check_uses(report, pair, "answers", trace, ANSWERS)
    # The reference takes these as other numbers.
    for words in ("-n -3 t", "-p -3 t", "-t -5 t", "-t 99999999999999999999 t"):
        report.add(f"otfaux {words}", pair.refused(words.split(), trace, 1, words.split()[0]))
    report.add("no such folder", pair.refused("-n 3 -o no/such t".split(), trace, 1, "no/such"))
    report.add("a copy onto itself", pair.refused("-n 3 -o t t".split(), trace, 1, "itself"))
    for words in ([], ["-h"], ["--help"]):
        ours = pair.run_ours(words, trace)
        is_good = ours.out.startswith(b"usage: otfaux") and ours.status == 0
        report.add(f"otfaux {' '.join(words)} helps", [] if is_good else [repr(ours.out[:100])])


def check_limits(report, pair, traces):
    """What the reference has fewer bits for."""
    trace = random_traces.write(traces / "limits", 9, count=20)
    (trace / "t.1.events").write_text("5\n*1\nCOPB4H200000001C1RT1S200000005R6\nF1H200000001OP0B1D0\n9\n*1\nCOPE200000001\n"
                                      "1000000000\n*1\nE1\n2000000000\n*1\nL\n2000000000\n*1\n")
    ours = pair.run_ours("--all -t 6 -t 5000000000 t".split(), trace)
    report.add("64 bits of ids, sizes and times", [text for text, name in (
        ("TOF1O5H200000001", "t.1.snaps"), ("SCO0CL4NS1NR1S200000005R6", "t.1.stats"), ("DAUX12a05f200Y0", "t.0.def"))
        if text.encode() not in ours.files[name]])


def check_unknown_lines(report, pair, traces):
    """The reference leaves out what it does not know."""
    trace = random_traces.write(traces / "unknown", 12, count=20, more=["K1Y6V5", "DZZ1"])
    with open(trace / "t.0.marker", "a", encoding="utf-8") as markers:
        markers.write("MZZ2\n")
    (trace / "t.1.events").write_text("5\n*1\nE1\nK1Y6V7\nZZ3\n9\n*1\nL\n9\n*1\n")
    copied = pair.run_ours("-o u --all -n 3 t".split(), trace)
    report.add("unknown lines are copied", [f"{name}: no {text}" for name, text in (
        ("u.0.def", b"K1Y6V5\nDZZ1\n"), ("u.0.marker", b"\nMZZ2\n"), ("u.1.events", b"\nE1\nK1Y6V7\nZZ3\n"))
        if text not in copied.files[name]])
    kept = pair.run_ours("-n 3 t".split(), trace)
    report.add("unknown definitions stay", [] if b"\nDZZ1\n" in kept.files["t.0.def"] else [str(kept.files["t.0.def"])])


def limit_files():
    """As if the disk was full: files cannot grow beyond this."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))


def check_full_disk(report, pair, traces):
    trace = random_traces.write(traces / "full", 11)
    for words in ("t", "-o u --all t", "--statistics -z -b 100 t"):
        report.add(f"a full disk: otfaux {words}", pair.refused(words.split(), trace, 1, ": ", preexec_fn=limit_files))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([pair.ours, "-l", trace / "t"], stdout=full, stderr=subprocess.PIPE, check=False)
    is_told = done.returncode == 1 and b"standard output" in done.stderr
    report.add("a full disk: otfaux -l", [] if is_told else [str(done)])


def be_folder(path):
    path.unlink()
    path.mkdir()


def cut(path, size):
    path.write_bytes(path.read_bytes()[:size])


DAMAGES = {
    "no events": (lambda trace: (trace / "t.1.events").unlink(), "t.1.events"),
    "an empty file": (lambda trace: cut(trace / "t.1.events", 0), "t.1.events"),
    "a cut file": (lambda trace: cut(trace / "t.1.events", 501), "t.1.events"),
    "a bad number": (lambda trace: (trace / "t.2.events").write_text("5\n*2\nS5Lxx\n5\n*2\n"), "t.2.events: at byte 8"),
    "a bad definition": (lambda trace: (trace / "t.0.def").write_text("DPG1\n"), "t.0.def"),
    "a folder as master file": (lambda trace: be_folder(trace / "t.otf"), "t.otf"),
    "a folder as events": (lambda trace: be_folder(trace / "t.1.events"), "t.1.events"),
    "no master file": (lambda trace: (trace / "t.otf").unlink(), "t"),
    "an empty master file": (lambda trace: cut(trace / "t.otf", 0), "t.otf"),
}


def check_damage(report, pair, traces):
    good = random_traces.write(traces / "to_damage", 10)
    for name, (damage, word) in DAMAGES.items():
        trace = traces / "damaged"
        shutil.rmtree(trace, ignore_errors=True)
        shutil.copytree(good, trace)
        damage(trace)
        for words in ("-n 3 t", "-o u --all -n 3 t"):
            report.add(f"{name}: otfaux {words}", pair.refused(words.split(), trace, 1, word))


def check(report, arguments):
    program, zlib = reference_program(arguments.workdir, arguments.records, arguments.cc)
    pair = PairOnCopies(arguments, "otfaux", {**os.environ, "LD_PRELOAD": str(zlib)})
    traces = arguments.workdir / "traces"
    check_random(report, pair, traces)
    check_old_files(report, pair, traces)
    check_every_record(report, pair, traces, program)
    check_mistakes(report, pair, traces)
    check_limits(report, pair, traces)
    check_unknown_lines(report, pair, traces)
    check_damage(report, pair, traces)
    check_full_disk(report, pair, traces)


if __name__ == "__main__":
    main(__doc__, ("weft", "records"), check)
