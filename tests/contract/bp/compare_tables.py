#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The numbers of BP in C++ are those in docs/formats/bp.tables.json.

    compare_tables.py TABLE_DUMP TABLES
"""
import json
import subprocess
import sys


def main():
    ours = json.loads(subprocess.run([sys.argv[1]], check=True, stdout=subprocess.PIPE).stdout)
    with open(sys.argv[2], encoding="utf-8") as file:
        tables = json.load(file)
    theirs = {
        # Types without a fixed size have none here; the unknown type is no type of elements.
        "datatypes": {t["text"]: (t["id"], t["size"] if isinstance(t["size"], int) else 0)
                      for t in tables["datatypes"] if t["id"] >= 0},
        "characteristics": {c["name"]: c["id"] for c in tables["characteristics"]},
        "statistics": {s["name"]: s["bit"] for s in tables["statistics"]},
        "bitmaps": {k: int(v, 16) for k, v in tables["statistics_bitmaps"].items() if k != "full_with_histogram"},
        "joined": tables["special_dimension_values"]["joined_dimension"],
        "minifooter": tables["minifooter"]["size"],
        "release_tag": tables["release_tag"]["size"],
    }
    ours["datatypes"] = {t["text"]: (t["id"], t["size"]) for t in ours["datatypes"]}
    problems = [f"{key}: C++ has {ours[key]}, the table {theirs[key]}" for key in theirs if ours[key] != theirs[key]]
    print("\n".join(problems) or f"{len(theirs)} tables agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
