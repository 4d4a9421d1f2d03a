// SPDX-License-Identifier: BSD-3-Clause
// Selections: those that programs make, and what a read takes over from them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/request.hpp"
#include "compat/adios/read/selections.hpp"

namespace weft::adios {

namespace {

bool is_good_rank(int ndim) { return ndim >= 0 && static_cast<std::size_t>(ndim) <= bp::most_dimensions; }

std::optional<Chosen> lies_outside(const Seen& seen) {
  fail(err_out_of_bound, fmt::format("the selection does not lie in '{}'", seen.variable->name()));
  return std::nullopt;
}

// Blocks are counted over all steps that are seen: in a stream those of the current one.
std::optional<bp::WriterBlock> writer_block(const ADIOS_SELECTION_WRITEBLOCK_STRUCT& block, const Seen& seen) {
  if (block.index < 0) return std::nullopt;
  const bool counts_all = block.is_absolute_index != 0;
  bp::WriterBlock wanted{static_cast<std::size_t>(block.index) + (counts_all ? seen.first_block() : 0), counts_all};
  if (block.is_sub_pg_selection) wanted.first_and_count.emplace(block.element_offset, block.nelements);
  return wanted;
}

// What contains points: a box of the array, or a block of it in the first of the steps.
std::optional<bp::Box> container_box(const ADIOS_SELECTION& container, const Seen& seen, bp::StepRange steps) {
  if (container.type == ADIOS_SELECTION_BOUNDINGBOX && is_good_rank(container.u.bb.ndim)) return box_of(container.u.bb);
  if (container.type != ADIOS_SELECTION_WRITEBLOCK || steps.count == 0) return std::nullopt;
  const auto number = block_number(container.u.block, seen, steps.first);
  return number ? std::optional(seen.box(*number)) : std::nullopt;
}

std::optional<Chosen> chosen_points(
    const ADIOS_SELECTION_POINTS_STRUCT& points, const Seen& seen, bp::StepRange steps) {
  const std::size_t rank = seen.rank();
  if (!is_good_rank(points.ndim)) return lies_outside(seen);
  std::optional<bp::Box> box;
  if (points.container_selection) {
    box = container_box(*points.container_selection, seen, steps);
    if (!box) return lies_outside(seen);
  }
  const auto given = static_cast<std::size_t>(points.ndim);
  const bool are_places = box && given == 1 && rank > 1;
  if (!are_places && given != rank) return lies_outside(seen);
  if (box && box->rank != rank) return lies_outside(seen);
  const auto count = static_cast<std::size_t>(points.npoints);
  if (count == 0) return Chosen(Nothing{});
  OwnedPoints all;
  if (count > all.max_size() / std::max<std::size_t>(rank, 1)) return lies_outside(seen);
  all.reserve(count * rank);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint64_t, bp::most_dimensions> at{};
    if (are_places) {
      if (!coordinates_of(*box, points.points[i], at)) return lies_outside(seen);
    } else {
      for (std::size_t d = 0; d < rank; ++d) at[d] = points.points[i * rank + d] + (box ? box->start[d] : 0);
    }
    all.insert(all.end(), at.begin(), at.begin() + static_cast<std::ptrdiff_t>(rank));
  }
  return Chosen(std::move(all));
}

}  // namespace

bp::Box box_of(const ADIOS_SELECTION_BOUNDINGBOX_STRUCT& box) {
  const auto rank = static_cast<std::size_t>(box.ndim);
  return {std::span<const std::uint64_t>(box.start, rank), std::span<const std::uint64_t>(box.count, rank)};
}

std::optional<std::size_t> block_number(
    const ADIOS_SELECTION_WRITEBLOCK_STRUCT& block, const Seen& seen, std::size_t step) {
  const bool counts_all = block.is_absolute_index != 0;
  const auto index = static_cast<std::size_t>(block.index);
  if (block.index < 0 || index >= (counts_all ? seen.block_count() : seen.steps()[step].blocks)) return std::nullopt;
  return index + (counts_all ? seen.first_block() : seen.steps()[step].first_block);
}

bool coordinates_of(const bp::Box& box, std::uint64_t place, std::span<std::uint64_t> coordinates) {
  for (std::size_t d = box.rank; d > 0; --d) {
    if (box.count[d - 1] == 0) return false;
    coordinates[d - 1] = box.start[d - 1] + place % box.count[d - 1];
    place /= box.count[d - 1];
  }
  return place == 0;
}

std::optional<Chosen> chosen_of(const ADIOS_SELECTION* selection, const Seen& seen, bp::StepRange steps) {
  if (!selection) return bp::Everything{};
  switch (selection->type) {
    case ADIOS_SELECTION_BOUNDINGBOX: {
      if (!is_good_rank(selection->u.bb.ndim)) return lies_outside(seen);
      // Whatever box is drawn around it, a single value is a single value.
      if (seen.rank() == 0) return bp::Everything{};
      return box_of(selection->u.bb);
    }
    case ADIOS_SELECTION_POINTS:
      if (seen.rank() == 0) return bp::Everything{};
      return chosen_points(selection->u.points, seen, steps);
    case ADIOS_SELECTION_WRITEBLOCK:
      if (const auto block = writer_block(selection->u.block, seen)) return *block;
      return lies_outside(seen);
    case ADIOS_SELECTION_AUTO:
      return Nothing{};
  }
  fail(err_unsupported_selection, fmt::format("there are no selections of type {}", static_cast<int>(selection->type)));
  return std::nullopt;
}

ADIOS_SELECTION* kept_box(const bp::Box& box) {
  return adios_selection_boundingbox(static_cast<int>(box.rank), box.start.data(), box.count.data());
}

ADIOS_SELECTION* kept_points(std::size_t rank, std::span<const std::uint64_t> coordinates) {
  auto* const selection = kept_array<ADIOS_SELECTION>(1);
  selection->type = ADIOS_SELECTION_POINTS;
  auto& points = selection->u.points;
  points.ndim = static_cast<int>(rank);
  points.npoints = rank ? coordinates.size() / rank : 0;
  points.points = kept_copy(coordinates);
  points._free_points_on_delete = 1;
  return selection;
}

void free_content(ADIOS_SELECTION& selection) {
  if (selection.type == ADIOS_SELECTION_BOUNDINGBOX) {
    std::free(selection.u.bb.start);
    std::free(selection.u.bb.count);
  } else if (selection.type == ADIOS_SELECTION_POINTS) {
    if (selection.u.points._free_points_on_delete) std::free(selection.u.points.points);
    adios_selection_delete(selection.u.points.container_selection);
  }
}

namespace {

ADIOS_SELECTION* kept_selection(ADIOS_SELECTION_TYPE type) {
  auto* const selection = kept_array<ADIOS_SELECTION>(1);
  selection->type = type;
  return selection;
}

}  // namespace

}  // namespace weft::adios

using namespace weft;
using namespace weft::adios;

extern "C" {

ADIOS_SELECTION* adios_selection_boundingbox(int ndim, const uint64_t* start, const uint64_t* count) {
  ADIOS_SELECTION* answer = nullptr;
  const auto watch = watching<adiost_event_selection_boundingbox>(
      [&](auto tell) { tell(static_cast<uint64_t>(ndim), start, count, answer); });
  forget_error();
  return answer = guarded(nullptr, [&]() -> ADIOS_SELECTION* {
    if (!is_good_rank(ndim)) {
      fail(err_invalid_argument, fmt::format("expected 0 to {} dimensions, found {}", bp::most_dimensions, ndim));
      return nullptr;
    }
    ADIOS_SELECTION* const selection = kept_selection(ADIOS_SELECTION_BOUNDINGBOX);
    const auto rank = static_cast<std::size_t>(ndim);
    selection->u.bb.ndim = ndim;
    selection->u.bb.start = kept_copy(std::span(start, rank));
    selection->u.bb.count = kept_copy(std::span(count, rank));
    return selection;
  });
}

ADIOS_SELECTION* adios_selection_points(int ndim, uint64_t npoints, const uint64_t* points) {
  ADIOS_SELECTION* answer = nullptr;
  const auto watch = watching<adiost_event_selection_points>(
      [&](auto tell) { tell(static_cast<uint64_t>(ndim), npoints, points, nullptr, 0, answer); });
  forget_error();
  return answer = guarded(nullptr, [&] {
    ADIOS_SELECTION* const selection = kept_selection(ADIOS_SELECTION_POINTS);
    selection->u.points.ndim = ndim;
    selection->u.points.npoints = npoints;
    selection->u.points.points = const_cast<uint64_t*>(points);
    return selection;
  });
}

ADIOS_SELECTION* adios_selection_writeblock(int index) {
  ADIOS_SELECTION* answer = nullptr;
  const auto watch = watching<adiost_event_selection_writeblock>([&](auto tell) { tell(index, answer); });
  forget_error();
  return answer = guarded(nullptr, [&] {
    ADIOS_SELECTION* const selection = kept_selection(ADIOS_SELECTION_WRITEBLOCK);
    selection->u.block.index = index;
    return selection;
  });
}

ADIOS_SELECTION* adios_selection_writeblock_bounded(
    int index, uint64_t start_elem, uint64_t num_elems, int is_timestep_relative) {
  ADIOS_SELECTION* const selection = adios_selection_writeblock(index);
  if (!selection) return nullptr;
  selection->u.block.is_absolute_index = !is_timestep_relative;
  selection->u.block.is_sub_pg_selection = 1;
  selection->u.block.element_offset = start_elem;
  selection->u.block.nelements = num_elems;
  return selection;
}

ADIOS_SELECTION* adios_selection_auto(char* hints) {
  ADIOS_SELECTION* answer = nullptr;
  const auto watch = watching<adiost_event_selection_auto>([&](auto tell) { tell(hints, answer); });
  forget_error();
  return answer = guarded(nullptr, [&] {
    ADIOS_SELECTION* const selection = kept_selection(ADIOS_SELECTION_AUTO);
    selection->u.autosel.hints = hints;  // which stay the program's
    return selection;
  });
}

void adios_selection_delete(ADIOS_SELECTION* selection) {
  const auto watch = watching<adiost_event_selection_delete>([&](auto tell) { tell(selection); });
  if (!selection) return;
  free_content(*selection);
  std::free(selection);
}

ADIOS_SELECTION* adios_selection_points_1DtoND(ADIOS_SELECTION* pointsinbox1D, int global) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_SELECTION* {
    auto wrong = [](const char* what) -> ADIOS_SELECTION* {
      fail(err_invalid_argument, what);
      return nullptr;
    };
    if (!pointsinbox1D || pointsinbox1D->type != ADIOS_SELECTION_POINTS) return wrong("expected a selection of points");
    const auto& points = pointsinbox1D->u.points;
    if (points.ndim != 1) return wrong("expected points with one coordinate each");
    const ADIOS_SELECTION* const container = points.container_selection;
    if (!container || container->type != ADIOS_SELECTION_BOUNDINGBOX || !is_good_rank(container->u.bb.ndim))
      return wrong("expected points in a box");
    bp::Box box = box_of(container->u.bb);
    if (!global) box.start.fill(0);
    OwnedPoints all;
    for (uint64_t i = 0; i < points.npoints; ++i) {
      std::array<std::uint64_t, bp::most_dimensions> at{};
      if (!coordinates_of(box, points.points[i], at)) return wrong("a point does not lie in its box");
      all.insert(all.end(), at.begin(), at.begin() + static_cast<std::ptrdiff_t>(box.rank));
    }
    ADIOS_SELECTION* const selection = kept_points(box.rank, all);
    if (!global) selection->u.points.container_selection = kept_box(box_of(container->u.bb));
    return selection;
  });
}
}
