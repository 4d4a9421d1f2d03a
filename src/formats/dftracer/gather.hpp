// SPDX-License-Identifier: BSD-3-Clause
// Gatherer: what one worker finds in the blocks it reads: rows for the records, and the words, threads, calls and
// definitions that they speak of.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/dftracer/io_actions.hpp"
#include "formats/dftracer/read_blocks.hpp"
#include "formats/dftracer/runs.hpp"
#include "formats/dftracer/word_table.hpp"

namespace weft::dftracer {

inline constexpr std::uint32_t no_word = Row::none;

// What an attribute or a member of a metric holds. Numbers that fit are signed, whatever their sign.
enum class Holds : std::uint8_t { integer, natural, real, text, json };

constexpr Holds held_by(Value::Kind kind, std::uint64_t bits) {
  switch (kind) {
    case Value::Kind::natural:
      return bits >> 63 ? Holds::natural : Holds::integer;
    case Value::Kind::integer:
      return Holds::integer;
    case Value::Kind::real:
      return Holds::real;
    case Value::Kind::text:
      return Holds::text;
    default:
      return Holds::json;
  }
}
constexpr bool is_number(Holds holds) { return holds <= Holds::real; }

// Whose records they are. A record without a host is of the host that its file names. What is async in a process
// belongs to none of its threads: it is taken for one more. Of what has a text for a number, the number is 0.
struct ThreadKey {
  std::uint32_t host = no_word;  // a word: its hash, or its name
  std::uint32_t file = 0;        // counted only where there is no host
  std::uint64_t pid = 0;
  std::uint32_t process = no_word;  // a word: the text in place of the process id
  bool is_async = false;
  std::uint64_t tid = 0;
  std::uint32_t thread = no_word;  // and of the thread id

  // The same for all of a process.
  ThreadKey of_process() const { return {host, file, pid, process, false, 0, no_word}; }

  friend auto operator<=>(const ThreadKey&, const ThreadKey&) = default;
};

struct ThreadFacts {
  std::uint64_t written_tid = 0;  // as it stands in the trace
  bool is_numbered = false;
  bool is_quoted = false;
  std::uint64_t nanoseconds = 1000;
};

// What a call is known by: words for its name and its category.
struct CallKey {
  std::uint32_t name;
  std::uint32_t category;
  friend auto operator<=>(const CallKey&, const CallKey&) = default;
};

// A metric: its name, category, and its numeric members with their kinds.
struct ShapeKey {
  CallKey call;
  std::vector<std::pair<std::uint32_t, Holds>> members;
  friend auto operator<=>(const ShapeKey&, const ShapeKey&) = default;
};

// What a hash stands for, as words: in a process, if it is one that collides.
struct HashedName {
  std::uint32_t hash;
  std::uint32_t name;
  std::uint64_t pid;
  friend auto operator<=>(const HashedName&, const HashedName&) = default;
};

// Numbers things in the order in which they are first seen.
template <class Key>
class Numbering {
 public:
  std::uint32_t operator()(const Key& key) {
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back(&found->first);
    return found->second;
  }
  std::size_t size() const { return keys_.size(); }
  const Key& operator[](std::size_t number) const { return *keys_[number]; }

 private:
  std::map<Key, std::uint32_t> numbers_;
  std::vector<const Key*> keys_;
};

// Lines that become definitions stay in memory: so many bytes of them are left to all workers together. What does not
// fit is left out and counted.
using LineBudget = std::atomic<std::int64_t>;

class Gatherer {
 public:
  // One of `workers`, which together keep about `most_bytes` of rows in memory.
  Gatherer(std::size_t number, std::size_t workers, const Feeds& feeds, std::size_t most_bytes, LineBudget& line_bytes,
      RunStore& store, Report& report)
      : number_(number),
        feeds_(feeds),
        most_bytes_(most_bytes / workers),
        line_bytes_(line_bytes),
        store_(store),
        report_(report),
        reader_(report) {}

  void operator()(std::size_t file, Block& block);
  // For a trace that may need all of it.
  void reserve() { buffer_.reserve(most_bytes_); }
  Result<> finish() { return store_.keep(number_, std::move(buffer_)); }

  const WordTable& words() const { return words_; }
  const WordTable& lines() const { return lines_; }
  // When others have their texts.
  void forget_texts() {
    words_ = WordTable();
    lines_ = WordTable();
  }
  const Numbering<ThreadKey>& threads() const { return threads_; }
  const std::vector<ThreadFacts>& thread_facts() const { return facts_; }
  const Numbering<CallKey>& calls() const { return calls_; }
  const Numbering<ShapeKey>& shapes() const { return shapes_; }
  // Attributes: a word for the key, what it holds, and whether it is a field of the record rather than an argument.
  using AttributeKey = std::tuple<std::uint32_t, Holds, bool>;
  const std::set<AttributeKey>& attributes() const { return attributes_; }
  template <class Visit>
  void each_hash(Visit&& visit) const {
    for (std::uint32_t hash = 0; hash < first_names_.size(); ++hash)
      if (first_names_[hash]) visit(HashedName{hash, first_names_[hash] - 1, 0});
    for (const HashedName& other : further_names_) visit(other);
  }
  // By word: how often records refer to it as a hash. Words behind the end were never referred to.
  const std::vector<std::uint32_t>& references() const { return references_; }
  // The host that a file's first definition names, or its first event: file to place and word.
  const std::map<std::uint32_t, std::pair<std::uint64_t, std::uint32_t>>& file_hosts() const { return file_hosts_; }
  // What the first process_name or thread_name record of a thread says: its place and a word.
  using ToldNames = std::map<std::uint32_t, std::pair<std::uint64_t, std::uint32_t>>;
  const ToldNames& process_names() const { return process_names_; }
  const ToldNames& thread_names() const { return thread_names_; }
  const LineCounts& counts() const { return reader_.counts(); }
  std::uint64_t lines_left_out() const { return lines_left_out_; }
  bool has_instants() const { return has_instants_; }
  const std::optional<Error>& error() const { return error_; }
  // Of the record that starts a process.
  const std::set<std::uint32_t>& versions() const { return versions_; }

 private:
  // A place beyond all of definitions.
  static constexpr std::uint64_t told_by_event = std::uint64_t{1} << 63;

  void take(const Record& record, const BlockReader::Place& place);
  void take_metadata(const Record& record, const BlockReader::Place& place);
  void take_line(const BlockReader::Place& place, RowKind kind, std::uint64_t time);
  void take_instant(const Record& record, const BlockReader::Place& place, std::uint64_t time);
  void take_span(const Record& record, std::uint64_t begin, std::uint64_t end);
  void take_metric(const Record& record, const BlockReader::Place& place, std::uint64_t time);
  void add_row(RowKind kind, std::uint32_t call, std::uint64_t begin, std::uint64_t end, std::uint64_t payload);
  std::uint64_t put_payload(const Record& record);
  std::uint64_t identity_of(const Record& record);
  void put_other_file(const Record& record, std::string_view argument);
  void note_attribute(std::uint32_t key, Holds holds, bool is_field);
  void note_definition(const Record& record);
  void note_name_told(const Record& record, ToldNames& names);
  void note_host(std::uint64_t place, std::uint32_t host);
  void note_name(std::uint32_t hash, std::uint32_t name, std::uint64_t pid);
  void put_values(PayloadPen& pen, const std::vector<Argument>& values, bool are_fields);
  void note_reference(const Argument& argument, const StoredValue& stored);
  std::uint32_t thread_of(const Record& record);
  std::uint32_t word_instead_of(Record::Field field, std::string_view key, const Record& record);
  std::uint32_t word(std::string_view text) { return words_.add(text, place_); }
  std::uint32_t call_of(const Record& record);
  StoredValue stored(const Value& value);

  std::size_t number_;
  const Feeds& feeds_;
  std::size_t most_bytes_;
  LineBudget& line_bytes_;
  RunStore& store_;
  Report& report_;
  BlockReader reader_;
  RowBuffer buffer_;

  std::uint32_t file_ = 0;
  const Block* block_ = nullptr;
  std::uint64_t place_ = 0;
  std::uint32_t thread_ = 0;           // of the record at hand
  std::uint32_t file_word_ = no_word;  // that it works on

  ThreadKey last_key_;
  std::uint32_t last_thread_ = Row::none;

  WordTable words_;
  WordTable lines_;
  Numbering<ThreadKey> threads_;
  std::vector<ThreadFacts> facts_;
  Numbering<CallKey> calls_;
  std::vector<IoAction> actions_;              // of calls
  std::vector<std::string_view> other_files_;  // the argument that names a call's other file
  std::unordered_map<std::uint64_t, std::uint32_t> call_numbers_;
  Numbering<ShapeKey> shapes_;
  std::set<AttributeKey> attributes_;
  std::vector<std::uint16_t> known_attributes_;  // by word: a bit for each of its uses
  std::vector<std::uint32_t> first_names_;       // by hash, +1: nearly all have one name, in all processes
  std::set<HashedName> further_names_;
  std::vector<std::uint32_t> references_;
  std::string identity_;
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint32_t>> file_hosts_;
  ToldNames process_names_;
  ToldNames thread_names_;
  std::set<std::uint32_t> versions_;
  std::uint64_t lines_left_out_ = 0;
  bool has_instants_ = false;
  std::optional<Error> error_;
};

}  // namespace weft::dftracer
