// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <open-trace-format/OTF_Filenames.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "compat/otf/errors.hpp"
#include "formats/otf/paths.hpp"

using namespace weft::otf;
using namespace weft::otf::compat;

namespace {

struct Ending {
  OTF_FileType type;
  const char* name;
};
constexpr Ending endings[] = {{OTF_FILETYPE_DEF, "def"}, {OTF_FILETYPE_EVENT, "events"}, {OTF_FILETYPE_SNAPS, "snaps"},
    {OTF_FILETYPE_STATS, "stats"}, {OTF_FILETYPE_MARKER, "marker"}};

// What stands between the name of the trace and the name of the kind of file: a stream, or what streams share.
std::string name_of(const char* stub, uint32_t id, OTF_FileType type, const char* ending) {
  if (type & OTF_FILETYPE_IOFSL_ALL) return fmt::format("{}.all.{}.{}", stub, ending, id);
  if (type & OTF_FILETYPE_IOFSL_IDX) return fmt::format("{}.idx.{}.{}", stub, ending, id);
  return fmt::format("{}.{:x}.{}", stub, id, ending);
}

std::string file_name(const char* stub, uint32_t id, OTF_FileType type) {
  const OTF_FileType kind = type & OTF_FILETYPE_BITS;
  if (kind == OTF_FILETYPE_MASTER) return fmt::format("{}.otf", stub);
  std::string name;
  if (kind == OTF_FILETYPE_GLOBAL_DEF) name = fmt::format("{}.def", stub);
  for (const Ending& ending : endings)
    if (kind == ending.type) name = name_of(stub, id, type, ending.name);
  const uint32_t level = type & OTF_FILECOMPRESSION_BITS;
  if (!name.empty() && level >= 1 && level <= 9) name += compressed_ending;
  return name;
}

}  // namespace

extern "C" {

char* OTF_getFilename(const char* namestub, uint32_t id, OTF_FileType type, unsigned int l, char* ret) {
  return guarded(nullptr, [&]() -> char* {
    const std::string name = file_name(namestub, id, type);
    if (name.empty()) {
      set_error(fmt::format("there is no type of file {:#x}", type));
      return nullptr;
    }
    if (!ret || l == 0) return strdup(name.c_str());
    ret[name.copy(ret, l - 1)] = '\0';
    return ret;
  });
}

char* OTF_stripFilename(const char* filename) {
  return guarded(nullptr, [&] {
    const auto paths = TracePaths::of(filename);
    return succeeded(paths) ? strdup(paths->stub().c_str()) : nullptr;
  });
}

int OTF_fileExists(const char* filename) { return access(filename, F_OK) == 0; }
}
