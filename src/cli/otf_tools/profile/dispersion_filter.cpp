// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <ctime>

#include "cli/otf_tools/profile/dispersion_markers.hpp"
#include "cli/otf_tools/profile/dispersion_paths.hpp"
#include "cli/otf_tools/profile/report_file.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

constexpr std::string_view heading = "# VampirTrace dispersion callpath filter specification\n";
constexpr std::string_view generated = "# generated with otfprofile on ";
constexpr std::string_view previous = "# previous filter content\n";
constexpr std::string_view call_path_rule = " C";

// The lines of a filter, without those that were generated around its rules.
struct EarlierFilter {
  std::vector<std::string_view> call_paths;
  std::vector<std::string_view> comments;
  std::vector<std::string_view> others;

  explicit EarlierFilter(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      add(text.substr(0, end));
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
  }

 private:
  static bool is_generated(std::string_view line) {
    return heading.starts_with(line) || line.starts_with(generated) || previous.starts_with(line);
  }
  void add(std::string_view line) {
    if (line.empty() || is_generated(line)) return;
    auto& lines = line.starts_with('#') ? comments : line.ends_with(call_path_rule) ? call_paths : others;
    lines.push_back(line);
  }
};

std::vector<bool> chosen_places(const DispersionPaths& tree, const std::set<const PathDispersion*>& chosen) {
  std::vector<bool> is_chosen(tree.places());
  for (const auto place : tree.by_function()) is_chosen[place] = chosen.contains(tree.path(place));
  return is_chosen;
}

// Chosen paths below which all is taken for chosen, so that they have no rules for that. A path that is not
// chosen is noticed by the paths above it only if it comes behind them in the order of functions, and only up to the
// first of them that is not taken for chosen altogether.
std::vector<bool> whole_paths(const DispersionPaths& tree, const std::vector<bool>& is_chosen) {
  std::vector<bool> is_whole(tree.places());
  for (const auto place : tree.by_function()) {
    if (is_chosen[place]) {
      is_whole[place] = true;
      continue;
    }
    for (auto above = tree.caller(place); is_whole[above]; above = tree.caller(above)) is_whole[above] = false;
  }
  return is_whole;
}

// Paths as they are seen when calls are left out: what they called seems to be called by their callers.
std::vector<std::vector<std::uint32_t>> rules_for(std::span<const PathDispersion> paths, std::uint32_t percent) {
  const DispersionPaths tree(paths);
  const auto is_chosen = chosen_places(tree, chosen_for_filter(paths, percent));
  const auto is_whole = whole_paths(tree, is_chosen);
  std::vector<std::vector<std::uint32_t>> rules;
  for (const auto place : tree.callees_first()) {
    if (!is_chosen[place]) continue;
    std::vector<std::uint32_t> seen{tree.function(place)};
    bool has_rule = true;
    for (auto above = tree.caller(place); above != CallTree::root; above = tree.caller(above)) {
      if (!is_chosen[above]) seen.push_back(tree.function(above));
      if (is_whole[above]) has_rule = false;
    }
    std::ranges::reverse(seen);
    if (has_rule) rules.push_back(std::move(seen));
  }
  return rules;
}

Result<std::string> text_of(const std::string& path) {
  const auto file = WEFT_TRY(MappedFile::open(path));
  return std::string(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
}

}  // namespace

Result<> write_filter(const Options& options, const Vocabulary& words, std::span<const PathDispersion> paths) {
  const std::string text = options.earlier_filter.empty() ? std::string() : WEFT_TRY(text_of(options.earlier_filter));
  const EarlierFilter earlier(text);
  auto file = WEFT_TRY(ReportFile::create(options.prefix + ".filter"));
  const std::time_t now = std::time(nullptr);
  file.put(heading);
  file.put(generated);
  file.put(std::ctime(&now));
  file.put("\n\n");
  for (const auto line : earlier.call_paths) file.print("{}\n", line);
  for (const auto& path : rules_for(paths, options.reduction_percent)) {
    std::string_view separator;
    for (const std::uint32_t function : path) {
      file.print("{}{}", separator, words.function_name(function));
      separator = ";";
    }
    file.put(" -- 0 C\n");
  }
  file.put("\n\n");
  file.put(previous);
  for (const auto line : earlier.comments) file.print("{}\n", line);
  file.put("\n");
  for (const auto line : earlier.others) file.print("{}\n", line);
  return file.close();
}

}  // namespace weft::cli::otf_tools::profile
