// SPDX-License-Identifier: BSD-3-Clause
// Only in the libraries with MPI.
#include "compat/adios/common/mpi_communicator.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace weft::adios {

namespace {

// MPI counts with an int.
constexpr std::size_t largest_piece = std::size_t{1} << 30;
constexpr int tag = 0;

template <class Span, class Visit>
void each_piece(Span bytes, Visit&& visit) {
  while (!bytes.empty()) {
    const Span piece = bytes.first(std::min(bytes.size(), largest_piece));
    visit(piece.data(), static_cast<int>(piece.size()));
    bytes = bytes.subspan(piece.size());
  }
}

// Empty where MPI is content.
std::string problem_of(int code, const std::string& path) {
  if (code == MPI_SUCCESS) return {};
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  return path + ": " + std::string(text, static_cast<std::size_t>(length));
}

// Not closed by itself: that needs all processes, and one that goes away must not wait for the others.
class MpiFile final : public SharedFile {
 public:
  MpiFile(MPI_File file, std::string path) : file_(file), path_(std::move(path)) {}

  std::string write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    std::string problem;
    each_piece(bytes, [&](const std::byte* piece, int count) {
      if (!problem.empty()) return;
      MPI_Status status;
      int written = 0;
      problem = problem_of(
          MPI_File_write_at(file_, static_cast<MPI_Offset>(offset), piece, count, MPI_BYTE, &status), path_);
      if (problem.empty() && (MPI_Get_count(&status, MPI_BYTE, &written) != MPI_SUCCESS || written != count))
        problem = path_ + ": only a part could be written";
      offset += static_cast<std::uint64_t>(count);
    });
    return problem;
  }

  std::string close() override { return problem_of(MPI_File_close(&file_), path_); }

 private:
  MPI_File file_;
  std::string path_;
};

class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(MPI_Comm own) : comm_(own) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
  }
  ~MpiCommunicator() override {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (!is_over) MPI_Comm_free(&comm_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  bool is_group() const override { return true; }
  void barrier() override { MPI_Barrier(comm_); }

  void broadcast(std::span<std::byte> bytes, int root) override {
    each_piece(bytes, [&](std::byte* piece, int count) { MPI_Bcast(piece, count, MPI_BYTE, root, comm_); });
  }

  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> mine, int root) override {
    const bool is_root = rank_ == root;
    std::uint64_t bytes = mine.size();
    std::vector<std::uint64_t> counts(is_root ? static_cast<std::size_t>(size_) : 0);
    MPI_Gather(&bytes, 1, MPI_UINT64_T, counts.data(), 1, MPI_UINT64_T, root, comm_);
    std::vector<std::vector<std::byte>> parts(counts.size());
    if (!is_root) {
      send(mine, root);
      return parts;
    }
    for (int from = 0; from < size_; ++from) {
      auto& part = parts[static_cast<std::size_t>(from)];
      if (from == root) {
        part.assign(mine.begin(), mine.end());
      } else {
        part.resize(static_cast<std::size_t>(counts[static_cast<std::size_t>(from)]));
        receive(part, from);
      }
    }
    return parts;
  }

  std::vector<std::byte> scatter(const std::vector<std::vector<std::byte>>& parts, int root) override {
    std::vector<std::uint64_t> counts;
    for (const auto& part : parts) counts.push_back(part.size());
    std::uint64_t bytes = 0;
    MPI_Scatter(counts.data(), 1, MPI_UINT64_T, &bytes, 1, MPI_UINT64_T, root, comm_);
    if (rank_ == root) {
      for (int to = 0; to < size_; ++to)
        if (to != root) send(parts[static_cast<std::size_t>(to)], to);
      return parts[static_cast<std::size_t>(root)];
    }
    std::vector<std::byte> mine(static_cast<std::size_t>(bytes));
    receive(mine, root);
    return mine;
  }

  std::uint64_t minimum(std::uint64_t mine) override {
    std::uint64_t least = 0;
    MPI_Allreduce(&mine, &least, 1, MPI_UINT64_T, MPI_MIN, comm_);
    return least;
  }

  std::unique_ptr<Communicator> split(int colour, int key) override {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(comm_, colour, key, &part);
    return std::make_unique<MpiCommunicator>(part);
  }

  void send(std::span<const std::byte> bytes, int to) override {
    each_piece(bytes, [&](const std::byte* piece, int count) { MPI_Send(piece, count, MPI_BYTE, to, tag, comm_); });
  }
  void receive(std::span<std::byte> bytes, int from) override {
    each_piece(bytes,
        [&](std::byte* piece, int count) { MPI_Recv(piece, count, MPI_BYTE, from, tag, comm_, MPI_STATUS_IGNORE); });
  }

  std::unique_ptr<SharedFile> open_shared(const std::string& path, std::string& problem) override {
    MPI_File file = MPI_FILE_NULL;
    problem = problem_of(MPI_File_open(comm_, path.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file), path);
    return problem.empty() ? std::make_unique<MpiFile>(file, path) : nullptr;
  }

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int size_ = 1;
};

bool is_running() {
  int has_begun = 0;
  int is_over = 0;
  MPI_Initialized(&has_begun);
  MPI_Finalized(&is_over);
  return has_begun && !is_over;
}

}  // namespace

std::unique_ptr<Communicator> communicator_of(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL || comm == MPI_COMM_SELF || !is_running()) return serial_communicator();
  MPI_Comm own = MPI_COMM_NULL;
  MPI_Comm_dup(comm, &own);
  return std::make_unique<MpiCommunicator>(own);
}

}  // namespace weft::adios
