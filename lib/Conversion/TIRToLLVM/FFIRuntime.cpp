//===- FFIRuntime.cpp - Calls through the registry, by tvm-ffi
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FFIRuntime.h"

#include "FFIFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "tir/ABI/Names.h"

using namespace mlir;
using namespace tir;

/// The most arguments of a call whose number is not constant.
static constexpr int64_t kRoom = 32;

static void replaceAll(std::string &text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
}

/// Inserts the operations of `text` that the module lacks. The functions of
/// `text` replace declarations of them.
static void insertText(ModuleOp module, StringRef text, unsigned pointerBits,
                       int64_t room) {
  std::string source = text.str();
  replaceAll(source, "TENSOR",
             "struct<(ptr, i32, i32, i32, i32, ptr, ptr, i64)>");
  replaceAll(source, "SIZE", "i" + std::to_string(pointerBits));
  replaceAll(source, "ROOM", std::to_string(room));
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(source, module.getContext());
  for (Operation &op : llvm::make_early_inc_range(*parsed->getBody())) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    Operation *known =
        module.lookupSymbol(SymbolTable::getSymbolName(&op).getValue());
    if (known && (!function || function.isExternal()))
      continue;
    if (known)
      known->erase();
    bool isDefined = function && !function.isExternal();
    op.moveBefore(module.getBody(), isDefined ? module.getBody()->end()
                                              : module.getBody()->begin());
  }
}

static constexpr StringLiteral kSafeCall =
    "(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32\n";

/// Inserts the function that finds the module's own functions, which
/// `TVMFFIEnvModLookupFromImports` does not.
static void insertOwn(ModuleOp module, unsigned pointerBits) {
  std::string text = "llvm.func @tir_ffi_is_same(!llvm.ptr, !llvm.ptr) -> i1\n"
                     "llvm.func @TVMFFIFunctionCreate(!llvm.ptr, !llvm.ptr, "
                     "!llvm.ptr, !llvm.ptr) -> i32\n";
  std::string body = "  %null = llvm.mlir.zero : !llvm.ptr\n"
                     "  %zero = llvm.mlir.constant(0 : i32) : i32\n";
  unsigned count = 0;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = getOwnFFIName(function.getName());
    if (name.empty() || function.isExternal())
      continue;
    std::string n = std::to_string(count++);
    text += ("llvm.func @" + function.getName() + kSafeCall +
             "llvm.mlir.global internal constant @tir_ffi_own_" + n + "(\"" +
             name + "\\00\")\n")
                .str();
    body += "  %name" + n + " = llvm.mlir.addressof @tir_ffi_own_" + n +
            " : !llvm.ptr\n  %is" + n +
            " = llvm.call @tir_ffi_is_same(%name, %name" + n +
            ") : (!llvm.ptr, !llvm.ptr) -> i1\n  llvm.cond_br %is" + n +
            ", ^own" + n + ", ^next" + n + "\n^own" + n + ":\n  %at" + n +
            " = llvm.mlir.addressof @" + function.getName().str() +
            " : !llvm.ptr\n  %code" + n +
            " = llvm.call @TVMFFIFunctionCreate(%null, %at" + n +
            ", %null, %out) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> "
            "i32\n  llvm.return %code" +
            n + " : i32\n^next" + n + ":\n";
  }
  text += "llvm.func internal @tir_ffi_find_own(%name: !llvm.ptr, %out: "
          "!llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {\n" +
          body + "  llvm.return %zero : i32\n}\n";
  insertText(module, kFFISame, pointerBits, /*room=*/1);
  insertText(module, text, pointerBits, /*room=*/1);
}

void tir::insertFFIRuntime(ModuleOp module, unsigned pointerBits) {
  int64_t room = 1;
  bool finds = false;
  bool hasErrors = module.lookupSymbol("tir_ffi_clear_error") != nullptr;
  module.walk([&](LLVM::CallOp call) {
    std::optional<StringRef> callee = call.getCallee();
    if (callee == "TVMFuncCall") {
      IntegerAttr count;
      bool isConstant = matchPattern(call.getOperand(3), m_Constant(&count));
      room = std::max(room, isConstant ? count.getInt() : kRoom);
      call.setCallee("tir_call_function");
      finds = true;
    } else if (callee == "TVMBackendGetFuncFromEnv") {
      call.setCallee("tir_find_function");
      finds = true;
    } else if (hasErrors && callee == "TVMFFIErrorSetRaisedFromCStr") {
      call.setCallee("tir_ffi_raise");
    }
  });
  if (finds) {
    insertText(module, kFFICalls, pointerBits, room);
    insertOwn(module, pointerBits);
  }
  if (module.lookupSymbol("tir_ffi_return_text"))
    insertText(module, kFFIReturnText, pointerBits, room);
  if (hasErrors)
    insertText(module, kFFIErrors, pointerBits, room);
}

void tir::registerInSystemLibrary(ModuleOp module, unsigned pointerBits) {
  std::string text = "llvm.func @TVMFFIEnvModRegisterSystemLibSymbol("
                     "!llvm.ptr, !llvm.ptr) -> i32\n";
  std::string body;
  unsigned count = 0;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    if (!name.starts_with("__tvm_ffi_") || function.isExternal() ||
        isCommonLoaderEntry(name))
      continue;
    text += ("llvm.func @" + name + kSafeCall).str();
    for (const std::string &entry : getSystemLibraryNames(name)) {
      std::string n = std::to_string(count++);
      text += "llvm.mlir.global internal constant @tir_ffi_name_" + n + "(\"" +
              entry + "\\00\")\n";
      body += "  %name" + n + " = llvm.mlir.addressof @tir_ffi_name_" + n +
              " : !llvm.ptr\n  %at" + n + " = llvm.mlir.addressof @" +
              name.str() + " : !llvm.ptr\n  %code" + n +
              " = llvm.call @TVMFFIEnvModRegisterSystemLibSymbol(%name" + n +
              ", %at" + n + ") : (!llvm.ptr, !llvm.ptr) -> i32\n";
    }
  }
  text += "llvm.func internal @" + kFFIRegister.str() +
          "() attributes {dso_local, no_unwind} {\n" + body +
          "  llvm.return\n}\n";
  insertText(module, text, pointerBits, /*room=*/1);
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  MLIRContext *context = module.getContext();
  LLVM::GlobalCtorsOp::create(
      builder, module.getLoc(),
      builder.getArrayAttr(FlatSymbolRefAttr::get(context, kFFIRegister)),
      builder.getI32ArrayAttr(65535),
      builder.getArrayAttr(LLVM::ZeroAttr::get(context)));
}
