// SPDX-License-Identifier: BSD-3-Clause
// A whole archive: read in every way the commands read it, copied, repaired. Input: chunk sizes of definitions and
// events, what to do, how to read, then the files in the order of `files`, with breaks between them.
#include <fmt/format.h>

#include <map>

#include "formats/otf2/copy.hpp"
#include "formats/otf2/repair.hpp"
#include "formats/otf2/rules.hpp"
#include "fuzzing.hpp"

namespace {

using namespace weft;

// What to do, as bits of the third byte. Without `by_anchor` the chunk sizes are those of the input, with it those of
// the anchor file, which may not be small.
enum Task : unsigned {
  by_anchor = 1,
  copies = 2,
  unifies = 4,
  repairs = 8,
  closes_regions = 16,
  keeps_empty_files = 32
};

std::vector<std::string> files(const otf2::ArchivePaths& paths) {
  std::vector<std::string> files = {paths.anchor(), paths.global_definitions(), paths.markers(), paths.thumbnail(0)};
  for (const LocationRef location : {LocationRef{0}, LocationRef{1}})
    files.insert(files.end(), {paths.local_definitions(location), paths.events(location), paths.snapshots(location)});
  return files;
}

// How many events of each location can be read completely.
std::map<LocationRef, std::uint64_t> readable_events(otf2::Archive& archive) {
  std::map<LocationRef, std::uint64_t> readable;
  for (const LocationRef location : archive.locations()) {
    auto reader = archive.event_reader(location, {}, otf2::Adjust::no);
    EventBatch batch;
    Event event;
    while (reader && (*reader)->next(batch))
      for (std::size_t row = 0; row < batch.size(); ++row) readable[location] += batch.read(row, event);
  }
  return readable;
}

// Damage that a copy keeps, because the records say so themselves.
constexpr std::string_view may_stay[] = {otf2::unknown_record.name, otf2::duplicate_mapping.name,
    otf2::clock_order.name, otf2::duplicate_definition.name, otf2::file_missing.name};

// What Weft wrote has no damage, and all the events of the original (more when regions were closed). Nothing in the
// original should be a reason not to write it at all.
template <class T>
void check_written(const Result<T>& result, const std::string& original, const std::string& written, unsigned tasks) {
  if (!result) return WEFT_CHECK(result.error().code != Errc::invalid_argument);
  auto archive = otf2::Archive::open(written);
  WEFT_CHECK(archive);
  Report nonsense;  // a copy keeps it
  (*archive)->examine(nonsense);
  auto found = readable_events(**archive);
  for (const auto& [rule, group] : (*archive)->report().groups()) {
    if (std::ranges::find(may_stay, rule) != std::end(may_stay)) continue;
    fmt::print(stderr, "{} [{}]\n", group.first.front().text(), rule);
    WEFT_CHECK(false && "what Weft writes has no damage");
  }
  auto source = otf2::Archive::open(original);
  if (!source) return;
  for (const auto& [location, expected] : readable_events(**source))
    WEFT_CHECK(tasks & closes_regions ? found[location] >= expected : found[location] == expected);
}

}  // namespace

WEFT_FUZZ(input) {
  const auto& paths = fuzzing::workbench().paths();
  const std::uint64_t definition_chunk_bytes = input.chunk_bytes();
  const std::uint64_t event_chunk_bytes = input.chunk_bytes();
  const unsigned tasks = input.byte();
  const auto way = static_cast<fuzzing::Way>(input.byte() % fuzzing::ways);
  for (const std::string& file : files(paths)) {
    const Bytes content = input.piece(fuzzing::file_break);
    std::filesystem::remove(file);
    if (content.empty() && !(tasks & keeps_empty_files)) continue;
    const bool has_events = file.ends_with(".evt") || file.ends_with(".snap");
    fuzzing::Workbench::put(file, fuzzing::chunked(content, has_events ? event_chunk_bytes : definition_chunk_bytes));
  }

  if (!(tasks & by_anchor)) {
    otf2::Archive archive(paths, fuzzing::anchor_with(event_chunk_bytes, definition_chunk_bytes));
    archive.load_definitions();
    return fuzzing::read_everything(archive, way);
  }
  if (auto archive = otf2::Archive::open(paths.anchor())) fuzzing::read_everything(**archive, way);

  const std::string directory = fuzzing::workbench().directory() + "/out";
  const std::string out = directory + "/out.otf2";
  std::filesystem::remove_all(directory);
  if (tasks & copies) {
    LossReport loss;
    Report report;
    const CopyOptions options{.unify = (tasks & unifies) != 0, .chunk_bytes = {}, .threads = 1, .progress = {}};
    check_written(otf2::copy_archive(paths.anchor(), out, options, loss, report), paths.anchor(), out, tasks);
  } else if (tasks & repairs) {
    const RepairOptions options{.close_regions = (tasks & closes_regions) != 0, .progress = {}};
    check_written(otf2::repair_archive(paths.anchor(), out, options), paths.anchor(), out, tasks);
  }
}
