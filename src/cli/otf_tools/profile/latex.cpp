// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/latex.hpp"

#include "cli/otf_tools/profile/latex_charts.hpp"
#include "cli/otf_tools/profile/table_text.hpp"

namespace weft::cli::otf_tools::profile {

namespace {

constexpr std::size_t shown_name_bytes = 32;
constexpr std::size_t shown_counter_bytes = 20;
constexpr std::size_t rows_between_rules = 3;

constexpr std::string_view preamble = R"(\documentclass[a4paper,10pt]{article}
\nonstopmode
\usepackage{longtable}
\usepackage{pgfplots}
\usepackage{hyperref}
\pgfplotsset{compat=1.4}
\pgfplotsset{profile/.style={width=16cm, height=8cm, axis x line*=bottom, axis y line*=left, ymajorgrids,
  xtick align=outside, bar width=8pt, enlarge y limits={value=0.02,upper},
  x tick label style={rotate=90, anchor=east, font=\ttfamily\footnotesize}}}
\textwidth=16cm \textheight=26cm \topmargin=-1.5cm \oddsidemargin=0cm \evensidemargin=0cm

\begin{document}

)";

// Rows with a rule behind every third.
class LongTable {
 public:
  LongTable(ReportFile& file, std::string_view columns, std::string_view heads) : file_(file) {
    file_.print("\\begin{{longtable}}{{{}}}\n\\hline\n{} \\\\\n\\hline\\hline\n\\endhead\n", columns, heads);
  }
  void row(std::string_view cells) {
    if (rows_ > 0 && rows_ % rows_between_rules == 0) file_.put("\\hline\n");
    file_.print("{} \\\\\n", cells);
    ++rows_;
  }
  void end() { file_.put("\\hline\n\\end{longtable}\n"); }

 private:
  ReportFile& file_;
  std::size_t rows_ = 0;
};

class LatexWriter {
 public:
  LatexWriter(ReportFile& file, const Tables& tables) : file_(file), tables_(tables) {}

  void title_page() {
    file_.put(preamble);
    file_.put(
        "\\begin{titlepage}\n\\thispagestyle{empty}\n\\begin{flushleft}\\Huge\\bfseries OTF "
        "Profile\\end{flushleft}\n\\hrule\n"
        "\\begin{flushright}\\large\\bfseries Trace "
        "Properties\\end{flushright}\n\\begin{flushleft}\n\\begin{tabular}{ll}\n");
    property("OTF Version", tables_.version);
    property("Creator", tables_.creator);
    property("File", tables_.file);
    property("Number of Processes", fmt::format("{}", tables_.processes));
    const Scale scale = clock_scale(tables_.ticks_per_second);
    property("Timer Resolution", fmt::format("{:g} {}Hz", tables_.ticks_per_second / scale.factor, scale.name));
    file_.put("\\end{tabular}\n");
    if (!tables_.comments.empty()) {
      file_.put("\n\\bigskip\n\\textbf{Comments:}\n\\begin{quote}\\ttfamily\n");
      for (const auto& comment : tables_.comments)
        for (const auto line : wrapped(comment)) file_.print("\\mbox{{}}{}\\newline\n", escaped(line));
      file_.put("\\end{quote}\n");
    }
    file_.put("\\end{flushleft}\n\\vfill\n\\begin{flushright}\\today\\end{flushright}\n\\end{titlepage}\n");
  }

  void functions(const std::vector<FunctionRow>& rows, bool by_time) {
    constexpr std::string_view mark = " $\\nabla$";
    begin_page(fmt::format("Top {} of {} Functions", rows.size(), tables_.functions));
    LongTable table(file_, "|l||r|r|r|",
        fmt::format("\\bfseries Function & \\bfseries invocations[\\#]{} & \\bfseries excl. time[sec]{} & \\bfseries "
                    "incl. time[sec]",
            by_time ? "" : mark, by_time ? mark : ""));
    for (const auto& row : rows)
      table.row(fmt::format("{} & {} & {:g} & {:g}", typewritten(cut(row.name, shown_name_bytes)), grouped(row.calls),
          row.exclusive, row.inclusive));
    table.end();
    end_page();
  }

  void counters() {
    for (const auto& counter : tables_.counters) {
      double largest = 0;
      for (const auto& row : counter.rows) largest = std::max(largest, row.rate);
      const Scale scale = decimal_scale(largest);
      const std::string name = typewritten(cut(counter.name, shown_counter_bytes));
      begin_page(fmt::format("{} [{}] (Top {})", name, scale.name, counter.rows.size()));
      LongTable table(
          file_, "|l||r|r|", fmt::format("\\bfseries Function & \\bfseries excl. time[sec] & \\bfseries {}/sec", name));
      for (const auto& row : counter.rows)
        table.row(fmt::format("{} & {:g} & {:g}", typewritten(cut(row.function, shown_name_bytes)), row.exclusive,
            row.rate / scale.factor));
      table.end();
      end_page();
    }
  }

  void end() { file_.put("\\end{document}\n"); }

 private:
  void property(std::string_view name, std::string_view value) {
    file_.print("\\textbf{{{}:}} & {} \\\\\n", name, typewritten(value));
  }
  void begin_page(std::string_view heading) {
    file_.print("\\begin{{center}}\\small\n{{\\Large\\bfseries {}}}\n\\bigskip\n", heading);
  }
  void end_page() { file_.put("\\end{center}\n\\newpage\n\n"); }

  ReportFile& file_;
  const Tables& tables_;
};

}  // namespace

Result<> write_latex(const Options& options, const Tables& tables) {
  auto file = WEFT_TRY(ReportFile::create(options.prefix + ".tex"));
  LatexWriter writer(file, tables);
  writer.title_page();
  writer.functions(tables.by_time, true);
  writer.functions(tables.by_calls, false);
  draw_dispersion(file, tables);
  writer.counters();
  for (const auto& traffic : tables.traffic) {
    draw_traffic(file, tables, traffic, options.has_log_axes);
    if (!traffic.is_messages) continue;
    draw_rates(file, tables);
    draw_rate_counts(file, tables);
  }
  writer.end();
  return file.close();
}

}  // namespace weft::cli::otf_tools::profile
