// SPDX-License-Identifier: BSD-3-Clause
#include "check/families.hpp"

namespace weft::check {

namespace {

constexpr Kind openmp_kinds[] = {kind_of<evt::OmpFork>, kind_of<evt::OmpJoin>, kind_of<evt::OmpAcquireLock>,
    kind_of<evt::OmpReleaseLock>, kind_of<evt::OmpTaskCreate>, kind_of<evt::OmpTaskSwitch>,
    kind_of<evt::OmpTaskComplete>};

}  // namespace

void check_deprecated_definitions(const Definitions& definitions, Findings& findings) {
  const std::size_t count = definitions.all<def::Callsite>().size();
  if (count) findings.add(deprecated, [&] { return fmt::format("Callsite, {} times among the definitions", count); });
}

void Families::finish(Findings& findings) const {
  std::uint64_t openmp = 0;
  for (const Kind kind : openmp_kinds) {
    openmp += (*this)[kind];
    if ((*this)[kind])
      findings.add(deprecated, [&] { return fmt::format("{}, {} times", name_of(kind), (*this)[kind]); });
  }
  if (openmp && openmp_threads_)
    findings.add(mixed_openmp,
        [&] { return fmt::format("{} old OpenMP events and {} thread events of OPENMP", openmp, openmp_threads_); });
  const std::uint64_t regions = (*this)[kind_of<evt::Enter>] + (*this)[kind_of<evt::Leave>];
  const std::uint64_t contexts = (*this)[kind_of<evt::CallingContextEnter>] +
                                 (*this)[kind_of<evt::CallingContextLeave>];
  if (regions && contexts)
    findings.add(mixed_regions,
        [&] { return fmt::format("{} enter and leave events, and {} of calling contexts", regions, contexts); });
}

}  // namespace weft::check
