// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/check.hpp"
#include "base/file.hpp"
#include "compat/adios/common/communicator.hpp"

namespace weft::adios {

namespace {

std::string problem_of(const Result<>& result) { return result ? std::string() : result.error().text(); }

class LoneFile final : public SharedFile {
 public:
  explicit LoneFile(weft::File file) : file_(std::move(file)) {}

  std::string write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    return problem_of(file_.write_at(offset, bytes));
  }
  std::string close() override { return problem_of(file_.close()); }

 private:
  weft::File file_;
};

class SerialCommunicator final : public Communicator {
 public:
  explicit SerialCommunicator(bool is_group) : is_group_(is_group) {}

  int rank() const override { return 0; }
  int size() const override { return 1; }
  bool is_group() const override { return is_group_; }
  void barrier() override {}
  void broadcast(std::span<std::byte>, int) override {}
  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> mine, int) override {
    return {std::vector(mine.begin(), mine.end())};
  }
  std::vector<std::byte> scatter(const std::vector<std::vector<std::byte>>& parts, int) override { return parts.at(0); }
  std::uint64_t minimum(std::uint64_t mine) override { return mine; }
  std::unique_ptr<Communicator> split(int, int) override { return serial_communicator(is_group_); }
  // One process has nobody to send to.
  void send(std::span<const std::byte>, int) override { WEFT_CHECK(false); }
  void receive(std::span<std::byte>, int) override { WEFT_CHECK(false); }
  std::unique_ptr<SharedFile> open_shared(const std::string& path, std::string& problem) override {
    auto file = weft::File::open_to_change(path);
    if (file) return std::make_unique<LoneFile>(*std::move(file));
    problem = file.error().text();
    return nullptr;
  }

 private:
  bool is_group_;
};

}  // namespace

std::unique_ptr<Communicator> serial_communicator(bool is_group) {
  return std::make_unique<SerialCommunicator>(is_group);
}

}  // namespace weft::adios
