// SPDX-License-Identifier: BSD-3-Clause
// Survey: one walk over all events of a trace. Definitions come first in the model, and of some things OTF has none:
// texts of comments, file handles, which process groups exchange messages, how many events there are and when. Who only
// wants to know what a trace is can do without.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/otf/local_tokens.hpp"
#include "formats/otf/reader.hpp"

namespace weft::otf {

struct SurveyedProcess {
  std::uint64_t events = 0;  // in the model, where some records are two
  std::uint64_t leaves = 0;
  std::uint64_t bare_leaves = 0;
  Ticks first_time = unknown_time;
  Ticks last_time = 0;
  // What every BeginFileOperation begins, in order: only its end says it. The operation of one that does not end is
  // unknown_operation.
  std::vector<EndFileOperation> file_operations;

  static constexpr std::uint32_t unknown_operation = ~std::uint32_t{0};
};

struct Survey {
  std::map<ProcessId, SurveyedProcess> processes;
  std::set<std::string> texts;              // of events, and names that only events make necessary
  std::map<std::uint32_t, ValueType> keys;  // of key-values
  std::set<std::uint32_t> communicators;    // process groups that messages and collective operations name
  std::set<std::uint32_t> windows;          // those that are accessed remotely
  std::set<std::pair<std::uint32_t, std::uint64_t>> handles;  // of files: file and handle
  Ticks first_time = unknown_time;
  Ticks last_time = 0;
  bool has_events = true;  // else only times are known

  void note(std::uint32_t key, ValueType type);
  // Tokens get the names that they have in the model.
  void rename(const TokenNames& names);
  void add(Survey&& other);
};

// For visitors that keep lines that are no records: each is a finding all the same. The file is read by the visitor.
void report_unknown(LineReader& file, std::string_view line);

// Damage becomes findings of the reader's report; so do streams without events.
Survey survey_events(TraceReader& reader, const LocalTokens& tokens, Report& report);
// The first and the last time alone, from the beginnings and ends of the files.
Survey survey_times(TraceReader& reader, Report& report);

}  // namespace weft::otf
