// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/system_tree.hpp"

#include <array>
#include <cstdio>

#include "model/references.hpp"

namespace weft::cli::otf2_tools {

namespace {

constexpr std::string_view head =
    "/* This is the graph representation of the system tree. */\n"
    "digraph SystemTree\n"
    "{\n";

constexpr std::string_view legend =
    R"(    subgraph cluster_legend {
        n [label="System tree node", shape=ellipse];
        {
            rank=same;
            g [label="Location group", shape=hexagon];
            gc [label="Child location group", shape=hexagon];
            g->gc [label="creator", dir=back, style=dashed];
        }
        l [label="Location", shape=diamond];
        n -> g [label="parent", dir=back];
        g -> l [label="parent", dir=back];
        label="Legend";
    }
}
)";

template <class E>
std::string spelled(E value) {
  if (const auto name = name_of(value)) return std::string(*name);
  return fmt::format("INVALID <{}>", static_cast<std::uint64_t>(value));
}

template <class Id>
std::string vertex(char kind, Id id) {
  return fmt::format("{}{}", kind, id.value);
}

}  // namespace

SystemTree::SystemTree(const References& references) : references_(references) { out_.put(head); }

std::string_view SystemTree::finish() {
  out_.put(legend);
  return out_.text();
}

void SystemTree::table(std::string_view indent, std::string_view name, Rows rows, std::string_view shape) {
  auto line = [&](std::string_view text) { out_.put(indent), out_.put(text), out_.put('\n'); };
  line(fmt::format("{} [", name));
  line("    label=<<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\">");
  for (const auto& [key, value] : rows)
    line(fmt::format(R"(           <TR><TD ALIGN="RIGHT">{}</TD><TD ALIGN="LEFT">{}</TD></TR>)", key, value));
  line("          </TABLE>>");
  line(fmt::format("    shape={}", shape));
  line("];");
}

void SystemTree::edge(std::string_view from, std::string_view to, std::string_view style) {
  out_.put(fmt::format("    {} -> {} [dir=back{}];\n", from, to, style));
}

void SystemTree::side_note(std::string_view owner, std::string_view name, Rows rows) {
  out_.put(fmt::format("    subgraph {{\n        rank = same;\n        {};\n", owner));
  table("        ", name, rows, "none");
  out_.put(fmt::format("        {} -> {};\n    }}\n", name, owner));
}

void SystemTree::add(const def::SystemTreeNode& node) {
  const std::string self = vertex('n', node.self);
  table("    ", self,
      {{"Class", name(node.class_name)}, {"Name", name(node.name)}, {"ID", std::to_string(node.self.value)}},
      "ellipse");
  if (node.parent.defined()) edge(vertex('n', node.parent), self);
}

void SystemTree::add(const def::LocationGroup& group) {
  const std::string self = vertex('g', group.self);
  table("    ", self,
      {{"Name", name(group.name)}, {"Type", spelled(group.location_group_type)},
          {"ID", std::to_string(group.self.value)}},
      "hexagon");
  if (group.system_tree_parent.defined()) edge(vertex('n', group.system_tree_parent), self);
  if (group.creating_location_group.defined()) edge(vertex('g', group.creating_location_group), self, ", style=dashed");
}

void SystemTree::add(const def::Location& location) {
  const std::string self = vertex('l', location.self);
  table("    ", self,
      {{"Name", name(location.name)}, {"Type", spelled(location.location_type)},
          {"ID", std::to_string(location.self.value)}},
      "diamond");
  if (location.location_group.defined()) edge(vertex('g', location.location_group), self);
}

std::string SystemTree::plain(const TypedValue& value) const {
  std::string text;
  if (visit_reference(value, [&](auto id) { text = references_.name(id).value_or("(null)"); })) return text;
  if (is_signed(value.type)) return std::to_string(value.as_signed());
  if (!is_floating(value.type)) return std::to_string(value.bits);
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%g", value.as_double());
  return digits.data();
}

void SystemTree::property(std::string_view owner, std::string_view note, StringRef key, const TypedValue& value) {
  side_note(owner, note, {{"Name", name(key)}, {"Value", plain(value)}, {"Type", spelled(value.type)}});
}

void SystemTree::add(const def::SystemTreeNodeProperty& row) {
  property(vertex('n', row.system_tree_node), fmt::format("np{}", node_properties_++), row.name, row.value);
}
void SystemTree::add(const def::LocationGroupProperty& row) {
  property(vertex('g', row.location_group), fmt::format("gp{}", group_properties_++), row.name, row.value);
}
void SystemTree::add(const def::LocationProperty& row) {
  property(vertex('l', row.location), fmt::format("lp{}", location_properties_++), row.name, row.value);
}
void SystemTree::add(const def::SystemTreeNodeDomain& row) {
  side_note(vertex('n', row.system_tree_node), fmt::format("nd{}", domains_++),
      {{"Domain", spelled(row.system_tree_domain)}});
}

}  // namespace weft::cli::otf2_tools
