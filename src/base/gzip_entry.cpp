// SPDX-License-Identifier: BSD-3-Clause
#include "base/gzip_entry.hpp"

#include <algorithm>

#include "base/zlib_stream.hpp"

namespace weft {

namespace {

// Which bytes of a window are referred to is seen from what comes out with other windows: text that changes with the
// window is from there, and a window that holds its own places tells from where.
class Referred {
 public:
  Referred(Bytes in, std::byte before, unsigned bits, Bytes window)
      : in_(in), before_(before), bits_(bits), window_(window) {}

  std::vector<bool> find() {
    const auto plain = text_after([&](std::size_t i) { return window_[i]; });
    const auto other = text_after([&](std::size_t i) { return ~window_[i]; });
    const auto low = text_after([](std::size_t i) { return static_cast<std::byte>(i); });
    const auto high = text_after([](std::size_t i) { return static_cast<std::byte>(i >> 8); });
    std::vector<bool> found(window_.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (plain[i] == other[i]) continue;
      const std::size_t place = static_cast<std::size_t>(high[i]) << 8 | static_cast<std::size_t>(low[i]);
      if (place < found.size()) found[place] = true;
    }
    return found;
  }

 private:
  template <class ByteAt>
  std::vector<std::byte> text_after(ByteAt&& byte_at) {
    std::vector<std::byte> window(window_.size());
    for (std::size_t i = 0; i < window.size(); ++i) window[i] = byte_at(i);
    inflater_.resume(bits_, before_, window);
    std::vector<std::byte> text(GzipEntry::most_window);  // nothing behind refers to the window
    std::span<std::byte> room = text;
    Bytes in = in_;
    inflater_.inflate(in, room);
    text.resize(text.size() - room.size());
    return text;
  }

  Bytes in_;
  std::byte before_;
  unsigned bits_;
  Bytes window_;
  Inflater inflater_;
};

}  // namespace

GzipEntry GzipEntry::made(Bytes in, std::byte before, unsigned bits, Bytes window, std::size_t head) {
  head = std::min(head, window.size());
  const std::vector<bool> is_referred = Referred(in, before, bits, window).find();
  std::vector<std::byte> thin(window.begin(), window.end());
  for (std::size_t i = 0; i + head < thin.size(); ++i)
    if (!is_referred[i]) thin[i] = std::byte{0};
  GzipEntry entry{bits, head, {}};
  append_gzip_member(thin, usual_level, entry.window);
  return entry;
}

std::optional<std::vector<std::byte>> GzipEntry::unpacked_window() const {
  std::vector<std::byte> text(most_window + 1);
  std::span<std::byte> room = text;
  Bytes in = window;
  Inflater inflater;
  inflater.restart(Inflater::Start::gzip);
  if (inflater.inflate(in, room) != Inflater::Step::end || !in.empty() || room.empty()) return std::nullopt;
  text.resize(text.size() - room.size());
  return text;
}

}  // namespace weft
