// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/process_list.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

extern "C" {

int OTF_ProcessList_init(OTF_ProcessList* list, OTF_MasterControl* mc) {
  *list = {mc, static_cast<uint8_t*>(std::malloc(std::max<std::size_t>(mc->rn, 1))), mc->rn};
  return list->status ? OTF_ProcessList_setStatusAll(list, 1) : 0;
}

void OTF_ProcessList_finalize(OTF_ProcessList* list) {
  std::free(list->status);
  *list = {};
}

uint32_t OTF_ProcessList_getIndex(OTF_ProcessList* list, uint32_t pid) {
  const std::span pairs(list->mapping->rmap, list->n);
  const auto found = std::ranges::lower_bound(pairs, pid, {}, &OTF_Pair::argument);
  return found != pairs.end() && found->argument == pid ? static_cast<uint32_t>(found - pairs.begin()) : ~uint32_t{0};
}

uint8_t OTF_ProcessList_getStatus(OTF_ProcessList* list, uint32_t pid) {
  const uint32_t index = OTF_ProcessList_getIndex(list, pid);
  return index < list->n ? list->status[index] : uint8_t{0};
}

int OTF_ProcessList_setStatus(OTF_ProcessList* list, uint32_t pid, uint8_t status) {
  const uint32_t index = OTF_ProcessList_getIndex(list, pid);
  if (index >= list->n) return 0;
  list->status[index] = status != 0;
  return 1;
}

int OTF_ProcessList_setStatusAll(OTF_ProcessList* list, uint8_t status) {
  std::fill_n(list->status, list->n, static_cast<uint8_t>(status != 0));
  return 1;
}
}
