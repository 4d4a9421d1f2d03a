// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/format.hpp"

#include <filesystem>

#include "formats/bp/bp_file.hpp"
#include "formats/bp/recover.hpp"
#include "formats/bp/rules.hpp"
#include "formats/bp/writer.hpp"

namespace weft::bp {

Result<std::unique_ptr<BpFile>> BpFile::open(const std::string& path) {
  std::unique_ptr<BpFile> file(new BpFile);
  file->reader_ = WEFT_TRY(Reader::open(path, file->report_, Growth::finished, LostIndex::is_made_anew));
  return file;
}

namespace {

// There is no magic number at the beginning: a footer that makes sense, or a whole process group, or sub-files. Who
// opens it is told which of them is missing.
bool recognises(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const auto file = MappedFile::open(path);
  if (!file) return false;
  if (const auto footer = parse_footer(file->bytes(), path)) {
    const auto at = static_cast<std::size_t>(footer->group_index);
    std::vector<GroupEntry> groups;
    const Bytes index = file->bytes().subspan(at, static_cast<std::size_t>(footer->variable_index) - at);
    if (footer->has_tag || !parse_group_index(index, at, footer->layout, groups)) return true;
  }
  if (guess_layout(file->bytes())) return true;
  const auto sub_files = count_sub_files(path);
  return !sub_files || *sub_files > 0;
}

Result<std::unique_ptr<DataFile>> open_file(const std::string& path) {
  return std::unique_ptr<DataFile>(WEFT_TRY(BpFile::open(path)));
}

}  // namespace

const DataFormat format{
    .name = "bp",
    .title = "ADIOS BP file",
    .ending = ".bp",
    .rules = all_rules,
    .recognises = recognises,
    .open = open_file,
    .repair = repair_file,
};

}  // namespace weft::bp
