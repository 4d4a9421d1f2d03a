// SPDX-License-Identifier: BSD-3-Clause
// The numbers of BP as the codec knows them, one JSON object.
#include <fmt/format.h>

#include "formats/bp/layout.hpp"
#include "formats/bp/types.hpp"

using namespace weft::bp;

int main() {
  fmt::print("{{\"datatypes\":[");
  const char* between = "";
  for (const TypeFacts& facts : all_types) {
    fmt::print("{}{{\"text\":\"{}\",\"id\":{},\"size\":{}}}", between, facts.name, static_cast<unsigned>(facts.type),
        facts.bytes);
    between = ",";
  }
  auto number = [](auto value) { return static_cast<unsigned>(value); };
  fmt::print(
      "],\"characteristics\":{{\"value\":{},\"min\":{},\"max\":{},\"offset\":{},\"dimensions\":{},\"var_id\":{},",
      number(Characteristic::value), number(Characteristic::min), number(Characteristic::max),
      number(Characteristic::offset), number(Characteristic::dimensions), number(Characteristic::var_id));
  fmt::print(
      "\"payload_offset\":{},\"file_index\":{},\"time_index\":{},\"bitmap\":{},\"stat\":{},\"transform_type\":{}}},",
      number(Characteristic::payload_offset), number(Characteristic::file_index), number(Characteristic::time_index),
      number(Characteristic::bitmap), number(Characteristic::stat), number(Characteristic::transform));
  fmt::print(
      "\"statistics\":{{\"min\":{},\"max\":{},\"cnt\":{},\"sum\":{},\"sum_square\":{},\"hist\":{},\"finite\":{}}},",
      number(Statistic::min), number(Statistic::max), number(Statistic::count), number(Statistic::sum),
      number(Statistic::sum_square), number(Statistic::histogram), number(Statistic::finite));
  fmt::print(
      "\"bitmaps\":{{\"none\":{},\"minmax\":{},\"full\":{}}},\"joined\":{},\"minifooter\":{},\"release_tag\":{}}}\n",
      number(StatisticsLevel::none), number(StatisticsLevel::min_max), number(StatisticsLevel::full), joined_dimension,
      mini_footer_bytes, release_tag_bytes);
}
