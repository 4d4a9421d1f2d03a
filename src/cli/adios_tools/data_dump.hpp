// SPDX-License-Identifier: BSD-3-Clause
// DataDump: the values of variables, read piece by piece: `bpls -d`.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/adios_tools/list_options.hpp"
#include "cli/adios_tools/slice.hpp"
#include "cli/adios_tools/value_rows.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

class DataDump {
 public:
  DataDump(const bp::Reader& reader, const ListOptions& options, TextSink& out)
      : reader_(reader), options_(options), out_(out) {}

  // The slice of a variable whose steps, if there are several, are its first dimension.
  Result<> variable(const bp::Variable& variable);
  // The slice of a block, if its step is in it.
  Result<> block(const bp::Variable& variable, std::size_t step, std::size_t block);
  // The values of a scalar in one step, in a line.
  Result<> instances(const bp::Variable& variable, const bp::Step& step);

 private:
  Result<> scalars(const bp::Variable& variable, const Slice& slice, ValueRows& rows);
  Result<> arrays(const bp::Variable& variable, const Slice& slice, ValueRows& rows);
  void put_part(Bytes elements, bp::Box shape, const bp::Box& part, bp::DataType type, ValueRows& rows);
  bool is_shown(const bp::Variable& variable) const;

  const bp::Reader& reader_;
  const ListOptions& options_;
  TextSink& out_;
  std::vector<std::byte> elements_;
};

}  // namespace weft::cli::adios_tools
