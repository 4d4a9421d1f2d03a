// SPDX-License-Identifier: BSD-3-Clause
// Process groups as they lie in a file (docs/formats/bp.md, section 10): header, variables with their data, attributes.
// All that is parsed is a view of the bytes. Used where the index does not tell enough, and where there is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bp/characteristics.hpp"
#include "formats/bp/layout.hpp"

namespace weft::bp {

struct Method {
  std::uint8_t id = 0;
  std::string_view parameters;
};

struct ProcessGroupHeader {
  std::uint64_t length = 0;  // of the whole group; only what was reserved in version 1
  bool is_fortran = false;   // arrays are column-major
  std::string_view name;
  std::uint32_t coordination = 0;
  std::string_view time_name;
  std::uint32_t time_index = 0;
  std::vector<Method> methods;
};

// A number, or the id of the variable or attribute that has it.
struct DimensionItem {
  bool is_reference = false;
  std::uint64_t value = 0;
};

struct DimensionItems {
  DimensionItem local, global, offset;
  // The group's time index is a dimension: its size is one and takes no room.
  bool is_time() const { return local.is_reference && local.value == 0; }
};

struct StoredVariable {
  std::uint64_t offset = 0;  // all offsets are those of the file
  std::uint64_t length = 0;
  std::uint32_t id = 0;
  std::string_view name;
  std::string_view path;
  DataType type{};
  bool is_dimension = false;
  std::vector<DimensionItems> dimensions;
  std::uint8_t characteristic_count = 0;
  Bytes characteristics;
  std::uint64_t payload_offset = 0;
  Bytes payload;
};

struct StoredAttribute {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;  // behind the length itself
  std::uint32_t id = 0;
  std::string_view name;
  std::string_view path;
  bool is_reference = false;
  std::uint32_t var_id = 0;
  DataType type = DataType::unknown;
  std::uint64_t count = 0;  // of elements
  Bytes value;              // as it is stored: elements, a text, or texts with their counts
};

struct ProcessGroup {
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
  ProcessGroupHeader header;
  std::uint64_t variables_offset = 0;
  std::uint64_t attributes_offset = 0;
  std::vector<StoredVariable> variables;
  std::vector<StoredAttribute> attributes;
};

// The group at `offset`, which must end where its length says; in version 1 it ends with its attributes. `file` may be
// cut behind the last group.
Result<ProcessGroup> parse_process_group(
    Bytes file, std::uint64_t offset, const Layout& layout, const std::string& path);

// The entry of a variable at `offset`.
Result<StoredVariable> parse_stored_variable(
    Bytes file, std::uint64_t offset, const Layout& layout, const std::string& path);

// The texts of a string array in a process group, without their ends. False if they are damaged.
bool split_stored_texts(Bytes value, std::uint64_t count, ByteOrder order, std::vector<std::string_view>& texts);

}  // namespace weft::bp
