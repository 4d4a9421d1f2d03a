// SPDX-License-Identifier: BSD-3-Clause
// How the blocks of a variable are put in order.
#pragma once

#include <memory>
#include <span>

#include "formats/bp/block_table.hpp"

namespace weft::bp {

class Reader;
class Variable;

class BlockTableBuilder {
 public:
  BlockTableBuilder(const Reader& reader, const Variable& variable) : reader_(reader), variable_(variable) {}
  std::unique_ptr<BlockTable> build();

 private:
  void decode();
  void notice(const Characteristics& block);
  bool find_alike();
  void find_shape(const Characteristics& first, std::span<const Dimension> written);
  bool has_time_in_group(const Characteristics& block, std::span<const Dimension> written) const;
  void leave_out_strangers();
  void find_steps();
  void join();

  const Reader& reader_;
  const Variable& variable_;
  std::unique_ptr<BlockTable> built_ = std::make_unique<BlockTable>();
  BlockTable& table_ = *built_;
  // What most variables are, as seen while blocks were decoded: all of them like the first, in the order of time.
  bool are_alike_ = true;
  bool are_sorted_ = true;
};

}  // namespace weft::bp
