// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/vocabulary.hpp"

#include <gtest/gtest.h>

namespace weft::otf {
namespace {

TEST(FunctionGroup, NameTellsParadigmAndDescription) {
  for (const Enumerator& each : enumerators<Paradigm>())
    for (const std::string_view description :
        {"POSIX", "MPI", "OMP loops", "Application: POSIX", "a: b", ": ", "NONE"}) {
      const FunctionGroup group{static_cast<Paradigm>(each.value), description};
      EXPECT_EQ(function_group(name_of_group(group)), group) << name_of_group(group);
    }
}

TEST(FunctionGroup, NameTellsParadigmAlone) {
  for (const Enumerator& each : enumerators<Paradigm>()) {
    const auto paradigm = static_cast<Paradigm>(each.value);
    EXPECT_EQ(function_group(name_of_group({paradigm, ""})).paradigm, paradigm) << each.name;
  }
}

TEST(FunctionGroup, IsNamedAsToolsNameThem) {
  EXPECT_EQ(name_of_group({Paradigm::mpi, ""}), "MPI");
  EXPECT_EQ(name_of_group({Paradigm::user, "POSIX"}), "Application: POSIX");
  EXPECT_EQ(name_of_group({Paradigm::unknown, "POSIX"}), "POSIX");
  EXPECT_EQ(function_group("MPI-COLL"), (FunctionGroup{Paradigm::mpi, "MPI-COLL"}));
  EXPECT_EQ(function_group("solver"), (FunctionGroup{Paradigm::unknown, "solver"}));
}

}  // namespace
}  // namespace weft::otf
