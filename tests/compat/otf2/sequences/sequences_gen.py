#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Generates the part of the driver that knows the records: one call to write each, one callback to hear of each.

    sequences_gen.py RECORDS_JSON OUTPUT_DIRECTORY

Fills records.c.in from the table of records, with the words of the interoperability tests.
"""
import pathlib
import re
import sys
from collections import namedtuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "interop"))
from reference_gen import (PRINTERS, UNKNOWN, Family, Table, arguments, edge_value, indent, parameter,  # noqa: E402
                           print_argument, reader_families)

Writer = namedtuple("Writer", "name prefix words parameters head records")
"""A kind of writer: how its functions begin, what its records are called here, what a call gets before the fields."""

WRITE = """\
const char* const {words}_names[] = {{{names}}};
const unsigned {words}_kinds = {count};
OTF2_ErrorCode write_{words}(OTF2_{writer}* writer, {parameters}unsigned kind, unsigned r) {{
  switch (kind) {{
{cases}
  }}
  return OTF2_ERROR_INVALID;
}}
"""

CALLBACK = """\
static OTF2_CallbackCode {family}_{record}({parameters}) {{
  {body}
  return end_record();
}}
"""

REGISTER = """\
OTF2_{family}ReaderCallbacks* new_{family}_callbacks(unsigned wanted) {{
  OTF2_{family}ReaderCallbacks* callbacks = OTF2_{family}ReaderCallbacks_New();
  {setters}
  return callbacks;
}}
"""

# Values that would make sense of clocks and maps meaningless: the times of events would leave 64 bits, and two
# attributes of a list could become one.
TAME = {("ClockOffset", "time"): "10 * r", ("ClockOffset", "offset"): "(int64_t)(r % 50)",
        ("MappingTable", "mappingType"): "(OTF2_MappingType)(r % (OTF2_MAPPING_MAX + 2))",
        ("MappingTable", "idMap"): "some_map(r)"}


def writers(table):
    timed = "OTF2_AttributeList* attributes, OTF2_TimeStamp time, "
    return [
        Writer("EvtWriter", "", "event", timed, ["attributes", "time"], table.events),
        Writer("SnapWriter", "", "snapshot", timed, ["attributes", "time"], table.snapshots),
        Writer("DefWriter", "Write", "definition", "", [], table.local_definitions),
        Writer("GlobalDefWriter", "Write", "global_definition", "", [], table.global_definitions),
        Writer("MarkerWriter", "Write", "marker", "", [], table.markers),
    ]


def write_function(writer):
    users, cases = {}, []
    for number, record in enumerate(writer.records):
        space = users.setdefault(record.get("id_space", record["name"]), [])
        space.append(record["name"])
        values = [TAME.get((record["name"], a.name)) or edge_value(record, a, i, len(space) - 1)
                  for i, a in enumerate(arguments(record))]
        name = writer.prefix + record.get("api_name", record["name"])
        call = f"OTF2_{writer.name}_{name}({', '.join(['writer', *writer.head, *values])})"
        cases.append(f"    case {number}:\n      return {call};")
    names = ", ".join(f'"{r["name"]}"' for r in writer.records)
    return WRITE.format(words=writer.words, names=names, count=len(writer.records), writer=writer.name,
                        parameters=writer.parameters, cases="\n".join(cases))


def families(table):
    """Those of the interoperability tests, but positions are told, and local snapshots have callbacks of their own."""
    event = '(void)data;\nbegin_event("{record}", location, time);'
    plain = '(void)data;\njson_begin("{record}");'
    for family in reader_families(table):
        if family.name == "Evt":
            begin = event + '\njson_key("position");\njson_uint(position);'
        else:
            begin = event if family.end.startswith("end_event") else plain
        end = "tell_attributes(attributes);" if family.end.startswith("end_event") else "json_end();"
        yield Family(family.name, family.records, family.parameters, begin, end)
        if family.name == "GlobalSnap":
            yield Family("Snap", family.records, family.parameters, begin, end)


def callback(family, record):
    fields = list(arguments(record))
    body = [family.begin.format(record=record["name"]), *map(print_argument, fields), family.end]
    return CALLBACK.format(family=family.name, record=record["name"], body=indent(body),
                           parameters=", ".join([family.parameters, *map(parameter, fields)]))


def register(family, records):
    setters = [f"if (is_wanted(wanted, {i}))\n  OTF2_{family.name}ReaderCallbacks_Set{r.get('api_name', r['name'])}"
               f"Callback(callbacks, {family.name}_{r['name']});" for i, r in enumerate(records)]
    return REGISTER.format(family=family.name, setters=indent(setters))


def value_cases(table, line):
    return "\n".join(f"    case {t['name']}:\n      {line(t)};\n      break;" for t in table.types)


def parts(table):
    callbacks = []
    for family in families(table):
        records = [UNKNOWN, *family.records]
        callbacks += [callback(family, record) for record in records]
        callbacks.append(register(family, records))
    return {
        "CALLBACKS": "\n".join(callbacks),
        "WRITERS": "\n".join(map(write_function, writers(table))),
        "VALUE_PRINTERS": value_cases(table, lambda t: PRINTERS[t["encoding"]].format("value." + t["union_member"])),
        "VALUE_EDGES": value_cases(table, lambda t: f"value.{t['union_member']} = edge_{t['encoding']}(k)"),
    }


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: sequences_gen.py RECORDS_JSON OUTPUT_DIRECTORY")
    table, output = Table(sys.argv[1]), pathlib.Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    text = (HERE / "records.c.in").read_text(encoding="utf-8")
    for name, part in parts(table).items():
        text = re.sub(rf" */\* @{name}@ \*/\n", lambda _, part=part: part + "\n", text)
    (output / "records.c").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
