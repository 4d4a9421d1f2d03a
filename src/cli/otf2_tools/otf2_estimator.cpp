// SPDX-License-Identifier: BSD-3-Clause
// otf2-estimator: how large records get, as a conversation over standard input and output.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cli/otf2_tools/tool.hpp"
#include "cli/otf2_tools/usage.hpp"
#include "formats/otf2/size_estimator.hpp"

namespace weft::cli::otf2_tools {

namespace {

constexpr std::string_view tool = "otf2-estimator";

constexpr std::string_view estimator_help =
    R"(Usage: otf2-estimator [OPTION]...
Answers how many bytes records of OTF2 need at most. Reads commands from standard input, a line each.

Commands:
  list definitions | events | types  the words the other commands know
  set DEFINITION NUMBER      there will be NUMBER definitions of this kind
  get Timestamp              the size of a time stamp
  get EVENT [COUNT]          the size of an event; COUNT for those with a list
  get AttributeList [TYPE]...  the size of an attribute list with entries of these types
  get DefChunkSize           a size for the chunks of definition files
  exit                       ends the program

  -V, --version              the version of OTF2 this tool stands in for
  -h, --help                 this text

A question is repeated before its answer:

  $ printf 'set Region 4\nget Enter\n' | otf2-estimator
  Enter 3
)";

// Names of events that need the length of their list, and what it is called.
struct Counted {
  std::string_view event;
  std::string_view count;
};
constexpr Counted counted[] = {{"Metric", "numberOfMetrics"}, {"ProgramBegin", "numberOfArguments"}};

std::string_view count_name(std::string_view event) {
  for (const Counted& one : counted)
    if (one.event == event) return one.count;
  return {};
}

// "RMA_WIN" -> "RmaWin".
std::string definition_name(std::string_view enumerator) {
  std::string name;
  bool begins = true;
  for (const char c : enumerator) {
    if (c != '_') name += begins ? c : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    begins = c == '_';
  }
  return name;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::size_t end = 0;
  for (;;) {
    const auto begin = line.find_first_not_of(" \t", end);
    if (begin == line.npos) return words;
    end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
  }
}

std::uint64_t number_of(const std::string& word) {
  return static_cast<std::uint64_t>(std::strtol(word.c_str(), nullptr, 0));
}

class Conversation {
 public:
  // Takes one line; false if the conversation is over.
  bool take(const std::string& line) {
    const auto words = words_of(line);
    if (words.empty()) return true;
    if (words[0] == "exit") return false;
    if (words[0] == "list")
      list(words.size() > 1 ? words[1] : "");
    else if (words[0] == "set")
      set(words);
    else if (words[0] == "get")
      get(line, words);
    else
      fail(fmt::format("unknown command: '{}'", words[0]));
    return message_.empty();
  }

  int exit_code() const { return message_.empty() ? success : usage_error(tool, message_); }

 private:
  void fail(std::string message) { message_ = std::move(message); }

  static void put_line(std::string_view text) { fmt::print("{}\n", text); }

  void list(const std::string& what) {
    if (what == "definitions") {
      for (const Enumerator& type : enumerators<otf2::MappingType>()) put_line(definition_name(type.name));
    } else if (what == "types") {
      for (const Enumerator& type : enumerators<Type>())
        if (type.value != 0) put_line(type.name);
    } else if (what == "events") {
      put_line("Timestamp");
      put_line("AttributeList");
      otf2::RecordsOf<otf2::EventRecords>::each([](auto type) {
        const std::string_view name = decltype(type)::type::schema.name;
        const std::string_view count = count_name(name);
        put_line(count.empty() ? std::string(name) : fmt::format("{} <{}>", name, count));
      });
    } else {
      fail(fmt::format("can not list: '{}'", what));
    }
  }

  void set(const std::vector<std::string>& words) {
    if (words.size() < 2) return fail("missing definition specification in set command");
    if (words.size() < 3) return fail("missing number of definitions in set command");
    for (const Enumerator& type : enumerators<otf2::MappingType>())
      if (definition_name(type.name) == words[1])
        return set_number(static_cast<otf2::MappingType>(type.value), number_of(words[2]));
    fail(fmt::format("unknown definition '{}'", words[1]));
  }

  // Numbers are cut to the width of their ids.
  void set_number(otf2::MappingType type, std::uint64_t number) {
    estimator_.set_number(type, type == otf2::MappingType::location ? number : static_cast<std::uint32_t>(number));
  }

  void get(const std::string& line, const std::vector<std::string>& words) {
    if (words.size() < 2) return fail("missing event specification for get command");
    const auto bytes = size_of(words);
    if (!bytes) return;
    const auto key = line.find_first_not_of(" \t", line.find("get") + 3);
    fmt::print("{} {}\n", std::string_view(line).substr(key), *bytes);
  }

  std::optional<std::uint64_t> size_of(const std::vector<std::string>& words) {
    if (words[1] == "Timestamp") return otf2::SizeEstimator::timestamp_bytes;
    if (words[1] == "DefChunkSize") return estimator_.definition_chunk_bytes();
    if (words[1] == "AttributeList") return size_of_attributes(words);
    return size_of_event(words);
  }

  std::optional<std::uint64_t> size_of_attributes(const std::vector<std::string>& words) {
    std::vector<Type> types;
    for (std::size_t i = 2; i < words.size(); ++i) {
      std::optional<Type> found;
      for (const Enumerator& type : enumerators<Type>())
        if (type.name == words[i]) found = static_cast<Type>(type.value);
      if (!found) {
        fail(fmt::format("unknown attribute type: '{}'", words[i]));
        return std::nullopt;
      }
      if (*found != Type::none) types.push_back(*found);
    }
    return estimator_.attribute_list_bytes(types);
  }

  std::optional<std::uint64_t> size_of_event(const std::vector<std::string>& words) {
    const std::string_view count = count_name(words[1]);
    if (!count.empty() && words.size() < 3) {
      fail(fmt::format("missing {} parameter for {} event", count, words[1]));
      return std::nullopt;
    }
    const std::uint64_t elements = count.empty() ? 0 : number_of(words[2]);
    std::optional<std::uint64_t> bytes;
    otf2::EventRecords::each([&](auto type) {
      using Wire = typename decltype(type)::type;
      if (Wire::Record::schema.name == words[1])
        bytes = estimator_.event_bytes<typename Wire::Record>(counted_as<Wire>(elements));
    });
    if (!bytes) fail(fmt::format("unknown event '{}'", words[1]));
    return bytes;
  }

  // Counts are cut to the width they have in the record.
  template <class Wire>
  static std::uint64_t counted_as(std::uint64_t elements) {
    Wire::Record::schema.each([&](const auto& f) {
      using Value = typename std::remove_cvref_t<decltype(f)>::Value;
      if constexpr (is_sequence<Value>) elements = static_cast<typename Value::count_type>(elements);
    });
    return elements;
  }

  otf2::SizeEstimator estimator_;
  std::string message_;
};

}  // namespace

int run_estimator(Words words) {
  for (const std::string_view word : words) {
    if (word == "-V" || word == "--version") return print_version(tool);
    if (word == "-h" || word == "--help") return print_help(estimator_help);
    return usage_error(tool, fmt::format("unrecognized parameter: '{}'", word));
  }
  Conversation conversation;
  std::string line;
  while (std::getline(std::cin, line) && conversation.take(line)) std::fflush(stdout);
  std::fflush(stdout);
  return conversation.exit_code();
}

}  // namespace weft::cli::otf2_tools
