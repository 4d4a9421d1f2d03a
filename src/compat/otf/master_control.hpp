// SPDX-License-Identifier: BSD-3-Clause
// OTF_MasterControl: the codec's mapping, with the arrays that C programs look into kept beside it.
#pragma once

#include <open-trace-format/OTF_MasterControl.h>

#include "formats/otf/master.hpp"

namespace weft::otf::compat {

struct MasterObject : OTF_MasterControl {
  explicit MasterObject(OTF_FileManager* files) : OTF_MasterControl{} { manager = files; }
  ~MasterObject() { clear(); }
  MasterObject(const MasterObject&) = delete;
  MasterObject& operator=(const MasterObject&) = delete;

  bool add(StreamId stream, ProcessId process);
  StreamId stream_for(ProcessId process, uint32_t most_streams);
  void clear();

  Master master;

 private:
  void mirror(StreamId stream, ProcessId process);
};

inline MasterObject& object(OTF_MasterControl* mc) { return *static_cast<MasterObject*>(mc); }

}  // namespace weft::otf::compat
