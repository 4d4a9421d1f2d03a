// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/io_arguments.hpp"

namespace weft::dftracer {

namespace {

// Were `result` what the call returned.
std::optional<std::uint64_t> moved(const IoArguments& told, BytesIn told_in, std::optional<std::int64_t> result) {
  return bytes_moved(told_in, [&](std::string_view name) {
    if (name == "ret") return result;
    return name == "size" ? told.size : name == "ret_len" ? told.ret_len : told.str_len;
  });
}

// The oldest generation has large numbers in quotes.
std::optional<std::int64_t> number_in(const Translation& translation, RowRef at, const StoredValue& value) {
  Value told{value.kind, value.bits};
  if (value.kind == Value::Kind::text) told.text = translation.definitions->text(at.slice->worker->words[value.bits]);
  return told.number();
}

// As Linux has them on most machines, which is what recorders write.
constexpr std::pair<std::int64_t, IoCreationFlag> creation_flags[] = {{0100, IoCreationFlag::create},
    {0200, IoCreationFlag::exclusive}, {01000, IoCreationFlag::truncate}, {0200000, IoCreationFlag::directory},
    {020200000, IoCreationFlag::temporary_file}};
constexpr std::pair<std::int64_t, IoStatusFlag> status_flags[] = {
    {02000, IoStatusFlag::append}, {04000, IoStatusFlag::non_blocking}, {02000000, IoStatusFlag::close_on_exec}};

template <class Flag>
void add(Flag& flags, Flag more) {
  flags = static_cast<Flag>(static_cast<std::uint32_t>(flags) | static_cast<std::uint32_t>(more));
}

void open_by_flags(std::int64_t flags, evt::IoCreateHandle& event) {
  constexpr std::int64_t access_bits = 3;
  event.mode = (flags & access_bits) == 0   ? IoAccessMode::read_only
               : (flags & access_bits) == 1 ? IoAccessMode::write_only
                                            : IoAccessMode::read_write;
  for (const auto& [bits, flag] : creation_flags)
    if ((flags & bits) == bits) add(event.creation_flags, flag);
  for (const auto& [bit, flag] : status_flags)
    if (flags & bit) add(event.status_flags, flag);
}

void open_by_mode(std::string_view mode, evt::IoCreateHandle& event) {
  if (mode.empty()) return;
  const bool reads = mode.front() == 'r';
  if (mode.find('+') == std::string_view::npos) event.mode = reads ? IoAccessMode::read_only : IoAccessMode::write_only;
  if (!reads) add(event.creation_flags, IoCreationFlag::create);
  if (mode.front() == 'w') add(event.creation_flags, IoCreationFlag::truncate);
  if (mode.front() == 'a') add(event.status_flags, IoStatusFlag::append);
}

}  // namespace

std::uint64_t IoArguments::requested(BytesIn told_in) const {
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  return moved(*this, told_in, count ? count : ret).value_or(unknown);
}

std::uint64_t IoArguments::transferred(BytesIn told_in) const { return moved(*this, told_in, ret).value_or(0); }

std::optional<std::uint64_t> IoArguments::position(Seeks seeks) const {
  const auto natural = [](std::optional<std::int64_t> number) {
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
  };
  if (seeks == Seeks::to_begin) return 0;
  if (seeks == Seeks::to_result) return natural(ret);
  return whence == std::int64_t{0} && !has_failed() ? natural(offset) : std::nullopt;
}

IoArguments io_arguments(const Translation& translation, RowRef at) {
  IoArguments found;
  PayloadCursor cursor(at.slice->payload + at.row->payload);
  const PayloadHead head = PayloadHead::take(cursor);
  for (std::uint64_t i = 0; i < head.arguments; ++i) {
    const StringRef key = at.slice->worker->words[cursor.number()];
    const StoredValue value = take_value(cursor);
    const auto take = [&](StringRef name, std::optional<std::int64_t>& into) {
      if (key == name) into = number_in(translation, at, value);
    };
    take(translation.count, found.count);
    take(translation.ret, found.ret);
    take(translation.size, found.size);
    take(translation.offset, found.offset);
    take(translation.whence, found.whence);
    take(translation.ret_len, found.ret_len);
    take(translation.str_len, found.str_len);
    take(translation.flags, found.flags);
    if (key == translation.mode && value.kind == Value::Kind::text) found.mode = at.slice->worker->words[value.bits];
  }
  return found;
}

evt::IoCreateHandle opening(const Translation& translation, IoHandleRef handle, const IoArguments& told) {
  evt::IoCreateHandle event{handle, IoAccessMode::read_write, {}, {}};
  if (told.flags) open_by_flags(*told.flags, event);
  if (told.mode.defined()) open_by_mode(translation.definitions->text(told.mode), event);
  return event;
}

std::uint32_t other_file_of(RowRef at) {
  PayloadCursor cursor(at.slice->payload + at.row->payload);
  const auto skip = [&](std::uint64_t values) {
    for (; values > 0; --values) cursor.number(), take_value(cursor);
  };
  skip(PayloadHead::take(cursor).arguments);
  skip(cursor.number());
  const std::uint64_t word = cursor.number();
  return word == 0 ? no_word : static_cast<std::uint32_t>(word - 1);
}

}  // namespace weft::dftracer
