//===- UseFFIRuntime.cpp - C that calls tvm-ffi
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FFIRuntimeTexts.h"
#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace tir {
#define GEN_PASS_DEF_TIRUSEFFIRUNTIMEPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the function of this file that takes the place of one of a runtime;
/// empty if the function stays.
static StringRef getReplacement(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("TVMBackendGetFuncFromEnv", "tir_ffi_find")
      .Case("TVMFuncCall", "tir_ffi_call")
      .Case("TVMAPISetLastError", "tir_ffi_report")
      .Case("TVMFFIErrorSetRaisedFromCStr", "tir_ffi_raise")
      .Case("TVMBackendAllocWorkspace", "tir_ffi_allocate")
      .Case("TVMBackendFreeWorkspace", "tir_ffi_free")
      .Cases({"tir_ffi_clear_error", "tir_ffi_return_text"}, name)
      .Default("");
}

namespace {
struct UseFFIRuntimePass
    : public tir::impl::TIRUseFFIRuntimePassBase<UseFFIRuntimePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::StringSet<> used;
    int64_t room = replaceCalls(used);
    exportEntries();
    insertTexts(used, room);
    if (used.contains("tir_ffi_find"))
      findOwn();
    if (isInSystemLibrary(module))
      registerEntries();
  }

private:
  /// Returns how many arguments a call passes, if that is a constant.
  static int64_t countArguments(emitc::CallOpaqueOp call) {
    auto count = call.getOperand(3).getDefiningOp<emitc::ConstantOp>();
    auto number =
        count ? dyn_cast<IntegerAttr>(count.getValue()) : IntegerAttr();
    return number ? number.getInt() : 0;
  }

  /// Redirects the calls, records the functions that they call now, and returns
  /// the most arguments of a call.
  int64_t replaceCalls(llvm::StringSet<> &used) {
    int64_t room = 1;
    SmallVector<emitc::CallOp> calls;
    getOperation().walk([&](Operation *op) {
      if (auto call = dyn_cast<emitc::CallOpaqueOp>(op)) {
        StringRef name = getReplacement(call.getCallee());
        if (name.empty())
          return;
        if (name == "tir_ffi_call")
          room = std::max(room, countArguments(call));
        call.setCallee(name);
        used.insert(name);
      } else if (auto call = dyn_cast<emitc::CallOp>(op);
                 call && !getReplacement(call.getCallee()).empty()) {
        calls.push_back(call);
      }
    });
    for (emitc::CallOp call : calls) {
      StringRef name = getReplacement(call.getCallee());
      used.insert(name);
      OpBuilder builder(call);
      auto replaced = emitc::CallOpaqueOp::create(builder, call.getLoc(),
                                                  call.getResultTypes(), name,
                                                  call.getOperands());
      call->replaceAllUsesWith(replaced);
      call.erase();
    }
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<emitc::FuncOp>()))
      if (function.isExternal() && !getReplacement(function.getName()).empty())
        function.erase();
    return room;
  }

  /// Lets tvm-ffi see its functions, and two models be linked into one library.
  void exportEntries() {
    for (auto function : getOperation().getOps<emitc::FuncOp>()) {
      if (!function.getName().starts_with("__tvm_ffi_"))
        continue;
      bool isCommon = isCommonLoaderEntry(function.getName());
      function.setSpecifiersAttr(
          Builder(&getContext())
              .getStrArrayAttr(
                  {isCommon ? "TIR_FFI_WEAK_EXPORT" : "TIR_FFI_EXPORT"}));
    }
  }

  /// Returns prototypes of the functions: texts that use them may stand before
  /// them.
  std::string declareEntries() {
    std::string text;
    for (auto function : getOperation().getOps<emitc::FuncOp>())
      if (function.getName().starts_with("__tvm_ffi_") &&
          !isCommonLoaderEntry(function.getName()))
        text +=
            ("\nTIR_FFI_EXPORT tir_ffi_safe_call " + function.getName() + ";")
                .str();
    return text;
  }

  void insertTexts(const llvm::StringSet<> &used, int64_t room) {
    auto builder = OpBuilder::atBlockBegin(getOperation().getBody());
    for (auto include : getOperation().getOps<emitc::IncludeOp>())
      builder.setInsertionPointAfter(include);
    Location loc = getOperation().getLoc();
    auto insert = [&](StringRef text) {
      emitc::VerbatimOp::create(builder, loc, text);
    };
    emitc::IncludeOp::create(builder, loc, "stddef.h", /*isStandard=*/true);
    if (used.contains("tir_ffi_call") || used.contains("tir_ffi_allocate") ||
        used.contains("tir_ffi_free"))
      emitc::IncludeOp::create(builder, loc, "stdlib.h", /*isStandard=*/true);
    if (used.contains("tir_ffi_find") || used.contains("tir_ffi_return_text"))
      emitc::IncludeOp::create(builder, loc, "string.h", /*isStandard=*/true);
    insert(kFFIExports);
    insert(kFFIDeclarations.str() + declareEntries());
    for (const FFIText &text : kFFITexts)
      if (llvm::any_of(text.functions,
                       [&](StringRef name) { return used.contains(name); })) {
        if (text.needsRoom)
          insert("#define TIR_FFI_ROOM " + std::to_string(room));
        insert(text.text);
      }
  }

  void findOwn() {
    std::string text = kFFIFindOwnHead.str();
    for (auto function : getOperation().getOps<emitc::FuncOp>()) {
      StringRef name = getOwnFFIName(function.getName());
      if (!name.empty())
        text += ("  if (strcmp(name, \"" + name +
                 "\") == 0) return TVMFFIFunctionCreate(NULL, " +
                 function.getName() + ", NULL, out);\n")
                    .str();
    }
    text += "  (void)name, (void)out;\n  return 0;\n}";
    append(text);
  }

  void append(StringRef text) {
    auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
    emitc::VerbatimOp::create(builder, getOperation().getLoc(), text);
  }

  /// Enters the functions into the table behind `tvm_ffi.system_lib()`, before
  /// main.
  void registerEntries() {
    std::string text = kFFIRegisterHead.str();
    for (auto function : getOperation().getOps<emitc::FuncOp>()) {
      StringRef name = function.getName();
      if (!name.starts_with("__tvm_ffi_") || isCommonLoaderEntry(name))
        continue;
      for (const std::string &entry : getSystemLibraryNames(name))
        text += "  (void)TVMFFIEnvModRegisterSystemLibSymbol(\"" + entry +
                "\", (void *)(uintptr_t)" + name.str() + ");\n";
    }
    append(text + "}");
  }
};
} // namespace
