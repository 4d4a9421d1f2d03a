// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/list_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bpls [OPTION]... FILE [MASK]...

Lists the variables of an ADIOS BP file, or those with names like one of the MASKs. A variable with several steps has
them as a first dimension.

what to show:
  -l, --long           values of scalars and attributes, statistics of arrays
  -a, --attrs          attributes, too
  -A, --attrsonly      only attributes
  -m, --meshes         meshes, too
  -t, --timestep       statistics of every step, with -l
  -d, --dump           values
  -D, --decomp         the blocks that arrays were written in; with -d their values
  -g, --group MASK     only groups with names like this
  -e, --regexp         masks are extended regular expressions
      --hidden_attrs   attributes that ADIOS keeps for itself, too

which values:
  -s, --start LIST     begin with these indices, such as "0,-1": negative ones count from the end
  -c, --count LIST     so many in each dimension, such as "1,-1": -1 is all that are left

how to show them:
  -n, --columns N      values in a line (6); 0: all of them
  -f, --format F       one value, as printf writes it, such as "%6.3f"
  -y, --noindex        without indices
  -S, --string         arrays of bytes as texts
  -o, --output FILE    to a file
  -p, --plot           histograms for gnuplot, of which files have none
  -v, --verbose        about the file; more of them say more
  -r                   no longer has a meaning
  -h, --help           this text

Where a mask has no slash in front, names may. '*' and '?' stand for anything but a slash.

examples:
  bpls -lav run.bp
  bpls -d run.bp -s "-1,0,0" -c "1,-1,1" temperature
  bpls -lD run.bp "/velocity/*"
)";

constexpr int only_name = 256;
constexpr int hidden = only_name;

constexpr Flag flags[] = {{'l', "long"}, {'a', "attrs"}, {'A', "attrsonly"}, {'m', "meshes"}, {'t', "timestep"},
    {'d', "dump"}, {'D', "decomp"}, {'g', "group", true}, {'e', "regexp"}, {hidden, "hidden_attrs"},
    {'s', "start", true}, {'c', "count", true}, {'n', "columns", true}, {'f', "format", true}, {'y', "noindex"},
    {'S', "string"}, {'o', "output", true}, {'p', "plot"}, {'v', "verbose"}, {'r', nullptr}, {'h', "help"}};

// Numbers between blanks, commas, semicolons and crosses; what is none of them is 0.
std::vector<std::int64_t> numbers_in(std::string_view text) {
  constexpr std::string_view separators = " ,;x";
  std::vector<std::int64_t> numbers;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return numbers;
    const std::string_view word = text.substr(0, text.find_first_of(separators));
    std::int64_t number = 0;
    std::from_chars(word.data() + word.starts_with('+'), word.data() + word.size(), number);
    numbers.push_back(number);
    text.remove_prefix(word.size());
  }
}

class Taker {
 public:
  explicit Taker(ListOptions& options) : options_(options) {}

  bool wants_help() const { return wants_help_; }
  const std::optional<Error>& error() const { return error_; }

  void take(int letter, std::string_view value) {
    // clang-format off
    switch (letter) {
      case 'l': options_.values = true; break;
      case 'a': options_.attributes = true; break;
      case 'A': options_.only_attributes = true; break;
      case 'm': options_.meshes = true; break;
      case 't': options_.steps = true; break;
      case 'd': options_.dump = true; break;
      case 'D': options_.blocks = true; break;
      case 'g': options_.group = value; break;
      case 'e': options_.expressions = true; break;
      case hidden: options_.hidden_attributes = true; break;
      case 's': options_.start = numbers_in(value); break;
      case 'c': options_.count = numbers_in(value); break;
      case 'n': take_columns(value); break;
      case 'f': take_format(value); break;
      case 'y': options_.indices = false; break;
      case 'S': options_.texts = true; break;
      case 'o': options_.output = value; break;
      case 'v': ++options_.verbosity; break;
      case 'h': wants_help_ = true; break;
      default: break;
    }
    // clang-format on
  }

 private:
  void take_columns(std::string_view value) {
    const auto numbers = numbers_in(value);
    options_.columns = !numbers.empty() && numbers[0] > 0 ? static_cast<std::uint64_t>(numbers[0]) : 0;
  }
  void take_format(std::string_view value) {
    options_.format = value;
    if (auto parsed = ValueText::parse(value))
      options_.value_text = *std::move(parsed);
    else
      error_ = parsed.error();
  }

  ListOptions& options_;
  bool wants_help_ = false;
  std::optional<Error> error_;
};

}  // namespace

std::optional<int> parse_list_options(Words words, ListOptions& options) {
  Taker taker(options);
  auto rest = take_flags(words, flags, [&](int letter, std::string_view value) { taker.take(letter, value); });
  if (!rest) return list_usage;
  if (taker.wants_help()) return print_help(help);
  if (taker.error()) return fail("bpls", *taker.error(), list_usage);
  if (rest->empty()) return fail("bpls", "expected the name of a file; --help says more", list_usage);
  options.file = rest->front();
  options.masks.assign(rest->begin() + 1, rest->end());
  return std::nullopt;
}

void put_settings(TextSink& out, const ListOptions& options) {
  const auto numbers = [&](std::string_view name, std::vector<std::int64_t> given, std::int64_t usual) {
    if (given.empty()) return;
    given.resize(std::max(options.start.size(), options.count.size()), usual);
    out.put(fmt::format("  {} = {{ {} }}\n", name, fmt::join(given, " ")));
  };
  const auto flag = [&](bool is_given, std::string_view letter, std::string_view meaning) {
    if (is_given) out.put(fmt::format("{:>8} : {}\n", letter, meaning));
  };
  out.put(fmt::format("Settings :\n  masks  : {} ", options.masks.size()));
  for (const std::string& mask : options.masks) out.put(mask), out.put(' ');
  out.put(fmt::format("\n  file   : {}\n", options.file));
  if (options.group) out.put(fmt::format("  groups : {}\n", *options.group));
  out.put(fmt::format("  output : {}\n", options.output.empty() ? "stdout" : options.output));
  numbers("start", options.start, 0);
  numbers("count", options.count, -1);
  flag(options.values, "-l", "show scalar values and min/max/avg of arrays");
  flag(options.attributes && !options.only_attributes, "-a", "list attributes too");
  flag(options.only_attributes, "-A", "list attributes only");
  flag(options.dump, "-d", "dump matching variables and attributes");
  flag(options.expressions, "-e", "handle masks as regular expressions");
  flag(options.format.has_value(), "-f", fmt::format("dump using printf format \"{}\"", options.format.value_or("")));
  flag(options.blocks, "-D", "show decomposition of variables in the file");
  flag(options.hidden_attributes, "", "show hidden attributes in the file");
  out.put(fmt::format("\nADIOS BP open: read header info from {}\n", options.file));
}

}  // namespace weft::cli::adios_tools
