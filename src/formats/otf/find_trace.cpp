// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/find_trace.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "formats/otf/master.hpp"
#include "formats/otf/records.hpp"

namespace weft::otf {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view master_ending = ".otf";

// "STUB.1f.events.z" is a file of STUB.
std::string stub_of_stream_file(std::string_view path) {
  if (path.ends_with(compressed_ending)) path.remove_suffix(compressed_ending.size());
  const std::size_t kind = path.rfind('.');
  if (kind == std::string_view::npos) return {};
  bool is_kind = false;
  FileKinds::each([&](auto type) { is_kind = is_kind || path.substr(kind + 1) == decltype(type)::type::suffix; });
  const std::size_t stream = kind ? path.rfind('.', kind - 1) : std::string_view::npos;
  if (!is_kind || stream == std::string_view::npos) return {};
  const std::string_view id = path.substr(stream + 1, kind - stream - 1);
  if (id.empty() || id.find_first_not_of("0123456789abcdef") != std::string_view::npos) return {};
  return std::string(path.substr(0, stream));
}

std::string only_master_in(const std::string& directory) {
  std::string found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    if (entry.path().extension() != master_ending) continue;
    if (!found.empty()) return {};
    found = entry.path().string();
  }
  return found;
}

// A master file maps processes to streams, and of those there are files. Without one, files of events will do: that it
// is missing is then said when the trace is opened. A trace in which nothing happened has definitions alone.
bool is_trace(const TracePaths& paths) {
  Report unimportant;
  std::error_code ignored;
  if (!fs::is_regular_file(paths.master(), ignored)) return !event_streams(paths).empty();
  const auto master = Master::read(paths, unimportant);
  if (!master) return !event_streams(paths).empty();
  const auto has_file = [&](StreamId stream) {
    bool found = false;
    FileKinds::each([&](auto type) {
      const auto file = find_file(paths, master->forwarding, stream, decltype(type)::type::suffix);
      found = found || (file && file->has_value());
    });
    return found;
  };
  return has_file(0) || !event_streams(paths).empty() ||
         std::ranges::any_of(master->streams(), [&](const auto& entry) { return has_file(entry.first); });
}

}  // namespace

std::vector<StreamId> event_streams(const TracePaths& paths) {
  std::vector<StreamId> streams;
  const fs::path stub = paths.stub();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(stub.has_parent_path() ? stub.parent_path() : ".", ignored)) {
    const std::string name = entry.path().filename().string();
    const std::string_view events = std::string_view(name).ends_with(compressed_ending)
                                        ? std::string_view(name).substr(0, name.size() - compressed_ending.size())
                                        : name;
    if (!events.ends_with(EventFile::suffix) || stub_of_stream_file(name) != stub.filename().string()) continue;
    StreamId stream = 0;
    std::from_chars(name.data() + stub.filename().string().size() + 1, name.data() + name.size(), stream, 16);
    streams.push_back(stream);
  }
  std::ranges::sort(streams);
  streams.erase(std::unique(streams.begin(), streams.end()), streams.end());
  return streams;
}

std::optional<TracePaths> find_trace(const std::string& path) {
  std::error_code ignored;
  const std::string in_directory = fs::is_directory(path, ignored) ? only_master_in(path) : std::string();
  for (const std::string& name :
      {in_directory, path, fs::exists(path, ignored) ? stub_of_stream_file(path) : std::string()}) {
    if (name.empty()) continue;
    auto paths = TracePaths::of(name);
    if (paths && is_trace(*paths)) return *std::move(paths);
  }
  return std::nullopt;
}

}  // namespace weft::otf
