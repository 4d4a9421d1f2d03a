// SPDX-License-Identifier: BSD-3-Clause
// LiTL traces as plain values, to be written in several ways, read back and compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/litl/reader.hpp"

namespace weft::contract::litl_content {

struct SampleEvent {
  std::uint64_t time = 0;
  std::uint32_t code = 0;
  litl::EventType type = litl::EventType::regular;
  std::vector<std::uint64_t> parameters;  // of a regular event
  std::string bytes;                      // of any other
  friend bool operator==(const SampleEvent&, const SampleEvent&) = default;
};
struct SampleThread {
  std::uint64_t tid = 0;
  std::vector<SampleEvent> events;
  friend bool operator==(const SampleThread&, const SampleThread&) = default;
};
struct SampleProcess {
  std::string name;
  std::uint32_t buffer_bytes = 0;
  std::vector<SampleThread> threads;
  friend bool operator==(const SampleProcess&, const SampleProcess&) = default;
};
struct SampleTrace {
  std::string version = "0.1.9";
  std::string sysinfo = "Linux host 6.1 #1 x86_64";
  std::vector<SampleProcess> processes;
  friend bool operator==(const SampleTrace&, const SampleTrace&) = default;
};

struct Shape {
  std::size_t processes = 1;
  std::size_t threads = 3;
  std::size_t events = 40;       // of a thread, at most
  std::uint32_t word_bytes = 8;  // values fit into words of this many bytes
};
// Events of all kinds with 0 to 10 parameters, some threads without events, some thread ids twice, times that repeat
// and now and then go backwards.
SampleTrace random_trace(std::uint32_t seed, const Shape& shape);

// The bytes of a file in any layout, made with nothing of what the codec writes with. Chunks hold `events_per_chunk`
// events; threads from `header_threads` on stand in continuation tables.
std::string file_bytes(const SampleTrace& trace, const litl::Layout& layout, std::size_t events_per_chunk = 7,
    std::size_t header_threads = ~std::size_t{0});

// Events in the standard layout.
std::string encoded(const SampleEvent& event);
std::string encoded(const std::vector<SampleEvent>& events, std::size_t first, std::size_t last);

// Where the second trace differs from the first; empty if it does not.
std::string difference(const SampleTrace& expected, const SampleTrace& found);

// All that the native reader finds; events of damaged threads up to the damage.
SampleTrace read_native(const std::string& path, Report& report);

inline Bytes as_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

}  // namespace weft::contract::litl_content
