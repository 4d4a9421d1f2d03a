# SPDX-License-Identifier: BSD-3-Clause
"""A small reader of protocol buffers that knows the published field numbers of Perfetto's traces.

It keeps the state of each sequence as the trace processor does, and says what breaks its rules.
"""
import collections
import gzip
import struct

from told import Location

# Field number -> (name, type); "*" behind a type: repeated. A type in capitals is a message.
CLOCK = {1: ("clock_id", "uint"), 2: ("timestamp", "uint"), 3: ("is_incremental", "uint"), 4: ("unit", "uint")}
NAME = {1: ("iid", "uint"), 2: ("name", "text")}
MESSAGES = {
    "Trace": {1: ("packet", "TracePacket*")},
    "TracePacket": {6: ("clock_snapshot", "ClockSnapshot"), 8: ("timestamp", "uint"), 10: ("sequence", "uint"),
                    11: ("track_event", "TrackEvent"), 12: ("interned_data", "InternedData"), 13: ("flags", "uint"),
                    58: ("timestamp_clock_id", "uint"), 59: ("defaults", "Defaults"),
                    60: ("track_descriptor", "TrackDescriptor"), 87: ("first_packet_on_sequence", "uint")},
    "ClockSnapshot": {1: ("clocks", "Clock*"), 2: ("primary_trace_clock", "uint")},
    "Clock": CLOCK,
    "Defaults": {11: ("track_event_defaults", "EventDefaults"), 58: ("timestamp_clock_id", "uint")},
    "EventDefaults": {11: ("track_uuid", "uint")},
    "InternedData": {1: ("categories", "Name*"), 2: ("names", "Name*"), 3: ("annotations", "Name*")},
    "Name": NAME,
    "TrackDescriptor": {1: ("uuid", "uint"), 2: ("name", "text"), 3: ("process", "Process"), 4: ("thread", "Thread"),
                        5: ("parent_uuid", "uint"), 8: ("counter", "Counter")},
    "Process": {1: ("pid", "uint"), 2: ("cmdline", "text*"), 6: ("process_name", "text")},
    "Thread": {1: ("pid", "uint"), 2: ("tid", "uint"), 5: ("thread_name", "text")},
    "Counter": {3: ("unit", "uint"), 6: ("unit_name", "text")},
    "TrackEvent": {3: ("category_iids", "uint*"), 4: ("debug_annotations", "Annotation*"), 9: ("type", "uint"),
                   10: ("name_iid", "uint"), 11: ("track_uuid", "uint"), 30: ("counter_value", "int"),
                   44: ("double_counter_value", "double"), 47: ("flow_ids", "fixed64*"),
                   48: ("terminating_flow_ids", "fixed64*")},
    "Annotation": {1: ("name_iid", "uint"), 3: ("value", "uint"), 4: ("value", "int"), 5: ("value", "double"),
                   6: ("value", "text")},
}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        if byte < 0x80:
            assert value < 2**64 and shift < 70, "a number of more than 64 bits"
            return value, at
        shift += 7


def parse(data, message):
    answer, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        name, kind = MESSAGES[message][tag >> 3]
        wire, repeated, kind = tag & 7, kind.endswith("*"), kind.rstrip("*")
        if wire == 0:
            value, at = varint(data, at)
            assert kind in ("uint", "int"), f"{message}.{name} is no number"
            value = value - 2**64 if kind == "int" and value >= 2**63 else value
        elif wire == 1:
            value, at = struct.unpack_from("<d" if kind == "double" else "<Q", data, at)[0], at + 8
            assert kind in ("double", "fixed64"), f"{message}.{name} is not fixed"
        else:
            assert wire == 2, f"wire type {wire}"
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            assert at <= len(data), f"{message}.{name} is longer than what holds it"
            value = value.decode() if kind == "text" else parse(value, kind)
        if repeated:
            answer.setdefault(name, []).append(value)
        else:
            assert name not in answer, f"{message}.{name} twice"
            answer[name] = value
    return answer


class Sequence:
    def __init__(self):
        self.tables = {"categories": {}, "names": {}, "annotations": {}}
        self.defaults = None
        self.last = 0


class PerfettoTrace:
    def __init__(self, path):
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
        packets = parse(content, "Trace").get("packet", [])
        self.problems, self.processes, self.threads, self.tracks = [], {}, {}, {}
        self.clocks, self.units = None, {}
        self.stories = collections.defaultdict(Location)
        self.flows = collections.defaultdict(lambda: [None, None])
        self.stacks, self.sequences = collections.defaultdict(list), {}
        for packet in packets:
            self.describe(packet)
        for packet in packets:
            self.read(packet)
        self.problems += [f"track {track} is not closed" for track, stack in self.stacks.items() if stack]

    def describe(self, packet):
        if "sequence" not in packet:
            self.problems.append(f"no sequence: {packet}")
        if "clock_snapshot" in packet:
            assert self.clocks is None and packet["clock_snapshot"]["primary_trace_clock"] == 6
            self.clocks = {clock["clock_id"]: clock["timestamp"] for clock in packet["clock_snapshot"]["clocks"]}
        track = packet.get("track_descriptor")
        if not track:
            return
        if track["uuid"] in self.tracks or not track["uuid"]:
            self.problems.append(f"track {track['uuid']} twice, or 0")
        self.tracks[track["uuid"]] = track
        if "process" in track:
            self.processes[track["process"]["pid"]] = track["process"]["process_name"]
        if "thread" in track:
            self.threads[track["thread"]["pid"], track["thread"]["tid"]] = track["thread"]["thread_name"]

    def read(self, packet):
        if packet.get("flags", 0) & 1:
            assert packet["sequence"] not in self.sequences and packet["first_packet_on_sequence"] == 1
            self.sequences[packet["sequence"]] = Sequence()
            self.sequences[packet["sequence"]].defaults = packet["defaults"]
            assert packet["defaults"]["timestamp_clock_id"] == 6
        if "track_event" not in packet:
            return
        sequence = self.sequences[packet["sequence"]]
        for table, rows in packet.get("interned_data", {}).items():
            for row in rows:
                assert row["iid"] and row["iid"] not in sequence.tables[table], f"{row} again"
                sequence.tables[table][row["iid"]] = row["name"]
        assert packet["flags"] & 2, "needs what was interned, and does not say so"
        assert packet["timestamp"] >= sequence.last, "time goes back"
        sequence.last = packet["timestamp"]
        self.read_event(packet["track_event"], sequence, packet["timestamp"])

    def read_event(self, event, sequence, at):
        thread_track = sequence.defaults["track_event_defaults"]["track_uuid"]
        uuid = event.get("track_uuid", thread_track)
        track, thread = self.tracks[uuid], self.tracks[thread_track]["thread"]
        whose = (thread["pid"], thread["tid"])
        story, stack = self.stories[whose], self.stacks[uuid]
        arguments = [(sequence.tables["annotations"][entry["name_iid"]], entry["value"])
                     for entry in event.get("debug_annotations", [])]
        if uuid != thread_track and track["parent_uuid"] != thread_track:
            self.problems.append(f"track {uuid} is not one of its thread")
        if event["type"] == 4:
            assert "counter" in track
            self.units[track["name"]] = track["counter"].get("unit_name", "")
            story.counters.append((track["name"], at, event.get("counter_value", event.get("double_counter_value"))))
            return
        assert "counter" not in track
        if event["type"] == 2:
            name, category, begin, before = stack.pop()
            if uuid == thread_track:
                story.spans.append((name, category, begin, at, before + arguments))
            else:
                if stack:
                    self.problems.append(f"operations overlap on track {uuid}")
                story.operations.append((category, name, begin, at))
            return
        name = sequence.tables["names"][event["name_iid"]]
        category, = (sequence.tables["categories"][iid] for iid in event["category_iids"])
        if event["type"] == 1:
            stack.append((name, category, at, arguments))
            return
        assert event["type"] == 3
        story.instants.append((name, at, arguments))
        for side, key in enumerate(("flow_ids", "terminating_flow_ids")):
            for flow in event.get(key, []):
                self.problems += [f"flow {flow} is used twice"] * (self.flows[flow][side] is not None)
                self.flows[flow][side] = (whose, at)
