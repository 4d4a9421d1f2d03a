// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/index_dump.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/adios_tools/element_dump.hpp"
#include "cli/adios_tools/value_text.hpp"
#include "formats/bp/rules.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr TransformName transforms[] = {{"none", "No data transform"}, {"identity", "Identity transform"},
    {"zlib", "zlib compression"}, {"bzip2", "bzip2 compression"}, {"szip", "szip compression"},
    {"ncsu-isobar", "ISOBAR compression"}, {"aplod", "aplod"}, {"alacrity", "alacrity"}, {"zfp", "zfp compression"},
    {"sz", "sz compression"}, {"lz4", "lz4 compression"}, {"blosc", "blosc compression"},
    {"mgard", "mgard compression"}};

// Here, names below the root and names without a path look the same.
std::string path_and_name(std::string_view path, std::string_view name) {
  return fmt::format("{}/{}", path == "/" ? "" : path, name);
}

}  // namespace

std::size_t transform_number(std::string_view uid) {
  const auto* const found = std::ranges::find(transforms, uid, &TransformName::uid);
  return found == std::end(transforms) ? 0 : static_cast<std::size_t>(found - std::begin(transforms));
}
const TransformName& transform_name(std::size_t number) { return transforms[number]; }

void put_type_name(TextSink& out, bp::DataType type) {
  if (bp::facts_of(type))
    out.put(bp::name_of(type));
  else
    out.put(fmt::format("(unknown: {})", static_cast<unsigned>(type)));
}

void IndexDump::groups() {
  out_.put("Process Groups Index:\n");
  for (const bp::GroupEntry& group : reader_.groups()) {
    out_.put(fmt::format("Group: {}\n\tProcess ID: {}\n\tTime Name: {}\n\tTime: {}\n\tOffset in File: {}\n",
        group.group, group.process, group.time_name, group.time_index, group.offset));
    out_.flush_if_large();
  }
}

void IndexDump::begin(std::string_view what, const bp::Entry& entry) {
  out_.put(fmt::format(
      "{} (Group) [ID]: {} ({}) [{}]\n", what, path_and_name(entry.path, entry.name), entry.group, entry.id));
  out_.put("\tDatatype: "), put_type_name(out_, entry.type), out_.put('\n');
}

template <class Put>
void IndexDump::sets(const bp::Entry& entry, Put&& put) {
  const bp::Layout& layout = reader_.layout();
  const bool are_whole = each_set(entry, layout.order, [&](Cursor set, unsigned count, std::uint64_t offset) {
    pool_.clear();
    const auto what = decode_characteristics(set, count, layout, entry.type, bp::Place::index, pool_);
    if (set.failed())
      return reader_.report(bp::block_unreadable, offset,
          fmt::format("'{}' is described in a way that cannot be understood", bp::full_name(entry.path, entry.name)));
    put(what);
    out_.flush_if_large();
  });
  if (!are_whole)
    reader_.report(bp::block_unreadable, entry.sets_offset,
        fmt::format("expected {} blocks or values of '{}', found other bytes", entry.set_count,
            bp::full_name(entry.path, entry.name)));
}

void IndexDump::put_places(const bp::Characteristics& set, std::string_view margin) {
  auto put = [&](std::string_view name, auto number) {
    out_.put(margin), out_.put(name), out_.put('('), out_.number(number), out_.put(')');
  };
  if (set.offset) put("Offset", *set.offset);
  if (set.payload_offset) put("Payload Offset", *set.payload_offset);
  // The oldest files have none of these.
  if (set.payload_offset) put("File Index", static_cast<std::int32_t>(set.file_index));
  if (set.time_index) put("Time Index", *set.time_index);
}

void IndexDump::variables() {
  out_.put("Vars Index:\n");
  for (const bp::Variable& variable : reader_.variables()) {
    const bp::Entry& entry = variable.entry();
    begin("Var", entry);
    out_.put(fmt::format("\tVars Characteristics: {}\n", entry.set_count));
    sets(entry, [&](const bp::Characteristics& block) { put_block(entry, block); });
    if (out_.failed()) return;
  }
}

void IndexDump::put_block(const bp::Entry& entry, const bp::Characteristics& block) {
  const ByteOrder order = reader_.layout().order;
  put_places(block, "\t");
  const bp::DataType type = block.transform ? block.transform->type : entry.type;
  for (const bp::Statistic which : {bp::Statistic::min, bp::Statistic::max})
    if (const auto bound = stored_bound(block, type, which)) {
      out_.put(which == bp::Statistic::min ? "\tMin(" : "\tMax(");
      put_dumped(out_, bound->element, bound->type, order), out_.put(')');
    }
  if (block.value) {
    out_.put("\tValue(");
    if (bp::is_text(entry.type))
      out_.put('"'), put_plain_text(out_, text_of(*block.value)), out_.put('"');
    else
      put_dumped(out_, *block.value, entry.type, order);
    out_.put(')');
  }
  if (block.dimensions.count)
    out_.put("\tDims (l:g:o): ("), put_dimensions(out_, block.dimensions.in(pool_)), out_.put(')');
  if (block.transform) {
    const std::size_t number = transform_number(block.transform->method);
    out_.put(fmt::format("\tTransform type: {} (ID = {})\tPre-transform datatype: ",
        number ? transform_name(number).description : block.transform->method, number));
    put_type_name(out_, block.transform->type), out_.put("\tPre-transform dims (l:g:o): (");
    put_dimensions(out_, block.transform->dimensions.in(pool_)), out_.put(')');
  }
  out_.put('\n');
}

void IndexDump::attributes() {
  out_.put("Attributes Index:\n");
  for (const bp::Attribute& attribute : reader_.attributes()) {
    const bp::Entry& entry = attribute.entry();
    begin("Attribute", entry);
    out_.put(fmt::format("\tAttribute Characteristics: {}\n", entry.set_count));
    sets(entry, [&](const bp::Characteristics& value) { put_value(entry, value); });
    if (out_.failed()) return;
  }
}

void IndexDump::put_value(const bp::Entry& entry, const bp::Characteristics& value) {
  put_places(value, "\t\t");
  if (value.value) {
    const bool is_array = value.dimensions.count > 0;
    out_.put(is_array ? "\t\tValues(" : "\t\tValue(");
    if (bp::is_text(entry.type)) {
      const std::uint64_t count = is_array ? value.dimensions.in(pool_)[0].local : 1;
      put_all_dumped(
          out_, bp::AttributeValue{entry.type, count, *value.value, reader_.layout().order, nullptr}.texts());
    } else {
      put_all_dumped(out_, *value.value, entry.type, reader_.layout().order);
    }
    out_.put(is_array ? ")\n" : ")");
  }
  if (value.var_id) out_.put("\t\tVar("), out_.number(*value.var_id), out_.put(')');
  if (value.dimensions.count)
    out_.put("\t\tDims (l:g:o): ("), put_dimensions(out_, value.dimensions.in(pool_)), out_.put(')');
  out_.put('\n');
}

}  // namespace weft::cli::adios_tools
