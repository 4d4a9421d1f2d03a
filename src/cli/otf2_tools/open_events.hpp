// SPDX-License-Identifier: BSD-3-Clause
// OpenEvents: for each location the events that are still in effect, in the order they happened: regions not left,
// messages not received, locks not released. What a snapshot is made of.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft::cli::otf2_tools {

// An event with memory of its own.
struct OpenEvent {
  Ticks time = 0;
  EventRecord record;
  std::vector<MetricValue> values;  // of a metric
  std::vector<AttributeEntry> attributes;

  template <class R>
  const R* get_if() const {
    return record.get_if<R>();
  }
};

class OpenEvents {
 public:
  using List = std::list<OpenEvent>;

  using Warn = std::function<void(std::string_view)>;

  OpenEvents(const Definitions& definitions, Warn warn) : definitions_(definitions), warn_(std::move(warn)) {}

  // Whether events of this kind change anything.
  static bool handles(Kind kind);

  // False if regions are not nested.
  bool apply(LocationRef location, const Event& event);

  List& of(LocationRef location) { return lists_[location]; }
  // The region a location is in.
  std::optional<RegionRef> current_region(LocationRef location) const;

 private:
  struct Envelope {
    LocationRef sender;
    LocationRef receiver;
    CommRef comm;
    std::uint32_t tag;
    std::uint64_t length;
  };
  // A receive that came before its send was seen.
  struct Pending {
    Envelope envelope;
    List::iterator receive;
    std::optional<std::uint64_t> request;
  };

  template <class R>
  bool step(LocationRef, const Event&, const R&) {
    return true;
  }
  bool step(LocationRef location, const Event& event, const evt::MeasurementOnOff& record);
  bool step(LocationRef location, const Event& event, const evt::Enter& record);
  bool step(LocationRef location, const Event& event, const evt::Leave& record);
  bool step(LocationRef location, const Event& event, const evt::MpiRecv& record);
  bool step(LocationRef location, const Event& event, const evt::MpiIrecv& record);
  bool step(LocationRef location, const Event& event, const evt::MpiIsendComplete& record);
  bool step(LocationRef location, const Event& event, const evt::MpiRequestCancelled& record);
  bool step(LocationRef location, const Event& event, const evt::MpiCollectiveEnd& record);
  bool step(LocationRef location, const Event& event, const evt::OmpJoin& record);
  bool step(LocationRef location, const Event& event, const evt::OmpReleaseLock& record);
  bool step(LocationRef location, const Event& event, const evt::OmpTaskComplete& record);
  bool step(LocationRef location, const Event& event, const evt::Metric& record);

  List::iterator append(LocationRef location, const Event& event);
  // Removes the latest entry of type R that `fits`.
  template <class R, class Fits>
  void remove_last(LocationRef location, Fits&& fits);

  template <class R>
  Envelope envelope_of_receive(LocationRef location, const R& record) const;
  template <class R>
  bool is_sent_as(const R& record, const Envelope& envelope) const;
  bool match(const Envelope& envelope);
  template <class R>
  bool receive(LocationRef location, const Event& event, const R& record, std::optional<std::uint64_t> request);
  void retry_pending(LocationRef sender);
  void finish_request(LocationRef location, std::optional<std::uint64_t> request);
  std::size_t members(CommRef comm) const;
  void finish_collective(LocationRef location, CommRef comm);
  void update(OpenEvent& open, const evt::Metric& record) const;

  const Definitions& definitions_;
  Warn warn_;
  std::map<LocationRef, List> lists_;
  std::list<Pending> pending_;
  std::map<CommRef, std::deque<std::set<LocationRef>>> collectives_;
};

}  // namespace weft::cli::otf2_tools
