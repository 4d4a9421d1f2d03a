/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of a trace's files. */
#ifndef OTF_FILENAMES_H
#define OTF_FILENAMES_H

#include "OTF_Definitions.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OTF_FILETYPE_MASTER 16
#define OTF_FILETYPE_GLOBAL_DEF 32
#define OTF_FILETYPE_DEF 64
#define OTF_FILETYPE_EVENT 128
#define OTF_FILETYPE_SNAPS 256
#define OTF_FILETYPE_STATS 512
#define OTF_FILETYPE_MARKER 1024
#define OTF_FILETYPE_IOFSL_ALL 2048
#define OTF_FILETYPE_IOFSL_IDX 4096
#define OTF_FILETYPE_BITS (16 + 32 + 64 + 128 + 256 + 512 + 1024)
typedef uint32_t OTF_FileType;

/* Levels of compression go from 0, none, to 9. */
#define OTF_FILECOMPRESSION_UNCOMPRESSED 0
#define OTF_FILECOMPRESSION_COMPRESSED 4
#define OTF_FILECOMPRESSION_BITS (1 + 2 + 4 + 8)
typedef uint32_t OTF_FileCompression;

/* The name of a file of this type and level, in `ret` if that has room for something, else in memory to be freed. */
char* OTF_getFilename(const char* namestub, uint32_t id, OTF_FileType type, unsigned int l, char* ret);
/* What precedes ".otf", in memory to be freed. */
char* OTF_stripFilename(const char* filename);
int OTF_fileExists(const char* filename);

#ifdef __cplusplus
}
#endif

#endif
