// SPDX-License-Identifier: BSD-3-Clause
// The end of processes that tell nobody, as the calls see it that end or replace them.
#pragma once

namespace weft::recording {

// From now on. Before that those calls do nothing of ours.
void follow_processes();

}  // namespace weft::recording
