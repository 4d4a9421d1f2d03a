// SPDX-License-Identifier: BSD-3-Clause
#include "convert/unmodelled.hpp"

#include "formats/summaries.hpp"

namespace weft {

void tell_unmodelled(Trace& trace, const Format& to, LossReport& loss) {
  LossReport said;
  trace.tell_unmodelled(said);
  tell_unmodelled(said, to, loss);
}

void tell_unmodelled(const LossReport& said, const Format& to, LossReport& loss) {
  for (const auto& [kind, count] : said.records()) loss.read(kind, count);
  for (const auto& [key, entry] : said.entries()) {
    const std::string& kind = key.first;
    if (makes_its_own(to, kind))
      loss.translated(kind, "they repeat what events say: an OTF trace gets its own", entry.count, entry.example);
    else
      loss.lost(kind, key.second, entry.count, entry.example);
  }
}

}  // namespace weft
