// SPDX-License-Identifier: BSD-3-Clause
// The machine as the system tree of a trace: the computer, and with hwloc the packages, caches, cores and processing
// units in it; and what this process is on it.
#pragma once

#include <string>
#include <vector>

#include "record/dictionary.hpp"

namespace weft::recording {

// The computer this process runs on: known at once.
SystemTreeNodeRef describe_node(Dictionary& dictionary);

// What is inside: takes a while, so it is for the end.
void describe_topology(Dictionary& dictionary);

// The words this process was started with.
std::vector<std::string> command_line();

}  // namespace weft::recording
