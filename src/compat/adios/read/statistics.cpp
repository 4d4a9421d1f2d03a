// SPDX-License-Identifier: BSD-3-Clause
// adios_inq_var_stat: statistics in the types that C programs expect.
#include <algorithm>
#include <array>
#include <optional>

#include "compat/adios/common/tool.hpp"
#include "compat/adios/read/inquire.hpp"
#include "compat/adios/read/kept_memory.hpp"

namespace weft::adios {

namespace {

using Parts = std::array<std::size_t, 3>;

// Of arrays of complex numbers magnitude, real and imaginary part; of single ones the magnitude comes last.
Parts order_of(const Seen& seen) { return seen.kind() == bp::ArrayKind::scalar ? Parts{1, 2, 0} : Parts{0, 1, 2}; }

class KeptStatistics {
 public:
  KeptStatistics(const Seen& seen, const std::optional<bp::Statistics>& statistics)
      : seen_(seen), statistics_(statistics), parts_(bp::parts_of_statistics(seen.type())), order_(order_of(seen)) {
    if (parts_ == 1) order_ = {0, 0, 0};
  }

  // One of the variable's type, or three doubles. Nothing if it is not known.
  void* bound(std::optional<long double> bp::Summary::*which) const {
    if (!statistics_ || !(statistics_->parts[0].*which)) return nullptr;
    if (parts_ > 1)
      return doubles([&](const bp::Summary& part) { return static_cast<double>((part.*which).value_or(0)); });
    void* kept = nullptr;
    bp::visit_element(seen_.type(), [&](auto identity) {
      using T = typename decltype(identity)::type;
      if constexpr (!bp::is_complex_value<T>) {
        auto* const one = kept_array<T>(1);
        *one = static_cast<T>(*(statistics_->parts[0].*which));
        kept = one;
      }
    });
    return kept;
  }

  double* mean(std::optional<double> (bp::Summary::*which)() const) const {
    if (!statistics_ || !(statistics_->parts[0].*which)()) return nullptr;
    return doubles([&](const bp::Summary& part) { return (part.*which)().value_or(0); });
  }

 private:
  template <class Number>
  double* doubles(Number&& number) const {
    auto* const kept = kept_array<double>(parts_);
    for (std::size_t i = 0; i < parts_; ++i) kept[i] = number(statistics_->parts[order_[i]]);
    return kept;
  }

  const Seen& seen_;
  const std::optional<bp::Statistics>& statistics_;
  std::size_t parts_;
  Parts order_;
};

template <class Lists>
Lists* kept_lists(std::size_t count) {
  auto* const lists = kept_array<Lists>(1);
  lists->mins = kept_array<void*>(count);
  lists->maxs = kept_array<void*>(count);
  lists->avgs = kept_array<double*>(count);
  lists->std_devs = kept_array<double*>(count);
  return lists;
}

template <class Lists>
void put(Lists& lists, std::size_t i, const KeptStatistics& kept) {
  lists.mins[i] = kept.bound(&bp::Summary::min);
  lists.maxs[i] = kept.bound(&bp::Summary::max);
  lists.avgs[i] = kept.mean(&bp::Summary::average);
  lists.std_devs[i] = kept.mean(&bp::Summary::deviation);
}

}  // namespace

}  // namespace weft::adios

using namespace weft;
using namespace weft::adios;

extern "C" {

int adios_inq_var_stat(ADIOS_FILE* fp, ADIOS_VARINFO* varinfo, int per_step_stat, int per_block_stat) {
  const auto watch = watching<adiost_event_inq_var_stat>(
      [&](auto tell) { tell(fp, varinfo, per_step_stat, per_block_stat); });
  forget_error();
  return guarded([&]() -> int {
    const auto seen = seen_of(fp, varinfo);
    if (!seen) return adios_errno;
    free_statistics(*varinfo);
    auto* const all = kept_array<ADIOS_VARSTAT>(1);
    varinfo->statistics = all;
    if (per_step_stat) all->steps = kept_lists<ADIOS_VARSTAT::ADIOS_STAT_STEP>(seen->step_count);
    if (per_block_stat) all->blocks = kept_lists<ADIOS_VARSTAT::ADIOS_STAT_BLOCK>(seen->block_count());
    if (seen->is_stored) return 0;  // of bytes that a transform made nobody knows any
    const bp::Variable& variable = *seen->variable;
    std::optional<bp::Statistics> whole;
    for (std::size_t i = 0; i < seen->step_count; ++i) {
      const auto step = variable.statistics(seen->steps()[i]);
      if (per_step_stat) put(*all->steps, i, KeptStatistics(*seen, step));
      if (!step) continue;
      if (!whole)
        whole = step;
      else
        for (std::size_t p = 0; p < whole->parts.size(); ++p) whole->parts[p].merge(step->parts[p]);
    }
    if (per_block_stat)
      for (std::size_t i = 0; i < seen->block_count(); ++i)
        put(*all->blocks, i, KeptStatistics(*seen, variable.statistics(seen->blocks()[i])));
    const KeptStatistics kept(*seen, whole);
    all->min = kept.bound(&bp::Summary::min);
    all->max = kept.bound(&bp::Summary::max);
    all->avg = kept.mean(&bp::Summary::average);
    all->std_dev = kept.mean(&bp::Summary::deviation);
    return 0;
  });
}
}
