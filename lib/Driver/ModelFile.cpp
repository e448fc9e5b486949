//===- ModelFile.cpp - Reading a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/ModelFile.h"

#include "ForeignModel.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"
#include "tir/Support/BytecodeStructure.h"
#include "tir/Support/FrontEnds.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <mutex>

using namespace mlir;
using namespace tir;

static Location fileLocation(MLIRContext &context, StringRef name) {
  return NameLoc::get(StringAttr::get(&context, name));
}

/// Reads a file, or standard input for `-`.
static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
readFile(MLIRContext &context, StringRef path) {
  Location loc = fileLocation(context, path == "-" ? "stdin" : path);
  if (llvm::sys::fs::is_directory(path)) {
    emitError(loc) << "cannot be read: it is a directory; expected a model as "
                      "MLIR text or bytecode, or - for standard input";
    return failure();
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (buffer)
    return std::move(*buffer);
  emitError(loc) << "cannot be read: " << buffer.getError().message()
                 << "; expected a model as MLIR text or bytecode, or - for "
                    "standard input";
  return failure();
}

namespace {
/// A source manager that owns what its buffer shows: the buffer of a file is
/// named after the path, and a copy with another name takes as much memory
/// again.
struct OwningSourceMgr : llvm::SourceMgr {
  std::unique_ptr<llvm::MemoryBuffer> owned;
};
} // namespace

FailureOr<ModelFile> tir::readModelFile(MLIRContext &context, StringRef path,
                                        std::optional<StringRef> source) {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  if (!source) {
    FailureOr<std::unique_ptr<llvm::MemoryBuffer>> read =
        readFile(context, path);
    if (failed(read))
      return failure();
    buffer = std::move(*read);
    source = buffer->getBuffer();
  }
  if (std::optional<std::string> why = whyForeign(path, *source)) {
    emitError(fileLocation(context, path == "-" ? "stdin" : path)) << *why;
    return failure();
  }
  ModelFile file;
  file.name = path == "-" ? "stdin" : llvm::sys::path::filename(path).str();
  // Locations take the name of the file from the buffer's identifier.
  auto sources = std::make_shared<OwningSourceMgr>();
  // The parser needs the null character at the end, which a caller's text may
  // lack.
  sources->AddNewSourceBuffer(
      buffer ? llvm::MemoryBuffer::getMemBuffer(*source, file.name)
             : llvm::MemoryBuffer::getMemBufferCopy(*source, file.name),
      llvm::SMLoc());
  sources->owned = std::move(buffer);
  file.sources = std::move(sources);
  return file;
}

namespace {
/// While an object of this class exists, `CrashRecoveryContext::RunSafely`
/// catches crashes. The signal handlers belong to the process, so the last of
/// several threads restores the old ones.
class CrashRecovery {
public:
  CrashRecovery() {
    std::lock_guard<std::mutex> lock(mutex);
    if (count++ == 0)
      llvm::CrashRecoveryContext::Enable();
  }
  ~CrashRecovery() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--count == 0)
      llvm::CrashRecoveryContext::Disable();
  }

private:
  static std::mutex mutex;
  static unsigned count;
};
} // namespace

std::mutex CrashRecovery::mutex;
unsigned CrashRecovery::count = 0;

/// Returns what the user can do about the parser's message on text or bytecode.
static std::string parseRemedy(const ModelFile &file, StringRef message) {
  // Custom syntax cannot be parsed without its dialect: Dialect `x' not found.
  if (message.consume_front("Dialect `")) {
    StringRef dialect = message.take_until([](char c) { return c == '\''; });
    StringRef remedy = remedyForDialect(dialect);
    return remedy.empty()
               ? "lower it to TOSA, or to linalg on tensors, first, or give "
                 "the "
                 "plugin that has it (--load-dialect-plugin=LIB) and its "
                 "passes "
                 "(--load-pass-plugin=LIB --passes-before=import:PASSES)"
               : remedy.str();
  }
  if (isBytecode(file.getText()))
    return "the file may be cut off, or newer than MLIR 22: write the whole "
           "file again, or write it as text";
  return "write it with mlir-opt 22 or a front end of about that version";
}

/// Frees the data of all resources, which may be the file's own data. They
/// belong to the context, which lives longer than what was made of them.
static void releaseResources(MLIRContext &context) {
  auto *resources =
      context.getLoadedDialect<BuiltinDialect>()
          ->getRegisteredInterface<ResourceBlobManagerDialectInterface>();
  DialectResourceBlobManager &manager = resources->getBlobManager();
  SmallVector<StringRef> names;
  manager.getBlobMap(
      [&](const auto &blobs) { llvm::append_range(names, blobs.keys()); });
  for (StringRef name : names)
    manager.update(name, AsmResourceBlob());
}

namespace {
/// The first error of the parser or the verifier.
struct FirstError {
  std::optional<Location> place;
  std::string message;
};

/// How far a module came.
enum class Read { Nothing, Parsed, Prepared, Valid };
} // namespace

/// Gives operations their places and constants their values, which the verifier
/// needs. Frees the text.
static bool prepare(ModuleOp module, const ModelFile &file, bool isModel) {
  MLIRContext &context = *module.getContext();
  PassManager pm(&context);
  pm.enableVerifier(false);
  if (isModel)
    pm.addPass(createTIRNameLocationsPass({file.name}));
  // MLIR 22's verifier of tosa.rescale fails on other constants.
  pm.addPass(createTIRInlineResourcesPass());
  bool isComplete = succeeded(pm.run(module));
  releaseResources(context);
  return isComplete;
}

/// Reads a module as far as it can be read. Returns std::nullopt if the parser
/// crashed.
static std::optional<Read> readModule(OwningOpRef<ModuleOp> &module,
                                      const ModelFile &file, bool isModel,
                                      const ParserConfig &config,
                                      FirstError &first) {
  ScopedDiagnosticHandler handler(
      config.getContext(), [&](Diagnostic &diagnostic) {
        if (first.place ||
            diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return;
        first.place = diagnostic.getLocation();
        first.message = StringRef(diagnostic.str()).trim().str();
      });
  // MLIR 22's dialects trust some of the data inside an attribute when they
  // read it. A damaged file must be an error like any other.
  CrashRecovery recovery;
  if (!llvm::CrashRecoveryContext().RunSafely(
          [&] { module = parseSourceFile<ModuleOp>(file.sources, config); }))
    return std::nullopt;
  if (!module)
    return Read::Nothing;
  if (!prepare(*module, file, isModel))
    return Read::Parsed;
  return succeeded(verify(*module)) ? Read::Valid : Read::Prepared;
}

/// Emits the error for a file that was read only so far: the place in the
/// model, what is wrong, and what to do.
static void emitReadError(MLIRContext &context, const ModelFile &file,
                          Read read, const FirstError &first) {
  InFlightDiagnostic diag =
      emitError(first.place.value_or(fileLocation(context, file.name)));
  if (read == Read::Parsed)
    diag << first.message;
  else if (read == Read::Prepared)
    diag << "the model is not valid: " << first.message
         << "; expected what MLIR 22 verifies: correct the operation in the "
            "model, or write it with a front end of about that version";
  else
    diag << "the file is not valid MLIR "
         << (isBytecode(file.getText()) ? "bytecode" : "text") << ": "
         << first.message << "; expected a module of TOSA, or of linalg on "
         << "tensors: " << parseRemedy(file, first.message);
}

OwningOpRef<ModuleOp> tir::parseModel(MLIRContext &context,
                                      const ModelFile &file, bool isModel,
                                      DiagnosticPrinter &printer) {
  context.allowUnregisteredDialects();
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (isBytecode(file.getText())) {
    llvm::Expected<BytecodeStructure> structure =
        readBytecodeStructure(file.getText());
    if (!structure) {
      emitError(fileLocation(context, file.name))
          << "the file is not valid MLIR bytecode: "
          << llvm::toString(structure.takeError())
          << "; expected a module of TOSA, or of linalg on tensors: "
          << parseRemedy(file, "");
      return nullptr;
    }
    limitEntriesRead(config, structure->maxEntriesRead());
  }
  FirstError first;
  OwningOpRef<ModuleOp> module;
  std::optional<Read> read = readModule(module, file, isModel, config, first);
  if (read == Read::Valid)
    return module;
  if (read)
    emitReadError(context, file, *read, first);
  else
    // The reader's own diagnostic handler is still registered, but its stack
    // frame is gone. So nothing may use the context's diagnostics any more.
    printer.printError("the file is not valid MLIR: its contents contradict "
                       "each other; expected a module of TOSA, or of linalg on "
                       "tensors: " +
                       parseRemedy(file, ""));
  return nullptr;
}
