// SPDX-License-Identifier: BSD-3-Clause
// OtfTrace: the bridge from OTF to the model, in the words of vocabulary.hpp. Opening walks over all events once (see
// survey.hpp), unless the trace is only to be described; after that, processes are read independently, each from the
// file of its stream. Where many processes share a large stream, it is split once (see split_stream.hpp).
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/otf/split_stream.hpp"
#include "formats/otf/survey.hpp"
#include "formats/otf/token_table.hpp"
#include "formats/otf/vocabulary.hpp"
#include "model/trace.hpp"

namespace weft::otf {

// A process group that exchanges messages.
struct Communicator {
  CommRef self;
  RmaWinRef window;
  std::unordered_map<ProcessId, std::uint32_t> ranks;
};

// The attribute of a field of carried records.
struct FieldAttribute {
  AttributeRef self;
  Type type = Type::uint64;
};

// The attribute that a key is; and where values may be characters or numbers of one byte, which the model does not tell
// apart, the one of those that the key is not for.
struct KeyAttributes {
  AttributeRef self;
  bool is_character = false;
  AttributeRef other = {};

  AttributeRef of(ValueType type) const {
    const bool is_other = is_character ? type == ValueType::uint8 : type == ValueType::character;
    return is_other && other.defined() ? other : self;
  }
};

// What streams need to know of the whole trace.
struct Translation {
  TokenTables tokens;
  AttributeRef record, source, bare, group, peer, value;
  std::unordered_map<std::string_view, FieldAttribute> fields;  // by their names
  std::unordered_map<std::uint8_t, ParameterRef> parameters;    // of records without an event, by their ids
  std::unordered_map<std::uint32_t, KeyAttributes> keys;
  std::unordered_map<std::string, StringRef> texts;
  std::unordered_map<std::uint32_t, Communicator> communicators;  // by process group
  Communicator everybody;
  std::unordered_map<std::uint32_t, CounterProperties> counters;
  std::unordered_map<std::uint32_t, CollectiveOp> collectives;
  std::map<std::pair<std::uint32_t, std::uint64_t>, IoHandleRef> handles;

  std::unordered_map<std::uint32_t, IoFileRef> files;

  IoFileRef file(std::uint32_t token) const {
    const auto known = files.find(token);
    return known == files.end() ? IoFileRef{} : known->second;
  }
  StringRef text(const std::string& found) const {
    const auto known = texts.find(found);
    return known == texts.end() ? StringRef{} : known->second;
  }
};

class ProcessStream;

class OtfTrace final : public Trace {
 public:
  // By the master file, the stub of all names, or any file of the trace.
  static Result<std::unique_ptr<OtfTrace>> open(const std::string& path);
  // Without reading events: how many there are is then unknown, and they cannot be asked for.
  static Result<std::unique_ptr<OtfTrace>> open_briefly(const std::string& path);

  TraceReader& reader() { return *reader_; }
  // For what has been read before: its damage has been told.
  TraceReader& second_reader() { return *second_reader_; }
  // The events of a process, before there are any.
  std::unique_ptr<ProcessStream> stream_of(ProcessId process, std::size_t rows) const;
  std::optional<StreamId> stream_id_of(ProcessId process) const { return reader_->master().stream_of(process); }

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  Report& report() override { return report_; }

  TraceInfo info() override;
  std::uint64_t event_bytes(LocationRef location) override;
  Result<> print(const PrintOptions& options, TextSink& out) override;
  void examine(Report& findings) override;
  void read_markers(Markers& into) override;
  void tell_unmodelled(LossReport& loss) override;

 private:
  friend class TraceDefiner;
  OtfTrace() = default;
  static Result<std::unique_ptr<OtfTrace>> find(const std::string& path);
  LocalTokens find_local_tokens();
  std::uint64_t file_bytes(StreamId stream, std::string_view suffix) const;
  Result<std::unique_ptr<RecordReader<EventFile>>> read_process(
      StreamId stream, ProcessId process, const ProcessSet& only, std::size_t window_bytes);
  Result<const SplitStream*> split(StreamId stream);
  template <class Kind>
  std::uint64_t records_of(std::string& example);

  Report report_;
  Report told_already_;
  std::unique_ptr<TraceReader> reader_;
  std::unique_ptr<TraceReader> second_reader_;
  std::mutex splitting_;
  std::unordered_map<StreamId, std::unique_ptr<SplitStream>> split_;
  LocalTokens local_tokens_;
  Survey survey_;
  Translation translation_;
  Definitions definitions_;
  std::vector<LocationRef> locations_;
  std::string version_;
  std::string creator_;
  std::string unique_id_;
};

}  // namespace weft::otf
