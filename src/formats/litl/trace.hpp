// SPDX-License-Identifier: BSD-3-Clause
// LitlTrace: the bridge from LiTL to the model. Processes are location groups, threads are locations, known by their
// places; events look as vocabulary.hpp says. Opening walks over all events once (see survey.hpp), because definitions
// come first in the model and LiTL has none; after that, streams read in place and in parallel, chunk by chunk.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/litl/code_table.hpp"
#include "formats/litl/mapping.hpp"
#include "formats/litl/reader.hpp"
#include "formats/litl/survey.hpp"
#include "model/trace.hpp"

namespace weft::litl {

// The id of the location that a thread is.
constexpr LocationRef location_of(std::size_t process, std::size_t thread) {
  return {std::uint64_t{process} << 16 | thread};
}
constexpr std::size_t process_of(LocationRef location) { return location.value >> 16; }
constexpr std::size_t thread_of(LocationRef location) { return location.value & 0xffff; }

struct MessageUse {
  Kind kind = kind_of<evt::MpiSend>;
  CommRef communicator;
  bool tells_code = false;
};

// What becomes of the events with one code.
struct CodeUse {
  Kind kind = kind_of<evt::ParameterUnsignedInt>;  // texts are ParameterStrings, though
  std::uint32_t id = 0;                            // of the region or parameter
  std::uint32_t text_id = 0;                       // of the parameter whose values are texts
  bool tells_code = false;                         // the name alone does not say which code it was
  const Meaning* meaning = nullptr;                // as the mapping has it
  std::optional<MessageUse> message;               // what those are that fit their line; else `kind` holds
  std::vector<AttributeRef> parameters;            // one for each of meaning->parameters
};

// What streams need to know of the whole trace.
struct Translation {
  CodeTable codes;
  std::vector<CodeUse> uses;  // by number of the code
  CodeUse other;              // codes beyond those that fit into the table
  AttributeRef types[4];
  AttributeRef code;
  AttributeRef time;
  std::vector<AttributeRef> words;
  std::vector<std::uint32_t> ranks;  // of processes; those without threads have none
  static constexpr std::uint32_t no_rank = ~std::uint32_t{0};
  std::unordered_map<std::string_view, StringRef> texts;

  const CodeUse& use_of(std::uint32_t event_code) const {
    const std::uint32_t number = codes.find(event_code);
    return number == CodeTable::absent ? other : uses[number];
  }
  std::uint32_t rank_of(std::uint64_t process) const { return process < ranks.size() ? ranks[process] : no_rank; }
  // The string a raw event is, or nothing if it is none or one too many.
  const StringRef* text_of(const NativeEvent& event) const;
};

class LitlTrace final : public Trace {
 public:
  static Result<std::unique_ptr<LitlTrace>> open(const std::string& path);

  const TraceReader& reader() const { return *reader_; }
  const std::vector<SurveyedProcess>& survey() const { return survey_; }
  const Mapping& mapping() const { return mapping_; }

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef location) override;
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  void read_markers(Markers& into) override;
  Report& report() override { return report_; }

  TraceInfo info() override;
  std::uint64_t event_bytes(LocationRef location) override;
  Result<> print(const PrintOptions& options, TextSink& out) override;
  void examine(Report&) override {}  // all of a file has been looked at when it was opened

 private:
  friend class TraceDefiner;
  LitlTrace() = default;
  const SurveyedThread* thread(LocationRef location) const;

  Report report_;
  std::unique_ptr<TraceReader> reader_;
  Mapping mapping_;
  std::vector<SurveyedProcess> survey_;  // by process
  Translation translation_;
  Definitions definitions_;
  std::vector<LocationRef> locations_;
};

}  // namespace weft::litl
