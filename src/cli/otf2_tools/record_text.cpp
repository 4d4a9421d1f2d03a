// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/record_text.hpp"

#include <cctype>

namespace weft::cli::otf2_tools {

namespace {

struct LabelException {
  std::string_view record;
  std::string_view label;
};
constexpr LabelException label_exceptions[] = {{"ParameterInt", "PARAMETER_INT64"},
    {"ParameterUnsignedInt", "PARAMETER_UINT64"}, {"IoChangeStatusFlags", "IO_CHANGE_FLAGS"}};

// For records whose name begins with `record`; the first entry that fits counts.
struct FieldException {
  std::string_view record;
  std::string_view field;
  std::string_view text;
  bool whole = false;  // `text` is all there is, without colon and comma
};
constexpr FieldException field_exceptions[] = {
    {"", "msgTag", "Tag"},
    {"", "msgLength", "Length"},
    {"", "requestID", "Request"},
    {"", "numberOfRequestedThreads", "# Requested Threads"},
    {"", "numberOfRecords", "# Events"},
    {"", "numberOfEvents", "# Events"},
    {"", "contReadPos", "Cont. Read Position"},
    {"", "lockID", "Lock"},
    {"", "lockId", "Lock"},
    {"", "lockType", "Type"},
    {"", "taskID", "Task"},
    {"", "win", "Window"},
    {"", "collectiveOp", "Operation"},
    {"", "syncLevel", "Level of Synchronicity"},
    {"", "sizeSent", "Sent"},
    {"", "sizeReceived", "Received"},
    {"", "bytesSent", "Sent"},
    {"", "bytesReceived", "Received"},
    {"Rma", "matchingId", "Matching"},
    {"", "measurementMode", "Mode"},
    {"IoCreateHandle", "mode", "Access Mode"},
    {"IoPreCreatedHandleState", "mode", "Access Mode"},
    {"", "ioParadigm", "I/O Paradigm"},
    {"", "exitStatus", "Exit status"},
    {"ParameterString", "string", "Value"},
    {"Paradigm", "paradigm", "", true},
    {"Region", "canonicalName", " (Aka. ", true},
    {"Region", "description", "), Descr.: ", true},
    {"MetricMember", "description", "Descr."},
    {"", "paradigmClass", "Class"},
    {"", "className", "Class"},
    {"", "locationGroupType", "Type"},
    {"", "locationType", "Type"},
    {"", "parameterType", "Type"},
    {"", "metricType", "Type"},
    {"", "metricMode", "Mode"},
    {"", "systemTreeParent", "Parent"},
    {"", "creatingLocationGroup", "Creator"},
    {"LocationGroup", "locationGroup", "Location Group"},
    {"", "locationGroup", "Group"},
    {"", "regionRole", "Role"},
    {"", "regionFlags", "Flags"},
    {"", "sourceFile", "File"},
    {"", "beginLineNumber", "Begin"},
    {"", "endLineNumber", "End"},
    {"InterComm", "name", "name"},
    {"", "comm", "Communicator"},
    {"MetricClassRecorder", "metric", "Class"},
    {"", "systemTreeDomain", "Domain"},
    {"", "cartPeriodicity", "Periodicity"},
    {"", "sourceCodeLocation", "Source code location"},
    {"", "interruptGeneratorMode", "Mode"},
    {"", "ioFile", "File"},
    {"", "ioHandleFlags", "Flags"},
    {"", "ioHandle", "Handle"},
};

// "stopTime" -> "Stop Time".
std::string words_of(std::string_view field) {
  std::string words;
  for (const char c : field) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isupper(letter) && !words.empty()) words += ' ';
    words += words.empty() ? static_cast<char>(std::toupper(letter)) : c;
  }
  return words;
}

}  // namespace

std::string label_of(std::string_view record) {
  for (const LabelException& exception : label_exceptions)
    if (exception.record == record) return std::string(exception.label);
  std::string label;
  for (const char c : record) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isupper(letter) && !label.empty()) label += '_';
    label += static_cast<char>(std::toupper(letter));
  }
  return label;
}

std::string lead_of(std::string_view record, std::string_view field, bool first) {
  const std::string comma = first ? "" : ", ";
  for (const FieldException& exception : field_exceptions) {
    if (exception.field != field || !record.starts_with(exception.record)) continue;
    return exception.whole ? std::string(exception.text) : comma + std::string(exception.text) + ": ";
  }
  return comma + words_of(field) + ": ";
}

}  // namespace weft::cli::otf2_tools
