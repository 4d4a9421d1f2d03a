# SPDX-License-Identifier: BSD-3-Clause
"""Python goes on while the library works: other threads run, and Ctrl-C is heard."""
import os
import signal
import threading
import time
import unittest

import numpy as np
import weft
from traces import scratch
from written import large_trace, repeated_trace

IS_SHORT = "WEFT_SHORT" in os.environ  # with sanitizers everything takes longer


class Signals:
    """Sends signals until the third was heard, which is KeyboardInterrupt. Those that nobody hears of in the meantime are
    one."""

    def __enter__(self):
        self.heard, self.is_over = 0, False
        self.before = signal.signal(signal.SIGINT, self.hear)
        self.thread = threading.Thread(target=self.send)
        self.thread.start()

    def send(self):
        while not self.is_over:
            time.sleep(0.06)
            os.kill(os.getpid(), signal.SIGINT)

    def hear(self, *_):
        self.heard += 1
        if self.heard == 3:
            raise KeyboardInterrupt

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()
        signal.signal(signal.SIGINT, self.before)


class Ticking:
    """A thread that counts as long as it is let."""

    def __enter__(self):
        self.ticks, self.is_over = 0, False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def run(self):
        while not self.is_over:
            time.sleep(0.001)
            self.ticks += 1

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()


class InterruptTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.events, cls.locations = 400_000, 2000
        one = large_trace(cls.events, 1)
        cls.path, cls.some_path = repeated_trace(one, cls.locations), repeated_trace(one, 5 if IS_SHORT else 20)

    def setUp(self):
        self.trace = weft.open(self.path)

    def assert_is_interrupted(self, work):
        with self.assertRaises(KeyboardInterrupt), Signals():
            work()
        numbers = np.arange(self.events, dtype=np.uint64)
        found = self.trace.events(columns=["time"], locations=[self.locations - 1]).to_numpy()["time"]
        np.testing.assert_array_equal(found, 1000 * numbers)

    def test_a_query(self):
        for sql in ("SELECT count(*) FROM events AS a, events AS b",
                    "SELECT a.time FROM events AS a CROSS JOIN events AS b ON b.kind = 'OmpFork' AND b.time > a.time",
                    "SELECT a.kind, count(*) FROM events AS a, events AS b GROUP BY a.kind"):
            self.assert_is_interrupted(lambda: self.trace.sql(sql))

    def test_rows_of_a_query_that_do_not_come(self):
        rows = self.trace.sql_batches("SELECT time FROM events WHERE location = 1 OR kind = 'OmpFork'", 1000)
        self.assertEqual(next(rows)[999], (999_000,))
        self.assert_is_interrupted(lambda: sum(map(len, rows)))

    def test_a_table_whose_first_row_does_not_come(self):
        for table in ("messages", "collectives"):
            for threads in (1, 2):
                self.assert_is_interrupted(lambda: len(self.trace.table(table, threads=threads)))

    def test_all_batches(self):
        self.assert_is_interrupted(lambda: sum(int(batch.time[-1]) for batch in self.trace.events(columns=["time"])))

    def test_records(self):
        for is_merged in (False, True):
            trace = self.trace.records(kinds=["OmpFork"], merged=is_merged, locations=range(200) if is_merged else None)
            self.assert_is_interrupted(lambda: next(trace))

    def test_answers(self):
        self.assert_is_interrupted(self.trace.profile)
        self.assert_is_interrupted(self.trace.check)

    def test_a_conversion_leaves_nothing(self):
        room = scratch()
        for name in ("copy.pfw", "copy.json", "copy.otf"):
            self.assert_is_interrupted(lambda: weft.convert(self.path, room / name))
        self.assertEqual(os.listdir(room), [])

    def test_other_threads_go_on(self):
        trace = weft.open(self.some_path)
        for work in (lambda: trace._trace.scan("events", rows=10**9, threads=1).next(),
                     lambda: trace._trace.scan("messages", rows=10**9).next(),
                     lambda: trace._trace.records(kinds=["OmpFork"], merged=False).read(1),
                     lambda: trace._trace.records(kinds=["OmpFork"], merged=True).read(1),
                     lambda: trace.profile(threads=1)):
            with Ticking() as ticking:
                before = ticking.ticks
                work()
                self.assertGreater(ticking.ticks, before + 2)

    def test_one_thread_at_a_time_reads_records(self):
        refused = []

        def read(reader):
            try:
                reader.read(1)
            except RuntimeError as error:
                refused.append(str(error))

        for _ in range(20):  # on a busy machine the first may be done before the second begins
            reader = weft.open(self.some_path)._trace.records(kinds=["OmpFork"], merged=False)
            threads = [threading.Thread(target=read, args=(reader,)) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            if refused:
                break
        self.assertEqual(set(refused), {"another thread reads these events"})
        self.assertEqual(reader.read(1), [])


if __name__ == "__main__":
    unittest.main()
