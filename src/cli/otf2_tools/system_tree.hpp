// SPDX-License-Identifier: BSD-3-Clause
// SystemTree: the machine and its locations as a graph in the language of dot, one definition after the other.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/text_sink.hpp"
#include "cli/otf2_tools/references.hpp"

namespace weft::cli::otf2_tools {

class SystemTree {
 public:
  explicit SystemTree(const References& references);

  template <class R>
  void add(const R&) {}  // most definitions are no part of the machine
  void add(const def::SystemTreeNode& node);
  void add(const def::LocationGroup& group);
  void add(const def::Location& location);
  void add(const def::SystemTreeNodeProperty& row);
  void add(const def::LocationGroupProperty& row);
  void add(const def::LocationProperty& row);
  void add(const def::SystemTreeNodeDomain& row);

  // The whole text. Adds the legend: call it once.
  std::string_view finish();

 private:
  using Rows = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void table(std::string_view indent, std::string_view name, Rows rows, std::string_view shape);
  void edge(std::string_view from, std::string_view to, std::string_view style = "");
  // A small box at the side of what it belongs to.
  void side_note(std::string_view owner, std::string_view name, Rows rows);
  void property(std::string_view owner, std::string_view note, StringRef key, const TypedValue& value);
  std::string name(StringRef id) const { return references_.name(id).value_or("(null)"); }
  std::string plain(const TypedValue& value) const;

  const References& references_;
  TextSink out_;
  std::uint32_t node_properties_ = 0, group_properties_ = 0, location_properties_ = 0, domains_ = 0;
};

}  // namespace weft::cli::otf2_tools
