// SPDX-License-Identifier: BSD-3-Clause
// ExportSink: what sinks that write one file have in common: the stage, and a file that has its name when it is whole.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "formats/exports/losses.hpp"
#include "formats/exports/out_file.hpp"
#include "formats/exports/stage.hpp"
#include "model/source.hpp"

namespace weft::exports {

class ExportSink : public Sink {
 public:
  // `title` names the format in sentences.
  ExportSink(std::unique_ptr<OutFile> file, std::string_view title, LossReport& report)
      : file_(std::move(file)), title_(title), report_(report) {}

  Result<> define(const Definitions& definitions) final {
    stage_.emplace(definitions);
    return begin();
  }
  Result<> close() final {
    if (!stage_) WEFT_TRY(define({}));
    WEFT_TRY(finish());
    return file_->close();
  }

  Stage& stage() { return *stage_; }
  OutFile& file() { return *file_; }
  void tell(const Losses& losses) { losses.tell(title_, report_); }

 protected:
  // What stands before all locations, and behind them.
  virtual Result<> begin() = 0;
  virtual Result<> finish() = 0;

  LossReport& report() { return report_; }

 private:
  std::unique_ptr<OutFile> file_;
  std::string_view title_;
  LossReport& report_;
  std::optional<Stage> stage_;
};

}  // namespace weft::exports
