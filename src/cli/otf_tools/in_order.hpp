// SPDX-License-Identifier: BSD-3-Clause
// Definitions or markers of a trace as the original's tools see them: of stream 0, then of the streams that have a
// process that is wanted. Without a file of stream 0 the first stream is told as stream 0, the second one by the number
// of the first, and so on; streams that are left out have the same effect (docs/formats/otf.md, section 9.9).
#pragma once

#include <algorithm>

#include "formats/otf/reader.hpp"

namespace weft::cli::otf_tools {

template <class Kind, class Wants, class Visitor>
Result<> read_in_order(otf::TraceReader& reader, Wants&& wants, Visitor& visitor) {
  std::vector<otf::StreamId> told{0}, streams;
  for (const auto& [stream, processes] : reader.master().streams()) {
    told.push_back(stream);
    if (std::ranges::any_of(processes, wants)) streams.push_back(stream);
  }
  std::size_t place = 0;
  const auto read = [&](otf::RecordReader<Kind>& file) {
    file.set_stream(told[place]);
    file.begin();
    file.read(visitor);
    if (!file.has_stopped()) file.take_tail(visitor);
    return !file.has_stopped();
  };
  if (const auto file = WEFT_TRY(reader.open_file<Kind>(0))) {
    if (!read(*file)) return {};
    ++place;
  }
  for (const otf::StreamId stream : streams) {
    const auto file = WEFT_TRY(reader.open_file<Kind>(stream));
    if (file && !read(*file)) return {};
    ++place;
  }
  return {};
}

}  // namespace weft::cli::otf_tools
