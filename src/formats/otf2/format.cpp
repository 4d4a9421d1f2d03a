// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/format.hpp"

#include <filesystem>

#include "formats/otf2/archive.hpp"
#include "formats/otf2/copy.hpp"
#include "formats/otf2/repair.hpp"
#include "formats/otf2/rules.hpp"
#include "formats/otf2/sink.hpp"

namespace weft::otf2 {

namespace {

// An anchor, even an empty or damaged one, by its name; a directory by the anchor in it. That it is one is then judged
// by content, with a better message than "unknown format".
bool recognises(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && ArchivePaths::find(path).has_value();
}

Result<std::unique_ptr<Trace>> open(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(Archive::open(path)));
}

}  // namespace

const Format format{
    .name = "otf2",
    .title = "OTF2 archive",
    .endings = ".otf2",
    .says_everything = true,
    .rules = all_rules,
    .recognises = recognises,
    .open = open,
    .create = create_sink,
    .copy = copy_archive,
    .repair = repair_archive,
};

}  // namespace weft::otf2
