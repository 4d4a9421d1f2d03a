// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verb.hpp"

namespace weft::cli {

std::vector<Verb> all_verbs() {
  return {info_verb(), print_verb(), stats_verb(), io_verb(), query_verb(), count_verb(), index_verb(), check_verb(),
      repair_verb(), convert_verb(), cut_verb(), merge_verb(), split_verb(), compact_verb(), anonymise_verb(),
      record_verb()};
}

}  // namespace weft::cli
