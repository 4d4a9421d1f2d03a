// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/line_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf {

LineBuffer::LineBuffer(HandlePool& pool, std::string path, Options options)
    : file_(pool, std::move(path), PooledFile::Use::append), bytes_(options.bytes) {
  if (options.level > 0) deflater_.emplace(options.level);
}

Result<std::unique_ptr<LineBuffer>> LineBuffer::create(HandlePool& pool, std::string path, Options options) {
  if (options.level < 0 || options.level > 9)
    return Error{Errc::invalid_argument, fmt::format("compression has levels 0 to 9, not {}", options.level), path};
  File empty = WEFT_TRY(File::create(path));
  WEFT_TRY(empty.close());
  return std::unique_ptr<LineBuffer>(new LineBuffer(pool, std::move(path), options));
}

bool LineBuffer::make_room(std::size_t reserved) {
  if (reserved > bytes_) {
    if (!error_)
      error_ = Error{Errc::too_large,
          fmt::format("an element of {} bytes does not fit into a buffer of {}", reserved, bytes_), file_.path()};
    return false;
  }
  if (used_ + reserved > bytes_)
    if (auto written = write_out(); !written && !error_) error_ = written.error();
  if (used_ + reserved > memory_bytes_) grow(used_ + reserved);
  return true;
}

void LineBuffer::grow(std::size_t needed) {
  constexpr std::size_t least = 4096;
  const std::size_t size = std::min(std::max({needed, 2 * memory_bytes_, least}), std::max(bytes_, needed));
  auto larger = std::make_unique_for_overwrite<char[]>(size + lexing_slack);
  std::copy_n(memory_.get(), used_, larger.get());
  memory_ = std::move(larger);
  memory_bytes_ = size;
}

void LineBuffer::word(std::string_view word) {
  if (!make_room(word.size())) return;
  std::copy(word.begin(), word.end(), memory_.get() + used_);
  used_ += word.size();
}

void LineBuffer::text(std::string_view text) {
  if (make_room(text.size() + 2)) wrote_to(put_text(memory_.get() + used_, text));
}

void LineBuffer::bytes(std::string_view bytes) {
  if (!make_room(2 * bytes.size())) return;
  constexpr std::string_view digits = "0123456789abcdef";
  char* to = memory_.get() + used_;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    *to++ = digits[byte >> 4];
    *to++ = digits[byte & 0x0f];
  }
  wrote_to(to);
}

// Text that could not be written is given up: otherwise the buffer would stay full for ever.
Result<> LineBuffer::write_out() {
  const Bytes text = std::as_bytes(std::span(memory_.get(), used_));
  emptied_ += std::exchange(used_, 0);
  has_written_ = true;
  if (!deflater_) return file_.append(text);
  deflated_.clear();
  if (!deflater_->add_chunk(text, deflated_)) return Error{Errc::no_memory, "no memory for compression", file_.path()};
  return file_.append(deflated_);
}

Result<> LineBuffer::flush() {
  if (used_ > 0) WEFT_TRY(write_out());
  return status();
}

Result<> LineBuffer::close() {
  if (used_ > 0 || (deflater_ && !has_written_)) WEFT_TRY(write_out());
  return status();
}

}  // namespace weft::otf
