// SPDX-License-Identifier: BSD-3-Clause
// The primitive encodings of OTF2 (docs/formats/otf2.md, sections 5 and 6): compressed integers, plain integers, texts,
// typed values, lists. Three coders walk a record the same way: Encoder writes it, Decoder reads it, Estimator says
// beforehand how many bytes to provide for. `code(coder, record)` in layouts.hpp is the walk.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "base/arena.hpp"
#include "base/bytes.hpp"
#include "base/ref.hpp"
#include "formats/otf2/id_map.hpp"
#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::otf2 {

// Bytes a coder may touch behind the last byte it needs, so that it can move eight at a time.
inline constexpr std::size_t slack_bytes = 16;

// How an attribute value of a type is stored.
enum class ValueForm : std::uint8_t { fixed8, fixed16, fixed32, fixed64, compressed32, compressed64 };

namespace detail {

constexpr ValueForm find_form(Type type) {
  switch (type) {
    case Type::uint8:
    case Type::int8:
      return ValueForm::fixed8;
    case Type::uint16:
    case Type::int16:
      return ValueForm::fixed16;
    case Type::float_:
      return ValueForm::fixed32;
    case Type::double_:
      return ValueForm::fixed64;
    case Type::none:
    case Type::uint64:
    case Type::int64:
    case Type::location:
      return ValueForm::compressed64;
    default:
      return type <= Type::location_group ? ValueForm::compressed32 : ValueForm::compressed64;
  }
}

// As a table: which type comes next is hard to foretell.
inline constexpr std::array<ValueForm, 256> forms = [] {
  std::array<ValueForm, 256> all{};
  for (std::size_t type = 0; type < all.size(); ++type) all[type] = find_form(static_cast<Type>(type));
  return all;
}();

}  // namespace detail

constexpr ValueForm form_of(Type type) { return detail::forms[static_cast<std::uint8_t>(type)]; }

// The bytes of the longest value in a form.
constexpr std::size_t most_bytes(ValueForm form) {
  if (form < ValueForm::compressed32) return std::size_t{1} << static_cast<unsigned>(form);
  return form == ValueForm::compressed32 ? 1 + 4 : 1 + 8;
}

// A record's length is stored in a short or a long form, by the estimate of its bytes.
constexpr std::size_t length_field_bytes(std::size_t estimate) { return estimate < 255 ? 1 : 1 + 8; }

// The estimate for the body of an attribute list.
constexpr std::size_t attribute_list_estimate(std::size_t entries) { return 15 * entries + 5; }

// Number of value bytes a compressed unsigned integer needs: by the place of its highest bit, as processors count it.
constexpr unsigned significant_bytes(std::uint64_t value) {
  if (value == 0) return 0;
  const unsigned highest = 63u ^ static_cast<unsigned>(std::countl_zero(value));
  return highest / 8 + 1;
}

template <class T>
concept Compressed = std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t> ||
    std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;

template <class T>
constexpr bool is_all_ones(T value) {
  return std::is_unsigned_v<T> && value == static_cast<T>(~T{0});
}

// Record types carry integers in wrappers; this is the integer inside.
template <class T>
constexpr auto plain(const T& value) {
  if constexpr (std::is_enum_v<T>)
    return static_cast<std::underlying_type_t<T>>(value);
  else if constexpr (is_ref<T>)
    return value.value;
  else
    return value;
}

template <class C, class R>
void code(C& coder, R& record);

class Encoder {
 public:
  static constexpr bool reading = false;

  // The caller provides room for everything that follows, plus slack_bytes.
  Encoder(std::byte* to, ByteOrder order) : p_(to), order_(order) {}

  std::byte* position() const { return p_; }
  bool more() const { return true; }

  template <class T>
  void operator()(const T& value) {
    if constexpr (std::is_same_v<T, Timestamp>)
      put_plain(value.value);
    else if constexpr (std::is_same_v<T, double>)
      put_plain(std::bit_cast<std::uint64_t>(value));
    else if constexpr (std::is_same_v<T, std::string_view>)
      put_text(value);
    else if constexpr (std::is_same_v<T, TypedValue>)
      put_typed(value);
    else if constexpr (std::is_same_v<T, IdMap>)
      put_map(value);
    else if constexpr (is_sequence<T>)
      put_sequence(value);
    else if constexpr (Record<T>)
      code(*this, value);
    else
      put_integer(plain(value));
  }

  void put_byte(std::uint8_t value) { *p_++ = std::byte{value}; }

  template <std::unsigned_integral T>
  void put_plain(T value) {
    store(p_, value, order_);
    p_ += sizeof value;
  }

  template <Compressed T>
  [[gnu::always_inline]] void put_compressed(T value) {
    // All ones is special for unsigned numbers only.
    if (is_all_ones(value)) [[unlikely]]
      return put_byte(0xff);
    put_significant(static_cast<std::make_unsigned_t<T>>(value));
  }

  void put_bytes(Bytes bytes) {
    if (!bytes.empty()) std::memcpy(p_, bytes.data(), bytes.size());
    p_ += bytes.size();
  }

 private:
  template <class T>
  void put_integer(T value) {
    if constexpr (sizeof(T) == 1)
      put_byte(static_cast<std::uint8_t>(value));
    else
      put_compressed(value);
  }

  void put_text(std::string_view text) {
    put_bytes(std::as_bytes(std::span(text)));
    put_byte(0);
  }

  [[gnu::always_inline]] void put_typed(const TypedValue& v) {
    put_byte(static_cast<std::uint8_t>(v.type));
    const ValueForm form = form_of(v.type);
    if (form < ValueForm::compressed32) return put_low_bytes(v.bits, static_cast<unsigned>(most_bytes(form)));
    const std::uint64_t all_ones = form == ValueForm::compressed32 ? 0xffffffffu : ~std::uint64_t{0};
    const std::uint64_t bits = v.bits & all_ones;
    if (bits == all_ones && v.type != Type::int32 && v.type != Type::int64) [[unlikely]]
      return put_byte(0xff);
    put_significant(bits);
  }

  // Negative numbers keep their full width.
  [[gnu::always_inline]] void put_significant(std::uint64_t bits) {
    const unsigned n = significant_bytes(bits);
    put_byte(static_cast<std::uint8_t>(n));
    put_low_bytes(bits, n);
  }
  [[gnu::always_inline]] void put_low_bytes(std::uint64_t bits, unsigned n) {
    if (order_ == ByteOrder::little)
      std::memcpy(p_, &bits, 8);
    else if (n)
      store(p_, bits << (64 - 8 * n), ByteOrder::big);
    p_ += n;
  }

  void put_map(const IdMap& map) {
    put_compressed(std::uint64_t{map.entries.size()});
    put_byte(static_cast<std::uint8_t>(map.mode));
    for (const IdPair& pair : map.entries) {
      if (map.mode == IdMapMode::sparse) put_compressed(pair.local);
      put_compressed(pair.global);
    }
  }

  template <class T>
  void put_sequence(const T& sequence) {
    put_integer(static_cast<typename T::count_type>(sequence.size()));
    for (std::size_t i = 0; i < sequence.size(); ++i) (*this)(sequence[i]);
  }

  std::byte* p_;
  ByteOrder order_;
};

// Reads records from memory that is never trusted. Once a read runs past the end or meets an impossible byte the
// decoder fails, and stays failed; ask once per record.
class Decoder {
 public:
  static constexpr bool reading = true;

  Decoder(const std::byte* from, const std::byte* end, ByteOrder order, Arena& arena)
      : p_(from), end_(end), order_(order), arena_(&arena) {}

  const std::byte* position() const { return p_; }
  bool failed() const { return failed_; }
  // Whether the record goes on: fields of later versions may be missing.
  bool more() const { return p_ < end_; }

  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_same_v<T, Timestamp>)
      value.value = get_plain<std::uint64_t>();
    else if constexpr (std::is_same_v<T, double>)
      value = std::bit_cast<double>(get_plain<std::uint64_t>());
    else if constexpr (std::is_same_v<T, std::string_view>)
      value = get_text();
    else if constexpr (std::is_same_v<T, TypedValue>)
      value = get_typed();
    else if constexpr (std::is_same_v<T, IdMap>)
      value = get_map();
    else if constexpr (is_sequence<T>)
      value = get_sequence<T>();
    else if constexpr (Record<T>)
      code(*this, value);
    else if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(get_integer<std::underlying_type_t<T>>());
    else if constexpr (is_ref<T>)
      value.value = get_integer<typename T::rep>();
    else
      value = get_integer<T>();
  }

  std::uint8_t get_byte() {
    if (p_ >= end_) return fail(), std::uint8_t{0};
    return static_cast<std::uint8_t>(*p_++);
  }

  template <std::unsigned_integral T>
  T get_plain() {
    if (remaining() < sizeof(T)) return fail(), T{0};
    const T value = load<T>(p_, order_);
    p_ += sizeof value;
    return value;
  }

  template <Compressed T>
  T get_compressed() {
    const unsigned n = get_byte();
    if (n == 0xff) return static_cast<T>(~T{0});
    if (n > sizeof(T) || n > remaining()) return fail(), T{0};
    std::uint64_t value = 0;
    if (n && remaining() >= 8) {
      value = load<std::uint64_t>(p_, order_);
      const unsigned drop = 64 - 8 * n;
      value = order_ == ByteOrder::little ? value << drop >> drop : value >> drop;
    } else {
      for (unsigned i = 0; i < n; ++i) {
        const auto byte = static_cast<std::uint64_t>(p_[i]);
        value = order_ == ByteOrder::little ? value | byte << (8 * i) : value << 8 | byte;
      }
    }
    p_ += n;
    return static_cast<T>(value);
  }

  // A count that precedes elements of at least one byte each; never more than what remains.
  template <class T>
  std::size_t get_count() {
    const std::uint64_t count = get_integer<T>();
    if (count > remaining()) return fail(), 0;
    return static_cast<std::size_t>(count);
  }

 private:
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - p_); }
  void fail() {
    failed_ = true;
    p_ = end_;
  }

  template <class T>
  T get_integer() {
    if constexpr (sizeof(T) == 1)
      return static_cast<T>(get_byte());
    else
      return get_compressed<T>();
  }

  std::string_view get_text() {
    const void* nul = remaining() ? std::memchr(p_, 0, remaining()) : nullptr;
    if (!nul) return fail(), std::string_view{};
    const auto* begin = reinterpret_cast<const char*>(p_);
    const auto length = static_cast<std::size_t>(static_cast<const std::byte*>(nul) - p_);
    p_ += length + 1;
    return {begin, length};
  }

  TypedValue get_typed() {
    const auto type = static_cast<Type>(get_byte());
    switch (form_of(type)) {
      case ValueForm::fixed8:
        return {type, get_byte()};
      case ValueForm::fixed16:
        return {type, get_plain<std::uint16_t>()};
      case ValueForm::fixed32:
        return {type, get_plain<std::uint32_t>()};
      case ValueForm::fixed64:
        return {type, get_plain<std::uint64_t>()};
      case ValueForm::compressed32:
        return {type, get_compressed<std::uint32_t>()};
      case ValueForm::compressed64:
        break;
    }
    return {type, get_compressed<std::uint64_t>()};
  }

  IdMap get_map() {
    IdMap map;
    const auto count = get_compressed<std::uint64_t>();
    map.mode = static_cast<IdMapMode>(get_byte());
    if (count == 0 || count > remaining() || map.mode > IdMapMode::sparse) return fail(), map;
    const auto pairs = arena_->allocate_array<IdPair>(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < pairs.size() && !failed_; ++i) {
      const std::uint64_t local = map.mode == IdMapMode::sparse ? get_compressed<std::uint64_t>() : i;
      pairs[i] = {local, get_compressed<std::uint64_t>()};
    }
    map.entries = in_local_order(pairs);
    map.repeated = pairs.size() - map.entries.size();
    return map;
  }

  template <class T>
  T get_sequence() {
    const auto elements = arena_->allocate_array<typename T::element>(get_count<typename T::count_type>());
    for (auto& element : elements) {
      (*this)(element);
      if (failed_) return {};
    }
    return T(elements);
  }

  const std::byte* p_;
  const std::byte* end_;
  ByteOrder order_;
  bool failed_ = false;
  Arena* arena_;
};

// How a record is measured before it is written. What its length field looks like depends on this estimate, not on the
// outcome (section 6.3): definitions are measured as they will be but for typed values, all other records by the
// largest form of each number.
enum class Estimate : std::uint8_t { exact, definition, worst_case };

template <Estimate mode>
class Estimator {
 public:
  static constexpr bool reading = false;

  std::size_t bytes() const { return bytes_; }
  bool more() const { return true; }

  template <class T>
  constexpr void operator()(const T& value) {
    if constexpr (std::is_same_v<T, Timestamp> || std::is_same_v<T, double>)
      bytes_ += 8;
    else if constexpr (std::is_same_v<T, std::string_view>)
      bytes_ += value.size() + 1;
    else if constexpr (std::is_same_v<T, TypedValue>)
      bytes_ += 1 + (mode == Estimate::exact ? value_bytes(value) : 9);
    else if constexpr (std::is_same_v<T, IdMap>)
      add_map(value);
    else if constexpr (is_sequence<T>)
      add_sequence(value);
    else if constexpr (Record<T>)
      code(*this, value);
    else
      add_integer(plain(value));
  }

 private:
  template <class T>
  constexpr void add_integer(T value) {
    if constexpr (sizeof(T) == 1)
      bytes_ += 1;
    else if constexpr (mode == Estimate::worst_case)
      bytes_ += 1 + sizeof(T);
    else
      bytes_ += 1 + (is_all_ones(value) ? 0 : significant_bytes(static_cast<std::make_unsigned_t<T>>(value)));
  }
  static constexpr std::size_t value_bytes(const TypedValue& v) {
    const ValueForm form = form_of(v.type);
    if (form == ValueForm::compressed32) {
      const auto bits = static_cast<std::uint32_t>(v.bits);
      return 1 + (v.type != Type::int32 && is_all_ones(bits) ? 0 : significant_bytes(bits));
    }
    if (form == ValueForm::compressed64)
      return 1 + (v.type != Type::int64 && is_all_ones(v.bits) ? 0 : significant_bytes(v.bits));
    return most_bytes(form);
  }
  constexpr void add_map(const IdMap& map) {
    add_integer(std::uint64_t{map.entries.size()});
    bytes_ += 1;
    for (const IdPair& pair : map.entries) {
      if (map.mode == IdMapMode::sparse) add_integer(pair.local);
      add_integer(pair.global);
    }
  }
  template <class T>
  constexpr void add_sequence(const T& sequence) {
    add_integer(static_cast<typename T::count_type>(sequence.size()));
    for (std::size_t i = 0; i < sequence.size(); ++i) (*this)(sequence[i]);
  }

  std::size_t bytes_ = 0;
};

template <Estimate mode, class R>
std::size_t estimated_bytes(const R& record) {
  Estimator<mode> estimator;
  code(estimator, record);
  return estimator.bytes();
}

}  // namespace weft::otf2
