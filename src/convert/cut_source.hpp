// SPDX-License-Identifier: BSD-3-Clause
// CutSource: a part of another source that is a valid trace again. Calls, teams and forks that are open where it begins
// are opened there, those open where it ends are closed there; what lies across the border and cannot be so mended is
// left out; metrics whose values last are told again. All of that is counted. Events are filtered as they flow.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "convert/cut_options.hpp"
#include "convert/cut_plan.hpp"
#include "convert/lasting.hpp"
#include "model/loss_report.hpp"
#include "model/source.hpp"

namespace weft {

class CutSource final : public Source {
 public:
  // Reads `source` once, unless nothing can lie across the border; with an index only from about where the cut begins.
  // All of them must outlive the cut; there need not be an index.
  static Result<std::unique_ptr<CutSource>> open(
      Source& source, const TimeIndex* index, CutOptions options, LossReport& loss, std::size_t threads);

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  void read_markers(Markers& into) override;
  Report& report() override { return source_.report(); }

  // About how many events there are; 0 if nobody knows.
  std::uint64_t expected_events() const;

  // For streams.
  const CutOptions& options() const { return options_; }
  const Lasting& lasting() const { return lasting_; }
  // Where the stream of a location counts; nothing if one has counted before.
  LossReport* loss(LocationRef location);

 private:
  CutSource(Source& source, const TimeIndex* index, CutOptions options, LossReport& loss);
  void copy_definitions();

  Source& source_;
  const TimeIndex* index_;
  CutOptions options_;
  LossReport& loss_;
  std::mutex mutex_;
  std::set<LocationRef> told_;
  Definitions definitions_;
  std::vector<LocationRef> locations_;
  CutPlan plan_;
  Lasting lasting_;
};

}  // namespace weft
