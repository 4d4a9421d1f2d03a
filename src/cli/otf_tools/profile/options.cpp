// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace weft::cli::otf_tools::profile {

namespace {

Error wrong(std::string message) { return {Errc::invalid_argument, std::move(message)}; }

// Decimal digits; what stands behind them is ignored, as the original does.
std::uint64_t leading_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc::result_out_of_range ? std::numeric_limits<std::uint64_t>::max() : value;
}

struct Switch {
  std::string_view name;
  bool Options::*option;
  bool value;
};
constexpr Switch switches[] = {
    {"-h", &Options::asks_for_help, true},
    {"--help", &Options::asks_for_help, true},
    {"-V", &Options::asks_for_version, true},
    {"-p", &Options::shows_progress, true},
    {"--stat", &Options::from_summaries, true},
    {"--csv", &Options::writes_csv, true},
    {"--nocsv", &Options::writes_csv, false},
    {"--tex", &Options::writes_latex, true},
    {"--notex", &Options::writes_latex, false},
    {"--text", &Options::writes_text, true},
    {"--json", &Options::writes_json, true},
    {"--nologaxis", &Options::has_log_axes, false},
    {"-M", &Options::has_message_matrix, true},
    {"--csv-msg-matrix", &Options::has_message_matrix, true},
    {"-S", &Options::has_message_lengths, true},
    {"--csv-msg-size", &Options::has_message_lengths, true},
    {"-c", &Options::clusters, true},
    {"--cluster", &Options::clusters, true},
    {"-H", &Options::has_hard_groups, true},
};

class Parser {
 public:
  explicit Parser(Words words) : words_(words) {}

  Result<Options> parse() {
    if (words_.empty()) options_.asks_for_help = true;
    while (!words_.empty()) {
      word_ = words_.front();
      words_ = words_.subspan(1);
      if (!take_switch()) WEFT_TRY(take_option());
      if (options_.asks_for_help || options_.asks_for_version) break;
    }
    return options_;
  }

 private:
  bool take_switch() {
    if (word_ == "-v") {
      ++options_.verbosity;
      return true;
    }
    const auto* const found = std::ranges::find_if(
        switches, [&](const Switch& candidate) { return candidate.name == word_; });
    if (found == std::end(switches)) return false;
    options_.*found->option = found->value;
    if (found->option == &Options::has_message_matrix || found->option == &Options::has_message_lengths)
      options_.writes_csv = true;
    if (found->option == &Options::has_hard_groups) choose(ClusterMethod::complete_linkage);
    return true;
  }

  Result<> take_option() {
    if (word_ == "-i") return take_text(options_.trace);
    if (word_ == "-o") return take_text(options_.prefix);
    if (word_ == "--disp-filter") return take_text(options_.earlier_filter);
    if (word_ == "-f") return take_number(options_.handles, 1);
    if (word_ == "-b") return take_number(options_.buffer_bytes, 1);
    if (word_ == "-g") return take_number(options_.most_groups, 1, 16);
    if (word_ == "--disp-reduction") return take_number(options_.reduction_percent, 1, 99);
    if (word_ == "--cluster-alg") return take_method();
    if (word_ == "-s") {
      options_.clusters = true;
      return take_text(options_.shrunk);
    }
    if (word_ == "-q") return take_quality();
    if (word_ == "-d" || word_ == "--disp") return take_dispersion();
    if (word_ == "--disp-mode") return take_mode();
    return wrong(fmt::format("Unknown option '{}'.", word_));
  }

  Result<std::string_view> argument() {
    if (words_.empty()) return wrong(fmt::format("Expected argument for option '{}'.", word_));
    const std::string_view word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }
  Error wrong_argument() const { return wrong(fmt::format("Invalid argument for option '{}'.", word_)); }

  Result<> take_text(std::string& into) {
    into = WEFT_TRY(argument());
    return {};
  }
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  Result<> take_number(std::uint32_t& into, std::uint64_t least, std::uint64_t most = no_limit) {
    const std::uint64_t value = leading_number(WEFT_TRY(argument()));
    if (value < least || value > most) return wrong_argument();
    into = static_cast<std::uint32_t>(std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
    return {};
  }
  void choose(ClusterMethod method) {
    options_.clusters = true;
    options_.method = method;
  }
  Result<> take_method() {
    const std::string_view name = WEFT_TRY(argument());
    if (name != "KMEANS" && name != "CLINKAGE") return wrong_argument();
    choose(name == "KMEANS" ? ClusterMethod::k_means : ClusterMethod::complete_linkage);
    return {};
  }
  Result<> take_quality() {
    const std::string text(WEFT_TRY(argument()));
    const double value = std::strtod(text.c_str(), nullptr);
    if (!(value >= 0 && value <= 1)) return wrong_argument();
    choose(ClusterMethod::complete_linkage);
    options_.quality = value;
    return {};
  }
  Result<> take_mode() {
    const std::string_view mode = WEFT_TRY(argument());
    if (mode != "per-function" && mode != "per-call-path") return wrong_argument();
    options_.by_call_path = mode == "per-call-path";
    return {};
  }

  // Tables have to go somewhere: LaTeX is switched on again.
  Result<> take_dispersion() {
    options_.has_dispersion = true;
    if (words_.empty() || words_.front().starts_with('-')) {
      options_.tells_dispersion = true;
      return {};
    }
    std::string_view list = WEFT_TRY(argument());
    while (true) {
      const std::size_t comma = list.find(',');
      const std::string_view name = list.substr(0, comma);
      if (name == "info")
        options_.tells_dispersion = true;
      else if (name == "marker")
        options_.marks_dispersion = true;
      else if (name == "filter")
        options_.filters_dispersion = true;
      else
        return wrong_argument();
      if (comma == std::string_view::npos) return {};
      list = list.substr(comma + 1);
    }
  }

  Words words_;
  std::string_view word_;
  Options options_;
};

}  // namespace

Result<Options> parse_options(Words words) {
  Options options = WEFT_TRY(Parser(words).parse());
  if (options.asks_for_help || options.asks_for_version) return options;
  if (options.trace.empty()) {
    options.asks_for_help = true;
    return options;
  }
  if (options.has_dispersion && !options.writes_text && !options.writes_json) options.writes_latex = true;
  return options;
}

}  // namespace weft::cli::otf_tools::profile
