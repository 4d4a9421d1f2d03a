// SPDX-License-Identifier: BSD-3-Clause
// The complete events of a trace as spans, and aggregates as sums of such, for answers about input and output. Reads on
// one thread for each taker.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/arena.hpp"
#include "base/progress.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "model/io_span.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

// What hashes stand for. Those of 16 bits collide: they are looked up among the definitions of their process first.
class HashNames final : public IoNames {
 public:
  void define_host(std::string_view hash, std::string_view name);
  void define_file(std::uint64_t pid, std::string_view hash, std::string_view name);
  // Of one that has a text instead of a number.
  void define_process(std::uint64_t process, std::string_view name) { processes_.try_emplace(process, name); }

  IoName file(const IoFile& file) const override;
  std::string process(std::string_view host, std::uint64_t process) const override;
  std::uint64_t left_out() const { return left_out_; }

 private:
  // Hashes are told apart by 64 bits of a hash over them and, if they collide, the process.
  static std::uint64_t key_of(std::string_view hash, std::uint64_t pid);
  const std::string_view* find(std::uint64_t key, std::string_view name) const;

  static constexpr std::size_t most_bytes = std::size_t{128} << 20;
  static constexpr std::size_t entry_bytes = 64;  // about what a container takes

  std::unordered_multimap<std::uint64_t, std::string_view> files_;
  Arena texts_;
  std::size_t bytes_ = 0;
  std::uint64_t left_out_ = 0;
  std::map<std::string, std::string, std::less<>> hosts_;
  std::map<std::uint64_t, std::string> processes_;
};

// Runs are blocks of files, streams are files. Damage is reported.
IoSpansRead read_io_spans(std::span<const std::string> files, std::span<IoSpanTaker* const> takers, Report& report,
    const Progress& progress, const Asking* asking = nullptr);

}  // namespace weft::dftracer
