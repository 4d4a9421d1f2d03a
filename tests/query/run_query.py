#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that SQL sees what traces hold, and nothing else.

    run_query.py --weft PROGRAM --maker PROGRAM --program-maker PROGRAM --workdir DIRECTORY [--data DIRECTORY]

Every table is compared with what `weft print --json --names` tells of the same trace; questions are answered in SQL and
in Python; constraints that scans use give the rows that SQLite finds without them.
"""
import argparse
import collections
import csv
import difflib
import gzip
import io
import json
import math
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "interop"), str(HERE.parent / "exports")]
import checks  # noqa: E402
from expected import Expected, real  # noqa: E402
from shell import check_shell  # noqa: E402
from told import Told  # noqa: E402

DATA = HERE.parent / "data"
# Of others, which may not be there.
OTHERS = {"ping-pong": "otf2/ping-pong/traces.otf2", "dftracer of others": "dftracer/test.pfw.gz",
          "cm1": "dftracer/cm1-DEFAULT-3537781-preload.pfw.gz"}
TABLES = ("events", "spans", "metrics", "attributes", "io", "collectives", "regions", "locations", "files", "activity",
          "visits")


class Weft(checks.Weft):
    def rows(self, trace, sql):
        return self.answers(trace, [sql])[0]

    def answers(self, trace, statements):
        """The rows of each statement, all asked by one program."""
        traces = [trace] if isinstance(trace, (str, pathlib.Path)) else trace
        script = "".join(f"{sql}; SELECT 0 AS 'answered';" for sql in statements)
        answers = [[]]
        for line in self("query", *traces, "--json", "--file", "-", input=script.encode(
                errors="surrogateescape")).stdout.decode(errors="surrogateescape").splitlines():
            if line == '{"answered":0}':
                answers.append([])
            else:
                answers[-1].append(json.loads(line))
        if len(answers) != len(statements) + 1:
            raise checks.Stop(f"{len(answers) - 1} answers to {len(statements)} statements")
        return answers[:-1]


class ToldWithNames(Told):
    """Definitions have names, too."""

    def __init__(self, weft, trace):
        super().__init__(lambda *words: weft(*words, *(["--names"] if "--definitions" in words else [])), trace)


def same(a, b):
    if isinstance(a, float) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
    return a == b


def compare(expected, found, key=None):
    expected, found = list(expected), list(found)
    if key:
        expected, found = sorted(expected, key=key), sorted(found, key=key)
    problems = [] if len(expected) == len(found) else [f"{len(found)} rows instead of {len(expected)}"]
    for a, b in zip(expected, found):
        wrong = [f"{column}: {b.get(column)!r} instead of {value!r}" for column, value in a.items()
                 if column not in b or not same(value, b[column])]
        wrong += [f"{column} is not expected" for column in b if column not in a]
        if wrong:
            problems.append(f"{'; '.join(wrong)} in {b}")
    return problems[:5]


def plain(row):
    return json.dumps(row, sort_keys=True)


def check_tables(report, weft, name, trace, told):
    expected = Expected(told)
    *found, messages, definitions, trace_rows = weft.answers(trace, [
        *(f"SELECT * FROM {table}" for table in TABLES), "SELECT * FROM messages", "SELECT * FROM definitions",
        "SELECT * FROM trace"])
    for table, rows in zip(TABLES, found):
        report.add(f"{name}: {table}", compare(getattr(expected, table)(), map(with_fields, rows)))
    report.add(f"{name}: messages", compare(expected.messages(), messages, key=plain))
    report.add(f"{name}: definitions", compare(expected.definitions(), map(with_fields, definitions), key=plain))
    info = json.loads(weft("info", trace, "--json").stdout.decode(errors="surrogateescape"))
    report.add(f"{name}: trace", compare([{
        **{key: info[key] for key in ("format", "version", "path", "creator", "machine", "description", "bytes", "files")},
        "ticks_per_second": told.resolution, "first_tick": told.first_tick,
        "length": told.clock["traceLength"] if told.clock else None, "locations": len(told.tables["Location"]),
        "events": sum(row["numberOfEvents"] for row in told.tables["Location"])}], trace_rows))


def with_fields(row):
    return {**row, "fields": json.loads(row["fields"])} if "fields" in row else row


# --- pushed constraints -----------------------------------------------------------------------------------------------

def check_pushed(report, weft, name, trace, told):
    """What a scan leaves out is what SQLite would have left out."""
    times = sorted(event["time"] for events in told.events.values() for event in events)
    if not times:
        return
    a, b = times[len(times) // 3], times[2 * len(times) // 3]
    seconds = [(t - told.first_tick) / told.resolution for t in (a, b)]
    place = sorted(told.events)[len(told.events) // 2]
    regions = [row["self"] for row in told.tables["Region"]][:2] or [0]
    region_name = (told.text(told.tables["Region"][0]["name"]) if told.tables["Region"] else "x").replace("'", "''")
    time_of = {"events": "time", "metrics": "time", "attributes": "time", "spans": "begin", "io": "begin"}
    asked = []
    for table, column in time_of.items():
        asked += [(table, f"{{}}{column} BETWEEN {a} AND {b}"), (table, f"{{}}{column} > {a} AND {{}}{column} < {b}"),
                  (table, f"{{}}{column} >= {b}"), (table, f"{{}}{column} <= {a}"), (table, f"{{}}{column} = {a}"),
                  (table, f"{{}}{column} IN ({a}, {b})"), (table, f"{{}}{column} > {a}.5"), (table, f"{{}}{column} < -1"),
                  (table, f"{{}}{column} > 'x'"), (table, f"{{}}{column} = NULL"), (table, f"{{}}{column} < x'00'"),
                  (table, f"{{}}{column} >= x''"), (table, f"{{}}{column} IN ({a}, x'00')"),
                  (table, f"{{}}location IN ({place}, x'00')"),
                  (table, f"{{}}seconds BETWEEN {seconds[0]!r} AND {seconds[1]!r}"), (table, f"{{}}seconds < 1e300"),
                  (table, f"{{}}location = {place}"), (table, f"{{}}location IN ({place}, 77777, -1, NULL, 'x')"),
                  (table, f"{{}}location = {place} AND {{}}{column} >= {a}"),
                  (table, f"{{}}{column} <= {a} OR {{}}{column} >= {b}"),
                  (table, f"{{}}location = {place} AND {{}}{column} >= {b} OR {{}}{column} < {a} AND {{}}location < 77777")]
    for table in ("events", "attributes"):
        asked += [(table, "{}kind = 'Enter'"), (table, "{}kind IN ('Leave', 'Metric', 'MpiSend', 'no such')"),
                  (table, "{}kind IN ('Enter', x'4c65617665')"), (table, "{}kind = 'Nothing'"),
                  (table, "{}kind = 'enter' COLLATE NOCASE"), (table, "{}kind = 1"),
                  (table, f"{{}}kind = 'Enter' OR {{}}location = {place}")]
    asked += [("spans", f"{{}}name = '{region_name}'"), ("spans", "{}name = 'no such name'"),
              ("regions", f"{{}}region = {regions[0]}"), ("locations", f"{{}}location = {place}")]
    asked += [(table, f"{{}}region IN ({', '.join(map(str, regions))})") for table in ("spans", "events")]
    asked += [("visits", f"{{}}region = {regions[0]}"), ("visits", f"{{}}location = {place} AND {{}}name = '{region_name}'"),
              ("activity", "{}kind = 'Enter'"), ("activity", f"{{}}region = {regions[0]} OR {{}}kind = 'Leave'")]
    asked += [("spans", f"{{}}begin BETWEEN {a} AND {b} AND {{}}region = {regions[0]}")]
    # Of messages and collectives a scan looks at one of two columns; SQLite looks at both.
    for table, begin, end in (("messages", "send_time", "receive_time"), ("collectives", "begin", '"end"')):
        asked += [(table, f"{{}}{column} {is_so}") for column in (begin, end) for is_so in
                  (f"BETWEEN {a} AND {b}", f"< {a}", f">= {b}", f"= {times[0]}", "IS NULL", "IS NOT NULL", "< -1",
                   "= 'x'")]
        asked += [(table, f"{{}}{begin} >= {a} AND {{}}{end} <= {b}"),
                  (table, f"{{}}{begin} > {b} AND {{}}{end} < {a}"), (table, f"{{}}{begin} < {a} AND {{}}{end} > {a}"),
                  (table, f"{{}}{begin} < {a} OR {{}}{end} > {b}")]
    others = sorted(told.events)[:2]
    asked += [("messages", f"{{}}{column} {is_so}") for column in ("sender", "receiver") for is_so in
              (f"= {place}", f"IN ({place}, 77777, -1, NULL, 'x')", "IS NULL")]
    asked += [("messages", f"{{}}sender = {one} AND {{}}receiver = {other}") for one in others for other in others]
    asked += [("messages", f"{{}}sender = {place} AND {{}}send_time > {a}"), ("collectives", f"{{}}location = {place}")]
    # Unary plus hides a column from the planner. The rows of spans are the same whether those around them are asked for
    # or not.
    statements = []
    for table, where in asked:
        for wanted in ("*", 'event, name, begin, "end", exclusive') if table == "spans" else ("*",):
            statements.append(f"SELECT {wanted} FROM {table} WHERE {where}")
    orders = [f"SELECT kind, location, time FROM events ORDER BY {{}}{order}, location, event"
              for order in ("location", "kind", "kind DESC")]
    orders += [f"SELECT {column} FROM events ORDER BY {{}}{column}{way}"
               for column, way in (("location", ""), ("kind", ""), ("kind", " DESC"))]
    orders += [f"SELECT * FROM (SELECT {group} AS g, count(*) AS n, max(time) AS m FROM events GROUP BY {{}}{group}) "
               "ORDER BY g" for group in ("location", "kind")]
    orders += ["SELECT kind, count(*) FROM events WHERE kind IN ('Enter', 'Leave', 'no such') GROUP BY {}kind",
               "SELECT n, kind, count(*) FROM (SELECT 1 AS n UNION ALL SELECT 2) CROSS JOIN events GROUP BY n, {}kind",
               "SELECT DISTINCT kind FROM events ORDER BY {}kind DESC", "SELECT kind FROM events GROUP BY {}kind LIMIT 2"]
    orders += [f"SELECT location, count(*) FROM {table} GROUP BY {{}}location ORDER BY {{}}location{way}"
               for table in ("events", "spans", "visits") for way in ("", " DESC", " LIMIT 1", " DESC LIMIT 1")]
    statements += orders
    report.add(f"{name}: pushed constraints", differences(weft, trace, statements))


def differences(weft, trace, statements):
    """Of what is asked with constraints that scans see, and with such that they do not."""
    pushed = weft.answers(trace, [sql.replace("{}", "") for sql in statements])
    by_hand = weft.answers(trace, [sql.replace("{}", "+") for sql in statements])
    problems = [f"{sql.replace('{}', '')}: {len(a)} rows instead of {len(b)}, or others"
                for sql, a, b in zip(statements, pushed, by_hand) if a != b]
    return problems + ["nothing was asked for that is there"] * (sum(map(bool, pushed)) < len(pushed) // 3)


# What a scan sees of each column with = and, of times, with the other comparisons. The names of regions stand beside ids
# of them only: those of `events` are of anything.
SEEN = {"events": ("location", "kind", "region", "time", "seconds"),
        "spans": ("location", "region", "name", "begin", "seconds"),
        "metrics": ("location", "time", "seconds"), "io": ("location", "begin", "seconds"),
        "attributes": ("location", "kind", "time", "seconds"),
        "messages": ("sender", "receiver", "send_time", "receive_time"), "collectives": ("location", "begin", "end"),
        "regions": ("region",), "locations": ("location",), "definitions": (), "files": (),
        "activity": ("location", "kind", "region", "name"), "visits": ("location", "region", "name")}
SEEN_TIMES = ("time", "seconds", "begin", "end", "send_time", "receive_time")


def check_plans(report, weft, trace):
    """Which constraints scans see: these, and no others."""
    problems, asked, wanted = [], [], []
    for table, seen in SEEN.items():
        columns = [row["name"] for row in weft.rows(trace, f"PRAGMA table_info({table})")]
        problems += [f"{table} has no {column}" for column in seen if column not in columns]
        for column in columns:
            of_time = ("<", "<=", ">", ">=") if column in SEEN_TIMES else ()
            for comparison in ("=", *of_time):
                asked.append(f"SELECT * FROM {table} WHERE \"{column}\" {comparison} 'x'")
                wanted.append([f"{column} {comparison} ?"] if column in seen else [])
            asked.append(f"SELECT * FROM {table} WHERE \"{column}\" IN ('x', 'y')")
            wanted.append([f"{column} = list"] if column in seen else [])
    # Of two columns of which either is enough, only one can be constrained.
    for where, plan in (("send_time > 1 AND sender = 2", ["send_time > ?", "sender = ?"]),
                        ("receive_time < 1 AND receiver IN (1, 2)", ["receive_time < ?", "receiver = list"]),
                        ("sender = 1 AND receiver = 2", ["sender = ?"])):
        asked.append(f"SELECT * FROM messages WHERE {where}")
        wanted.append(plan)
    for sql, terms, rows in zip(asked, wanted, weft.answers(trace, [f"EXPLAIN QUERY PLAN {sql}" for sql in asked])):
        found = re.findall(r"(\w+ [<>=]+ (?:\?|list))", rows[0]["detail"])
        problems += [f"{sql}: {found} instead of {terms}"] * (sorted(found) != sorted(terms))
    report.add("plans", problems)


def check_times_that_go_back(report, weft, room):
    """In the middle of a location the clock is set back."""
    room.mkdir()
    (room / "trace.otf").write_text("1:1\n")
    (room / "trace.0.def").write_text('DTR3b9aca00\nDFG1NM"all"\nDF1G1NM"work"\nDP1NM"Rank 0"\n')
    lines, calls = [], 10_000
    for call in range(calls):
        time_ = 10 * call + 100 if call < calls // 2 else 5 * call
        lines += [f"{time_:x}", "*1", "E1", f"{time_ + 3:x}", "*1", "L1"]
    (room / "trace.1.events").write_text("\n".join(lines) + "\n")
    trace = room / "trace.otf"
    # Those before it and after it, with what lies around them and without.
    statements = [f"SELECT {wanted} FROM spans WHERE {{}}begin < {last}" for last in (100, 30_000, 40_000, 60_000)
                  for wanted in ("*", 'event, begin, "end"')]
    found = weft.rows(trace, "SELECT count(*) AS n FROM spans WHERE begin < 40000")
    wanted = sum((10 * call + 100 if call < calls // 2 else 5 * call) < 40_000 for call in range(calls))
    report.add("times that go back", differences(weft, trace, statements) + [f"{found}, not {wanted}"] * (
        found != [{"n": wanted}]))


def bytes_read(weft, trace, sql):
    command = subprocess.list2cmdline([str(weft.program), "query", str(trace), sql])
    done = subprocess.run(["bash", "-c", f"{command} > /dev/null && cat /proc/$$/io"], capture_output=True, text=True,
                          check=True, timeout=300)
    return int(re.search(r"^rchar: (\d+)", done.stdout, re.M)[1])


def check_indexed(report, weft, large, program, *others):
    """What an index leaves out is nothing that is asked for."""
    for trace in (large, program, *others):
        weft("index", trace)
        (ends,) = weft.rows(trace, "SELECT min(first) AS first, max(last) AS last FROM activity")
        length = ends["last"] - ends["first"]
        a, b = ends["first"] + length * 60 // 100, ends["first"] + length * 61 // 100
        statements = []
        for table, time_ in (("events", "time"), ("spans", "begin"), ("metrics", "time"), ("io", "begin"),
                             ("attributes", "time")):
            wanted = ("*", 'event, name, begin, "end", exclusive') if table == "spans" else ("*",)
            for where in (f"{{}}{time_} BETWEEN {a} AND {b}", f"{{}}{time_} > {b} AND {{}}{time_} < {b + 500}",
                          f"{{}}{time_} < {ends['first'] + 3000}", f"{{}}{time_} > {ends['last'] - 3000}",
                          f"{{}}{time_} BETWEEN {a} AND {b} AND {{}}location = 1", f"{{}}{time_} > {ends['last']}"):
                if trace in others and (table in ("metrics", "attributes") or "AND" not in where):
                    continue  # most is said of an index whatever it is an index of
                statements += [f"SELECT {columns} FROM {table} WHERE {where}" for columns in wanted]
        # The end of what begins before is not that of what begins with the same number later on.
        statements.append(f"SELECT * FROM io WHERE {{}}begin > {ends['first'] + length // 5} "
                          "AND file_name = '/forgotten'")
        problems = differences(weft, trace, statements)
        # Other formats are mapped into memory, and what of them is looked at is not told.
        for table, time_ in (("events", "time"), ("spans", "begin")) * (trace.suffix == ".otf2"):
            narrow, whole = (bytes_read(weft, trace, f"SELECT count(*), max({time_}) FROM {table} "
                                                     f"WHERE {hidden}{time_} BETWEEN {a} AND {b}")
                             for hidden in ("", "+"))
            problems += [f"{table}: {narrow} of {whole} bytes are read"] * (narrow > whole // 2)
        report.add(f"with an index: {trace.parent.name}/{trace.name}", problems)


# --- questions --------------------------------------------------------------------------------------------------------

WAITING = ("BARRIER", "IMPLICIT_BARRIER", "CRITICAL", "TASK_WAIT", "THREAD_WAIT", "COLL_ONE2ALL", "COLL_ALL2ONE",
           "COLL_ALL2ALL", "COLL_OTHER", "POINT2POINT", "RMA")


def questions(expected):
    """(what is asked, in SQL, by hand)."""
    events, spans = list(expected.events()), [row for row in expected.spans() if row["end"] is not None]
    messages, metrics, operations = list(expected.messages()), list(expected.metrics()), list(expected.io())
    second = expected.told.resolution

    def total(rows, key, value):
        sums = collections.defaultdict(int)
        for row in rows:
            sums[row[key] if isinstance(key, str) else tuple(row[k] for k in key)] += row[value] or 0
        return sums
    yield ("which regions take most time of their own",
           "SELECT region, exclusive_seconds FROM profile ORDER BY exclusive_seconds DESC, region LIMIT 3",
           [[region, ticks / second] for region, ticks in
            sorted(total(spans, "region", "exclusive").items(), key=lambda item: (-item[1], item[0] or 0))[:3]])
    yield ("how many events of each kind there are", "SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind",
           [list(item) for item in sorted(collections.Counter(row["kind"] for row in events).items())])
    yield ("how deep calls of each location go", "SELECT location, max(depth) FROM spans GROUP BY location",
           [[location, max(row["depth"] for row in expected.spans() if row["location"] == location)]
            for location in sorted({row["location"] for row in expected.spans()})])
    yield ("which visit was the longest",
           "SELECT location, event, duration FROM spans WHERE \"end\" IS NOT NULL "
           "ORDER BY duration DESC, location, event LIMIT 1",
           [[row["location"], row["event"], row["duration"]] for row in
            sorted(spans, key=lambda row: (-row["duration"], row["location"], row["event"]))[:1]])
    yield ("who sent how much to whom", "SELECT sender, receiver, messages, bytes FROM comm_matrix WHERE receiver NOT NULL",
           [[*pair, sum((row["sender"], row["receiver"]) == pair for row in messages if row["send_time"] is not None), n]
            for pair, n in sorted(total([row for row in messages if row["send_time"] is not None
                                         and row["receiver"] is not None], ("sender", "receiver"), "bytes").items())])
    yield ("how many messages were never received",
           "SELECT count(*) FROM messages WHERE send_time NOT NULL AND receive_time IS NULL",
           [[sum(row["send_time"] is not None and row["receive_time"] is None for row in messages)]])
    yield ("how much was read and written",
           "SELECT mode, sum(bytes_moved) FROM io WHERE bytes_moved NOT NULL GROUP BY mode ORDER BY mode",
           [list(item) for item in
            sorted(total([row for row in operations if row["bytes_moved"] is not None], "mode", "bytes_moved").items())])
    def total_or_none(rows, column):
        values = [row[column] for row in rows if row[column] is not None]
        return sum(values) if values else None

    def grouped(rows, *columns):
        groups = collections.defaultdict(list)
        for row in rows:
            groups[tuple(row[column] for column in columns)].append(row)
        return sorted(groups.items(), key=lambda item: [(value is not None, value) for value in item[0]])
    waiting = {row["region"] for row in expected.regions() if row["role"] in WAITING
               or (row["paradigm"], row["role"]) == ("MPI", "FUNCTION")}
    yield ("where locations wait longest",
           "SELECT location, name, wait_seconds, begin, \"end\" FROM top_waits "
           "ORDER BY wait_seconds DESC, location, begin, \"end\" LIMIT 20",
           [[row["location"], row["name"], row["exclusive"] / second, row["begin"], row["end"]] for row in sorted(
               (row for row in spans if row["region"] in waiting),
               key=lambda row: (-row["exclusive"], row["location"], row["begin"], row["end"]))[:20]])
    yield ("what happens to each file",
           "SELECT file, file_name, mode, operations, bytes_requested, bytes_moved, seconds FROM io_by_file "
           "ORDER BY file, file_name, mode",
           [[*key, len(rows), total_or_none(rows, "bytes_requested"), total_or_none(rows, "bytes_moved"),
             None if total_or_none(rows, "duration") is None else total_or_none(rows, "duration") / second]
            for key, rows in grouped(operations, "file", "file_name", "mode")])
    imbalances = []
    for (region, name), rows in grouped([row for row in expected.visits() if row["visits"]], "region", "name"):
        own = [row["exclusive"] / second for row in rows]
        mean = sum(own) / len(own)
        imbalances.append([name, region, len(own), mean, max(own), max(own) - mean, max(own) / mean if mean else None])
    yield ("which regions take longer here than there", "SELECT * FROM imbalance ORDER BY region", imbalances)
    yield ("how large metrics became", "SELECT name, max(value) FROM metrics WHERE value NOT NULL GROUP BY name ORDER BY name",
           [[name, real(max(float(row["value"]) for row in metrics if row["name"] == name and row["value"] is not None))]
            for name in sorted({row["name"] for row in metrics if row["value"] is not None}, key=lambda n: n or "")])
    yield ("how much time is spent in what lies directly in the outermost spans",
           "WITH outermost AS MATERIALIZED (SELECT location, event AS parent FROM spans WHERE depth = 0) "
           "SELECT sum(duration) FROM spans JOIN outermost USING (location, parent)",
           [[sum(row["duration"] for row in spans if row["depth"] == 1) or None]])
    yield ("when each location began and ended",
           "SELECT location, min(time), max(time) FROM events GROUP BY location ORDER BY location",
           [[location, min(times), max(times)] for location, times in
            sorted(((location, [event["time"] for event in rows]) for location, rows in expected.told.events.items()))
            if times])


def check_questions(report, weft, name, trace, told):
    asked = list(questions(Expected(told)))
    for (what, _, answer), rows in zip(asked, weft.answers(trace, [sql for _, sql, _ in asked])):
        found = [list(row.values()) for row in rows]
        is_same = len(found) == len(answer) and all(
            len(a) == len(b) and all(map(same, a, b)) for a, b in zip(answer, found))
        report.add(f"{name}: {what}", [] if is_same else [f"{found[:5]} instead of {answer[:5]}"])


# --- the command ------------------------------------------------------------------------------------------------------

def check_refusals(report, weft, trace, room):
    wanted = {"SELEC": 'near "SELEC": syntax error', "SELECT colour FROM events": "no such column: colour",
              "SELECT * FROM nowhere": "no such table: nowhere", "ATTACH 'other.db' AS other": "not authorized",
              "CREATE TABLE mine(x)": "not authorized", "CREATE TEMP TABLE mine(x)": "not authorized",
              "DELETE FROM events": "not", "INSERT INTO regions VALUES (1)": "", "DROP TABLE events": "not authorized",
              "PRAGMA journal_mode = WAL": "not authorized",
              "PRAGMA writable_schema = 1": "not authorized", "PRAGMA cache_size": "not authorized", "VACUUM INTO 'other.db'": "denied",
              "SELECT load_extension('x')": "not authorized", "SELECT writefile('other.db', 'x')": "no such function",
              "SELECT readfile('/etc/passwd')": "no such function", "BEGIN": "not authorized",
              "SELECT * FROM pragma_cache_size": "not authorized", "SELECT * FROM spans WHERE begin > ": "incomplete input",
              "SELECT seconds(1, 2)": "wrong number of arguments"}
    problems = []
    for sql, message in wanted.items():
        done = weft("query", trace, sql, status=range(256), cwd=room)
        if done.returncode != 2 or message not in done.stderr.decode() or done.stdout:
            problems.append(f"{sql}: exit {done.returncode}: {done.stderr.decode()}{done.stdout.decode()[:100]}")
    problems += [f"left behind: {path}" for path in room.glob("other*")]
    for pragma in ("table_info(events)", "table_xinfo(events)", "table_list", "database_list"):
        name, _, table = pragma.rstrip(")").partition("(")
        as_table = f"SELECT * FROM pragma_{name}" + f"('{table}')" * bool(table)
        told, found = weft.answers(trace, [f"PRAGMA {pragma}", as_table])
        problems += [f"PRAGMA {pragma}: {told[:1]}, {found[:1]}"] * (not told or told != found)
    for words, message in ((("query", trace), "takes a trace"), (("query", trace, "SELECT 1", "--format", "x"), "no format"),
                           (("query", "main=" + str(trace), "SELECT 1"), "cannot be the name"),
                           (("query", room / "no such trace", "SELECT 1"), "")):
        done = weft(*words, status=range(256))
        if done.returncode != 2 or message not in done.stderr.decode():
            problems.append(f"{words}: exit {done.returncode}: {done.stderr.decode()}")
    report.add("what is refused", problems)


def check_formats(report, weft, trace):
    sql = "SELECT location, seconds, kind, name, fields FROM events LIMIT 50"
    rows = weft.rows(trace, sql)
    text = weft("query", trace, sql, "--format", "csv").stdout.decode()
    read = list(csv.DictReader(io.StringIO(text, newline="")))
    problems = [f"csv: {b} instead of {a}" for a, b in zip(rows, read)
                if [b["location"], float(b["seconds"]), b["kind"], b["name"], json.loads(b["fields"])]
                != [str(a["location"]), a["seconds"], a["kind"], a["name"] or "", json.loads(a["fields"])]]
    problems += ["csv: rows"] * (len(rows) != len(read))
    lines = weft("query", trace, sql).stdout.decode().splitlines()
    problems += ["table"] * (len(lines) != len(rows) + 2 or lines[0].split() != list(rows[0]))
    # Columns are as wide as rows want them that come late, where nobody looks at those before.
    late = "SELECT 'a' AS word UNION ALL SELECT 'longer' WHERE (WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL " \
        "SELECT n + 1 FROM numbers LIMIT 500000) SELECT sum(n) FROM numbers) > 0"
    lines = weft("query", trace, late).stdout.decode().splitlines()
    problems += [f"columns: {lines}"] * (lines != ["word", "------", "a", "longer"])
    told = [{"key": key, "atom": value} for row in rows for key, value in json.loads(row["fields"]).items()
            if isinstance(value, (int, str))]
    found = weft.rows(trace, f"SELECT key, atom FROM ({sql}), json_each(fields) WHERE atom IS NOT NULL")
    problems += [f"fields one by one: {found[:3]}"] * (not told or found != told)
    found = weft("query", trace, "--json", "SELECT 1 AS a, 2 AS a, 3 AS a, 4 AS 'a:1'").stdout
    problems += [f"columns of one name: {found}"] * (found != b'{"a":1,"a:1":2,"a:2":3,"a:1:1":4}\n')
    script = "SELECT 1 AS one; -- a remark\nSELECT 'a;b' AS two;\n"
    for words, given in ((("--file", "-"), script), (("-i",), script + ".format csv\nSELECT 3;\n.quit\n")):
        found = weft("query", trace, "--json", *words, input=given.encode()).stdout.decode()
        problems += [f"{words}: {found}"] * (found.split("\n")[:2] != ['{"one":1}', '{"two":"a;b"}'])
    for ending in (b"", b".quit\n"):
        found = weft("query", "-i", trace, input=b"SELEC;\nSELECT 5 AS five;\n" + ending, status=(2,))
        problems += ["a shell goes on"] * (found.stderr.count(b"syntax error") != 1 or b"five" not in found.stdout)
    report.add("how rows are shown", problems)


def check_two_traces(report, weft, *traces):
    """Each is asked for its own rows, under its name and by its place."""
    ends = "(SELECT location, max(time) AS last FROM {}events GROUP BY location)"
    a, b = ({row["location"]: row["last"] for row in weft.rows(trace, f"SELECT * FROM {ends.format('')}")}
            for trace in traces)
    found = weft.rows([f"a={traces[0]}", f"b={traces[1]}"],
                      f"SELECT location, a.last AS a, b.last AS b FROM {ends.format('a.')} AS a "
                      f"JOIN {ends.format('b.')} AS b USING (location) ORDER BY location")
    both = sorted(a.keys() & b.keys())
    problems = compare([{"location": location, "a": a[location], "b": b[location]} for location in both], found)
    problems += ["they are the same"] * (not both or all(a[location] == b[location] for location in both))
    own = [weft.rows(trace, "SELECT count(*) AS n FROM spans")[0]["n"] for trace in traces]
    found = weft.rows(traces, "SELECT " + ", ".join(f"(SELECT count(*) FROM {schema}spans) AS '{schema}'"
                                                    for schema in ("t1.", "t2.", "")))
    problems += compare([{"t1.": own[0], "t2.": own[1], "": own[0]}], found)
    report.add("two traces", problems)


def first_line(child, seconds=120):
    """What a program says first, as soon as it is there; what there is of it if it does not end."""
    line, end = b"", time.monotonic() + seconds
    while not line.endswith(b"\n") and select.select([child.stdout], [], [], max(0, end - time.monotonic()))[0]:
        more = os.read(child.stdout.fileno(), 1)
        if not more:
            break
        line += more
    return line


def begun(weft, trace, sql):
    return subprocess.Popen([weft.program, "query", trace, "--json", sql], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, bufsize=0)


def check_interrupt(report, weft, trace):
    problems = []
    # One that has rows all the time, and one whose scans find none. Their first row tells that they run.
    for sql in ("SELECT 1 AS one UNION ALL SELECT count(*) FROM events AS a, events AS b, events AS c",
                "SELECT 1 AS one UNION ALL "
                "SELECT a.time FROM events AS a CROSS JOIN events AS b ON b.kind = 'OmpFork' AND b.time > a.time"):
        child = begun(weft, trace, sql)
        line = first_line(child)
        if line != b'{"one":1}\n':
            problems.append(f"{sql}: {line!r} is no first row")
        child.send_signal(signal.SIGINT)
        try:
            _, stderr = child.communicate(timeout=120)
            if child.returncode != 2 or b"interrupt" not in stderr:
                problems.append(f"{sql}: exit {child.returncode}: {stderr.decode()}")
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            problems.append(f"{sql}: goes on")
    report.add("Ctrl-C", problems)


def check_first_rows(report, weft, trace):
    """Rows are there long before the last one, also if the next one takes as good as for ever."""
    problems = []
    for sql, first in (("SELECT a.time FROM events AS a, events AS b, events AS c", rb'{"time":\d+}\n'),
                       ("SELECT 1 AS x UNION ALL SELECT count(*) FROM events a, events b, events c", rb'{"x":1}\n')):
        child = begun(weft, trace, sql)
        line = first_line(child)
        child.kill()
        child.communicate()
        problems += [f"{sql}: {line!r}"] * (not re.fullmatch(first, line))
    report.add(f"first rows come at once: {trace.parent.name}/{trace.name}", problems)


# A program of its own: what the one that asks has used is counted, too.
PEAK = "import os, sys; child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[" \
    "(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]); print(*os.wait4(child, 0)[1:], sep='\\n')"


def peak_kib(command):
    done = subprocess.run([sys.executable, "-S", "-c", PEAK, *map(str, command)], capture_output=True, text=True,
                          check=True, timeout=600)
    status, usage = done.stdout.split("\n", 1)
    if status != "0":
        raise checks.Stop(f"{command}: status {status}: {done.stderr}")
    return int(re.search(r"ru_maxrss=(\d+)", usage)[1])


def check_memory(report, weft, small, *large):
    """What a query takes does not grow with the trace."""
    problems = []
    for sql in ("SELECT count(*), max(time), sum(value) FROM events", "SELECT kind, count(*) FROM events GROUP BY kind",
                "SELECT kind, max(time) FROM events GROUP BY kind",
                "SELECT count(*), max(duration), max(depth) FROM spans",
                "SELECT count(*), sum(bytes) FROM messages", "SELECT location, time, kind, name FROM events",
                "SELECT count(*), sum(bytes_moved) FROM io", "SELECT count(*), max(value) FROM metrics"):
        before, *after = (peak_kib([weft.program, "query", trace, sql]) for trace in (small, *large))
        if max(after) - before > 4 * 1024:
            problems.append(f"{sql}: {after} KiB instead of {before}")
    # Of what is sorted, 64 MB are in memory, however much it is.
    some, width = "FROM events WHERE location = 0 AND kind IN ('Enter', 'Leave')", 900
    size = weft.rows(large[-1], f"SELECT count(*) AS rows {some}")[0]["rows"] * width // 1024
    peak = peak_kib([weft.program, "query", large[-1], f"SELECT time {some} ORDER BY printf('%{width}s', time)"])
    if not before + 32 * 1024 < peak < before + 80 * 1024 < size:
        problems.append(f"sorting {size} KiB: {peak} KiB instead of {before}")
    report.add("memory is bounded", problems)


def damaged_lines(room):
    """A trace of DFTracer that ends within a line, the same compressed, and one in which a line does."""
    room.mkdir()
    whole = (DATA / "dftracer/good/training/trace.pfw").read_bytes()
    cut, lines = whole[:len(whole) * 2 // 3 + 7], whole.split(b"\n")
    lines[40] = lines[40][:30]
    for name, content in (("cut.pfw", cut), ("cut.pfw.gz", gzip.compress(cut)), ("line.pfw", b"\n".join(lines)),
                          ("member.pfw.gz", gzip.compress(whole)[:-40])):
        (room / name).write_bytes(content)
        yield room / name


def check_damaged(report, weft, room):
    """What can be read is delivered, and that there is more is told."""
    problems, told_of = [], collections.Counter()
    found = sorted(path for kind in ("otf2/bad/*/*.otf2", "otf/bad/*/*.otf", "litl/bad/*", "bp/bad/*.bp")
                   for path in DATA.glob(kind))
    for trace in [*found, *damaged_lines(room)]:
        printed = weft("print", trace, "--json", "--events", status=range(3))
        for table in ("events", "spans", "messages", "definitions"):
            done = weft("query", trace, f"SELECT count(*) FROM {table}", "--format", "csv", status=range(3))
            if printed.returncode == 2 and done.returncode != 2:
                problems.append(f"{trace}: {table}: exit {done.returncode}, but it cannot be printed")
            if done.returncode and not done.stderr:
                problems.append(f"{trace}: {table}: exit {done.returncode} without a word")
        is_of_lines = ".pfw" in trace.suffixes
        if is_of_lines and printed.returncode != 1:
            problems.append(f"{trace}: exit {printed.returncode}, but it is damaged")
        if printed.returncode == 1 and (trace.suffix == ".otf2" or is_of_lines):
            told_of[is_of_lines] += 1
            count = int(weft("query", trace, "SELECT count(*) FROM events", "--format", "csv", status=(1,)).stdout.split()[1])
            if count != len(printed.stdout.splitlines()):
                problems.append(f"{trace}: {count} events, but {len(printed.stdout.splitlines())} are printed")
    problems += ["no damaged trace was read"] * (len(told_of) < 2)
    report.add("traces that are damaged", problems)


def check_documents(report, weft, room, update):
    """The commands in docs/sql.md print what stands there, and its tables are those there are."""
    document = ROOT / "docs/sql.md"
    text = document.read_text()
    shutil.copytree(DATA / "otf2/good/stencil", room, dirs_exist_ok=True)
    environment = dict(os.environ, PATH=f"{pathlib.Path(weft.program).resolve().parent}:{os.environ['PATH']}")
    commands, problems = 0, []

    def answered(match):
        nonlocal commands
        commands += 1
        done = subprocess.run(["bash", "-c", match.group(1)], cwd=room, env=environment, capture_output=True,
                              check=False, timeout=60)
        if done.returncode not in (0, 2) or done.stderr and not done.stderr.startswith(b"weft: "):
            problems.append(f"{match.group(1)}: exit {done.returncode}: {done.stderr.decode()}")
        return f"$ {match.group(1)}\n{(done.stdout + done.stderr).decode()}"

    def answer_block(match):
        return re.sub(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ |```).*\n)*)", answered, match.group(0), flags=re.M)
    true = re.sub(r"```console\n.*?```", answer_block, text, flags=re.S)
    schema = weft("query", "--schema").stdout.decode()
    true = re.sub(r"(<!-- weft query --schema -->\n```\n).*?(```)", lambda m: m.group(1) + schema + m.group(2), true,
                  flags=re.S)
    problems += ["there are no commands"] * (commands < 5) + ["the schema is not there"] * (schema not in true)
    if update:
        document.write_text(true)
    elif text != true:
        problems += list(difflib.unified_diff(text.splitlines(), true.splitlines(), "docs/sql.md", "true", lineterm=""))
    report.add("docs/sql.md", problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--weft", "--maker", "--program-maker", "--workdir"):
        parser.add_argument(option, required=True, type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, help="traces of others, if there are any")
    parser.add_argument("--update", action="store_true", help="write into docs/sql.md what is true")
    options = parser.parse_args()
    weft, room, report = Weft(options.weft.resolve()), options.workdir, checks.Report()
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    subprocess.run([options.maker, room / "made", "100000"], check=True)
    subprocess.run([options.program_maker, room / "made", "50000"], check=True)
    large, program = (room / "made" / name / "trace.otf2" for name in ("large", "program"))
    traces = {name: room / "made" / name / "trace.otf2" for name in ("rich", "empty", "silent")}
    traces |= {path.parent.name: path for path in sorted((DATA / "otf2/good").glob("*/trace.otf2"))}
    traces |= {"dftracer": DATA / "dftracer/good/training/trace.pfw", "otf": DATA / "otf/good/solver/solver.otf",
               "litl": DATA / "litl/good/solver", "litl narrow": DATA / "litl/good/narrow_aligned"}
    weft("convert", traces["stencil"], room / "stencil.bp")
    traces["bp"] = room / "stencil.bp"
    if options.data:
        traces |= {name: options.data / path for name, path in OTHERS.items() if (options.data / path).exists()}
        if "ping-pong" in traces:
            weft("convert", traces["ping-pong"], room / "ping-pong.bp")
            traces["ping-pong as bp"] = room / "ping-pong.bp"
    for name, trace in traces.items():
        # Some formats print records of their own: what they mean, a file of BP says, which has a place for all of it.
        told_by = trace
        if name.startswith(("otf", "litl")):
            told_by = room / f"{name}-told.bp"
            weft("convert", trace, told_by)
        told = ToldWithNames(weft, told_by)
        check_tables(report, weft, name, trace, told)
        check_questions(report, weft, name, trace, told)
        if name in ("rich", "bp", "dftracer"):
            check_pushed(report, weft, name, trace, told)
    check_refusals(report, weft, traces["stencil"], room)
    check_formats(report, weft, traces["stencil"])
    check_two_traces(report, weft, traces["stencil"], traces["sane"])
    check_interrupt(report, weft, large)
    check_shell(report, weft.program, large, room / "home")
    others = [program.with_name(f"program.{format_}") for format_ in ("bp", "litl")]
    for trace in others:
        weft("convert", program, trace)
    for trace in (large, *others):
        check_first_rows(report, weft, trace)
    check_memory(report, weft, traces["stencil"], large, program)
    check_plans(report, weft, traces["stencil"])
    check_times_that_go_back(report, weft, room / "back")
    check_indexed(report, weft, large, program, *others)
    check_damaged(report, weft, room / "damaged")
    check_documents(report, weft, room / "documents", options.update)
    report.finish()


if __name__ == "__main__":
    main()
