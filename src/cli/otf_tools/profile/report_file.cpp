// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/report_file.hpp"

namespace weft::cli::otf_tools::profile {

Result<ReportFile> ReportFile::create(const std::string& path) {
  auto file = File::create(path);
  if (!file)
    return Error{
        file.error().code, fmt::format("Unable to open file '{}' for writing. {}", path, file.error().message)};
  return ReportFile(*std::move(file));
}

void ReportFile::write() {
  const std::string_view text = sink_.text();
  if (result_) result_ = file_.append(std::as_bytes(std::span(text.data(), text.size())));
  sink_.clear();
}

Result<> ReportFile::close() {
  write();
  const auto closed = file_.close();
  if (result_ && !closed) return closed.error();
  return std::move(result_);
}

}  // namespace weft::cli::otf_tools::profile
