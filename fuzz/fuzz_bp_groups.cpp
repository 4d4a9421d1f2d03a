// SPDX-License-Identifier: BSD-3-Clause
// Process groups of BP without a footer: repaired, and what was repaired is read and repaired again to the same file.
// Input: the groups.
#include <filesystem>

#include "formats/bp/bp_file.hpp"
#include "formats/bp/recover.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;

}  // namespace

WEFT_FUZZ(input) {
  const std::string& directory = fuzzing::workbench().directory();
  const std::string path = directory + "/groups.bp";
  const std::string mended = directory + "/mended.bp";
  const std::string again = directory + "/again.bp";
  for (const std::string& old : {mended, again}) std::filesystem::remove(old);
  fuzzing::Workbench::put(path, input.rest());
  if (!bp::repair_file(path, mended, {})) return;
  const auto file = bp::BpFile::open(mended);
  WEFT_CHECK(file);
  TextSink out;
  WEFT_CHECK((*file)->describe(true, true, out));
  WEFT_CHECK((*file)->print(true, out));
  (*file)->examine(1);
  WEFT_CHECK(bp::repair_file(mended, again, {}));
  const auto first = read_file(mended);
  const auto second = read_file(again);
  WEFT_CHECK(first && second && *first == *second);
}
