// SPDX-License-Identifier: BSD-3-Clause
#include "record/markers.hpp"

#include <fmt/format.h>

namespace weft::recording {

namespace {

void record_as_span(Dictionary& dictionary, Ticks now, const otf2::DefMarker& kind, std::string_view text) {
  const Argument argument{dictionary.attribute("text", Type::string), {Type::none, 0}, text};
  record_span(Span{dictionary.categorised_region(kind.marker_category, kind.marker_group, RegionRole::artificial), now,
      now, std::span(&argument, 1)});
}

}  // namespace

void record_marker(Recorder& recorder, Thread& thread, std::uint32_t kind, std::string_view text) {
  Dictionary& dictionary = recorder.dictionary();
  const auto known = dictionary.marker_kind(kind);
  if (!known) return recorder.count_lost();
  if (recorder.format() == OutputFormat::dftracer) return record_as_span(dictionary, recorder.now(), *known, text);
  if (recorder.format() == OutputFormat::litl)
    return thread.append_text(
        marker_code, fmt::format("{}: {}: {}", known->marker_group, known->marker_category, text));
  const auto scope = thread.location().value;
  if (!dictionary.marker({recorder.now(), 0, kind, MarkerScope::location, scope, text})) recorder.count_lost();
}

}  // namespace weft::recording
