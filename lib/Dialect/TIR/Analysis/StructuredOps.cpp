//===- StructuredOps.cpp - What a structured operation computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/StructuredOps.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

StringRef tir::stringifyKernelKind(KernelKind kind) {
  switch (kind) {
  case KernelKind::Unknown:
    return "unknown";
  case KernelKind::Convolution:
    return "convolution";
  case KernelKind::DepthwiseConvolution:
    return "depthwise_convolution";
  case KernelKind::Matmul:
    return "matmul";
  case KernelKind::Pooling:
    return "pooling";
  case KernelKind::Reduction:
    return "reduction";
  case KernelKind::Softmax:
    return "softmax";
  case KernelKind::Elementwise:
    return "elementwise";
  case KernelKind::Lookup:
    return "lookup";
  case KernelKind::DataMovement:
    return "data_movement";
  }
  llvm_unreachable("all kinds have names");
}

static bool isNumberCast(Operation *op) {
  // Numbers in memory of a wider type are in the range of the narrower one
  // (tir-widen-storage).
  if (auto truncation = dyn_cast<arith::TruncIOp>(op))
    return bitEnumContainsAll(truncation.getOverflowFlags(),
                              arith::IntegerOverflowFlags::nsw);
  return isa<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp, arith::TruncFOp,
             arith::SIToFPOp, arith::UIToFPOp>(op);
}

Value tir::stripNumberCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isNumberCast(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

OpOperand *tir::getElementOperand(Value value) {
  auto argument = dyn_cast<BlockArgument>(stripNumberCasts(value));
  if (!argument)
    return nullptr;
  auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  return op ? op.getMatchingOpOperand(argument) : nullptr;
}

std::optional<int64_t> tir::getConstantNumber(Value value) {
  bool isUnsigned = false;
  for (Operation *op = value.getDefiningOp(); op && isNumberCast(op);
       op = value.getDefiningOp()) {
    isUnsigned |= isa<arith::ExtUIOp>(op);
    value = op->getOperand(0);
  }
  if (OpOperand *operand = getElementOperand(value))
    value = operand->get();
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) || number.getBitWidth() > 64)
    return std::nullopt;
  return isUnsigned ? number.getZExtValue() : number.getSExtValue();
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// Matches an element of an input, minus its zero point.
static std::optional<Factor> matchFactor(linalg::LinalgOp op, Value value) {
  std::optional<int64_t> zeroPoint = 0;
  value = stripNumberCasts(value);
  if (auto difference = value.getDefiningOp<arith::SubIOp>()) {
    value = difference.getLhs();
    zeroPoint = getConstantNumber(difference.getRhs());
  }
  OpOperand *operand = getElementOperand(value);
  if (!operand || operand->getOwner() != op || !op.isDpsInput(operand))
    return std::nullopt;
  return Factor{operand, zeroPoint};
}

Operation *tir::getCombiner(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  Operation *combiner =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  bool isCombiner =
      combiner && combiner->getNumOperands() == 2 &&
      combiner->hasTrait<OpTrait::IsCommutative>() &&
      llvm::is_contained(combiner->getOperands(), op.getRegionOutputArgs()[0]);
  return isCombiner ? combiner : nullptr;
}

/// Returns whether an operation reduces all elements of its only input.
static bool isPlainReduction(linalg::LinalgOp op) {
  return op.getNumReductionLoops() != 0 && op.getNumDpsInputs() == 1 &&
         op.getIndexingMapsArray().front().isPermutation();
}

bool tir::isMaximum(linalg::LinalgOp op) {
  return isPlainReduction(op) &&
         isa_and_present<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp,
                         arith::MaxUIOp>(getCombiner(op));
}

bool tir::isSum(linalg::LinalgOp op) {
  return isPlainReduction(op) &&
         isa_and_present<arith::AddFOp, arith::AddIOp>(getCombiner(op));
}

/// Returns the operands whose product, or the only operand that, the operation
/// adds to its accumulator or combines with it in another way. Returns nothing
/// for any other body.
static SmallVector<Factor, 2> matchFactors(linalg::LinalgOp op) {
  Operation *combiner = getCombiner(op);
  if (!combiner)
    return {};
  bool isFirst = combiner->getOperand(0) == op.getRegionOutputArgs().front();
  Value added = combiner->getOperand(isFirst ? 1 : 0);
  if (std::optional<Factor> only = matchFactor(op, added))
    return {*only};
  Operation *product = stripNumberCasts(added).getDefiningOp();
  if (!isa_and_nonnull<arith::MulIOp, arith::MulFOp>(product) ||
      !isa<arith::AddIOp, arith::AddFOp>(combiner))
    return {};
  std::optional<Factor> lhs = matchFactor(op, product->getOperand(0));
  std::optional<Factor> rhs = matchFactor(op, product->getOperand(1));
  if (!lhs || !rhs)
    return {};
  if (rhs->operand->getOperandNumber() < lhs->operand->getOperandNumber())
    std::swap(lhs, rhs);
  return {*lhs, *rhs};
}

/// Returns the number of products that one iteration adds to its accumulators.
static int64_t countProducts(linalg::LinalgOp op) {
  int64_t products = 0;
  for (auto [yielded, accumulator] :
       llvm::zip_equal(op.getBlock()->getTerminator()->getOperands(),
                       op.getRegionOutputArgs())) {
    int64_t added = 0;
    bool accumulates = false;
    SmallVector<Value> terms = {yielded};
    while (!terms.empty()) {
      Value term = stripNumberCasts(terms.pop_back_val());
      accumulates |= term == accumulator;
      Operation *sum = term.getDefiningOp();
      if (isa_and_nonnull<arith::MulIOp, arith::MulFOp>(sum))
        ++added;
      else if (isa_and_nonnull<arith::AddIOp, arith::AddFOp, arith::SubIOp,
                               arith::SubFOp, arith::NegFOp>(sum))
        llvm::append_range(terms, sum->getOperands());
    }
    if (accumulates)
      products += added;
  }
  return products;
}

static int64_t countIterations(linalg::LinalgOp op) {
  int64_t iterations = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    iterations *= extent;
  return iterations;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// Returns whether the factors of the products are the operands `lhs` and
/// `rhs`.
static bool multiplies(ArrayRef<Factor> factors, unsigned lhs, unsigned rhs) {
  return factors.size() == 2 && factors[0].operand->getOperandNumber() == lhs &&
         factors[1].operand->getOperandNumber() == rhs;
}

static void describeReduction(linalg::LinalgOp op,
                              StructuredOpDescription &result) {
  result.kind = KernelKind::Reduction;
  result.factors = matchFactors(op);
  result.multiplications = countProducts(op) * countIterations(op);
  if (linalg::isaConvolutionOpInterface(op)) {
    bool isWindowOnly = op.getRegionInputArgs()[1].use_empty();
    if (!isWindowOnly && !multiplies(result.factors, 0, 1))
      return;
    // inferConvolutionDims does not accept operations with zero points.
    (void)linalg::detail::isConvolutionInterfaceImpl(op, &result.convolution);
    result.kind = isWindowOnly ? KernelKind::Pooling
                  : result.convolution.depth.empty()
                      ? KernelKind::Convolution
                      : KernelKind::DepthwiseConvolution;
    return;
  }
  if (!multiplies(result.factors, 0, 1))
    return;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims({maps[0], maps[1], maps.back()});
  // Each loop must be one of these. An additional reduction would not be.
  if (failed(dims) ||
      dims->batch.size() + dims->m.size() + dims->n.size() + dims->k.size() !=
          op.getNumLoops())
    return;
  result.contraction = *dims;
  result.kind = KernelKind::Matmul;
}

bool tir::dependsOnElements(tensor::ExtractOp extract) {
  Block *body = extract->getBlock();
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *inner) { return inner->getBlock() == body; };
  auto isElement = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == body;
  };
  for (Value index : extract.getIndices()) {
    if (isElement(index))
      return true;
    // This only fails on operations outside of blocks.
    (void)getBackwardSlice(index, &slice, options);
  }
  return llvm::any_of(slice, [&](Operation *inner) {
    return llvm::any_of(inner->getOperands(), isElement);
  });
}

static KernelKind classifyParallel(linalg::LinalgOp op) {
  bool reads = false, computes = false;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      if (dependsOnElements(extract))
        return KernelKind::Lookup;
      reads = true;
    }
  }
  for (Value yielded : op.getBlock()->getTerminator()->getOperands()) {
    Operation *producer = yielded.getDefiningOp();
    computes |= producer && producer->getBlock() == op.getBlock() &&
                !isa<tensor::ExtractOp>(producer);
  }
  if (!computes)
    return KernelKind::DataMovement;
  bool isInPlace =
      !reads && llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation(/*allowZeroInResults=*/true);
      });
  return isInPlace ? KernelKind::Elementwise : KernelKind::Unknown;
}

StructuredOpDescription tir::describeStructuredOp(linalg::LinalgOp op) {
  StructuredOpDescription result;
  if (op.getNumReductionLoops() != 0)
    describeReduction(op, result);
  else
    result.kind = classifyParallel(op);
  return result;
}
