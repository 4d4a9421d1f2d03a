// SPDX-License-Identifier: BSD-3-Clause
// What a program asks for when it chooses a method of reading.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace weft::adios {

struct ReadSettings {
  std::uint64_t chunk_bytes = std::uint64_t{16} << 20;
  std::chrono::milliseconds poll_interval{10000};
  bool shows_hidden_attributes = false;
};

// Those of files that are opened from now on.
ReadSettings read_settings();

// "verbose=3;max_chunk_size=8;…", or an error code.
int init_read_method(int method, std::string_view parameters);
int finalize_read_method(int method);

// Only files are read: other methods hand data from program to program.
bool is_supported_method(int method);

}  // namespace weft::adios
