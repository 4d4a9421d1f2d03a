// SPDX-License-Identifier: BSD-3-Clause
// otf2-marker: shows and edits the markers of an archive.
#include <fmt/format.h>

#include <filesystem>

#include "cli/otf2_tools/marker_arguments.hpp"
#include "cli/otf2_tools/marker_set.hpp"
#include "cli/otf2_tools/open_archive.hpp"
#include "cli/otf2_tools/tool.hpp"
#include "cli/otf2_tools/usage.hpp"

namespace weft::cli::otf2_tools {

namespace {

constexpr std::string_view tool = "otf2-marker";

constexpr std::string_view marker_help =
    R"(Usage: otf2-marker [OPERATION [ARGUMENT]...] ANCHORFILE
Shows or edits the markers of an archive. Without an operation all markers are shown, by group and category.

Operations:
  --def GROUP [CATEGORY]           show one group, or one category of it
  --defs-only                      show definitions without their markers
  --add-def GROUP CATEGORY SEVERITY  define a category; SEVERITY: NONE, LOW, MEDIUM or HIGH
  --add GROUP CATEGORY TIME SCOPE TEXT  add a marker to a category
  --clear-def GROUP [CATEGORY]     remove markers, keep definitions
  --remove-def GROUP [CATEGORY]    remove definitions and their markers
  --reset                          remove everything
  -V, --version                    the version of OTF2 this tool stands in for
  -h, --help                       this text

TIME is TIMESTAMP, TIMESTAMP+DURATION or START-END, inside the interval of the trace ('otf2-print -G' shows it).
SCOPE is GLOBAL or one of LOCATION, LOCATION_GROUP, SYSTEM_TREE_NODE, GROUP and COMM with a colon and the id of a
definition; groups must be groups of locations.
)";

class MarkerTool {
 public:
  explicit MarkerTool(std::string anchor) : anchor_(std::move(anchor)) {}

  int show(Words) { return show_all(true); }
  int show_definitions(Words) { return show_all(false); }

  int show_some(Words words) {
    if (has_file() && !load()) return failure;
    if (const auto wrong = each_chosen(words, [](OwnedCategory& category) { print(category, true); })) return *wrong;
    return success;
  }

  int clear(Words words) {
    if (!load()) return failure;
    if (const auto wrong = each_chosen(words, [](OwnedCategory& category) { category.markers.clear(); })) return *wrong;
    return save();
  }

  int remove(Words words) {
    if (!load()) return failure;
    if (const auto wrong = each_chosen(words, [](OwnedCategory&) {})) return *wrong;
    auto group = markers_.groups().find(words[0]);
    if (words.size() > 1) group->second.erase(group->second.find(words[1]));
    if (words.size() == 1 || group->second.empty()) markers_.groups().erase(group);
    return save();
  }

  int define(Words words) {
    const auto severity = parse_severity(words[2]);
    if (!severity) return usage_error(tool, fmt::format("invalid <SEVERITY> level: {}", words[2]));
    if (!load()) return failure;
    const auto group = markers_.groups().find(words[0]);
    if (group != markers_.groups().end() && group->second.contains(words[1]))
      return usage_error(
          tool, fmt::format("marker category already exists for group \"{}\": \"{}\"", words[0], words[1]));
    markers_.add(words[0], words[1], *severity);
    return save();
  }

  int add(Words words) {
    if (!load()) return failure;
    OwnedMarker marker{{}, std::string(words[4])};
    if (const auto wrong = parse_time(words[2], archive_->definitions(), marker.record))
      return usage_error(tool, *wrong);
    if (const auto wrong = parse_scope(words[3], archive_->definitions(), marker.record))
      return usage_error(tool, *wrong);
    auto append = [&](OwnedCategory& category) {
      marker.record.marker = category.record.self;
      category.markers.push_back(marker);
    };
    if (const auto wrong = each_chosen(words.first(2), append)) return *wrong;
    return save();
  }

  int reset(Words) { return open() ? save() : failure; }

 private:
  bool has_file() const {
    std::error_code ignored;
    const auto paths = otf2::ArchivePaths::from_anchor(anchor_);
    return paths && std::filesystem::exists(paths->markers(), ignored);
  }

  bool open() {
    auto archive = open_archive(anchor_);
    if (!archive) {
      fmt::print(stderr, "{}: {}\n", tool, archive.error().text());
      return false;
    }
    archive_ = *std::move(archive);
    return true;
  }

  bool load() {
    if (!open()) return false;
    archive_->load_definitions();
    if (const auto stream = archive_->markers()) markers_.read(*stream);
    return true;
  }

  int save() {
    const auto& anchor = archive_->anchor();
    const auto saved = markers_.write(archive_->paths().markers(), anchor.definition_chunk_bytes, anchor.order);
    if (saved) return success;
    fmt::print(stderr, "{}: {}\n", tool, saved.error().text());
    return failure;
  }

  int show_all(bool with_markers) {
    if (!has_file()) return success;
    if (!load()) return failure;
    for (const auto& [group, categories] : markers_.groups())
      for (const auto& [name, category] : categories) print(category, with_markers);
    return success;
  }

  // Calls visit(category) for all of a group, or for the one named. An exit code if there is none.
  template <class Visit>
  std::optional<int> each_chosen(Words words, Visit&& visit) {
    const auto group = markers_.groups().find(words[0]);
    if (group == markers_.groups().end())
      return usage_error(tool, fmt::format("undefined marker group: \"{}\"", words[0]));
    if (words.size() == 1) {
      for (auto& [name, category] : group->second) visit(category);
      return std::nullopt;
    }
    const auto category = group->second.find(words[1]);
    if (category == group->second.end())
      return usage_error(tool, fmt::format("undefined marker category for group \"{}\": \"{}\"", words[0], words[1]));
    visit(category->second);
    return std::nullopt;
  }

  template <class E>
  static std::string spelled(E value) {
    if (const auto name = name_of(value)) return std::string(*name);
    return fmt::format("INVALID <{}>", static_cast<unsigned>(value));
  }

  static void print(const OwnedCategory& category, bool with_markers) {
    fmt::print("MARKER_DEF  Group: \"{}\", Category: \"{}\", Severity: {}\n", category.group, category.category,
        spelled(category.record.severity));
    if (!with_markers) return;
    for (const auto& [record, text] : category.markers) {
      std::string scope = spelled(record.marker_scope);
      if (record.marker_scope != MarkerScope::global) scope += fmt::format(":{}", record.scope);
      fmt::print("MARKER      Time: {}, Duration {}, Scope: {}, Text: \"{}\"\n", record.timestamp, record.duration,
          scope, text);
    }
  }

  std::string anchor_;
  std::unique_ptr<otf2::Archive> archive_;
  MarkerSet markers_;
};

struct Operation {
  std::string_view name;
  std::size_t fewest;  // arguments, without the anchor
  std::size_t most;
  int (MarkerTool::*run)(Words);
};
constexpr Operation operations[] = {{"--def", 1, 2, &MarkerTool::show_some},
    {"--defs-only", 0, 0, &MarkerTool::show_definitions}, {"--add-def", 3, 3, &MarkerTool::define},
    {"--add", 5, 5, &MarkerTool::add}, {"--clear-def", 1, 2, &MarkerTool::clear},
    {"--remove-def", 1, 2, &MarkerTool::remove}, {"--reset", 0, 0, &MarkerTool::reset}};

constexpr Operation showing{"", 0, 0, &MarkerTool::show};

}  // namespace

int run_marker(Words words) {
  if (words.empty()) return usage_error(tool, "missing argument");
  if (words[0] == "-V" || words[0] == "--version") return print_version(tool);
  if (words[0] == "-h" || words[0] == "--help") return print_help(marker_help);
  const Operation* operation = words[0].starts_with('-') ? nullptr : &showing;
  for (const Operation& one : operations)
    if (one.name == words[0]) operation = &one;
  if (!operation) return usage_error(tool, fmt::format("unrecognized option: '{}'", words[0]));
  if (operation != &showing) words = words.subspan(1);
  if (words.size() < operation->fewest + 1 || words.size() > operation->most + 1)
    return usage_error(tool, "invalid number of arguments for operation");
  const std::string anchor(words.back());
  if (!anchor.ends_with(".otf2")) return usage_error(tool, fmt::format("invalid anchor file name: {}", anchor));
  MarkerTool marker_tool(anchor);
  return (marker_tool.*operation->run)(words.first(words.size() - 1));
}

}  // namespace weft::cli::otf2_tools
