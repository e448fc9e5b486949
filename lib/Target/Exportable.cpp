//===- Exportable.cpp - Checks that a module can be part of a program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Exportable.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/ABI/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kStartUpCode =
    "code that runs before main, which firmware need not run; make it a "
    "constant, or compute it in the model";

/// Returns the function that the text of an initializer calls, or "". Macros,
/// which are in capitals by convention, and operators are not functions.
static StringRef findCall(StringRef text) {
  for (size_t paren = text.find('('); paren != StringRef::npos;
       paren = text.find('(', paren + 1)) {
    StringRef before = text.take_front(paren).rtrim();
    size_t begin = before.size();
    while (begin > 0 &&
           (llvm::isAlnum(before[begin - 1]) || before[begin - 1] == '_'))
      --begin;
    StringRef name = before.drop_front(begin);
    bool isMacro = llvm::none_of(name, llvm::isLower);
    if (!name.empty() && !isMacro && !llvm::isDigit(name.front()) &&
        name != "sizeof")
      return name;
  }
  return "";
}

static LogicalResult verifyGlobal(emitc::GlobalOp global) {
  auto text =
      dyn_cast_if_present<emitc::OpaqueAttr>(global.getInitialValueAttr());
  StringRef callee = text ? findCall(text.getValue()) : "";
  if (callee.empty())
    return success();
  return global.emitError("'emitc.global' @")
         << global.getSymName() << " gets its value from a call of '" << callee
         << "', which takes " << kStartUpCode;
}

/// A program with tvm-ffi is not firmware, and its system library is filled
/// before main.
static bool runsCodeOfTheModel(LLVM::GlobalCtorsOp constructors) {
  return llvm::any_of(
      constructors.getCtors().getAsRange<FlatSymbolRefAttr>(),
      [](FlatSymbolRefAttr name) { return name.getValue() != kFFIRegister; });
}

LogicalResult tir::verifyExportable(ModuleOp module) {
  for (Operation &op : *module.getBody()) {
    if (auto global = dyn_cast<emitc::GlobalOp>(op)) {
      if (failed(verifyGlobal(global)))
        return failure();
      continue;
    }
    auto constructors = dyn_cast<LLVM::GlobalCtorsOp>(op);
    auto destructors = dyn_cast<LLVM::GlobalDtorsOp>(op);
    if ((constructors && runsCodeOfTheModel(constructors)) ||
        (destructors && !destructors.getDtors().empty()))
      return op.emitOpError("needs ") << kStartUpCode;
    if (isa<emitc::EmitCDialect, LLVM::LLVMDialect>(op.getDialect()))
      continue;
    return op.emitOpError(
        "has no form in C or in an object; link its contents to "
        "the program as a separate file, and let a device's "
        "context point to it");
  }
  return success();
}
