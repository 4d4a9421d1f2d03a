# SPDX-License-Identifier: BSD-3-Clause
"""What Python programs record of themselves."""
import collections
import errno
import os
import pathlib
import signal
import subprocess
import sys
import unittest

import weft
from traces import run, scratch

PROGRAM = pathlib.Path(__file__).with_name("record_program.py")


def ran(kind, is_on=True, **settings):
    """Where the program recorded, its exit code and what it printed."""
    room = scratch() / "run"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("WEFT_RECORD")}
    environment |= {"WEFT_RECORD_DIR": str(room), "WEFT_RECORD": "on" if is_on else "off",
                    "LD_PRELOAD": os.environ["WEFT_PRELOAD"]}
    environment |= {f"WEFT_RECORD_{key.upper()}": value for key, value in settings.items()}
    done = subprocess.run([sys.executable, PROGRAM, kind], env=environment, capture_output=True, text=True, check=False)
    return room, done


def good(path, known=()):
    """The trace, which is good but for what is known of it."""
    trace = weft.open(path)
    findings = [finding for finding in trace.check() if finding.rule not in known]
    if findings:
        raise AssertionError(findings)
    return trace


def recorded(kind, is_on=True):
    """The trace of the program, which is good."""
    room, done = ran(kind, is_on)
    if done.returncode or done.stderr:
        raise AssertionError(done.stderr)
    return good(room / "trace.otf2")


def entered(trace):
    """How often regions were entered, by location and name."""
    counts = collections.defaultdict(collections.Counter)
    for row in trace.spans(columns=["location", "name", "end"]).rows():
        assert row["end"] is not None
        counts[row["location"]][row["name"]] += 1
    return counts


class RecordTest(unittest.TestCase):
    def test_regions_attributes_metrics_and_markers_are_there(self):
        trace = recorded("plain")
        counts, = entered(trace).values()
        self.assertEqual(counts, {"leaf": 11, "named differently": 1, "inside": 1, "step": 10, "again": 4, "fails": 1,
                                  "caf\udce9": 1})
        region = trace.regions["leaf"]
        self.assertEqual(pathlib.Path(region.source_file).name, PROGRAM.name)
        self.assertGreater(region.begin_line_number, 0)
        attributes = [row for row in trace.attributes(columns=["name", "integer", "value", "text"]).rows()]
        self.assertIn({"name": "flavour", "integer": None, "value": None, "text": "sweet"}, attributes)
        self.assertIn({"name": "number", "integer": 7, "value": 7.0, "text": None}, attributes)
        self.assertIn({"name": "share", "integer": None, "value": 0.5, "text": None}, attributes)
        self.assertIn({"name": "text", "integer": None, "value": None, "text": "täxt"}, attributes)
        self.assertIn({"name": "path", "integer": None, "value": None, "text": "\udcff"}, attributes)
        self.assertIn({"name": "half", "integer": None, "value": None, "text": "?"}, attributes)
        metrics = [(row["name"], row["unit"], row["value"])
                   for row in trace.metrics(columns=["name", "unit", "value"]).rows()]
        self.assertEqual(metrics, [pair for i in range(10) for pair in (("progress", "1", i), ("half", "s", i / 2))])
        marker, = trace.markers()
        self.assertEqual((marker["text"], marker["category"], marker["severity"]), ("half way", "phase", 3))

    def test_attributes_are_columns_on_demand(self):
        trace = recorded("plain")
        rows = trace.events(columns=["name", "kind"], kinds=["Enter"], attributes=["index", "text"]).rows()
        steps = [row for row in rows if row["name"] in ("step", "inside")]
        self.assertEqual([row["index"] for row in steps], [None, *range(10)])
        self.assertEqual([row["text"] for row in steps], ["täxt"] + [None] * 10)
        frame = trace.events(columns=["name"], attributes=["index"]).to_pandas()
        self.assertEqual(frame["index"].sum(), 45)
        shares = trace.events(columns=[], kinds=["Enter"], attributes=["share"]).to_pandas()["share"]
        self.assertEqual(shares.dropna().tolist(), [0.5, 2.0])
        with self.assertRaisesRegex(ValueError, "nowhere"):
            trace.events(attributes=["nowhere"])

    def test_threads_are_locations_with_their_names(self):
        trace = recorded("threads")
        names = {location.id: location.name for location in trace.locations}
        counts = {names[location]: count for location, count in entered(trace).items()}
        self.assertEqual(counts, {f"worker {i}": {"step": 10, "leaf": 10} for i in range(3)})

    def test_processes_are_part_of_the_trace_however_they_begin_and_end(self):
        for method in ("fork", "spawn", "forkserver"):
            with self.subTest(method):
                trace = recorded(method)
                counts = collections.Counter()
                for location in entered(trace).values():
                    counts += location
                self.assertEqual(counts, {"step": 20, "leaf": 1 + 20 + 4})
                groups = {group.name for group in trace.definitions.location_groups}
                self.assertLessEqual({"child 0", "child 1"}, {name.split(" (")[0] for name in groups})

    def test_messages_have_two_sides(self):
        trace = recorded("talking")
        names = {location.id: location.name for location in trace.locations}
        self.assertEqual(set(names.values()), {"main thread", "rank 0", "the second"})
        self.assertEqual({group.name.split(" (")[0] for group in trace.definitions.location_groups}, {"talkers"})
        self.assertEqual([comm.name for comm in trace.definitions.comms], ["pair"])
        found = []
        for row in trace.messages().rows():
            found.append((names[row["sender"]], names[row["receiver"]], row["communicator_name"], row["tag"],
                          row["bytes"], row["bytes_received"], row["send_time"] <= row["receive_time"]))
        ranks = ("rank 0", "the second")
        expected = [(ranks[rank], ranks[1 - rank], "pair", i, 100 * (i + 1) + rank, 100 * (i + 1) + rank, True)
                    for i in range(3) for rank in range(2)]
        self.assertEqual(sorted(found), sorted(expected))

    def test_ranks_are_those_of_the_threads_that_had_them_last(self):
        room, done = ran("taking over")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        trace = weft.open(room / "trace.otf2")
        names = {location.id: location.name for location in trace.locations}
        found = [(names.get(row["sender"]), names.get(row["receiver"]), row["bytes"], row["bytes_received"])
                 for row in trace.messages().rows() if row["tag"] == 9]
        self.assertEqual(found, [("rank 0 of round 9", "rank 1 of round 9", 8, 8)])

    def test_a_flight_recorder_writes_what_it_holds_when_it_is_asked(self):
        room, done = ran("flying", policy="flight")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name, regions in (("early", ["early"]), ("late", ["early", "late"]), ("trace", ["early", "late", "last"])):
            # It goes on after it was asked.
            trace = good(room / f"{name}.otf2", ["program-unpaired"] * (name != "trace"))
            counts, = entered(trace).values()
            self.assertEqual(counts, dict.fromkeys(regions, 1), name)
        self.assertEqual(ran("refused")[1].stdout.split(), [str(errno.EINVAL)] * 2)

    def test_what_was_flushed_survives(self):
        room, done = ran("killed")
        self.assertEqual(done.returncode, -signal.SIGKILL)
        run("repair", room / "trace.otf2", room / "repaired.otf2")
        visits = weft.open(room / "repaired.otf2").profile()["leaf"]["visits"]
        self.assertEqual(visits, 100)

    def test_what_is_lost_is_counted(self):
        room, done = ran("losing", policy="drop", thread_memory="256k", chunk="256k")
        self.assertEqual(done.returncode, 0, done.stderr)
        events, lost = map(int, done.stdout.split())
        self.assertIn(lost, (1000, 1001))
        trace = weft.open(room / "trace.otf2")
        kept = len(trace.events(columns=[], kinds=["Enter", "Leave"]))
        ends = len(trace.events(columns=[], kinds=["ProgramEnd"]))  # which has no room, either
        told = {row.name: row.value for row in trace.definitions.location_properties}
        self.assertEqual((events - kept, told["weft.lost_events"]), (lost, lost + 1 - ends))

    def test_nothing_is_recorded_when_it_is_off(self):
        with self.assertRaises(weft.Error):
            recorded("plain", is_on=False)

    def test_generators_are_refused(self):
        import weft.record
        weft.record.start(scratch() / "run")  # of what is recorded before it is refused
        self.addCleanup(weft.record.finish)

        def numbers():
            yield 1

        async def later():
            pass

        for function in (numbers, later):
            with self.assertRaises(TypeError):
                weft.record.region(function)
        with self.assertRaisesRegex(TypeError, "classmethod"):
            weft.record.region(classmethod(print))
        with self.assertRaisesRegex(ValueError, "no mode 'sum'; there are: gauge"):
            weft.record.metric("here", 1, mode="sum")
        with self.assertRaisesRegex(TypeError, "number of up to 64 bits"):
            weft.record.metric("here", 2**64)


if __name__ == "__main__":
    unittest.main()
