# SPDX-License-Identifier: BSD-3-Clause
"""Examples in docstrings and in docs/python.md do what they say."""
import doctest
import os
import unittest

import numpy
import weft
import weft._definitions
import weft._tables
import weft._trace
import weft.record
from traces import ROOT, STENCIL, scratch

MODULES = (weft, weft._definitions, weft._tables, weft._trace, weft.record)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def names():
    return {"weft": weft, "np": numpy, "stencil": str(STENCIL), "scratch": str(scratch())}


class DocumentsTest(unittest.TestCase):
    def test_examples(self):
        """Those of the document first: they say where recordings go."""
        before = os.getcwd()
        os.chdir(scratch())
        try:
            results = [doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False, globs=names(),
                                        optionflags=FLAGS)]
            results += [doctest.testmod(module, extraglobs=names(), optionflags=FLAGS) for module in MODULES]
        finally:
            os.chdir(before)
        self.assertEqual([result.failed for result in results], [0] * len(results))
        self.assertTrue(all(result.attempted for result in results))

    def test_everything_public_is_documented(self):
        for name in weft.__all__:
            self.assertTrue(getattr(weft, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
