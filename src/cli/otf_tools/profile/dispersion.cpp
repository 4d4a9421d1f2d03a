// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/dispersion.hpp"

#include <algorithm>
#include <cmath>

#include "cli/otf_tools/profile/call_tree.hpp"
#include "cli/otf_tools/profile/streams.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

using otf::At;

struct Call {
  Ticks begin;
  Ticks end;
  Ticks exclusive;
  ProcessId process;
};

// What the first reading finds out. Of calls that are equally long, the one that ended first counts.
struct Range {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  std::uint64_t zeros = 0;
  Ticks least = 0;  // but for zeros
  Call longest{};

  void add(const Call& call) {
    if (call.exclusive == 0)
      ++zeros;
    else if (least == 0 || call.exclusive < least)
      least = call.exclusive;
    if (count == 0 || is_before(call, longest)) longest = call;
    ++count;
    sum += call.exclusive;
  }
  void add(const Range& other) {
    if (other.count == 0) return;
    if (least == 0 || (other.least > 0 && other.least < least)) least = other.least;
    if (count == 0 || is_before(other.longest, longest)) longest = other.longest;
    count += other.count;
    sum += other.sum;
    zeros += other.zeros;
  }
  bool has_unlike_calls() const { return least < longest.exclusive || (zeros > 0 && zeros < count); }

 private:
  static bool is_before(const Call& a, const Call& b) {
    if (a.exclusive != b.exclusive) return a.exclusive > b.exclusive;
    return a.end != b.end ? a.end < b.end : a.process < b.process;
  }
};

// The second reading's: zeros, then a hundred steps of the logarithm, then the longest.
class Histogram {
 public:
  explicit Histogram(const Range& range)
      : bins_(steps + 2),
        low_(range.least > 0 ? std::log(static_cast<double>(range.least)) : 0),
        width_(range.least > 0 ? std::log(static_cast<double>(range.longest.exclusive)) - low_ : 0) {}

  void add(Ticks time) { bins_[place_of(time)].add(time); }
  void add(const Histogram& other) {
    for (std::size_t i = 0; i < bins_.size(); ++i) bins_[i].add(other.bins_[i]);
  }
  bool is_empty() const {
    return std::ranges::all_of(bins_, [](const Bin& bin) { return bin.count == 0; });
  }
  std::vector<Bin> filled() const {
    std::vector<Bin> filled;
    for (const Bin& bin : bins_)
      if (bin.count > 0) filled.push_back(bin);
    return filled;
  }

 private:
  static constexpr std::size_t steps = 100;

  std::size_t place_of(Ticks time) const {
    if (time == 0) return 0;
    if (width_ <= 0) return 1;
    const double step = steps * ((std::log(static_cast<double>(time)) - low_) / width_);
    return 1 + static_cast<std::size_t>(std::clamp(std::floor(step), 0.0, static_cast<double>(steps)));
  }

  std::vector<Bin> bins_;
  double low_;
  double width_;
};

using Path = std::vector<std::uint32_t>;
using Ranges = std::map<Path, Range>;
using Histograms = std::map<Path, Histogram>;

// What one thread sees: calls by function, and by call path if asked for, as one tree with the functions' own calls on
// its first level, and one with all levels.
class DispersionReader {
 public:
  explicit DispersionReader(bool by_call_path) : by_call_path_(by_call_path) {}

  void operator()(const At& at, const otf::Enter& record) {
    auto& calls = stack(at.process);
    const std::uint32_t above = calls.empty() ? CallTree::root : calls.back().path;
    const std::uint32_t path = by_call_path_ ? paths_.tree.child(above, record.function) : CallTree::root;
    calls.push_back({at.time, 0, functions_.tree.child(CallTree::root, record.function), path});
  }
  void operator()(const At& at, const otf::Leave&) {
    auto& calls = stack(at.process);
    if (calls.empty()) return;
    const Open open = calls.back();
    calls.pop_back();
    const Ticks inclusive = at.time - open.begin;
    if (!calls.empty()) calls.back().in_children += inclusive;
    const Call call{open.begin, at.time, inclusive - open.in_children, at.process};
    functions_.add(open.function, call);
    if (by_call_path_) paths_.add(open.path, call);
  }
  void unknown(const At&, std::string_view) {}
  void finish_stream() {
    stacks_.clear();
    last_stack_ = nullptr;
  }

  // From the first reading to the second.
  void start_sorting(const Ranges& functions, const Ranges& paths) {
    functions_.start_sorting(functions);
    paths_.start_sorting(paths);
  }

  // Calls visit(path, what was found) for all of one of the trees that were left: of calls that did not end by the end
  // of the trace nothing is known.
  template <class Visit>
  void each_range(bool of_paths, Visit&& visit) const {
    const Level& level = of_paths ? paths_ : functions_;
    for (std::uint32_t i = 1; i < level.ranges.size(); ++i)
      if (level.ranges[i].count > 0) visit(level.tree.functions(i), level.ranges[i]);
  }
  template <class Visit>
  void each_histogram(bool of_paths, Visit&& visit) const {
    const Level& level = of_paths ? paths_ : functions_;
    for (std::uint32_t i = 1; i < level.histograms.size(); ++i)
      if (!level.histograms[i].is_empty()) visit(level.tree.functions(i), level.histograms[i]);
  }

 private:
  struct Open {
    Ticks begin;
    Ticks in_children;
    std::uint32_t function;
    std::uint32_t path;
  };
  struct Level {
    CallTree tree;
    std::vector<Range> ranges;
    std::vector<Histogram> histograms;
    const Ranges* known = nullptr;

    void add(std::uint32_t place, const Call& call) {
      if (known) {
        while (histograms.size() <= place)
          histograms.emplace_back(range_of(static_cast<std::uint32_t>(histograms.size())));
        histograms[place].add(call.exclusive);
        return;
      }
      if (place >= ranges.size()) ranges.resize(place + 1);
      ranges[place].add(call);
    }
    void start_sorting(const Ranges& all) {
      known = &all;
      ranges.clear();
    }
    Range range_of(std::uint32_t place) const {
      const auto found = known->find(tree.functions(place));
      return found != known->end() ? found->second : Range{};
    }
  };

  std::vector<Open>& stack(ProcessId process) {
    if (!last_stack_ || process != last_process_) {
      last_process_ = process;
      last_stack_ = &stacks_[process];
    }
    return *last_stack_;
  }

  bool by_call_path_;
  Level functions_;
  Level paths_;
  std::unordered_map<ProcessId, std::vector<Open>> stacks_;
  ProcessId last_process_ = 0;
  std::vector<Open>* last_stack_ = nullptr;
};

// The middle of the bin in which the calls counted from below become `count`.
double value_at(const std::vector<Bin>& bins, std::uint64_t count) {
  std::uint64_t passed = 0;
  for (const Bin& bin : bins)
    if ((passed += bin.count) >= count) return (static_cast<double>(bin.least) + static_cast<double>(bin.most)) / 2;
  return 0;
}

Distribution distribution(const Range& range, const Histogram& histogram) {
  Distribution result;
  result.count = range.count;
  result.average = static_cast<double>(range.sum) / static_cast<double>(range.count);
  result.least = range.zeros > 0 ? 0 : range.least;
  result.most = range.longest.exclusive;
  result.bins = histogram.filled();
  result.lower_quartile = value_at(result.bins, range.count / 4);
  result.median = value_at(result.bins, range.count / 2);
  result.upper_quartile = value_at(result.bins, range.count * 3 / 4);
  result.percentile_95 = value_at(result.bins, range.count * 19 / 20);
  result.weight = static_cast<std::uint64_t>(static_cast<double>(result.most) - result.upper_quartile);
  result.longest_begin = range.longest.begin;
  result.longest_process = range.longest.process;
  return result;
}

class DispersionFinder {
 public:
  DispersionFinder(otf::TraceReader& trace, bool by_call_path, const Progress& progress)
      : trace_(trace), progress_(progress), readers_(thread_count(0), DispersionReader(by_call_path)) {}

  Result<Dispersion> find() {
    WEFT_TRY(read());
    for (const auto& reader : readers_) {
      reader.each_range(false, [&](Path path, const Range& range) { functions_[std::move(path)].add(range); });
      reader.each_range(true, [&](Path path, const Range& range) { paths_[std::move(path)].add(range); });
    }
    for (auto& reader : readers_) reader.start_sorting(functions_, paths_);
    WEFT_TRY(read());
    for (const auto& reader : readers_) {
      reader.each_histogram(
          false, [&](Path path, const Histogram& part) { merge(function_bins_, std::move(path), part); });
      reader.each_histogram(true, [&](Path path, const Histogram& part) { merge(path_bins_, std::move(path), part); });
    }
    return result();
  }

 private:
  Result<> read() {
    return read_streams(trace_, progress_, [&](std::size_t worker) -> DispersionReader& { return readers_[worker]; });
  }

  static void merge(Histograms& sum, Path path, const Histogram& part) {
    const auto [found, is_new] = sum.try_emplace(std::move(path), part);
    if (!is_new) found->second.add(part);
  }

  static void add_paths(Dispersion& dispersion) {
    std::map<std::uint32_t, FunctionDispersion*> functions;
    for (auto& function : dispersion.functions) functions.emplace(function.function, &function);
    for (const auto& path : dispersion.paths)
      if (const auto found = functions.find(path.path.back()); found != functions.end())
        found->second->paths.push_back(path);
  }

  Dispersion result() const {
    Dispersion dispersion;
    // Files that grow meanwhile may have calls that were not there at first: they are left out.
    for (const auto& [path, bins] : path_bins_)
      if (const auto range = paths_.find(path); range != paths_.end())
        dispersion.paths.push_back({path, distribution(range->second, bins)});
    for (const auto& [path, bins] : function_bins_)
      if (const auto range = functions_.find(path); range != functions_.end() && range->second.has_unlike_calls())
        dispersion.functions.push_back({path.back(), distribution(range->second, bins), {}});
    add_paths(dispersion);
    std::ranges::stable_sort(
        dispersion.functions, std::greater<>{}, [](const FunctionDispersion& f) { return f.times.weight; });
    std::ranges::reverse(dispersion.paths);
    std::ranges::stable_sort(dispersion.paths, {}, [](const PathDispersion& p) { return p.times.weight; });
    return dispersion;
  }

  otf::TraceReader& trace_;
  const Progress& progress_;
  std::vector<DispersionReader> readers_;  // one for each thread
  Ranges functions_, paths_;
  Histograms function_bins_, path_bins_;
};

}  // namespace

Result<Dispersion> find_dispersion(otf::TraceReader& trace, bool by_call_path, const Progress& progress) {
  return DispersionFinder(trace, by_call_path, progress).find();
}

}  // namespace weft::cli::otf_tools::profile
