// SPDX-License-Identifier: BSD-3-Clause
// Seen: a variable as an open file shows it. In a file it has all its steps, in a stream the current one; a physical
// view shows what a transform stored: bytes that stand alone, block by block.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "formats/bp/reader.hpp"

namespace weft::adios {

struct Seen {
  const bp::Reader* reader = nullptr;
  const bp::Variable* variable = nullptr;
  std::size_t first_step = 0;
  std::size_t step_count = 0;
  bool is_stored = false;

  const bp::BlockTable& table() const { return variable->table(); }
  bp::DataType type() const { return is_stored ? variable->entry().type : variable->type(); }
  bp::ArrayKind kind() const { return is_stored ? bp::ArrayKind::local : variable->kind(); }
  bool is_global() const { return kind() == bp::ArrayKind::global || kind() == bp::ArrayKind::joined; }
  std::size_t rank() const { return is_stored ? 1 : table().rank(); }

  std::span<const bp::Step> steps() const { return table().steps().subspan(first_step, step_count); }
  std::size_t first_block() const { return step_count ? steps().front().first_block : 0; }
  std::size_t block_count() const;
  std::span<const bp::Characteristics> blocks() const { return table().blocks().subspan(first_block(), block_count()); }

  // Of one of all blocks that the table has.
  bp::Box box(std::size_t block) const;
  bp::Box shape(const bp::Step& step) const { return is_stored ? box(step.first_block) : table().shape(step); }
};

}  // namespace weft::adios
