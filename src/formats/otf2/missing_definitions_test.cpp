// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/missing_definitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft::otf2 {
namespace {

TEST(MissingDefinitions, NotesWhatIsUsedAndNotDefined) {
  Definitions known;
  known.add(def::Region{{1}, {}, {}, {}, {}, {}, {}, {}, 0, 0});
  MissingDefinitions missing(known);
  missing.note(evt::Enter{{1}}, {});
  missing.note(evt::Enter{{}}, {});
  EXPECT_EQ(missing.count(), 0u);
  missing.note(evt::Enter{{2}}, {});
  missing.note(evt::Leave{{2}}, {});
  EXPECT_EQ(missing.count(), 1u);
}

TEST(MissingDefinitions, LooksIntoAttributesListsAndValues) {
  const Definitions known;
  MissingDefinitions missing(known);
  const AttributeEntry attributes[] = {{{4}, {Type::comm, 5}}, {{4}, {Type::uint32, 99}}};
  const StringRef arguments[] = {{7}, {8}};
  missing.note(evt::ProgramBegin{{7}, arguments}, attributes);
  EXPECT_EQ(missing.count(), 4u) << "texts 7 and 8, attribute 4, communicator 5";
}

TEST(MissingDefinitions, LooksIntoDefinitions) {
  Definitions known;
  known.add(def::Comm{{0}, {3}, {9}, {}, {}});
  known.add(def::LocationProperty{{2}, {3}, {Type::region, 6}});
  MissingDefinitions missing(known);
  missing.note(known);
  EXPECT_EQ(missing.count(), 4u) << "text 3, group 9, location 2, region 6";
}

TEST(MissingDefinitions, SuppliesWhatIsMissingWithNames) {
  Definitions all;
  all.add(def::String{{0}, "zero"});
  MissingDefinitions missing(all);
  missing.note(evt::Enter{{2}}, {});
  missing.note(evt::ParameterString{{3}, {4}}, {});
  missing.note(evt::RmaWinCreate{{}}, {});
  const auto sentences = missing.supply(all);
  EXPECT_TRUE(all.contains(RegionRef{2}));
  EXPECT_TRUE(all.contains(ParameterRef{3}));
  EXPECT_FALSE(all.text(StringRef{4}).empty());
  EXPECT_NE(all.name(RegionRef{2}), "");
  EXPECT_NE(all.name(RegionRef{2}), all.text(StringRef{4})) << "a name must not take an id that is missing";
  EXPECT_EQ(sentences.size(), 3u);
  MissingDefinitions again(all);
  again.note(all);
  EXPECT_EQ(again.count(), 0u) << "what was made up needs nothing else";
}

}  // namespace
}  // namespace weft::otf2
