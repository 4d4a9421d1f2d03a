// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/transport_registry.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/session.hpp"
#include "compat/adios/write/transports.hpp"

namespace weft::adios {

namespace {

constexpr int largest_id = 254;

bool has_name(const TransportRegistry::Known& known, std::string_view name) {
  return same_word(known.name, name) ||
         std::ranges::any_of(known.aliases, [&](const std::string& alias) { return same_word(alias, name); });
}

}  // namespace

TransportRegistry::TransportRegistry() {
  for (const TransportFacts& facts : own_transports())
    known_.push_back({facts.name, split_list(facts.aliases ? facts.aliases : "", ' '), facts.id,
        facts.needs_communicator, facts.create});
}

Result<> TransportRegistry::add(const TransportFacts& facts) {
  if (facts.interface_version != transport_interface)
    return Error{Errc::unsupported, fmt::format("a transport was made for version {} of the interface, not {}",
                                        facts.interface_version, transport_interface)};
  if (!facts.name || !*facts.name || !facts.create || facts.id < 0 || facts.id > largest_id)
    return Error{Errc::invalid_argument,
        fmt::format("a transport needs a name, an id from 0 to {} and a function that makes it", largest_id)};
  Known known{facts.name, split_list(facts.aliases ? facts.aliases : "", ' '), facts.id, facts.needs_communicator,
      facts.create};
  auto names = known.aliases;
  names.push_back(known.name);
  for (const Known& other : known_) {
    if (other.id == known.id)
      return Error{
          Errc::exists, fmt::format("transport {} has id {}, which is that of {}", known.name, known.id, other.name)};
    for (const std::string& name : names)
      if (has_name(other, name)) return Error{Errc::exists, fmt::format("there is a transport {} already", name)};
  }
  known_.push_back(std::move(known));
  return {};
}

void TransportRegistry::load(std::string_view paths) {
  for (const std::string& path : split_list(paths, ':')) {
    // Never unloaded: what it registers lives in it.
    void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!object) {
      tell(Level::error, fmt::format("{}: cannot be loaded as a transport: {}", path, dlerror()));
      continue;
    }
    const auto offer = reinterpret_cast<decltype(&weft_adios_transports)>(dlsym(object, "weft_adios_transports"));
    if (offer)
      offer(&weft_adios_register_transport);
    else
      tell(Level::error, fmt::format("{}: expected a function weft_adios_transports", path));
  }
}

const TransportRegistry::Known* TransportRegistry::find(std::string_view name) const {
  const auto found = std::ranges::find_if(known_, [&](const Known& known) { return has_name(known, name); });
  return found == known_.end() ? nullptr : &*found;
}

}  // namespace weft::adios
