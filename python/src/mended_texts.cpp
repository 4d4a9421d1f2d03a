// SPDX-License-Identifier: BSD-3-Clause
#include "mended_texts.hpp"

#include "base/utf8.hpp"

namespace weft::python {

namespace {

bool is_ascii(std::string_view bytes) {
  unsigned char all = 0;
  for (const char byte : bytes) all |= static_cast<unsigned char>(byte);
  return all < 0x80;
}

}  // namespace

std::shared_ptr<const tables::ColumnData> mended_texts(std::span<const std::int32_t> offsets, std::string_view bytes) {
  if (is_ascii(bytes)) return nullptr;
  const auto text = [&](std::size_t i) {
    const auto begin = static_cast<std::size_t>(offsets[i]);
    return bytes.substr(begin, static_cast<std::size_t>(offsets[i + 1]) - begin);
  };
  std::string scratch;
  const std::size_t size = offsets.size() - 1;
  std::size_t good = 0;
  while (good < size && valid_utf8(text(good), scratch).data() == text(good).data()) ++good;
  if (good == size) return nullptr;
  auto mended = std::make_shared<tables::ColumnData>();
  mended->clear();
  for (std::size_t i = 0; i < size; ++i) mended->put(valid_utf8(text(i), scratch));
  return mended;
}

std::shared_ptr<const tables::ColumnData> MendedNames::of(const tables::Dictionary& names) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = known_.try_emplace(&names);
  if (is_new) known->second = mended_texts(names.offsets(), names.bytes());
  return known->second;
}

}  // namespace weft::python
