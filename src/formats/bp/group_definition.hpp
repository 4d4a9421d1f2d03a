// SPDX-License-Identifier: BSD-3-Clause
// GroupDefinition: the variables and attributes that the process groups of one name hold, as programs define them
// before they write. Ids count variables and attributes together, from 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "formats/bp/statistics.hpp"
#include "formats/bp/transform.hpp"
#include "formats/bp/types.hpp"

namespace weft::bp {

using MemberId = std::uint32_t;

// A size or place: a number, what a variable or attribute holds when the array is written, or the group's time index.
struct Size {
  enum class Kind : std::uint8_t { number, member, time };
  Kind kind = Kind::number;
  std::uint64_t number = 0;
  MemberId id = 0;

  static Size of(std::uint64_t number) { return {Kind::number, number, 0}; }
  static Size member(MemberId id) { return {Kind::member, 0, id}; }
  static Size time() { return {Kind::time, 1, 0}; }
  static Size joined() { return of(joined_dimension); }
};

struct VariableDefinition {
  std::string name;
  std::string path;
  DataType type{};
  // In the order of the program that writes; scalars have none. Sizes and places that are missing are 0.
  std::vector<Size> local = {};
  std::vector<Size> global = {};
  std::vector<Size> offset = {};
  // Of arrays: how their blocks are changed, and what is counted of them where statistics are full.
  WantedTransform transform = {};
  std::optional<HistogramBreaks> histogram = {};
};

// Elements in the byte order of this machine, a text, several texts, or the id of the variable that has the value.
struct Elements {
  DataType type{};
  std::vector<std::byte> bytes;
};
using AttributeContent = std::variant<Elements, std::string, std::vector<std::string>, MemberId>;

struct AttributeDefinition {
  std::string name;
  std::string path;
  AttributeContent content;
};

// How a group is written, of which readers only show the number and text.
struct WritingMethod {
  std::uint8_t id = 2;  // POSIX
  std::string parameters = {};
};

class GroupDefinition {
 public:
  explicit GroupDefinition(std::string_view group_name) : name(group_name) {}

  std::string name;
  std::string time_name;
  bool is_fortran = false;  // dimensions are column-major
  StatisticsLevel statistics = StatisticsLevel::min_max;
  std::vector<WritingMethod> methods = {WritingMethod{}};
  MemberId coordination = 0;

  Result<MemberId> define(VariableDefinition variable);
  Result<MemberId> define(AttributeDefinition attribute);

  // What was defined before, of a variable or attribute that is there.
  void set_path(MemberId member, std::string path);
  void set_transform(MemberId variable, WantedTransform transform);
  void set_histogram(MemberId variable, HistogramBreaks breaks);
  void set_content(MemberId attribute, AttributeContent content);
  // Ids are not used again.
  void remove_variables() { variables_.clear(); }
  void remove_attributes() { attributes_.clear(); }

  struct Variable {
    MemberId id = 0;
    VariableDefinition definition;
    bool is_dimension = false;  // of another one
  };
  struct Attribute {
    MemberId id = 0;
    AttributeDefinition definition;
  };
  const Variable* variable(MemberId id) const;
  const Attribute* attribute(MemberId id) const;
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Attribute>& attributes() const { return attributes_; }

 private:
  VariableDefinition& definition_of(MemberId variable);
  Result<> use_as_dimension(const VariableDefinition& user, const std::vector<Size>& sizes);

  MemberId next_id_ = 1;
  std::vector<Variable> variables_;
  std::vector<Attribute> attributes_;
};

}  // namespace weft::bp
