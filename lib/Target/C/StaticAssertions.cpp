//===- StaticAssertions.cpp - What the C file assumes of its compiler
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaticAssertions.h"

#include "CExpr.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static std::string makeAssertion(const Twine &condition, StringRef text) {
  return wrap(("TIR_STATIC_ASSERT(" + condition + ", \"" + text + "\");").str(),
              0);
}

static void printArithmetic(StringRef code, llvm::raw_ostream &os) {
  if (code.contains(">> "))
    os << makeAssertion("(-1 >> 1) == -1", "a right shift must keep the sign");
  if (code.contains("float "))
    os << makeAssertion("sizeof(float) == 4", "float must have 32 bits");
}

/// Returns the bytes of an array in C.
static int64_t countBytes(emitc::ArrayType type) {
  Type element = type.getElementType();
  if (!element.isIntOrFloat())
    return 0;
  return type.getNumElements() *
         llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// Returns the macro with the size of a model's workspace, without the external
/// pools, which the file does not define.
static std::string getWorkspaceSize(const ModelInfo &info) {
  std::string size = info.macros + "WORKSPACE_SIZE";
  if (info.workspace == "internal")
    for (const PoolInfo &pool : info.externalPools)
      if (!pool.contents)
        size += " - " + pool.macroStem + "_SIZE";
  return size;
}

/// The pools of this file have the size that the header states.
static void printWorkspace(ModuleOp module, ArrayRef<ModelInfo> models,
                           const GlobalPrinter &variables,
                           llvm::raw_ostream &os) {
  SmallVector<std::string> sizes, macros;
  int64_t bytes = 0, planned = 0;
  bool isExact = true;
  for (auto global : module.getOps<emitc::GlobalOp>())
    if (isPoolMemory(global)) {
      bytes += countBytes(cast<emitc::ArrayType>(global.getType()));
      sizes.push_back("sizeof(" + global.getSymName().str() + ")");
      isExact &= !variables.isPadded(global.getSymName());
    }
  for (const ModelInfo &info : models)
    if (info.interface != Interface::None) {
      planned += info.staticBytes();
      macros.push_back(getWorkspaceSize(info));
    }
  if (!macros.empty() && !sizes.empty() && bytes == planned)
    os << makeAssertion(llvm::join(sizes, " + ") + (isExact ? " == " : " >= ") +
                            llvm::join(macros, " + "),
                        "header and source must agree");
}

static void printLimits(ModuleOp module, ArrayRef<ModelInfo> models,
                        const GlobalPrinter &variables, llvm::raw_ostream &os) {
  // Models may share a pool.
  for (const ModelInfo &info : models)
    for (const PoolInfo &pool : info.pools)
      if (pool.limit && !variables.isPadded(pool.symbol) &&
          module.lookupSymbol<emitc::GlobalOp>(pool.symbol))
        os << makeAssertion("sizeof(" + pool.symbol +
                                ") <= " + std::to_string(*pool.limit),
                            "the pool has a limit");
}

static void printStates(ArrayRef<ModelInfo> models, llvm::raw_ostream &os) {
  for (const ModelInfo &info : models)
    if (!info.state.empty())
      os << makeAssertion("sizeof(struct " + info.prefix +
                              "_state) <= " + info.macros + "STATE_SIZE",
                          "arrays must lie as they do in an object");
}

void c::printStaticAssertions(ModuleOp module, ArrayRef<ModelInfo> models,
                              const GlobalPrinter &variables, StringRef code,
                              llvm::raw_ostream &os) {
  std::string text, ofMemory;
  llvm::raw_string_ostream stream(text), memoryStream(ofMemory);
  printArithmetic(code, stream);
  printWorkspace(module, models, variables, memoryStream);
  printLimits(module, models, variables, memoryStream);
  // The union that stands for a pool elsewhere has room for its alignment.
  if (!ofMemory.empty())
    stream << "#if TIR_MAY_ALIAS\n" << ofMemory << "#endif\n";
  printStates(models, stream);
  if (!text.empty())
    os << "\n" << text;
}
