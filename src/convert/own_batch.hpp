// SPDX-License-Identifier: BSD-3-Clause
// OwnBatch: a batch that a source makes of rows of another batch and of events of its own. Rows of the other batch stay
// where they are: it has to live as long as what is made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "model/batch.hpp"

namespace weft {

class OwnBatch final : private RecordAccess {
 public:
  OwnBatch() = default;
  OwnBatch(const OwnBatch&) = delete;
  OwnBatch& operator=(const OwnBatch&) = delete;

  // Forgets all rows.
  void clear();
  bool empty() const { return times_.empty(); }
  std::size_t size() const { return times_.size(); }

  // All rows that are taken between two calls of `clear` are of one batch.
  void take(const EventBatch& from, std::size_t row);
  void add(Ticks time, const EventRecord& record, std::span<const AttributeEntry> attributes = {});

  EventBatch batch(LocationRef location, std::uint64_t first_event);

 private:
  struct Own {
    EventRecord record;
    std::span<const AttributeEntry> attributes;
  };
  // Where the record of a row is: a handle of the other batch, or a place among our own.
  struct Place {
    bool is_own;
    std::uint32_t handle;
  };
  bool read(std::uint32_t row, Kind kind, Event& event) override;

  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> handles_;
  std::vector<Place> places_;
  std::vector<Own> own_;
  Arena memory_;  // of attributes
  RecordAccess* access_ = nullptr;
};

}  // namespace weft
