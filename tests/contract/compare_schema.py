#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the schema the code has (printed by weft_schema_dump) with the table of records in docs/formats.

Names, ids, versions, framing, the fields of each record in the order of the programming interface, their encodings in
the order of the file, where the fields of later versions begin, what ids refer to, which mapping applies to them, and
the values and names of enumerations. Prints every difference; exits with 1 if there are any.
"""
import json
import subprocess
import sys

# What the table has in addition: kinds of file and the fields that are only there for old readers.
SECTIONS = {"global": "definitions", "local": "definitions", "events": "events", "snapshots": "snapshots",
            "markers": "markers", "thumbnails": "thumbnails"}

# References that the table lists as plain numbers, because a marker's id space is known to marker files only.
UNTYPED = {"Marker", "DefMarker"}


class Differences:
    def __init__(self):
        self.count = 0
        self.compared = 0

    def expect(self, where, what, found, expected):
        self.compared += 1
        if found != expected:
            self.count += 1
            print(f"{where}: {what}: the code has {found!r}, the table {expected!r}")


def flat_fields(record):
    """All fields in the order of the file, elements of arrays behind their count."""
    for field in record["fields"]:
        yield field
        yield from field.get("array", [])


def api_order(record):
    if "api_order" in record:
        return record["api_order"]
    return [field["name"] for field in flat_fields(record)]


def wire_notes(record):
    notes, since = [], record["fields"][0]["since"] if record["fields"] else None
    for field in flat_fields(record):
        if field["since"] != since:
            notes.append("|")
            since = field["since"]
        notes.append(field["encoding"])
    return notes


def enum_values(enum):
    """Named values without aliases and end markers, which stand for no value of their own."""
    names = {}
    for value in enum["values"]:
        if "alias_of" in value or value.get("end_marker"):
            continue
        name = value.get("print")
        if name is None or name.startswith("OTF2_"):
            name = value["name"].removeprefix(enum["prefix"])
        if name in ("MAX", "MASK") or value["name"].endswith(("_MAX", "_MASK")):
            continue
        names[name] = value["value"]
    return names


def compare_enum(diff, where, found, enum):
    diff.expect(where, f"values of {enum['name']}", dict(map(tuple, found["values"])), enum_values(enum))
    diff.expect(where, f"{enum['name']} is a set of flags", found["flags"], enum["bitset"])
    diff.expect(where, f"bytes of {enum['name']}", found["bytes"], {"uint8_t": 1, "uint32_t": 4}[enum["type"]])


def mapping_name(field):
    mapping = field.get("mapping")
    return mapping.removeprefix("OTF2_MAPPING_") if mapping else None


def compare_field(diff, where, found, field, enums, is_mapped):
    diff.expect(where, "encoding", found["encoding"], field["encoding"])
    if field.get("refers_to") not in UNTYPED:
        diff.expect(where, "refers to", found["refers_to"], field.get("refers_to"))
    if is_mapped:
        diff.expect(where, "mapping", found["mapping"], mapping_name(field))
    diff.expect(where, "is an enumeration", found["enum"] is not None, "enum" in field)
    if found["enum"] and "enum" in field:
        compare_enum(diff, where, found["enum"], enums[field["enum"]])


def compare_record(diff, found, record, enums):
    where = f"{found['file']} {found['name']}"
    diff.expect(where, "id", found["id"], record["id"])
    diff.expect(where, "since", found["since"], record["since"])
    diff.expect(where, "deprecated", found["deprecated"], record["deprecated"])
    diff.expect(where, "has no length", found["bare"], record.get("singleton", False))
    diff.expect(where, "encodings in the file", found["wire"], wire_notes(record))
    order = api_order(record)
    diff.expect(where, "fields", [f["name"] for f in found["fields"]], order)
    by_name = {field["name"]: field for field in flat_fields(record)}
    for field in found["fields"]:
        if field["name"] in by_name:
            # Only events are mapped.
            compare_field(diff, f"{where}.{field['name']}", field, by_name[field["name"]], enums, found["file"] == "events")


def expected_records(table, kind):
    for record in table[SECTIONS[kind]]:
        if kind == "global" and record["local_only"] or kind == "local" and record["global_only"]:
            continue
        yield record


def main(dump, table_path):
    with open(table_path, encoding="utf-8") as file:
        table = json.load(file)
    enums = {enum["name"]: enum for enum in table["enums"]}
    lines = [json.loads(line) for line in subprocess.run([dump], capture_output=True, text=True, check=True).stdout.splitlines()]
    diff = Differences()
    for kind in SECTIONS:
        found = {line["name"]: line for line in lines if line["file"] == kind}
        expected = {record["name"]: record for record in expected_records(table, kind)}
        diff.expect(kind, "records", sorted(found), sorted(expected))
        for name in found.keys() & expected.keys():
            compare_record(diff, found[name], expected[name], enums)
    for line in lines:
        if line["file"] in ("types", "mapping_types"):
            expected = {entry["print"]: entry["id"] for entry in table[line["file"]]}
            diff.expect(line["file"], "values", dict(map(tuple, line["enum"]["values"])), expected)
    print(f"{diff.compared} facts compared, {diff.count} differences")
    return 1 if diff.count or diff.compared < 1000 else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: compare_schema.py WEFT_SCHEMA_DUMP RECORDS_JSON")
    sys.exit(main(sys.argv[1], sys.argv[2]))
