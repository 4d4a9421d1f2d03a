// SPDX-License-Identifier: BSD-3-Clause
#include "check/io_paradigms.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

class IoParadigmsTest : public ::testing::Test {
 protected:
  void paradigm(std::string_view name, IoParadigmClass io_class, IoParadigmFlag flags = IoParadigmFlag::none) {
    const IoParadigmRef id{static_cast<std::uint8_t>(trace.definitions().all<def::IoParadigm>().size())};
    trace.define(def::IoParadigm{id, trace.text(name), {}, io_class, flags, {}});
  }
  TestTrace trace;
};

TEST_F(IoParadigmsTest, AsTheyAreKnownAreFine) {
  paradigm("POSIX", IoParadigmClass::serial, IoParadigmFlag::os);
  paradigm("ISOC", IoParadigmClass::serial);
  paradigm("ISOC", IoParadigmClass::serial, IoParadigmFlag::os);
  paradigm("MPI-IO", IoParadigmClass::parallel);
  paradigm("netCDF", IoParadigmClass::serial);
  paradigm("HDF5", IoParadigmClass::parallel);
  paradigm("our own", IoParadigmClass::parallel, IoParadigmFlag::os);
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoParadigmsTest, HaveTheirClass) {
  paradigm("POSIX", IoParadigmClass::parallel, IoParadigmFlag::os);
  paradigm("PnetCDF", IoParadigmClass::serial);
  paradigm("ADIOS", IoParadigmClass::serial);
  EXPECT_EQ(trace.summary(), "io-paradigm:3");
  EXPECT_EQ(trace.first(io_paradigm), "I/O paradigm 0 POSIX is of class PARALLEL, not SERIAL");
}

TEST_F(IoParadigmsTest, HaveTheirFlags) {
  paradigm("POSIX", IoParadigmClass::serial);
  paradigm("HDF5", IoParadigmClass::serial, IoParadigmFlag::os);
  EXPECT_EQ(trace.summary(), "io-paradigm:2");
  EXPECT_EQ(trace.first(io_paradigm), "I/O paradigm 0 POSIX has flags NONE, not OS");
}

TEST_F(IoParadigmsTest, HaveATextAsVersion) {
  const std::vector<IoParadigmPropertyValue> good{{IoParadigmProperty::version, TypedValue::of(trace.text("1.0"))}};
  const std::vector<IoParadigmPropertyValue> bad{{IoParadigmProperty::version, TypedValue::of(std::uint64_t{1})}};
  trace.define(def::IoParadigm{{0}, {}, {}, {}, {}, good}).define(def::IoParadigm{{1}, {}, {}, {}, {}, bad});
  EXPECT_EQ(trace.summary(), "io-paradigm-version:1");
  EXPECT_EQ(trace.first(io_paradigm_version), "the version of I/O paradigm 1 is of type UINT64, not STRING");
}

TEST_F(IoParadigmsTest, PreCreatedHandlesHaveAState) {
  paradigm("POSIX", IoParadigmClass::serial, IoParadigmFlag::os);
  trace.define(def::IoHandle{{0}, {}, {}, {0}, IoHandleFlag::pre_created, {}, {}})
      .define(def::IoHandle{{1}, {}, {}, {0}, {}, {}, {}});
  trace.define(def::IoPreCreatedHandleState{{0}, IoAccessMode::read_only, {}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoParadigmsTest, StatesBelongToPreCreatedHandles) {
  paradigm("POSIX", IoParadigmClass::serial, IoParadigmFlag::os);
  for (std::uint32_t id = 0; id < 3; ++id)
    trace.define(def::IoHandle{{id}, {}, {}, {0}, id < 2 ? IoHandleFlag::pre_created : IoHandleFlag::none, {}, {}});
  for (const std::uint32_t id : {1u, 1u, 2u})
    trace.define(def::IoPreCreatedHandleState{{id}, IoAccessMode::read_only, {}});
  EXPECT_EQ(trace.summary(), "io-handle-state:3");
  EXPECT_EQ(
      trace.first(io_handle_state), "handle <0> is flagged PRE_CREATED and has 0 IoPreCreatedHandleState definitions");
}

}  // namespace
}  // namespace weft::check
