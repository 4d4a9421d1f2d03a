// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/record_stream.hpp"

#include <fmt/format.h>

namespace weft::otf2 {

bool read_length(const std::byte*& p, const std::byte* end, ByteOrder order, std::uint64_t& length) {
  if (end - p < 1) return false;
  length = static_cast<std::uint8_t>(*p++);
  if (length != 0xff) return true;
  if (end - p < 8) return false;
  length = load<std::uint64_t>(p, order);
  p += 8;
  return true;
}

bool decode_attributes(Bytes body, ByteOrder order, Arena& arena, std::span<AttributeEntry>& entries) {
  Decoder decoder(body.data(), body.data() + body.size(), order, arena);
  entries = arena.allocate_array<AttributeEntry>(decoder.get_count<std::uint32_t>());
  for (AttributeEntry& entry : entries) {
    code(decoder, entry);
    if (decoder.failed()) break;
  }
  if (decoder.failed()) entries = {};
  return !decoder.failed();
}

Result<> RecordStream::open() {
  WEFT_TRY(window_.open());
  if (window_.file_bytes() == 0) window_.report(file_empty, window_.begin(), "the file is empty");
  return {};
}

void RecordStream::report_unknown(const RawRecord& raw) {
  window_.report(
      unknown_record, raw.place, fmt::format("a record of unknown type {} with {} bytes", raw.id, raw.body.size()));
}

bool RecordStream::next_chunk() {
  p_ = nullptr;
  while (next_chunk_ < window_.chunks()) {
    if (!window_.enter(next_chunk_++)) continue;
    p_ = window_.begin() + chunk_header_bytes;
    return true;
  }
  return false;
}

bool RecordStream::fetch(const std::byte* from, std::size_t need) {
  if (static_cast<std::size_t>(window_.end() - from) >= need) return true;
  if (!window_.has_more()) return false;
  // Also when it fails, the window has moved.
  const bool read = window_.slide(from, need);
  p_ = window_.begin();
  return read && static_cast<std::size_t>(window_.end() - p_) >= need;
}

bool RecordStream::next(RawRecord& record) {
  if (!p_ && !next_chunk()) return false;
  for (;;) {
    const Step result = step(record);
    if (result == Step::record) return true;
    if (result == Step::end && !next_chunk()) return false;
  }
}

// One record from p_ on, with the time and attribute list before it. `end` ends the chunk.
RecordStream::Step RecordStream::step(RawRecord& record) {
  if (!fetch(p_, 1)) {
    if (window_.is_last_chunk()) window_.report(no_end_mark, p_, "the file stops without an end mark");
    return Step::end;
  }
  const auto id = static_cast<std::uint8_t>(*p_);
  if (id == end_of_file) {
    next_chunk_ = window_.chunks();
    return Step::end;
  }
  if (id == end_of_chunk) {
    if (window_.is_last_chunk()) window_.report(no_end_mark, p_, "the last chunk has no end mark");
    return Step::end;
  }
  if (id == end_of_buffer || id == chunk_header_id) {
    window_.report(record_damaged, p_, fmt::format("expected a record, found the byte {:02x}", id));
    return Step::end;
  }
  if (timed_ == Timed::yes && id == timestamp_id) {
    if (!fetch(p_, 9)) {
      window_.report(record_overrun, p_, "a time stamp runs past the end of the chunk");
      return Step::end;
    }
    time_ = load<std::uint64_t>(p_ + 1, window_.order());
    p_ += 9;
    return Step::again;
  }

  // An attribute list and its record are fetched as one, so that both stay in the window together.
  Bytes attributes;
  std::size_t from = 0;
  for (;;) {
    fetch(p_, from + 10);
    if (from != 0 && p_ + from < window_.end() && static_cast<std::uint8_t>(p_[from]) <= attribute_list_id) {
      window_.report(record_damaged, p_, "an attribute list is followed by no record");
      return Step::end;
    }
    const std::byte* p = p_ + from + 1;
    std::uint64_t length = 0;
    const bool has_length = p < window_.end() && read_length(p, window_.end(), window_.order(), length);
    const auto head = static_cast<std::size_t>(p - p_);
    if (!has_length || length > window_.file_bytes() || !fetch(p_, head + static_cast<std::size_t>(length))) {
      window_.report(record_overrun, p_, "a record runs past the end of its chunk");
      return Step::end;
    }
    const Bytes body{p_ + head, static_cast<std::size_t>(length)};
    const auto this_id = static_cast<std::uint8_t>(p_[from]);
    if (timed_ == Timed::yes && this_id == attribute_list_id && from == 0) {
      from = head + body.size();
      continue;
    }
    if (from != 0) {
      const std::byte* list = p_ + 1;
      std::uint64_t list_length = 0;
      read_length(list, window_.end(), window_.order(), list_length);
      attributes = {list, static_cast<std::size_t>(list_length)};
    }
    record = {this_id, time_, attributes, body, p_};
    p_ += head + body.size();
    return Step::record;
  }
}

}  // namespace weft::otf2
