// SPDX-License-Identifier: BSD-3-Clause
// OTF_FileManager: the pool of handles that all files of a program share.
#pragma once

#include <open-trace-format/OTF_FileManager.h>

#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/otf/paths.hpp"

struct struct_OTF_FileManager {
  explicit struct_OTF_FileManager(uint32_t number) : pool(number) {}

  weft::HandlePool pool;
  // Forwarding of I/O, as told by setIofsl or by a master file.
  OTF_IofslMode iofsl_mode = OTF_IOFSL_DISABLED;
  std::vector<std::string> servers;
  std::vector<char*> server_names;
  uint32_t server_count = 0;
  uint32_t iofsl_flags = 0;
  uint32_t index_buffer_length = 0;
  uint32_t stream_id_bits = 0;
};

namespace weft::otf::compat {

// As the codec wants to know it.
std::optional<Forwarding> forwarding_of(const OTF_FileManager& manager);

}  // namespace weft::otf::compat
