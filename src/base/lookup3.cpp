// SPDX-License-Identifier: BSD-3-Clause
#include "base/lookup3.hpp"

#include <bit>

namespace weft::lookup3 {

namespace {

using Word = std::uint32_t;

struct State {
  Word a, b, c;

  State(std::size_t bytes, Pair seeds)
      : a(0xdeadbeef + static_cast<Word>(bytes) + seeds.first), b(a), c(a + seeds.second) {}

  Pair pair() const { return {c, b}; }

  // Between two portions of twelve bytes. Every step takes the word before it and adds the one behind it.
  void mix() {
    step(a, c, b, 4);
    step(b, a, c, 6);
    step(c, b, a, 8);
    step(a, c, b, 16);
    step(b, a, c, 19);
    step(c, b, a, 4);
  }

  // Behind the last portion.
  void finish() {
    turn(c, b, 14);
    turn(a, c, 11);
    turn(b, a, 25);
    turn(c, b, 16);
    turn(a, c, 4);
    turn(b, a, 14);
    turn(c, b, 24);
  }

 private:
  static void step(Word& x, Word& before, Word behind, int bits) {
    x = (x - before) ^ std::rotl(before, bits);
    before += behind;
  }
  static void turn(Word& x, Word by, int bits) { x = (x ^ by) - std::rotl(by, bits); }
};

// `word(i)` is the word at i of `count`. The last portion has one to three words; nothing is not finished, either.
template <class WordAt>
Pair walk(State state, std::size_t count, WordAt word) {
  if (count == 0) return state.pair();
  std::size_t i = 0;
  for (; count - i > 3; i += 3) {
    state.a += word(i);
    state.b += word(i + 1);
    state.c += word(i + 2);
    state.mix();
  }
  state.a += word(i);
  if (count - i > 1) state.b += word(i + 1);
  if (count - i > 2) state.c += word(i + 2);
  state.finish();
  return state.pair();
}

template <class Shift>
Pair walk_bytes(Bytes bytes, Pair seeds, Shift shift) {
  return walk(State(bytes.size(), seeds), (bytes.size() + 3) / 4, [&](std::size_t i) {
    Word word = 0;
    for (std::size_t k = 0; k < 4 && 4 * i + k < bytes.size(); ++k)
      word |= static_cast<Word>(bytes[4 * i + k]) << shift(k);
    return word;
  });
}

}  // namespace

Pair of_words(std::span<const Word> words, Pair seeds) {
  return walk(State(4 * words.size(), seeds), words.size(), [&](std::size_t i) { return words[i]; });
}

Pair of_little_endian(Bytes bytes, Pair seeds) {
  return walk_bytes(bytes, seeds, [](std::size_t k) { return 8 * k; });
}

Pair of_big_endian(Bytes bytes, Pair seeds) {
  return walk_bytes(bytes, seeds, [](std::size_t k) { return 24 - 8 * k; });
}

}  // namespace weft::lookup3
