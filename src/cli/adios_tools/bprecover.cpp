// SPDX-License-Identifier: BSD-3-Clause
// bprecover: a new footer for a file whose own is lost or damaged.
#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/file.hpp"
#include "cli/adios_tools/tool.hpp"
#include "formats/bp/recover.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bprecover [OPTION]... FILE [OUTPUT]

Finds the process groups of an ADIOS BP file and builds the footer that lists them anew. Only says what it finds, unless
there is an OUTPUT, which gets a repaired copy, or FILE itself is to be repaired.

  -f, --force      write the new footer to FILE, in place of the old one and of what follows the last group
  -h, --help       this text

examples:
  bprecover broken.bp
  bprecover broken.bp repaired.bp
)";

constexpr Flag flags[] = {{'f', "force"}, {'h', "help"}};
enum RecoverStatus : int { wrong_use = 1, failure = 2 };

Result<> recover(const std::string& path, bool in_place) {
  const auto mapped = WEFT_TRY(bp::open_damaged(path));
  const bp::Salvage found = WEFT_TRY(bp::salvage_file(mapped.bytes(), path));
  const std::string place = found.sub_files ? "in " + counted(found.sub_files, "sub-file")
                                            : fmt::format("up to byte {}", found.end);
  fmt::print("{} {}, version {}, last time index {}\n", counted(found.groups, "process group"), place,
      found.layout.version, found.index.last_time_index());
  if (found.skipped_bytes) fmt::print("{} between groups belong to none\n", counted(found.skipped_bytes, "byte"));
  if (found.left_bytes) fmt::print("{} behind the last group\n", counted(found.left_bytes, "byte"));
  if (found.left_out)
    fmt::print("{} of another type than those before\n", counted(found.left_out, "block or value", "blocks or values"));
  if (!in_place) return {};
  const auto footer = WEFT_TRY(found.index.footer(found.end, found.sub_files > 0));
  if (found.end == 0) return replace_file(path, footer);  // which may be gone
  File file = WEFT_TRY(File::open_to_change(path));
  WEFT_TRY(file.write_at(found.end, footer));
  WEFT_TRY(file.truncate(found.end + footer.size()));
  return file.close();
}

}  // namespace

int run_bprecover(Words words) {
  bool in_place = false;
  bool wants_help = false;
  const auto rest = take_flags(
      words, flags, [&](int letter, std::string_view) { (letter == 'f' ? in_place : wants_help) = true; });
  if (!rest) return wrong_use;
  if (wants_help) return print_help(help);
  if (rest->empty() || rest->size() > 2 || (in_place && rest->size() == 2))
    return fail("bprecover", "expected FILE, FILE OUTPUT or --force FILE; --help says more", wrong_use);
  if (rest->size() == 1) {
    const auto recovered = recover(rest->front(), in_place);
    return recovered ? success : fail("bprecover", recovered.error(), failure);
  }
  const auto repaired = bp::repair_file((*rest)[0], (*rest)[1], {});
  if (!repaired) return fail("bprecover", repaired.error(), failure);
  for (const std::string& line : repaired->done) fmt::print("{}\n", line);
  for (const std::string& line : repaired->lost) fmt::print("{}\n", line);
  return success;
}

}  // namespace weft::cli::adios_tools
