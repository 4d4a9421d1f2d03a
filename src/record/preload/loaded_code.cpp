// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/loaded_code.hpp"

#include <link.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/preload/symbols.hpp"

namespace weft::recording {

namespace {

constinit OwnedMutex unloading;
constinit unsigned long long forgotten_unloadings = 0;

// How often anything was unloaded, ever.
unsigned long long unloadings() {
  unsigned long long count = 0;
  const auto first = [](dl_phdr_info* module, std::size_t, void* to) {
    *static_cast<unsigned long long*>(to) = module->dlpi_subs;
    return 1;
  };
  ::dl_iterate_phdr(first, &count);
  return count;
}

}  // namespace

LoadedCode::LoadedCode() {
  const auto add = [](dl_phdr_info* module, std::size_t, void* to) {
    Module found{std::numeric_limits<std::uintptr_t>::max(), 0, module->dlpi_name};
    for (const ElfW(Phdr)* part = module->dlpi_phdr; part != module->dlpi_phdr + module->dlpi_phnum; ++part) {
      if (part->p_type != PT_LOAD) continue;
      found.begin = std::min<std::uintptr_t>(found.begin, module->dlpi_addr + part->p_vaddr);
      found.end = std::max<std::uintptr_t>(found.end, module->dlpi_addr + part->p_vaddr + part->p_memsz);
    }
    static_cast<LoadedCode*>(to)->modules_.push_back(std::move(found));
    return 0;
  };
  ::dl_iterate_phdr(add, this);
}

bool LoadedCode::contains(std::uintptr_t address) const {
  return std::ranges::any_of(
      modules_, [&](const Module& module) { return address >= module.begin && address < module.end; });
}

bool LoadedCode::has(const std::string& library) const {
  return std::ranges::find(modules_, library, &Module::name) != modules_.end();
}

void forget_unloaded(FunctionTable& functions) noexcept {
  if (weft_record_inside != 0) return;
  const KeepErrno keep_errno;
  const Inside inside;
  try {
    const OwnedMutex::Lock lock(unloading);
    const unsigned long long now = unloadings();
    if (now == forgotten_unloadings) return;
    const LoadedCode loaded;
    functions.forget_unless([&](std::uintptr_t address) { return loaded.contains(address); });
    forget_symbols_unless([&](const std::string& library) { return loaded.has(library); });
    forgotten_unloadings = now;
  } catch (const std::exception&) {
    // Without memory, names stay as they are.
  }
}

OwnedMutex& unloading_mutex() { return unloading; }

}  // namespace weft::recording
