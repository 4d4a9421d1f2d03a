// SPDX-License-Identifier: BSD-3-Clause
// The functions of the write interface that define groups, variables, attributes and methods.
#include <fmt/format.h>

#include "adios.h"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/attribute_text.hpp"
#include "compat/adios/write/c_calls.hpp"
#include "compat/adios/write/session.hpp"
#include "compat/adios/write/statistics_level.hpp"

using namespace weft::adios;
namespace bp = weft::bp;

namespace {

// A call about a group; `call` is given the group and returns a failure, if there is one.
template <class Call>
int with_group(const char* name, std::int64_t handle, Call&& call) {
  return guarded([&] {
    Group* const group = Session::the().group(handle);
    if (!group) return fail(err_invalid_group, fmt::format("{}: this is no group", name));
    return code_of(call(*group));
  });
}

}  // namespace

extern "C" {

int adios_allocate_buffer(ADIOS_BUFFER_ALLOC_WHEN, uint64_t) {
  warn("adios_allocate_buffer: has no effect any more; see adios_set_max_buffer_size");
  return err_no_error;
}

void adios_set_max_buffer_size(uint64_t max_buffer_size_MB) {
  const auto watch = watching<adiost_event_set_max_buffer_size>([&](auto tell) { tell(max_buffer_size_MB); });
  constexpr uint64_t megabyte = 1 << 20;
  if (max_buffer_size_MB > 0 && max_buffer_size_MB < UINT64_MAX / megabyte)
    Session::the().largest_buffer = max_buffer_size_MB * megabyte;
  else
    Session::the().largest_buffer.reset();
}

int adios_declare_group(int64_t* id, const char* name, const char* time_index, ADIOS_STATISTICS_FLAG stats) {
  const auto watch = watching<adiost_event_declare_group>([&](auto tell) { tell(id, name, time_index, stats); });
  return guarded([&] {
    if (!id) return fail(err_invalid_argument, "adios_declare_group: expected room for a handle, found null");
    *id = Session::the().add_group(text_of(name));
    bp::GroupDefinition& definition = Session::the().group(*id)->definition;
    definition.time_name = text_of(time_index);
    definition.statistics = level_of(stats);
    return static_cast<int>(err_no_error);
  });
}

int adios_free_group(int64_t id) {
  return guarded([&] { return code_of(Session::the().remove_group(id)); });
}

int adios_select_method(int64_t group, const char* method, const char* parameters, const char* base_path) {
  const auto watch = watching<adiost_event_select_method>(
      [&](auto tell) { tell(group, method, parameters, base_path); });
  return with_group("adios_select_method", group, [&](Group& found) {
    return Session::the().select_method(found, text_of(method), text_of(parameters), text_of(base_path));
  });
}

int adios_set_time_aggregation(int64_t groupid, uint64_t buffersize, int64_t syncgroupid) {
  return with_group("adios_set_time_aggregation", groupid, [&](Group& group) -> std::optional<Failure> {
    group.collecting.limit_bytes = buffersize;
    group.collecting.with = Session::the().group(syncgroupid);
    if (syncgroupid != 0 && !group.collecting.with)
      return Failure{err_invalid_group, "adios_set_time_aggregation: there is no such group to write with"};
    auto output = buffersize == 0 ? std::move(group.collecting.output) : nullptr;
    return output ? output->flush() : std::nullopt;
  });
}

int64_t adios_define_var(int64_t group_id, const char* name, const char* path, ADIOS_DATATYPES type,
    const char* dimensions, const char* global_dimensions, const char* local_offsets) {
  const auto watch = watching<adiost_event_define_var>(
      [&](auto tell) { tell(group_id, name, path, type, dimensions, global_dimensions, local_offsets); });
  int64_t handle = 0;
  with_group("adios_define_var", group_id, [&](Group& group) {
    const std::string texts[] = {
        text_of(name), text_of(path), text_of(dimensions), text_of(global_dimensions), text_of(local_offsets)};
    bp::MemberId variable = 0;
    auto failure = group.define({texts[0], texts[1], texts[2], texts[3], texts[4], type}, variable);
    if (!failure) handle = Session::handle_of(group, variable);
    return failure;
  });
  return handle;
}

int adios_delete_vardefs(int64_t id) {
  return with_group("adios_delete_vardefs", id, [](Group& group) -> std::optional<Failure> {
    group.remove_variables();
    return std::nullopt;
  });
}

uint64_t adios_expected_var_size(int64_t var_id) {
  const auto watch = watching<adiost_event_expected_var_size>([&](auto tell) { tell(var_id); });
  uint64_t bytes = 0;
  guarded([&] {
    bp::MemberId variable = 0;
    Group* const group = Session::the().group_of_variable(var_id, variable);
    if (!group) return fail(err_invalid_varid, "adios_expected_var_size: this is no variable");
    const auto counted = group->output ? group->output->expected_bytes(variable)
                                       : bp::GroupWriter(group->definition, {}, 1).block_bytes(variable);
    if (!counted) return fail(err_invalid_var_as_dimension, counted.error());
    bytes = *counted;
    return static_cast<int>(err_no_error);
  });
  return bytes;
}

int adios_set_transform(int64_t var_id, const char* transform_type_str) {
  const auto watch = watching<adiost_event_set_transform>([&](auto tell) { tell(var_id, transform_type_str); });
  return guarded([&] {
    bp::MemberId variable = 0;
    Group* const group = Session::the().group_of_variable(var_id, variable);
    if (!group) return fail(err_invalid_varid, "adios_set_transform: this is no variable");
    return code_of(group->set_transform(variable, text_of(transform_type_str)));
  });
}

int adios_define_attribute(
    int64_t group, const char* name, const char* path, ADIOS_DATATYPES type, const char* value, const char* var) {
  const auto watch = watching<adiost_event_define_attribute>(
      [&](auto tell) { tell(group, name, path, type, value, var); });
  return with_group("adios_define_attribute", group,
      [&](Group& found) { return found.define_attribute(text_of(name), text_of(path), type, value, var); });
}

int adios_define_attribute_byvalue(
    int64_t group, const char* name, const char* path, ADIOS_DATATYPES type, int nelems, const void* values) {
  const auto watch = watching<adiost_event_define_attribute_byvalue>(
      [&](auto tell) { tell(group, name, path, type, nelems, static_cast<const char*>(values)); });
  return with_group("adios_define_attribute_byvalue", group, [&](Group& found) -> std::optional<Failure> {
    auto content = attribute_of_elements(
        static_cast<bp::DataType>(type), nelems > 0 ? static_cast<std::size_t>(nelems) : 0, values);
    if (!content) {
      const bool is_type = content.error().code == weft::Errc::unsupported;
      return Failure{is_type ? err_invalid_type_attr : err_invalid_value_attr,
          fmt::format("attribute {}: {}", text_of(name), content.error().message)};
    }
    return found.define(text_of(name), text_of(path), *std::move(content));
  });
}

int adios_delete_attrdefs(int64_t id) {
  return with_group("adios_delete_attrdefs", id, [](Group& group) -> std::optional<Failure> {
    group.definition.remove_attributes();
    return std::nullopt;
  });
}
}
