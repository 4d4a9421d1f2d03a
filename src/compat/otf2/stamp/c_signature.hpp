// SPDX-License-Identifier: BSD-3-Clause
// The functions of the C interface that exist once per record, worked out from the schema: writers, callbacks, setters
// of callbacks, size estimates. Headers and function bodies are stamped from the same lists.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::otf2::stamp {

// What a parameter is to the record: a field, the number of elements of a list, or one of the arrays it counts.
enum class Role { field, count, array };

struct Parameter {
  std::string type;  // "OTF2_CommRef", "const char*"
  std::string name;  // "communicator"
  std::string doc;   // "The communicator."
  Role role = Role::field;
};

// One record of one kind of file.
struct CRecord {
  std::string name;      // "MpiSend"
  std::string cpp_type;  // "weft::evt::MpiSend"
  std::string doc;
  bool deprecated;
  std::vector<Parameter> parameters;  // its fields, in the order of C
};

// A function or, for callbacks, a type of functions.
struct Function {
  std::string result;
  std::string name;
  std::vector<Parameter> parameters;
  std::string doc;
  bool deprecated = false;
};

// A writer handle and the records it takes.
struct Writer {
  std::string name;                   // "EvtWriter"
  std::string verb;                   // what stands before the record's name: "" or "Write"
  std::vector<Parameter> parameters;  // before the record's own: handle, attributes, time
  std::vector<CRecord> records;

  std::string handle() const { return "OTF2_" + name; }
  Function write(const CRecord& record) const;
};

// A reader handle, its table of callbacks and the records it delivers.
struct Reader {
  std::string name;                   // "GlobalEvtReader"
  std::vector<Parameter> parameters;  // of every callback, before the record's own
  std::vector<CRecord> records;

  std::string table() const { return "OTF2_" + name + "Callbacks"; }
  std::string callback_type(std::string_view record) const;
  Function callback(const CRecord& record) const;
  Function setter(std::string_view record) const;

  // The callback for records this version does not know, and the functions that make and empty the table.
  Function unknown_callback() const;
  std::vector<Function> table_functions() const;
};

const std::vector<Writer>& writers();
const std::vector<Reader>& readers();

// Events as the size estimator sees them: a record with a list takes its count.
const std::vector<CRecord>& event_records();
Function size_estimate(const CRecord& event);

}  // namespace weft::otf2::stamp
