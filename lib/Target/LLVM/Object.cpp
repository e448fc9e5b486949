//===- Object.cpp - Native code from the LLVM dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/LLVM/Object.h"

#include "tir/Target/LLVM/FlatImage.h"

#include "BareMetalObject.h"
#include "EmbedIdentity.h"
#include "LargeConstants.h"
#include "LineTables.h"
#include "LinkSteps.h"
#include "PlaceVariables.h"
#include "SharedLibrary.h"
#include "SingleLaneStores.h"
#include "StackFrames.h"
#include "VectorComparisons.h"
#include "WordCopies.h"
#include "tir/TargetInfo/ResolvedTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Target/EmbeddedInterface.h"
#include "tir/Target/Exportable.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSectionMachO.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace mlir;
using namespace tir;

namespace {

/// Turns messages of the code generator into diagnostics of the module.
struct DiagnosticForwarder : public llvm::DiagnosticHandler {
  explicit DiagnosticForwarder(ModuleOp module, bool &failed)
      : module(module), failed(failed) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Remark ||
        info.getSeverity() == llvm::DS_Note)
      return true;
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    if (info.getSeverity() == llvm::DS_Error) {
      failed = true;
      module.emitError("LLVM cannot generate code: ") << text;
    } else {
      module.emitWarning("LLVM warns about the generated code: ") << text;
    }
    return true;
  }

  ModuleOp module;
  bool &failed;
};

/// Hides from LLVM, as long as it lives, that it sees all calls of a kernel.
/// Otherwise the addresses of buffers become part of the kernel, where each
/// offset from one of them is a constant of its own and takes a register.
class UnknownCallers {
public:
  explicit UnknownCallers(llvm::Module &module) {
    for (llvm::Function &function : module)
      if (function.hasLocalLinkage() &&
          function.hasFnAttribute(llvm::Attribute::NoInline)) {
        kernels.push_back(&function);
        function.setLinkage(llvm::GlobalValue::ExternalLinkage);
        function.setVisibility(llvm::GlobalValue::HiddenVisibility);
      }
  }
  ~UnknownCallers() {
    for (llvm::Function *kernel : kernels) {
      kernel->setVisibility(llvm::GlobalValue::DefaultVisibility);
      kernel->setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }

private:
  SmallVector<llvm::Function *> kernels;
};

/// Compiles one module from the LLVM dialect to native code.
class Emitter {
public:
  Emitter(ModuleOp module, const ObjectOptions &options,
          StackGraph *stack = nullptr, LargeConstants *constants = nullptr)
      : module(module), options(options), stack(stack), constants(constants) {
    auto triple = module->getAttrOfType<StringAttr>(
        LLVM::LLVMDialect::getTargetTripleAttrName());
    if (this->options.target.triple.empty() && triple)
      this->options.target.triple = triple.str();
  }

  LogicalResult prepare();
  void embedInterface();
  LogicalResult writeObject(llvm::raw_pwrite_stream &os);
  LogicalResult writeIR(llvm::raw_ostream &os);
  const ResolvedTarget &getTarget() const { return target; }

private:
  LogicalResult checkLayout();
  LogicalResult checkSections();
  void setFunctionAttributes();
  void optimize();
  bool addCodeGeneration(llvm::legacy::PassManager &manager,
                         llvm::raw_pwrite_stream &os);

  ModuleOp module;
  ObjectOptions options;
  /// Gets the functions of the object, if it is not null.
  StackGraph *stack;
  /// Gets the constants that LLVM does not see, if it is not null.
  LargeConstants *constants;
  ResolvedTarget target;
  bool failedInLLVM = false;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> llvmModule;
};

LogicalResult Emitter::checkLayout() {
  auto noted = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getDataLayoutAttrName());
  std::string wanted = machine->createDataLayout().getStringRepresentation();
  if (!noted || noted.getValue() == wanted)
    return success();
  return module.emitError("was lowered for the data layout '")
         << noted.getValue() << "', but " << target.triple.str() << " has '"
         << wanted << "'; run the phase 'llvm' with the same target";
}

/// LLVM ends the program for a section that Mach-O cannot have.
LogicalResult Emitter::checkSections() {
  if (!target.triple.isOSBinFormatMachO())
    return success();
  for (const llvm::GlobalVariable &global : llvmModule->globals()) {
    if (!global.hasSection())
      continue;
    StringRef segment, section;
    unsigned attributes, stubSize;
    bool hasAttributes;
    if (llvm::Error error = llvm::MCSectionMachO::ParseSectionSpecifier(
            global.getSection(), segment, section, attributes, hasAttributes,
            stubSize))
      return module.emitError("'")
             << global.getName() << "' is in the section '"
             << global.getSection() << "', which " << target.triple.str()
             << " cannot have: " << llvm::toString(std::move(error))
             << "; expected a segment and a section, such as __DATA,__tir";
  }
  return success();
}

LogicalResult Emitter::prepare() {
  auto emitError = [&] { return module.emitError(); };
  if (failed(validateTarget(options.target, emitError)) ||
      failed(verifyExportable(module)))
    return failure();
  target = resolveTarget(options.target);
  if (options.hasFunctionTable)
    target.features +=
        (target.features.empty() ? "" : ",") + kFunctionTableFeature.str();
  machine = target.createTargetMachine(options.target.optLevel,
                                       options.isPositionIndependent);
  if (failed(checkLayout()))
    return failure();

  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  context.setDiagnosticHandler(
      std::make_unique<DiagnosticForwarder>(module, failedInLLVM));
  // The sanitizer moves constants.
  if (constants && target.triple.isOSBinFormatELF() &&
      target.triple.isLittleEndian() && llvm::sys::IsLittleEndianHost &&
      !options.sanitizeAddress)
    constants->takeFrom(module);
  std::string name = fileStem(ModelNames(module).getFirst());
  llvmModule = translateModuleToLLVMIR(module, context, name);
  if (!llvmModule)
    return module.emitError("cannot be translated to LLVM IR; it must come "
                            "from the phase 'llvm'");
  if (failed(checkSections()))
    return failure();
  llvmModule->setSourceFileName(name);
  llvmModule->setTargetTriple(target.triple);
  llvmModule->setDataLayout(machine->createDataLayout());
  if (machine->isPositionIndependent())
    llvmModule->setPICLevel(llvm::PICLevel::BigPIC);
  if (!target.abiName.empty())
    llvmModule->addModuleFlag(llvm::Module::Error, "target-abi",
                              llvm::MDString::get(context, target.abiName));
  LinkedSteps steps;
  if (failed(steps.link(*llvmModule, *machine, emitError)))
    return failure();
  setFunctionAttributes();
  if (options.lineTables)
    addLineTables(module, *llvmModule);
  for (const auto &[model, bytes] : options.identities)
    embedIdentity(*llvmModule, mangleSymbol(model, "model_info"), bytes);
  optimize();
  if (options.watched)
    addAccessHooks(*llvmModule, *options.watched);
  return success(!failedInLLVM &&
                 succeeded(steps.verifyInlined(*llvmModule, emitError)));
}

/// The IR states its CPU and features itself, so that `opt` and `llc` need no
/// flags.
void Emitter::setFunctionAttributes() {
  std::string features = machine->getTargetFeatureString().str();
  for (llvm::Function &function : *llvmModule) {
    if (function.isDeclaration())
      continue;
    if (!target.cpu.empty())
      function.addFnAttr("target-cpu", target.cpu);
    if (!features.empty())
      function.addFnAttr("target-features", features);
    if (options.sanitizeAddress)
      function.addFnAttr(llvm::Attribute::SanitizeAddress);
  }
}

void Emitter::optimize() {
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::OptimizationLevel level = levels[options.target.optLevel];

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = options.target.optLevel > 1;
  tuning.SLPVectorization = options.target.optLevel > 1;
  llvm::PassBuilder builder(machine.get(), tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  if (options.sanitizeAddress)
    builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &manager,
                                               llvm::OptimizationLevel,
                                               llvm::ThinOrFullLTOPhase) {
      manager.addPass(
          llvm::AddressSanitizerPass(llvm::AddressSanitizerOptions()));
    });
  llvm::ModulePassManager manager =
      level == llvm::OptimizationLevel::O0
          ? builder.buildO0DefaultPipeline(level)
          : builder.buildPerModuleDefaultPipeline(level);
  if (options.promotesVariables)
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(
        llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  if (options.watched) {
    // A choice between two numbers is not a branch that depends on them.
    llvm::FunctionPassManager choices;
    choices.addPass(llvm::InstSimplifyPass());
    choices.addPass(llvm::SimplifyCFGPass());
    manager.addPass(
        llvm::createModuleToFunctionPassAdaptor(std::move(choices)));
  }
  {
    UnknownCallers unknownCallers(*llvmModule);
    manager.run(*llvmModule, modules);
  }
  // Vectors of these lie at any address. Floats often lie at no address for
  // words of 64 bits.
  copyByWords(*llvmModule,
              /*hasVectors=*/target.hasFeature("mve") ||
                  target.triple.isX86() || target.triple.isAArch64(),
              /*loadsAnywhere=*/target.hasFeature("dsp") &&
                  target.hasFeature("mclass") &&
                  !target.hasFeature("strict-align"));
  if (target.hasFeature("mve.fp"))
    hideComparedZeros(*llvmModule);
  if (target.hasFeature("avx512f"))
    replaceSingleLaneStores(*llvmModule);
  // Those that nothing calls any more.
  llvm::ModulePassManager unused;
  unused.addPass(llvm::GlobalDCEPass());
  unused.run(*llvmModule, modules);
  if (!options.sanitizeAddress)
    placeVariables(*llvmModule);
}

/// Embeds the interface description in the object, for registries.
void Emitter::embedInterface() {
  std::string description = describeInterfaces(module);
  if (description.empty() || !target.triple.isOSBinFormatELF())
    return;
  llvm::embedBufferInModule(
      *llvmModule, llvm::MemoryBufferRef(description, kInterfaceSection),
      kInterfaceSection);
}

/// As TargetMachine::addPassesToEmitFile does, but with a pass of ours between
/// the one that prints a function and the one that frees it. Returns false if
/// the target has no object files.
bool Emitter::addCodeGeneration(llvm::legacy::PassManager &manager,
                                llvm::raw_pwrite_stream &os) {
  llvm::TargetPassConfig *passes = machine->createPassConfig(manager);
  if (!passes)
    return false;
  auto *functions = new llvm::MachineModuleInfoWrapperPass(machine.get());
  manager.add(passes);
  manager.add(functions);
  if (passes->addISelPasses())
    return false;
  passes->addMachinePasses();
  passes->setInitialized();
  if (machine->addAsmPrinter(manager, os, nullptr,
                             llvm::CodeGenFileType::ObjectFile,
                             functions->getMMI().getContext()))
    return false;
  if (stack)
    manager.add(createStackFramesPass(*stack));
  manager.add(llvm::createFreeMachineFunctionPass());
  return true;
}

LogicalResult Emitter::writeObject(llvm::raw_pwrite_stream &os) {
  llvm::legacy::PassManager manager;
  if (!addCodeGeneration(manager, os))
    return module.emitError("LLVM writes no object files for ")
           << target.triple.str();
  manager.run(*llvmModule);
  return failure(failedInLLVM);
}

LogicalResult Emitter::writeIR(llvm::raw_ostream &os) {
  llvmModule->print(os, nullptr);
  return success();
}

/// Writes into a string, also at earlier positions.
class StringWriter : public llvm::raw_pwrite_stream {
public:
  explicit StringWriter(std::string &bytes)
      : raw_pwrite_stream(/*Unbuffered=*/true), bytes(bytes) {}

private:
  void write_impl(const char *data, size_t size) override {
    bytes.append(data, size);
  }
  void pwrite_impl(const char *data, size_t size, uint64_t offset) override {
    std::copy_n(data, size, bytes.begin() + offset);
  }
  uint64_t current_pos() const override { return bytes.size(); }

  std::string &bytes;
};

/// Writes the complete object or nothing: `bytes` is used only after everything
/// has succeeded.
LogicalResult emitObjectBytes(ModuleOp module, const ObjectOptions &options,
                              std::string &bytes, llvm::Triple &triple,
                              bool isForLinker, StackGraph *stack) {
  OwningOpRef<ModuleOp> copy = module.clone();
  LargeConstants constants;
  bool isStripped = false;
  {
    Emitter emitter(*copy, options, stack, &constants);
    if (failed(emitter.prepare()))
      return failure();
    triple = emitter.getTarget().triple;
    isStripped = emitter.getTarget().isBareMetal() && triple.isOSBinFormatELF();
    if (isForLinker)
      emitter.embedInterface();
    // Growth would double it.
    bytes.reserve(constants.getBytes() + constants.getBytes() / 8);
    StringWriter os(bytes);
    if (failed(emitter.writeObject(os)))
      return failure();
  }
  if (isStripped)
    if (llvm::Error error = makeBareMetal(bytes))
      return module.emitError("the object cannot be stripped of its notes: ")
             << llvm::toString(std::move(error));
  if (llvm::Error error = constants.copyInto({bytes.data(), bytes.size()}))
    return module.emitError("the constants cannot be copied into the object: ")
           << llvm::toString(std::move(error));
  return success();
}

} // namespace

LogicalResult tir::emitObject(ModuleOp module, const ObjectOptions &options,
                              std::string &bytes, StackGraph *stack) {
  llvm::Triple triple;
  return emitObjectBytes(module, options, bytes, triple, /*isForLinker=*/true,
                         stack);
}

LogicalResult tir::emitObject(ModuleOp module, const ObjectOptions &options,
                              llvm::raw_ostream &os, StackGraph *stack) {
  std::string bytes;
  if (failed(emitObject(module, options, bytes, stack)))
    return failure();
  os << bytes;
  return success();
}

LogicalResult tir::emitLLVMIR(ModuleOp module, const ObjectOptions &options,
                              llvm::raw_ostream &os) {
  Emitter emitter(module, options);
  if (failed(emitter.prepare()))
    return failure();
  return emitter.writeIR(os);
}

LogicalResult tir::emitSharedLibrary(ModuleOp module,
                                     const ObjectOptions &options,
                                     llvm::raw_ostream &os, StackGraph *stack) {
  std::string bytes;
  llvm::Triple triple;
  if (failed(emitObjectBytes(module, options, bytes, triple,
                             /*isForLinker=*/false, stack)))
    return failure();
  auto emitError = [&] { return module.emitError(); };
  return linkSharedLibrary(bytes, triple, emitError, os);
}
