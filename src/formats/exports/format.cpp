// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/format.hpp"

#include "formats/exports/chrome.hpp"
#include "formats/exports/csv.hpp"
#include "formats/exports/folded.hpp"
#include "formats/exports/perfetto.hpp"
#include "formats/exports/speedscope.hpp"

namespace weft::exports {

namespace {

using Create = Result<std::unique_ptr<Sink>> (*)(const std::string& path, LossReport& loss);

constexpr Format written_only(std::string_view name, std::string_view title, std::string_view endings, Create create) {
  return {
      .name = name,
      .title = title,
      .endings = endings,
      .says_everything = false,
      .rules = {},
      .recognises = nullptr,
      .open = nullptr,
      .create = create,
      .copy = nullptr,
      .repair = nullptr,
  };
}

}  // namespace

constinit const Format chrome_format = written_only(
    "chrome", "Chrome trace", ".chrome.json .json .chrome.json.gz .json.gz", create_chrome);
constinit const Format perfetto_format = written_only(
    "perfetto", "Perfetto trace", ".pftrace .pftrace.gz", create_perfetto);
constinit const Format csv_format = written_only("csv", "directory of CSV tables", ".csv", create_csv);
constinit const Format folded_format = written_only("folded", "file of folded stacks", ".folded", create_folded);
constinit const Format speedscope_format = written_only(
    "speedscope", "speedscope profile", ".speedscope.json .speedscope.json.gz", create_speedscope);

}  // namespace weft::exports
