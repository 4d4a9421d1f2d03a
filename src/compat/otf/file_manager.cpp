// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf/file_manager.hpp"

#include <open-trace-format/OTF_File.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "compat/otf/errors.hpp"

using namespace weft::otf::compat;

namespace weft::otf::compat {

std::optional<Forwarding> forwarding_of(const OTF_FileManager& manager) {
  if (manager.iofsl_mode == OTF_IOFSL_DISABLED) return std::nullopt;
  return Forwarding{manager.server_count, static_cast<uint32_t>(manager.iofsl_mode), manager.stream_id_bits};
}

}  // namespace weft::otf::compat

// A ring of files; nobody but these functions looks into it.
struct OTF_FileList {
  OTF_File* file;
  OTF_FileList* next;
  OTF_FileList* previous;
};

namespace {

constexpr uint32_t default_number = 10;

int unlink_if(OTF_FileList** list, OTF_FileList* place, const OTF_File* entry) {
  if (!place || place->file != entry) return 0;
  place->previous->next = place->next;
  place->next->previous = place->previous;
  if (*list == place) *list = place->next == place ? nullptr : place->next;
  std::free(place);
  return 1;
}

}  // namespace

extern "C" {

void OTF_FileManager_init(OTF_FileManager* fh);
void OTF_FileManager_finalize(OTF_FileManager* fh);
int OTF_FileManager_listInsertAtHead(OTF_FileList** list, OTF_File* entry);
int OTF_FileManager_listUnlinkAtHead(OTF_FileList** list, OTF_File* entry);
int OTF_FileManager_listUnlinkAtTail(OTF_FileList** list, OTF_File* entry);
void OTF_FileManager_listPrint(OTF_FileList** list);

OTF_FileManager* OTF_FileManager_open(uint32_t number) {
  if (number == 0) set_error("a file manager needs at least one file");
  return guarded(
      nullptr, [&] { return std::make_unique<OTF_FileManager>(number == 0 ? default_number : number).release(); });
}

void OTF_FileManager_close(OTF_FileManager* m) { delete m; }

void OTF_FileManager_init(OTF_FileManager* fh) { OTF_FileManager_finalize(fh); }

void OTF_FileManager_finalize(OTF_FileManager* fh) {
  fh->iofsl_mode = OTF_IOFSL_DISABLED;
  fh->servers.clear();
  fh->server_names.clear();
  fh->server_count = fh->iofsl_flags = fh->index_buffer_length = fh->stream_id_bits = 0;
}

uint32_t OTF_FileManager_getCount(OTF_FileManager* m) { return static_cast<uint32_t>(m->pool.open_files()); }

uint32_t OTF_FileManager_getNumber(OTF_FileManager* m) { return static_cast<uint32_t>(m->pool.budget()); }

uint32_t OTF_FileManager_setNumber(OTF_FileManager* m, uint32_t number) {
  if (number == 0)
    set_error("a file manager needs at least one file");
  else
    m->pool.set_budget(number);
  return OTF_FileManager_getNumber(m);
}

int OTF_FileManager_guaranteeFile(OTF_FileManager* m) { return m->pool.make_room(); }

// Files register themselves when they are used.
int OTF_FileManager_registerFile(OTF_FileManager*, OTF_File* file) { return OTF_File_revive(file, file->mode); }

int OTF_FileManager_touchFile(OTF_FileManager*, OTF_File* file) { return OTF_File_revive(file, file->mode); }

int OTF_FileManager_suspendFile(OTF_FileManager*, OTF_File* file) {
  OTF_File_suspend(file);
  return 1;
}

int OTF_FileManager_setIofsl(OTF_FileManager* m, uint32_t server_num, char** server_list, OTF_IofslMode mode,
    uint32_t flags, uint32_t index_buffer_length, uint32_t streamid_bits) {
  return guarded(0, [&] {
    m->iofsl_mode = mode;
    m->server_count = server_num;
    m->server_names.clear();
    m->servers.clear();
    if (server_list) m->servers.assign(server_list, server_list + server_num);
    for (std::string& server : m->servers) m->server_names.push_back(server.data());
    m->iofsl_flags = flags;
    m->index_buffer_length = index_buffer_length;
    m->stream_id_bits = streamid_bits;
    return 1;
  });
}

int OTF_FileManager_getIofsl(OTF_FileManager* m, uint32_t* server_num, char*** server_list, OTF_IofslMode* mode,
    uint32_t* flags, uint32_t* index_buffer_length, uint32_t* streamid_bits) {
  if (server_num) *server_num = m->server_count;
  if (server_list) *server_list = m->server_names.empty() ? nullptr : m->server_names.data();
  if (mode) *mode = m->iofsl_mode;
  if (flags) *flags = m->iofsl_flags;
  if (index_buffer_length) *index_buffer_length = m->index_buffer_length;
  if (streamid_bits) *streamid_bits = m->stream_id_bits;
  return 1;
}

int OTF_FileManager_isIofsl(OTF_FileManager* m) { return m->iofsl_mode != OTF_IOFSL_DISABLED; }

int OTF_FileManager_listInsertAtHead(OTF_FileList** list, OTF_File* entry) {
  auto* const place = static_cast<OTF_FileList*>(std::malloc(sizeof(OTF_FileList)));
  if (!place) return 0;
  place->file = entry;
  place->next = *list ? *list : place;
  place->previous = *list ? (*list)->previous : place;
  place->previous->next = place->next->previous = place;
  *list = place;
  return 1;
}

int OTF_FileManager_listUnlinkAtHead(OTF_FileList** list, OTF_File* entry) { return unlink_if(list, *list, entry); }

int OTF_FileManager_listUnlinkAtTail(OTF_FileList** list, OTF_File* entry) {
  return unlink_if(list, *list ? (*list)->previous : nullptr, entry);
}

void OTF_FileManager_listPrint(OTF_FileList** list) {
  const OTF_FileList* place = *list;
  if (!place) return;
  do std::fprintf(stderr, "%s\n", place->file->filename);
  while ((place = place->next) != *list);
}
}
