// SPDX-License-Identifier: BSD-3-Clause
#include "check/io_paradigms.hpp"

#include <optional>
#include <unordered_map>

namespace weft::check {

namespace {

// What the OTF2 manual requires of the interfaces it knows; nothing where it leaves the choice.
struct KnownParadigm {
  std::string_view identification;
  std::optional<IoParadigmClass> required_class;
  std::optional<IoParadigmFlag> required_flags;
};

constexpr KnownParadigm known_paradigms[] = {
    {"POSIX", IoParadigmClass::serial, IoParadigmFlag::os},
    {"ISOC", IoParadigmClass::serial, std::nullopt},
    {"MPI-IO", IoParadigmClass::parallel, IoParadigmFlag::none},
    {"netCDF", std::nullopt, IoParadigmFlag::none},
    {"PnetCDF", IoParadigmClass::parallel, IoParadigmFlag::none},
    {"HDF5", std::nullopt, IoParadigmFlag::none},
    {"ADIOS", IoParadigmClass::parallel, IoParadigmFlag::none},
};

void check_known(const def::IoParadigm& paradigm, const KnownParadigm& known, Findings& findings) {
  if (known.required_class && paradigm.io_paradigm_class != *known.required_class)
    findings.add(io_paradigm, [&] {
      return fmt::format("I/O paradigm {} {} is of class {}, not {}", paradigm.self.value, known.identification,
          named(paradigm.io_paradigm_class), named(*known.required_class));
    });
  if (known.required_flags && paradigm.io_paradigm_flags != *known.required_flags)
    findings.add(io_paradigm, [&] {
      return fmt::format("I/O paradigm {} {} has flags {}, not {}", paradigm.self.value, known.identification,
          named(paradigm.io_paradigm_flags), named(*known.required_flags));
    });
}

void check_version(const def::IoParadigm& paradigm, Findings& findings) {
  for (const IoParadigmPropertyValue& property : paradigm.properties)
    if (property.property == IoParadigmProperty::version && property.value.type != Type::string)
      findings.add(io_paradigm_version, [&] {
        return fmt::format("the version of I/O paradigm {} is of type {}, not STRING", paradigm.self.value,
            named(property.value.type));
      });
}

}  // namespace

void check_io_paradigms(const Definitions& definitions, Findings& findings) {
  for (const def::IoParadigm& paradigm : definitions.all<def::IoParadigm>()) {
    for (const KnownParadigm& known : known_paradigms)
      if (known.identification == definitions.text(paradigm.identification)) check_known(paradigm, known, findings);
    check_version(paradigm, findings);
  }
}

void check_io_handle_states(const Definitions& definitions, Findings& findings) {
  std::unordered_map<IoHandleRef, std::size_t> states;
  for (const def::IoPreCreatedHandleState& state : definitions.all<def::IoPreCreatedHandleState>())
    ++states[state.io_handle];
  for (const def::IoHandle& handle : definitions.all<def::IoHandle>()) {
    const bool pre_created = (handle.io_handle_flags & IoHandleFlag::pre_created) != IoHandleFlag::none;
    const auto found = states.find(handle.self);
    const std::size_t count = found == states.end() ? 0 : found->second;
    if (count == (pre_created ? 1u : 0u)) continue;
    findings.add(io_handle_state, [&] {
      return fmt::format("handle {} is {} PRE_CREATED and has {} IoPreCreatedHandleState definitions",
          named(definitions, handle.self), pre_created ? "flagged" : "not flagged", count);
    });
  }
}

}  // namespace weft::check
