// SPDX-License-Identifier: BSD-3-Clause
// A library of which there are two that differ in a name and in nothing else. Compiled with -finstrument-functions.
namespace {

void WEFT_PLUGIN_WORK() {}

}  // namespace

extern "C" void works() { WEFT_PLUGIN_WORK(); }
