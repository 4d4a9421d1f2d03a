// SPDX-License-Identifier: BSD-3-Clause
// Dictionary: what the ids in the events of one process mean. Equal things get one id. Every definition is on the disk
// before its id is used, and all of them are written once more, complete, when the process ends.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/otf2/writer.hpp"
#include "model/definitions.hpp"
#include "record/journal.hpp"

namespace weft::recording {

class Dictionary {
 public:
  // Begins the journal, which is at first what is known already: ids that were given out stay valid.
  Result<> open(const std::string& definitions_path, const std::string& markers_path);

  // All of these may be called by any thread.
  StringRef text(std::string_view text) { return kept_text(text).id; }
  // The same, and where the text is from now on.
  struct Text {
    StringRef id;
    std::string_view text;
  };
  // One that is longer than a trace can have is cut.
  Text kept_text(std::string_view text);
  RegionRef region(
      std::string_view name, std::string_view file, std::uint32_t line, RegionRole role, Paradigm paradigm);
  AttributeRef attribute(std::string_view name, Type type);
  MetricRef metric(std::string_view name, std::string_view unit, MetricMode mode, Type type);
  static constexpr std::uint32_t most_ranks = 400'000;  // that fit into a definition
  // `rank` may be none of the communicator's; nothing is said about `location` then.
  CommRef comm(std::string_view name, std::uint32_t size, std::uint32_t rank, LocationRef location);
  // The communicator of all locations of this process, whose threads the events of `paradigm` are about.
  CommRef team(Paradigm paradigm);
  IoFileRef io_file(std::string_view path);
  IoFileRef io_directory(std::string_view path);
  IoHandleRef io_handle(IoFileRef file, std::string_view interface);
  // The same, for who says when a handle is not used any more: that one comes back.
  IoHandleRef reused_handle(IoFileRef file, std::string_view interface);
  void release(IoHandleRef handle);
  // One that was open before anybody looked. No other process may have one of this name.
  IoHandleRef old_handle(
      std::string_view name, IoFileRef file, std::string_view interface, IoAccessMode mode, IoStatusFlag status);
  IoParadigmRef posix();
  // `category` says which calls, or which of anything else, it belongs to.
  RegionRef categorised_region(std::string_view name, std::string_view category, RegionRole role);
  std::uint32_t marker_kind(std::string_view group, std::string_view category, MarkerSeverity severity);
  std::optional<otf2::DefMarker> marker_kind(std::uint32_t id);
  Result<> marker(const otf2::Marker& marker);
  // Those so far, into another file; nothing if there are none.
  Result<> copy_markers(const std::string& path);

  // What ids mean; empty if they mean nothing.
  struct RegionName {
    std::string name;
    std::string category;
  };
  RegionName name(RegionRef region);
  std::vector<std::string> names(MetricRef metric);  // of its members
  std::string name(AttributeRef attribute);
  std::string name(StringRef text);
  std::string name(IoFileRef file);

  void rename(LocationRef location, std::string_view name);
  void rename_process(std::string_view name);
  void add_property(LocationGroupRef process, std::string_view name, std::string_view value);
  void add_property(LocationGroupRef process, std::string_view name, std::uint64_t value);
  void add_property(LocationRef location, std::string_view name, std::uint64_t value);
  void add(const otf2::AnyOf<otf2::GlobalDefinitionRecords>& row);

  // A part of the machine; the same one gets one id.
  SystemTreeNodeRef system_node(
      std::string_view name, std::string_view class_name, SystemTreeDomain domain, SystemTreeNodeRef parent);

  // Everything, complete, in place of whatever is there.
  using EventCounts = std::unordered_map<LocationRef, std::uint64_t>;
  Result<> write(const std::string& path, const def::ClockProperties& clock, const EventCounts& counts);
  // Nothing is defined from now on.
  Result<> close_journals();

  // What belongs to the parent of this process is forgotten. Only while no other thread is there.
  void leave_parent();

  std::mutex& mutex() { return mutex_; }

  // Whether the calling thread is in here. A handler of a signal that has interrupted it would wait for itself.
  static bool is_within() { return is_within_; }

 private:
  class Lock {
   public:
    explicit Lock(std::mutex& mutex) : lock_((is_within_ = true, mutex)) {}
    ~Lock() {
      lock_.unlock();
      is_within_ = false;
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::unique_lock<std::mutex> lock_;
  };
  using Journaled = otf2::RecordWriter<otf2::GlobalDefinitionRecords, Journal>;
  using MarkerJournal = otf2::RecordWriter<otf2::MarkerRecords, Journal>;

  // With the lock held.
  Text keep_text(std::string_view text);
  StringRef intern(std::string_view text) { return keep_text(text).id; }
  template <class R>
  void keep(const R& row);
  template <class Id, class Make>
  Id once(char kind, std::string_view content, Make&& make);

  struct Group {
    bool is_team = false;
    std::vector<std::uint64_t> members;  // locations; all ones for those that are not known
  };
  template <class R>
  IoFileRef add_file(std::string_view path);
  IoParadigmRef io_paradigm(std::string_view interface);
  IoHandleRef add_handle(std::string_view name, IoFileRef file, std::string_view interface, IoHandleFlag flags);
  CommRef add_comm(CommRef id, std::string_view name, Paradigm paradigm, Group group);
  Group complete(const Group& group) const;

  // Ids by kind and content, which are one text where they are kept. Asking for one takes no memory.
  struct Key {
    char kind;
    std::string_view content;
    explicit(false) Key(const std::string& kept) : kind(kept.front()), content(std::string_view(kept).substr(1)) {}
    Key(char its_kind, std::string_view its_content) : kind(its_kind), content(its_content) {}
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    using is_transparent = void;
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string_view>()(key.content) + static_cast<unsigned char>(key.kind);
    }
  };
  struct KeyEqual {
    using is_transparent = void;
    bool operator()(const Key& a, const Key& b) const { return a == b; }
  };
  using Known = std::unordered_map<std::string, std::uint32_t, KeyHash, KeyEqual>;
  // Where it is, and whether it is new: then it has the id `next`.
  std::pair<Known::const_iterator, bool> know(const Key& key, std::uint32_t next);

  [[gnu::tls_model("initial-exec")]] static constinit thread_local bool is_within_;

  std::mutex mutex_;
  Definitions definitions_;
  Known known_;
  std::uint32_t strings_ = 0;
  std::array<std::uint32_t, 128> next_ids_ = {};        // by kind: some tools want 0, 1, 2, ...
  std::unordered_map<std::uint64_t, StringRef> names_;  // of locations that were renamed
  StringRef process_name_;
  std::unordered_map<std::uint32_t, Group> groups_;                         // members come one by one
  std::unordered_map<std::string, std::vector<IoHandleRef>> free_handles_;  // by file and interface
  std::vector<otf2::DefMarker> marker_kinds_;
  Arena arena_;
  std::optional<Journaled> journal_;
  std::string markers_path_;
  std::optional<MarkerJournal> markers_;
};

}  // namespace weft::recording
