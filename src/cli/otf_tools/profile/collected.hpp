// SPDX-License-Identifier: BSD-3-Clause
// Collected: the sums a profile is made of, by process. Their size is bounded by what a process does, not by how often.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "cli/otf_tools/profile/vocabulary.hpp"

namespace weft::cli::otf_tools::profile {

struct Calls {
  std::uint64_t count = 0;
  std::uint64_t exclusive = 0;  // ticks
  std::uint64_t inclusive = 0;

  void add(const Calls& other) {
    count += other.count;
    exclusive += other.exclusive;
    inclusive += other.inclusive;
  }
};

// Real numbers: counters that run backwards must not wrap around twice.
struct CounterSums {
  double exclusive = 0;
  double inclusive = 0;
};

// Messages or collective operations, as one process or a pair of them sees it.
struct Traffic {
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t send_ticks = 0;
  std::uint64_t receive_ticks = 0;

  void add(const Traffic& other) {
    sends += other.sends;
    receives += other.receives;
    sent_bytes += other.sent_bytes;
    received_bytes += other.received_bytes;
    send_ticks += other.send_ticks;
    receive_ticks += other.receive_ticks;
  }
};

// The classes of collective operations that have a name; what is of another class is left out.
using otf::collective_type::all_to_all;
using otf::collective_type::all_to_one;
using otf::collective_type::barrier;
using otf::collective_type::one_to_all;

struct ProcessProfile {
  std::map<std::uint32_t, Calls> functions;
  std::map<std::pair<std::uint32_t, std::uint32_t>, CounterSums> counters;  // by function and counter
  std::map<ProcessId, Traffic> messages;                                    // by peer
  std::map<std::uint32_t, Traffic> collectives;                             // by class

  Traffic all_messages() const {
    Traffic sum;
    for (const auto& [peer, traffic] : messages) sum.add(traffic);
    return sum;
  }
};

// Messages of one length; times of those whose arrival is known.
struct LengthStatistics {
  std::uint64_t count = 0;
  std::uint64_t timed = 0;
  std::uint64_t ticks = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;

  void add_time(std::uint64_t time) {
    least = timed == 0 || time < least ? time : least;
    most = time > most ? time : most;
    ticks += time;
    ++timed;
  }
  void add(const LengthStatistics& other) {
    if (other.timed > 0) {
      least = timed == 0 || other.least < least ? other.least : least;
      most = other.most > most ? other.most : most;
    }
    count += other.count;
    timed += other.timed;
    ticks += other.ticks;
  }
};

struct Collected {
  std::map<ProcessId, ProcessProfile> processes;
  std::map<std::uint64_t, LengthStatistics> lengths;
  std::map<std::pair<int, int>, std::uint64_t> rates;  // messages by the powers of two of their length and bytes/second
};

// From the events, streams in parallel; `progress` is called from time to time by one thread at a time.
Result<Collected> collect_events(otf::TraceReader& trace, const Vocabulary& words, const Progress& progress);
// From the last summaries that were written.
Result<Collected> collect_summaries(otf::TraceReader& trace, const Vocabulary& words);

}  // namespace weft::cli::otf_tools::profile
