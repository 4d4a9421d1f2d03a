# SPDX-License-Identifier: BSD-3-Clause
"""Every table of every format's traces against what `weft print --json` shows."""
import collections
import json
import re
import shutil
import unittest
import warnings

import arrow_reader
import numpy as np
import otf2
import weft
from oracle import Oracle
from otf2.enums import GroupType, Paradigm
from traces import DATA, OTHERS, STENCIL, everything, printed, run, scratch
from weft import _weft
from written import claiming_trace, large_trace, trace_of_attributes, trace_of_properties

TABLES = ("events", "spans", "messages", "collectives", "metrics", "io", "attributes", "regions", "locations", "files")
# Rows whose order the documentation does not promise are compared as sets.
UNORDERED = ("messages", "io", "files")
# Times of these traces go back here and there, which OTF2 cannot say: conversion moves them.
GOES_BACK = ("litl", "damaged")
# Of codes that no mapping names.
OF_LITL = ("Regular", "Raw", "Packed")
TIMES = ("time", "seconds", "begin", "end", "duration")
NAMED = ("Attribute", "Comm", "Location", "LocationGroup", "Region")


def content(rows, columns, is_ordered):
    found = [tuple(row[column] for column in columns) for row in rows]
    return found if is_ordered else sorted(found, key=repr)


def as_told(value):
    """As the oracle tells of definitions: by type and id."""
    if isinstance(value, tuple):
        return tuple(map(as_told, value))
    return (type(value).__name__, value.id) if isinstance(value, weft.Definition) else value


def id_of(found):
    return found[1] if isinstance(found, tuple) else found


def bytes_read():
    with open("/proc/self/io", encoding="ascii") as file:
        return int(file.readline().split()[1])


class TablesTest(unittest.TestCase):
    maxDiff = 2000

    def each_trace(self):
        for name, path in everything().items():
            yield name, weft.open(path), Oracle(printed(name), _weft.DEFINITION_TYPES)

    def test_every_table_says_what_the_records_say(self):
        seen = set()
        for name, trace, oracle in self.each_trace():
            for table in TABLES:
                expected = list(getattr(oracle, table)())
                if not expected:
                    self.assertEqual(len(trace.table(table)), 0, (name, table))
                    continue
                seen.add(table)
                columns = [column for column in expected[0] if not (name in GOES_BACK and column in TIMES)]
                is_ordered = table not in UNORDERED
                found = content(trace.table(table, columns=columns).rows(), columns, is_ordered)
                self.assertEqual(found, content(expected, columns, is_ordered), (name, table))
        self.assertEqual(seen, set(TABLES))

    def test_events_are_those_that_print_shows_of_the_same_file(self):
        """Without a conversion in between. Some formats have records of their own: these have a place and a time."""
        for name, path in everything().items():
            shown = collections.defaultdict(list)
            lines = run("print", "--json", "--names", "--events", path).decode("utf-8", "surrogateescape").splitlines()
            for line in lines:
                record = json.loads(line)
                shown[record["location"]].append(record)
            found = collections.defaultdict(list)
            for row in weft.open(path).events(columns=["location", "time", "kind", "name", "region", "fields"]).rows():
                found[row["location"]].append(row)
            self.assertEqual(set(found), set(shown), name)
            of_the_model = 0
            for location, rows in found.items():
                self.assertEqual([row["time"] for row in rows], [record["time"] for record in shown[location]], name)
                for row, record in zip(rows, shown[location]):
                    if record["record"] not in OF_LITL:
                        of_the_model += 1
                        self.assertEqual(row["kind"], record["record"], name)
                        told = json.loads(row["fields"])
                        self.assertEqual({key: record.get(key) for key in told if key != "names"},
                                         {key: value for key, value in told.items() if key != "names"}, name)
                        if row["kind"] in ("Enter", "Leave") and row["name"]:
                            self.assertEqual(row["name"], record["names"]["region"], name)
            self.assertTrue(of_the_model or name == "litl narrow", name)

    def test_a_file_of_data_is_no_trace(self):
        for path in (DATA / "bp/good/data.bp", OTHERS / "bp/flow11.bp"):
            if path.exists():
                with self.assertRaisesRegex(weft.Error, "a file of data"):
                    weft.open(path)

    def test_times_that_go_back_do_so_in_tables(self):
        for name in GOES_BACK:
            trace, oracle = weft.open(everything()[name]), Oracle(printed(name), _weft.DEFINITION_TYPES)
            latest = {}
            for row, (location, _, event) in zip(trace.events().rows(), oracle.numbered(), strict=True):
                latest[location] = max(latest.get(location, 0), row["time"])
                self.assertEqual(latest[location], event["time"])

    def test_events_have_all_fields(self):
        for _, trace, oracle in self.each_trace():
            rows = list(trace.events(columns=["location", "time", "kind", "fields"]).rows())
            self.assertEqual(len(rows), sum(map(len, oracle.by_location.values())))
            for row, (_, _, event) in zip(rows, oracle.numbered()):
                told = json.loads(row["fields"])
                for key, value in event.items():
                    if key not in ("record", "location", "time", "attributes", "names"):
                        self.assertEqual(told[key], value, (event, told))

    def test_records_have_all_fields_and_attributes(self):
        for name, trace, oracle in self.each_trace():
            reader = trace._trace.records(merged=False)
            found = []
            while batch := reader.read(100):
                found += batch
            for (location, (kind, time, values, attributes)), (_, _, event) in zip(found, oracle.numbered(), strict=True):
                self.assertEqual((location, kind), (event["location"], event["record"]))
                if name not in GOES_BACK:
                    self.assertEqual(time, event["time"], name)
                self.assert_fields(kind, values, event, _weft.EVENT_TYPES)
                told = [(one["attribute"], one["type"], one["value"]) for one in event.get("attributes", ())]
                self.assertEqual([tuple(one) for one in attributes], told)

    def test_records_have_names_for_what_they_refer_to(self):
        types = {kind: fields for kind, fields, _ in _weft.EVENT_TYPES}
        for name, trace, oracle in self.each_trace():
            found, expected = list(trace.records()), [event for _, _, event in oracle.numbered()]
            if name not in GOES_BACK:
                self.assertEqual([record[2] for record in found], sorted(event["time"] for event in expected))
            found.sort(key=lambda record: record[0].id)
            for (location, kind, _, fields, attributes), event in zip(found, expected, strict=True):
                self.assertEqual((location.id, kind), (event["location"], event["record"]))
                self.assertEqual([field.replace("_", "") for field in fields], [field.lower() for field, *_ in types[kind]])
                for (field, value), described in zip(fields.items(), types[kind], strict=True):
                    self.assertEqual(as_told(value), oracle.field(event, described, oracle.called), (name, kind, field))
                self.assertEqual([(as_told(key), as_told(value)) for key, value in attributes.items()],
                                 list(oracle.attributes_of(event)), name)

    def test_attributes_of_one_event_that_share_a_name_are_all_there(self):
        path = trace_of_attributes(("size", "UINT64", [("UINT64", 1)]), ("size", "INT8", [("INT8", 2)]),
                                   ("size", "STRING", [("STRING", 1)]), is_one_event=True)
        (*_, attributes), = weft.open(path).records()
        self.assertEqual(attributes, {"size": 1, "size:1": 2, "size:2": "main"})

    def test_definitions_have_all_fields(self):
        for _, trace, oracle in self.each_trace():
            for name, _, _ in _weft.DEFINITION_TYPES:
                expected = [one for one in oracle.definitions if one["record"] == name]
                found = trace._trace.definitions(name)
                self.assertEqual(len(found), len(expected), name)
                for values, one in zip(found, expected):
                    self.assert_fields(name, values, one, _weft.DEFINITION_TYPES)

    def test_definitions_are_objects_and_tables_with_names(self):
        seen = set()
        for name, trace, oracle in self.each_trace():
            for kind, fields, _ in _weft.DEFINITION_TYPES:
                table, expected = trace.definitions[kind], [one for one in oracle.definitions if one["record"] == kind]
                if not expected:
                    self.assertEqual(len(table), 0, (name, kind))
                    continue
                seen.add(kind)
                columns, frame = table.to_numpy(), table.to_pandas()
                self.assertEqual(list(columns), list(frame), kind)
                for described, (column, values) in zip(fields, columns.items(), strict=True):
                    self.assertEqual(column.replace("_", ""), described[0].lower().replace("self", "id"))
                    where = name, kind, column
                    self.assertEqual([as_told(getattr(one, column)) for one in table],
                                     [oracle.field(one, described, oracle.referred) for one in expected], where)
                    # Who has no name is its id in tables.
                    called = [oracle.field(one, described, lambda *what: id_of(oracle.called(*what))) for one in expected]
                    self.assertEqual(values.tolist(), called, where)
                    self.assertEqual(frame[column].tolist(), called, where)
                if kind in NAMED:
                    one = expected[-1]
                    self.assertEqual(table[one["self"]].name, oracle.name(kind, one["self"]))
        self.assertLessEqual({"Attribute", "Comm", "Group", "IoHandle", "MetricMember", "LocationProperty"}, seen)

    def test_tables_of_definitions_hold_numbers_of_all_sizes(self):
        cases = {np.uint64: (0, 2**64 - 1), np.int64: (-2**63, 2**63 - 1), object: (-1, 2**63)}
        for kind, values in cases.items():
            path = trace_of_properties(*values)
            column = weft.open(path).definitions.location_properties.to_numpy()["value"]
            self.assertEqual((column.dtype, column.tolist()), (np.dtype(kind), list(values)))

    def test_texts_that_are_no_utf_8_are_asked_for_as_they_come(self):
        name = "caf\udce9"
        path = scratch() / name / "trace.otf2"
        shutil.copytree(trace_of_attributes((name, "UINT64", [("UINT64", 7)])).parent, path.parent)
        trace = weft.open(path)
        self.assertEqual(trace.info.path, str(path))
        self.assertEqual([row[name] for row in trace.events(columns=[], attributes=name).rows()], [7])
        with self.assertRaisesRegex(ValueError, re.escape(repr("caf\udce8"))):
            trace.events(attributes=["caf\udce8"])
        query = f"SELECT integer FROM attributes WHERE name = '{name}'"
        self.assertEqual(trace.sql(query).to_list(), [(7,)])
        self.assertEqual([list(some) for some in weft.sql_batches(query, trace=trace)], [[(7,)]])
        weft.convert(path, path.with_name(f"{name}.otf"))
        self.assertEqual(len(weft.open(path.with_name(f"{name}.otf")).events()), 1)
        with otf2.writer.open(str(path.parent / "copy"), archive_name=name) as archive:
            archive.creator = name
            machine = archive.definitions.system_tree_node("machine")
            process = archive.definitions.location_group("process", system_tree_parent=machine)
            archive.event_writer("thread", group=process).program_end(1, 0)
        with otf2.reader.open(path.parent / "copy" / f"{name}.otf2") as archive:
            self.assertEqual(sum(1 for _ in archive.events), 1)
        self.assertEqual(weft.open(path.parent / "copy" / f"{name}.otf2").info.creator, name)

    def assert_fields(self, name, values, printed_record, types):
        fields = next(fields for known, fields, _ in types if known == name)
        for (field, refers_to, is_list, is_enumeration, _), value in zip(fields, values, strict=True):
            expected = printed_record[field]
            is_reference = refers_to and not is_enumeration
            if is_list:
                value = list(value)
            elif is_reference and value is None:
                self.assertIn(expected, (2**8 - 1, 2**32 - 1, 2**64 - 1))
                continue
            self.assertEqual(value, expected, (name, field))

    def test_filters_are_those_of_print(self):
        trace = weft.open(everything()["sane"])
        all_rows = list(trace.events().rows())
        times = sorted(row["time"] for row in all_rows)
        first, last = times[len(times) // 4], times[len(times) // 2]
        locations = [row.id for row in trace.locations][:2]
        self.assertEqual(list(trace.events(time=(first, last)).rows()),
                         [row for row in all_rows if first <= row["time"] <= last])
        self.assertEqual(list(trace.events(locations=locations).rows()),
                         [row for row in all_rows if row["location"] in locations])
        self.assertEqual(list(trace.events(kinds=["Enter", "Metric"]).rows()),
                         [row for row in all_rows if row["kind"] in ("Enter", "Metric")])
        region = trace.regions[next(row["region"] for row in all_rows if row["region"] is not None)]
        self.assertEqual(list(trace.events(regions=region).rows()),
                         [row for row in all_rows if row["region"] == region.id])
        self.assertEqual(list(trace.events(locations=[]).rows()), [])
        self.assertEqual(list(trace.events(regions=[]).rows()), [])
        self.assertEqual(list(trace.events(kinds=[]).rows()), [])
        self.assertEqual(list(trace.records(kinds=[])), [])
        self.assertEqual(list(trace.events(regions=[region.id + 2**32]).rows()), [])
        self.assertEqual(trace.events(columns="time").columns, ["time"])

    def test_messages_and_collectives_are_filtered_and_others_refuse_what_they_know_nothing_of(self):
        trace = weft.open(STENCIL)
        for table, times, places in ((trace.messages, ("send_time", "receive_time"), ("sender", "receiver")),
                                     (trace.collectives, ("begin", "end"), ("location",))):
            rows = list(table().rows())
            middle = sorted(row[times[0]] for row in rows)[len(rows) // 2]
            for first, last in ((0, 1), (0, middle), (middle, middle), (middle + 1, 2**63)):
                self.assertEqual(list(table(time=(first, last)).rows()),
                                 [row for row in rows if any(first <= row[time] <= last for time in times)])
            for some in ([0], [1, 2], []):
                self.assertEqual(list(table(locations=some).rows()),
                                 [row for row in rows if any(row[place] in some for place in places)])
        for table, wanted in (("messages", {"kinds": "Enter"}), ("spans", {"kinds": []}), ("metrics", {"regions": 1}),
                              ("collectives", {"regions": [1]}), ("files", {"time": (0, 1)}),
                              ("regions", {"locations": 1})):
            with self.assertRaisesRegex((ValueError, weft.Error), f"{table} knows nothing of"):
                list(trace.table(table, **wanted).rows())

    def test_times_may_have_open_ends(self):
        trace = weft.open(everything()["sane"])
        all_rows = list(trace.events().rows())
        middle = sorted(row["time"] for row in all_rows)[len(all_rows) // 2]
        seconds = trace.clock.seconds(middle)
        endless = float("inf")
        for time, first, last in (((seconds, endless), middle, 2**64), ((-endless, seconds), 0, middle),
                                  ((None, 1e300), 0, 2**64), ((np.float64(-1e300), None), 0, 2**64),
                                  ((middle, 2**70), middle, 2**64), ((endless, endless), 2**64, 2**64),
                                  ((-2**70, middle), 0, middle)):
            expected = [row for row in all_rows if first <= row["time"] <= last]
            self.assertEqual(list(trace.events(time=time).rows()), expected, time)
            self.assertEqual(len(list(trace.records(time=time))), len(expected), time)
        with self.assertRaisesRegex(ValueError, "nan"):
            trace.events(time=(float("nan"), None))

    def test_records_of_a_time_are_read_by_the_index(self):
        path = large_trace(130_000, 1)
        run("index", path)
        trace = weft.open(path)
        for is_merged in (False, True):
            before = bytes_read()
            found = [event[2] for event in trace.records(time=(129_000_000, None), merged=is_merged)]
            self.assertEqual(found, list(range(129_000_000, 130_000_000, 1000)))
            self.assertLess(bytes_read() - before, (path.parent / "trace" / "0.evt").stat().st_size / 2)

    def test_events_of_a_time_are_those_of_all_parts_whoever_reads_them(self):
        events, locations = 130_000, 2
        path = large_trace(events, locations, event_chunk_bytes=2**18)
        self.assertGreater((path.parent / "trace" / "1.evt").stat().st_size, 9 * 2**18)  # which is more than one piece
        numbers = np.arange(events, dtype=np.uint64)
        times = np.concatenate([1000 * numbers + location for location in range(locations)])
        regions = np.tile(numbers // 2 % 10, locations)
        for is_indexed in (False, True):
            trace = weft.open(path)
            for first, last in ((0, 1), (50_000_000, 50_100_000), (9_999_001, 110_000_000), (129_999_000, None)):
                wanted = (times >= first) & (times <= (2**63 if last is None else last))
                self.assertTrue(wanted.any())
                for threads in (1, 4):
                    for columns in (["time", "region"], ["event", "time", "region"]):  # which is by part, and which is not
                        found = trace.events(columns=columns, time=(first, last), threads=threads).to_numpy()
                        np.testing.assert_array_equal(found["time"], times[wanted])
                        np.testing.assert_array_equal(found["region"], regions[wanted])
                        if "event" in found:
                            np.testing.assert_array_equal(found["event"], np.tile(numbers, locations)[wanted])
            if not is_indexed:
                run("index", path)

    def test_what_there_cannot_be_is_refused_before_anything_is_read(self):
        trace = weft.open(STENCIL)
        for wanted, told in (({"kinds": "enter"}, "did you mean 'Enter'"), ({"kinds": ["Leave", "?"]}, "no kind of event"),
                             ({"locations": -1}, "-1 is not the id of a Location"), ({"regions": "nowhere"}, "nowhere"),
                             ({"columns": ["colour"]}, "no column 'colour'")):
            with self.assertRaisesRegex(ValueError, told):
                trace.events(**wanted)
        with self.assertRaisesRegex(ValueError, "no kind of event"):
            trace.records(kinds="?")
        with self.assertRaises(TypeError):
            trace.events(locations=[1.5])
        for wanted in ({"locations": trace.regions[0]}, {"regions": [trace.regions[0], trace.locations[1]]}):
            with self.assertRaisesRegex(TypeError, "is no (Location|Region)"):
                trace.events(**wanted)

    def test_what_definitions_claim_is_not_believed(self):
        for claimed in (0, 2**39, 2**64 - 1):
            self.assertEqual(weft.open(claiming_trace(claimed)).events().to_numpy()["time"].tolist(), [0, 1])

    def test_columns_that_are_named_twice_are_there_once(self):
        frame = weft.open(STENCIL).events(columns=["time", "kind", "time"]).to_pandas()
        self.assertEqual((list(frame), len(frame)), (["time", "kind"], 462))

    def test_attributes_that_share_a_name_and_not_a_type_are_one_column(self):
        trace = weft.open(everything()["dftracer"])
        (_, kind, *_), = trace._trace.columns("events", [], ["fhash"])
        self.assertEqual(kind, "text")  # some fit into int64, some do not
        found = [row["fhash"] for row in trace.events(columns=[], attributes=["fhash"]).rows()]
        told = [attributes["fhash"] for *_, attributes in trace.records(merged=False) if "fhash" in attributes]
        self.assertEqual([hash_ for hash_ in found if hash_ is not None], list(map(str, told)))

    def test_columns_of_attributes_hold_values_of_all_types_they_have(self):
        big, least = 2**64 - 1, -2**63
        cases = {  # type of the column, and (type of the definition, value, what is found)
            "small and real": ("float64", ("INT32", -2**31, -2.0**31), ("DOUBLE", 0.5, 0.5), ("UINT16", 7, 7.0)),
            "large and real": ("float64", ("INT64", 2**53 + 1, 2.0**53), ("DOUBLE", 0.5, 0.5)),
            "unsigned and real": ("float64", ("UINT64", big, 2.0**64), ("FLOAT", 0.25, 0.25), ("INT64", least, -2.0**63)),
            "large ones": ("text", ("INT64", least, str(least)), ("UINT64", big, str(big))),
            "small ones": ("int64", ("INT64", least, least), ("UINT32", 2**32 - 1, 2**32 - 1), ("INT8", -1, -1)),
            "unsigned": ("uint64", ("UINT64", big, big), ("UINT8", 255, 255)),
            "numbers and texts": ("text", ("STRING", 1, "main"), ("INT64", -1, "-1"), ("DOUBLE", 1.5, "1.5")),
            "reals": ("float64", ("FLOAT", 0.25, 0.25), ("DOUBLE", 1e300, 1e300)),
        }
        trace = weft.open(trace_of_attributes(*((name, kind, [(kind, value)]) for name, (_, *values) in cases.items()
                                                for kind, value, _ in values)))
        table = trace.events(columns=[], attributes=list(cases))
        rows = list(table.rows())
        for name, (kind, *values) in cases.items():
            self.assertEqual(table.types[name], kind, name)
            self.assertEqual([row[name] for row in rows if row[name] is not None], [told for *_, told in values], name)

    def test_values_of_other_types_than_defined_are_there_if_they_fit(self):
        cases = {
            "INT32": (("INT64", -2**63, -2**63), ("UINT64", 5, 5), ("UINT64", 2**63, None), ("DOUBLE", 1.0, None),
                      ("STRING", 1, None)),
            "UINT64": (("INT8", 5, 5), ("INT64", -1, None), ("FLOAT", 1.0, None)),
            "DOUBLE": (("INT64", 2**53 + 1, 2.0**53), ("UINT64", 2**63, 2.0**63), ("INT8", -1, -1.0), ("FLOAT", 0.5, 0.5),
                       ("STRING", 1, None)),
            "STRING": (("INT64", -1, "-1"), ("UINT64", 2**64 - 1, str(2**64 - 1)), ("DOUBLE", 0.5, "0.5")),
        }
        trace = weft.open(trace_of_attributes(*((kind, kind, [(other, value) for other, value, _ in values])
                                                for kind, values in cases.items())))
        rows = list(trace.events(columns=[], attributes=list(cases)).rows())
        for kind, values in cases.items():
            of_kind, rows = rows[:len(values)], rows[len(values):]
            self.assertEqual([row[kind] for row in of_kind], [told for *_, told in values], kind)

    def test_messages_that_nobody_receives_come_in_blocks_like_others(self):
        path = scratch() / "sent"
        with otf2.writer.open(str(path), timer_resolution=1000) as trace:
            define = trace.definitions
            process = define.location_group("process", system_tree_parent=define.system_tree_node("machine"))
            places = [define.location(name, group=process) for name in ("sender", "receiver")]
            for kind in (GroupType.COMM_LOCATIONS, GroupType.COMM_GROUP):
                ranks = define.group("ranks", kind, Paradigm.MPI, members=places)
            comm = define.comm("world", group=ranks)
            writer = trace.event_writer_from_location(places[0])
            for time in range(1000):
                writer.mpi_send(time, 1, comm, time % 3, 8)
        scan = weft.open(path)._trace.scan("messages", ["tag", "receive_time"], rows=64)
        tags = [batch.values("tag") for batch in iter(scan.next, None)]
        self.assertEqual({len(tag) for tag in tags}, {64, 1000 % 64})
        self.assertEqual([counts.tolist() for counts in np.unique(np.concatenate(tags), return_counts=True)],
                         [[0, 1, 2], [334, 333, 333]])

    def test_who_reads_what_is_damaged_is_warned_once(self):
        for read in (lambda trace: trace.events().to_numpy(), lambda trace: trace.sql("SELECT * FROM spans"),
                     lambda trace: list(trace.messages().rows()), lambda trace: arrow_reader.read_stream(trace.events()),
                     lambda trace: list(trace.records()), lambda trace: trace.profile(),
                     lambda trace: list(trace.sql_batches("SELECT * FROM spans")),
                     lambda trace: weft.sql("SELECT * FROM bad.spans", bad=trace)):
            trace = weft.open(everything()["damaged"])
            with self.assertWarnsRegex(weft.DamageWarning, "is damaged"):
                read(trace)
            self.assertTrue(trace.findings)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                read(trace)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            weft.open(everything()["sane"]).events().to_numpy()

    def test_what_is_damaged_is_told(self):
        findings = weft.open(everything()["damaged"]).check()
        told = json.loads(run("check", "--json", everything()["damaged"]))
        self.assertEqual({finding.rule: finding.count for finding in findings},
                         {finding["rule"]: finding["count"] for finding in told["findings"]})
        self.assertTrue(all(finding.what and finding.advice and finding.examples for finding in findings))


if __name__ == "__main__":
    unittest.main()
