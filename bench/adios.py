# SPDX-License-Identifier: BSD-3-Clause
"""The rows of ADIOS: the same program on our library and on the reference's, beside what moving the bytes takes."""
import shutil

from rows import Question, Row, Side, Work

PLAIN_GOAL = 0.85  # of what plain write and read do
STEPS = 10


def questions(bench):
    if not (bench.programs / "adios_reference").exists():
        return
    megabytes = max(bench.events // 40_000, 1)
    yield Question([
        Row(f"ADIOS write {megabytes} MB", "ours", "reference", 1),
        Row(f"ADIOS write {megabytes} MB / plain write", "ours", "plain", PLAIN_GOAL),
        Row(f"ADIOS write {megabytes} MB / memcpy", "ours", "memcpy"),
    ], lambda: write(bench, megabytes))
    yield Question([Row(f"ADIOS append {megabytes} MB", "ours", "reference")], lambda: write(bench, megabytes, "append"))
    yield Question([
        Row(f"ADIOS read {megabytes} MB", "ours", "reference", 1),
        Row(f"ADIOS read {megabytes} MB / plain read", "ours", "plain", PLAIN_GOAL),
        Row(f"ADIOS read {megabytes} MB / memcpy", "ours", "memcpy"),
    ], lambda: read(bench, megabytes))
    blocks = min(max(bench.events // 100, 100), 100_000)
    for task, name, times, goal in (("open", f"ADIOS open, {blocks:,} blocks", 3, 5), ("select", "ADIOS small selections", 200, None),
                                    ("statistics", "ADIOS statistics of an array", 3, None)):
        yield Question([Row(name, "ours", "reference", goal)],
                       lambda task=task, times=times: ask(bench, task, times, blocks))


def both(bench, arguments):
    """The program on each library; what it gets for each is made when it runs."""
    return {"ours": Side("Weft's library", lambda: [bench.programs / "adios_weft", *arguments("weft")]),
            "reference": Side("libadios", lambda: [bench.programs / "adios_reference", *arguments("reference")])}


def limit(bench, task, megabytes, path):
    return Side(f"plain {task}", lambda: [bench.programs / "plain_io", task, path(task), megabytes], is_limit=True)


def write(bench, megabytes, task="write"):
    room = bench.room / "arrays"

    def fresh(name):
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir(parents=True)
        return room / f"{name}.bp"

    def finish():
        shutil.rmtree(room)
        return ""

    return Work(megabytes << 17, both(bench, lambda name: [task, fresh(name), megabytes]) | {
        "plain": limit(bench, "write", megabytes, fresh), "memcpy": limit(bench, "memcpy", megabytes, fresh)}, finish=finish,
                text_bytes=megabytes << 20)


def made(bench, shape, file, *arguments):
    """A file that the reference wrote."""
    task, *numbers = arguments
    return bench.kept(["adios.c"], f"adios-{shape}", lambda folder: [bench.programs / "adios_reference", task, folder / file,
                                                                     *numbers]) / file


def read(bench, megabytes):
    path = made(bench, f"array-{megabytes}", "array.bp", "write", megabytes)
    return Work(megabytes << 17, both(bench, lambda _: ["read", path]) | {
        "plain": limit(bench, "read", megabytes, lambda _: path),
        "memcpy": limit(bench, "memcpy", megabytes, lambda _: path)}, text_bytes=megabytes << 20)


def ask(bench, task, times, blocks):
    path = made(bench, f"blocks-{blocks}", "blocks.bp", "make", STEPS, blocks // STEPS)
    return Work(times, both(bench, lambda _: [task, path, times]))
