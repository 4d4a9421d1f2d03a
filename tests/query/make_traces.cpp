// SPDX-License-Identifier: BSD-3-Clause
// weft_query_traces DIRECTORY STEPS: `program`, an OTF2 archive that has a good deal of all that tables are made of, in
// small chunks, so that an index is worth it: two ranks that compute, send to one another, read, count and meet.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../must.hpp"
#include "formats/otf2/writer.hpp"

namespace {

using namespace weft;

constexpr std::uint32_t ranks = 2;
enum : std::uint32_t { main_region, compute, exchange };
enum : std::uint32_t { data, forgotten };  // handles

class Maker {
 public:
  explicit Maker(const std::string& path) : writer_(otf2::ArchiveWriter::create(path, anchor()).take()) { text(""); }

  void make(std::uint64_t steps) {
    define_program();
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      auto events = writer_.events({rank});
      write_rank(events, rank, steps);
      must(events.close());
      define(def::Location{{rank}, text("rank " + std::to_string(rank)), LocationType::cpu_thread, events.records(),
          LocationGroupRef{rank}});
    }
    must(writer_.close());
  }

 private:
  static otf2::Anchor anchor() {
    otf2::Anchor anchor;
    anchor.event_chunk_bytes = otf2::smallest_chunk;
    anchor.definition_chunk_bytes = otf2::smallest_chunk;
    return anchor;
  }

  StringRef text(std::string_view text) {
    must(writer_.define(def::String{{strings_}, text}));
    return {strings_++};
  }
  template <class R>
  void define(const R& record) {
    must(writer_.define(record));
  }

  void define_program() {
    define(def::ClockProperties{1'000'000'000, 0, 1'000'000'000, ~std::uint64_t{0}});
    const std::string_view regions[] = {"main", "compute", "MPI_Sendrecv"};
    for (std::uint32_t i = 0; i < 3; ++i)
      define(def::Region{{i}, text(regions[i]), {}, {}, RegionRole::function,
          i == exchange ? Paradigm::mpi : Paradigm::user, RegionFlag::none, {}, 0, 0});
    define(def::SystemTreeNode{{0}, text("node"), text("node"), {}});
    for (std::uint32_t i = 0; i < ranks; ++i)
      define(def::LocationGroup{
          {i}, text("process " + std::to_string(i)), LocationGroupType::process, {0}, LocationGroupRef{}});
    const std::uint64_t everybody[] = {0, 1};
    define(def::Group{{0}, {0}, GroupType::comm_locations, Paradigm::mpi, GroupFlag::none, everybody});
    define(def::Group{{1}, {0}, GroupType::comm_group, Paradigm::mpi, GroupFlag::none, everybody});
    define(def::Comm{{0}, text("WORLD"), {1}, {}, CommFlag::none});
    define(def::MetricMember{{0}, text("steps"), {0}, MetricType::other, MetricMode::absolute_point, Type::uint64,
        Base::decimal, 0, text("")});
    const MetricMemberRef members[] = {{0}};
    define(def::MetricClass{{0}, members, MetricOccurrence::asynchronous, RecorderKind::cpu});
    define(def::IoParadigm{{0}, text("POSIX"), text("POSIX"), IoParadigmClass::serial, IoParadigmFlag::os, {}});
    for (const std::uint32_t i : {data, forgotten}) {
      define(def::IoRegularFile{{i}, text(i == data ? "/data" : "/forgotten"), {0}});
      define(def::IoHandle{{i}, {0}, {i}, {0}, IoHandleFlag::none, {}, {}});
    }
  }

  template <class Events>
  static void write_rank(Events& events, std::uint32_t rank, std::uint64_t steps) {
    Ticks now = 1000 + rank;
    const auto write = [&](const auto& record) { must(events.append(now += 7 + now % 5, record)); };
    write(evt::Enter{{main_region}});
    for (std::uint64_t step = 0; step < steps; ++step) {
      write(evt::Enter{{compute}});
      const MetricValue counted[] = {{Type::uint64, step}};
      write(evt::Metric{{0}, counted});
      if (step % 3 == rank) {
        write(evt::IoOperationBegin{{data}, IoOperationMode::read, IoOperationFlag::none, 512, step});
        write(evt::IoOperationComplete{{data}, step % 512, step});
      }
      write(evt::Leave{{compute}});
      write(evt::Enter{{exchange}});
      write(evt::MpiSend{1 - rank, {0}, static_cast<std::uint32_t>(step % 4), step});
      write(evt::MpiRecv{1 - rank, {0}, static_cast<std::uint32_t>(step % 4), step});
      if (step % 10 == 0) {
        write(evt::MpiCollectiveBegin{});
        write(evt::MpiCollectiveEnd{CollectiveOp::allreduce, {0}, ~std::uint32_t{0}, 8, 8});
      }
      write(evt::Leave{{exchange}});
      // One operation takes half of the time; its number is used again, for one that never ends.
      if (rank == 0 && (step == steps / 10 || step == steps * 7 / 10))
        write(evt::IoOperationBegin{{forgotten}, IoOperationMode::write, IoOperationFlag::none, 1, 0});
      if (rank == 0 && step == steps * 6 / 10) write(evt::IoOperationComplete{{forgotten}, 1, 0});
    }
    write(evt::Leave{{main_region}});
  }

  otf2::ArchiveWriter writer_;
  std::uint32_t strings_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  Maker(std::string(argv[1]) + "/program/trace.otf2").make(std::strtoull(argv[2], nullptr, 10));
  return 0;
}
