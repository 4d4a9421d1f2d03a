// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/collector.hpp"

#include <algorithm>
#include <utility>

namespace weft {

namespace {

constexpr std::size_t most_own_files = std::size_t{1} << 16;
constexpr std::uint64_t usual_interval = 1'000'000'000;

void append_bytes(std::string& to, std::uint64_t value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

TimeBins bins_for(const IoQuestion& question) {
  return question.interval ? TimeBins(question.zero, *question.interval) : TimeBins();
}

}  // namespace

IoLayer IoQuestion::layer(std::string_view category) const {
  if (compute.contains(category)) return IoLayer::compute;
  if (io.contains(category)) return IoLayer::io;
  return application_io.contains(category) ? IoLayer::application_io : IoLayer::other;
}

IoCollector::IoCollector(const IoQuestion& question, std::size_t collectors, IoCommon& common)
    : question_(question),
      common_(common),
      most_stretches_(question.most_stretches / std::max<std::size_t>(collectors, 1)),
      bins_(bins_for(question)) {}

bool IoCollector::is_asked_for(const IoSpan& span) const {
  if (!question_.processes.empty() && !question_.processes.contains(span.process)) return false;
  return question_.categories.empty() || question_.categories.contains(span.category);
}

// It belongs to the time at which it begins.
bool IoCollector::counts(const IoSpan& span) const {
  const auto& window = question_.window;
  return !window || (span.begin >= window->begin && span.begin < window->end);
}

// What both reads and writes has a row for each.
IoCallTally& IoCollector::call(const IoSpan& span) {
  key_.assign(1, static_cast<char>(span.io_class)).append(span.category).push_back('\0');
  key_.append(span.call);
  if (const auto known = calls_.find(std::string_view(key_)); known != calls_.end()) return known->second;
  IoCallTally& fresh = calls_[key_];
  fresh.category = span.category;
  fresh.call = span.call;
  fresh.layer = question_.layer(span.category);
  fresh.io_class = span.io_class;
  return fresh;
}

IoCollector::Process IoCollector::process(const IoSpan& span) {
  key_.clear();
  append_bytes(key_, span.process);
  key_.append(span.host);
  const std::uint64_t number = TextHash{}(key_);
  if (const auto known = processes_.find(std::string_view(key_)); known != processes_.end())
    return {number, &known->second};
  IoProcessTally& fresh = processes_[key_];
  fresh.process = span.process;
  fresh.host = span.host;
  return {number, &fresh};
}

std::uint64_t IoCollector::number_of(const IoFile& file) {
  key_.assign(1, file.is_hash ? '#' : '=');
  append_bytes(key_, file.scope);
  key_.append(file.text);
  return TextHash{}(key_);
}

void IoCollector::take(const IoSpan& span) {
  zero_ = std::min(zero_, span.begin);
  if (!is_asked_for(span)) return;
  IoSpan seen = span;
  const auto& window = question_.window;
  const bool counts = this->counts(span);
  if (window) {
    seen.begin = std::clamp(span.begin, window->begin, window->end);
    seen.end = std::clamp(span.end, window->begin, window->end);
    if (!counts && seen.begin == seen.end && span.file.text.empty()) return;
  }
  IoCallTally& call = this->call(span);
  const Process process = this->process(span);
  if (call.layer != IoLayer::other) note_layer(seen, call.layer, process);
  if (call.layer == IoLayer::io) note_io(span, call, process, counts);
  if (!counts) return;
  note_event(span.begin, seen.end, *process.tally, 1);
  ++call.calls;
  call.time += span.end - span.begin;
}

// When its calls were is not known, so that they are part of no stretch of time; only estimates take them.
void IoCollector::take(const IoFold& fold) {
  const IoSpan& like = fold.like;
  zero_ = std::min(zero_, like.begin);
  if (!is_asked_for(like) || !counts(like)) return;
  IoCallTally& call = this->call(like);
  const Process process = this->process(like);
  if (call.layer != IoLayer::other) {
    const auto place = static_cast<std::size_t>(call.layer);
    process.tally->threads[place].insert(like.thread);
    if (question_.is_approximate) note_thread_time(like, place, process, fold.time);
  }
  if (call.layer == IoLayer::io) {
    for (IoTally* const tally : {&total_, &folded_.tally, &process.tally->tally}) tally->add(fold);
    bins_.add(fold);
    if (!like.file.text.empty()) files_.add(number_of(like.file), like.file).tally.add(fold);
    call.bytes += like.bytes.value_or(0);
    const bool moves_bytes = like.io_class == IoClass::read || like.io_class == IoClass::write;
    if (moves_bytes && !like.bytes) folded_.without_bytes += fold.calls;
  }
  note_event(like.begin, like.begin, *process.tally, fold.calls);
  ++folded_.records;
  folded_.events += fold.calls;
  call.calls += fold.calls;
  call.folded += fold.calls;
  call.time += fold.time;
}

void IoCollector::note_event(std::uint64_t begin, std::uint64_t end, IoProcessTally& process, std::uint64_t times) {
  begin_ = std::min(begin_, begin);
  end_ = std::max(end_, end);
  process.begin = std::min(process.begin, begin);
  process.end = std::max(process.end, end);
  events_ += times;
  process.events += times;
}

void IoCollector::note_thread_time(const IoSpan& span, std::size_t layer, const Process& process, std::uint64_t time) {
  const std::uint64_t interval = (span.begin - question_.zero) / question_.interval.value_or(usual_interval);
  thread_times_[{interval, process.number, span.thread}][layer] += time;
}

void IoCollector::note_layer(const IoSpan& span, IoLayer layer, const Process& process) {
  const auto place = static_cast<std::size_t>(layer);
  process.tally->threads[place].insert(span.thread);
  if (question_.is_approximate) {
    note_thread_time(span, place, process, span.end - span.begin);
  } else {
    process.tally->layers[place].add(span.begin, span.end);
    ++stretches_;
  }
}

void IoCollector::note_io(const IoSpan& span, IoCallTally& call, const Process& process, bool counts) {
  if (counts) {
    total_.add(span);
    process.tally->tally.add(span);
    bins_.add(span);
    if (span.bytes) {
      call.bytes += *span.bytes;
      call.sizes.add(*span.bytes);
    }
  }
  if (span.file.text.empty()) return;
  const std::uint64_t number = number_of(span.file);
  if (IoFileFacts& known = files_.add(number, span.file); counts) known.tally.add(span);
  if (span.placing == IoPlacing::unknown) return;
  accesses_.push_back({process.number, number, span.io_class, span.placing, counts, span.bytes, span.offset});
}

void IoCollector::end_run(std::size_t stream, std::uint64_t run, bool is_last) {
  stretches_ += accesses_.size();
  common_.order.add(stream, run, is_last, std::exchange(accesses_, {}), files_);
  if (files_.size() > most_own_files) hand_over_files();
  if (stretches_ > most_stretches_) save_memory();
}

// Half of what there may be: it is not to be looked at again soon.
void IoCommon::add(IoFiles&& some, const IoQuestion& question) {
  const std::lock_guard lock(mutex);
  files.merge(std::move(some));
  if (files.size() > question.most_files) files.keep(question.most_files / 2);
  const auto stretches = files.stretches();
  std::size_t count = 0;
  for (const Stretches* const pieces : stretches) count += pieces->size();
  if (count > question.most_stretches) gap = coarsen(stretches, question.most_stretches / 2, gap);
}

void IoCollector::hand_over_files() { common_.add(std::exchange(files_, {}), question_); }

std::vector<Stretches*> IoCollector::stretches() {
  std::vector<Stretches*> all;
  for (auto& [key, process] : processes_)
    for (Stretches& layer : process.layers) all.push_back(&layer);
  return all;
}

void IoCollector::save_memory() {
  hand_over_files();
  const auto all = stretches();
  resolution_ = coarsen(all, most_stretches_ / 2, resolution_);
  stretches_ = 0;
  for (const Stretches* const some : all) stretches_ += some->size();
}

void IoCollector::merge(IoCollector&& other) {
  resolution_ = std::max(resolution_, other.resolution_);
  zero_ = std::min(zero_, other.zero_);
  begin_ = std::min(begin_, other.begin_);
  end_ = std::max(end_, other.end_);
  events_ += other.events_;
  total_.merge(other.total_);
  folded_.records += other.folded_.records;
  folded_.events += other.folded_.events;
  folded_.without_bytes += other.folded_.without_bytes;
  folded_.tally.merge(other.folded_.tally);
  for (auto& [key, from] : other.calls_) {
    const auto [place, is_fresh] = calls_.try_emplace(key, std::move(from));
    if (is_fresh) continue;
    place->second.calls += from.calls;
    place->second.folded += from.folded;
    place->second.time += from.time;
    place->second.bytes += from.bytes;
    place->second.sizes.merge(from.sizes);
  }
  other.hand_over_files();
  for (auto& [key, from] : other.processes_) {
    const auto [place, is_fresh] = processes_.try_emplace(key, std::move(from));
    if (is_fresh) continue;
    IoProcessTally& to = place->second;
    to.events += from.events;
    to.begin = std::min(to.begin, from.begin);
    to.end = std::max(to.end, from.end);
    to.tally.merge(from.tally);
    for (std::size_t i = 0; i < io_layers; ++i) {
      to.layers[i].add(from.layers[i]);
      to.threads[i].merge(from.threads[i]);
    }
  }
  bins_.merge(other.bins_);
  for (const auto& [at, times] : other.thread_times_)
    for (std::size_t i = 0; i < io_layers; ++i) thread_times_[at][i] += times[i];
}

void IoCollector::finish() {
  if (question_.zero) zero_ = question_.zero;
  hand_over_files();
  for (Stretches* const some : stretches()) some->settle();
  for (Stretches* const some : common_.files.stretches()) some->settle();
}

}  // namespace weft
