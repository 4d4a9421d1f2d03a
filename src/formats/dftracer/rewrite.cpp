// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/rewrite.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/text_sink.hpp"
#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/ordered_blocks.hpp"
#include "formats/dftracer/retell.hpp"
#include "formats/dftracer/rules.hpp"
#include "model/accepted.hpp"
#include "model/counted_loss.hpp"

namespace weft::dftracer {

namespace {

// What became of lines, and the lines themselves.
struct Retold {
  std::string text;
  CountedLoss retold = {};    // in another dialect
  CountedLoss lost_ids = {};  // which that has only for complete events
};

// A line, or its beginning.
std::string example_of_line(std::string_view line) {
  constexpr std::size_t most = 200;
  return line.size() <= most ? std::string(line) : fmt::format("{}...", line.substr(0, most));
}

class Reteller {
 public:
  // Without a version, lines stay what they are.
  Reteller(const Feeds& feeds, std::optional<Version> version, Report& report)
      : feeds_(feeds), version_(version), reader_(report) {}

  Retold operator()(std::size_t file, const Block& block) {
    Retold made;
    lines_.clear();
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      const Version own = record.is_numbered ? Version::two : Version::one;
      const auto example = [&] { return example_of_line(place.text); };
      if (version_.value_or(own) != own) made.retold.add(example);
      if (own == Version::one && version_ == Version::two && record.phase != Phase::complete &&
          record.has(Record::has_id))
        made.lost_ids.add(example);
      retell(record, place.text, version_.value_or(own), lines_);
    });
    made.text = lines_.text();
    return made;
  }

  const LineCounts& counts() const { return reader_.counts(); }

 private:
  const Feeds& feeds_;
  std::optional<Version> version_;
  BlockReader reader_;
  TextSink lines_;
};

struct Rewritten {
  LineCounts lines;
  CountedLoss retold = {};
  CountedLoss lost_ids = {};
};

// What was wrong with a line first.
std::string first_of(const Rule& rule, const Report& report) {
  const auto groups = report.groups();
  const auto found = groups.find(rule.name);
  return found == groups.end() || found->second.first.empty() ? std::string() : found->second.first.front().text();
}

void tell(const Rewritten& done, const Report& report, LossReport& loss) {
  loss.read("line", done.lines.objects + done.lines.unreadable);
  if (done.lines.mended)
    loss.translated("line", "mended: it was no JSON", done.lines.mended, first_of(line_mended, report));
  if (done.lines.unreadable)
    loss.lost("line", "it is no JSON object", done.lines.unreadable, first_of(line_unreadable, report));
  done.lost_ids.lost(loss, "id", "version 2 counts complete events only");
  done.retold.translated(loss, "line", "told in the other dialect");
}

Result<Rewritten> rewrite(const std::string& in, const std::string& out, std::optional<Version> version,
    std::size_t threads, Report& report, LossReport& loss, const Asking* asking = nullptr) {
  const std::vector<std::string> files = WEFT_TRY(find_files(in));
  WEFT_TRY(check_free(out));
  auto writer = WEFT_TRY(FileWriter::create(out, {.has_brackets = version != Version::two, .threads = threads}));
  const Feeds feeds = feeds_of(files, report, asking);
  std::deque<Reteller> makers;
  for (std::size_t i = 0; i < thread_count(threads); ++i) makers.emplace_back(feeds, version, report);
  Rewritten all;
  WEFT_TRY(read_for_one_file(feeds, makers, [&](const Retold& made) {
    all.retold.add(made.retold);
    all.lost_ids.add(made.lost_ids);
    return writer->append(made.text);
  }));
  for (const Reteller& maker : makers) all.lines.add(maker.counts());
  tell(all, report, loss);
  WEFT_TRY(accepted(report, loss));
  WEFT_TRY(writer->close());
  return all;
}

}  // namespace

Result<> copy_trace(const std::string& in, const std::string& out, Version version, const CopyOptions& options,
    LossReport& loss, Report& report, const Asking* asking) {
  if (options.chunk_bytes) return Error{Errc::invalid_argument, "DFTracer traces have no chunks", in};
  WEFT_TRY(rewrite(in, out, version, options.threads, report, loss, asking));
  return {};
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  if (options.close_regions)
    return Error{Errc::unsupported, "DFTracer records whole calls: there are no regions to close", in};
  Report found;
  LossReport loss;
  const LineCounts counts = WEFT_TRY(rewrite(in, out, std::nullopt, 0, found, loss)).lines;
  RepairReport report;
  report.done.push_back(fmt::format("kept {} of {} objects", counts.objects, counts.objects + counts.unreadable));
  for (const auto& [rule, group] : found.groups()) group.tell(rule == line_mended.name ? report.done : report.lost);
  return report;
}

}  // namespace weft::dftracer
