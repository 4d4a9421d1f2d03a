# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/sql.md, reckoned in Python from what `weft print --json --names` tells."""
import collections
import math
import struct

from told import REFERENCES, TYPES

UNDEFINED = 2**32 - 1
UNKNOWN = 2**64 - 1
# Fields that come first in events and hold ids.
REFS = {"region", "metric", "communicator", "parameter", "callingContext", "handle", "oldHandle", "win", "threadTeam",
        "threadContingent", "ioParadigm"}
EXTRA = ("record", "location", "time", "attributes", "names")
MODES = ["READ", "WRITE", "FLUSH"]


def name_or_none(name):
    return name or None


def signed(value):
    """As 64 bits with a sign hold it."""
    return value - 2**64 if value is not None and value >= 2**63 else value


def real(value):
    value = float(value)
    if math.isnan(value):
        return None
    return value if math.isfinite(value) else ("inf" if value > 0 else "-inf")


class Expected:
    """Rows as dictionaries, in the order of the table."""

    def __init__(self, told):
        self.told = told

    def seconds(self, ticks):
        return (ticks - self.told.first_tick) / self.told.resolution

    def process(self, location):
        row = self.told.find("Location", location)
        return name_or_none(self.told.name("LocationGroup", row["locationGroup"])) if row else None

    def each_event(self):
        for location in sorted(self.told.events):
            for number, event in enumerate(self.told.events[location]):
                yield location, number, event

    def region(self, event):
        if event["record"] in ("Enter", "Leave"):
            return event["region"] if event["region"] != UNDEFINED else None
        if event["record"].startswith("CallingContext"):
            context = self.told.find("CallingContext", event["callingContext"])
            return context["region"] if context and context["region"] != UNDEFINED else None
        return None

    def events(self):
        for location, number, event in self.each_event():
            first = next((key for key in event if key not in EXTRA), None)
            value = event[first] if first else None
            names = {key: name for key, name in event.get("names", {}).items() if key != "attributes"}
            fields = {key: value for key, value in event.items() if key not in EXTRA}
            if names:
                fields["names"] = names
            yield {"location": location, "event": number, "time": event["time"], "seconds": self.seconds(event["time"]),
                   "kind": event["record"], "region": self.region(event),
                   "value": None if first in REFS and value == UNDEFINED else signed(value),
                   "name": names.get(first), "fields": fields}

    def spans(self):
        for location in sorted(self.told.events):
            stack = []
            for number, event in enumerate(self.told.events[location]):
                kind = event["record"]
                if kind in ("Enter", "CallingContextEnter"):
                    stack.append([kind, event, number, 0])
                elif kind in ("Leave", "CallingContextLeave"):
                    key = "region" if kind == "Leave" else "callingContext"
                    if not stack or stack[-1][0] != kind.replace("Leave", "Enter") or stack[-1][1][key] != event[key]:
                        continue
                    yield self.span(location, stack, event["time"])
                    duration = event["time"] - stack.pop()[1]["time"]
                    if stack:
                        stack[-1][3] += duration
            while stack:
                yield self.span(location, stack, None)
                stack.pop()

    def span(self, location, stack, end):
        kind, event, number, inner = stack[-1]
        duration = None if end is None else end - event["time"]
        region = self.region(event)
        context = event.get("callingContext")
        return {"location": location, "event": number, "thread": name_or_none(self.told.name("Location", location)),
                "process": self.process(location), "region": region,
                "name": name_or_none(self.told.name("Region", region)),
                "calling_context": context if context != UNDEFINED else None, "begin": event["time"], "end": end,
                "seconds": self.seconds(event["time"]), "duration": duration,
                "exclusive": None if end is None else duration - inner, "depth": len(stack) - 1,
                "parent": stack[-2][2] if len(stack) > 1 else None}

    def named(self, location, region):
        return {"location": location, "thread": name_or_none(self.told.name("Location", location)),
                "process": self.process(location), "region": region,
                "name": name_or_none(self.told.name("Region", region))}

    def activity(self):
        """Like the next one, a row for each group in the order of its first event."""
        groups = collections.defaultdict(list)
        for row in self.events():
            groups[row["location"], row["kind"], row["region"]].append(row["time"])
        for (location, kind, region), times in groups.items():
            yield {**self.named(location, region), "kind": kind, "events": len(times), "first": min(times),
                   "last": max(times)}

    def visits(self):
        groups = collections.defaultdict(list)
        for row in self.spans():
            groups[row["location"], row["region"]].append(row)
        for (location, region), rows in groups.items():
            ended = [row for row in rows if row["end"] is not None]
            durations = [row["duration"] for row in ended]
            yield {**self.named(location, region), "visits": len(ended), "open": len(rows) - len(ended),
                   "duration": sum(durations), "exclusive": sum(row["exclusive"] for row in ended),
                   "shortest": min(durations, default=None), "longest": max(durations, default=None)}

    def metrics(self):
        for location, number, event in self.each_event():
            if event["record"] != "Metric":
                continue
            for place, (kind, value) in enumerate(zip(event["typeIDs"], event["metricValues"])):
                row = self.told.metric_class(event["metric"])
                members = row["metricMembers"] if row else []
                member = self.told.find("MetricMember", members[place]) if place < len(members) else None
                yield {"location": location, "event": number, "time": event["time"],
                       "seconds": self.seconds(event["time"]), "metric": event["metric"], "place": place,
                       "name": name_or_none(self.told.text(member["name"])) if member else None,
                       "unit": self.told.text(member["unit"]) if member else "", "type": TYPES[kind],
                       "value": real(value), "integer": value if kind != 10 and value < 2**63 else None}

    def attributes(self):
        for location, number, event in self.each_event():
            for entry in event.get("attributes", []):
                kind, value = entry["type"], entry["value"]
                row = {"location": location, "event": number, "time": event["time"],
                       "seconds": self.seconds(event["time"]), "kind": event["record"],
                       "attribute": entry["attribute"],
                       "name": name_or_none(self.told.name("Attribute", entry["attribute"])),
                       "type": TYPES[kind] if kind < len(TYPES) else None, "value": None, "integer": None, "text": None}
                if kind == 11:
                    row["text"] = self.told.text(value)
                elif kind in REFERENCES:
                    row["integer"] = value if value < 2**63 else None
                    row["text"] = name_or_none(self.told.name(REFERENCES[kind], value))
                else:
                    # Numbers of 32 bits are printed with as many digits as they have.
                    row["value"] = real(struct.unpack("<f", struct.pack("<f", float(value)))[0] if kind == 9 else value)
                    row["integer"] = value if kind not in (9, 10) and value < 2**63 else None
                yield row

    def io(self):
        open_, begun, strange = {}, [], collections.defaultdict(list)
        for location in sorted(self.told.events):
            for number, event in enumerate(self.told.events[location]):
                if event["record"] == "IoOperationBegin":
                    key = event["handle"], event["matchingId"]
                    if key in open_:
                        yield self.operation(*open_[key], None)
                    open_[key] = location, number, event
                elif event["record"] in ("IoOperationComplete", "IoOperationCancelled"):
                    key = event["handle"], event["matchingId"]
                    if key in open_:
                        yield self.operation(*open_.pop(key), event)
                    else:
                        strange[key].append(event)
            begun += open_.items()
            open_ = {}
        for key, began in sorted(begun, key=lambda item: item[0]):
            # Nothing ends before it begins.
            ended = next((event for event in strange[key] if event["time"] >= began[2]["time"]), None)
            if ended:
                strange[key].remove(ended)
            yield self.operation(*began, ended)

    def operation(self, location, number, event, ended):
        handle = self.told.find("IoHandle", event["handle"])
        file = handle["file"] if handle and handle["file"] != UNDEFINED else None
        moved = ended.get("bytesResult") if ended else None
        return {"location": location, "event": number, "process": self.process(location), "handle": event["handle"],
                "handle_name": name_or_none(self.told.name("IoHandle", event["handle"])), "file": file,
                "file_name": name_or_none(self.told.name("IoFile", file)) if file is not None else None,
                "mode": MODES[event["mode"]], "flags": event["operationFlags"], "begin": event["time"],
                "end": ended["time"] if ended else None, "seconds": self.seconds(event["time"]),
                "duration": ended["time"] - event["time"] if ended else None,
                "bytes_requested": event["bytesRequest"] if event["bytesRequest"] != UNKNOWN else None,
                "bytes_moved": moved if moved != UNKNOWN else None}

    def collectives(self):
        for location in sorted(self.told.events):
            begun, requests, ended = [], {}, collections.Counter()
            for number, event in enumerate(self.told.events[location]):
                kind = event["record"]
                if kind == "MpiCollectiveBegin":
                    begun.append(event["time"])
                elif kind == "NonBlockingCollectiveRequest":
                    requests[event["requestID"]] = event["time"]
                elif kind in ("MpiCollectiveEnd", "NonBlockingCollectiveComplete"):
                    if kind == "MpiCollectiveEnd":
                        begin = begun.pop() if begun else None
                    else:
                        begin = requests.pop(event["requestID"], None)
                    comm = event["communicator"]
                    yield {"location": location, "event": number, "process": self.process(location),
                           "operation": event["names"].get("collectiveOp"),
                           "communicator": comm if comm != UNDEFINED else None,
                           "communicator_name": name_or_none(self.told.name("Comm", comm)), "instance": ended[comm],
                           "root": event["root"] if event["root"] < 0xfffffff0 else None, "begin": begin,
                           "end": event["time"], "duration": event["time"] - begin if begin is not None else None,
                           "bytes_sent": event["sizeSent"], "bytes_received": event["sizeReceived"]}
                    ended[comm] += 1

    # Messages

    def rank_owner(self, event):
        """The location that has the rank that an event speaks for: its own, or one of its process."""
        location = event["location"]
        comm = self.told.find("Comm", event["communicator"])
        if not comm:
            return location
        group = self.told.find("Group", comm["group"])
        if group["groupType"] in (1, 6):
            return location
        everybody = next((other["members"] for other in self.told.tables["Group"]
                          if other["groupType"] == 4 and other["paradigm"] == group["paradigm"]), [])
        if location in everybody:
            return location
        process = (self.told.find("Location", location) or {}).get("locationGroup")
        return next((other for other in everybody
                     if (self.told.find("Location", other) or {}).get("locationGroup") == process), location)

    def messages(self):
        """In no particular order."""
        sends, receives = collections.defaultdict(list), collections.defaultdict(list)
        for location in sorted(self.told.events):
            posted, cancelled = {}, set()
            events = self.told.events[location]
            requests = {}
            for number, event in enumerate(events):
                if event["record"] == "MpiIsend":
                    requests[event["requestID"]] = number
                elif event["record"] == "MpiIsendComplete":
                    requests.pop(event["requestID"], None)
                elif event["record"] == "MpiRequestCancelled":
                    cancelled.add(requests.pop(event["requestID"], None))
            for number, event in enumerate(events):
                kind = event["record"]
                if kind == "MpiIrecvRequest":
                    posted[event["requestID"]] = (event["time"], number)
                if kind not in ("MpiSend", "MpiIsend", "MpiRecv", "MpiIrecv") or number in cancelled:
                    continue
                peer, is_send = self.told.peer(event), "receiver" in event
                if peer is None:
                    yield self.message(event["communicator"], event["msgTag"], None, None,
                                       *((event, number), None)[::1 if is_send else -1])
                    continue
                own = self.rank_owner(event)
                channel = (event["communicator"], event["msgTag"], *((own, peer) if is_send else (peer, own)))
                order = (event["time"], number)
                if kind == "MpiIrecv":
                    order = posted.pop(event["requestID"], order)
                (sends if is_send else receives)[channel].append((order[0], location, order[1], event, number))
        for channel in sends.keys() | receives.keys():
            sent, received = (sorted(side[channel], key=lambda item: item[:3]) for side in (sends, receives))
            for i in range(max(len(sent), len(received))):
                yield self.message(*channel, sent[i][3:] if i < len(sent) else None,
                                   received[i][3:] if i < len(received) else None)

    def message(self, comm, tag, sender, receiver, sent, received):
        if sent:
            sender = sent[0]["location"]
        if received:
            receiver = received[0]["location"]
        return {"sender": sender, "sender_process": self.process(sender), "receiver": receiver,
                "receiver_process": self.process(receiver), "communicator": comm if comm != UNDEFINED else None,
                "communicator_name": name_or_none(self.told.name("Comm", comm)), "tag": tag,
                "bytes": sent[0]["msgLength"] if sent else None,
                "bytes_received": received[0]["msgLength"] if received else None,
                "send_time": sent[0]["time"] if sent else None, "receive_time": received[0]["time"] if received else None,
                "duration": received[0]["time"] - sent[0]["time"] if sent and received else None,
                "send_event": sent[1] if sent else None, "receive_event": received[1] if received else None}

    # Definitions

    def regions(self):
        for row in self.told.tables["Region"]:
            names = row["names"]
            yield {"region": row["self"], "name": self.told.text(row["name"]),
                   "canonical_name": self.told.text(row["canonicalName"]),
                   "description": self.told.text(row["description"]), "role": names.get("regionRole"),
                   "paradigm": names.get("paradigm"), "file": self.told.text(row["sourceFile"]),
                   "begin_line": row["beginLineNumber"], "end_line": row["endLineNumber"]}

    def locations(self):
        for row in self.told.tables["Location"]:
            group = self.told.find("LocationGroup", row["locationGroup"])
            node = self.told.find("SystemTreeNode", group["systemTreeParent"]) if group else None
            yield {"location": row["self"], "name": self.told.text(row["name"]),
                   "type": row["names"].get("locationType"), "events": row["numberOfEvents"],
                   "process": row["locationGroup"] if row["locationGroup"] != UNDEFINED else None,
                   "process_name": self.process(row["self"]),
                   "process_type": group["names"].get("locationGroupType") if group else "UNKNOWN",
                   "node": f"{self.told.text(node['className'])} {self.told.text(node['name'])}" if node else None}

    def files(self):
        handles = collections.Counter(row["file"] for row in self.told.tables["IoHandle"])
        for kind, name in (("IoRegularFile", "file"), ("IoDirectory", "directory")):
            for row in self.told.tables[kind]:
                yield {"file": row["self"], "type": name, "name": self.told.text(row["name"]),
                       "scope": row.get("names", {}).get("scope"), "handles": handles[row["self"]]}

    def definitions(self):
        """In no particular order, the names of values and references left out."""
        for kind, rows in self.told.tables.items():
            if kind in ("DefMarker", "Marker"):
                continue
            for row in rows:
                yield {"type": kind, "id": row.get("self"), "name": self.name_of(kind, row),
                       "fields": {k: v for k, v in row.items() if k != "record"}}

    def name_of(self, kind, row):
        if "self" not in row:
            return None
        if kind == "String":
            return name_or_none(row["string"])
        if kind == "SystemTreeNode":
            return f"{self.told.text(row['className'])} {self.told.text(row['name'])}"
        if kind == "Callpath":
            return name_or_none(self.told.name("Region", row["region"]))
        space = {"InterComm": "Comm", "MetricClass": "Metric", "MetricInstance": "Metric", "IoRegularFile": "IoFile",
                 "IoDirectory": "IoFile"}.get(kind, kind)
        return name_or_none(self.told.name(space, row["self"]))
