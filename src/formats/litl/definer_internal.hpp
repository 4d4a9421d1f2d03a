// SPDX-License-Identifier: BSD-3-Clause
// What a survey tells about the words of a trace, and the definitions made of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "formats/litl/trace.hpp"

namespace weft::litl {

// The text of a raw event as the library writes them: one NUL, at its end.
inline std::optional<std::string_view> text_in_raw(const NativeEvent& event) {
  const std::string_view text(reinterpret_cast<const char*>(event.data), event.count);
  if (event.type != EventType::raw || text.empty() || text.find('\0') != text.size() - 1 ||
      text.size() > most_event_bytes)
    return std::nullopt;
  return text.substr(0, text.size() - 1);
}

// Codes, texts and sizes that occur. Texts lie in the file.
class Vocabulary {
 public:
  void add(const NativeEvent& event) {
    if (event.code != last_code_ || codes_.codes().empty()) codes_.add(last_code_ = event.code);
    if (event.type == EventType::raw) {
      raw_codes_.add(event.code);
      if (const auto text = text_in_raw(event)) return add(*text);
    }
    need_words(event.type == EventType::regular ? event.count : (std::uint64_t{event.count} + 7) / 8);
  }
  void add(const Vocabulary& other) {
    for (const std::uint32_t code : other.codes_.codes()) codes_.add(code);
    for (const std::uint32_t code : other.raw_codes_.codes()) raw_codes_.add(code);
    for (const std::string_view text : other.in_order_) add(text);
    need_words(other.words_);
  }

  const std::vector<std::uint32_t>& codes() const { return codes_.codes(); }
  bool has_raw(std::uint32_t code) const { return raw_codes_.find(code) != CodeTable::absent; }
  const std::vector<std::string_view>& texts() const { return in_order_; }
  std::uint64_t words() const { return words_; }

 private:
  // Texts become definitions, which stay in memory: those beyond this many bytes travel with their events instead.
  static constexpr std::size_t most_text_bytes = std::size_t{64} << 20;
  static constexpr std::size_t cost_of_text = 64;

  // A text that is no definition takes words, with its NUL.
  void add(std::string_view text) {
    if (texts_.contains(text)) return;
    if (text_bytes_ + text.size() + cost_of_text > most_text_bytes) return need_words((text.size() + 8) / 8);
    text_bytes_ += text.size() + cost_of_text;
    texts_.insert(text);
    in_order_.push_back(text);
  }
  void need_words(std::uint64_t words) { words_ = std::max(words_, words); }

  CodeTable codes_;
  CodeTable raw_codes_;
  std::uint32_t last_code_ = 0;
  std::unordered_set<std::string_view> texts_;
  std::vector<std::string_view> in_order_;
  std::size_t text_bytes_ = 0;
  std::uint64_t words_ = 0;
};

class TraceDefiner {
 public:
  TraceDefiner(LitlTrace& trace, const Vocabulary& vocabulary) : trace_(trace), vocabulary_(vocabulary) {}
  void run();

 private:
  StringRef text(std::string_view text);
  AttributeRef attribute(std::string_view name, std::string_view description, Type type);
  void define_clock();
  void define_machine();
  void define_processes();
  void define_attributes();
  void define_ranks();
  void define_codes();
  CodeUse use_of(std::uint32_t code);
  std::vector<AttributeRef> attributes_of(const Meaning& meaning);
  std::uint32_t region(const std::string& name);
  CommRef communicator(const std::string& name);
  MessageUse message_of(std::uint32_t code, const Meaning& meaning);
  bool is_another(Role role, const std::string& name, std::uint32_t code) const;
  std::uint32_t parameter(const std::string& name, ParameterType type);

  LitlTrace& trace_;
  const Vocabulary& vocabulary_;
  std::unordered_map<std::string, StringRef> strings_;
  std::unordered_map<std::string, std::uint32_t> regions_;
  std::unordered_map<std::string, CommRef> communicators_;
  std::map<std::pair<std::string, ParameterType>, std::uint32_t> parameters_;
  std::map<std::pair<std::string, Type>, AttributeRef> attributes_;
  std::map<std::pair<Role, std::string_view>, std::uint32_t> first_codes_;  // of a name, in the mapping
  std::uint32_t next_attribute_ = 0;
};

}  // namespace weft::litl
