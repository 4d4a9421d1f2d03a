// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/group_dump.hpp"

#include <fmt/format.h>

#include "cli/adios_tools/element_dump.hpp"
#include "cli/adios_tools/index_dump.hpp"
#include "cli/adios_tools/value_text.hpp"
#include "formats/bp/statistics.hpp"

namespace weft::cli::adios_tools {

namespace {

bool is_time(const bp::DimensionItem& item) { return item.is_reference && item.value == 0; }

std::string item_text(const bp::DimensionItem& item) {
  return is_time(item) ? "TIME" : fmt::format("{}({})", item.is_reference ? 'V' : 'R', item.value);
}

}  // namespace

void GroupDump::put(const bp::ProcessGroup& group, std::uint64_t number) {
  const bp::ProcessGroupHeader& header = group.header;
  out_.put(fmt::format("Process Group: {}\n\tGroup Name: {}\n\tHost Language Fortran?: {}\n", number, header.name,
      header.is_fortran ? 'Y' : 'N'));
  out_.put(fmt::format("\tCoordination Var Member ID: {}\n\tTime Name: {}\n\tTime: {}\n", header.coordination,
      header.time_name, header.time_index));
  out_.put(fmt::format("\tMethods used in output: {}\n", header.methods.size()));
  for (const bp::Method& method : header.methods)
    out_.put(fmt::format("\t\tMethod ID: {}\n\t\tMethod Parameters: {}\n", method.id, method.parameters));
  out_.put(fmt::format("\tVars Count: {}\n", group.variables.size()));
  for (const bp::StoredVariable& variable : group.variables) put(variable);
  out_.put(fmt::format("\tAttributes Count: {}\n", group.attributes.size()));
  for (const bp::StoredAttribute& attribute : group.attributes) put(attribute);
}

void GroupDump::put(const bp::StoredVariable& variable) {
  out_.put(fmt::format("\t\tVar Name (ID): {} ({})\n\t\tVar Path: {}\n", variable.name, variable.id, variable.path));
  out_.put("\t\tDatatype: "), put_type_name(out_, variable.type);
  out_.put(fmt::format("\n\t\tIs Dimension: {}\n", variable.is_dimension ? 'Y' : 'N'));
  if (!variable.dimensions.empty()) put_dimensions_of(variable);
  out_.put("\t\tCharacteristics:\n");
  put_characteristics(variable);
  if (shows_values_ && variable.dimensions.empty()) {
    out_.put("\t\t\tValue: ");
    if (bp::is_text(variable.type))
      out_.put('"'), put_plain_text(out_, text_of(variable.payload)), out_.put('"');
    else
      put_dumped(out_, variable.payload, variable.type, layout_.order);
    out_.put('\n');
  }
  out_.put('\n');
  out_.flush_if_large();
}

void GroupDump::put_dimensions_of(const bp::StoredVariable& variable) {
  out_.put("\t\tDimensions:\n");
  for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
    const bp::DimensionItems& items = variable.dimensions[d];
    out_.put(fmt::format("\t\t\tDim {} l:g:o: {}", d, item_text(items.local)));
    if (items.global.value) {
      out_.put(fmt::format(":{}:{}", item_text(items.global), item_text(items.offset)));
      if (!is_time(items.offset)) out_.put('\n');
    }
    out_.put('\n');
  }
}

void GroupDump::put_characteristics(const bp::StoredVariable& variable) {
  pool_.clear();
  Cursor in(variable.characteristics, layout_.order);
  const auto what = decode_characteristics(
      in, variable.characteristic_count, layout_, variable.type, bp::Place::process_group, pool_);
  out_.put(fmt::format("\t\t\tOffset({})", variable.offset));
  const bp::DataType type = what.transform ? what.transform->type : variable.type;
  for (const bp::Statistic which : {bp::Statistic::min, bp::Statistic::max})
    if (const auto bound = stored_bound(what, type, which)) {
      out_.put(which == bp::Statistic::min ? "\tMin(" : "\tMax(");
      put_dumped(out_, bound->element, bound->type, layout_.order), out_.put(')');
    }
  const std::size_t number = what.transform ? transform_number(what.transform->method) : 0;
  out_.put(fmt::format("\t\t\tTransform-type({} = {})", number,
      what.transform && !number ? what.transform->method : transform_name(number).uid));
  if (what.transform) {
    out_.put("\t\t\tPre-transform-datatype("), put_type_name(out_, what.transform->type);
    out_.put(")\t\t\tPre-transform-dims(l:g:o = ");
    put_dimensions(out_, what.transform->dimensions.in(pool_));
    out_.put(fmt::format(")\t\t\tTransform-metadata-length({})", what.transform->metadata.size()));
  }
  out_.put('\n');
}

void GroupDump::put(const bp::StoredAttribute& attribute) {
  out_.put(fmt::format(
      "\t\tAttribute Name (ID): {} ({})\n\t\tAttribute Path: {}\n", attribute.name, attribute.id, attribute.path));
  if (attribute.is_reference) {
    out_.put(fmt::format("\t\tAssociated Var ID: {}\n\n", attribute.var_id));
    return;
  }
  std::vector<std::string_view> texts;
  std::uint64_t bytes = attribute.value.size();
  if (attribute.type == bp::DataType::string) texts = {text_of(attribute.value)};
  if (attribute.type == bp::DataType::string_array) {
    bp::split_stored_texts(attribute.value, attribute.count, layout_.order, texts);
    bytes = texts.size();  // the end of each
    for (const std::string_view text : texts) bytes += text.size();
  }
  out_.put("\t\tDatatype: "), put_type_name(out_, attribute.type);
  out_.put(fmt::format("\n\t\t# of elements:   {}\n\t\tLength in bytes: {}\n", attribute.count, bytes));
  out_.put(attribute.count > 1 ? "\t\tValues: " : "\t\tValue: ");
  if (bp::is_text(attribute.type))
    put_all_dumped(out_, texts);
  else
    put_all_dumped(out_, attribute.value, attribute.type, layout_.order);
  out_.put("\n\n");
  out_.flush_if_large();
}

}  // namespace weft::cli::adios_tools
