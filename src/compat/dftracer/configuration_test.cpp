// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/configuration.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace weft::dftracer {
namespace {

Configuration read(const std::map<std::string, std::string>& variables) {
  return read_configuration([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(DftracerConfiguration, HasTheDefaultsOfVersionTwo) {
  const Configuration c = read({});
  EXPECT_FALSE(c.is_enabled);
  EXPECT_FALSE(c.has_metadata);
  EXPECT_TRUE(c.is_compressed);
  EXPECT_TRUE(c.has_thread_ids);
  EXPECT_EQ(c.log_file, "./trace");
  EXPECT_EQ(c.data_dirs, "all");
  EXPECT_EQ(c.init, Configuration::Init::function);
  EXPECT_TRUE(c.remarks.empty());
}

TEST(DftracerConfiguration, DisablingMeansWhatItSays) {
  EXPECT_FALSE(read({{"DFTRACER_DISABLE_TIDS", "1"}}).has_thread_ids);
  EXPECT_TRUE(read({{"DFTRACER_DISABLE_TIDS", "0"}}).has_thread_ids);
}

TEST(DftracerConfiguration, TakesOldNamesUnlessThereAreNewOnes) {
  EXPECT_EQ(read({{"DLIO_PROFILER_LOG_FILE", "old"}}).log_file, "old");
  EXPECT_EQ(read({{"DLIO_PROFILER_LOG_FILE", "old"}, {"DFTRACER_LOG_FILE", "new"}}).log_file, "new");
}

TEST(DftracerConfiguration, KnowsYesInAnySpelling) {
  for (const char* const yes : {"1", "true", "ON", "Yes"}) EXPECT_TRUE(read({{"DFTRACER_ENABLE", yes}}).is_enabled);
  for (const char* const no : {"0", "false", "OFF", "no", "", "2"})
    EXPECT_FALSE(read({{"DFTRACER_ENABLE", no}}).is_enabled);
}

TEST(DftracerConfiguration, TellsWhatIsNotDone) {
  const Configuration c = read({{"DFTRACER_PAPI_EVENTS", "cycles"}, {"DFTRACER_ENABLE_AGGREGATION", "0"}});
  ASSERT_EQ(c.remarks.size(), 1u);
  EXPECT_EQ(c.remarks[0].level, LogLevel::warn);
  EXPECT_EQ(c.remarks[0].text, "DFTRACER_PAPI_EVENTS: hardware counters are not sampled");
}

}  // namespace
}  // namespace weft::dftracer
