// SPDX-License-Identifier: BSD-3-Clause
// The methods that groups can be written with: those of the library, of the program, and of shared objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adios_transport.hpp"
#include "base/result.hpp"

namespace weft::adios {

class TransportRegistry {
 public:
  // With the library's own methods.
  TransportRegistry();

  Result<> add(const TransportFacts& facts);
  // Those of shared objects; paths with colons between them. What cannot be loaded is told in the log.
  void load(std::string_view paths);

  struct Known {
    std::string name;
    std::vector<std::string> aliases;
    int id = 0;
    bool needs_communicator = false;
    Transport* (*create)() = nullptr;
  };
  // Whatever the case of its letters; null if there is none.
  const Known* find(std::string_view name) const;
  const std::vector<Known>& all() const { return known_; }

 private:
  std::vector<Known> known_;
};

}  // namespace weft::adios
