// SPDX-License-Identifier: BSD-3-Clause
#include "model/fates.hpp"

#include <gtest/gtest.h>

#include "model/event_types.hpp"

namespace weft {

namespace {

constexpr auto is_to_nobody = [](const evt::MpiSend& send, const Definitions&) { return send.receiver == 9; };

constexpr auto fates = Fates{gone("no such thing"), whole<evt::Enter>(),
    of<evt::MpiSend>(carried<&evt::MpiSend::communicator>(), lost<&evt::MpiSend::msg_tag>("no tags"),
        translated<&evt::MpiSend::receiver>("a process", is_to_nobody),
        lost<&evt::MpiSend::msg_length>("no lengths", AsCounted{})),
    of<evt::MpiIsend>(translated<>("a send"),
        carried<&evt::MpiIsend::receiver, &evt::MpiIsend::communicator, &evt::MpiIsend::msg_tag,
            &evt::MpiIsend::msg_length>(),
        lost<&evt::MpiIsend::request_id>("no requests")),
    of<def::Region>(
        lost<>("too long", [](const def::Region& region, const Definitions&) { return region.end_line_number < 100; }),
        carried<&def::Region::self, &def::Region::name, &def::Region::canonical_name, &def::Region::region_role,
            &def::Region::paradigm, &def::Region::region_flags, &def::Region::source_file,
            &def::Region::begin_line_number, &def::Region::end_line_number>(),
        lost<&def::Region::description>("no words"))};

// "lost WHAT: WHY COUNT (EXAMPLE)"
template <class List>
std::vector<std::string> told(const FateCounts<List, fates>& counts) {
  LossReport loss;
  counts.tell(loss);
  std::vector<std::string> lines;
  for (const auto& [key, entry] : loss.entries())
    lines.push_back((entry.fate == LossReport::Fate::lost ? "lost " : "translated ") + key.first + ": " + key.second +
                    " " + std::to_string(entry.count) + " (" + entry.example + ")");
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Fates, CountsFieldsThatHaveSomethingToLose) {
  Definitions words;
  FateCounts<EventTypes, fates> counts;
  EXPECT_TRUE(counts.add(evt::MpiSend{9, {}, 0, 0}, words, [] { return "first"; }));
  EXPECT_TRUE(counts.add(evt::MpiSend{9, {}, 5, 1}, words, [] { return "second"; }));
  EXPECT_TRUE(counts.add(evt::MpiSend{1, {}, 5, 0}, words, [] { return "third"; }));
  EXPECT_EQ(told(counts),
      (Lines{"lost MpiSend.msgTag: no tags 2 (second)", "translated MpiSend.receiver: a process 1 (third)"}));
}

TEST(Fates, CountsWhatWritersTell) {
  FateCounts<EventTypes, fates> counts;
  for (const char* const name : {"first", "second"}) counts.count<&evt::MpiSend::msg_length>([&] { return name; });
  EXPECT_EQ(told(counts), (Lines{"lost MpiSend.msgLength: no lengths 2 (first)"}));
}

TEST(Fates, KnowsRecordsThatAreCarriedTranslatedAndGone) {
  Definitions words;
  FateCounts<EventTypes, fates> counts;
  const auto example = [] { return "x"; };
  EXPECT_TRUE(counts.add(evt::Enter{{1}}, words, example));
  EXPECT_TRUE(counts.add(evt::MpiIsend{0, {}, 0, 0, 3}, words, example));
  EXPECT_FALSE(counts.add(evt::Leave{{1}}, words, example));
  EXPECT_EQ(told(counts), (Lines{"lost Leave: no such thing 1 (x)", "translated MpiIsend: a send 1 (x)",
                              "lost MpiIsend.requestID: no requests 1 (x)"}));
}

TEST(Fates, LosesFieldsWithTheirRecordAndNoEmptyTexts) {
  Definitions words;
  words.add(def::String{{0}, ""});
  words.add(def::String{{1}, "words"});
  FateCounts<DefinitionTypes, fates> counts;
  const auto example = [] { return "x"; };
  def::Region region;
  for (const std::uint32_t description : {0u, 1u}) {
    region.description = {description};
    EXPECT_TRUE(counts.add(region, words, example));
  }
  region.end_line_number = 100;
  EXPECT_FALSE(counts.add(region, words, example));
  EXPECT_EQ(told(counts), (Lines{"lost Region: too long 1 (x)", "lost Region.description: no words 1 (x)"}));
}

}  // namespace

}  // namespace weft
