// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/symbols.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "base/file.hpp"

namespace weft::recording {

namespace {

struct Function {
  std::uint64_t begin;
  std::uint64_t bytes;
  std::string name;
};

// The functions of one file, by address from its beginning. A file that is no ELF, or a damaged one, has none.
class SymbolTable {
 public:
  explicit SymbolTable(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file) return;
    bytes_ = file->bytes();
    const auto* const header = at<ElfW(Ehdr)>(0);
    if (!header || std::string_view(reinterpret_cast<const char*>(header->e_ident), SELFMAG) != ELFMAG) return;
    // The full table if it was not stripped, else what is exported.
    for (const unsigned wanted : {unsigned{SHT_SYMTAB}, unsigned{SHT_DYNSYM}}) {
      for (std::uint64_t i = 0; i < header->e_shnum && functions_.empty(); ++i) {
        const auto* const section = at<ElfW(Shdr)>(header->e_shoff + i * sizeof(ElfW(Shdr)));
        if (section && section->sh_type == wanted) read(*header, *section);
      }
    }
    std::ranges::sort(functions_, {}, &Function::begin);
    bytes_ = {};
  }

  const Function* find(std::uint64_t address) const {
    auto after = std::ranges::upper_bound(functions_, address, {}, &Function::begin);
    if (after == functions_.begin()) return nullptr;
    const Function& function = *--after;
    return address < function.begin + std::max<std::uint64_t>(function.bytes, 1) ? &function : nullptr;
  }

 private:
  template <class T>
  const T* at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T) || offset % alignof(T) != 0) return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

  void read(const ElfW(Ehdr) & header, const ElfW(Shdr) & symbols) {
    const auto* const names = at<ElfW(Shdr)>(header.e_shoff + std::uint64_t{symbols.sh_link} * sizeof(ElfW(Shdr)));
    if (!names) return;
    for (std::uint64_t at_byte = 0; at_byte + sizeof(ElfW(Sym)) <= symbols.sh_size; at_byte += sizeof(ElfW(Sym))) {
      const auto* const symbol = at<ElfW(Sym)>(symbols.sh_offset + at_byte);
      if (!symbol) return;
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) continue;
      functions_.push_back({symbol->st_value, symbol->st_size, text(names->sh_offset + symbol->st_name)});
    }
  }

  std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const std::string_view rest(reinterpret_cast<const char*>(bytes_.data() + offset), bytes_.size() - offset);
    return std::string(rest.substr(0, rest.find('\0')));
  }

  Bytes bytes_;
  std::vector<Function> functions_;
};

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return text ? text.get() : name;
}

// By the name the loader has for the library; the program itself has an empty one. Never destroyed: functions may be
// called after all destructors.
struct Tables {
  OwnedMutex mutex;
  std::map<std::string, SymbolTable> by_library;
};
Tables& tables() {
  static auto* const all = new Tables;
  return *all;
}

}  // namespace

Symbol symbol_of(void* address) {
  Dl_info module{};
  link_map* map = nullptr;
  if (::dladdr1(address, &module, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 || !map)
    return {fmt::format("{}", fmt::ptr(address)), {}};
  const std::string library = map->l_name ? map->l_name : "";
  // The program itself may be called by a name that is not its path.
  const std::string path = library.empty() ? "/proc/self/exe" : library;
  const OwnedMutex::Lock lock(tables().mutex);
  const auto& table = tables().by_library.try_emplace(library, path).first->second;
  const Function* const function = table.find(reinterpret_cast<std::uint64_t>(address) - map->l_addr);
  const std::string name = function ? demangled(function->name) : fmt::format("{}", fmt::ptr(address));
  return {name, module.dli_fname ? module.dli_fname : path};
}

void forget_symbols_unless(const std::function<bool(const std::string& library)>& is_loaded) {
  const OwnedMutex::Lock lock(tables().mutex);
  std::erase_if(tables().by_library, [&](const auto& entry) { return !is_loaded(entry.first); });
}

OwnedMutex& symbols_mutex() { return tables().mutex; }

}  // namespace weft::recording
