// SPDX-License-Identifier: BSD-3-Clause
// Runs a fuzz target over files and directories of inputs, once each: the seeds and all that was ever found, as an
// ordinary test that needs no libFuzzer.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::vector<std::string> inputs;
  for (int i = 1; i < argc; ++i) {
    if (!fs::exists(argv[i])) continue;
    for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) inputs.push_back(entry.path().string());
  }
  if (inputs.empty()) {
    fmt::print(stderr, "replay: no inputs; usage: replay DIRECTORY...\n");
    return 2;
  }
  std::ranges::sort(inputs);
  for (const std::string& input : inputs) {
    fmt::print("{}\n", input);
    std::fflush(stdout);
    const auto bytes = weft::read_file(input);
    if (!bytes) {
      fmt::print(stderr, "replay: {}\n", bytes.error().text());
      return 2;
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
  }
  fmt::print("{} inputs\n", inputs.size());
}
