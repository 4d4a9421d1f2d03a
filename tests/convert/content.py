# SPDX-License-Identifier: BSD-3-Clause
"""Whether two traces hold the same events, but for what reports of conversions name and what a format says otherwise.

Traces are lists of records of the common model, as `weft print --json --names` prints them. Ids are given as formats
like: names stand for them, and locations are known by what happened on them. Reports name what was lost or translated:
kinds of records ("MpiSend"), their fields ("Marker.duration"), attributes ("attribute step") and times. What formats say
in other words (docs/convert.md) is put into these words on both sides before it is compared.
"""
import collections
import json
import re

STRING = 11  # the type of attributes whose values are ids of texts
IO_FILE = 23  # and of files
OWN_WORD = re.compile(r"(^|\.)(otf|litl|dftracer)\.")
"""Attributes, parameters and counters by which formats find their own records again."""
COUNTED = {"matchingId", "requestID", "operationId"}
"""Numbers that tell operations apart, and mean nothing else."""
DEPENDENT = {"Comm": {"communicator", "sender", "receiver"}, "Group": {"sender", "receiver"},
             "message length": {"msgLength"}, "RmaWin": {"win"}}
"""Fields that are not the same if this is named: ranks and communicators depend on definitions."""
RANKS = {"sender", "receiver", "root"}
"""Where these are lost, the communicator they are ranks of has no meaning."""

NOWHERE = -1
"""The place of markers, beside the locations."""
LITL = "litl."
"""Stands among attributes for those that only LiTL knows the meaning of."""
NO_UTF_8 = re.compile("[\udc80-\udcff]")

Happening = collections.namedtuple("Happening", "kind times fields attributes")


class Told:
    """What some reports name."""

    def __init__(self, reports):
        losses = [loss for report in reports for loss in report["losses"]]
        self.lost = {loss["what"] for loss in losses if loss["fate"] == "lost"}
        self.translated = {loss["what"] for loss in losses} - self.lost
        self.counts = collections.Counter()
        for loss in losses:
            self.counts[loss["what"]] += loss["count"]
        named = self.lost | self.translated
        self.fields = collections.defaultdict(set)
        for kind, _, field in (what.partition(".") for what in named if "." in what and " " not in what):
            self.fields[kind].add(field)
        for kind, fields in list(self.fields.items()):
            if fields & RANKS:
                fields |= {"communicator"}
            self.fields[OtfWords.others.get(kind, kind)] |= fields  # it is another kind now
        self.everywhere = set().union(*(fields for kind, fields in DEPENDENT.items() if kind in named))
        self.attributes = {what.partition(" ")[2] for what in named if what.startswith("attribute ")}
        self.any_attribute = bool(named & {"attribute", "argument", "number in quotes"})
        # DFTracer cuts both the begin and the length of a call.
        self.tolerance = 2000 if "event time" in named else 0

    def key(self, happening):
        """What must be the same of it, but for its times."""
        fields = {k: v for k, v in happening.fields.items() if k not in self.fields[happening.kind] | self.everywhere}
        unknown = self.any_attribute or LITL in happening.attributes
        attributes = {} if unknown else {k: v for k, v in happening.attributes.items() if k not in self.attributes}
        text = json.dumps([happening.kind, fields, attributes], sort_keys=True, ensure_ascii=False)
        return NO_UTF_8.sub(lambda byte: chr(ord(byte[0]) - 0xdc00), text)


class Words:
    """Of formats that have a word for everything."""

    arguments = frozenset()  # that its own events have, whatever they were before
    others = {}  # kinds that are said by another one
    said_otherwise = frozenset()  # kinds of which all is there, in the words that `said` and `joined` know

    def __init__(self, records, origin):
        self.origin = origin
        if origin.startswith("dftracer"):
            self.arguments |= {"hhash"}
        handles = [r for r in records if r["record"] == "IoHandle" and "names" in r]
        self.files = {r["names"].get("self", r["self"]): r["names"].get("file") for r in handles}
        self.texts = {r["self"]: r["string"] for r in records if r["record"] == "String"}

    def attributes(self, record):
        """Those that are no words of a format, by their names."""
        names = record.get("names", {}).get("attributes", [])
        if any(name.startswith(LITL) for name in names) and record["record"] != "Metric":
            return {LITL: None}
        return {name: self.texts.get(entry["value"]) if entry["type"] == STRING else entry["value"]
                for name, entry in zip(names, record.get("attributes", []))
                if not OWN_WORD.search(name) and (name not in self.arguments or record["record"] == "Metric")}

    def said(self, kind, fields, attributes):
        """An event in the words of the format, which may need several."""
        return [(kind, fields, attributes)]

    def joined(self, happenings):
        """Those of a location, in their order, as the format has them."""
        return happenings


class FewerWords(Words):
    """Counters have one value each. Operations are those of files, not of handles."""

    said_otherwise = frozenset(("Metric",))

    def said(self, kind, fields, attributes):
        fields = {k: self.files.get(v, v) if k in ("handle", "newHandle", "oldHandle") else v for k, v in fields.items()}
        if kind != "Metric":
            return [(kind, fields, attributes)]
        names = str(fields["metric"]).split(", ")
        return self.counters(zip(names, fields["metricValues"]), attributes)

    @staticmethod
    def counters(values, attributes):
        """The first one has all attributes."""
        return [("Metric", {"metric": str(name).rpartition(".")[2], "value": value}, {} if i else attributes)
                for i, (name, value) in enumerate(values) if not OWN_WORD.search(str(name))]


class OtfWords(FewerWords):
    """Numbers are counters, and texts comments. Operations are those that end, communicators have a
    name, and a group of their own."""

    others = {"MpiIsend": "MpiSend", "MpiIrecv": "MpiRecv", "NonBlockingCollectiveRequest": "MpiCollectiveBegin",
              "NonBlockingCollectiveComplete": "MpiCollectiveEnd", "RmaOpCompleteNonBlocking": "RmaOpCompleteBlocking"}

    def __init__(self, records, origin):
        super().__init__(records, origin)
        groups, self.communicators = {}, {}
        for record in records:
            if record["record"] == "Comm" and "self" in record.get("names", {}):
                name = record["names"]["self"]
                self.communicators[name] = groups.setdefault(record["group"], name)

    def said(self, kind, fields, attributes):
        if kind in ("ParameterInt", "ParameterUnsignedInt"):
            return self.counters([(fields["parameter"], fields["value"])], attributes)
        if kind == "ParameterString":
            is_comment = fields["parameter"] == "otf.EventComment"
            text = fields["string"] if is_comment else f"{fields['parameter']}: {fields['string']}"
            return [("Comment", {"text": str(text).replace('"', " ")}, attributes)]
        communicator = self.communicators.get(fields.get("communicator"), "otf.everybody")
        if "communicator" in fields and communicator != "otf.everybody":
            fields = {**fields, "communicator": communicator}
        else:
            fields = {k: v for k, v in fields.items() if k not in ("communicator", "sender", "receiver")}
        return [(self.others.get(kind, kind), *rest) for kind, *rest in super().said(kind, fields, attributes)]


class LitlWords(Words):
    """Parameters are numbers or texts."""

    def said(self, kind, fields, attributes):
        return [("ParameterInt" if kind == "ParameterUnsignedInt" else kind, fields, attributes)]


class DftracerWords(FewerWords):
    """A call has arguments, of each name one: attributes of its begin and its end, and parameters that were told within.
    Its name tells that it is an operation of input or output. Counters have no attributes, but other counters."""

    said_otherwise = frozenset(("Metric", "IoOperationBegin", "IoOperationComplete"))
    arguments = frozenset(("hhash", "fhash", "whence", "offset", "Offset", "size"))
    bytes = {"IoOperationBegin": ("bytesRequest", "count"), "IoOperationComplete": ("bytesResult", "ret")}
    """Of the first operation of a call, as arguments of the call."""

    def said(self, kind, fields, attributes):
        """Handles begin and end with the calls that open and close them."""
        return [] if kind in ("IoCreateHandle", "IoDestroyHandle") else super().said(kind, fields, attributes)

    def attributes(self, record):
        """Files are told by their hashes."""
        found = super().attributes(record)
        names = record.get("names", {}).get("attributes", [])
        of_files = {name for name, entry in zip(names, record.get("attributes", [])) if entry["type"] == IO_FILE}
        return {name: "a file" if name in of_files or name.endswith("_hash") else value for name, value in found.items()}

    def counters(self, values, attributes):
        numbers = [(k, v) for k, v in attributes.items() if isinstance(v, (int, float))]
        return super().counters([*values, *numbers], {})

    def joined(self, happenings):
        result, calls = [], []
        for happening in happenings:
            if happening.kind == "Enter":
                calls.append((happening, dict(happening.attributes)))
            elif happening.kind == "Leave" and calls and calls[-1][0].fields == happening.fields:
                begin, arguments = calls.pop()
                result.append(Happening("Call", begin.times + happening.times, begin.fields,
                                        {**happening.attributes, **arguments}))
            elif happening.kind in self.bytes and calls:
                field, argument = self.bytes[happening.kind]
                calls[-1][1].setdefault(argument, happening.fields.get(field))
            elif happening.kind.startswith("Parameter") and calls:
                value = happening.fields.get("value", happening.fields.get("string"))
                calls[-1][1].setdefault(happening.fields["parameter"], value)
            else:
                result.append(happening)
        return result + [begin for begin, _ in calls]


WORDS = {"otf": OtfWords, "litl": LitlWords, "dftracer": DftracerWords, "dftracer2": DftracerWords}


class Events:
    """The events of a trace, with times in nanoseconds since the first call."""

    def __init__(self, records, origin, through):
        """Of a trace in the format `origin`, to be compared with one that went `through` another."""
        self.words = WORDS.get(through, Words)(records, origin)
        self.litl = {r["names"]["name"] for r in records if r["record"] == "Attribute"
                     and r.get("names", {}).get("description") == "A parameter of LiTL events."}
        resolution = next((r["timerResolution"] for r in records if r["record"] == "ClockProperties"), 10**9)
        unit = 10**9 / resolution
        self.rounding = 0 if 10**9 % resolution == 0 else 1
        events = [r for r in records if "time" in r and "location" in r
                  and not r["record"].endswith(("Snap", "Summary", "SnapshotStart", "SnapshotEnd"))]
        start = min((r["time"] for r in events if r["record"] in ("Enter", "Leave")), default=0)
        by_location = collections.defaultdict(list)
        for record in events:
            by_location[record["location"]] += self.happenings(record, round((record["time"] - start) * unit))
        self.by_location = {location: self.words.joined(found) for location, found in by_location.items() if found}
        markers = [Happening("Marker", (round((r["timestamp"] - start) * unit),), {"remark": r["text"]}, {})
                   for r in records if r["record"] == "Marker"]
        if markers:
            self.by_location[NOWHERE] = markers

    def happenings(self, record, time):
        names = record.get("names", {})
        fields = {k: names.get(k, v) for k, v in record.items()
                  if k not in ("record", "location", "time", "names", "attributes") and k not in COUNTED}
        said = [Happening(kind, (time,), fields, attributes) for kind, fields, attributes in
                self.words.said(record["record"], fields, self.words.attributes(record))]
        return [s for s in said if not any(OWN_WORD.search(str(s.fields.get(word)))
                                           for word in ("text", "parameter", "metric"))]


def same_locations(before, after, tolerance):
    """Pairs of locations on which the same happened, and those that are alone."""
    def content(events):
        return collections.Counter((h.kind, h.times[0] // (tolerance + 1)) for h in events)
    left = {location: content(events) for location, events in before.by_location.items()}
    right = {location: content(events) for location, events in after.by_location.items()}
    alike = sorted((-sum((left[a] & right[b]).values()), a, b) for a in left for b in right)
    pairs, used = {}, set()
    for score, a, b in alike:
        if score and a not in pairs and b not in used:
            pairs[a] = b
            used.add(b)
    return pairs, sorted(set(left) - set(pairs)), sorted(set(right) - used)


def by_key(happenings, told):
    found = collections.defaultdict(list)
    for happening in happenings:
        found[told.key(happening)].append(happening.times)
    return {key: sorted(times) for key, times in found.items()}


def together(events):
    return {0: [happening for happenings in events.by_location.values() for happening in happenings]}


def differences(before, after, told, has_meaning=True):
    """What is not the same in two `Events`, and not told. Where numbers have no meaning, as those of a counter of another
    type than theirs, they need not be the same in other words."""
    if "LocationProperty" in told.lost and before.words.origin.startswith("dftracer"):
        # Processes and threads of DFTracer are known by them.
        before.by_location, after.by_location = together(before), together(after)
    told.attributes |= before.litl | after.litl
    skipped = {kind for kind in told.translated if kind not in before.words.others}
    if has_meaning:
        skipped -= before.words.said_otherwise
    lost = {before.words.others.get(kind, kind) for kind in told.lost}
    told_of, missing = collections.Counter(), collections.Counter()
    for kind, count in told.counts.items():
        told_of[before.words.others.get(kind, kind)] += count
    tolerance = max(told.tolerance, before.rounding, after.rounding)
    pairs, gone, new = same_locations(before, after, tolerance)
    sides = [(before.by_location[a], after.by_location[b], a) for a, b in pairs.items()]
    sides += [(before.by_location[a], [], a) for a in gone] + [([], after.by_location[b], b) for b in new]
    problems = []
    for left, right, location in sides:
        expected, found = by_key(left, told), by_key(right, told)
        for key in sorted(expected.keys() | found.keys()):
            kind = json.loads(key)[0]
            a, b = expected.get(key, []), found.get(key, [])
            if kind in skipped:
                continue
            if kind in lost and len(b) <= len(a):
                missing[kind] += len(a) - len(b)
                continue
            if kind == "Call" and "Enter" in told.translated and len(a) < len(b):
                continue  # they did not end
            if len(a) != len(b):
                problems.append(f"location {location}: {len(a)} were {len(b)}: {key[:300]}")
            elif any(abs(x - y) > tolerance for s, t in zip(zip(*a), zip(*b)) for x, y in zip(sorted(s), sorted(t))):
                problems.append(f"location {location}: at other times: {key[:300]}: {a[:3]} {b[:3]}")
    # What was told to be lost or in other words.
    return problems + [f"{count} {kind} are missing, but {told_of[kind]} were told"
                       for kind, count in missing.items() if count > told_of[kind]]
