// SPDX-License-Identifier: BSD-3-Clause
// Communicator: the processes that write or read one file together, as transports and the library see them. All calls
// but rank, size and is_group are collective, except send and receive. Numbers of bytes have 64 bits; whoever calls
// need not cut data into pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace weft::adios {

// A file into which all processes of a communicator write, each at its own places. Problems are told as a text, which
// is empty if there are none.
class SharedFile {
 public:
  SharedFile() = default;
  virtual ~SharedFile() = default;
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  virtual std::string write_at(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
  // Collective; a file that is not closed stays open. What all wrote is in the file when it returns.
  virtual std::string close() = 0;
};

class Communicator {
 public:
  Communicator() = default;
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Whether the program named a group of processes, even one of one: not where it named none or only itself.
  virtual bool is_group() const = 0;

  virtual void barrier() = 0;
  virtual void broadcast(std::span<std::byte> bytes, int root) = 0;
  // What each rank gave, in their order, at `root`; nothing elsewhere.
  virtual std::vector<std::vector<std::byte>> gather(std::span<const std::byte> mine, int root) = 0;
  // The part for this rank of those that `root` has, one for each.
  virtual std::vector<std::byte> scatter(const std::vector<std::vector<std::byte>>& parts, int root) = 0;
  virtual std::uint64_t minimum(std::uint64_t mine) = 0;
  // Those with the same colour, in the order of their keys.
  virtual std::unique_ptr<Communicator> split(int colour, int key) = 0;

  virtual void send(std::span<const std::byte> bytes, int to) = 0;
  virtual void receive(std::span<std::byte> bytes, int from) = 0;

  // A file that is there, for writing: with MPI by means of MPI-IO. Null where it cannot be opened: `problem` says why.
  virtual std::unique_ptr<SharedFile> open_shared(const std::string& path, std::string& problem) = 0;

  // Made of those above.
  std::string broadcast_text(std::string text, int root) {
    std::uint64_t bytes = text.size();
    broadcast(std::as_writable_bytes(std::span(&bytes, 1)), root);
    text.resize(static_cast<std::size_t>(bytes));
    broadcast(std::as_writable_bytes(std::span(text)), root);
    return text;
  }
  std::uint64_t broadcast_number(std::uint64_t number, int root) {
    broadcast(std::as_writable_bytes(std::span(&number, 1)), root);
    return number;
  }
  // The numbers of all ranks, everywhere.
  std::vector<std::uint64_t> all_numbers(std::uint64_t mine) {
    const auto parts = gather(std::as_bytes(std::span(&mine, 1)), 0);
    std::vector<std::uint64_t> all(static_cast<std::size_t>(size()));
    const auto bytes = std::as_writable_bytes(std::span(all));
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = 0; j < sizeof mine; ++j) bytes[i * sizeof mine + j] = parts[i][j];
    broadcast(bytes, 0);
    return all;
  }
};

}  // namespace weft::adios
