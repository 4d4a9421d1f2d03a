// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/format.hpp"

#include <array>
#include <filesystem>

#include "formats/litl/headers.hpp"
#include "formats/litl/rewrite.hpp"
#include "formats/litl/rules.hpp"
#include "formats/litl/sink.hpp"
#include "formats/litl/trace.hpp"

namespace weft::litl {

namespace {

// There is no magic number; that the first process begins right behind the headers is as good as one.
bool recognises(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const auto file = File::open(path);
  if (!file) return false;
  std::array<std::byte, layout_sniff_bytes> bytes;
  const auto read = file->read_at(0, bytes);
  return read && layout_of(Bytes(bytes).first(*read)).has_value();
}

Result<std::unique_ptr<Trace>> open_trace_file(const std::string& path) {
  return std::unique_ptr<Trace>(WEFT_TRY(LitlTrace::open(path)));
}

}  // namespace

const Format format{
    .name = "litl",
    .title = "LiTL trace",
    .endings = ".litl",
    .says_everything = false,
    .rules = all_rules,
    .recognises = recognises,
    .open = open_trace_file,
    .create = create_sink,
    .copy = copy_trace,
    .repair = repair_trace,
};

}  // namespace weft::litl
