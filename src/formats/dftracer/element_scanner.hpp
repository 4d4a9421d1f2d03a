// SPDX-License-Identifier: BSD-3-Clause
// ElementScanner: finds the objects of a JSON document that is not one object per line: an array on one line or on
// many, or an object with an array `traceEvents`. Takes the text in pieces of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::dftracer {

struct Element {
  std::uint32_t begin;
  std::uint32_t size;
};

class ElementScanner {
 public:
  // Adds the objects that end in `text` to `found`, and answers how much of it is done with: what is left has to come
  // again, with more behind it.
  std::size_t scan(std::string_view text, std::vector<Element>& found);

  // Members of the document besides its events, by name.
  const std::vector<std::string>& members() const { return members_; }

 private:
  void open(char bracket, std::size_t at);
  void note_member();

  std::vector<char> open_;
  bool is_object_ = false;     // the document, not an array
  bool is_in_events_ = false;  // of an object
  bool is_in_text_ = false;
  bool is_escaped_ = false;
  std::size_t element_at_ = 0;  // where the object at hand began
  bool is_in_element_ = false;
  std::size_t resume_ = 0;  // text of the last call that has been scanned but not been done with
  std::string last_text_;   // a name, if a colon follows
  std::vector<std::string> members_;
};

}  // namespace weft::dftracer
