// SPDX-License-Identifier: BSD-3-Clause
// The definitions of a trace in the model, made of its definition files and of what the survey found.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/otf/trace.hpp"

namespace weft::otf {

class TraceDefiner {
 public:
  explicit TraceDefiner(OtfTrace& trace) : trace_(trace) {}
  Result<> run();

  // The records of definition and marker files.
  template <class R>
  void operator()(const At& at, const R& record) {
    keep_line(at, record);
    const R renamed = trace_.local_tokens_.renamed(at.stream, record);
    trace_.translation_.tokens.note(renamed);
    note(renamed);
  }
  void unknown_line(const At& at, std::string_view line);

 private:
  template <class R>
  void keep_line(const At& at, const R& record);
  std::string& place_for(const At& at);
  template <class Kind>
  Result<> read_all();
  template <class R>
  void note(const R&) {}
  void note(const DefTimerResolution& record) { resolution_ = record.ticks_per_second; }
  void note(const DefProcess& record);
  void note(const DefProcessGroup& record);
  void note(const DefAttributeList& record);
  void note(const DefProcessOrGroupAttributes& record) { attributes_[record.process_or_group] = record.attributes; }
  void note(const DefFunction& record);
  void note(const DefFunctionGroup& record) { function_groups_.emplace(record.func_group, record.name); }
  void note(const DefCollectiveOperation& record);
  void note(const DefCounter& record);
  void note(const DefCounterGroup& record) { counter_groups_.emplace(record.counter_group, record.name); }
  void note(const DefScl& record) { sources_.try_emplace(record.source, record.source_file, record.line); }
  void note(const DefSclFile& record) { source_files_.emplace(record.source_file, record.name); }
  void note(const DefUniqueId& record);
  void note(const DefVersion& record);
  void note(const DefCreator& record) { trace_.creator_ = record.creator; }
  void note(const DefFile& record) { files_.try_emplace(record.token, std::string(record.name), record.group); }
  void note(const DefFileGroup& record) { file_groups_.emplace(record.token, record.name); }
  void note(const DefKeyValue& record);

  StringRef text(std::string_view text);
  AttributeRef attribute(AttributeRef self, std::string_view name, std::string_view description, Type type);
  void define_clock();
  void define_machine();
  void define_processes();
  void define_groups();
  void define_functions();
  void define_counters();
  void define_attributes();
  void define_files();
  void define_parameters();
  ProcessId root_of(ProcessId process) const;
  bool has_attribute(std::uint32_t process_or_group, std::uint32_t attribute) const;
  std::string_view name_in(const std::map<std::uint32_t, std::string>& names, std::uint32_t token) const;

  struct Process {
    std::string name;
    ProcessId parent = 0;
  };
  struct Members {
    std::string name;
    std::vector<ProcessId> members;
  };
  struct Function {
    std::string name;
    std::uint32_t group;
    std::uint32_t source;
  };
  struct CounterWords {
    std::string name;
    std::string unit;
    std::uint32_t properties;
    std::uint32_t group;
  };
  struct KeyWords {
    std::string name;
    std::string description;
    std::uint32_t type;
  };
  // Lines that are kept, in pieces that any format can hold as one text.
  struct Kept {
    std::string property;
    std::string lines;
    std::size_t pieces = 0;
  };
  Kept& kept(const std::string& property);

  OtfTrace& trace_;
  std::uint64_t resolution_ = default_resolution;
  std::unordered_map<std::string, StringRef> strings_;
  std::map<ProcessId, Process> processes_;
  std::map<std::uint32_t, Members> groups_;
  std::map<std::uint32_t, std::set<std::uint32_t>> attribute_lists_;
  std::map<std::uint32_t, std::uint32_t> attributes_;
  std::map<std::uint32_t, Function> functions_;
  std::map<std::uint32_t, std::string> function_groups_;
  std::map<std::uint32_t, CounterWords> counters_;
  std::map<std::uint32_t, std::string> counter_groups_;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> sources_;  // file and line
  std::map<std::uint32_t, std::string> source_files_;
  std::map<std::uint32_t, std::pair<std::string, std::uint32_t>> files_;  // name and group
  std::map<std::uint32_t, std::string> file_groups_;
  std::map<std::uint32_t, KeyWords> keys_;
  std::vector<Kept> kept_;
  bool is_at_markers_ = false;                               // which are read behind the definitions
  LineReader* file_ = nullptr;                               // that is being read
  std::vector<std::pair<std::string, std::string>> pieces_;  // property and lines
};

}  // namespace weft::otf
