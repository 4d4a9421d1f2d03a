# SPDX-License-Identifier: BSD-3-Clause
"""The module otf2 in this process, where sanitizers see it. Whether it says what the original says is for python_otf2."""
import contextlib
import io
import pathlib
import runpy
import sys
import unittest
from unittest import mock

import weft
from traces import SANE, STENCIL, scratch

SCRIPTS = pathlib.Path(__file__).resolve().parents[1] / "python_otf2"


def said(script, *arguments):
    """What a script prints."""
    told = io.StringIO()
    with mock.patch.object(sys, "argv", [script, *map(str, arguments)]), contextlib.redirect_stdout(told):
        runpy.run_path(str(SCRIPTS / script))
    return told.getvalue().splitlines()


class Otf2Test(unittest.TestCase):
    def test_archives_are_read(self):
        for path in (SANE, STENCIL):
            trace = weft.open(path)
            kinds = [event[1] for event in trace.records()]
            lines = said("dump.py", path)
            self.assertEqual(lines[-len(kinds) - 1], str(len(kinds)))
            for kind, line in zip(kinds, lines[-len(kinds):]):
                self.assertRegex(line, rf"^Location \[\d+\] .* {kind} {{'time': ")

    def test_archives_are_written_and_read(self):
        room = scratch()
        said("write_example.py", room / "example")
        self.assertIn("Known regions:", said("read_example.py", room / "example" / "traces.otf2"))
        said("every_event.py", room / "every")
        written = weft.open(room / "every" / "traces.otf2")
        said("copy_trace.py", room / "every" / "traces.otf2", room / "copy")
        copied = weft.open(room / "copy" / "traces.otf2")
        self.assertEqual(list(copied.events().rows()), list(written.events().rows()))


if __name__ == "__main__":
    unittest.main()
