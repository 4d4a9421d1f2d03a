// SPDX-License-Identifier: BSD-3-Clause
// What the stencil writes down about itself, and how: the part of the example to copy into a program of your own.
//
// A TraceRecorder makes the archive. Every thread takes a ThreadRecorder from it and appends events to a file of its
// own, so that threads never wait for one another. When all threads have finished, the definitions are written: they
// say what the ids in the events mean.
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otf2/writer.hpp"

namespace stencil {

// The regions of the program. The value of an enumerator is the id that events use.
enum class Phase : std::uint32_t { main, initialise, iterate, exchange, compute, reduce, output };

struct PhaseText {
  std::string_view name;
  std::string_view description;
  weft::RegionRole role;
};
inline constexpr PhaseText phase_texts[] = {
    {"main", "everything a worker does", weft::RegionRole::function},
    {"initialise", "set the first temperatures", weft::RegionRole::function},
    {"iterate", "one step of the iteration", weft::RegionRole::loop},
    {"exchange", "swap border rows with the neighbours", weft::RegionRole::point2point},
    {"compute", "average the four neighbours of every cell", weft::RegionRole::function},
    {"reduce", "sum up the residual over all workers", weft::RegionRole::coll_all2all},
    {"output", "gather the plate and draw it", weft::RegionRole::file_io},
};

// One each is all we need.
inline constexpr weft::CommRef communicator{0};
inline constexpr weft::MetricRef progress_metric{0};
inline constexpr weft::ParameterRef iteration_parameter{0};

// Nanoseconds of a clock that never goes back: what time stamps of events must be.
inline weft::Ticks now() {
  const auto since_start_of_clock = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<weft::Ticks>(std::chrono::nanoseconds(since_start_of_clock).count());
}

// Records the events of one thread. Recording never fails in the middle of a computation: the first error ends it, and
// is told by `finish`.
class ThreadRecorder {
 public:
  explicit ThreadRecorder(weft::otf2::EventWriter events) : events_(std::move(events)) {}

  void enter(Phase phase) { append(weft::evt::Enter{region(phase)}); }
  void leave(Phase phase) { append(weft::evt::Leave{region(phase)}); }

  // Call it before the message leaves: no message should arrive before it was sent.
  void send(std::uint32_t receiver, std::uint32_t tag, std::uint64_t bytes) {
    append(weft::evt::MpiSend{receiver, communicator, tag, bytes});
  }
  void receive(std::uint32_t sender, std::uint32_t tag, std::uint64_t bytes) {
    append(weft::evt::MpiRecv{sender, communicator, tag, bytes});
  }

  void begin_collective() { append(weft::evt::MpiCollectiveBegin{}); }
  void end_allreduce(std::uint64_t bytes_sent, std::uint64_t bytes_received) {
    append(
        weft::evt::MpiCollectiveEnd{weft::CollectiveOp::allreduce, communicator, no_root, bytes_sent, bytes_received});
  }

  void iteration(std::uint64_t number) { append(weft::evt::ParameterUnsignedInt{iteration_parameter, number}); }

  // A metric event holds one value for each member of its metric class, in their order, each as 64 bits with its type.
  void progress(double residual, std::uint64_t cells_updated) {
    const weft::MetricValue values[] = {
        {weft::Type::double_, std::bit_cast<std::uint64_t>(residual)}, {weft::Type::uint64, cells_updated}};
    append(weft::evt::Metric{progress_metric, values});
  }

  weft::Result<> finish() { return error_ ? weft::Result<>(*error_) : events_.close(); }
  std::uint64_t events() const { return events_.records(); }

 private:
  static constexpr std::uint32_t no_root = ~std::uint32_t{0};
  static weft::RegionRef region(Phase phase) { return {static_cast<std::uint32_t>(phase)}; }

  template <class Event>
  void append(const Event& event) {
    if (error_) return;
    if (auto appended = events_.append(now(), event); !appended) error_ = std::move(appended).error();
  }

  weft::otf2::EventWriter events_;
  std::optional<weft::Error> error_;
};

// Enters a phase, and leaves it at the end of the block.
class InPhase {
 public:
  InPhase(ThreadRecorder& recorder, Phase phase) : recorder_(recorder), phase_(phase) { recorder_.enter(phase_); }
  ~InPhase() { recorder_.leave(phase_); }
  InPhase(const InPhase&) = delete;
  InPhase& operator=(const InPhase&) = delete;

 private:
  ThreadRecorder& recorder_;
  Phase phase_;
};

class TraceRecorder {
 public:
  // `path` is the anchor of the trace and ends in .otf2; everything else is named after it.
  static weft::Result<TraceRecorder> create(const std::string& path) {
    weft::otf2::Anchor anchor;
    anchor.machine_name = "demo";
    anchor.creator = "weft_stencil";
    anchor.description = "Jacobi iteration on a heated plate, rows shared out to threads";
    return TraceRecorder(WEFT_TRY(weft::otf2::ArchiveWriter::create(path, std::move(anchor))));
  }

  // To be called by the thread that will use it: its memory is then near that thread.
  ThreadRecorder thread(std::uint32_t rank) const { return ThreadRecorder(archive_.events(weft::LocationRef{rank})); }

  // Writes the definitions and the anchor. `events` has the number of events of each thread, by rank.
  weft::Result<> finish(const std::vector<std::uint64_t>& events) {
    const weft::Ticks end = now();
    WEFT_TRY(archive_.define(weft::def::ClockProperties{1'000'000'000, begin_, end - begin_, begin_real_time_}));
    WEFT_TRY(archive_.define(weft::def::Paradigm{weft::Paradigm::user, text("Queues"), weft::ParadigmClass::process}));
    WEFT_TRY(define_system(events));
    WEFT_TRY(define_regions());
    WEFT_TRY(define_communicator(events.size()));
    WEFT_TRY(define_metric());
    WEFT_TRY(
        archive_.define(weft::def::Parameter{iteration_parameter, text("iteration"), weft::ParameterType::uint64}));
    WEFT_TRY(text_written_);
    return archive_.close();
  }

 private:
  explicit TraceRecorder(weft::otf2::ArchiveWriter archive) : archive_(std::move(archive)) {}

  // Where it ran: machine, node, process, threads. Threads are the locations that events belong to.
  weft::Result<> define_system(const std::vector<std::uint64_t>& events) {
    using namespace weft;
    const SystemTreeNodeRef machine{0}, node{1};
    const LocationGroupRef process{0};
    WEFT_TRY(archive_.define(def::SystemTreeNode{machine, text("demo"), text("machine"), {}}));
    WEFT_TRY(archive_.define(def::SystemTreeNode{node, text("localhost"), text("node"), machine}));
    WEFT_TRY(archive_.define(def::SystemTreeNodeDomain{machine, SystemTreeDomain::machine}));
    WEFT_TRY(archive_.define(def::SystemTreeNodeDomain{node, SystemTreeDomain::shared_memory}));
    WEFT_TRY(archive_.define(def::LocationGroup{process, text("stencil"), LocationGroupType::process, node, {}}));
    for (std::uint32_t rank = 0; rank < events.size(); ++rank) {
      const StringRef name = text("worker " + std::to_string(rank));
      WEFT_TRY(archive_.define(def::Location{{rank}, name, LocationType::cpu_thread, events[rank], process}));
    }
    return {};
  }

  weft::Result<> define_regions() {
    const weft::StringRef file = text("stencil.cpp");
    for (std::uint32_t id = 0; id < std::size(phase_texts); ++id) {
      const auto& [phase_name, description, role] = phase_texts[id];
      const weft::StringRef name = text(phase_name);
      WEFT_TRY(archive_.define(weft::def::Region{
          {id}, name, name, text(description), role, weft::Paradigm::user, weft::RegionFlag::none, file, 0, 0}));
    }
    return {};
  }

  // Who can send messages: a first group lists the locations, a second one, of the communicator, picks ranks from it.
  weft::Result<> define_communicator(std::size_t workers) {
    using namespace weft;
    const GroupRef locations{0}, ranks{1};
    std::vector<std::uint64_t> members(workers);
    for (std::size_t rank = 0; rank < workers; ++rank) members[rank] = rank;
    WEFT_TRY(archive_.define(
        def::Group{locations, text("workers"), GroupType::comm_locations, Paradigm::user, GroupFlag::none, members}));
    WEFT_TRY(archive_.define(
        def::Group{ranks, text("ranks"), GroupType::comm_group, Paradigm::user, GroupFlag::none, members}));
    return archive_.define(def::Comm{communicator, text("all workers"), ranks, {}, CommFlag::none});
  }

  weft::Result<> define_metric() {
    using namespace weft;
    const MetricMemberRef residual{0}, cells{1};
    WEFT_TRY(
        archive_.define(def::MetricMember{residual, text("residual"), text("root of the summed squares of all changes"),
            MetricType::user, MetricMode::absolute_point, Type::double_, Base::decimal, 0, text("K")}));
    WEFT_TRY(archive_.define(def::MetricMember{cells, text("cells"), text("cells this worker has updated"),
        MetricType::user, MetricMode::accumulated_start, Type::uint64, Base::decimal, 0, text("cells")}));
    const MetricMemberRef members[] = {residual, cells};
    return archive_.define(
        def::MetricClass{progress_metric, members, MetricOccurrence::asynchronous, RecorderKind::cpu});
  }

  // Every text of a trace is a definition of its own, written before the one that uses it. Errors wait for `finish`.
  weft::StringRef text(std::string_view content) {
    const weft::StringRef id{next_text_++};
    if (text_written_) text_written_ = archive_.define(weft::def::String{id, content});
    return id;
  }

  weft::otf2::ArchiveWriter archive_;
  weft::Ticks begin_ = now();
  std::uint64_t begin_real_time_ = static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count());
  std::uint32_t next_text_ = 0;
  weft::Result<> text_written_;
};

}  // namespace stencil
