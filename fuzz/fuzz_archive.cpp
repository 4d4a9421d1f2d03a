// SPDX-License-Identifier: BSD-3-Clause
// A whole archive: read in every way the commands read it, copied, repaired. Input: chunk sizes of definitions and
// events, what to do, then the files in the order of `files`, with breaks between them.
#include "formats/otf2/copy.hpp"
#include "formats/otf2/repair.hpp"
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

// Numbers of events that can be read completely.
std::uint64_t readable_events(otf2::Archive& archive, LocationRef location) {
  auto reader = archive.event_reader(location, {}, otf2::Adjust::no);
  if (!reader) return 0;
  std::uint64_t readable = 0;
  EventBatch batch;
  Event event;
  while ((*reader)->next(batch))
    for (std::size_t row = 0; row < batch.size(); ++row) readable += batch.read(row, event);
  return readable;
}

// What Weft wrote has no damage, and all the events of the original.
void check_written(const std::string& original, const std::string& written) {
  auto archive = otf2::Archive::open(written);
  WEFT_CHECK(archive);
  fuzzing::read_everything(**archive);
  for (const Rule& rule : {otf2::file_empty, otf2::no_end_mark, otf2::chunk_header, otf2::chunk_events,
           otf2::record_overrun, otf2::record_damaged, otf2::anchor_counts})
    WEFT_CHECK((*archive)->report().count(rule.name) == 0);
  auto source = otf2::Archive::open(original);
  if (!source) return;
  for (const LocationRef location : (*source)->locations())
    WEFT_CHECK(readable_events(**source, location) == readable_events(**archive, location));
}

}  // namespace

WEFT_FUZZ(input) {
  const auto& paths = fuzzing::workbench().paths();
  const std::uint64_t definition_chunk_bytes = input.chunk_bytes();
  const std::uint64_t event_chunk_bytes = input.chunk_bytes();
  const unsigned tasks = input.byte();
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
    return fuzzing::read_everything(archive);
  }
  if (auto archive = otf2::Archive::open(paths.anchor())) fuzzing::read_everything(**archive);

  const std::string out = paths.directory + "/out/out.otf2";
  std::filesystem::remove_all(paths.directory + "/out");
  if (tasks & copies) {
    LossReport loss;
    Report report;
    const CopyOptions options{.unify = (tasks & unifies) != 0, .chunk_bytes = {}, .threads = 1, .progress = {}};
    if (otf2::copy_archive(paths.anchor(), out, options, loss, report)) check_written(paths.anchor(), out);
  } else if (tasks & repairs) {
    const RepairOptions options{.close_regions = (tasks & closes_regions) != 0, .progress = {}};
    if (otf2::repair_archive(paths.anchor(), out, options)) check_written(paths.anchor(), out);
  }
}
