// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/meshes.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "compat/adios/common/words.hpp"
#include "compat/adios/write/attribute_text.hpp"

namespace weft::adios {

namespace {

constexpr std::string_view of_meshes = "adios_schema";

// Numbers are stored as numbers, everything else is the name of a variable.
std::optional<Failure> define_number_or_name(
    Group& group, const std::string& name, std::string_view path, std::string_view text) {
  const auto number = to_number<double>(text);
  return number ? group.define(name, path, *attribute_of_elements(bp::DataType::double_, 1, &*number))
                : group.define(name, path, std::string(text));
}

std::string prefix_of(OwnerOfTime owner, std::string_view name) {
  return owner == OwnerOfTime::mesh ? fmt::format("{}/{}", of_meshes, name) : fmt::format("{}/{}", name, of_meshes);
}
std::string_view path_of(OwnerOfTime owner) { return owner == OwnerOfTime::mesh ? "/" : ""; }

// One, two or three words, each number of them with keys of its own.
constexpr std::string_view of_range[] = {"min", "max"};
constexpr std::string_view of_steps[] = {"start", "stride", "count"};

std::span<const std::string_view> keys_of(std::size_t words) {
  if (words == 2) return of_range;
  if (words == 3) return of_steps;
  return {};
}

std::optional<Failure> define_times(
    Group& group, OwnerOfTime owner, std::string_view name, std::string_view what, std::string_view text) {
  const auto words = split_list(text);
  if (words.empty()) return std::nullopt;
  const std::string prefix = fmt::format("{}/{}", prefix_of(owner, name), what);
  if (words.size() == 1) {
    const std::string_view key = to_number<double>(words[0]) ? "count" : "var";
    return define_number_or_name(group, fmt::format("{}-{}", prefix, key), path_of(owner), words[0]);
  }
  const auto keys = keys_of(words.size());
  if (keys.empty())
    return Failure{err_invalid_argument,
        fmt::format("{} of {}: expected a count, 'min,max' or 'start,stride,count', found '{}'", what, name, text)};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (auto failure = define_number_or_name(group, fmt::format("{}-{}", prefix, keys[i]), path_of(owner), words[i]))
      return failure;
  return std::nullopt;
}

}  // namespace

std::optional<Failure> define_schema_version(Group& group, std::string_view version) {
  const auto parts = split_list(version, '.');
  if (parts.empty() || !to_number<int>(parts[0]))
    return Failure{err_invalid_argument, fmt::format("expected a version such as 1.1, found '{}'", version)};
  if (auto failure = group.define(fmt::format("{}/version_major", of_meshes), "/", parts[0])) return failure;
  if (parts.size() < 2) return std::nullopt;
  return group.define(fmt::format("{}/version_minor", of_meshes), "/", parts[1]);
}

std::optional<Failure> Mesh::missing(std::string_view what, ADIOS_ERRCODES code) const {
  return Failure{code, fmt::format("mesh {}: expected {}, found nothing", name_, what)};
}

std::optional<Failure> Mesh::text(std::string_view key, std::string_view value) {
  return group_.define(fmt::format("{}/{}/{}", of_meshes, name_, key), "/", std::string(value));
}

std::optional<Failure> Mesh::number(std::string_view key, int value) {
  return group_.define(
      fmt::format("{}/{}/{}", of_meshes, name_, key), "/", *attribute_of_elements(bp::DataType::integer, 1, &value));
}

std::optional<Failure> Mesh::texts(std::string_view key, std::string_view list) {
  const auto words = split_list(list);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (auto failure = text(fmt::format("{}{}", key, i), words[i])) return failure;
  return words.empty() ? std::nullopt : number(fmt::format("{}-num", key), static_cast<int>(words.size()));
}

std::optional<Failure> Mesh::file(std::string_view file) {
  // Stored with the slash in the name, as nothing else of a mesh is.
  return group_.define(fmt::format("/{}/{}/mesh-file", of_meshes, name_), "", std::string(file));
}

std::optional<Failure> Mesh::dimensions(std::string_view list, ADIOS_ERRCODES code) {
  return trimmed(list).empty() ? missing("dimensions", code) : texts("dimensions", list);
}

std::optional<Failure> Mesh::variables_of(std::string_view what, std::string_view list, ADIOS_ERRCODES code) {
  const auto words = split_list(list);
  if (words.empty()) return missing(fmt::format("variables for {}", what), code);
  if (words.size() == 1) return text(fmt::format("{}-single-var", what), words[0]);
  return texts(fmt::format("{}-multi-var", what), list);
}

std::optional<Failure> Mesh::cells(std::string_view counts, std::string_view data, std::string_view types) {
  const auto sizes = split_list(counts);
  const auto variables = split_list(data);
  const auto kinds = split_list(types);
  if (sizes.empty()) return missing("the number of cells", err_mesh_unstructured_missing_ccount);
  if (variables.empty()) return missing("a variable with the cells", err_mesh_unstructured_missing_cdata);
  if (kinds.empty()) return missing("the type of cells", err_mesh_unstructured_missing_ctype);
  auto differs = [&](std::string_view what, std::size_t found, ADIOS_ERRCODES code) {
    return Failure{
        code, fmt::format("mesh {}: expected {} {} as there are counts, found {}", name_, sizes.size(), what, found)};
  };
  if (variables.size() != sizes.size())
    return differs("variables", variables.size(), err_mesh_unstructured_invalid_cdata);
  if (kinds.size() != sizes.size()) return differs("types", kinds.size(), err_mesh_unstructured_invalid_ctypes);
  const bool is_one = sizes.size() == 1;
  auto all = [&](std::string_view key, const std::vector<std::string>& words) -> std::optional<Failure> {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (auto failure = text(is_one ? std::string(key) : fmt::format("{}{}", key, i), words[i])) return failure;
    return std::nullopt;
  };
  if (is_one)
    if (auto failure = number("ncsets", 1)) return failure;
  if (auto failure = all("ccount", sizes)) return failure;
  if (!is_one)
    if (auto failure = number("ncsets", static_cast<int>(sizes.size()))) return failure;
  if (auto failure = all("cdata", variables)) return failure;
  return all("ctype", kinds);
}

std::optional<Failure> define_time_steps(
    Group& group, OwnerOfTime owner, std::string_view name, std::string_view text) {
  return define_times(group, owner, name, "time-steps", text);
}

std::optional<Failure> define_time_scale(
    Group& group, OwnerOfTime owner, std::string_view name, std::string_view text) {
  return define_times(group, owner, name, "time-scale", text);
}

std::optional<Failure> define_time_series_format(
    Group& group, OwnerOfTime owner, std::string_view name, std::string_view text) {
  if (trimmed(text).empty()) return std::nullopt;
  return define_number_or_name(
      group, fmt::format("{}/time-series-format", prefix_of(owner, name)), path_of(owner), trimmed(text));
}

std::optional<Failure> define_variable_mesh(Group& group, std::string_view variable, std::string_view mesh) {
  return group.define(fmt::format("{}/{}", variable, of_meshes), "", std::string(mesh));
}

std::optional<Failure> define_centering(Group& group, std::string_view variable, std::string_view centering) {
  return group.define(fmt::format("{}/{}/centering", variable, of_meshes), "", std::string(centering));
}

std::optional<Failure> define_hyperslab(Group& group, std::string_view variable, std::string_view text) {
  const auto words = split_list(text);
  if (words.empty()) return std::nullopt;
  const std::string prefix = fmt::format("{}/{}", variable, of_meshes);
  if (words.size() == 1) return group.define(prefix + "/singleton", "", words[0]);
  const auto keys = keys_of(words.size());
  if (keys.empty())
    return Failure{err_invalid_argument,
        fmt::format(
            "hyperslab of {}: expected one word, 'min,max' or 'start,stride,count', found '{}'", variable, text)};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (auto failure = group.define(fmt::format("{}/{}", prefix, keys[i]), "", words[i])) return failure;
  return std::nullopt;
}

}  // namespace weft::adios
