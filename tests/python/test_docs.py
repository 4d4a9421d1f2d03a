# SPDX-License-Identifier: BSD-3-Clause
"""Examples in docstrings and in docs/python.md do what they say."""
import ast
import doctest
import inspect
import os
import subprocess
import sys
import typing
import unittest

import numpy
import pandas
import weft
import weft._definitions
import weft._sql
import weft._tables
import weft._trace
import weft.record
from traces import ROOT, STENCIL, scratch
from weft import _record, _weft

MODULES = (weft, weft._definitions, weft._sql, weft._tables, weft._trace, weft.record)
PACKAGE = os.path.dirname(weft.__file__)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def names():
    return {"weft": weft, "np": numpy, "stencil": str(STENCIL), "scratch": str(scratch())}


def told(body):
    """The names that a stub defines."""
    return {getattr(node, "name", None) or node.target.id for node in body
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AnnAssign))}


def there(module):
    return {name for name in vars(module) if not name.startswith("_")}


def public_functions():
    """(name, function) of all that is public, but what dataclass makes, which has hints of its own."""
    for module in (weft, weft.record):
        for name in module.__all__:
            public = getattr(module, name)
            for key, member in vars(public).items() if inspect.isclass(public) else [("", public)]:
                member = getattr(member, "fget", member)
                is_private = key.startswith("_") and not key.startswith("__")
                if inspect.isfunction(member) and not is_private and member.__code__.co_filename.startswith(PACKAGE):
                    yield f"{name}.{key}", member


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

    def test_pandas_is_imported_by_who_asks_for_it(self):
        program = "import sys, weft, weft.record, otf2; print({'pandas', 'pyarrow'} & set(sys.modules))"
        done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        self.assertEqual(done.stdout, "set()\n")

    def test_hints_are_complete_and_can_be_resolved(self):
        """pandas is imported by those who ask for it only."""
        wanting = {}
        for name, function in public_functions():
            self.assertIsInstance(typing.get_type_hints(function, localns={"pandas": pandas, "Trace": weft.Trace}), dict)
            signature = inspect.signature(function)
            bare = [parameter.name for parameter in signature.parameters.values() if parameter.annotation is parameter.empty]
            if bare not in ([], ["self"]) or signature.return_annotation is signature.empty:
                wanting[name] = bare
        self.assertEqual(wanting, {})

    def test_stubs_name_what_is_compiled(self):
        for module in (_weft, _record):
            stub = ast.parse((ROOT / "python/weft" / f"{module.__name__.split('.')[-1]}.pyi").read_text())
            self.assertEqual(told(stub.body), there(module))
            for node in stub.body:
                if isinstance(node, ast.ClassDef) and node.name != "Error":
                    known = there(getattr(module, node.name))
                    self.assertLessEqual({name for name in told(node.body) if not name.startswith("__")}, known, node.name)
                    self.assertLessEqual(known, told(node.body), node.name)


if __name__ == "__main__":
    unittest.main()
