// SPDX-License-Identifier: BSD-3-Clause
// Meshes, as attributes describe them (docs/formats/bp.md, section 18). What an attribute names may be a number or a
// variable that has it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/read/attribute_values.hpp"
#include "compat/adios/read/inquire.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/schema_names.hpp"
#include "formats/bp/elements.hpp"

namespace weft::adios {

namespace {

// Codes of what may be wrong with one kind of mesh.
struct GridCodes {
  ADIOS_ERRCODES no_dimensions, one_dimension_missing, no_points, one_point_missing, wrong_points;
};
constexpr GridCodes uniform_codes{err_mesh_unifrom_missing_dims, err_mesh_unifrom_missing_one_dim, {}, {}, {}};
constexpr GridCodes rectilinear_codes{err_mesh_recti_missing_dims, err_mesh_recti_missing_one_dim,
    err_mesh_recti_missing_coords, err_mesh_recti_missing_one_coords, err_mesh_recti_invalid_coords};
constexpr GridCodes structured_codes{err_mesh_structured_missing_dims, err_mesh_structured_missing_one_dim,
    err_mesh_structured_missing_points, err_mesh_structured_missing_one_points, err_mesh_structured_invalid_points};
constexpr GridCodes unstructured_codes{{}, {}, err_mesh_unstructured_missing_points,
    err_mesh_unstructured_missing_one_points, err_mesh_unstructured_invalid_points};

// The number that a scalar variable has first.
std::optional<double> number_of_variable(const OpenFile& file, const std::string& name) {
  const int place = file.find_variable(name);
  if (place < 0) return std::nullopt;
  const Seen seen = file.seen(place);
  if (seen.kind() != bp::ArrayKind::scalar || seen.block_count() == 0) return std::nullopt;
  const auto value = seen.reader->scalar(*seen.variable, seen.blocks().front());
  std::optional<double> number;
  if (value)
    bp::visit_element(seen.type(), [&](auto identity) {
      using T = typename decltype(identity)::type;
      if constexpr (!bp::is_complex_value<T>)
        if (value->size() >= sizeof(T))
          number = static_cast<double>(bp::load_element<T>(value->data(), seen.reader->layout().order));
    });
  return number;
}

std::optional<std::uint64_t> whole(std::optional<double> number) {
  if (!number || !(*number >= 0) || *number >= 0x1p63) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

// Sizes of an array in the first step.
std::optional<bp::Box> shape_of(const OpenFile& file, const std::string& name) {
  const int place = file.find_variable(name);
  if (place < 0) return std::nullopt;
  const Seen seen = file.seen(place);
  if (seen.step_count == 0) return std::nullopt;
  return seen.shape(seen.steps().front());
}

class MeshReader {
 public:
  MeshReader(const OpenFile& file, std::string_view mesh)
      : file_(file), mesh_(mesh), prefix_(fmt::format("{}{}/", mesh_prefix, mesh)) {}

  std::optional<std::string> text(std::string_view what) const {
    return text_attribute(file_, fmt::format("{}{}", prefix_, what));
  }
  // A number, or the variable that has it.
  std::optional<double> number(const std::string& what) const {
    const auto name = text(what);
    if (!name) return number_attribute(file_, prefix_ + what);
    const auto literal = to_number<double>(*name);
    return literal ? literal : number_of_variable(file_, *name);
  }
  std::size_t count(std::string_view what) const {
    constexpr double most = 1000;
    const auto number = number_attribute(file_, fmt::format("{}{}-num", prefix_, what));
    return number && *number > 0 && *number <= most ? static_cast<std::size_t>(*number) : 0;
  }
  // Nothing where there are none; `missing` where one of them is.
  std::vector<std::optional<double>> numbers(std::string_view what) const {
    std::vector<std::optional<double>> all;
    for (std::size_t i = 0; i < count(what); ++i) all.push_back(number(fmt::format("{}{}", what, i)));
    return all;
  }

  int dimensions(const GridCodes& codes, int& rank, std::uint64_t*& sizes) const {
    const auto all = numbers("dimensions");
    if (all.empty()) return wrong(codes.no_dimensions, "has no dimensions");
    rank = static_cast<int>(all.size());
    sizes = kept_array<std::uint64_t>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto size = whole(all[i]);
      if (!size) return wrong(codes.one_dimension_missing, fmt::format("has no dimension {}", i));
      sizes[i] = *size;
    }
    return 0;
  }

  // The variables that say where points are: one, or one for each dimension.
  int points(std::string_view what, const GridCodes& codes, bool& is_single, std::vector<std::string>& names) const {
    if (const auto single = text(fmt::format("{}-single-var", what))) {
      is_single = true;
      names.push_back(*single);
    } else {
      is_single = false;
      const std::size_t variables = count(fmt::format("{}-multi-var", what));
      if (variables == 0) return wrong(codes.no_points, fmt::format("has no {}", what));
      for (std::size_t i = 0; i < variables; ++i) {
        const auto one = text(fmt::format("{}-multi-var{}", what, i));
        if (!one) return wrong(codes.one_point_missing, fmt::format("has no {} {}", what, i));
        names.push_back(*one);
      }
    }
    for (const std::string& name : names)
      if (file_.find_variable(name) < 0)
        return wrong(codes.wrong_points, fmt::format("names '{}', which is no variable", name));
    return 0;
  }

  int wrong(ADIOS_ERRCODES code, std::string_view what) const {
    return fail(code, fmt::format("mesh '{}' {}", mesh_, what));
  }

  const OpenFile& file() const { return file_; }

 private:
  const OpenFile& file_;
  std::string_view mesh_;
  std::string prefix_;
};

char** kept_names(const std::vector<std::string>& names) {
  auto** const list = kept_array<char*>(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) list[i] = kept_text(names[i]);
  return list;
}

int read_uniform(const MeshReader& in, MESH_UNIFORM& mesh) {
  if (const int code = in.dimensions(uniform_codes, mesh.num_dimensions, mesh.dimensions)) return code;
  const auto rank = static_cast<std::size_t>(mesh.num_dimensions);
  const auto origins = in.numbers("origins");
  const auto spacings = in.numbers("spacings");
  const auto maximums = in.numbers("maximums");
  if (!maximums.empty() && maximums.size() != rank)
    return in.wrong(
        err_mesh_unifrom_invalid_num_max, fmt::format("has {} maximums in {} dimensions", maximums.size(), rank));
  mesh.origins = kept_array<double>(rank);
  mesh.spacings = kept_array<double>(rank);
  mesh.maximums = kept_array<double>(rank);
  auto at = [](const auto& list, std::size_t i) { return i < list.size() ? list[i] : std::nullopt; };
  for (std::size_t i = 0; i < rank; ++i) {
    const double steps = mesh.dimensions[i] > 1 ? static_cast<double>(mesh.dimensions[i] - 1) : 1;
    mesh.origins[i] = at(origins, i).value_or(0);
    const auto maximum = at(maximums, i);
    const auto spacing = at(spacings, i);
    mesh.spacings[i] = spacing ? *spacing : maximum ? (*maximum - mesh.origins[i]) / steps : 1;
    mesh.maximums[i] = mesh.origins[i] + mesh.spacings[i] * steps;
    if (!maximum) continue;
    constexpr double distance = 1e-6;
    if (std::abs(mesh.maximums[i] - *maximum) > distance * std::max(1.0, std::abs(*maximum)))
      return in.wrong(err_mesh_unifrom_max_conflict,
          fmt::format("ends at {} or at {} in dimension {}", mesh.maximums[i], *maximum, i));
    mesh.maximums[i] = *maximum;
  }
  return 0;
}

// A variable that holds all coordinates has one for each dimension of space and each point, in whatever order.
int check_single(const MeshReader& in, const std::string& name, std::span<const std::uint64_t> sizes, int spaces,
    ADIOS_ERRCODES code) {
  const auto shape = shape_of(in.file(), name);
  bp::Box mesh;
  mesh.rank = std::min<std::size_t>(sizes.size(), bp::most_dimensions);
  std::ranges::copy(sizes.first(mesh.rank), mesh.count.begin());
  const auto points = mesh.elements();
  const auto values = shape ? shape->elements() : std::nullopt;
  const bool fits = points && values && *values == *points * static_cast<std::uint64_t>(std::max(spaces, 1));
  if (fits) return 0;
  return in.wrong(code, fmt::format("has points in '{}', which has not {} for each", name, spaces));
}

int read_rectilinear(const MeshReader& in, MESH_RECTILINEAR& mesh) {
  if (const int code = in.dimensions(rectilinear_codes, mesh.num_dimensions, mesh.dimensions)) return code;
  const auto rank = static_cast<std::size_t>(mesh.num_dimensions);
  bool is_single = false;
  std::vector<std::string> names;
  if (const int code = in.points("coords", rectilinear_codes, is_single, names)) return code;
  mesh.use_single_var = is_single;
  if (is_single) {
    if (const int code = check_single(
            in, names[0], {mesh.dimensions, rank}, mesh.num_dimensions, err_mesh_recti_invalid_coords))
      return code;
  } else {
    if (names.size() != rank)
      return in.wrong(
          err_mesh_recti_invalid_num_coords, fmt::format("has {} coordinates in {} dimensions", names.size(), rank));
    for (std::size_t i = 0; i < rank; ++i) {
      const auto shape = shape_of(in.file(), names[i]);
      if (!shape || shape->elements() != mesh.dimensions[i])
        return in.wrong(
            err_mesh_recti_invalid_coords, fmt::format("has '{}' of another size in dimension {}", names[i], i));
    }
  }
  mesh.coordinates = kept_names(names);
  return 0;
}

int read_structured(const MeshReader& in, MESH_STRUCTURED& mesh) {
  if (const int code = in.dimensions(structured_codes, mesh.num_dimensions, mesh.dimensions)) return code;
  const auto rank = static_cast<std::size_t>(mesh.num_dimensions);
  const auto spaces = whole(in.number("nspace"));
  mesh.nspaces = spaces ? static_cast<int>(*spaces) : mesh.num_dimensions;
  bool is_single = false;
  std::vector<std::string> names;
  if (const int code = in.points("points", structured_codes, is_single, names)) return code;
  mesh.use_single_var = is_single;
  if (is_single) {
    if (const int code = check_single(
            in, names[0], {mesh.dimensions, rank}, mesh.nspaces, err_mesh_structured_invalid_points))
      return code;
  } else {
    if (names.size() < rank)
      return in.wrong(err_mesh_structured_invalid_num_points,
          fmt::format("has {} coordinates in {} dimensions", names.size(), rank));
    for (const std::string& name : names)
      if (const int code = check_single(in, name, {mesh.dimensions, rank}, 1, err_mesh_structured_invalid_dim_points))
        return code;
  }
  mesh.points = kept_names(names);
  return 0;
}

std::optional<ADIOS_CELL_TYPE> cell_type(std::string_view name) {
  static constexpr struct {
    std::string_view name;
    ADIOS_CELL_TYPE type;
  } all[] = {{"point", ADIOS_CELL_PT}, {"pt", ADIOS_CELL_PT}, {"line", ADIOS_CELL_LINE}, {"triangle", ADIOS_CELL_TRI},
      {"tri", ADIOS_CELL_TRI}, {"quad", ADIOS_CELL_QUAD}, {"hex", ADIOS_CELL_HEX}, {"prism", ADIOS_CELL_PRI},
      {"pri", ADIOS_CELL_PRI}, {"tet", ADIOS_CELL_TET}, {"pyr", ADIOS_CELL_PYR}};
  for (const auto& one : all)
    if (same_word(one.name, name)) return one.type;
  return std::nullopt;
}

int read_cells(const MeshReader& in, MESH_UNSTRUCTURED& mesh) {
  const auto sets = whole(in.number("ncsets"));
  constexpr std::uint64_t most_sets = 1000;
  if (!sets) return in.wrong(err_mesh_unstructured_missing_ncsets, "does not say how many sets of cells it has");
  if (*sets == 0 || *sets > most_sets)
    return in.wrong(err_mesh_unstructured_invalid_ncsets, fmt::format("has {} sets of cells", *sets));
  mesh.ncsets = static_cast<int>(*sets);
  mesh.ccounts = kept_array<std::uint64_t>(*sets);
  mesh.cdata = kept_array<char*>(*sets);
  mesh.ctypes = kept_array<ADIOS_CELL_TYPE>(*sets);
  for (std::size_t i = 0; i < *sets; ++i) {
    // A single set has no number.
    const std::string number = *sets == 1 ? "" : std::to_string(i);
    const auto cells = in.number("ccount" + number);
    if (!cells) return in.wrong(err_mesh_unstructured_missing_ccount, fmt::format("has no count of cells {}", i));
    if (!whole(cells)) return in.wrong(err_mesh_unstructured_invalid_ccount, fmt::format("has {} cells {}", *cells, i));
    mesh.ccounts[i] = *whole(cells);
    const auto data = in.text("cdata" + number);
    if (!data) return in.wrong(err_mesh_unstructured_missing_cdata, fmt::format("has no cells {}", i));
    if (in.file().find_variable(*data) < 0)
      return in.wrong(err_mesh_unstructured_invalid_cdata, fmt::format("names '{}', which is no variable", *data));
    mesh.cdata[i] = kept_text(*data);
    const auto type = in.text("ctype" + number);
    if (!type) return in.wrong(err_mesh_unstructured_missing_ctype, fmt::format("has no type of cells {}", i));
    const auto known = cell_type(*type);
    if (!known) return in.wrong(err_mesh_unstructured_invalid_ctype, fmt::format("has cells of type '{}'", *type));
    mesh.ctypes[i] = *known;
  }
  return 0;
}

int read_unstructured(const MeshReader& in, MESH_UNSTRUCTURED& mesh) {
  bool is_single = false;
  std::vector<std::string> names;
  if (const int code = in.points("points", unstructured_codes, is_single, names)) return code;
  mesh.nvar_points = static_cast<int>(names.size());
  mesh.points = kept_names(names);
  const auto spaces = whole(in.number("nspace"));
  const auto shape = shape_of(in.file(), names[0]);
  mesh.nspaces = spaces                                  ? static_cast<int>(*spaces)
                 : is_single && shape && shape->rank > 1 ? static_cast<int>(shape->count[1])
                                                         : mesh.nvar_points;
  if (const auto points = whole(in.number("npoints"))) {
    mesh.npoints = *points;
  } else {
    // Of a table of points each row is one; else coordinates follow each other.
    const std::uint64_t all = shape ? shape->elements().value_or(0) : 0;
    mesh.npoints = is_single ? all / static_cast<std::uint64_t>(std::max(mesh.nspaces, 1)) : all;
  }
  return read_cells(in, mesh);
}

int read_mesh(const OpenFile& file, ADIOS_MESH& mesh) {
  const MeshReader in(file, mesh.name);
  const auto type = in.text("type");
  if (!type) return in.wrong(err_mesh_missing, "has no type");
  const auto varying = in.text("time-varying");
  mesh.time_varying = varying && same_word(*varying, "yes");
  if (same_word(*type, "uniform")) {
    mesh.type = ADIOS_MESH_UNIFORM;
    mesh.uniform = kept_array<MESH_UNIFORM>(1);
    return read_uniform(in, *mesh.uniform);
  }
  if (same_word(*type, "rectilinear")) {
    mesh.type = ADIOS_MESH_RECTILINEAR;
    mesh.rectilinear = kept_array<MESH_RECTILINEAR>(1);
    return read_rectilinear(in, *mesh.rectilinear);
  }
  if (same_word(*type, "structured")) {
    mesh.type = ADIOS_MESH_STRUCTURED;
    mesh.structured = kept_array<MESH_STRUCTURED>(1);
    return read_structured(in, *mesh.structured);
  }
  if (same_word(*type, "unstructured")) {
    mesh.type = ADIOS_MESH_UNSTRUCTURED;
    mesh.unstructured = kept_array<MESH_UNSTRUCTURED>(1);
    return read_unstructured(in, *mesh.unstructured);
  }
  return in.wrong(err_mesh_missing, fmt::format("has type '{}', which is not known", *type));
}

void free_kind(ADIOS_MESH& mesh) {
  if (!mesh.uniform) return;
  switch (mesh.type) {
    case ADIOS_MESH_UNIFORM:
      std::free(mesh.uniform->dimensions);
      std::free(mesh.uniform->origins);
      std::free(mesh.uniform->spacings);
      std::free(mesh.uniform->maximums);
      break;
    case ADIOS_MESH_RECTILINEAR:
      free_texts(
          mesh.rectilinear->coordinates, mesh.rectilinear->use_single_var ? 1 : mesh.rectilinear->num_dimensions);
      std::free(mesh.rectilinear->dimensions);
      break;
    case ADIOS_MESH_STRUCTURED:
      free_texts(mesh.structured->points, mesh.structured->use_single_var ? 1 : mesh.structured->num_dimensions);
      std::free(mesh.structured->dimensions);
      break;
    case ADIOS_MESH_UNSTRUCTURED:
      free_texts(mesh.unstructured->points, mesh.unstructured->nvar_points);
      free_texts(mesh.unstructured->cdata, mesh.unstructured->ncsets);
      std::free(mesh.unstructured->ccounts);
      std::free(mesh.unstructured->ctypes);
      break;
  }
  std::free(mesh.uniform);
  mesh.uniform = nullptr;
}

}  // namespace

}  // namespace weft::adios

using namespace weft::adios;

extern "C" {

ADIOS_MESH* adios_inq_mesh_byid(ADIOS_FILE* fp, int meshid) {
  ADIOS_MESH* answer = nullptr;
  const auto watch = watching<adiost_event_inq_mesh_byid>([&](auto tell) { tell(fp, meshid, answer); });
  forget_error();
  return answer = guarded(nullptr, [&]() -> ADIOS_MESH* {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return nullptr;
    if (meshid < 0 || meshid >= file->nmeshes) {
      fail(err_mesh_missing, fmt::format("expected a mesh from 0 to {}, found {}", file->nmeshes - 1, meshid));
      return nullptr;
    }
    auto* const mesh = kept_array<ADIOS_MESH>(1);
    mesh->id = meshid;
    mesh->name = kept_text(file->mesh_namelist[meshid]);
    const auto elsewhere = MeshReader(*file, mesh->name).text("mesh-file");
    if (elsewhere)
      mesh->file_name = kept_text(*elsewhere);  // adios_complete_meshinfo is told where that is
    else
      read_mesh(*file, *mesh);
    return mesh;
  });
}

int adios_complete_meshinfo(ADIOS_FILE* datafile, ADIOS_FILE* meshfile, ADIOS_MESH* meshinfo) {
  forget_error();
  return guarded([&]() -> int {
    const OpenFile* const data = open_file_of(datafile);
    if (!data) return err_invalid_file_pointer;
    if (!meshinfo) return fail(err_mesh_missing, "expected a mesh, found NULL");
    if (meshinfo->file_name && !meshfile)
      return fail(err_mesh_file_missing,
          fmt::format("mesh '{}' is in {}, which is not open", meshinfo->name, meshinfo->file_name));
    free_kind(*meshinfo);
    return read_mesh(meshinfo->file_name ? *open_file_of(meshfile) : *data, *meshinfo);
  });
}

void adios_free_meshinfo(ADIOS_MESH* meshinfo) {
  const auto watch = watching<adiost_event_free_meshinfo>([&](auto tell) { tell(meshinfo); });
  if (!meshinfo) return;
  free_kind(*meshinfo);
  std::free(meshinfo->name);
  std::free(meshinfo->file_name);
  std::free(meshinfo);
}

// 1 where a variable has no mesh.
int adios_inq_var_meshinfo(ADIOS_FILE* fp, ADIOS_VARINFO* varinfo) {
  const auto watch = watching<adiost_event_inq_var_meshinfo>([&](auto tell) { tell(fp, varinfo); });
  forget_error();
  return guarded([&]() -> int {
    const auto seen = seen_of(fp, varinfo);
    if (!seen) return adios_errno;
    const OpenFile& file = *open_file_of(fp);
    const std::string schema = seen->variable->name() + "/adios_schema";
    const auto name = text_attribute(file, schema);
    if (!name) return 1;
    int mesh = 0;
    while (mesh < file.nmeshes && *name != file.mesh_namelist[mesh]) ++mesh;
    if (mesh == file.nmeshes) return 1;
    const auto centering = text_attribute(file, schema + "/centering");
    if (!centering)
      return fail(
          err_mesh_unstructured_centering_missing, fmt::format("'{}' has no centering", seen->variable->name()));
    const bool is_point = same_word(*centering, "point");
    if (!is_point && !same_word(*centering, "cell"))
      return fail(err_mesh_unstructured_centering_invalid,
          fmt::format("'{}' has centering '{}'", seen->variable->name(), *centering));
    std::free(varinfo->meshinfo);
    varinfo->meshinfo = kept_array<ADIOS_VARMESH>(1);
    varinfo->meshinfo->meshid = mesh;
    varinfo->meshinfo->centering = is_point ? point : cell;
    return 0;
  });
}
}
