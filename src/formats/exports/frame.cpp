// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/frame.hpp"

#include <fmt/format.h>

namespace weft::exports {

std::string name_of(const Definitions& definitions, Frame frame) {
  std::string name = frame.is_context ? definitions.name(CallingContextRef{frame.id})
                                      : definitions.name(RegionRef{frame.id});
  if (name.empty()) name = fmt::format("{} {}", frame.is_context ? "calling context" : "region", frame.id);
  return name;
}

const def::Region* region_of(const Definitions& definitions, Frame frame) {
  if (!frame.is_context) return definitions.find<def::Region>(RegionRef{frame.id});
  const auto* const context = definitions.find<def::CallingContext>(CallingContextRef{frame.id});
  return context ? definitions.find<def::Region>(context->region) : nullptr;
}

std::string category_of(const Definitions& definitions, Frame frame) {
  const def::Region* const region = region_of(definitions, frame);
  std::string name(weft::name_of(region ? region->paradigm : Paradigm::unknown).value_or("unknown"));
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

}  // namespace weft::exports
