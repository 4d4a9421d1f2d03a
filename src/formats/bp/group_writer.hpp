// SPDX-License-Identifier: BSD-3-Clause
// GroupWriter: one process group in the making, in memory. Groups know nothing of each other: many can be made at once,
// on many threads, and a Writer gives them their places in a file.
//
//   GroupWriter group(definition, writer.layout(), time_index, rank);
//   WEFT_TRY(group.write(n, std::as_bytes(std::span(&size, 1))));
//   WEFT_TRY(group.write(array, std::as_bytes(std::span(values))));
//   WEFT_TRY(writer.add(WEFT_TRY(std::move(group).finish())));
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_sink.hpp"
#include "formats/bp/group_definition.hpp"
#include "formats/bp/index_builder.hpp"

namespace weft::bp {

// A process group and what the index will say of it. Offsets count from its beginning.
struct FinishedGroup {
  struct Set {
    MemberId id = 0;
    std::string name;
    std::string path;
    DataType type{};
    std::uint64_t offset = 0;
    std::uint64_t payload_offset = 0;
    std::uint32_t time_index = 0;
    std::uint8_t rest_count = 0;
    std::size_t rest_first = 0;  // in `rest`
    std::size_t rest_bytes = 0;
  };

  // What somebody has written already, where it stands in the group: `bytes` goes on behind it.
  struct Gap {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
  };

  std::string name;
  std::string time_name;
  bool is_fortran = false;
  std::uint32_t process = 0;
  std::uint32_t time_index = 0;
  Layout layout;
  std::vector<std::byte> bytes;
  std::vector<Gap> gaps;  // ascending
  std::vector<std::byte> rest;
  std::vector<Set> blocks;
  std::vector<Set> values;

  // With what is in the gaps.
  std::uint64_t size() const;
};

// What the index says of a group that stands at `offset`.
Result<> add_to_index(IndexBuilder& index, const FinishedGroup& group, std::uint64_t offset, std::uint32_t file_index);

class GroupWriter {
 public:
  // The definition must live as long as the writer. Room for `expected_bytes` of data is made at once.
  GroupWriter(const GroupDefinition& definition, const Layout& layout, std::uint32_t time_index,
      std::uint32_t process = 0, std::size_t expected_bytes = 0);

  // A scalar, or a block of an array whose sizes are known by now. Elements are in the byte order of this machine and
  // may be forgotten afterwards. Writing again adds another block.
  Result<> write(MemberId variable, Bytes elements);
  Result<> write(MemberId variable, std::string_view text);
  // A scalar that goes somewhere else: the sizes of arrays may be its value.
  void remember(MemberId variable, Bytes elements);

  // Writes elements to where they will stand, `place` bytes from the beginning of the group; false if it does not.
  using WriteEarly = std::function<bool(std::uint64_t place, Bytes elements)>;
  // Blocks that are worth it are offered to `write` before they are copied. In groups of another byte order none is.
  void offer_large_blocks(WriteEarly write) { write_early_ = std::move(write); }

  // The sizes of a block that would be written now, and its bytes; those of texts are not known before.
  Result<std::vector<Dimension>> dimensions(MemberId variable) const;
  Result<std::uint64_t> block_bytes(MemberId variable) const;

  // How large the group is so far. Room is made for that many bytes of it.
  std::uint64_t size() const { return out_.size() + gap_bytes_; }
  void reserve(std::size_t bytes);

  // The group as it is, without a section for attributes; what is written next goes into another one of the same step.
  Result<FinishedGroup> begin_another();

  // Of many processes that write one file only the first one stores attributes.
  Result<FinishedGroup> finish(bool with_attributes = true) &&;

 private:
  void begin();
  FinishedGroup take_group();
  void end_variables();
  Result<const GroupDefinition::Variable*> find(MemberId id) const;
  Result<std::uint64_t> resolve(const GroupDefinition::Variable& user, const Size& size) const;
  Result<std::vector<Dimension>> resolve(const GroupDefinition::Variable& variable) const;
  void put_dimension_items(const VariableDefinition& definition);
  Result<> put_variable(const GroupDefinition::Variable& variable, Bytes elements);
  void put_block(FinishedGroup::Set& set, const GroupDefinition::Variable& variable,
      const std::vector<Dimension>& dimensions, const TransformedBlock* transformed);
  void put_with_statistics(
      const VariableDefinition& definition, Bytes elements, const std::function<void()>& put_payload);
  void put_or_offer(DataType type, Bytes elements);
  Result<> put_attribute(const GroupDefinition::Attribute& attribute);

  const GroupDefinition& definition_;
  Layout layout_;
  ByteSink out_;
  ByteSink rest_;
  FinishedGroup group_;
  WriteEarly write_early_;
  std::uint64_t gap_bytes_ = 0;
  std::size_t variables_at_ = 0;
  std::map<MemberId, std::uint64_t> numbers_;  // values of the whole numbers written so far
};

// What stands before a block of this variable: exactly, but at most that much where blocks are transformed.
std::size_t header_bytes(
    const GroupDefinition& definition, const GroupDefinition::Variable& variable, const Layout& layout);

// The bytes of a group in which each variable is written once, without those of the variables themselves.
Result<std::uint64_t> overhead_bytes(const GroupDefinition& definition, const Layout& layout);

}  // namespace weft::bp
