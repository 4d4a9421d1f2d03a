// SPDX-License-Identifier: BSD-3-Clause
// weft_field_trace ANCHOR: an OTF2 archive with two of every kind of definition and marker and some of every kind of
// event, in which every field says something: texts that stand nowhere else, ids and ranks that there are, numbers and
// enumerators that no format would take if it were told none. Fields that are added to a schema are filled, too.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <typeindex>

#include "../must.hpp"
#include "base/arena.hpp"
#include "formats/otf2/writer.hpp"

namespace {

using namespace weft;

constexpr std::uint32_t copies = 2;  // of each definition
constexpr MetricRef metric_of_two{1};

class Maker {
 public:
  explicit Maker(const std::string& path) : writer_(otf2::ArchiveWriter::create(path, {}).take()) { text(""); }

  void make() {
    DefinitionTypes::each([&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (!std::is_same_v<R, def::String> && !std::is_same_v<R, def::Location>) {
        constexpr std::uint32_t count = std::is_same_v<R, def::ClockProperties> ? 1
                                        : std::is_same_v<R, def::Group>         ? 4
                                        : std::is_same_v<R, def::Parameter>     ? 3
                                        : std::is_same_v<R, def::Region>        ? 3
                                                                                : copies;
        for (copy_ = 0; copy_ < count; ++copy_) define<R>();
      }
    });
    for (copy_ = 0; copy_ < copies; ++copy_) write_location();
    write_markers();
    must(writer_.close());
  }

 private:
  StringRef text(std::string_view text) {
    must(writer_.define(def::String{{strings_}, text}));
    return {strings_++};
  }

  template <class R>
  void define() {
    R record;
    fill_fields(record);
    if constexpr (requires { record.self; }) {
      using Id = decltype(record.self);
      record.self.value = static_cast<typename Id::rep>(next_[typeid(Id)]++);
      // The second is a part of the first.
      R::schema.each([&](const auto& f) {
        if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(f)>::Value, Id>)
          if (f.name != "self") record.*f.member = copy_ ? Id{0} : Id{};
      });
    }
    make_true(record);
    must(writer_.define(record));
  }

  void write_location() {
    auto events = writer_.events({copy_});
    Ticks now = 1000 * (copy_ + 1);
    std::size_t count = 0;
    const auto write = [&](const auto& record) {
      const AttributeEntry attributes[] = {{{0}, TypedValue::of(count)}, {{1}, {Type::string, 1}}};
      must(events.append(now += 1000, record, std::span(attributes).first(count++ % 3 ? 0 : 2)));
    };
    write(evt::Enter{{0}});
    for (int round = 0; round < 3; ++round)
      EventTypes::each([&](auto type) {
        using R = typename decltype(type)::type;
        if constexpr (!std::is_same_v<R, evt::Unknown>) {
          R record;
          fill_fields(record);
          make_true(record);
          write(record);
        }
      });
    write(evt::Leave{{0}});
    must(events.close());
    def::Location location;
    fill_fields(location);
    location.self = {copy_};
    location.location_group = {copy_};
    location.location_type = copy_ ? LocationType::accelerator_stream : LocationType::cpu_thread;
    location.number_of_events = events.records();
    must(writer_.define(location));
  }

  void write_markers() {
    auto file = writer_.markers();
    for (copy_ = 0; copy_ < copies; ++copy_) {
      const std::string words = fmt::format("marker {}", copy_);
      must(file.write(DefMarker{copy_, words + "'s group", words, MarkerSeverity::medium}));
    }
    for (copy_ = 0; copy_ < copies; ++copy_)
      must(file.write(Marker{
          5000, 100, copy_, copy_ ? MarkerScope::location : MarkerScope::group, 1, fmt::format("remark {}", copy_)}));
    must(file.close());
  }

  template <class R>
  void fill_fields(R& record) {
    R::schema.each([&](const auto& f) { fill(record.*f.member, fmt::format("{}.{}", R::schema.name, f.name)); });
  }

  template <class T>
  void fill(T& value, const std::string& name) {
    if constexpr (std::is_same_v<T, StringRef>) {
      value = text(fmt::format("{} {}", name, copy_));
    } else if constexpr (is_ref<T>) {
      value.value = static_cast<typename T::rep>(number_++ % copies);
    } else if constexpr (std::is_same_v<T, TypedValue>) {
      value = TypedValue::of(std::uint64_t{1 + number_++});
    } else if constexpr (std::is_same_v<T, Timestamp>) {
      value.value = 1'000'000 + number_++;
    } else if constexpr (is_sequence<T>) {
      const auto elements = arena_.allocate_array<typename T::element>(copies);
      for (auto& element : elements) fill(element, name);
      value = T(elements);
    } else if constexpr (Record<T>) {
      T::schema.each([&](const auto& f) { fill(value.*f.member, name); });
    } else if constexpr (std::is_enum_v<T>) {
      const auto& all = enumerators<T>();
      value = static_cast<T>(all.size() > 1 ? all[1 + number_++ % (all.size() - 1)].value : all[0].value);
    } else if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(1 + number_++ % 100);
    } else if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<T>(number_++) / 8;
    }
  }

  // What is filled in without a thought, but for what others depend on.
  template <class R>
  void make_true(R& record) {
    if constexpr (requires { record.receiver; }) record.receiver %= copies;
    if constexpr (requires { record.sender; }) record.sender %= copies;
    if constexpr (requires { record.remote; }) record.remote %= copies;
    if constexpr (requires { record.root; }) record.root %= copies;
    if constexpr (requires { record.matching_id; }) record.matching_id = 7;
    if constexpr (requires { record.request_id; }) record.request_id = 8;
    if constexpr (requires { record.handle; }) record.handle = {0};
  }
  void make_true(evt::MpiCollectiveEnd& record) { record.root %= copies, record.collective_op = CollectiveOp::reduce; }
  void make_true(evt::Metric& record) {
    record.metric = metric_of_two;
    static const MetricValue values[] = {{Type::uint64, 12}, {Type::uint64, 13}};
    record.metric_values = values;
  }
  void make_true(evt::Leave& record) { record.region = last_; }
  void make_true(evt::Enter& record) { last_ = record.region; }
  void make_true(evt::ParameterString& record) { record.parameter = {0}; }
  void make_true(evt::ParameterInt& record) { record.parameter = {1}; }
  void make_true(evt::ParameterUnsignedInt& record) { record.parameter = {2}; }
  void make_true(def::Parameter& record) { record.parameter_type = static_cast<ParameterType>(copy_); }
  void make_true(def::MetricMember& record) { record.value_type = Type::uint64; }
  void make_true(def::MetricInstance& record) { record.metric_class = {copy_}, record.scope %= copies; }
  void make_true(def::Attribute& record) { record.type = copy_ ? Type::string : Type::uint64; }
  void make_true(def::ClockProperties& record) { record = {2'000'000'000, 500, 2'000'000, 1'700'000'000'000'000'000}; }
  void make_true(def::Comm& record) { record.group = {1}; }
  // The last one is called like the first.
  void make_true(def::Region& record) {
    if (copy_ == copies) record.name = text("Region.name 0");
  }
  // All locations, those that a communicator is of, regions, and some locations.
  void make_true(def::Group& record) {
    static const std::uint64_t both[] = {0, 1};
    constexpr GroupType types[] = {
        GroupType::comm_locations, GroupType::comm_group, GroupType::regions, GroupType::locations};
    record.group_type = types[copy_];
    if (copy_ < 2) record.paradigm = Paradigm::mpi;
    record.group_flags = GroupFlag::none;
    record.members = Sequence<std::uint64_t, std::uint32_t>(both);
  }

  otf2::ArchiveWriter writer_;
  Arena arena_;
  std::uint32_t strings_ = 0;
  std::uint32_t copy_ = 0;
  std::uint64_t number_ = 0;
  RegionRef last_;
  std::map<std::type_index, std::uint32_t> next_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  Maker(argv[1]).make();
  return 0;
}
