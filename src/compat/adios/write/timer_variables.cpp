// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/timer_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/bytes.hpp"

namespace weft::adios {

namespace {

constexpr std::size_t label_bytes = std::ranges::max(timer_labels, {}, [](std::string_view label) {
  return label.size();
}).size() + 1;

using Labels = std::array<std::array<char, label_bytes>, timer_labels.size()>;

Labels padded_labels() {
  Labels labels{};
  for (std::size_t i = 0; i < labels.size(); ++i)
    std::memcpy(labels[i].data(), timer_labels[i].data(), timer_labels[i].size());
  return labels;
}

}  // namespace

void define_timer_variables(Group& group, const Communicator& communicator) {
  const std::string seconds = fmt::format("/__adios__/timers_{}", group.number());
  if (group.find_variable(seconds)) return;
  const std::string labels = fmt::format("/__adios__/timer_labels_{}", group.number());
  const std::string local = fmt::format("1,{}", timer_labels.size());
  const std::string global = fmt::format("{},{}", communicator.size(), timer_labels.size());
  const std::string offset = fmt::format("{},0", communicator.rank());
  const std::string size_of_labels = fmt::format("{},{}", timer_labels.size(), label_bytes);
  bp::MemberId ignored = 0;
  static_cast<void>(group.define({seconds, "", local, global, offset, adios_double}, ignored));
  static_cast<void>(group.define({labels, "", size_of_labels, "", "", adios_byte}, ignored));
}

void write_timer_variables(Group& group, bp::GroupWriter& writer, const Communicator& communicator) {
  const auto seconds = group.find_variable(fmt::format("/__adios__/timers_{}", group.number()));
  const auto labels = group.find_variable(fmt::format("/__adios__/timer_labels_{}", group.number()));
  if (!seconds || !labels) return;
  const Labels texts = padded_labels();
  if (communicator.rank() == 0) static_cast<void>(writer.write(*labels, std::as_bytes(std::span(texts))));
  static_cast<void>(writer.write(*seconds, std::as_bytes(std::span(group.last_timers.seconds))));
}

std::uint64_t timer_bytes(const Communicator& communicator) {
  return sizeof(Timers::seconds) + (communicator.rank() == 0 ? sizeof(Labels) : 0);
}

}  // namespace weft::adios
