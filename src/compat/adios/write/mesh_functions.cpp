// SPDX-License-Identifier: BSD-3-Clause
// The functions of the write interface that describe meshes.
#include <fmt/format.h>

#include <initializer_list>

#include "adios.h"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/c_calls.hpp"
#include "compat/adios/write/meshes.hpp"
#include "compat/adios/write/session.hpp"

using namespace weft::adios;

namespace {

using Outcome = std::optional<Failure>;

template <class Call>
int with_group(std::int64_t handle, Call&& call) {
  return guarded([&] {
    Group* const group = Session::the().group(handle);
    return group ? code_of(call(*group)) : fail(err_invalid_group, "this is no group to describe a mesh for");
  });
}

// The parts of a mesh one after the other, until one fails.
template <class... Parts>
Outcome in_turn(Parts&&... parts) {
  Outcome outcome;
  static_cast<void>(((outcome = parts(), outcome.has_value()) || ...));
  return outcome;
}

// A part that may be left out.
template <class Part>
auto optional_part(const char* text, Part part) {
  return [=]() -> Outcome { return text && !trimmed(text).empty() ? part(text) : std::nullopt; };
}

}  // namespace

extern "C" {

int adios_define_schema_version(int64_t group_id, char* schema_version) {
  const auto watch = watching<adiost_event_define_schema_version>([&](auto tell) { tell(group_id, schema_version); });
  return with_group(group_id, [&](Group& group) { return define_schema_version(group, text_of(schema_version)); });
}

int adios_define_var_mesh(int64_t group_id, const char* varname, const char* meshname) {
  const auto watch = watching<adiost_event_define_var_mesh>([&](auto tell) { tell(group_id, varname, meshname); });
  return with_group(
      group_id, [&](Group& group) { return define_variable_mesh(group, text_of(varname), text_of(meshname)); });
}

int adios_define_var_centering(int64_t group_id, const char* varname, const char* centering) {
  const auto watch = watching<adiost_event_define_var_centering>(
      [&](auto tell) { tell(group_id, varname, centering); });
  return with_group(
      group_id, [&](Group& group) { return define_centering(group, text_of(varname), text_of(centering)); });
}

int adios_define_var_hyperslab(const char* hyperslab, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_var_hyperslab>([&](auto tell) { tell(hyperslab, group_id, name); });
  return with_group(group_id, [&](Group& group) { return define_hyperslab(group, text_of(name), text_of(hyperslab)); });
}

int adios_define_var_timesteps(const char* timesteps, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_var_timesteps>([&](auto tell) { tell(timesteps, group_id, name); });
  return with_group(group_id,
      [&](Group& group) { return define_time_steps(group, OwnerOfTime::variable, text_of(name), text_of(timesteps)); });
}
int adios_define_var_timescale(const char* timescale, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_var_timescale>([&](auto tell) { tell(timescale, group_id, name); });
  return with_group(group_id,
      [&](Group& group) { return define_time_scale(group, OwnerOfTime::variable, text_of(name), text_of(timescale)); });
}
int adios_define_var_timeseriesformat(const char* timeseries, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_var_timeseriesformat>(
      [&](auto tell) { tell(timeseries, group_id, name); });
  return with_group(group_id, [&](Group& group) {
    return define_time_series_format(group, OwnerOfTime::variable, text_of(name), text_of(timeseries));
  });
}
int adios_define_mesh_timesteps(const char* timesteps, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_timesteps>([&](auto tell) { tell(timesteps, group_id, name); });
  return with_group(group_id,
      [&](Group& group) { return define_time_steps(group, OwnerOfTime::mesh, text_of(name), text_of(timesteps)); });
}
int adios_define_mesh_timescale(const char* timescale, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_timescale>([&](auto tell) { tell(timescale, group_id, name); });
  return with_group(group_id,
      [&](Group& group) { return define_time_scale(group, OwnerOfTime::mesh, text_of(name), text_of(timescale)); });
}
int adios_define_mesh_timeseriesformat(const char* timeseries, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_timeseriesformat>(
      [&](auto tell) { tell(timeseries, group_id, name); });
  return with_group(group_id, [&](Group& group) {
    return define_time_series_format(group, OwnerOfTime::mesh, text_of(name), text_of(timeseries));
  });
}

int adios_define_mesh_timevarying(const char* timevarying, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_timevarying>(
      [&](auto tell) { tell(timevarying, group_id, name); });
  return with_group(
      group_id, [&](Group& group) { return Mesh(group, text_of(name)).time_varying(text_of(timevarying)); });
}
int adios_define_mesh_group(const char* group, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_group>([&](auto tell) { tell(group, group_id, name); });
  return with_group(group_id, [&](Group& found) { return Mesh(found, text_of(name)).group(text_of(group)); });
}
int adios_define_mesh_file(int64_t group_id, char* name, char* file) {
  const auto watch = watching<adiost_event_define_mesh_file>([&](auto tell) { tell(group_id, name, file); });
  return with_group(group_id, [&](Group& group) { return Mesh(group, text_of(name)).file(text_of(file)); });
}

int adios_define_mesh_uniform(
    char* dimensions, char* origin, char* spacing, char* maximum, char* nspace, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_uniform>(
      [&](auto tell) { tell(dimensions, origin, spacing, maximum, nspace, group_id, name); });
  return with_group(group_id, [&](Group& group) {
    Mesh mesh(group, text_of(name));
    return in_turn([&] { return mesh.type("uniform"); },
        [&] { return mesh.dimensions(text_of(dimensions), err_mesh_unifrom_missing_dims); },
        optional_part(origin, [&](const char* list) { return mesh.origins(list); }),
        optional_part(spacing, [&](const char* list) { return mesh.spacings(list); }),
        optional_part(maximum, [&](const char* list) { return mesh.maximums(list); }),
        optional_part(nspace, [&](const char* text) { return mesh.space(text); }));
  });
}

int adios_define_mesh_rectilinear(
    char* dimensions, char* coordinates, char* nspace, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_rectilinear>(
      [&](auto tell) { tell(dimensions, coordinates, nspace, group_id, name); });
  return with_group(group_id, [&](Group& group) {
    Mesh mesh(group, text_of(name));
    return in_turn([&] { return mesh.type("rectilinear"); },
        [&] { return mesh.dimensions(text_of(dimensions), err_mesh_recti_missing_dims); },
        [&] { return mesh.coordinates(text_of(coordinates)); },
        optional_part(nspace, [&](const char* text) { return mesh.space(text); }));
  });
}

int adios_define_mesh_structured(char* dimensions, char* points, char* nspace, int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_structured>(
      [&](auto tell) { tell(dimensions, points, nspace, group_id, name); });
  return with_group(group_id, [&](Group& group) {
    Mesh mesh(group, text_of(name));
    return in_turn([&] { return mesh.type("structured"); },
        [&] { return mesh.dimensions(text_of(dimensions), err_mesh_structured_missing_dims); },
        optional_part(nspace, [&](const char* text) { return mesh.space(text); }),
        [&] { return mesh.points(text_of(points), err_mesh_structured_missing_points); });
  });
}

int adios_define_mesh_unstructured(char* points, char* data, char* count, char* cell_type, char* npoints, char* nspace,
    int64_t group_id, const char* name) {
  const auto watch = watching<adiost_event_define_mesh_unstructured>(
      [&](auto tell) { tell(points, data, count, cell_type, npoints, nspace, group_id, name); });
  return with_group(group_id, [&](Group& group) {
    Mesh mesh(group, text_of(name));
    return in_turn([&] { return mesh.type("unstructured"); },
        optional_part(nspace, [&](const char* text) { return mesh.space(text); }),
        optional_part(npoints, [&](const char* text) { return mesh.points_count(text); }),
        [&] { return mesh.points(text_of(points), err_mesh_unstructured_missing_points); },
        [&] { return mesh.cells(text_of(count), text_of(data), text_of(cell_type)); });
  });
}
}
