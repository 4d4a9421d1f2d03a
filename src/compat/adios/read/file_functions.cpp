// SPDX-License-Identifier: BSD-3-Clause
// C functions about an open file: closing it, its steps, its groups and views, and what it is called.
#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <string>

#include "compat/adios/common/tool.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/open_file.hpp"

using namespace weft::adios;

namespace {

void put_list(std::string& text, const char* what, const char* short_name, char** names, int count) {
  fmt::format_to(std::back_inserter(text),
      "---------------------------\n     {} information\n---------------------------\n    {} id\tname\n", what,
      short_name);
  for (int i = 0; i < count; ++i) fmt::format_to(std::back_inserter(text), "\t{})\t{}\n", i, names[i]);
}

}  // namespace

extern "C" {

// Their addresses tell the views apart.
static const char logical_view = 0;
static const char physical_view = 0;
extern const data_view_t LOGICAL_DATA_VIEW;
extern const data_view_t PHYSICAL_DATA_VIEW;
const data_view_t LOGICAL_DATA_VIEW = &logical_view;
const data_view_t PHYSICAL_DATA_VIEW = &physical_view;

const char* adios_errmsg() { return adios_get_last_errmsg(); }

int adios_read_close(ADIOS_FILE* fp) {
  const auto watch = watching<adiost_event_close>([&](auto tell) { tell(reinterpret_cast<int64_t>(fp)); });
  forget_error();
  OpenFile* const file = open_file_of(fp);
  if (!file) return err_invalid_file_pointer;
  delete file;
  return 0;
}

int adios_advance_step(ADIOS_FILE* fp, int last, float timeout_sec) {
  const auto watch = watching<adiost_event_advance_step>([&](auto tell) { tell(fp, last, timeout_sec); });
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    return file ? file->advance(last != 0, timeout_sec) : err_invalid_file_pointer;
  });
}

// A step of a file stays where it is.
void adios_release_step(ADIOS_FILE* fp) {
  tell_tool<adiost_event_release_step>(adiost_event, [&](auto tell) { tell(reinterpret_cast<int64_t>(fp)); });
  forget_error();
}

int adios_get_grouplist(ADIOS_FILE* fp, char*** group_namelist) {
  const auto watch = watching<adiost_event_get_grouplist>(
      [&](auto tell) { tell(fp, const_cast<const char***>(group_namelist)); });
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    const auto groups = file->groups();
    *group_namelist = kept_array<char*>(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) (*group_namelist)[i] = kept_text(groups[i]);
    return static_cast<int>(groups.size());
  });
}

int adios_group_view(ADIOS_FILE* fp, int groupid) {
  const auto watch = watching<adiost_event_group_view>([&](auto tell) { tell(fp, groupid); });
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    return file ? file->view_group(groupid) : err_invalid_file_pointer;
  });
}

data_view_t adios_read_set_data_view(ADIOS_FILE* fp, data_view_t vt) {
  forget_error();
  OpenFile* const file = open_file_of(fp);
  if (!file) return LOGICAL_DATA_VIEW;
  const data_view_t before = file->shows_stored_bytes() ? PHYSICAL_DATA_VIEW : LOGICAL_DATA_VIEW;
  file->show_stored_bytes(vt == PHYSICAL_DATA_VIEW);
  return before;
}

int adios_read_get_dimension_order(ADIOS_FILE* fp) {
  forget_error();
  const OpenFile* const file = open_file_of(fp);
  if (!file) return err_invalid_file_pointer;
  return file->reader().is_fortran();
}

void adios_print_fileinfo(ADIOS_FILE* fp) {
  guarded([&] {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return 0;
    const auto groups = file->groups();
    std::string text = fmt::format(
        "---------------------------\n     file information\n---------------------------\n"
        "  # of groups:     {}\n  # of variables:  {}\n  # of attributes: {}\n  current step:    {}\n  last step:      "
        " {}\n",
        groups.size(), fp->nvars, fp->nattrs, fp->current_step, fp->last_step);
    put_list(text, "var", "var", fp->var_namelist, fp->nvars);
    put_list(text, "attribute", "attr", fp->attr_namelist, fp->nattrs);
    text += "---------------------------\n     group information\n---------------------------\n";
    for (std::size_t i = 0; i < groups.size(); ++i)
      fmt::format_to(std::back_inserter(text), "\t{})\t{}\n", i, groups[i]);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  });
}
}
