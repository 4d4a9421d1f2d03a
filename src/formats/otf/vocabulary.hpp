// SPDX-License-Identifier: BSD-3-Clause
// How OTF looks in the common model, said once for both directions (docs/formats/otf.md, section 16, has the reasons).
//
// A process is the location of its number; tokens have ids by token_table.hpp. Records with
// a twin in the model (TwinRecords) become that event, and what it has no place for becomes attributes. All others
// (CarriedRecords) become the events that say most of them, and the first of these carries the whole record as
// attributes: its id, and every field that is not 0 under the name it has in OTF. Events that only complete such a
// record say so in place of the id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/otf/key_values.hpp"
#include "formats/otf/records.hpp"
#include "model/enums.hpp"
#include "model/values.hpp"

namespace weft::otf {

using TwinRecords = TypeList<Enter, Leave, SendMsg, RecvMsg, Counter, EventComment>;
using CarriedRecords = TypeList<NoOp, BeginProcess, EndProcess, CollectiveOperation, BeginCollectiveOperation,
    EndCollectiveOperation, FileOperation, BeginFileOperation, EndFileOperation, RMAPut, RMAPutRemoteEnd, RMAGet,
    RMAEnd>;
static_assert(TwinRecords::size + CarriedRecords::size == EventRecords::size);

// Attributes of events. Those of carried fields are named by this and the name of the field.
inline constexpr std::string_view attribute_prefix = "otf.";
inline constexpr std::string_view record_attribute = "otf.record";  // the id of the record that is carried
inline constexpr std::string_view source_attribute = "otf.source";  // the place in the source code
inline constexpr std::string_view bare_attribute = "otf.bare";      // a leave that did not name its function
inline constexpr std::string_view group_attribute = "otf.group";    // a process group that is no communicator
inline constexpr std::string_view peer_attribute = "otf.peer";      // a process that the group does not have
inline constexpr std::string_view value_attribute = "otf.value";    // of a counter, where its type cannot say it
inline constexpr std::string_view key_attribute = "otf.key.";       // and a number: keys that nobody defines
inline constexpr std::string_view character_mark = " (CHAR)";       // behind the number, if their values are characters
std::string key_name(std::uint32_t key, bool is_character);
inline constexpr std::uint8_t completing_record = 255;  // in place of an id: nothing to write when going back

// Properties of the machine: the lines of the definition and marker files in pieces, "otf.definitions.STREAM.PIECE".
inline constexpr std::string_view definitions_property = "otf.definitions.";
inline constexpr std::string_view markers_property = "otf.markers.";
// Properties of locations.
inline constexpr std::string_view bare_property = "otf.bare";      // no leave names its function
inline constexpr std::string_view stream_property = "otf.stream";  // where it is not the one that writers would choose
// The communicator of messages whose process group is none: all processes.
inline constexpr std::string_view everybody_name = "otf.everybody";
// Of files.
inline constexpr std::string_view file_group_property = "File group";

// The parameter whose events are the records that the model has no event for.
template <class R>
std::string parameter_name() {
  return std::string(attribute_prefix) + std::string(R::schema.name);
}

// Of lines that are no record, which are events as texts.
inline constexpr std::uint8_t unknown_record = 41;
inline constexpr std::string_view unknown_line_name = "otf.UnknownLine";

// Of a process or process group (section 5.7).
inline constexpr std::uint32_t is_communicator = 7, is_cuda_thread = 8;
inline constexpr std::uint32_t no_root = 0xffffffff;            // of a collective operation, in the model
inline constexpr std::uint64_t default_resolution = 1'000'000;  // where no definition says it

// What the values of a counter are (section 5.7).
struct CounterProperties {
  std::uint32_t bits = 0;

  MetricMode mode() const;
  Type value_type() const;
  bool is_float() const { return (bits >> 5 & 15) == 8; }
  bool is_accumulating() const { return (bits & 3) == 0; }
  static CounterProperties of(MetricMode mode, Type value_type);
};

// Types of collective operations.
namespace collective_type {
inline constexpr std::uint32_t unknown = 0, barrier = 1, one_to_all = 2, all_to_one = 3, all_to_all = 4;
}  // namespace collective_type

// Keys by which the send of a message tells its receive (section 10.3).
inline constexpr std::string_view received_time_key = "TUD::p2p-received-time";
inline constexpr std::string_view received_size_key = "TUD::p2p-received-size";
inline constexpr std::string_view received_source_key = "TUD::p2p-received-scl";

// What a collective operation is, by its name, or else by its type; and the other way round.
CollectiveOp collective_op(std::string_view name, std::uint32_t type);
struct CollectiveName {
  CollectiveOp op;
  std::string_view name;
  std::uint32_t type;
};
const CollectiveName& collective_name(CollectiveOp op);

// What the name of a group says of its functions.
struct FunctionGroup {
  Paradigm paradigm;
  std::string_view description;
  friend bool operator==(const FunctionGroup&, const FunctionGroup&) = default;
};
FunctionGroup function_group(std::string_view name);
// A name that says the same, for functions that were in no group: "MPI", "solver", "Application: POSIX".
std::string name_of_group(const FunctionGroup& group);

namespace file_op {
enum Operation : std::uint32_t {
  open,
  close,
  read,
  write,
  seek,
  unlink,
  rename,
  duplicate,
  sync,
  lock,
  unlock,
  other = 31,
};
inline constexpr std::uint32_t operations = 31, async = 64, collective = 128, is_read_lock = 1024;
}  // namespace file_op

// Whether an operation takes time, and so is two events in the model.
constexpr bool moves_bytes(std::uint32_t operation) {
  const std::uint32_t kind = operation & file_op::operations;
  return kind == file_op::read || kind == file_op::write || kind == file_op::sync;
}
IoOperationMode mode_of(std::uint32_t operation);

// The type of a key-value in the model; a character is a number there.
Type model_type(ValueType type);
std::optional<ValueType> value_type(Type type);

// Bytes as a text that has no NUL, and back.
std::string text_of_bytes(std::string_view bytes);
std::string bytes_of_text(std::string_view text);

}  // namespace weft::otf
