// SPDX-License-Identifier: BSD-3-Clause
// The flags of open and lseek, in the words of traces.
#pragma once

#include "model/enums.hpp"

namespace weft::recording {

IoAccessMode access_mode(int flags);
IoCreationFlag creation_flags(int flags);
IoStatusFlag status_flags(int flags);
IoSeekOption seek_option(int whence);

}  // namespace weft::recording
