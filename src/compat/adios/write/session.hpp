// SPDX-License-Identifier: BSD-3-Clause
// Session: what the library knows of the program between adios_init and adios_finalize: its groups, its open outputs,
// and the methods there are. There is one, because the C interface has no object for it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "compat/adios/write/group.hpp"
#include "compat/adios/write/output.hpp"
#include "compat/adios/write/transport_registry.hpp"

namespace weft::adios {

class Session {
 public:
  static Session& the();

  bool is_initialized = false;
  std::optional<std::uint64_t> largest_buffer;  // bytes of one step
  bool writes_timers = false;
  std::unique_ptr<Communicator> communicator;  // that of adios_init

  void begin(std::unique_ptr<Communicator> with);
  // Writes what was collected, and forgets everything but the methods there are.
  std::optional<Failure> end(int rank);

  TransportRegistry& transports() { return transports_; }

  std::int64_t add_group(std::string_view name);
  Group* group(std::int64_t handle);
  Group* find_group(std::string_view name);
  std::vector<Group*> groups();
  std::optional<Failure> remove_group(std::int64_t handle);
  std::int64_t handle_of(const Group& group) const;

  static std::int64_t handle_of(const Group& group, bp::MemberId variable);
  // The group of a variable, and the variable.
  Group* group_of_variable(std::int64_t handle, bp::MemberId& variable);

  std::optional<Failure> select_method(
      Group& group, std::string_view method, std::string_view parameters, std::string_view base_path);

  std::optional<Failure> open(std::int64_t& handle, std::string_view group, std::string_view name,
      std::string_view mode, std::unique_ptr<Communicator> with);
  Output* output(std::int64_t handle);
  std::optional<Failure> close(std::int64_t handle);
  // Writes what groups collected that go with this one.
  std::optional<Failure> flush_with(const Group& group);

 private:
  Session();

  TransportRegistry transports_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::int64_t next_output_ = 1;
  std::map<std::int64_t, std::unique_ptr<Output>> outputs_;
};

}  // namespace weft::adios
