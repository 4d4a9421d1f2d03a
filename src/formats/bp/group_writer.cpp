// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/group_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/large_pages.hpp"
#include "base/parallel.hpp"
#include "formats/bp/elements.hpp"
#include "formats/bp/statistics.hpp"

namespace weft::bp {

namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

std::string name_of_variable(const GroupDefinition::Variable& variable) {
  return full_name(variable.definition.path, variable.definition.name);
}

// Whole numbers only.
std::optional<std::uint64_t> as_number(DataType type, Bytes elements) {
  std::optional<std::uint64_t> number;
  visit_element(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (std::is_integral_v<T>)
      if (elements.size() == sizeof(T))
        number = static_cast<std::uint64_t>(load_element<T>(elements.data(), ByteOrder::little));
  });
  return number;
}

void put_elements(ByteSink& out, DataType type, Bytes elements) {
  const std::size_t at = out.put(elements);
  if (out.order() != ByteOrder::little) swap_units(out.from(at).data(), elements.size(), swapped_bytes_of(type));
}

// A literal size is only spelled out for local ones. The others stand in the characteristics, and here a reference to
// nothing, as ADIOS has it.
void put_item(ByteSink& out, const Layout& layout, const Size& size, bool is_local) {
  const bool is_reference = size.kind != Size::Kind::number || !is_local;
  put_flag(out, is_reference);
  if (is_reference)
    layout.put_id(out, size.kind == Size::Kind::member ? size.id : 0);
  else
    out.put(size.number);
}

// Of a block that was changed: bytes, as many as there are.
void put_stored_items(ByteSink& out, std::uint64_t bytes) {
  constexpr std::uint16_t item_bytes = 1 + sizeof bytes;
  out.put(std::uint8_t{1});
  out.put(static_cast<std::uint16_t>(3 * item_bytes));
  for (const std::uint64_t number : {bytes, std::uint64_t{0}, std::uint64_t{0}}) {
    put_flag(out, false);
    out.put(number);
  }
}

// Less is copied sooner than written by a call of the system.
constexpr std::size_t worth_writing_early = std::size_t{1} << 20;

Size size_at(const std::vector<Size>& sizes, std::size_t i) { return i < sizes.size() ? sizes[i] : Size::of(0); }

}  // namespace

GroupWriter::GroupWriter(const GroupDefinition& definition, const Layout& layout, std::uint32_t time_index,
    std::uint32_t process, std::size_t expected_bytes)
    : definition_(definition), layout_(layout), out_(layout.order), rest_(layout.order) {
  constexpr std::size_t room_for_headers = 4096;
  if (expected_bytes) reserve(expected_bytes + room_for_headers);
  group_.time_index = time_index;
  group_.process = process;
  begin();
}

void GroupWriter::reserve(std::size_t bytes) {
  out_.reserve(bytes);
  use_large_pages({out_.bytes().data(), bytes});
}

void GroupWriter::begin() {
  group_.name = definition_.name;
  group_.time_name = definition_.time_name;
  group_.is_fortran = definition_.is_fortran;
  group_.layout = layout_;
  out_.put(std::uint64_t{0});  // the length
  put_flag(out_, definition_.is_fortran);
  put_text(out_, definition_.name);
  layout_.put_id(out_, definition_.coordination);
  put_text(out_, definition_.time_name);
  out_.put(group_.time_index);
  out_.put(static_cast<std::uint8_t>(definition_.methods.size()));
  const std::size_t length = out_.put(std::uint16_t{0});
  for (const WritingMethod& method : definition_.methods) {
    out_.put(method.id);
    put_text(out_, method.parameters);
  }
  out_.replace(length, static_cast<std::uint16_t>(out_.size() - length - sizeof(std::uint16_t)));
  variables_at_ = out_.size();
  layout_.put_id(out_, 0);
  out_.put(std::uint64_t{0});
}

Result<std::uint64_t> GroupWriter::resolve(const GroupDefinition::Variable& user, const Size& size) const {
  if (size.kind != Size::Kind::member) return size.number;
  MemberId id = size.id;
  if (const auto* attribute = definition_.attribute(id)) {
    if (const auto* elements = std::get_if<Elements>(&attribute->definition.content))
      if (const auto number = as_number(elements->type, elements->bytes)) return *number;
    if (const auto* variable = std::get_if<MemberId>(&attribute->definition.content)) id = *variable;
  }
  if (const auto found = numbers_.find(id); found != numbers_.end()) return found->second;
  const auto* source = definition_.variable(id);
  return Error{Errc::invalid_argument, fmt::format("a size of '{}' is the value of '{}', which is not written yet",
                                           name_of_variable(user), source ? name_of_variable(*source) : "?")};
}

Result<std::vector<Dimension>> GroupWriter::resolve(const GroupDefinition::Variable& variable) const {
  std::vector<Dimension> dimensions(variable.definition.local.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    dimensions[i].local = WEFT_TRY(resolve(variable, variable.definition.local[i]));
    dimensions[i].global = WEFT_TRY(resolve(variable, size_at(variable.definition.global, i)));
    dimensions[i].offset = WEFT_TRY(resolve(variable, size_at(variable.definition.offset, i)));
  }
  return dimensions;
}

void GroupWriter::put_dimension_items(const VariableDefinition& definition) {
  out_.put(static_cast<std::uint8_t>(definition.local.size()));
  const std::size_t length = out_.put(std::uint16_t{0});
  for (std::size_t i = 0; i < definition.local.size(); ++i) {
    put_item(out_, layout_, definition.local[i], true);
    put_item(out_, layout_, size_at(definition.global, i), false);
    put_item(out_, layout_, size_at(definition.offset, i), false);
  }
  out_.replace(length, static_cast<std::uint16_t>(out_.size() - length - sizeof(std::uint16_t)));
}

// The block of an array: its sizes, how it was changed, room for its statistics. The group and the index say the same
// of it.
void GroupWriter::put_block(FinishedGroup::Set& set, const GroupDefinition::Variable& variable,
    const std::vector<Dimension>& dimensions, const TransformedBlock* transformed) {
  const VariableDefinition& definition = variable.definition;
  put_id(rest_, Characteristic::dimensions);
  if (transformed) {
    const Dimension stored{transformed->bytes.size(), 0, 0};
    put_dimensions(rest_, {&stored, 1});
    put_id(rest_, Characteristic::transform);
    rest_.put(static_cast<std::uint8_t>(definition.transform.method.size()));
    rest_.put(definition.transform.method);
    rest_.put(static_cast<std::uint8_t>(definition.type));
    put_dimensions(rest_, dimensions);
    rest_.put(static_cast<std::uint16_t>(transformed->metadata.size()));
    rest_.put(Bytes(transformed->metadata));
    ++set.rest_count;
  } else {
    put_dimensions(rest_, dimensions);
  }
  const HistogramBreaks* const histogram = definition.histogram ? &*definition.histogram : nullptr;
  put_id(rest_, Characteristic::bitmap);
  rest_.put(bitmap_of(definition_.statistics, definition.type, histogram));
  put_id(rest_, Characteristic::stat);
  put_statistics(rest_, definition_.statistics, definition.type, {}, histogram);
  set.rest_count = static_cast<std::uint8_t>(set.rest_count + 3);
  out_.put(set.rest_count);
  out_.put(static_cast<std::uint32_t>(rest_.size() - set.rest_first));
  out_.put(rest_.bytes().subspan(set.rest_first));
}

// Statistics stand before the elements but have a size of their own, so both are done at once where that is worth a
// thread: the elements leave on this one, because of methods that may want to stay on it.
void GroupWriter::put_with_statistics(
    const VariableDefinition& definition, Bytes elements, const std::function<void()>& put_payload) {
  constexpr std::size_t worth_a_thread = std::size_t{4} << 20;
  ByteSink statistics(layout_.order);
  const std::size_t place = out_.size();
  const auto count = [&] {
    put_statistics(statistics, definition_.statistics, definition.type, elements,
        definition.histogram ? &*definition.histogram : nullptr);
  };
  if (elements.size() >= worth_a_thread)
    do_both(put_payload, count);
  else
    count(), put_payload();
  std::ranges::copy(statistics.bytes(), rest_.from(rest_.size() - statistics.size()).begin());
  std::ranges::copy(statistics.bytes(), out_.from(place - statistics.size()).begin());
}

Result<> GroupWriter::put_variable(const GroupDefinition::Variable& variable, Bytes elements) {
  const VariableDefinition& definition = variable.definition;
  const auto dimensions = WEFT_TRY(resolve(variable));
  std::optional<TransformedBlock> transformed;
  if (!dimensions.empty() && !definition.transform.method.empty())
    transformed = WEFT_TRY(transform(definition.transform, elements, layout_.order));
  FinishedGroup::Set set;
  set.id = variable.id;
  set.name = definition.name;
  set.path = definition.path;
  set.type = transformed ? DataType::byte : definition.type;
  set.time_index = group_.time_index;
  set.offset = size();
  const std::size_t length_at = out_.put(std::uint64_t{0});
  layout_.put_id(out_, variable.id);
  put_text(out_, definition.name);
  put_text(out_, definition.path);
  out_.put(static_cast<std::uint8_t>(set.type));
  put_flag(out_, variable.is_dimension);
  if (transformed)
    put_stored_items(out_, transformed->bytes.size());
  else
    put_dimension_items(definition);
  set.rest_first = rest_.size();
  if (dimensions.empty()) {
    out_.put(std::uint8_t{0});
    out_.put(std::uint32_t{0});
    put_id(rest_, Characteristic::value);
    if (definition.type == DataType::string) rest_.put(static_cast<std::uint16_t>(elements.size()));
    put_elements(rest_, definition.type, elements);
    set.rest_count = 1;
  } else {
    put_block(set, variable, dimensions, transformed ? &*transformed : nullptr);
  }
  set.rest_bytes = rest_.size() - set.rest_first;
  set.payload_offset = size();
  const auto put_payload = [&] {
    if (transformed)
      out_.put(Bytes(transformed->bytes));
    else
      put_or_offer(definition.type, elements);
  };
  if (dimensions.empty())
    put_payload();
  else
    put_with_statistics(definition, elements, put_payload);
  out_.replace(length_at, size() - set.offset);
  group_.blocks.push_back(std::move(set));
  return {};
}

void GroupWriter::put_or_offer(DataType type, Bytes elements) {
  const bool is_offered = write_early_ && elements.size() >= worth_writing_early && layout_.order == ByteOrder::little;
  if (!is_offered || !write_early_(size(), elements)) return put_elements(out_, type, elements);
  group_.gaps.push_back({size(), elements.size()});
  gap_bytes_ += elements.size();
}

Result<const GroupDefinition::Variable*> GroupWriter::find(MemberId id) const {
  const auto* variable = definition_.variable(id);
  if (!variable) return Error{Errc::invalid_argument, fmt::format("there is no variable {} to write", id)};
  return variable;
}

Result<std::vector<Dimension>> GroupWriter::dimensions(MemberId id) const { return resolve(*WEFT_TRY(find(id))); }

Result<std::uint64_t> GroupWriter::block_bytes(MemberId id) const {
  const auto* variable = WEFT_TRY(find(id));
  std::uint64_t bytes = bytes_of(variable->definition.type);
  for (const Dimension& dimension : WEFT_TRY(resolve(*variable)))
    if (__builtin_mul_overflow(bytes, dimension.local, &bytes))
      return Error{
          Errc::too_large, fmt::format("'{}' has more bytes than can be counted", name_of_variable(*variable))};
  return bytes;
}

void GroupWriter::remember(MemberId id, Bytes elements) {
  const auto* variable = definition_.variable(id);
  if (!variable || !variable->definition.local.empty()) return;
  if (const auto number = as_number(variable->definition.type, elements)) numbers_[id] = *number;
}

Result<> GroupWriter::write(MemberId id, Bytes elements) {
  const auto* variable = WEFT_TRY(find(id));
  if (variable->definition.type != DataType::string) {
    const std::uint64_t bytes = WEFT_TRY(block_bytes(id));
    if (bytes != elements.size())
      return Error{Errc::invalid_argument,
          fmt::format("'{}' has {} bytes by its sizes, not {}", name_of_variable(*variable), bytes, elements.size())};
    remember(id, elements);
  }
  return put_variable(*variable, elements);
}

Result<> GroupWriter::write(MemberId id, std::string_view text) { return write(id, std::as_bytes(std::span(text))); }

Result<> GroupWriter::put_attribute(const GroupDefinition::Attribute& attribute) {
  const AttributeDefinition& definition = attribute.definition;
  FinishedGroup::Set set;
  set.id = attribute.id;
  set.name = definition.name;
  set.path = definition.path;
  set.rest_first = rest_.size();
  set.rest_count = 1;
  set.offset = size();
  const std::size_t length_at = out_.put(std::uint32_t{0});
  layout_.put_id(out_, attribute.id);
  put_text(out_, definition.name);
  put_text(out_, definition.path);
  put_flag(out_, std::holds_alternative<MemberId>(definition.content));
  auto begin_value = [&](DataType type, std::uint64_t count) {
    set.type = type;
    out_.put(static_cast<std::uint8_t>(type));
    if (count > 1) {
      const Dimension dimension{count, count, 0};
      put_id(rest_, Characteristic::dimensions);
      put_dimensions(rest_, {&dimension, 1});
      ++set.rest_count;
    }
    put_id(rest_, Characteristic::value);
  };
  std::uint64_t count = 1;
  std::visit(Overloaded{
                 [&](MemberId variable) {
                   set.type = DataType::unknown;
                   layout_.put_id(out_, variable);
                   put_id(rest_, Characteristic::var_id);
                   layout_.put_id(rest_, variable);
                 },
                 [&](const std::string& text) {
                   begin_value(DataType::string, 1);
                   out_.put(static_cast<std::uint32_t>(text.size()));
                   out_.put(text);
                   put_text(rest_, text);
                 },
                 [&](const std::vector<std::string>& texts) {
                   count = texts.size();
                   begin_value(DataType::string_array, count);
                   out_.put(static_cast<std::uint32_t>(texts.size()));
                   for (const std::string& text : texts) {
                     out_.put(static_cast<std::uint32_t>(text.size() + 1));
                     out_.put(text);
                     out_.put(std::uint8_t{0});
                     put_text(rest_, text);
                   }
                 },
                 [&](const Elements& elements) {
                   count = elements.bytes.size() / bytes_of(elements.type);
                   begin_value(elements.type, count);
                   out_.put(static_cast<std::uint32_t>(elements.bytes.size()));
                   put_elements(out_, elements.type, elements.bytes);
                   put_elements(rest_, elements.type, elements.bytes);
                 },
             },
      definition.content);
  const bool is_array = count > 1 || set.type == DataType::string_array;
  if (is_array && !layout_.has_array_attributes())
    return Error{Errc::unsupported, fmt::format("attribute '{}' has several values, for which version {} has no room",
                                        full_name(definition.path, definition.name), layout_.version)};
  const std::uint64_t length = size() - set.offset - sizeof(std::uint32_t);
  if (length > std::numeric_limits<std::uint32_t>::max())
    return Error{
        Errc::too_large, fmt::format("attribute '{}' is too long", full_name(definition.path, definition.name))};
  out_.replace(length_at, static_cast<std::uint32_t>(length));
  set.payload_offset = size();
  set.rest_bytes = rest_.size() - set.rest_first;
  group_.values.push_back(std::move(set));
  return {};
}

void GroupWriter::end_variables() {
  layout_.replace_id(out_, variables_at_, static_cast<std::uint32_t>(group_.blocks.size()));
  out_.replace(variables_at_ + layout_.id_bytes(), size() - variables_at_);
}

FinishedGroup GroupWriter::take_group() {
  out_.replace(0, size());
  group_.bytes = std::move(out_).take();
  group_.rest = std::move(rest_).take();
  return std::move(group_);
}

Result<FinishedGroup> GroupWriter::begin_another() {
  end_variables();
  FinishedGroup done = take_group();
  out_ = ByteSink(layout_.order);
  rest_ = ByteSink(layout_.order);
  group_ = {};
  gap_bytes_ = 0;
  group_.time_index = done.time_index;
  group_.process = done.process;
  begin();
  return done;
}

Result<FinishedGroup> GroupWriter::finish(bool with_attributes) && {
  end_variables();
  const std::size_t attributes_at = out_.size();
  layout_.put_id(out_, 0);
  out_.put(std::uint64_t{0});
  if (with_attributes)
    for (const auto& attribute : definition_.attributes()) WEFT_TRY(put_attribute(attribute));
  layout_.replace_id(out_, attributes_at, static_cast<std::uint32_t>(group_.values.size()));
  out_.replace(attributes_at + layout_.id_bytes(), static_cast<std::uint64_t>(out_.size() - attributes_at));
  return take_group();
}

std::uint64_t FinishedGroup::size() const {
  std::uint64_t all = bytes.size();
  for (const Gap& gap : gaps) all += gap.bytes;
  return all;
}

Result<> add_to_index(IndexBuilder& index, const FinishedGroup& group, std::uint64_t offset, std::uint32_t file_index) {
  index.add_group({group.name, group.is_fortran, group.process, group.time_name, group.time_index, offset});
  auto indexed = [&](const FinishedGroup::Set& set) {
    return IndexedSet{offset + set.offset, offset + set.payload_offset, file_index, set.time_index, set.rest_count,
        Bytes(group.rest).subspan(set.rest_first, set.rest_bytes)};
  };
  auto named = [&](const FinishedGroup::Set& set) {
    return EntryName{set.id, group.name, set.name, set.path, set.type};
  };
  for (const auto& set : group.blocks) WEFT_TRY(index.add_block(named(set), indexed(set)));
  for (const auto& set : group.values) WEFT_TRY(index.add_value(named(set), indexed(set)));
  return {};
}

std::size_t header_bytes(
    const GroupDefinition& definition, const GroupDefinition::Variable& variable, const Layout& layout) {
  const VariableDefinition& what = variable.definition;
  ByteSink sink(layout.order);
  sink.put(std::uint64_t{0});
  layout.put_id(sink, variable.id);
  put_text(sink, what.name);
  put_text(sink, what.path);
  std::size_t bytes = sink.size() + 3 * sizeof(std::uint8_t) + sizeof(std::uint16_t);  // type, flag, dimensions
  bytes += sizeof(std::uint8_t) + sizeof(std::uint32_t);                               // characteristics
  if (what.local.empty()) return bytes;
  ByteSink items(layout.order);
  for (std::size_t i = 0; i < what.local.size(); ++i) {
    put_item(items, layout, what.local[i], true);
    put_item(items, layout, size_at(what.global, i), false);
    put_item(items, layout, size_at(what.offset, i), false);
  }
  const std::vector<Dimension> dimensions(what.local.size());
  const HistogramBreaks* const histogram = what.histogram ? &*what.histogram : nullptr;
  put_id(items, Characteristic::dimensions);
  put_dimensions(items, dimensions);
  put_id(items, Characteristic::bitmap);
  items.put(bitmap_of(definition.statistics, what.type, histogram));
  put_id(items, Characteristic::stat);
  put_statistics(items, definition.statistics, what.type, {}, histogram);
  if (!what.transform.method.empty()) {
    constexpr std::size_t largest_metadata = 16;
    put_stored_items(items, 0);
    put_dimensions(items, dimensions);
    items.put(what.transform.method);
    bytes += largest_metadata;
  }
  return bytes + items.size();
}

Result<std::uint64_t> overhead_bytes(const GroupDefinition& definition, const Layout& layout) {
  std::uint64_t bytes = WEFT_TRY(GroupWriter(definition, layout, 1).finish()).size();
  for (const auto& variable : definition.variables()) bytes += header_bytes(definition, variable, layout);
  return bytes;
}

}  // namespace weft::bp
