#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Generates the programs that write and read OTF2 archives with the reference library.

    reference_gen.py RECORDS_JSON OUTPUT_DIRECTORY

Fills the templates reference_writer.c.in and reference_dump.c.in from the table of records, so that
a record added to the table is written, read and compared without another line here.
"""
import json
import pathlib
import re
import sys
from collections import namedtuple

HERE = pathlib.Path(__file__).resolve().parent


class Table:
    """The records of docs/formats/otf2.records.json in the shape of the C interface."""

    def __init__(self, path):
        table = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.types = [t for t in table["types"] if "union_member" in t]
        definitions = table["definitions"]
        self.global_definitions = [r for r in definitions if not r["local_only"]]
        self.local_definitions = [r for r in definitions if not r["global_only"]]
        self.events = table["events"]
        self.snapshots = table["snapshots"]
        self.markers = table["markers"]


Argument = namedtuple("Argument", "name c_type encoding field count type_of")
"""One argument of a writer function or callback: `count` names the length of an array (None for a
single value), `type_of` the argument that holds the OTF2_Type of a value."""


def arguments(record):
    """The fields of a record in the order of the C interface, arrays behind their count."""
    fields = {f["name"]: (f, None) for f in record["fields"]}
    for field in record["fields"]:
        fields.update({e["name"]: (e, field["name"]) for e in field.get("array", [])})
    type_of = None
    for name in record.get("api_order", []):
        field, count = fields[name]
        if field["type"] == "OTF2_Type":
            type_of = name
        yield Argument(name, field["type"], field["encoding"], field, count, type_of)


# --- the reader ---------------------------------------------------------------------------------

Family = namedtuple("Family", "name records parameters begin end")
"""The callbacks of one kind of reader: what they get before the fields, and what they do before and after printing them."""

UNKNOWN = {"name": "Unknown", "fields": []}

CALLBACK = """\
static OTF2_CallbackCode {family}_{record}({parameters}) {{
  {body}
  return OTF2_CALLBACK_SUCCESS;
}}
"""

REGISTER = """\
static OTF2_{family}ReaderCallbacks* new_{family}_callbacks(void) {{
  OTF2_{family}ReaderCallbacks* callbacks = OTF2_{family}ReaderCallbacks_New();
  {setters}
  return callbacks;
}}
"""


def reader_families(table):
    stream = "OTF2_LocationRef location, OTF2_TimeStamp time, {}void* data, OTF2_AttributeList* attributes"
    event = '(void)data;\nbegin_event("{record}", location, time);', "end_event(attributes);"
    local_event = "(void)position;\n" + event[0], event[1]
    definition = '(void)data;\njson_begin("{record}");', "json_end();"
    local_definition = 'begin_local_definition("{record}", data);', "json_end();"
    return [
        Family("GlobalDef", table.global_definitions, "void* data", *definition),
        Family("Def", table.local_definitions, "void* data", *local_definition),
        Family("GlobalEvt", table.events, stream.format(""), *event),
        Family("Evt", table.events, stream.format("uint64_t position, "), *local_event),
        Family("GlobalSnap", table.snapshots, stream.format(""), *event),
        Family("Marker", table.markers, "void* data", *definition),
    ]


PRINTERS = {
    "string": "json_string({0})",
    "id_map": "json_id_map({0})",
    "attribute_value": "json_value({1}, {0})",
    "OTF2_MetricValue": "json_metric({1}, {0})",
    "f64": "json_double({0})",
    "f32": "json_float({0})",
    **dict.fromkeys(("i8", "i16", "ci32", "ci64"), "json_int({0})"),
    **dict.fromkeys(("u8", "u16", "cu32", "cu64", "u64full"), "json_uint({0})"),
}


def parameter(argument):
    if argument.count:
        return f"const {argument.c_type}* {argument.name}"
    return f"{argument.c_type} {argument.name}"


def print_argument(argument):
    printer = PRINTERS.get(argument.c_type) or PRINTERS[argument.encoding]
    if argument.count:
        item = printer.format(f"{argument.name}[i]", f"{argument.type_of}[i]")
        return f'JSON_LIST("{argument.name}", {argument.count}, {item});'
    return f'json_key("{argument.name}");\n{printer.format(argument.name, argument.type_of)};'


def indent(statements):
    return "\n".join(statements).replace("\n", "\n  ")


def callback(family, record):
    fields = list(arguments(record))
    body = [family.begin.format(record=record["name"]), *map(print_argument, fields), family.end]
    if (family.name, record["name"]) == ("GlobalDef", "Location"):
        body.append("remember_location(self);")
    return CALLBACK.format(family=family.name, record=record["name"], body=indent(body),
                           parameters=", ".join([family.parameters, *map(parameter, fields)]))


def register(family, records):
    setters = [f"OTF2_{family.name}ReaderCallbacks_Set{r.get('api_name', r['name'])}Callback(callbacks, "
               f"{family.name}_{r['name']});" for r in records]
    return REGISTER.format(family=family.name, setters=indent(setters))


def reader_parts(table):
    callbacks = []
    for family in reader_families(table):
        records = [UNKNOWN, *family.records]
        callbacks += [callback(family, record) for record in records]
        callbacks.append(register(family, records))
    cases = [f"    case {t['name']}:\n        {PRINTERS[t['encoding']].format('value.' + t['union_member'])};\n        break;"
             for t in table.types]
    return {"CALLBACKS": "\n".join(callbacks), "VALUE_CASES": "\n".join(cases)}


# --- the writer ---------------------------------------------------------------------------------

# Written by hand in the template: each location that is defined needs an event file, and mapping tables
# and clock offsets take effect on the events.
BY_HAND = {"GlobalDefWriter": {"Location"}, "DefWriter": {"MappingTable", "ClockOffset"}}

# otf2-print looks these names up without asking whether they are defined.
ALWAYS_DEFINED = {("SystemTreeNode", "name"), ("SystemTreeNode", "className"), ("SourceCodeLocation", "file"),
                  ("Region", "name"), ("IoRegularFile", "name"), ("IoDirectory", "name"), ("IoParadigm", "name"),
                  ("IoHandle", "ioParadigm")}


def edge_value(record, argument, position, shared):
    """The C expression for the value of an argument in round `r`; `position` makes fields differ."""
    step = f"r + {position}"
    if argument.count:
        lists = {"OTF2_Type": "list_types", "OTF2_AttributeValue": "list_values", "OTF2_MetricValue": "list_metric_values"}
        return f"{lists.get(argument.c_type, 'list_' + argument.encoding)}(r)"
    if "array" in argument.field:
        return f"count_{argument.encoding}({step})"
    if argument.c_type == "OTF2_Type":
        return "edge_type(r)"
    if argument.encoding == "attribute_value":
        return "edge_value(edge_type(r), r)"
    if argument.name == "self":
        return f"id_{argument.encoding}(r + {shared} * rounds)"
    if (record["name"], argument.name) in ALWAYS_DEFINED:
        return f"id_{argument.encoding}(({step}) % rounds)"
    if "refers_to" in argument.field:
        return f"ref_{argument.encoding}({step})"
    return f"edge_{argument.encoding}({step})"


def write_calls(writer, prefix, head, records, each=""):
    """One call per record; records that share an id space get ids of their own."""
    users = {}
    for record in records:
        space = users.setdefault(record.get("id_space", record["name"]), [])
        space.append(record["name"])
        if record["name"] in BY_HAND.get(writer, ()):
            continue
        values = [edge_value(record, a, i, len(space) - 1) for i, a in enumerate(arguments(record))]
        name = prefix + record.get("api_name", record["name"])
        yield f"    {each}CHECK(OTF2_{writer}_{name}({', '.join([*head, *values])}));"


def strings_first(records):
    return sorted(records, key=lambda r: r["name"] != "String")


def end_last(records):
    return sorted(records, key=lambda r: r["name"] == "SnapshotEnd")


def writer_parts(table):
    stream = ["writer", "edge_attributes(attributes, r)"]
    each_round = "for (unsigned r = first; r < first + count; ++r)\n      "
    calls = {
        "GLOBAL_DEFINITIONS": write_calls("GlobalDefWriter", "Write", ["writer"],
                                          strings_first(table.global_definitions), each_round),
        "LOCAL_DEFINITIONS": write_calls("DefWriter", "Write", ["writer"],
                                         strings_first(table.local_definitions), each_round),
        "EVENTS": write_calls("EvtWriter", "", [*stream, "next_time(&time)"], table.events),
        "SNAPSHOTS": write_calls("SnapWriter", "", [*stream, "time"], end_last(table.snapshots)),
        "MARKERS": write_calls("MarkerWriter", "Write", ["writer"], table.markers),
    }
    cases = [f"    case {t['name']}:\n        value.{t['union_member']} = edge_{t['encoding']}(k);\n        break;"
             for t in table.types]
    return {"VALUE_CASES": "\n".join(cases), **{k: "\n".join(v) for k, v in calls.items()}}


def fill(template, parts, output):
    text = (HERE / template).read_text(encoding="utf-8")
    for name, part in parts.items():
        text = re.sub(rf" */\* @{name}@ \*/\n", lambda _: part + "\n", text)
    (output / template.removesuffix(".in")).write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: reference_gen.py RECORDS_JSON OUTPUT_DIRECTORY")
    table, output = Table(sys.argv[1]), pathlib.Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    fill("reference_dump.c.in", reader_parts(table), output)
    fill("reference_writer.c.in", writer_parts(table), output)


if __name__ == "__main__":
    main()
