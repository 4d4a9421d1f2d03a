# SPDX-License-Identifier: BSD-3-Clause
"""What traces of DFTracer hold, and whether their lines are as they should be."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dftracer"))
from lines import HASHES, text_of  # noqa: E402

LONGEST_LINE = 16384
HASHED = ("HH", "FH", "SH")


hash_of = HASHES["F"]


def records_of(path):
    """All records of a file; those of one that was killed may lack the end."""
    return [json.loads(line) for line in text_of(path).decode().splitlines() if line not in ("[", "]")]


def files_of(place):
    return sorted((place / "trace").glob("*.pfw*"))


def check_file(checks, path, is_complete=True):
    """The rules for writers of docs/formats/dftracer.md."""
    name = path.name
    lines = text_of(path).decode().split("\n")
    checks.equal(f"{name}: first line", lines[0], "[")
    checks.equal(f"{name}: last line", lines[-1], "]" if is_complete else "")
    records = [json.loads(line) for line in lines[1:-1]]
    checks.true(f"{name}: short lines without blanks", all(
        len(line.encode()) < LONGEST_LINE and line == line.strip() for line in lines))
    checks.equal(f"{name}: begins with", [r["name"] for r in records[:6]],
                 ["HH", "thread_name", "SH", "SH", "FH", "start"])
    known = set()
    for record in records:
        arguments = record["args"]
        checks.true(f"{name}: hhash first", next(iter(arguments)) == "hhash", f"{record}")
        if record["ph"] == "M":
            checks.equal(f"{name}: fields", list(record), ["id", "name", "cat", "pid", "tid", "ph", "args"])
            if record["name"] in HASHED:
                checks.equal(f"{name}: hash of {arguments['name']!r}", arguments["value"], hash_of(arguments["name"]))
                is_new = arguments["value"] not in known or record["name"] == "SH"
                checks.true(f"{name}: defined once", is_new, f"{record}")
                known.add(arguments["value"])
            continue
        fields = {"X": ["id", "name", "cat", "pid", "tid", "ts", "dur", "ph", "args"],
                  "C": ["name", "cat", "ts", "ph", "pid", "tid", "args"]}[record["ph"]]
        if list(record) != fields:
            checks.equal(f"{name}: fields", list(record), fields)
        used = {v for k, v in arguments.items() if k.endswith("hash") or k == "cwd"}
        if not used <= known:
            checks.true(f"{name}: hashes are defined before they are used", False, f"{record}")
    ids = sorted(r["id"] for r in records if "id" in r)
    if is_complete:
        checks.equal(f"{name}: ids", ids, list(range(1, len(ids) + 1)))
        checks.equal(f"{name}: ends with", (records[-1]["name"], records[-1]["args"]["num_events"]),
                     ("end", len(ids) - 1))
    else:
        checks.equal(f"{name}: ids are of one record each", len(ids), len(set(ids)))
    return records


def counters(records):
    """What `recorded` counted: the values of "counter", by the "log" that was said before on the same thread."""
    found, current = {}, {}
    for record in records:
        if record["ph"] == "C" and record["name"] == "log":
            current[record["tid"]] = found.setdefault(record["args"]["log"], [])
        elif record["ph"] == "C" and record["name"] == "counter":
            # Where the chunk that said it was lost, nobody knows whose counter it is.
            if record["tid"] not in current:
                current[record["tid"]] = found.setdefault(None, [])
            current[record["tid"]].append(record["args"]["counter"])
    return found


def check_nesting(checks, name, records):
    """Events of a thread are inside one another or apart, and are written in the order in which they end. Answers
    whether there are any."""
    last, open_events = {}, {}
    for record in records:
        if record["ph"] != "X" or record["cat"] == "dftracer":
            continue
        begin, end = record["ts"], record["ts"] + record["dur"]
        if end < last.get(record["tid"], 0):
            checks.true(f"{name}: in the order of ends", False, f"{record}")
        last[record["tid"]] = end
        inside = open_events.setdefault(record["tid"], [])
        while inside and inside[-1][0] >= begin and inside[-1][1] <= end:
            inside.pop()
        if inside and inside[-1][1] > begin:
            checks.true(f"{name}: nested", False, f"{record} and {inside[-1]}")
        inside.append((begin, end))
    return bool(last)
