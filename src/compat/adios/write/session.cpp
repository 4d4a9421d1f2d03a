// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/common/words.hpp"

namespace weft::adios {

namespace {

// Handles say what they are of, so that none is taken for another: a kind, the number of a group, the id of a variable.
enum class Kind : std::int64_t { group = 1, variable = 2 };
constexpr int kind_shift = 56;
constexpr int group_shift = 32;
constexpr std::int64_t group_mask = 0xffffff;
constexpr std::int64_t member_mask = 0xffffffff;

std::int64_t handle_for(Kind kind, std::uint32_t group, bp::MemberId member) {
  return static_cast<std::int64_t>(kind) << kind_shift | static_cast<std::int64_t>(group) << group_shift | member;
}

std::optional<Mode> mode_of(std::string_view text) {
  if (same_word(text, "r")) return Mode::read;
  if (same_word(text, "w")) return Mode::write;
  if (same_word(text, "a")) return Mode::append;
  if (same_word(text, "u")) return Mode::update;
  return std::nullopt;
}

}  // namespace

Session& Session::the() {
  // Never destroyed: programs may call until their very end.
  static Session* const session = new Session;
  return *session;
}

Session::Session() = default;

void Session::begin(std::unique_ptr<Communicator> with) {
  communicator = std::move(with);
  is_initialized = true;
  if (const char* wanted = std::getenv("WEFT_ADIOS_TIMERS")) writes_timers = wanted == std::string_view("1");
  if (const char* paths = std::getenv("WEFT_ADIOS_TRANSPORTS")) transports_.load(paths);
}

std::optional<Failure> Session::end(int rank) {
  std::optional<Failure> first;
  auto keep = [&](std::optional<Failure> failure) {
    if (failure && !first) first = std::move(failure);
  };
  for (const auto& [handle, output] : outputs_)
    warn(fmt::format("{}: was not closed; what was written since it was opened is lost", output->name()));
  outputs_.clear();
  for (Group* group : groups())
    if (auto output = std::move(group->collecting.output)) keep(output->flush());
  for (Group* group : groups())
    for (Method& method : group->methods)
      if (auto status = method.transport->finalize(rank); !status.is_good())
        keep(Failure{static_cast<ADIOS_ERRCODES>(status.code), status.message});
  groups_.clear();
  communicator.reset();
  largest_buffer.reset();
  is_initialized = false;
  return first;
}

std::int64_t Session::add_group(std::string_view name) {
  groups_.push_back(std::make_unique<Group>(name, static_cast<std::uint32_t>(groups_.size() + 1)));
  return handle_of(*groups_.back());
}

std::int64_t Session::handle_of(const Group& group) const { return handle_for(Kind::group, group.number(), 0); }

std::int64_t Session::handle_of(const Group& group, bp::MemberId variable) {
  return handle_for(Kind::variable, group.number(), variable);
}

Group* Session::group(std::int64_t handle) {
  const auto number = static_cast<std::size_t>(handle >> group_shift & group_mask);
  if (handle >> kind_shift != static_cast<std::int64_t>(Kind::group) || number == 0 || number > groups_.size())
    return nullptr;
  return groups_[number - 1].get();
}

Group* Session::group_of_variable(std::int64_t handle, bp::MemberId& variable) {
  if (handle >> kind_shift != static_cast<std::int64_t>(Kind::variable)) return nullptr;
  variable = static_cast<bp::MemberId>(handle & member_mask);
  const auto number = static_cast<std::uint32_t>(handle >> group_shift & group_mask);
  Group* const found = group(handle_for(Kind::group, number, 0));
  return found && found->definition.variable(variable) ? found : nullptr;
}

Group* Session::find_group(std::string_view name) {
  const auto found = std::ranges::find_if(
      groups_, [&](const auto& group) { return group && same_word(group->definition.name, name); });
  return found == groups_.end() ? nullptr : found->get();
}

std::vector<Group*> Session::groups() {
  std::vector<Group*> all;
  for (const auto& group : groups_)
    if (group) all.push_back(group.get());
  return all;
}

std::optional<Failure> Session::remove_group(std::int64_t handle) {
  Group* const old = group(handle);
  if (!old) return Failure{err_invalid_group, "there is no such group to free"};
  if (old->output)
    return Failure{
        err_invalid_group, fmt::format("group {} is being written and cannot be freed", old->definition.name)};
  std::optional<Failure> first;
  if (auto output = std::move(old->collecting.output)) first = output->flush();
  for (Method& method : old->methods) {
    auto status = method.transport->finalize(communicator ? communicator->rank() : 0);
    if (!status.is_good() && !first) first = Failure{static_cast<ADIOS_ERRCODES>(status.code), status.message};
  }
  for (Group* other : groups())
    if (other->collecting.with == old) other->collecting.with = nullptr;
  groups_[old->number() - 1].reset();
  return first;
}

std::optional<Failure> Session::select_method(
    Group& group, std::string_view method, std::string_view parameters, std::string_view base_path) {
  const auto* known = transports_.find(method);
  if (!known) {
    std::string names;
    for (const auto& one : transports_.all()) names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
    return Failure{err_invalid_write_method,
        fmt::format("group {}: there is no method '{}'; there are {}", group.definition.name, method, names)};
  }
  Selection selection{group.definition.name, std::string(parameters), take_log_parameters(parse_parameters(parameters)),
      std::string(base_path), known->id};
  Method selected{known->name, known->id < 0, std::unique_ptr<Transport>(known->create())};
  if (auto status = selected.transport->init(selection); !status.is_good())
    return Failure{static_cast<ADIOS_ERRCODES>(status.code), status.message};
  group.definition.methods.push_back({static_cast<std::uint8_t>(known->id), selection.parameter_text});
  group.methods.push_back(std::move(selected));
  return std::nullopt;
}

std::optional<Failure> Session::open(std::int64_t& handle, std::string_view group_name, std::string_view name,
    std::string_view mode_text, std::unique_ptr<Communicator> with) {
  handle = 0;
  const auto mode = mode_of(mode_text);
  if (!mode)
    return Failure{err_invalid_file_mode, fmt::format("{}: expected mode r, w, a or u, found '{}'", name, mode_text)};
  Group* const group = find_group(group_name);
  if (!group) return Failure{err_invalid_group, fmt::format("{}: there is no group '{}'", name, group_name)};
  if (group->output)
    return Failure{err_file_open_error,
        fmt::format("{}: group {} is still being written to {}", name, group_name, group->output->name())};
  std::unique_ptr<Output> output = std::move(group->collecting.output);
  if (output && (output->name() != name || *mode == Mode::read || *mode == Mode::write)) {
    if (auto failure = output->flush()) return failure;
    output.reset();
  }
  if (!output) output = std::make_unique<Output>(*group, std::string(name), *mode, std::move(with));
  if (auto failure = output->begin()) return failure;
  handle = next_output_++;
  group->output = output.get();
  outputs_.emplace(handle, std::move(output));
  return std::nullopt;
}

Output* Session::output(std::int64_t handle) {
  const auto found = outputs_.find(handle);
  return found == outputs_.end() ? nullptr : found->second.get();
}

std::optional<Failure> Session::close(std::int64_t handle) {
  const auto found = outputs_.find(handle);
  if (found == outputs_.end()) return Failure{err_invalid_file_pointer, "adios_close: this is no open file"};
  std::unique_ptr<Output> output = std::move(found->second);
  outputs_.erase(found);
  Group& group = output->group_of_output();
  group.output = nullptr;
  bool is_kept = false;
  auto failure = output->end(is_kept);
  if (is_kept) group.collecting.output = std::move(output);
  return failure;
}

std::optional<Failure> Session::flush_with(const Group& group) {
  std::optional<Failure> first;
  for (Group* other : groups())
    if (other != &group && other->collecting.with == &group && other->collecting.output && !other->output) {
      auto output = std::move(other->collecting.output);
      if (auto failure = output->flush(); failure && !first) first = std::move(failure);
    }
  return first;
}

}  // namespace weft::adios
