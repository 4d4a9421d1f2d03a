# SPDX-License-Identifier: BSD-3-Clause
"""Folds the calls of a trace into aggregates, in the form of 2.0.x or of 2.1, and says what has to come of their sums."""
import collections

from count_io import LAYERS, Names, base, class_of, number

INTERVAL_NS = 1_000_000
VALUES = ("ret", "count", "offset", "size")


def values_of(event):
    found = {key: number(event["args"], key) for key in VALUES}
    return {"dur": event["dur"] // event["unit"], **{key: value for key, value in found.items() if value is not None}}


def aggregate(events, dialect):
    """One record for events that are alike."""
    first, args = events[0], {}
    unit = first["unit"]
    record = {"name": first["name"], "cat": first["cat"], "pid": first["pid"], "tid": first["tid"],
              "ts": first["ts"] // INTERVAL_NS * INTERVAL_NS // unit, "ph": "C" if dialect == 1 else 3}
    args.update({key: value for key, value in first["args"].items() if key.endswith("hash")})
    args["count" if dialect == 1 else "dft_cnt"] = len(events)
    values = [values_of(event) for event in events]
    for key in sorted({key for each in values for key in each}):
        column = [each[key] for each in values]
        if dialect == 2 and len(events) == 1:
            args[key] = column[0]
        else:
            args.update({f"{key}_min": min(column), f"{key}_max": max(column), f"{key}_sum": sum(column)})
    return {**record, "args": args}


def fold(files, dialect):
    """The metadata, and each aggregate with the events that are in it."""
    kept, groups = [], collections.defaultdict(list)
    for record in (record for records in files for record in records):
        if record["ph"] in ("M", 4):
            kept.append(record)
        else:
            record["unit"] = 1000 if dialect == 1 else 1
            keys = tuple(str(record["args"].get(key)) for key in ("hhash", "fhash"))
            present = tuple(sorted(values_of(record)))
            groups[record["cat"], record["name"], record["pid"], record["tid"], keys, present,
                   record["ts"] // INTERVAL_NS].append(record)
    return kept, [(aggregate(events, dialect), events) for events in groups.values()]


def bytes_of(events):
    """Nothing if it cannot be told: items of different sizes. A call that failed counts as -1."""
    moved = sum(number(event["args"], "ret") or 0 for event in events)
    if base(events[0]["name"]) in ("fread", "fwrite"):
        sizes = {number(event["args"], "size") for event in events}
        return max(moved, 0) * sizes.pop() if len(sizes) == 1 else None
    return max(moved, 0)


def sums(files, folds):
    """Tables as in count_io, and totals."""
    names = Names(files)
    tables = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
    total = collections.Counter(aggregates=len(folds), bytes_read=0, bytes_written=0, transfers_without_bytes=0)
    for _, events in folds:
        first, time, number_of = events[0], sum(event["dur"] for event in events), len(events)
        kind, is_io = class_of(first["name"]), LAYERS.get(first["cat"]) == "io"
        moved = bytes_of(events) if is_io and kind in ("read", "write") else 0
        process = tables["process"][names.process(first)]
        process["events"] += number_of
        tables["category"][first["cat"]].update(events=number_of, time_ns=time, bytes=moved or 0, aggregated=number_of)
        total["events"] += number_of
        if not is_io:
            continue
        row = collections.Counter(calls=number_of, time_ns=time, aggregated=number_of)
        tables["call"][first["cat"], first["name"]].update(row + collections.Counter(bytes=moved or 0))
        if kind in ("read", "write"):
            row.update({f"{kind}s": number_of, "bytes_read" if kind == "read" else "bytes_written": moved or 0})
            total["transfers_without_bytes"] += number_of if moved is None else 0
        elif kind == "metadata":
            row["metadata"] += number_of
        process.update(row)
        file = names.file(first)[1]
        if file is not None:
            tables["file"][file].update(row)
        total.update({key: row[key] for key in ("calls", "time_ns", "bytes_read", "bytes_written")})
    return tables, dict(total)
