// SPDX-License-Identifier: BSD-3-Clause
#include "compat/litl/archives.hpp"

#include <cstdio>

#include "formats/litl/archive_writer.hpp"
#include "formats/litl/reader.hpp"

namespace weft::litl::compat {

namespace {

bool say(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return false;
}

// The system said no, rather than what is in a file.
bool is_refusal(const Error& error) { return error.code == Errc::not_found || error.code == Errc::io; }

}  // namespace

bool merge_with_messages(const std::vector<std::string>& inputs, const std::string& output) {
  const auto done = litl::merge_traces(inputs, output);
  if (done) return true;
  const Error& error = done.error();
  if (!is_refusal(error)) return say("[litl_merge] " + error.text());
  return say("[litl_merge] Cannot open " + error.file + (error.file == output ? " archive" : " to read its header"));
}

bool split_with_messages(const std::string& input, const std::string& directory) {
  Report report;
  const auto reader = litl::TraceReader::open(input, report);
  if (!reader) return say("Cannot open " + input);
  if ((*reader)->header().processes == 1) {
    std::puts("The given trace is not an archive. Therefore, there is nothing to split.");
    return true;
  }
  const auto names = litl::split_archive(input, directory);
  if (names) return true;
  const Error& error = names.error();
  if (!is_refusal(error) || error.file == input) return say("[litl_split] " + error.text());
  return say("Cannot create and open " + error.file.substr(error.file.find_last_of('/') + 1));
}

}  // namespace weft::litl::compat
