// SPDX-License-Identifier: BSD-3-Clause
// Numbers as the bits in which they are stored.
#include <open-trace-format/OTF_KeyValue.h>
#include <open-trace-format/OTF_inttypes.h>

#include <bit>

extern "C" {

uint64_t OTF_Unsigned2Counter(uint64_t value) { return value; }
uint64_t OTF_Counter2Unsigned(uint64_t value) { return value; }
uint64_t OTF_Signed2Counter(int64_t value) { return static_cast<uint64_t>(value); }
int64_t OTF_Counter2Signed(uint64_t value) { return static_cast<int64_t>(value); }
uint64_t OTF_Float2Counter(float value) { return std::bit_cast<uint32_t>(value); }
float OTF_Counter2Float(uint64_t value) { return std::bit_cast<float>(static_cast<uint32_t>(value)); }
uint64_t OTF_Double2Counter(double value) { return std::bit_cast<uint64_t>(value); }
double OTF_Counter2Double(uint64_t value) { return std::bit_cast<double>(value); }

float OTF_Int32ToFloat(uint32_t value) { return std::bit_cast<float>(value); }
uint32_t OTF_FloatToInt32(float value) { return std::bit_cast<uint32_t>(value); }
double OTF_Int64ToDouble(uint64_t value) { return std::bit_cast<double>(value); }
uint64_t OTF_DoubleToInt64(double value) { return std::bit_cast<uint64_t>(value); }
}
