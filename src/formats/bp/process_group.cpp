// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/process_group.hpp"

#include <fmt/format.h>

namespace weft::bp {

namespace {

// Nothing in a group is smaller.
constexpr std::uint64_t least_variable_bytes = 20;
constexpr std::uint64_t least_attribute_bytes = 14;

DimensionItem get_item(Cursor& in, const Layout& layout) {
  DimensionItem item;
  item.is_reference = get_flag(in);
  item.value = item.is_reference ? layout.get_id(in) : in.get<std::uint64_t>();
  return item;
}

bool get_dimensions(Cursor& in, const Layout& layout, std::vector<DimensionItems>& dimensions) {
  const std::size_t count = in.get<std::uint8_t>();
  Cursor list = in.part(in.get<std::uint16_t>());
  dimensions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    DimensionItems items;
    items.local = get_item(list, layout);
    items.global = get_item(list, layout);
    items.offset = get_item(list, layout);
    dimensions.push_back(items);
  }
  return !list.failed() && list.at_end();
}

// `in` begins at the entry and may go on behind it.
bool get_variable(Cursor& in, std::uint64_t offset, const Layout& layout, StoredVariable& variable) {
  variable.offset = offset;
  Cursor rest = in;
  variable.length = rest.get<std::uint64_t>();
  Cursor entry = in.part(variable.length);
  entry.skip(sizeof variable.length);
  variable.id = layout.get_id(entry);
  variable.name = get_text(entry);
  variable.path = get_text(entry);
  variable.type = static_cast<DataType>(entry.get<std::uint8_t>());
  variable.is_dimension = get_flag(entry);
  if (!get_dimensions(entry, layout, variable.dimensions)) return false;
  variable.characteristic_count = entry.get<std::uint8_t>();
  variable.characteristics = entry.take(entry.get<std::uint32_t>());
  variable.payload_offset = offset + entry.offset();
  variable.payload = entry.take(entry.left());
  return !entry.failed() && facts_of(variable.type);
}

bool get_attribute(Cursor& in, std::uint64_t offset, const Layout& layout, StoredAttribute& attribute) {
  attribute.offset = offset;
  attribute.length = in.get<std::uint32_t>();
  Cursor entry = in.part(attribute.length);
  attribute.id = layout.get_id(entry);
  attribute.name = get_text(entry);
  attribute.path = get_text(entry);
  attribute.is_reference = get_flag(entry);
  if (attribute.is_reference) {
    attribute.var_id = layout.get_id(entry);
  } else {
    attribute.type = static_cast<DataType>(entry.get<std::uint8_t>());
    const std::uint32_t count = entry.get<std::uint32_t>();
    if (attribute.type == DataType::string_array) {
      attribute.count = count;
      attribute.value = entry.take(entry.left());
      std::vector<std::string_view> ignored;
      if (!split_stored_texts(attribute.value, count, layout.order, ignored)) return false;
    } else {
      attribute.value = entry.take(count);
      const std::size_t bytes = bytes_of(attribute.type);
      if (!facts_of(attribute.type) || (bytes && count % bytes != 0)) return false;
      attribute.count = bytes ? count / bytes : 1;
    }
  }
  return !entry.failed() && entry.at_end();
}

// Count and length of a section; `in` then is behind them.
struct SectionHead {
  std::uint32_t count = 0;
  std::uint64_t length = 0;  // of what follows
  bool whole = false;
};

SectionHead get_section_head(Cursor& in, const Layout& layout) {
  SectionHead head;
  head.count = layout.get_id(in);
  const std::uint64_t length = in.get<std::uint64_t>();
  head.whole = !in.failed() && length >= layout.section_head_bytes() &&
               length - layout.section_head_bytes() <= in.left();
  if (head.whole) head.length = length - layout.section_head_bytes();
  return head;
}

Error damage(std::string what, const std::string& path, std::uint64_t offset) {
  return Error{Errc::corrupt, std::move(what), path, offset};
}

bool get_header(Cursor& in, const Layout& layout, ProcessGroupHeader& header) {
  header.length = in.get<std::uint64_t>();
  const std::uint8_t flag = in.get<std::uint8_t>();
  header.is_fortran = flag == flag_yes;
  header.name = get_text(in);
  header.coordination = layout.get_id(in);
  header.time_name = get_text(in);
  header.time_index = in.get<std::uint32_t>();
  const std::size_t methods = in.get<std::uint8_t>();
  Cursor list = in.part(in.get<std::uint16_t>());
  for (std::size_t i = 0; i < methods && !list.failed(); ++i) {
    Method method;
    method.id = list.get<std::uint8_t>();
    method.parameters = get_text(list);
    header.methods.push_back(method);
  }
  return !in.failed() && !list.failed() && list.at_end() && (flag == flag_yes || flag == flag_no);
}

}  // namespace

bool split_stored_texts(Bytes value, std::uint64_t count, ByteOrder order, std::vector<std::string_view>& texts) {
  Cursor in(value, order);
  for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
    const std::uint32_t bytes = in.get<std::uint32_t>();
    if (bytes == 0) return false;
    texts.push_back(in.text(bytes).substr(0, bytes - 1));
  }
  return !in.failed() && in.at_end();
}

Result<ProcessGroup> parse_process_group(
    Bytes file, std::uint64_t offset, const Layout& layout, const std::string& path) {
  if (offset >= file.size())
    return damage(
        fmt::format("expected a process group, found that the file ends at byte {}", file.size()), path, offset);
  Bytes bytes = file.subspan(static_cast<std::size_t>(offset));
  ProcessGroup group;
  group.offset = offset;
  const bool has_length = layout.version > 1;
  if (has_length && bytes.size() >= sizeof(std::uint64_t)) {
    const auto length = load<std::uint64_t>(bytes.data(), layout.order);
    if (length > bytes.size())
      return damage(
          fmt::format("expected a process group of {} bytes, found room for {}", length, bytes.size()), path, offset);
    bytes = bytes.first(static_cast<std::size_t>(length));
  }
  Cursor in(bytes, layout.order);
  if (!get_header(in, layout, group.header)) return damage("expected the header of a process group", path, offset);

  group.variables_offset = offset + in.offset();
  const SectionHead variables = get_section_head(in, layout);
  if (!variables.whole || variables.count > variables.length / least_variable_bytes)
    return damage("expected the variables of a process group", path, group.variables_offset);
  const std::uint64_t variables_at = offset + in.offset();
  Cursor section = in.part(variables.length);
  // One by one: a count that is wrong takes no more memory than there are variables.
  for (std::uint32_t i = 0; i < variables.count; ++i) {
    const std::uint64_t at = variables_at + section.offset();
    if (!get_variable(section, at, layout, group.variables.emplace_back()))
      return damage("expected a variable", path, at);
  }
  if (!section.at_end())
    return damage(
        fmt::format("expected the end of {} variables", variables.count), path, variables_at + section.offset());

  group.attributes_offset = offset + in.offset();
  // Groups that were written because memory had run out have no attributes at all.
  if (in.left() >= layout.section_head_bytes() || !has_length) {
    const SectionHead attributes = get_section_head(in, layout);
    if (!attributes.whole || attributes.count > attributes.length / least_attribute_bytes)
      return damage("expected the attributes of a process group", path, group.attributes_offset);
    const std::uint64_t attributes_at = offset + in.offset();
    Cursor list = in.part(attributes.length);
    for (std::uint32_t i = 0; i < attributes.count; ++i) {
      const std::uint64_t at = attributes_at + list.offset();
      if (!get_attribute(list, at, layout, group.attributes.emplace_back()))
        return damage("expected an attribute", path, at);
    }
    if (!list.at_end())
      return damage(
          fmt::format("expected the end of {} attributes", attributes.count), path, attributes_at + list.offset());
  }
  if (has_length && !in.at_end())
    return damage(fmt::format("expected the end of a process group of {} bytes", group.header.length), path,
        offset + in.offset());
  group.end = offset + in.offset();
  return group;
}

Result<StoredVariable> parse_stored_variable(
    Bytes file, std::uint64_t offset, const Layout& layout, const std::string& path) {
  StoredVariable variable;
  if (offset < file.size()) {
    Cursor in(file.subspan(static_cast<std::size_t>(offset)), layout.order);
    if (get_variable(in, offset, layout, variable)) return variable;
  }
  return damage("expected a variable", path, offset);
}

}  // namespace weft::bp
