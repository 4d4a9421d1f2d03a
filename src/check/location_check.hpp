// SPDX-License-Identifier: BSD-3-Clause
// LocationCheck: all rules on the events of one location, batch by batch, and what is to be settled between locations.
#pragma once

#include <cstdint>

#include "check/attributes.hpp"
#include "check/collectives.hpp"
#include "check/families.hpp"
#include "check/findings.hpp"
#include "check/io_handles.hpp"
#include "check/io_operations.hpp"
#include "check/messages.hpp"
#include "check/nesting.hpp"
#include "check/pairs.hpp"
#include "check/program.hpp"
#include "check/references.hpp"
#include "check/requests.hpp"
#include "check/times.hpp"
#include "check/values.hpp"
#include "model/batch.hpp"
#include "model/communicators.hpp"

namespace weft::check {

class LocationCheck {
 public:
  LocationCheck(const Definitions& definitions, const Communicators& communicators, LocationRef location);
  LocationCheck(const LocationCheck&) = delete;
  LocationCheck& operator=(const LocationCheck&) = delete;

  void add(const EventBatch& batch);
  void finish();

  LocationRef location() const { return location_; }
  std::uint64_t events() const { return events_; }
  Findings& findings() { return findings_; }

  // What needs the other locations of the process, or of the trace.
  Requests& requests() { return requests_; }
  Messages& messages() { return messages_; }
  Collectives& collectives() { return collectives_; }
  IoHandles& io_handles() { return io_handles_; }
  IoOperations& io_operations() { return io_operations_; }
  const Program& program() const { return program_; }

 private:
  void read(const EventBatch& batch, std::size_t row, const Place& at);
  template <class E>
  void see(const E& event, const Place& at);
  void switch_task(const Task& task);
  RegionRef region_of(CallingContextRef context) const;

  const Definitions& definitions_;
  LocationRef location_;
  Findings findings_;
  std::uint64_t events_ = 0;
  Event event_;

  Times times_;
  References references_;
  Nesting regions_;
  Nesting contexts_;
  Pairs pairs_;
  Values values_;
  Families families_;
  Requests requests_;
  Messages messages_;
  Collectives collectives_;
  IoHandles io_handles_;
  IoOperations io_operations_;
  Program program_;
};

}  // namespace weft::check
