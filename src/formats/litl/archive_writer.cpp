// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/archive_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "formats/litl/event.hpp"
#include "formats/litl/headers.hpp"
#include "formats/litl/mapping.hpp"

namespace weft::litl {

namespace {

namespace fs = std::filesystem;

constexpr Layout out_layout = standard_layout;

// Gathers small pieces into large writes.
class BlockWriter {
 public:
  // `forget` is called when much has been written, of which nothing is needed any more.
  explicit BlockWriter(File& file, const std::function<void()>& forget = {}) : file_(file), forget_(forget) {
    block_.reserve(block_bytes);
  }

  Result<> put(Bytes bytes) {
    if (block_.size() + bytes.size() > block_bytes) WEFT_TRY(flush());
    if (bytes.size() >= block_bytes) return write(bytes);
    block_.insert(block_.end(), bytes.begin(), bytes.end());
    return {};
  }
  Result<> flush() {
    WEFT_TRY(write(block_));
    block_.clear();
    return {};
  }

 private:
  static constexpr std::size_t block_bytes = 1 << 20;
  static constexpr std::size_t forgotten_bytes = 16 << 20;

  Result<> write(Bytes bytes) {
    WEFT_TRY(file_.append(bytes));
    written_ += bytes.size();
    if (written_ >= forgotten_bytes && forget_) {
      forget_();
      written_ = 0;
    }
    return {};
  }

  File& file_;
  const std::function<void()> forget_;
  std::uint64_t written_ = 0;  // since it was called
  std::vector<std::byte> block_;
};

std::uint64_t chunk_bytes(const ThreadContent& thread) {
  std::uint64_t bytes = thread.chunks.empty() ? out_layout.mark_bytes() : 0;
  for (const Bytes chunk : thread.chunks) bytes += chunk.size() + out_layout.mark_bytes();
  return bytes;
}

std::uint64_t body_bytes(const ProcessContent& process) {
  std::uint64_t bytes = out_layout.pair_bytes() * (process.threads.size() + 1);
  for (const ThreadContent& thread : process.threads) bytes += chunk_bytes(thread);
  return bytes;
}

// As announced, or what the largest chunk asks for.
std::uint32_t buffer_bytes(const ProcessContent& process) {
  std::uint64_t most = process.buffer_bytes;
  for (const ThreadContent& thread : process.threads)
    for (const Bytes chunk : thread.chunks)
      if (chunk.size() + out_layout.mark_bytes() > most + chunk_slack_bytes) most = chunk.size();
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, ~std::uint32_t{0}));
}

Result<> put_body(BlockWriter& out, const ProcessContent& process) {
  std::uint64_t at = out_layout.pair_bytes() * (process.threads.size() + 1);
  for (const ThreadContent& thread : process.threads) {
    WEFT_TRY(out.put(encode(ThreadPair{thread.tid, at})));
    at += chunk_bytes(thread);
  }
  WEFT_TRY(out.put(encode(ThreadPair{})));
  at = out_layout.pair_bytes() * (process.threads.size() + 1);
  std::array<std::byte, out_layout.mark_bytes()> mark;
  for (const ThreadContent& thread : process.threads) {
    if (thread.chunks.empty()) {
      put_mark(mark.data(), 0);
      WEFT_TRY(out.put(mark));
      at += mark.size();
    }
    for (const Bytes& chunk : thread.chunks) {
      at += chunk.size() + mark.size();
      put_mark(mark.data(), &chunk == &thread.chunks.back() ? 0 : at);
      WEFT_TRY(out.put(chunk));
      WEFT_TRY(out.put(mark));
    }
  }
  return {};
}

// A plain trace keeps its size open, as recorders leave it.
Result<> put_headers(BlockWriter& out, const Content& content) {
  const std::size_t count = content.processes.size();
  WEFT_TRY(out.put(encode(GeneralHeader{content.version, content.sysinfo, static_cast<std::uint16_t>(count)})));
  std::uint64_t base = out_layout.header_bytes(count);
  for (const ProcessContent& process : content.processes) {
    const auto threads = static_cast<std::uint16_t>(process.threads.size());
    const std::uint64_t size = body_bytes(process);
    WEFT_TRY(out.put(
        encode(ProcessHeader{process.name, threads, threads, buffer_bytes(process), count > 1 ? size : 0, base})));
    base += size;
  }
  return {};
}

// One input of a merge.
struct Input {
  std::string path;
  Layout layout;
  GeneralHeader header;
  std::uint64_t bytes = 0;
  std::vector<std::byte> headers;  // holds the texts of `header`

  std::uint64_t body_at() const { return layout.header_bytes(header.processes); }
};

Result<Input> open_input(const std::string& path) {
  const auto file = WEFT_TRY(File::open(path));
  Input input{.path = path, .layout = {}, .header = {}, .headers = {}};
  input.bytes = WEFT_TRY(file.size());
  input.headers.resize(layout_sniff_bytes);
  input.headers.resize(WEFT_TRY(file.read_at(0, input.headers)));
  const auto layout = layout_of(input.headers);
  if (!layout) return Error{Errc::corrupt, "this is no LiTL trace", path, 0};
  if (layout->word_bytes != out_layout.word_bytes)
    return Error{Errc::unsupported, "its words have 32 bits; 'weft convert' writes it as others are", path};
  input.layout = *layout;
  input.header = parse_general(input.headers);
  if (input.body_at() > input.bytes)
    return Error{Errc::corrupt, fmt::format("has {} bytes, its headers alone take {}", input.bytes, input.body_at()),
        path, input.bytes};
  input.headers.resize(input.body_at());
  WEFT_TRY(file.read_at(0, input.headers));
  input.header = parse_general(input.headers);
  return input;
}

std::uint64_t processes_in(const std::vector<Input>& inputs) {
  std::uint64_t sum = 0;
  for (const Input& input : inputs) sum += input.header.processes;
  return sum;
}

// The process headers of an input; their texts lie in it.
Result<std::vector<ProcessHeader>> processes_of(const Input& input) {
  std::vector<ProcessHeader> processes;
  for (std::uint64_t i = 0; i < input.header.processes; ++i) {
    const std::uint64_t at = input.layout.header_bytes(i);
    const Bytes header = Bytes(input.headers).subspan(at, input.layout.process_bytes());
    const ProcessHeader process = parse_process(header, input.layout);
    if (process.base < input.body_at() || process.base > input.bytes)
      return Error{Errc::corrupt,
          fmt::format("process '{}' should begin at byte {} of {}", process.name, process.base, input.bytes),
          input.path, at};
    processes.push_back(process);
  }
  return processes;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

Result<std::vector<Input>> open_inputs(const std::vector<std::string>& inputs, const std::string& output) {
  if (inputs.empty()) return Error{Errc::invalid_argument, "there is nothing to merge", output};
  std::vector<Input> opened;
  for (const std::string& path : inputs) {
    if (is_same_file(path, output))
      return Error{Errc::invalid_argument, "the archive to write is one of the traces to merge", output};
    opened.push_back(WEFT_TRY(open_input(path)));
  }
  const std::uint64_t processes = processes_in(opened);
  if (processes > most_processes)
    return Error{Errc::too_large, fmt::format("{} processes; an archive holds {}", processes, most_processes), output};
  return opened;
}

// Those of all inputs, as they are in one archive.
Result<> put_headers(File& file, const std::vector<Input>& inputs) {
  BlockWriter out(file);
  const GeneralHeader& first = inputs.front().header;
  const std::uint64_t processes = processes_in(inputs);
  WEFT_TRY(out.put(encode(GeneralHeader{first.version, first.sysinfo, static_cast<std::uint16_t>(processes)})));
  std::uint64_t base = out_layout.header_bytes(processes);
  for (const Input& input : inputs) {
    for (ProcessHeader process : WEFT_TRY(processes_of(input))) {
      // A recorder leaves the size open; in an archive it says what to take out again.
      if (input.header.processes == 1) process.body_bytes = input.bytes - input.body_at();
      process.base = process.base - input.body_at() + base;
      WEFT_TRY(out.put(encode(process)));
    }
    base += input.bytes - input.body_at();
  }
  return out.flush();
}

Result<> append_bodies(File& file, const Input& input) {
  const auto from = WEFT_TRY(File::open(input.path));
  return file.append_from(from, input.body_at(), input.bytes - input.body_at());
}

// Whether a process can become a trace of its own.
Result<> check_part(const Input& archive, const ProcessHeader& process) {
  const bool is_name = !process.name.empty() && process.name != "." && process.name != ".." &&
                       process.name.find('/') == std::string_view::npos;
  if (!is_name)
    return Error{Errc::invalid_argument, fmt::format("'{}' cannot be the name of a file", process.name), archive.path};
  const bool has_size = process.body_bytes > 0 || archive.header.processes == 1;
  if (!has_size || process.body_bytes > archive.bytes - process.base)
    return Error{Errc::corrupt,
        fmt::format("process '{}' should have {} bytes, there are {}", process.name, process.body_bytes,
            archive.bytes - process.base),
        archive.path, process.base};
  return {};
}

Result<> write_part(const Input& archive, ProcessHeader process, const File& from, const std::string& path) {
  const std::uint64_t body_at = process.base;
  const std::uint64_t bytes = archive.header.processes == 1 ? archive.bytes - body_at : process.body_bytes;
  process.base = out_layout.header_bytes(1);
  return replace_file(path, [&](File& file) -> Result<> {
    WEFT_TRY(file.append(encode(GeneralHeader{archive.header.version, archive.header.sysinfo, 1})));
    WEFT_TRY(file.append(encode(process)));
    return file.append_from(from, body_at, bytes);
  });
}

}  // namespace

Result<> check_names_free(const std::string& path) {
  WEFT_TRY(check_free(path));
  return check_free(mapping_path(path));
}

Result<> write_archive(const std::string& path, const Content& content) {
  if (content.processes.empty()) return Error{Errc::invalid_argument, "a LiTL trace has at least one process", path};
  if (content.processes.size() > most_processes)
    return Error{Errc::too_large, fmt::format("a LiTL archive holds {} processes", most_processes), path};
  for (const ProcessContent& process : content.processes)
    if (process.threads.size() > most_threads)
      return Error{
          Errc::too_large, fmt::format("process '{}' has more than {} threads", process.name, most_threads), path};
  return replace_file(path, [&](File& file) -> Result<> {
    BlockWriter out(file, content.forget);
    WEFT_TRY(put_headers(out, content));
    for (const ProcessContent& process : content.processes) WEFT_TRY(put_body(out, process));
    return out.flush();
  });
}

Result<> merge_traces(const std::vector<std::string>& inputs, const std::string& output) {
  const auto opened = WEFT_TRY(open_inputs(inputs, output));
  return replace_file(output, [&](File& file) -> Result<> {
    WEFT_TRY(put_headers(file, opened));
    for (const Input& input : opened) WEFT_TRY(append_bodies(file, input));
    return {};
  });
}

Result<> move_traces(const std::vector<std::string>& inputs, const std::string& output) {
  const auto opened = WEFT_TRY(open_inputs(inputs, output));
  auto file = WEFT_TRY(File::create(output));
  WEFT_TRY(put_headers(file, opened));
  for (const Input& input : opened) {
    WEFT_TRY(append_bodies(file, input));
    std::error_code error;
    if (!fs::remove(input.path, error)) return Error{Errc::io, error.message(), input.path};
  }
  return file.close();
}

Result<std::vector<std::string>> split_archive(const std::string& input, const std::string& directory) {
  const Input archive = WEFT_TRY(open_input(input));
  const std::vector<ProcessHeader> processes = WEFT_TRY(processes_of(archive));
  std::vector<std::string> names;
  std::set<std::string_view> seen;
  for (const ProcessHeader& process : processes) {
    WEFT_TRY(check_part(archive, process));
    if (!seen.insert(process.name).second)
      return Error{Errc::exists, fmt::format("two processes are called '{}'", process.name), input};
    names.emplace_back(process.name);
    if (is_same_file(directory + "/" + names.back(), input))
      return Error{Errc::invalid_argument, "a trace to write is the archive itself", input};
  }
  const auto from = WEFT_TRY(File::open(input));
  for (const ProcessHeader& process : processes)
    WEFT_TRY(write_part(archive, process, from, fmt::format("{}/{}", directory, process.name)));
  return names;
}

}  // namespace weft::litl
