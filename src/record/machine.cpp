// SPDX-License-Identifier: BSD-3-Clause
#include "record/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>

#ifdef WEFT_HAVE_HWLOC
#include <hwloc.h>
#endif

#include "base/file.hpp"

namespace weft::recording {

SystemTreeNodeRef describe_node(Dictionary& dictionary) {
  struct utsname system {};
  ::uname(&system);
  const SystemTreeNodeRef machine = dictionary.system_node("machine", "machine", SystemTreeDomain::machine, {});
  return dictionary.system_node(system.nodename, "node", SystemTreeDomain::shared_memory, machine);
}

#ifdef WEFT_HAVE_HWLOC

namespace {

struct Level {
  hwloc_obj_type_t type;
  const char* name;
  SystemTreeDomain domain;
};
constexpr Level levels[] = {{HWLOC_OBJ_PACKAGE, "package", SystemTreeDomain::socket},
    {HWLOC_OBJ_L3CACHE, "L3 cache", SystemTreeDomain::cache}, {HWLOC_OBJ_L2CACHE, "L2 cache", SystemTreeDomain::cache},
    {HWLOC_OBJ_CORE, "core", SystemTreeDomain::core}, {HWLOC_OBJ_PU, "processing unit", SystemTreeDomain::pu}};

// Levels that are not named are passed through.
void describe(Dictionary& dictionary, hwloc_obj_t object, SystemTreeNodeRef parent) {
  for (const Level& level : levels)
    if (object->type == level.type)
      parent = dictionary.system_node(
          fmt::format("{} {}", level.name, object->logical_index), level.name, level.domain, parent);
  for (unsigned i = 0; i < object->arity; ++i) describe(dictionary, object->children[i], parent);
}

}  // namespace

void describe_topology(Dictionary& dictionary) {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return;
  if (hwloc_topology_load(topology) == 0) describe(dictionary, hwloc_get_root_obj(topology), describe_node(dictionary));
  hwloc_topology_destroy(topology);
}

#else

void describe_topology(Dictionary&) {}

#endif

std::vector<std::string> command_line() {
  std::vector<std::string> words;
  const auto bytes = read_file("/proc/self/cmdline");
  if (!bytes) return words;
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\0', begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace weft::recording
