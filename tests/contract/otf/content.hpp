// SPDX-License-Identifier: BSD-3-Clause
// Traces of OTF for the tests: one with every record, small ones, and what can be read of a file, as text.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "formats/otf/reader.hpp"
#include "formats/otf/writer.hpp"
#include "otf_samples.hpp"
#include "scratch.hpp"

namespace weft::contract {

// Everything a visitor is told, a line per call.
class Recorder {
 public:
  template <class R>
  void operator()(const otf::At& at, const R& record) {
    std::string line = fmt::format("{} {} {} {}", at.time, at.process, at.stream, R::schema.name);
    R::schema.each([&](const auto& f) { line += fmt::format(" {}={}", f.name, text_of(record.*f.member)); });
    for (const auto& pair : at.values.pairs())
      line += fmt::format(" {}:{}={:x}'{}'", pair.key, static_cast<int>(pair.type), pair.bits, at.values.bytes(pair));
    lines.push_back(std::move(line));
  }
  void unknown(const otf::At& at, std::string_view text) {
    unknowns.push_back(fmt::format("{} {} {}", at.time, at.process, text));
  }

  std::vector<std::string> lines;
  std::vector<std::string> unknowns;

 private:
  template <class Value>
  static std::string text_of(const Value& value) {
    if constexpr (std::is_same_v<Value, std::string_view>)
      return otf::is_absent(value) ? "absent" : fmt::format("'{}'", value);
    else if constexpr (is_sequence<Value>)
      return fmt::format("[{}]", fmt::join(value, " "));
    else
      return fmt::format("{}", value);
  }
};

// Every record in every round of otf_samples.h, through `put(place, record, values)`.
template <class Put>
void each_sample(Put&& put) {
  unsigned place = 0;
  std::array<std::uint32_t, 4> elements;
  otf::KeyValues values;
  for (unsigned round = 0; round < sample_rounds; ++round)
    otf::AllRecords::each([&](auto type) {
      otf::sample_values(place, values);
      put(place++, otf::sample_record<typename decltype(type)::type>(round, elements), values);
    });
}
inline constexpr unsigned sample_places = sample_rounds * static_cast<unsigned>(otf::AllRecords::size);

inline void write_everything(const std::string& stub, otf::WriteOptions options) {
  auto writer = otf::TraceWriter::create(stub, options).value();
  each_sample([&](unsigned place, const auto& record, const otf::KeyValues& values) {
    using R = std::remove_cvref_t<decltype(record)>;
    Result<> written;
    if constexpr (std::is_same_v<otf::KindOf<R>, otf::DefinitionFile>)
      written = writer->define(sample_stream(place), record, &values);
    else if constexpr (std::is_same_v<otf::KindOf<R>, otf::MarkerFile>)
      written = writer->mark(record, &values);
    else
      written = writer->write(sample_time(place, sample_places), sample_process(place), record, &values);
    ASSERT_TRUE(written) << written.error().text();
  });
  ASSERT_TRUE(writer->close());
}

// All records of one file of stream 1, whatever its end is called.
template <class Kind>
Recorder read_one(const std::string& path, Report& report, otf::Ticks from = 0) {
  HandlePool pool;
  Recorder recorder;
  auto source = otf::open_text(pool, {path, path.ends_with(".z")}, report, true);
  if (!source) {
    ADD_FAILURE() << source.error().text();
    return recorder;
  }
  otf::RecordReader<Kind> reader(*std::move(source), path, 1, {}, report);
  if (from == 0 ? reader.begin() : reader.search(from)) {
    reader.read(recorder);
    reader.take_tail(recorder);
  }
  return recorder;
}

}  // namespace weft::contract
