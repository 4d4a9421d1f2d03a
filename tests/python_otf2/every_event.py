# SPDX-License-Identifier: BSD-3-Clause
"""Writes an archive with events of every kind, twice: with usual values and with the largest.

    every_event.py DIRECTORY
"""
import inspect
import sys

import otf2
from otf2 import events
from otf2.enums import *

UNSIGNED = {"sender": 32, "receiver": 32, "msg_tag": 32, "msg_length": 64, "request_id": 64, "root": 32, "size_sent": 64,
            "size_received": 64, "number_of_requested_threads": 32, "lock_id": 32, "acquisition_order": 32, "task_id": 64,
            "remote": 32, "bytes_sent": 64, "bytes_received": 64, "matching_id": 64, "bytes": 64, "creating_thread": 32,
            "generation_number": 32, "sequence_count": 64, "unwind_distance": 32, "bytes_request": 64, "bytes_result": 64,
            "offset_result": 64, "stop_time": 64}
SIGNED = {"exit_status": 64, "offset_request": 64}


def values_of(kind, definitions, step):
    """What an event of this kind is made of."""
    objects = definitions
    for name in list(inspect.signature(kind).parameters)[1:-1]:
        if kind is events.ParameterUnsignedInt and name == "value":
            yield (1 << 64) - 1 if step else 5
        elif kind is events.ParameterInt and name == "value":
            yield -(1 << 63) if step else -5
        elif name in UNSIGNED:
            wide = 64 if kind.__name__.startswith("Rma") and name == "lock_id" else UNSIGNED[name]
            yield (1 << wide) - 2 if step else len(name)
        elif name in SIGNED:
            yield -(1 << SIGNED[name] - 1) if step else -len(name)
        else:
            choice = objects[kind.__name__, name] if (kind.__name__, name) in objects else objects[name]
            yield choice[step % len(choice)]


with otf2.writer.open(sys.argv[1], timer_resolution=1000000000, chunk_size_events=1 << 18) as trace:
    d = trace.definitions
    node = d.system_tree_node("node")
    process = d.location_group("process", system_tree_parent=node)
    writers = [trace.event_writer(f"thread {i}", group=process) for i in range(3)]
    threads = list(d.locations)
    regions = [d.region("one"), d.region("two")]
    d.group("all", GroupType.COMM_LOCATIONS, Paradigm.MPI, members=threads)
    groups = [d.group("some", GroupType.COMM_GROUP, Paradigm.MPI, members=threads[:2]),
              d.group("none", GroupType.COMM_GROUP, Paradigm.MPI, members=[])]
    comms = [d.comm("some", groups[0]), d.comm("none", groups[1])]
    windows = [d.rma_win("window", comms[0])]
    members = [d.metric_member("a", value_type=Type.UINT64), d.metric_member("b", value_type=Type.INT64),
               d.metric_member("c")]
    metrics = [d.metric_class(members), d.metric_class(members[::-1])]
    line = d.source_code_location("main.c", 7)
    contexts = [d.calling_context(regions[0], line, None)]
    posix = d.io_paradigm("POSIX", "POSIX I/O", IoParadigmClass.SERIAL, IoParadigmFlag.NONE)
    file = d.io_regular_file("file", node)
    handles = [d.io_handle("handle", file, posix), d.io_handle("other", file, posix)]
    values = {
        "region": regions, "communicator": comms, "group": groups, "win": windows, "thread_team": comms,
        "thread_contingent": comms, "calling_context": contexts, "interrupt_generator": [d.interrupt_generator("i", period=1)],
        "handle": handles, "old_handle": handles, "new_handle": handles[::-1], "io_paradigm": [posix], "file": [file],
        "measurement_mode": [MeasurementMode.ON, MeasurementMode.OFF], "model": [Paradigm.OPENMP, Paradigm.PTHREAD],
        "collective_op": [CollectiveOp.BARRIER, CollectiveOp.DEALLOCATE], "lock_type": [LockType.SHARED, LockType.EXCLUSIVE],
        "sync_type": [RmaSyncType.NOTIFY_IN, RmaSyncType.MEMORY], "sync_level": [RmaSyncLevel.PROCESS, RmaSyncLevel.MEMORY],
        "type": [RmaAtomicType.SWAP, RmaAtomicType.INCREMENT], "whence": [IoSeekOption.FROM_END, IoSeekOption.HOLE],
        "creation_flags": [IoCreationFlag.CREATE, IoCreationFlag.UNIQUE],
        "status_flags": [IoStatusFlag.APPEND, IoStatusFlag.APPEND | IoStatusFlag.ASYNC],
        "operation_flags": [IoOperationFlag.NONE, IoOperationFlag.COLLECTIVE],
        "mode": [IoOperationMode.FLUSH, IoOperationMode.READ],
        ("IoCreateHandle", "mode"): [IoAccessMode.READ_WRITE, IoAccessMode.EXECUTE_ONLY],
        "metric": metrics, "values": [(1, -1, 0.5), [float("inf"), -(1 << 63), (1 << 64) - 1]],
        ("ParameterString", "parameter"): [d.parameter("text")], ("ParameterInt", "parameter"): [d.parameter("i", ParameterType.INT64)],
        ("ParameterUnsignedInt", "parameter"): [d.parameter("u", ParameterType.UINT64)],
        "string": ["text", "grün"], "program_name": ["program"], "program_arguments": [["-v", "file"], []],
    }
    attributes = {d.attribute("text"): "why", d.attribute("number", type=Type.INT16): -3,
                  d.attribute("where", type=Type.LOCATION): threads[1], d.attribute("half", type=Type.FLOAT): 0.5}
    kinds = [kind for name, kind in sorted(vars(events).items()) if inspect.isclass(kind) and name[0] != "_"
             and getattr(kind, "__module__", "") == "otf2.events"]
    time = 1
    for step in range(2):
        for number, kind in enumerate(kinds):
            event = kind(time, *values_of(kind, values, step), attributes=attributes if number % 3 == step else None)
            writers[number % 2](event)
            method = "".join("_" + c.lower() if c.isupper() else c for c in kind.__name__)[1:]
            getattr(writers[2], method)(time, *values_of(kind, values, step))
            time += number % 4
    # Equal times, and more than one chunk.
    for number in range(300):
        writers[number % 3].enter(time + number // 7, regions[number % 2])
    for number in range(26000):
        writers[0].leave(time + 100 + number, regions[number % 2])
print(len(kinds))
