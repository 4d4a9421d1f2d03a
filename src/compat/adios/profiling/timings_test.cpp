// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/profiling/timings.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

namespace weft::adios {
namespace {

constexpr Time second = 1'000'000'000;
constexpr Time noon = 1'219'434'228 * second;

Timings process(Time open, Time write, Time close) {
  Timings timings;
  Output& output = timings.group("restart").outputs.emplace_back();
  output.cycle = 3;
  output.open.add(noon, noon + open);
  output.write.add(noon + 20 * second, noon + 20 * second + write / 2);
  output.write.add(noon + 30 * second, noon + 30 * second + write / 2);
  output.close.add(noon + 40 * second, noon + 40 * second + close);
  return timings;
}

TEST(Timings, AreALogOfAllProcesses) {
  const std::vector<Timings> processes = {process(second, 2 * second, 0), process(3 * second, 4 * second, second / 8)};
  EXPECT_EQ(Timings::log(processes, "Fri Aug 22 15:42:04 EDT 2008"),
      "Fri Aug 22 15:42:04 EDT 2008\n"
      "I/O Timing results\n"
      "Operations      : min   max   mean   var\n"
      "cycle no        : 3\n"
      "io count        : 0\n"
      "# Open          : 1.000000   3.000000   2.000000   1.000000\n"
      "# Open start    : 1219434228.000000   1219434228.000000   1219434228.000000   0.000000\n"
      "# Open end      : 1219434229.000000   1219434231.000000   1219434230.000000   1.000000\n"
      "# Write         : 2.000000   4.000000   3.000000   1.000000\n"
      "# Write start   : 1219434248.000000   1219434248.000000   1219434248.000000   0.000000\n"
      "# Write end     : 1219434259.000000   1219434260.000000   1219434259.500000   0.500000\n"
      "# Close         : 0.000000   0.125000   0.062500   0.062500\n"
      "# Close start   : 1219434268.000000   1219434268.000000   1219434268.000000   0.000000\n"
      "# Close end     : 1219434268.000000   1219434268.125000   1219434268.062500   0.062500\n"
      "# Total         : 3.000000   7.125000   5.062500   2.062500\n");
}

TEST(Timings, OfSeveralGroupsSayWhichIsWhich) {
  Timings timings = process(1, 1, 1);
  timings.group("diagnostics").outputs.resize(2);
  const std::string log = Timings::log({timings}, "today");
  EXPECT_NE(log.find("today\nI/O Timing results\ngroup           : restart\nOperations"), std::string::npos);
  EXPECT_NE(log.find("today\nI/O Timing results\ngroup           : diagnostics\nOperations"), std::string::npos);
  EXPECT_NE(log.find("io count        : 1\n"), std::string::npos);
}

// The last column is the standard deviation: of two numbers it is half of their distance, of three it is not.
TEST(Timings, SpreadAsTheirStandardDeviation) {
  const std::string log = Timings::log({process(0, 0, 0), process(0, 0, 0), process(3 * second, 0, 0)}, "today");
  EXPECT_NE(log.find("# Open          : 0.000000   3.000000   1.000000   1.414214\n"), std::string::npos) << log;
}

// A process may do without an output that others have.
TEST(Timings, CountThoseProcessesThatHaveAnOutput) {
  const std::string log = Timings::log({Timings{}, process(second, second, second)}, "today");
  EXPECT_NE(log.find("# Open          : 1.000000   1.000000   1.000000   0.000000\n"), std::string::npos);
}

TEST(Timings, CanBeSentAndAreTheSame) {
  Timings timings = process(123456789, 987654321, 5);
  timings.group("empty");
  const auto packed = timings.packed();
  const Timings received = Timings::unpacked(packed);
  EXPECT_EQ(Timings::log({received}, ""), Timings::log({timings}, ""));
  for (std::size_t bytes = 0; bytes < packed.size(); ++bytes)
    Timings::unpacked(Bytes(packed).first(bytes));  // a message that was cut is no reason to crash
}

TEST(Timings, KnowTheDate) {
  ASSERT_EQ(::setenv("TZ", "UTC", 1), 0);
  ::tzset();
  EXPECT_EQ(date_of(noon), "Fri Aug 22 19:43:48 UTC 2008");
}

}  // namespace
}  // namespace weft::adios
