// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "adios_types.h"
#include "formats/bp/types.hpp"

namespace weft::adios {

inline bp::StatisticsLevel level_of(ADIOS_STATISTICS_FLAG flag) {
  switch (flag) {
    case adios_stat_minmax:
      return bp::StatisticsLevel::min_max;
    case adios_stat_full:
      return bp::StatisticsLevel::full;
    default:
      return bp::StatisticsLevel::none;
  }
}

}  // namespace weft::adios
