// SPDX-License-Identifier: BSD-3-Clause
// Writing OTF2 archives from Python, record by record: events of any location at any time, definitions whenever they
// are known. The archive is there when it is closed; one that is not closed is removed.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "base/arena.hpp"
#include "formats/otf2/writer.hpp"
#include "object.hpp"

namespace weft::python {

// The events of one location.
class LocationWriter {
 public:
  explicit LocationWriter(otf2::EventWriter writer) : writer_(std::move(writer)) {}

  // `kind` is a place in EVENT_TYPES; `values` are its fields in order.
  void write(std::size_t kind, Ticks time, PyObject* values, PyObject* attributes);
  std::uint64_t events() const { return writer_.records(); }
  Ticks last_time() const { return writer_.last_time(); }
  void close();

 private:
  otf2::EventWriter writer_;
  bool is_open_ = true;
  Arena memory_;
  std::vector<AttributeEntry> attributes_;
};

class ArchiveWriter {
 public:
  ArchiveWriter(const std::string& path, otf2::Anchor anchor);
  ~ArchiveWriter();

  void describe(const std::string& machine, const std::string& creator, const std::string& description);
  void define(std::size_t type, PyObject* values);
  // Of a marker file, which appears with the first.
  void define_marker(std::uint32_t self, const std::string& group, const std::string& category, int severity);
  void mark(Ticks time, Ticks duration, std::uint32_t kind, int scope, std::uint64_t of, const std::string& text);
  std::shared_ptr<LocationWriter> events(std::uint64_t location);
  // Closes what is open, then writes the anchor.
  void close();

 private:
  otf2::ArchiveWriter& open_writer();
  otf2::MarkerWriter& markers();

  std::unique_ptr<otf2::ArchiveWriter> writer_;  // none: closed
  std::unique_ptr<otf2::MarkerWriter> markers_;
  // Shared with Python, which may hold them longer than the archive.
  std::map<std::uint64_t, std::shared_ptr<LocationWriter>> locations_;
  Arena memory_;
};

}  // namespace weft::python
