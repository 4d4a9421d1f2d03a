// SPDX-License-Identifier: BSD-3-Clause
// DefinitionChecks: what otf2-print warns about while it reads definitions: ids that are taken or out of order, and
// references to what is not defined yet.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "cli/otf2_tools/communicators.hpp"
#include "cli/otf2_tools/paradigms.hpp"
#include "cli/otf2_tools/references.hpp"

namespace weft::cli::otf2_tools {

// The word for an id space that several definitions share, else the name of the record.
template <class R>
constexpr std::string_view kind_of_definition() {
  if constexpr (std::is_same_v<R, def::Comm> || std::is_same_v<R, def::InterComm>)
    return "Comm/InterComm";
  else if constexpr (std::is_same_v<R, def::IoRegularFile> || std::is_same_v<R, def::IoDirectory>)
    return "IoFile";
  else if constexpr (std::is_same_v<R, def::MetricClass> || std::is_same_v<R, def::MetricInstance>)
    return "Metric";
  else
    return R::schema.name;
}

class DefinitionChecks {
 public:
  using Warn = std::function<void(const std::string&)>;

  DefinitionChecks(const Definitions& definitions, const References& references, Warn warn)
      : definitions_(definitions), references_(references), warn_(std::move(warn)) {}

  // Right before and right after a record joins the definitions.
  template <class R>
  void before(const R& record) {
    is_taken_ = false;
    if constexpr (HasId<R>) is_taken_ = definitions_.contains(record.self);
    if constexpr (std::is_same_v<R, def::Paradigm>)
      if (const auto* taken = find_paradigm(definitions_, record.paradigm))
        warn_("duplicate Paradigm definition: " + paradigm_text(references_, *taken));
  }
  template <class R>
  void after(const R& record) {
    if constexpr (HasId<R>) {
      const std::string kind(kind_of_definition<R>());
      if (is_taken_) warn_("duplicate " + kind + " definition: " + references_.text(record.self));
      if constexpr (std::is_same_v<R, def::CallingContext>) check_parent(record);
      // Strings and locations may come in any order.
      const std::uint64_t expected = defined_[decltype(record.self)::space::number]++;
      if constexpr (!std::is_same_v<R, def::String> && !std::is_same_v<R, def::Location>)
        if (!is_taken_ && record.self.value != expected)
          warn_("out of order " + kind + " definition: " + references_.text(record.self));
    }
    check(record);
  }

 private:
  template <class R>
  void check(const R&) {}
  void check(const def::ClockProperties& record);
  void check(const def::Comm& record);
  void check(const def::InterComm& record);
  void check(const def::RmaWin& record);
  void check(const def::CartTopology& record);
  void check(const def::CallingContextProperty& record);

  void check_group(CommRef comm, GroupRef group);
  template <class R>
  void check_parent(const R& record) {
    if (record.parent.defined() && !definitions_.contains(record.parent))
      warn_("invalid parent " + std::string(kind_of_definition<R>()) + " for " + references_.text(record.self) +
            " definition: " + references_.text(record.parent));
  }

  const Definitions& definitions_;
  const References& references_;
  Warn warn_;
  bool is_taken_ = false;
  bool has_clock_ = false;
  std::array<std::uint64_t, id_spaces> defined_{};  // so far, by id space
};

}  // namespace weft::cli::otf2_tools
