// SPDX-License-Identifier: BSD-3-Clause
// weft_run_writer DIRECTORY: writes a run of processes there twice, as left/run and as done/run. Some of the processes
// were killed, one had another clock, one left no definitions. done/run is completed, left/run is left as it is.
#include <cstdio>
#include <filesystem>

#include "../../contract/test_run.hpp"
#include "formats/otf2/run.hpp"

namespace {

using namespace weft;
using namespace weft::contract;

void write_run(const otf2::ArchivePaths& paths) {
  std::filesystem::create_directories(paths.locations());
  TestProcess foreign{.number = 3, .regions = {"main", "far"}, .world = 5, .clock = "machine 2", .rounds = 40};
  foreign.time = {2'500'000'000, 77, 100'000, foreign.time.realtime_timestamp + 500};
  write_process(paths, {.number = 0, .regions = {"main", "a"}, .world = 5, .rounds = 100, .markers = {"red", "green"}});
  write_process(paths, {.number = 1, .regions = {"b", "main"}, .world = 5, .threads = 2, .rounds = 100});
  write_process(paths, {.number = 2, .regions = {"b", "c", "main"}, .world = 5, .finished = false, .rounds = 9000});
  write_process(paths, foreign);
  write_events(paths, {.number = 4, .regions = {"main", "d"}, .rounds = 10});
  // Killed in the middle of an event, and in the middle of a definition, the one that names its clock.
  std::filesystem::resize_file(paths.events({2}), otf2::smallest_chunk + 4321);
  std::filesystem::resize_file(paths.part(2), std::filesystem::file_size(paths.part(2)) - 4);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string directory = argv[1];
  for (const char* name : {"left/", "done/"}) write_run({directory + "/" + name, "run"});
  const auto report = otf2::complete_run(directory + "/done/run.otf2", {test_anchor(), {}});
  if (!report) std::fprintf(stderr, "%s\n", report.error().text().c_str());
  return report ? 0 : 1;
}
