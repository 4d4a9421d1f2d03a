// SPDX-License-Identifier: BSD-3-Clause
// JsonFields: fields and attributes as the members of a JSON object. A key that the object has already gets a number.
#pragma once

#include <string_view>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/exports/fields.hpp"

namespace weft::exports {

class JsonFields final : public FieldTaker {
 public:
  explicit JsonFields(TextSink& out) : out_(out) {}

  // Keys of objects that others are written before stay: they are as a stack.
  std::size_t keys() const { return keys_.size(); }
  void begin_object() { first_key_ = keys_.size(); }
  void continue_object(std::size_t first_key) { first_key_ = first_key; }
  void end_object() { keys_.resize(first_key_); }

  void number(std::string_view key, std::uint64_t value) override;
  void negative(std::string_view key, std::int64_t value) override;
  void real(std::string_view key, double value) override;
  void text(std::string_view key, std::string_view value) override;
  void named(std::string_view key, std::uint64_t id, std::string_view name) override;

 private:
  void put_key(std::string_view key);

  TextSink& out_;
  std::vector<std::string_view> keys_;
  std::size_t first_key_ = 0;
};

// Microseconds, with nanoseconds as their fraction.
void put_microseconds(TextSink& out, Nanoseconds time);

}  // namespace weft::exports
