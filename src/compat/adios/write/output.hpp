// SPDX-License-Identifier: BSD-3-Clause
// Output: what adios_open begins and adios_close ends. It makes the process group of the step, and hands variables and
// groups to the methods of its group. Where steps are collected it lives on until they are written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adios_transport.hpp"
#include "compat/adios/write/group.hpp"
#include "compat/adios/write/timers.hpp"
#include "formats/bp/group_writer.hpp"

namespace weft::adios {

class Output final : public File {
 public:
  Output(Group& group, std::string name, Mode mode, std::unique_ptr<Communicator> communicator);

  const std::string& name() const override { return name_; }
  Mode mode() const override { return mode_; }
  const std::string& group() const override { return group_.definition.name; }
  Communicator& communicator() override { return *communicator_; }
  std::uint32_t time_index() const override { return group_.time_index; }
  void continue_after(std::uint32_t last_time_index) override;
  void store_attributes(bool of_this_process) override { stores_attributes_ = of_this_process; }
  std::span<const ProcessGroup> process_groups() const override { return views_; }
  std::unique_ptr<Index> new_index() const override;

  Group& group_of_output() { return group_; }
  // Whether there is nothing but the method that writes nothing.
  bool goes_nowhere() const;

  // Opens the methods, unless steps are being collected, and begins a step.
  std::optional<Failure> begin();
  std::optional<Failure> write(bp::MemberId variable, const void* data);
  std::optional<Failure> read(bp::MemberId variable, void* into, std::uint64_t bytes);
  std::span<std::byte> write_buffer(bp::MemberId variable);
  // Upper bound of the step for data of this size.
  std::optional<Failure> expect(std::uint64_t data_bytes, std::uint64_t& total);
  // A variable as methods see it, of which a block would be written now. Valid until the next one is described.
  Variable describe(bp::MemberId variable, std::uint64_t bytes = 0);
  // Of a block that would be written now.
  Result<std::uint64_t> expected_bytes(bp::MemberId variable) const;

  // Ends the step. `is_kept`: it is collected, and this object is needed again.
  std::optional<Failure> end(bool& is_kept);
  // Writes what was collected.
  std::optional<Failure> flush();

 private:
  std::optional<Failure> open_methods();
  void begin_time_index();
  void define_hidden_attributes();
  std::optional<Failure> make_room(bp::MemberId variable, std::uint64_t bytes);
  std::optional<Failure> finish_group();
  std::optional<Failure> close_methods();
  bool is_due(bool has_failed);
  bool writes_timers() const;

  Group& group_;
  std::string name_;
  Mode mode_;
  std::unique_ptr<Communicator> communicator_;
  Buffering buffering_ = Buffering::none;
  bool stores_attributes_ = false;
  bool is_open_ = false;  // the methods are
  std::optional<bp::GroupWriter> writer_;
  std::vector<bp::FinishedGroup> finished_;
  std::vector<ProcessGroup> views_;
  std::vector<Extent> extents_;  // of the variable that is described
  Timers timers_;
};

}  // namespace weft::adios
