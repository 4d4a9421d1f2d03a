# SPDX-License-Identifier: BSD-3-Clause
"""A program that records itself: record_program.py KIND, in several threads or processes."""
import multiprocessing
import sys
import threading

import weft.record as record


@record.region
def leaf(number):
    return number * 2


@record.region("named differently", flavour="sweet")
def named():
    with record.region("inside", number=7, share=0.5, text="täxt"):
        leaf(1)


def work():
    for i in range(10):
        with record.region("step", index=i):
            leaf(i)
        record.metric("progress", i, unit="1")
        record.metric("half", i / 2, unit="s", mode="counter")


def recursive(depth):
    with block:
        if depth:
            recursive(depth - 1)


block = record.region("again")


def plain():
    named()
    work()
    recursive(3)
    try:
        with record.region("fails", share=2):  # a whole number, where another was not
            raise ValueError
    except ValueError:
        pass
    record.mark("half way", category="phase", severity="high")
    record.pause()
    leaf(5)
    record.resume()


def in_threads():
    threads = [threading.Thread(target=work, name=f"worker {i}") for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def in_processes(method):
    context = multiprocessing.get_context(method)
    leaf(0)  # recording has begun before there are others
    processes = [context.Process(target=work, name=f"child {i}") for i in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    with context.Pool(2) as pool:  # which terminates those that wait
        assert pool.map(leaf, range(4)) == [0, 2, 4, 6]


if __name__ == "__main__":
    {"plain": plain, "threads": in_threads, "fork": lambda: in_processes("fork"),
     "spawn": lambda: in_processes("spawn"), "forkserver": lambda: in_processes("forkserver")}[sys.argv[1]]()
