// SPDX-License-Identifier: BSD-3-Clause
// Findings: how a rule says what it found. Used by one thread; each location has its own, so that the result does not
// depend on how the work was spread over threads. Messages are made only for the findings that are kept.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "model/definitions.hpp"
#include "model/report.hpp"
#include "model/rule.hpp"

namespace weft::check {

// An event within its location.
struct Place {
  Ticks time = 0;
  std::uint64_t event = 0;  // its number, from 1
};

class Findings {
 public:
  Findings() = default;
  explicit Findings(LocationRef location) : location_(location.value) {}

  // `text` is called for the message, if the finding is among those kept.
  template <class Text>
  void add(const Rule& rule, Text&& text) {
    add(rule, location_, text);
  }
  template <class Text>
  void add(const Rule& rule, const Place& at, Text&& text) {
    add(rule, location_, [&] { return fmt::format("event {}: {}", at.event, text()); });
  }
  // About another location than the one these findings are of.
  template <class Text>
  void add(const Rule& rule, LocationRef location, const Place& at, Text&& text) {
    add(rule, location.value, [&] { return fmt::format("event {}: {}", at.event, text()); });
  }
  template <class Text>
  void add(const Rule& rule, std::optional<std::uint64_t> location, Text&& text) {
    const bool is_kept = report_.count(rule.name) < kept;
    report_.add({rule.name, is_kept ? std::string(text()) : std::string(), {}, {}, location});
  }

  const Report& report() const { return report_; }

 private:
  static constexpr std::size_t kept = 20;
  Report report_{kept};
  std::optional<std::uint64_t> location_;
};

// A name in quotes, cut when it is too long for a message.
std::string in_quotes(std::string_view name);

// A definition as messages show it: "main"<5>, or <5> when it has no name.
template <class Id>
std::string named(const Definitions& definitions, Id id) {
  if (!id.defined()) return "(undefined)";
  const std::string name = definitions.name(id);
  return fmt::format("{}<{}>", name.empty() ? std::string() : in_quotes(name), id.value);
}

// An enumerator as messages show it: OPENMP, or its number.
template <Enumeration E>
std::string named(E value) {
  const auto name = name_of(value);
  return name ? std::string(*name) : fmt::format("{}", static_cast<std::uint64_t>(value));
}

}  // namespace weft::check
