// SPDX-License-Identifier: BSD-3-Clause
// PerfettoPen: the events of a location as packets of a sequence of their own. A text is written once, where it is used
// first, and is a number from there on. Calls without attributes, which most events are, take one check for room and no
// more memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/exports/fields.hpp"
#include "formats/exports/protobuf.hpp"
#include "formats/exports/story.hpp"

namespace weft::exports {

// Unique in a trace.
enum class TrackKind : std::uint8_t { process = 1, thread, counter, lane };
constexpr std::uint64_t track_uuid(TrackKind kind, std::uint32_t place, std::uint32_t number = 0) {
  return std::uint64_t{static_cast<std::uint8_t>(kind)} << 60 | std::uint64_t{place} << 32 | number;
}

// Packets of the sequence that describes processes and threads.
inline constexpr std::uint32_t first_sequence = 1;
void put_process_track(protobuf::Buffer& out, const Process& process);
void put_thread_track(protobuf::Buffer& out, const Thread& thread);
void put_clock(protobuf::Buffer& out, const Timeline& timeline);

class PerfettoPen final : private FieldTaker {
 public:
  PerfettoPen(const Stage& stage, const Places::Found& place, Losses& losses);

  std::string_view text() const { return out_.text(); }
  void clear() { out_.clear(); }

  void enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes);
  void leave(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes);
  void counter(Nanoseconds at, MetricRef metric, std::size_t place, const MetricValue& value);
  void begin(Nanoseconds at, const Lane& lane);
  void end(Nanoseconds at, const Lane& lane);
  void instant(Nanoseconds at, const Event& event, const Flow& flow);

 private:
  enum class Table : std::uint8_t { categories, names, annotations };
  struct NewText {
    Table table;
    std::uint64_t number;
    std::string text;
  };
  struct Packet {
    std::size_t packet;
    std::size_t event;
  };

  std::uint64_t timestamp(Nanoseconds at) {
    if (at >= 0) [[likely]]
      return static_cast<std::uint64_t>(at);
    losses_.count(losses_.early_times);
    return 0;
  }
  // Of a frame that has been written: its category; else 0.
  std::uint8_t known_category(Frame frame) const {
    if (frame.is_context || frame.id >= categories_.size()) [[unlikely]]
      return 0;
    return categories_[frame.id];
  }

  template <class PutEvent>
  void put_small_packet(Nanoseconds at, PutEvent&& put_event);
  Packet begin_packet(Nanoseconds at, std::uint64_t type);
  void end_packet(const Packet& packet);
  void put_head(Frame frame);
  void put_number_of(Table table, std::uint32_t field, std::uint64_t number, std::string_view text);
  std::uint64_t lane_track(const Lane& lane);
  void put_track(std::uint64_t uuid, std::string_view name, const std::string_view* unit);
  void put_text(std::uint32_t field, std::string_view text);

  // Annotations.
  std::size_t begin_annotation(std::string_view key);
  void number(std::string_view key, std::uint64_t value) override;
  void negative(std::string_view key, std::int64_t value) override;
  void real(std::string_view key, double value) override;
  void text(std::string_view key, std::string_view value) override;
  void named(std::string_view key, std::uint64_t id, std::string_view name) override;

  const Stage& stage_;
  Losses& losses_;
  std::uint32_t thread_;
  std::uint32_t sequence_;
  protobuf::Buffer out_;

  std::vector<std::uint8_t> categories_;          // of regions with small ids that have been written; 0: not yet
  std::unordered_set<std::uint64_t> written_[3];  // numbers of texts, by table
  std::unordered_map<std::string_view, std::uint64_t> annotation_names_;
  std::vector<NewText> new_texts_;  // of the packet at hand
  std::unordered_map<std::uint64_t, std::uint64_t> counters_;
  std::vector<bool> lanes_[families];  // those that have a track
  std::string scratch_;
};

}  // namespace weft::exports
