// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace weft::otf {

namespace {

using namespace collective_type;

// In the order of the enumeration.
constexpr CollectiveName collectives[] = {
    {CollectiveOp::barrier, "MPI_Barrier", barrier},
    {CollectiveOp::bcast, "MPI_Bcast", one_to_all},
    {CollectiveOp::gather, "MPI_Gather", all_to_one},
    {CollectiveOp::gatherv, "MPI_Gatherv", all_to_one},
    {CollectiveOp::scatter, "MPI_Scatter", one_to_all},
    {CollectiveOp::scatterv, "MPI_Scatterv", one_to_all},
    {CollectiveOp::allgather, "MPI_Allgather", all_to_all},
    {CollectiveOp::allgatherv, "MPI_Allgatherv", all_to_all},
    {CollectiveOp::alltoall, "MPI_Alltoall", all_to_all},
    {CollectiveOp::alltoallv, "MPI_Alltoallv", all_to_all},
    {CollectiveOp::alltoallw, "MPI_Alltoallw", all_to_all},
    {CollectiveOp::allreduce, "MPI_Allreduce", all_to_all},
    {CollectiveOp::reduce, "MPI_Reduce", all_to_one},
    {CollectiveOp::reduce_scatter, "MPI_Reduce_scatter", all_to_all},
    {CollectiveOp::scan, "MPI_Scan", all_to_all},
    {CollectiveOp::exscan, "MPI_Exscan", all_to_all},
    {CollectiveOp::reduce_scatter_block, "MPI_Reduce_scatter_block", all_to_all},
    {CollectiveOp::create_handle, "create handle", unknown},
    {CollectiveOp::destroy_handle, "destroy handle", unknown},
    {CollectiveOp::allocate, "allocate", unknown},
    {CollectiveOp::deallocate, "deallocate", unknown},
    {CollectiveOp::create_handle_and_allocate, "create handle and allocate", unknown},
    {CollectiveOp::destroy_handle_and_deallocate, "destroy handle and deallocate", unknown},
};
constexpr CollectiveOp op_of_type[] = {
    CollectiveOp::barrier, CollectiveOp::barrier, CollectiveOp::bcast, CollectiveOp::reduce, CollectiveOp::alltoall};

struct GroupName {
  std::string_view name;
  Paradigm paradigm;
};
constexpr GroupName group_names[] = {{"MPI", Paradigm::mpi}, {"OMP", Paradigm::openmp}, {"OpenMP", Paradigm::openmp},
    {"PTHREAD", Paradigm::pthread}, {"Pthread", Paradigm::pthread}, {"CUDA", Paradigm::cuda},
    {"OpenCL", Paradigm::opencl}, {"VT_API", Paradigm::measurement_system}, {"SHMEM", Paradigm::shmem},
    {"Application", Paradigm::user}};
constexpr std::string_view between_words = ": ";

constexpr Type model_types[value_types] = {Type::uint8, Type::int8, Type::uint8, Type::int16, Type::uint16, Type::int32,
    Type::uint32, Type::int64, Type::uint64, Type::float_, Type::double_, Type::string};

// What stands before bytes that are no text.
constexpr std::string_view hex_mark = "hex:";

}  // namespace

std::string key_name(std::uint32_t key, bool is_character) {
  return fmt::format("{}{}{}", key_attribute, key, is_character ? character_mark : "");
}

MetricMode CounterProperties::mode() const {
  const std::uint32_t is_absolute = bits & 1, scope = bits >> 2 & 3;
  if (is_absolute && scope == 0) return MetricMode::absolute_point;
  return static_cast<MetricMode>(scope << 4 | is_absolute);
}

Type CounterProperties::value_type() const {
  const std::uint32_t type = bits >> 5 & 15;
  if (type >= 8) return Type::double_;
  return type % 2 ? Type::int64 : Type::uint64;
}

CounterProperties CounterProperties::of(MetricMode mode, Type value_type) {
  const auto number = static_cast<std::uint32_t>(mode);
  const std::uint32_t is_absolute = (number & 15) == 1 ? 1 : 0;
  const std::uint32_t type = is_floating(value_type) ? 9 : is_signed(value_type) ? 1 : 0;
  return {is_absolute | (number >> 4 & 3) << 2 | type << 5};
}

CollectiveOp collective_op(std::string_view name, std::uint32_t type) {
  const auto* const found = std::ranges::find(collectives, name, &CollectiveName::name);
  if (found != std::end(collectives)) return found->op;
  return op_of_type[type < std::size(op_of_type) ? type : 0];
}

const CollectiveName& collective_name(CollectiveOp op) {
  const auto number = static_cast<std::size_t>(op);
  return collectives[number < std::size(collectives) ? number : 0];
}

namespace {

// What a group of functions is called whose paradigm alone is known.
std::string_view group_of_paradigm(Paradigm paradigm) {
  const auto* const found = std::ranges::find(group_names, paradigm, &GroupName::paradigm);
  if (found != std::end(group_names)) return found->name;
  return name_of(paradigm).value_or("other");
}

Paradigm paradigm_of_group(std::string_view group) {
  for (const Enumerator& known : enumerators<Paradigm>())
    if (group == known.name) return static_cast<Paradigm>(known.value);
  for (const GroupName& known : group_names)
    if (group.starts_with(known.name)) return known.paradigm;
  return Paradigm::unknown;
}

}  // namespace

FunctionGroup function_group(std::string_view name) {
  for (const Enumerator& known : enumerators<Paradigm>()) {
    const auto paradigm = static_cast<Paradigm>(known.value);
    const std::string_view first = group_of_paradigm(paradigm);
    const std::size_t words = first.size() + between_words.size();
    if (name.size() > words && name.starts_with(first) && name.substr(first.size()).starts_with(between_words))
      return {paradigm, name.substr(words)};
  }
  return {paradigm_of_group(name), name};
}

std::string name_of_group(const FunctionGroup& group) {
  const std::string_view paradigm = group_of_paradigm(group.paradigm);
  if (group.description.empty()) return std::string(paradigm);
  if (function_group(group.description) == group) return std::string(group.description);
  return fmt::format("{}{}{}", paradigm, between_words, group.description);
}

IoOperationMode mode_of(std::uint32_t operation) {
  const std::uint32_t kind = operation & file_op::operations;
  return kind == file_op::read    ? IoOperationMode::read
         : kind == file_op::write ? IoOperationMode::write
                                  : IoOperationMode::flush;
}

Type model_type(ValueType type) { return model_types[static_cast<std::size_t>(type)]; }

std::optional<ValueType> value_type(Type type) {
  for (std::size_t i = 1; i < value_types; ++i)
    if (model_types[i] == type) return static_cast<ValueType>(i);
  return std::nullopt;
}

std::string text_of_bytes(std::string_view bytes) {
  if (bytes.find('\0') == std::string_view::npos && !bytes.starts_with(hex_mark)) return std::string(bytes);
  std::string text(hex_mark);
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string bytes_of_text(std::string_view text) {
  if (!text.starts_with(hex_mark)) return std::string(text);
  std::string bytes;
  for (std::size_t i = hex_mark.size(); i + 1 < text.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(text.data() + i, text.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

}  // namespace weft::otf
