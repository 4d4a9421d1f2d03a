// SPDX-License-Identifier: BSD-3-Clause
// Group: what a program defines and then writes again and again: its variables and attributes, the methods that write
// it, and where it is in time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "adios_error.h"
#include "adios_transport.hpp"
#include "compat/adios/write/timers.hpp"
#include "compat/adios/write/transport_registry.hpp"
#include "formats/bp/group_definition.hpp"

namespace weft::adios {

class Output;

// What went wrong, in the words of the C interface.
struct Failure {
  ADIOS_ERRCODES code;
  std::string message;
};

// A method that was selected for a group.
struct Method {
  std::string name;
  bool is_null = false;  // writes nothing
  std::unique_ptr<Transport> transport;
};

class Group {
 public:
  Group(std::string_view name, std::uint32_t number);
  ~Group();

  bp::GroupDefinition definition;
  std::vector<Method> methods;
  std::uint32_t number() const { return number_; }

  // The last step that was begun; 0 before the first.
  std::uint32_t time_index = 0;

  // Sizes are lists of numbers and names: of variables or attributes that are defined already, or of the time index.
  struct VariableText {
    std::string_view name, path, dimensions, global_dimensions, offsets;
    ADIOS_DATATYPES type = adios_unknown;
  };
  std::optional<Failure> define(const VariableText& text, bp::MemberId& id);
  std::optional<Failure> define(std::string_view name, std::string_view path, bp::AttributeContent content);
  // By text, or by the name of a variable where there is none.
  std::optional<Failure> define_attribute(
      std::string_view name, std::string_view path, ADIOS_DATATYPES type, const char* value, const char* variable);
  std::optional<Failure> set_transform(bp::MemberId variable, std::string_view text);
  void remove_variables();

  // By the full name with which it was defined.
  std::optional<bp::MemberId> find_variable(std::string_view full_name) const;
  std::optional<bp::MemberId> find_attribute(std::string_view full_name) const;

  // Steps that are collected before they are written.
  struct Collecting {
    std::uint64_t limit_bytes = 0;  // 0: each is written at once
    Group* with = nullptr;          // when that one writes, so does this one
    std::unique_ptr<Output> output;
  };
  Collecting collecting;

  Output* output = nullptr;     // between open and close
  std::size_t usual_bytes = 0;  // of a step, as the last one was
  Timers last_timers;           // of the step before
  bool has_hidden_attributes = false;
  bool is_profiled = false;  // for libraries that measure

 private:
  std::optional<Failure> parse_sizes(std::string_view list, ADIOS_ERRCODES unknown, std::vector<bp::Size>& sizes);

  std::uint32_t number_;
  std::unordered_map<std::string, bp::MemberId> variables_;
};

// Of attributes that the library adds to those of the program.
inline constexpr std::string_view hidden_path = "/__adios__";

// A path as it is stored: without the slash at its end.
std::string stored_path(std::string_view path);

}  // namespace weft::adios
