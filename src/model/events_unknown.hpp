// SPDX-License-Identifier: BSD-3-Clause
// Unknown: a record of a newer version of its format, kept byte for byte.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::evt {

struct Unknown {
  std::uint8_t id{};
  Sequence<std::uint8_t, std::uint64_t> payload;

  static constexpr auto schema = record("Unknown", "A record this version does not know.",
      field<&Unknown::id>("id", "The record id its format gives it."),
      list<&Unknown::payload>("length", "payload", "The bytes of the record."));
};

}  // namespace weft::evt
