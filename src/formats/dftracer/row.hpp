// SPDX-License-Identifier: BSD-3-Clause
// Row: a record on its way from the order of the file into the order of time: what sorting and pairing need, and where
// the rest of it lies. Words, threads and calls are numbered by the worker that read the record.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <vector>

#include "base/bytes.hpp"
#include "formats/dftracer/record.hpp"

namespace weft::dftracer {

enum class RowKind : std::uint8_t { span, begin, end, metric, metadata, line, instant };

struct Row {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint64_t begin;  // nanoseconds
  std::uint64_t end;
  std::uint64_t place;    // in the trace: ascending in each file, and from file to file
  std::uint64_t payload;  // where it begins in the payload of the run
  std::uint32_t thread;
  std::uint32_t call;  // name and category; of a metric, its shape; of a line, its text; of an instant, its name
  std::uint32_t file;  // the word that stands for the file it works on, or none; of an instant, its category
  RowKind kind;

  // Within a thread: by time; of spans that begin together the longer ones first, which the others are inside of, and
  // of equal ones that which was written last, because inner ones end, and are written, first.
  auto order() const {
    const bool is_span = kind == RowKind::span;
    return std::tuple(thread, begin, ~end, is_span, is_span ? ~place : place);
  }
};
static_assert(sizeof(Row) == 48);

// The bytes of a row's payload: numbers of seven bits a byte, the lowest first.
class PayloadPen {
 public:
  explicit PayloadPen(std::vector<std::byte>& out) : out_(out) {}

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_.push_back(static_cast<std::byte>(value | 0x80));
    out_.push_back(static_cast<std::byte>(value));
  }
  void word(std::uint64_t bits) {
    const auto bytes = std::bit_cast<std::array<std::byte, 8>>(bits);
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }

 private:
  std::vector<std::byte>& out_;
};

class PayloadCursor {
 public:
  explicit PayloadCursor(const std::byte* at) : at_(at) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<std::uint64_t>(*at_++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
  std::uint64_t word() {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at_, sizeof bits);
    at_ += sizeof bits;
    return bits;
  }

 private:
  const std::byte* at_;
};

// A value as it is stored: a number, or a word or line of the worker.
struct StoredValue {
  Value::Kind kind;
  std::uint64_t bits;
};

inline void put_value(PayloadPen& pen, const StoredValue& value) {
  pen.number(static_cast<std::uint64_t>(value.kind));
  if (value.kind == Value::Kind::real || value.kind == Value::Kind::integer)
    pen.word(value.bits);
  else
    pen.number(value.bits);
}
inline StoredValue take_value(PayloadCursor& cursor) {
  const auto kind = static_cast<Value::Kind>(cursor.number());
  const bool is_word = kind == Value::Kind::real || kind == Value::Kind::integer;
  return {kind, is_word ? cursor.word() : cursor.number()};
}

// What stands in front of the arguments and fields of a payload.
struct PayloadHead {
  std::uint16_t fields = 0;
  std::int64_t id = 0;
  std::uint32_t type = 0;
  std::uint64_t identity = 0;  // of what is async
  std::uint64_t phase = 0;     // the word for it
  std::uint64_t arguments = 0;

  void put(PayloadPen& pen) const {
    pen.number(fields);
    if (fields & Record::has_id) pen.number(static_cast<std::uint64_t>(id) << 1 ^ static_cast<std::uint64_t>(id >> 63));
    if (fields & Record::has_type) pen.number(type);
    if (fields & Record::is_async) pen.word(identity);
    pen.number(phase);
    pen.number(arguments);
  }
  static PayloadHead take(PayloadCursor& cursor) {
    PayloadHead head;
    head.fields = static_cast<std::uint16_t>(cursor.number());
    if (head.fields & Record::has_id) {
      const std::uint64_t folded = cursor.number();
      head.id = static_cast<std::int64_t>(folded >> 1 ^ -(folded & 1));
    }
    if (head.fields & Record::has_type) head.type = static_cast<std::uint32_t>(cursor.number());
    if (head.fields & Record::is_async) head.identity = cursor.word();
    head.phase = cursor.number();
    head.arguments = cursor.number();
    return head;
  }
};

}  // namespace weft::dftracer
