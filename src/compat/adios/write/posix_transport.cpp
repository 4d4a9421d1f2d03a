// SPDX-License-Identifier: BSD-3-Clause
// POSIX: every process writes a file of its own. Where the program named a group of processes these are sub-files, and
// a metadata file makes one of them.
#include <string>

#include "compat/adios/common/words.hpp"
#include "compat/adios/write/bp_file.hpp"
#include "compat/adios/write/file_transport.hpp"
#include "compat/adios/write/transports.hpp"
#include "formats/bp/sub_file_path.hpp"

namespace weft::adios {

namespace {

class PosixTransport final : public FileTransport {
 public:
  Buffering should_buffer(File&) override { return Buffering::continue_with_new_group; }

  Status buffer_overflow(File& file) override { return out_.add(file.process_groups(), file_index(file)); }

  bool write_early(File&, std::uint64_t place, std::span<const std::byte> data) override {
    return out_.write_early(place, data);
  }

  Status finalize(int) override { return out_.close(); }

 protected:
  bool take(const Parameter& parameter) override {
    if (same_word(parameter.name, "have_metadata_file"))
      writes_metadata_ = parameter.value != "0";
    else if (!same_word(parameter.name, "local-fs"))  // rank 0 makes the folder, whatever the file system
      return false;
    return true;
  }

  Status open_to_write(File& file) override {
    if (!file.communicator().is_group()) return out_.open(path_of(file), file);
    file.store_attributes(true);
    auto status = agreed(file, make_sub_file_directory(path_of(file), file));
    if (!status.is_good()) return status;
    status = out_.open(path_to_read(file), file);
    continue_together(file, status.is_good() ? out_.last_time_index() : 0);
    return status;
  }

  Status close_written(File& file) override {
    Status status = out_.add(file.process_groups(), file_index(file));
    if (status.is_good()) status = out_.finish(out_.end());
    if (!status.is_good()) out_.take_back();
    if (!file.communicator().is_group() || !writes_metadata_) return status;
    // Where one failed, the metadata file goes on saying what all sub-files have.
    status = agreed(file, status);
    if (!status.is_good()) return status;
    return agreed(file, write_metadata(path_of(file), file, out_.index_alone(), file_index(file)));
  }

  std::string path_to_read(File& file) override {
    return file.communicator().is_group() ? bp::sub_file_path(path_of(file), file_index(file)) : path_of(file);
  }

 private:
  static std::uint32_t file_index(File& file) { return static_cast<std::uint32_t>(file.communicator().rank()); }

  BpFile out_;
  bool writes_metadata_ = true;
};

}  // namespace

Transport* new_posix_transport() { return new PosixTransport; }

}  // namespace weft::adios
