// SPDX-License-Identifier: BSD-3-Clause
#include <ctime>
#include <functional>
#include <set>

#include "cli/otf_tools/profile/dispersion_markers.hpp"
#include "cli/otf_tools/profile/report_file.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

constexpr std::string_view heading = "# VampirTrace dispersion callpath filter specification\n";
constexpr std::string_view generated = "# generated with otfprofile on ";
constexpr std::string_view previous = "# previous filter content\n";
constexpr std::string_view call_path_rule = " C";

// Paths with few calls are not worth a rule.
constexpr std::uint64_t few_calls = 10;

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

using Path = std::vector<std::uint32_t>;
using Rules = std::set<Path, std::greater<>>;

// From the lightest path on, until more than the share of all calls is taken.
Rules chosen_paths(std::span<const PathDispersion> paths, std::uint32_t percent) {
  Rules chosen;
  std::uint64_t all = 0, covered = 0;
  for (const auto& path : paths)
    if (path.times.count > few_calls) all += path.times.count;
  for (const auto& path : paths) {
    if (path.times.count <= few_calls) continue;
    if (covered * 100 > all * percent) break;
    covered += path.times.count;
    chosen.insert(path.path);
  }
  return chosen;
}

// Paths as they are seen when calls are left out: what they called seems to be called by their callers.
Rules rules_for(const Rules& chosen) {
  Rules rules;
  for (const Path& path : chosen) {
    Path seen, above;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      above.push_back(path[i]);
      if (!chosen.contains(above)) seen.push_back(path[i]);
    }
    seen.push_back(path.back());
    rules.insert(std::move(seen));
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
  for (const Path& path : rules_for(chosen_paths(paths, options.reduction_percent))) {
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
