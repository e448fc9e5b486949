//===- NarrowSums.cpp - Sums of int16 products that fit 32 bits
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorInit.h"
#include "KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"
#include "tir/Schedules/Passes.h"
#include "tir/Schedules/UnscheduledKernels.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tir {
#define GEN_PASS_DEF_TIRNARROWSUMSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// The operations of a kernel that compute or take sums of 64 bits.
class SumNarrower {
public:
  explicit SumNarrower(const BlockedKernel &kernel)
      : kernel(kernel), builder(linalg::LinalgOp(kernel.conv).getContext()) {}

  /// Finds the operations. Returns failure if one needs all 64 bits.
  LogicalResult find();

  /// Lets all of them work on 32 bits. `biases` is null if there is no tensor
  /// of biases, so that sums start with `number`.
  void rewrite(Value biases, int64_t number);

private:
  Value createInit(Value biases, int64_t number);
  Operation *createConvolution(Value init);
  void narrow(Value value) { value.setType(getNarrow(value.getType())); }
  Type getNarrow(Type type) const {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return tensor.clone(builder.getI32Type());
    return builder.getI32Type();
  }
  void rewriteAddBias(Value biases);
  void rewriteScale();
  void dropIdentity();

  const BlockedKernel &kernel;
  mutable OpBuilder builder;
  /// Reshapes of the sums.
  SmallVector<Operation *> reshapes;
  /// The rescale of the sums, and the operation around it.
  linalg::GenericOp generic;
  tosa::ApplyScaleOp scale;
};
} // namespace

LogicalResult SumNarrower::find() {
  Value sum = kernel.conv->getResult(0);
  Operation *addBias = linalg::GenericOp(kernel.addBias);
  for (Operation *op : kernel.epilogue) {
    if (op == addBias) {
      sum = op->getResult(0);
      continue;
    }
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
      reshapes.push_back(op);
      sum = op->getResult(0);
      continue;
    }
    generic = dyn_cast<linalg::GenericOp>(op);
    break;
  }
  if (!generic)
    return failure();
  BlockArgument element;
  for (OpOperand *operand : generic.getDpsInputOperands())
    if (operand->get() == sum) {
      if (element)
        return failure();
      element = generic.getMatchingBlockArgument(operand);
    }
  if (!element || !element.hasOneUse())
    return failure();
  scale = dyn_cast<tosa::ApplyScaleOp>(*element.user_begin());
  return success(scale && scale.getValue() == element &&
                 scale.getRoundingMode() == tosa::RoundingMode::SINGLE_ROUND);
}

/// Returns what the sums start with.
Value SumNarrower::createInit(Value biases, int64_t number) {
  linalg::LinalgOp conv = kernel.conv;
  Location location = conv.getLoc();
  auto type = cast<RankedTensorType>(conv->getResult(0).getType());
  builder.setInsertionPoint(conv);
  Value empty = tensor::EmptyOp::create(builder, location, type.getShape(),
                                        builder.getI32Type());
  if (biases && !kernel.addBias)
    return createBroadcast(builder, location, {biases, std::nullopt}, empty);
  Value start = arith::ConstantIntOp::create(builder, location, number, 32);
  return linalg::FillOp::create(builder, location, start, empty).getResult(0);
}

/// Creates the convolution again for sums that start with `init`.
Operation *SumNarrower::createConvolution(Value init) {
  return TypeSwitch<Operation *, Operation *>(kernel.conv)
      .Case<linalg::Conv2DNhwcFhwcOp, linalg::Conv2DNhwcFhwcQOp,
            linalg::DepthwiseConv2DNhwcHwcmOp,
            linalg::DepthwiseConv2DNhwcHwcmQOp>([&](auto conv) {
        return decltype(conv)::create(
                   builder, conv.getLoc(), TypeRange{init.getType()},
                   linalg::LinalgOp(kernel.conv).getDpsInputs(),
                   ValueRange{init}, conv.getStridesAttr(),
                   conv.getDilationsAttr())
            .getOperation();
      });
}

/// Gives a generic operation on sums an output of 32 bits.
static void narrowOutput(OpBuilder &builder, linalg::GenericOp generic,
                         Type narrow) {
  builder.setInsertionPoint(generic);
  Value empty = tensor::EmptyOp::create(
      builder, generic.getLoc(), cast<RankedTensorType>(narrow).getShape(),
      builder.getI32Type());
  generic.getDpsInitOperand(0)->set(empty);
  generic.getBlock()->getArguments().back().setType(builder.getI32Type());
  generic->getResult(0).setType(narrow);
}

void SumNarrower::rewriteAddBias(Value biases) {
  linalg::GenericOp add = kernel.addBias;
  if (!add)
    return;
  for (OpOperand *operand : add.getDpsInputOperands()) {
    if (getReadArgument(operand->get()))
      operand->set(biases);
    narrow(add.getMatchingBlockArgument(operand));
  }
  narrow(add.getBlock()->front().getResult(0));
  narrowOutput(builder, add, getNarrow(add->getResult(0).getType()));
}

/// Drops an operation that now yields the elements that it gets.
void SumNarrower::dropIdentity() {
  auto element = dyn_cast<BlockArgument>(
      generic.getBlock()->getTerminator()->getOperand(0));
  if (!element || element.getArgNumber() >= generic.getNumDpsInputs())
    return;
  OpOperand *operand = generic.getDpsInputOperand(element.getArgNumber());
  if (operand->get().getType() != generic->getResult(0).getType() ||
      !generic.getMatchingIndexingMap(operand).isIdentity())
    return;
  generic->getResult(0).replaceAllUsesWith(operand->get());
  generic.erase();
}

void SumNarrower::rewriteScale() {
  narrow(scale.getValue());
  std::optional<int64_t> multiplier = getConstantNumber(scale.getMultiplier());
  std::optional<int64_t> shift = getConstantNumber(scale.getShift());
  // 2^s / 2^s rounds nothing.
  if (multiplier && shift && *shift < 31 &&
      *multiplier == int64_t(1) << *shift) {
    scale.getResult().replaceAllUsesWith(scale.getValue());
    scale.erase();
    dropIdentity();
  }
}

void SumNarrower::rewrite(Value biases, int64_t number) {
  Operation *conv = kernel.conv;
  Operation *narrowed = createConvolution(createInit(biases, number));
  conv->getResult(0).replaceAllUsesWith(narrowed->getResult(0));
  conv->erase();
  for (Operation *op : reshapes)
    narrow(op->getResult(0));
  rewriteAddBias(biases);
  rewriteScale();
}

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

/// Returns the biases of all calls if no sum leaves 32 bits, in whichever order
/// its products are added, or nothing.
static std::optional<SmallVector<SmallVector<int32_t>>>
findBiases(const KernelArguments &arguments, unsigned numCalls,
           const BlockedKernel &kernel, const AccumulatorInit &start) {
  SmallVector<SmallVector<int32_t>> biases(numCalls);
  for (unsigned call = 0; call < numCalls; ++call) {
    std::optional<ConvolutionConstants> constants =
        ConvolutionConstants::find(arguments, kernel, start, call);
    if (!constants)
      return std::nullopt;
    for (int64_t channel = 0; channel < kernel.channels; ++channel) {
      int64_t total;
      ChannelSum sum = constants->bound(kernel, channel, kernel.getLeast(),
                                        kernel.getMost(), total);
      // The biases of a depthwise convolution are added last.
      for (int64_t number : {sum.low, sum.high, sum.bias, sum.bias + sum.low,
                             sum.bias + sum.high})
        if (!llvm::isInt<32>(number))
          return std::nullopt;
      biases[call].push_back(static_cast<int32_t>(sum.bias));
    }
  }
  return biases;
}

static bool narrowKernel(PrimFuncOp function, ArrayRef<Operation *> users,
                         SymbolTable &symbols) {
  auto interface = cast<FunctionOpInterface>(*function);
  std::optional<BlockedKernel> kernel = matchIntegerKernel(interface);
  // With other weights, the sums could be larger.
  if (!kernel || !kernel->hasLongSums || hasSealedConstants(function))
    return false;
  std::optional<SmallVector<CallTIROp>> calls =
      KernelArguments::getCalls(interface, users);
  std::optional<AccumulatorInit> start = AccumulatorInit::find(*kernel);
  SumNarrower narrower(*kernel);
  if (!calls || !start || failed(narrower.find()))
    return false;
  KernelArguments arguments(function, *calls, symbols,
                            kernel->weights.getArgNumber());
  auto biases = findBiases(arguments, calls->size(), *kernel, *start);
  if (!biases)
    return false;
  Value tensor;
  if (start->argument)
    tensor = arguments.addConstant("bias", [&](unsigned call) {
      auto type = RankedTensorType::get(
          {kernel->channels}, IntegerType::get(function.getContext(), 32));
      return DenseElementsAttr::get(type, ArrayRef<int32_t>((*biases)[call]));
    });
  narrower.rewrite(tensor, start->number);
  arguments.rewrite();
  return true;
}

namespace {
struct NarrowSumsPass
    : public tir::impl::TIRNarrowSumsPassBase<NarrowSumsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    bool hasNewConstants = false;
    {
      DirectCalls calls(module);
      for (auto kernel : module.getOps<PrimFuncOp>())
        if (findUnscheduledStore(kernel))
          hasNewConstants |= narrowKernel(
              kernel, calls.lookup(kernel.getSymNameAttr()), symbols);
    }
    if (hasNewConstants)
      eraseUnusedConstants(module);
  }
};
} // namespace
