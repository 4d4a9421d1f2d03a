// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/parse_records.hpp"

using namespace weft::otf;
using namespace weft::otf::compat;

namespace {

// The line as it is, for the handler of what is unknown.
int tell_unknown(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint64_t time, uint32_t process) {
  RBufferObject& from = object(buffer);
  return guarded(0, [&]() -> int {
    HandlerCalls calls(*handlers, *from.list);
    const KeyValues none;
    const bool goes_on = calls.unknown({time, process, process, none}, from.lines->line());
    from.lines->skip_line();
    return goes_on;
  });
}

}  // namespace

extern "C" {

int OTF_Reader_parseDefRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid);
int OTF_Reader_parseEventRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers);
int OTF_Reader_parseMarkerRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid);
int OTF_Reader_parseSnapshotsRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers);
int OTF_Reader_parseStatisticsRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers);
int OTF_Reader_readEndFileOperation_old(OTF_RBuffer* buffer, OTF_HandlerArray* handlers);
int OTF_Reader_readUnknownRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers);
int OTF_Reader_readUnknownDefRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid);
int OTF_Reader_readUnknownMarkerRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid);

int OTF_Reader_parseDefRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid) {
  return parse_line<DefinitionFile>(buffer, handlers, streamid);
}
int OTF_Reader_parseEventRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers) {
  return parse_line<EventFile>(buffer, handlers, 0);
}
int OTF_Reader_parseMarkerRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid) {
  return parse_line<MarkerFile>(buffer, handlers, streamid);
}
int OTF_Reader_parseSnapshotsRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers) {
  return parse_line<SnapshotFile>(buffer, handlers, 0);
}
int OTF_Reader_parseStatisticsRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers) {
  return parse_line<StatisticsFile>(buffer, handlers, 0);
}

// The spelling that releases before 1.7 had.
int OTF_Reader_readEndFileOperation_old(OTF_RBuffer* buffer, OTF_HandlerArray* handlers) {
  return take_from<EventFile>(buffer, handlers, 0,
      [](auto& reader, HandlerCalls& calls) { return reader.template take_rest<EndFileOperation, true>(calls); });
}

int OTF_Reader_readUnknownRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers) {
  return tell_unknown(buffer, handlers, object(buffer).lines->time(), object(buffer).lines->process());
}
int OTF_Reader_readUnknownDefRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid) {
  return tell_unknown(buffer, handlers, unknown_time, streamid);
}
int OTF_Reader_readUnknownMarkerRecord(OTF_RBuffer* buffer, OTF_HandlerArray* handlers, uint32_t streamid) {
  return tell_unknown(buffer, handlers, 0, streamid);
}
}
