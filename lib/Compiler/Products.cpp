//===- Products.cpp - The outputs of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

#include "SelfTestInputs.h"
#include "mlir/Pass/PassManager.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Conversion/Passes.h"
#include "tir/Target/C/CSource.h"
#include "tir/Target/LLVM/FlatImage.h"
#include "tir/Target/LLVM/Object.h"
#include "tir/Target/Report/Report.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace tir;

/// Adds a file with what `write` prints to the stream, unless `write` fails.
template <typename Writer>
static LogicalResult addText(const Twine &name, OutputFiles &files,
                             Writer write) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(write(os)))
    return failure();
  files.add(name.str(), std::move(text));
  return success();
}

static CSourceOptions makeCSourceOptions(const CompilationOptions &options,
                                         const Identity &identity) {
  CSourceOptions result;
  result.isForTI = options.conventions.tiCompat;
  result.slides = !options.slide.empty();
  result.version = getVersion().str();
  result.compilerFlags = compilerFlags(options.target);
  if (options.hasModelInfo)
    result.identity = &identity;
  return result;
}

static StringRef nameBasis(CheckedKernel::Basis basis) {
  switch (basis) {
  case CheckedKernel::Basis::Trusted:
    return "trusted";
  case CheckedKernel::Basis::Tested:
    return "tested";
  case CheckedKernel::Basis::Proof:
    return "proof";
  }
  llvm_unreachable("unknown basis");
}

static StringRef nameProof(DistanceProof proof) {
  switch (proof) {
  case DistanceProof::NotNeeded:
    return "";
  case DistanceProof::Missing:
    return "trusted";
  case DistanceProof::Found:
    return "proof";
  }
  llvm_unreachable("unknown proof");
}

KernelChecks tir::describeCheck(const CheckResult &check) {
  KernelChecks checks = {check.whyNot, check.runs, {}, std::nullopt};
  for (const CheckedKernel &kernel : check.kernels)
    checks.kernels.push_back(
        {kernel.place, nameBasis(kernel.values), nameBasis(kernel.addresses),
         kernel.isAlone, kernel.elements, kernel.hasRescales,
         nameProof(kernel.distances), kernel.why, kernel.whyNoProof});
  if (const std::optional<EmulatedOn> &on = check.emulatedOn)
    checks.emulator = {on->machine, on->core, on->emulator, on->compiler,
                       on->codes};
  return checks;
}

ReportedSelfTest tir::describeSelfTest(const CompilationOptions &options,
                                       const SelfTest &test) {
  return {nameSelfTestInput(options, test), getStoredInputs(test).size(),
          test.results.size()};
}

static ReportOptions makeReportOptions(const CompilationOptions &options,
                                       const MadeCode &code) {
  ReportOptions result;
  result.object = code.object;
  result.stack = &code.stack;
  result.source = code.source;
  result.variants = code.variants;
  result.curve = code.curve;
  result.limit = code.limit;
  result.notByRows = code.notByRows;
  if (code.check)
    result.check = describeCheck(*code.check);
  if (code.selfTest)
    result.selfTest = describeSelfTest(options, *code.selfTest);
  result.weights = code.weights;
  result.version = getVersion().str();
  if (options.hasModelInfo)
    result.identity = &code.identity;
  result.target = options.target.name;
  result.triple = options.target.triple;
  result.cpu = options.target.cpu;
  result.features = options.target.features;
  result.floatABI =
      options.target.triple.empty() ? "" : getFloatABI(options.target);
  return result;
}

/// Reads the file of `--trace`.
static LogicalResult readTrace(ModuleOp module, ReportOptions &options,
                               StringRef name) {
  auto buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/true);
  if (!buffer)
    return emitError(FileLineColLoc::get(module.getContext(), name, 0, 0))
           << "cannot be read: " << buffer.getError().message()
           << "; expected the JSON file that a program with --profile wrote";
  options.traceFile = name.str();
  options.trace = (*buffer)->getBuffer().str();
  return success();
}

static LogicalResult addReports(ModuleOp module,
                                const CompilationOptions &options,
                                StringRef stem, const MadeCode &code,
                                OutputFiles &files) {
  ReportOptions reported = makeReportOptions(options, code);
  if (!code.objectFile.empty())
    reported.object = *files.find(code.objectFile);
  if (!options.trace.empty() &&
      failed(readTrace(module, reported, options.trace)))
    return failure();
  std::string json;
  llvm::raw_string_ostream os(json);
  if (failed(emitReport(module, reported, os)))
    return failure();
  if (llvm::is_contained(options.emit, EmitKind::HTML))
    files.add((stem + ".report.html").str(), makeReportPage(json));
  if (llvm::is_contained(options.emit, EmitKind::LinkerScript))
    files.add((stem + ".ld").str(), makeLinkerFragment(json));
  files.add((stem + ".report.json").str(), std::move(json));
  return success();
}

LogicalResult tir::addCommonProducts(ModuleOp module,
                                     const CompilationOptions &options,
                                     StringRef stem, const MadeCode &code,
                                     OutputFiles &files) {
  if (failed(addReports(module, options, stem, code, files)))
    return failure();
  // IR and reports are for people to read; no code is compiled against them.
  if (llvm::all_of(options.emit, [](EmitKind kind) {
        return kind == EmitKind::MLIR || kind == EmitKind::HTML ||
               kind == EmitKind::LinkerScript;
      }))
    return success();
  CSourceOptions c = makeCSourceOptions(options, code.identity);
  c.hasSelfTest = code.selfTest != nullptr;
  if (failed(addText(stem + ".h", files, [&](llvm::raw_ostream &os) {
        return emitCHeader(module, c, os);
      })))
    return failure();
  if (code.selfTest &&
      failed(addText(stem + "_self_test.c", files, [&](llvm::raw_ostream &os) {
        return emitSelfTest(module, c, *code.selfTest, os);
      })))
    return failure();
  if (!llvm::is_contained(options.emit, EmitKind::Example))
    return success();
  return addText("main.c", files, [&](llvm::raw_ostream &os) {
    return emitExampleMain(module, c, os);
  });
}

LogicalResult tir::addCProducts(ModuleOp module,
                                const CompilationOptions &options,
                                StringRef stem, Identity identity,
                                OutputFiles &files) {
  FailureOr<CSource> source =
      makeCSource(module, makeCSourceOptions(options, identity));
  if (failed(source))
    return failure();
  if (options.hasModelInfo) {
    identity.form = CodeForm::C;
    source->addIdentities(identity);
  }
  std::string outline = source->getOutline();
  files.addPrinted((stem + ".c").str(), std::move(outline),
                   [source = std::move(*source)](llvm::raw_ostream &os) {
                     source.print(os);
                   });
  return success();
}

/// Returns what the code says of its models.
static std::vector<Identity> getIdentities(const CompilationOptions &options,
                                           const MadeCode &made) {
  if (!made.identitiesOfProgram.empty() || !options.hasModelInfo ||
      made.identity.name.empty())
    return made.identitiesOfProgram;
  return {made.identity};
}

namespace {
/// Code that LLVM makes.
struct Product {
  EmitKind kind;
  StringLiteral extension;
  CodeForm form;
  LogicalResult (*emit)(ModuleOp, ObjectOptions &, std::string &, StackGraph *,
                        MadeCode &);
};
} // namespace

/// Compiles an image again if it calls functions that it does not have: only
/// such code does without the register of their table.
static LogicalResult emitRelocatable(ModuleOp module, ObjectOptions &object,
                                     std::string &code, StackGraph *stack,
                                     MadeCode &made) {
  object.isPositionIndependent = true;
  if (failed(emitObject(module, object, code, stack)))
    return failure();
  FailureOr<std::vector<std::string>> missing =
      findMissingFunctions(code, [&] { return module.emitError(); });
  if (failed(missing))
    return failure();
  made.relocatableFunctions = std::move(*missing);
  if (made.relocatableFunctions.empty())
    return success();
  object.hasFunctionTable = true;
  code.clear();
  *stack = StackGraph();
  return emitObject(module, object, code, stack);
}

static constexpr Product kProducts[] = {
    {EmitKind::Object, ".o", CodeForm::Object,
     [](ModuleOp module, ObjectOptions &options, std::string &code,
        StackGraph *stack,
        MadeCode &) { return emitObject(module, options, code, stack); }},
    {EmitKind::Relocatable, "", CodeForm::Object, emitRelocatable},
    {EmitKind::Shared, ".so", CodeForm::Library,
     [](ModuleOp module, ObjectOptions &options, std::string &code,
        StackGraph *stack, MadeCode &) {
       llvm::raw_string_ostream os(code);
       return emitSharedLibrary(module, options, os, stack);
     }},
    {EmitKind::LLVMIR, ".ll", CodeForm::IR,
     [](ModuleOp module, ObjectOptions &options, std::string &code,
        StackGraph *, MadeCode &) {
       llvm::raw_string_ostream os(code);
       return emitLLVMIR(module, options, os);
     }}};

/// Makes the code of a product, and the stack of its functions unless `stack`
/// is null.
static LogicalResult emitProduct(ModuleOp module, const Product &product,
                                 const CompilationOptions &options,
                                 std::string &code, StackGraph *stack,
                                 MadeCode &made) {
  // A library looks up its runtime when it is loaded, and so does an object
  // that becomes one; other objects are linked to it.
  OwningOpRef<ModuleOp> own = module.clone();
  PassManager pm(module.getContext());
  if (isForLoaders(options, product.kind))
    pm.addPass(createTIRResolveRuntimeAtLoadPass());
  else
    pm.addPass(createTIRDropLoaderEntriesPass());
  ObjectOptions object;
  object.target = options.target;
  object.lineTables = options.lineTables;
  for (Identity identity : getIdentities(options, made)) {
    identity.form = product.form;
    object.identities.emplace_back(identity.name, identity.encode());
  }
  if (failed(pm.run(*own)) ||
      failed(product.emit(*own, object, code, stack, made)))
    return failure();
  if (product.form != CodeForm::IR)
    sealIdentities(code);
  return success();
}

/// Returns whether the code of a product is needed. An object is measured even
/// if it is not written.
static bool isMade(const Product &product, ArrayRef<EmitKind> kinds,
                   bool measures) {
  return llvm::is_contained(kinds, product.kind) ||
         (measures && product.kind == EmitKind::Object);
}

LogicalResult tir::addLLVMProducts(ModuleOp module,
                                   const CompilationOptions &options,
                                   ArrayRef<EmitKind> kinds, bool measures,
                                   StringRef stem, OutputFiles &files,
                                   MadeCode &made) {
  for (const Product &product : kProducts) {
    if (!isMade(product, kinds, measures))
      continue;
    bool isWritten = llvm::is_contained(kinds, product.kind);
    std::string code;
    StackGraph stack;
    bool isMeasured = product.kind != EmitKind::LLVMIR && made.object.empty() &&
                      made.objectFile.empty();
    bool isRelocatable = product.kind == EmitKind::Relocatable;
    if (failed(emitProduct(module, product, options, code,
                           isMeasured || isRelocatable ? &stack : nullptr,
                           made)))
      return failure();
    // It is linked later.
    if (isRelocatable) {
      made.relocatable = code;
      made.relocatableStack = stack;
      isWritten = false;
    }
    std::string name = (stem + product.extension).str();
    if (isMeasured)
      made.stack = std::move(stack);
    if (isMeasured && isWritten)
      made.objectFile = name;
    else if (isMeasured)
      made.object = std::move(code);
    if (isWritten)
      files.add(name, std::move(code));
  }
  return success();
}
