// SPDX-License-Identifier: BSD-3-Clause
// What a flight recorder keeps, as a trace of its own. The recording goes on meanwhile and forgets nothing for it.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/staging.hpp"
#include "record/dftracer_file.hpp"
#include "record/dftracer_program.hpp"
#include "record/inside.hpp"
#include "record/litl_file.hpp"
#include "record/litl_run.hpp"
#include "record/machine.hpp"
#include "record/otf2_file.hpp"
#include "record/recorder.hpp"
#include "record/writing.hpp"

namespace weft::recording {

namespace {

int errno_of(const Error& error) {
  if (error.code == Errc::exists) return EEXIST;
  if (error.code == Errc::no_space) return ENOSPC;
  return error.code == Errc::invalid_argument ? EINVAL : EIO;
}

Result<> copy(Thread& thread, ThreadFile& file) {
  errno = thread.memory().copy_to(file, thread.cursor());
  return errno == 0 ? Result<>{} : system_error("cannot write", file.path());
}

}  // namespace

std::vector<Thread*> Recorder::threads_in_order() const {
  std::vector<Thread*> threads;
  each_thread([&](Thread& thread) { threads.push_back(&thread); });
  std::ranges::reverse(threads);
  return threads;
}

Result<> Recorder::dump_otf2(const std::string& anchor) {
  const auto paths = WEFT_TRY(otf2::ArchivePaths::from_anchor(anchor));
  WEFT_TRY(paths.create_directories());
  Dictionary::EventCounts counts;
  for (Thread* const thread : threads_in_order()) {
    Otf2File file(paths.events(thread->location()), pool_->chunk_bytes());
    WEFT_TRY(copy(*thread, file));
    counts[thread->location()] = file.events();
  }
  WEFT_TRY(dictionary_.write(paths.part(process_number()), clock_properties(read_moment(clock_)), counts));
  WEFT_TRY(dictionary_.copy_markers(paths.process_markers(process_number())));
  return complete_archive(anchor);
}

// As a run of this process alone, which becomes a trace with its mapping.
Result<> Recorder::dump_litl(const std::string& path) {
  auto dumped = WEFT_TRY(Staging::create(path));
  const auto run = WEFT_TRY(StagingDirectory::create(path + ".run"));
  const std::string own = run.path() + "/" + std::to_string(process_number());
  const auto trace = std::make_shared<LitlTrace>(own + ".litl", settings_.chunk_bytes);
  WEFT_TRY(trace->open());
  for (Thread* const thread : threads_in_order()) {
    LitlFile file(trace, thread->tid);
    WEFT_TRY(copy(*thread, file));
  }
  WEFT_TRY(trace->finish());
  WEFT_TRY(dictionary_.write(own + ".part", clock_properties(read_moment(clock_)), {}));
  WEFT_TRY(gather_litl_run(run.path(), dumped.path()));
  return dumped.finish();
}

Result<> Recorder::dump_dftracer(const std::string& path) {
  const auto trace = make_dftracer(path);
  WEFT_TRY(trace->begin(command_line()));
  for (Thread* const thread : threads_in_order()) {
    DftracerFile file(trace, thread->tid);
    WEFT_TRY(copy(*thread, file));
  }
  errno = trace->end(lost(), overwritten());
  return errno == 0 ? Result<>{} : system_error("cannot write", path);
}

Result<> Recorder::dump_as(const std::string& path) {
  if (::access(path.c_str(), F_OK) == 0) return Error{Errc::exists, "exists already", path};
  if (dftracer_) return dump_dftracer(path);
  return litl_ ? dump_litl(path) : dump_otf2(path);
}

std::string_view Recorder::dump_ending() const {
  if (dftracer_) return dftracer_ending(settings_.compress);
  return litl_ ? ".trace" : ".otf2";
}

int Recorder::dump(const std::string& path) noexcept {
  const Inside inside;
  const Writing writing;
  const Busy busy(this_thread);
  if (!is_on() || settings_.policy != Policy::flight) return EINVAL;
  try {
    const OwnedMutex::Lock lock(mutex_);
    const Result<> done = dump_as(path);
    return done ? 0 : errno_of(done.error());
  } catch (const std::exception&) {
    return ENOMEM;
  }
}

}  // namespace weft::recording
