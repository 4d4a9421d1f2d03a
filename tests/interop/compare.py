#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares two files of JSON lines by content.

    compare.py A B [--limit N]

The order of keys and the spelling of numbers and strings do not matter; their values do, to the last
bit. Shows the first N differences (default 5) and ends with status 1 if there is one.
"""
import argparse
import itertools
import json
import math
import sys


def strict_object(pairs):
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError("a key occurs twice")
    return record


def exact_int(text):
    return -0.0 if text == "-0" else int(text)


DECODER = json.JSONDecoder(object_pairs_hook=strict_object, parse_int=exact_int)


def parse(line):
    """The record of a line, or a text that says why there is none."""
    if line is None:
        return "(no more lines)"
    try:
        record = DECODER.decode(line.decode("utf-8"))
    except ValueError as error:
        return f"(not JSON: {error}) {line[:200]!r}"
    return record if isinstance(record, dict) else f"(not an object) {line[:200]!r}"


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def same(a, b):
    if is_number(a) and is_number(b):
        return a == b and (a != 0 or math.copysign(1, a) == math.copysign(1, b))
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def show(value):
    text = json.dumps(value) if not isinstance(value, str) or not value.startswith("(") else value
    return text if len(text) <= 160 else f"{text[:120]} … ({len(text)} characters)"


def first_difference(a, b):
    """For long lists: where they part."""
    if isinstance(a, list) and isinstance(b, list):
        for i, (x, y) in enumerate(zip(a, b)):
            if not same(x, y):
                return f" (first at [{i}]: {show(x)} | {show(y)})"
        return f" ({len(a)} | {len(b)} entries)"
    return ""


def explain(a, b):
    """The lines that tell how two records differ."""
    if isinstance(a, str) or isinstance(b, str):
        return [f"  A: {show(a)}", f"  B: {show(b)}"]
    head = " ".join(f"{k}={show(a[k])}" for k in ("record", "definedBy", "location", "time", "self") if k in a)
    lines = [f"  {head}"]
    for key in [*a, *(k for k in b if k not in a)]:
        if key not in b:
            lines.append(f"    {key}: only in A: {show(a[key])}")
        elif key not in a:
            lines.append(f"    {key}: only in B: {show(b[key])}")
        elif not same(a[key], b[key]):
            lines.append(f"    {key}: A {show(a[key])}, B {show(b[key])}{first_difference(a[key], b[key])}")
    return lines


def differences(a_path, b_path, limit=5):
    """(lines compared, texts that describe the first differences)"""
    found, number = [], 0
    with open(a_path, "rb") as a_file, open(b_path, "rb") as b_file:
        for number, (a_line, b_line) in enumerate(itertools.zip_longest(a_file, b_file), 1):
            if a_line == b_line:
                continue
            a, b = parse(a_line), parse(b_line)
            if isinstance(a, dict) and isinstance(b, dict) and same(a, b):
                continue
            found.append("\n".join([f"line {number}:", *explain(a, b)]))
            if len(found) >= limit or a_line is None or b_line is None:
                break
    return number, found


def main():
    parser = argparse.ArgumentParser(description="Compare two files of JSON lines by content.")
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--limit", type=int, default=5, help="differences to show")
    options = parser.parse_args()
    lines, found = differences(options.a, options.b, options.limit)
    print("\n".join(found) if found else f"{lines} lines, no difference")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
