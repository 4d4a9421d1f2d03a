// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/filled.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::bp {

namespace {

void widen(Box& shape, const Box& other) {
  for (std::size_t d = 0; d < shape.rank; ++d) shape.count[d] = std::max(shape.count[d], other.count[d]);
}

}  // namespace

Box largest_step(const Variable& variable) {
  Box shape = variable.table().shape(variable.steps().front());
  for (const Step& step : variable.steps()) widen(shape, variable.table().shape(step));
  return shape;
}

Box largest_block(const Variable& variable) {
  Box shape = largest_step(variable);
  if (variable.kind() == ArrayKind::local)
    for (std::size_t i = 0; i < variable.blocks().size(); ++i) widen(shape, variable.table().box(i));
  return shape;
}

Result<> check_filled(const Reader& reader, const Variable& variable, const Box& part, std::size_t step) {
  constexpr std::uint64_t always_shown = std::uint64_t{1} << 24;
  constexpr std::uint64_t times_over = 64;
  const auto wanted = part.elements();
  if (wanted && *wanted <= always_shown) return {};
  const Step& what = variable.steps()[step];
  std::uint64_t filled = 0;
  for (std::size_t i = what.first_block; i < what.first_block + what.blocks; ++i)
    if (const auto common = intersection(variable.table().box(i), part))
      if (__builtin_add_overflow(filled, common->elements().value_or(0), &filled)) filled = 0;
  if (wanted && *wanted / times_over <= filled) return {};
  return Error{Errc::corrupt,
      fmt::format("'{}' is much larger than all blocks that were written of it", variable.name()), reader.path()};
}

}  // namespace weft::bp
