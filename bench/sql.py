# SPDX-License-Identifier: BSD-3-Clause
"""The rows of SQL: aggregates over all events beside our decode, and a window beside the whole trace. SQLite itself
takes up to 100 ns for a row of `events` that it groups, so `activity` and `profile` stand beside them."""
import json
import shutil
import subprocess

from rows import Question, Row, Side, Work

MOST_NANOSECONDS = 50  # 20 M events a second; our decode, beside it, tells how fast the machine is
AGGREGATES = {"count(*), max(time)": "SELECT count(*) AS n, max(time) AS t FROM events",
              "count(*) GROUP BY kind": "SELECT sum(n) AS n FROM (SELECT kind, count(*) AS n FROM events GROUP BY kind)",
              "GROUP BY kind": "SELECT sum(n) AS n, max(t) AS t FROM "
                               "(SELECT kind, count(*) AS n, max(time) AS t FROM events GROUP BY kind)",
              "activity GROUP BY kind": "SELECT sum(n) AS n, max(t) AS t FROM "
                                        "(SELECT kind, sum(events) AS n, max(last) AS t FROM activity GROUP BY kind)",
              "profile": "SELECT 2 * sum(visits) AS n, max(longest) AS t FROM profile",
              "spans GROUP BY location": "SELECT 2 * sum(n) AS n, max(t) AS t FROM "
                                         "(SELECT count(*) AS n, max(\"end\") AS t FROM spans GROUP BY location)"}


def questions(bench):
    for name in AGGREGATES:
        yield Question([Row(f"SQL {name}", "ours", "decode", most_nanoseconds=MOST_NANOSECONDS)],
                       lambda name=name: aggregate(bench, name))
    yield Question([Row("SQL 1 % of the time / all, BP", "window", "all", 20)], lambda: window(bench, as_bp(bench)))
    yield Question([Row("SQL 1 % of the time / all, OTF2 with an index", "window", "all", 20)],
                   lambda: window(bench, as_otf2(bench)))


def asked(bench, trace, sql):
    answer = subprocess.run([bench.bin / "weft", "query", trace, sql, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(answer.stdout)


def aggregate(bench, name):
    trace, made = bench.trace(bench.events, 2)
    sql = AGGREGATES[name]
    side = Side("weft query", lambda: [bench.bin / "weft", "query", trace, sql], measured=False,
                verify=lambda: made if asked(bench, trace, sql)["n"] == made[0] else (0, 0))
    return Work(made[0], {"ours": side, "decode": bench.program("Weft's decode", "decode", trace, 1)}, made,
                lambda: f"{made[0] / side.best().seconds / 1e6:.1f} M events a second")


def as_bp(bench):
    """In a file of BP, which has an index."""
    trace, made = bench.trace(bench.events, 2)
    indexed = bench.room / "indexed.bp"
    indexed.unlink(missing_ok=True)
    shutil.rmtree(bench.room / "indexed.bp.dir", ignore_errors=True)
    subprocess.run([bench.bin / "weft", "convert", trace, indexed], check=True, stderr=subprocess.DEVNULL)
    return indexed, made


def as_otf2(bench):
    """With what `weft index` puts beside it: beside a copy, other rows are about a trace without."""
    trace, made = bench.trace(bench.events, 2)
    room = bench.room / "indexed"
    shutil.rmtree(room, ignore_errors=True)
    shutil.copytree(trace.parent, room)
    subprocess.run([bench.bin / "weft", "index", room / trace.name], check=True, stdout=subprocess.DEVNULL)
    return room / trace.name, made


def window(bench, trace_and_made):
    indexed, made = trace_and_made
    times = asked(bench, indexed, "SELECT min(time) AS first, max(time) AS last FROM events")
    first = (times["first"] + times["last"]) // 2
    last = first + (times["last"] - times["first"]) // 100
    sql = "SELECT count(*) AS n, max(value) AS v FROM events"
    part = f"{sql} WHERE time BETWEEN {first} AND {last}"
    expected = asked(bench, indexed, f"{sql} WHERE +time BETWEEN {first} AND {last}")

    def side(label, statement, verify):
        return Side(label, lambda: [bench.bin / "weft", "query", indexed, statement], measured=False, verify=verify)

    return Work(made[0], {
        "window": side("weft query, 1 % of the time", part,
                       lambda: made if asked(bench, indexed, part) == expected else (0, 0)),
        "all": side("weft query, all", sql, lambda: made if asked(bench, indexed, sql)["n"] == made[0] else (0, 0)),
    }, made, lambda: f"{expected['n']} events in the window")
