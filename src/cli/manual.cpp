// SPDX-License-Identifier: BSD-3-Clause
#include "cli/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.hpp"
#include "weft_version.hpp"

namespace weft::cli {

namespace {

bool is_argument(const Option& option) { return !option.names.starts_with("-"); }

bool takes_many(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.target) ||
         std::holds_alternative<std::vector<std::uint64_t>*>(option.target);
}

// "-n, --top N"
std::string spelled(const Option& option) {
  std::string text;
  for (const char c : option.names) text += c == ',' ? ", " : std::string(1, c);
  if (is_argument(option)) return std::string(option.value) + (takes_many(option) ? "..." : "");
  if (!option.value.empty()) text += fmt::format(" {}", option.value);
  return text;
}

std::string usage(const Verb& verb) {
  std::string text = fmt::format("weft {}", verb.name);
  for (const Option& option : verb.options)
    if (is_argument(option)) text += option.required ? " " + spelled(option) : fmt::format(" [{}]", spelled(option));
  return text + " [options]";
}

// The long spellings of an option: --top from "-n,--top".
std::vector<std::string> long_names(const Option& option) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < option.names.size();) {
    const auto comma = std::min(option.names.find(',', at), option.names.size());
    const std::string_view name = option.names.substr(at, comma - at);
    if (name.starts_with("--")) names.emplace_back(name);
    at = comma + 1;
  }
  return names;
}

Result<> write_text(const std::string& path, const std::string& text) {
  return replace_file(path, std::as_bytes(std::span(text)));
}

std::string escaped_for_man(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' || c == '\\') out += '\\';
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    out += c;
  }
  return out;
}

std::string man_page(const Verb& verb) {
  std::string page = fmt::format(
      ".TH WEFT-{0} 1 \"\" \"weft {1}\" \"Weft\"\n.SH NAME\nweft\\-{2} \\- {3}\n.SH SYNOPSIS\n.B {4}\n.SH "
      "DESCRIPTION\n{5}\n.SH OPTIONS\n",
      [&] {
        std::string s(verb.name);
        std::ranges::transform(s, s.begin(), [](char c) { return static_cast<char>(c - 32); });
        return s;
      }(),
      build::version, verb.name, escaped_for_man(verb.summary), escaped_for_man(usage(verb)),
      escaped_for_man(verb.description));
  for (const Option& option : verb.options)
    page += fmt::format(".TP\n.B {}\n{}\n", escaped_for_man(spelled(option)), escaped_for_man(option.help));
  page += ".SH EXAMPLES\n";
  for (const Example& example : verb.examples)
    page += fmt::format(".TP\n.B {}\n{}\n", escaped_for_man(example.command), escaped_for_man(example.says));
  return page +
         ".SH EXIT STATUS\n0 good; 1 the trace has problems; 2 the command was used wrongly or could not run.\n.SH SEE "
         "ALSO\n.BR weft (1)\n";
}

std::string main_man_page(const std::vector<Verb>& verbs) {
  std::string page = fmt::format(
      ".TH WEFT 1 \"\" \"weft {}\" \"Weft\"\n.SH NAME\nweft \\- read, check, repair, convert and analyse traces of "
      "parallel programs\n"
      ".SH SYNOPSIS\n.B weft VERB TRACE... [options]\n.SH VERBS\n",
      build::version);
  for (const Verb& verb : verbs)
    page += fmt::format(".TP\n.BR weft\\-{0} (1)\n{1}\n", verb.name, escaped_for_man(verb.summary));
  return page;
}

std::string markdown(const std::vector<Verb>& verbs) {
  std::string page = "# The weft command\n\nMade from the same tables as `weft help`.\n";
  for (const Verb& verb : verbs) {
    page += fmt::format("\n## weft {}\n\n{}\n\n```\n{}\n```\n\n| option | meaning |\n| --- | --- |\n", verb.name,
        verb.description, usage(verb));
    for (const Option& option : verb.options) page += fmt::format("| `{}` | {} |\n", spelled(option), option.help);
    page += "\n";
    for (const Example& example : verb.examples) page += fmt::format("- `{}`: {}\n", example.command, example.says);
  }
  return page;
}

std::string bash_completion(const std::vector<Verb>& verbs) {
  std::string names, cases;
  for (const Verb& verb : verbs) {
    names += fmt::format("{} ", verb.name);
    std::string options;
    for (const Option& option : verb.options)
      for (const std::string& name : long_names(option)) options += name + " ";
    cases += fmt::format("    {}) words='{}--help' ;;\n", verb.name, options);
  }
  return fmt::format(
      "# bash completion for weft\n_weft() {{\n  local words=''\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    "
      "COMPREPLY=($(compgen -W '{}help --version' -- \"$2\"))\n    return\n  fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}  esac\n  case \"$2\" in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- "
      "\"$2\")) ;;\n    *) COMPREPLY=($(compgen -f -- \"$2\")) ;;\n  esac\n}}\ncomplete -o filenames -F _weft weft\n",
      names, cases);
}

std::string quoted_for_shell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

std::string zsh_completion(const std::vector<Verb>& verbs) {
  std::string list, cases;
  for (const Verb& verb : verbs) {
    list += fmt::format("    '{}:{}'\n", verb.name, quoted_for_shell(verb.summary));
    std::string options;
    for (const Option& option : verb.options)
      for (const std::string& name : long_names(option))
        options += fmt::format(" '{}[{}]'", name, quoted_for_shell(option.help));
    cases += fmt::format("    {}) _arguments{} '*:file:_files' ;;\n", verb.name, options);
  }
  return fmt::format(
      "#compdef weft\n_weft() {{\n  local -a verbs=(\n{}  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n "
      "   return\n  fi\n  local verb=$words[2]\n  shift words; (( CURRENT-- ))\n  case $verb in\n{}  esac\n}}\n_weft "
      "\"$@\"\n",
      list, cases);
}

std::string fish_completion(const std::vector<Verb>& verbs) {
  auto quoted = [](std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\'' ? std::string("\\'") : std::string(1, c);
    return out;
  };
  std::string page = "# fish completion for weft\n";
  for (const Verb& verb : verbs) {
    page += fmt::format("complete -c weft -n __fish_use_subcommand -a {} -d '{}'\n", verb.name, quoted(verb.summary));
    for (const Option& option : verb.options)
      for (const std::string& name : long_names(option))
        page += fmt::format("complete -c weft -n '__fish_seen_subcommand_from {}' -l {} {}-d '{}'\n", verb.name,
            name.substr(2), option.value.empty() ? "" : "-r ", quoted(option.help));
  }
  return page;
}

}  // namespace

std::string overview(const std::vector<Verb>& verbs) {
  std::string text =
      "weft reads, checks, repairs, converts and analyses traces of parallel programs.\n\nUsage: weft VERB TRACE... "
      "[options]\n\nVerbs:\n";
  for (const Verb& verb : verbs) text += fmt::format("  {:<10} {}\n", verb.name, verb.summary);
  text +=
      "\nFormats are recognised by content: OTF2 (an anchor file, or the directory that holds it), OTF, LiTL\n"
      "(a trace or an archive; what its codes mean may stand in TRACE.map beside it), DFTracer and Chrome\n"
      "traces (a file, a directory, a pattern in quotes or @LIST; also gzip), ADIOS BP.\n"
      "'weft help VERB' has options and examples. 'weft --version' says what was built.\n";
  return text;
}

std::string help(const Verb& verb) {
  std::string text = fmt::format("{}\n\nUsage: {}\n\nOptions:\n", verb.description, usage(verb));
  std::size_t width = 0;
  for (const Option& option : verb.options) width = std::max(width, spelled(option).size());
  for (const Option& option : verb.options) text += fmt::format("  {:<{}}  {}\n", spelled(option), width, option.help);
  text += "\nExamples:\n";
  for (const Example& example : verb.examples) text += fmt::format("  {}\n      {}\n", example.command, example.says);
  return text;
}

Result<> generate(const std::vector<Verb>& verbs, std::string_view what, const std::string& where) {
  if (what == "markdown") return write_text(where, markdown(verbs));
  std::error_code error;
  std::filesystem::create_directories(where, error);
  if (error) return Error{Errc::io, error.message(), where};
  if (what == "man") {
    for (const Verb& verb : verbs) WEFT_TRY(write_text(fmt::format("{}/weft-{}.1", where, verb.name), man_page(verb)));
    return write_text(where + "/weft.1", main_man_page(verbs));
  }
  if (what == "completions") {
    WEFT_TRY(write_text(where + "/weft.bash", bash_completion(verbs)));
    WEFT_TRY(write_text(where + "/_weft", zsh_completion(verbs)));
    return write_text(where + "/weft.fish", fish_completion(verbs));
  }
  return Error{
      Errc::invalid_argument, fmt::format("cannot generate '{}': expected man, completions or markdown", what)};
}

}  // namespace weft::cli
