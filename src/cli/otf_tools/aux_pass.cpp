// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/aux_pass.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace weft::cli::otf_tools {

namespace {

// What DefAuxSamplePoint says is there.
enum Sampled : std::uint32_t { snapshot, summary, inline_snapshot };

}  // namespace

AuxPass::AuxPass(const AuxOptions& options, AuxDefinitions& definitions, otf::TimeRange range, otf::TraceWriter& out)
    : options_(options), definitions_(definitions), range_(range), out_(out), breaks_(options, range) {
  next_break();
  if (!options.verbose && !options.progress) draw_ = bar_.callback();
  shows_progress_ = options.progress || draw_;
  if (!options.thumbnail) return;
  const otf::Ticks length = range.last - range.first;
  samples_ = otf::SampleTimes::of(
      range.first, range.last, static_cast<std::uint32_t>(std::min<otf::Ticks>(options.thumbnail_samples, length)));
}

void AuxPass::begin_events() {
  is_in_receives_ = false;
  if (options_.thumbnail) choose_thumbnail_processes();
}

// Some of the processes, by the numbers that every C library of this system throws first.
void AuxPass::choose_thumbnail_processes() {
  auto shuffled = definitions_.processes;
  const std::size_t count = std::min<std::size_t>(options_.thumbnail_processes, shuffled.size());
  std::srand(1);
  for (std::size_t i = 0; i < count; ++i) {
    const double thrown = static_cast<double>(std::rand()) / RAND_MAX;
    const auto left = static_cast<double>(shuffled.size() - 1 - i);
    std::swap(shuffled[i], shuffled[i + static_cast<std::size_t>(std::floor(thrown * left + 0.5))]);
    otf::SnapshotState& state = states_.get(shuffled[i]);
    if (samples_ && !state.state().is_sampled()) {
      state.state().sample(samples_->count());
      sampled_.emplace_back(shuffled[i], &state);
    }
  }
}

void AuxPass::take_sample(std::uint32_t i) {
  for (const auto& [process, state] : sampled_) state->state().take_sample(i);
}

void AuxPass::see_send(const otf::At& at, const otf::SendMsg& record) {
  if (!options_.snapshots && !options_.match_messages) return copy(at, record, at.values);
  otf::SnapshotState& state = states_.get(at.process);
  const auto received = state.match(record);
  const otf::KeyValues& values = received && options_.match_messages ? definitions_.keys.add(at.values, *received)
                                                                     : at.values;
  if (received && options_.snapshots) state.send(at.time, record, *received, values);
  copy(at, record, values);
}

void AuxPass::check_leave(const otf::At& at, const otf::Leave& record, const otf::ProcessSums& sums) {
  const auto innermost = sums.innermost();
  if (innermost && record.function != 0 && *innermost != record.function)
    fmt::print(stderr, "  leave at {} with corrupt stack {} != {}\n", at.time, *innermost, record.function);
}

void AuxPass::write_break(otf::Ticks time) {
  const otf::Ticks at = breaks_.next();
  const bool is_last = breaks_.is_last();
  breaks_.pop();
  next_break();
  if (options_.verbose) fmt::print(stderr, "[{:x} >= {:x}]\n", time, at);
  if (options_.statistics) result_ = write_statistics(at);
  if (options_.snapshots && !is_last && result_) result_ = write_snapshot(at);
}

Result<> AuxPass::write_statistics(otf::Ticks time) {
  WEFT_TRY(out_.stream(0).write(otf::DefAuxSamplePoint{time, summary}));
  for (const auto& [process, sums] : sums_)
    WEFT_TRY(sums.write(time, {options_.function_groups, options_.file_groups},
        out_.stream(out_.master().stream_of(process).value_or(0))));
  return {};
}

Result<> AuxPass::write_snapshot(otf::Ticks time) {
  WEFT_TRY(out_.stream(0).write(otf::DefAuxSamplePoint{time, options_.inline_snapshots ? inline_snapshot : snapshot}));
  Result<> result;
  states_.each([&](std::uint64_t id, otf::SnapshotState& state) {
    const auto process = static_cast<otf::ProcessId>(id);
    if (const auto stream = out_.master().stream_of(process)) result = state.write(time, process, out_.stream(*stream));
    return result.has_value();
  });
  return result;
}

Result<> AuxPass::finish() {
  if (next_break_ <= breaks_.end() && result_) write_break(breaks_.end());
  bar_.finish();
  if (options_.progress) print_text(fmt::format("    progress 100.0 %\r{:50}\n", ""));
  return std::move(result_);
}

std::string AuxPass::thumbnail() {
  std::string text;
  if (!samples_) return text;
  samples_->take_rest([&](std::uint32_t i) { take_sample(i); });
  otf::put_thumbnail_head(text, samples_->count(), static_cast<std::uint32_t>(sampled_.size()));
  states_.each([&](std::uint64_t process, otf::SnapshotState& state) {
    if (state.state().is_sampled()) otf::put_thumbnail_line(text, process, state.state().samples());
    return true;
  });
  return text;
}

void AuxPass::show_progress(otf::Ticks time) {
  constexpr std::uint64_t records_between = 100'000;
  if (++records_ % records_between != 0) return;
  const otf::Ticks done = time - std::min(time, range_.first), length = range_.last - range_.first;
  if (draw_) return draw_(done, length);
  print_text(fmt::format("    progress {:.1f} %\r",
      100 * static_cast<double>(done) / static_cast<double>(std::max<otf::Ticks>(length, 1))));
  std::fflush(stdout);
}

}  // namespace weft::cli::otf_tools
