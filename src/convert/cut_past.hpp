// SPDX-License-Identifier: BSD-3-Clause
// CutPast: what a cut has to know of all that was before it, for an index: what is open, operations and messages that
// may go on, files, and what lasts. A cut that sees these events and takes these counts is the same as one that saw
// all.
#pragma once

#include "convert/lasting.hpp"
#include "model/communicators.hpp"
#include "model/time_index.hpp"

namespace weft {

class CutPast {
 public:
  // They outlive it.
  explicit CutPast(const Definitions& definitions)
      : definitions_(definitions), communicators_(definitions), lasting_(definitions) {}

  // It outlives what it makes.
  WatchPast watch() const;

 private:
  const Definitions& definitions_;
  Communicators communicators_;
  Lasting lasting_;
};

}  // namespace weft
