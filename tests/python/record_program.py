# SPDX-License-Identifier: BSD-3-Clause
"""A program that records itself: record_program.py KIND, in several threads or processes."""
import multiprocessing
import os
import queue
import signal
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
    with record.region("caf\udce9", path="\udcff", half="\ud83d"):  # bytes that are no UTF-8, and what is of no bytes
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


def talking():
    """Two ranks that send each other three messages; one has a name of its own."""
    boxes = [queue.Queue(), queue.Queue()]
    record.name_process("talkers")

    def talk(rank):
        if rank == 1:
            record.name_thread("the second")
        for i in range(3):
            size = 100 * (i + 1) + rank
            record.message_sent("pair", 1 - rank, size, rank=rank, ranks=2, tag=i)
            boxes[1 - rank].put(size)
            record.message_received("pair", 1 - rank, boxes[rank].get(), rank=rank, ranks=2, tag=i)

    threads = [threading.Thread(target=talk, args=(rank,), name=f"rank {rank}") for rank in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def taking_over():
    """Ten times, other threads have the ranks of the same communicator: Python may know them by the same numbers."""
    for number in range(10):
        for rank, message in enumerate((record.message_sent, record.message_received)):
            thread = threading.Thread(target=message, args=("pair", 1 - rank, 8), name=f"rank {rank} of round {number}",
                                      kwargs={"rank": rank, "ranks": 2, "tag": number})
            thread.start()
            thread.join()


def flying():
    """A flight recorder that is asked twice; what comes later is not in what was written before."""
    for name in ("early", "late"):
        with record.region(name):
            pass
        record.dump(os.path.join(os.environ["WEFT_RECORD_DIR"], f"{name}.otf2"))
    with record.region("last"):
        pass


def killed():
    """Nothing is on the disk but what was brought there."""
    for _ in range(100):
        leaf(1)
    record.flush()
    for _ in range(10):
        leaf(2)
    os.kill(os.getpid(), signal.SIGKILL)


def losing():
    """More than memory holds: prints how many events, and how many of them are lost."""
    assert record.lost() == 0
    events = 0
    while record.lost() < 1000:
        leaf(1)
        events += 2
    print(events, record.lost())


def refused():
    leaf(1)
    for path in ("here.otf2", "elsewhere.otf2"):
        try:
            record.dump(os.path.join(os.environ["WEFT_RECORD_DIR"], path))
        except OSError as error:
            print(error.errno)


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
    {"plain": plain, "talking": talking, "taking over": taking_over, "flying": flying, "killed": killed,
     "losing": losing, "refused": refused, "threads": in_threads, "fork": lambda: in_processes("fork"),
     "spawn": lambda: in_processes("spawn"), "forkserver": lambda: in_processes("forkserver")}[sys.argv[1]]()
