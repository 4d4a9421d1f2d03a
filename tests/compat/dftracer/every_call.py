# SPDX-License-Identifier: BSD-3-Clause
"""Every function of DFTracer for Python, once: every_call.py [LOG FILE]. The trace is checked by run_python.py."""
import os
import pickle
import sys
import threading

from dftracer.logger import dft_fn, dftracer as logger_1
from dftracer.python import ai, dftracer

assert logger_1 is dftracer

log_file = sys.argv[1] if len(sys.argv) > 1 else None
log = dftracer.initialize_log(log_file, None, -1)
assert dftracer.initialize_log(log_file, None, -1) is log
fn = dft_fn("functions")


# The logger itself.
log.enter_event()
start = log.get_time()
log.log_event("plain", "logger", start, 5)
log.exit_event()
log.enter_event()
log.log_event("arguments", "logger", start, 7, string_args={"s": "t \"q\" \u00e9"}, int_args={"i": -(1 << 40)},
              float_args={"f": 0.5, "whole": 2.0})
log.exit_event()
log.log_metadata_event("key", "value")
log.log_app_metadata("workers", 4)
log.log_app_metadata("model", "small")
log.mark_used("dynamo")


# Functions.
@fn.log
def plain(a, step=3):
    return a + step


@fn.log
def raises(epoch):
    raise ValueError(epoch)


@fn.log(name="renamed")
def other():
    return inner()


@fn.log
def inner():
    return "inner"


class Model:
    @fn.log_init
    def __init__(self, image_size):
        self.epoch = 1
        self.image_size = image_size

    @fn.log
    def method(self, image_idx, step=-1):
        return image_idx

    @staticmethod
    @fn.log_static
    def static(step):
        return step

    @fn.log_static
    @staticmethod
    def static_outside(step=9):
        return step


assert plain(1) == 4 and plain(1, 5) == 6 and plain(1, step=7) == 8 and plain.__name__ == "plain"
try:
    raises(2)
    raise AssertionError
except ValueError as error:
    assert error.args == (2,)
assert other() == "inner"
model = Model(64)
assert model.method(11) == 11 and Model.static(8) == 8 and Model.static_outside() == 9

# Blocks and loops.
with dft_fn("blocks", "block", epoch=1) as block:
    block.update(step=2, image_idx=3, image_size=4, args={"more": 0.25, "text": "x", "huge": 1 << 70})
    with dft_fn("blocks", "inside"):
        pass
try:
    with dft_fn("blocks", "raising"):
        raise KeyError("on purpose")
except KeyError:
    pass
flushed = dft_fn("blocks", "flushed")
with flushed:
    flushed.update(args={"a": 1})
    flushed.flush()
with dft_fn("blocks", "reset") as block:
    block.update(args={"gone": 1})
    block.reset()


def named_after_its_function():
    with dft_fn("blocks"):
        pass


named_after_its_function()
with dft_fn("blocks", "switched off", enable=False) as off:
    off.update(step=1)
fn.log_metadata("by", "dft_fn")
assert list(fn.iter(range(2))) == [0, 1]
assert list(fn.iter(["a"], name="batches", iter_name="batch")) == ["a"]


def fails():
    yield 1
    raise OSError("on purpose")


try:
    for _ in fn.iter(fails(), name="failing"):
        pass
except OSError:
    pass
for element in fn.iter(range(10), name="left"):
    if element == 1:
        break


# The annotators.
def leaves(node, path=()):
    for name, child in node._children.items():
        yield path + (name,), child
        yield from leaves(child, path + (name,))


for path, annotator in leaves(ai):
    with annotator:
        pass

ai.update(epoch=5)


@ai.compute.forward
def forward():
    ai.compute.forward.update(step=6)
    return 1


@ai.compute.backward(args={"loss": 0.5})
def backward():
    raise ArithmeticError


class Loader:
    @ai.dataloader.fetch.init
    def __init__(self):
        pass

    @ai.data.item
    @staticmethod
    def item(i):
        return i


assert forward() == 1
try:
    backward()
except ArithmeticError:
    pass
Loader()
assert Loader.item(3) == 3
with ai.pipeline.train(step=1, args={"kind": "prepared"}):
    pass
assert list(ai.dataloader.fetch.iter(range(2))) == [0, 1]
ai.pipeline.epoch.start(step=2)
ai.comm.send.start()
ai.pipeline.epoch.stop()
ai.comm.send.stop()
ai.comm.send.stop()
derived = ai.compute.forward.derive("attention")
assert derived is ai.compute.forward.derive("attention")
with derived:
    pass
ai.comm.disable()
with ai.comm.all_reduce:
    pass
ai.comm.enable()
with ai.comm.barrier:
    pass
with ai:
    ai.update(root=1)
try:
    ai.compute.nothing
    raise AssertionError
except AttributeError as error:
    assert "forward" in str(error)


# Threads and children.
def in_thread(number):
    with dft_fn("threads", f"thread {number}"):
        for _ in fn.iter(range(50), name="turns"):
            pass


shared = dft_fn("threads", "shared")
meeting = threading.Barrier(2)


def in_shared_block(number):
    with shared:
        meeting.wait()
        shared.update(step=number)
        meeting.wait()
        if number == 0:
            shared.flush()
        meeting.wait()


blocks = [threading.Thread(target=in_shared_block, args=(i,)) for i in range(2)]
for thread in blocks:
    thread.start()
for thread in blocks:
    thread.join()
assert pickle.loads(pickle.dumps(shared))._cat == "threads"
threads = [threading.Thread(target=in_thread, args=(i,)) for i in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
child = os.fork()
if child == 0:
    with dft_fn("children", "child"):
        pass
    sys.exit(0)
os.waitpid(child, 0)

if os.environ.get("READ"):
    with open(os.environ["READ"], "rb") as file:
        file.read()

log.finalize()
with dft_fn("late", "late"):
    pass
assert plain(1) == 4
