// SPDX-License-Identifier: BSD-3-Clause
#include "check/groups.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

using Members = std::vector<std::uint64_t>;

TEST(Groups, OfAnMpiProgramAreFine) {
  TestTrace trace;
  trace.mpi(3).define(def::Comm{{2}, {}, {1}, {0}, {}}).define(def::InterComm{{3}, {}, {1}, {2}, {2}, {}});
  EXPECT_EQ(trace.summary(), "");
}

TEST(Groups, CommunicatorsAndInterCommunicatorsShareTheirIds) {
  TestTrace trace;
  trace.mpi(1).define(def::InterComm{{1}, {}, {1}, {1}, {}, {}});
  EXPECT_EQ(trace.summary(), "shared-id:1");
  EXPECT_EQ(trace.first(shared_id), "Comm and InterComm are both defined with id 1");
}

TEST(Groups, FilesAndDirectoriesShareTheirIds) {
  TestTrace trace;
  trace.define(def::IoRegularFile{{0}, {}, {}}).define(def::IoDirectory{{0}, {}, {}});
  EXPECT_EQ(trace.summary(), "shared-id:1");
}

TEST(Groups, NobodyIsItsOwnAncestor) {
  TestTrace trace;
  trace.define(def::SystemTreeNode{{1}, {}, {}, {3}})
      .define(def::SystemTreeNode{{2}, {}, {}, {1}})
      .define(def::SystemTreeNode{{3}, {}, {}, {2}});
  trace.define(def::SystemTreeNode{{4}, {}, {}, {3}});
  EXPECT_EQ(trace.summary(), "parent-cycle:1");
}

TEST(Groups, CyclesAreFoundInAllTrees) {
  TestTrace trace;
  trace.mpi(1).region(0, "main").define(def::Callpath{{0}, {0}, {0}}).define(def::CallingContext{{0}, {0}, {}, {0}});
  trace.define(def::Comm{{2}, {}, {1}, {3}, {}}).define(def::InterComm{{3}, {}, {1}, {1}, {2}, {}});
  EXPECT_EQ(trace.summary(), "parent-cycle:3");
}

TEST(Groups, AChainOfParentsIsFine) {
  TestTrace trace;
  trace.define(def::SystemTreeNode{{1}, {}, {}, {0}})
      .define(def::SystemTreeNode{{2}, {}, {}, {1}})
      .define(def::SystemTreeNode{{3}, {}, {}, {1}});
  EXPECT_EQ(trace.summary(), "");
}

TEST(Groups, HaveMembersThatAreDefined) {
  TestTrace trace;
  trace.location(0).region(0, "main").define(def::Group{{0}, {}, GroupType::locations, {}, {}, Members{0, 1}});
  trace.define(def::Group{{1}, trace.text("some"), GroupType::regions, {}, {}, Members{0, 1, std::uint64_t{1} << 32}});
  EXPECT_EQ(trace.summary(), "group-members:3");
  EXPECT_EQ(trace.first(group_members), "group <0> has Location 1 as a member, which is not defined");
}

TEST(Groups, OfRanksHavePositionsAsMembers) {
  TestTrace trace;
  trace.mpi(2).define(def::Group{{3}, {}, GroupType::comm_group, Paradigm::mpi, {}, Members{1, 2}});
  trace.define(def::Group{{4}, {}, GroupType::comm_group, Paradigm::shmem, {}, Members{0}});
  EXPECT_EQ(trace.summary(), "group-members:2");
  EXPECT_EQ(
      trace.first(group_members), "group <3> has member 2, but the COMM_LOCATIONS group of MPI has only 2 members");
}

TEST(Groups, OfCommunicatorsAreGroupsOfRanks) {
  TestTrace trace;
  trace.mpi(1).define(def::Comm{{2}, trace.text("odd"), {0}, {}, {}}).define(def::InterComm{{3}, {}, {0}, {1}, {}, {}});
  EXPECT_EQ(trace.summary(), "group-type:2");
  EXPECT_EQ(trace.first(group_type), "communicator \"odd\"<2> has group <0>, which is of type COMM_LOCATIONS");
}

TEST(Groups, OfLocationsAreThereOnceForEachParadigm) {
  TestTrace trace;
  trace.mpi(1).define(def::Group{{3}, {}, GroupType::comm_locations, Paradigm::mpi, {}, Members{0}});
  trace.define(def::Group{{4}, {}, GroupType::comm_locations, Paradigm::openmp, {}, Members{0}});
  EXPECT_EQ(trace.summary(), "group-duplicate:1");
  EXPECT_EQ(trace.first(group_duplicate), "groups <0> and <3> are both of type COMM_LOCATIONS for paradigm MPI");
}

}  // namespace
}  // namespace weft::check
