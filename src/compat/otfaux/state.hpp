// SPDX-License-Identifier: BSD-3-Clause
// All processes of a trace, and when samples of their thumbnail are due.
#pragma once

#include <optional>

#include "compat/otfaux/process.hpp"
#include "formats/otf/hash_ordered.hpp"
#include "formats/otf/thumbnail.hpp"

struct OTFAUX_State {
  OTFAUX_State() = default;
  OTFAUX_State(const OTFAUX_State&) = delete;
  OTFAUX_State& operator=(const OTFAUX_State&) = delete;
  ~OTFAUX_State();

  // Made if it is not there yet.
  OTFAUX_Process* process(uint64_t id);
  void take_samples_before(uint64_t time);
  int write_thumbnail(const char* stub, bool create, uint32_t announced);

  OTFAUX_SharedState shared;
  weft::otf::HashOrdered<uint64_t, OTFAUX_Process*, weft::otf::process_buckets> processes;
  std::optional<weft::otf::SampleTimes> samples;

 private:
  void take_sample(uint32_t i);
};
