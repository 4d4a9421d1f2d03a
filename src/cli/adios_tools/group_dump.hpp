// SPDX-License-Identifier: BSD-3-Clause
// A process group as it lies in the file: the second half of `bpdump`.
#pragma once

#include <cstdint>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/bp/process_group.hpp"

namespace weft::cli::adios_tools {

class GroupDump {
 public:
  GroupDump(const bp::Layout& layout, bool shows_values, TextSink& out)
      : layout_(layout), shows_values_(shows_values), out_(out) {}

  void put(const bp::ProcessGroup& group, std::uint64_t number);

 private:
  void put(const bp::StoredVariable& variable);
  void put(const bp::StoredAttribute& attribute);
  void put_dimensions_of(const bp::StoredVariable& variable);
  void put_characteristics(const bp::StoredVariable& variable);

  const bp::Layout& layout_;
  bool shows_values_;
  TextSink& out_;
  std::vector<bp::Dimension> pool_;
};

}  // namespace weft::cli::adios_tools
