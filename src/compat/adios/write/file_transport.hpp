// SPDX-License-Identifier: BSD-3-Clause
// What the methods that write BP files have in common: memory for variables, reading what a program wrote last, and
// that all processes of a file learn when one of them fails.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "adios_transport.hpp"

namespace weft::adios {

class FileTransport : public Transport {
 public:
  Status init(const Selection& selection) override;
  Status open(File& file) final;
  Status write(File& file, const Variable& variable, std::span<const std::byte> data) override;
  Status read(File& file, const Variable& variable, std::span<std::byte> into) override;
  Status close(File& file) final;
  std::span<std::byte> get_write_buffer(File& file, const Variable& variable) override;

 protected:
  // For writing.
  virtual Status open_to_write(File& file) = 0;
  virtual Status close_written(File& file) = 0;
  // Where this process finds the last group it wrote. All processes ask when they open the file.
  virtual std::string path_to_read(File& file) { return path_of(file); }
  // True if the parameter is one of the method.
  virtual bool take(const Parameter& parameter) = 0;

  std::string path_of(const File& file) const { return selection_.base_path + file.name(); }
  // The same for all processes: good if all are.
  Status agreed(File& file, Status mine) const;
  // All processes go on behind the last step that any of them has: a file that could not be written once has fewer.
  void continue_together(File& file, std::uint64_t my_last_step) const;

  Selection selection_;

 private:
  struct Wanted {
    std::string name;
    std::string path;
    std::span<std::byte> into;
  };
  std::string path_read_;  // of the file that is open for reading
  std::vector<Wanted> wanted_;
  std::map<std::uint32_t, std::vector<std::byte>> lent_;  // by variable
};

// The number of sub-files that processes have written under this name become one metadata file. `footer` is that of the
// sub-file of this process, which has the number `file_index`, or empty if it has none.
Status write_metadata(const std::string& path, File& file, std::span<const std::byte> footer, std::uint32_t file_index);

// The folder of sub-files. All processes call it.
Status make_sub_file_directory(const std::string& path, File& file);

}  // namespace weft::adios
