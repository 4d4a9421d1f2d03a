// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/data_dump.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/bp/filled.hpp"
#include "formats/bp/pieces.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::uint64_t elements_at_once = 1 << 20;
// Packed blocks are unpacked for every piece: better in few of them.
constexpr std::uint64_t packed_elements_at_once = 1 << 23;

std::uint64_t at_once(const bp::Variable& variable) {
  return variable.blocks().front().transform ? packed_elements_at_once : elements_at_once;
}

// The rest of a slice whose first dimension are steps.
bp::Box without_steps(const bp::Box& box) {
  bp::Box rest;
  rest.rank = box.rank - 1;
  std::copy_n(box.start.begin() + 1, rest.rank, rest.start.begin());
  std::copy_n(box.count.begin() + 1, rest.rank, rest.count.begin());
  return rest;
}

}  // namespace

// The original does not show these either; whoever reads its output may count on it.
bool DataDump::is_shown(const bp::Variable& variable) const {
  if (variable.type() != bp::DataType::long_double) return true;
  fmt::print(stderr, "bpls: values of type long double are not shown: {}\n", variable.name());
  return false;
}

Result<> DataDump::variable(const bp::Variable& variable) {
  if (!is_shown(variable)) {
    out_.put('\n');
    return {};
  }
  std::vector<std::uint64_t> sizes;
  if (variable.steps().size() > 1) sizes.push_back(variable.steps().size());
  const bp::Box shape = variable.table().shape(variable.steps().front());
  sizes.insert(sizes.end(), shape.count.begin(), shape.count.begin() + static_cast<std::ptrdiff_t>(shape.rank));
  const Slice slice = WEFT_TRY(slice_of(sizes, options_.start, options_.count, variable.name()));
  if (!slice.is_whole) put_slice(out_, options_.comment(), slice);
  ValueRows rows(out_, options_, slice.box, variable.type());
  auto shown = variable.kind() == bp::ArrayKind::scalar ? scalars(variable, slice, rows)
                                                        : arrays(variable, slice, rows);
  rows.finish();
  out_.put('\n');
  return shown;
}

Result<> DataDump::scalars(const bp::Variable& variable, const Slice& slice, ValueRows& rows) {
  const std::size_t first = slice.box.rank ? static_cast<std::size_t>(slice.box.start[0]) : 0;
  const std::size_t count = slice.box.rank ? static_cast<std::size_t>(slice.box.count[0]) : 1;
  for (const bp::Step& step : variable.steps().subspan(first, count)) {
    const Bytes value = WEFT_TRY(reader_.scalar(variable, variable.blocks()[step.first_block]));
    if (bp::is_text(variable.type()))
      rows.put(text_of(value));
    else
      rows.put(value, reader_.layout().order);
  }
  return {};
}

Result<> DataDump::arrays(const bp::Variable& variable, const Slice& slice, ValueRows& rows) {
  const bool has_steps = variable.steps().size() > 1;
  const bp::Box box = has_steps ? without_steps(slice.box) : slice.box;
  const std::size_t first = has_steps ? static_cast<std::size_t>(slice.box.start[0]) : 0;
  const std::size_t count = has_steps ? static_cast<std::size_t>(slice.box.count[0]) : 1;
  const std::size_t bytes = bp::bytes_of(variable.type());
  Result<> read;
  for (std::size_t step = first; step < first + count && read; ++step) {
    if (auto filled = bp::check_filled(reader_, variable, box, step); !filled) {
      filled.error().message += "; --start and --count choose a part of it";
      return filled;
    }
    each_piece(box, at_once(variable), [&](const bp::Box& piece) {
      elements_.assign(static_cast<std::size_t>(*piece.elements()) * bytes, std::byte{0});
      read = reader_.read(variable, piece, {step, 1}, elements_);
      if (read) rows.put(elements_);
      return read.has_value() && !out_.failed();
    });
  }
  return read;
}

Result<> DataDump::block(const bp::Variable& variable, std::size_t step, std::size_t block) {
  if (!is_shown(variable)) return {};
  std::span<const std::int64_t> start = options_.start;
  std::span<const std::int64_t> count = options_.count;
  if (variable.steps().size() > 1) {
    const std::uint64_t steps[] = {variable.steps().size()};
    const Slice slice = WEFT_TRY(slice_of(steps, start.first(std::min<std::size_t>(start.size(), 1)),
        count.first(std::min<std::size_t>(count.size(), 1)), variable.name()));
    if (step < slice.box.start[0] || step - slice.box.start[0] >= slice.box.count[0]) return {};
    start = start.subspan(std::min<std::size_t>(start.size(), 1));
    count = count.subspan(std::min<std::size_t>(count.size(), 1));
  }
  const bp::Box shape = variable.table().box(variable.steps()[step].first_block + block);
  const auto slice = clipped_slice_of(std::span(shape.count).first(shape.rank), start, count);
  if (!slice) return {};
  if (!slice->is_whole) put_slice(out_, options_.comment(), *slice);
  ValueRows rows(out_, options_, slice->box, variable.type());
  std::vector<std::byte> unpacked;
  const std::size_t place = variable.steps()[step].first_block + block;
  const Bytes elements = WEFT_TRY(reader_.elements(variable, place, unpacked));
  const ByteOrder order = reader_.layout().order;
  if (slice->is_whole)
    rows.put(elements, order);
  else
    put_part(elements, shape, slice->box, variable.type(), rows);
  rows.finish();
  return {};
}

void DataDump::put_part(Bytes elements, bp::Box shape, const bp::Box& part, bp::DataType type, ValueRows& rows) {
  shape.start.fill(0);
  const bp::ElementLayout layout{bp::bytes_of(type), bp::swapped_bytes_of(type), reader_.layout().order};
  each_piece(part, elements_at_once, [&](const bp::Box& piece) {
    elements_.resize(static_cast<std::size_t>(*piece.elements()) * layout.bytes);
    copy_box(elements.data(), shape, elements_.data(), piece, piece, layout);
    rows.put(elements_);
    return !out_.failed();
  });
}

Result<> DataDump::instances(const bp::Variable& variable, const bp::Step& step) {
  constexpr std::size_t margin = 15;
  out_.pad(margin);
  std::uint64_t done = 0;
  for (const bp::Characteristics& block : variable.blocks().subspan(step.first_block, step.blocks)) {
    const Bytes value = WEFT_TRY(reader_.scalar(variable, block));
    if (done && options_.columns && done % options_.columns == 0)
      out_.put('\n'), out_.pad(margin);
    else if (done)
      out_.put(' ');
    ++done;
    if (bp::is_text(variable.type()))
      put_plain_text(out_, text_of(value));
    else if (value.size() >= bp::bytes_of(variable.type()))
      options_.value_text.put(out_, value.data(), variable.type(), reader_.layout().order);
    out_.flush_if_large();
  }
  out_.put('\n');
  return {};
}

}  // namespace weft::cli::adios_tools
