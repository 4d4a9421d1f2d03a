// SPDX-License-Identifier: BSD-3-Clause
// Which blocks a selection touches, and where.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/open_file.hpp"
#include "compat/adios/read/selections.hpp"

using namespace weft;
using namespace weft::adios;

namespace {

// The part of a selection that lies in a block, or nothing.
ADIOS_SELECTION* part_in(const Chosen& what, const bp::Box& block) {
  if (const auto* box = std::get_if<bp::Box>(&what)) {
    const auto both = box->rank == block.rank ? bp::intersection(*box, block) : std::nullopt;
    return both ? kept_box(*both) : nullptr;
  }
  if (const auto* points = std::get_if<OwnedPoints>(&what)) {
    OwnedPoints inside;
    for (std::size_t i = 0; i + block.rank <= points->size(); i += block.rank) {
      const auto point = std::span(*points).subspan(i, block.rank);
      bp::Box one;
      one.rank = block.rank;
      std::ranges::copy(point, one.start.begin());
      one.count.fill(1);
      if (block.contains(one)) inside.insert(inside.end(), point.begin(), point.end());
    }
    return inside.empty() ? nullptr : kept_points(block.rank, inside);
  }
  return nullptr;
}

struct Found {
  std::vector<ADIOS_PG_INTERSECTION> all;
  ~Found() {
    for (const ADIOS_PG_INTERSECTION& one : all) {
      adios_selection_delete(one.pg_bounds_sel);
      adios_selection_delete(one.intersection_sel);
    }
  }
};

ADIOS_PG_INTERSECTIONS* find(const Seen& seen, const Chosen& what, bp::StepRange steps) {
  Found found;
  const auto* const wanted = std::get_if<bp::WriterBlock>(&what);
  for (std::size_t s = steps.first; s < steps.first + steps.count; ++s) {
    const bp::Step& step = seen.steps()[s];
    for (std::size_t b = 0; b < step.blocks; ++b) {
      const std::size_t block = step.first_block + b;
      const bp::Box box = seen.box(block);
      if (wanted && wanted->index != (wanted->counts_all_steps ? block : b)) continue;
      const bool is_whole = wanted || std::holds_alternative<bp::Everything>(what);
      ADIOS_PG_INTERSECTION one{};
      one.intersection_sel = is_whole ? kept_box(box) : part_in(what, box);
      if (!one.intersection_sel) continue;
      one.pg_bounds_sel = kept_box(box);
      one.timestep = static_cast<int>(s);
      one.blockidx = static_cast<int>(block - seen.first_block());
      one.blockidx_in_timestep = static_cast<int>(b);
      found.all.push_back(one);
    }
  }
  auto* const list = kept_array<ADIOS_PG_INTERSECTIONS>(1);
  list->npg = static_cast<int>(found.all.size());
  list->intersections = kept_copy(std::span<const ADIOS_PG_INTERSECTION>(found.all));
  found.all.clear();
  return list;
}

}  // namespace

extern "C" {

ADIOS_PG_INTERSECTIONS* adios_find_intersecting_pgs(
    const ADIOS_FILE* fp, int varid, const ADIOS_SELECTION* sel, const int from_step, const int nsteps) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_PG_INTERSECTIONS* {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return nullptr;
    if (varid < 0 || varid >= file->nvars) {
      fail(err_invalid_varid, fmt::format("expected a variable from 0 to {}, found {}", file->nvars - 1, varid));
      return nullptr;
    }
    const Seen seen = file->seen(varid);
    if (from_step < 0 || nsteps < 0 ||
        static_cast<std::size_t>(from_step) + static_cast<std::size_t>(nsteps) > seen.step_count) {
      fail(err_invalid_timestep, fmt::format("'{}' has {} steps", seen.variable->name(), seen.step_count));
      return nullptr;
    }
    const bp::StepRange steps{static_cast<std::size_t>(from_step), static_cast<std::size_t>(nsteps)};
    const auto what = chosen_of(sel, seen, steps);
    return what ? find(seen, *what, steps) : nullptr;
  });
}

void adios_free_pg_intersections(ADIOS_PG_INTERSECTIONS** intersections) {
  if (!intersections || !*intersections) return;
  for (int i = 0; i < (*intersections)->npg; ++i) {
    adios_selection_delete((*intersections)->intersections[i].pg_bounds_sel);
    adios_selection_delete((*intersections)->intersections[i].intersection_sel);
  }
  std::free((*intersections)->intersections);
  std::free(*intersections);
  *intersections = nullptr;
}
}
