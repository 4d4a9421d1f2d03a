// SPDX-License-Identifier: BSD-3-Clause
// LocalTokens: definitions of a stream hold for that stream alone, but the model has one list for the whole trace.
// Where a stream defines a token as something else than was defined before it, the token has another name in the model:
// one that is not used. What is the same has the same name. So most traces, whose definitions are global, need no
// names.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/otf/record_reader.hpp"
#include "formats/otf/text_pen.hpp"

namespace weft::otf {

// Kinds stand behind those that their definitions refer to.
enum class TokenKind : std::uint8_t {
  function_group,
  counter_group,
  source_file,
  file_group,
  key,
  process_group,
  collective,
  attribute_list,
  source,
  function,
  counter,
  file,
};

// Calls visit(kind, token) for all tokens of a record; the one that it defines is the first. Tokens are 0 where a
// record does not name any.
template <class R, class Visit>
void each_token([[maybe_unused]] R& record, [[maybe_unused]] Visit&& visit) {
  using Record = std::remove_const_t<R>;
  constexpr bool is_file = std::is_same_v<Record, DefFile>, is_file_group = std::is_same_v<Record, DefFileGroup>;
  if constexpr (is_file) visit(TokenKind::file, record.token), visit(TokenKind::file_group, record.group);
  if constexpr (is_file_group) visit(TokenKind::file_group, record.token);
  if constexpr (requires { record.file; }) visit(TokenKind::file, record.file);
  if constexpr (requires { record.func; }) visit(TokenKind::function, record.func);
  if constexpr (requires { record.function; }) visit(TokenKind::function, record.function);
  if constexpr (requires { record.func_group; }) visit(TokenKind::function_group, record.func_group);
  if constexpr (requires { record.counter; }) visit(TokenKind::counter, record.counter);
  if constexpr (requires { record.counter_group; }) visit(TokenKind::counter_group, record.counter_group);
  if constexpr (requires { record.source; }) visit(TokenKind::source, record.source);
  if constexpr (requires { record.source_file; }) visit(TokenKind::source_file, record.source_file);
  if constexpr (requires { record.collective; }) visit(TokenKind::collective, record.collective);
  if constexpr (requires { record.proc_group; }) visit(TokenKind::process_group, record.proc_group);
  if constexpr (requires { record.process_or_group; }) visit(TokenKind::process_group, record.process_or_group);
  if constexpr (requires { record.communicator; }) visit(TokenKind::process_group, record.communicator);
  if constexpr (!is_file && requires { record.group; }) visit(TokenKind::process_group, record.group);
  if constexpr (requires { record.attributes; }) visit(TokenKind::attribute_list, record.attributes);
  if constexpr (std::is_same_v<Record, DefKeyValue>) visit(TokenKind::key, record.key);
}

// Other names of tokens.
class TokenNames {
 public:
  void add(TokenKind kind, std::uint32_t token, std::uint32_t name) { names_.emplace(std::pair(kind, token), name); }
  std::uint32_t of(TokenKind kind, std::uint32_t token) const {
    const auto found = names_.find({kind, token});
    return found == names_.end() ? token : found->second;
  }
  template <class R>
  void rename(R& record) const {
    each_token(record, [&](TokenKind kind, std::uint32_t& token) { token = of(kind, token); });
  }

 private:
  std::map<std::pair<TokenKind, std::uint32_t>, std::uint32_t> names_;
};

class LocalTokens {
 public:
  // From the tokens of a stream to those of the model, and back. Null if they are the same.
  const TokenNames* names_in(StreamId stream) const { return find(names_, stream); }
  const TokenNames* tokens_in(StreamId stream) const { return find(tokens_, stream); }

  template <class R>
  R renamed(StreamId stream, const R& record) const {
    R result = record;
    if (const TokenNames* const names = names_in(stream)) names->rename(result);
    return result;
  }
  void add(StreamId stream, TokenKind kind, std::uint32_t token, std::uint32_t name);

 private:
  using Streams = std::map<StreamId, TokenNames>;
  static const TokenNames* find(const Streams& streams, StreamId stream) {
    const auto found = streams.find(stream);
    return found == streams.end() ? nullptr : &found->second;
  }
  Streams names_, tokens_;
};

// Sees all definitions of all streams, in any order of streams, and finds the tokens that need other names.
class LocalTokenFinder {
 public:
  template <class R>
  void operator()(const At& at, const R& record) {
    if constexpr (Defining::contains<R>) add(at.stream, record);
  }
  LocalTokens finish();

 private:
  using Defining = TypeList<DefProcessGroup, DefAttributeList, DefFunction, DefFunctionGroup, DefCollectiveOperation,
      DefCounter, DefCounterGroup, DefScl, DefSclFile, DefFile, DefFileGroup, DefKeyValue>;
  using Token = std::pair<TokenKind, std::uint32_t>;
  struct Definition {
    StreamId stream = 0;
    Token self = {};
    std::vector<Token> others;
    std::string words;  // the line without its tokens
  };

  template <class R>
  void add(StreamId stream, const R& record) {
    Definition definition{stream, {}, {}, {}};
    R words = record;
    bool is_first = true;
    each_token(words, [&](TokenKind kind, std::uint32_t& token) {
      if (std::exchange(is_first, false))
        definition.self = {kind, token};
      else
        definition.others.emplace_back(kind, token);
      token = 0;
    });
    if (definition.self.second == 0) return;  // no token
    TextPen pen(definition.words);
    put_line<Form::short_words>(pen, words);
    taken_.insert(definition.self);
    definitions_.push_back(std::move(definition));
  }
  std::uint32_t new_name(TokenKind kind);

  std::vector<Definition> definitions_;
  std::set<Token> taken_;
};

}  // namespace weft::otf
