// SPDX-License-Identifier: BSD-3-Clause
// LitlNames: what the definitions of a process are to its trace in LiTL, which has a place for the name of the process
// and for no other. What codes mean becomes lines of the mapping; everything that ids in events refer to is said in
// texts, which stand at the end of the first thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formats/litl/mapping.hpp"
#include "model/definitions.hpp"

namespace weft::recording {

struct LitlNames {
  std::string process;                         // as the trace calls it; no other of the run has this name
  std::vector<std::vector<std::byte>> chunks;  // of events
};

// What a process wrote of its definitions; those before the first that is damaged, if one is.
Definitions definitions_in(const std::string& path);

// Each definition as a text, at this time; what was lost, as a number.
LitlNames names_of(const Definitions& definitions, std::uint32_t process, Ticks time);

// Lines for all codes of a recording but those of one process; and for these.
void add_common_codes(litl::Mapping& mapping);
void add_codes(litl::Mapping& mapping, const Definitions& definitions, std::uint32_t process);

}  // namespace weft::recording
