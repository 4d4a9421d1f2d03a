# SPDX-License-Identifier: BSD-3-Clause
"""What PyTorch's profiler saw, as events of the category PP.

    with torch.profiler.profile(on_trace_ready=trace_handler, ...) as profiler: ...

The profiler is asked for everything; nothing of PyTorch is imported here.
"""
from ..logger import dftracer

__all__ = ["trace_handler"]

CATEGORY = "PP"
_INTEGERS = {"cpu_memory": ("cpu_memory_usage", "self_cpu_memory_usage"),
             "device_memory_usage": ("device_memory_usage", "cuda_memory_usage"),
             "is_remote": ("is_remote",)}
_NUMBERS = ("total_cpu_percent", "total_device_percent")


def trace_handler(profiler):
    """Takes what a profiler has when its window ends. Events keep their times; those of all threads are told by the one
    that calls."""
    log = dftracer.get_instance()
    if not log.is_on:
        return
    log.mark_used("torch_profiler")
    events = [event for event in profiler.events() if _time_of(event)]
    zero = _zero(profiler, events, log.get_time())
    for event in sorted(events, key=lambda event: (event.time_range.start, -event.time_range.end)):
        start, end = _time_of(event)
        name = getattr(event, "name", None) or event.key
        log.log_event(str(name), CATEGORY, int(zero + start), int(round(end - start)), None, *_arguments_of(event))


def _time_of(event):
    times = getattr(event, "time_range", None)
    return (times.start, times.end) if times is not None else None


def _zero(profiler, events, now):
    """When the profiler began, in microseconds. One that does not say has just ended."""
    results = getattr(getattr(profiler, "profiler", None), "kineto_results", None)
    for name, unit in (("trace_start_ns", 1000), ("trace_start_us", 1)):
        begin = getattr(results, name, None)
        if begin is not None:
            return begin() / unit
    return now - max((event.time_range.end for event in events), default=0)


def _arguments_of(event):
    integers = {}
    device = getattr(event, "device_type", None)
    if device is not None:
        integers["device"] = int(getattr(device, "value", device))
    for key, names in _INTEGERS.items():
        value = next((getattr(event, name) for name in names if getattr(event, name, None) is not None), None)
        if value is not None:
            integers[key] = int(value)
    shapes = getattr(event, "input_shapes", None)
    if shapes:
        integers["input_size"] = sum(_elements(shape) for shape in shapes)
    floats = {name: float(getattr(event, name)) for name in _NUMBERS if getattr(event, name, None) is not None}
    return integers, floats


def _elements(shape):
    """Of a tensor, or of a list of them; a scalar has no shape."""
    if not isinstance(shape, (list, tuple)) or not shape:
        return 0
    if isinstance(shape[0], (list, tuple)):
        return sum(map(_elements, shape))
    product = 1
    for length in shape:
        product *= length
    return product
