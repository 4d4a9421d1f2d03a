// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "compat/adios/common/errors.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/attribute_text.hpp"
#include "compat/adios/write/meshes.hpp"
#include "compat/adios/write/type_names.hpp"
#include "compat/adios/write/xml_tree.hpp"

namespace weft::adios {

namespace {

using Outcome = std::optional<Failure>;

// Elements and what may be said of each. Words of code generators and of the years are read over.
struct Known {
  std::string_view element;
  std::vector<std::string_view> attributes;
};

const std::vector<Known>& known_elements() {
  static const std::vector<Known> known = {
      {"adios-config", {"host-language", "schema-version"}},
      {"adios-group", {"name", "time-index", "host-language", "coordination-communicator", "coordination-var", "stats",
                          "profiling"}},
      {"var", {"name", "path", "type", "dimensions", "dimension", "gwrite", "gread", "read", "transform", "mesh",
                  "center", "time-steps", "time-scale", "time-series-format", "hyperslab", "copy-on-write"}},
      {"global-bounds", {"dimensions", "dimension", "global-dimensions", "global-dimension", "offsets"}},
      {"attribute", {"name", "path", "type", "value", "var"}},
      {"mesh", {"name", "type", "time-varying", "file", "mesh-file", "mesh-group", "group", "time-steps", "time-scale",
                   "time-series-format"}},
      {"gwrite", {"src"}},
      {"method", {"group", "method", "base-path", "priority", "iterations"}},
      {"transport", {"group", "method", "base-path", "priority", "iterations"}},
      {"buffer", {"size-MB", "max-size-MB", "allocate-time", "free-memory-percentage"}},
      {"analysis", {"adios-group", "var", "break-points", "min", "max", "count"}},
      {"time-aggregation", {"group", "buffer-size", "sync-with-group"}},
      {"link", {"ref", "objref", "type", "extref", "name"}},
      {"multilink", {"name"}},
  };
  return known;
}

class Configuring {
 public:
  Configuring(Session& session, const std::string& path) : session_(session), path_(path) {}

  Outcome run(const XmlElement& root);

 private:
  Outcome one(const XmlElement& element);
  Outcome group(const XmlElement& element);
  Outcome member(Group& group, const XmlElement& element, bool& goes_on);
  Outcome variable(Group& group, const XmlElement& element, const XmlElement* bounds);
  Outcome bounds(Group& group, const XmlElement& element);
  Outcome attribute(Group& group, const XmlElement& element);
  Outcome mesh(Group& group, const XmlElement& element);
  Outcome mesh_part(Mesh& mesh, std::string_view type, const XmlElement& part);
  Outcome links(Group& group, const XmlElement& element);
  Outcome method(const XmlElement& element);
  Outcome buffer(const XmlElement& element);
  Outcome analysis(const XmlElement& element);
  Outcome time_aggregation(const XmlElement& element);

  Outcome language(const XmlElement& element, bool& is_fortran) const;
  Outcome wrong(const XmlElement& element, ADIOS_ERRCODES code, std::string_view message) const;
  // The same failure, with the place where it was caused.
  Outcome at(const XmlElement& element, Outcome outcome) const;
  void warn_of_unknown_attributes(const XmlElement& element) const;
  // The value of an attribute; empty if there is none.
  static std::string get(const XmlElement& element, std::initializer_list<std::string_view> names);

  Session& session_;
  const std::string& path_;
  bool is_fortran_ = true;      // unless the file says otherwise
  std::string schema_version_;  // of meshes
  bool has_group_ = false;
  bool has_method_ = false;
  Outcome later_;  // something wrong that the rest does not depend on
};

Outcome Configuring::wrong(const XmlElement& element, ADIOS_ERRCODES code, std::string_view message) const {
  return Failure{code, fmt::format("{}:{}: {}: {}", path_, element.line, element.name, message)};
}

Outcome Configuring::at(const XmlElement& element, Outcome outcome) const {
  if (!outcome) return std::nullopt;
  return wrong(element, outcome->code, outcome->message);
}

std::string Configuring::get(const XmlElement& element, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const std::string* found = element.find(name)) return *found;
  return {};
}

void Configuring::warn_of_unknown_attributes(const XmlElement& element) const {
  const auto known = std::ranges::find_if(
      known_elements(), [&](const Known& one) { return same_word(one.element, element.name); });
  if (known == known_elements().end()) return;
  for (const auto& attribute : element.attributes)
    if (std::ranges::none_of(known->attributes, [&](std::string_view one) { return same_word(one, attribute.first); }))
      warn(fmt::format(
          "{}:{}: unknown attribute '{}' on {} (ignored)", path_, element.line, attribute.first, element.name));
}

Outcome Configuring::language(const XmlElement& element, bool& is_fortran) const {
  const std::string* const text = element.find("host-language");
  if (!text) return std::nullopt;
  if (!same_word(*text, "C") && !same_word(*text, "Fortran"))
    return wrong(
        element, err_invalid_host_language, fmt::format("expected host-language C or Fortran, found '{}'", *text));
  is_fortran = same_word(*text, "Fortran");
  return std::nullopt;
}

Outcome Configuring::run(const XmlElement& root) {
  if (!same_word(root.name, "adios-config"))
    return wrong(root, err_invalid_xml_doc, "expected an element adios-config around everything");
  warn_of_unknown_attributes(root);
  if (auto failure = language(root, is_fortran_)) return failure;
  schema_version_ = get(root, {"schema-version"});
  for (const XmlElement& element : root.children) {
    if (std::ranges::none_of(
            known_elements(), [&](const Known& one) { return same_word(one.element, element.name); })) {
      warn(fmt::format("{}:{}: unknown element {}; what follows is not read", path_, element.line, element.name));
      break;
    }
    if (auto failure = one(element)) {
      if (failure->code == err_no_method_defined && !has_group_) failure->code = err_no_group_defined;
      return failure;
    }
  }
  if (!has_group_) return wrong(root, err_no_group_defined, "expected at least one adios-group, found none");
  if (!has_method_) return wrong(root, err_no_method_defined, "expected at least one method, found none");
  return later_;
}

Outcome Configuring::one(const XmlElement& element) {
  warn_of_unknown_attributes(element);
  if (same_word(element.name, "adios-group")) return group(element);
  if (same_word(element.name, "method") || same_word(element.name, "transport")) return method(element);
  if (same_word(element.name, "buffer")) return buffer(element);
  if (same_word(element.name, "analysis")) return analysis(element);
  if (same_word(element.name, "time-aggregation")) return time_aggregation(element);
  return wrong(element, err_invalid_xml_doc, "does not belong here");
}

Outcome Configuring::group(const XmlElement& element) {
  const std::string name = get(element, {"name"});
  if (name.empty()) return wrong(element, err_no_group_defined, "expected a name");
  Group& group = *session_.group(session_.add_group(name));
  // A group that is wrong is none.
  auto as_none = [](Outcome outcome) {
    if (outcome) outcome->code = err_no_group_defined;
    return outcome;
  };
  bp::GroupDefinition& definition = group.definition;
  definition.time_name = get(element, {"time-index"});
  definition.is_fortran = is_fortran_;
  if (auto failure = language(element, definition.is_fortran)) return failure;
  const std::string stats = get(element, {"stats"});
  auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return same_word(word, stats); });
  };
  if (is_one_of({"on", "full"}))
    definition.statistics = bp::StatisticsLevel::full;
  else if (is_one_of({"off", "no"}))
    definition.statistics = bp::StatisticsLevel::none;
  else if (!is_one_of({"", "default", "minmax"}))
    return as_none(wrong(element, err_no_group_defined,
        fmt::format("expected stats default, minmax, on, full, off or no, found '{}'", stats)));
  group.is_profiled = same_word(get(element, {"profiling"}), "yes");
  if (!schema_version_.empty())
    if (auto failure = define_schema_version(group, schema_version_)) return as_none(at(element, failure));
  bool goes_on = true;
  for (const XmlElement& child : element.children) {
    if (auto failure = member(group, child, goes_on)) return as_none(failure);
    if (!goes_on) return as_none(wrong(child, err_no_group_defined, "is no element of an adios-group"));
  }
  const std::string coordination = get(element, {"coordination-var"});
  if (!coordination.empty()) definition.coordination = group.find_variable(coordination).value_or(0);
  has_group_ = true;
  return std::nullopt;
}

Outcome Configuring::member(Group& group, const XmlElement& element, bool& goes_on) {
  warn_of_unknown_attributes(element);
  if (same_word(element.name, "var")) return variable(group, element, nullptr);
  if (same_word(element.name, "global-bounds")) return bounds(group, element);
  if (same_word(element.name, "attribute")) return attribute(group, element);
  if (same_word(element.name, "mesh")) return mesh(group, element);
  if (same_word(element.name, "multilink")) return links(group, element);
  goes_on = same_word(element.name, "gwrite");  // for code generators
  return std::nullopt;
}

Outcome Configuring::bounds(Group& group, const XmlElement& element) {
  if (get(element, {"dimensions", "dimension", "global-dimensions", "global-dimension"}).empty())
    return wrong(element, err_global_dim_required, "expected dimensions");
  if (get(element, {"offsets"}).empty()) return wrong(element, err_global_offset_required, "expected offsets");
  for (const XmlElement& child : element.children) {
    warn_of_unknown_attributes(child);
    if (!same_word(child.name, "var")) return wrong(child, err_invalid_xml_doc, "only variables have global bounds");
    if (auto failure = variable(group, child, &element)) return failure;
  }
  return std::nullopt;
}

Outcome Configuring::variable(Group& group, const XmlElement& element, const XmlElement* bounds) {
  const std::string name = get(element, {"name"});
  const std::string path = get(element, {"path"});
  const std::string type_name = get(element, {"type"});
  if (name.empty()) return wrong(element, err_invalid_varname, "expected a name");
  const ADIOS_DATATYPES type = type_of_name(type_name);
  if (type == adios_unknown)
    return wrong(element, err_invalid_type_attr, fmt::format("'{}' of {} is no type", type_name, name));
  const std::string dimensions = get(element, {"dimensions", "dimension"});
  std::string global;
  std::string offsets;
  if (bounds) {
    global = get(*bounds, {"dimensions", "dimension", "global-dimensions", "global-dimension"});
    offsets = get(*bounds, {"offsets"});
  }
  bp::MemberId id = 0;
  if (auto failure = group.define({name, path, dimensions, global, offsets, type}, id)) return at(element, failure);
  if (const std::string* transform = element.find("transform"))
    if (auto failure = group.set_transform(id, *transform)) {  // it stays as it is
      later_ = at(element, failure);
      tell(Level::error, later_->message);
    }
  const std::string full_name = path.empty() ? name : bp::full_name(stored_path(path), name);
  auto optional_word = [&](std::string_view attribute, auto define) -> Outcome {
    const std::string* const text = element.find(attribute);
    return text ? at(element, define(*text)) : std::nullopt;
  };
  if (auto failure = optional_word("mesh", [&](auto& text) { return define_variable_mesh(group, full_name, text); }))
    return failure;
  if (auto failure = optional_word("center", [&](auto& text) { return define_centering(group, full_name, text); }))
    return failure;
  constexpr auto owner = OwnerOfTime::variable;
  if (auto failure = optional_word(
          "time-steps", [&](auto& text) { return define_time_steps(group, owner, full_name, text); }))
    return failure;
  if (auto failure = optional_word(
          "time-scale", [&](auto& text) { return define_time_scale(group, owner, full_name, text); }))
    return failure;
  if (auto failure = optional_word(
          "time-series-format", [&](auto& text) { return define_time_series_format(group, owner, full_name, text); }))
    return failure;
  return optional_word("hyperslab", [&](auto& text) { return define_hyperslab(group, full_name, text); });
}

Outcome Configuring::attribute(Group& group, const XmlElement& element) {
  const std::string name = get(element, {"name"});
  const std::string* const value = element.find("value");
  const std::string* const variable = element.find("var");
  const std::string* const type_name = element.find("type");
  if (name.empty()) return wrong(element, err_invalid_attrname, "expected a name");
  if (!value == !variable)
    return wrong(element, err_invalid_value_attr, fmt::format("expected of '{}' either a value or a var", name));
  if (variable && type_name)
    return wrong(element, err_invalid_type_attr, fmt::format("'{}' has the type of its var, and no other", name));
  const ADIOS_DATATYPES type = type_name ? type_of_name(*type_name) : adios_string;
  if (type == adios_unknown)
    return wrong(element, err_invalid_type_attr, fmt::format("'{}' of {} is no type", *type_name, name));
  return at(element, group.define_attribute(name, get(element, {"path"}), type, value ? value->c_str() : nullptr,
                         variable ? variable->c_str() : nullptr));
}

Outcome Configuring::mesh(Group& group, const XmlElement& element) {
  const std::string name = get(element, {"name"});
  const std::string type = get(element, {"type"});
  if (name.empty()) return wrong(element, err_mesh_name_attr_missing, "expected a name");
  constexpr std::string_view types[] = {"uniform", "rectilinear", "structured", "unstructured"};
  if (std::ranges::none_of(types, [&](std::string_view one) { return same_word(one, type); }))
    return wrong(element, err_mesh_missing,
        fmt::format("expected of {} type uniform, rectilinear, structured or unstructured, found '{}'", name, type));
  Mesh mesh(group, name);
  auto optional_word = [&](std::initializer_list<std::string_view> names, auto define) -> Outcome {
    const std::string text = get(element, names);
    return text.empty() ? std::nullopt : at(element, define(text));
  };
  if (auto failure = mesh.type(type)) return at(element, failure);
  if (auto failure = optional_word({"time-varying"}, [&](auto& text) { return mesh.time_varying(text); }))
    return failure;
  if (auto failure = optional_word({"file", "mesh-file"}, [&](auto& text) { return mesh.file(text); })) return failure;
  if (auto failure = optional_word({"mesh-group", "group"}, [&](auto& text) { return mesh.group(text); }))
    return failure;
  constexpr auto owner = OwnerOfTime::mesh;
  if (auto failure = optional_word(
          {"time-steps"}, [&](auto& text) { return define_time_steps(group, owner, name, text); }))
    return failure;
  if (auto failure = optional_word(
          {"time-scale"}, [&](auto& text) { return define_time_scale(group, owner, name, text); }))
    return failure;
  if (auto failure = optional_word(
          {"time-series-format"}, [&](auto& text) { return define_time_series_format(group, owner, name, text); }))
    return failure;
  for (const XmlElement& part : element.children)
    if (auto failure = mesh_part(mesh, type, part)) return at(part, failure);
  return std::nullopt;
}

Outcome Configuring::mesh_part(Mesh& mesh, std::string_view type, const XmlElement& part) {
  const std::string value = get(part, {"value"});
  auto is = [&](std::string_view name) { return same_word(part.name, name); };
  if (is("dimensions")) return mesh.dimensions(value, err_dimension_required);
  if (is("origin")) return mesh.origins(value);
  if (is("spacing")) return mesh.spacings(value);
  if (is("maximum")) return mesh.maximums(value);
  if (is("nspace")) return mesh.space(value);
  if (is("number-of-points")) return mesh.points_count(value);
  if (is("coordinates-single-var") || is("coordinates-multi-var")) return mesh.coordinates(value);
  if (is("points-single-var") || is("points-multi-var"))
    return mesh.points(value,
        same_word(type, "structured") ? err_mesh_structured_missing_points : err_mesh_unstructured_missing_points);
  if (is("uniform-cells") || is("mixed-cells"))
    return mesh.cells(get(part, {"count"}), get(part, {"data"}), get(part, {"type"}));
  return Failure{err_invalid_xml_doc, "is no part of a mesh"};
}

Outcome Configuring::method(const XmlElement& element) {
  const std::string group_name = get(element, {"group"});
  const std::string name = get(element, {"method"});
  const std::string base_path = get(element, {"base-path"});
  // A method that is wrong is none.
  if (group_name.empty() || name.empty())
    return wrong(element, err_no_method_defined, "expected the names of a group and of a method");
  Group* const group = session_.find_group(group_name);
  if (!group) return wrong(element, err_no_method_defined, fmt::format("there is no group '{}'", group_name));
  if (!base_path.empty() && !base_path.ends_with('/'))
    return wrong(
        element, err_no_method_defined, fmt::format("expected a base-path that ends with /, found '{}'", base_path));
  for (const std::string_view number : {"priority", "iterations"})
    if (const std::string* text = element.find(number); text && !to_number<int>(*text))
      warn(fmt::format("{}:{}: {} is a number, not '{}' (ignored)", path_, element.line, number, *text));
  auto failure = session_.select_method(*group, name, element.text, base_path);
  if (failure) failure->code = err_no_method_defined;
  has_method_ = has_method_ || !failure;
  return at(element, failure);
}

Outcome Configuring::buffer(const XmlElement& element) {
  const std::string text = get(element, {"max-size-MB", "size-MB"});
  const auto megabytes = to_number<std::uint64_t>(text);
  constexpr std::uint64_t megabyte = 1 << 20;
  if (!megabytes || *megabytes == 0 || *megabytes > UINT64_MAX / megabyte)
    return wrong(element, err_invalid_buffer_size, fmt::format("expected max-size-MB, a number, found '{}'", text));
  session_.largest_buffer = *megabytes * megabyte;
  return std::nullopt;
}

Outcome Configuring::analysis(const XmlElement& element) {
  Group* const group = session_.find_group(get(element, {"adios-group"}));
  if (!group)
    return wrong(element, err_invalid_group, fmt::format("there is no group '{}'", get(element, {"adios-group"})));
  const auto variable = group->find_variable(get(element, {"var"}));
  if (!variable)
    return wrong(element, err_histogram_error, fmt::format("there is no variable '{}'", get(element, {"var"})));
  bp::HistogramBreaks breaks;
  if (const std::string* points = element.find("break-points")) {
    for (const std::string& word : split_list(*points)) {
      const auto number = to_number<double>(word);
      if (!number) return wrong(element, err_histogram_error, fmt::format("'{}' is no number to break at", word));
      breaks.breaks.push_back(*number);
    }
    if (breaks.breaks.empty() || !std::ranges::is_sorted(breaks.breaks, std::ranges::less_equal()))
      return wrong(element, err_histogram_error, fmt::format("expected numbers that rise, found '{}'", *points));
    breaks.min = breaks.breaks.front();
    breaks.max = breaks.breaks.back();
  } else {
    constexpr std::uint32_t most_classes = 1 << 20;
    const auto min = to_number<double>(get(element, {"min"}));
    const auto max = to_number<double>(get(element, {"max"}));
    const auto count = to_number<std::uint32_t>(get(element, {"count"}));
    if (!min || !max || !count || !(*min < *max) || *count == 0 || *count > most_classes)
      return wrong(element, err_histogram_error, "expected break-points, or min, a larger max, and a count");
    breaks = bp::HistogramBreaks::even(*min, *max, *count);
  }
  if (group->definition.statistics != bp::StatisticsLevel::full)
    warn(fmt::format("{}:{}: a histogram needs stats=\"full\" on its group (ignored)", path_, element.line));
  group->definition.set_histogram(*variable, std::move(breaks));
  return std::nullopt;
}

Outcome Configuring::time_aggregation(const XmlElement& element) {
  auto group_named = [&](std::string_view attribute) { return session_.find_group(get(element, {attribute})); };
  Group* const group = group_named("group");
  if (!group) return wrong(element, err_invalid_group, fmt::format("there is no group '{}'", get(element, {"group"})));
  const auto bytes = to_number<std::uint64_t>(get(element, {"buffer-size"}));
  if (!bytes)
    return wrong(element, err_invalid_buffer_size,
        fmt::format("expected buffer-size, a number of bytes, found '{}'", get(element, {"buffer-size"})));
  group->collecting.limit_bytes = *bytes;
  if (!element.find("sync-with-group")) return std::nullopt;
  group->collecting.with = group_named("sync-with-group");
  if (!group->collecting.with)
    return wrong(element, err_invalid_group, fmt::format("there is no group '{}'", get(element, {"sync-with-group"})));
  return std::nullopt;
}

// Links of one name are numbered; without a name it is that of the file they lead to.
Outcome Configuring::links(Group& group, const XmlElement& element) {
  auto name_of = [](const XmlElement& link) { return get(link, {"name", "ref"}); };
  std::vector<std::string> done;
  for (const XmlElement& first : element.children) {
    warn_of_unknown_attributes(first);
    if (!same_word(first.name, "link")) return wrong(first, err_invalid_xml_doc, "is no link");
    const std::string name = name_of(first);
    if (name.empty()) return wrong(first, err_invalid_xml_doc, "expected a ref");
    if (std::ranges::find(done, name) != done.end()) continue;
    done.push_back(name);
    int count = 0;
    for (const XmlElement& link : element.children) {
      if (name_of(link) != name) continue;
      for (const std::string_view key : {"ref", "objref", "type", "extref"})
        if (auto failure = group.define(fmt::format("adios_link/{}/{}{}", name, key, count), "/", get(link, {key})))
          return at(link, failure);
      ++count;
    }
    if (auto failure = group.define(
            fmt::format("adios_link/{}/ref-num", name), "/", *attribute_of_elements(bp::DataType::integer, 1, &count)))
      return at(first, failure);
  }
  return std::nullopt;
}

// The first process reads, and tells all others what it found.
Outcome read_for_all(Communicator& all, const std::string& path, std::string& text) {
  Outcome failure;
  if (all.rank() == 0) {
    const auto bytes = read_file(path);
    if (bytes)
      text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    else
      failure = Failure{err_missing_config_file, bytes.error().text()};
  }
  if (all.broadcast_number(!failure, 0) == 0)
    return failure ? failure : Failure{err_missing_config_file, fmt::format("{}: was not read", path)};
  text = all.broadcast_text(std::move(text), 0);
  return std::nullopt;
}

}  // namespace

Outcome configure(Session& session, const std::string& path) {
  std::string text;
  if (auto failure = read_for_all(*session.communicator, path, text)) return failure;
  const auto root = parse_xml(text, path);
  if (!root) return Failure{err_invalid_xml_doc, root.error().text()};
  return Configuring(session, path).run(*root);
}

}  // namespace weft::adios
