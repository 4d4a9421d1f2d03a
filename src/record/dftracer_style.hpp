// SPDX-License-Identifier: BSD-3-Clause
// DftracerStyle: how the lines of DFTracer look and where they go, as far as programs that were made for DFTracer
// choose. Recordings of Weft's own keep the defaults.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/dftracer/line_pen.hpp"
#include "record/dftracer_fold_rules.hpp"

namespace weft::recording {

// What is known at the end of the categories that events came from, a bit for each Layer, and of the file.
struct DftracerFacts {
  std::uint32_t layers = 0;
  std::string_view path;

  bool has(dftracer::Layer layer) const { return layers >> static_cast<unsigned>(layer) & 1; }
  void add(dftracer::Layer layer) { layers |= 1u << static_cast<unsigned>(layer); }
};

struct DftracerStyle {
  std::string prefix;                   // of the names of files; if empty, they are in the directory of a run
  std::string first_choice;             // the file of this process, if there is none of this name
  std::string mode;                     // preload or app
  std::optional<std::uint64_t> number;  // in place of the id of the process in the names of files

  bool has_arguments = true;
  bool has_levels = false;  // of events within events
  bool has_thread_ids = true;
  bool has_affinity = false;  // the processors that this process may use
  bool keeps_empty = true;    // files without an event
  std::string_view unit = "US";
  std::uint64_t unit_nanoseconds = 1000;

  // Spans that are alike are folded together over so long, if any; by these rules, if there are any.
  std::uint64_t fold_nanoseconds = 0;
  std::shared_ptr<const FoldRules> fold_rules;

  // What else the last event has as arguments.
  void (*tell_at_end)(dftracer::LinePen& pen, const DftracerFacts& facts) = nullptr;
};

}  // namespace weft::recording
