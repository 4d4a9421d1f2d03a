/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_FileManager: how many files may be open at once. Outlives everything that was opened with it. */
#ifndef OTF_FILEMANAGER_H
#define OTF_FILEMANAGER_H

#include "OTF_Definitions.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_File OTF_File;
typedef struct struct_OTF_File_iofsl OTF_File_iofsl;
typedef struct struct_OTF_FileManager OTF_FileManager;

OTF_FileManager* OTF_FileManager_open(uint32_t number);
void OTF_FileManager_close(OTF_FileManager* m);

/* How many files are open now, and how many may be. */
uint32_t OTF_FileManager_getCount(OTF_FileManager* m);
uint32_t OTF_FileManager_getNumber(OTF_FileManager* m);
uint32_t OTF_FileManager_setNumber(OTF_FileManager* m, uint32_t number);

/* The steps by which a file gets its handle. */
int OTF_FileManager_guaranteeFile(OTF_FileManager* m);
int OTF_FileManager_registerFile(OTF_FileManager* m, OTF_File* file);
int OTF_FileManager_touchFile(OTF_FileManager* m, OTF_File* file);
int OTF_FileManager_suspendFile(OTF_FileManager* m, OTF_File* file);

/* Forwarding of I/O to servers. */
int OTF_FileManager_setIofsl(OTF_FileManager* m, uint32_t server_num, char** server_list, OTF_IofslMode mode,
    uint32_t flags, uint32_t index_buffer_length, uint32_t streamid_bits);
int OTF_FileManager_getIofsl(OTF_FileManager* m, uint32_t* server_num, char*** server_list, OTF_IofslMode* mode,
    uint32_t* flags, uint32_t* index_buffer_length, uint32_t* streamid_bits);
int OTF_FileManager_isIofsl(OTF_FileManager* m);

#ifdef __cplusplus
}
#endif

#endif
