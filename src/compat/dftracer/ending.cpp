// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/ending.hpp"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "compat/dftracer/recording.hpp"

namespace weft::dftracer {

namespace {

struct Said {
  std::mutex mutex;
  std::map<std::string, std::variant<std::int64_t, std::string>, std::less<>> app;
  std::set<std::string, std::less<>> used;
};

// Never destroyed: the last event comes after all destructors.
Said& said() {
  static auto* const all = new Said;
  return *all;
}

void tell_configuration(LinePen& pen, std::string_view path) {
  const Configuration& c = configuration();
  pen.begin_object("cfg");
  pen.argument("enable", int{c.is_enabled});
  pen.argument("metadata", int{c.has_metadata});
  pen.argument("core_affinity", int{c.has_affinity});
  pen.argument("time_metric", c.unit);
  pen.argument("io", int{c.has_io});
  pen.argument("posix", int{c.has_posix});
  pen.argument("stdio", int{c.has_stdio});
  pen.argument("compression", int{c.is_compressed});
  pen.argument("trace_all_files", int{c.data_dirs == "all"});
  pen.argument("tids", int{c.has_thread_ids});
  pen.argument("bind_signals", int{c.binds_signals});
  if (c.write_buffer_bytes) pen.argument("write_buffer_size", *c.write_buffer_bytes);
  pen.argument("trace_interval_ms", c.interval_milliseconds);
  pen.argument("aggregation_enable", int{c.aggregates});
  pen.argument("aggregation_type", c.is_selective ? "SELECTIVE" : "FULL");
  pen.argument("bind", int{binds_calls()});
  pen.argument("log_file", path);
  pen.end_object();
}

void tell_layers(LinePen& pen, const recording::DftracerFacts& facts, const std::set<std::string, std::less<>>& used) {
  pen.begin_object("build");
  for (const char* const layer : {"mpi", "hdf5", "hip", "cuda"}) pen.argument(layer, 0);
  pen.argument("finstrument", 1);
  pen.end_object();
  pen.begin_object("used");
  constexpr std::pair<Layer, std::string_view> layers[] = {{Layer::c_app, "C_APP"}, {Layer::libc_io, "LIBC_IO"},
      {Layer::finstrument, "FINSTRUMENT"}, {Layer::cpp_app, "CPP_APP"}};
  for (const auto& [layer, name] : layers)
    if (facts.has(layer)) pen.argument(name, 1);
  for (const std::string& name : used) pen.argument(name, 1);
  pen.end_object();
}

}  // namespace

void tell_at_end(LinePen& pen, const recording::DftracerFacts& facts) {
  const std::lock_guard lock(said().mutex);
  tell_configuration(pen, facts.path);
  tell_layers(pen, facts, said().used);
  pen.begin_object("app");
  for (const auto& [key, value] : said().app)
    std::visit([&, name = std::string_view(key)](const auto& told) { pen.argument(name, told); }, value);
  pen.end_object();
}

void set_app_metadata(std::string_view key, std::int64_t value) {
  const std::lock_guard lock(said().mutex);
  said().app.insert_or_assign(std::string(key), value);
}
void set_app_metadata(std::string_view key, std::string_view value) {
  const std::lock_guard lock(said().mutex);
  said().app.insert_or_assign(std::string(key), std::string(value));
}
void mark_used(std::string_view name) {
  const std::lock_guard lock(said().mutex);
  said().used.emplace(name);
}

}  // namespace weft::dftracer
