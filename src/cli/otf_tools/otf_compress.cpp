// SPDX-License-Identifier: BSD-3-Clause
// otfcompress and otfdecompress: single files of a trace, plain to compressed and back (docs/formats/otf.md, sections
// 7.1 and 11.6). A file takes the place of another one only when it is complete, and until then the other one stays.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/file.hpp"
#include "base/zlib_stream.hpp"
#include "cli/otf_tools/tool.hpp"
#include "cli/progress.hpp"
#include "formats/otf/paths.hpp"

namespace weft::cli::otf_tools {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view compress_help =
    R"(usage: otfcompress [OPTION...] FILE...
       otfdecompress [OPTION...] FILE...

Compresses files of a trace, each to one with the ending .z, or makes them plain again. The new file takes the place of
the old one. Tools and libraries of OTF read both kinds, also mixed within a trace; the master file stays plain.

  -c          compress; what otfcompress does anyway
  -d          decompress; what otfdecompress does anyway
  -k          keep the old file: a plain one is renamed to FILE.original, because readers prefer it
  -o DIR      write the new files into DIR and leave the old ones as they are
  -0 ... -9   the level of compression: 0 none, 1 fast, 9 small (4)
  -V          the version of OTF this tool stands in for
  -h, --help  this text

examples:
  otfcompress trace.*.events
  otfdecompress -o plain trace.1.events.z
)";

// What the original takes at a time; each is a chunk that readers can enter.
constexpr std::size_t chunk_bytes = 10240;
constexpr std::size_t window_bytes = std::size_t{256} * 1024;

enum class Action : std::uint8_t { compress, decompress };

struct CompressOptions {
  std::optional<Action> action;
  int level = 4;
  bool keep = false;
  std::string directory;
  std::vector<std::string> files;
};

struct Sizes {
  std::uint64_t plain = 0;
  std::uint64_t compressed = 0;
};

Result<> append(File& out, std::vector<std::byte>& bytes) {
  auto appended = out.append(bytes);
  bytes.clear();
  return appended;
}

Result<Sizes> compress(const File& in, File& out, int level, const Progress& progress) {
  Sizes sizes;
  const std::uint64_t all = WEFT_TRY(in.size());
  Deflater deflater(level);
  std::vector<std::byte> window(chunk_bytes * 25), deflated;
  for (;;) {
    const std::size_t count = WEFT_TRY(in.read_at(sizes.plain, window));
    for (std::size_t at = 0; at < count; at += chunk_bytes)
      if (!deflater.add_chunk(Bytes(window).subspan(at, std::min(chunk_bytes, count - at)), deflated))
        return Error{Errc::no_memory, "not enough memory to compress", in.path()};
    sizes.plain += count;
    sizes.compressed += deflated.size();
    WEFT_TRY(append(out, deflated));
    if (progress) progress(sizes.plain, all);
    if (count < window.size()) return sizes;
  }
}

// Streams that nobody ended are the normal ones; but they end with a chunk.
Result<> check_end(const File& in, std::uint64_t size) {
  std::byte last[sizeof flush_mark];
  if (size == 0) return {};
  if (size >= sizeof last && WEFT_TRY(in.read_at(size - sizeof last, last)) == sizeof last &&
      std::ranges::equal(last, flush_mark))
    return {};
  return Error{Errc::corrupt, "expected the end of a chunk, found the end of the file: it was cut", in.path(), size};
}

Result<Sizes> decompress(const File& in, File& out, const Progress& progress) {
  Sizes sizes;
  const std::uint64_t all = WEFT_TRY(in.size());
  Inflater inflater;
  std::vector<std::byte> input(window_bytes), text(window_bytes);
  bool is_ended = false;
  while (const std::size_t count = WEFT_TRY(in.read_at(sizes.compressed, input))) {
    Bytes rest = Bytes(input).first(count);
    for (bool is_full = false; !rest.empty() || is_full;) {
      std::span<std::byte> room(text);
      const std::size_t before = rest.size();
      const auto step = inflater.inflate(rest, room);
      const std::size_t made = text.size() - room.size();
      if (step == Inflater::Step::damaged)
        return Error{Errc::corrupt, "expected deflated data, found something else", in.path(),
            sizes.compressed + count - rest.size()};
      WEFT_TRY(out.append(Bytes(text).first(made)));
      sizes.plain += made;
      is_full = room.empty();
      if (made > 0 || rest.size() < before) is_ended = step == Inflater::Step::end;
      if (step == Inflater::Step::end) inflater.restart(Inflater::Start::header);
    }
    sizes.compressed += count;
    if (progress) progress(sizes.compressed, all);
  }
  if (!is_ended) WEFT_TRY(check_end(in, sizes.compressed));
  return sizes;
}

class CompressTool {
 public:
  CompressTool(std::string_view name, CompressOptions options) : name_(name), options_(std::move(options)) {}

  void handle(const std::string& file) {
    const bool is_compressed = file.ends_with(otf::compressed_ending);
    const bool compresses = *options_.action == Action::compress;
    if (compresses && is_compressed) return complain(file, "has the ending .z: it is compressed already");
    if (!compresses && !is_compressed) return complain(file, "does not have the ending .z of a compressed file");
    const std::string target = target_of(file);
    print_text(fmt::format("{} \"{}\" -> \"{}\"\n", compresses ? "compress" : "decompress", file, target));
    const auto done = compresses ? replace_by_compressed(file, target) : replace_by_plain(file, target);
    std::fflush(stdout);
    if (!done) fail(name_, done.error());
  }

 private:
  using Clock = std::chrono::steady_clock;

  void complain(const std::string& file, std::string_view what) { fail(name_, fmt::format("{}: {}", file, what)); }

  std::string target_of(const std::string& file) const {
    std::string target = *options_.action == Action::compress
                             ? file + std::string(otf::compressed_ending)
                             : file.substr(0, file.size() - otf::compressed_ending.size());
    if (options_.directory.empty()) return target;
    return options_.directory + "/" + target.substr(target.rfind('/') + 1);
  }

  // The new file, complete.
  template <class Make>
  Result<Sizes> make(const std::string& file, const std::string& target, std::string_view what, Make&& work) {
    std::error_code ignored;
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
      return Error{Errc::invalid_argument, "is no file", file};
    const File in = WEFT_TRY(File::open(file));
    ProgressBar bar(what);
    const Progress progress = bar.callback();
    Sizes sizes;
    const auto write = [&](File& out) -> Result<> {
      sizes = WEFT_TRY(work(in, out, progress));
      return {};
    };
    WEFT_TRY(replace_file(target, write));
    return sizes;
  }

  static Result<> remove(const std::string& file) {
    std::error_code error;
    fs::remove(file, error);
    if (error) return Error{Errc::io, fmt::format("cannot be removed: {}", error.message()), file};
    return {};
  }

  static Result<> rename(const std::string& file, const std::string& name) {
    std::error_code error;
    fs::rename(file, name, error);
    if (error) return Error{Errc::io, fmt::format("cannot be renamed to {}: {}", name, error.message()), file};
    return {};
  }

  Result<> replace_by_compressed(const std::string& file, const std::string& target) {
    const auto start = Clock::now();
    const auto work = [&](const File& in, File& out, const Progress& progress) {
      return compress(in, out, options_.level, progress);
    };
    const Sizes sizes = WEFT_TRY(make(file, target, "compressing", work));
    print_text(
        fmt::format("\tlevel= {}, buf= {}b : {}b / {}b", options_.level, chunk_bytes, sizes.compressed, sizes.plain));
    print_share(sizes, start);
    if (!options_.directory.empty()) return {};
    return options_.keep ? rename(file, file + ".original") : remove(file);
  }

  Result<> replace_by_plain(const std::string& file, const std::string& target) {
    const auto start = Clock::now();
    const Sizes sizes = WEFT_TRY(make(file, target, "decompressing", decompress));
    print_text(fmt::format("\tbuf= {}b : {}b / {}b", chunk_bytes, sizes.compressed, sizes.plain));
    print_share(sizes, start);
    return options_.keep || !options_.directory.empty() ? Result<>{} : remove(file);
  }

  static void print_share(const Sizes& sizes, Clock::time_point start) {
    const double share = sizes.plain > 0
                             ? 100.0 * static_cast<double>(sizes.compressed) / static_cast<double>(sizes.plain)
                             : 0.0;
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    print_text(fmt::format(" = {:6.2f}%, time= {:5.3f}s\n", share, seconds));
  }

  std::string_view name_;
  CompressOptions options_;
};

// An exit code if there is nothing to do.
std::optional<int> parse_compress(std::string_view name, Words words, CompressOptions& options) {
  const auto set_action = [&](Action action, std::string_view word) {
    if (options.action && *options.action != action)
      fail(name, fmt::format("'{}' is ignored: the other direction was asked for before", word));
    else
      options.action = action;
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "-h" || word == "--help") return print_text(compress_help);
    if (word == "-V") return print_version();
    if (!word.starts_with('-'))
      options.files.emplace_back(word);
    else if (word == "-c")
      set_action(Action::compress, word);
    else if (word == "-d")
      set_action(Action::decompress, word);
    else if (word == "-k")
      options.keep = true;
    else if (word == "-o" && i + 1 < words.size())
      options.directory = words[++i];
    else if (word.size() > 1 && word[1] >= '0' && word[1] <= '9')
      options.level = word[1] - '0';
    else
      fail(name, fmt::format("'{}' is ignored: no option, or without its value", word));
  }
  return std::nullopt;
}

int run_either(std::string_view name, Action usual, Words words) {
  if (words.empty()) return print_text(compress_help);
  CompressOptions options;
  if (const auto code = parse_compress(name, words, options)) return *code;
  if (!options.action) options.action = usual;
  const std::vector<std::string> files = options.files;
  CompressTool tool(name, std::move(options));
  for (const std::string& file : files) tool.handle(file);
  return success;  // as the original, whatever happened to single files
}

}  // namespace

int run_compress(Words words) { return run_either("otfcompress", Action::compress, words); }
int run_decompress(Words words) { return run_either("otfdecompress", Action::decompress, words); }

}  // namespace weft::cli::otf_tools
