// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/metrics.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "analyze/each_record.hpp"
#include "model/metric_members.hpp"

namespace weft {

namespace {

// Not a number is neither less nor greater, but must not hide the values that are numbers.
template <class T>
void widen(T& least, T& greatest, T from, T to) {
  if (from < least || least != least) least = from;
  if (to > greatest || greatest != greatest) greatest = to;
}

AnySeries series_for(Type type) {
  if (type == Type::int64) return Series<std::int64_t>{};
  if (type == Type::double_) return Series<double>{};
  return Series<std::uint64_t>{};
}

template <class T>
T value_of(const MetricValue& value) {
  return std::bit_cast<T>(value.bits);
}

void merge_any(AnySeries& into, const AnySeries& from) {
  std::visit([&](auto& series) { series.merge(std::get<std::remove_cvref_t<decltype(series)>>(from)); }, into);
}

// Values of one member go together, if they are of one type. Without a member, those at each position of each metric
// do.
bool before(const MetricSummary& a, const MetricSummary& b) {
  if (a.member != b.member) return a.member < b.member;
  if (!a.member.defined() && std::tie(a.metric, a.position) != std::tie(b.metric, b.position))
    return std::tie(a.metric, a.position) < std::tie(b.metric, b.position);
  return a.values.index() < b.values.index();
}

}  // namespace

template <class T>
void Series<T>::add(Ticks time, T value) {
  if (count == 0) least = greatest = value;
  widen(least, greatest, value, value);
  ++count;
  sum += static_cast<Total>(value);
  last = value;
  last_time = time;
  sum_of_last = static_cast<Total>(value);
}

template <class T>
void Series<T>::merge(const Series& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  widen(least, greatest, other.least, other.greatest);
  count += other.count;
  sum += other.sum;
  sum_of_last += other.sum_of_last;
  if (other.last_time >= last_time) last = other.last, last_time = other.last_time;
}

template struct Series<std::uint64_t>;
template struct Series<std::int64_t>;
template struct Series<double>;

void Metrics::add(const EventBatch& batch) {
  each_record<evt::Metric>(batch, [&](const evt::Metric& event, Ticks time) {
    for (std::uint32_t i = 0; i < event.metric_values.size(); ++i) add(event.metric, i, event.metric_values[i], time);
  });
}

void Metrics::add(MetricRef metric, std::uint32_t position, const MetricValue& value, Ticks time) {
  const AnySeries empty = series_for(value.type);
  AnySeries& series = series_.try_emplace({metric, position, empty.index()}, empty).first->second;
  std::visit([&]<class T>(Series<T>& s) { s.add(time, value_of<T>(value)); }, series);
}

void Metrics::merge(const Metrics& other) {
  for (const auto& [key, series] : other.series_)
    if (const auto [mine, is_new] = series_.try_emplace(key, series); !is_new) merge_any(mine->second, series);
}

std::vector<MetricSummary> Metrics::by_member(const Definitions& definitions) const {
  std::vector<MetricSummary> summaries;
  for (const auto& [key, series] : series_) {
    const MetricMemberRef member = member_at(definitions, key.metric, key.position);
    summaries.push_back({member, key.metric, key.position, series});
  }
  std::ranges::stable_sort(summaries, before);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < summaries.size(); ++i) {
    if (before(summaries[kept], summaries[i]))
      summaries[++kept] = summaries[i];
    else
      merge_any(summaries[kept].values, summaries[i].values);
  }
  if (!summaries.empty()) summaries.resize(kept + 1);
  return summaries;
}

}  // namespace weft
