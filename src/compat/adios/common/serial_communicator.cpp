// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/check.hpp"
#include "compat/adios/common/communicator.hpp"

namespace weft::adios {

namespace {

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
  void send(std::span<const std::byte>, int) override { WEFT_CHECK(!"one process has nobody to send to"); }
  void receive(std::span<std::byte>, int) override { WEFT_CHECK(!"one process has nobody to receive from"); }

 private:
  bool is_group_;
};

}  // namespace

std::unique_ptr<Communicator> serial_communicator(bool is_group) {
  return std::make_unique<SerialCommunicator>(is_group);
}

}  // namespace weft::adios
