// SPDX-License-Identifier: BSD-3-Clause
// Transport: how groups reach their files, or whatever else takes them. The methods of the library are written against
// this header, and so are those of others: register one from the program, or put it into a shared object that the
// environment names (docs/adios-transports.md). Only what the standard library and this header have crosses the border,
// and no exception does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adios_communicator.hpp"
#include "adios_types.h"

namespace weft::adios {

// Changes whenever something below does.
inline constexpr int transport_interface = 3;

// 0, or a code of adios_error.h with a text that says what happened to what.
struct [[nodiscard]] Status {
  int code = 0;
  std::string message = {};

  bool is_good() const { return code == 0; }
};

enum class Mode : int { write = 1, read = 2, update = 3, append = 4 };

// What the library shall do with the variables of an output.
enum class Buffering : int {
  none = 0,                     // hand each to `write`, and keep nothing
  stop_on_overflow = 1,         // make a process group of them; what is too much is an error of the program
  continue_with_new_group = 2,  // make a process group of them; what is too much begins another one
};

struct Parameter {
  std::string name;
  std::string value;
};

// What the program, or its configuration, said when it selected the method for a group.
struct Selection {
  std::string group;
  std::string parameter_text;
  std::vector<Parameter> parameters;  // those that are about the log are taken out
  std::string base_path;              // what file names begin with
  int id = 0;                         // of the method
};

struct Extent {
  std::uint64_t local = 0;
  std::uint64_t global = 0;  // 0 in local arrays
  std::uint64_t offset = 0;
};

struct Variable {
  std::string_view name;
  std::string_view path;
  ADIOS_DATATYPES type = adios_unknown;
  std::uint32_t id = 0;                // in its group
  std::span<const Extent> dimensions;  // none of scalars and texts
  std::uint64_t bytes = 0;             // of the block; of texts without their end
};

// What `write_early` took of a process group.
struct Gap {
  std::uint64_t offset = 0;  // from the beginning of the group
  std::uint64_t bytes = 0;
};

// A complete process group: its bytes go into a file as they are, somewhere, and the index has to say where.
struct ProcessGroup {
  std::span<const std::byte> bytes;
  std::vector<Gap> gaps;  // ascending; `bytes` goes on behind each. None for methods that write nothing early
  std::uint32_t time_index = 0;
  std::uint32_t process = 0;
  const void* facts = nullptr;  // the library's, for the index

  // In the file.
  std::uint64_t size() const {
    std::uint64_t all = bytes.size();
    for (const Gap& gap : gaps) all += gap.bytes;
    return all;
  }
};

// What stands at the end of a BP file. Errors are told as a text, which is empty if there are none.
class Index {
 public:
  virtual ~Index() = default;
  // `file_index` is the number of the sub-file; `no_sub_file` where there are none.
  virtual std::string add(const ProcessGroup& group, std::uint64_t offset, std::uint32_t file_index) = 0;
  // Those of a whole file, or of what `footer` made for no sub-files. `groups_end` is where new groups go in that file.
  // `file_index` tells which sub-file they are of; `as_they_say` leaves that to them.
  virtual std::string merge(std::span<const std::byte> file, bool with_attributes, std::uint64_t* groups_end = nullptr,
      std::uint64_t file_index = as_they_say) = 0;
  // Blocks of each variable in the order of time; needed where indices of several processes and steps met.
  virtual void sort_by_time() = 0;
  virtual std::uint32_t last_time_index() const = 0;
  // All that stands behind process groups that end at `offset`.
  virtual std::string footer(std::uint64_t offset, bool has_sub_files, std::vector<std::byte>& bytes) const = 0;

  static constexpr std::uint32_t no_sub_file = 0xffffffff;
  static constexpr std::uint64_t as_they_say = ~std::uint64_t{0};
};

// One output, from adios_open to adios_close, or several where the library collects steps.
class File {
 public:
  virtual ~File() = default;
  virtual const std::string& name() const = 0;  // without the base path
  virtual Mode mode() const = 0;
  virtual const std::string& group() const = 0;
  virtual Communicator& communicator() = 0;
  virtual std::uint32_t time_index() const = 0;

  // For `open` of a file that goes on: the last step that is in it.
  virtual void continue_after(std::uint32_t last_time_index) = 0;
  // For `open` and `should_buffer`: whether attributes are in the group of this process. At first only rank 0 has them.
  virtual void store_attributes(bool of_this_process) = 0;

  // For `close` and `buffer_overflow`.
  virtual std::span<const ProcessGroup> process_groups() const = 0;
  virtual std::unique_ptr<Index> new_index() const = 0;
};

// One object for each time a method is selected for a group. The calls, in the order of an output.
class Transport {
 public:
  Transport() = default;
  virtual ~Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  virtual Status init(const Selection& selection) = 0;
  virtual Status open(File& file) = 0;
  virtual Buffering should_buffer(File& file) = 0;
  // Each variable as it is written. Where the library makes process groups there is nothing to do.
  virtual Status write(File& file, const Variable& variable, std::span<const std::byte> data) = 0;
  // Memory to be filled until `close` returns.
  virtual Status read(File& file, const Variable& variable, std::span<std::byte> into) = 0;
  virtual Status close(File& file) = 0;
  virtual Status finalize(int rank) = 0;

  // Memory in which the program may make its variable; nothing from methods that have none to offer.
  virtual std::span<std::byte> get_write_buffer(File& file, const Variable& variable) {
    static_cast<void>(file), static_cast<void>(variable);
    return {};
  }
  // A large block of the process group in the making, of the file's first one: true if it is written now, to where it
  // will stand, `place` bytes from the group's beginning. It need not be copied then, and `close` sees a gap. False
  // where that is not possible or fails: the library keeps the block. Only asked of methods that are alone.
  virtual bool write_early(File& file, std::uint64_t place, std::span<const std::byte> data) {
    static_cast<void>(file), static_cast<void>(place), static_cast<void>(data);
    return false;
  }
  virtual void end_iteration() {}
  virtual void start_calculation() {}
  virtual void stop_calculation() {}
  // The buffer is full: the groups of `file` are complete and will be gone after this. Only with
  // continue_with_new_group.
  virtual Status buffer_overflow(File& file) {
    static_cast<void>(file);
    return {};
  }
};

// What the library has to know of a method before one is made.
struct TransportFacts {
  int interface_version = transport_interface;
  const char* name = nullptr;     // letters of either case
  const char* aliases = nullptr;  // more names, with blanks between them; may be null
  int id = 0;                     // 0 to 254, in process groups; those below 25 are taken
  bool needs_communicator = false;
  Transport* (*create)() = nullptr;  // with new
};

}  // namespace weft::adios

extern "C" {

// For programs that bring a method of their own: before adios_init or after, but before they select it. 0, or a
// negative code if the name or id is taken, or the version is not that of the library.
int weft_adios_register_transport(const weft::adios::TransportFacts* facts);

// A shared object that WEFT_ADIOS_TRANSPORTS names (paths with colons between them) defines this function, and calls
// `add` for each method it has.
void weft_adios_transports(int (*add)(const weft::adios::TransportFacts* facts));
}
