// SPDX-License-Identifier: BSD-3-Clause
#include <open-trace-format/OTFAUX_Thumbnail.h>

#include "base/file.hpp"
#include "compat/otfaux/process.hpp"
#include "formats/otf/thumbnail.hpp"

using weft::otf::compat::guarded;

struct OTFAUX_ThumbnailReader {
  weft::otf::ThumbnailText text;
};

extern "C" {

OTFAUX_ThumbnailReader* OTFAUX_ThumbnailReader_open(const char* namestub) {
  OTFAUX_ThumbnailReader* opened = nullptr;
  guarded(namestub, [&](const char& stub) {
    const auto bytes = weft::read_file(weft::otf::thumbnail_path(&stub));
    if (!bytes) return false;
    auto text = weft::otf::ThumbnailText::of({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (text) opened = new OTFAUX_ThumbnailReader{*std::move(text)};
    return true;
  });
  return opened;
}

int OTFAUX_ThumbnailReader_close(OTFAUX_ThumbnailReader* tn_reader) {
  delete tn_reader;
  return tn_reader != nullptr;
}

int OTFAUX_ThumbnailReader_getWidth(const OTFAUX_ThumbnailReader* tn_reader, uint32_t* width) {
  if (!tn_reader || !width) return 0;
  *width = tn_reader->text.samples();
  return 1;
}

int OTFAUX_ThumbnailReader_getNumberOfProcs(const OTFAUX_ThumbnailReader* tn_reader, uint32_t* nprocs) {
  if (!tn_reader || !nprocs) return 0;
  *nprocs = tn_reader->text.processes();
  return 1;
}

int OTFAUX_ThumbnailReader_read(
    OTFAUX_ThumbnailReader* tn_reader, void (*process_handler)(void*, uint64_t, const uint32_t*), void* data) {
  return guarded(tn_reader, [&](OTFAUX_ThumbnailReader& reader) {
    for (uint32_t i = 0; i < reader.text.processes(); ++i) {
      const auto line = reader.text.next();
      if (!line) return false;
      if (process_handler) process_handler(data, line->process, line->functions.data());
      if (!reader.text.end_line()) return false;
    }
    return reader.text.processes() > 0 && reader.text.end();
  });
}
}
