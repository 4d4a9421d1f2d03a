// SPDX-License-Identifier: BSD-3-Clause
// ProcessStream: the events of one process as batches of the model, as vocabulary.hpp says.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "formats/otf/trace.hpp"

namespace weft::otf {

class ProcessStream final : public EventStream, public RecordAccess {
 public:
  // Tokens of the stream have these names in the model; null: they are their names.
  ProcessStream(const Translation& translation, const TokenNames* names, const SurveyedProcess* survey,
      ProcessId process, std::size_t rows);

  // Null where the stream has no file: then there are no events.
  void read_from(std::unique_ptr<RecordReader<EventFile>> reader) { reader_ = std::move(reader); }
  const ProcessSet& only() const { return only_; }

  bool next(EventBatch& batch) override;

  // For whoever reads records in an order of his own and hands them to their streams: the rows that came of them since
  // the last call, good until the next record comes.
  EventBatch take_rows();
  // When the next of those rows is due that end what an earlier record began; and makes it a row.
  std::optional<Ticks> due() const;
  void finish_until(Ticks time) { add_waiting(time); }

  // A record of the file.
  template <class R>
  requires(EventRecords::contains<R>) void operator()(const At& at, const R& record) {
    begin_record(at);
    if (!names_) [[likely]]
      return take(record);
    R renamed = record;
    names_->rename(renamed);
    take(renamed);
  }
  // A line of the file that is no record. Opening the trace has told of it.
  void unknown_line(const At& at, std::string_view line);

 private:
  struct Row {
    EventRecord record;
    std::size_t first_attribute = 0;
    std::size_t attributes = 0;
  };
  struct Rank {
    CommRef comm;
    RmaWinRef window;
    std::uint32_t rank = 0;
  };

  bool read(std::uint32_t row, Kind kind, Event& event) override;

  void begin_record(const At& at) {
    now_ = &at;
    if (are_taken_) [[unlikely]]
      clear_rows();
    if (!waiting_.empty()) [[unlikely]]
      add_waiting(at.time);
  }

  void take(const Enter& record);
  void take(const Leave& record);
  void take(const SendMsg& record);
  void take(const RecvMsg& record);
  void take(const Counter& record);
  void take(const BeginCollectiveOperation& record);
  void take(const EndCollectiveOperation& record);
  void take(const CollectiveOperation& record);
  void take(const EventComment& record);
  void take(const FileOperation& record);
  void take(const BeginFileOperation& record);
  void take(const EndFileOperation& record);
  void take(const RMAPut& record);
  void take(const RMAPutRemoteEnd& record);
  void take(const RMAGet& record);
  void take(const RMAEnd& record);
  void take(const NoOp& record);
  void take(const BeginProcess& record);
  void take(const EndProcess& record);

  // What the next row carries.
  void tell(AttributeRef attribute, TypedValue value) { attributes_.push_back({attribute, value}); }
  void tell_source(std::uint32_t source) {
    if (source) [[unlikely]]
      tell(translation_.source, {Type::source_code_location, translation_.tokens.sources.id_of(source)});
  }
  template <class R>
  void carry(const R& record);
  // The rank of a process in a process group, or among all; tells what that does not say.
  Rank rank_of(std::uint32_t group, ProcessId process, bool tells);

  template <class E>
  void add(const E& event);  // with what was told, and the key-values of the record
  template <class R>
  void add_parameter(const R& record, std::uint64_t value);
  template <class E, class R>
  void add_access(const R& record);
  template <class R>
  bool add_file_event(const R& record);
  template <class E>
  void push(Ticks time, const E& event);
  void add_values(const KeyValues& values);
  void add_waiting(Ticks until);
  void clear_rows();
  evt::MpiCollectiveEnd end_of(const BeginCollectiveOperation& begin);
  IoHandleRef handle(std::uint32_t file, std::uint64_t handle) const;

  const Translation& translation_;
  const TokenNames* names_;
  const SurveyedProcess* survey_;
  ProcessId process_;
  ProcessSet only_;
  std::size_t most_rows_;
  std::unique_ptr<RecordReader<EventFile>> reader_;
  bool all_bare_ = false;
  bool is_at_end_ = false;
  const At* now_ = nullptr;
  std::uint64_t events_before_ = 0;
  std::size_t file_operations_ = 0;  // that have begun
  std::vector<std::uint32_t> stack_;
  std::unordered_map<std::uint64_t, BeginCollectiveOperation> collectives_;  // in progress
  std::multimap<Ticks, EventRecord> waiting_;  // ends of what a record told at its beginning

  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> records_;
  std::vector<Row> rows_;
  std::vector<AttributeEntry> attributes_;
  std::size_t told_ = 0;    // attributes of rows that are complete
  bool are_taken_ = false;  // rows, by take_rows
  Arena arena_;
};

}  // namespace weft::otf
