// SPDX-License-Identifier: BSD-3-Clause
// The visualisation schema (docs/formats/bp.md, section 18): meshes, and how variables lie on them, as attributes of a
// group. Both the C functions and configurations in XML end here. Texts that are missing are empty.
#pragma once

#include <optional>
#include <string_view>

#include "compat/adios/write/group.hpp"

namespace weft::adios {

std::optional<Failure> define_schema_version(Group& group, std::string_view version);

// The attributes of one mesh, part by part.
class Mesh {
 public:
  Mesh(Group& group, std::string_view name) : group_(group), name_(name) {}

  std::optional<Failure> type(std::string_view type) { return text("type", type); }
  std::optional<Failure> time_varying(std::string_view yes_or_no) { return text("time-varying", yes_or_no); }
  std::optional<Failure> file(std::string_view file);
  std::optional<Failure> group(std::string_view group) { return text("mesh-group", group); }
  std::optional<Failure> space(std::string_view dimensions) { return text("nspace", dimensions); }
  std::optional<Failure> points_count(std::string_view count) { return text("npoints", count); }

  // Lists, each with the code of what is missing where it is empty.
  std::optional<Failure> dimensions(std::string_view list, ADIOS_ERRCODES missing);
  std::optional<Failure> origins(std::string_view list) { return texts("origins", list); }
  std::optional<Failure> spacings(std::string_view list) { return texts("spacings", list); }
  std::optional<Failure> maximums(std::string_view list) { return texts("maximums", list); }
  // One variable with all, or one for each dimension.
  std::optional<Failure> coordinates(std::string_view variables) {
    return variables_of("coords", variables, err_mesh_recti_missing_coords);
  }
  std::optional<Failure> points(std::string_view variables, ADIOS_ERRCODES missing) {
    return variables_of("points", variables, missing);
  }
  // Sets of cells: as many counts as there are variables and types.
  std::optional<Failure> cells(std::string_view counts, std::string_view data, std::string_view types);

 private:
  std::optional<Failure> text(std::string_view key, std::string_view value);
  std::optional<Failure> number(std::string_view key, int value);
  std::optional<Failure> texts(std::string_view key, std::string_view list);
  std::optional<Failure> variables_of(std::string_view what, std::string_view list, ADIOS_ERRCODES missing);
  std::optional<Failure> missing(std::string_view what, ADIOS_ERRCODES code) const;

  Group& group_;
  std::string name_;
};

// Whose steps, scale or format of time it is: that of a mesh, or of a variable.
enum class OwnerOfTime { mesh, variable };
std::optional<Failure> define_time_steps(Group& group, OwnerOfTime owner, std::string_view name, std::string_view text);
std::optional<Failure> define_time_scale(Group& group, OwnerOfTime owner, std::string_view name, std::string_view text);
std::optional<Failure> define_time_series_format(
    Group& group, OwnerOfTime owner, std::string_view name, std::string_view text);

std::optional<Failure> define_variable_mesh(Group& group, std::string_view variable, std::string_view mesh);
std::optional<Failure> define_centering(Group& group, std::string_view variable, std::string_view centering);
std::optional<Failure> define_hyperslab(Group& group, std::string_view variable, std::string_view text);

}  // namespace weft::adios
