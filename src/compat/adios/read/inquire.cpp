// SPDX-License-Identifier: BSD-3-Clause
// C functions that describe variables: sizes, steps, blocks and transforms.
#include "compat/adios/read/inquire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compat/adios/common/tool.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/open_file.hpp"
#include "compat/adios/read/types.hpp"
#include "formats/bp/elements.hpp"

namespace weft::adios {

namespace {

// In the byte order of this machine; a text with its end.
void* kept_value(const Seen& seen) {
  if (seen.kind() != bp::ArrayKind::scalar || seen.block_count() == 0) return nullptr;
  const auto value = seen.reader->scalar(*seen.variable, seen.blocks().front());
  if (!value) return nullptr;
  const bp::DataType type = seen.type();
  if (bp::is_text(type)) return kept_text({reinterpret_cast<const char*>(value->data()), value->size()});
  const std::size_t bytes = bp::bytes_of(type);
  if (value->size() < bytes) return nullptr;
  auto* const copy = kept_array<std::byte>(bytes);
  bp::copy_elements(copy, value->data(), bytes, bp::swapped_bytes_of(type), seen.reader->layout().order);
  return copy;
}

// Those that are named after the variable, with one more component.
std::vector<int> attributes_of(const OpenFile& file, const std::string& variable) {
  std::vector<int> found;
  for (int i = 0; i < file.nattrs; ++i) {
    std::string_view name = file.attr_namelist[i];
    if (!name.starts_with(variable)) continue;
    name.remove_prefix(variable.size());
    if (name.size() > 1 && name.front() == '/' && name.find('/', 1) == name.npos) found.push_back(i);
  }
  return found;
}

ADIOS_VARINFO* describe(const OpenFile& file, int variable) {
  const Seen seen = file.seen(variable);
  auto* const info = kept_array<ADIOS_VARINFO>(1);
  info->varid = variable;
  info->type = c_type(seen.type());
  info->nsteps = static_cast<int>(seen.step_count);
  info->global = seen.is_global();
  info->ndim = static_cast<int>(seen.rank());
  if (seen.rank() > 0 && seen.step_count > 0) {
    const bp::Box shape = seen.shape(seen.steps().front());
    info->dims = kept_copy(std::span<const std::uint64_t>(shape.count).first(seen.rank()));
  }
  info->value = kept_value(seen);
  info->nblocks = kept_array<int>(seen.step_count);
  for (std::size_t i = 0; i < seen.step_count; ++i) info->nblocks[i] = static_cast<int>(seen.steps()[i].blocks);
  info->sum_nblocks = static_cast<int>(seen.block_count());
  const std::vector<int> attributes = attributes_of(file, seen.variable->name());
  info->nattrs = static_cast<int>(attributes.size());
  if (!attributes.empty()) info->attr_ids = kept_copy(std::span<const int>(attributes));
  return info;
}

void free_blocks(ADIOS_VARINFO& info) {
  for (int i = 0; info.blockinfo && i < info.sum_nblocks; ++i) {
    std::free(info.blockinfo[i].start);
    std::free(info.blockinfo[i].count);
  }
  std::free(info.blockinfo);
  info.blockinfo = nullptr;
}

template <class Lists>
void free_lists(Lists* lists, int count) {
  if (!lists) return;
  for (int i = 0; i < count; ++i) {
    if (lists->mins) std::free(lists->mins[i]);
    if (lists->maxs) std::free(lists->maxs[i]);
    if (lists->avgs) std::free(lists->avgs[i]);
    if (lists->std_devs) std::free(lists->std_devs[i]);
  }
  std::free(lists->mins);
  std::free(lists->maxs);
  std::free(lists->avgs);
  std::free(lists->std_devs);
  std::free(lists);
}

}  // namespace

void free_statistics(ADIOS_VARINFO& info) {
  if (!info.statistics) return;
  ADIOS_VARSTAT& all = *info.statistics;
  std::free(all.min);
  std::free(all.max);
  std::free(all.avg);
  std::free(all.std_dev);
  free_lists(all.steps, info.nsteps);
  free_lists(all.blocks, info.sum_nblocks);
  std::free(info.statistics);
  info.statistics = nullptr;
}

std::optional<Seen> seen_of(const ADIOS_FILE* fp, const ADIOS_VARINFO* info) {
  const OpenFile* const file = open_file_of(fp);
  if (!file) return std::nullopt;
  if (!info || info->varid < 0 || info->varid >= file->nvars) {
    fail(err_invalid_varid, "expected what adios_inq_var says of a variable of this file");
    return std::nullopt;
  }
  Seen seen = file->seen(info->varid);
  // In a stream the variable may have gone on meanwhile: what is known of it then has other sizes.
  if (static_cast<int>(seen.step_count) != info->nsteps || static_cast<int>(seen.block_count()) != info->sum_nblocks) {
    fail(err_invalid_varid, fmt::format("'{}' has changed since it was asked about", seen.variable->name()));
    return std::nullopt;
  }
  return seen;
}

}  // namespace weft::adios

using namespace weft;
using namespace weft::adios;

extern "C" {

const adios_transform_type_t NO_TRANSFORM = 0;

ADIOS_VARINFO* adios_inq_var(ADIOS_FILE* fp, const char* varname) {
  ADIOS_VARINFO* answer = nullptr;
  const auto watch = watching<adiost_event_inq_var>([&](auto tell) { tell(fp, varname, answer); });
  forget_error();
  return answer = guarded(nullptr, [&]() -> ADIOS_VARINFO* {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return nullptr;
    const int variable = file->find_variable(varname ? varname : "");
    if (variable >= 0) return describe(*file, variable);
    fail(err_invalid_varname, fmt::format("there is no variable '{}'", varname ? varname : ""));
    return nullptr;
  });
}

ADIOS_VARINFO* adios_inq_var_byid(ADIOS_FILE* fp, int varid) {
  ADIOS_VARINFO* answer = nullptr;
  const auto watch = watching<adiost_event_inq_var_byid>([&](auto tell) { tell(fp, varid, answer); });
  forget_error();
  return answer = guarded(nullptr, [&]() -> ADIOS_VARINFO* {
    const OpenFile* const file = open_file_of(fp);
    if (!file) return nullptr;
    if (varid >= 0 && varid < file->nvars) return describe(*file, varid);
    fail(err_invalid_varid, fmt::format("expected a variable from 0 to {}, found {}", file->nvars - 1, varid));
    return nullptr;
  });
}

void adios_free_varinfo(ADIOS_VARINFO* cp) {
  const auto watch = watching<adiost_event_free_varinfo>([&](auto tell) { tell(cp); });
  if (!cp) return;
  free_statistics(*cp);
  free_blocks(*cp);
  std::free(cp->dims);
  std::free(cp->value);
  std::free(cp->nblocks);
  std::free(cp->attr_ids);
  std::free(cp->meshinfo);
  std::free(cp);
}

int adios_inq_var_blockinfo(ADIOS_FILE* fp, ADIOS_VARINFO* varinfo) {
  const auto watch = watching<adiost_event_inq_var_blockinfo>([&](auto tell) { tell(fp, varinfo); });
  forget_error();
  return guarded([&]() -> int {
    const auto seen = seen_of(fp, varinfo);
    if (!seen) return adios_errno;
    free_blocks(*varinfo);
    varinfo->blockinfo = kept_array<ADIOS_VARBLOCK>(seen->block_count());
    for (std::size_t i = 0; i < seen->block_count(); ++i) {
      ADIOS_VARBLOCK& block = varinfo->blockinfo[i];
      const bp::Box box = seen->box(seen->first_block() + i);
      block.start = kept_copy(std::span<const std::uint64_t>(box.start).first(box.rank));
      block.count = kept_copy(std::span<const std::uint64_t>(box.count).first(box.rank));
      const bp::GroupEntry* const group = seen->reader->group_of(seen->blocks()[i]);
      block.process_id = group ? group->process : 0;
      block.time_index = seen->blocks()[i].time_index.value_or(0);
    }
    return 0;
  });
}

ADIOS_VARTRANSFORM* adios_inq_var_transform(const ADIOS_FILE* fp, const ADIOS_VARINFO* varinfo) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_VARTRANSFORM* {
    const auto seen = seen_of(fp, varinfo);
    if (!seen) return nullptr;
    auto* const all = kept_array<ADIOS_VARTRANSFORM>(1);
    all->varid = varinfo->varid;
    all->sum_nblocks = static_cast<int>(seen->block_count());
    all->transform_metadatas = kept_array<ADIOS_TRANSFORM_METADATA>(seen->block_count());
    for (std::size_t i = 0; i < seen->block_count(); ++i) {
      const auto& transform = seen->blocks()[i].transform;
      if (!transform) continue;
      all->transform_type = adios_get_transform_type_by_uid(std::string(transform->method).c_str());
      all->transform_metadatas[i] = {transform->metadata.data(), transform->metadata.size()};
    }
    return all;
  });
}

void adios_free_var_transform(ADIOS_VARTRANSFORM* vartransform) {
  if (!vartransform) return;
  std::free(vartransform->transform_metadatas);
  std::free(vartransform);
}

adios_transform_type_t adios_get_transform_type_by_uid(const char* transform_uid) {
  // Numbers that only programs see: files have the names.
  static constexpr struct {
    std::string_view name;
    int number;
  } known[] = {{"none", 0}, {"identity", 1}, {"zlib", 2}, {"bzip2", 3}, {"szip", 4}, {"ncsu-isobar", 5}, {"aplod", 6},
      {"alacrity", 7}, {"zfp", 8}, {"sz", 9}, {"lz4", 10}, {"blosc", 11}, {"mgard", 12}};
  for (const auto& [name, number] : known)
    if (transform_uid && name == transform_uid) return number;
  return -1;
}

int adios_get_absolute_writeblock_index(const ADIOS_VARINFO* varinfo, int timestep_relative_idx, int timestep) {
  forget_error();
  if (!varinfo || timestep < 0 || timestep >= varinfo->nsteps || timestep_relative_idx < 0 ||
      timestep_relative_idx >= varinfo->nblocks[timestep]) {
    fail(err_invalid_argument, "expected a block of a step of the variable");
    return -1;
  }
  int before = 0;
  for (int i = 0; i < timestep; ++i) before += varinfo->nblocks[i];
  return before + timestep_relative_idx;
}
}
