//===- LineTables.cpp - Which layer the code of an object is of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineTables.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"

using namespace mlir;
using namespace tir;

/// Returns the layer that a function was made of, or "". Names that the phase
/// `import` gives are `file:kind#ordinal`.
static StringRef findLayer(Location location) {
  StringRef name;
  location->walk([&](Location part) {
    auto named = dyn_cast<NameLoc>(part);
    if (!named)
      return WalkResult::advance();
    name = named.getName();
    return WalkResult::interrupt();
  });
  return name;
}

void tir::addLineTables(ModuleOp module, llvm::Module &translated) {
  llvm::LLVMContext &context = translated.getContext();
  llvm::DIBuilder builder(translated);
  llvm::DIFile *model = builder.createFile(translated.getName(), "");
  builder.createCompileUnit(
      llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_C99), model, "tirc",
      /*isOptimized=*/true, /*Flags=*/"", /*RV=*/0, /*SplitName=*/"",
      llvm::DICompileUnit::LineTablesOnly);
  llvm::DISubroutineType *type = builder.createSubroutineType(
      builder.getOrCreateTypeArray(ArrayRef<llvm::Metadata *>()));
  for (auto op : module.getOps<LLVM::LLVMFuncOp>()) {
    llvm::Function *function = translated.getFunction(op.getSymName());
    if (!function || function->isDeclaration())
      continue;
    StringRef layer = findLayer(op.getLoc());
    llvm::DIFile *file = layer.empty() ? model : builder.createFile(layer, "");
    llvm::DISubprogram *subprogram = builder.createFunction(
        file, op.getSymName(), /*LinkageName=*/"", file, /*LineNo=*/1, type,
        /*ScopeLine=*/1, llvm::DINode::FlagZero,
        llvm::DISubprogram::SPFlagDefinition |
            llvm::DISubprogram::SPFlagOptimized);
    function->setSubprogram(subprogram);
    auto *place =
        llvm::DILocation::get(context, /*Line=*/1, /*Column=*/0, subprogram);
    for (llvm::BasicBlock &block : *function)
      for (llvm::Instruction &instruction : block)
        instruction.setDebugLoc(place);
  }
  builder.finalize();
  translated.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
  // The translation to LLVM IR states the version of debug information.
}
