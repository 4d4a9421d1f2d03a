// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/write/attribute_text.hpp"
#include "compat/adios/write/bp_index.hpp"
#include "compat/adios/write/session.hpp"
#include "compat/adios/write/timer_variables.hpp"

namespace weft::adios {

namespace {

bp::AttributeContent now() {
  const auto seconds = static_cast<std::int32_t>(std::time(nullptr));
  return *attribute_of_elements(bp::DataType::integer, 1, &seconds);
}

std::optional<Failure> failure_of(const Status& status) {
  if (status.is_good()) return std::nullopt;
  return Failure{static_cast<ADIOS_ERRCODES>(status.code), status.message};
}

// Whatever happens to one method, the others go on; the first failure is told, the others logged.
void keep_first(std::optional<Failure>& first, std::optional<Failure> failure) {
  if (!failure) return;
  if (first)
    tell(Level::error, failure->message);
  else
    first = std::move(failure);
}

}  // namespace

Output::Output(Group& group, std::string name, Mode mode, std::unique_ptr<Communicator> communicator)
    : group_(group), name_(std::move(name)), mode_(mode), communicator_(std::move(communicator)) {
  stores_attributes_ = communicator_->rank() == 0;
}

std::unique_ptr<Index> Output::new_index() const { return new_bp_index(); }

bool Output::goes_nowhere() const {
  return std::ranges::all_of(group_.methods, [](const Method& method) { return method.is_null; });
}

// Only POSIX has such timers.
bool Output::writes_timers() const {
  return Session::the().writes_timers &&
         std::ranges::any_of(group_.methods, [](const Method& method) { return method.name == "POSIX"; });
}

void Output::continue_after(std::uint32_t last_time_index) { group_.time_index = last_time_index; }

std::optional<Failure> Output::open_methods() {
  std::optional<Failure> first;
  for (Method& method : group_.methods) keep_first(first, failure_of(method.transport->open(*this)));
  is_open_ = !first;
  return first;
}

void Output::begin_time_index() {
  if (mode_ == Mode::write || mode_ == Mode::append) ++group_.time_index;
  group_.time_index = std::max(group_.time_index, 1u);
}

void Output::define_hidden_attributes() {
  if (group_.has_hidden_attributes || group_.time_index != 1) return;
  group_.has_hidden_attributes = true;
  const auto time = now();
  static_cast<void>(group_.define("version", hidden_path, std::string(bp::written_release)));
  static_cast<void>(group_.define("create_time_epoch", hidden_path, time));
  static_cast<void>(group_.define("update_time_epoch", hidden_path, time));
}

std::optional<Failure> Output::begin() {
  const Timing timing(timers_, Timer::open);
  if (goes_nowhere()) return std::nullopt;
  if (!is_open_)
    if (auto failure = open_methods()) return failure;
  if (mode_ == Mode::read) return std::nullopt;
  begin_time_index();
  define_hidden_attributes();
  if (writes_timers()) define_timer_variables(group_, *communicator_);
  buffering_ = Buffering::none;
  for (Method& method : group_.methods)
    if (const Buffering wanted = method.transport->should_buffer(*this); wanted != Buffering::none) buffering_ = wanted;
  writer_.emplace(group_.definition, bp::Layout{}, group_.time_index, static_cast<std::uint32_t>(communicator_->rank()),
      buffering_ == Buffering::none ? 0 : group_.usual_bytes);
  // Where steps are collected nobody knows yet where this one will stand.
  if (group_.methods.size() == 1 && group_.collecting.limit_bytes == 0)
    writer_->offer_large_blocks([this](std::uint64_t place, Bytes elements) {
      return group_.methods.front().transport->write_early(*this, place, elements);
    });
  return std::nullopt;
}

Variable Output::describe(bp::MemberId id, std::uint64_t bytes) {
  const auto& definition = group_.definition.variable(id)->definition;
  extents_.clear();
  if (writer_)
    if (const auto dimensions = writer_->dimensions(id))
      for (const bp::Dimension& one : *dimensions) extents_.push_back({one.local, one.global, one.offset});
  return {definition.name, definition.path, static_cast<ADIOS_DATATYPES>(definition.type), id, extents_, bytes};
}

Result<std::uint64_t> Output::expected_bytes(bp::MemberId id) const {
  return writer_ ? writer_->block_bytes(id) : Result<std::uint64_t>(std::uint64_t{0});
}

// Where the buffer has a limit and this variable would pass it: begins another group, or says that it is too much.
std::optional<Failure> Output::make_room(bp::MemberId id, std::uint64_t bytes) {
  const auto limit = Session::the().largest_buffer;
  const bp::GroupDefinition& definition = group_.definition;
  const std::uint64_t growth = bytes + bp::header_bytes(definition, *definition.variable(id), bp::Layout{});
  if (!limit || writer_->size() + growth <= *limit) return std::nullopt;
  if (buffering_ == Buffering::stop_on_overflow)
    return Failure{err_buffer_overflow, fmt::format("'{}' needs {} bytes, but the buffer of {} bytes has only {} left",
                                            definition.variable(id)->definition.name, growth, *limit,
                                            *limit - std::min<std::uint64_t>(*limit, writer_->size()))};
  const Timing timing(timers_, Timer::overflow);
  auto done = writer_->begin_another();
  if (!done) return Failure{err_buffer_overflow, done.error().text()};
  if (done->blocks.empty()) return std::nullopt;  // it is too large for any buffer, and goes alone
  finished_.push_back(*std::move(done));
  views_.clear();
  for (const auto& group : finished_) views_.push_back(view_of(group));
  std::optional<Failure> first;
  for (Method& method : group_.methods) keep_first(first, failure_of(method.transport->buffer_overflow(*this)));
  views_.clear();
  finished_.clear();
  return first;
}

std::optional<Failure> Output::write(bp::MemberId id, const void* data) {
  const Timing timing(timers_, Timer::write);
  if (goes_nowhere()) return std::nullopt;
  const auto& definition = group_.definition.variable(id)->definition;
  std::uint64_t bytes = 0;
  if (definition.type == bp::DataType::string) {
    bytes = std::strlen(static_cast<const char*>(data));
  } else {
    const auto counted = writer_->block_bytes(id);
    if (!counted) return Failure{err_invalid_var_as_dimension, counted.error().text()};
    bytes = *counted;
  }
  const auto elements = std::span(static_cast<const std::byte*>(data), static_cast<std::size_t>(bytes));
  std::optional<Failure> first;
  if (buffering_ == Buffering::none) {
    writer_->remember(id, elements);
  } else {
    keep_first(first, make_room(id, bytes));
    if (first) return first;
    if (const auto written = writer_->write(id, elements); !written)
      return Failure{err_transform_failure, written.error().text()};
  }
  const Variable variable = describe(id, bytes);
  for (Method& method : group_.methods)
    keep_first(first, failure_of(method.transport->write(*this, variable, elements)));
  return first;
}

std::optional<Failure> Output::read(bp::MemberId id, void* into, std::uint64_t bytes) {
  if (goes_nowhere()) return std::nullopt;
  std::optional<Failure> first;
  const Variable variable = describe(id, bytes);
  const auto room = std::span(static_cast<std::byte*>(into), static_cast<std::size_t>(bytes));
  for (Method& method : group_.methods) keep_first(first, failure_of(method.transport->read(*this, variable, room)));
  return first;
}

std::span<std::byte> Output::write_buffer(bp::MemberId id) {
  const auto bytes = expected_bytes(id);
  if (!bytes) return {};
  const Variable variable = describe(id, *bytes);
  for (Method& method : group_.methods)
    if (const auto offered = method.transport->get_write_buffer(*this, variable); !offered.empty()) return offered;
  return {};
}

std::optional<Failure> Output::expect(std::uint64_t data_bytes, std::uint64_t& total) {
  total = 0;
  if (goes_nowhere() || !writer_) return std::nullopt;
  const auto overhead = bp::overhead_bytes(group_.definition, bp::Layout{});
  if (!overhead) return Failure{err_invalid_group, overhead.error().text()};
  if (__builtin_add_overflow(data_bytes, *overhead, &total))
    return Failure{err_no_memory, fmt::format("{} bytes are more than any group can have", data_bytes)};
  if (buffering_ == Buffering::none) return std::nullopt;
  if (writes_timers()) total += timer_bytes(*communicator_);
  const std::uint64_t wanted = std::min(total, Session::the().largest_buffer.value_or(total));
  try {
    writer_->reserve(static_cast<std::size_t>(wanted));
  } catch (const std::exception&) {
    return Failure{err_no_memory, fmt::format("there is no memory for a buffer of {} bytes", wanted)};
  }
  return std::nullopt;
}

std::optional<Failure> Output::finish_group() {
  if (writes_timers()) write_timer_variables(group_, *writer_, *communicator_);
  auto done = std::move(*writer_).finish(stores_attributes_);
  writer_.reset();
  if (!done) return Failure{err_invalid_group, done.error().text()};
  group_.usual_bytes = static_cast<std::size_t>(done->size());
  finished_.push_back(*std::move(done));
  return std::nullopt;
}

// All processes of a group write what they collected in the same step: also one that failed takes part in deciding.
bool Output::is_due(bool has_failed) {
  std::uint64_t collected = 0;
  for (const auto& group : finished_) collected += group.size();
  const bool has_room = !has_failed && collected + group_.usual_bytes <= group_.collecting.limit_bytes;
  return communicator_->minimum(has_room) == 0;
}

std::optional<Failure> Output::close_methods() {
  views_.clear();
  for (const auto& group : finished_) views_.push_back(view_of(group));
  std::optional<Failure> first;
  for (Method& method : group_.methods) keep_first(first, failure_of(method.transport->close(*this)));
  views_.clear();
  finished_.clear();
  is_open_ = false;
  return first;
}

std::optional<Failure> Output::end(bool& is_kept) {
  is_kept = false;
  if (goes_nowhere()) return std::nullopt;
  std::optional<Failure> first;
  {
    const Timing timing(timers_, Timer::close);
    if (writer_ && buffering_ != Buffering::none) keep_first(first, finish_group());
    writer_.reset();
    is_kept = mode_ != Mode::read && group_.collecting.limit_bytes > 0 && !is_due(first.has_value());
    if (!is_kept) keep_first(first, flush());
  }
  group_.last_timers = timers_;
  return first;
}

std::optional<Failure> Output::flush() {
  auto first = close_methods();
  keep_first(first, Session::the().flush_with(group_));
  return first;
}

}  // namespace weft::adios
