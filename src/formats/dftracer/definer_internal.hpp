// SPDX-License-Identifier: BSD-3-Clause
// TraceDefiner: the definitions of a trace, from what the workers have gathered. Numbers are given in the order in
// which things stand in the files, whoever read them: the same trace always gets the same.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/dftracer/trace.hpp"

namespace weft::dftracer {

class TraceDefiner {
 public:
  TraceDefiner(DftracerTrace& trace, std::deque<Gatherer>& workers) : trace_(trace), workers_(workers) {}
  void run();

 private:
  // What a hash stands for: in a process, if it is one that collides.
  struct Name {
    StringRef hash;
    StringRef text;
    std::uint64_t pid;
    friend auto operator<=>(const Name&, const Name&) = default;
  };

  StringRef text(std::string_view text);
  StringRef word(std::size_t worker, std::uint32_t number) const {
    return number == no_word ? StringRef{} : trace_.translation_.workers[worker].words[number];
  }
  std::string_view text_of(StringRef word) const { return trace_.definitions_.text(word); }
  AttributeRef attribute(std::string_view name, std::string_view description, Type type);

  void define_words();
  void merge_tables(const WordTable& (Gatherer::*table)() const, std::vector<StringRef> WorkerMap::*numbers);
  void find_hashes();
  void check_references();
  std::span<const Name> names_of(StringRef hash) const;
  StringRef name_of(StringRef hash, std::uint64_t pid) const;
  void define_threads();
  ThreadKey global_key(std::size_t worker, const ThreadKey& key) const;
  static std::vector<RowRef> look_at_rows(ThreadPlan& thread);
  void pair_halves(ThreadPlan& thread, std::vector<RowRef> halves);
  // By whom they are about, the first ones.
  using ToldNames = std::map<ThreadKey, std::pair<std::uint64_t, StringRef>>;
  ToldNames names_told(const Gatherer::ToldNames& (Gatherer::*names)() const, bool are_of_processes) const;
  void define_processes();
  void define_calls();
  void define_shapes();
  void define_attributes();
  void count_events();
  void define_handles();
  void define_files(std::vector<IoFileRef>& by_name);
  IoFileRef file_named(StringRef name, std::vector<IoFileRef>& by_name);
  void define_tracks();
  std::string process_name(const ThreadKey& key) const;
  std::string thread_name(const ThreadKey& key) const;
  void define_clock();

  DftracerTrace& trace_;
  std::deque<Gatherer>& workers_;
  std::uint32_t next_string_ = 0;
  std::uint32_t next_attribute_ = 0;
  std::unordered_map<std::string, StringRef> own_texts_;
  std::vector<Name> names_;  // sorted
  std::unordered_map<std::uint32_t, StringRef> file_hosts_;
  std::map<StringRef, SystemTreeNodeRef> hosts_;
  HandleUses uses_;
  std::vector<std::vector<std::uint64_t>> counts_;  // of events, by thread and track
  std::uint32_t next_file_ = 0;
};

}  // namespace weft::dftracer
