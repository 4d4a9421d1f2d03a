/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_Reader: reads a whole trace, its events, snapshots and statistics in order of time. */
#ifndef OTF_READER_H
#define OTF_READER_H

#include "OTF_FileManager.h"
#include "OTF_HandlerArray.h"
#include "OTF_MasterControl.h"
#include "OTF_RStream.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_Reader OTF_Reader;

OTF_Reader* OTF_Reader_open(const char* namestub, OTF_FileManager* manager);
int OTF_Reader_close(OTF_Reader* reader);
int OTF_Reader_closeAllStreams(OTF_Reader* reader);

int OTF_Reader_setBufferSizes(OTF_Reader* reader, uint32_t size);
uint32_t OTF_Reader_getBufferSizes(OTF_Reader* reader);
void OTF_Reader_setZBufferSizes(OTF_Reader* reader, uint32_t size);
uint32_t OTF_Reader_getZBufferSizes(OTF_Reader* reader);
OTF_MasterControl* OTF_Reader_getMasterControl(OTF_Reader* reader);
OTF_RStream* OTF_Reader_getStream(OTF_Reader* reader, uint32_t id);

/* Call the handlers and answer how many records there were, or OTF_READ_ERROR. Unsorted is stream by stream. */
uint64_t OTF_Reader_readDefinitions(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readEvents(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readEventsUnsorted(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readSnapshots(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readSnapshotsUnsorted(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readStatistics(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readStatisticsUnsorted(OTF_Reader* reader, OTF_HandlerArray* handlers);
uint64_t OTF_Reader_readMarkers(OTF_Reader* reader, OTF_HandlerArray* handlers);

/* What is read: of which processes, which times (the last one not included), how many records at once. */
int OTF_Reader_enableProcess(OTF_Reader* reader, uint32_t processId);
int OTF_Reader_disableProcess(OTF_Reader* reader, uint32_t processId);
uint8_t OTF_Reader_getProcessStatus(OTF_Reader* reader, uint32_t processId);
int OTF_Reader_setProcessStatus(OTF_Reader* reader, uint32_t processId, uint8_t status);
int OTF_Reader_setProcessStatusAll(OTF_Reader* reader, uint8_t status);
void OTF_Reader_setTimeInterval(OTF_Reader* reader, uint64_t minTime, uint64_t maxTime);
uint64_t OTF_Reader_getTimeIntervalMin(OTF_Reader* reader);
uint64_t OTF_Reader_getTimeIntervalMax(OTF_Reader* reader);
void OTF_Reader_setRecordLimit(OTF_Reader* reader, uint64_t limit);
uint64_t OTF_Reader_getRecordLimit(OTF_Reader* reader);
/* Everything again, from the beginning. */
void OTF_Reader_reset(OTF_Reader* reader);

/* How far reading has come: in time, which the short names mean, too, and in bytes. */
uint8_t OTF_Reader_eventProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_snapshotProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_statisticProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_eventTimeProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_snapshotTimeProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_statisticTimeProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_eventBytesProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_snapshotBytesProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);
uint8_t OTF_Reader_statisticBytesProgress(
    OTF_Reader* reader, uint64_t* minimum, uint64_t* current, uint64_t* maximum);

#ifdef __cplusplus
}
#endif

#endif
