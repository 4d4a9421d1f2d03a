// SPDX-License-Identifier: BSD-3-Clause
// ProcessEncoder: the events of one location as OTF records. OTF tells at its beginning what a collective operation is,
// the model at its end: records wait until it has ended.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "formats/otf/fates.hpp"
#include "formats/otf/from_model.hpp"
#include "model/batch.hpp"
#include "model/counted_loss.hpp"
#include "model/examples.hpp"
#include "schema/any_record.hpp"

namespace weft::otf {

// What a location could not carry, or carried in other words.
struct Losses {
  FateCounts<EventTypes, event_fates> fields;
  std::map<AttributeRef, CountedLoss> attributes;
  CountedLoss moved_times;
  CountedLoss open_collectives;
  CountedLoss open_operations;
  // Of what ends and did not begin, by the type of the event.
  CountedLoss unmatched_ends[EventTypes::size] = {};
};

class ProcessEncoder {
 public:
  // The stream is the one whose definitions hold for the location.
  ProcessEncoder(const FromModel& words, LocationRef location, StreamId stream, RecordWriter& out);

  Result<> write(const Event& event);
  // What still waits.
  Result<> finish();
  const Losses& losses() const { return losses_; }

 private:
  using AnyEvent = AnyRecord<EventRecords>;
  struct Waiting {
    Ticks time;
    AnyEvent record;
    KeyValues values;
    std::string line = {};  // in place of a record
  };
  // What attributes of our own say.
  struct Told {
    std::string_view field;
    std::uint64_t bits;
  };
  using OperationKey = std::pair<std::uint32_t, std::uint64_t>;

  // A collective operation that takes longer than this many records is told without its details.
  static constexpr std::size_t most_waiting = std::size_t{1} << 20;

  void listen(const Event& event);
  const std::uint64_t* told(std::string_view field) const;
  std::uint32_t told_or(std::string_view field, std::uint32_t otherwise) const;
  Result<> write_carried(Ticks time, std::uint64_t id);

  template <class R>
  Result<> put(const R& record);
  Result<> put_line(std::string line);
  Result<> flush();
  void count_what_is_open();

  template <class E>
  Result<> take(const E& event, const Event& whole);
  template <class R, class E>
  Result<> message(const E& event, std::uint32_t peer);
  Result<> begin_collective(std::uint64_t id);
  template <class E>
  Result<> end_collective(const E& event, std::uint64_t id);
  Result<> metric(const evt::Metric& event);
  template <class R, class E>
  Result<> access(const E& event);
  Result<> file_operation(IoHandleRef handle, std::uint32_t operation, std::uint64_t bytes);
  auto example(const Event& event) const {
    return [&] { return example_of(definitions_, location_, event); };
  }
  template <class E>
  Result<> lose_end(const Event& event) {
    losses_.unmatched_ends[EventTypes::index_of<E>()].add(example(event));
    return {};
  }

  const FromModel& words_;
  const Definitions& definitions_;
  LocationRef location_;
  ProcessId process_;
  const TokenNames* tokens_;
  RecordWriter& out_;
  bool has_bare_leaves_;
  Ticks time_ = 0;
  std::vector<Told> told_;
  KeyValues values_;
  std::deque<Waiting> waiting_;
  std::deque<std::string> texts_;                              // of comments that wait
  std::uint64_t flushed_ = 0;                                  // records that have left the queue
  std::unordered_map<std::uint64_t, std::uint64_t> begun_;     // collective operations: their places in the queue
  std::vector<std::uint64_t> blocking_;                        // ids of those in progress that are no requests
  std::unordered_map<std::uint64_t, std::uint64_t> requests_;  // their collective operations
  std::uint64_t next_collective_ = 1;                          // the reference matches 32 bits: numbers of our own
  // In progress, and since when.
  std::map<OperationKey, std::pair<Ticks, evt::IoOperationBegin>> operations_;
  Losses losses_;
};

}  // namespace weft::otf
