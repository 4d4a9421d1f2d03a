# SPDX-License-Identifier: BSD-3-Clause
"""Who holds what, and for how long; threads; memory."""
import contextlib
import ctypes
import errno
import gc
import os
import resource
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import weft
from traces import STENCIL, everything
from written import large_trace

# With sanitizers everything takes longer, and memory is not given back at once.
IS_SHORT = "WEFT_SHORT" in os.environ


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def addresses():
    """How many bytes of them are in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def threads_left(count):
    """The system has that many more threads to give: each takes a gigabyte of addresses, and there are no more of these."""
    libc, size = ctypes.CDLL(None), 2**30
    usual, large = ctypes.create_string_buffer(64), ctypes.create_string_buffer(64)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    if libc.pthread_getattr_default_np(usual) or libc.pthread_getattr_default_np(large) or \
            libc.pthread_attr_setstacksize(large, ctypes.c_size_t(size)) or libc.pthread_setattr_default_np(large):
        raise AssertionError("stacks cannot be made larger")
    resource.setrlimit(resource.RLIMIT_AS, (addresses() + count * size + size // 2, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)
        libc.pthread_setattr_default_np(usual)


# Reads a large block with hardly any memory left: trace, threads and how it is asked for.
NO_MEMORY = """
import resource, sys
sys.path.insert(0, sys.argv[4])
import arrow_reader, weft
from test_lifetime import addresses
scan = lambda: weft.open(sys.argv[1])._trace.scan("events", ["event", "fields"], threads=int(sys.argv[2]), rows=10**9)
resource.setrlimit(resource.RLIMIT_AS, (addresses() + 9 * 2**20 * int(sys.argv[2]) + 2**22, -1))
if sys.argv[3] == "next":
    try:
        scan().next()
    except MemoryError:
        print("no memory")
else:
    stream, array = arrow_reader.stream_of(capsule := scan().__arrow_c_stream__()), arrow_reader.Array()
    print(stream.get_next(stream, array))
"""


class LifetimeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.events, cls.locations = 130_000, 2
        cls.large = large_trace(cls.events, cls.locations)

    def expected(self):
        numbers = np.arange(self.events, dtype=np.uint64)
        times = np.concatenate([numbers * 1000 + location for location in range(self.locations)])
        return times, np.tile(numbers // 2 % 10, self.locations)

    def test_an_array_outlives_its_batch_its_table_and_its_trace(self):
        trace = weft.open(STENCIL)
        table = trace.events()
        batch = next(iter(table))
        time, names, expected = batch.time, batch.name, list(batch.time)
        del batch, table, trace
        gc.collect()
        for _ in range(20):  # somebody else may get memory that was given back too early
            weft.open(STENCIL).events().to_numpy()
        self.assertEqual(list(time), expected)
        self.assertEqual(names[0], "main")

    def test_batches_that_are_kept_stay_as_they_are(self):
        for threads in (1, 2, 5):
            batches = list(weft.open(self.large).events(columns=["time", "region"], threads=threads))
            self.assertGreater(len(batches), 2)
            times, regions = self.expected()
            np.testing.assert_array_equal(np.concatenate([batch.time for batch in batches]), times)
            np.testing.assert_array_equal(np.concatenate([batch.region for batch in batches]), regions)

    def test_memory_is_used_again_when_nobody_looks(self):
        places, batches = set(), 0
        scan = weft.open(self.large)._trace.scan("events", ["time"], threads=1, rows=4096)
        for batch in iter(scan.next, None):
            places.add(batch.values("time").__array_interface__["data"][0])
            batches += 1
            del batch
        self.assertGreater(batches, 40)
        # One is looked at, some are ready, one is written; and each may have become larger once.
        self.assertLessEqual(len(places), 12)

    def test_arrays_cannot_be_written(self):
        batch = next(iter(weft.open(STENCIL).events()))
        with self.assertRaises(ValueError):
            batch.time[0] = 1

    def test_spans_of_several_threads_are_those_of_one(self):
        spans = weft.open(self.large).spans(threads=1).to_numpy()
        for name, column in weft.open(self.large).spans(threads=3).to_numpy().items():
            np.testing.assert_array_equal(np.asarray(column), np.asarray(spans[name]))
        self.assertEqual(len(spans["begin"]), self.events // 2 * self.locations)

    def test_who_stops_reading_leaves_nothing_behind(self):
        trace = weft.open(self.large)
        before = set(os.listdir("/proc/self/task"))  # some of which may be ending
        for attributes in (None, ["number"]):
            for _ in range(20):
                scan = trace._trace.scan("events", ["event", "time"], attributes=attributes, threads=4, rows=4096)
                scan.next()
                self.assertGreater(len(set(os.listdir("/proc/self/task")) - before), 1)
                del scan
        deadline = time.monotonic() + 60  # a thread that was waited for may be listed a moment longer
        while not set(os.listdir("/proc/self/task")) <= before and time.monotonic() < deadline:
            time.sleep(0.001)
        self.assertLessEqual(set(os.listdir("/proc/self/task")), before)

    def test_threads_that_the_system_refuses_are_done_without(self):
        trace, (times, _) = weft.open(self.large), self.expected()
        for left in (0, 1, 2):
            before = set(os.listdir("/proc/self/task"))
            with threads_left(left):
                scan = trace._trace.scan("events", ["time"], threads=4, rows=4096)
                self.assertEqual(len(set(os.listdir("/proc/self/task")) - before), left)
                found = [np.array(batch.values("time")) for batch in iter(scan.next, None)]
            np.testing.assert_array_equal(np.concatenate(found), times)
        profile, sql = list(trace.profile()), "SELECT kind, count(*) FROM events GROUP BY kind"
        answer = trace.sql(sql).to_list()
        with threads_left(0):
            self.assertEqual(list(trace.profile(threads=4)), profile)
            self.assertEqual(trace.sql(sql).to_list(), answer)

    def test_memory_that_is_not_there_is_an_error(self):
        if IS_SHORT:
            return  # the sanitizer ends programs that have no memory
        for threads in (1, 2):
            for asked, told in (("next", "no memory"), ("arrow", str(errno.ENOMEM))):
                done = subprocess.run([sys.executable, "-c", NO_MEMORY, self.large, str(threads), asked,
                                       os.path.dirname(__file__)], capture_output=True, text=True, check=False)
                self.assertEqual((done.stdout.strip(), done.returncode), (told, 0), (threads, asked, done.stderr))

    def test_attributes_of_several_threads_stand_beside_their_events(self):
        found = weft.open(self.large).events(columns=["time"], attributes=["number"], threads=4).to_numpy()
        np.testing.assert_array_equal(found["time"] // 1000, found["number"])

    def test_threads_of_python_read_one_trace_together(self):
        trace = weft.open(self.large)
        times, _ = self.expected()
        wrong = []

        def read():
            try:
                np.testing.assert_array_equal(trace.events(columns=["time"]).to_numpy()["time"], times)
                self.assertEqual(len(list(trace.regions)), 10)
            except BaseException as error:  # seen by the thread that joins
                wrong.append(error)

        threads = [threading.Thread(target=read) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_threads_of_python_share_one_scan(self):
        scan = weft.open(self.large)._trace.scan("events", ["time"], rows=4096)
        found, lock = [], threading.Lock()

        def take():
            while (batch := scan.next()) is not None:
                with lock:
                    found.append(batch.values("time").sum())

        threads = [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sum(map(int, found)), int(self.expected()[0].sum()))

    def test_a_child_may_drop_what_its_parent_reads(self):
        iterator = iter(weft.open(self.large).events(threads=4))
        next(iterator)
        child = os.fork()
        if child == 0:
            del iterator
            os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertGreater(sum(map(len, iterator)), 0)

    def test_opening_a_trace_ten_thousand_times_keeps_memory_as_it_is(self):
        def use(path):
            trace = weft.open(path)
            batch = next(iter(trace.events()), None)
            self.assertIsNotNone(batch)
            return batch.time, len(trace.regions)

        for path in everything().values():
            use(path)
        for _ in range(200 if IS_SHORT else 2000):
            use(STENCIL)
        if IS_SHORT:
            return  # whoever looks for leaks finds them
        grown = []
        for _ in range(2):
            gc.collect()
            before = resident_bytes()
            for _ in range(4000):
                use(STENCIL)
            gc.collect()
            grown.append(resident_bytes() - before)
        # A leak of a hundred bytes each time would be 400 kB, one of the trace itself 100 MB. Once, memory may get another
        # page, which may be a large one; what leaks gets more and more.
        self.assertLess(min(grown), 350_000)


if __name__ == "__main__":
    unittest.main()
