// SPDX-License-Identifier: BSD-3-Clause
// litl_split: an archive becomes the traces it was made of.
#include "cli/litl_tools/tool.hpp"
#include "compat/litl/archives.hpp"

namespace weft::cli::litl_tools {

int run_split(Words words) {
  std::string values[2];
  const auto& [archive, directory] = values;
  if (!words.take("fd", values) || archive.empty() || directory.empty())
    return usage(words, "[-f archive_traces] [-d output_dir]");
  return litl::compat::split_with_messages(archive, directory) ? success : failure;
}

}  // namespace weft::cli::litl_tools
