// SPDX-License-Identifier: BSD-3-Clause
// Inside: what the recorder itself does with files is nobody's business. While one of these lives, calls of the thread
// that are watched go through as if nobody watched them.
#pragma once

extern "C" {
// How many of them there are. Also looked at by the library that watches.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local int weft_record_inside;
}

namespace weft::recording {

class Inside {
 public:
  Inside() { ++weft_record_inside; }
  ~Inside() { --weft_record_inside; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

}  // namespace weft::recording
