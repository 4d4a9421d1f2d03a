// SPDX-License-Identifier: BSD-3-Clause
// What Weft writes with the native face of LiTL, for the reference to read:
//   weft_litl_writer traces DIRECTORY      scenarios; DIRECTORY/growing.N are copies after every chunk
//   weft_litl_writer merge OUT IN...
//   weft_litl_writer split IN DIRECTORY
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "formats/litl/archive_writer.hpp"
#include "formats/litl/event.hpp"
#include "formats/litl/trace_file.hpp"

namespace {

using namespace weft;
using namespace weft::litl;

std::uint64_t now = 1000;

class Buffer {
 public:
  Bytes bytes() const { return {bytes_.data(), used_}; }
  void clear() { used_ = 0; }

  // All kinds, 0 to 10 parameters, texts and packed values of many sizes.
  void put_some(std::uint32_t code) {
    at(put_regular(here(), now += 3, code));
    at(put_regular(here(), now += 3, code + 1, 1));
    at(put_regular(here(), now, code + 2, 1, ~std::uint64_t{0}));
    at(put_regular(here(), now += 3, code + 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    at(put_packed(here(), now += 3, code + 0x100));
    at(put_packed(here(), now += 3, code + 0x101, 'c', 2.5, 42));
    for (const std::string_view text : {"", "a", "some text"})
      at(put_raw(here(), now += 3, code + 0x200, std::as_bytes(std::span(text))));
  }

 private:
  std::byte* here() { return bytes_.data() + used_; }
  void at(const std::byte* end) { used_ = static_cast<std::size_t>(end - bytes_.data()); }

  std::vector<std::byte> bytes_ = std::vector<std::byte>(1 << 16);
  std::size_t used_ = 0;
};

// `early` threads are known before the first chunk; all others begin to write later, in any order.
void write_threads(const std::string& path, std::uint32_t early, std::uint32_t late, int rounds) {
  auto file = TraceFile::create(path, {std::filesystem::path(path).filename(), 4096}).value();
  std::vector<TraceFile::ThreadIndex> threads;
  Buffer buffer;
  for (std::uint32_t i = 0; i < early; ++i) threads.push_back(file.add_thread(100 + i).value());
  for (int round = 0; round < rounds; ++round) {
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
      buffer.clear();
      buffer.put_some(0x1000 * (i + 1));
      if (i % 5 != 4) file.append_chunk(threads[i], buffer.bytes()).value();
    }
    // All of them are known before the first of them writes.
    if (round == 0)
      for (std::uint32_t i = 0; i < late; ++i) threads.push_back(file.add_thread(500 + i).value());
  }
  file.finish().value();
}

void write_growing(const std::string& directory) {
  const std::string path = directory + "/growing";
  auto file = TraceFile::create(path, {"growing", 4096}).value();
  Buffer buffer;
  std::vector<TraceFile::ThreadIndex> threads{file.add_thread(1).value(), file.add_thread(2).value()};
  for (std::uint32_t i = 0; i < 80; ++i) {
    if (i % 2) threads.push_back(file.add_thread(10 + i).value());
    buffer.clear();
    buffer.put_some(0x20 + i);  // code 13 is not ours to use
    file.append_chunk(threads[i * 7 % threads.size()], buffer.bytes()).value();
    std::filesystem::copy_file(path, fmt::format("{}.{:02}", path, i));
  }
  file.finish().value();
}

void write_archive_of(const std::string& path, std::size_t processes) {
  Content content;
  content.sysinfo = "a machine";
  std::vector<Buffer> buffers(7);
  for (std::size_t i = 0; i < buffers.size(); ++i) buffers[i].put_some(static_cast<std::uint32_t>(i) * 0x1000 + 0x50);
  for (std::size_t p = 0; p < processes; ++p) {
    ProcessContent process{fmt::format("process_{}", p), 4096, {}};
    for (std::size_t t = 0; t < p % 4; ++t)
      process.threads.push_back({t + 1, std::vector<Bytes>(t, buffers[(p + t) % buffers.size()].bytes())});
    content.processes.push_back(std::move(process));
  }
  write_archive(path, content).value();
}

int traces(const std::string& directory) {
  write_threads(directory + "/one", 1, 0, 3);
  write_threads(directory + "/two_hundred", 200, 0, 2);
  write_threads(directory + "/late_40", 3, 40, 3);
  write_threads(directory + "/late_200", 1, 200, 2);
  write_growing(directory);
  write_archive_of(directory + "/archive_of_5", 5);
  write_archive_of(directory + "/archive_of_300", 300);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 2 && arguments[0] == "traces") return traces(arguments[1]);
  Result<> done = Error{Errc::invalid_argument, "usage: weft_litl_writer traces|merge|split ..."};
  if (arguments.size() > 2 && arguments[0] == "merge")
    done = merge_traces({arguments.begin() + 2, arguments.end()}, arguments[1]);
  if (arguments.size() == 3 && arguments[0] == "split") {
    const auto names = split_archive(arguments[1], arguments[2]);
    done = names ? Result<>() : names.error();
  }
  if (done) return 0;
  fmt::print(stderr, "{}\n", done.error().text());
  return 1;
}
