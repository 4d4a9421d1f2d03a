// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>
#include <cstring>

#include "adios_transform_methods.h"
#include "compat/adios/common/c_memory.hpp"
#include "formats/bp/transform.hpp"

extern "C" {

ADIOS_AVAILABLE_TRANSFORM_METHODS* adios_available_transform_methods() {
  const auto transforms = weft::bp::known_transforms();
  auto* all = weft::adios::c_allocate<ADIOS_AVAILABLE_TRANSFORM_METHODS>(1);
  if (!all) return nullptr;
  all->name = weft::adios::c_allocate<char*>(transforms.size());
  all->description = weft::adios::c_allocate<char*>(transforms.size());
  for (const auto& transform : transforms) {
    all->name[all->ntransforms] = weft::adios::c_text(transform.name);
    all->description[all->ntransforms++] = weft::adios::c_text(transform.description);
  }
  return all;
}

void adios_available_transform_methods_free(ADIOS_AVAILABLE_TRANSFORM_METHODS* all) {
  if (!all) return;
  for (int i = 0; i < all->ntransforms; ++i) {
    std::free(all->name[i]);
    std::free(all->description[i]);
  }
  std::free(all->name);
  std::free(all->description);
  std::free(all);
}
}
