// SPDX-License-Identifier: BSD-3-Clause
// MPI_AGGREGATE: processes hand their groups to a few among them, the aggregators, each of which writes a sub-file; a
// metadata file makes one of these.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "adios_error.h"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/bp_file.hpp"
#include "compat/adios/write/file_transport.hpp"
#include "compat/adios/write/transports.hpp"
#include "formats/bp/sub_file_path.hpp"

namespace weft::adios {

namespace {

// What an aggregator receives and writes at once: its memory does not grow with the data of others.
constexpr std::size_t piece_bytes = std::size_t{16} << 20;

// The first `more` aggregators have one process more than the others.
std::uint32_t even_colour(std::uint64_t rank, std::uint64_t processes, std::uint64_t aggregators) {
  const std::uint64_t fewer = processes / aggregators;
  const std::uint64_t more = processes % aggregators;
  const std::uint64_t border = more * (fewer + 1);
  return static_cast<std::uint32_t>(rank < border ? rank / (fewer + 1) : more + (rank - border) / fewer);
}

class AggregatingTransport final : public FileTransport {
 public:
  Buffering should_buffer(File&) override { return Buffering::stop_on_overflow; }
  Status finalize(int) override { return out_.close(); }

 protected:
  bool take(const Parameter& parameter) override {
    // How processes hand over, and where stripes of parallel file systems go, is for the library and the system.
    constexpr std::string_view without_effect[] = {"num_ost", "local-fs", "threading", "striping", "stripe_count",
        "stripe_size", "random_offset", "osts_to_skip", "aggregation_type"};
    if (same_word(parameter.name, "num_aggregators")) {
      aggregators_ = to_number<std::uint32_t>(parameter.value);
    } else if (same_word(parameter.name, "color")) {
      colour_ = to_number<std::uint32_t>(parameter.value);
    } else if (same_word(parameter.name, "have_metadata_file")) {
      writes_metadata_ = parameter.value != "0";
    } else {
      return std::ranges::any_of(
          without_effect, [&](std::string_view name) { return same_word(name, parameter.name); });
    }
    return true;
  }

  Status open_to_write(File& file) override {
    Communicator& all = file.communicator();
    file.store_attributes(true);
    number_ = sub_file_number(all);
    team_ = all.split(static_cast<int>(number_), all.rank());
    auto status = agreed(file, make_sub_file_directory(path_of(file), file));
    if (!status.is_good()) return status;
    if (team_->rank() == 0) status = out_.open(bp::sub_file_path(path_of(file), number_), file);
    continue_together(file, team_->rank() == 0 && status.is_good() ? out_.last_time_index() : 0);
    return status;
  }

  Status close_written(File& file) override {
    const auto groups = file.process_groups();
    std::vector<std::byte> bytes;  // only where there are several: else the group itself is handed over
    for (const ProcessGroup& group : groups)
      if (groups.size() > 1) bytes.insert(bytes.end(), group.bytes.begin(), group.bytes.end());
    const std::span<const std::byte> mine = groups.size() == 1 ? groups[0].bytes : std::span<const std::byte>(bytes);
    const std::vector<std::uint64_t> sizes = team_->all_numbers(mine.size());
    const std::uint64_t first = team_->broadcast_number(team_->rank() == 0 ? out_.end() : 0, 0);
    const std::uint64_t offset = std::accumulate(sizes.begin(), sizes.begin() + team_->rank(), first);
    std::vector<std::byte> footer;
    Status status = index_of(file, offset, footer);
    const auto footers = team_->gather(footer, 0);
    if (team_->rank() != 0) {
      hand_over(mine);
    } else {
      Status written = write_all(mine, sizes, first);
      if (status.is_good()) status = written;
      const std::uint64_t end = std::accumulate(sizes.begin(), sizes.end(), first);
      if (status.is_good()) status = finish(footers, end, groups.size() > 1);
      if (!status.is_good()) out_.take_back();
    }
    status = agreed(file, status);
    if (!writes_metadata_ || !status.is_good()) return status;
    const auto own = team_->rank() == 0 ? out_.index_alone() : std::vector<std::byte>();
    return agreed(file, write_metadata(path_of(file), file, own, number_));
  }

  std::string path_to_read(File& file) override {
    return bp::sub_file_path(path_of(file), sub_file_number(file.communicator()));
  }

 private:
  std::uint32_t sub_file_number(Communicator& all) const {
    if (!colour_) {
      const auto processes = static_cast<std::uint32_t>(all.size());
      return even_colour(static_cast<std::uint64_t>(all.rank()), processes,
          std::clamp(aggregators_.value_or(processes), 1u, processes));
    }
    // Colours are what the program likes; sub-files are numbered from 0 in their order.
    std::vector<std::uint64_t> colours = all.all_numbers(*colour_);
    std::ranges::sort(colours);
    colours.erase(std::unique(colours.begin(), colours.end()), colours.end());
    return static_cast<std::uint32_t>(std::ranges::lower_bound(colours, *colour_) - colours.begin());
  }

  Status index_of(File& file, std::uint64_t offset, std::vector<std::byte>& footer) {
    const auto index = file.new_index();
    for (const ProcessGroup& group : file.process_groups()) {
      if (auto wrong = index->add(group, offset, number_); !wrong.empty()) return {err_write_error, wrong};
      offset += group.bytes.size();
    }
    if (auto wrong = index->footer(0, false, footer); !wrong.empty()) return {err_write_error, wrong};
    return {};
  }

  void hand_over(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const auto piece = bytes.first(std::min(bytes.size(), piece_bytes));
      team_->send(piece, 0);
      bytes = bytes.subspan(piece.size());
    }
  }

  // Receives everything even if it cannot be written: others would wait for ever.
  Status write_all(std::span<const std::byte> mine, const std::vector<std::uint64_t>& sizes, std::uint64_t offset) {
    Status status = out_.write(offset, mine);
    offset += mine.size();
    std::vector<std::byte> piece;
    for (int from = 1; from < team_->size(); ++from)
      for (std::uint64_t left = sizes[static_cast<std::size_t>(from)]; left > 0;) {
        piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, piece_bytes)));
        team_->receive(piece, from);
        if (status.is_good()) status = out_.write(offset, piece);
        offset += piece.size();
        left -= piece.size();
      }
    return status;
  }

  Status finish(const std::vector<std::vector<std::byte>>& footers, std::uint64_t end, bool has_several_steps) {
    for (const auto& footer : footers)
      if (auto status = out_.add_index(footer, true); !status.is_good()) return status;
    if (has_several_steps) out_.index().sort_by_time();
    return out_.finish(end);
  }

  std::optional<std::uint32_t> aggregators_;
  std::optional<std::uint32_t> colour_;
  bool writes_metadata_ = true;
  std::uint32_t number_ = 0;
  std::unique_ptr<Communicator> team_;  // of one aggregator, which is its rank 0
  BpFile out_;
};

}  // namespace

Transport* new_aggregating_transport() { return new AggregatingTransport; }

}  // namespace weft::adios
