// SPDX-License-Identifier: BSD-3-Clause
// The locks of what is known of the program's functions and threads.
#pragma once

#include "record/owned_mutex.hpp"

namespace weft::recording {

OwnedMutex& functions_mutex();
OwnedMutex& threads_mutex();

}  // namespace weft::recording
