// SPDX-License-Identifier: BSD-3-Clause
// RecordReader: events as Python objects with all their fields, in order of time or location by location. For those who
// want every record; whoever wants numbers takes columns, which are a hundred times faster.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/merge.hpp"
#include "model/trace.hpp"
#include "object.hpp"
#include "unlocked_source.hpp"

namespace weft::python {

class RecordReader {
 public:
  // `lookups`: dict of id space or enumeration -> list or dict of objects by number.
  // `types`: dict of event name -> (class, (name of the attribute for the time, for the attributes, for each field)).
  // Objects of these classes are made without calling __init__; attributes that are __slots__ are set directly.
  RecordReader(
      std::shared_ptr<Source> source, EventFilter filter, bool merged, const Object& lookups, const Object& types);
  ~RecordReader();

  // The next events, at most `count`, as a list of (location, event); empty at the end. Without a class an event is
  // (name, time, (field, ...), ((attribute, type, value), ...)).
  PyObject* read(std::size_t count);

 private:
  struct Slot {
    Object name;
    Py_ssize_t offset = 0;  // in the object; 0: by name
  };
  struct Shape {
    Object type;
    Object name;
    std::vector<Slot> slots;
    std::vector<Object> lookups;  // by field
  };

  bool advance();
  bool advance_in_location();
  Object make_event(const EventBatch& batch, std::size_t row);
  Object make_plain(const Shape& shape, std::size_t kind, const Event& event, const std::byte* record);
  Object make_instance(const Shape& shape, std::size_t kind, const Event& event, const std::byte* record);
  PyObject* location_object(LocationRef location);

  std::shared_ptr<Source> held_;
  UnlockedSource source_;
  EventFilter filter_;
  StreamOptions options_;
  std::vector<LocationRef> locations_;
  std::vector<Shape> shapes_;  // by kind
  Object location_lookup_;
  LocationRef current_location_;
  Object current_location_object_;
  Event event_;

  std::optional<Merge> merge_;
  // Location by location.
  std::size_t next_location_ = 0;
  std::unique_ptr<EventStream> stream_;
  EventBatch own_batch_;
  std::size_t own_row_ = 0;
  const EventBatch* batch_ = nullptr;
  std::size_t row_ = 0;
  bool is_busy_ = false;
};

}  // namespace weft::python
