# SPDX-License-Identifier: BSD-3-Clause
"""The rows of OTF: the same programs on our library and on the reference's, Weft's own reader, and the tool."""
import filecmp
import hashlib
import json
import shutil
import subprocess

from rows import BenchError, Question, Row, Side, Work

STREAMS = {1: "1 stream", 8: "8 streams"}


def questions(bench):
    for n, name in STREAMS.items():
        yield Question([Row(f"OTF_Writer {name}", "ours", "reference", 3)], lambda n=n: write(bench, n))
    for n, name in STREAMS.items():
        yield Question([Row(f"OTF_Reader {name}", "ours", "reference", 3)], lambda n=n: read_drop_in(bench, n))
    for n, name in STREAMS.items():
        yield Question([
            Row(f"OTF read {name}, 1 thread", "one", "reference", 8),
            Row(f"OTF read {name}, 2 threads / 1", "two", "one"),
            Row(f"OTF read {name}, merged", "merged", "reference"),
        ], lambda n=n: read(bench, n))
    yield Question([Row("OTF read compressed, 1 stream", "ours", "inflate", 0.7)], lambda: read_compressed(bench))
    for n, name in STREAMS.items():
        yield Question([Row(f"otfprint {name}", "ours", "reference", 5)], lambda n=n: print_text(bench, n))


def trace(bench, events, streams, level=0):
    """Written by the reference, and what a reader must find in it."""
    folder = bench.kept(["otf_write.c", "workload.h"], f"otf-{events}-{streams}-{level}",
                        lambda folder: [bench.programs / "otf_write", folder, events, streams, level])
    events, checksum = json.loads((folder / "made.json").read_text())
    return folder / "trace.otf", (events, checksum)


def write(bench, streams):
    room = bench.room / "written"
    folders = {}

    def side(label, library):
        folder = folders[label] = room / label

        def command():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            return [bench.programs / "otf_write", folder, bench.events, streams, 0]
        return Side(label, command, library=library)

    def finish():
        ours, theirs = [sorted(folder.iterdir()) for folder in folders.values()]
        for mine, other in zip(ours, theirs, strict=True):
            if not mine.name.endswith(".0.def") and not filecmp.cmp(mine, other, shallow=False):
                raise BenchError(f"Weft and the reference wrote different bytes: {mine.name}")
        size = sum(file.stat().st_size for file in ours)
        shutil.rmtree(room)
        return f"{size / bench.events:.1f} bytes an event, the same files"

    return Work(bench.events, {"ours": side("Weft's library", bench.bin.parent / "lib"),
                               "reference": side("libotf", None)}, finish=finish)


def read_drop_in(bench, streams):
    path, made = trace(bench, bench.events, streams)
    return bench.drop_in(lambda: [bench.programs / "otf_read_c", path], events=made[0], expected=made,
                         reference="libotf")


def read(bench, streams):
    path, made = trace(bench, bench.events, streams)
    return Work(made[0], {
        "one": bench.program("Weft, 1 thread", "otf_read", path, 1),
        "two": bench.program("Weft, 2 threads", "otf_read", path, 2),
        "merged": bench.program("Weft, merged", "otf_read", path, "merged"),
        "reference": bench.program("OTF_Reader", "otf_read_c", path),
    }, made)


def read_compressed(bench):
    path, made = trace(bench, bench.events, 1, 4)
    return Work(made[0], {
        "ours": bench.program("Weft, 1 thread", "otf_read", path, 1),
        "inflate": Side("bare inflate", lambda: [bench.programs / "inflate", path.with_suffix(".1.events.z")],
                        measured=False),
    }, made)


def print_text(bench, streams):
    path, made = trace(bench, max(bench.events // 4, 2000), streams)

    def side(label, tool):
        def text():
            """A mark of all that is printed but the last line, which tells the time it took."""
            printed = subprocess.run([tool, path], stdout=subprocess.PIPE, check=True).stdout
            return hashlib.sha256(printed.rpartition(b"processing time")[0]).hexdigest()
        return Side(label, lambda: [tool, path], measured=False, verify=lambda: (text(),))

    return Work(made[0], {"ours": side("Weft's otfprint", bench.bin / "otfprint"),
                          "reference": side("otfprint", shutil.which("otfprint") or "otfprint")})
