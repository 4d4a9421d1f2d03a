# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a trace, made anew from printed records: slowly, in plain Python, and without a look at the library's
code. Rows are dicts of the columns that can be told from the records."""
import collections

UNDEFINED = {2**8 - 1, 2**32 - 1, 2**64 - 1}
TYPES = ("NONE UINT8 UINT16 UINT32 UINT64 INT8 INT16 INT32 INT64 FLOAT DOUBLE STRING ATTRIBUTE LOCATION REGION GROUP METRIC "
         "COMM PARAMETER RMA_WIN SOURCE_CODE_LOCATION CALLING_CONTEXT INTERRUPT_GENERATOR IO_FILE IO_HANDLE "
         "LOCATION_GROUP").split()
STRING = TYPES.index("STRING")
# What values of these types refer to.
KINDS = {12: "Attribute", 13: "Location", 14: "Region", 15: "Group", 17: "Comm", 18: "Parameter", 19: "RmaWin",
         25: "LocationGroup"}
# Ids that several types of definitions share.
SHARED = {"Comm": ("Comm", "InterComm"), "IoFile": ("IoRegularFile", "IoDirectory"),
          "Metric": ("MetricClass", "MetricInstance")}


def defined(number):
    return None if number in UNDEFINED else number


class Oracle:
    def __init__(self, records, types):
        # Locations may have definitions of their own; those of the trace are meant here.
        names = {name for name, _, _ in types}
        self.definitions = [r for r in records if r["record"] in names and "definedBy" not in r]
        self.by_location = collections.defaultdict(list)
        for record in records:
            if "time" in record and "definedBy" not in record and not record["record"].endswith(("Snap", "SnapshotStart", "SnapshotEnd")):
                self.by_location[record["location"]].append(record)
        self.of = collections.defaultdict(dict)  # type -> id -> definition, the first of an id
        for definition in self.definitions:
            if "self" in definition:
                self.of[definition["record"]].setdefault(definition["self"], definition)

    def text(self, string):
        found = self.of["String"].get(string)
        return found["string"] if found else None

    def name(self, kind, number):
        found = self.of[kind].get(number)
        return self.text(found["name"]) if found else None

    def process(self, location):
        found = self.of["Location"].get(location)
        return self.name("LocationGroup", found["locationGroup"]) or None if found else None

    def clock(self):
        clocks = [d for d in self.definitions if d["record"] == "ClockProperties"]
        return (clocks[0]["timerResolution"], clocks[0]["globalOffset"]) if clocks else (10**9, 0)

    def numbered(self):
        for location in sorted(self.by_location):
            for number, event in enumerate(self.by_location[location]):
                yield location, number, event

    def region_of(self, event):
        if event["record"] in ("Enter", "Leave"):
            return defined(event["region"])
        if event["record"].startswith("CallingContext"):
            context = self.of["CallingContext"].get(event["callingContext"])
            return defined(context["region"]) if context else None
        return None

    # --- as objects --------------------------------------------------------------------------------------------------

    def referred(self, space, number):
        """(type, id) of what an id stands for, or the text; the number if it stands for nothing that is defined."""
        if space == "String":
            return self.text(number) if number in self.of["String"] else number
        return next(((kind, number) for kind in SHARED.get(space, (space,)) if number in self.of[kind]), number)

    def called(self, space, number):
        """The same by its name, if it has one."""
        found = self.referred(space, number)
        record = self.of[found[0]][number] if isinstance(found, tuple) else {}
        name = self.field(record, ("name", "String", False, False, ""), self.referred) if "name" in record else None
        return name or found

    def field(self, record, described, look_up):
        """What a field says: names of values, and of what it refers to what `look_up` makes of it."""
        field, refers_to, is_list, is_enumeration, _ = described

        def one(value):
            if is_enumeration:  # flags, which may be several, have no names
                return record.get("names", {}).get(field, TYPES[value] if refers_to == "Type" else value)
            found = look_up(refers_to, value) if refers_to else value
            return None if refers_to and found == value and value in UNDEFINED else found
        value = record[field]
        if field == "self":
            return value
        if field == "value" and record.get("type") == STRING:
            return self.referred("String", value)
        return tuple(map(one, value)) if is_list else one(value)

    def attributes_of(self, event):
        """(name, value) of each."""
        for entry in event.get("attributes", ()):
            value = entry["value"]
            if entry["type"] >= STRING:  # ids of what the type is called after
                value = self.called(TYPES[entry["type"]].title().replace("_", ""), value)
            yield self.called("Attribute", entry["attribute"]), value

    # --- the tables --------------------------------------------------------------------------------------------------

    def events(self):
        resolution, first = self.clock()
        for location, number, event in self.numbered():
            yield {"location": location, "event": number, "time": event["time"], "kind": event["record"],
                   "seconds": (event["time"] - first) / resolution, "region": self.region_of(event)}

    def spans(self):
        for location in sorted(self.by_location):
            stack, done = [], []
            for number, event in enumerate(self.by_location[location]):
                if event["record"] in ("Enter", "CallingContextEnter"):
                    stack.append({"location": location, "event": number, "region": self.region_of(event),
                                  "begin": event["time"], "end": None, "duration": None, "depth": len(stack),
                                  "parent": stack[-1]["event"] if stack else None})
                elif event["record"] in ("Leave", "CallingContextLeave"):
                    if stack and stack[-1]["region"] == self.region_of(event):
                        span = stack.pop()
                        span["end"] = event["time"]
                        span["duration"] = event["time"] - span["begin"]
                        done.append(span)
            yield from done + stack

    def metrics(self):
        for location, number, event in self.numbered():
            if event["record"] != "Metric":
                continue
            for place, (kind, value) in enumerate(zip(event["typeIDs"], event["metricValues"])):
                yield {"location": location, "event": number, "time": event["time"], "metric": event["metric"],
                       "place": place, "value": float(value),
                       "integer": value if kind != 10 and value < 2**63 else None}

    def _text_of(self, kind, value):
        """Of a value that is a text, or refers to something with a name."""
        if kind == 11:
            return self.text(value)
        if kind == 20:
            place = self.of["SourceCodeLocation"][value]
            return f"{self.text(place['file'])}:{place['lineNumber']}"
        if kind == 23:
            return self.name("IoRegularFile", value) or self.name("IoDirectory", value)
        return self.name(KINDS[kind], value) if kind in KINDS else None

    def attributes(self):
        for location, number, event in self.numbered():
            for one in event.get("attributes", ()):
                text = self._text_of(one["type"], one["value"])
                yield {"location": location, "event": number, "time": event["time"], "kind": event["record"],
                       "attribute": one["attribute"], "name": self.name("Attribute", one["attribute"]),
                       "value": float(one["value"]) if 0 < one["type"] < 11 else None, "text": text}

    def regions(self):
        for one in self.definitions:
            if one["record"] == "Region":
                yield {"region": one["self"], "name": self.text(one["name"]), "begin_line": one["beginLineNumber"],
                       "canonical_name": self.text(one["canonicalName"])}

    def locations(self):
        for one in self.definitions:
            if one["record"] == "Location":
                yield {"location": one["self"], "name": self.text(one["name"]), "events": one["numberOfEvents"],
                       "process": defined(one["locationGroup"]),
                       "process_name": self.name("LocationGroup", one["locationGroup"])}

    def files(self):
        for kind, told in (("IoRegularFile", "file"), ("IoDirectory", "directory")):
            for one in self.definitions:
                if one["record"] == kind:
                    handles = sum(d["record"] == "IoHandle" and d["file"] == one["self"] for d in self.definitions)
                    yield {"file": one["self"], "type": told, "name": self.text(one["name"]), "handles": handles}

    def _group(self, number):
        """Locations by rank."""
        ranks = next((group["members"] for group in self.of["Group"].values() if group["groupType"] == 4), [])
        group = self.of["Group"].get(number)
        if not group or group["groupType"] == 6:
            return []
        return [ranks[member] if group["groupType"] == 5 and member < len(ranks) else member
                for member in group["members"]]

    def _peer(self, communicator, location, rank):
        """The location that a rank is for another one; between two groups, that of the other side."""
        if communicator in self.of["InterComm"]:
            both = self.of["InterComm"][communicator]
            sides = [self._group(both["groupA"]), self._group(both["groupB"])]
            members = sides[1] if location in sides[0] else sides[0]
        else:
            members = self._group(self.of["Comm"].get(communicator, {}).get("group"))
        return members[rank] if rank < len(members) else ("rank", rank)

    def messages(self):
        """Matched in order, on each channel: sender, receiver, communicator and tag."""
        channels = collections.defaultdict(lambda: ([], []))
        for location, number, event in self.numbered():
            kind = event["record"]
            if kind not in ("MpiSend", "MpiIsend", "MpiRecv", "MpiIrecv"):
                continue
            is_send = "send" in kind.lower()
            peer = self._peer(event["communicator"], location, event["receiver" if is_send else "sender"])
            key = (event["communicator"], event["msgTag"], *((location, peer) if is_send else (peer, location)))
            channels[key][0 if is_send else 1].append((number, event))
        for (communicator, tag, _, _), (sends, receives) in channels.items():
            for i in range(max(len(sends), len(receives))):
                send_number, send = sends[i] if i < len(sends) else (None, None)
                receive_number, receive = receives[i] if i < len(receives) else (None, None)
                yield {"communicator": communicator, "tag": tag, "send_event": send_number,
                       "receive_event": receive_number, "send_time": send and send["time"],
                       "receive_time": receive and receive["time"], "bytes": send and send["msgLength"],
                       "bytes_received": receive and receive["msgLength"]}

    def collectives(self):
        for location in sorted(self.by_location):
            counts = collections.Counter()
            begun, requested = [], {}
            for number, event in enumerate(self.by_location[location]):
                kind = event["record"]
                if kind == "MpiCollectiveBegin":
                    begun.append(event["time"])
                elif kind == "NonBlockingCollectiveRequest":
                    requested[event["requestID"]] = event["time"]
                elif kind in ("MpiCollectiveEnd", "NonBlockingCollectiveComplete"):
                    begin = (begun.pop() if begun else None) if kind == "MpiCollectiveEnd" else \
                        requested.pop(event["requestID"], None)
                    yield {"location": location, "event": number, "communicator": event["communicator"],
                           "instance": counts[event["communicator"]], "begin": begin, "end": event["time"],
                           "bytes_sent": event["sizeSent"], "bytes_received": event["sizeReceived"]}
                    counts[event["communicator"]] += 1

    def io(self):
        """Operations by handle and matching id, on one location."""
        for location in sorted(self.by_location):
            pending = {}
            for number, event in enumerate(self.by_location[location]):
                kind = event["record"]
                if kind == "IoOperationBegin":
                    row = {"location": location, "event": number, "handle": event["handle"], "begin": event["time"],
                           "end": None, "bytes_requested": defined(event["bytesRequest"]), "bytes_moved": None}
                    pending[event["handle"], event["matchingId"]] = row
                elif kind in ("IoOperationComplete", "IoOperationCancelled"):
                    row = pending.pop((event["handle"], event["matchingId"]), None)
                    if row:
                        row["end"] = event["time"]
                        row["bytes_moved"] = event["bytesResult"] if kind == "IoOperationComplete" else None
                        yield row
            yield from pending.values()
