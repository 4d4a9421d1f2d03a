// SPDX-License-Identifier: BSD-3-Clause
// What the ids in rows mean, looked up once: names of regions, metrics and arguments, and hashes of files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/dictionary.hpp"

namespace weft::recording {

class DftracerNames {
 public:
  explicit DftracerNames(Dictionary& dictionary) : dictionary_(dictionary) {}

  const Dictionary::RegionName& region(std::uint32_t id) {
    return once(regions_, id, [&] { return dictionary_.name(RegionRef{id}); });
  }
  const std::vector<std::string>& metric(std::uint32_t id) {
    return once(metrics_, id, [&] { return dictionary_.names(MetricRef{id}); });
  }
  const std::string& key(std::uint32_t id) {
    return once(keys_, id, [&] { return dictionary_.name(AttributeRef{id}); });
  }
  const std::string& text(std::uint32_t id) {
    return once(texts_, id, [&] { return dictionary_.name(StringRef{id}); });
  }

  struct File {
    std::string path;
    std::string hash;         // as it stands in JSON
    bool is_defined = false;  // in the trace
  };
  File& file(std::uint32_t id);
  File& directory(std::string_view path) { return file(dictionary_.io_directory(path).value); }

 private:
  template <class T, class Find>
  T& once(std::vector<std::optional<T>>& known, std::uint32_t id, Find&& find) {
    if (id >= known.size()) known.resize(std::size_t{id} + 1);
    if (!known[id]) known[id] = find();
    return *known[id];
  }

  Dictionary& dictionary_;
  std::vector<std::optional<Dictionary::RegionName>> regions_;
  std::vector<std::optional<std::vector<std::string>>> metrics_;
  std::vector<std::optional<std::string>> keys_;
  std::vector<std::optional<std::string>> texts_;
  std::vector<std::optional<File>> files_;
};

// The hash of a text as it stands in JSON.
std::string json_hash(std::string_view text);

}  // namespace weft::recording
