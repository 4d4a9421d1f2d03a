// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/csv_row.hpp"

#include <gtest/gtest.h>

namespace weft::exports {
namespace {

TEST(CsvRow, PutsCommasBetweenCellsAndEndsRows) {
  TextSink out;
  CsvRow(out).number(1).empty().text("b c").negative(-2).real(0.5);
  CsvRow(out).text("d");
  EXPECT_EQ(out.text(), "1,,b c,-2,0.5\r\nd\r\n");
}

TEST(CsvRow, QuotesWhatWouldEndACell) {
  TextSink out;
  CsvRow(out).text("a,b").text("say \"x\"").text("two\nlines").text("a\rb").text("");
  EXPECT_EQ(out.text(), "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"a\rb\",\r\n");
}

}  // namespace
}  // namespace weft::exports
