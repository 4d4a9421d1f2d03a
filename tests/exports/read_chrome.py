# SPDX-License-Identifier: BSD-3-Clause
"""Reads Chrome's trace events as the published format has them, and says what breaks its rules."""
import collections
import decimal
import gzip
import json

from told import Location


def nanoseconds(microseconds):
    value = decimal.Decimal(microseconds) * 1000
    assert value == value.to_integral_value(), f"{microseconds} is no whole number of nanoseconds"
    return int(value)


def no_twins(pairs):
    assert len({key for key, _ in pairs}) == len(pairs), f"a key stands twice in {pairs}"
    return dict(pairs)


class ChromeTrace:
    def __init__(self, path):
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
        document = json.loads(content.decode(), parse_float=decimal.Decimal, object_pairs_hook=no_twins)
        self.epoch = document["otherData"].get("nanosecondsSince1970")
        self.names = {"process_name": {}, "thread_name": {}}
        self.stories = collections.defaultdict(Location)
        self.flows = collections.defaultdict(lambda: [None, None])
        self.markers = collections.Counter()
        self.problems = [] if document["displayTimeUnit"] == "ns" else ["no display unit"]
        lanes = {}
        for event in document["traceEvents"]:
            self.read(event, lanes)
        self.problems += [f"lane {key} is not closed" for key in lanes]
        for story in self.stories.values():
            self.check_nesting(story)

    def read(self, event, lanes):
        phase, whose = event["ph"], (event["pid"], event["tid"])
        if phase == "M":
            if event["name"] in self.names:
                key = event["pid"] if event["name"] == "process_name" else whose
                self.problems += [f"{key} is named twice"] * (key in self.names[event["name"]])
                self.names[event["name"]][key] = event["args"]["name"]
            return
        if event.get("cat") == "marker":
            assert phase == "i" and event["s"] in "tg"
            self.markers[event["name"], nanoseconds(event["ts"]), event["args"]["text"], whose if event["s"] == "t" else None] += 1
            return
        story, at = self.stories[whose], nanoseconds(event["ts"])
        arguments = list(event.get("args", {}).items())
        if phase == "X":
            duration = nanoseconds(event["dur"])
            self.problems += [f"{event} takes less than no time"] * (duration < 0)
            story.spans.append((event["name"], event["cat"], at, at + duration, arguments))
        elif phase == "C":
            assert event["id"] == str(whose[1]) and list(event["args"]) == ["value"]
            story.counters.append((event["name"], at, event["args"]["value"]))
        elif phase == "i":
            assert event["s"] == "t"
            story.instants.append((event["name"], at, arguments))
        elif phase == "b":
            self.problems += [f"{event} overlaps"] * ((whose, event["cat"], event["id"]) in lanes)
            lanes[whose, event["cat"], event["id"]] = (event["name"], at)
        elif phase == "e":
            name, begin = lanes.pop((whose, event["cat"], event["id"]))
            self.problems += [f"{event} ends {name}"] * (name != event["name"] or at < begin)
            story.operations.append((event["cat"], name, begin, at))
        elif phase in "sf":
            assert phase == "s" or event["bp"] == "e"
            side = self.flows[event["id"]]
            self.problems += [f"{event['id']} is used twice"] * (side[phase == "f"] is not None)
            side[phase == "f"] = (whose, at)
        else:
            self.problems.append(f"no such phase: {event}")

    def check_nesting(self, story):
        stack = []
        for _, _, begin, end, _ in sorted(story.spans, key=lambda span: (span[2], -span[3])):
            while stack and stack[-1] <= begin:
                stack.pop()
            if stack and end > stack[-1]:
                self.problems.append(f"the span from {begin} to {end} ends after its caller, {stack[-1]}")
            stack.append(end)
