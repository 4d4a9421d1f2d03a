// SPDX-License-Identifier: BSD-3-Clause
// A program with a transport of its own, which tells the order of calls; another one that wants groups made for it.
#include <adios.h>
#include <adios_transport.hpp>

#include <cstdio>
#include <cstdlib>

using namespace weft::adios;

namespace {

template <Buffering buffering>
class Telling final : public Transport {
 public:
  Status init(const Selection& selection) override {
    std::printf("init %s '%s' %zu parameters, base path '%s', id %d\n", selection.group.c_str(),
        selection.parameter_text.c_str(), selection.parameters.size(), selection.base_path.c_str(), selection.id);
    return {};
  }
  Status open(File& file) override {
    std::printf("open %s of %s, mode %d, rank %d of %d\n", file.name().c_str(), file.group().c_str(),
        static_cast<int>(file.mode()), file.communicator().rank(), file.communicator().size());
    if (file.name() == "refused") return {err_file_open_error, "refused: as the test wants it"};
    return {};
  }
  Buffering should_buffer(File& file) override {
    std::printf("should_buffer at %u\n", file.time_index());
    return buffering;
  }
  Status write(File&, const Variable& variable, std::span<const std::byte> data) override {
    std::printf("write %s%s%s: %zu bytes", variable.path.empty() ? "" : variable.path.data(),
        variable.path.empty() ? "" : "/", std::string(variable.name).c_str(), data.size());
    for (const Extent& extent : variable.dimensions)
      std::printf(" %lu/%lu+%lu", extent.local, extent.global, extent.offset);
    std::printf("\n");
    return {};
  }
  Status read(File&, const Variable& variable, std::span<std::byte> into) override {
    std::printf("read %s: %zu bytes\n", std::string(variable.name).c_str(), into.size());
    return {};
  }
  Status close(File& file) override {
    std::printf("close: %zu groups", file.process_groups().size());
    const auto index = file.new_index();
    std::uint64_t offset = 0;
    for (const ProcessGroup& group : file.process_groups()) {
      std::printf(", step %u of process %u", group.time_index, group.process);
      if (!index->add(group, offset, Index::no_sub_file).empty()) std::exit(1);
      offset += group.bytes.size();
    }
    std::vector<std::byte> footer;
    if (!index->footer(offset, false, footer).empty()) std::exit(1);
    std::printf(", last step %u, %s\n", index->last_time_index(), footer.empty() ? "no footer" : "a footer");
    return {};
  }
  Status finalize(int rank) override {
    std::printf("finalize %d\n", rank);
    return {};
  }
  void end_iteration() override { std::printf("end_iteration\n"); }
  void start_calculation() override { std::printf("start_calculation\n"); }
  void stop_calculation() override { std::printf("stop_calculation\n"); }
  Status buffer_overflow(File& file) override {
    std::printf("buffer_overflow: %zu groups\n", file.process_groups().size());
    return {};
  }
};

template <Buffering buffering>
Transport* made() {
  return new Telling<buffering>;
}

std::int64_t a_group(const char* name, const char* method) {
  std::int64_t group = 0;
  adios_declare_group(&group, name, "", adios_stat_default);
  std::printf("select: %d\n", adios_select_method(group, method, "one=1;verbose=0;two", "base/"));
  adios_define_var(group, "n", "", adios_integer, "", "", "");
  adios_define_var(group, "a", "/d", adios_double, "n", "10", "2");
  return group;
}

void one_output(const char* group, const char* file, const char* mode) {
  std::int64_t fd = 0;
  const int n = 3;
  const double values[3] = {1, 2, 3};
  std::printf("adios_open: %d\n", adios_open(&fd, group, file, mode, MPI_COMM_SELF));
  adios_write(fd, "n", &n);
  adios_write(fd, "/d/a", values);
  std::printf("adios_close: %d\n", adios_close(fd));
}

}  // namespace

int main() {
  adios_init_noxml(MPI_COMM_SELF);
  TransportFacts plain{transport_interface, "Telling", "tells says", 30, false, &made<Buffering::none>};
  TransportFacts buffered{
      transport_interface, "Buffered", nullptr, 31, true, &made<Buffering::continue_with_new_group>};
  std::printf("register: %d %d\n", weft_adios_register_transport(&plain), weft_adios_register_transport(&buffered));
  std::printf("again: %d\n", weft_adios_register_transport(&plain));
  TransportFacts wrong = plain;
  wrong.name = "Other";
  std::printf("an id that is taken: %d\n", weft_adios_register_transport(&wrong));
  wrong.id = 32;
  wrong.name = "POSIX";
  std::printf("a name that is taken: %d\n", weft_adios_register_transport(&wrong));
  wrong.name = "Other";
  wrong.interface_version = 0;
  std::printf("another version: %d\n", weft_adios_register_transport(&wrong));
  std::printf("nothing: %d\n", weft_adios_register_transport(nullptr));

  a_group("plain", "SAYS");
  one_output("plain", "file", "w");
  one_output("plain", "refused", "w");
  std::int64_t fd = 0;
  adios_open(&fd, "plain", "file", "r", MPI_COMM_SELF);
  int n = 0;
  adios_read(fd, "n", &n, sizeof n);
  adios_close(fd);
  adios_end_iteration(), adios_start_calculation(), adios_stop_calculation();

  const std::int64_t group = a_group("buffered", "buffered");
  one_output("buffered", "file", "w");
  adios_set_time_aggregation(group, 1 << 20, 0);
  one_output("buffered", "file", "a");
  one_output("buffered", "file", "a");
  adios_set_time_aggregation(group, 0, 0);
  adios_set_max_buffer_size(1);
  adios_define_var(group, "large", "", adios_double, "100000", "", "");
  adios_open(&fd, "buffered", "file", "a", MPI_COMM_SELF);
  static double large[100000];
  adios_write(fd, "large", large);
  adios_write(fd, "large", large);
  adios_close(fd);
  return adios_finalize(7) == 0 ? 0 : 1;
}
