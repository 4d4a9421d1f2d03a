// SPDX-License-Identifier: BSD-3-Clause
// The functions of the write interface between open and close, and around them.
#include <fmt/format.h>

#include <string>

#include "adios.h"
#include "compat/adios/common/c_memory.hpp"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/c_calls.hpp"
#include "compat/adios/write/session.hpp"

using namespace weft::adios;

namespace {

int no_file(const char* call) { return fail(err_invalid_file_pointer, fmt::format("{}: this is no open file", call)); }

int no_variable(const char* call, const Output& output, std::string_view name) {
  return fail(err_invalid_varname,
      fmt::format("{}: there is no variable '{}' in group {} ({})", call, name, output.group(), output.name()));
}

// The sizes of a block as tools are told of them: "[4,3];[8,3];[0,0]", local, global, offsets; nothing for scalars.
std::string dimension_text(const Variable& variable) {
  std::string texts[3];
  for (const Extent& extent : variable.dimensions) {
    const std::uint64_t numbers[] = {extent.local, extent.global, extent.offset};
    for (std::size_t i = 0; i < 3; ++i) texts[i] += fmt::format("{}{}", texts[i].empty() ? "" : ",", numbers[i]);
  }
  return variable.dimensions.empty() ? "" : fmt::format("[{}];[{}];[{}]", texts[0], texts[1], texts[2]);
}

template <adiost_event_t event>
int write(const char* call, std::int64_t handle, Output& output, weft::bp::MemberId id, const void* data) {
  const auto watch = watching<event>([&](auto tell) {
    const Variable variable = output.describe(id);
    tell(handle, std::string(variable.name).c_str(), variable.type, static_cast<int>(variable.dimensions.size()),
        dimension_text(variable).c_str(), data);
  });
  if (output.mode() == Mode::read)
    return fail(err_invalid_file_mode, fmt::format("{}: {} was opened for reading", call, output.name()));
  if (!data) return fail(err_invalid_data, fmt::format("{}: expected the address of data, found null", call));
  return code_of(output.write(id, data));
}

// A call about the path of variables, which are looked up by the name they were defined with.
template <class Change>
int change_paths(const char* call, std::int64_t handle, Change&& change) {
  return guarded([&] {
    Output* const output = Session::the().output(handle);
    return output ? change(*output) : no_file(call);
  });
}

template <class Call>
int each_transport(Call&& call) {
  return guarded([&] {
    for (Group* group : Session::the().groups())
      for (Method& method : group->methods) call(*method.transport);
    return static_cast<int>(err_no_error);
  });
}

}  // namespace

extern "C" {

int adios_is_initialized() { return Session::the().is_initialized; }

int adios_finalize(int mype) {
  int code = 0;
  {
    const auto watch = watching<adiost_event_finalize>([&](auto tell) { tell(mype); });
    code = guarded([&] { return code_of(Session::the().end(mype)); });
  }
  end_watching();
  return code;
}

int adios_group_size(int64_t fd_p, uint64_t data_size, uint64_t* total_size) {
  const auto watch = watching<adiost_event_group_size>([&](auto tell) { tell(fd_p, data_size, total_size); });
  return guarded([&] {
    Output* const output = Session::the().output(fd_p);
    if (!output) return no_file("adios_group_size");
    std::uint64_t total = 0;
    const int code = code_of(output->expect(data_size, total));
    if (total_size) *total_size = total;
    return code;
  });
}

int adios_write(int64_t fd_p, const char* name, const void* var) {
  return guarded([&] {
    Output* const output = Session::the().output(fd_p);
    if (!output) return no_file("adios_write");
    const auto variable = output->group_of_output().find_variable(text_of(name));
    if (!variable) return no_variable("adios_write", *output, text_of(name));
    return write<adiost_event_write>("adios_write", fd_p, *output, *variable, var);
  });
}

int adios_write_byid(int64_t fd_p, int64_t id, const void* var) {
  return guarded([&] {
    Output* const output = Session::the().output(fd_p);
    if (!output) return no_file("adios_write_byid");
    weft::bp::MemberId variable = 0;
    if (Session::the().group_of_variable(id, variable) != &output->group_of_output())
      return fail(err_invalid_varid, fmt::format("adios_write_byid: group {} has no such variable", output->group()));
    return write<adiost_event_write_byid>("adios_write_byid", fd_p, *output, variable, var);
  });
}

int adios_get_write_buffer(int64_t fd_p, const char* name, uint64_t* size, void** buffer) {
  return guarded([&] {
    Output* const output = Session::the().output(fd_p);
    if (!output) return no_file("adios_get_write_buffer");
    const auto variable = output->group_of_output().find_variable(text_of(name));
    if (!variable) return no_variable("adios_get_write_buffer", *output, text_of(name));
    if (output->mode() == Mode::read)
      return fail(err_invalid_file_mode, fmt::format("{} was opened for reading", output->name()));
    if (!size || !buffer) return fail(err_invalid_argument, "adios_get_write_buffer: expected room for a buffer");
    const auto memory = output->write_buffer(*variable);
    *buffer = memory.data();
    *size = memory.size();
    return static_cast<int>(err_no_error);
  });
}

int adios_read(int64_t fd_p, const char* name, void* buffer, uint64_t buffer_size) {
  const auto watch = watching<adiost_event_read>([&](auto tell) { tell(fd_p, name, buffer, buffer_size); });
  return guarded([&] {
    Output* const output = Session::the().output(fd_p);
    if (!output) return no_file("adios_read");
    if (output->mode() != Mode::read)
      return fail(err_invalid_file_mode, fmt::format("adios_read: {} was opened for writing", output->name()));
    const auto variable = output->group_of_output().find_variable(text_of(name));
    if (!variable) return no_variable("adios_read", *output, text_of(name));
    if (!buffer) return fail(err_invalid_data, "adios_read: expected the address of a buffer, found null");
    return code_of(output->read(*variable, buffer, buffer_size));
  });
}

int adios_set_path(int64_t fd_p, const char* path) {
  return change_paths("adios_set_path", fd_p, [&](Output& output) {
    auto& definition = output.group_of_output().definition;
    for (const auto& variable : definition.variables()) definition.set_path(variable.id, stored_path(text_of(path)));
    for (const auto& attribute : definition.attributes())
      if (attribute.definition.path != hidden_path) definition.set_path(attribute.id, text_of(path));
    return static_cast<int>(err_no_error);
  });
}

int adios_set_path_var(int64_t fd_p, const char* path, const char* name) {
  return change_paths("adios_set_path_var", fd_p, [&](Output& output) {
    Group& group = output.group_of_output();
    const auto variable = group.find_variable(text_of(name));
    if (!variable) return no_variable("adios_set_path_var", output, text_of(name));
    group.definition.set_path(*variable, stored_path(text_of(path)));
    return static_cast<int>(err_no_error);
  });
}

int adios_close(int64_t fd_p) {
  const auto watch = watching<adiost_event_close>([&](auto tell) { tell(fd_p); });
  return guarded([&] { return code_of(Session::the().close(fd_p)); });
}

void adios_timing_write_xml(int64_t, const char*) {
  warn("adios_timing_write_xml: this build records no timer events; WEFT_ADIOS_TIMERS=1 writes timers into the file");
}

int adios_end_iteration() {
  return each_transport([](Transport& transport) { transport.end_iteration(); });
}
int adios_start_calculation() {
  return each_transport([](Transport& transport) { transport.start_calculation(); });
}
int adios_stop_calculation() {
  return each_transport([](Transport& transport) { transport.stop_calculation(); });
}

ADIOS_AVAILABLE_WRITE_METHODS* adios_available_write_methods() {
  const auto& all = Session::the().transports().all();
  auto* methods = c_allocate<ADIOS_AVAILABLE_WRITE_METHODS>(1);
  if (!methods) return nullptr;
  methods->name = c_allocate<char*>(all.size());
  for (const auto& one : all)
    if (one.id >= 0) methods->name[methods->nmethods++] = c_text(one.name);
  return methods;
}

void adios_available_write_methods_free(ADIOS_AVAILABLE_WRITE_METHODS* methods) {
  if (!methods) return;
  for (int i = 0; i < methods->nmethods; ++i) std::free(methods->name[i]);
  std::free(methods->name);
  std::free(methods);
}

int weft_adios_register_transport(const TransportFacts* facts) {
  return guarded([&] {
    if (!facts) return fail(err_invalid_argument, "weft_adios_register_transport: expected a transport, found null");
    const auto added = Session::the().transports().add(*facts);
    return added ? static_cast<int>(err_no_error) : fail(err_invalid_write_method, added.error());
  });
}
}
