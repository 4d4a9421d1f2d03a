// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/element_scanner.hpp"

#include <gtest/gtest.h>

namespace weft::dftracer {
namespace {

// The objects of a document that comes in pieces of `bytes`.
std::vector<std::string> elements(std::string_view document, std::size_t bytes) {
  ElementScanner scanner;
  std::vector<std::string> found;
  std::string text;
  for (std::size_t at = 0; at < document.size(); at += bytes) {
    text += document.substr(at, bytes);
    std::vector<Element> ended;
    const std::size_t done = scanner.scan(text, ended);
    for (const Element& element : ended) found.push_back(text.substr(element.begin, element.size));
    text.erase(0, done);
  }
  return found;
}

TEST(DftracerElements, InPiecesOfAnySize) {
  const std::vector<std::string> expected{R"({"a":[{"b":"}\""}]})", "{}", "{\n\"c\" : 1}"};
  const std::string array = "[" + expected[0] + " , " + expected[1] + ",\n" + expected[2] + "]";
  const std::string document = R"({"x":[{"no":1}],"traceEvents":)" + array + R"(,"y":{"traceEvents":[{"no":2}]}})";
  for (std::size_t bytes = 1; bytes < document.size(); ++bytes) {
    EXPECT_EQ(elements(array, bytes), expected);
    EXPECT_EQ(elements(document, bytes), expected);
  }
}

TEST(DftracerElements, MembersOfTheDocumentAreKnown) {
  ElementScanner scanner;
  std::vector<Element> found;
  scanner.scan(R"({"displayTimeUnit":"ms","traceEvents":[{"name":"x"}],"otherData":{"a":1}})", found);
  EXPECT_EQ(found.size(), 1u);
  EXPECT_EQ(scanner.members(), (std::vector<std::string>{"displayTimeUnit", "otherData"}));
}

TEST(DftracerElements, BracketsThatCloseNothing) {
  EXPECT_TRUE(elements("]}]", 1).empty());
  EXPECT_TRUE(elements(R"([{"a":1)", 3).empty());
}

}  // namespace
}  // namespace weft::dftracer
