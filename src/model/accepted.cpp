// SPDX-License-Identifier: BSD-3-Clause
#include "model/accepted.hpp"

namespace weft {

Result<> accepted(const Report& damage, const LossReport& loss) {
  WEFT_TRY(loss.accepted());
  if (loss.is_strict() && !damage.empty())
    return Error{
        Errc::corrupt, "nothing may be lost, but the trace is damaged; nothing is written ('weft check' says more)"};
  return {};
}

}  // namespace weft
