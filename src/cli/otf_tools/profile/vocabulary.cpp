// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/vocabulary.hpp"

#include <fmt/format.h>

#include "formats/otf/reader.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

struct VocabularyReader {
  Vocabulary& words;

  void operator()(const otf::At&, const otf::DefTimerResolution& record) {
    if (record.ticks_per_second > 0) words.ticks_per_second = record.ticks_per_second;
  }
  void operator()(const otf::At&, const otf::DefVersion& record) {
    words.version = fmt::format("{}.{}", record.major_number, record.minor_number);
    if (record.sub_number > 0) words.version += fmt::format(".{}", record.sub_number);
    words.version += record.text;
  }
  void operator()(const otf::At&, const otf::DefCreator& record) { words.creator = record.creator; }
  void operator()(const otf::At&, const otf::DefinitionComment& record) { words.comments.emplace_back(record.comment); }
  void operator()(const otf::At&, const otf::DefProcess& record) {
    words.processes.emplace(record.process, Vocabulary::Process{std::string(record.name), record.parent});
  }
  void operator()(const otf::At&, const otf::DefFunction& record) {
    words.functions.emplace(record.func, std::string(record.name));
  }
  void operator()(const otf::At&, const otf::DefCounter& record) {
    if (otf::CounterProperties{record.properties}.is_accumulating())
      words.counters.emplace(record.counter, std::string(record.name));
  }
  void operator()(const otf::At&, const otf::DefCollectiveOperation& record) {
    words.collective_classes.emplace(record.collective, record.type);
  }
  void operator()(const otf::At&, const otf::DefKeyValue& record) {
    if (record.name == otf::received_time_key) words.received_time = record.key;
  }
  void unknown(const otf::At&, std::string_view) {}
};

}  // namespace

std::string Vocabulary::process_name(ProcessId process) const {
  const auto found = processes.find(process);
  return found != processes.end() ? found->second.name : fmt::format("Process {}", process);
}

std::string Vocabulary::function_name(std::uint32_t function) const {
  const auto found = functions.find(function);
  return found != functions.end() ? found->second : fmt::format("Function {}", function);
}

Result<Vocabulary> read_vocabulary(otf::TraceReader& trace) {
  Vocabulary words;
  VocabularyReader reader{words};
  WEFT_TRY(trace.read_definitions(reader));
  return words;
}

}  // namespace weft::cli::otf_tools::profile
