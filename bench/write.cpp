// SPDX-License-Identifier: BSD-3-Clause
// How fast does Weft write events? write DIRECTORY EVENTS: one location in
// DIRECTORY/trace.otf2. The last number it prints is the bytes written.
#include "formats/otf2/writer.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "outcome.h"
#include "workload.h"

namespace {

using namespace weft;

Result<> append(otf2::EventWriter& writer, const workload_event& event) {
  const RegionRef region{static_cast<std::uint32_t>(event.region)};
  if (event.is_enter) return writer.append(event.time, evt::Enter{region});
  return writer.append(event.time, evt::Leave{region});
}

Result<> measure(const std::string& directory, std::uint64_t events) {
  auto archive = WEFT_TRY(otf2::ArchiveWriter::create(directory + "/trace.otf2", {}));
  auto writer = archive.events(LocationRef{0});
  static workload_event block[4096];
  auto workload = workload_of(0, events);
  std::int64_t nanoseconds = 0;
  while (const std::uint64_t n = workload_fill(&workload, block, std::size(block))) {
    const std::int64_t start = nanoseconds_now();
    for (std::uint64_t i = 0; i < n; ++i) WEFT_TRY(append(writer, block[i]));
    nanoseconds += nanoseconds_now() - start;
  }
  const std::int64_t start = nanoseconds_now();
  WEFT_TRY(writer.close());
  nanoseconds += nanoseconds_now() - start;
  WEFT_TRY(archive.close());
  print_outcome(events, nanoseconds, std::filesystem::file_size(archive.paths().events(LocationRef{0})));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: write DIRECTORY EVENTS\n"), 2;
  const auto done = measure(argv[1], std::strtoull(argv[2], nullptr, 10));
  if (!done) return std::fprintf(stderr, "write: %s\n", done.error().text().c_str()), 1;
  return 0;
}
