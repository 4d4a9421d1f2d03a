// SPDX-License-Identifier: BSD-3-Clause
// MergedSource: many traces, of any formats, as one. Their definitions are joined, their locations get ids of their
// own, and their clocks become one. Inputs are opened when they are needed and closed again, so that there may be any
// number of them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "convert/remap.hpp"
#include "model/loss_report.hpp"
#include "model/trace.hpp"

namespace weft {

enum class ClockChoice : std::uint8_t {
  best,     // epoch if all traces know it, otherwise offsets; none for parts of one run
  epoch,    // by the time of day at which each trace begins
  offsets,  // all begin at the same time
  none,     // their ticks are those of one clock
};

struct MergeOptions {
  ClockChoice clock = ClockChoice::best;
  bool is_one_run = false;  // what is the same in several inputs is one
  // How inputs are opened, as often as they are needed; as a whole without.
  std::function<Result<std::unique_ptr<Trace>>(const std::string& path)> open = {};
};

class MergedSource final : public Source {
 public:
  // Reads the definitions of all inputs. `loss` must outlive the source.
  static Result<std::unique_ptr<MergedSource>> open(
      std::vector<std::string> inputs, const MergeOptions& options, LossReport& loss);
  ~MergedSource() override;

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions& options) override;
  void read_markers(Markers& into) override;
  Report& report() override;
  // What the inputs have that is not of the model (unmodelled.hpp).
  const LossReport& unmodelled() const { return unmodelled_; }

 private:
  friend class ChainedStream;
  class OpenTrace;
  // Of one rule.
  struct Told {
    std::set<std::string> texts;
    std::uint64_t further = 0;
  };
  struct Input {
    std::string path;
    std::map<std::string_view, Told> told = {};
    IdMaps ids;
    std::unordered_set<std::uint32_t> left_out;
    def::ClockProperties clock;
    ClockMap clock_map;
    bool has_locations = false;
  };
  // Where the events of a location are.
  struct Place {
    std::size_t input;
    LocationRef local;
  };

  MergedSource() = default;
  Result<> join(const MergeOptions& options, LossReport& loss);
  Result<def::ClockProperties> set_clocks(ClockChoice choice);
  // Shared by the streams that read it, whose number and order nobody knows.
  Result<std::shared_ptr<OpenTrace>> trace(std::size_t input);

  std::function<Result<std::unique_ptr<Trace>>(const std::string& path)> open_input_;
  std::vector<Input> inputs_;
  Definitions definitions_;
  std::vector<LocationRef> locations_;
  std::map<LocationRef, std::vector<Place>> places_;
  LossReport unmodelled_;
  Report report_;
  std::mutex telling_;
  std::set<OpenTrace*> open_;  // those of `recent_`, and those that streams still hold
  std::mutex mutex_;
  std::deque<std::pair<std::size_t, std::shared_ptr<OpenTrace>>> recent_;  // the last used first
};

}  // namespace weft
