// SPDX-License-Identifier: BSD-3-Clause
// ThreadStream: the surveyed chunks of one thread as batches of the model.
#pragma once

#include <memory>
#include <vector>

#include "formats/litl/trace.hpp"
#include "model/source.hpp"

namespace weft::litl {

class ThreadStream final : public EventStream, public RecordAccess {
 public:
  ThreadStream(const Translation& translation, const SurveyedThread& thread, LocationRef location,
      std::uint32_t word_bytes, const StreamOptions& options);

  bool next(EventBatch& batch) override;

  // The event behind a row of the batch last handed out.
  NativeEvent native(std::size_t row) const { return event_at(events_[row].begin, word_bytes_); }

 private:
  struct Row {
    const std::byte* begin;
    bool is_late;  // earlier than an event before it
  };
  bool read(std::uint32_t row, Kind kind, Event& event) override;
  void read_message(const CodeUse& use, const NativeEvent& native_event, Event& event);
  void read_other(const CodeUse& use, const NativeEvent& native_event, Kind kind, Event& event);
  void add_type(const NativeEvent& event);
  void add_payload(const CodeUse& use, const NativeEvent& event, bool is_first_told);
  struct Head {
    Kind kind;
    std::uint64_t value;
  };
  Head head_of(const CodeUse& use, const NativeEvent& event) const;
  void begin_chunk();

  const Translation& translation_;
  const SurveyedThread& thread_;
  LocationRef location_;
  std::uint32_t word_bytes_;
  std::size_t rows_;
  std::uint64_t chunk_;  // being read; one past the last to read at the end
  std::uint64_t last_chunk_;
  const std::byte* at_ = nullptr;
  std::uint64_t latest_ = 0;
  std::uint64_t events_before_ = 0;

  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> records_;
  std::vector<Row> events_;
  std::vector<AttributeEntry> attributes_;
};

}  // namespace weft::litl
