//===- MergedGlobals.cpp - Constants and buffers as parts of others
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergedGlobals.h"

#include "CheckedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tir;

/// What each part is aligned to.
static constexpr int64_t kAlignment = 64;
static constexpr StringLiteral kConstantsName = "tirc_check_constants",
                               kBuffersName = "tirc_check_buffers";

/// Returns the bytes of a constant, if they are there as they are in memory.
static std::optional<ArrayRef<char>> getBytes(memref::GlobalOp global) {
  auto elements = dyn_cast_if_present<DenseElementsAttr>(
      global.getInitialValue().value_or(nullptr));
  if (!global.getConstant() || !elements || elements.isSplat() ||
      !elements.getElementType().isIntOrFloat() ||
      elements.getElementType().getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  return elements.getRawData();
}

/// Returns whether a global is a row of bytes, of which there can be views.
static bool isBytes(memref::GlobalOp global) {
  return global.getType().getRank() == 1 &&
         global.getType().getElementType().isInteger(8);
}

/// Returns the symbols that something else uses than a `memref.get_global` in
/// `main`.
static llvm::DenseSet<StringAttr> findOtherUses(ModuleOp module,
                                                PrimFuncOp main) {
  llvm::DenseSet<StringAttr> used;
  for (Operation &op : *module.getBody())
    if (std::optional<SymbolTable::UseRange> uses =
            SymbolTable::getSymbolUses(&op))
      for (SymbolTable::SymbolUse use : *uses)
        if (&op != main || !isa<memref::GetGlobalOp>(use.getUser()))
          used.insert(use.getSymbolRef().getRootReference());
  return used;
}

namespace {
/// Globals that become parts of one.
class MergedGlobals {
public:
  MergedGlobals(ModuleOp module, PrimFuncOp main, StringRef name)
      : module(module), main(main), name(name) {}

  /// Lets a reader of a global read its part.
  void replace(memref::GetGlobalOp get, size_t size, ArrayRef<char> contents);

  /// Makes the global.
  void finish();

private:
  Value getView(memref::GetGlobalOp get, size_t size, ArrayRef<char> contents);

  ModuleOp module;
  PrimFuncOp main;
  StringRef name;
  memref::GetGlobalOp all;
  llvm::DenseMap<StringAttr, Value> views;
  std::vector<char> bytes;
  size_t size = 0;
};
} // namespace

Value MergedGlobals::getView(memref::GetGlobalOp get, size_t count,
                             ArrayRef<char> contents) {
  auto builder = OpBuilder::atBlockBegin(&main.getBody().front());
  auto type = MemRefType::get(ShapedType::kDynamic, builder.getI8Type());
  if (!all)
    // Its type is known in the end.
    all = memref::GetGlobalOp::create(builder, main.getLoc(), type, name);
  builder.setInsertionPointAfter(all);
  size = llvm::alignTo(size, kAlignment);
  Value position = arith::ConstantIndexOp::create(builder, get.getLoc(), size);
  Value view = memref::ViewOp::create(builder, get.getLoc(), get.getType(), all,
                                      position, ValueRange());
  if (!contents.empty()) {
    bytes.resize(size);
    llvm::append_range(bytes, contents);
  }
  size += count;
  return view;
}

void MergedGlobals::replace(memref::GetGlobalOp get, size_t count,
                            ArrayRef<char> contents) {
  Value &view = views[get.getNameAttr().getAttr()];
  if (!view)
    view = getView(get, count, contents);
  get.replaceAllUsesWith(view);
  get.erase();
}

void MergedGlobals::finish() {
  if (!all)
    return;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = MemRefType::get(int64_t(size), builder.getI8Type());
  all.getResult().setType(type);
  Attribute contents = builder.getUnitAttr();
  if (!bytes.empty())
    contents = DenseElementsAttr::getFromRawBuffer(
        RankedTensorType::get(int64_t(size), builder.getI8Type()), bytes);
  memref::GlobalOp::create(builder, main.getLoc(), name,
                           builder.getStringAttr("private"), type, contents,
                           /*constant=*/!bytes.empty(),
                           builder.getI64IntegerAttr(kAlignment));
}

void tir::mergeGlobals(ModuleOp module, PrimFuncOp main) {
  SymbolTable symbols(module);
  llvm::DenseSet<StringAttr> used = findOtherUses(module, main);
  MergedGlobals constants(module, main, kConstantsName),
      buffers(module, main, kBuffersName);
  llvm::SetVector<Operation *> replaced;
  SmallVector<memref::GetGlobalOp> gets;
  main.walk([&](memref::GetGlobalOp get) { gets.push_back(get); });
  for (memref::GetGlobalOp get : gets) {
    auto global = symbols.lookup<memref::GlobalOp>(get.getName());
    size_t size = getByteCount(global.getType());
    if (!global.isPrivate() || used.contains(global.getSymNameAttr()))
      continue;
    if (std::optional<ArrayRef<char>> contents = getBytes(global))
      constants.replace(get, size, *contents);
    else if (global.isUninitialized() && !isBytes(global))
      buffers.replace(get, size, {});
    else
      continue;
    replaced.insert(global);
  }
  constants.finish();
  buffers.finish();
  for (Operation *global : replaced)
    symbols.erase(global);
}
