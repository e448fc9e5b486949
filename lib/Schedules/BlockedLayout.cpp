//===- BlockedLayout.cpp - Constants in the layout of #tir.blocked
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedKernel.h"
#include "BlockedRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/PairLayout.h"

using namespace mlir;
using namespace tir;
using bufferization::ToTensorOp;

namespace {
/// The numbers of one call, in the layout of the schedule.
struct CallConstants {
  SmallVector<int32_t> words;
  SmallVector<ChannelSum> sums;
};

/// A constant of the kernel, in the layout of the schedule.
struct LaidOutConstant {
  StringRef name;
  /// One value for each call.
  SmallVector<DenseElementsAttr> values;
};

class BlockedLayout {
public:
  BlockedLayout(PrimFuncOp function, const BlockedKernel &kernel,
                BlockedScheduleAttr schedule, ArrayRef<CallTIROp> calls,
                SymbolTable &symbols)
      : function(function), kernel(kernel), schedule(schedule), calls(calls),
        symbols(symbols), builder(function.getContext()),
        weightsNumber(kernel.weights.getArgNumber()) {}

  LogicalResult run();

private:
  memref::GlobalOp getGlobal(CallTIROp call, unsigned argument) const;
  DenseElementsAttr getConstant(CallTIROp call, Value argument) const;
  LogicalResult findBias();
  LogicalResult pack(CallTIROp call, CallConstants &constants) const;

  using GetConstant = function_ref<DenseElementsAttr(unsigned call)>;
  template <typename Range, typename GetNumber>
  DenseElementsAttr getDense(const Range &range, GetNumber getNumber);
  BlockArgument addConstant(StringRef name, GetConstant getValue);
  Value addChannelConstant(StringRef name, GetConstant getValue);
  void addRescaleConstants();
  void addChannelConstants();
  void rewriteWeights();
  void dropZeroPoint();
  void rewriteInit();
  void rewriteBody();
  void rewriteFunction();
  void rewriteCall(CallTIROp call, unsigned number);
  Value createConstant(CallTIROp call, StringRef role, DenseElementsAttr value);

  PrimFuncOp function;
  const BlockedKernel &kernel;
  BlockedScheduleAttr schedule;
  ArrayRef<CallTIROp> calls;
  SymbolTable &symbols;
  OpBuilder builder;

  /// The words of the largest block.
  int64_t scratchWords = 0;
  /// The number of the argument with the weights, before they are laid out.
  unsigned weightsNumber;
  /// The argument with the biases of the channels, or null if all are `bias`.
  BlockArgument biasArgument;
  int64_t bias = 0;
  SmallVector<CallConstants> constants;
  std::optional<ShortRescale> rescale;
  /// What the sums start with, unless it is 0, and what the rescale reads.
  ChannelNumber biases;
  SmallVector<ChannelNumber> rescaleNumbers;
  /// In the order of the kernel's new arguments.
  SmallVector<LaidOutConstant> laidOut;
  llvm::DenseMap<Attribute, memref::GlobalOp> created;
  /// The arguments that the kernel had and no longer reads.
  llvm::BitVector dropped;
};
} // namespace

//===----------------------------------------------------------------------===//
// The constants of the calls
//===----------------------------------------------------------------------===//

/// Returns the constant that a call passes for an argument, or null.
memref::GlobalOp BlockedLayout::getGlobal(CallTIROp call,
                                          unsigned argument) const {
  auto read = call.getArgs()[argument].getDefiningOp<ToTensorOp>();
  auto get = read ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                  : memref::GetGlobalOp();
  auto global = get ? symbols.lookup<memref::GlobalOp>(get.getName())
                    : memref::GlobalOp();
  return global && global.getConstant() ? global : memref::GlobalOp();
}

DenseElementsAttr BlockedLayout::getConstant(CallTIROp call,
                                             Value argument) const {
  memref::GlobalOp global =
      getGlobal(call, cast<BlockArgument>(argument).getArgNumber());
  return global ? dyn_cast_if_present<DenseElementsAttr>(
                      global.getInitialValueAttr())
                : DenseElementsAttr();
}

/// Finds what the sums begin with.
LogicalResult BlockedLayout::findBias() {
  linalg::LinalgOp conv = kernel.conv;
  if (kernel.addBias) {
    linalg::GenericOp add = kernel.addBias;
    for (Value input : add.getDpsInputs())
      if (BlockArgument argument = getReadArgument(input))
        biasArgument = argument;
  }
  Value init = conv.getDpsInitOperand(0)->get();
  if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
    APInt number;
    if (!matchPattern(fill.getInputs().front(), m_ConstantInt(&number)))
      return failure();
    bias = number.getSExtValue();
    // The biases of a depthwise convolution are added to its sums.
    return success(!kernel.isDepthwise || bias == 0);
  }
  if (kernel.isDepthwise)
    return failure();
  auto broadcast = init.getDefiningOp<linalg::GenericOp>();
  if (!broadcast || broadcast.getNumDpsInputs() != 1 ||
      broadcast.getNumReductionLoops() != 0)
    return failure();
  OpOperand *input = broadcast.getDpsInputOperand(0);
  auto yielded = dyn_cast<BlockArgument>(
      broadcast.getBlock()->getTerminator()->getOperand(0));
  if (!yielded || yielded.getArgNumber() != 0 ||
      !isChannelMap(broadcast.getMatchingIndexingMap(input)))
    return failure();
  biasArgument = getReadArgument(input->get());
  return success(biasArgument != nullptr);
}

/// Computes the words of a call's weights, and the sums that its channels can
/// have.
LogicalResult BlockedLayout::pack(CallTIROp call,
                                  CallConstants &constants) const {
  DenseElementsAttr weights = getConstant(call, kernel.weights);
  DenseElementsAttr biases;
  if (biasArgument) {
    biases = getConstant(call, biasArgument);
    if (!biases)
      return failure();
  }
  if (!weights)
    return failure();
  if (!kernel.isDepthwise) {
    std::optional<SmallVector<int32_t>> words =
        packPairs(weights, kernel.getSegment());
    if (!words)
      return failure();
    constants.words = std::move(*words);
  }

  // tir.dot_taps subtracts the zero point itself, since it leaves out what is
  // padding.
  bool isByTaps = kernel.isDepthwise && !kernel.isByColumns();
  int64_t zeroPoint = isByTaps ? kernel.zeroPoint : 0;
  int64_t least = INT8_MIN - zeroPoint, most = INT8_MAX - zeroPoint;
  auto values = weights.getValues<int8_t>();
  int64_t products = kernel.getProducts();
  for (int64_t channel = 0; channel < kernel.channels; ++channel) {
    ChannelSum sum;
    int64_t total = 0;
    for (int64_t product = 0; product < products; ++product) {
      int64_t weight =
          values[kernel.isDepthwise ? product * kernel.channels + channel
                                    : channel * products + product];
      total += weight;
      sum.low += weight * (weight < 0 ? most : least);
      sum.high += weight * (weight < 0 ? least : most);
    }
    // tir.dot_pairs has the low 24 bits of a sum.
    if (!kernel.isDepthwise &&
        (!llvm::isInt<24>(sum.low) || !llvm::isInt<24>(sum.high)))
      return failure();
    sum.bias = biases ? biases.getValues<int32_t>()[channel] : bias;
    if (!isByTaps)
      sum.bias -= kernel.zeroPoint * total;
    if (!llvm::isInt<32>(sum.bias) || !llvm::isInt<32>(sum.low + sum.bias) ||
        !llvm::isInt<32>(sum.high + sum.bias))
      return failure();
    constants.sums.push_back(sum);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Returns a tensor of what `getNumber` returns for each element of `range`.
template <typename Range, typename GetNumber>
DenseElementsAttr BlockedLayout::getDense(const Range &range,
                                          GetNumber getNumber) {
  auto numbers = llvm::map_to_vector(range, getNumber);
  using Number = typename decltype(numbers)::value_type;
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    builder.getIntegerType(8 * sizeof(Number)));
  return DenseElementsAttr::get(type, ArrayRef<Number>(numbers));
}

/// Adds an argument for a constant of each call.
BlockArgument BlockedLayout::addConstant(StringRef name, GetConstant getValue) {
  LaidOutConstant constant{name, {}};
  for (unsigned call = 0; call < calls.size(); ++call)
    constant.values.push_back(getValue(call));
  ShapedType type = constant.values.front().getType();
  laidOut.push_back(std::move(constant));
  return function.getBody().front().addArgument(
      MemRefType::get(type.getShape(), type.getElementType()),
      kernel.conv->getLoc());
}

/// Adds one number for each channel, and returns their tensor.
Value BlockedLayout::addChannelConstant(StringRef name, GetConstant getValue) {
  Location location = kernel.conv->getLoc();
  // Without a loop over channels, the code has the numbers. A compiler would
  // put them there, too, and drop the array that the report shows.
  if (calls.size() == 1 && !kernel.hasChannelLoop(schedule))
    return arith::ConstantOp::create(builder, location, getValue(0));
  BlockArgument argument = addConstant(name, getValue);
  auto type = cast<MemRefType>(argument.getType());
  return ToTensorOp::create(
      builder, location,
      RankedTensorType::get(type.getShape(), type.getElementType()), argument,
      /*restrict=*/true);
}

/// Adds the numbers of the rescale, and of the biases if it takes them.
void BlockedLayout::addRescaleConstants() {
  AffineRescaleKind kind = rescale->getKind();
  if (kind.upperHalf) {
    // The numbers of a channel stand together, so that one pointer is enough.
    int64_t columns = kind.bySign ? 4 : 3;
    Value rows = addChannelConstant("rescale", [&](unsigned call) {
      SmallVector<int32_t> numbers;
      for (auto [form, sum] :
           llvm::zip_equal(rescale->getForms(call), constants[call].sums)) {
        numbers.append({static_cast<int32_t>(sum.bias), form.multiplier,
                        static_cast<int32_t>(form.offset)});
        if (kind.bySign)
          numbers.push_back(form.signOffset);
      }
      auto type = RankedTensorType::get({kernel.channels, columns},
                                        builder.getI32Type());
      return DenseElementsAttr::get(type, ArrayRef(numbers));
    });
    biases = {rows, 0};
    for (int64_t column = 1; column < columns; ++column)
      rescaleNumbers.push_back({rows, column});
    return;
  }
  auto add = [&](StringRef name, auto member) {
    Value numbers = addChannelConstant(name, [&](unsigned call) {
      return getDense(rescale->getForms(call),
                      [&](const AffineRescale &form) { return form.*member; });
    });
    rescaleNumbers.push_back({numbers, std::nullopt});
  };
  add("scale", &AffineRescale::multiplier);
  add("offset", &AffineRescale::offset);
  if (kind.bySign)
    add("sign_offset", &AffineRescale::signOffset);
}

/// Adds the numbers of all channels.
void BlockedLayout::addChannelConstants() {
  builder.setInsertionPointToStart(&function.getBody().front());
  if (!rescale || (rescale->takesBias() && !rescale->getKind().upperHalf))
    biases.tensor = addChannelConstant("folded_bias", [&](unsigned call) {
      return getDense(constants[call].sums, [](const ChannelSum &sum) {
        return static_cast<int32_t>(sum.bias);
      });
    });
  if (rescale)
    addRescaleConstants();
}

/// Lets the sums start with the biases, or with 0 if the rescale adds them.
void BlockedLayout::rewriteInit() {
  Location location = kernel.conv->getLoc();
  builder.setInsertionPoint(kernel.conv);
  OpOperand *init = linalg::LinalgOp(kernel.conv).getDpsInitOperand(0);
  auto sums = cast<RankedTensorType>(init->get().getType());
  Value empty = tensor::EmptyOp::create(builder, location, sums.getShape(),
                                        sums.getElementType());
  if (!biases.tensor) {
    Value zero = arith::ConstantIntOp::create(builder, location, 0, 32);
    init->set(
        linalg::FillOp::create(builder, location, zero, empty).getResult(0));
    return;
  }
  unsigned rank = sums.getRank();
  // The last dimension of a depthwise sum has one element.
  unsigned channel = kernel.isDepthwise ? rank - 2 : rank - 1;
  auto broadcast = linalg::GenericOp::create(
      builder, location, sums, biases.tensor, empty,
      ArrayRef<AffineMap>{biases.getMap(rank, channel),
                          builder.getMultiDimIdentityMap(rank)},
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [](OpBuilder &inner, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(inner, loc, arguments.front());
      });
  init->set(broadcast.getResult(0));
}

void BlockedLayout::rewriteWeights() {
  Location location = kernel.conv->getLoc();
  builder.setInsertionPointToStart(&function.getBody().front());
  BlockArgument packed = addConstant("packed_weights", [&](unsigned call) {
    return getDense(constants[call].words, [](int32_t word) { return word; });
  });
  OpOperand *weights = linalg::LinalgOp(kernel.conv).getDpsInputOperand(1);
  Value unpacked = UnpackPairsOp::create(
      builder, location, weights->get().getType(), packed, kernel.getSegment());
  weights->set(unpacked);
}

void BlockedLayout::dropZeroPoint() {
  linalg::LinalgOp conv = kernel.conv;
  if (conv.getNumDpsInputs() != 4)
    return;
  builder.setInsertionPointToStart(&function.getBody().front());
  kernel.conv->setOperand(
      2, arith::ConstantIntOp::create(builder, kernel.conv->getLoc(), 0, 32));
}

/// Lets the body work on the new arguments, which follow the old ones for now.
void BlockedLayout::rewriteBody() {
  if (kernel.isDepthwise && !kernel.isByColumns() && !rescale)
    return;
  if (!kernel.isDepthwise)
    rewriteWeights();
  // The biases have the zero point.
  if (!kernel.isDepthwise || kernel.isByColumns())
    dropZeroPoint();
  addChannelConstants();
  if (linalg::GenericOp add = kernel.addBias) {
    Value first = add.getDpsInputs()[0];
    Value sum =
        first.getDefiningOp<ToTensorOp>() ? add.getDpsInputs()[1] : first;
    add->getResult(0).replaceAllUsesWith(sum);
  }
  rewriteInit();
  if (rescale)
    rescale->rewrite(rescaleNumbers);
}

/// Puts the arguments into their order: inputs, constants, scratch, outputs.
void BlockedLayout::rewriteFunction() {
  Block &block = function.getBody().front();
  unsigned numOld = function.getFunctionType().getNumInputs();
  unsigned numOuts = CallTIROp(calls.front()).getNumOuts();
  BlockArgument scratch;
  if (scratchWords != 0)
    scratch =
        block.addArgument(MemRefType::get({scratchWords}, builder.getI32Type()),
                          kernel.conv->getLoc());

  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(block.getOperations())))
    if (isOpTriviallyDead(&op))
      op.erase();
  dropped.resize(numOld);
  for (unsigned i = 0; i < numOld; ++i) {
    BlockArgument argument = block.getArgument(i);
    if (argument.use_empty())
      dropped.set(i);
  }

  SmallVector<BlockArgument> order;
  SmallVector<DictionaryAttr> attributes;
  auto keep = [&](unsigned i) {
    if (dropped.test(i))
      return;
    order.push_back(block.getArgument(i));
    attributes.push_back(function.getArgAttrDict(i));
  };
  auto add = [&](BlockArgument argument, StringRef name, Effect effect) {
    NamedAttrList list;
    list.set(kEffectAttrName, EffectAttr::get(builder.getContext(), effect));
    list.set(kNameAttrName, builder.getStringAttr(name));
    if (argument == scratch)
      list.set(kScratchAttrName, builder.getUnitAttr());
    order.push_back(argument);
    attributes.push_back(list.getDictionary(builder.getContext()));
  };
  for (unsigned i = 0; i < numOld - numOuts; ++i)
    keep(i);
  for (auto [i, constant] : llvm::enumerate(laidOut))
    add(block.getArgument(numOld + i), constant.name, Effect::Read);
  if (scratch)
    add(scratch, "scratch", Effect::Write);
  for (unsigned i = numOld - numOuts; i < numOld; ++i)
    keep(i);

  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (BlockArgument argument : order) {
    types.push_back(argument.getType());
    locations.push_back(argument.getLoc());
  }
  unsigned numAll = block.getNumArguments();
  auto added = llvm::to_vector(block.addArguments(types, locations));
  for (auto [old, now] : llvm::zip_equal(order, added))
    old.replaceAllUsesWith(now);
  block.eraseArguments(0, numAll);
  function.setFunctionType(builder.getFunctionType(types, {}));
  function.setAllArgAttrs(attributes);
}

//===----------------------------------------------------------------------===//
// The calls
//===----------------------------------------------------------------------===//

Value BlockedLayout::createConstant(CallTIROp call, StringRef role,
                                    DenseElementsAttr value) {
  // The new constant stands where the weights stood, and is called like them.
  memref::GlobalOp weights = getGlobal(call, weightsNumber);
  StringRef base = weights.getSymName();
  base.consume_back("weights");
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(weights);
  auto type = MemRefType::get(value.getType().getShape(),
                              value.getType().getElementType());
  // Calls with the same constants, such as the steps of a recurrent network,
  // share them.
  memref::GlobalOp &global = created[value];
  if (!global) {
    global =
        memref::GlobalOp::create(builder, weights.getLoc(), (base + role).str(),
                                 builder.getStringAttr("private"), type, value,
                                 /*constant=*/true, weights.getAlignmentAttr());
    symbols.insert(global, Block::iterator(weights));
  }
  builder.setInsertionPoint(call);
  auto get = memref::GetGlobalOp::create(builder, call.getLoc(), type,
                                         global.getSymName());
  return ToTensorOp::create(
      builder, call.getLoc(),
      RankedTensorType::get(type.getShape(), type.getElementType()), get,
      /*restrict=*/true);
}

void BlockedLayout::rewriteCall(CallTIROp call, unsigned number) {
  unsigned numOuts = call.getNumOuts();
  unsigned numIns = call.getArgs().size() - numOuts;
  SmallVector<Value> ins, outs;
  for (auto [i, argument] : llvm::enumerate(call.getArgs().take_front(numIns)))
    if (!dropped.test(i))
      ins.push_back(argument);
  for (const LaidOutConstant &constant : laidOut)
    ins.push_back(createConstant(call, constant.name, constant.values[number]));
  builder.setInsertionPoint(call);
  if (scratchWords != 0)
    outs.push_back(tensor::EmptyOp::create(
        builder, call.getLoc(), {scratchWords}, builder.getI32Type()));
  llvm::append_range(outs, call.getArgs().take_back(numOuts));
  auto laidOut = CallTIROp::create(builder, call.getLoc(), call.getCalleeAttr(),
                                   ins, outs);
  laidOut->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  call->replaceAllUsesWith(
      laidOut->getResults().take_back(call->getNumResults()));

  SmallVector<Value> operands(call.getArgs());
  call->erase();
  for (Value operand : operands) {
    auto read = operand.getDefiningOp<ToTensorOp>();
    auto get = read && read->use_empty()
                   ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                   : memref::GetGlobalOp();
    if (!get)
      continue;
    read->erase();
    if (get->use_empty())
      get->erase();
  }
}

LogicalResult BlockedLayout::run() {
  if (failed(findBias()) || calls.empty())
    return failure();
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, kDistancesAttrName))
      return failure();
  for (CallTIROp call : calls)
    if (call.getNumOuts() == 0 || failed(pack(call, constants.emplace_back())))
      return failure();
  rescale = ShortRescale::find(
      kernel,
      [&](Value argument, unsigned number) {
        return getConstant(calls[number], argument);
      },
      llvm::map_to_vector(constants, [](const CallConstants &constant) {
        return ArrayRef<ChannelSum>(constant.sums);
      }));
  scratchWords = kernel.getScratchWords(schedule);
  // From here on, operations of `kernel.epilogue` may be gone.
  rewriteBody();
  rewriteFunction();
  function.setScheduleAttr(cast<ScheduleAttrInterface>(Attribute(schedule)));
  for (auto [number, call] : llvm::enumerate(calls))
    rewriteCall(call, number);
  return success();
}

LogicalResult tir::layOutBlockedKernel(PrimFuncOp kernel,
                                       BlockedScheduleAttr schedule,
                                       ArrayRef<CallTIROp> calls,
                                       SymbolTable &symbols) {
  std::optional<BlockedKernel> matched =
      matchBlockedKernel(cast<FunctionOpInterface>(*kernel));
  // Constants are laid out once.
  if (!matched || !matched->isBlockable() || matched->hasScratch)
    return failure();
  return BlockedLayout(kernel, *matched, schedule, calls, symbols).run();
}
