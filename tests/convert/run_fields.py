#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What reports say of fields is what becomes of them: a trace goes into each format and back, and is compared with itself.

    run_fields.py --weft PROGRAM --workdir DIRECTORY --data DIRECTORY --maker PROGRAM [--only FORMAT]

For every kind of record, with names for ids, as `weft print --json` tells them before and after:
- records differ in no field that the reports do not name, and no more of them are missing than reports count;
- a field that a report calls lost does differ, in as many records as it says; a record that it calls lost is missing.
What is called translated may come back as it was. Reports name every field of every kind of record. Of exports, which
nobody reads back, it is texts that are found in them or not.
"""
import collections
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import checks  # noqa: E402
from run_pairs import ENDINGS, HOLD_EVERYTHING, begin, maker  # noqa: E402

EXPORTS = {"x.json": "chrome", "x.pftrace": "perfetto", "x.csv": "csv", "x.folded": "folded",
           "x.speedscope.json": "speedscope"}
# No event of the trace speaks of them.
UNUSED = {"InterComm", "IoDirectory"}
TRACES = {"sane": "otf2/good/sane/trace.otf2"}
# What formats keep of their own in attributes and properties.
OWN = ("otf.", "litl.", "dftracer.")
# Made anew whenever a trace is written. Locations tell how many events they have now.
MADE_ANEW = {"String", "DefUniqueId"}
COUNTED_ANEW = {"numberOfEvents"}
EMPTY = (None, "", 0, [])
UNDEFINED = {0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF}
TEXTS = {"name", "canonicalName", "description", "sourceFile", "className", "unit", "identification", "programName"}
LOCATIONS = {"recorder", "location"}
LOCATION_GROUPS = {"locationGroup", "creatingLocationGroup"}
NODES = {"systemTreeParent", "scope", "systemTreeNode", "parent"}
RANKS = {"receiver", "sender", "root", "remote"}
GROUPS = {"group", "groupA", "groupB"}


class Trace:
    """The records of a trace by kind, in words that do not depend on how its definitions are numbered."""

    def __init__(self, records, format_name, own_time, first=None, one_machine=False):
        self.tables = collections.defaultdict(dict)
        for record in records:
            if "self" in record:
                self.tables[record["record"]].setdefault(record["self"], record)
        self.clock = next((record for record in records if record["record"] == "ClockProperties"), {})
        self.own_time, self.one_machine = own_time, one_machine
        self.places = self.find_places(records, format_name, first)
        self.records = collections.defaultdict(list)
        for record in records:
            if record["record"] not in MADE_ANEW and "Snap" not in record["record"] and not self.is_own(record):
                self.records[record["record"]].append(self.plain(record))

    def find_places(self, records, format_name, first):
        """The ids that locations had before they went through a format."""
        locations = self.tables["Location"]
        if format_name == "otf":
            return dict(zip(sorted(locations), sorted(first.tables["Location"])))
        if format_name in ("litl", "dftracer", "dftracer2"):
            less, key = (1, "litl.tid") if format_name == "litl" else (0, "dftracer.tid")
            return {record["location"]: record["value"] - less for record in records
                    if record["record"] == "LocationProperty" and record["names"]["name"] == key}
        return {self_id: self_id for self_id in locations}

    def is_own(self, record):
        """What is there because of the format that a trace went through."""
        names = record.get("names", {})
        if any(str(names.get(key, "")).startswith(OWN) for key in ("name", "parameter")):
            return True
        return ("location" in record or record["record"] == "Location") and \
            self.places.get(record.get("location", record.get("self"))) is None

    def attributes(self, record):
        for entry, name in zip(record.get("attributes", []), record.get("names", {}).get("attributes", [])):
            yield name, self.text(entry["value"]) if entry["type"] == 11 else entry["value"]

    def text(self, string_id):
        return self.tables["String"].get(string_id, {}).get("string", "")

    def group(self, group_id):
        """Locations stand for what they are in."""
        return sorted(self.places.get(self_id, -1) for self_id, location in self.tables["Location"].items()
                      if location["locationGroup"] == group_id)

    def members(self, group):
        if group is None:
            return None
        kind = group["names"].get("groupType")
        if kind == "REGIONS":
            return sorted(self.name("Region", member) for member in group["members"])
        if kind in ("LOCATIONS", "COMM_LOCATIONS"):
            return [self.places.get(member) for member in group["members"]]
        if kind == "COMM_SELF":
            return ["self"]
        if kind == "COMM_GROUP":
            everybody = [row["members"] for row in self.tables["Group"].values() if row["names"].get("groupType") ==
                         "COMM_LOCATIONS" and row["paradigm"] == group["paradigm"]]
            return [self.places.get(everybody[0][member]) for member in group["members"]] if everybody else None
        return group["members"]

    def process_of(self, event, rank):
        """The location that a rank stands for, as the location of the event sees it."""
        comm = self.tables["Comm"].get(event.get("communicator", self.tables["RmaWin"].get(event.get("win"), {}).get("comm")))
        members = self.members(self.tables["Group"].get(comm["group"])) if comm else self.other_side(event)
        return members[rank] if members and rank < len(members) else rank

    def other_side(self, event):
        inter = self.tables["InterComm"].get(event.get("communicator"))
        if inter is None:
            return None
        sides = [self.members(self.tables["Group"].get(inter[side])) or [] for side in ("groupA", "groupB")]
        return sides[1] if self.places.get(event["location"]) in sides[0] else sides[0]

    def name(self, kind, self_id):
        return self.tables[kind].get(self_id, {}).get("names", {}).get("name", self_id)

    def time(self, ticks):
        """Nanoseconds: since 1970, or since the clock began."""
        resolution, since = self.clock.get("timerResolution", 10**9), self.clock.get("realtimeTimestamp")
        if self.own_time or since in UNDEFINED:
            return ticks * 10**9 // resolution
        return since + (ticks - self.clock["globalOffset"]) * 10**9 // resolution

    def value(self, record, field, value):
        kind = record["record"]
        if field in LOCATIONS or kind == "Marker" and field == "scope" and record["markerScope"] == 1:
            return self.places.get(value)
        if field == "time":
            return self.time(value)
        if field == "attributes":
            return sorted(entry for entry in self.attributes(record) if not entry[0].startswith(OWN))
        if field == "members":
            return self.members(record)
        if field == "metricMembers":
            return [self.name("MetricMember", member) for member in value]
        if kind == "Marker" and field == "marker":
            return self.tables["DefMarker"].get(value, {}).get("severity")
        if isinstance(value, list):
            return value
        if field in RANKS and "time" in record:
            return self.process_of(record, value)
        if kind == "Marker" and field == "scope" and record["markerScope"] == 0:
            return None
        if value in UNDEFINED:
            return None
        if field in LOCATION_GROUPS:
            return self.group(value)
        if field in GROUPS:
            return self.members(self.tables["Group"].get(value))
        if field in NODES and kind not in ("Callpath", "CallingContext", "Comm", "IoHandle", "MetricInstance", "Marker"):
            return ("first" if value == 0 else "other") if self.one_machine else self.name("SystemTreeNode", value)
        if field == "win":
            return self.tables["RmaWin"].get(value, {}).get("names", {}).get("comm")
        if field in ("handle", "newHandle"):
            return self.tables["IoHandle"].get(value, {}).get("names", {}).get("file")
        if field in TEXTS or kind == "SourceCodeLocation" and field == "file":
            return record.get("names", {}).get(field, "")
        return record.get("names", {}).get(field, value)

    def plain(self, record):
        row = {field: self.value(record, field, value) for field, value in record.items()
               if field not in ("record", "self", "names") and field not in COUNTED_ANEW and not field.startswith("numberOf")
               and not isinstance(value, dict)}
        if "time" in row:
            row.setdefault("attributes", [])
        return row


def projected(rows, fields, without_attributes):
    """How often each combination of fields is there."""
    found = collections.Counter()
    for row in rows:
        kept = {key: value for key, value in row.items() if key in fields}
        if "attributes" in kept:
            kept["attributes"] = [a for a in kept["attributes"] if a[0] not in without_attributes]
        found[json.dumps(kept, sort_keys=True)] += 1
    return found


def missing(before, after):
    return before - after


class Told:
    """What the reports of a way there and back say."""

    def __init__(self, reports):
        self.lost, self.translated = collections.Counter(), collections.Counter()
        for report in reports:
            for loss in report["losses"]:
                (self.lost if loss["fate"] == "lost" else self.translated)[loss["what"]] += loss["count"]

    def named(self, counts, kind):
        return {what.split(".", 1)[1]: count for what, count in counts.items() if what.startswith(kind + ".")}


def compare_kind(kind, before, after, told):
    # What was not told at all may be something now.
    fields = {field for row in before for field, value in row.items() if value not in EMPTY}
    lost, translated = told.named(told.lost, kind), told.named(told.translated, kind)
    for unknown in (set(lost) | set(translated)) - set().union(*before) - {"attributes"}:
        yield f"{kind} has no field {unknown}"
    if "event time" in told.translated:
        translated["time"] = told.translated["event time"]
    without = {what.removeprefix("attribute ") for what in told.lost if what.startswith("attribute ")}
    carried = fields - set(lost) - set(translated)
    gone = missing(projected(before, carried, without), projected(after, carried, without))
    allowed = told.lost[kind] + told.translated[kind]
    if sum(gone.values()) > allowed:
        for field in sorted(carried):
            if sum(missing(projected(before, carried - {field}, without),
                           projected(after, carried - {field}, without)).values()) <= allowed:
                yield f"{kind}.{field} differs, and no report says so: {next(iter(gone))[:200]}"
                break
        else:
            yield (f"{kind}: {sum(gone.values())} of {len(before)} do not come back, but {allowed} were told: "
                   f"{next(iter(gone))[:300]}, but {next(iter(missing(projected(after, carried, without), projected(before, carried, without))), None)}")
    if sum(gone.values()) < told.lost[kind]:
        yield f"{kind}: {told.lost[kind]} are said to be lost, but only {sum(gone.values())} are missing"
    for field, count in lost.items():
        # What was not told is not lost if it is something now.
        rows = [row for row in before if row.get(field) not in EMPTY]
        least = sum(missing(projected(rows, carried | {field}, without), projected(after, carried | {field}, without)).values())
        least -= sum(missing(projected(rows, carried, without), projected(after, carried, without)).values())
        if not least <= count <= least + told.translated[kind]:
            yield f"{kind}.{field} is said to be lost {count} times, but differs in {least}"


def compare_fields(report):
    """What is said of the fields of each kind of record is what was lost; with a record that is lost they are, too."""
    counts = {fate: collections.Counter() for fate in ("lost", "translated")}
    for loss in report["losses"]:
        counts[loss["fate"]][loss["what"]] += loss["count"]
    for record in report["records"]:
        gone = min(record["read"], record["lost"])
        for field in record.get("fields", []):
            name = f"{record['record']}.{field['field']}"
            found = {fate: counts[fate].pop(name, 0) for fate in counts}
            carried = max(0, record["read"] - gone - sum(found.values()))
            expected = {"field": field["field"], "carried": carried, "translated": found["translated"],
                        "lost": found["lost"] + gone}
            if field != expected:
                yield f"{name}: {field}, expected {expected}"
    known = {record["record"] for record in report["records"]}
    for fate, rest in counts.items():
        for what in rest:
            if what.split(".")[0] in known and "." in what and not what.endswith(".attributes"):
                yield f"{what} is {fate}, but no field of its record"


def silences(kinds, told):
    """Fields that could be left out of a report without being missed."""
    for kind, (before, after) in kinds.items():
        for field in told.named(told.lost, kind):
            if told.translated[kind]:
                continue
            count = told.lost.pop(f"{kind}.{field}")
            if not list(compare_kind(kind, before, after, told)):
                yield f"nobody would miss {kind}.{field}"
            told.lost[f"{kind}.{field}"] = count


def check_trace(weft, trace, place, through):
    there, back = place / "there" / ENDINGS[through], place / "back" / ENDINGS["otf2"]
    reports = [weft.convert(trace, there, through), weft.convert(there, back, "otf2")]
    before, after = weft.records(trace), weft.records(back)
    clock = next((r for r in after if r["record"] == "ClockProperties"), {})
    own_time = clock.get("realtimeTimestamp") in UNDEFINED
    before = Trace(before, "otf2", own_time, one_machine=through == "litl")
    after = Trace(after, through, own_time, before, one_machine=through == "litl")
    told = Told(reports)
    problems = []
    kinds = {kind: (rows, after.records[kind]) for kind, rows in before.records.items()}
    for kind, (rows, found) in kinds.items():
        problems += compare_kind(kind, rows, found, told)
    problems += compare_fields(reports[0])
    if not problems:
        problems += silences(kinds, told)
    if not before.records or not told.lost and through not in HOLD_EVERYTHING:
        problems.append("nothing to compare")
    return problems


def check_export(weft, trace, out):
    """Texts of the trace say which field they are of: those that are called lost are not in the export, others are."""
    report = weft.convert(trace, out, EXPORTS[out.name])
    content = out.read_bytes() if out.is_file() else b"".join(file.read_bytes() for file in out.iterdir())
    records = weft.records(trace)
    told = {entry["value"] for record in records for entry in record.get("attributes", []) if entry["type"] == 11}
    texts = {record["string"] for record in records if record["record"] == "String" and record["self"] not in told
             and re.fullmatch(r"\w+\.\w+ \d+", record["string"])}
    shown = {text.split(" ")[0] for text in texts if re.search(rb"\b" + text.encode(), content)}
    gone = {loss["what"] for loss in report["losses"] if loss["fate"] == "lost"}
    for field in sorted({text.split(" ")[0] for text in texts}):
        kind = field.split(".")[0]
        is_lost = bool({field, kind} & gone)
        if is_lost == (field in shown) and (is_lost or kind not in UNUSED):
            yield f"{field} is {'' if is_lost else 'not '}called lost, and {'' if field in shown else 'not '}shown"
    yield from compare_fields(report)
    for loss in report["losses"]:
        if not loss.get("example"):
            yield f"{loss['what']} ({loss['why']}) has no example"
    if not shown or not gone:
        yield "nothing to compare"


def main():
    options, workdir, weft, report = begin(__doc__, maker("every field of every record"),
                                           ("--only", {"help": "one format, such as litl"}))
    traces = {name: options.data / path for name, path in TRACES.items()}
    traces["fields"] = workdir / "made" / "trace.otf2"
    traces["fields"].parent.mkdir()
    checks.run([options.maker.resolve(), traces["fields"]])
    for form in ENDINGS:
        if form != "otf2" and options.only in (None, form):
            for name, trace in traces.items():
                report.add(f"{form} {name}", check_trace(weft, trace, workdir / form / name, form))
    for name in EXPORTS:
        if options.only in (None, name):
            out = workdir / "exports" / name.split(".")[1] / name
            report.add(name, list(check_export(weft, traces["fields"], out)))
    report.finish()


if __name__ == "__main__":
    main()
