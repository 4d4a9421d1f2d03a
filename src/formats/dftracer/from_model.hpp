// SPDX-License-Identifier: BSD-3-Clause
// FromModel: what the definitions of a trace mean for its lines: whom the records of a location are about, how regions
// and attributes are called. Undoes what the bridge did to traces that were DFTracer's first.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/dftracer/line_pen.hpp"
#include "formats/dftracer/time_unit.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft::dftracer {

// What an attribute says of the record that carries it.
enum class AttributeUse : std::uint8_t {
  argument,
  field,
  id,
  type,
  no_arguments,
  missing,
  name,
  category,
  phase,
  file
};

struct AttributeName {
  AttributeUse use = AttributeUse::argument;
  bool is_json = false;
  std::string_view key;
};

// Whom the records of a location are about.
struct Speaker {
  Origin origin;
  bool is_quoted = false;
  std::string host;  // its hash, as it stands in JSON; empty if records say it themselves
};

class FromModel {
 public:
  FromModel(const Definitions& definitions, Version version);

  const Definitions& definitions() const { return definitions_; }
  Version version() const { return version_; }
  // The trace was DFTracer's before: events that the bridge drew from arguments need not be told again.
  bool is_coming_home() const { return is_coming_home_; }
  // Its lines of metadata were lost on the way, and with them what hashes stand for.
  bool lacks_metadata() const { return is_coming_home_ && !has_metadata_; }

  AttributeName name_of(AttributeRef attribute) const;
  std::string_view name_of(ParameterRef parameter) const;
  std::string category_of(RegionRef region) const;
  const Speaker& speaker(LocationRef location) const;
  // Of the unit of time, which is the same for all.
  std::uint64_t unit() const { return unit_; }
  // Whether this is the line that says it, which stands before all others already. Once.
  bool has_put_unit(StringRef line) const { return line == unit_line_ && !has_met_unit_line_.test_and_set(); }
  // Nanoseconds since 1970, or since whenever the clock began where that is unknown.
  std::uint64_t nanoseconds(Ticks time) const;
  // The hash of the file behind a handle, as text; empty if it has no file.
  std::string_view hash_of(IoHandleRef handle) const;
  // That of a file that attributes name.
  std::string_view hash_of(IoFileRef file) const;
  // The name of the file behind a handle.
  std::string_view path_of(IoHandleRef handle) const;
  bool has_files() const { return !files_.empty(); }
  bool has_handle_of(IoFileRef file) const { return files_of_handles_.contains(file); }
  // Whether processes run on it.
  bool is_host(SystemTreeNodeRef node) const { return nodes_.contains(node); }

  // Lines that define what the others refer to: the unit of time, hosts, files, names. Of those only the first for
  // traces that bring theirs along.
  void put_definitions(TextSink& out) const;

 private:
  void find_attributes();
  void find_told_files();
  void find_speakers();
  void find_unit();
  std::string_view host_of(LocationGroupRef group) const;
  const Speaker& first_speaker() const;

  const Definitions& definitions_;
  Version version_;
  bool is_coming_home_ = false;
  bool has_metadata_ = false;
  std::unordered_map<std::uint32_t, AttributeName> attributes_;
  std::unordered_map<std::uint64_t, Speaker> speakers_;
  Speaker stranger_;
  std::uint64_t unit_ = usual_unit;
  StringRef unit_line_;    // which says so
  std::string unit_text_;  // the same, as it is written
  mutable std::atomic_flag has_met_unit_line_;
  using Files = std::unordered_map<std::uint32_t, std::pair<std::string, std::string>>;  // hash and path
  Files files_;                                                                          // of handles
  Files told_files_;                                                                     // by their own ids
  std::set<IoFileRef> files_of_handles_;
  std::set<SystemTreeNodeRef> nodes_;
  std::map<std::string, std::pair<std::string, LocationRef>> hosts_;  // hash to name and whoever is there first
};

}  // namespace weft::dftracer
