/* SPDX-License-Identifier: BSD-3-Clause */
/* Integers of known width, and counter values as the 64 bits in which they are stored. */
#ifndef OTF_INTTYPES_H
#define OTF_INTTYPES_H

#include "OTF_inttypes_unix.h"

#ifdef __cplusplus
extern "C" {
#endif

uint64_t OTF_Unsigned2Counter(uint64_t value);
uint64_t OTF_Counter2Unsigned(uint64_t value);
uint64_t OTF_Signed2Counter(int64_t value);
int64_t OTF_Counter2Signed(uint64_t value);
uint64_t OTF_Float2Counter(float value);
float OTF_Counter2Float(uint64_t value);
uint64_t OTF_Double2Counter(double value);
double OTF_Counter2Double(uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
