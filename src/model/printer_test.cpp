// SPDX-License-Identifier: BSD-3-Clause
#include "model/printer.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace weft {
namespace {

using Style = RecordPrinter::Style;

class Printer : public testing::Test {
 protected:
  Printer() {
    all.add(def::String{{0}, "main"});
    all.add(def::Region{{5}, {0}, {0}, {}, {}, {}, {}, {}, 0, 0});
    all.add(def::Attribute{{3}, {0}, {}, Type::uint64});
  }

  template <class Print>
  std::string printed(Style style, Print&& print) {
    TextSink out;
    RecordPrinter printer(out, all, style);
    print(printer);
    return std::string(out.text());
  }
  template <class R>
  std::string line(const R& record, Style style = Style::json) {
    return printed(style, [&](RecordPrinter& p) { p.record(record); });
  }
  template <class R>
  std::string timed(const R& record, std::span<const AttributeEntry> attributes = {}, Style style = Style::json,
      std::string_view suffix = "") {
    return printed(style, [&](RecordPrinter& p) { p.timed({7}, 1234, record, attributes, suffix); });
  }

  Definitions all;
};

TEST_F(Printer, WritesEventsAsJson) {
  EXPECT_EQ(timed(evt::Enter{{5}}), "{\"record\":\"Enter\",\"location\":7,\"time\":1234,\"region\":5}\n");
  EXPECT_EQ(timed(evt::Enter{{}}), "{\"record\":\"Enter\",\"location\":7,\"time\":1234,\"region\":4294967295}\n");
  EXPECT_EQ(timed(evt::MpiCollectiveBegin{}), "{\"record\":\"MpiCollectiveBegin\",\"location\":7,\"time\":1234}\n");
  EXPECT_EQ(
      timed(evt::BufferFlush{{99}}), "{\"record\":\"BufferFlush\",\"location\":7,\"time\":1234,\"stopTime\":99}\n");
  EXPECT_EQ(timed(evt::ProgramEnd{-1}), "{\"record\":\"ProgramEnd\",\"location\":7,\"time\":1234,\"exitStatus\":-1}\n");
}

TEST_F(Printer, WritesListsAsACountAndOneListForEachPart) {
  const MetricValue values[] = {{Type::uint64, 7}, {Type::double_, std::bit_cast<std::uint64_t>(1.5)},
      {Type::int64, ~std::uint64_t{0}}, {static_cast<Type>(200), ~std::uint64_t{0}}};
  EXPECT_EQ(timed(evt::Metric{{2}, values}),
      "{\"record\":\"Metric\",\"location\":7,\"time\":1234,\"metric\":2,\"numberOfMetrics\":4,"
      "\"typeIDs\":[4,10,8,200],\"metricValues\":[7,1.5,-1,18446744073709551615]}\n");
  EXPECT_EQ(timed(evt::ProgramBegin{{0}, {}}),
      "{\"record\":\"ProgramBegin\",\"location\":7,\"time\":1234,\"programName\":0,\"numberOfArguments\":0,"
      "\"programArguments\":[]}\n");
  const IoParadigmPropertyValue properties[] = {{IoParadigmProperty::version, {Type::string, 0}}};
  EXPECT_EQ(line(def::IoParadigm{{1}, {0}, {0}, {}, {}, properties}),
      "{\"record\":\"IoParadigm\",\"self\":1,\"identification\":0,\"name\":0,\"ioParadigmClass\":0,"
      "\"ioParadigmFlags\":0,\"numberOfProperties\":1,\"properties\":[0],\"types\":[11],\"values\":[0]}\n");
}

TEST_F(Printer, WritesTypedValuesByTheirType) {
  const std::pair<TypedValue, const char*> cases[] = {
      {{Type::int8, 0xff}, "5,\"value\":-1"},
      {{Type::uint8, 0xff}, "1,\"value\":255"},
      {{Type::int64, std::uint64_t{1} << 63}, "8,\"value\":-9223372036854775808"},
      {{Type::none, ~std::uint64_t{0}}, "0,\"value\":18446744073709551615"},
      {{Type::float_, std::bit_cast<std::uint32_t>(0.1f)}, "9,\"value\":0.1"},
      {{Type::float_, std::bit_cast<std::uint32_t>(-HUGE_VALF)}, "9,\"value\":\"-inf\""},
      {TypedValue::of(std::nan("")), "10,\"value\":\"nan\""},
      {TypedValue::of(0.1), "10,\"value\":0.1"},
      {{Type::region, 5}, "14,\"value\":5"},
      {{static_cast<Type>(200), 5}, "200,\"value\":5"},
  };
  for (const auto& [value, text] : cases)
    EXPECT_EQ(line(def::LocationProperty{{1}, {0}, value}),
        "{\"record\":\"LocationProperty\",\"location\":1,\"name\":0,\"type\":" + std::string(text) + "}\n");
}

TEST_F(Printer, WritesAttributesOnlyWhereThereAreAny) {
  const AttributeEntry attributes[] = {{{3}, {Type::uint64, 123}}, {{9}, {Type::int32, 0xffffffff}}};
  EXPECT_EQ(timed(evt::Leave{{5}}, attributes),
      "{\"record\":\"Leave\",\"location\":7,\"time\":1234,\"region\":5,\"attributes\":["
      "{\"attribute\":3,\"type\":4,\"value\":123},{\"attribute\":9,\"type\":7,\"value\":-1}]}\n");
}

TEST_F(Printer, AddsNamesWhenAsked) {
  const AttributeEntry attributes[] = {{{3}, {Type::uint64, 1}}, {{9}, {Type::uint64, 1}}};
  EXPECT_EQ(timed(evt::Enter{{5}}, attributes, Style::json_with_names),
      "{\"record\":\"Enter\",\"location\":7,\"time\":1234,\"region\":5,\"attributes\":["
      "{\"attribute\":3,\"type\":4,\"value\":1},{\"attribute\":9,\"type\":4,\"value\":1}],"
      "\"names\":{\"region\":\"main\",\"attributes\":[\"main\",null]}}\n");
  EXPECT_EQ(timed(evt::Enter{{6}}, {}, Style::json_with_names),
      "{\"record\":\"Enter\",\"location\":7,\"time\":1234,\"region\":6}\n");
}

TEST_F(Printer, SaysWhoseADefinitionIs) {
  const std::string text = printed(Style::json, [&](RecordPrinter& p) {
    p.record(def::String{{1}, "a\"b"}, std::pair{std::string_view("definedBy"), std::uint64_t{12}});
  });
  EXPECT_EQ(text, "{\"record\":\"String\",\"definedBy\":12,\"self\":1,\"string\":\"a\\\"b\"}\n");
}

TEST_F(Printer, KeepsTheBytesOfUnknownRecords) {
  const std::uint8_t payload[] = {1, 2, 3};
  EXPECT_EQ(timed(evt::Unknown{200, payload}),
      "{\"record\":\"Unknown\",\"location\":7,\"time\":1234,\"id\":200,\"length\":3,\"payload\":[1,2,3]}\n");
}

TEST_F(Printer, WritesLinesForPeople) {
  const AttributeEntry attributes[] = {{{3}, {Type::region, 5}}};
  EXPECT_EQ(timed(evt::Enter{{5}}, attributes, Style::text),
      "                1234         7  Enter                     region=\"main\"<5>  @\"main\"<3>=\"main\"<5>\n");
  EXPECT_EQ(timed(evt::IoCreateHandle{{}, IoAccessMode::read_write, IoCreationFlag::create | IoCreationFlag::truncate,
                      static_cast<IoStatusFlag>(0x8000)},
                {}, Style::text),
      "                1234         7  IoCreateHandle            handle=-  mode=READ_WRITE  "
      "creationFlags=CREATE|TRUNCATE  statusFlags=32768\n");
  EXPECT_EQ(timed(evt::MeasurementOnOff{static_cast<MeasurementMode>(9)}, {}, Style::text),
      "                1234         7  MeasurementOnOff          measurementMode=<9>\n");
  EXPECT_EQ(line(def::String{{1}, "x"}, Style::text), "String                               1  string=\"x\"\n");
}

TEST_F(Printer, JoinsNameAndSuffix) {
  EXPECT_EQ(timed(evt::Enter{{5}}, {}, Style::json, "Snap").substr(0, 22), "{\"record\":\"EnterSnap\",");
  const std::string text = timed(evt::Enter{{5}}, {}, Style::text, "Snap");
  EXPECT_NE(text.find("  EnterSnap  "), std::string::npos) << text;
  EXPECT_EQ(text.find("region="), timed(evt::Enter{{5}}, {}, Style::text).find("region=")) << "columns stay in line";
}

TEST_F(Printer, HeadsColumnsForPeopleOnly) {
  for (const Style style : {Style::text, Style::json}) {
    const std::string text = printed(style, [](RecordPrinter& p) { p.heading("Things"), p.event_heading("Events"); });
    EXPECT_EQ(text.empty(), style == Style::json);
  }
}

}  // namespace
}  // namespace weft
