// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compat/adios/common/words.hpp"
#include "compat/adios/write/attribute_text.hpp"
#include "compat/adios/write/output.hpp"
#include "formats/bp/index.hpp"

namespace weft::adios {

namespace {

bp::DataType data_type(ADIOS_DATATYPES type) { return static_cast<bp::DataType>(type); }

bool is_whole_number(bp::DataType type) {
  bool is = false;
  bp::visit_element(type, [&](auto identity) { is = std::is_integral_v<typename decltype(identity)::type>; });
  return is;
}

}  // namespace

Group::Group(std::string_view name, std::uint32_t number) : definition(name), number_(number) {
  definition.methods.clear();
}
Group::~Group() = default;

std::string stored_path(std::string_view path) {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return std::string(path);
}

std::optional<bp::MemberId> Group::find_variable(std::string_view full_name) const {
  const auto found = variables_.find(std::string(full_name));
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<bp::MemberId> Group::find_attribute(std::string_view full_name) const {
  for (const auto& attribute : definition.attributes())
    if (bp::full_name(attribute.definition.path, attribute.definition.name) == full_name) return attribute.id;
  return std::nullopt;
}

std::optional<Failure> Group::parse_sizes(std::string_view list, ADIOS_ERRCODES unknown, std::vector<bp::Size>& sizes) {
  for (const std::string& word : split_list(list)) {
    if (const auto number = to_number<std::uint64_t>(word)) {
      sizes.push_back(bp::Size::of(*number));
    } else if (unknown == err_invalid_global_dimension && (same_word(word, "JoinedDim") || same_word(word, "joined"))) {
      sizes.push_back(bp::Size::joined());
    } else if (const auto variable = find_variable(word)) {
      const auto& found = definition.variable(*variable)->definition;
      if (!is_whole_number(found.type) || !found.local.empty())
        return Failure{err_invalid_var_as_dimension, fmt::format("'{}' cannot be a size: it is no whole number", word)};
      sizes.push_back(bp::Size::member(*variable));
    } else if (const auto attribute = find_attribute(word)) {
      sizes.push_back(bp::Size::member(*attribute));
    } else if (!definition.time_name.empty() && word == definition.time_name) {
      sizes.push_back(bp::Size::time());
    } else {
      return Failure{unknown, fmt::format("there is no variable or attribute '{}' in group {} that could be a size",
                                  word, definition.name)};
    }
  }
  return std::nullopt;
}

std::optional<Failure> Group::define(const VariableText& text, bp::MemberId& id) {
  bp::VariableDefinition variable{std::string(text.name), stored_path(text.path), data_type(text.type)};
  const std::string full_name = bp::full_name(variable.path, variable.name);
  auto in_context = [&](std::optional<Failure> failure) {
    if (failure) failure->message = fmt::format("variable {}: {}", full_name, failure->message);
    return failure;
  };
  if (auto failure = parse_sizes(text.dimensions, err_invalid_dimension, variable.local)) return in_context(failure);
  if (auto failure = parse_sizes(text.global_dimensions, err_invalid_global_dimension, variable.global))
    return in_context(failure);
  if (auto failure = parse_sizes(text.offsets, err_invalid_offset, variable.offset)) return in_context(failure);
  // Sizes and places beyond those of the array itself mean nothing.
  variable.global.resize(std::min(variable.global.size(), variable.local.size()));
  variable.offset.resize(std::min(variable.offset.size(), variable.local.size()));
  auto defined = definition.define(std::move(variable));
  if (!defined) return Failure{err_invalid_argument, defined.error().message};
  id = *defined;
  variables_.emplace(full_name, id);  // of two with one name the first is found
  return std::nullopt;
}

std::optional<Failure> Group::define(std::string_view name, std::string_view path, bp::AttributeContent content) {
  auto defined = definition.define({std::string(name), std::string(path), std::move(content)});
  if (!defined) return Failure{err_invalid_value_attr, defined.error().message};
  return std::nullopt;
}

std::optional<Failure> Group::define_attribute(
    std::string_view name, std::string_view path, ADIOS_DATATYPES type, const char* value, const char* variable) {
  if (!value) {
    const auto found = find_variable(text_of(variable));
    if (!found)
      return Failure{err_invalid_varname, fmt::format("attribute {}: there is no variable '{}' in group {}",
                                              bp::full_name(path, name), text_of(variable), definition.name)};
    return define(name, path, *found);
  }
  auto content = attribute_of_text(data_type(type), value);
  if (!content) {
    const bool is_type = content.error().code == Errc::unsupported;
    return Failure{is_type ? err_invalid_type_attr : err_invalid_value_attr,
        fmt::format("attribute {}: {}", bp::full_name(path, name), content.error().message)};
  }
  return define(name, path, *std::move(content));
}

std::optional<Failure> Group::set_transform(bp::MemberId variable, std::string_view text) {
  auto wanted = bp::parse_transform(text);
  const auto& definition_of_variable = definition.variable(variable)->definition;
  if (!wanted)
    return Failure{err_invalid_transform_type,
        fmt::format("variable {}: {}", definition_of_variable.name, wanted.error().message)};
  definition.set_transform(variable, *std::move(wanted));
  return std::nullopt;
}

void Group::remove_variables() {
  definition.remove_variables();
  variables_.clear();
}

}  // namespace weft::adios
