// SPDX-License-Identifier: BSD-3-Clause
// TrackEvents: which events the steps of a track become, and on which handles. A file that is opened on a track has a
// handle from then on until it is closed there, a further one if it is opened again before; whoever reads or writes
// what was not opened on his own track, does so on the handle that stands for the file in its process. So handles are
// used while they are open, whatever threads do at the same time. Told to an `Out`, such as EventCounter or
// TrackStream.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "formats/dftracer/io_arguments.hpp"
#include "formats/dftracer/walk.hpp"

namespace weft::dftracer {

// Metadata has no time: it is told before everything else.
inline std::uint64_t time_of(const ThreadPlan& thread, const Row& row) {
  return row.kind == RowKind::metadata ? thread.first_time : row.begin;
}

template <class Out>
class TrackEvents {
 public:
  TrackEvents(const Translation& translation, const ThreadPlan& thread, std::uint32_t track, Out& out)
      : translation_(translation), thread_(thread), track_(track), out_(out) {}

  void take(const Walk::Step& step) {
    const std::uint64_t time = time_of(thread_, *step.at.row);
    leave_until(time);
    const RowKind kind = step.at.row->kind;
    if (kind == RowKind::span || kind == RowKind::begin)
      enter(step);
    else
      out_.other(time, step.at);
  }
  void end() { leave_until(~std::uint64_t{0}); }

 private:
  struct Open {
    std::uint64_t end;
    RegionRef region;
    IoAction action;
    HandleKey handle;        // in use when it was entered
    HandleKey other_handle;  // of whatever copies
    RowRef at;               // what the leave tells
    bool has_other = false;
  };
  // Who opens a file again and again, and never closes it, gets no more handles.
  static constexpr std::uint32_t most_levels = 64;
  // Of a file.
  struct Life {
    std::uint32_t opened = 0;   // and not closed yet
    std::uint32_t running = 0;  // operations
  };
  static std::uint64_t number_of(const FileKey& key) {
    return std::uint64_t{key.file.value} << 1 | (key.is_stdio ? 1 : 0);
  }

  FileKey file_key(RowRef at, const CallUse& call, std::uint32_t file) const {
    return {thread_.group, file == no_word ? StringRef{} : at.slice->worker->words[file], call.is_stdio};
  }
  HandleKey handle(const FileKey& file, std::uint32_t level) const {
    return level == 0 ? HandleKey{file} : HandleKey{file, level, thread_.number, track_};
  }
  // That which is open on this track, or of the process.
  HandleKey in_use(const FileKey& file) const {
    const auto life = lives_.find(number_of(file));
    return handle(file, life == lives_.end() ? 0 : life->second.opened);
  }

  void enter(const Walk::Step& step) {
    const Row& row = *step.at.row;
    const CallUse& call = call_at(translation_, step.at);
    const bool is_half = row.kind == RowKind::begin;
    out_.enter(row.begin, call.region, is_half ? step.at : RowRef{});
    Open open{step.end, call.region, is_half ? IoAction::none : call.action, {}, {}, is_half ? step.end_row : step.at};
    if (open.action != IoAction::none) open.handle = in_use(file_key(step.at, call, row.file));
    if (is_operation(open.action)) {
      begin(step.at, open, call);
    } else if (open.action == IoAction::seek) {
      out_.on_handle(row.begin, kind_of<evt::IoSeek>, open.handle, step.at, false);
    } else if (open.action == IoAction::close && close(row.begin, open.handle, step.at)) {
      open.action = IoAction::none;
    }
    open_.push_back(open);
  }

  void begin(RowRef at, Open& open, const CallUse& call) {
    ++lives_[number_of(open.handle.file)].running;
    out_.on_handle(at.row->begin, kind_of<evt::IoOperationBegin>, open.handle, at, false);
    const std::uint32_t other = call.has_other_file ? other_file_of(at) : no_word;
    if (other == no_word) return;
    open.has_other = true;
    open.other_handle = in_use(file_key(at, call, other));
    // Operations on one handle come one after the other.
    if (open.other_handle == open.handle) open.other_handle = handle(open.handle.file, 0);
    ++lives_[number_of(open.other_handle.file)].running;
    out_.on_handle(at.row->begin, kind_of<evt::IoOperationBegin>, open.other_handle, at, true);
  }

  // What others have opened, or nobody since recording began, has no handle here that could be closed.
  bool close(std::uint64_t time, const HandleKey& key, RowRef at) {
    const auto life = lives_.find(number_of(key.file));
    if (life == lives_.end() || life->second.opened == 0 || life->second.running > 0) return false;
    out_.on_handle(time, kind_of<evt::IoDestroyHandle>, key, at, false);
    if (--life->second.opened == 0) lives_.erase(life);
    return true;
  }

  void leave_until(std::uint64_t time) {
    while (!open_.empty() && open_.back().end <= time) {
      Open last = open_.back();
      open_.pop_back();
      const FileKey& file = last.handle.file;
      if (is_operation(last.action)) complete(last);
      if (last.action == IoAction::open && open(last)) last.action = IoAction::none;
      const bool tells_file = last.action >= IoAction::open && file.file.defined();
      out_.leave(last.end, last.region, last.at, tells_file ? file : FileKey{});
    }
  }

  bool open(const Open& last) {
    const FileKey& file = last.handle.file;
    if (!file.file.defined() || io_arguments(translation_, last.at).has_failed()) return false;
    Life& life = lives_[number_of(file)];
    if (life.opened == most_levels) return false;
    out_.on_handle(last.end, kind_of<evt::IoCreateHandle>, handle(file, ++life.opened), last.at, false);
    return true;
  }

  void complete(const Open& last) {
    if (last.has_other) {
      out_.on_handle(last.end, kind_of<evt::IoOperationComplete>, last.other_handle, last.at, true);
      end_operation(last.other_handle.file);
    }
    out_.on_handle(last.end, kind_of<evt::IoOperationComplete>, last.handle, last.at, false);
    end_operation(last.handle.file);
  }
  void end_operation(const FileKey& file) {
    const auto life = lives_.find(number_of(file));
    if (--life->second.running == 0 && life->second.opened == 0) lives_.erase(life);
  }

  const Translation& translation_;
  const ThreadPlan& thread_;
  std::uint32_t track_;
  Out& out_;
  std::vector<Open> open_;
  std::unordered_map<std::uint64_t, Life> lives_;
};

// How many events there are on each track, and which handles and files they refer to.
std::vector<std::uint64_t> count_track_events(
    const Translation& translation, const ThreadPlan& thread, HandleUses& uses);

}  // namespace weft::dftracer
