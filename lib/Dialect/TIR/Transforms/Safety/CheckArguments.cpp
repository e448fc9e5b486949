//===- CheckArguments.cpp - Check the pointers that entry points get
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHECKARGUMENTSPASS
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// The remainder of an address by this power of two is the address itself.
static constexpr int64_t kBeyondAddresses = int64_t(1) << 62;

static int64_t countBytes(MemRefType type) {
  unsigned bits = type.getElementType().getIntOrFloatBitWidth();
  return type.getNumElements() * llvm::divideCeil(bits, 8);
}

/// Returns the alignment that the readers of `buffer` count on.
static int64_t getAlignment(Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  int64_t alignment =
      llvm::PowerOf2Ceil(llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
  for (OpOperand &use : buffer.getUses()) {
    auto call = dyn_cast<CallTIROp>(use.getOwner());
    auto callee =
        call ? dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration())
             : PrimFuncOp();
    if (callee && use.getOperandNumber() < callee.getNumArguments())
      alignment =
          std::max(alignment, getArgAlignment(callee, use.getOperandNumber()));
  }
  return alignment;
}

namespace {
/// Adds the checks of one function.
class ArgumentChecks {
public:
  explicit ArgumentChecks(func::FuncOp function) : function(function) {}

  void add();

private:
  void checkStruct(OpBuilder &builder, BlockArgument argument);
  void checkBuffer(StructGetOp get);
  void checkOverlaps(Block *block, ArrayRef<StructGetOp> buffers);
  void require(OpBuilder &builder, Location loc, Value condition,
               const Twine &what);
  std::string describe(StructGetOp get) {
    return (get.getField() + " of " + get.getStructName()).str();
  }

  func::FuncOp function;
};
} // namespace

void ArgumentChecks::require(OpBuilder &builder, Location loc, Value condition,
                             const Twine &what) {
  auto check = AssertOp::create(
      builder, loc, condition,
      builder.getStringAttr(function.getSymName() + ": " + what),
      /*number=*/Value(), /*on_error=*/nullptr, /*kind=*/nullptr);
  check->setAttr(kSafetyCodeAttrName,
                 builder.getI32IntegerAttr(kArgumentsCode));
}

static Value isNotNull(OpBuilder &builder, Location loc, Value pointer) {
  Value isNull = IsNullOp::create(builder, loc, builder.getI1Type(), pointer);
  return arith::XOrIOp::create(
      builder, loc, isNull, arith::ConstantIntOp::create(builder, loc, 1, 1));
}

static Value getNumber(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, value, 64);
}

static Value getRemainder(OpBuilder &builder, Location loc, Value pointer,
                          int64_t alignment) {
  return MisalignmentOp::create(builder, loc, builder.getI64Type(), pointer,
                                builder.getI64IntegerAttr(alignment));
}

void ArgumentChecks::checkStruct(OpBuilder &builder, BlockArgument argument) {
  auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    kNameAttrName);
  require(builder, function.getLoc(),
          isNotNull(builder, function.getLoc(), argument),
          (name ? name.getValue() : StringRef("an argument")) + " is NULL");
}

void ArgumentChecks::checkBuffer(StructGetOp get) {
  OpBuilder builder(get);
  builder.setInsertionPointAfter(get);
  Location loc = get.getLoc();
  Value buffer = get.getResult();
  require(builder, loc, isNotNull(builder, loc, buffer),
          describe(get) + " is NULL");
  int64_t alignment = getAlignment(buffer);
  if (alignment == 1)
    return;
  Value rest = getRemainder(builder, loc, buffer, alignment);
  require(builder, loc,
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                                getNumber(builder, loc, 0)),
          describe(get) + " is not at a multiple of " + Twine(alignment) +
              " bytes");
}

/// Checks that no buffer that is written overlaps another one of the call.
void ArgumentChecks::checkOverlaps(Block *block,
                                   ArrayRef<StructGetOp> buffers) {
  OpBuilder builder(buffers.back());
  // Behind the checks of the last buffer.
  Operation *last = buffers.back();
  while (Operation *next = last->getNextNode()) {
    if (isa<BufferCallOpInterface, TryOp, StructGetOp>(next) ||
        next->hasTrait<OpTrait::IsTerminator>())
      break;
    last = next;
    if (isa<AssertOp>(next))
      builder.setInsertionPointAfter(next);
  }
  Location loc = last->getLoc();
  for (size_t number = 0; number < buffers.size(); ++number)
    for (StructGetOp other : buffers.drop_front(number + 1)) {
      StructGetOp one = buffers[number];
      // Two inputs may be the same.
      auto isInput = [](StructGetOp get) {
        return get.getStructName().ends_with("_inputs");
      };
      if (isInput(one) && isInput(other))
        continue;
      Value begin =
                getRemainder(builder, loc, one.getResult(), kBeyondAddresses),
            otherBegin =
                getRemainder(builder, loc, other.getResult(), kBeyondAddresses);
      auto isBehind = [&](Value first, StructGetOp get, Value second) {
        Value bytes =
            getNumber(builder, loc,
                      countBytes(cast<MemRefType>(get.getResult().getType())));
        Value end = arith::AddIOp::create(builder, loc, first, bytes);
        return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                     end, second)
            .getResult();
      };
      Value areApart =
          arith::OrIOp::create(builder, loc, isBehind(begin, one, otherBegin),
                               isBehind(otherBegin, other, begin));
      require(builder, loc, areApart,
              describe(one) + " overlaps " + describe(other));
    }
}

void ArgumentChecks::add() {
  llvm::MapVector<Block *, SmallVector<StructGetOp>> buffers;
  function.walk([&](StructGetOp get) {
    if (isa<MemRefType>(get.getResult().getType()) &&
        isa<BlockArgument>(get.getPointer()) &&
        !get.getStructName().ends_with("_progress") &&
        !get.getStructName().ends_with("_state"))
      buffers[get->getBlock()].push_back(get);
  });
  for (auto &[block, gets] : buffers) {
    llvm::for_each(gets, [&](StructGetOp get) { checkBuffer(get); });
    checkOverlaps(block, gets);
  }
  // Its callers have checked the structs of a private function.
  if (function.isPrivate())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  for (BlockArgument argument : function.getArguments())
    if (getPort(function, argument.getArgNumber()).structName)
      checkStruct(builder, argument);
}

namespace {
struct CheckArgumentsPass
    : public tir::impl::TIRCheckArgumentsPassBase<CheckArgumentsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && returnsCode(function))
        ArgumentChecks(function).add();
  }
};
} // namespace
