//===- PackWeights.cpp - Weights that a run brings into a layout
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackWeights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Steps/Steps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::ToTensorOp;

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

namespace {
/// Writes the body of a kernel that packs weights: the words of `packPairs`
/// with bytes or of `packTaps`, and the biases.
class PackLoops {
public:
  PackLoops(PrimFuncOp packer, const BlockedKernel &kernel,
            const AccumulatorInit &start)
      : builder(packer.getLoc(), packer.getContext()), kernel(kernel),
        start(start), foldsZeroPoint(kernel.zeroPoint != 0) {
    Block &block = packer.getBody().front();
    weights = block.getArgument(0);
    unsigned next = 1;
    if (start.argument)
      given = block.getArgument(next++);
    words = block.getArgument(next++);
    biases = block.getArgument(next);
    builder.setInsertionPointToStart(&block);
  }

  void emit() {
    if (kernel.isDepthwise)
      emitTaps();
    else
      emitPairs();
    ReturnOp::create(builder);
  }

private:
  using Sums = SmallVector<Value, 2>;

  Value index(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }
  Value number(int64_t number) {
    return arith::ConstantIntOp::create(builder, number, 32);
  }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, a, b); }
  Value scale(Value a, int64_t factor) {
    return arith::MulIOp::create(builder, a, index(factor));
  }
  Value shiftLeft(Value a, int64_t bits) {
    return bits == 0 ? a : arith::ShLIOp::create(builder, a, number(bits));
  }
  /// Returns the byte of a weight at a place of a word.
  Value placeByte(Value weight, int64_t byte) {
    // Sign bits would be above the word's last byte.
    if (byte != 3)
      weight = arith::AndIOp::create(builder, weight, number(0xff));
    return shiftLeft(weight, 8 * byte);
  }
  Value load(Value at) {
    return arith::ExtSIOp::create(builder, builder.getI32Type(),
                                  memref::LoadOp::create(builder, weights, at));
  }
  /// Adds to a sum that may not have begun.
  void addTo(Value &sum, Value term) { sum = sum ? add(sum, term) : term; }
  /// Puts a weight at a byte of a word that may not have begun.
  void putByte(Value &word, Value weight, int64_t byte) {
    Value placed = placeByte(weight, byte);
    word = word ? arith::OrIOp::create(builder, word, placed) : placed;
  }
  void store(Value word, Value at) {
    memref::StoreOp::create(builder, word, words, at);
  }

  /// Emits a loop that carries the sums of weights.
  Sums loop(int64_t count, Sums sums,
            function_ref<Sums(Value at, Sums sums)> body) {
    if (count == 0)
      return sums;
    if (count == 1)
      return body(index(0), sums);
    auto loop =
        scf::ForOp::create(builder, index(0), index(count), index(1), sums);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Sums results = body(loop.getInductionVar(), Sums(loop.getRegionIterArgs()));
    if (!sums.empty())
      scf::YieldOp::create(builder, results);
    return Sums(loop.getResults());
  }

  Sums startSums(size_t count) {
    return foldsZeroPoint ? Sums(count, number(0)) : Sums();
  }

  /// Stores what the sums of a channel start with. Sums of 32 bits may wrap, as
  /// they do in plain loops.
  void storeBias(Value channel, Value sum) {
    Value bias = given ? Value(memref::LoadOp::create(builder, given, channel))
                       : number(start.number);
    if (sum)
      bias = arith::SubIOp::create(
          builder, bias,
          arith::MulIOp::create(builder, sum, number(kernel.zeroPoint)));
    memref::StoreOp::create(builder, bias, biases, channel);
  }

  /// Packs up to four products of a pair of channels. The elements of both
  /// channels lie from `first` and `second` on; a missing one has zeros.
  Sums packProducts(Value first, Value second, Value at, int64_t count,
                    Sums sums) {
    Value packed[2];
    for (int64_t i = 0; i < count; ++i) {
      PairPlace place = getPairPlace(i, count);
      for (int64_t channel = 0; channel < 2; ++channel) {
        Value from = channel == 0 ? first : second;
        if (!from)
          continue;
        Value weight = load(add(from, index(i)));
        if (foldsZeroPoint)
          sums[channel] = add(sums[channel], weight);
        // The first channel is the upper byte of a half.
        putByte(packed[place.word], weight,
                (place.isHigh ? 2 : 0) + 1 - channel);
      }
    }
    for (int64_t i = 0; i < 2; ++i)
      if (packed[i])
        store(packed[i], add(at, index(i)));
    return sums;
  }

  /// Packs the rows of two channels by a step, which sums them, too.
  void emitPairStep(Value pair) {
    int64_t products = kernel.getProducts();
    Value channel = scale(pair, 2);
    CallStepOp::create(builder, "dsp_pack_pairs",
                       ValueRange{weights, words, biases},
                       ValueRange{scale(pair, 2 * products),
                                  scale(pair, kernel.getWords()), channel},
                       ValueRange{}, ArrayRef<int64_t>{products, products});
    for (int64_t i = 0; i < 2; ++i) {
      Value at = add(channel, index(i));
      Value sum = memref::LoadOp::create(builder, biases, at);
      storeBias(at, foldsZeroPoint ? sum : Value());
    }
  }

  void emitPair(Value pair, bool hasSecond) {
    if (hasSecond && kernel.getSegment() % 4 == 0 && PackedWeights::hasSteps())
      return emitPairStep(pair);
    int64_t products = kernel.getProducts(), segment = kernel.getSegment();
    int64_t numWords = kernel.getWords();
    // Whole groups of four follow each other.
    if (segment % 4 == 0)
      segment = products;
    int64_t segmentWords = getNumPairWords(segment);
    Value from = scale(pair, 2 * products), to = scale(pair, numWords);
    auto packSegment = [&](Value number, Sums sums) {
      Value first = add(from, scale(number, segment));
      Value second = hasSecond ? add(first, index(products)) : Value();
      Value at = add(to, scale(number, segmentWords));
      sums = loop(segment / 4, sums, [&](Value group, Sums inner) {
        Value element = scale(group, 4);
        return packProducts(add(first, element),
                            second ? add(second, element) : Value(),
                            add(at, scale(group, 2)), 4, inner);
      });
      int64_t done = segment / 4 * 4;
      if (done == segment)
        return sums;
      return packProducts(add(first, index(done)),
                          second ? add(second, index(done)) : Value(),
                          add(at, index(done / 2)), segment - done, sums);
    };
    Sums sums = loop(products / segment, startSums(2), packSegment);
    Value channel = scale(pair, 2);
    storeBias(channel, sums.empty() ? Value() : sums[0]);
    if (hasSecond)
      storeBias(add(channel, index(1)), sums.empty() ? Value() : sums[1]);
  }

  void emitPairs() {
    int64_t pairs = kernel.channels / 2;
    loop(pairs, {}, [&](Value pair, Sums sums) {
      emitPair(pair, /*hasSecond=*/true);
      return sums;
    });
    if (kernel.channels % 2 != 0)
      emitPair(index(pairs), /*hasSecond=*/false);
  }

  void emitTaps() {
    bool oneRow = kernel.getRowsTogether() == 1;
    auto getWeight = [&](Value channel, int64_t row, int64_t column) {
      return load(add(channel, index((3 * row + column) * kernel.channels)));
    };
    loop(kernel.channels, {}, [&](Value channel, Sums none) {
      Value at = scale(channel, 3), sum;
      for (int64_t column = 0; column < 3; ++column) {
        SmallVector<Value> rows;
        for (int64_t row = 0; row < 3; ++row) {
          rows.push_back(getWeight(channel, row, column));
          addTo(sum, rows.back());
        }
        Value word;
        for (const Tap &tap : getTaps(oneRow, column))
          putByte(word,
                  tap.column == column
                      ? rows[tap.row]
                      : getWeight(channel, tap.row, tap.column),
                  tap.byte);
        store(word, add(at, index(column)));
      }
      storeBias(channel, foldsZeroPoint ? sum : Value());
      return none;
    });
  }

  ImplicitLocOpBuilder builder;
  const BlockedKernel &kernel;
  const AccumulatorInit &start;
  bool foldsZeroPoint;
  Value weights, given, words, biases;
};
} // namespace

//===----------------------------------------------------------------------===//
// The kernel and its calls
//===----------------------------------------------------------------------===//

bool PackedWeights::hasSteps() {
  return llvm::none_of(getDSPSteps(), [](const StepDescription &step) {
    return step.bitcode.empty();
  });
}

int64_t PackedWeights::getNumWords() const {
  return kernel.isDepthwise
             ? 3 * kernel.channels
             : llvm::divideCeil(kernel.channels, 2) * kernel.getWords();
}

PrimFuncOp PackedWeights::createKernel() {
  MLIRContext *context = function.getContext();
  Builder builder(context);
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  auto add = [&](StringRef name, int64_t size, unsigned bits, Effect effect) {
    types.push_back(MemRefType::get({size}, builder.getIntegerType(bits)));
    NamedAttrList list;
    list.set(kEffectAttrName, EffectAttr::get(context, effect));
    list.set(kNameAttrName, builder.getStringAttr(name));
    attributes.push_back(list.getDictionary(context));
  };
  int64_t numWeights = kernel.channels * kernel.getProducts();
  add("weights", numWeights, 8, Effect::Read);
  if (start.argument)
    add("bias", kernel.channels, 32, Effect::Read);
  add("packed_weights", getNumWords(), 32, Effect::Write);
  add("folded_bias", kernel.channels, 32, Effect::Write);
  OpBuilder at(function);
  auto packer = PrimFuncOp::create(
      at, function.getLoc(), (function.getSymName() + "_pack_weights").str(),
      builder.getFunctionType(types, {}), ArrayRef<NamedAttribute>(),
      attributes);
  packer.setPrivate();
  packer.addEntryBlock();
  symbols.insert(packer, Block::iterator(function));
  PackLoops(packer, kernel, start).emit();
  // By the rules of benchmarks/m4_cycles.
  constexpr int64_t kWeight = 3;
  updateKernel(packer, [&](KernelParts &parts) {
    parts.cycles = numWeights * kWeight;
    KernelAttr owner = getKernelAttr(function);
    if (!owner || !owner.getPlace())
      return;
    parts.place =
        builder.getStringAttr(owner.getPlace().getValue() + "/weights");
    parts.kind =
        builder.getStringAttr(stringifyKernelKind(KernelKind::DataMovement));
  });
  return packer;
}

bool PackedWeights::canPack() const {
  // Packing costs as much as the blocks of a lone pixel save.
  constexpr int64_t kLeastPixels = 2;
  return kernel.batch * kernel.height * kernel.width >= kLeastPixels &&
         (!kernel.isDepthwise || kernel.isByColumns());
}

std::pair<Value, Value> PackedWeights::add(KernelArguments &arguments) {
  PrimFuncOp packer = createKernel();
  unsigned weights = kernel.weights.getArgNumber();
  std::optional<unsigned> bias;
  if (start.argument)
    bias = start.argument.getArgNumber();
  auto types =
      llvm::map_to_vector(packer.getArgumentTypes().take_back(2),
                          [](Type type) { return cast<MemRefType>(type); });
  auto compute = [=](CallTIROp call) -> SmallVector<Value> {
    auto rows = dyn_cast<ByRowsOp>(call->getParentOp());
    if (rows)
      rows.hoist();
    OpBuilder builder(rows ? rows : call.getOperation());
    Location location = call.getLoc();
    Value flat = call.getArgs()[weights];
    auto type = cast<RankedTensorType>(flat.getType());
    if (type.getRank() != 1)
      flat = tensor::CollapseShapeOp::create(
          builder, location, flat,
          ArrayRef<ReassociationIndices>{
              llvm::to_vector(llvm::seq<int64_t>(type.getRank()))});
    SmallVector<Value> ins = {flat}, outs;
    if (bias)
      ins.push_back(call.getArgs()[*bias]);
    for (MemRefType packed : types)
      outs.push_back(tensor::EmptyOp::create(
          builder, location, packed.getShape(), packed.getElementType()));
    auto pack = CallTIROp::create(builder, location,
                                  FlatSymbolRefAttr::get(packer), ins, outs);
    return llvm::to_vector_of<Value>(pack->getResults());
  };
  SmallVector<Value> added = arguments.addComputed(
      {{"packed_weights", types[0]}, {"folded_bias", types[1]}}, compute);
  return {added[0], added[1]};
}

SmallVector<ChannelSum> PackedWeights::getSums() const {
  ChannelSum sum;
  sum.low = INT32_MIN;
  sum.high = INT32_MAX;
  return SmallVector<ChannelSum>(kernel.channels, sum);
}

uint64_t tir::estimatePackedWeights(FunctionOpInterface function,
                                    ArrayRef<Operation *> calls) {
  std::optional<BlockedKernel> kernel = matchBlockedKernel(function);
  if (!kernel)
    return 0;
  bool isKnown = llvm::all_of(calls, [&](Operation *op) {
    auto call = dyn_cast<CallTIROp>(op);
    auto read = call ? call.getArgs()[kernel->weights.getArgNumber()]
                           .getDefiningOp<ToTensorOp>()
                     : ToTensorOp();
    return read && read.getBuffer().getDefiningOp<memref::GetGlobalOp>();
  });
  if (isKnown)
    return 0;
  int64_t words = kernel->isDepthwise ? 3 * kernel->channels
                                      : llvm::divideCeil(kernel->channels, 2) *
                                            kernel->getWords();
  return 4 * (words + kernel->channels);
}
