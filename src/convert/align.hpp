// SPDX-License-Identifier: BSD-3-Clause
// Alignment: clocks of processes made to agree by what they told each other. No message arrives before it was sent, and
// nobody leaves a barrier before all have come: messages in both directions bound by how much two clocks differ, from
// below and from above. How they drift is found by least squares between the bounds, how they are set is the middle of
// the room that is left; along the pairs that are bounded best, all clocks follow that of the first process.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "convert/clock_map.hpp"
#include "model/source.hpp"

namespace weft {

// What has to be added to the ticks of a clock: `offset` at tick `zero` of it, and so much more for each further one.
struct Correction {
  Ticks zero = 0;
  double offset = 0;
  double drift = 0;

  double at(Ticks time) const;
};

struct Alignment {
  std::map<LocationRef, Correction> corrections;
  std::size_t processes = 0;
  std::size_t unreached = 0;  // processes whose clocks nothing is known about
  std::uint64_t links = 0;    // messages, and pairs of processes in collective operations, that were looked at
  std::uint64_t violated_before = 0;
  std::uint64_t violated = 0;  // of these arrive before they were sent, even now
  double error = 0;            // ticks: half of the room that the bounds leave, of the worst pair that was needed
  std::size_t one_sided = 0;   // of these pairs, those of which only one told the other something: nothing bounds them
};

// Something that process `from` did at `sent`, in its ticks, before process `to` did something at `received`, in its
// own.
struct Link {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Ticks sent = 0;
  Ticks received = 0;
};

struct ProcessClocks {
  std::vector<Correction> corrections;
  std::vector<bool> is_reached;
  double error = 0;
  std::size_t one_sided = 0;
};
ProcessClocks align_clocks(std::size_t processes, std::span<const Link> links);

// Reads all events of a source.
Result<Alignment> align_by_messages(Source& source, std::size_t threads);

// The same events at the times that they have by an alignment.
class AlignedSource final : public Source {
 public:
  AlignedSource(Source& source, const Alignment& alignment);

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return source_.locations(); }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  void read_markers(Markers& into) override;
  Report& report() override { return source_.report(); }

 private:
  Source& source_;
  std::map<LocationRef, ClockMap> clocks_;
  ClockMap common_;  // of what is no location's
  Definitions definitions_;
};

}  // namespace weft
