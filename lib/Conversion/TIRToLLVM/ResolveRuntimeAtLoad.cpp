//===- ResolveRuntimeAtLoad.cpp - A library that loads with any runtime, or
// without
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "ExtendNarrowIntegers.h"
#include "FFIRuntime.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DataLayout.h"

namespace tir {
#define GEN_PASS_DEF_TIRRESOLVERUNTIMEATLOADPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kRaise = "TVMFFIErrorSetRaisedFromCStr";
static constexpr StringLiteral kModuleContext = "__tvm_module_ctx";
static constexpr StringLiteral kKeepingRaise = "tir_ffi_raise";
static constexpr StringLiteral kEntryName = "__tvm_main__";
static constexpr StringLiteral kMalloc = "malloc";
static constexpr StringLiteral kLaunch = "TVMBackendParallelLaunch";

/// Returns the function of the C library that does what one of the runtime does
/// in a process that has no runtime; empty if there is none.
static StringRef getReplacement(StringRef name) {
  if (name == "TVMBackendAllocWorkspace")
    return kMalloc;
  return name == "TVMBackendFreeWorkspace" ? "free" : "";
}

/// Returns true if TVM's loader fills a variable `__<name>` with the function.
static bool hasSlot(StringRef name) {
  return llvm::is_contained(
      {"TVMFuncCall", "TVMAPISetLastError", "TVMBackendGetFuncFromEnv",
       "TVMBackendAllocWorkspace", "TVMBackendFreeWorkspace",
       "TVMBackendParallelLaunch", "TVMBackendParallelBarrier"},
      name);
}

namespace {

struct ResolveRuntimeAtLoadPass
    : public tir::impl::TIRResolveRuntimeAtLoadPassBase<
          ResolveRuntimeAtLoadPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<FunctionOpInterface> model =
        getOnlyModel(module, "loaders find one model in a shared library",
                     "compile each model to a library of its own");
    if (failed(model))
      return signalPassFailure();
    insertFFIRuntime(module, getPointerBits());
    weakenCommonEntries(module);
    if (isInSystemLibrary(module))
      registerInSystemLibrary(module, getPointerBits());
    llvm::StringSet<> hooks;
    for (StringRef hook : {"on_error", "profile_begin", "profile_end"})
      hooks.insert(mangleSymbol(getModelName(*model), hook));
    SmallVector<LLVM::LLVMFuncOp> functions;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (function.isExternal() &&
          function.getLinkage() != LLVM::Linkage::ExternWeak &&
          (!getRuntimeHeader(function.getName()).empty() ||
           function.getName().starts_with("TVMFFI") ||
           hooks.contains(function.getName())))
        functions.push_back(function);
    for (LLVM::LLVMFuncOp function : functions)
      resolve(function);
    nameEntry(getInterface(*model));
  }

private:
  /// Lets two models be linked into one library: only names that contain the
  /// model's are its own. The others lead to the model that is linked first.
  static void weakenCommonEntries(ModuleOp module) {
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (isCommonLoaderEntry(function.getName()))
        function.setLinkage(LLVM::Linkage::Weak);
  }

  /// Redirects each call of the function to an internal function that looks for
  /// it.
  void resolve(LLVM::LLVMFuncOp function) {
    std::string name = ("tir_resolved_" + function.getName()).str();
    getOperation().walk([&](LLVM::CallOp call) {
      if (call.getCallee() == function.getName())
        call.setCallee(name);
    });
    function.setLinkage(LLVM::Linkage::ExternWeak);

    OpBuilder builder(function);
    builder.setInsertionPointAfter(function);
    auto resolved = LLVM::LLVMFuncOp::create(builder, function.getLoc(), name,
                                             function.getFunctionType(),
                                             LLVM::Linkage::Internal);
    resolved.setDsoLocal(true);
    resolved.setNoUnwind(true);
    // Errors and allocations are rare, and the code is not short.
    resolved.setNoInline(true);
    fill(function, resolved);
  }

  void fill(LLVM::LLVMFuncOp function, LLVM::LLVMFuncOp resolved) {
    ImplicitLocOpBuilder b(function.getLoc(), &getContext());
    Block *entry = resolved.addEntryBlock(b);
    Block *weak = resolved.addBlock(), *call = resolved.addBlock(),
          *done = resolved.addBlock();
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Value target = call->addArgument(pointer, b.getLoc());
    ArrayRef<Type> results = function.getFunctionType().getReturnTypes();
    bool returns = !isa<LLVM::LLVMVoidType>(results.front());
    if (returns)
      done->addArgument(results.front(), b.getLoc());

    b.setInsertionPointToEnd(entry);
    Value null = LLVM::ZeroOp::create(b, pointer);
    if (hasSlot(function.getName())) {
      LLVM::GlobalOp slot = getSlot(("__" + function.getName()).str());
      Value found =
          LLVM::LoadOp::create(b, pointer, LLVM::AddressOfOp::create(b, slot));
      Value isEmpty =
          LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, found, null);
      LLVM::CondBrOp::create(b, isEmpty, weak, ValueRange(), call,
                             ValueRange{found});
    } else {
      LLVM::BrOp::create(b, weak);
    }

    // An undefined weak symbol is NULL.
    b.setInsertionPointToEnd(weak);
    Value symbol = LLVM::AddressOfOp::create(b, pointer, function.getName());
    Value isMissing =
        LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, symbol, null);
    StringRef other = getReplacement(function.getName());
    if (other.empty() && function.getName() != kLaunch) {
      LLVM::CondBrOp::create(b, isMissing, done, getNothing(b, results.front()),
                             call, ValueRange{symbol});
    } else {
      Block *replaced = resolved.addBlock();
      LLVM::CondBrOp::create(b, isMissing, replaced, ValueRange(), call,
                             ValueRange{symbol});
      b.setInsertionPointToEnd(replaced);
      if (function.getName() == kLaunch)
        runTask(b, resolved, done);
      else
        callInstead(b, other, resolved, done);
    }

    b.setInsertionPointToEnd(call);
    SmallVector<Value> operands = {target};
    llvm::append_range(operands, resolved.getArguments());
    if (function.getName() == "TVMBackendGetFuncFromEnv")
      operands[1] = LLVM::LoadOp::create(
          b, pointer, LLVM::AddressOfOp::create(b, getSlot(kModuleContext)));
    auto made = LLVM::CallOp::create(b, function.getFunctionType(), operands);
    setExtensions(cast<CallOpInterface>(*made));
    LLVM::BrOp::create(b, made.getResults(), done);

    b.setInsertionPointToEnd(done);
    if (function.getName() == "TVMAPISetLastError")
      raise(b, resolved.getArgument(0));
    LLVM::ReturnOp::create(b, done->getArguments());
  }

  /// Returns what a function returns that does not exist: NULL, -1, or nothing.
  static SmallVector<Value> getNothing(ImplicitLocOpBuilder &b, Type result) {
    if (isa<LLVM::LLVMPointerType>(result))
      return {LLVM::ZeroOp::create(b, result)};
    if (isa<LLVM::LLVMVoidType>(result))
      return {};
    return {LLVM::ConstantOp::create(b, result, -1)};
  }

  /// Calls a function of the C library, at the insertion point, instead of the
  /// runtime's. Continues with its result, or with nothing if the process does
  /// not have it either.
  void callInstead(ImplicitLocOpBuilder &b, StringRef name,
                   LLVM::LLVMFuncOp resolved, Block *done) {
    MLIRContext *context = &getContext();
    auto pointer = LLVM::LLVMPointerType::get(context);
    bool isMalloc = name == kMalloc;
    Type size = IntegerType::get(context, getPointerBits());
    auto type = LLVM::LLVMFunctionType::get(
        isMalloc ? Type(pointer) : LLVM::LLVMVoidType::get(context),
        isMalloc ? size : Type(pointer));
    auto function = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(name);
    if (!function) {
      OpBuilder atTop = OpBuilder::atBlockBegin(getOperation().getBody());
      function = LLVM::LLVMFuncOp::create(atTop, b.getLoc(), name, type);
    }
    function.setLinkage(LLVM::Linkage::ExternWeak);
    Value symbol = LLVM::AddressOfOp::create(b, pointer, name);
    Value isMissing = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, symbol,
                                           LLVM::ZeroOp::create(b, pointer));
    Type result = resolved.getFunctionType().getReturnType();
    Block *call = resolved.addBlock();
    LLVM::CondBrOp::create(b, isMissing, done, getNothing(b, result), call,
                           ValueRange());
    b.setInsertionPointToEnd(call);
    // Both functions of the runtime have it as their third argument.
    Value argument = resolved.getArgument(2);
    if (isMalloc && size != argument.getType())
      argument = LLVM::TruncOp::create(b, size, argument);
    auto made = LLVM::CallOp::create(b, type, ValueRange{symbol, argument});
    if (isMalloc)
      LLVM::BrOp::create(b, made.getResults(), done);
    else
      LLVM::BrOp::create(b, ValueRange{LLVM::ConstantOp::create(b, result, 0)},
                         done);
  }

  /// Runs all of a launch as one task, at the insertion point, if the process
  /// has no threads for it. Continues with the code of the task.
  void runTask(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp resolved,
               Block *done) {
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Type i32 = b.getI32Type();
    auto groupType =
        LLVM::LLVMStructType::getLiteral(&getContext(), {pointer, i32});
    auto number = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(b, i32, value);
    };
    Value group = LLVM::AllocaOp::create(b, pointer, groupType, number(1));
    Value values = LLVM::ZeroOp::create(b, groupType);
    values = LLVM::InsertValueOp::create(b, values, number(1), 1);
    LLVM::StoreOp::create(b, values, group);
    auto type = LLVM::LLVMFunctionType::get(i32, {i32, pointer, pointer});
    auto made =
        LLVM::CallOp::create(b, type,
                             ValueRange{resolved.getArgument(0), number(0),
                                        group, resolved.getArgument(1)});
    LLVM::BrOp::create(b, made.getResults(), done);
  }

  /// Returns the bits of a pointer of the target.
  unsigned getPointerBits() {
    auto layout = getOperation()->getAttrOfType<StringAttr>(
        LLVM::LLVMDialect::getDataLayoutAttrName());
    return layout ? llvm::DataLayout(layout.getValue()).getPointerSizeInBits()
                  : 64;
  }

  /// Also raises the error in tvm-ffi, which has an error of its own and makes
  /// an exception from it.
  void raise(ImplicitLocOpBuilder &b, Value text) {
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(&getContext()), {pointer, pointer});
    OpBuilder atTop = OpBuilder::atBlockBegin(getOperation().getBody());
    StringRef name = kKeepingRaise;
    if (!getOperation().lookupSymbol(name)) {
      name = kRaise;
      auto function = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(kRaise);
      if (!function)
        function = LLVM::LLVMFuncOp::create(atTop, b.getLoc(), kRaise, type);
      function.setLinkage(LLVM::Linkage::ExternWeak);
    }
    LLVM::GlobalOp kind = createText("tir_text_runtime_error", "RuntimeError",
                                     LLVM::Linkage::Internal);

    Block *check = b.getInsertionBlock();
    Block *call = b.createBlock(check->getParent(), check->getParent()->end());
    Block *done = b.createBlock(check->getParent(), check->getParent()->end());
    b.setInsertionPointToEnd(check);
    Value symbol = LLVM::AddressOfOp::create(b, pointer, name);
    Value isMissing = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, symbol,
                                           LLVM::ZeroOp::create(b, pointer));
    LLVM::CondBrOp::create(b, isMissing, done, call);
    b.setInsertionPointToEnd(call);
    LLVM::CallOp::create(
        b, type, ValueRange{symbol, LLVM::AddressOfOp::create(b, kind), text});
    LLVM::BrOp::create(b, done);
    b.setInsertionPointToEnd(done);
  }

  /// Returns a variable that a loader finds by its name and may fill. It is
  /// protected, so that each of two libraries in one process uses its own.
  LLVM::GlobalOp getSlot(StringRef name) {
    if (auto known = getOperation().lookupSymbol<LLVM::GlobalOp>(name))
      return known;
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    OpBuilder b = OpBuilder::atBlockBegin(getOperation().getBody());
    Location loc = getOperation().getLoc();
    auto slot = LLVM::GlobalOp::create(b, loc, pointer, /*isConstant=*/false,
                                       LLVM::Linkage::Weak, name, Attribute());
    slot.setVisibility_(LLVM::Visibility::Protected);
    b.createBlock(&slot.getInitializerRegion());
    LLVM::ReturnOp::create(b, loc, LLVM::ZeroOp::create(b, loc, pointer));
    return slot;
  }

  LLVM::GlobalOp createText(StringRef name, StringRef text,
                            LLVM::Linkage linkage) {
    OpBuilder b = OpBuilder::atBlockBegin(getOperation().getBody());
    std::string bytes = text.str() + '\0';
    return LLVM::GlobalOp::create(
        b, getOperation().getLoc(),
        LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size()),
        /*isConstant=*/true, linkage, name, b.getStringAttr(bytes));
  }

  /// Stores the entry's name as text under the symbol that TVM's loader looks
  /// for.
  void nameEntry(DictionaryAttr interface) {
    ModuleOp module = getOperation();
    StringRef entry;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (getEntry(function).isLoaded)
        entry = function.getName();
    auto take = [&](StringRef key) {
      auto name = interface ? interface.getAs<StringAttr>(key) : StringAttr();
      if (entry.empty() && name && module.lookupSymbol(name))
        entry = name.getValue();
    };
    take("entry_packed");
    // The entry of the C interface takes structs, which no loader could pass.
    auto api = interface ? interface.getAs<StringAttr>("api") : StringAttr();
    if (api && api.getValue() == "packed")
      take("entry");
    if (entry.empty() || module.lookupSymbol(kEntryName))
      return;
    createText(kEntryName, entry, LLVM::Linkage::Weak)
        .setVisibility_(LLVM::Visibility::Protected);
  }
};

} // namespace
