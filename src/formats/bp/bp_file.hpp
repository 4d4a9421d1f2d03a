// SPDX-License-Identifier: BSD-3-Clause
// BpFile: a BP file as the commands see it.
#pragma once

#include <memory>
#include <string>

#include "formats/bp/reader.hpp"
#include "model/data_file.hpp"

namespace weft::bp {

class BpFile : public DataFile {
 public:
  static Result<std::unique_ptr<BpFile>> open(const std::string& path);

  const Reader& reader() const { return *reader_; }
  const Report& report() const override { return report_; }
  Result<> describe(bool json, bool all, TextSink& out) override;
  Result<> print(bool json, TextSink& out) override;
  std::vector<CheckedCount> examine(std::size_t threads) override;

 private:
  Report report_;
  std::unique_ptr<Reader> reader_;
};

}  // namespace weft::bp
