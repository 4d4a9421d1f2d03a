// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/bind.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "record/inside.hpp"
#include "record/keep_errno.hpp"

namespace weft::dftracer {

namespace {

#if defined(__x86_64__)
constexpr unsigned slot_relocations[] = {R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT};
#elif defined(__aarch64__)
constexpr unsigned slot_relocations[] = {R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT};
#else
constexpr unsigned slot_relocations[] = {0};  // nothing is bound
#endif

void* open_and_bind(const char* path, int flags);

// Our functions by the names of those they stand for.
class OwnFunctions {
 public:
  OwnFunctions() {
    Dl_info own{};
    if (::dladdr(reinterpret_cast<void*>(&bind_loaded_objects), &own) == 0) return;
    base_ = own.dli_fbase;
    handle_ = ::dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    known_.emplace("dlopen", reinterpret_cast<void*>(&open_and_bind));
  }

  bool are(const void* base) const { return base == base_; }

  // Null if we have none.
  void* find(const char* name) {
    const auto [known, is_new] = known_.try_emplace(name, nullptr);
    if (!is_new || !handle_) return known->second;
    void* const found = ::dlsym(handle_, name);
    Dl_info where{};
    if (found && ::dladdr(found, &where) != 0 && where.dli_fbase == base_) known->second = found;
    return known->second;
  }

 private:
  const void* base_ = nullptr;
  void* handle_ = nullptr;
  std::unordered_map<std::string, void*> known_;
};

struct Binder {
  std::mutex mutex;
  OwnFunctions functions;
  std::set<std::pair<std::uintptr_t, std::string>> bound;  // where objects are loaded, and what they are
};

// Never destroyed: programs load to their very end.
Binder& binder() {
  static auto* const one = new Binder;
  return *one;
}

// The dynamic section of one object, as far as calls are concerned.
struct Calls {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  struct Table {
    const ElfW(Rela) * begin = nullptr;
    std::size_t bytes = 0;
  };
  Table calls;
  Table data;

  Calls(ElfW(Addr) base, const ElfW(Dyn) * entry) {
    // The loader has made most of them addresses already.
    const auto at = [&](const ElfW(Dyn) & e) { return e.d_un.d_ptr < base ? e.d_un.d_ptr + base : e.d_un.d_ptr; };
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(at(*entry));
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(at(*entry));
      if (entry->d_tag == DT_JMPREL) calls.begin = reinterpret_cast<const ElfW(Rela)*>(at(*entry));
      if (entry->d_tag == DT_PLTRELSZ) calls.bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_RELA) data.begin = reinterpret_cast<const ElfW(Rela)*>(at(*entry));
      if (entry->d_tag == DT_RELASZ) data.bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_PLTREL && entry->d_un.d_val != DT_RELA) calls = {};
    }
  }
};

// Part of an object may have been made read-only once it was filled in.
void write_slot(void** slot, void* function, const void* relro_begin, const void* relro_end) {
  const bool is_protected = slot >= relro_begin && slot < relro_end;
  const auto page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  auto* const page = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(slot) & ~(page_bytes - 1));
  if (is_protected && ::mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0) return;
  __atomic_store_n(slot, function, __ATOMIC_RELEASE);
  if (is_protected) ::mprotect(page, page_bytes, PROT_READ);
}

void bind_object(const dl_phdr_info& object, OwnFunctions& functions) {
  const ElfW(Dyn)* dynamic = nullptr;
  const char *relro_begin = nullptr, *relro_end = nullptr;
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    const auto* const begin = reinterpret_cast<const char*>(object.dlpi_addr + part.p_vaddr);
    if (part.p_type == PT_LOAD && part.p_offset == 0 && functions.are(begin)) return;  // ourselves
    if (part.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
    if (part.p_type == PT_GNU_RELRO) relro_begin = begin, relro_end = begin + part.p_memsz;
  }
  if (!dynamic) return;
  const Calls calls(object.dlpi_addr, dynamic);
  if (!calls.symbols || !calls.names) return;
  for (const Calls::Table& table : {calls.calls, calls.data}) {
    for (std::size_t i = 0; table.begin && i < table.bytes / sizeof(ElfW(Rela)); ++i) {
      const ElfW(Rela)& relocation = table.begin[i];
      const auto kind = ELF64_R_TYPE(relocation.r_info);
      if (kind != slot_relocations[0] && kind != slot_relocations[std::size(slot_relocations) - 1]) continue;
      const ElfW(Sym)& symbol = calls.symbols[ELF64_R_SYM(relocation.r_info)];
      if (symbol.st_shndx != SHN_UNDEF) continue;
      void* const function = functions.find(calls.names + symbol.st_name);
      auto** const slot = reinterpret_cast<void**>(object.dlpi_addr + relocation.r_offset);
      if (function && *slot != function) write_slot(slot, function, relro_begin, relro_end);
    }
  }
}

// Libraries below everything are left alone: what they do among themselves is not what programs do.
bool is_left_alone(const char* path) {
  const char* const slash = std::strrchr(path, '/');
  const std::string name = slash ? slash + 1 : path;
  return name.starts_with("ld-linux") || name.starts_with("libc.so") || name.starts_with("linux-vdso") ||
         name.starts_with("libpthread.so") || name.starts_with("libdl.so");
}

// Whoever visits holds a lock of the loader, which asking for symbols might wait for.
std::vector<dl_phdr_info> loaded_objects() {
  std::vector<dl_phdr_info> all;
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* list) {
        static_cast<std::vector<dl_phdr_info>*>(list)->push_back(*object);
        return 0;
      },
      &all);
  return all;
}

// Where the object of this code looks for libraries that are named without a path.
std::vector<std::string> directories_for(const void* code) {
  std::vector<std::string> found;
  Dl_info about{};
  link_map* object = nullptr;
  if (::dladdr1(code, &about, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0) return found;
  void* const handle = ::dlopen(*object->l_name ? object->l_name : nullptr, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return found;
  Dl_serinfo size{};
  if (::dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) == 0) {
    std::vector<Dl_serinfo> room(size.dls_size / sizeof(Dl_serinfo) + 1, size);
    if (::dlinfo(handle, RTLD_DI_SERINFO, room.data()) == 0)
      for (const Dl_serpath* each = room.front().dls_serpath; found.size() < size.dls_cnt; ++each)
        found.emplace_back(each->dls_name);
  }
  ::dlclose(handle);
  return found;
}

// The loader looks where its caller says, and that is us: where the caller of ours looks beside comes before.
void* open_for(const void* caller, const char* path, int flags) {
  if (!path || !*path || std::strchr(path, '/')) return ::dlopen(path, flags);
  const std::vector<std::string> theirs = directories_for(caller);
  const std::vector<std::string> ours = directories_for(reinterpret_cast<const void*>(&open_for));
  const auto is_theirs = [&](const std::string& directory) { return std::ranges::find(ours, directory) == ours.end(); };
  const auto behind = std::find_if(theirs.rbegin(), theirs.rend(), is_theirs).base();
  void* opened = behind == theirs.begin() ? nullptr : ::dlopen(path, flags | RTLD_NOLOAD);
  for (auto directory = theirs.begin(); !opened && directory != behind; ++directory)
    opened = ::dlopen((*directory + '/' + path).c_str(), flags);
  return opened ? opened : ::dlopen(path, flags);
}

void* open_and_bind(const char* path, int flags) {
  void* const opened = open_for(__builtin_return_address(0), path, flags);
  const recording::KeepErrno keep_errno;
  if (opened) bind_loaded_objects();
  return opened;
}

bool has_all_calls_anyway() {
  Dl_info own{}, first{};
  void* const read = ::dlsym(RTLD_DEFAULT, "read");
  return ::dladdr(reinterpret_cast<void*>(&bind_loaded_objects), &own) != 0 && read && ::dladdr(read, &first) != 0 &&
         own.dli_fbase == first.dli_fbase;
}

}  // namespace

void bind_loaded_objects() {
  const recording::Inside inside;
  static const bool is_needless = has_all_calls_anyway();
  if (is_needless) return;
  const std::lock_guard lock(binder().mutex);
  Binder& one = binder();
  for (const dl_phdr_info& object : loaded_objects())
    if (!is_left_alone(object.dlpi_name) && one.bound.emplace(object.dlpi_addr, object.dlpi_name).second)
      bind_object(object, one.functions);
}

}  // namespace weft::dftracer
