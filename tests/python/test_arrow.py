# SPDX-License-Identifier: BSD-3-Clause
"""The Arrow C data interface, seen by a consumer of our own."""
import ctypes
import gc
import threading
import unittest

import arrow_reader as arrow
import weft
from traces import SANE, STENCIL
from weft import _weft
from written import trace_of_any_bytes


def mended(value):
    """Bytes that are no UTF-8 are escaped in Python and cannot be told in Arrow."""
    return "".join("\ufffd" if "\udc80" <= c <= "\udcff" else c for c in value) if isinstance(value, str) else value


class ArrowTest(unittest.TestCase):
    def test_streams_of_all_tables_have_all_rows(self):
        for path in (SANE, STENCIL):
            trace = weft.open(path)
            for name, (_, columns) in _weft.TABLES.items():
                table = trace.table(name, columns=[column for column, *_ in columns])
                self.assertEqual(arrow.read_stream(table), list(table.rows()), name)

    def test_texts_are_utf_8_whatever_bytes_the_trace_has(self):
        names = [f"attribute {number}" for number in range(70)]
        trace = weft.open(trace_of_any_bytes(len(names)))
        for name in _weft.TABLES:
            table = trace.table(name, **({"attributes": names} if name == "events" else {}))
            expected = [{column: mended(value) for column, value in row.items()} for row in table.rows()]
            self.assertEqual(arrow.read_stream(table), expected, name)
        texts = [row["attribute 0"] for row in trace.events(attributes=names).rows()]
        self.assertEqual(texts, ["caf\udce9 \udcff", "gut", "ä\udcf0", ""])
        last = list(trace.events(columns=["name"], attributes=names).rows())[-1]
        self.assertEqual(list(last.values()), ["caf\udce9 \udcff", "", *range(1, 70)])

    def test_codes_of_names_have_a_type_that_all_consumers_take(self):
        capsule = weft.open(STENCIL).events(columns=["kind", "time"]).__arrow_c_schema__()
        schema = arrow.schema_of(capsule)
        self.assertEqual([schema.children[i].contents.format for i in range(2)], [b"i", b"L"])

    def test_a_batch_is_viewed_and_not_copied(self):
        batch = next(iter(weft.open(STENCIL).events(columns=["time", "kind"])))
        capsules = batch.__arrow_c_array__()
        schema, array = arrow.schema_of(capsules[0]), arrow.array_of(capsules[1])
        self.assertEqual(array.children[0].contents.buffers[1], batch.time.__array_interface__["data"][0])
        self.assertEqual(array.children[1].contents.buffers[1], batch.kind.codes.__array_interface__["data"][0])
        self.assertEqual(arrow.rows(schema, array), list(batch.rows()))

    def test_capsules_have_the_names_of_the_protocol(self):
        table = weft.open(STENCIL).events(columns=["time", "kind"])
        batch = next(iter(table))
        schema = table.__arrow_c_schema__()
        # A consumer may ask for another schema; what it gets is told by ours.
        for capsule, name in ((schema, b"arrow_schema"), (table.__arrow_c_stream__(schema), b"arrow_array_stream"),
                              *zip(batch.__arrow_c_array__(schema), (b"arrow_schema", b"arrow_array"))):
            self.assertTrue(arrow.is_capsule(capsule, name))
        told = arrow.schema_of(schema)
        self.assertEqual([told.children[i].contents.name for i in range(told.n_children)], [b"time", b"kind"])
        self.assertFalse(arrow.is_released(told))

    def test_another_thread_may_release_what_it_got(self):
        for _ in range(20):
            capsules = [*next(iter(weft.open(SANE).events())).__arrow_c_array__(),
                        weft.open(SANE).events().__arrow_c_stream__()]
            thread = threading.Thread(target=lambda given: given.clear(), args=(capsules,))
            thread.start()
            thread.join()
            self.assertEqual(capsules, [])

    def test_arrays_outlive_everything_they_were_made_of(self):
        trace = weft.open(SANE)
        batch = next(iter(trace.events()))
        expected = list(batch.rows())
        schema_capsule, array_capsule = batch.__arrow_c_array__()
        del trace, batch
        gc.collect()
        self.assertEqual(arrow.rows(arrow.schema_of(schema_capsule), arrow.array_of(array_capsule)), expected)

    def test_a_child_may_be_taken_and_the_rest_released(self):
        batch = next(iter(weft.open(STENCIL).events(columns=["time", "kind"])))
        expected = list(batch.kind)
        schema_capsule, array_capsule = batch.__arrow_c_array__()
        schema, array = arrow.schema_of(schema_capsule), arrow.array_of(array_capsule)
        taken = arrow.Array()
        ctypes.pointer(taken)[0] = array.children[1].contents  # moved: a copy of the struct ...
        array.children[1].contents.release = arrow.RELEASE_ARRAY()  # ... and the original is marked as released
        del batch
        arrow.release(array)
        self.assertTrue(arrow.is_released(array))
        self.assertEqual(arrow.values(schema.children[1].contents, taken), expected)
        arrow.release(taken)
        self.assertTrue(arrow.is_released(taken))

    def test_what_nobody_takes_is_released_with_its_capsule(self):
        trace = weft.open(STENCIL)
        for _ in range(100):
            trace.events().__arrow_c_stream__()
            trace.events().__arrow_c_schema__()
            next(iter(trace.events())).__arrow_c_array__()

    def test_a_stream_may_be_left_in_the_middle(self):
        capsule = weft.open(STENCIL).events().__arrow_c_stream__()
        stream, array = arrow.stream_of(capsule), arrow.Array()
        self.assertEqual(stream.get_next(ctypes.pointer(stream), ctypes.pointer(array)), 0)
        arrow.release(stream)
        self.assertGreater(array.length, 0)
        arrow.release(array)


if __name__ == "__main__":
    unittest.main()
