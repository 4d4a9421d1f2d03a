// SPDX-License-Identifier: BSD-3-Clause
// IndexDump: the three indices of a file, entry by entry: the first half of `bpdump`.
#pragma once

#include <span>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

// A method that changes blocks on their way to the file, as ADIOS numbers and describes them.
struct TransformName {
  std::string_view uid;
  std::string_view description;
};
// Their places are their numbers. 0 is none; so are those that nobody knows.
std::size_t transform_number(std::string_view uid);
const TransformName& transform_name(std::size_t number);

// "integer", or "(unknown: 255)".
void put_type_name(TextSink& out, bp::DataType type);

class IndexDump {
 public:
  IndexDump(const bp::Reader& reader, TextSink& out) : reader_(reader), out_(out) {}

  void groups();
  void variables();
  void attributes();

 private:
  void begin(std::string_view what, const bp::Entry& entry);
  template <class Put>
  void sets(const bp::Entry& entry, Put&& put);
  void put_places(const bp::Characteristics& set, std::string_view margin);
  void put_block(const bp::Entry& entry, const bp::Characteristics& block);
  void put_value(const bp::Entry& entry, const bp::Characteristics& value);

  const bp::Reader& reader_;
  TextSink& out_;
  std::vector<bp::Dimension> pool_;
};

}  // namespace weft::cli::adios_tools
