// SPDX-License-Identifier: BSD-3-Clause
// HandlerCalls: hands records to the functions of an OTF_HandlerArray. A visitor of the codec's readers.
#pragma once

#include <open-trace-format/OTF_HandlerArray.h>

#include <array>
#include <string>
#include <tuple>

#include "compat/otf/errors.hpp"
#include "compat/otf/key_value_list.hpp"
#include "formats/otf/record_reader.hpp"

namespace weft::otf::compat {

class HandlerCalls {
 public:
  // `list` carries key-values to the handlers and is empty between calls.
  HandlerCalls(const OTF_HandlerArray& handlers, OTF_KeyValueList& list) : handlers_(handlers), list_(list) {}

  bool has_failed() const { return has_failed_; }

  template <class R>
  bool wants(std::type_identity<R>) const {
    return handlers_.pointer[R::schema.id] != nullptr;
  }

  template <class R>
  bool operator()(const At& at, const R& record) {
    return call<R>(at, record, R::schema.arguments);
  }

  bool unknown(const At& at, std::string_view text) {
    auto* const handler = handlers_.pointer[OTF_UNKNOWN_RECORD];
    if (!handler) return true;
    texts_[0] = text;
    return judged(as<int(void*, uint64_t, uint32_t, const char*)>(handler)(
        handlers_.firsthandlerarg[OTF_UNKNOWN_RECORD], at.time, at.process, texts_[0].c_str()));
  }

  void damaged(std::string_view text) {
    has_failed_ = true;
    set_error(text);
  }

 private:
  // The type that a handler of these arguments has.
  template <class Function>
  static Function* as(OTF_FunctionPointer* handler) {
    return reinterpret_cast<Function*>(reinterpret_cast<void (*)()>(handler));
  }

  // Texts of handlers end with a NUL: those of records do not.
  const char* c_text(std::string_view text, std::size_t place) {
    if (is_absent(text)) return nullptr;
    texts_[place].assign(text);
    return texts_[place].c_str();
  }

  template <auto Argument, class R>
  auto argument(const At& at, const R& record, std::size_t& texts) {
    if constexpr (std::is_same_v<decltype(Argument), From>) {
      if constexpr (Argument == From::time)
        return std::make_tuple(at.time);
      else
        return std::make_tuple(Argument == From::process ? at.process : at.stream);
    } else {
      const auto& value = record.*Argument;
      using Value = std::remove_cvref_t<decltype(value)>;
      if constexpr (std::is_same_v<Value, std::string_view>)
        return std::make_tuple(c_text(value, texts++));
      else if constexpr (is_sequence<Value>)
        return std::make_tuple(static_cast<uint32_t>(value.size()), value.data());
      else
        return std::make_tuple(value);
    }
  }

  template <class R, auto... Arguments>
  bool call(const At& at, const R& record, Passed<Arguments...>) {
    std::size_t texts = 0;
    const int answer = std::apply(
        [&]<class... C>(C... arguments) {
          // Not before the arguments are there: should memory run short for them, the list stays empty.
          if (!at.values.empty()) [[unlikely]]
            copy_values(at.values, list_);
          auto* const handler = as<int(void*, C..., OTF_KeyValueList*)>(handlers_.pointer[R::schema.id]);
          return handler(handlers_.firsthandlerarg[R::schema.id], arguments..., &list_);
        },
        std::tuple_cat(argument<Arguments>(at, record, texts)...));
    if (list_.count > 0) [[unlikely]]
      make_empty(list_);
    return judged(answer);
  }

  bool judged(int answer) {
    if (answer == OTF_RETURN_OK) [[likely]]
      return true;
    has_failed_ = true;
    set_error("a handler ended reading");
    return false;
  }

  const OTF_HandlerArray& handlers_;
  OTF_KeyValueList& list_;
  std::array<std::string, 2> texts_;
  bool has_failed_ = false;
};

}  // namespace weft::otf::compat
