// SPDX-License-Identifier: BSD-3-Clause
// DataFile and DataFormat: files of named values and arrays, which have no events and are no traces, but which the same
// commands show, check and repair. A DataFormat is an entry of the registry, beside the formats of traces.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_sink.hpp"
#include "model/report.hpp"
#include "model/rule.hpp"
#include "model/trace.hpp"

namespace weft {

// How many things of a kind there were to check.
struct CheckedCount {
  std::string_view key;  // in JSON
  std::string_view one, several;
  std::uint64_t count = 0;
};

class DataFile {
 public:
  virtual ~DataFile() = default;

  // What has been found wrong so far.
  virtual const Report& report() const = 0;
  // What there is, without reading the data: names, types, sizes, statistics. `all`: also what is usually hidden.
  virtual Result<> describe(bool json, bool all, TextSink& out) = 0;
  // Every value. What cannot be read is reported and left out.
  virtual Result<> print(bool json, TextSink& out) = 0;
  // Reads everything and compares what is said twice. Findings join the report.
  virtual std::vector<CheckedCount> examine(std::size_t threads) = 0;
};

struct DataFormat {
  std::string_view name;    // "bp"
  std::string_view title;   // "ADIOS BP file"
  std::string_view ending;  // ".bp"
  std::span<const Rule> rules;
  // Whether `path` looks like a file of this format, judged by content; also one that can only be repaired.
  bool (*recognises)(const std::string& path);
  Result<std::unique_ptr<DataFile>> (*open)(const std::string& path);
  Result<RepairReport> (*repair)(const std::string& in, const std::string& out, const RepairOptions& options);
};

}  // namespace weft
