// SPDX-License-Identifier: BSD-3-Clause
#include "arrow.hpp"

#include <cerrno>
#include <new>
#include <string>
#include <utility>

namespace weft::python {

namespace {

constexpr std::int64_t flag_nullable = 2;

// What a struct of the interface points to. Consumers may take a child for themselves and release the rest: each owns
// its own.
template <class Struct>
struct Owned {
  std::string name = {};
  std::shared_ptr<const void> keeps_alive = {};
  std::shared_ptr<const void> mended = {};  // texts
  std::vector<std::uint8_t> bitmap = {};
  std::vector<const void*> buffers = {};
  std::vector<std::unique_ptr<Struct>> children = {};
  std::vector<Struct*> child_pointers = {};
  std::unique_ptr<Struct> dictionary = {};

  static void release(Struct* given) {
    const std::unique_ptr<Owned> owned(static_cast<Owned*>(given->private_data));
    for (const auto& child : owned->children)
      if (child->release) child->release(child.get());
    if (owned->dictionary && owned->dictionary->release) owned->dictionary->release(owned->dictionary.get());
    given->release = nullptr;
  }

  // Makes `out` the owner of what has been gathered.
  static void hand_over(std::unique_ptr<Owned> owned, Struct& out) {
    for (const auto& child : owned->children) owned->child_pointers.push_back(child.get());
    out.n_children = static_cast<std::int64_t>(owned->children.size());
    out.children = owned->child_pointers.data();
    out.dictionary = owned->dictionary.get();
    out.release = &release;
    out.private_data = owned.release();
  }
};

using OwnedSchema = Owned<ArrowSchema>;
using OwnedArray = Owned<ArrowArray>;

const char* format_of(tables::ColumnType type) {
  switch (type) {
    case tables::ColumnType::int64:
      return "l";
    case tables::ColumnType::uint64:
      return "L";
    case tables::ColumnType::real:
      return "g";
    case tables::ColumnType::name:
      return "i";  // 2^31 names are enough, and there are consumers that take no others
    case tables::ColumnType::text:
      return "u";
  }
  return "n";
}

void finish_schema(std::unique_ptr<OwnedSchema> owned, const char* format, bool nullable, ArrowSchema& out) {
  out = {};
  out.format = format;
  out.name = owned->name.c_str();  // stays where it is: the struct does
  out.flags = nullable ? flag_nullable : 0;
  OwnedSchema::hand_over(std::move(owned), out);
}

std::unique_ptr<ArrowSchema> schema_of(const tables::Column& column) {
  auto owned = std::make_unique<OwnedSchema>();
  owned->name = column.name;
  if (column.type == tables::ColumnType::name) {
    owned->dictionary = std::make_unique<ArrowSchema>();
    finish_schema(std::make_unique<OwnedSchema>(), "u", false, *owned->dictionary);
  }
  auto schema = std::make_unique<ArrowSchema>();
  finish_schema(std::move(owned), format_of(column.type), column.nullable, *schema);
  return schema;
}

void finish_array(std::unique_ptr<OwnedArray> owned, std::size_t length, std::int64_t nulls, ArrowArray& out) {
  out = {};
  out.length = static_cast<std::int64_t>(length);
  out.null_count = nulls;
  out.n_buffers = static_cast<std::int64_t>(owned->buffers.size());
  out.buffers = owned->buffers.data();
  OwnedArray::hand_over(std::move(owned), out);
}

// A bit for each byte that is not 0. Answers how many are.
std::int64_t pack_bits(const std::vector<std::uint8_t>& bytes, std::vector<std::uint8_t>& bits) {
  bits.assign((bytes.size() + 7) / 8, 0);
  std::int64_t nulls = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    nulls += !bytes[i];
    bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (bytes[i] ? 1U << i % 8 : 0U));
  }
  return nulls;
}

// The block with the trace it was made of.
struct Kept {
  std::shared_ptr<OpenTrace> of;
  std::shared_ptr<const tables::Block> block;
};

// Texts are UTF-8 to those who read them. Nothing is copied where they are.
void add_texts(OwnedArray& owned, std::span<const std::int32_t> offsets, const std::string& bytes,
    std::shared_ptr<const tables::ColumnData> mended) {
  owned.buffers.push_back(mended ? mended->offsets.data() : offsets.data());
  owned.buffers.push_back(mended ? mended->bytes.data() : bytes.data());
  owned.mended = std::move(mended);
}

std::unique_ptr<ArrowArray> array_of(const tables::Dictionary& names, const std::shared_ptr<Kept>& kept) {
  auto owned = std::make_unique<OwnedArray>();
  owned->keeps_alive = kept;
  owned->buffers.push_back(nullptr);
  add_texts(*owned, names.offsets(), names.bytes(), kept->of->mended_names.of(names));
  auto array = std::make_unique<ArrowArray>();
  finish_array(std::move(owned), names.size(), 0, *array);
  return array;
}

std::unique_ptr<ArrowArray> array_of(
    const tables::ColumnData& column, tables::ColumnType type, std::size_t rows, const std::shared_ptr<Kept>& kept) {
  auto owned = std::make_unique<OwnedArray>();
  owned->keeps_alive = kept;
  const std::int64_t nulls = pack_bits(column.valid, owned->bitmap);
  owned->buffers.push_back(nulls ? owned->bitmap.data() : nullptr);
  if (type == tables::ColumnType::text) {
    add_texts(*owned, column.offsets, column.bytes, mended_texts(column.offsets, column.bytes));
  } else if (type == tables::ColumnType::name) {
    owned->buffers.push_back(column.codes.data());
    owned->dictionary = array_of(*column.dictionary, kept);
  } else {
    owned->buffers.push_back(column.words.data());
  }
  auto array = std::make_unique<ArrowArray>();
  finish_array(std::move(owned), rows, nulls, *array);
  return array;
}

struct Stream {
  Selection selection;
  std::shared_ptr<OpenTrace> of;
  std::shared_ptr<BlockReader> reader;
  std::function<void()> at_end;
  std::string error;

  static Stream& of_struct(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

  static int get_schema(ArrowArrayStream* stream, ArrowSchema* out) noexcept {
    Stream& self = of_struct(stream);
    return self.guarded([&] {
      python::export_schema(self.selection, *out);
      return 0;
    });
  }
  static int get_next(ArrowArrayStream* stream, ArrowArray* out) noexcept {
    Stream& self = of_struct(stream);
    return self.guarded([&] { return self.next(*out); });
  }

  // Who calls knows nothing of exceptions.
  template <class Work>
  int guarded(Work&& work) noexcept {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      error.clear();
      return ENOMEM;
    } catch (...) {
      error.clear();
      return EIO;
    }
  }

  int next(ArrowArray& out) {
    auto block = reader->next([] { return false; });  // who reads it may be no thread of Python
    out = {};
    if (!block) {
      error = block.error().text();
      return EIO;
    }
    if (*block)
      export_block(selection, of, std::move(block).take(), out);
    else if (auto last = std::exchange(at_end, {}))
      last();
    return 0;
  }

  static const char* get_last_error(ArrowArrayStream* stream) {
    const std::string& error = of_struct(stream).error;
    return error.empty() ? nullptr : error.c_str();
  }
  static void release(ArrowArrayStream* stream) {
    const std::unique_ptr<Stream> owned(static_cast<Stream*>(stream->private_data));
    stream->release = nullptr;
  }
};

}  // namespace

std::uint64_t Selection::mask() const {
  std::uint64_t bits = 0;
  for (const std::size_t column : columns)
    if (column < 64) bits |= std::uint64_t{1} << column;
  return bits;
}

void export_schema(const Selection& selection, ArrowSchema& out) {
  auto owned = std::make_unique<OwnedSchema>();
  for (const std::size_t column : selection.columns)
    owned->children.push_back(schema_of(selection.table->columns[column]));
  finish_schema(std::move(owned), "+s", false, out);
}

void export_block(const Selection& selection, std::shared_ptr<OpenTrace> of, std::shared_ptr<const tables::Block> block,
    ArrowArray& out) {
  const auto kept = std::make_shared<Kept>(Kept{std::move(of), std::move(block)});
  auto owned = std::make_unique<OwnedArray>();
  owned->buffers = {nullptr};
  for (const std::size_t column : selection.columns)
    owned->children.push_back(
        array_of(kept->block->columns[column], selection.table->columns[column].type, kept->block->rows, kept));
  finish_array(std::move(owned), kept->block->rows, 0, out);
}

void export_stream(const Selection& selection, std::shared_ptr<OpenTrace> of, std::shared_ptr<BlockReader> reader,
    std::function<void()> at_end, ArrowArrayStream& out) {
  out.get_schema = &Stream::get_schema;
  out.get_next = &Stream::get_next;
  out.get_last_error = &Stream::get_last_error;
  out.release = &Stream::release;
  out.private_data = new Stream{selection, std::move(of), std::move(reader), std::move(at_end), {}};
}

}  // namespace weft::python
