# SPDX-License-Identifier: BSD-3-Clause
"""The profiler's handler and the back end of the compiler on something that looks like PyTorch. The trace is checked by
run_python.py."""
from types import SimpleNamespace

import fake_torch
from dftracer.python import DFTRACER_ENABLE, create_backend, dft_fn, dftracer, dynamo
from dftracer.python.torch import trace_handler

fake_torch.install()
log = dftracer.initialize_log(None, None, -1)

X = [1, 2]
EXPECTED = [3, 6, 1, 2]


# The compiler.
import torch  # noqa: E402  pylint: disable=wrong-import-position,import-error

with dft_fn("blocks", "around"):
    assert torch.compile(None, backend=create_backend(name="model", epoch=1, step=2, autograd=False))(X) == EXPECTED
assert torch.compile(None, backend=create_backend(name="both"))(X) == EXPECTED
assert torch.compile(None, backend=create_backend(name="off", enable=False))(X) == EXPECTED


@dynamo.compile
def forward(x):
    return x


@dynamo.compile(name="named", autograd=False)
def other(x):
    return x


assert not DFTRACER_ENABLE or forward(X) == other(X) == EXPECTED


# The profiler.
def event(name, start, end, **more):
    return SimpleNamespace(name=name, time_range=SimpleNamespace(start=start, end=end), **more)


begin = log.get_time() - 10_000
inner = event("aten::addmm", 20.25, 60.5, device_type=SimpleNamespace(value=0), cpu_memory_usage=4096,
              device_memory_usage=-16, is_remote=False, input_shapes=[[8, 10], [], [[2, 3], [4]]],
              total_cpu_percent=12.5)
outer = event("aten::linear", 10, 100, input_shapes=[])
older = event("old", 0, 5, cuda_memory_usage=7)
without_time = SimpleNamespace(name="nothing")
kineto = SimpleNamespace(trace_start_ns=lambda: begin * 1000)
trace_handler(SimpleNamespace(events=lambda: [inner, without_time, outer],
                              profiler=SimpleNamespace(kineto_results=kineto)))
trace_handler(SimpleNamespace(events=lambda: [older]))
log.log_app_metadata("begin", str(begin))
log.finalize()
trace_handler(SimpleNamespace(events=lambda: 1 / 0))
assert not DFTRACER_ENABLE or forward(X) == EXPECTED
