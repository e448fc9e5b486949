//===- MatchBlockedKernel.cpp - Which kernels compute sums of products in blocks
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedKernel.h"
#include "KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

//===----------------------------------------------------------------------===//
// The operands
//===----------------------------------------------------------------------===//

BlockArgument tir::getReadArgument(Value tensor) {
  auto read = tensor.getDefiningOp<ToTensorOp>();
  return read ? dyn_cast<BlockArgument>(read.getBuffer()) : BlockArgument();
}

bool tir::isChannelMap(AffineMap map) {
  return map.getNumResults() == 1 &&
         map.getResult(0) ==
             getAffineDimExpr(map.getNumDims() - 1, map.getContext());
}

static std::optional<int64_t> getConstant(Value scalar) {
  APInt number;
  if (!matchPattern(scalar, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

/// Returns what an input is padded with. Only padding with zeros adds nothing
/// to sums of floats.
static std::optional<int64_t> getPadding(Value value, bool isFloat) {
  if (!value || !isFloat)
    return value ? getConstant(value) : std::nullopt;
  return matchPattern(value, m_PosZeroFloat()) ? std::optional<int64_t>(0)
                                               : std::nullopt;
}

/// Finds the buffer of an input, and what its dimensions are.
static bool findInputBuffer(BlockedKernel &kernel, Value input,
                            RankedTensorType inside) {
  if (auto transpose = input.getDefiningOp<linalg::TransposeOp>();
      kernel.isFloat && transpose) {
    kernel.hasPlanes =
        transpose.getPermutation() == ArrayRef<int64_t>{0, 2, 3, 1};
    if (!kernel.hasPlanes)
      return false;
  }
  auto words = input.getDefiningOp<NarrowWordsOp>();
  kernel.readsWords = words != nullptr;
  kernel.input =
      words ? dyn_cast<BlockArgument>(words.getWords())
            : getReadArgument(kernel.hasPlanes
                                  ? input.getDefiningOp()->getOperand(0)
                                  : input);
  auto type = cast<RankedTensorType>(input.getType());
  Type element = type.getElementType();
  if (!kernel.input ||
      (kernel.isFloat ? !element.isF32()
                      : !element.isInteger(kernel.isWide ? 16 : 8)))
    return false;
  kernel.batch = type.getDimSize(0);
  kernel.inputHeight = inside.getDimSize(1);
  kernel.inputWidth = inside.getDimSize(2);
  kernel.imageHeight = type.getDimSize(1);
  kernel.rowWidth = type.getDimSize(2);
  kernel.inputChannels = type.getDimSize(3);
  return true;
}

static bool startsWithAll(tensor::ExtractSliceOp slice) {
  return slice.hasUnitStride() &&
         llvm::all_of(slice.getMixedOffsets(), [](OpFoldResult offset) {
           return isConstantIntValue(offset, 0);
         });
}

static bool findInput(BlockedKernel &kernel) {
  Value input = kernel.conv.getDpsInputOperand(0)->get();
  kernel.pad = input.getDefiningOp<tensor::PadOp>();
  if (kernel.pad) {
    Value value = kernel.pad.getConstantPaddingValue();
    std::optional<int64_t> padding = getPadding(value, kernel.isFloat);
    SmallVector<OpFoldResult> low = kernel.pad.getMixedLowPad(),
                              high = kernel.pad.getMixedHighPad();
    if (!padding || !kernel.pad->hasOneUse() ||
        !isConstantIntValue(low[0], 0) || !isConstantIntValue(high[0], 0) ||
        !isConstantIntValue(low[3], 0) || !isConstantIntValue(high[3], 0))
      return false;
    for (OpFoldResult width : {low[1], low[2], high[1], high[2]})
      if (getConstantIntValue(width).value_or(-1) < 0)
        return false;
    kernel.paddingValue = *padding;
    kernel.padTop = *getConstantIntValue(low[1]);
    kernel.padLeft = *getConstantIntValue(low[2]);
    input = kernel.pad.getSource();
  }
  // A convolution with strides may leave out the last rows and columns.
  auto inside = cast<RankedTensorType>(input.getType());
  if (auto slice = input.getDefiningOp<tensor::ExtractSliceOp>()) {
    if (!startsWithAll(slice) ||
        slice.getSourceType().getRank() != inside.getRank() ||
        slice.getSourceType().getDimSize(0) != inside.getDimSize(0) ||
        slice.getSourceType().getDimSize(3) != inside.getDimSize(3))
      return false;
    input = slice.getSource();
  }
  return findInputBuffer(kernel, input, inside);
}

/// Returns the tensor with a row for each channel that the weights of depthwise
/// windows are taken from, or what is not that.
static Value findWindows(Value weights) {
  auto expand = weights.getDefiningOp<tensor::ExpandShapeOp>();
  auto transpose = expand ? expand.getSrc().getDefiningOp<linalg::TransposeOp>()
                          : linalg::TransposeOp();
  if (!transpose || transpose.getPermutation() != ArrayRef<int64_t>{2, 1, 0})
    return weights;
  Value windows = transpose.getInput();
  if (auto slice = windows.getDefiningOp<tensor::ExtractSliceOp>();
      slice && startsWithAll(slice))
    windows = slice.getSource();
  return windows;
}

/// Returns the buffer with the rows that weights are taken from, or null.
static BlockArgument findRows(Value weights) {
  auto expand = weights.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || expand.getSrcType().getRank() != 2)
    return {};
  Value rows = expand.getSrc();
  // The zeros at the end of the rows are left out.
  if (auto slice = rows.getDefiningOp<tensor::ExtractSliceOp>()) {
    if (!startsWithAll(slice) || slice.getSourceType().getRank() != 2 ||
        slice.getSourceType().getDimSize(0) !=
            expand.getSrcType().getDimSize(0))
      return {};
    rows = slice.getSource();
  }
  return getReadArgument(rows);
}

static bool findWeights(BlockedKernel &kernel) {
  Value weights = kernel.conv.getDpsInputOperand(1)->get();
  Operation *producer = weights.getDefiningOp();
  kernel.hasRowTaps = isa_and_present<UnpackRowTapsOp>(producer);
  kernel.hasWords = kernel.hasRowTaps ||
                    isa_and_present<UnpackPairsOp, UnpackTapsOp>(producer);
  auto pairs = dyn_cast_if_present<UnpackPairsOp>(producer);
  kernel.hasBytes = pairs && pairs.getBytes();
  kernel.hasOrder = pairs && pairs.getInOrder();
  auto channels = dyn_cast_if_present<UnpackChannelsOp>(producer);
  kernel.hasChannels = channels != nullptr;
  kernel.hasExcess = channels && channels.getExcess();
  auto lanes = dyn_cast_if_present<UnpackLanesOp>(producer);
  Value windows =
      kernel.hasRows && kernel.isDepthwise ? findWindows(weights) : weights;
  kernel.hasWindows = windows != weights;
  if (lanes)
    kernel.lanes = static_cast<int64_t>(lanes.getLanes());
  auto byteLanes = dyn_cast_if_present<UnpackByteLanesOp>(producer);
  if (byteLanes)
    kernel.lanes = static_cast<int64_t>(byteLanes.getLanes());
  kernel.weights = kernel.hasWords || kernel.hasChannels || lanes || byteLanes
                       ? dyn_cast<BlockArgument>(producer->getOperand(0))
                   : kernel.hasRows ? findRows(windows)
                                    : getReadArgument(weights);
  auto type = cast<RankedTensorType>(weights.getType());
  Type element = type.getElementType();
  if (!kernel.weights ||
      (kernel.isFloat ? !element.isF32() : !element.isInteger(8)))
    return false;
  if (kernel.isDepthwise) {
    kernel.kernelHeight = type.getDimSize(0);
    kernel.kernelWidth = type.getDimSize(1);
    kernel.channels = type.getDimSize(2);
    return type.getDimSize(3) == 1;
  }
  kernel.channels = type.getDimSize(0);
  kernel.kernelHeight = type.getDimSize(1);
  kernel.kernelWidth = type.getDimSize(2);
  return true;
}

template <typename ConvOp>
static void findWindow(BlockedKernel &kernel, ConvOp conv) {
  auto strides = conv.getStrides().template getValues<int64_t>();
  auto dilations = conv.getDilations().template getValues<int64_t>();
  kernel.strideHeight = strides[0];
  kernel.strideWidth = strides[1];
  kernel.dilationHeight = dilations[0];
  kernel.dilationWidth = dilations[1];
}

//===----------------------------------------------------------------------===//
// The epilogue
//===----------------------------------------------------------------------===//

/// Returns whether a reshape adds or removes dimensions of extent 1 only.
static bool keepsPositions(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return false;
  auto getExtents = [](Value tensor) {
    SmallVector<int64_t> extents;
    for (int64_t extent : cast<RankedTensorType>(tensor.getType()).getShape())
      if (extent != 1)
        extents.push_back(extent);
    return extents;
  };
  return getExtents(op->getOperand(0)) == getExtents(op->getResult(0));
}

/// Returns whether `op` computes each element from the one of `operand` at the
/// same position.
static bool isElementwise(Operation *op, OpOperand &operand) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.getNumReductionLoops() == 0 &&
         op->getNumResults() == 1 && structured.isDpsInput(&operand) &&
         structured.getMatchingIndexingMap(&operand).isIdentity() &&
         structured.getMatchingIndexingMap(structured.getDpsInitOperand(0))
             .isIdentity();
}

static bool findEpilogue(BlockedKernel &kernel) {
  Value sum = kernel.conv->getResult(0);
  while (sum.hasOneUse()) {
    OpOperand &use = *sum.use_begin();
    Operation *user = use.getOwner();
    if (auto words = dyn_cast<WidenWordsOp>(user)) {
      kernel.storesWords = true;
      sum = words.getWords();
      continue;
    }
    kernel.store = dyn_cast<MaterializeInDestinationOp>(user);
    if (kernel.store)
      return isa<MemRefType>(kernel.store.getDest().getType()) &&
             use.getOperandNumber() == 0;
    if (!keepsPositions(user) && !isElementwise(user, use))
      return false;
    kernel.epilogue.push_back(user);
    sum = user->getResult(0);
  }
  return false;
}

/// Finds what a kernel of floats computes from the sums. A tensor on the way
/// may be read several times, such as a gate that also says how much of a state
/// stays.
static bool findForkedEpilogue(BlockedKernel &kernel) {
  SmallPtrSet<Value, 8> known = {kernel.conv->getResult(0)};
  for (Operation *op = kernel.conv->getNextNode(); op; op = op->getNextNode()) {
    auto reads =
        llvm::make_filter_range(op->getOpOperands(), [&](OpOperand &use) {
          return known.contains(use.get());
        });
    if (reads.empty())
      continue;
    if (auto store = dyn_cast<MaterializeInDestinationOp>(op)) {
      if (kernel.store || !isa<MemRefType>(store.getDest().getType()) ||
          !known.contains(store.getSource()))
        return false;
      kernel.store = store;
      continue;
    }
    if (!keepsPositions(op) && !llvm::all_of(reads, [&](OpOperand &use) {
          return isElementwise(op, use);
        }))
      return false;
    kernel.epilogue.push_back(op);
    known.insert(op->getResult(0));
  }
  kernel.isForked =
      llvm::any_of(known, [](Value tensor) { return !tensor.hasOneUse(); });
  return kernel.store != nullptr;
}

/// Returns the operation that adds a number for each channel to the sums of a
/// depthwise convolution, or null.
static linalg::GenericOp findAddBias(const BlockedKernel &kernel) {
  Value sum = kernel.conv->getResult(0);
  for (Operation *op : kernel.epilogue) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic) {
      sum = op->getResult(0);
      continue;
    }
    auto add = dyn_cast<arith::AddIOp>(generic.getBlock()->front());
    if (!add || generic.getNumDpsInputs() != 2 ||
        generic.getBlock()->getTerminator()->getOperand(0) != add.getResult() ||
        add.getLhs() == add.getRhs() || !isa<BlockArgument>(add.getLhs()) ||
        !isa<BlockArgument>(add.getRhs()))
      return {};
    OpOperand *bias = generic.getDpsInputOperand(
        generic.getDpsInputOperand(0)->get() == sum ? 1 : 0);
    return isChannelMap(generic.getMatchingIndexingMap(bias)) &&
                   getReadArgument(bias->get())
               ? generic
               : linalg::GenericOp();
  }
  return {};
}

/// Returns the operations that can be the main one.
static SmallVector<linalg::LinalgOp> findSums(FunctionOpInterface function,
                                              bool isFloat) {
  SmallVector<linalg::LinalgOp> sums;
  for (Operation &op : function.getFunctionBody().front())
    if ((isFloat && isa<linalg::BatchMatmulOp>(op)) ||
        isa<linalg::Conv2DNhwcFhwcOp, linalg::Conv2DNhwcFhwcQOp,
            linalg::DepthwiseConv2DNhwcHwcmOp,
            linalg::DepthwiseConv2DNhwcHwcmQOp>(op))
      sums.push_back(cast<linalg::LinalgOp>(op));
  return sums;
}

static bool setMain(BlockedKernel &kernel, linalg::LinalgOp op) {
  kernel.conv = op;
  kernel.isMatrix = isa<linalg::BatchMatmulOp>(op);
  kernel.isDepthwise = isa<linalg::DepthwiseConv2DNhwcHwcmOp,
                           linalg::DepthwiseConv2DNhwcHwcmQOp>(op);
  Type sum = getElementTypeOrSelf(op->getResult(0));
  kernel.hasLongSums = kernel.isWide && sum.isInteger(64);
  return op.hasPureTensorSemantics() &&
         (kernel.isFloat ? sum.isF32()
                         : sum.isInteger(32) || kernel.hasLongSums);
}

/// Finds the operands of a product of matrices, in the terms of a convolution
/// of 1 x 1: one row of pixels for each pair of matrices.
static bool findMatrices(BlockedKernel &kernel) {
  auto multiply = cast<linalg::BatchMatmulOp>(kernel.conv.getOperation());
  Value input = multiply.getDpsInputOperand(0)->get(),
        weights = multiply.getDpsInputOperand(1)->get();
  auto type = cast<RankedTensorType>(input.getType());
  kernel.input = getReadArgument(input);
  kernel.weights = getReadArgument(weights);
  if (multiply.hasUserDefinedMaps() || !kernel.input || !kernel.weights ||
      !type.getElementType().isF32() || !getElementTypeOrSelf(weights).isF32())
    return false;
  kernel.batch = type.getDimSize(0);
  kernel.inputHeight = kernel.imageHeight = kernel.height = 1;
  kernel.inputWidth = kernel.rowWidth = kernel.width = type.getDimSize(1);
  kernel.inputChannels = type.getDimSize(2);
  kernel.channels = cast<RankedTensorType>(weights.getType()).getDimSize(2);
  kernel.kernelHeight = kernel.kernelWidth = 1;
  kernel.strideHeight = kernel.strideWidth = 1;
  kernel.dilationHeight = kernel.dilationWidth = 1;
  return true;
}

static bool findConvolution(BlockedKernel &kernel) {
  if (!findInput(kernel) || !findWeights(kernel))
    return false;
  llvm::TypeSwitch<Operation *>(kernel.conv)
      .Case<linalg::Conv2DNhwcFhwcOp, linalg::Conv2DNhwcFhwcQOp,
            linalg::DepthwiseConv2DNhwcHwcmOp,
            linalg::DepthwiseConv2DNhwcHwcmQOp>(
          [&](auto conv) { findWindow(kernel, conv); });
  if (kernel.conv.getNumDpsInputs() == 4) {
    std::optional<int64_t> input = getConstant(kernel.conv->getOperand(2)),
                           weights = getConstant(kernel.conv->getOperand(3));
    if (!input || weights != 0)
      return false;
    kernel.zeroPoint = *input;
  }
  auto result = cast<RankedTensorType>(kernel.conv->getResult(0).getType());
  kernel.height = result.getDimSize(1);
  kernel.width = result.getDimSize(2);
  return true;
}

/// A second store would need the sums once more.
static bool hasOneStore(FunctionOpInterface function) {
  return llvm::hasSingleElement(
      function.getFunctionBody().front().getOps<MaterializeInDestinationOp>());
}

/// Returns whether both compute the sums of the same elements, for one store.
static bool isSameKind(const BlockedKernel &one, const BlockedKernel &other) {
  return one.isMatrix == other.isMatrix &&
         one.isDepthwise == other.isDepthwise && one.batch == other.batch &&
         one.height == other.height && one.width == other.width &&
         one.channels == other.channels && one.store == other.store;
}

std::optional<BlockedKernel>
tir::matchFloatKernel(FunctionOpInterface function) {
  if (function.isExternal() || !function.getFunctionBody().hasOneBlock() ||
      !hasOneStore(function))
    return std::nullopt;
  std::vector<BlockedKernel> kernels;
  for (linalg::LinalgOp sum : findSums(function, /*isFloat=*/true)) {
    BlockedKernel kernel;
    kernel.isFloat = true;
    if (!setMain(kernel, sum) ||
        !(kernel.isMatrix ? findMatrices(kernel) : findConvolution(kernel)) ||
        !findForkedEpilogue(kernel))
      return std::nullopt;
    kernel.hasScratch = !KernelArguments::findScratches(function).empty();
    if (!kernels.empty() && !isSameKind(kernels.front(), kernel))
      return std::nullopt;
    kernels.push_back(std::move(kernel));
  }
  // No network that is known has a block with more sums.
  constexpr size_t kMost = 8;
  if (kernels.empty() || kernels.size() > kMost)
    return std::nullopt;
  BlockedKernel first = std::move(kernels.front());
  first.others.assign(std::make_move_iterator(kernels.begin() + 1),
                      std::make_move_iterator(kernels.end()));
  return first;
}

static std::optional<BlockedKernel> matchKernel(FunctionOpInterface function,
                                                bool isWide) {
  if (function.isExternal() || !function.getFunctionBody().hasOneBlock())
    return std::nullopt;
  BlockedKernel kernel;
  kernel.isWide = isWide;
  auto primFunc = dyn_cast<PrimFuncOp>(function.getOperation());
  kernel.hasRows =
      primFunc && isa_and_present<PortableScheduleAttr, VectorScheduleAttr>(
                      Attribute(primFunc.getScheduleAttr()));
  SmallVector<linalg::LinalgOp> sums = findSums(function, /*isFloat=*/false);
  if (sums.size() != 1 || !setMain(kernel, sums.front()) ||
      !findConvolution(kernel) || !findEpilogue(kernel))
    return std::nullopt;
  if (kernel.isDepthwise) {
    kernel.addBias = findAddBias(kernel);
    if (!llvm::isInt<8>(kernel.zeroPoint))
      return std::nullopt;
  }
  // int16 elements have no zero points.
  if (isWide && (kernel.zeroPoint != 0 || kernel.paddingValue != 0))
    return std::nullopt;
  kernel.hasScratch = !KernelArguments::findScratches(function).empty();
  // The layout moves the zero point into the biases.
  if (kernel.pad && kernel.paddingValue != kernel.zeroPoint &&
      !kernel.hasScratch && !kernel.hasRows && !kernel.hasChannels)
    return std::nullopt;
  if (!hasOneStore(function))
    return std::nullopt;
  return kernel;
}

std::optional<BlockedKernel>
tir::matchBlockedKernel(FunctionOpInterface function) {
  return matchKernel(function, /*isWide=*/false);
}

std::optional<BlockedKernel>
tir::matchIntegerKernel(FunctionOpInterface function) {
  std::optional<BlockedKernel> kernel = matchBlockedKernel(function);
  return kernel ? kernel : matchKernel(function, /*isWide=*/true);
}
