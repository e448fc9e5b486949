//===- CheckSizes.cpp - What an index and a pointer of the target can reach
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Conversion/TIRCommon/CheckBuffers.h"
#include "tir/Conversion/TIRCommon/Pools.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHECKSIZESPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// The width of the numbers that the checks compute with, which never
/// overflows.
static constexpr unsigned kWide = 192;

static APInt wide(int64_t value) {
  return APInt(kWide, value, /*isSigned=*/true);
}

static std::string describe(const APInt &value) {
  return llvm::toString(value, 10, /*Signed=*/true);
}

namespace {
/// The largest number that fits in `bits`, and a name for the thing that has
/// this limit, for errors.
struct Limit {
  unsigned bits;
  std::string of;

  APInt most() const { return APInt::getSignedMaxValue(bits).sext(kWide); }
  bool admits(const APInt &value) const { return value.isSignedIntN(bits); }
};

class Checker {
public:
  Checker(ModuleOp module, Limit index, Limit bytes)
      : module(module), index(std::move(index)), bytes(std::move(bytes)) {}

  LogicalResult run() {
    WalkResult result =
        module.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
          if (failed(checkResults(op)))
            return failure();
          return TypeSwitch<Operation *, LogicalResult>(op)
              .Case<memref::GlobalOp, PoolOp, StructOp, FunctionOpInterface,
                    arith::ConstantOp, scf::ForOp, PoolViewOp>(
                  [&](auto op) { return check(op); })
              .Default(success());
        });
    return failure(result.wasInterrupted());
  }

private:
  LogicalResult check(memref::GlobalOp global);
  LogicalResult check(PoolOp pool);
  LogicalResult check(StructOp structOp);
  LogicalResult check(FunctionOpInterface function);
  LogicalResult check(arith::ConstantOp constant);
  LogicalResult check(scf::ForOp loop);
  LogicalResult check(PoolViewOp view);
  LogicalResult checkResults(Operation *op);
  LogicalResult checkBuffer(Operation *op, MemRefType type, const Twine &name);
  LogicalResult checkElements(memref::GlobalOp global);

  ModuleOp module;
  Limit index, bytes;
  /// The limit of an index in C and in memory, whatever its width elsewhere.
  Limit indexInC = {32, "an index in C, an int32_t,"};
  DenseSet<Type> fitting;
};
} // namespace

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Returns the number of elements from the first to the last, or std::nullopt
/// if it is not constant.
static std::optional<APInt> countElements(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return wide(0);
  APInt count = wide(1);
  // The strides of a whole buffer may have overflowed, too.
  if (type.getLayout().isIdentity()) {
    for (int64_t extent : type.getShape())
      count *= wide(extent);
    return count;
  }
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (extent == 1)
      continue;
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    count += wide(extent - 1) * wide(std::abs(stride));
  }
  return count;
}

static int64_t getElementBytes(Type element) {
  Type scalar = getCScalar(element);
  if (!scalar)
    return 1;
  return llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
}

LogicalResult Checker::checkBuffer(Operation *op, MemRefType type,
                                   const Twine &name) {
  if (fitting.contains(type))
    return success();
  std::optional<APInt> count = countElements(type);
  if (!count)
    return success();
  APInt size = *count * wide(getElementBytes(type.getElementType()));
  if (!bytes.admits(size))
    return op->emitOpError()
           << name << " has type " << type << " and takes " << describe(size)
           << " bytes, but " << bytes.of << " has at most "
           << describe(bytes.most())
           << "; make the model smaller, or compile it for a machine with "
              "wider pointers (--target-triple)";
  if (!index.admits(*count))
    return op->emitOpError()
           << name << " has type " << type << " with " << describe(*count)
           << " elements, but " << index.of << " counts to "
           << describe(index.most())
           << "; make the model smaller, give each buffer of the workspace an "
              "array of its own (--plan=separate), or write an object for a "
              "machine of 64 bits (--emit=obj)";
  fitting.insert(type);
  return success();
}

LogicalResult Checker::check(memref::GlobalOp global) {
  return success(succeeded(checkBuffer(global, global.getType(),
                                       "@" + global.getSymName())) &&
                 succeeded(checkElements(global)));
}

LogicalResult Checker::check(PoolOp pool) {
  FailureOr<PoolStorage> storage = getPoolStorage(pool);
  if (failed(storage))
    return failure();
  return checkBuffer(pool,
                     MemRefType::get(storage->count, storage->elementType),
                     "@" + pool.getSymName());
}

LogicalResult Checker::check(StructOp structOp) {
  for (auto field : structOp.getFields().getAsValueRange<StringAttr>())
    if (MemRefType array = structOp.getArrayType(field))
      if (failed(checkBuffer(structOp, array, "field '" + field + "'")))
        return failure();
  return success();
}

LogicalResult Checker::check(FunctionOpInterface function) {
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    auto name = function.getArgAttrOfType<StringAttr>(number, kNameAttrName);
    if (memref &&
        failed(checkBuffer(function, memref,
                           "argument #" + Twine(number) +
                               (name ? " ('" + name.getValue() + "')" : ""))))
      return failure();
  }
  return success();
}

LogicalResult Checker::checkResults(Operation *op) {
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    if (auto memref = dyn_cast<MemRefType>(type))
      if (failed(checkBuffer(op, memref, "result #" + Twine(number))))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static bool isGivenToC(OpOperand &use) {
  Operation *user = use.getOwner();
  return isa<func::CallOp, func::ReturnOp>(user) ||
         (isa<memref::StoreOp>(user) && use.getOperandNumber() == 0);
}

LogicalResult Checker::checkElements(memref::GlobalOp global) {
  auto values =
      dyn_cast_if_present<DenseIntElementsAttr>(global.getInitialValueAttr());
  if (!values || !values.getElementType().isIndex())
    return success();
  for (const APInt &value : values.getValues<APInt>())
    if (!indexInC.admits(value.sext(kWide)))
      return global.emitOpError("@")
             << global.getSymName() << " holds the index "
             << describe(value.sext(kWide)) << ", but " << indexInC.of
             << " counts to " << describe(indexInC.most())
             << "; make it a buffer of i64";
  return success();
}

LogicalResult Checker::check(arith::ConstantOp constant) {
  APInt value;
  if (!constant.getType().isIndex() ||
      !matchPattern(constant.getResult(), m_ConstantInt(&value)))
    return success();
  APInt number = value.sext(kWide);
  for (OpOperand &use : constant->getUses()) {
    const Limit &limit = isGivenToC(use) ? indexInC : index;
    if (limit.admits(number))
      continue;
    Operation *user = use.getOwner();
    bool isOffset = isa<memref::ViewOp>(user);
    return user->emitOpError(isOffset ? "lies " : "uses the index ")
           << describe(number)
           << (isOffset ? " bytes after the start of its buffer, but "
                        : ", but ")
           << limit.of << " counts to " << describe(limit.most())
           << "; make the model smaller, or write an object for a machine of "
              "64 bits (--emit=obj)";
  }
  return success();
}

/// Checks that the index can count one step beyond the last iteration.
LogicalResult Checker::check(scf::ForOp loop) {
  APInt from, to, step;
  if (!loop.getInductionVar().getType().isIndex() ||
      !matchPattern(loop.getLowerBound(), m_ConstantInt(&from)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&to)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || from.sge(to) ||
      !step.isStrictlyPositive())
    return success();
  APInt width = step.sext(kWide), distance = to.sext(kWide) - from.sext(kWide);
  APInt end = from.sext(kWide) + (distance + width - 1).sdiv(width) * width;
  if (index.admits(end))
    return success();
  return loop.emitOpError("counts to ")
         << describe(end) << " in steps of " << describe(width) << ", but "
         << index.of << " counts to " << describe(index.most())
         << "; make the model smaller, or write an object for a machine of 64 "
            "bits (--emit=obj)";
}

LogicalResult Checker::check(PoolViewOp view) {
  APInt offset = wide(view.getOffset());
  if (bytes.admits(offset))
    return success();
  return view.emitOpError("lies ")
         << describe(offset) << " bytes after the start of its pool, but "
         << bytes.of << " has at most " << describe(bytes.most())
         << "; make the pool smaller";
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct CheckSizesPass
    : public tir::impl::TIRCheckSizesPassBase<CheckSizesPass> {
  using TIRCheckSizesPassBase::TIRCheckSizesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    markAllAnalysesPreserved();
    auto text = module->getAttrOfType<StringAttr>(
        LLVM::LLVMDialect::getDataLayoutAttrName());
    auto layout = llvm::DataLayout::parse(text ? text.getValue() : "");
    if (!layout) {
      module.emitError(
          "attribute 'llvm.data_layout' is not an LLVM data layout: ")
          << llvm::toString(layout.takeError());
      return signalPassFailure();
    }
    unsigned ofPointer =
        pointerBits ? pointerBits : layout->getPointerSizeInBits();
    unsigned ofIndex = indexBits ? indexBits : layout->getIndexSizeInBits(0);
    Limit bytes = {ofPointer, ("an object of a machine whose pointers have " +
                               Twine(ofPointer) + " bits")
                                  .str()};
    Limit index = {ofIndex,
                   ("an index, which has " + Twine(ofIndex) + " bits,").str()};
    if (failed(verifyBuffers(module)) ||
        failed(Checker(module, index, bytes).run()))
      signalPassFailure();
  }
};
} // namespace
