//===- StepsToEmitC.cpp - Inner steps as calls of C functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "StepFunctions.h"

#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/WholeShift.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Steps/Steps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// The call that a step becomes. Its operands are added one after the other.
class StepCall {
public:
  explicit StepCall(EmitCBuilder &c) : c(c) {}

  StepCall &values(ValueRange values) {
    llvm::append_range(operands, values);
    return *this;
  }
  template <typename... Numbers>
  StepCall &numbers(Numbers... numbers) {
    for (int64_t number : {static_cast<int64_t>(numbers)...})
      operands.push_back(c.constant(c.builder().getI32Type(), number));
    return *this;
  }
  /// Adds `pointer + offset`.
  StepCall &pointer(Value pointer, Value offset) {
    bool isZero = getConstantInt(offset) == 0;
    operands.push_back(
        isZero ? pointer
               : c.binary<emitc::AddOp>(pointer.getType(), pointer, offset));
    return *this;
  }

  /// Creates the call. It writes `numResults` results to an array, its last
  /// argument, from which this loads them.
  SmallVector<Value> create(StringRef function, int64_t numResults) {
    Value array = numResults ? addArray(numResults) : Value();
    emitc::CallOpaqueOp::create(c.builder(), TypeRange(), function, operands);
    SmallVector<Value> results;
    for (int64_t i = 0; i < numResults; ++i)
      results.push_back(c.load(emitc::SubscriptOp::create(
          c.builder(), cast<TypedValue<emitc::ArrayType>>(array),
          c.constant(c.builder().getI32Type(), i))));
    return results;
  }

  StringRef arrayName = "acc";

private:
  Value addArray(int64_t size) {
    ImplicitLocOpBuilder &b = c.builder();
    auto array = emitc::VariableOp::create(
        b, emitc::ArrayType::get({size}, b.getI32Type()),
        emitc::OpaqueAttr::get(b.getContext(), ""));
    array->setAttr(kNameAttrName, b.getStringAttr(arrayName));
    operands.push_back(c.cast(emitc::PointerType::get(b.getI32Type()), array));
    return array;
  }

  EmitCBuilder &c;
  SmallVector<Value> operands;
};

/// Each `describe` adds the operands of one step to its call, and returns the
/// name of the function.
template <typename Op>
using In = typename Op::Adaptor;

std::string describe(WidenBytesOp op, In<WidenBytesOp> in, StepCall &call) {
  call.values({in.getBytes(), in.getOffset(), in.getBegin(), in.getEnd()})
      .numbers(op.getSize(), op.getPadding())
      .pointer(in.getWords(), in.getAt());
  return kWidenBytesFunction.str();
}

std::string describe(WidenElementsOp op, In<WidenElementsOp> in,
                     StepCall &call) {
  call.values({in.getBytes(), in.getOffset(), in.getBegin(), in.getEnd()})
      .numbers(op.getSize(), op.getPadding())
      .pointer(in.getNumbers(), in.getAt());
  return kWidenElementsFunction.str();
}

std::string describe(StoreHalfOp, In<StoreHalfOp> in, StepCall &call) {
  call.values({in.getWords(), in.getAt(), in.getValue()});
  return kStoreHalfFunction.str();
}

std::string describe(DotPairsOp op, In<DotPairsOp> in, StepCall &call) {
  auto [run, runPitch, pixelPitch] = op.getLayout();
  call.values(in.getPixelWords());
  if (op.getPixels() > 1)
    call.numbers(pixelPitch);
  if (op.getRun())
    call.numbers(run, runPitch);
  call.pointer(in.getWeights(), in.getOffset());
  if (!isOneIteration(op))
    call.numbers(op.getSize());
  call.values(in.getInit());
  return getDotPairsFunction(op);
}

std::string describe(DotPixelOp op, In<DotPixelOp> in, StepCall &call) {
  call.pointer(in.getElements(), in.getOffset())
      .pointer(in.getWeights(), in.getWeightsOffset())
      .numbers(op.getSize())
      .values(in.getInit());
  return getDotPixelFunction(op);
}

std::string describe(DotTapsOp op, In<DotTapsOp> in, StepCall &call) {
  call.values({in.getBytes(), in.getOffset()})
      .pointer(in.getWeights(), in.getWeightsOffset())
      .values({in.getRowBegin(), in.getRowEnd(), in.getColumnBegin(),
               in.getColumnEnd()})
      .numbers(op.getRowPitch(), op.getColumnPitch(), op.getWeightPitch(),
               op.getPixelPitch(), op.getZeroPoint())
      .values(in.getInit());
  return getDotTapsFunction(op.getPixels(), op.getColumns(),
                            !op.getInit().empty());
}

std::string describe(WidenRowsOp op, In<WidenRowsOp> in, StepCall &call) {
  call.values({in.getBytes(), in.getOffset()});
  if (op.getMoves())
    call.numbers(*op.getMoves())
        .values({in.getColumnBegin(), in.getColumnEnd()})
        .numbers(op.getColumns(), op.getRowPitch(), op.getColumnPitch(),
                 op.getPadding());
  else
    call.numbers(op.getRows())
        .values({in.getRowBegin(), in.getRowEnd(), in.getColumnBegin(),
                 in.getColumnEnd()})
        .numbers(op.getColumns(), op.getRowPitch(), op.getColumnPitch(),
                 op.getChannels(), op.getPadding());
  call.pointer(in.getWords(), in.getAt());
  return (op.getMoves() ? kWidenAndMoveRowsFunction : kWidenRowsFunction).str();
}

std::string describe(LoadTapsOp op, In<LoadTapsOp> in, StepCall &call) {
  call.arrayName = "taps";
  call.pointer(in.getWords(), in.getAt());
  return getLoadTapsFunction(op.getTimes256(), /*oneRow=*/false);
}

std::string describe(LoadRowTapsOp op, In<LoadRowTapsOp> in, StepCall &call) {
  call.arrayName = "taps";
  call.pointer(in.getWords(), in.getAt());
  return getLoadTapsFunction(op.getTimes256(), /*oneRow=*/true);
}

std::string describe(DotColumnsOp op, In<DotColumnsOp> in, StepCall &call) {
  call.pointer(in.getWords(), in.getAt())
      .values(in.getOperands().drop_front(2));
  return getDotColumnsFunction(op.getRows(), op.getPixels(), op.getStride(),
                               /*isJoined=*/op.getTaps().size() == 5);
}

std::string describe(DotNextColumnsOp op, In<DotNextColumnsOp> in,
                     StepCall &call) {
  call.pointer(in.getWords(), in.getAt())
      .values(in.getOperands().drop_front(2));
  return getDotNextColumnsFunction(op.getRowWindows());
}

std::string describe(DotRowsOp op, In<DotRowsOp> in, StepCall &call) {
  call.values(in.getNumbers())
      .pointer(in.getWeights(), in.getOffset())
      .numbers(op.getSize(), op.getChannels())
      .values(in.getSums());
  return getDotRowsFunction(op.getPixels());
}

std::string describe(DotWindowOp op, In<DotWindowOp> in, StepCall &call) {
  call.values({in.getBytes(), in.getOffset(), in.getPadding()})
      .pointer(in.getWeights(), in.getWeightsOffset())
      .values({in.getRowBegin(), in.getRowEnd(), in.getColumnBegin(),
               in.getColumnEnd()})
      .numbers(op.getRowPitch(), op.getColumnPitch(), op.getWeightPitch(),
               op.getChannels())
      .values(in.getSums());
  return getDotWindowFunction(op.getRows(), op.getColumns());
}

std::string describe(DotLanesOp op, In<DotLanesOp> in, StepCall &call) {
  call.pointer(in.getElements(), in.getOffset())
      .pointer(in.getWeights(), in.getWeightsOffset())
      .values({in.getRowBegin(), in.getRowEnd()})
      .numbers(op.getColumns(), op.getSize(), op.getRowPitch(),
               op.getColumnPitch(), op.getElementPitch(), op.getPixelPitch(),
               op.getWeightPitch());
  if (op.hasOutputs())
    call.numbers(op.getWeightsOfRow());
  if (op.getStart())
    call.pointer(in.getStart(), in.getStartAt());
  if (op.getAddend())
    call.pointer(in.getAddend(), in.getAddendAt())
        .numbers(op.getAddendPitch().value_or(0));
  if (op.getLow())
    call.values({in.getLow(), in.getHigh()});
  call.pointer(in.getSums(), in.getAt());
  if (op.hasOutputs())
    call.numbers(op.getSumsOfPixel());
  return getDotLanesFunction(op);
}

/// Adds where columns are inside of the input; without a border, all are.
template <typename Op>
void addBorder(Op op, StepCall &call) {
  if (std::optional<ArrayRef<int64_t>> border = op.getBorder())
    call.numbers((*border)[0], (*border)[1], (*border)[2], (*border)[3]);
  else
    call.numbers(0, 0, 0, 1);
}

std::string describe(DotByteLanesOp op, In<DotByteLanesOp> in, StepCall &call) {
  call.values({in.getElements(), in.getOffset()})
      .pointer(in.getWeights(), in.getWeightsOffset())
      .pointer(in.getStart(), in.getStartAt())
      .values({in.getRowBegin(), in.getRowEnd()})
      .numbers(op.getRows(), op.getColumns(), op.getSize(), op.getRowPitch(),
               op.getColumnPitch(), op.getPixelPitch());
  addBorder(op, call);
  call.numbers(op.getLanes(), op.getTogether(), op.getJoined(), op.getPixels(),
               op.getChannels(), op.getPadding())
      .pointer(in.getSums(), in.getAt())
      .numbers(op.getSumsPitch());
  return kDotByteLanesFunction.str();
}

std::string describe(DotWindowLanesOp op, In<DotWindowLanesOp> in,
                     StepCall &call) {
  call.values({in.getElements(), in.getOffset()})
      .pointer(in.getWeights(), in.getWeightsOffset())
      .pointer(in.getStart(), in.getStartAt())
      .values({in.getRowBegin(), in.getRowEnd()})
      .numbers(op.getRows(), op.getColumns(), op.getRowPitch(),
               op.getColumnPitch(), op.getPixelPitch());
  addBorder(op, call);
  call.numbers(op.getLanes(), op.getTogether(), op.getPixels(),
               op.getChannels(), op.getPadding())
      .pointer(in.getSums(), in.getAt())
      .numbers(op.getSumsPitch());
  return kDotWindowLanesFunction.str();
}

std::string describe(RequantizeLanesOp op, In<RequantizeLanesOp> in,
                     StepCall &call) {
  // Without sign offsets, any numbers stand in their place.
  Value sign = op.getSignOffset() ? in.getSignOffset() : in.getOffset();
  call.pointer(in.getSums(), in.getFrom());
  for (Value numbers : {in.getScale(), in.getOffset(), sign, in.getShift()})
    call.pointer(numbers, in.getChannel());
  call.numbers(op.getFractionBits(), op.getSignOffset() != nullptr, op.getLow(),
               op.getHigh(), op.getPixels(), op.getChannels(),
               op.getSumsPitch(), op.getOutputsPitch());
  if (op.getOther()) {
    call.pointer(in.getOther(), in.getTo());
    for (int64_t number : *op.getFactors())
      call.numbers(number);
  }
  call.pointer(in.getOutputs(), in.getTo());
  return (op.getOther() ? kRequantizeLanesAddFunction
                        : kRequantizeLanesFunction)
      .str();
}

std::string describe(DotBlockOp op, In<DotBlockOp> in, StepCall &call) {
  DotBlockForm form(op);
  call.pointer(in.getBytes(), in.getOffset());
  if (form.pixels > 1)
    call.numbers(op.getPixelPitch());
  call.pointer(in.getWeights(), in.getWeightsOffset());
  if (form.hasRows)
    call.numbers(op.getRows(), op.getRowPitch())
        .values({in.getRowBegin(), in.getRowEnd()});
  if (form.hasPart)
    call.values({in.getBegin(), in.getEnd()});
  call.numbers(op.getSize());
  if (form.hasRows)
    call.numbers(op.getPadding());
  call.values(in.getInit());
  return form.getName();
}

std::string describe(DotRaisedOp op, In<DotRaisedOp> in, StepCall &call) {
  call.pointer(in.getBytes(), in.getOffset())
      .pointer(in.getWeights(), in.getWeightsOffset())
      .numbers(op.getSize())
      .values(in.getInit());
  return DotBlockForm(op).getName();
}

std::string describe(RaiseElementsOp op, In<RaiseElementsOp> in,
                     StepCall &call) {
  call.pointer(in.getBytes(), in.getOffset());
  if (!op.isOneRow())
    call.numbers(op.getRows(), op.getRowPitch())
        .values({in.getRowBegin(), in.getRowEnd(), in.getBegin(), in.getEnd()});
  call.numbers(op.getSize());
  if (!op.isOneRow())
    call.numbers(op.getPadding());
  call.pointer(in.getWritten(), in.getAt());
  return getRaiseElementsFunction(op).str();
}

std::string describe(DotStripOp op, In<DotStripOp> in, StepCall &call) {
  call.pointer(in.getBytes(), in.getOffset())
      .numbers(op.getColumnPitch())
      .pointer(in.getWeights(), in.getWeightsOffset())
      .numbers(op.getRows(), op.getRowPitch())
      .values({in.getRowBegin(), in.getRowEnd()})
      .numbers(op.getPadding())
      .values(in.getInit());
  return getDotStripFunction(op);
}

std::string describe(CallStepOp op, In<CallStepOp> in, StepCall &call) {
  for (auto [buffer, offset] :
       llvm::zip_equal(in.getBuffers(), in.getOffsets()))
    call.pointer(buffer, offset);
  call.values(in.getNumbers());
  for (int64_t size : op.getSizes())
    call.numbers(size);
  return findStep(op.getStep())->getFunction();
}

template <typename Op>
LogicalResult convertStep(Op op, typename Op::Adaptor adaptor,
                          const TypeConverter &,
                          ConversionPatternRewriter &rewriter) {
  for (auto [before, after] :
       llvm::zip_equal(op->getOperands(), adaptor.getOperands()))
    if (isa<BaseMemRefType>(before.getType()) &&
        failed(checkIsPointer(op, after.getType())))
      return failure();
  EmitCBuilder c(rewriter, op.getLoc());
  StepCall call(c);
  std::string function = describe(op, adaptor, call);
  rewriter.replaceOp(op, call.create(function, op->getNumResults()));
  return success();
}

std::string getFunction(RequantizeOp op) {
  return getRequantizeFunction(op.getBits(), op.getShift(),
                               op.getOffset().getType().isInteger(32),
                               op.getSignOffset() != nullptr);
}

std::string getFunction(RequantizeApproximateOp op) {
  return getRequantizeFunction(op.getBits(), op.getShift(), /*upperHalf=*/true,
                               op.getSignOffset() != nullptr,
                               /*isApproximate=*/true);
}

std::string getFunction(RequantizeDoubleOp op) {
  return getRequantizeDoubleFunction(op.getMax(), op.getShift());
}

/// Returns the function of a product by a power of two, which shifts and
/// saturates only.
template <typename Op>
std::optional<std::string> getShiftFunction(Op op) {
  if constexpr (std::is_same_v<Op, RequantizeOp>)
    if (std::optional<int64_t> shift = getWholeShift(op))
      return getSaturateFunction(op.getBits(), *shift);
  return std::nullopt;
}

template <typename Op>
LogicalResult convertRescale(Op op, typename Op::Adaptor adaptor,
                             const TypeConverter &,
                             ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  if (std::optional<std::string> function = getShiftFunction(op)) {
    rewriter.replaceOp(op, c.call(rewriter.getI32Type(), *function,
                                  adaptor.getOperands().front()));
    return success();
  }
  rewriter.replaceOp(op, c.call(rewriter.getI32Type(), getFunction(op),
                                adaptor.getOperands()));
  return success();
}

template <typename... Ops>
void addSteps(const TypeConverter &converter, RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertStep<Ops>...);
}
} // namespace

void tir::populateStepsToEmitCPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  addSteps<WidenBytesOp, WidenElementsOp, WidenRowsOp, StoreHalfOp, DotPairsOp,
           DotPixelOp, DotTapsOp, LoadTapsOp, LoadRowTapsOp, DotColumnsOp,
           DotNextColumnsOp, DotRowsOp, DotWindowOp, DotLanesOp, DotByteLanesOp,
           DotWindowLanesOp, RequantizeLanesOp, DotBlockOp, DotRaisedOp,
           RaiseElementsOp, DotStripOp, CallStepOp>(converter, patterns);
  addConversions(converter, patterns, /*benefit=*/1,
                 convertRescale<RequantizeOp>,
                 convertRescale<RequantizeApproximateOp>,
                 convertRescale<RequantizeDoubleOp>);
}
