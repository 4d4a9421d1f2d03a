// SPDX-License-Identifier: BSD-3-Clause
// bpdump: indices and process groups of a file, as they are stored.
#include <fmt/format.h>
#include <unistd.h>

#include "cli/adios_tools/group_dump.hpp"
#include "cli/adios_tools/index_dump.hpp"
#include "cli/adios_tools/tool.hpp"
#include "formats/bp/rules.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bpdump [-d [VARIABLE] | --dump [VARIABLE]] FILE

Shows the indices and process groups of an ADIOS BP file as they are stored.

  -d, --dump    values of scalars, too; a VARIABLE is accepted and changes nothing
  -h, --help    this text

example:
  bpdump -d run.bp
)";

constexpr int failure = 255;
constexpr std::string_view divider = "========================================================\n";

// Groups of sub-files are not here.
void dump_groups(const bp::Reader& reader, bool shows_values, TextSink& out) {
  const bp::Footer& footer = reader.footer();
  const Bytes groups = reader.bytes().first(static_cast<std::size_t>(footer.group_index));
  GroupDump dump(footer.layout, shows_values, out);
  for (std::size_t i = 0; i < reader.groups().size() && !out.failed(); ++i) {
    const std::uint64_t offset = reader.groups()[i].offset;
    if (offset >= footer.group_index) {
      out.put(
          fmt::format("Process Group {} offset is beyond the footer. It is probably in a subfile but bpdump does "
                      "not process subfiles.\n",
              i + 1));
      continue;
    }
    const auto group = parse_process_group(groups, offset, footer.layout, reader.path());
    if (!group) {
      reader.report(bp::group_damaged, group.error().offset.value_or(offset), group.error().message);
      continue;
    }
    out.put(divider);
    dump.put(*group, i + 1);
  }
}

}  // namespace

// The name behind -d may be missing, which no usual reader of options understands.
int run_bpdump(Words words) {
  std::vector<std::string_view> rest(words.begin() + 1, words.end());
  if (!rest.empty() && (rest[0] == "-h" || rest[0] == "--help")) return print_help(help);
  const bool shows_values = !rest.empty() && (rest[0] == "-d" || rest[0] == "--dump");
  std::string_view wanted = "ALLVARS";
  if (shows_values) {
    rest.erase(rest.begin());
    if (rest.size() > 1) wanted = rest[0], rest.erase(rest.begin());
  }
  if (rest.empty() || rest[0].starts_with('-')) return fail("bpdump", "expected [-d [VARIABLE]] FILE", failure);
  const std::string path(rest[0]);
  Report report;
  const auto opened = bp::Reader::open(path, report);
  if (!opened) return fail("bpdump", opened.error(), failure);
  const bp::Reader& reader = **opened;
  TextSink out(STDOUT_FILENO);
  if (shows_values) out.put(fmt::format("{} {}\n", wanted, path));
  out.put(fmt::format("BP format version: {}\n{}", reader.layout().version, divider));
  IndexDump index(reader, out);
  index.groups();
  out.put(divider);
  index.variables();
  out.put(divider);
  index.attributes();
  dump_groups(reader, shows_values, out);
  out.put(fmt::format("{}End of {}\n", divider, path));
  const int status = finish("bpdump", out, success, failure);
  tell("bpdump", report);
  return report.empty() ? status : failure;
}

}  // namespace weft::cli::adios_tools
