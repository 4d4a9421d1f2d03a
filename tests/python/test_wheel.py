# SPDX-License-Identifier: BSD-3-Clause
"""`pip wheel .` makes a package that works by itself, and `pip wheel ./python` the module otf2, which stands on it. They
are made of libraries that are built already (WEFT_BUILD_DIR). Without these it configures a build tree of its own, which is
looked at here, and builds them, which is what all other tests stand on."""
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
import otf2
assert otf2.__file__.startswith(sys.argv[1]), otf2.__file__
with otf2.reader.open(sys.argv[2]) as archive:
    print(next(iter(archive.events))[1].region.name)
print([line.split()[-1] for line in open("/proc/self/maps") if "libweft" in line and sys.argv[1] not in line])
"""


# As pip does it: what it starts sees neither our variables nor the packages of the system.
FROM_THE_SOURCES = """
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import wheel_backend
wheel_backend.built(wheel_backend.configured(pathlib.Path(sys.argv[2])), "weft_version_header", "weft_fmt")
"""


class WheelTest(unittest.TestCase):
    def test_without_a_build_one_is_configured_from_the_sources(self):
        room = scratch()
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "PYTHONNOUSERSITE": "1",
                       "PYTHONPATH": str(room / "nowhere")}
        done = subprocess.run([sys.executable, "-S", "-c", FROM_THE_SOURCES, ROOT / "python", room / "build"],
                              env=environment, check=False, capture_output=True, text=True, cwd=room)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        targets = subprocess.run(["cmake", "--build", room / "build", "--target", "help"], check=True, capture_output=True,
                                 text=True).stdout
        for target in ("weft_python", "weft_python_record"):  # they are left out where something is wanting
            self.assertRegex(targets, rf"\b{target}\b")
        told = (room / "build" / "CMakeCache.txt").read_text()
        self.assertRegex(told, rf"WEFT_PYTHON:\w+={sys.executable}\n")

    def test_wheels_work_without_the_build_they_were_made_of(self):
        room = scratch()
        environment = {key: value for key, value in os.environ.items()
                       if key != "PYTHONPATH" and not key.startswith("WEFT_RECORD")}
        environment["WEFT_BUILD_DIR"] = str(pathlib.Path(os.environ["WEFT_PACKAGES"]).resolve().parent)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
        # Whatever is installed, pip would fetch what they depend on.
        subprocess.run([*pip, "wheel", "--no-index", "--wheel-dir", room, ROOT, ROOT / "python"],
                       env=environment, check=True, capture_output=True)
        wheel, = room.glob("weft-*.whl")
        with zipfile.ZipFile(wheel) as content:
            names = set(content.namelist())
        self.assertLessEqual({"weft/py.typed", "weft/_weft.pyi", "weft/libweft.so.0", "weft/record.py"}, names)
        # Symbols that only debuggers need, and what else they need, are ten times as large as the rest.
        self.assertNotIn(b".symtab\0", zipfile.Path(wheel, "weft/libweft.so.0").read_bytes())
        # Who has the original keeps it.
        self.assertEqual({name for name in names if not name.startswith(("weft/", "weft-"))}, set())
        drop_in, = room.glob("weft_otf2-*-py3-none-any.whl")
        with zipfile.ZipFile(drop_in) as content:
            told = content.read(next(name for name in content.namelist() if name.endswith("METADATA"))).decode()
        self.assertIn(f"\nRequires-Dist: weft == {wheel.name.split('-')[1]}\n", told)
        subprocess.run([*pip, "install", "--no-index", "--target", room / "site", wheel, drop_in],
                       env=environment, check=True, capture_output=True)
        environment["PYTHONPATH"] = str(room / "site")
        done = subprocess.run([sys.executable, "-c", PROGRAM, room / "site", STENCIL], env=environment, check=True,
                              capture_output=True, text=True, cwd=room)
        self.assertEqual(done.stdout.splitlines(), ["462 7", "['here']", "main", "[]"])
        done = subprocess.run([sys.executable, "-c", "import sys; sys.modules['numpy'] = None; import weft"], env=environment,
                              check=False, capture_output=True, text=True, cwd=room)
        self.assertIn("\nImportError: weft needs NumPy", done.stderr)


if __name__ == "__main__":
    unittest.main()
