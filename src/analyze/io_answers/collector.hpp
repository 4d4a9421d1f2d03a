// SPDX-License-Identifier: BSD-3-Clause
// IoCollector: what is to be known about input and output, gathered from spans by one thread and merged when all have
// ended. Memory is bounded by budgets of files and of stretches: see IoFiles and Stretches.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyze/io_answers/access.hpp"
#include "analyze/io_answers/size_counts.hpp"
#include "analyze/io_answers/stretches.hpp"
#include "analyze/io_answers/tally.hpp"
#include "analyze/io_answers/time_bins.hpp"

namespace weft {

// What a category is about. The first three are also places in arrays.
enum class IoLayer : std::uint8_t { io, compute, application_io, other };
inline constexpr std::size_t io_layers = 3;

struct IoQuestion {
  std::set<std::string, std::less<>> io = {"ISOC", "POSIX", "STDIO"};
  std::set<std::string, std::less<>> compute = {"compute", "ai_framework"};
  std::set<std::string, std::less<>> application_io = {
      "MPI-IO", "checkpoint", "data", "data_loader", "dataloader", "reader", "storage"};
  // Only these, if there are any.
  std::set<std::uint64_t> processes = {};
  std::set<std::string, std::less<>> categories = {};
  // Only what begins in it. Counted from the first event, like intervals: whoever asks for one knows `zero`.
  struct Window {
    std::uint64_t begin;
    std::uint64_t end;
  };
  std::uint64_t zero = 0;
  std::optional<Window> window = {};
  std::optional<std::uint64_t> interval = {};
  bool is_approximate = false;  // layers as maxima over threads, interval by interval
  // Of time and, as many again, of files.
  std::size_t most_stretches = std::size_t{1} << 20;
  std::size_t most_files = 400'000;

  IoLayer layer(std::string_view category) const;
};

// Any text, found without making a copy of it.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
};
template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

struct IoCallTally {
  std::string category;
  std::string call;
  IoLayer layer = IoLayer::other;
  IoClass io_class = IoClass::other;
  std::uint64_t calls = 0;
  std::uint64_t folded = 0;  // of the calls; they are not among the sizes
  std::uint64_t time = 0;
  std::uint64_t bytes = 0;
  SizeCounts sizes;
};

struct IoProcessTally {
  std::uint64_t process = 0;
  std::string host;
  std::uint64_t events = 0;
  std::uint64_t begin = ~std::uint64_t{0};
  std::uint64_t end = 0;
  IoTally tally;
  std::array<Stretches, io_layers> layers;
  std::array<std::set<std::uint64_t>, io_layers> threads;
};

// How long a thread was in each layer during an interval.
struct ThreadInterval {
  std::uint64_t interval;
  std::uint64_t process;
  std::uint64_t thread;
  friend auto operator<=>(const ThreadInterval&, const ThreadInterval&) = default;
};
struct ThreadIntervalHash {
  std::size_t operator()(const ThreadInterval& at) const noexcept {
    return ((at.interval * 31 + at.process) * 31 + at.thread) * 0x9e3779b97f4a7c15;
  }
};
using LayerTimes = std::array<std::uint64_t, io_layers>;

// What all collectors of one question share. Each brings its files here when it has many.
struct IoCommon {
  IoAccessOrder order;
  std::mutex mutex;  // of the files
  IoFiles files;
  std::uint64_t gap = 0;  // between reads of a file that were joined, in bytes

  void add(IoFiles&& some, const IoQuestion& question);
};

class IoCollector final : public IoSpanTaker {
 public:
  IoCollector(const IoQuestion& question, std::size_t collectors, IoCommon& common);

  void take(const IoSpan& span) override;
  void take(const IoFold& fold) override;
  void end_run(std::size_t stream, std::uint64_t run, bool is_last) override;
  void merge(IoCollector&& other);
  // When all are merged: the answers below are complete.
  void finish();

  const IoQuestion& question() const { return question_; }
  std::uint64_t zero() const { return zero_; }
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }
  std::uint64_t events() const { return events_; }
  const IoTally& total() const { return total_; }
  // What of all this is known as sums only.
  struct Folded {
    std::uint64_t records = 0;
    std::uint64_t events = 0;
    std::uint64_t without_bytes = 0;  // reads and writes that do not tell what they moved
    IoTally tally;
  };
  const Folded& folded() const { return folded_; }
  const ByText<IoCallTally>& calls() const { return calls_; }
  // Those of all collectors.
  IoFiles& files() { return common_.files; }
  const IoFiles& files() const { return common_.files; }
  const ByText<IoProcessTally>& processes() const { return processes_; }
  const TimeBins& bins() const { return bins_; }
  const std::unordered_map<ThreadInterval, LayerTimes, ThreadIntervalHash>& thread_times() const {
    return thread_times_;
  }
  // Gaps of time shorter than this may be closed; 0 if everything is exact.
  std::uint64_t resolution() const { return resolution_; }
  // The same of bytes read again.
  std::uint64_t gap() const { return common_.gap; }

 private:
  struct Process {
    std::uint64_t number;  // tells processes of all hosts apart
    IoProcessTally* tally;
  };
  bool is_asked_for(const IoSpan& span) const;
  bool counts(const IoSpan& span) const;
  IoCallTally& call(const IoSpan& span);
  Process process(const IoSpan& span);
  std::uint64_t number_of(const IoFile& file);
  void note_event(std::uint64_t begin, std::uint64_t end, IoProcessTally& process, std::uint64_t times);
  void note_thread_time(const IoSpan& span, std::size_t layer, const Process& process, std::uint64_t time);
  void note_layer(const IoSpan& span, IoLayer layer, const Process& process);
  void note_io(const IoSpan& span, IoCallTally& call, const Process& process, bool counts);
  void hand_over_files();
  void save_memory();
  std::vector<Stretches*> stretches();

  IoQuestion question_;
  IoCommon& common_;
  std::size_t most_stretches_;
  std::size_t stretches_ = 0;  // there are at most so many
  std::uint64_t resolution_ = 0;

  std::uint64_t zero_ = ~std::uint64_t{0};
  std::uint64_t begin_ = ~std::uint64_t{0};
  std::uint64_t end_ = 0;
  std::uint64_t events_ = 0;
  IoTally total_;
  Folded folded_;
  ByText<IoCallTally> calls_;
  IoFiles files_;
  ByText<IoProcessTally> processes_;
  TimeBins bins_;
  std::unordered_map<ThreadInterval, LayerTimes, ThreadIntervalHash> thread_times_;
  std::vector<IoAccess> accesses_;
  std::string key_;
};

}  // namespace weft
