// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

#include "analyze/io_answers/overlap.hpp"

namespace weft {

namespace {

constexpr std::uint64_t most_time_rows = 20;
constexpr std::string_view class_names[] = {"read", "write", "metadata", "sync", "process", "other"};
constexpr std::string_view layer_names[] = {"I/O", "compute", "application I/O", "other"};

double seconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

Cell rate(std::uint64_t amount, std::uint64_t nanoseconds) {
  if (nanoseconds == 0) return {};
  return static_cast<double>(amount) / seconds(nanoseconds);
}
Cell percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

// How much of a row is known as sums only, from records that fold many calls together.
constexpr Column folded_column{"aggregated", "aggregated", Unit::count};

// Entries from the largest down; those of one size by name.
template <class Map, class Size, class Name>
auto ranked_by(const Map& map, Size&& size, Name&& name) {
  std::vector<const typename Map::mapped_type*> entries;
  for (const auto& [key, value] : map) entries.push_back(&value);
  std::ranges::sort(entries,
      [&](const auto* a, const auto* b) { return size(*a) != size(*b) ? size(*a) > size(*b) : name(*a) < name(*b); });
  return entries;
}

// A file under its name.
struct NamedFile {
  IoName name;
  IoFileFacts* facts;

  auto order() const { return std::pair(name.text, name.is_hash); }
  std::string shown() const {
    return fmt::format("{}{}{}{}", name.is_hash ? "<" : "", name.text, name.is_hash ? ">" : "",
        name.is_ambiguous ? " (ambiguous)" : "");
  }
};

// By name.
std::vector<NamedFile> files_by_name(IoCollector& collected, const IoNames& names) {
  std::vector<NamedFile> files;
  files.reserve(collected.files().size());
  for (auto& [number, facts] : collected.files())
    if (facts.tally.calls > 0) files.push_back({names.file(facts.file), &facts});
  std::ranges::sort(files, {}, &NamedFile::order);
  std::size_t last = 0;
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (files[last].order() == files[i].order()) {
      files[last].facts->merge(std::move(*files[i].facts));
      files[last].name.is_ambiguous |= files[i].name.is_ambiguous;
    } else {
      files[++last] = files[i];
    }
  }
  if (!files.empty()) files.resize(last + 1);
  return files;
}

// A row of the tables of files and directories.
struct NamedSum {
  std::string_view name;
  std::uint64_t files = 0;
  IoTally tally = {};
  std::uint64_t sequential = 0;
  std::uint64_t random = 0;
};

std::string_view directory_of(const IoName& file) {
  const std::size_t slash = file.is_hash ? std::string_view::npos : file.text.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : file.text.substr(0, slash);
}

std::vector<NamedSum> directories(const std::vector<NamedFile>& files) {
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<NamedSum> all;
  for (const NamedFile& file : files) {
    const std::string_view name = directory_of(file.name);
    const auto [place, is_new] = places.try_emplace(name, all.size());
    if (is_new) all.push_back({name});
    NamedSum& to = all[place->second];
    ++to.files;
    to.tally.merge(file.facts->tally);
    to.sequential += file.facts->pattern.sequential;
    to.random += file.facts->pattern.random;
  }
  return all;
}

// Files that are not told apart stand last.
constexpr std::string_view further_files = "(further files, told together)";

DataRow named_row(const NamedSum& sum, bool is_directory, std::string name) {
  const IoTally& t = sum.tally;
  DataRow row = {t.time, t.calls, t.reads, t.bytes_read, t.writes, t.bytes_written, t.metadata, t.opens, sum.sequential,
      sum.random, t.folded};
  if (is_directory) row.emplace_back(sum.files);
  row.emplace_back(std::move(name));
  return row;
}

// Rows are made by row(i) for each of `size`.
DataTable named_table(std::string_view key, std::string title, const IoFurtherFiles& further, std::size_t size,
    std::function<DataRow(std::size_t)> row) {
  const bool is_directory = key == "directory";
  DataTable table{key, std::move(title),
      {{"time_ns", "time", Unit::nanoseconds}, {"calls", "calls", Unit::count}, {"reads", "reads", Unit::count},
          {"bytes_read", "bytes read", Unit::bytes}, {"writes", "writes", Unit::count},
          {"bytes_written", "bytes written", Unit::bytes}, {"metadata", "metadata", Unit::count},
          {"opens", "opens", Unit::count}, {"sequential", "sequential", Unit::count}, {"random", "random", Unit::count},
          folded_column},
      {}};
  if (is_directory) table.columns.push_back({"files", "files", Unit::count});
  table.columns.push_back({key, key, Unit::text});
  const NamedSum rest{further_files, further.files, further.tally, further.sequential, further.random};
  table.rows = DataRows(size + (further.files > 0 ? 1 : 0), [=, row = std::move(row)](std::size_t i) {
    return i < size ? row(i) : named_row(rest, is_directory, std::string(further_files));
  });
  return table;
}

class Answers {
 public:
  Answers(IoCollector& collected, const IoNames& names)
      : all_(collected), names_(names), files_(files_by_name(collected, names)) {}

  IoAnswers make() {
    IoAnswers answers;
    answers.files = files_.size() + further().files;
    for (const NamedFile& file : files_) answers.ambiguous_files += file.name.is_ambiguous;
    answers.tables = {
        overlap(), categories(), calls(), sizes(), processes(), files(), directories(), time(), patterns()};
    return answers;
  }

 private:
  const IoFurtherFiles& further() const { return all_.files().further(); }

  // From the longest down; of equal ones by name.
  DataTable files() const {
    const auto all = std::make_shared<std::vector<NamedFile>>(files_);
    std::ranges::stable_sort(*all, std::greater{}, [](const NamedFile& file) { return file.facts->tally.time; });
    return named_table("file", "files", further(), all->size(), [all](std::size_t i) {
      const NamedFile& file = (*all)[i];
      const IoPattern& pattern = file.facts->pattern;
      return named_row({file.name.text, 1, file.facts->tally, pattern.sequential, pattern.random}, false, file.shown());
    });
  }

  DataTable directories() const {
    const auto all = std::make_shared<std::vector<NamedSum>>(weft::directories(files_));
    std::ranges::sort(*all, [](const NamedSum& a, const NamedSum& b) {
      return a.tally.time != b.tally.time ? a.tally.time > b.tally.time : a.name < b.name;
    });
    return named_table("directory", "directories", further(), all->size(),
        [all](std::size_t i) { return named_row((*all)[i], true, std::string((*all)[i].name)); });
  }

  std::string process_name(const IoProcessTally& process) const {
    return names_.process(process.host, process.process);
  }
  template <class Size>
  auto ranked_processes(Size&& size) const {
    return ranked_by(all_.processes(), size, [&](const IoProcessTally& p) { return std::pair(p.process, p.host); });
  }

  DataTable overlap() const {
    DataTable table{"overlap", "time in I/O and computing",
        {{"span_ns", "first to last", Unit::nanoseconds}, {"io_ns", "I/O", Unit::nanoseconds},
            {"io_alone_ns", "not computing", Unit::nanoseconds}, {"compute_ns", "compute", Unit::nanoseconds},
            {"compute_alone_ns", "not in I/O", Unit::nanoseconds}, {"both_ns", "both", Unit::nanoseconds},
            {"app_io_ns", "application I/O", Unit::nanoseconds},
            {"app_io_alone_ns", "not computing", Unit::nanoseconds}, {"io_threads", "I/O threads", Unit::count},
            {"compute_threads", "compute threads", Unit::count}, {"process", "process", Unit::text}},
        {}};
    const auto times = overlap_of(all_);
    std::array<std::uint64_t, io_layers> threads{};
    for (const auto& [key, process] : all_.processes())
      for (std::size_t i = 0; i < io_layers; ++i) threads[i] += process.threads[i].size();
    if (all_.events())
      table.rows.push_back(row(times.together, all_.end() - all_.begin(), threads, "all processes together"));
    for (const IoProcessTally* process :
        ranked_processes([&](const IoProcessTally& p) { return times.each.at(&p).time[io_place]; }))
      if (process->events)
        table.rows.push_back(row(times.each.at(process), process->end - process->begin,
            {process->threads[io_place].size(), process->threads[compute_place].size()}, process_name(*process)));
    return table;
  }

  static std::vector<Cell> row(const IoOverlap& layers, std::uint64_t span,
      const std::array<std::uint64_t, io_layers>& threads, std::string name) {
    return {span, layers.time[io_place], layers.time[io_place] - layers.io_and_compute, layers.time[compute_place],
        layers.time[compute_place] - layers.io_and_compute, layers.io_and_compute, layers.time[application_io_place],
        layers.time[application_io_place] - layers.application_io_and_compute, threads[io_place],
        threads[compute_place], std::move(name)};
  }

  DataTable categories() const {
    struct Category {
      std::string name;
      IoLayer layer = IoLayer::other;
      std::uint64_t events = 0;
      std::uint64_t time = 0;
      std::uint64_t bytes = 0;
      std::uint64_t folded = 0;
    };
    std::map<std::string, Category> all;
    for (const auto& [key, call] : all_.calls()) {
      if (call.calls == 0) continue;
      Category& to = all[call.category];
      to = {call.category, call.layer, to.events + call.calls, to.time + call.time, to.bytes + call.bytes,
          to.folded + call.folded};
    }
    DataTable table{"category", "categories",
        {{"events", "events", Unit::count}, {"time_ns", "time", Unit::nanoseconds}, {"bytes", "bytes", Unit::bytes},
            folded_column, {"kind", "counts as", Unit::text}, {"category", "category", Unit::text}},
        {}};
    const auto time = [](const Category& c) { return c.time; };
    for (const Category* c : ranked_by(all, time, [](const Category& c) { return c.name; }))
      table.rows.push_back({c->events, c->time, c->layer == IoLayer::io ? Cell(c->bytes) : Cell(), c->folded,
          std::string(layer_names[static_cast<std::size_t>(c->layer)]), c->name});
    return table;
  }

  DataTable calls() const {
    DataTable table{"call", "I/O calls",
        {{"calls", "calls", Unit::count}, {"time_ns", "time", Unit::nanoseconds}, {"bytes", "bytes", Unit::bytes},
            {"bytes_per_second", "bandwidth", Unit::bytes_per_second}, {"size_min", "min", Unit::bytes},
            {"size_25", "25 %", Unit::bytes}, {"size_median", "median", Unit::bytes},
            {"size_mean", "mean", Unit::bytes}, {"size_75", "75 %", Unit::bytes}, {"size_max", "max", Unit::bytes},
            folded_column, {"class", "class", Unit::text}, {"category", "category", Unit::text},
            {"call", "call", Unit::text}},
        {}};
    const auto time = [](const IoCallTally& c) { return c.time; };
    for (const IoCallTally* c :
        ranked_by(all_.calls(), time, [](const IoCallTally& c) { return std::pair(c.category, c.call); })) {
      if (c->layer != IoLayer::io || c->calls == 0) continue;
      const auto sizes = c->sizes.summary();
      const auto size = [&](std::uint64_t value) { return sizes.count ? Cell(value) : Cell(); };
      const bool moved = sizes.count || c->bytes;
      table.rows.push_back({c->calls, c->time, moved ? Cell(c->bytes) : Cell(),
          moved ? rate(c->bytes, c->time) : Cell(), size(sizes.least), size(sizes.quarter), size(sizes.median),
          sizes.count ? Cell(sizes.mean) : Cell(), size(sizes.three_quarters), size(sizes.greatest), c->folded,
          std::string(class_names[static_cast<std::size_t>(c->io_class)]), c->category, c->call});
    }
    return table;
  }

  // Below 4 KiB, then up to four times as much each, the last without an end.
  DataTable sizes() const {
    constexpr std::string_view names[] = {"below 4 KiB", "4 to 16 KiB", "16 to 64 KiB", "64 to 256 KiB",
        "256 KiB to 1 MiB", "1 to 4 MiB", "4 to 16 MiB", "16 to 64 MiB", "64 to 256 MiB", "256 MiB to 1 GiB",
        "1 to 4 GiB", "4 GiB and more"};
    struct Bin {
      std::uint64_t reads = 0;
      std::uint64_t writes = 0;
    };
    std::array<Bin, std::size(names)> bins;
    Bin all;
    for (const auto& [key, call] : all_.calls())
      for (const auto& [size, times] : call.sizes.sorted()) {
        std::size_t bin = 0;
        for (std::uint64_t bound = page_bytes; bin + 1 < bins.size() && size >= bound; bound *= 4) ++bin;
        const bool is_read = call.io_class == IoClass::read;
        (is_read ? bins[bin].reads : bins[bin].writes) += times;
        (is_read ? all.reads : all.writes) += times;
      }
    DataTable table{"size", "sizes of transfers",
        {{"reads", "reads", Unit::count}, {"reads_percent", "%", Unit::percent}, {"writes", "writes", Unit::count},
            {"writes_percent", "%", Unit::percent}, {"size", "size", Unit::text}},
        {}};
    for (std::size_t i = 0; i < bins.size(); ++i)
      if (bins[i].reads + bins[i].writes)
        table.rows.push_back({bins[i].reads, percent(bins[i].reads, all.reads), bins[i].writes,
            percent(bins[i].writes, all.writes), std::string(names[i])});
    return table;
  }

  DataTable processes() const {
    DataTable table{"process", "processes",
        {{"events", "events", Unit::count}, {"calls", "I/O calls", Unit::count},
            {"time_ns", "time in calls", Unit::nanoseconds}, {"reads", "reads", Unit::count},
            {"bytes_read", "bytes read", Unit::bytes}, {"writes", "writes", Unit::count},
            {"bytes_written", "bytes written", Unit::bytes}, {"metadata", "metadata", Unit::count}, folded_column,
            {"process", "process", Unit::text}},
        {}};
    for (const IoProcessTally* p : ranked_processes([](const IoProcessTally& p) { return p.tally.time; }))
      if (p->events)
        table.rows.push_back({p->events, p->tally.calls, p->tally.time, p->tally.reads, p->tally.bytes_read,
            p->tally.writes, p->tally.bytes_written, p->tally.metadata, p->tally.folded, process_name(*p)});
    return table;
  }

  // What begins in a bin counts there. The first bin may begin before the first event, which is time zero.
  DataTable time() const {
    DataTable table{"time", "I/O over time",
        {{"calls", "calls", Unit::count}, {"calls_per_second", "calls/s", Unit::per_second},
            {"time_ns", "time in calls", Unit::nanoseconds}, {"bytes_read", "bytes read", Unit::bytes},
            {"read_bytes_per_second", "reading", Unit::bytes_per_second},
            {"bytes_written", "bytes written", Unit::bytes},
            {"written_bytes_per_second", "writing", Unit::bytes_per_second}, folded_column,
            {"length_ns", "length", Unit::nanoseconds}, {"begin_ns", "from", Unit::nanoseconds}},
        {}};
    if (all_.events() == 0) return table;
    TimeBins bins = all_.bins();
    bins.widen_for(all_.end() - all_.begin(), most_time_rows);
    for (const auto& [bin, tally] : bins.bins()) {
      const std::uint64_t begin = std::max(bins.begin_of(bin), all_.zero());
      const std::uint64_t length = bins.begin_of(bin) + bins.width() - begin;
      table.rows.push_back(
          {tally.calls, rate(tally.calls, length), tally.time, tally.bytes_read, rate(tally.bytes_read, length),
              tally.bytes_written, rate(tally.bytes_written, length), tally.folded, length, begin - all_.zero()});
    }
    return table;
  }

  DataTable patterns() const {
    DataTable table{"pattern", "patterns that cost time",
        {{"count", "count", Unit::count}, {"percent", "%", Unit::percent}, {"of", "of", Unit::text},
            {"pattern", "pattern", Unit::text}, {"worst", "worst files", Unit::text}},
        {}};
    std::uint64_t placed = further().sequential + further().random;
    for (const NamedFile& file : files_) placed += file.facts->pattern.sequential + file.facts->pattern.random;
    const IoTally& total = all_.total();
    add_pattern(table, "small transfers: less than 4 KiB each", total.transfers, "transfers", 10, further().tally.small,
        [](const IoFileFacts& f) { return f.tally.small; });
    add_pattern(table, "unaligned transfers: size or offset no multiple of 4 KiB", total.transfers, "transfers", 10,
        further().unaligned, [](const IoFileFacts& f) { return f.pattern.unaligned; });
    add_pattern(table, "random access: does not begin where the last ended", placed, "accesses", 25, further().random,
        [](const IoFileFacts& f) { return f.pattern.random; });
    add_pattern(table, "bytes read again: had been read before", total.bytes_read, "bytes read", 10,
        further().bytes_read_again, [](const IoFileFacts& f) { return f.pattern.bytes_read_again(); });
    add_pattern(table, "open and close churn: files opened again", total.opens, "opens", 50, further().opened_again,
        [](const IoFileFacts& f) { return f.opened_again(); });
    add_pattern(table, "metadata storm: calls that neither read nor write", total.calls, "calls", 50,
        further().tally.metadata, [](const IoFileFacts& f) { return f.tally.metadata; });
    return table;
  }

  // Named if it makes up at least `least` percent. `sum` is that of files that are not told apart.
  template <class Count>
  void add_pattern(DataTable& table, std::string name, std::uint64_t whole, std::string of, double least,
      std::uint64_t sum, Count&& count) const {
    std::vector<std::pair<std::uint64_t, const NamedFile*>> worst;
    for (const NamedFile& file : files_)
      if (const std::uint64_t n = count(*file.facts)) {
        sum += n;
        worst.emplace_back(n, &file);
      }
    const Cell share = percent(sum, whole);
    if (sum == 0 || !std::holds_alternative<double>(share) || std::get<double>(share) < least) return;
    std::ranges::stable_sort(worst, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string files;
    for (std::size_t i = 0; i < std::min<std::size_t>(worst.size(), 3); ++i)
      files += fmt::format("{}{} ({})", i ? ", " : "", worst[i].second->shown(), worst[i].first);
    table.rows.push_back({sum, share, std::move(of), std::move(name), std::move(files)});
  }

  const IoCollector& all_;
  const IoNames& names_;
  std::vector<NamedFile> files_;
};

}  // namespace

IoAnswers answer(IoCollector& collected, const IoNames& names) { return Answers(collected, names).make(); }

}  // namespace weft
