// SPDX-License-Identifier: BSD-3-Clause
// Links to things in other files, as attributes describe them.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "compat/adios/common/words.hpp"
#include "compat/adios/read/attribute_values.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/schema_names.hpp"

using namespace weft::adios;

namespace {

constexpr double most_references = 100000;

ADIOS_LINK_TYPE link_type(std::string_view text) {
  return same_word(text, "LINK_IMAGE") || same_word(text, "image") ? LINK_IMAGE : LINK_VAR;
}

}  // namespace

extern "C" {

ADIOS_LINK* adios_inq_link_byid(ADIOS_FILE* fp, int linkid) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_LINK* {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return nullptr;
    if (linkid < 0 || linkid >= file->nlinks) {
      fail(err_invalid_argument, fmt::format("expected a link from 0 to {}, found {}", file->nlinks - 1, linkid));
      return nullptr;
    }
    const std::string name = file->link_namelist[linkid];
    auto text = [&](std::string_view what, int i) {
      return text_attribute(*file, fmt::format("{}{}/{}{}", link_prefix, name, what, i)).value_or("");
    };
    const auto references = number_attribute(*file, fmt::format("{}{}/ref-num", link_prefix, name));
    auto* const link = kept_array<ADIOS_LINK>(1);
    link->id = linkid;
    link->name = kept_text(name);
    link->nrefs = references && *references > 0 && *references <= most_references ? static_cast<int>(*references) : 0;
    const auto count = static_cast<std::size_t>(link->nrefs);
    link->type = kept_array<ADIOS_LINK_TYPE>(count);
    link->ref_names = kept_array<char*>(count);
    link->ref_files = kept_array<char*>(count);
    for (int i = 0; i < link->nrefs; ++i) {
      link->type[i] = link_type(text("type", i));
      link->ref_names[i] = kept_text(text("objref", i));
      link->ref_files[i] = kept_text(text("extref", i));
    }
    return link;
  });
}

void adios_free_linkinfo(ADIOS_LINK* linkinfo) {
  if (!linkinfo) return;
  free_texts(linkinfo->ref_names, linkinfo->nrefs);
  free_texts(linkinfo->ref_files, linkinfo->nrefs);
  std::free(linkinfo->type);
  std::free(linkinfo->name);
  std::free(linkinfo);
}
}
