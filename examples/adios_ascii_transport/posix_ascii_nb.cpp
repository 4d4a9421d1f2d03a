// SPDX-License-Identifier: BSD-3-Clause
// A transport that lives outside the library: it refuses buffering and prints each variable to a text file as soon as
// it is written. Loaded at run time:
//
//   WEFT_ADIOS_TRANSPORTS=/path/to/libposix_ascii_nb.so program
//   <method group="restart" method="posix_ascii_nb"/>
#include <adios_error.h>
#include <adios_transport.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace {

using namespace weft::adios;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// What stands between two elements, and behind a scalar.
constexpr char behind_element = ' ';
constexpr char behind_scalar = '\n';

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// One element of any type but texts; false for types that have no spelling.
bool print_element(std::FILE* out, ADIOS_DATATYPES type, const std::byte* at) {
  switch (type) {
    case adios_byte:
    case adios_unsigned_byte:
      return std::fprintf(out, "%c", load<unsigned char>(at)) >= 0;
    case adios_short:
      return std::fprintf(out, "%d", load<std::int16_t>(at)) >= 0;
    case adios_unsigned_short:
      return std::fprintf(out, "%u", load<std::uint16_t>(at)) >= 0;
    case adios_integer:
      return std::fprintf(out, "%d", load<std::int32_t>(at)) >= 0;
    case adios_unsigned_integer:
      return std::fprintf(out, "%u", load<std::uint32_t>(at)) >= 0;
    case adios_long:
      return std::fprintf(out, "%lld", load<long long>(at)) >= 0;
    case adios_unsigned_long:
      return std::fprintf(out, "%llu", load<unsigned long long>(at)) >= 0;
    case adios_real:
      return std::fprintf(out, "%f", static_cast<double>(load<float>(at))) >= 0;
    case adios_double:
      return std::fprintf(out, "%f", load<double>(at)) >= 0;
    case adios_long_double:
      return std::fprintf(out, "%Lf", load<long double>(at)) >= 0;
    case adios_complex:
      return std::fprintf(out, "%f+%fi", static_cast<double>(load<float>(at)),
                 static_cast<double>(load<float>(at + sizeof(float)))) >= 0;
    case adios_double_complex:
      return std::fprintf(out, "%f+%fi", load<double>(at), load<double>(at + sizeof(double))) >= 0;
    default:
      return false;
  }
}

class AsciiTransport final : public Transport {
 public:
  Status init(const Selection& selection) override {
    base_path_ = selection.base_path;
    return {};
  }

  Status open(File& file) override {
    const std::string path = base_path_ + file.name();
    const char* how = nullptr;
    switch (file.mode()) {
      case Mode::read:
        how = "r";
        break;
      case Mode::write:
        how = "w";
        break;
      case Mode::append:
        how = "a";
        break;
      case Mode::update:
        return {err_invalid_file_mode, path + ": text files can be written or added to, not updated"};
    }
    file_.reset(std::fopen(path.c_str(), how));
    if (!file_) return {err_file_open_error, path + ": " + std::strerror(errno)};
    return {};
  }

  Buffering should_buffer(File&) override { return Buffering::none; }

  Status write(File& file, const Variable& variable, std::span<const std::byte> data) override {
    if (variable.type == adios_string) {
      std::fwrite(data.data(), 1, data.size(), file_.get());
      std::fputc(behind_scalar, file_.get());
    } else {
      print(variable, data);
    }
    if (std::ferror(file_.get())) return {err_write_error, base_path_ + file.name() + ": " + std::strerror(errno)};
    return {};
  }

  // What was printed without its types cannot be read again.
  Status read(File& file, const Variable&, std::span<std::byte>) override {
    return {err_operation_not_supported, base_path_ + file.name() + ": text files are only written"};
  }

  Status close(File& file) override {
    std::FILE* const open = file_.release();
    if (open && std::fclose(open) != 0)
      return {err_write_error, base_path_ + file.name() + ": " + std::strerror(errno)};
    return {};
  }

  Status finalize(int) override {
    file_.reset();
    return {};
  }

 private:
  void print(const Variable& variable, std::span<const std::byte> data) {
    std::uint64_t count = 1;
    for (const Extent& extent : variable.dimensions) count *= extent.local;
    if (count == 0 || data.empty()) return;
    const std::size_t bytes = data.size() / static_cast<std::size_t>(count);
    const bool is_scalar = variable.dimensions.empty();
    for (std::size_t at = 0; at < data.size(); at += bytes)
      if (print_element(file_.get(), variable.type, data.data() + at))
        std::fputc(is_scalar ? behind_scalar : behind_element, file_.get());
    if (!is_scalar) std::fputc('\n', file_.get());
  }

  std::string base_path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
};

Transport* new_ascii_transport() { return new AsciiTransport; }

constexpr TransportFacts facts{transport_interface, "posix_ascii_nb", nullptr, 25, false, &new_ascii_transport};

}  // namespace

extern "C" __attribute__((visibility("default"))) void weft_adios_transports(int (*add)(const TransportFacts* facts)) {
  add(&facts);
}
