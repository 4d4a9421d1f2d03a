// SPDX-License-Identifier: BSD-3-Clause
// Blocks in the Arrow C data interface, a convention of a few structs by which libraries hand columns to one another
// without copying and without knowing one another. Names are dictionary-encoded. Only validity is made anew, since
// Arrow has a bit where blocks have a byte, and texts that are no UTF-8, which Arrow does not know.
//
// The structs are what the interface prescribes, names included.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "block_reader.hpp"

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace weft::python {

// The columns of a table that were asked for, by number.
struct Selection {
  std::shared_ptr<const AnyTable> table;
  std::vector<std::size_t> columns;

  // Attributes, of which there may be any number, come in any case.
  std::uint64_t mask() const;
};

void export_schema(const Selection& selection, ArrowSchema& out);
// The block, and the trace that its names are of, live until the array is released.
void export_block(const Selection& selection, std::shared_ptr<OpenTrace> of, std::shared_ptr<const tables::Block> block,
    ArrowArray& out);
// `at_end` is called once, by whichever thread was told that there is no more.
void export_stream(const Selection& selection, std::shared_ptr<OpenTrace> of, std::shared_ptr<BlockReader> reader,
    std::function<void()> at_end, ArrowArrayStream& out);

}  // namespace weft::python
