# SPDX-License-Identifier: BSD-3-Clause
"""Ten questions to traces, asked in three ways: SQL, pandas, and a loop in Python over printed records. All agree."""
import collections
import unittest

import weft
from oracle import Oracle
from traces import everything, printed
from weft import _weft


def plain(value):
    """What SQL, pandas and Python call the same thing."""
    if value is None or value != value:
        return None
    if isinstance(value, (str, tuple)):
        return value
    return round(float(value), 6)


def rows_of(rows):
    return sorted((tuple(map(plain, row)) for row in rows), key=repr)


class QuestionsTest(unittest.TestCase):
    def each_trace(self):
        of_others = ("ping-pong", "ping-pong as bp", "dftracer of others")
        for name in ("stencil", "sane", "otf", "dftracer", "bp", "litl of sane", "litl narrow", *of_others):
            if name in of_others and name not in everything():
                continue
            yield name, weft.open(everything()[name]), Oracle(printed(name), _weft.DEFINITION_TYPES)

    def ask(self, sql, with_pandas, with_python):
        answers = 0
        for name, trace, oracle in self.each_trace():
            by_sql = rows_of(trace.sql(sql))
            self.assertEqual(by_sql, rows_of(with_pandas(trace)), (name, "pandas"))
            self.assertEqual(by_sql, rows_of(with_python(oracle)), (name, "Python"))
            answers += len(by_sql)
        self.assertGreater(answers, 0)

    def test_01_how_many_events_of_each_kind(self):
        self.ask("SELECT kind, count(*) FROM events GROUP BY kind",
                 lambda t: t.events(columns=["kind"]).to_pandas().groupby("kind", observed=True).size().items(),
                 lambda o: collections.Counter(row["kind"] for row in o.events()).items())

    def test_02_when_each_location_began_and_ended(self):
        def with_python(oracle):
            return [(location, min(e["time"] for e in events), max(e["time"] for e in events))
                    for location, events in oracle.by_location.items()]
        self.ask("SELECT location, min(time), max(time) FROM events GROUP BY location",
                 lambda t: t.events(columns=["location", "time"]).to_pandas().groupby("location").time.agg(
                     ["min", "max"]).itertuples(), with_python)

    def test_03_how_often_regions_were_visited_and_for_how_long(self):
        def with_pandas(trace):
            frame = trace.spans(columns=["region", "duration"]).to_pandas().groupby("region").duration
            return frame.agg(["size", lambda d: d.sum(min_count=1)]).itertuples()

        def with_python(oracle):
            found = collections.defaultdict(list)
            for span in oracle.spans():
                found[span["region"]].append(span["duration"])
            return [(region, len(all_of), sum(d for d in all_of if d is not None) if any(
                d is not None for d in all_of) else None) for region, all_of in found.items() if region is not None]
        self.ask("SELECT region, count(*), sum(duration) FROM spans WHERE region IS NOT NULL GROUP BY region",
                 with_pandas, with_python)

    def test_04_how_deep_calls_nest(self):
        def with_python(oracle):
            depths = [span["depth"] for span in oracle.spans()]
            return [(max(depths),)] if depths else [(None,)]
        self.ask("SELECT max(depth) FROM spans", lambda t: [(t.spans(columns=["depth"]).to_pandas().depth.max(),)],
                 with_python)

    def test_05_who_sent_how_much_with_which_tag(self):
        def with_pandas(trace):
            frame = trace.messages(columns=["communicator", "tag", "bytes"]).to_pandas()
            return [(*key, size) for key, size in frame.groupby(["communicator", "tag"]).bytes.sum().items()]

        def with_python(oracle):
            found = collections.Counter()
            for message in oracle.messages():
                found[message["communicator"], message["tag"]] += message["bytes"] or 0
            return [(*key, size) for key, size in found.items()]
        self.ask("SELECT communicator, tag, sum(coalesce(bytes, 0)) FROM messages GROUP BY 1, 2", with_pandas,
                 with_python)

    def test_06_how_long_messages_were_on_their_way(self):
        def ways(oracle):
            return [(m["send_time"], m["receive_time"] - m["send_time"]) for m in oracle.messages()
                    if m["send_time"] is not None and m["receive_time"] is not None]

        def with_pandas(trace):
            frame = trace.messages(columns=["send_time", "receive_time"]).to_pandas().dropna().astype("int64")
            return zip(frame.send_time, frame.receive_time - frame.send_time)
        self.ask("SELECT send_time, duration FROM messages WHERE duration IS NOT NULL", with_pandas, ways)

    def test_07_what_metrics_amount_to(self):
        def with_pandas(trace):
            frame = trace.metrics(columns=["metric", "place", "value"]).to_pandas()
            groups = frame.groupby(["metric", "place"]).value
            return [(*key, *row) for key, row in groups.agg(["min", "max", "mean"]).iterrows()]

        def with_python(oracle):
            found = collections.defaultdict(list)
            for row in oracle.metrics():
                found[row["metric"], row["place"]].append(row["value"])
            return [(*key, min(all_of), max(all_of), sum(all_of) / len(all_of)) for key, all_of in found.items()]
        self.ask("SELECT metric, place, min(value), max(value), avg(value) FROM metrics GROUP BY 1, 2", with_pandas,
                 with_python)

    def test_08_how_much_collectives_moved(self):
        columns = ["communicator", "bytes_sent", "bytes_received"]

        def with_python(oracle):
            found = collections.defaultdict(lambda: [0, 0])
            for row in oracle.collectives():
                found[row["communicator"]][0] += row["bytes_sent"]
                found[row["communicator"]][1] += row["bytes_received"]
            return [(key, *sums) for key, sums in found.items()]
        self.ask("SELECT communicator, sum(bytes_sent), sum(bytes_received) FROM collectives GROUP BY 1",
                 lambda t: t.collectives(columns=columns).to_pandas().groupby("communicator").sum().itertuples(),
                 with_python)

    def test_09_which_attributes_there_are(self):
        def with_pandas(trace):
            frame = trace.attributes(columns=["name", "kind"]).to_pandas()
            return [(*key, n) for key, n in frame.groupby(["name", "kind"], observed=True).size().items()]
        self.ask("SELECT name, kind, count(*) FROM attributes WHERE name IS NOT NULL GROUP BY 1, 2", with_pandas,
                 lambda o: [(*key, n) for key, n in collections.Counter(
                     (row["name"], row["kind"]) for row in o.attributes() if row["name"]).items()])

    def test_10_what_happened_in_the_middle_of_the_run(self):
        for name, trace, oracle in self.each_trace():
            times = [row["time"] for row in oracle.events()]
            first = min(times) + (max(times) - min(times)) // 3
            last = min(times) + (max(times) - min(times)) * 2 // 3
            by_sql = rows_of(trace.sql("SELECT location, count(*) FROM events WHERE kind = 'Enter' AND time BETWEEN "
                                       f"{first} AND {last} GROUP BY location"))
            frame = trace.events(columns=["location"], kinds=["Enter"], time=(first, last)).to_pandas()
            self.assertEqual(by_sql, rows_of(frame.groupby("location").size().items()), name)
            by_python = collections.Counter(row["location"] for row in oracle.events()
                                            if row["kind"] == "Enter" and first <= row["time"] <= last)
            self.assertEqual(by_sql, rows_of(by_python.items()), name)

    def test_several_traces_are_joined(self):
        paths = everything()
        before, after = weft.open(paths["stencil"]), weft.open(paths["sane"])
        counts = [collections.Counter(row["kind"] for row in trace.events(columns=["kind"]).rows())
                  for trace in (before, after)]
        found = weft.sql("WITH a AS (SELECT kind, count(*) AS n FROM before.events GROUP BY kind),"
                         " b AS (SELECT kind, count(*) AS n FROM after.events GROUP BY kind)"
                         " SELECT kind, a.n, b.n FROM a JOIN b USING (kind) ORDER BY 1", before=before, after=after)
        both = sorted(counts[0].keys() & counts[1].keys())
        self.assertGreater(len(both), 1)
        self.assertEqual(found.to_list(), [(kind, counts[0][kind], counts[1][kind]) for kind in both])
        # Without a schema it is the first.
        for first, second, count in ((before, after, counts[0]), (after, before, counts[1])):
            self.assertEqual(weft.sql("SELECT count(*) FROM events", rows=first, query=second)[0], (count.total(),))
        for traces, told in (({}, "one to 10 traces"), ({"main": before}, "'main' cannot be the name"),
                             ({f"t{i}": before for i in range(11)}, "one to 10 traces")):
            with self.assertRaisesRegex(weft.Error, told):
                weft.sql("SELECT 1", **traces)

    def test_answers_come_in_batches(self):
        trace = weft.open(everything()["stencil"])
        sql = "SELECT location, time, kind FROM events ORDER BY time, location"
        whole = trace.sql(sql).to_list()
        self.assertGreater(len(whole), 400)
        for rows in (1, 7, len(whole), 10**6):
            batches = list(trace.sql_batches(sql, rows))
            self.assertEqual([row for batch in batches for row in batch], whole)
            self.assertTrue(all(len(batch) == rows for batch in batches[:-1]))
            self.assertEqual(batches[-1].columns, ["location", "time", "kind"])
            self.assertEqual([len(batch) for batch in weft.sql_batches(sql, rows, t=trace)], list(map(len, batches)))
        # The last statement counts; a query without one answers nothing.
        self.assertEqual([batch.to_list() for batch in trace.sql_batches("SELECT 1; SELECT 2; -- 3")], [[(2,)]])
        self.assertEqual((trace.sql("-- nothing").columns, len(trace.sql(""))), ([], 0))
        with self.assertRaises(ValueError):
            list(trace.sql_batches(sql, 0))
        with self.assertRaisesRegex(weft.Error, "nowhere"):
            next(trace.sql_batches("SELECT 1; SELECT * FROM nowhere"))

    def test_wrong_questions_are_errors_in_the_words_of_sqlite(self):
        trace = weft.open(everything()["stencil"])
        with self.assertRaisesRegex(weft.Error, "no such table: nowhere"):
            trace.sql("SELECT * FROM nowhere")
        with self.assertRaises(weft.Error):
            trace.sql("CREATE TABLE mine(x)")
        frame = trace.sql("SELECT 1 AS one, 'two' AS two, NULL AS none").to_pandas()
        self.assertEqual(frame.to_dict("records"), [{"one": 1, "two": "two", "none": None}])


if __name__ == "__main__":
    unittest.main()
