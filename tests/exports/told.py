# SPDX-License-Identifier: BSD-3-Clause
"""What `weft print --json` tells of a trace, as viewers should show it: the rules of docs/exports.md in Python."""
import collections
import json
import re

SECOND = 10**9
UNKNOWN = 2**64 - 1
ENTER, LEAVE = ("Enter", "CallingContextEnter"), ("Leave", "CallingContextLeave")
BEGIN = {"MpiIsend": "send", "MpiIrecvRequest": "receive", "NonBlockingCollectiveRequest": "collective"}
END = ("MpiIsendComplete", "MpiIrecv", "NonBlockingCollectiveComplete", "MpiRequestCancelled")
IO_MODES = {0: "read", 1: "write", 2: "flush"}
# By the numbers that traces give types of values.
REFERENCES = {12: "Attribute", 13: "Location", 14: "Region", 15: "Group", 16: "Metric", 17: "Comm", 18: "Parameter",
              19: "RmaWin", 20: "SourceCodeLocation", 21: "CallingContext", 22: "InterruptGenerator", 23: "IoFile",
              24: "IoHandle", 25: "LocationGroup"}
TYPES = ["NONE", "UINT8", "UINT16", "UINT32", "UINT64", "INT8", "INT16", "INT32", "INT64", "FLOAT", "DOUBLE", "STRING",
         "ATTRIBUTE", "LOCATION", "REGION", "GROUP", "METRIC", "COMM", "PARAMETER", "RMA_WIN", "SOURCE_CODE_LOCATION",
         "CALLING_CONTEXT", "INTERRUPT_GENERATOR", "IO_FILE", "IO_HANDLE", "LOCATION_GROUP"]


def scaled(ticks, resolution):
    distance = min(abs(ticks) * SECOND // resolution, 2**63 - 1)
    return -distance if ticks < 0 else distance


def unique(pairs):
    """Arguments as one object: a key that is there already gets a number."""
    answer, counts = {}, collections.Counter()
    for key, value in pairs:
        counts[key] += 1
        answer[key if counts[key] == 1 else f"{key} #{counts[key]}"] = value
    return answer


class Location:
    """One location's story, times in nanoseconds."""

    def __init__(self):
        self.calls = []        # ("enter" | "leave", name, at), in order
        self.spans = []        # (name, category, begin, end, arguments)
        self.counters = []     # (name, at, value)
        self.instants = []     # (name, at, arguments)
        self.operations = []   # (family, name, begin, end)
        self.first = self.last = 0


class Told:
    def __init__(self, weft, trace):
        self.tables = collections.defaultdict(list)
        for line in weft("print", trace, "--json", "--definitions").stdout.decode().splitlines():
            record = json.loads(line)
            if "definedBy" not in record:
                self.tables[record["record"]].append(record)
        self.by_id = {kind: {row["self"]: row for row in reversed(rows)} for kind, rows in self.tables.items()
                      if rows and "self" in rows[0]}
        self.strings = {row["self"]: row["string"] for row in reversed(self.tables["String"])}
        clock = (self.tables["ClockProperties"] or [None])[0]
        self.resolution = (clock and clock["timerResolution"]) or SECOND
        self.first_tick = clock["globalOffset"] if clock else 0
        self.epoch = clock["realtimeTimestamp"] if clock and clock["realtimeTimestamp"] not in (0, UNKNOWN) else None
        self.clock = clock
        self.events = collections.defaultdict(list)
        for line in weft("print", trace, "--json", "--names", "--events").stdout.decode().splitlines():
            record = json.loads(line)
            self.events[record["location"]].append(record)
        for line in weft("print", trace, "--json", "--markers").stdout.decode().splitlines():
            record = json.loads(line)
            self.tables[record["record"]].append(record)
        self.order = [row["self"] for row in self.tables["Location"]]
        self.place()

    def markers(self):
        """(kind, at, text, thread or nothing) of all remarks."""
        kinds = {row["self"]: row["markerCategory"] for row in reversed(self.tables["DefMarker"])}
        location = 1  # number of that scope
        return collections.Counter(
            (kinds.get(row["marker"], "marker"), self.nanoseconds(row["timestamp"]), row["text"],
             self.threads[row["scope"]][:2] if row["markerScope"] == location and row["scope"] in self.threads else None)
            for row in self.tables["Marker"])

    def find(self, kind, ref):
        return self.by_id.get(kind, {}).get(ref)

    def text(self, ref):
        return self.strings.get(ref, "")

    def name(self, space, ref):
        """As people call a definition; empty if they do not."""
        if space == "SourceCodeLocation":
            row = self.find(space, ref)
            return f"{self.text(row['file'])}:{row['lineNumber']}" if row else ""
        if space == "CallingContext":
            row = self.find(space, ref)
            if not row:
                return ""
            line = self.name("SourceCodeLocation", row["sourceCodeLocation"])
            return self.name("Region", row["region"]) + (" at " + line if line else "")
        if space == "IoFile":
            row = self.find("IoRegularFile", ref) or self.find("IoDirectory", ref)
            return self.text(row["name"]) if row else ""
        if space == "IoHandle":
            row = self.find(space, ref)
            return (self.text(row["name"]) or self.name("IoFile", row["file"])) if row else ""
        if space == "Comm":
            row = self.find("Comm", ref) or self.find("InterComm", ref)
            return self.text(row["name"]) if row else ""
        if space == "Metric":
            row = self.metric_class(ref)
            return ", ".join(self.name("MetricMember", member) for member in row["metricMembers"]) if row else ""
        row = self.find(space, ref)
        return self.text(row["name"]) if row and "name" in row else ""

    def metric_class(self, ref):
        row = self.find("MetricClass", ref)
        if not row and (instance := self.find("MetricInstance", ref)):
            row = self.find("MetricClass", instance["metricClass"])
        return row

    def metric_name(self, ref, place):
        row = self.metric_class(ref)
        name = self.name("MetricMember", row["metricMembers"][place]) if row and place < len(row["metricMembers"]) else ""
        return name or f"metric {ref}.{place}"

    def nanoseconds(self, ticks):
        return scaled(ticks - self.first_tick, self.resolution)

    def frame(self, event):
        """(name, category, region) of what an event enters or leaves."""
        context = event["record"].startswith("CallingContext")
        ref = event["callingContext" if context else "region"]
        name = self.name("CallingContext" if context else "Region", ref)
        row = self.find("CallingContext", ref) if context else None
        region = self.find("Region", row["region"] if row else -1) if context else self.find("Region", ref)
        return name or f"{'calling context' if context else 'region'} {ref}", region

    def place(self):
        """Numbers of processes and threads: in order, the first thread has that of its process."""
        members, number = {row["self"]: [] for row in self.tables["LocationGroup"]}, 1
        for row in self.tables["Location"]:
            members.setdefault(row["locationGroup"], []).append(row)
        self.processes, self.threads = {}, {}
        for group, rows in members.items():
            process, number = number, number + 1
            name = self.name("LocationGroup", group)
            self.processes[process] = name or ("no process" if group == 2**32 - 1 else f"process {group}")
            for i, row in enumerate(rows):
                thread = process
                if i:
                    thread, number = number, number + 1
                self.threads[row["self"]] = (process, thread, self.text(row["name"]) or f"location {row['self']}")

    def attribute(self, entry):
        """(key, value) as they are shown."""
        kind, value = entry["type"], entry["value"]
        if kind == 11:
            value = self.text(value)
        elif kind in REFERENCES:
            value = self.name(REFERENCES[kind], value) or value
        return self.name("Attribute", entry["attribute"]) or "attribute", value

    def attributes(self, event):
        return [self.attribute(entry) for entry in event.get("attributes", [])]

    def fields(self, event, named=True, ticks=False):
        """(key, value) of all fields but the values of metrics."""
        answer = []
        for key, value in event.items():
            if key in ("record", "location", "time", "attributes", "names", "numberOfArguments", "numberOfMetrics",
                       "metricValues", "typeIDs", "length"):
                continue
            if key == "stopTime":
                value = value if ticks else self.nanoseconds(value)
            elif key == "programArguments":
                value = " ".join(self.text(ref) for ref in value)
            elif key == "payload":
                value = bytes(value).hex()
            elif named:
                value = event.get("names", {}).get(key, value)
            answer.append((key, value))
        return answer

    def story(self, location):
        story, stack, open_operations, last = Location(), [], {}, None
        for event in self.events[location]:
            at = self.nanoseconds(event["time"])
            at = at if last is None else max(at, last)
            if last is None:
                story.first = at
            story.last = last = at
            kind = event["record"]
            if kind in ENTER:
                name, region = self.frame(event)
                stack.append((kind, name, region, at, self.attributes(event)))
                story.calls.append(("enter", name, at))
            elif kind in LEAVE:
                name, region = self.frame(event)
                if not stack or (stack[-1][0].replace("Enter", "Leave"), stack[-1][1]) != (kind, name):
                    continue
                self.close(story, stack, at, self.attributes(event))
            elif kind == "Metric":
                for i, value in enumerate(event["metricValues"]):
                    story.counters.append((self.metric_name(event["metric"], i), at, value))
            else:
                story.instants.append((kind, at, self.fields(event) + self.attributes(event)))
                self.operate(story, open_operations, event, at)
        for family, name, begin in open_operations.values():
            story.operations.append((family, name, begin, last))
        while stack:
            self.close(story, stack, last, [])
        return story

    @staticmethod
    def close(story, stack, at, attributes):
        _, name, region, begin, before = stack.pop()
        category = region["paradigm"] if region else 0
        story.spans.append((name, category, begin, at, before + attributes))
        story.calls.append(("leave", name, at))

    @staticmethod
    def operate(story, open_operations, event, at):
        kind = event["record"]
        if kind == "IoOperationBegin":
            key, family, name = ("io", event["handle"], event["matchingId"]), "I/O operations", IO_MODES[event["mode"]]
        elif kind in ("IoOperationComplete", "IoOperationCancelled"):
            key, name = ("io", event["handle"], event["matchingId"]), None
        elif kind in BEGIN:
            key, family, name = ("request", event["requestID"]), "requests", BEGIN[kind]
        elif kind in END:
            key, name = ("request", event["requestID"]), None
        else:
            return
        if name and key not in open_operations:
            open_operations[key] = (family, name, at)
        elif not name and key in open_operations:
            family, name, begin = open_operations.pop(key)
            story.operations.append((family, name, begin, at))

    # Messages

    def members(self, group, me):
        """Locations in order of rank."""
        if group["groupType"] == 6:
            return [me]
        if group["groupType"] in (1, 4):
            return group["members"]
        everybody = next((other["members"] for other in self.tables["Group"]
                          if other["groupType"] == 4 and other["paradigm"] == group["paradigm"]), [])
        if group["groupFlags"] & 1:
            return everybody
        return [everybody[member] if member < len(everybody) else None for member in group["members"]]

    def peer(self, event):
        me, rank = event["location"], event.get("receiver", event.get("sender"))
        comm = self.find("Comm", event["communicator"])
        group = self.find("Group", comm["group"]) if comm else None
        if not comm and (inter := self.find("InterComm", event["communicator"])):
            sides = [self.find("Group", inter[side]) for side in ("groupA", "groupB")]
            group = sides[1] if me in self.members(sides[0], me) else sides[0]
        members = self.members(group, me) if group else []
        return members[rank] if rank < len(members) and members[rank] in self.threads else None

    def messages(self):
        """The channel and number of each send and receive: [(event, its number in the location, peer, key)]."""
        counts, answer = collections.Counter(), []
        for location in self.events:
            for number, event in enumerate(self.events[location]):
                if event["record"] not in ("MpiSend", "MpiIsend", "MpiRecv", "MpiIrecv"):
                    continue
                peer, is_send = self.peer(event), "receiver" in event
                key = None
                if peer is not None:
                    channel = (*((location, peer) if is_send else (peer, location)), event["communicator"], event["msgTag"])
                    counts[channel, is_send] += 1
                    key = (*channel, counts[channel, is_send])
                answer.append((event, number, peer, key))
        return answer

    def flows(self):
        """{((location, at) of the send, (location, at) of the receive)}; None for a side that is not there."""
        ends = collections.defaultdict(lambda: [None, None])
        for event, _, _, key in self.messages():
            if key:
                ends[key]["sender" in event] = (event["location"], self.nanoseconds(event["time"]))
        return collections.Counter(tuple(pair) for pair in ends.values())


def replaced(text):
    """What is not UTF-8 as Perfetto gets it."""
    return re.sub("[\udc80-\udcff]", "\ufffd", text) if isinstance(text, str) else text
