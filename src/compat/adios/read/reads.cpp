// SPDX-License-Identifier: BSD-3-Clause
// C functions that ask for data, and get it.
#include <fmt/format.h>

#include <new>
#include <tuple>
#include <utility>
#include <variant>

#include "compat/adios/common/tool.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/open_file.hpp"
#include "compat/adios/read/selections.hpp"
#include "compat/adios/read/types.hpp"

using namespace weft;
using namespace weft::adios;

namespace {

int schedule(OpenFile& file, const ADIOS_SELECTION* selection, int variable, int from, int count, void* memory) {
  const Seen seen = file.seen(variable);
  if (from < 0 || count < 0 || static_cast<std::size_t>(from) + static_cast<std::size_t>(count) > seen.step_count)
    return fail(err_invalid_timestep,
        fmt::format("'{}' has {} steps, not {} from step {} on", seen.variable->name(), seen.step_count, count, from));
  const bp::StepRange steps{static_cast<std::size_t>(from), static_cast<std::size_t>(count)};
  auto what = chosen_of(selection, seen, steps);
  if (!what) return adios_errno;
  file.requests().add({variable, seen, std::move(*what), steps, memory});
  return 0;
}

// The part of a variable that a chunk is, as a program can ask for it again.
ADIOS_SELECTION* selection_of(const Request& request) {
  if (const auto* box = std::get_if<bp::Box>(&request.what)) return kept_box(*box);
  if (const auto* points = std::get_if<OwnedPoints>(&request.what)) return kept_points(request.seen.rank(), *points);
  if (std::holds_alternative<Nothing>(request.what)) return adios_selection_auto(nullptr);
  if (const auto* block = std::get_if<bp::WriterBlock>(&request.what)) {
    ADIOS_SELECTION* const selection = adios_selection_writeblock(static_cast<int>(block->index));
    if (!selection) throw std::bad_alloc();
    selection->u.block.is_absolute_index = block->counts_all_steps;
    selection->u.block.is_sub_pg_selection = block->first_and_count.has_value();
    if (block->first_and_count)
      std::tie(selection->u.block.element_offset, selection->u.block.nelements) = *block->first_and_count;
    return selection;
  }
  return kept_box(request.steps.count ? request.seen.shape(request.seen.steps()[request.steps.first]) : bp::Box());
}

}  // namespace

extern "C" {

// Files have no use for parameters of a single read.
int adios_schedule_read_byid_param(const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, int varid, int from_steps,
    int nsteps, const char* param, void* data) {
  const auto watch = watching<adiost_event_schedule_read_byid>(
      [&](auto tell) { tell(fp, sel, varid, from_steps, nsteps, param, data); });
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    if (varid < 0 || varid >= file->nvars)
      return fail(err_invalid_varid, fmt::format("expected a variable from 0 to {}, found {}", file->nvars - 1, varid));
    return schedule(*file, sel, varid, from_steps, nsteps, data);
  });
}
int adios_schedule_read_byid(
    const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, int varid, int from_steps, int nsteps, void* data) {
  return adios_schedule_read_byid_param(fp, sel, varid, from_steps, nsteps, nullptr, data);
}

int adios_schedule_read_param(const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, const char* varname, int from_steps,
    int nsteps, const char* param, void* data) {
  const auto watch = watching<adiost_event_schedule_read>(
      [&](auto tell) { tell(fp, sel, varname, from_steps, nsteps, param, data); });
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    const int variable = file->find_variable(varname ? varname : "");
    if (variable < 0)
      return fail(err_invalid_varname, fmt::format("there is no variable '{}'", varname ? varname : ""));
    return schedule(*file, sel, variable, from_steps, nsteps, data);
  });
}
int adios_schedule_read(
    const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, const char* varname, int from_steps, int nsteps, void* data) {
  return adios_schedule_read_param(fp, sel, varname, from_steps, nsteps, nullptr, data);
}

int adios_perform_reads(const ADIOS_FILE* fp, int blocking) {
  const auto watch = watching<adiost_event_perform_reads>([&](auto tell) { tell(fp, blocking); });
  forget_error();
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    return blocking ? file->requests().perform() : 0;  // else adios_check_reads does them
  });
}

int adios_check_reads(const ADIOS_FILE* fp, ADIOS_VARCHUNK** chunk) {
  const auto watch = watching<adiost_event_check_reads>([&](auto tell) { tell(fp, chunk); });
  forget_error();
  if (chunk) *chunk = nullptr;
  return guarded([&]() -> int {
    OpenFile* const file = open_file_of(fp);
    if (!file) return err_invalid_file_pointer;
    const auto done = file->requests().perform_one(file->settings().chunk_bytes);
    if (!done) return failed_read(done.error());
    if (!*done) return 0;
    if (!chunk) return 1;
    const Request& request = **done;
    auto* const one = kept_array<ADIOS_VARCHUNK>(1);
    one->varid = request.variable;
    one->type = c_type(request.seen.type());
    one->from_steps = static_cast<int>(request.steps.first);
    one->nsteps = static_cast<int>(request.steps.count);
    one->sel = selection_of(request);
    one->data = request.memory;
    *chunk = one;
    return 1;
  });
}

void adios_free_chunk(ADIOS_VARCHUNK* chunk) {
  const auto watch = watching<adiost_event_free_chunk>([&](auto tell) { tell(chunk); });
  if (!chunk) return;
  adios_selection_delete(chunk->sel);
  std::free(chunk);
}
}
