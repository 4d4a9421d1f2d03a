// SPDX-License-Identifier: BSD-3-Clause
#include "samples.hpp"

#include <limits>
#include <string_view>
#include <type_traits>

#include "base/arena.hpp"
#include "formats/otf2/writer.hpp"

namespace weft::fuzzing {

namespace {

// Fills records; texts and lists live as long as it does.
class Sampler {
 public:
  explicit Sampler(Values values) : values_(values) {}

  template <class T>
  void fill(T& value) {
    if constexpr (std::is_same_v<T, Timestamp>)
      value.value = integer<Ticks>();
    else if constexpr (std::is_same_v<T, double>)
      value = pick(0.0, -1.5, std::numeric_limits<double>::quiet_NaN());
    else if constexpr (std::is_same_v<T, std::string_view>)
      value = pick<std::string_view>("", "some text", "\"\\\xff\n\xc3\xa4");
    else if constexpr (std::is_same_v<T, TypedValue>)
      value = typed();
    else if constexpr (std::is_same_v<T, otf2::IdMap>)
      value = id_map();
    else if constexpr (is_sequence<T>)
      value = sequence<T>();
    else if constexpr (Record<T>)
      T::schema.each([&](const auto& f) { fill(value.*f.member); });
    else if constexpr (is_ref<T>)
      value.value = pick<typename T::rep>(0, 0, T::undefined);
    else if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(integer<std::underlying_type_t<T>>());
    else
      value = integer<T>();
  }

 private:
  template <class T>
  T pick(T zero, T ordinary, T largest) const {
    return values_ == Values::zero ? zero : values_ == Values::ordinary ? ordinary : largest;
  }
  template <class T>
  T integer() const {
    return pick<T>(0, 3, std::numeric_limits<T>::max());
  }

  // A value of the next type each time, so that all types have their turn.
  TypedValue typed() {
    const auto type = static_cast<Type>(next_type_++ % 27);
    switch (otf2::form_of(type)) {
      case otf2::ValueForm::fixed8:
        return {type, integer<std::uint8_t>()};
      case otf2::ValueForm::fixed16:
        return {type, integer<std::uint16_t>()};
      case otf2::ValueForm::fixed32:
      case otf2::ValueForm::compressed32:
        return {type, integer<std::uint32_t>()};
      default:
        return {type, integer<std::uint64_t>()};
    }
  }

  otf2::IdMap id_map() {
    const auto pairs = arena_.allocate_array<otf2::IdPair>(3);
    const auto mode = values_ == Values::zero ? otf2::IdMapMode::dense : otf2::IdMapMode::sparse;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      pairs[i] = {mode == otf2::IdMapMode::dense ? i : 10 * i, integer<std::uint64_t>() + i};
    return {mode, pairs};
  }

  template <class T>
  T sequence() {
    const auto elements = arena_.allocate_array<typename T::element>(pick<std::size_t>(0, 2, 5));
    for (auto& element : elements) fill(element);
    return T(elements);
  }

  Values values_;
  unsigned next_type_ = 0;
  Arena arena_;
};

template <class Writer, class R>
void append(Writer& writer, Sampler& sampler, std::size_t place, const R& record) {
  if constexpr (requires { writer.last_time(); }) {
    AttributeEntry attributes[2];
    for (AttributeEntry& attribute : attributes) sampler.fill(attribute);
    writer.append(place, record, std::span<const AttributeEntry>(attributes).first(place % 3 == 2 ? 2 : 0)).value();
  } else {
    writer.write(record).value();
  }
}

template <class Writer, class List>
void write(const std::string& path, const SampleOptions& options) {
  Writer writer(otf2::ChunkWriter(path, options.chunk_bytes, options.order));
  Sampler sampler(options.values);
  std::size_t place = 0;
  otf2::RecordsOf<List>::each([&](auto type) {
    typename decltype(type)::type record;
    sampler.fill(record);
    if (options.first <= place && place < options.last) append(writer, sampler, place, record);
    ++place;
  });
  writer.close().value();
}

// Calls visit(writer type, list of records) for a kind of file.
template <class Visit>
auto with_types(FileKind kind, Visit&& visit) {
  using namespace otf2;
  using std::type_identity;
  switch (kind) {
    case FileKind::global_definitions:
      return visit(type_identity<GlobalDefinitionWriter>{}, type_identity<GlobalDefinitionRecords>{});
    case FileKind::local_definitions:
      return visit(type_identity<LocalDefinitionWriter>{}, type_identity<LocalDefinitionRecords>{});
    case FileKind::events:
      return visit(type_identity<EventWriter>{}, type_identity<EventRecords>{});
    case FileKind::snapshots:
      return visit(type_identity<SnapshotWriter>{}, type_identity<SnapshotRecords>{});
    case FileKind::markers:
      return visit(type_identity<MarkerWriter>{}, type_identity<MarkerRecords>{});
    case FileKind::thumbnails:
      break;
  }
  return visit(type_identity<ThumbnailWriter>{}, type_identity<ThumbnailRecords>{});
}

}  // namespace

std::size_t record_types(FileKind kind) {
  return with_types(kind, [](auto, auto list) { return decltype(list)::type::size; });
}

void write_samples(FileKind kind, const std::string& path, const SampleOptions& options) {
  with_types(kind, [&](auto writer, auto list) {
    write<typename decltype(writer)::type, typename decltype(list)::type>(path, options);
  });
}

}  // namespace weft::fuzzing
