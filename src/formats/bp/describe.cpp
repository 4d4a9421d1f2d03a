// SPDX-License-Identifier: BSD-3-Clause
// What a BP file holds, from its index alone: `weft info`.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/counted.hpp"
#include "base/json.hpp"
#include "formats/bp/bp_file.hpp"
#include "formats/bp/element_text.hpp"

namespace weft::bp {

namespace {

std::string_view name_of_order(ByteOrder order) { return order == ByteOrder::big ? "big endian" : "little endian"; }

std::string_view name_of_kind(ArrayKind kind) {
  switch (kind) {
    case ArrayKind::scalar:
      return "scalar";
    case ArrayKind::local:
      return "local";
    case ArrayKind::global:
      return "global";
    case ArrayKind::joined:
      return "joined";
  }
  return "";
}

// "3*{10, 20}": steps and sizes.
std::string shape_text(const Variable& variable) {
  const std::size_t steps = variable.steps().size();
  if (steps == 0) return "nothing";
  std::string text = steps > 1 ? fmt::format("{}*", steps) : "";
  if (variable.kind() == ArrayKind::scalar) return text + "scalar";
  const Box shape = variable.table().shape(variable.steps().front());
  return fmt::format("{}{{{}}}", text, sizes_text(std::span(shape.count).first(shape.rank)));
}

std::string value_text(const Reader& reader, const Attribute& attribute) {
  const auto value = reader.value(attribute);
  if (!value) return "?";
  TextSink out;
  std::uint64_t count = 0;
  auto separate = [&] {
    if (count++) out.put(", ");
  };
  if (value->variable && value->elements.empty()) return fmt::format("that of {}", value->variable->name());
  if (value->count > 1) out.put('{');
  if (is_text(value->type)) {
    for (const std::string_view text : value->texts()) separate(), put_quoted(out, text, false);
  } else {
    const std::size_t bytes = bytes_of(value->type);
    for (std::uint64_t i = 0; i < value->count; ++i)
      separate(), put_element(out, value->elements.data() + i * bytes, value->type, value->order, false);
  }
  if (value->count > 1) out.put('}');
  return std::string(out.text());
}

std::string scalar_text(const Reader& reader, const Variable& variable) {
  TextSink out;
  const auto value = reader.scalar(variable, variable.blocks().front());
  if (!value || value->size() < bytes_of(variable.type())) return "?";
  if (is_text(variable.type()))
    put_quoted(out, {reinterpret_cast<const char*>(value->data()), value->size()}, false);
  else
    put_element(out, value->data(), variable.type(), reader.layout().order, false);
  return std::string(out.text());
}

class Description {
 public:
  Description(const Reader& reader, bool all, TextSink& out) : reader_(reader), all_(all), out_(out) {}

  void run() {
    const Footer& footer = reader_.footer();
    line("file", reader_.path());
    line("format", fmt::format("ADIOS BP {}, {}{}", footer.layout.version, name_of_order(footer.layout.order),
                       reader_.is_fortran() ? ", column-major" : ""));
    line("creator", footer.release.empty() ? "" : fmt::format("ADIOS {}", footer.release));
    line("size", counted(reader_.bytes().size(), "byte"));
    if (footer.has_sub_files) line("sub-files", std::to_string(reader_.sub_files()));
    std::set<std::string_view> groups;
    for (const GroupEntry& group : reader_.groups()) groups.insert(group.group);
    std::string names;
    for (const std::string_view group : groups) names.append(names.empty() ? "" : ", ").append(group);
    line("groups", names);
    line("process groups", std::to_string(reader_.groups().size()));
    line("steps", reader_.steps() ? fmt::format("{}, time index {} to {}", reader_.steps(), reader_.first_time_index(),
                                        reader_.last_time_index())
                                  : "0");
    variables();
    attributes();
  }

 private:
  struct Row {
    std::string type, name, shape, value;
  };

  void line(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out_.left(key, 22), out_.put("  "), out_.put(value), out_.put('\n');
  }

  void rows(std::string_view title, const std::vector<Row>& all) {
    if (all.empty()) return;
    std::size_t types = 0;
    std::size_t names = 0;
    for (const Row& row : all) types = std::max(types, row.type.size()), names = std::max(names, row.name.size());
    out_.put('\n'), out_.put(title), out_.put('\n');
    for (const Row& row : all) {
      out_.put("  "), out_.left(row.type, types), out_.put("  "), out_.left(row.name, names);
      if (!row.shape.empty()) out_.put("  "), out_.put(row.shape);
      if (!row.value.empty()) out_.put("  = "), out_.put(row.value);
      out_.put('\n');
    }
  }

  void variables() {
    std::vector<Row> all;
    for (const Variable& variable : reader_.variables()) {
      Row row{std::string(name_of(variable.type())), variable.name(), shape_text(variable), {}};
      const bool is_single = variable.kind() == ArrayKind::scalar && variable.steps().size() == 1;
      if (variable.kind() == ArrayKind::local && variable.blocks().size() > variable.steps().size())
        row.shape += fmt::format(" in {} blocks", variable.blocks().size());
      if (is_single)
        row.value = scalar_text(reader_, variable);
      else if (const auto statistics = variable.statistics())
        row.value = statistics_text(*statistics, variable.type());
      if (!variable.blocks().empty() && variable.blocks().front().transform)
        row.shape += fmt::format(" by {}", variable.blocks().front().transform->method);
      all.push_back(std::move(row));
    }
    rows("variables", all);
  }

  void attributes() {
    std::vector<Row> all;
    for (const Attribute& attribute : reader_.attributes()) {
      if (attribute.is_hidden() && !all_) continue;
      const auto value = reader_.value(attribute);
      const DataType type = value ? value->type : attribute.type();
      all.push_back({std::string(name_of(type)), attribute.name(), "", value_text(reader_, attribute)});
    }
    rows("attributes", all);
  }

  const Reader& reader_;
  bool all_;
  TextSink& out_;
};

class DescriptionJson {
 public:
  DescriptionJson(const Reader& reader, bool all, TextSink& out) : reader_(reader), all_(all), out_(out) {}

  void run() {
    const Footer& footer = reader_.footer();
    out_.put('{');
    text("path", reader_.path()), text("format", "bp"), number("version", footer.layout.version);
    text("byteOrder", footer.layout.order == ByteOrder::big ? "big" : "little");
    text("creator", footer.release);
    number("bytes", reader_.bytes().size()), number("subFiles", reader_.sub_files());
    number("processGroups", reader_.groups().size()), number("steps", reader_.steps());
    number("firstTimeIndex", reader_.first_time_index()), number("lastTimeIndex", reader_.last_time_index());
    key("columnMajor"), out_.put(reader_.is_fortran() ? "true" : "false");
    open("variables", '[');
    for (const Variable& variable : reader_.variables()) put(variable);
    out_.put(']');
    open("attributes", '[');
    for (const Attribute& attribute : reader_.attributes())
      if (all_ || !attribute.is_hidden()) put(attribute);
    out_.put("]}\n");
  }

 private:
  void separate() {
    const std::string_view so_far = out_.text();
    if (!so_far.empty() && so_far.back() != '{' && so_far.back() != '[') out_.put(',');
  }
  void key(std::string_view name) { separate(), put_json_string(out_, name), out_.put(':'); }
  void text(std::string_view name, std::string_view value) { key(name), put_json_string(out_, value); }
  void number(std::string_view name, std::uint64_t value) { key(name), out_.number(value); }
  void open(std::string_view name, char bracket) { key(name), out_.put(bracket); }
  void bound(std::string_view name, std::optional<long double> value, DataType type) {
    if (value) key(name), put_bound(out_, *value, type, true);
  }

  void put(const Statistics& statistics, DataType type) {
    static constexpr std::string_view parts[] = {"statistics", "realStatistics", "imaginaryStatistics"};
    for (std::size_t i = 0; i < parts_of_statistics(type); ++i) {
      const Summary& summary = statistics.parts[i];
      open(parts[i], '{');
      bound("min", summary.min, type), bound("max", summary.max, type);
      if (summary.count) number("count", *summary.count);
      bound("average", summary.average(), DataType::double_);
      bound("deviation", summary.deviation(), DataType::double_);
      out_.put('}');
    }
  }

  void put(const Variable& variable) {
    separate(), out_.put('{');
    text("name", variable.name()), text("group", variable.entry().group), text("type", name_of(variable.type()));
    text("kind", name_of_kind(variable.kind()));
    number("steps", variable.steps().size()), number("blocks", variable.blocks().size());
    open("shape", '[');
    if (!variable.steps().empty()) {
      const Box shape = variable.table().shape(variable.steps().front());
      for (std::size_t d = 0; d < shape.rank; ++d) separate(), out_.number(shape.count[d]);
    }
    out_.put(']');
    if (!variable.blocks().empty() && variable.blocks().front().transform)
      text("transform", variable.blocks().front().transform->method);
    if (const auto statistics = variable.statistics()) put(*statistics, variable.type());
    out_.put('}');
  }

  void put(const Attribute& attribute) {
    const auto value = reader_.value(attribute);
    separate(), out_.put('{');
    text("name", attribute.name()), text("group", attribute.entry().group);
    if (value) {
      text("type", name_of(value->type));
      if (value->variable) text("variable", value->variable->name());
      open("values", '[');
      if (is_text(value->type) && !value->elements.empty()) {
        for (const std::string_view one : value->texts()) separate(), put_json_string(out_, one);
      } else if (value->type == DataType::string) {
        out_.put("\"\"");
      } else {
        const std::size_t bytes = bytes_of(value->type);
        for (std::uint64_t i = 0; i < value->count; ++i)
          separate(), put_element(out_, value->elements.data() + i * bytes, value->type, value->order, true);
      }
      out_.put(']');
    }
    out_.put('}');
  }

  const Reader& reader_;
  bool all_;
  TextSink& out_;
};

}  // namespace

Result<> BpFile::describe(bool json, bool all, TextSink& out) {
  if (json)
    DescriptionJson(*reader_, all, out).run();
  else
    Description(*reader_, all, out).run();
  return out.flush();
}

}  // namespace weft::bp
