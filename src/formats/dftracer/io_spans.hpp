// SPDX-License-Identifier: BSD-3-Clause
// The complete events of a trace as spans, and aggregates as sums of such, for answers about input and output. Reads on
// one thread for each taker.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "model/io_span.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

// What hashes stand for. Those of 16 bits collide: they are looked up among the definitions of their process first.
class HashNames final : public IoNames {
 public:
  void define_host(std::string_view hash, std::string name);
  void define_file(std::uint64_t pid, std::string_view hash, std::string name);
  void merge(HashNames&& other);

  IoName file(const IoFile& file) const override;
  std::string process(std::string_view host, std::uint64_t process) const override;

 private:
  struct Definition {
    std::uint64_t pid;  // 0 of hashes that do not collide
    std::string name;
    friend auto operator<=>(const Definition&, const Definition&) = default;
  };
  std::map<std::string, std::set<Definition>, std::less<>> files_;
  std::map<std::string, std::string, std::less<>> hosts_;
};

// Runs are blocks of files, streams are files. Damage is reported.
IoSpansRead read_io_spans(std::span<const std::string> files, std::span<IoSpanTaker* const> takers, Report& report,
    const Progress& progress, const Asking* asking = nullptr);

}  // namespace weft::dftracer
