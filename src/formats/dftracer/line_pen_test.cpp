// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/line_pen.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::dftracer {
namespace {

constexpr Origin origin{100, 101};

// What a pen writes in `write`.
template <class Write>
std::string written(Version version, std::string_view host, Write&& write, bool is_limited = true) {
  TextSink out;
  LinePen pen(out, version, host, is_limited);
  write(pen);
  return std::string(out.text());
}

TEST(LinePen, WritesCompleteEvents) {
  const auto write = [](LinePen& pen) {
    pen.begin(Event{7, "read", "POSIX", Layer::libc_io, origin, 1700000000000001, 25});
    pen.argument("ret", -1);
    pen.argument("count", ~std::uint64_t{0});
    pen.argument("share", 0.5);
    pen.argument("mode", "r+");
    pen.argument("fhash", Literal{"\"6882804a826580cd\""});
    pen.end();
  };
  const std::string
      arguments = R"("ret":-1,"count":18446744073709551615,"share":0.5,"mode":"r+","fhash":"6882804a826580cd"}})"
                  "\n";
  const std::string rest = R"("pid":100,"tid":101,"ts":1700000000000001,"dur":25,"ph":)";
  EXPECT_EQ(written(Version::one, "12", write),
      R"({"id":7,"name":"read","cat":"POSIX",)" + rest + R"("X","args":{"hhash":12,)" + arguments);
  EXPECT_EQ(written(Version::two, "12", write),
      R"({"id":7,"name":"read","cat":"POSIX","type":3,)" + rest + R"(1,"args":{"hhash":12,)" + arguments);
  EXPECT_EQ(written(Version::one, "", write),
      R"({"id":7,"name":"read","cat":"POSIX",)" + rest + R"("X","args":{)" + arguments);
}

TEST(LinePen, LeavesOutArgumentsThatAreNotThere) {
  EXPECT_EQ(written(Version::one, "",
                [](LinePen& pen) {
                  pen.begin(Event{-1, "end", "dftracer", Layer::dftracer, origin, 5, 0});
                  pen.end();
                }),
      R"({"id":-1,"name":"end","cat":"dftracer","pid":100,"tid":101,"ts":5,"dur":0,"ph":"X"})"
      "\n");
}

TEST(LinePen, WritesMetadata) {
  const auto write = [](LinePen& pen) {
    pen.metadata(Metadata{1, "FH", Layer::dftracer, origin, "/a"}, Literal{"\"90503c4fd63f287f\""});
    pen.metadata(Metadata{2, "PR", Layer::dftracer, origin, "rank"}, "3");
  };
  EXPECT_EQ(written(Version::one, "12", write), R"({"id":1,"name":"FH","cat":"dftracer","pid":100,"tid":101,"ph":"M",)"
                                                R"("args":{"hhash":12,"name":"/a","value":"90503c4fd63f287f"}})"
                                                "\n"
                                                R"({"id":2,"name":"PR","cat":"dftracer","pid":100,"tid":101,"ph":"M",)"
                                                R"("args":{"hhash":12,"name":"rank","value":"3"}})"
                                                "\n");
  EXPECT_EQ(written(Version::two, "12", write), R"({"name":"FH","cat":"dftracer","type":1,"pid":100,"tid":101,"ph":4,)"
                                                R"("args":{"hhash":12,"name":"/a","value":"90503c4fd63f287f"}})"
                                                "\n"
                                                R"({"name":"PR","cat":"dftracer","type":1,"pid":100,"tid":101,"ph":4,)"
                                                R"("args":{"hhash":12,"name":"rank","value":"3"}})"
                                                "\n");
}

TEST(LinePen, WritesCountersAndObjects) {
  const auto write = [](LinePen& pen) {
    pen.begin(Counter{"cpu", "sys", Layer::psutil, origin, 9, true});
    pen.begin_object("cfg");
    pen.argument("enable", 1);
    pen.argument("io", 0);
    pen.end_object();
    pen.argument("user_pct", 1);
    pen.end();
  };
  EXPECT_EQ(written(Version::one, "", write), R"({"name":"cpu","cat":"sys","ts":9,"ph":"C","pid":100,"tid":101,)"
                                              R"("args":{"cfg":{"enable":1,"io":0},"user_pct":1}})"
                                              "\n");
  EXPECT_EQ(written(Version::two, "", write), R"({"name":"cpu","cat":"sys","type":7,"ts":9,"ph":3,"pid":100,"tid":101,)"
                                              R"("args":{"cfg":{"enable":1,"io":0},"user_pct":1}})"
                                              "\n");
}

std::string name_written(std::string_view name) {
  const std::string line = written(Version::one, "", [&](LinePen& pen) {
    pen.begin(Counter{name, "", Layer::unknown, origin, 0});
    pen.end();
  });
  const std::size_t begin = std::string_view(R"({"name":)").size();
  return line.substr(begin, line.find(R"(,"cat":)") - begin);
}

TEST(LinePen, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(name_written("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(name_written("a\nb\x7f"), R"("a\u000ab\u007f")");
  EXPECT_EQ(name_written("gr\xc3\xbc\xc3\x9f \xf0\x9f\x90\x99"), "\"gr\xc3\xbc\xc3\x9f \xf0\x9f\x90\x99\"");
  EXPECT_EQ(name_written("\xff\xc3"), R"("\u00ff\u00c3")");
}

TEST(LinePen, CutsTextsBetweenCharacters) {
  EXPECT_EQ(name_written(std::string(5000, 'x')).size(), LinePen::most_text_bytes + 2);
  EXPECT_EQ(name_written(std::string(4094, 'x') + "\xc3\xbc"), '"' + std::string(4094, 'x') + '"');
  EXPECT_EQ(name_written(std::string(5000, '\1')).size(), LinePen::most_text_bytes / 6 * 6 + 2);
}

TEST(LinePen, TellsWhetherATextWasCut) {
  const auto cuts = [](const std::string& text) {
    bool has_cut = false;
    written(Version::one, "", [&](LinePen& pen) {
      pen.begin(Counter{text, "", Layer::unknown, origin, 0});
      pen.end();
      has_cut = pen.has_cut();
    });
    return has_cut;
  };
  EXPECT_FALSE(cuts(std::string(4095, 'x')));
  EXPECT_TRUE(cuts(std::string(4096, 'x')));
  EXPECT_FALSE(cuts(std::string(682, '\1')));
  EXPECT_TRUE(cuts(std::string(683, '\1')));
}

TEST(LinePen, LeavesAsLongAsItWasWhatOthersWrote) {
  const std::string text = std::string(9000, 'x') + "\xc3\xbc\n";
  const auto write = [&](LinePen& pen) {
    pen.begin(Counter{"n", "", Layer::unknown, origin, 0});
    EXPECT_TRUE(pen.argument("a", text) && pen.argument("b", text));
    pen.end();
    EXPECT_FALSE(pen.has_cut());
  };
  const std::string told = '"' + std::string(9000, 'x') + "\xc3\xbc\\u000a\"";
  EXPECT_TRUE(written(Version::one, "", write, false).ends_with("\"args\":{\"a\":" + told + ",\"b\":" + told + "}}\n"));
}

TEST(LinePen, KeepsLinesShorterThanToolsCanHold) {
  const std::string text(5000, 'x');
  int left_out = 0;
  const std::string line = written(Version::one, "", [&](LinePen& pen) {
    pen.begin(Event{1, text, text, Layer::unknown, origin, 0, 0});
    for (const char* key : {"a", "b", "c", "d"}) left_out += pen.argument(key, text) ? 0 : 1;
    left_out += pen.argument("last", 1) ? 0 : 1;
    pen.end();
  });
  EXPECT_LE(line.size(), LinePen::most_line_bytes);
  EXPECT_EQ(left_out, 3);
  EXPECT_TRUE(line.ends_with("x\",\"last\":1}}\n")) << line.substr(line.size() - 40);
}

TEST(LinePen, AnArgumentThatDoesNotFitLeavesNothingBehind) {
  const std::string text(5000, 'x');
  const std::string line = written(Version::one, "", [&](LinePen& pen) {
    pen.begin(Event{1, text, text, Layer::unknown, origin, 0, 0});
    EXPECT_FALSE(pen.argument(text, text));
    pen.end();
  });
  EXPECT_TRUE(line.ends_with("\"ph\":\"X\"}\n"));
}

}  // namespace
}  // namespace weft::dftracer
