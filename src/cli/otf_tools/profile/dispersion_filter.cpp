// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <ctime>

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

using Rules = std::vector<const PathDispersion*>;

bool is_below(const std::vector<std::uint32_t>& path, const std::vector<std::uint32_t>& above) {
  return path.size() > above.size() && std::equal(above.begin(), above.end(), path.begin());
}

// A rule takes away what is called below its path, too: no rule for that, and none for a path of one function, which
// would take away everything.
void drop_what_needs_no_rule(Rules& ascending) {
  const PathDispersion* kept = nullptr;
  std::erase_if(ascending, [&](const PathDispersion* path) {
    if (path->path.size() < 2 || (kept && is_below(path->path, kept->path))) return true;
    kept = path;
    return false;
  });
}

// From the lightest path on, until more than the share of all calls is taken. By path, descending.
Rules chosen_rules(std::span<const PathDispersion> paths, std::uint32_t percent) {
  Rules rules;
  std::uint64_t all = 0, covered = 0;
  for (const auto& path : paths)
    if (path.times.count > few_calls) all += path.times.count;
  for (const auto& path : paths) {
    if (path.times.count <= few_calls) continue;
    if (covered * 100 > all * percent) break;
    covered += path.times.count;
    rules.push_back(&path);
  }
  std::ranges::sort(rules, {}, [](const PathDispersion* path) { return path->path; });
  drop_what_needs_no_rule(rules);
  std::ranges::reverse(rules);
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
  for (const PathDispersion* path : chosen_rules(paths, options.reduction_percent)) {
    std::string_view separator;
    for (const std::uint32_t function : path->path) {
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
