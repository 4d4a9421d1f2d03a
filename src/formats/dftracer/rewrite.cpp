// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/rewrite.hpp"

#include <fmt/format.h>

#include <optional>

#include "formats/dftracer/file_writer.hpp"
#include "formats/dftracer/find_files.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "formats/dftracer/retell.hpp"
#include "formats/dftracer/rules.hpp"

namespace weft::dftracer {

namespace {

// The objects of a block, each on a line, go to the file together.
class Rewriter {
 public:
  // Without a version, lines stay what they are.
  Rewriter(const Feeds& feeds, FileWriter& out, std::optional<Version> version, Report& report)
      : feeds_(feeds), out_(out), version_(version), reader_(report) {}

  void operator()(std::size_t file, Block& block) {
    if (failed_) return;
    lines_.clear();
    reader_.read(block, feeds_[file]->path(), [&](const Record& record, const BlockReader::Place& place) {
      const Version own = record.is_numbered ? Version::two : Version::one;
      if (version_.value_or(own) != own) ++retold_;
      if (own == Version::one && version_ == Version::two && record.phase != Phase::complete &&
          record.has(Record::has_id))
        ++lost_ids_;
      retell(record, place.text, version_.value_or(own), lines_);
    });
    if (auto written = out_.append(lines_.text()); !written) failed_ = std::move(written).error();
  }

  const LineCounts& counts() const { return reader_.counts(); }
  const std::optional<Error>& failed() const { return failed_; }
  std::uint64_t retold() const { return retold_; }
  std::uint64_t lost_ids() const { return lost_ids_; }

 private:
  const Feeds& feeds_;
  FileWriter& out_;
  std::optional<Version> version_;
  BlockReader reader_;
  TextSink lines_;
  std::optional<Error> failed_;
  std::uint64_t retold_ = 0;
  std::uint64_t lost_ids_ = 0;
};

struct Rewritten {
  LineCounts lines;
  std::uint64_t retold = 0;    // in another dialect
  std::uint64_t lost_ids = 0;  // which that has only for complete events
};

// One thread, so that lines stay in their order.
Result<Rewritten> rewrite(
    const std::string& in, const std::string& out, std::optional<Version> version, Report& report) {
  const std::vector<std::string> files = WEFT_TRY(find_files(in));
  WEFT_TRY(check_free(out));
  FileWriter::Settings settings;
  settings.has_brackets = version != Version::two;
  auto writer = WEFT_TRY(FileWriter::create(out, settings));
  const Feeds feeds = feeds_of(files, report);
  std::deque<Rewriter> workers;
  workers.emplace_back(feeds, *writer, version, report);
  read_blocks(feeds, workers);
  if (workers.front().failed()) return *workers.front().failed();
  WEFT_TRY(writer->close());
  return Rewritten{workers.front().counts(), workers.front().retold(), workers.front().lost_ids()};
}

}  // namespace

Result<> copy_trace(const std::string& in, const std::string& out, Version version, const CopyOptions& options,
    LossReport& loss, Report& report) {
  if (options.chunk_bytes) return Error{Errc::invalid_argument, "DFTracer traces have no chunks", in};
  const Rewritten done = WEFT_TRY(rewrite(in, out, version, report));
  if (done.lines.mended) loss.translated("line", "mended: it was no JSON", done.lines.mended);
  if (done.lines.unreadable) loss.lost("line", "it is no JSON object", done.lines.unreadable);
  if (done.lost_ids) loss.lost("id", "version 2 counts complete events only", done.lost_ids);
  if (done.retold) loss.translated("line", "told in the other dialect", done.retold);
  return {};
}

Result<RepairReport> repair_trace(const std::string& in, const std::string& out, const RepairOptions& options) {
  if (options.close_regions)
    return Error{Errc::unsupported, "DFTracer records whole calls: there are no regions to close", in};
  Report found;
  const LineCounts counts = WEFT_TRY(rewrite(in, out, std::nullopt, found)).lines;
  RepairReport report;
  report.done.push_back(fmt::format("kept {} of {} objects", counts.objects, counts.objects + counts.unreadable));
  for (const auto& [rule, group] : found.groups()) {
    std::vector<std::string>& sentences = rule == line_mended.name ? report.done : report.lost;
    for (const Finding& finding : group.first) sentences.push_back(fmt::format("{} [{}]", finding.text(), rule));
    if (group.count > group.first.size())
      sentences.push_back(fmt::format("and {} more of [{}]", group.count - group.first.size(), rule));
  }
  return report;
}

}  // namespace weft::dftracer
