// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/litl/event.hpp"
#include "formats/litl/headers.hpp"

namespace weft::litl {

namespace {

constexpr std::uint64_t plain_base = standard_layout.header_bytes(1);
constexpr std::uint64_t pair_size = standard_layout.pair_bytes();
constexpr std::uint64_t mark_size = standard_layout.mark_bytes();
constexpr std::uint64_t table_size = (pairs_per_table + 1) * pair_size;

std::uint64_t relative(std::uint64_t at) { return at - plain_base; }

std::array<std::byte, mark_size> lone_mark() {
  std::array<std::byte, mark_size> mark;
  put_mark(mark.data(), 0);
  return mark;
}

}  // namespace

TraceFile::TraceFile(File file, Options options) : file_(std::move(file)), options_(std::move(options)) {}

Result<TraceFile> TraceFile::create(const std::string& path, Options options) {
  if (options.sysinfo.empty()) {
    std::array<char, sysinfo_chars> storage;
    options.sysinfo = system_text(storage);
  }
  return TraceFile(WEFT_TRY(File::create_anew(path)), std::move(options));
}

template <class Write>
Result<> TraceFile::while_open(Write&& write) {
  WEFT_TRY(file_.open_again());
  const Result<> written = write();
  if (options_.keeps_handle) return written;
  const Result<> closed = file_.close();
  return written ? closed : written;
}

Result<TraceFile::ThreadIndex> TraceFile::add_thread(std::uint64_t tid) {
  if (threads_.size() == most_threads)
    return Error{Errc::too_large, fmt::format("a LiTL trace holds {} threads", most_threads), file_.path()};
  // In a table, a pair without a thread id ends the list.
  if (tid == 0) return Error{Errc::invalid_argument, "0 is no thread id", file_.path()};
  threads_.push_back({tid});
  const std::uint64_t most = std::max(table_size, end_ == 0 ? header_bytes(true) : 0);
  if (most > scratch_.capacity()) scratch_.reserve(2 * most);
  return static_cast<ThreadIndex>(threads_.size() - 1);
}

Result<> TraceFile::write_word(std::uint64_t at, std::uint64_t value) {
  std::byte bytes[8];
  store(bytes, value, ByteOrder::little);
  return file_.write_at(at, bytes);
}

// Up to where chunks begin. Threads that have no chunk yet share an empty one: the reference does not survive a thread
// without.
std::uint64_t TraceFile::header_bytes(bool has_empty_chunk) const {
  return plain_base + pair_size * (threads_.size() + 1) + (has_empty_chunk ? mark_size : 0);
}

Result<> TraceFile::write_header(std::uint64_t bytes, const ThreadState* first, std::uint64_t first_chunk_at) {
  const auto count = static_cast<std::uint16_t>(threads_.size());
  const std::uint64_t empty_chunk_at = header_bytes(false);
  scratch_.clear();
  auto add = [&](const auto& part) { scratch_.insert(scratch_.end(), part.begin(), part.end()); };
  add(encode(GeneralHeader{options_.version, options_.sysinfo, 1}));
  add(encode(ProcessHeader{options_.process, count, count, options_.buffer_bytes, 0, plain_base}));
  for (const ThreadState& thread : threads_)
    add(encode(ThreadPair{thread.tid, relative(&thread == first ? first_chunk_at : empty_chunk_at)}));
  add(encode(ThreadPair{}));
  if (scratch_.size() < bytes) add(lone_mark());
  WEFT_TRY(file_.write_at(0, scratch_));
  for (std::size_t i = 0; i < threads_.size(); ++i) threads_[i].link_at = plain_base + pair_size * i + 8;
  slot_at_ = plain_base + pair_size * count;
  pairs_ = count;
  return {};
}

// A place for a late thread: over the pair that ends the list, or in a new table that pair then leads to.
Result<> TraceFile::add_pair(ThreadState& thread, std::uint64_t offset) {
  const auto pair = encode(ThreadPair{thread.tid, offset});
  std::uint64_t slot = slot_at_;
  if (room_ == 0) {
    scratch_.assign(table_size, {});
    std::ranges::copy(pair, scratch_.begin());
    slot = end_;
    WEFT_TRY(file_.write_at(slot, scratch_));
    WEFT_TRY(write_word(slot_at_ + 8, relative(slot)));
    end_ += table_size;
    room_ = pairs_per_table;
  } else {
    WEFT_TRY(file_.write_at(slot, pair));
  }
  slot_at_ = slot + pair_size;
  --room_;
  ++pairs_;
  std::byte count[2];
  store(count, pairs_, ByteOrder::little);
  return file_.write_at(standard_layout.general_bytes + thread_count_at, count);
}

// The chunk comes first, then what leads to it: whoever reads meanwhile, or after we died in between, misses the chunk
// and nothing else.
Result<> TraceFile::append_chunk(ThreadIndex thread, Bytes events) {
  WEFT_CHECK(thread < threads_.size());
  if (events.empty()) return {};
  return while_open([&] { return append_to_open(thread, events); });
}

Result<> TraceFile::append_to_open(ThreadIndex thread, Bytes events) {
  ThreadState& state = threads_[thread];
  const bool is_first = end_ == 0;
  const std::uint64_t header = header_bytes(threads_.size() > 1);
  const std::uint64_t chunk_at = is_first ? header : end_;
  const std::uint64_t chunk_end = chunk_at + events.size() + mark_size;
  WEFT_TRY(file_.write_at(chunk_at, events));
  WEFT_TRY(file_.write_at(chunk_end - mark_size, lone_mark()));
  if (is_first) WEFT_TRY(write_header(header, &state, chunk_at));
  end_ = chunk_end;
  if (state.link_at == 0)
    WEFT_TRY(add_pair(state, relative(chunk_at)));
  else if (!is_first)
    WEFT_TRY(write_word(state.link_at, relative(chunk_at)));
  state.link_at = chunk_end - 8;
  return {};
}

Result<> TraceFile::rename_process(std::string name) {
  options_.process = std::move(name);
  if (end_ == 0) return {};  // the header is still to be written
  const auto header = encode(ProcessHeader{.name = options_.process});
  return while_open(
      [&] { return file_.write_at(standard_layout.general_bytes, Bytes(header).first(process_name_chars)); });
}

Result<> TraceFile::finish() {
  WEFT_TRY(while_open([&] { return write_rest(); }));
  return file_.close();
}

Result<> TraceFile::write_rest() {
  if (end_ == 0) {
    const std::uint64_t header = header_bytes(!threads_.empty());
    WEFT_TRY(write_header(header, nullptr, 0));
    end_ = header;
  }
  for (ThreadState& thread : threads_) {
    if (thread.link_at) continue;
    const std::uint64_t chunk_at = end_;
    WEFT_TRY(file_.write_at(chunk_at, lone_mark()));
    end_ += mark_size;
    thread.link_at = end_ - 8;
    WEFT_TRY(add_pair(thread, relative(chunk_at)));
  }
  return {};
}

}  // namespace weft::litl
