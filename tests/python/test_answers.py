# SPDX-License-Identifier: BSD-3-Clause
"""What trace.profile(), frames of pandas and weft.convert() say, against what SQL and the command say of the same trace."""
import json
import unittest

import numpy as np
import pandas
import weft
from traces import STENCIL, everything, run, scratch
from written import nested_trace

# Of profile(): of `weft stats --json`, and of the table visits.
STATS = {"visits": "visits", "inclusive": "inclusive", "exclusive": "exclusive", "shortest": "min", "longest": "max",
         "mean": "mean"}
VISITS = ("SELECT {0} AS location, region, sum(visits) + sum(open), sum(open), sum(exclusive), min(shortest), "
          "max(longest), sum(duration) * 1.0 / sum(visits) FROM visits GROUP BY {0}, region")


def ticks(value):
    return value["ticks"] if isinstance(value, dict) else value


def rows_of(trace):
    """All rows of the tables that formats have in common, with names instead of ids: these may change."""
    names = {location.id: (location.name, location.location_group and location.location_group.name)
             for location in trace.locations}
    wanted = {"spans": ["location", "name", "begin", "end", "depth"],
              "messages": ["sender_process", "receiver_process", "tag", "bytes", "send_time", "receive_time"],
              "metrics": ["location", "time", "name", "unit", "value"],
              "io": ["location", "file_name", "mode", "begin", "end", "bytes_moved"]}
    return {table: sorted(((names[row["location"]] if "location" in row else None,
                            *(value for column, value in row.items() if column != "location"))
                           for row in trace.table(table, columns=columns).rows()), key=repr)
            for table, columns in wanted.items()}


class ProfileTest(unittest.TestCase):
    def test_values_are_those_that_can_be_checked_by_head(self):
        # The outer region is entered again within itself: that time is inclusive once. What is never left counts up to
        # the end of its location, where it began.
        trace = weft.open(nested_trace())
        columns = ("region", "name", "visits", "inclusive", "exclusive", "shortest", "longest", "mean")
        self.assertEqual([tuple(row[column] for column in columns) for row in trace.profile()],
                         [(0, "outer", 3, 80, 65, 20, 50, 100 / 3), (1, "inner", 4, 15, 15, 0, 8, 15 / 4)])
        self.assertEqual([tuple(row[column] for column in ("location", *columns))
                          for row in trace.profile(by_location=True)],
                         [(0, 0, "outer", 2, 50, 43, 20, 50, 35.0), (0, 1, "inner", 3, 7, 7, 0, 4, 7 / 3),
                          (1, 0, "outer", 1, 30, 22, 30, 30, 30.0), (1, 1, "inner", 1, 8, 8, 8, 8, 8.0)])

    def test_values_are_those_of_stats_and_of_sql(self):
        compared = 0
        for name, path in {**everything(), "nested": nested_trace()}.items():
            trace, stats = weft.open(path), json.loads(run("stats", "--json", "--by-location", path))
            of_locations = [(location["location"], region) for location in stats["locations"]
                            for region in location.get("regions", ())]
            for by_location, told in ((False, [(None, region) for region in stats["regions"]]), (True, of_locations)):
                found = {(row.get("location"), row["region"]): [row[key] for key in STATS]
                         for row in trace.profile(by_location=by_location)}
                expected = {(location, row["region"]): [ticks(row[key]) for key in STATS.values()]
                            for location, row in told}
                self.assertEqual(found, expected, name)
                # Where all is left that was entered: SQL says nothing of what is not.
                rows = {tuple(row[:2]): row[2:] for row in trace.sql(VISITS.format("location" if by_location else "NULL"))}
                if name == "damaged":
                    continue
                self.assertEqual(rows.keys(), found.keys(), name)
                for key, (visits, _, *times) in found.items():
                    self.assertEqual(rows[key][0], visits, (name, key))
                    if rows[key][1] == 0:
                        np.testing.assert_allclose(times, rows[key][2:], rtol=1e-12, err_msg=f"{name} {key}")
                        compared += 1
        self.assertGreater(compared, 50)

    def test_it_is_the_same_as_arrays_and_as_a_frame(self):
        profile = weft.open(STENCIL).profile(by_location=True)
        frame = profile.to_pandas()
        self.assertEqual(frame.to_dict("records"), list(profile))
        for name, column in profile.to_numpy().items():
            self.assertEqual(column.tolist(), frame[name].tolist())


class FrameTest(unittest.TestCase):
    def test_columns_have_the_types_that_are_promised(self):
        trace, seen = weft.open(everything()["sane"]), set()
        for table in trace.tables:
            described = trace.table(table)
            whole, rows = described.to_pandas(), list(described.rows())
            for frame in (whole, *(batch.to_pandas() for batch in described)):
                for column, kind in described.types.items():
                    dtype = frame[column].dtype
                    seen.add((kind, str(dtype)))
                    if kind == "name":
                        self.assertIsInstance(dtype, pandas.CategoricalDtype, (table, column))
                    else:
                        allowed = {"text": ("object",), "float64": ("float64",), "int64": ("int64", "Int64"),
                                   "uint64": ("uint64", "UInt64")}[kind]
                        self.assertIn(str(dtype), allowed, (table, column))
            for column in described.columns:
                values = [None if pandas.isna(value) else value for value in whole[column]]
                self.assertEqual(values, [row[column] for row in rows], (table, column))
        self.assertEqual({kind for kind, _ in seen}, {"name", "text", "float64", "int64", "uint64"})
        self.assertLessEqual({("uint64", "uint64"), ("uint64", "UInt64")}, seen)

    def test_categories_are_names_and_there_once(self):
        frame = weft.open(STENCIL).spans(columns=["name", "thread"]).to_pandas()
        for column in ("name", "thread"):
            categories = frame[column].cat.categories
            self.assertTrue(categories.is_unique)
            self.assertEqual(set(frame[column]) - set(categories), set())
        self.assertEqual(frame.groupby("name", observed=True).size()["compute"], 30)


class ConversionTest(unittest.TestCase):
    def test_rows_are_those_that_the_trace_has_and_the_command_writes(self):
        for source in ("stencil", "otf", "dftracer", "litl"):
            path = everything()[source]
            before = rows_of(weft.open(path))
            for target in ("x.bp", "x.otf2", "x.otf", "x.pfw.gz"):
                room = scratch()
                done, by_command = weft.convert(path, room / target), room / f"by-command-{target}"
                run("convert", path, by_command)
                after = weft.open(room / target)
                self.assertEqual((after.info.format, done.findings), (weft.open(by_command).info.format, []))
                found = rows_of(after)
                self.assertEqual(found, rows_of(weft.open(by_command)), (source, target))
                if target in ("x.bp", "x.otf2"):
                    self.assertEqual(found, before, (source, target))
                # Locations and clocks may be called otherwise there.
                columns = slice(1, 4 if target == "x.otf" else 2)
                self.assertTrue(found["spans"])
                self.assertEqual(sorted(row[columns] for row in found["spans"]),
                                 sorted(row[columns] for row in before["spans"]), (source, target))

    def test_arguments_are_those_of_the_command(self):
        room = scratch()
        run("convert", STENCIL, room / "by-command.otf", "--report", room / "losses.json")
        lost = {row["record"]: row["lost"] for row in json.loads((room / "losses.json").read_text())["records"]}
        done = weft.convert(STENCIL, room / "a trace", "otf", threads=1)
        self.assertEqual(weft.open(room / "a trace").info.format, "OTF")
        whole = [loss for loss in done.losses if loss.is_lost and "." not in loss.what]
        self.assertTrue(whole and all(loss.count and loss.why and loss.example for loss in whole))
        self.assertEqual({loss.what: loss.count for loss in whole}, {loss.what: lost[loss.what] for loss in whole})
        with self.assertRaises(weft.Error):
            weft.convert(STENCIL, room / "strict.otf", strict=True)
        with self.assertRaisesRegex(weft.Error, "there is no format 'oft'"):
            weft.convert(STENCIL, room / "unknown", "oft")
        with self.assertRaises(weft.Error):
            weft.convert(STENCIL, room / "a trace", "otf")  # is there already
        self.assertFalse([path for path in room.iterdir() if path.name.startswith(("strict", "unknown"))])

    def test_clocks_are_corrected_and_ids_unified_when_asked_for(self):
        for name in {"sane", "ping-pong"} & set(everything()):
            room, written = scratch(), {}
            for unify in (False, True):
                weft.convert(everything()[name], room / f"{unify}.otf2", unify=unify)
                run("convert", everything()[name], room / f"by-command-{unify}.otf2", *["--unify"] * unify)
                for whose in ("", "by-command-"):
                    folder = room / f"{whose}{unify}"
                    written[whose, unify] = sorted((path.name, path.read_bytes()) for path in folder.iterdir())
                self.assertEqual(written["", unify], written["by-command-", unify], (name, unify))
            if name == "ping-pong":  # whose clocks differ
                self.assertNotEqual(written["", False], written["", True])


if __name__ == "__main__":
    unittest.main()
