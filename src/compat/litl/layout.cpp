// SPDX-License-Identifier: BSD-3-Clause
// Programs were compiled against the structures of the reference and reach into ours: every field must be where it is
// there (docs/formats/litl.md, 12.3).
#include <litl_types.h>

#include <cstddef>

#define WEFT_SIZE(type, bytes) static_assert(sizeof(type) == (bytes))
#define WEFT_FIELD(type, field, at) static_assert(offsetof(type, field) == (at))

WEFT_SIZE(litl_type_t, 1);

WEFT_SIZE(litl_t, 97);
WEFT_FIELD(litl_t, time, 0);
WEFT_FIELD(litl_t, code, 8);
WEFT_FIELD(litl_t, type, 12);
WEFT_FIELD(litl_t, parameters, 13);
WEFT_FIELD(litl_t, parameters.regular.nb_params, 13);
WEFT_FIELD(litl_t, parameters.regular.param, 14);
WEFT_FIELD(litl_t, parameters.raw.size, 13);
WEFT_FIELD(litl_t, parameters.raw.data, 17);
WEFT_FIELD(litl_t, parameters.packed.size, 13);
WEFT_FIELD(litl_t, parameters.packed.param, 17);
WEFT_FIELD(litl_t, parameters.offset.nb_params, 13);
WEFT_FIELD(litl_t, parameters.offset.offset, 14);

WEFT_SIZE(litl_general_header_t, 138);
WEFT_FIELD(litl_general_header_t, litl_ver, 0);
WEFT_FIELD(litl_general_header_t, sysinfo, 8);
WEFT_FIELD(litl_general_header_t, nb_processes, 136);

WEFT_SIZE(litl_process_header_t, 280);
WEFT_FIELD(litl_process_header_t, process_name, 0);
WEFT_FIELD(litl_process_header_t, nb_threads, 256);
WEFT_FIELD(litl_process_header_t, header_nb_threads, 258);
WEFT_FIELD(litl_process_header_t, buffer_size, 260);
WEFT_FIELD(litl_process_header_t, trace_size, 264);
WEFT_FIELD(litl_process_header_t, offset, 272);

WEFT_SIZE(litl_thread_pair_t, 16);
WEFT_FIELD(litl_thread_pair_t, tid, 0);
WEFT_FIELD(litl_thread_pair_t, offset, 8);

WEFT_SIZE(litl_trace_triples_t, 24);
WEFT_FIELD(litl_trace_triples_t, nb_processes, 0);
WEFT_FIELD(litl_trace_triples_t, position, 8);
WEFT_FIELD(litl_trace_triples_t, offset, 16);

WEFT_SIZE(litl_write_buffer_t, 40);
WEFT_FIELD(litl_write_buffer_t, buffer_ptr, 0);
WEFT_FIELD(litl_write_buffer_t, buffer, 8);
WEFT_FIELD(litl_write_buffer_t, tid, 16);
WEFT_FIELD(litl_write_buffer_t, offset, 24);
WEFT_FIELD(litl_write_buffer_t, already_flushed, 32);
WEFT_FIELD(litl_write_buffer_t, initialized, 36);

WEFT_SIZE(litl_write_trace_t, 184);
WEFT_FIELD(litl_write_trace_t, f_handle, 0);
WEFT_FIELD(litl_write_trace_t, filename, 8);
WEFT_FIELD(litl_write_trace_t, general_offset, 16);
WEFT_FIELD(litl_write_trace_t, header_ptr, 24);
WEFT_FIELD(litl_write_trace_t, header, 32);
WEFT_FIELD(litl_write_trace_t, header_size, 40);
WEFT_FIELD(litl_write_trace_t, header_offset, 44);
WEFT_FIELD(litl_write_trace_t, header_nb_threads, 48);
WEFT_FIELD(litl_write_trace_t, is_header_flushed, 50);
WEFT_FIELD(litl_write_trace_t, nb_threads, 52);
WEFT_FIELD(litl_write_trace_t, nb_slots, 54);
WEFT_FIELD(litl_write_trace_t, threads_offset, 56);
WEFT_FIELD(litl_write_trace_t, buffers, 64);
WEFT_FIELD(litl_write_trace_t, nb_allocated_buffers, 72);
WEFT_FIELD(litl_write_trace_t, buffer_size, 76);
WEFT_FIELD(litl_write_trace_t, is_buffer_full, 80);
WEFT_FIELD(litl_write_trace_t, index_once, 84);
WEFT_FIELD(litl_write_trace_t, index, 88);
WEFT_FIELD(litl_write_trace_t, lock_litl_flush, 96);
WEFT_FIELD(litl_write_trace_t, lock_buffer_init, 136);
WEFT_FIELD(litl_write_trace_t, is_litl_initialized, 176);
WEFT_FIELD(litl_write_trace_t, is_recording_paused, 177);
WEFT_FIELD(litl_write_trace_t, allow_buffer_flush, 178);
WEFT_FIELD(litl_write_trace_t, allow_thread_safety, 179);
WEFT_FIELD(litl_write_trace_t, allow_tid_recording, 180);

WEFT_SIZE(litl_read_event_t, 16);
WEFT_FIELD(litl_read_event_t, tid, 0);
WEFT_FIELD(litl_read_event_t, event, 8);

WEFT_SIZE(litl_read_thread_t, 56);
WEFT_FIELD(litl_read_thread_t, thread_pair, 0);
WEFT_FIELD(litl_read_thread_t, buffer_ptr, 8);
WEFT_FIELD(litl_read_thread_t, buffer, 16);
WEFT_FIELD(litl_read_thread_t, offset, 24);
WEFT_FIELD(litl_read_thread_t, tracker, 32);
WEFT_FIELD(litl_read_thread_t, cur_event, 40);

WEFT_SIZE(litl_read_process_t, 48);
WEFT_FIELD(litl_read_process_t, header, 0);
WEFT_FIELD(litl_read_process_t, header_buffer_ptr, 8);
WEFT_FIELD(litl_read_process_t, header_buffer, 16);
WEFT_FIELD(litl_read_process_t, nb_threads, 24);
WEFT_FIELD(litl_read_process_t, threads, 32);
WEFT_FIELD(litl_read_process_t, cur_index, 40);
WEFT_FIELD(litl_read_process_t, is_initialized, 44);

WEFT_SIZE(litl_read_trace_t, 48);
WEFT_FIELD(litl_read_trace_t, f_handle, 0);
WEFT_FIELD(litl_read_trace_t, header, 8);
WEFT_FIELD(litl_read_trace_t, header_buffer_ptr, 16);
WEFT_FIELD(litl_read_trace_t, header_buffer, 24);
WEFT_FIELD(litl_read_trace_t, nb_processes, 32);
WEFT_FIELD(litl_read_trace_t, processes, 40);

WEFT_SIZE(litl_trace_merge_t, 64);
WEFT_FIELD(litl_trace_merge_t, f_handle, 0);
WEFT_FIELD(litl_trace_merge_t, filename, 8);
WEFT_FIELD(litl_trace_merge_t, nb_traces, 16);
WEFT_FIELD(litl_trace_merge_t, traces_names, 24);
WEFT_FIELD(litl_trace_merge_t, buffer_ptr, 32);
WEFT_FIELD(litl_trace_merge_t, buffer, 40);
WEFT_FIELD(litl_trace_merge_t, buffer_size, 48);
WEFT_FIELD(litl_trace_merge_t, general_offset, 56);

WEFT_SIZE(litl_trace_split_t, 64);
WEFT_FIELD(litl_trace_split_t, f_handle, 0);
WEFT_FIELD(litl_trace_split_t, header_buffer_ptr, 8);
WEFT_FIELD(litl_trace_split_t, header_buffer, 16);
WEFT_FIELD(litl_trace_split_t, trace_header, 24);
WEFT_FIELD(litl_trace_split_t, process_header, 32);
WEFT_FIELD(litl_trace_split_t, nb_processes, 40);
WEFT_FIELD(litl_trace_split_t, buffer, 48);
WEFT_FIELD(litl_trace_split_t, buffer_size, 56);

static_assert(alignof(litl_t) == 1);
static_assert(alignof(litl_general_header_t) == 1);
static_assert(alignof(litl_process_header_t) == 1);
