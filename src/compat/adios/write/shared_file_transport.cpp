// SPDX-License-Identifier: BSD-3-Clause
// MPI: all processes write into one file, each at its own place, by means of MPI-IO; the first one keeps the index.
#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "adios_error.h"
#include "compat/adios/write/bp_file.hpp"
#include "compat/adios/write/file_transport.hpp"
#include "compat/adios/write/transports.hpp"

namespace weft::adios {

namespace {

class SharedFileTransport final : public FileTransport {
 public:
  Buffering should_buffer(File&) override { return Buffering::stop_on_overflow; }

  Status finalize(int) override { return out_.close(); }

 protected:
  bool take(const Parameter&) override { return false; }

  // The first process creates the file, or reads its index; the others then open it.
  Status open_to_write(File& file) override {
    Communicator& all = file.communicator();
    Status status;
    if (all.rank() == 0) status = out_.open(path_of(file), file);
    const bool is_there = all.broadcast_number(status.is_good(), 0) != 0;
    if (!is_there)
      return all.rank() == 0 ? status : Status{err_file_open_error, fmt::format("{}: was not opened", path_of(file))};
    continue_together(file, all.rank() == 0 ? out_.last_time_index() : 0);
    if (shared_) static_cast<void>(shared_->close());  // of an output that was never closed
    std::string problem;
    shared_ = all.open_shared(path_of(file), problem);
    return shared_ ? Status{} : Status{err_file_open_error, problem};
  }

  Status close_written(File& file) override {
    Communicator& all = file.communicator();
    const auto groups = file.process_groups();
    const std::uint64_t mine = std::accumulate(groups.begin(), groups.end(), std::uint64_t{0},
        [](std::uint64_t sum, const ProcessGroup& group) { return sum + group.bytes.size(); });
    const std::vector<std::uint64_t> sizes = all.all_numbers(mine);
    const std::uint64_t first = all.broadcast_number(all.rank() == 0 ? out_.end() : 0, 0);
    const std::uint64_t end = std::accumulate(sizes.begin(), sizes.end(), first);
    std::vector<std::byte> footer;
    Status mine_written = write_at(std::accumulate(sizes.begin(), sizes.begin() + all.rank(), first), file, footer);
    const std::string problem = std::exchange(shared_, nullptr)->close();
    if (mine_written.is_good() && !problem.empty()) mine_written = {err_write_error, problem};
    Status status = agreed(file, std::move(mine_written));
    const auto footers = all.gather(footer, 0);
    if (all.rank() == 0 && status.is_good()) status = finish(footers, end, groups.size() > 1);
    if (all.rank() == 0 && !status.is_good()) out_.take_back();
    return agreed(file, status);
  }

 private:
  Status write_at(std::uint64_t offset, File& file, std::vector<std::byte>& footer) {
    const auto index = file.new_index();
    for (const ProcessGroup& group : file.process_groups()) {
      if (auto problem = shared_->write_at(offset, group.bytes); !problem.empty()) return {err_write_error, problem};
      if (auto wrong = index->add(group, offset, Index::no_sub_file); !wrong.empty()) return {err_write_error, wrong};
      offset += group.bytes.size();
    }
    if (auto wrong = index->footer(0, false, footer); !wrong.empty()) return {err_write_error, wrong};
    return {};
  }

  Status finish(const std::vector<std::vector<std::byte>>& footers, std::uint64_t end, bool has_several_steps) {
    for (const auto& footer : footers)
      if (auto status = out_.add_index(footer, true); !status.is_good()) return status;
    if (has_several_steps) out_.index().sort_by_time();
    return out_.finish(end);
  }

  BpFile out_;  // of the first process
  std::unique_ptr<SharedFile> shared_;
};

}  // namespace

Transport* new_shared_file_transport() { return new SharedFileTransport; }

}  // namespace weft::adios
