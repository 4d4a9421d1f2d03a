# SPDX-License-Identifier: BSD-3-Clause
"""`pip wheel .` makes a package that works by itself. It is made of libraries that are built already (WEFT_BUILD_DIR): what
else it does, building them, is what all other tests stand on."""
import os
import pathlib
import subprocess
import sys
import unittest
import zipfile

from traces import ROOT, STENCIL, scratch

PROGRAM = """
import os, sys, weft, weft.record
assert weft.__file__.startswith(sys.argv[1]), weft.__file__
trace = weft.open(sys.argv[2])
print(len(trace.events()), len(trace.regions))
weft.record.start(sys.argv[1] + "/recorded")
with weft.record.region("here"):
    pass
weft.record.finish()
print([span["name"] for span in weft.open(sys.argv[1] + "/recorded/trace.otf2").spans().rows()])
print([line.split()[-1] for line in open("/proc/self/maps") if "libweft" in line and sys.argv[1] not in line])
"""


class WheelTest(unittest.TestCase):
    def test_a_wheel_works_without_the_build_it_was_made_of(self):
        room = scratch()
        environment = {key: value for key, value in os.environ.items()
                       if key != "PYTHONPATH" and not key.startswith("WEFT_RECORD")}
        environment["WEFT_BUILD_DIR"] = str(pathlib.Path(os.environ["WEFT_PACKAGES"]).resolve().parent)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
        subprocess.run([*pip, "wheel", "--no-index", "--no-deps", "--wheel-dir", room, ROOT], env=environment, check=True,
                       capture_output=True)
        wheel, = room.glob("weft-*.whl")
        with zipfile.ZipFile(wheel) as content:
            self.assertLessEqual({"weft/py.typed", "weft/_weft.pyi", "weft/libweft.so.0", "weft/record.py"},
                                 set(content.namelist()))
        subprocess.run([*pip, "install", "--no-index", "--no-deps", "--target", room / "site", wheel], env=environment,
                       check=True, capture_output=True)
        environment["PYTHONPATH"] = str(room / "site")
        done = subprocess.run([sys.executable, "-c", PROGRAM, room / "site", STENCIL], env=environment, check=True,
                              capture_output=True, text=True, cwd=room)
        self.assertEqual(done.stdout.splitlines(), ["462 7", "['here']", "[]"])


if __name__ == "__main__":
    unittest.main()
