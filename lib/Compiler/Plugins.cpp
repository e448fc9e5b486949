//===- Plugins.cpp - Plugins of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plugins.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tir/Support/LinkedLLVM.h"
#include "llvm-c/Core.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

/// Rejects a library that is linked to another LLVM. It brings that LLVM with
/// it, and its dialects and passes would pass our objects to that.
static LogicalResult checkLLVMOf(llvm::sys::DynamicLibrary library,
                                 EmitErrorFn emitError) {
  using GetVersionFn = decltype(&LLVMGetVersion);
  auto getVersion = reinterpret_cast<GetVersionFn>(
      library.getAddressOfSymbol("LLVMGetVersion"));
  if (!getVersion || getVersion == &LLVMGetVersion)
    return success();
  unsigned major, minor, patch;
  getVersion(&major, &minor, &patch);
  return emitError() << "it was built for LLVM " << major << '.' << minor << '.'
                     << patch << ", but tirc runs LLVM " << LLVM_VERSION_STRING
                     << "; build it with the packages of LLVM "
                     << LLVM_VERSION_MAJOR << '.' << LLVM_VERSION_MINOR;
}

/// Loads the library at `path`, which must have the function `entry`. Changes
/// `path` to one by which the dynamic loader finds the library.
static LogicalResult openLibrary(std::string &path, StringRef entry,
                                 StringRef otherEntry, StringRef otherOption,
                                 EmitErrorFn emitError) {
  if (StringRef reason = whyNoPlugins(); !reason.empty())
    return emitError() << reason;
  // The dynamic loader looks for a name without a folder only in the system's
  // folders.
  if (llvm::sys::fs::exists(path)) {
    SmallString<128> absolute(path);
    // Without a current folder, the loader reports that it finds nothing.
    (void)llvm::sys::fs::make_absolute(absolute);
    path = absolute.str().str();
  } else if (!llvm::sys::path::parent_path(path).empty()) {
    return emitError() << "there is no such file; expected the path of a "
                          "shared library with MLIR's plugin functions";
  }
  std::string problem;
  auto library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str(), &problem);
  if (!library.isValid())
    return emitError() << "cannot be loaded: " << problem
                       << "; expected a shared library that is linked to "
                          "libMLIR.so."
                       << LLVM_VERSION_MAJOR << '.' << LLVM_VERSION_MINOR;
  if (failed(checkLLVMOf(library, emitError)))
    return failure();
  if (library.getAddressOfSymbol(entry.data()))
    return success();
  InFlightDiagnostic diag = emitError();
  diag << "is not such a plugin: it has no function " << entry;
  if (library.getAddressOfSymbol(otherEntry.data()))
    return diag << ", but " << otherEntry << "; give it to " << otherOption;
  return diag << "; expected a library that is built as an MLIR plugin";
}

static bool hasFunction(const std::string &path, StringRef name) {
  return llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str())
      .getAddressOfSymbol(name.data());
}

template <typename Plugin, typename Register>
static LogicalResult load(std::string path, EmitErrorFn emitError,
                          Register registerContents) {
  llvm::Expected<Plugin> plugin = Plugin::load(path);
  if (!plugin)
    return emitError() << llvm::toString(plugin.takeError());
  registerContents(*plugin);
  return success();
}

LogicalResult tir::loadPlugins(const CompilationOptions &options,
                               DialectRegistry &registry,
                               EmitErrorFn emitError) {
  static constexpr StringLiteral dialectEntry = "mlirGetDialectPluginInfo";
  static constexpr StringLiteral passEntry = "mlirGetPassPluginInfo";
  static constexpr StringLiteral dialectOption = "--load-dialect-plugin";
  static constexpr StringLiteral passOption = "--load-pass-plugin";
  for (std::string path : options.dialectPlugins) {
    std::string given = path;
    auto error = [&] {
      return emitError() << dialectOption << '=' << given << ": ";
    };
    if (failed(openLibrary(path, dialectEntry, passEntry, passOption, error)) ||
        failed(load<DialectPlugin>(path, error, [&](DialectPlugin &plugin) {
          plugin.registerDialectRegistryCallbacks(registry);
        })))
      return failure();
  }
  for (std::string path : options.passPlugins) {
    std::string given = path;
    auto error = [&] {
      return emitError() << passOption << '=' << given << ": ";
    };
    if (failed(
            openLibrary(path, passEntry, dialectEntry, dialectOption, error)) ||
        failed(load<PassPlugin>(path, error, [](PassPlugin &plugin) {
          plugin.registerPassRegistryCallbacks();
        })))
      return failure();
    // Passes of a library often need its dialects and its extensions of our
    // dialect.
    if (hasFunction(path, dialectEntry) &&
        failed(load<DialectPlugin>(path, error, [&](DialectPlugin &plugin) {
          plugin.registerDialectRegistryCallbacks(registry);
        })))
      return failure();
  }
  return success();
}
