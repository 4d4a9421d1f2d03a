// SPDX-License-Identifier: BSD-3-Clause
// The bodies of RecordWriter, for the files that instantiate it: see writer.hpp.
#pragma once

#include "formats/otf2/writer.hpp"

namespace weft::otf2 {

template <class List, class Chunks>
Result<> RecordWriter<List, Chunks>::make_room(std::size_t estimate, std::string_view name) {
  const std::size_t need = 1 + estimate + length_field_bytes(estimate);
  if (out_.fits(need)) return {};
  WEFT_TRY(out_.next_chunk());
  if (!out_.fits(need)) return detail::too_large(out_.path(), name);
  return {};
}

template <class List, class Chunks>
Result<> RecordWriter<List, Chunks>::write(const AnyOf<List>& any) {
  return any.visit([&](const auto& record) -> Result<> {
    using R = std::remove_cvref_t<decltype(record)>;
    const std::size_t estimate = estimated_bytes<estimate_mode>(record);
    WEFT_TRY(make_room(estimate, R::schema.name));
    Encoder encoder(out_.position(), out_.order());
    encoder.put_byte(WireOf<List, R>::id);
    detail::put_with_length(encoder, out_.order(), estimate, [&] { code(encoder, record); });
    out_.advance_to(encoder.position());
    ++records_;
    return {};
  });
}

template <class List, class Chunks>
Result<> RecordWriter<List, Chunks>::write_raw(std::uint8_t id, Bytes body) {
  WEFT_TRY(make_room(body.size(), "Unknown"));
  Encoder encoder(out_.position(), out_.order());
  encoder.put_byte(id);
  detail::put_with_length(encoder, out_.order(), body.size(), [&] { encoder.put_bytes(body); });
  out_.advance_to(encoder.position());
  ++records_;
  return {};
}

template <class List, class Chunks>
Result<> RecordWriter<List, Chunks>::write_like(const AnyOf<List>& any, Bytes body, ByteOrder order) {
  return any.visit([&](const auto& record) -> Result<> {
    using R = std::remove_cvref_t<decltype(record)>;
    const bool is_current = estimated_bytes<Estimate::exact>(record) == body.size();
    return is_current || order != out_.order() ? write(any) : write_raw(WireOf<List, R>::id, body);
  });
}

}  // namespace weft::otf2
