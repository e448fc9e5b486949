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
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

namespace {
/// Creates `pointer + offset`.
Value createPointer(EmitCBuilder &c, Value pointer, Value offset) {
  if (getConstantInt(offset) == 0)
    return pointer;
  return c.binary<emitc::AddOp>(pointer.getType(), pointer, offset);
}

struct ConvertWidenBytes : OpConversionPattern<WidenBytesOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(WidenBytesOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getBytes().getType())) ||
        failed(checkIsPointer(op, adaptor.getWords().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    Type i32 = rewriter.getI32Type();
    emitc::CallOpaqueOp::create(
        c.builder(), TypeRange(), kWidenBytesFunction,
        ValueRange{adaptor.getBytes(), adaptor.getOffset(), adaptor.getBegin(),
                   adaptor.getEnd(), c.constant(i32, op.getSize()),
                   c.constant(i32, op.getPadding()),
                   createPointer(c, adaptor.getWords(), adaptor.getAt())});
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertStoreHalf : OpConversionPattern<StoreHalfOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StoreHalfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getWords().getType())))
      return failure();
    emitc::CallOpaqueOp::create(
        rewriter, op.getLoc(), TypeRange(), kStoreHalfFunction,
        ValueRange{adaptor.getWords(), adaptor.getAt(), adaptor.getValue()});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Creates a call of `function` with an array for the results as the last
/// argument, and returns the results.
SmallVector<Value> createArray(EmitCBuilder &c, StringRef function,
                               StringRef name, SmallVector<Value> operands,
                               int64_t numResults) {
  Type i32 = c.builder().getI32Type();
  auto array = emitc::ArrayType::get({numResults}, i32);
  auto sums = emitc::VariableOp::create(
      c.builder(), array, emitc::OpaqueAttr::get(c.builder().getContext(), ""));
  sums->setAttr(kNameAttrName, c.builder().getStringAttr(name));
  operands.push_back(c.cast(emitc::PointerType::get(i32), sums));
  emitc::CallOpaqueOp::create(c.builder(), TypeRange(), function, operands);
  SmallVector<Value> results;
  for (int64_t i = 0; i < numResults; ++i)
    results.push_back(c.load(emitc::SubscriptOp::create(
        c.builder(), cast<TypedValue<emitc::ArrayType>>(sums.getResult()),
        c.constant(i32, i))));
  return results;
}

struct ConvertDotPairs : OpConversionPattern<DotPairsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotPairsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getPixelWords().getType())) ||
        failed(checkIsPointer(op, adaptor.getWeights().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    Value weights = createPointer(c, adaptor.getWeights(), adaptor.getOffset());
    auto number = [&](int64_t value) {
      return c.constant(rewriter.getI32Type(), value);
    };
    auto [run, runPitch, pixelPitch] = op.getLayout();
    SmallVector<Value> operands = {adaptor.getPixelWords()};
    if (op.getPixels() > 1)
      operands.push_back(number(pixelPitch));
    if (op.getRun())
      operands.append({number(run), number(runPitch)});
    operands.push_back(weights);
    if (!isOneIteration(op))
      operands.push_back(number(op.getSize()));
    llvm::append_range(operands, adaptor.getInit());
    rewriter.replaceOp(op, createArray(c, getDotPairsFunction(op), "acc",
                                       operands, op.getNumResults()));
    return success();
  }
};

struct ConvertDotPixel : OpConversionPattern<DotPixelOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotPixelOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getElements().getType())) ||
        failed(checkIsPointer(op, adaptor.getWeights().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands = {
        createPointer(c, adaptor.getElements(), adaptor.getOffset()),
        createPointer(c, adaptor.getWeights(), adaptor.getWeightsOffset()),
        c.constant(rewriter.getI32Type(), op.getSize())};
    llvm::append_range(operands, adaptor.getInit());
    rewriter.replaceOp(op, createArray(c, getDotPixelFunction(op), "acc",
                                       operands, op.getNumResults()));
    return success();
  }
};

struct ConvertDotTaps : OpConversionPattern<DotTapsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotTapsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getBytes().getType())) ||
        failed(checkIsPointer(op, adaptor.getWeights().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands = {
        adaptor.getBytes(),
        adaptor.getOffset(),
        createPointer(c, adaptor.getWeights(), adaptor.getWeightsOffset()),
        adaptor.getRowBegin(),
        adaptor.getRowEnd(),
        adaptor.getColumnBegin(),
        adaptor.getColumnEnd()};
    for (int64_t number :
         {op.getRowPitch(), op.getColumnPitch(), op.getWeightPitch(),
          op.getPixelPitch(), op.getZeroPoint()})
      operands.push_back(c.constant(rewriter.getI32Type(), number));
    llvm::append_range(operands, adaptor.getInit());
    rewriter.replaceOp(
        op, createArray(c,
                        getDotTapsFunction(op.getPixels(), op.getColumns(),
                                           !op.getInit().empty()),
                        "acc", operands, op.getNumResults()));
    return success();
  }
};

struct ConvertWidenRows : OpConversionPattern<WidenRowsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(WidenRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getBytes().getType())) ||
        failed(checkIsPointer(op, adaptor.getWords().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands = {adaptor.getBytes(), adaptor.getOffset()};
    auto add = [&](ArrayRef<int64_t> numbers) {
      for (int64_t number : numbers)
        operands.push_back(c.constant(rewriter.getI32Type(), number));
    };
    auto numRows = static_cast<int64_t>(op.getRows()),
         columns = static_cast<int64_t>(op.getColumns()),
         rowPitch = static_cast<int64_t>(op.getRowPitch()),
         columnPitch = static_cast<int64_t>(op.getColumnPitch()),
         padding = static_cast<int64_t>(op.getPadding());
    if (op.getMoves()) {
      add(static_cast<int64_t>(*op.getMoves()));
      operands.append({adaptor.getColumnBegin(), adaptor.getColumnEnd()});
      add({columns, rowPitch, columnPitch, padding});
    } else {
      add(numRows);
      operands.append({adaptor.getRowBegin(), adaptor.getRowEnd(),
                       adaptor.getColumnBegin(), adaptor.getColumnEnd()});
      add({columns, rowPitch, columnPitch,
           static_cast<int64_t>(op.getChannels()), padding});
    }
    operands.push_back(createPointer(c, adaptor.getWords(), adaptor.getAt()));
    emitc::CallOpaqueOp::create(c.builder(), TypeRange(),
                                op.getMoves() ? kWidenAndMoveRowsFunction
                                              : kWidenRowsFunction,
                                operands);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertLoadTaps : OpConversionPattern<LoadTapsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoadTapsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getWords().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    rewriter.replaceOp(
        op, createArray(c, getLoadTapsFunction(op.getTimes256()), "taps",
                        {createPointer(c, adaptor.getWords(), adaptor.getAt())},
                        op.getNumResults()));
    return success();
  }
};

struct ConvertDotColumns : OpConversionPattern<DotColumnsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotColumnsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getWords().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands(adaptor.getOperands());
    operands.erase(operands.begin(), operands.begin() + 2);
    operands.insert(operands.begin(),
                    createPointer(c, adaptor.getWords(), adaptor.getAt()));
    rewriter.replaceOp(
        op, createArray(c,
                        getDotColumnsFunction(op.getRows(), op.getPixels(),
                                              op.getStride()),
                        "acc", operands, op.getNumResults()));
    return success();
  }
};

struct ConvertWidenElements : OpConversionPattern<WidenElementsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(WidenElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getBytes().getType())) ||
        failed(checkIsPointer(op, adaptor.getNumbers().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    Type i32 = rewriter.getI32Type();
    emitc::CallOpaqueOp::create(
        c.builder(), TypeRange(), kWidenElementsFunction,
        ValueRange{adaptor.getBytes(), adaptor.getOffset(), adaptor.getBegin(),
                   adaptor.getEnd(), c.constant(i32, op.getSize()),
                   c.constant(i32, op.getPadding()),
                   createPointer(c, adaptor.getNumbers(), adaptor.getAt())});
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertDotRows : OpConversionPattern<DotRowsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (Value buffer :
         {adaptor.getNumbers(), adaptor.getWeights(), adaptor.getSums()})
      if (failed(checkIsPointer(op, buffer.getType())))
        return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    Type i32 = rewriter.getI32Type();
    emitc::CallOpaqueOp::create(
        c.builder(), TypeRange(), getDotRowsFunction(op.getPixels()),
        ValueRange{adaptor.getNumbers(),
                   createPointer(c, adaptor.getWeights(), adaptor.getOffset()),
                   c.constant(i32, op.getSize()),
                   c.constant(i32, op.getChannels()), adaptor.getSums()});
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertDotWindow : OpConversionPattern<DotWindowOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotWindowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (Value buffer : {adaptor.getBytes(), adaptor.getPadding(),
                         adaptor.getWeights(), adaptor.getSums()})
      if (failed(checkIsPointer(op, buffer.getType())))
        return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands = {
        adaptor.getBytes(),
        adaptor.getOffset(),
        adaptor.getPadding(),
        createPointer(c, adaptor.getWeights(), adaptor.getWeightsOffset()),
        adaptor.getRowBegin(),
        adaptor.getRowEnd(),
        adaptor.getColumnBegin(),
        adaptor.getColumnEnd()};
    for (int64_t number : {op.getRowPitch(), op.getColumnPitch(),
                           op.getWeightPitch(), op.getChannels()})
      operands.push_back(c.constant(rewriter.getI32Type(), number));
    operands.push_back(adaptor.getSums());
    emitc::CallOpaqueOp::create(
        c.builder(), TypeRange(),
        getDotWindowFunction(op.getRows(), op.getColumns()), operands);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertDotBlock : OpConversionPattern<DotBlockOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotBlockOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getBytes().getType())) ||
        failed(checkIsPointer(op, adaptor.getWeights().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    auto number = [&](int64_t value) {
      return c.constant(rewriter.getI32Type(), value);
    };
    DotBlockForm form(op);
    SmallVector<Value> operands = {
        createPointer(c, adaptor.getBytes(), adaptor.getOffset())};
    if (form.pixels > 1)
      operands.push_back(number(op.getPixelPitch()));
    operands.push_back(
        createPointer(c, adaptor.getWeights(), adaptor.getWeightsOffset()));
    if (form.hasRows)
      operands.append({number(op.getRows()), number(op.getRowPitch()),
                       adaptor.getRowBegin(), adaptor.getRowEnd()});
    if (form.hasPart)
      operands.append({adaptor.getBegin(), adaptor.getEnd()});
    operands.push_back(number(op.getSize()));
    if (form.hasRows)
      operands.push_back(number(static_cast<int64_t>(op.getPadding())));
    llvm::append_range(operands, adaptor.getInit());
    rewriter.replaceOp(op, createArray(c, form.getName(), "acc", operands,
                                       op.getNumResults()));
    return success();
  }
};

struct ConvertDotStrip : OpConversionPattern<DotStripOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotStripOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkIsPointer(op, adaptor.getBytes().getType())) ||
        failed(checkIsPointer(op, adaptor.getWeights().getType())))
      return failure();
    EmitCBuilder c(rewriter, op.getLoc());
    auto number = [&](int64_t value) {
      return c.constant(rewriter.getI32Type(), value);
    };
    SmallVector<Value> operands = {
        createPointer(c, adaptor.getBytes(), adaptor.getOffset()),
        number(op.getColumnPitch()),
        createPointer(c, adaptor.getWeights(), adaptor.getWeightsOffset()),
        number(op.getRows()),
        number(op.getRowPitch()),
        adaptor.getRowBegin(),
        adaptor.getRowEnd(),
        number(static_cast<int64_t>(op.getPadding())),
        adaptor.getInit()};
    rewriter.replaceOp(op, createArray(c, getDotStripFunction(op), "acc",
                                       operands, op.getNumResults()));
    return success();
  }
};

struct ConvertRequantize : OpConversionPattern<RequantizeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RequantizeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands(adaptor.getOperands());
    rewriter.replaceOp(
        op, c.call(rewriter.getI32Type(),
                   getRequantizeFunction(op.getBits(), op.getShift(),
                                         op.getOffset().getType().isInteger(32),
                                         op.getSignOffset() != nullptr),
                   operands));
    return success();
  }
};

struct ConvertRequantizeDouble : OpConversionPattern<RequantizeDoubleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RequantizeDoubleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    SmallVector<Value> operands(adaptor.getOperands());
    rewriter.replaceOp(
        op, c.call(rewriter.getI32Type(),
                   getRequantizeDoubleFunction(op.getMax(), op.getShift()),
                   operands));
    return success();
  }
};
} // namespace

void tir::populateStepsToEmitCPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ConvertWidenBytes, ConvertStoreHalf, ConvertDotPairs,
               ConvertDotPixel, ConvertDotTaps, ConvertWidenRows,
               ConvertLoadTaps, ConvertDotColumns, ConvertWidenElements,
               ConvertDotRows, ConvertDotWindow, ConvertDotBlock,
               ConvertDotStrip, ConvertRequantize, ConvertRequantizeDouble>(
      converter, patterns.getContext());
}
