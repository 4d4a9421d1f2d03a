// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/read/open_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/schema_names.hpp"

namespace weft::adios {

namespace {

using Clock = std::chrono::steady_clock;

std::string_view without_slash(std::string_view name) { return name.starts_with('/') ? name.substr(1) : name; }

std::vector<char*> c_names(const std::vector<std::string>& names) {
  std::vector<char*> all;
  for (const std::string& name : names) all.push_back(const_cast<char*>(name.c_str()));
  return all;
}

void publish(std::vector<char*>& names, int& count, char**& list) {
  count = static_cast<int>(names.size());
  list = names.empty() ? nullptr : names.data();
}

// Programs that poll hear it often: it is a code, but not told as an error.
int no_step_yet() {
  adios_clear_error();
  return adios_errno = err_step_notready;
}

// How long somebody waits: not at all, for ever, or until a time.
class Patience {
 public:
  explicit Patience(float seconds) : is_endless_(seconds < 0) {
    if (seconds > 0) end_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<float>(seconds));
  }
  // False when there is none left; else after a while, which is not longer than what is left.
  bool wait(std::chrono::milliseconds interval) const {
    const auto now = Clock::now();
    if (!is_endless_ && now >= end_) return false;
    std::this_thread::sleep_until(is_endless_ ? now + interval : std::min(now + interval, end_));
    return true;
  }

 private:
  bool is_endless_;
  Clock::time_point end_ = Clock::now();
};

}  // namespace

OpenFile* open_file_of(const ADIOS_FILE* file) {
  if (file) return static_cast<OpenFile*>(const_cast<ADIOS_FILE*>(file));
  fail(err_invalid_file_pointer, "expected an open file, found NULL");
  return nullptr;
}

OpenFile::OpenFile(std::unique_ptr<Source> source, const std::string& name)
    : ADIOS_FILE{}, settings_(read_settings()), path_(name) {
  fh = reinterpret_cast<std::uintptr_t>(this);
  path = path_.data();
  show(std::move(source));
}

OpenFile::~OpenFile() = default;

Result<std::unique_ptr<OpenFile::Source>> OpenFile::open_source(const std::string& path, bp::Growth growth) {
  auto source = std::make_unique<Source>();
  source->reader = WEFT_TRY(bp::Reader::open(path, source->report, growth));
  return source;
}

// How many steps a stream has now: none while somebody writes to it.
std::uint64_t OpenFile::steps_in(const Result<std::unique_ptr<Source>>& source) {
  if (!source || !(*source)->reader->footer().has_tag || !(*source)->report.empty()) return 0;
  return (*source)->reader->steps();
}

void OpenFile::show(std::unique_ptr<Source> source) {
  source_ = std::move(source);
  endianness = reader().layout().order == ByteOrder::big;
  version = static_cast<int>(reader().layout().version);
  file_size = reader().bytes().size();
  last_step = reader().steps() ? static_cast<int>(reader().steps() - 1) : 0;
}

std::unique_ptr<OpenFile> OpenFile::open(const std::string& path, int method) {
  if (!is_supported_method(method)) {
    fail(err_invalid_read_method, fmt::format("there is no read method {}", method));
    return nullptr;
  }
  auto source = open_source(path, bp::Growth::finished);
  if (!source) {
    fail(err_file_open_error, source.error());
    return nullptr;
  }
  std::unique_ptr<OpenFile> file(new OpenFile(std::move(source).take(), path));
  file->make_lists();
  return file;
}

std::unique_ptr<OpenFile> OpenFile::open_stream(
    const std::string& path, int method, float timeout_seconds, std::unique_ptr<Communicator> processes) {
  if (!is_supported_method(method)) {
    fail(err_invalid_read_method, fmt::format("there is no read method {}", method));
    return nullptr;
  }
  const Patience patience(timeout_seconds);
  const auto interval = read_settings().poll_interval;
  while (true) {
    auto source = open_source(path, bp::Growth::may_grow);
    const bool is_ready = steps_in(source) > 0;
    // All processes have it, or none: one that waits cannot be asked for anything else.
    if (processes->minimum(is_ready)) {
      std::unique_ptr<OpenFile> file(new OpenFile(std::move(source).take(), path));
      file->is_streaming = 1;
      file->processes_ = std::move(processes);
      file->go_to(0);
      return file;
    }
    if (processes->minimum(patience.wait(interval))) continue;
    if (source)
      fail(err_file_open_error,
          fmt::format("{}: expected a whole index and the tag of a release behind it, which streams have", path));
    else
      fail(err_file_open_error, source.error());
    return nullptr;
  }
}

std::uint32_t OpenFile::current_time_index() const {
  return reader().first_time_index() + static_cast<std::uint32_t>(current_step);
}

void OpenFile::go_to(int step) {
  current_step = step;
  make_lists();
}

int OpenFile::advance(bool to_last, float timeout_seconds) {
  if (!is_streaming) return fail(err_end_of_stream, fmt::format("{}: all steps of a file are there at once", path_));
  const Patience patience(timeout_seconds);
  // The newest step, and whether there is another one, is what the file says now.
  for (bool is_known = !to_last && current_step < last_step; !is_known;) {
    auto source = open_source(path_, bp::Growth::may_grow);
    const std::uint64_t common = processes_->minimum(steps_in(source));
    if (common > static_cast<std::uint64_t>(current_step) + 1) {
      // What was asked for points into the file as it was.
      requests_.clear();
      show(std::move(source).take());
      last_step = static_cast<int>(common - 1);
      break;
    }
    if (!processes_->minimum(patience.wait(settings_.poll_interval))) return no_step_yet();
  }
  requests_.clear();
  go_to(to_last ? last_step : current_step + 1);
  return 0;
}

std::vector<std::string_view> OpenFile::groups() const {
  std::vector<std::string_view> names;
  std::set<std::string_view> seen;
  for (const bp::GroupEntry& group : reader().groups())
    if (seen.insert(group.group).second) names.push_back(group.group);
  return names;
}

int OpenFile::view_group(int group) {
  if (group < -1 || group >= static_cast<int>(groups().size()))
    return fail(err_invalid_group, fmt::format("{}: there is no group {}", path_, group));
  group_in_view_ = group;
  make_lists();
  return 0;
}

void OpenFile::make_lists() {
  variables_.clear();
  attributes_.clear();
  variable_places_.clear();
  attribute_places_.clear();
  std::vector<char*> variable_names, attribute_names;
  std::vector<std::string_view> all_attributes;
  const std::string_view group = group_in_view_ < 0 ? "" : groups()[static_cast<std::size_t>(group_in_view_)];
  auto is_in_view = [&](const bp::Entry& entry) { return group_in_view_ < 0 || entry.group == group; };
  for (const bp::Variable& variable : reader().variables()) {
    if (!is_in_view(variable.entry())) continue;
    Seen seen{&reader(), &variable};
    // Where everything is shown, what a variable holds is decoded when it is asked for.
    if (is_streaming) {
      const auto steps = variable.steps();
      const auto step = std::ranges::lower_bound(steps, current_time_index(), {}, &bp::Step::time_index);
      if (step == steps.end() || step->time_index != current_time_index()) continue;
      seen.first_step = static_cast<std::size_t>(step - steps.begin());
    }
    variable_places_.emplace(variable.name(), static_cast<int>(variables_.size()));
    variables_.push_back(seen);
    variable_names.push_back(const_cast<char*>(variable.name().c_str()));
  }
  for (const bp::Attribute& attribute : reader().attributes()) {
    if (attribute.is_hidden() && !settings_.shows_hidden_attributes) continue;
    all_attributes.push_back(attribute.name());
    if (!is_in_view(attribute.entry())) continue;
    if (is_streaming && !reader().set_in_step(attribute, current_time_index())) continue;
    attribute_places_.emplace(without_slash(attribute.name()), static_cast<int>(attributes_.size()));
    attributes_.push_back(&attribute);
    attribute_names.push_back(const_cast<char*>(attribute.name().c_str()));
  }
  meshes_ = mesh_names(all_attributes);
  links_ = link_names(all_attributes);
  variable_names_ = std::move(variable_names);
  attribute_names_ = std::move(attribute_names);
  mesh_names_ = c_names(meshes_);
  link_names_ = c_names(links_);
  publish(variable_names_, nvars, var_namelist);
  publish(attribute_names_, nattrs, attr_namelist);
  publish(mesh_names_, nmeshes, mesh_namelist);
  publish(link_names_, nlinks, link_namelist);
}

Seen OpenFile::seen(int variable) const {
  Seen seen = variables_[static_cast<std::size_t>(variable)];
  seen.step_count = is_streaming ? 1 : seen.variable->steps().size();
  seen.is_stored = shows_stored_ && !seen.variable->blocks().empty() && seen.variable->blocks().front().transform;
  return seen;
}

int OpenFile::find_variable(std::string_view name) const {
  const auto found = variable_places_.find(name);
  return found == variable_places_.end() ? -1 : found->second;
}

int OpenFile::find_attribute(std::string_view name) const {
  const auto found = attribute_places_.find(without_slash(name));
  return found == attribute_places_.end() ? -1 : found->second;
}

Result<bp::AttributeValue> OpenFile::value(const bp::Attribute& attribute) const {
  if (!is_streaming) return reader().value(attribute);
  const auto set = reader().set_in_step(attribute, current_time_index());
  return set ? reader().value(attribute, *set) : reader().value(attribute);
}

}  // namespace weft::adios
