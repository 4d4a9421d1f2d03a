// SPDX-License-Identifier: BSD-3-Clause
#include "compat/litl/read_trace.hpp"

#include <algorithm>

#include "formats/litl/headers.hpp"

namespace weft::litl::compat {

namespace {

// Headers are shown as they would lie in a file.
template <class Shown, class Header>
void show(Shown& shown, const Header& header) {
  const auto bytes = litl::encode(header);
  static_assert(sizeof shown == sizeof bytes);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(&shown));
}

std::uint8_t* shown_bytes(const std::byte* bytes) {
  return reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(bytes));
}

template <class Header>
litl_buffer_t begin_of(Header& header) {
  return reinterpret_cast<litl_buffer_t>(&header);
}

}  // namespace

ReadThread::ReadThread(const litl::TraceReader& reader, const litl::Process& process, const litl::Thread& thread)
    : litl_read_thread_t{},
      reader_(reader),
      process_(process),
      thread_(thread),
      pair_{thread.pair.tid, process.header.base + thread.pair.offset} {  // absolute, unlike in the file
  thread_pair = &pair_;
  cur_event.tid = pair_.tid;
  rewind();
}

void ReadThread::rewind() {
  cursor_ = reader_.events(process_, thread_);
  cur_event.event = nullptr;
  show_chunk(std::min<std::uint64_t>(thread_.pair.offset, process_.body.size()));
  buffer = buffer_ptr;
}

// Where the reference has loaded a chunk.
void ReadThread::show_chunk(std::uint64_t at) {
  chunk_ = at;
  buffer_ptr = shown_bytes(process_.body.data()) + at;
  offset = process_.header.base + at;
  tracker = offset + process_.header.buffer_bytes;
}

bool ReadThread::next() {
  litl::NativeEvent event;
  if (!cursor_.next(event)) {
    cur_event.event = nullptr;
    return false;
  }
  cur_event.event = place(event);
  buffer = shown_bytes(event.data + event.payload().size());
  if (cursor_.chunk() != chunk_) show_chunk(cursor_.chunk());
  return true;
}

// In the file, unless its words are narrow or a program that copies a whole litl_t would read beyond the end.
litl_t* ReadThread::place(const litl::NativeEvent& event) {
  const Bytes file = reader_.bytes();
  const std::byte* at = event.begin;
  const auto left = static_cast<std::size_t>(file.data() + file.size() - at);
  if (event.word_bytes != litl::standard_layout.word_bytes || left < sizeof(litl_t)) {
    copy_.assign(std::max<std::size_t>(sizeof(litl_t), litl::encoded_bytes(event.type, event.count)), {});
    litl::put_event(copy_.data(), event);
    at = copy_.data();
  }
  return reinterpret_cast<litl_t*>(const_cast<std::byte*>(at));
}

ReadProcess::ReadProcess(
    const litl::TraceReader& reader, const litl::Process& process, std::size_t place, std::size_t& first_left)
    : litl_read_process_t{}, place_(place), first_left_(first_left) {
  show(header_, process.header);
  // What the reference's readers need to hold a chunk, and what it shows.
  header_.buffer_size += static_cast<litl_size_t>(litl::chunk_slack_bytes);
  for (const litl::Thread& thread : process.threads) {
    owned_.push_back(std::make_unique<ReadThread>(reader, process, thread));
    shown_.push_back(owned_.back().get());
  }
  header = &header_;
  header_buffer_ptr = header_buffer = begin_of(header_);
  nb_threads = static_cast<litl_med_size_t>(shown_.size());
  threads = shown_.data();
  cur_index = -1;
}

litl_read_event_t* ReadProcess::next() {
  if (!is_initialized)
    start();
  else if (!turns_.empty())
    queue_again();
  if (turns_.empty()) return nullptr;
  cur_index = static_cast<int>(turns_.thread());
  return &threads[cur_index]->cur_event;
}

void ReadProcess::start() {
  is_initialized = 1;
  for (const auto& thread : owned_) thread->next();
  queue_all();
}

void ReadProcess::queue_all() {
  turns_.clear();
  for (std::size_t i = 0; i < nb_threads; ++i)
    if (const litl_t* const event = threads[i]->cur_event.event) turns_.add(event->time, i);
  turns_.order();
  is_reordered_ = false;
}

// The thread that had its turn gets another one, if it has another event.
void ReadProcess::queue_again() {
  ReadThread& last = *owned_[static_cast<std::size_t>(cur_index)];
  const bool has_event = last.next();
  if (is_reordered_) return queue_all();
  if (has_event)
    turns_.renew(last.cur_event.event->time);
  else
    turns_.drop();
}

litl_read_event_t* ReadProcess::next_of(ReadThread& thread) {
  is_reordered_ = true;
  return thread.next() ? &thread.cur_event : nullptr;
}

void ReadProcess::rewind() {
  for (const auto& thread : owned_) thread->rewind();
  turns_.clear();
  cur_index = -1;
  is_initialized = 0;
  is_reordered_ = false;
  first_left_ = std::min(first_left_, place_);
}

Result<std::unique_ptr<ReadTrace>> ReadTrace::open(const std::string& path) {
  std::unique_ptr<ReadTrace> trace(new ReadTrace);
  trace->reader_ = WEFT_TRY(litl::TraceReader::open(path, trace->report_));
  show(trace->header_, trace->reader_->header());
  trace->f_handle = -1;
  trace->header = &trace->header_;
  trace->header_buffer_ptr = trace->header_buffer = begin_of(trace->header_);
  trace->nb_processes = static_cast<litl_med_size_t>(trace->reader_->processes().size());
  trace->processes = nullptr;
  return trace;
}

void ReadTrace::make_processes() {
  if (processes) return;
  for (const litl::Process& process : reader_->processes()) {
    owned_.push_back(std::make_unique<ReadProcess>(*reader_, process, owned_.size(), first_left_));
    shown_.push_back(owned_.back().get());
  }
  processes = shown_.data();
}

litl_read_event_t* ReadTrace::next() {
  for (; first_left_ < owned_.size(); ++first_left_)
    if (litl_read_event_t* const event = owned_[first_left_]->next()) return event;
  return nullptr;
}

}  // namespace weft::litl::compat
