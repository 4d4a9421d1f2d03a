// SPDX-License-Identifier: BSD-3-Clause
// otf2-snapshots: adds snapshots at regular times, and a thumbnail, to an existing archive.
#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "cli/otf2_tools/open_archive.hpp"
#include "cli/otf2_tools/open_events.hpp"
#include "cli/otf2_tools/thumbnail_sampler.hpp"
#include "cli/otf2_tools/tool.hpp"
#include "cli/otf2_tools/usage.hpp"
#include "formats/otf2/writer.hpp"
#include "model/merge.hpp"

namespace weft::cli::otf2_tools {

namespace {

constexpr std::string_view tool = "otf2-snapshots";

constexpr std::string_view snapshots_help =
    R"(Usage: otf2-snapshots [OPTION]... ANCHORFILE
Adds snapshots to an archive: what is open on each location, at regular times. Adds a thumbnail, too.

Options:
  -n, --number BREAKS  about that many snapshots, evenly spread; 10 if nothing is said
  -p TICKS             a snapshot every TICKS ticks; with -n, whichever gives more
      --progress       show how far it is
      --verbose        show when snapshots are taken
  -V, --version        the version of OTF2 this tool stands in for
  -h, --help           this text
)";

struct Options {
  std::string anchor;
  std::optional<std::uint64_t> number;
  std::optional<std::uint64_t> ticks;
  bool progress = false;
  bool verbose = false;
};

std::optional<int> parse(Words words, Options& options) {
  std::string message;
  while (!words.empty()) {
    const std::string_view word = words.front();
    if (word == "-V" || word == "--version") return print_version(tool);
    if (word == "-h" || word == "--help") return print_help(snapshots_help);
    const bool is_number = word == "-n" || word == "--number";
    if (is_number || word == "-p") {
      if (words.size() < 2) return usage_error(tool, fmt::format("missing argument for '{}'", word));
      const auto value = parse_number(fmt::format("'{}'", word), words[1], message);
      if (!value) return usage_error(tool, message);
      (is_number ? options.number : options.ticks) = value;
      words = words.subspan(2);
      continue;
    }
    if (word == "--progress")
      options.progress = true;
    else if (word == "--verbose")
      options.verbose = true;
    else
      break;
    words = words.subspan(1);
  }
  if (words.size() != 1) return usage_error(tool, "missing or too many anchorfile argument(s)");
  options.anchor = words.front();
  return std::nullopt;
}

constexpr std::uint64_t never = ~std::uint64_t{0};

// Ticks from one break to the next.
std::uint64_t break_distance(const Options& options, std::uint64_t length) {
  const std::uint64_t number = options.number.value_or(10);
  auto evenly = [&] { return number == 0 ? never : length / (number + 1); };
  if (!options.ticks) return std::max<std::uint64_t>(evenly(), 1);
  const std::uint64_t ticks = std::max<std::uint64_t>(*options.ticks, 1);
  const std::uint64_t breaks = length / ticks + (length % ticks != 0);
  const bool ticks_count = !options.number || breaks > number + 1;
  return ticks_count ? ticks : std::max<std::uint64_t>(evenly(), 1);
}

class SnapshotTool {
 public:
  SnapshotTool(const Options& options, otf2::Archive& archive)
      : options_(options),
        archive_(archive),
        definitions_(archive.definitions()),
        open_(definitions_, [](std::string_view message) { fmt::print(stderr, "{}: warning: {}\n", tool, message); }) {}

  Result<> run() {
    const auto* clock = definitions_.clock();
    distance_ = break_distance(options_, clock ? clock->trace_length : 0);
    barrier_ = (clock ? clock->global_offset : 0) + distance_;
    const auto& anchor = archive_.anchor();
    for (const def::Location& location : definitions_.all<def::Location>())
      writers_.emplace_back(location.self,
          otf2::SnapshotWriter(
              otf2::ChunkWriter(archive_.paths().snapshots(location.self), anchor.event_chunk_bytes, anchor.order)));
    thumbnail_.emplace(otf2::ThumbnailWriter(otf2::ChunkWriter(archive_.paths().thumbnail(anchor.number_of_thumbnails),
                           otf2::thumbnail_chunk, anchor.order)),
        definitions_, open_);
    WEFT_TRY(thumbnail_->begin());
    WEFT_TRY(read_events());
    WEFT_TRY(thumbnail_->finish());
    for (auto& [location, writer] : writers_) WEFT_TRY(writer.close());
    return rewrite_anchor();
  }

 private:
  static constexpr std::uint64_t portions = 50;

  Result<> read_events() {
    if (options_.verbose) std::puts("=== OTF2 Snapshots ===");
    if (options_.progress) std::puts("=== Progress ===\n===10===20===30===40===50===60===70===80===90==100");
    const std::uint64_t portion = definitions_.announced_events() / (portions + 1);
    auto merge = WEFT_TRY(Merge::open(archive_, archive_.locations()));
    for (std::uint64_t i = 0; i < portions; ++i) {
      for (std::uint64_t left = portion; left > 0 && merge.next(); --left) WEFT_TRY(take(merge.batch(), merge.row()));
      if (options_.progress) std::putchar('.');
      std::fflush(stdout);
    }
    std::putchar('\n');
    while (merge.next()) WEFT_TRY(take(merge.batch(), merge.row()));
    return {};
  }

  Result<> take(const EventBatch& batch, std::size_t row) {
    if (OpenEvents::handles(batch.kind[row])) {
      if (batch.time[row] >= barrier_) WEFT_TRY(take_snapshot(batch.time[row]));
      if (!batch.read(row, event_)) return Error{Errc::corrupt, "a damaged event", archive_.paths().anchor()};
      if (!open_.apply(batch.location, event_))
        return Error{Errc::corrupt, "unbalanced region events", archive_.paths().events(batch.location)};
      if (batch.kind[row] == kind_of<evt::Enter> || batch.kind[row] == kind_of<evt::Leave>)
        WEFT_TRY(thumbnail_->region_changed(batch.time[row]));
    }
    ++delivered_[batch.location];
    return {};
  }

  Result<> take_snapshot(Ticks time) {
    if (options_.verbose && !options_.progress)
      fmt::print("{}: writing new snapshot at timestamp: {}\n", tool, barrier_);
    for (auto& [location, writer] : writers_) {
      OpenEvents::List& list = open_.of(location);
      WEFT_TRY(writer.append(barrier_, otf2::SnapshotStart{list.size()}));
      for (OpenEvent& open : list) WEFT_TRY(write(writer, open));
      WEFT_TRY(writer.append(barrier_, otf2::SnapshotEnd{position_of(location)}));
    }
    ++breaks_;
    // Breaks that nothing happened between are left out. Behind the end of time there are none.
    const std::uint64_t passed = (time - barrier_) / distance_ + 1;
    const bool ends = distance_ == never || (never - barrier_) / distance_ < passed;
    barrier_ = ends ? never : barrier_ + passed * distance_;
    return {};
  }

  // The number of the event that comes next; of the last one if all have been.
  std::uint64_t position_of(LocationRef location) {
    const auto* row = definitions_.find<def::Location>(location);
    return std::min(delivered_[location] + 1, row ? row->number_of_events : never);
  }

  Result<> write(otf2::SnapshotWriter& writer, OpenEvent& open) {
    const auto attributes = std::exchange(open.attributes, {});  // for the first snapshot only
    return open.record.visit([&](const auto& event) -> Result<> {
      using Record = otf2::Snap<std::remove_cvref_t<decltype(event)>>;
      if constexpr (otf2::RecordsOf<otf2::SnapshotRecords>::contains<Record>)
        return writer.append(barrier_, Record{{open.time}, event}, attributes);
      else
        return Result<>{};
    });
  }

  Result<> rewrite_anchor() const {
    otf2::Anchor anchor = archive_.anchor();
    anchor.number_of_snapshots = breaks_;
    ++anchor.number_of_thumbnails;
    return replace_file(archive_.paths().anchor(), serialize_anchor(anchor));
  }

  const Options& options_;
  otf2::Archive& archive_;
  const Definitions& definitions_;
  OpenEvents open_;
  std::vector<std::pair<LocationRef, otf2::SnapshotWriter>> writers_;
  std::optional<ThumbnailSampler> thumbnail_;
  std::map<LocationRef, std::uint64_t> delivered_;  // events, so far
  std::uint64_t distance_ = 0;
  Ticks barrier_ = 0;
  std::uint32_t breaks_ = 0;
  Event event_;
};

}  // namespace

int run_snapshots(Words words) {
  Options options;
  if (const auto done = parse(words, options)) return *done;
  auto archive = open_archive(options.anchor);
  if (!archive) {
    fmt::print(stderr, "{}: {}\n", tool, archive.error().text());
    return failure;
  }
  (*archive)->load_definitions();
  const auto done = SnapshotTool(options, **archive).run();
  if (done) return success;
  fmt::print(stderr, "{}: {}\n", tool, done.error().text());
  return failure;
}

}  // namespace weft::cli::otf2_tools
