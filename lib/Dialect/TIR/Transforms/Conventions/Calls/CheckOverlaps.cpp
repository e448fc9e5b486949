//===- CheckOverlaps.cpp - Regions of one buffer that a call must not mix up
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/ErrorCodes.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/DenseMap.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHECKOVERLAPSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using arith::CmpIPredicate;

namespace {
/// A value that is a part of another one, and which part it is.
struct Part {
  /// The value that it is a part of, or the name of a global.
  const void *source;
  SmallVector<OpFoldResult> offsets, sizes, strides;
};

/// What is known about two parts of one buffer.
enum class Relation { Disjoint, Overlapping, Unknown };
} // namespace

static const void *getIdentity(Value buffer) {
  auto global = buffer.getDefiningOp<memref::GetGlobalOp>();
  return global ? global.getNameAttr().getAsOpaquePointer()
                : buffer.getAsOpaquePointer();
}

static Value skipReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(
            op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Returns the buffers that `argument` is a part of, from itself outwards.
static SmallVector<Part> findParts(Value argument) {
  Builder b(argument.getContext());
  Value value = skipReshapes(argument);
  // A buffer is the whole of itself, whose parts are not looked at.
  SmallVector<Part> parts = {{getIdentity(value), {}, {}, {}}};
  while (Operation *op = value.getDefiningOp()) {
    Part part;
    if (auto region = dyn_cast<memref::SubViewOp>(op)) {
      part = {nullptr, region.getMixedOffsets(), region.getMixedSizes(),
              region.getMixedStrides()};
    } else if (auto view = dyn_cast<memref::ViewOp>(op)) {
      MemRefType type = view.getType();
      Type element = type.getElementType();
      if (!type.hasStaticShape() || !element.isIntOrFloat())
        break;
      int64_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
      part = {nullptr,
              {OpFoldResult(view.getByteShift())},
              {b.getIndexAttr(bytes * type.getNumElements())},
              {b.getIndexAttr(1)}};
    } else {
      break;
    }
    // A reshape between two parts changes what the offsets count.
    value = op->getOperand(0);
    part.source = getIdentity(value);
    parts.push_back(part);
  }
  return parts;
}

/// Returns whether the two parts take turns in a dimension: the same stride
/// from places that it never makes equal.
static bool takeTurns(const Part &one, const Part &other) {
  for (unsigned dim = 0; dim < one.offsets.size(); ++dim) {
    auto stride = getConstantIntValue(one.strides[dim]),
         same = getConstantIntValue(other.strides[dim]),
         left = getConstantIntValue(one.offsets[dim]),
         right = getConstantIntValue(other.offsets[dim]);
    if (stride && left && right && stride == same && *stride > 1 &&
        (*left - *right) % *stride != 0)
      return true;
  }
  return false;
}

static Relation relate(const Part &one, const Part &other,
                       MLIRContext *context) {
  if (one.offsets.empty() || other.offsets.empty())
    return Relation::Overlapping;
  if (one.offsets.size() != other.offsets.size())
    return Relation::Unknown;
  if (takeTurns(one, other))
    return Relation::Disjoint;
  FailureOr<bool> overlapping = ValueBoundsConstraintSet::areOverlappingSlices(
      context, {one.offsets, one.sizes, one.strides},
      {other.offsets, other.sizes, other.strides});
  if (failed(overlapping))
    return Relation::Unknown;
  if (!*overlapping)
    return Relation::Disjoint;
  auto isOne = [](OpFoldResult stride) {
    return isConstantIntValue(stride, 1);
  };
  return llvm::all_of(one.strides, isOne) && llvm::all_of(other.strides, isOne)
             ? Relation::Overlapping
             : Relation::Unknown;
}

namespace {
/// Computes at run time whether two parts of one buffer are disjoint.
class DisjointBuilder {
public:
  DisjointBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  Value create(const Part &one, const Part &other) {
    Value disjoint;
    for (unsigned dim = 0; dim < one.offsets.size(); ++dim)
      for (auto [left, right] :
           {std::pair(&one, &other), std::pair(&other, &one)}) {
        disjoint = either(disjoint, compare(CmpIPredicate::sle, end(*left, dim),
                                            get(right->offsets[dim])));
        if (!getConstantIntValue(left->sizes[dim]))
          disjoint = either(disjoint, compare(CmpIPredicate::eq,
                                              get(left->sizes[dim]), index(0)));
      }
    return disjoint;
  }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value get(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, loc, value);
  }
  Value compare(CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(builder, loc, predicate, left, right);
  }
  Value either(Value left, Value right) {
    return left ? Value(arith::OrIOp::create(builder, loc, left, right))
                : right;
  }
  /// Returns the position behind the last element of the part.
  Value end(const Part &part, unsigned dim) {
    Value steps =
        arith::SubIOp::create(builder, loc, get(part.sizes[dim]), index(1));
    Value span =
        arith::MulIOp::create(builder, loc, steps, get(part.strides[dim]));
    Value last =
        arith::AddIOp::create(builder, loc, get(part.offsets[dim]), span);
    return arith::AddIOp::create(builder, loc, last, index(1));
  }

  OpBuilder &builder;
  Location loc;
};

struct CheckOverlapsPass
    : public tir::impl::TIRCheckOverlapsPassBase<CheckOverlapsPass> {
  using TIRCheckOverlapsPassBase::TIRCheckOverlapsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    models.emplace(module);
    symbols.emplace(module);
    SmallVector<BufferCallOpInterface> calls;
    module.walk([&](BufferCallOpInterface call) {
      if (isa<CallTIROp>(*call))
        calls.push_back(call);
    });
    for (BufferCallOpInterface call : calls)
      if (failed(check(call)))
        return signalPassFailure();
  }

private:
  LogicalResult check(BufferCallOpInterface call) {
    auto callee = symbols->lookup<PrimFuncOp>(call.getCalleeName());
    if (!callee)
      return success();
    OperandRange operands = call.getArgOperands();
    for (unsigned first = 0; first < operands.size(); ++first)
      for (unsigned second = first + 1; second < operands.size(); ++second)
        if (mustDiffer(call, callee, first, second) &&
            failed(checkPair(call, callee, first, second)))
          return failure();
    return success();
  }

  static bool mustDiffer(BufferCallOpInterface call, PrimFuncOp callee,
                         unsigned first, unsigned second) {
    unsigned one = call.getCalleeIndex(first),
             other = call.getCalleeIndex(second);
    auto isBuffer = [&](unsigned index) {
      return isa<MemRefType>(call.getArgOperands()[index].getType());
    };
    return isBuffer(first) && isBuffer(second) &&
           (isAlone(callee, one) || isAlone(callee, other)) &&
           (callee.getEffect(one) != Effect::Read ||
            callee.getEffect(other) != Effect::Read);
  }

  LogicalResult checkPair(BufferCallOpInterface call, PrimFuncOp callee,
                          unsigned first, unsigned second) {
    OperandRange operands = call.getArgOperands();
    SmallVector<Part> ones = findParts(operands[first]),
                      others = findParts(operands[second]);
    for (auto [depth, one] : llvm::enumerate(ones))
      for (auto [otherDepth, other] : llvm::enumerate(others)) {
        if (one.source != other.source)
          continue;
        Relation relation = relate(one, other, &getContext());
        if (relation == Relation::Disjoint)
          return success();
        // The outermost parts are what is compared, so the operands may be
        // disjoint parts of them.
        bool isDirect = depth <= 1 && otherDepth <= 1;
        if (relation == Relation::Overlapping && isDirect)
          return fail(call, callee, first, second, "that overlap",
                      "pass a copy");
        if (!isDirect || one.offsets.size() != other.offsets.size())
          return fail(call, callee, first, second,
                      "that are not known to be disjoint",
                      "take both parts of the buffer itself, or pass a copy");
        return checkAtRunTime(call, callee, first, second, one, other);
      }
    return success();
  }

  static LogicalResult fail(BufferCallOpInterface call, PrimFuncOp callee,
                            unsigned first, unsigned second, StringRef which,
                            StringRef remedy) {
    InFlightDiagnostic diag = call->emitOpError("passes parts of one buffer ")
                              << which << " as arguments #" << first << " and #"
                              << second
                              << ", but the callee writes it and assumes two "
                                 "different buffers; "
                              << remedy
                              << ", or declare both arguments noalias = false "
                                 "in tir.port";
    diag.attachNote(callee.getLoc()) << "callee declared here";
    return diag;
  }

  LogicalResult checkAtRunTime(BufferCallOpInterface call, PrimFuncOp callee,
                               unsigned first, unsigned second, const Part &one,
                               const Part &other) {
    if (failed(verifyCaller(call)))
      return failure();
    OpBuilder builder(call);
    Value isDisjoint =
        DisjointBuilder(builder, call->getLoc()).create(one, other);
    std::string text =
        (callee.getCName() + ": arguments #" + Twine(first) + " and #" +
         Twine(second) +
         " are parts of one buffer that overlap, but it writes one of them")
            .str();
    func::FuncOp function = getCheck(call, text);
    auto checked = CallExternOp::create(
        builder, call->getLoc(), TypeRange(), FlatSymbolRefAttr::get(function),
        ValueRange(isDisjoint), /*device_context=*/Value(),
        /*returns_void=*/UnitAttr(), builder.getI32IntegerAttr(0),
        /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
    updateCall(checked, [](CallParts &parts) { parts.isReported = true; });
    return success();
  }

  /// Returns the function that fails with that text unless its argument holds.
  func::FuncOp getCheck(BufferCallOpInterface call, StringRef text) {
    std::string model = models->lookup(call).str();
    func::FuncOp &function = checks[{StringAttr::get(&getContext(), model),
                                     StringAttr::get(&getContext(), text)}];
    if (function)
      return function;
    OpBuilder builder(&getContext());
    Location loc = call->getLoc();
    function = func::FuncOp::create(
        loc, mangleSymbol(model, "check_overlap"),
        builder.getFunctionType(builder.getI1Type(), builder.getI32Type()));
    function.setPrivate();
    updateFunction(function,
                   [](FunctionParts &parts) { parts.isAlwaysInline = true; });
    symbols->insert(function);
    builder.setInsertionPointToStart(function.addEntryBlock());
    AssertOp::create(builder, loc, function.getArgument(0),
                     builder.getStringAttr(text), /*number=*/Value(),
                     OnErrorAttr::get(&getContext(), onError),
                     /*kind=*/StringAttr());
    Value ok = arith::ConstantIntOp::create(builder, loc, 0, 32);
    func::ReturnOp::create(builder, loc, ok);
    return function;
  }

  std::optional<ModelNames> models;
  std::optional<SymbolTable> symbols;
  llvm::DenseMap<std::pair<StringAttr, StringAttr>, func::FuncOp> checks;
};
} // namespace
