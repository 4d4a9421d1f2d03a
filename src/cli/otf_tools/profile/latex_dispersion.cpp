// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "cli/otf_tools/profile/latex_charts.hpp"
#include "cli/otf_tools/profile/table_text.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

constexpr double box_width = 13;  // cm, of boxes
constexpr double bar_height = 6;  // cm, of the highest bar
constexpr std::size_t boxes_on_a_page = 8;
constexpr std::size_t histograms_on_a_page = 3;
constexpr std::size_t most_histograms = 20;
constexpr std::size_t shown_path_bytes = 64;

// Where a time stands between the shortest and the longest, from 0 to 1. Where most calls are near the shortest, the
// logarithm tells them apart; calls of no time are then put where the shortest others are.
class Position {
 public:
  Position(const DispersionRow& row, bool is_logarithmic)
      : is_logarithmic_(is_logarithmic), low_(row.least), high_(row.most) {
    if (!is_logarithmic) return;
    for (const auto& bar : row.bars)
      if (low_ == 0) low_ = bar.least;
  }
  explicit Position(const DispersionRow& row)
      : Position(row, row.upper_quartile - row.least < (row.most - row.least) / 2) {}

  bool is_logarithmic() const { return is_logarithmic_; }
  double of(double time) const {
    if (high_ <= low_) return 0;
    if (!is_logarithmic_) return (time - low_) / (high_ - low_);
    return std::log(std::max(time, low_) / low_) / std::log(high_ / low_);
  }
  double time_at(double share) const {
    return is_logarithmic_ ? low_ * std::pow(high_ / low_, share) : low_ + share * (high_ - low_);
  }

 private:
  bool is_logarithmic_;
  double low_;
  double high_;
};

void draw_box(ReportFile& file, const DispersionRow& row) {
  const Position position(row);
  auto at = [&](double time) { return box_width * position.of(time); };
  const std::string name = row.path.empty() ? row.function : row.path;
  file.print("{}{} n={}\n\n", typewritten(cut(name, shown_path_bytes)),
      position.is_logarithmic() ? " ($log_{10}$)" : "", grouped(row.calls));
  file.print(
      "\\begin{{tikzpicture}}\n\\draw (0,0) -- (0,0.5) ({0:g},0) -- ({0:g},0.5) (0,0.25) -- ({0:g},0.25);\n"
      "\\filldraw[fill=green!20] ({1:.7f},0) rectangle ({2:.7f},0.5);\n\\draw[red] ({3:.7f},0) -- ({3:.7f},0.5);\n"
      "\\draw[red] ({4:.7f},0.1) -- ({4:.7f},0.4);\n\\end{{tikzpicture}}\n\n",
      box_width, at(row.lower_quartile), at(row.upper_quartile), at(row.median), at(row.percentile_95));
  file.print(
      "{{\\small $t_{{min}}={:.7e}$, $t_{{1/4}}={:.7e}$, $t_{{med}}={:.7e}$, $t_{{3/4}}={:.7e}$, $t_{{95}}={:.7e}$, "
      "$t_{{max}}={:.7e}$}}\n\n\\medskip\n",
      row.least, row.lower_quartile, row.median, row.upper_quartile, row.percentile_95, row.most);
}

void draw_histogram(ReportFile& file, const DispersionRow& row) {
  const Position position(row, true);
  std::uint64_t most = 0;
  for (const auto& bar : row.bars) most = std::max(most, bar.calls);
  file.print("{}\n\n\\begin{{tikzpicture}}\n", typewritten(cut(row.function, shown_path_bytes)));
  for (const auto& bar : row.bars)
    file.print("\\filldraw[fill=blue!20] ({:.7g},0) rectangle ({:.7g},{:.7g});\n", box_width * position.of(bar.least),
        box_width * position.of(bar.most), bar_height * static_cast<double>(bar.calls) / static_cast<double>(most));
  file.print("\\draw[->] (0,0) -- ({:g},0);\n\\draw[->] (0,0) -- (0,{:g});\n", box_width + 1, bar_height + 0.5);
  constexpr int marks = 5;
  for (int i = 0; i <= marks; ++i) {
    const double share = static_cast<double>(i) / marks;
    file.print(
        "\\draw ({0:g},0) -- ({0:g},-0.1) node[below] {{{1:g}}};\n\\draw (0,{2:g}) -- (-0.1,{2:g}) node[left] "
        "{{{3:g}}};\n",
        box_width * share, position.time_at(share), bar_height * share, static_cast<double>(most) * share);
  }
  file.put("\\end{tikzpicture}\n\n\\medskip\n");
}

}  // namespace

void draw_dispersion(ReportFile& file, const Tables& tables) {
  if (tables.dispersion.empty()) return;
  const bool has_paths = std::ranges::any_of(
      tables.dispersion, [](const DispersionRow& row) { return !row.path.empty(); });
  const auto functions = std::ranges::count_if(
      tables.dispersion, [](const DispersionRow& row) { return row.path.empty(); });
  file.print(
      "\\begin{{center}}{{\\Large\\bfseries Top {} Dispersion of Functions{} (in seconds)}}\\end{{center}}\n"
      "\\begin{{flushleft}}\n",
      functions, has_paths ? " by Callpath" : "");
  std::size_t drawn = 0;
  for (const auto& row : tables.dispersion) {
    if (drawn > 0 && drawn % boxes_on_a_page == 0) file.put("\\newpage\n");
    draw_box(file, row);
    ++drawn;
  }
  file.print(
      "\\end{{flushleft}}\n\\newpage\n\n\\begin{{center}}{{\\Large\\bfseries Top {} Dispersion of "
      "Functions}}\\end{{center}}\n",
      std::min<std::size_t>(static_cast<std::size_t>(functions), most_histograms));
  drawn = 0;
  for (const auto& row : tables.dispersion) {
    if (!row.path.empty()) continue;
    if (drawn == most_histograms) break;
    if (drawn > 0 && drawn % histograms_on_a_page == 0) file.put("\\newpage\n");
    draw_histogram(file, row);
    ++drawn;
  }
  file.put("\\newpage\n\n");
}

}  // namespace weft::cli::otf_tools::profile
