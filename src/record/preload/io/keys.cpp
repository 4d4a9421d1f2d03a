// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/io/keys.hpp"

#include <atomic>

#include "record/io_calls.hpp"

namespace weft::recording::io {

namespace {

struct Entry {
  const char* name;
  Type type;
  std::atomic<std::uint32_t> id;
};

#define WEFT_IO_ENTRY(key, text, type) {text, Type::type, {}},
constinit Entry entries[] = {WEFT_IO_KEYS(WEFT_IO_ENTRY)};
#undef WEFT_IO_ENTRY

}  // namespace

AttributeRef id_of(Key key) {
  Entry& entry = entries[static_cast<std::size_t>(key)];
  std::uint32_t id = entry.id.load(std::memory_order_relaxed);
  if (id == 0) [[unlikely]]
    entry.id.store(id = weft_watch_key(entry.name, entry.type), std::memory_order_relaxed);
  return {id - 1};
}

Type type_of(Key key) { return entries[static_cast<std::size_t>(key)].type; }

}  // namespace weft::recording::io
