// SPDX-License-Identifier: BSD-3-Clause
// litl_merge: traces and archives become one archive.
#include "cli/litl_tools/tool.hpp"
#include "compat/litl/archives.hpp"

namespace weft::cli::litl_tools {

int run_merge(Words words) {
  std::string archive[1];
  if (!words.take("o", archive) || archive->empty() || words.rest.empty())
    return usage(words, "[-o archive_name] input_filename input_filename ...");
  return litl::compat::merge_with_messages(words.rest, *archive) ? success : failure;
}

}  // namespace weft::cli::litl_tools
