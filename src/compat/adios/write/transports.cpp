// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/transports.hpp"

namespace weft::adios {

namespace {

class NullTransport final : public Transport {
 public:
  Status init(const Selection&) override { return {}; }
  Status open(File&) override { return {}; }
  Buffering should_buffer(File&) override { return Buffering::none; }
  Status write(File&, const Variable&, std::span<const std::byte>) override { return {}; }
  Status read(File&, const Variable&, std::span<std::byte>) override { return {}; }
  Status close(File&) override { return {}; }
  Status finalize(int) override { return {}; }
};

constexpr int v = transport_interface;
constexpr TransportFacts all[] = {
    {v, "NULL", nullptr, -1, false, &new_null_transport},
    {v, "POSIX", "POSIX1 FB", 2, false, &new_posix_transport},
    {v, "MPI", nullptr, 0, true, &new_shared_file_transport},
    {v, "MPI_AGGREGATE", "MPI_AMR", 16, true, &new_aggregating_transport},
};

}  // namespace

Transport* new_null_transport() { return new NullTransport; }

std::span<const TransportFacts> own_transports() { return all; }

}  // namespace weft::adios
