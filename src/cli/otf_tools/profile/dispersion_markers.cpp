// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/dispersion_markers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <unordered_set>

#include "cli/otf_tools/profile/dispersion_paths.hpp"
#include "formats/otf/reader.hpp"
#include "formats/otf/record_writer.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

using otf::At;

constexpr std::string_view hint_name = "OTF_IRREGULARITY_HINT";
constexpr std::uint32_t hint_type = 3;
constexpr std::size_t most_functions = 20;
constexpr std::size_t unmarked_weights = 50;

// The markers that are there. Texts have to be kept: records borrow theirs.
class OldMarkers {
 public:
  void operator()(const At&, const otf::DefMarker& record) {
    if (record.name == hint_name && !hint_) hint_ = record.token;
    highest_ = std::max(highest_, record.token);
    definitions_.push_back({record, std::string(record.name)});
  }
  void operator()(const At&, const otf::Marker& record) { spots_.push_back({record, std::string(record.text)}); }
  void unknown(const At&, std::string_view) {}

  std::optional<std::uint32_t> hint() const { return hint_; }
  // Behind all others; where the highest one is taken, the first that is not.
  std::uint32_t free_token() const {
    auto is_taken = [&](std::uint32_t token) {
      return std::ranges::any_of(definitions_, [&](const auto& kept) { return kept.record.token == token; });
    };
    std::uint32_t token = highest_ + 1;
    while (token == 0 || is_taken(token)) ++token;
    return token;
  }

  Result<> write(otf::RecordWriter& file) const {
    for (auto [record, name] : definitions_) {
      record.name = name;
      WEFT_TRY(file.write(record));
    }
    for (auto [record, text] : spots_) {
      if (record.token == hint_) continue;
      record.text = text;
      WEFT_TRY(file.write(record));
    }
    return {};
  }

 private:
  template <class R>
  struct Kept {
    R record;
    std::string text;
  };
  std::vector<Kept<otf::DefMarker>> definitions_;
  std::vector<Kept<otf::Marker>> spots_;
  std::optional<std::uint32_t> hint_;
  std::uint32_t highest_ = 0;
};

// Long names lose what stands between their first and last comma: parameters.
std::string shortened(const std::string& name) {
  constexpr std::size_t most = 50;
  const std::size_t first = name.find(','), last = name.rfind(',');
  if (name.size() <= most || first == std::string::npos || first == last) return name;
  return name.substr(0, first + 1) + " ... " + name.substr(last);
}

std::string hint_text(const Vocabulary& words, std::uint32_t function, const Distribution& times) {
  auto seconds = [&](auto ticks) { return words.seconds(static_cast<double>(ticks)); };
  return fmt::format(
      "Irregularity weight: {:g} Function Name: {} Dispersion values:  [ {:g} , {:g} , {:g} , {:g} , {:g} , {:g} ]  ",
      seconds(times.weight), shortened(words.function_name(function)), seconds(times.least),
      seconds(times.lower_quartile), seconds(times.median), seconds(times.upper_quartile), seconds(times.average),
      seconds(times.most));
}

struct Spot {
  std::uint32_t function;
  const Distribution* times;
};

// Paths that have a marker are heavier than that: weights of paths of functions whose calls differ, without those that
// a filter would leave out, are counted from the lightest one on.
std::optional<std::uint64_t> lightest_weights(const Dispersion& dispersion, std::uint32_t percent) {
  const auto chosen = chosen_for_filter(dispersion.paths, percent);
  std::unordered_set<std::uint32_t> functions;
  for (const auto& function : dispersion.functions) functions.insert(function.function);
  std::set<std::uint64_t> weights;
  for (const auto& path : dispersion.paths) {
    if (functions.contains(path.path.back()) && !chosen.contains(&path)) weights.insert(path.times.weight);
    if (weights.size() == unmarked_weights) return *weights.rbegin();
  }
  return std::nullopt;
}

// The heaviest functions, and the heavy call paths if they are known.
std::vector<Spot> spots(const Dispersion& dispersion, std::uint32_t percent) {
  std::vector<Spot> spots;
  const auto functions = std::span(dispersion.functions).first(std::min(dispersion.functions.size(), most_functions));
  for (const auto& function : functions) spots.push_back({function.function, &function.times});
  const auto light = lightest_weights(dispersion, percent);
  if (!light) return spots;
  const DispersionPaths tree(dispersion.paths);
  for (const auto place : tree.by_function())
    if (const Distribution& times = tree.path(place)->times; times.weight > *light)
      spots.push_back({tree.function(place), &times});
  return spots;
}

}  // namespace

Result<> write_markers(
    otf::TraceReader& trace, const Vocabulary& words, const Dispersion& dispersion, std::uint32_t percent) {
  OldMarkers old;
  WEFT_TRY(trace.read_markers(old));
  const std::uint32_t token = old.hint().value_or(old.free_token());
  // Under another name first: whoever runs out of disk keeps the markers that were there.
  const std::string path = trace.paths().file(0, otf::MarkerFile::suffix), temporary = path + ".new";
  HandlePool pool;
  const auto file = WEFT_TRY(otf::RecordWriter::create(pool, temporary, {}));
  const auto written = [&]() -> Result<> {
    WEFT_TRY(old.write(*file));
    if (!old.hint()) WEFT_TRY(file->write(otf::DefMarker{token, hint_name, hint_type}));
    for (const auto& [function, times] : spots(dispersion, percent)) {
      const std::string text = hint_text(words, function, *times);
      WEFT_TRY(file->write(otf::Marker{token, times->longest_begin, times->longest_process, text}));
    }
    return file->close();
  }();
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const Error error = written ? system_error("cannot be put in its place", temporary) : written.error();
    std::remove(temporary.c_str());
    return error;
  }
  if (!old.hint()) fmt::print(" {} ID: {}\n Return Value of OTF_WStream... : 1\n", hint_name, token);
  return {};
}

}  // namespace weft::cli::otf_tools::profile
