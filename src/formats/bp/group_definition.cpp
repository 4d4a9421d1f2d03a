// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/group_definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "formats/bp/index.hpp"
#include "formats/bp/layout.hpp"

namespace weft::bp {

namespace {

Result<> check_name(std::string_view path, std::string_view name) {
  if (name.size() > longest_text || path.size() > longest_text)
    return Error{Errc::too_large, fmt::format("names and paths have at most {} bytes", longest_text)};
  return {};
}

bool is_integer(DataType type) {
  bool is = false;
  visit_element(type, [&](auto identity) { is = std::is_integral_v<typename decltype(identity)::type>; });
  return is;
}

}  // namespace

const GroupDefinition::Variable* GroupDefinition::variable(MemberId id) const {
  const auto found = std::ranges::lower_bound(variables_, id, {}, &Variable::id);
  return found != variables_.end() && found->id == id ? &*found : nullptr;
}

const GroupDefinition::Attribute* GroupDefinition::attribute(MemberId id) const {
  const auto found = std::ranges::lower_bound(attributes_, id, {}, &Attribute::id);
  return found != attributes_.end() && found->id == id ? &*found : nullptr;
}

VariableDefinition& GroupDefinition::definition_of(MemberId id) {
  const Variable* const found = variable(id);
  WEFT_CHECK(found != nullptr);
  return variables_[static_cast<std::size_t>(found - variables_.data())].definition;
}

void GroupDefinition::set_path(MemberId id, std::string path) {
  if (const Attribute* const found = attribute(id))
    attributes_[static_cast<std::size_t>(found - attributes_.data())].definition.path = std::move(path);
  else
    definition_of(id).path = std::move(path);
}

void GroupDefinition::set_transform(MemberId id, WantedTransform transform) {
  definition_of(id).transform = std::move(transform);
}

void GroupDefinition::set_histogram(MemberId id, HistogramBreaks breaks) {
  definition_of(id).histogram = std::move(breaks);
}

void GroupDefinition::set_content(MemberId id, AttributeContent content) {
  const Attribute* const found = attribute(id);
  WEFT_CHECK(found != nullptr);
  attributes_[static_cast<std::size_t>(found - attributes_.data())].definition.content = std::move(content);
}

Result<> GroupDefinition::use_as_dimension(const VariableDefinition& user, const std::vector<Size>& sizes) {
  for (const Size& size : sizes) {
    if (size.kind != Size::Kind::member) continue;
    if (attribute(size.id)) continue;
    const auto found = std::ranges::lower_bound(variables_, size.id, {}, &Variable::id);
    if (found == variables_.end() || found->id != size.id)
      return Error{Errc::invalid_argument, fmt::format("a size of '{}' is that of member {}, which is not defined",
                                               full_name(user.path, user.name), size.id)};
    if (!is_integer(found->definition.type) || !found->definition.local.empty())
      return Error{Errc::invalid_argument,
          fmt::format("a size of '{}' is that of '{}', which is no whole number", full_name(user.path, user.name),
              full_name(found->definition.path, found->definition.name))};
    found->is_dimension = true;
  }
  return {};
}

Result<MemberId> GroupDefinition::define(VariableDefinition variable) {
  WEFT_TRY(check_name(variable.path, variable.name));
  const std::string what = full_name(variable.path, variable.name);
  if (!facts_of(variable.type) || variable.type == DataType::string_array)
    return Error{
        Errc::invalid_argument, fmt::format("'{}' cannot be a variable of type {}", what, name_of(variable.type))};
  const std::size_t dimensions = variable.local.size();
  if (dimensions > most_dimensions || variable.global.size() > dimensions || variable.offset.size() > dimensions ||
      (variable.type == DataType::string && dimensions > 0))
    return Error{Errc::invalid_argument,
        fmt::format("'{}' has {} local, {} global sizes and {} places; texts have none, others at most {}", what,
            dimensions, variable.global.size(), variable.offset.size(), most_dimensions)};
  for (const auto* sizes : {&variable.local, &variable.global, &variable.offset})
    WEFT_TRY(use_as_dimension(variable, *sizes));
  variables_.push_back({next_id_, std::move(variable)});
  return next_id_++;
}

Result<MemberId> GroupDefinition::define(AttributeDefinition attribute) {
  WEFT_TRY(check_name(attribute.path, attribute.name));
  if (const auto* elements = std::get_if<Elements>(&attribute.content)) {
    const std::size_t bytes = bytes_of(elements->type);
    if (bytes == 0 || elements->bytes.empty() || elements->bytes.size() % bytes != 0)
      return Error{Errc::invalid_argument,
          fmt::format("attribute '{}' has {} bytes, which are no elements of type {}",
              full_name(attribute.path, attribute.name), elements->bytes.size(), name_of(elements->type))};
  }
  if (const auto* id = std::get_if<MemberId>(&attribute.content); id && !variable(*id))
    return Error{Errc::invalid_argument, fmt::format("attribute '{}' refers to variable {}, which is not defined",
                                             full_name(attribute.path, attribute.name), *id)};
  attributes_.push_back({next_id_, std::move(attribute)});
  return next_id_++;
}

}  // namespace weft::bp
