//===- Program.cpp - A compiled model that runs in this process
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Execution/Program.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>
#include <mutex>

using namespace tir;
using namespace llvm;

static void initializeNativeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
}

//===----------------------------------------------------------------------===//
// Errors for the user
//===----------------------------------------------------------------------===//

/// Explains why linking failed, without the names of LLVM's own tables.
static Error explain(Error error) {
  std::string why;
  handleAllErrors(
      std::move(error),
      [&](const orc::SymbolsNotFound &missing) {
        std::vector<std::string> names;
        for (const orc::SymbolStringPtr &symbol : missing.getSymbols())
          names.push_back((*symbol).str());
        llvm::sort(names);
        why = "it calls " + join(names, ", ") +
              ", which neither the process nor the given libraries define; "
              "expected a shared library that defines it among these";
      },
      [&](const ErrorInfoBase &other) { why = other.message(); });
  return createStringError("the object cannot be linked: " + why);
}

/// Reads an object for this machine, or returns why it is not one.
static Expected<std::unique_ptr<object::ObjectFile>>
readObject(MemoryBufferRef buffer) {
  Expected<std::unique_ptr<object::ObjectFile>> object =
      object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return createStringError(
        "this is not an object: " + toString(object.takeError()) +
        "; expected what tirc --emit=obj writes");
  Triple machine{sys::getProcessTriple()};
  if ((*object)->getArch() != machine.getArch() ||
      !(*object)->isRelocatableObject())
    return createStringError(
        "this is " +
        Twine((*object)->isRelocatableObject() ? "an object"
                                               : "a linked file") +
        " for " + Triple::getArchTypeName((*object)->getArch()) +
        "; expected a relocatable object for this machine (" +
        machine.getArchName() + "): compile without --target-triple");
  return object;
}

/// Returns the names of the symbols that the object exports.
static Expected<std::vector<std::string>>
collectGlobals(const object::ObjectFile &object) {
  std::vector<std::string> names;
  for (const object::SymbolRef &symbol : object.symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    Expected<StringRef> name = symbol.getName();
    if (!flags || !name)
      return joinErrors(flags.takeError(), name.takeError());
    if ((*flags & object::SymbolRef::SF_Global) &&
        !(*flags & object::SymbolRef::SF_Undefined))
      names.push_back(name->str());
  }
  return names;
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

void Program::CloseLibrary::operator()(void *handle) const { dlclose(handle); }

/// Loads libraries with RTLD_LOCAL, unlike LLVM's own loader. That makes the
/// symbols of a library and of its dependencies available to everything that is
/// loaded later. If an LLVM is among these, another package's LLVM would take
/// its functions from ours.
Error Program::addLibraries(orc::LLJIT &jit, ArrayRef<std::string> paths,
                            std::vector<Library> &libraries) {
  char prefix = jit.getDataLayout().getGlobalPrefix();
  orc::JITDylib &main = jit.getMainJITDylib();
  for (const std::string &path : paths) {
    Library library(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!library)
      return createStringError("the library '" + path +
                               "' cannot be loaded: " + dlerror());
    main.addGenerator(std::make_unique<orc::DynamicLibrarySearchGenerator>(
        sys::DynamicLibrary(library.get()), prefix));
    libraries.push_back(std::move(library));
  }
  auto process =
      orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!process)
    return process.takeError();
  main.addGenerator(std::move(*process));
  return Error::success();
}

static Error addFunctions(orc::LLJIT &jit,
                          ArrayRef<Program::Function> functions) {
  orc::SymbolMap symbols;
  for (const auto &[name, address] : functions)
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                          JITSymbolFlags::Callable};
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

/// Links everything now, so that no symbol is missing at run time.
static Error linkAll(orc::LLJIT &jit, ArrayRef<std::string> names,
                     StringMap<void *> &addresses) {
  // The session reports the cause of a failure; the lookup reports only which
  // symbol it affected.
  Error cause = Error::success();
  jit.getExecutionSession().setErrorReporter([&](Error error) {
    cause = joinErrors(std::move(cause), std::move(error));
  });
  Error failed = Error::success();
  for (const std::string &name : names) {
    Expected<orc::ExecutorAddr> address = jit.lookup(name);
    if (!address) {
      failed = address.takeError();
      break;
    }
    addresses[name] = address->toPtr<void *>();
  }
  jit.getExecutionSession().setErrorReporter(consumeError);
  if (!failed) {
    consumeError(std::move(cause));
    return Error::success();
  }
  if (cause) {
    consumeError(std::move(failed));
    return cause;
  }
  return failed;
}

Program::Program(std::vector<Library> libraries,
                 std::unique_ptr<orc::LLJIT> jit, StringMap<void *> addresses)
    : libraries(std::move(libraries)), jit(std::move(jit)),
      addresses(std::move(addresses)) {}
Program::~Program() = default;

Expected<std::unique_ptr<Program>>
Program::create(StringRef object, ArrayRef<std::string> paths,
                ArrayRef<Function> functions) {
  initializeNativeTarget();
  std::unique_ptr<MemoryBuffer> buffer =
      MemoryBuffer::getMemBufferCopy(object, "model");
  Expected<std::unique_ptr<object::ObjectFile>> file =
      readObject(buffer->getMemBufferRef());
  if (!file)
    return file.takeError();
  Expected<std::vector<std::string>> names = collectGlobals(**file);
  if (!names)
    return names.takeError();

  std::vector<Library> libraries;
  Expected<std::unique_ptr<orc::LLJIT>> jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  if (Error error = addFunctions(**jit, functions))
    return error;
  if (Error error = addLibraries(**jit, paths, libraries))
    return error;
  if (Error error = (*jit)->addObjectFile(std::move(buffer)))
    return explain(std::move(error));
  StringMap<void *> addresses;
  if (Error error = linkAll(**jit, *names, addresses))
    return explain(std::move(error));
  return std::unique_ptr<Program>(
      new Program(std::move(libraries), std::move(*jit), std::move(addresses)));
}

void *Program::getAddress(StringRef symbol) const {
  auto found = addresses.find(symbol);
  return found == addresses.end() ? nullptr : found->second;
}
