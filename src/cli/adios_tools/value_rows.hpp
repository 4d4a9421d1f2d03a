// SPDX-License-Identifier: BSD-3-Clause
// ValueRows: the values of a slice in lines, each with the indices of its first one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/adios_tools/list_options.hpp"
#include "formats/bp/box.hpp"

namespace weft::cli::adios_tools {

class ValueRows {
 public:
  // A slice without dimensions is one value, without indices.
  ValueRows(TextSink& out, const ListOptions& options, const bp::Box& slice, bp::DataType type);

  // The next values, in the byte order of this machine or another one.
  void put(Bytes elements, ByteOrder order = ByteOrder::little);
  void put(std::string_view text);
  void finish();

 private:
  void begin_value();
  void end_value();
  void put_indices();
  void put_characters(std::string_view characters);
  void put_line();

  TextSink& out_;
  const ListOptions& options_;
  bp::Box slice_;
  bp::DataType type_;
  std::array<std::size_t, bp::most_dimensions> widths_{};
  std::uint64_t done_ = 0;
  std::uint64_t in_row_ = 0;
  bool is_text_;
  std::uint64_t line_size_ = 1;  // where bytes are texts
  std::string line_;
};

}  // namespace weft::cli::adios_tools
