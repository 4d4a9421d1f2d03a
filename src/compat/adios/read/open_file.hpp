// SPDX-License-Identifier: BSD-3-Clause
// OpenFile: what stands behind an ADIOS_FILE. It shows a BP file whole or, as a stream, step by step; the lists that
// programs see are made anew whenever the step or the view changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "adios_read.h"
#include "compat/adios/common/communicator.hpp"
#include "compat/adios/read/request.hpp"
#include "compat/adios/read/seen.hpp"
#include "compat/adios/read/settings.hpp"
#include "formats/bp/reader.hpp"
#include "model/report.hpp"

namespace weft::adios {

class OpenFile : public ADIOS_FILE {
 public:
  // Nothing after the error has been set.
  static std::unique_ptr<OpenFile> open(const std::string& path, int method);
  // The first step, for which it waits: not at all with 0 seconds, for ever with less.
  static std::unique_ptr<OpenFile> open_stream(
      const std::string& path, int method, float timeout_seconds, std::unique_ptr<Communicator> processes);
  ~OpenFile();

  const bp::Reader& reader() const { return *source_->reader; }
  const ReadSettings& settings() const { return settings_; }
  // The variable at a place of the list.
  Seen seen(int variable) const;
  const std::vector<const bp::Attribute*>& attributes() const { return attributes_; }
  // Places in the lists; -1 where there is none of that name.
  int find_variable(std::string_view name) const;
  int find_attribute(std::string_view name) const;
  Result<bp::AttributeValue> value(const bp::Attribute& attribute) const;

  // The names of groups in the order in which they first appear.
  std::vector<std::string_view> groups() const;
  // -1 is a view of all of them.
  int view_group(int group);
  bool shows_stored_bytes() const { return shows_stored_; }
  void show_stored_bytes(bool shows) { shows_stored_ = shows; }

  int advance(bool to_last, float timeout_seconds);

  RequestQueue& requests() { return requests_; }

 private:
  struct Source {
    Report report;
    std::unique_ptr<bp::Reader> reader;
  };

  OpenFile(std::unique_ptr<Source> source, const std::string& name);
  static Result<std::unique_ptr<Source>> open_source(const std::string& path, bp::Growth growth);
  static std::uint64_t steps_in(const Result<std::unique_ptr<Source>>& source);
  void show(std::unique_ptr<Source> source);
  void make_lists();
  std::uint32_t current_time_index() const;
  void go_to(int step);

  std::unique_ptr<Source> source_;
  std::unique_ptr<Communicator> processes_;
  ReadSettings settings_;
  std::string path_;
  int group_in_view_ = -1;
  bool shows_stored_ = false;

  std::vector<Seen> variables_;
  std::vector<const bp::Attribute*> attributes_;
  std::unordered_map<std::string_view, int> variable_places_, attribute_places_;
  std::vector<std::string> meshes_, links_;
  std::vector<char*> variable_names_, attribute_names_, mesh_names_, link_names_;
  RequestQueue requests_;
};

// Nothing, after the error has been set, where a program has none.
OpenFile* open_file_of(const ADIOS_FILE* file);

}  // namespace weft::adios
