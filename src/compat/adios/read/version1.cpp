// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/version1.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "compat/adios/common/words.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/types.hpp"

namespace weft::adios {

namespace {

// A group lists what is its own; places are those in the lists of the file.
struct GroupV1 : ADIOS_GROUP_V1 {
  OpenFile* open = nullptr;
  std::vector<int> variables, attributes;
  std::vector<char*> variable_list, attribute_list;
};

GroupV1* group_of(ADIOS_GROUP_V1* group) {
  if (!group) fail(err_invalid_group_struct, "expected an open group, found NULL");
  return static_cast<GroupV1*>(group);
}

FileV1* file_of(ADIOS_FILE_V1* file) {
  if (!file) fail(err_invalid_file_pointer, "expected an open file, found NULL");
  return static_cast<FileV1*>(file);
}

GroupV1* open_group(FileV1& file, int number) {
  auto group = std::make_unique<GroupV1>();
  group->open = file.open.get();
  group->grpid = number;
  group->fp = &file;
  group->gh = reinterpret_cast<std::uintptr_t>(group.get());
  const std::string& name = file.group_names[static_cast<std::size_t>(number)];
  for (int i = 0; i < file.open->nvars; ++i) {
    if (file.open->seen(i).variable->entry().group != name) continue;
    group->variables.push_back(i);
    group->variable_list.push_back(file.open->var_namelist[i]);
  }
  for (int i = 0; i < file.open->nattrs; ++i) {
    if (file.open->attributes()[static_cast<std::size_t>(i)]->entry().group != name) continue;
    group->attributes.push_back(i);
    group->attribute_list.push_back(file.open->attr_namelist[i]);
  }
  group->vars_count = static_cast<int>(group->variables.size());
  group->var_namelist = group->variable_list.data();
  group->attrs_count = static_cast<int>(group->attributes.size());
  group->attr_namelist = group->attribute_list.data();
  return group.release();
}

// The place in the group's list, or -1 after the error has been set.
int find_in(const std::vector<int>& places, int place, ADIOS_ERRCODES code, std::string_view name) {
  for (std::size_t i = 0; place >= 0 && i < places.size(); ++i)
    if (places[i] == place) return static_cast<int>(i);
  fail(code, fmt::format("the group has no '{}'", name));
  return -1;
}
int find_variable(const GroupV1& group, const char* name) {
  return find_in(group.variables, group.open->find_variable(text_of(name)), err_invalid_varname, text_of(name));
}
bool is_variable(const GroupV1& group, int variable) {
  if (variable >= 0 && variable < group.vars_count) return true;
  fail(err_invalid_varid, fmt::format("expected a variable from 0 to {}, found {}", group.vars_count - 1, variable));
  return false;
}

Seen seen_in(const GroupV1& group, int variable) {
  return group.open->seen(group.variables[static_cast<std::size_t>(variable)]);
}

// Several steps are one more dimension, the slowest.
bool has_time(const Seen& seen) { return seen.step_count > 1; }

ADIOS_VARINFO_V1* describe(GroupV1& group, int variable) {
  VariableV2* const known = inquire_variable_v2(group.open, group.variables[static_cast<std::size_t>(variable)]);
  if (!known) return nullptr;
  const Seen seen = seen_in(group, variable);
  auto* const info = kept_array<ADIOS_VARINFO_V1>(1);
  info->grpid = group.grpid;
  info->varid = variable;
  info->type = known->type;
  info->timedim = has_time(seen) ? 0 : -1;
  const std::size_t shift = has_time(seen) ? 1 : 0;
  info->ndim = known->ndim + static_cast<int>(shift);
  info->dims = kept_array<std::uint64_t>(static_cast<std::size_t>(info->ndim));
  if (shift) info->dims[0] = seen.step_count;
  for (int d = 0; d < known->ndim && known->dims; ++d) info->dims[static_cast<std::size_t>(d) + shift] = known->dims[d];
  info->value = std::exchange(known->value, nullptr);
  if (inquire_statistics_v2(group.open, known, 1, 0) == 0) {
    auto& all = *known->statistics;
    info->gmin = std::exchange(all.min, nullptr);
    info->gmax = std::exchange(all.max, nullptr);
    info->gavg = std::exchange(all.avg, nullptr);
    info->gstd_dev = std::exchange(all.std_dev, nullptr);
    info->mins = std::exchange(all.steps->mins, nullptr);
    info->maxs = std::exchange(all.steps->maxs, nullptr);
    info->avgs = std::exchange(all.steps->avgs, nullptr);
    info->std_devs = std::exchange(all.steps->std_devs, nullptr);
  }
  free_variable_v2(known);
  return info;
}

std::int64_t read(const Request& request, void* data) {
  const auto bytes = request.bytes();
  if (!bytes) return failed_read(bytes.error());
  if (const auto done = request.read_into(static_cast<std::byte*>(data)); !done) return failed_read(done.error());
  return static_cast<std::int64_t>(*bytes);
}

// Steps are the first number of start and count where there are several.
std::int64_t read_box(
    GroupV1& group, int variable, const std::uint64_t* start, const std::uint64_t* count, void* data) {
  const Seen seen = seen_in(group, variable);
  Request request{variable, seen, bp::Everything{}, {0, seen.step_count}, data};
  if (has_time(seen)) {
    if (start[0] > seen.step_count || count[0] > seen.step_count - start[0])
      return fail(err_invalid_timestep, fmt::format("'{}' has {} steps, not {} from step {} on", seen.variable->name(),
                                            seen.step_count, count[0], start[0]));
    request.steps = {static_cast<std::size_t>(start[0]), static_cast<std::size_t>(count[0])};
    ++start, ++count;
  }
  const std::size_t rank = seen.rank();
  if (rank > 0) request.what = bp::Box({start, rank}, {count, rank});
  return read(request, data);
}

// A block by its number among those of all steps, and only whole.
std::int64_t read_block(
    GroupV1& group, int variable, int number, const std::uint64_t* start, const std::uint64_t* count, void* data) {
  const Seen seen = seen_in(group, variable);
  if (number < 0 || static_cast<std::size_t>(number) >= seen.block_count())
    return fail(err_out_of_bound,
        fmt::format("'{}' has {} blocks, none with number {}", seen.variable->name(), seen.block_count(), number));
  const bp::Box box = seen.box(static_cast<std::size_t>(number));
  for (std::size_t d = 0; d < box.rank; ++d)
    if (start[d] != 0 || count[d] != box.count[d])
      return fail(err_out_of_bound, fmt::format("of '{}' only whole blocks can be read", seen.variable->name()));
  return read({variable, seen, bp::WriterBlock{static_cast<std::size_t>(number), true}, {0, 1}, data}, data);
}

void free_each(double** list, std::size_t count) {
  for (std::size_t i = 0; list && i < count; ++i) std::free(list[i]);
  std::free(list);
}
void free_each(void** list, std::size_t count) {
  for (std::size_t i = 0; list && i < count; ++i) std::free(list[i]);
  std::free(list);
}

std::size_t steps_of(const ADIOS_VARINFO_V1& variable) {
  return variable.timedim >= 0 ? static_cast<std::size_t>(variable.dims[variable.timedim]) : 1;
}

// What is correlated: a number of each step. Nothing where one is missing.
std::optional<std::vector<double>> series(
    const ADIOS_VARINFO_V1& variable, std::string_view what, std::uint32_t first, std::uint32_t last) {
  if (last >= steps_of(variable)) return std::nullopt;
  std::vector<double> all;
  auto add_mean = [&](double** means) {
    for (std::size_t i = first; i <= last; ++i)
      if (means && means[i]) all.push_back(*means[i]);
  };
  auto add_bound = [&](void** bounds) {
    for (std::size_t i = first; i <= last; ++i)
      if (bounds && bounds[i])
        bp::visit_element(static_cast<bp::DataType>(variable.type), [&](auto identity) {
          using T = typename decltype(identity)::type;
          if constexpr (!bp::is_complex_value<T>) all.push_back(static_cast<double>(*static_cast<const T*>(bounds[i])));
        });
  };
  if (what == "average" || what == "avg") add_mean(variable.avgs);
  if (what == "standard deviation" || what == "standard_deviation" || what == "std_dev") add_mean(variable.std_devs);
  if (what == "minimum" || what == "min") add_bound(variable.mins);
  if (what == "maximum" || what == "max") add_bound(variable.maxs);
  if (all.size() != static_cast<std::size_t>(last - first) + 1) return std::nullopt;
  return all;
}

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double covariance(std::span<const double> x, std::span<const double> y) {
  const double x_mean = mean_of(x);
  const double y_mean = mean_of(y);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - x_mean) * (y[i] - y_mean);
  return sum / static_cast<double>(x.size());
}

// Of x and y `lag` steps later; of x with itself where there is no y.
template <class Answer>
double compare_series(const ADIOS_VARINFO_V1* vix, const ADIOS_VARINFO_V1* viy, const char* what, std::uint32_t first,
    std::uint32_t last, std::uint32_t lag, Answer&& answer) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  forget_error();
  return guarded(none, [&] {
    if (!viy) viy = vix;
    if (!vix || first > last || lag > last - first) {
      fail(err_invalid_timestep, "expected a variable, and steps that leave some behind the lag");
      return none;
    }
    const auto x = series(*vix, text_of(what), first, last - lag);
    const auto y = series(*viy, text_of(what), first + lag, last);
    if (x && y) return answer(std::span<const double>(*x), std::span<const double>(*y));
    fail(err_invalid_argument, fmt::format("the steps {} to {} have no '{}'", first, last, text_of(what)));
    return none;
  });
}

}  // namespace

FileV1* open_v1(const std::string& path) {
  auto file = std::make_unique<FileV1>();
  file->open = OpenFile::open(path, ADIOS_READ_METHOD_BP_V1);
  if (!file->open) return nullptr;
  const OpenFile& open = *file->open;
  for (const std::string_view name : open.groups()) file->group_names.emplace_back(name);
  for (std::string& name : file->group_names) file->group_list.push_back(name.data());
  file->fh = reinterpret_cast<std::uintptr_t>(file.get());
  file->groups_count = static_cast<int>(file->group_list.size());
  file->group_namelist = file->group_list.data();
  file->vars_count = open.nvars;
  file->attrs_count = open.nattrs;
  file->tidx_start = static_cast<int>(open.reader().first_time_index());
  file->ntimesteps = static_cast<int>(open.reader().steps());
  file->version = open.version;
  file->file_size = open.file_size;
  file->endianness = open.endianness;
  return file.release();
}

}  // namespace weft::adios

using namespace weft;
using namespace weft::adios;

extern "C" {

// Files are all that can be read.
int adios_set_read_method_v1(enum ADIOS_READ_METHOD_V1 method) {
  forget_error();
  if (is_supported_method(method)) return 0;
  return fail(err_invalid_read_method, fmt::format("there is no read method {}", static_cast<int>(method)));
}

// A number that only transports between programs need.
int adios_set_application_id(int) {
  forget_error();
  return 0;
}

int adios_read_finalize_v1() {
  forget_error();
  return 0;
}

int adios_fclose_v1(ADIOS_FILE_V1* fp) {
  forget_error();
  FileV1* const file = file_of(fp);
  if (!file) return err_invalid_file_pointer;
  delete file;
  return 0;
}

ADIOS_GROUP_V1* adios_gopen_byid_v1(ADIOS_FILE_V1* fp, int grpid) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_GROUP_V1* {
    FileV1* const file = file_of(fp);
    if (!file) return nullptr;
    if (grpid >= 0 && grpid < file->groups_count) return open_group(*file, grpid);
    fail(err_invalid_group, fmt::format("expected a group from 0 to {}, found {}", file->groups_count - 1, grpid));
    return nullptr;
  });
}

ADIOS_GROUP_V1* adios_gopen_v1(ADIOS_FILE_V1* fp, const char* grpname) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_GROUP_V1* {
    FileV1* const file = file_of(fp);
    if (!file) return nullptr;
    for (std::size_t i = 0; i < file->group_names.size(); ++i)
      if (file->group_names[i] == text_of(grpname)) return open_group(*file, static_cast<int>(i));
    fail(err_invalid_group, fmt::format("there is no group '{}'", text_of(grpname)));
    return nullptr;
  });
}

int adios_gclose_v1(ADIOS_GROUP_V1* gp) {
  forget_error();
  GroupV1* const group = group_of(gp);
  if (!group) return err_invalid_group_struct;
  delete group;
  return 0;
}

ADIOS_VARINFO_V1* adios_inq_var_v1(ADIOS_GROUP_V1* gp, const char* varname) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_VARINFO_V1* {
    GroupV1* const group = group_of(gp);
    const int variable = group ? find_variable(*group, varname) : -1;
    return variable < 0 ? nullptr : describe(*group, variable);
  });
}

ADIOS_VARINFO_V1* adios_inq_var_byid_v1(ADIOS_GROUP_V1* gp, int varid) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_VARINFO_V1* {
    GroupV1* const group = group_of(gp);
    return group && is_variable(*group, varid) ? describe(*group, varid) : nullptr;
  });
}

void adios_free_varinfo_v1(ADIOS_VARINFO_V1* cp) {
  if (!cp) return;
  const std::size_t steps = steps_of(*cp);
  free_each(cp->mins, steps);
  free_each(cp->maxs, steps);
  free_each(cp->avgs, steps);
  free_each(cp->std_devs, steps);
  std::free(cp->gmin);
  std::free(cp->gmax);
  std::free(cp->gavg);
  std::free(cp->gstd_dev);
  std::free(cp->value);
  std::free(cp->dims);
  std::free(cp);
}

double adios_stat_cov_v1(ADIOS_VARINFO_V1* vix, ADIOS_VARINFO_V1* viy, char* characteristic, uint32_t time_start,
    uint32_t time_end, uint32_t lag) {
  return compare_series(vix, viy, characteristic, time_start, time_end, lag, covariance);
}

double adios_stat_cor_v1(ADIOS_VARINFO_V1* vix, ADIOS_VARINFO_V1* viy, char* characteristic, uint32_t time_start,
    uint32_t time_end, uint32_t lag) {
  return compare_series(vix, viy, characteristic, time_start, time_end, lag,
      [](auto x, auto y) { return covariance(x, y) / std::sqrt(covariance(x, x) * covariance(y, y)); });
}

int64_t adios_read_var_byid_v1(
    ADIOS_GROUP_V1* gp, int varid, const uint64_t* start, const uint64_t* count, void* data) {
  forget_error();
  return guarded(std::int64_t{err_no_memory}, [&]() -> std::int64_t {
    GroupV1* const group = group_of(gp);
    return group && is_variable(*group, varid) ? read_box(*group, varid, start, count, data) : adios_errno;
  });
}

int64_t adios_read_var_v1(
    ADIOS_GROUP_V1* gp, const char* varname, const uint64_t* start, const uint64_t* count, void* data) {
  forget_error();
  return guarded(std::int64_t{err_no_memory}, [&]() -> std::int64_t {
    GroupV1* const group = group_of(gp);
    const int variable = group ? find_variable(*group, varname) : -1;
    return variable < 0 ? adios_errno : read_box(*group, variable, start, count, data);
  });
}

int64_t adios_read_local_var_v1(
    ADIOS_GROUP_V1* gp, const char* varname, int idx, const uint64_t* start, const uint64_t* count, void* data) {
  forget_error();
  return guarded(std::int64_t{err_no_memory}, [&]() -> std::int64_t {
    GroupV1* const group = group_of(gp);
    const int variable = group ? find_variable(*group, varname) : -1;
    return variable < 0 ? adios_errno : read_block(*group, variable, idx, start, count, data);
  });
}

int adios_get_attr_byid_v1(ADIOS_GROUP_V1* gp, int attrid, enum ADIOS_DATATYPES* type, int* size, void** data) {
  forget_error();
  return guarded([&]() -> int {
    GroupV1* const group = group_of(gp);
    if (!group) return err_invalid_group_struct;
    if (attrid < 0 || attrid >= group->attrs_count)
      return fail(err_invalid_attrid,
          fmt::format("expected an attribute from 0 to {}, found {}", group->attrs_count - 1, attrid));
    return keep_attribute(*group->open, group->attributes[static_cast<std::size_t>(attrid)], type, size, data);
  });
}

int adios_get_attr_v1(ADIOS_GROUP_V1* gp, const char* attrname, enum ADIOS_DATATYPES* type, int* size, void** data) {
  forget_error();
  return guarded([&]() -> int {
    GroupV1* const group = group_of(gp);
    if (!group) return err_invalid_group_struct;
    const int place = group->open->find_attribute(text_of(attrname));
    if (find_in(group->attributes, place, err_invalid_attrname, text_of(attrname)) < 0) return adios_errno;
    return keep_attribute(*group->open, place, type, size, data);
  });
}

void adios_print_fileinfo_v1(ADIOS_FILE_V1* fp) {
  if (FileV1* const file = file_of(fp)) print_file_v2(file->open.get());
}

void adios_print_groupinfo(ADIOS_GROUP_V1* gp) {
  if (GroupV1* const group = group_of(gp)) print_file_v2(group->open);
}
}
