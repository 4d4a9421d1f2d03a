// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/latex_charts.hpp"

#include <algorithm>
#include <cmath>

#include "cli/otf_tools/profile/table_text.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

// Colours from 0 to 20: light grey to dark grey, blue, cyan, green, yellow, red.
std::string colour(double step) {
  constexpr double band = 4;
  auto rgb = [](double red, double green, double blue) {
    return fmt::format("{{rgb,1:red,{:.6f};green,{:.6f};blue,{:.6f}}}", red, green, blue);
  };
  const double share = step / band - std::floor(step / band);
  if (step < band) return rgb(0.9 - 0.5 * share, 0.9 - 0.5 * share, 0.9 - 0.5 * share);
  if (step < 2 * band) return rgb(0, share, 1);
  if (step < 3 * band) return rgb(0, 1, 1 - share);
  if (step < 4 * band) return rgb(share, 1, 0);
  return rgb(1, step < 5 * band ? 1 - share : 0, 0);
}
constexpr double last_colour = 20;

void square(ReportFile& file, double x, double y, double step) {
  file.print("\\fill[fill={}] ({:g},{:g}) rectangle +(1,1);\n", colour(step), x, y);
}

void begin_page(ReportFile& file, std::string_view heading) {
  file.print("\\begin{{center}}\n{{\\Large\\bfseries {}}}\n\\bigskip\n\n", heading);
}
void end_page(ReportFile& file) { file.put("\\end{center}\n\\newpage\n\n"); }

std::string label(const ProcessGroup& group, char side) {
  if (group.first == group.last) return escaped(group.first);
  return fmt::format("\\shortstack[{}]{{{{{}}}\\\\-\\\\{{{}}}}}", side, escaped(group.first), escaped(group.last));
}

enum class Axis : std::uint8_t { linear, bytes, seconds };

struct Series {
  std::string_view colour;
  int shift = 0;  // pt
  GroupValue TrafficTable::Row::*value;
};

class BarChart {
 public:
  BarChart(ReportFile& file, const Tables& tables, const TrafficTable& traffic)
      : file_(file), tables_(tables), traffic_(traffic) {
    for (const auto& group : tables.groups) is_grouped_ = is_grouped_ || group.first != group.last;
  }

  void draw(std::string_view what, std::string_view unit, Axis axis, std::span<const Series> all) {
    if (std::ranges::none_of(all, [&](const Series& series) { return has_values(series); })) return;
    file_.print(
        "\\begin{{flushright}}\\ttfamily\\small\n\\begin{{tikzpicture}}\n\\begin{{axis}}[profile, {}\n"
        "  title={{{} {}{}}}, ylabel={{{}}},\n  xmin=-0.5, xmax={}.5, xtick={{",
        axis_options(axis, all), traffic_.name, what, is_grouped_ ? " (average)" : "", unit, tables_.groups.size() - 1);
    for (std::size_t i = 0; i < tables_.groups.size(); ++i) file_.print("{}{}", i > 0 ? "," : "", i);
    file_.put("},\n  xticklabels={");
    for (const auto& group : tables_.groups) file_.print("{{{}}},", label(group, 'r'));
    file_.put("}]\n");
    for (const Series& series : all) bars(series);
    if (is_grouped_)
      for (const Series& series : all) ranges(series);
    file_.put("\\end{axis}\n\\end{tikzpicture}\n\\end{flushright}\n");
  }

 private:
  bool has_values(const Series& series) const {
    return std::ranges::any_of(
        traffic_.rows, [&](const TrafficTable::Row& row) { return (row.*series.value).processes > 0; });
  }

  // Times that are a hundred times as long as others are not seen beside them but on a logarithmic axis.
  std::string axis_options(Axis axis, std::span<const Series> all) const {
    if (axis == Axis::bytes) return "ymode=log, log basis y=2, ymin=0.5,";
    double least = 0, most = 0;
    for (const Series& series : all)
      for (const auto& row : traffic_.rows) {
        const GroupValue& value = row.*series.value;
        if (value.processes == 0) continue;
        least = least == 0 ? value.least : std::min(least, value.least);
        most = std::max(most, value.most);
      }
    constexpr double wide = 100;
    if (axis == Axis::seconds && least > 0 && most / least >= wide)
      return fmt::format("ymode=log, log basis y=10, ymin=1e{},", static_cast<int>(std::floor(std::log10(least))));
    return "ymin=0,";
  }

  void bars(const Series& series) {
    if (!has_values(series)) return;
    file_.print(
        "\\addplot[ybar, draw=black, mark=none, fill={}, xshift={}pt] coordinates {{", series.colour, series.shift);
    for (std::size_t i = 0; i < traffic_.rows.size(); ++i) {
      const GroupValue& value = traffic_.rows[i].*series.value;
      if (value.processes > 0) file_.print("({},{:.9g})", i, value.average());
    }
    file_.put("};\n");
  }

  void ranges(const Series& series) {
    for (std::size_t i = 0; i < traffic_.rows.size(); ++i) {
      const GroupValue& value = traffic_.rows[i].*series.value;
      if (value.processes > 0 && value.least < value.most)
        file_.print("\\addplot[black, mark=-, line width=1pt, xshift={}pt] coordinates {{({},{:.9g})({},{:.9g})}};\n",
            series.shift, i, value.least, i, value.most);
    }
  }

  ReportFile& file_;
  const Tables& tables_;
  const TrafficTable& traffic_;
  bool is_grouped_ = false;
};

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::string_view("#$%&_{}").find(c) != std::string_view::npos)
      (result += '\\') += c;
    else if (c == '\\')
      result += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      (result += c == '~' ? "\\textasciitilde" : "\\textasciicircum") += "{}";
    else if (std::string_view("<>|\"'`-,").find(c) != std::string_view::npos)
      ((result += '{') += c) += '}';  // no ligatures, and no end of an item in lists
    else if (byte < ' ' || byte >= 0x7f)
      result += fmt::format("\\textbackslash{{}}x{:02x}", byte);
    else
      result += c;
  }
  return result;
}

std::string typewritten(std::string_view text) { return fmt::format("\\texttt{{{}}}", escaped(text)); }

void draw_traffic(ReportFile& file, const Tables& tables, const TrafficTable& traffic, bool has_log_axes) {
  using Row = TrafficTable::Row;
  const Axis time_axis = has_log_axes ? Axis::seconds : Axis::linear;
  const std::string_view count = traffic.is_messages ? "Number of Messages" : "Number of Invocations";
  const std::string_view volume = traffic.is_messages ? "Aggregated Message Volume" : "Aggregated Data Volume";
  const std::string_view time = traffic.is_messages ? "Accumulated Message Transfer Time" : "Accumulated Duration";
  BarChart chart(file, tables, traffic);
  if (traffic.is_barrier) {
    const Series counts[] = {{"red", 0, &Row::sends}}, times[] = {{"red", 0, &Row::send_seconds}};
    chart.draw(count, "", Axis::linear, counts);
    chart.draw(time, "Seconds", time_axis, times);
  } else {
    const Series counts[] = {{"red", -4, &Row::sends}, {"blue", 4, &Row::receives}};
    const Series bytes[] = {{"red", -4, &Row::sent_bytes}, {"blue", 4, &Row::received_bytes}};
    const Series times[] = {{"red", -4, &Row::send_seconds}, {"blue", 4, &Row::receive_seconds}};
    chart.draw(count, "", Axis::linear, counts);
    chart.draw(volume, "Bytes", Axis::bytes, bytes);
    chart.draw(time, "Seconds", time_axis, times);
    file.put(
        "\\begin{flushright}\n\\textcolor{red}{\\rule{1em}{1em}} send \\quad \\textcolor{blue}{\\rule{1em}{1em}} "
        "receive\n"
        "\\end{flushright}\n");
  }
  file.put("\\newpage\n\n");
}

void draw_rates(ReportFile& file, const Tables& tables) {
  if (tables.rates.empty()) return;
  const auto [low, high] = std::ranges::minmax(tables.rates, {}, &RateCell::bytes_per_second);
  const Scale scale = binary_scale(high.bytes_per_second);
  const double least = std::floor(low.bytes_per_second / scale.factor);
  const double most = std::ceil(high.bytes_per_second / scale.factor);
  auto step = [&](double rate) {
    return most > least ? last_colour * (rate / scale.factor - least) / (most - least) : 0;
  };
  const std::size_t size = tables.groups.size();
  begin_page(file, "P2P - Message Data Rate (average)");
  file.put("\\begin{tikzpicture}[scale=0.7, every node/.style={scale=0.7}]\\ttfamily\n");
  for (std::size_t i = 0; i < size; ++i)
    file.print("\\node[anchor=east] at (0,{:.1f}) {{{}}};\n\\node[anchor=west, rotate=90] at ({}.5,{}) {{{}}};\n",
        static_cast<double>(size - i) - 0.5, label(tables.groups[i], 'r'), i, size, label(tables.groups[i], 'l'));
  for (const RateCell& cell : tables.rates)
    square(file, static_cast<double>(cell.receiver), static_cast<double>(size - 1 - cell.sender),
        step(cell.bytes_per_second));
  file.print(
      "\\draw[dotted] (0,0) grid ({0},{0});\n"
      "\\draw (0,{0}) -- (-1.2,{1}.2) node[above right, rotate=-45] {{Receiver}} node[below right, rotate=-45] "
      "{{Sender}};\n"
      "\\end{{tikzpicture}}\n\n\\bigskip\n\\begin{{tikzpicture}}\n",
      size, size + 1);
  for (int i = 0; i <= 4; ++i) {
    const double share = i / 4.0;
    square(file, 3 * i, 0, last_colour * share);
    file.print("\\node[below] at ({}.5,0) {{{:g} {}Bytes/sec}};\n", 3 * i, least + share * (most - least), scale.name);
  }
  file.put("\\end{tikzpicture}\n");
  end_page(file);
}

void draw_rate_counts(ReportFile& file, const Tables& tables) {
  if (tables.rate_counts.empty()) return;
  std::uint64_t most = 0;
  int low = tables.rate_counts.front().rate_power, high = low, longest = 0;
  for (const auto& cell : tables.rate_counts) {
    most = std::max(most, cell.messages);
    low = std::min(low, cell.rate_power);
    high = std::max(high, cell.rate_power);
    longest = std::max(longest, cell.length_power);
  }
  auto step = [&](std::uint64_t messages) {
    return most > 1 ? last_colour * static_cast<double>(messages - 1) / static_cast<double>(most - 1) : 0;
  };
  begin_page(file, "P2P - Message Data Rate Histogram");
  file.put("\\begin{tikzpicture}[scale=0.5, every node/.style={scale=0.7}]\n");
  for (const auto& cell : tables.rate_counts)
    square(file, cell.length_power, cell.rate_power - low, step(cell.messages));
  for (int power = 0; power <= longest + 1; ++power)
    file.print("\\node[rotate=90, anchor=east] at ({},0) {{{}}};\n", power, power_text(power));
  for (int power = low; power <= high + 1; ++power)
    file.print("\\node[anchor=east] at (0,{}) {{{}}};\n", power - low, power_text(power));
  file.print(
      "\\draw[dotted] (0,0) grid ({},{});\n\\node[rotate=90] at (-2.5,{:g}) {{Average Data Rate [Bytes/sec]}};\n"
      "\\node at ({:g},-2) {{Message Volume [Bytes]}};\n\\end{{tikzpicture}}\n\n\\bigskip\n"
      "\\begin{{tikzpicture}}\n\\node[anchor=west] at (0,1.4) {{Number of Messages}};\n",
      longest + 1, high + 1 - low, (high + 1 - low) / 2.0, (longest + 1) / 2.0);
  const int swatches = static_cast<int>(std::min<std::uint64_t>(most, 5));
  for (int i = 0; i < swatches; ++i) {
    const double messages = swatches > 1 ? 1 + static_cast<double>(most - 1) * i / (swatches - 1) : 1;
    square(file, 2 * i, 0, step(static_cast<std::uint64_t>(messages)));
    file.print("\\node[below] at ({}.5,0) {{{}}};\n", 2 * i, static_cast<std::uint64_t>(messages));
  }
  file.put("\\end{tikzpicture}\n");
  end_page(file);
}

}  // namespace weft::cli::otf_tools::profile
