// SPDX-License-Identifier: BSD-3-Clause
// What otfaux does with definitions: copies them, without what it makes anew, and learns what it needs to know.
#pragma once

#include <array>
#include <optional>

#include "formats/otf/process_state.hpp"
#include "formats/otf/process_sums.hpp"
#include "formats/otf/summarise.hpp"

namespace weft::cli::otf_tools {

// The key-values by which a send tells its receive.
class ReceiveKeys {
 public:
  // Whether this is the definition of one of them; if it is, its key is used again.
  bool take(const otf::DefKeyValue& record);
  // Keys for those that had none, above all others, and the definitions of all.
  Result<> define(otf::StreamWriter& out);
  // The values of a send with those of its receive.
  const otf::KeyValues& add(const otf::KeyValues& values, const otf::Received& received);

 private:
  struct Name {
    std::string_view name;
    otf::ValueType type;
  };
  static constexpr Name names[] = {{"TUD::p2p-received-time", otf::ValueType::uint64},
      {"TUD::p2p-received-size", otf::ValueType::uint32}, {"TUD::p2p-received-scl", otf::ValueType::uint32}};

  std::array<std::optional<std::uint32_t>, std::size(names)> keys_;
  std::uint32_t highest_ = 0;
  otf::KeyValues values_;
};

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
  // Lines that nobody knows are not copied.
  void unknown(const otf::At&, std::string_view) {}

  Result<> result() { return std::move(result_); }

  otf::SumDefinitions sums;
  std::vector<otf::ProcessId> processes;  // in the order of their definitions
  std::optional<otf::TimeRange> range;
  ReceiveKeys keys;

 private:
  otf::StreamWriter& out_;
  bool matches_messages_;
  Result<> result_;
};

}  // namespace weft::cli::otf_tools
