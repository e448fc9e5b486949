//===- HostProgram.cpp - The program that loads the plugin
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostProgram.h"

#include "llvm/Config/llvm-config.h"
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace {

/// The version of an LLVM. Patch releases of one minor version share their ABI
/// and their SONAME.
struct Version {
  unsigned major = 0, minor = 0, patch = 0;
  /// False if the version comes from a library's name, which does not state it.
  bool hasPatch = false;

  bool isKnown() const { return major != 0; }
  bool isOurs() const {
    return major == LLVM_VERSION_MAJOR && minor == LLVM_VERSION_MINOR;
  }
};

/// A library of LLVM or MLIR that was loaded before ours.
struct EarlierLibrary {
  const void *self = nullptr;
  bool found = false;
  Version version;
};

} // namespace

/// mlir::PassPlugin::load(const std::string &)
static constexpr char kLoaderOfMLIR[] =
    "_ZN4mlir10PassPlugin4loadERKNSt7__cxx1112basic_stringIcSt11char_"
    "traitsIcESaIcEEE";

/// Opens the object that contains `address`. `dlsym` on the result finds the
/// symbols of that object and of the libraries that it is linked to.
static void *openObjectOf(const void *address) {
  Dl_info info;
  void *handle = nullptr;
  if (dladdr(address, &info) && info.dli_fname)
    handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  // A program itself cannot be opened by name.
  return handle ? handle : dlopen(nullptr, RTLD_LAZY);
}

static const void *baseOf(const void *address) {
  Dl_info info;
  return address && dladdr(address, &info) ? info.dli_fbase : nullptr;
}

/// Reads a version from a name such as libLLVM.so.19.1, libMLIR.so.19.1,
/// libLLVM-16.so.1 or libMLIR.so.16.
static bool readLibraryName(const char *path, Version &version) {
  const char *slash = std::strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  if (std::strncmp(name, "libLLVM", 7) && std::strncmp(name, "libMLIR", 7))
    return false;
  name += 7;
  Version read;
  if (std::sscanf(name, "-%u.so", &read.major) == 1 ||
      std::sscanf(name, ".so.%u.%u", &read.major, &read.minor) >= 1)
    version = read;
  return version.isKnown();
}

/// Visits the loaded objects, in the order in which they were loaded.
static int visitObject(dl_phdr_info *object, size_t, void *data) {
  auto *earlier = static_cast<EarlierLibrary *>(data);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    auto begin = object->dlpi_addr + segment.p_vaddr;
    auto self = reinterpret_cast<ElfW(Addr)>(earlier->self);
    if (segment.p_type == PT_LOAD && self >= begin &&
        self < begin + segment.p_memsz)
      return 1;
  }
  earlier->found = readLibraryName(object->dlpi_name, earlier->version);
  return earlier->found;
}

static bool refuse(Version host) {
  static bool said = false;
  if (said)
    return false;
  said = true;
  char text[64] = "an LLVM that it does not let plugins use";
  if (host.hasPatch)
    std::snprintf(text, sizeof(text), "LLVM %u.%u.%u%s", host.major, host.minor,
                  host.patch, host.isOurs() ? " in a copy of its own" : "");
  else if (host.isKnown())
    std::snprintf(text, sizeof(text), "LLVM %u.%u.x", host.major, host.minor);
  std::fprintf(stderr,
               "libTIR.so was built for LLVM %d.%d.x, but this program runs "
               "%s; use a program that is linked to libMLIR.so.%d.%d, such as "
               "mlir-opt-%d, or build tirc with this program's LLVM\n",
               LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR, text, LLVM_VERSION_MAJOR,
               LLVM_VERSION_MINOR, LLVM_VERSION_MAJOR);
  return false;
}

bool tir::checkHostProgram(const void *caller) {
  // Look the loader up from this library: a reference would find the program's
  // symbol first.
  void *self = openObjectOf(reinterpret_cast<void *>(&checkHostProgram));
  const void *loader = dlsym(self, kLoaderOfMLIR);
  if (loader && baseOf(loader) == baseOf(caller))
    return true;

  // The loader does not belong to our MLIR, so most likely to another one.
  void *host = openObjectOf(caller);
  void *ourLLVM = dlsym(self, "LLVMGetVersion");
  void *hostLLVM = dlsym(host, "LLVMGetVersion");
  if (hostLLVM && hostLLVM != ourLLVM) {
    Version version;
    reinterpret_cast<void (*)(unsigned *, unsigned *, unsigned *)>(hostLLVM)(
        &version.major, &version.minor, &version.patch);
    version.hasPatch = true;
    return refuse(version);
  }
  EarlierLibrary earlier;
  earlier.self = reinterpret_cast<void *>(&checkHostProgram);
  dl_iterate_phdr(visitObject, &earlier);
  if (earlier.found && earlier.version.isOurs())
    return true;
  return refuse(earlier.version);
}
