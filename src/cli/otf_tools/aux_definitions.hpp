// SPDX-License-Identifier: BSD-3-Clause
// What otfaux does with definitions: copies them, without what it makes anew, and learns what it needs to know.
#pragma once

#include <optional>

#include "cli/otf_tools/receive_keys.hpp"
#include "formats/otf/process_sums.hpp"
#include "formats/otf/summarise.hpp"

namespace weft::cli::otf_tools {

class AuxDefinitions {
 public:
  AuxDefinitions(otf::StreamWriter& out, bool matches_messages) : out_(out), matches_messages_(matches_messages) {}

  template <class R>
  requires(otf::DefinitionRecords::contains<R>) bool operator()(const otf::At& at, const R& record) {
    if constexpr (std::is_invocable_v<otf::SumDefinitions&, const otf::At&, const R&>) sums(at, record);
    if constexpr (std::is_same_v<R, otf::DefProcess>) processes.push_back(record.process);
    if constexpr (std::is_same_v<R, otf::DefTimeRange>) range = {record.min_time, record.max_time};
    if constexpr (std::is_same_v<R, otf::DefKeyValue>)
      if (matches_messages_ && keys.take(record)) return true;
    if constexpr (std::is_same_v<R, otf::DefVersion>)
      result_ = out_.write(otf::own_version);
    else if constexpr (std::is_same_v<R, otf::DefUniqueId>)
      result_ = out_.write(otf::DefUniqueId{otf::new_unique_id()});
    else if constexpr (!std::is_same_v<R, otf::DefAuxSamplePoint>)
      result_ = out_.write(record, &at.values);
    return result_.has_value();
  }
  void unknown_line(const otf::At& at, std::string_view line) {
    if (result_) result_ = write_line(line, at.values);
  }

  Result<> result() { return std::move(result_); }

  otf::SumDefinitions sums;
  std::vector<otf::ProcessId> processes;  // in the order of their definitions
  std::optional<otf::TimeRange> range;
  ReceiveKeys keys;

 private:
  Result<> write_line(std::string_view line, const otf::KeyValues& values) {
    return WEFT_TRY(out_.file<otf::DefinitionFile>())->write_line(line, values);
  }

  otf::StreamWriter& out_;
  bool matches_messages_;
  Result<> result_;
};

}  // namespace weft::cli::otf_tools
