// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/characteristics.hpp"

#include "formats/bp/statistics.hpp"

namespace weft::bp {

namespace {

PooledDimensions get_dimensions(Cursor& in, std::vector<Dimension>& pool) {
  const std::size_t count = in.get<std::uint8_t>();
  const std::size_t bytes = in.get<std::uint16_t>();
  if (bytes != count * dimension_bytes || in.left() < bytes) return in.fail(), PooledDimensions{};
  const PooledDimensions dimensions{pool.size(), count};
  for (std::size_t i = 0; i < count; ++i) {
    Dimension dimension;
    dimension.local = in.get<std::uint64_t>();
    dimension.global = in.get<std::uint64_t>();
    dimension.offset = in.get<std::uint64_t>();
    pool.push_back(dimension);
  }
  return dimensions;
}

Transform get_transform(Cursor& in, std::vector<Dimension>& pool) {
  Transform transform;
  transform.method = in.text(in.get<std::uint8_t>());
  transform.type = static_cast<DataType>(in.get<std::uint8_t>());
  transform.dimensions = get_dimensions(in, pool);
  transform.metadata = in.take(in.get<std::uint16_t>());
  return transform;
}

// Of a text longer than its count can say the count has the lowest bits: all that is left of the set belongs to it.
Bytes get_index_text(Cursor& in) {
  const std::uint16_t count = in.get<std::uint16_t>();
  const bool counts_wrapped = in.left() > count && (in.left() - count) % (longest_text + 1) == 0;
  return in.take(counts_wrapped ? in.left() : count);
}

// The texts of an array, with their counts.
Bytes get_index_texts(Cursor& in, std::uint64_t count) {
  Cursor rest = in;
  for (std::uint64_t i = 0; i < count && !in.failed(); ++i) get_text(in);
  return in.failed() ? Bytes{} : rest.take(in.offset() - rest.offset());
}

Bytes get_value(Cursor& in, DataType type, Place place, std::uint64_t elements) {
  if (place == Place::process_group) return in.take(in.get<std::uint16_t>());
  if (type == DataType::string) return get_index_text(in);
  if (type == DataType::string_array) return get_index_texts(in, elements);
  const std::size_t bytes = bytes_of(type);
  if (bytes == 0 || elements > in.left() / bytes) return in.fail(), Bytes{};
  return in.take(elements * bytes);
}

}  // namespace

Characteristics decode_characteristics(
    Cursor& in, unsigned count, const Layout& layout, DataType type, Place place, std::vector<Dimension>& pool) {
  Characteristics all;
  const std::size_t bytes = in.left();
  for (unsigned i = 0; i < count && !in.failed(); ++i) {
    const DataType element = all.transform ? all.transform->type : type;
    switch (static_cast<Characteristic>(in.get<std::uint8_t>())) {
      case Characteristic::value:
        all.value = get_value(in, type, place, all.dimensions.count ? pool[all.dimensions.first].local : 1);
        break;
      case Characteristic::min:
        all.min = in.take(bytes_of(element));
        break;
      case Characteristic::max:
        all.max = in.take(bytes_of(element));
        break;
      case Characteristic::offset:
        all.offset = in.get<std::uint64_t>();
        break;
      case Characteristic::dimensions:
        all.dimensions = get_dimensions(in, pool);
        break;
      case Characteristic::var_id:
        all.var_id = layout.get_id(in);
        break;
      case Characteristic::payload_offset:
        all.payload_offset = in.get<std::uint64_t>();
        break;
      case Characteristic::file_index:
        all.file_index_at = static_cast<std::uint32_t>(bytes - in.left());
        all.file_index = in.get<std::uint32_t>();
        break;
      case Characteristic::time_index:
        all.time_index = in.get<std::uint32_t>();
        break;
      case Characteristic::bitmap:
        all.bitmap = in.get<std::uint32_t>();
        break;
      case Characteristic::stat:
        all.statistics = take_statistics(in, all.bitmap, element);
        break;
      case Characteristic::transform:
        all.transform = get_transform(in, pool);
        break;
      default:
        in.fail();
    }
  }
  if (!in.at_end()) in.fail();
  return all;
}

void put_dimensions(ByteSink& out, std::span<const Dimension> dimensions) {
  out.put(static_cast<std::uint8_t>(dimensions.size()));
  out.put(static_cast<std::uint16_t>(dimensions.size() * dimension_bytes));
  for (const Dimension& dimension : dimensions) {
    out.put(dimension.local);
    out.put(dimension.global);
    out.put(dimension.offset);
  }
}

}  // namespace weft::bp
