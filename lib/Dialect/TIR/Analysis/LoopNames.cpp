//===- LoopNames.cpp - What loops over tensors are called
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/LoopNames.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

using Names = SmallVector<StringRef>;

static constexpr StringLiteral kParallel[] = {"i", "j", "k", "l",
                                              "m", "n", "o", "p"};
static constexpr StringLiteral kReduction[] = {"r", "s", "t", "u"};
static constexpr StringLiteral kImage[] = {"d", "h", "w"};
static constexpr StringLiteral kWindow[] = {"kd", "kh", "kw"};

/// Names the loops `dims` with the last names of `of`, since an image without a
/// height still has a width.
static void assign(Names &names, ArrayRef<unsigned> dims,
                   ArrayRef<StringLiteral> of) {
  for (auto [dim, name] : llvm::zip(llvm::reverse(dims), llvm::reverse(of)))
    names[dim] = name;
}

/// Names the loops `dims` with the first names of `of`, and the remaining loops
/// with the last one.
static void assignInOrder(Names &names, ArrayRef<unsigned> dims,
                          ArrayRef<StringLiteral> of) {
  for (auto [index, dim] : llvm::enumerate(dims))
    names[dim] = of[std::min<size_t>(index, of.size() - 1)];
}

/// Returns the names that the kind of the operation determines. Other names are
/// empty.
static Names getKnownLoopNames(linalg::LinalgOp op) {
  Names names(op.getNumLoops());
  StructuredOpDescription description = describeStructuredOp(op);
  switch (description.kind) {
  case KernelKind::Convolution:
  case KernelKind::DepthwiseConvolution:
  case KernelKind::Pooling: {
    const linalg::ConvolutionDimensions &dims = description.convolution;
    assign(names, dims.outputImage, kImage);
    assign(names, dims.filterLoop, kWindow);
    // A pooling treats channels and images alike.
    assignInOrder(names, dims.batch, {"n", "c"});
    assignInOrder(names, dims.inputChannel, {"ic"});
    assignInOrder(names, dims.depth, {"c"});
    assignInOrder(names, dims.outputChannel,
                  dims.depth.empty() ? StringLiteral("c") : StringLiteral("m"));
    break;
  }
  case KernelKind::Matmul: {
    const linalg::ContractionDimensions &dims = description.contraction;
    assignInOrder(names, dims.batch, {"b"});
    assignInOrder(names, dims.m, {"i"});
    assignInOrder(names, dims.n, {"j"});
    assignInOrder(names, dims.k, {"k"});
    break;
  }
  default:
    break;
  }
  return names;
}

SmallVector<StringRef> tir::getLoopNames(linalg::LinalgOp op) {
  Names names = getKnownLoopNames(op);
  unsigned parallel = 0, reduction = 0;
  for (auto [name, iterator] :
       llvm::zip_equal(names, op.getIteratorTypesArray())) {
    bool isReduction = iterator == utils::IteratorType::reduction;
    ArrayRef<StringLiteral> plain = kParallel;
    if (isReduction)
      plain = kReduction;
    unsigned &number = isReduction ? reduction : parallel;
    if (name.empty())
      name = plain[std::min<size_t>(number, plain.size() - 1)];
    ++number;
  }
  return names;
}

namespace {
/// Finds the names of the dimensions of tensors that are computed from each
/// other, each once.
class DimensionNames {
public:
  /// Returns the known names. Others are empty.
  const Names &find(Value tensor);

private:
  Names compute(Value tensor);
  Names ofResult(linalg::LinalgOp op, OpResult result);
  Names throughReshape(Value source, RankedTensorType wide,
                       ArrayRef<ReassociationIndices> groups, bool isCollapse);
  Names ofSlice(tensor::ExtractSliceOp slice);

  DenseMap<Value, Names> known;
};
} // namespace

const Names &DimensionNames::find(Value tensor) {
  auto found = known.find(tensor);
  if (found != known.end())
    return found->second;
  Names names = compute(tensor);
  return known[tensor] = std::move(names);
}

/// Returns the names of the dimensions of a result: the names of the loops over
/// it, else of the operand whose elements these loops pass on.
Names DimensionNames::ofResult(linalg::LinalgOp op, OpResult result) {
  Names loops = getKnownLoopNames(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (op.getNumReductionLoops() != 0 ||
        !isa<RankedTensorType>(input->get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    for (auto [name, expr] :
         llvm::zip_equal(find(input->get()), map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (loops[dim.getPosition()].empty())
          loops[dim.getPosition()] = name;
  }
  Names names;
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  for (AffineExpr expr : op.getMatchingIndexingMap(init).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    names.push_back(dim ? loops[dim.getPosition()] : StringRef());
  }
  return names;
}

/// Returns the dimension that `group` preserves: the only one, or the only one
/// with more than one element.
static std::optional<int64_t> getKeptDim(RankedTensorType type,
                                         ArrayRef<int64_t> group) {
  if (group.size() == 1)
    return group.front();
  std::optional<int64_t> only;
  for (int64_t dim : group) {
    if (type.getDimSize(dim) == 1)
      continue;
    if (only)
      return std::nullopt;
    only = dim;
  }
  return only;
}

/// Returns the names that a reshape preserves, of dimensions that are not split
/// or joined.
Names DimensionNames::throughReshape(Value source, RankedTensorType wide,
                                     ArrayRef<ReassociationIndices> groups,
                                     bool isCollapse) {
  const Names &from = find(source);
  Names to(isCollapse ? groups.size() : wide.getRank());
  for (auto [narrow, group] : llvm::enumerate(groups))
    if (std::optional<int64_t> dim = getKeptDim(wide, group))
      (isCollapse ? to[narrow] : to[*dim]) =
          isCollapse ? from[*dim] : from[narrow];
  return to;
}

Names DimensionNames::ofSlice(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  Names names;
  for (auto [dim, name] : llvm::enumerate(find(slice.getSource())))
    if (!dropped[dim])
      names.push_back(name);
  return names;
}

Names DimensionNames::compute(Value tensor) {
  Names unknown(cast<RankedTensorType>(tensor.getType()).getRank());
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return unknown;
  return llvm::TypeSwitch<Operation *, Names>(op)
      .Case([&](linalg::LinalgOp structured) {
        return ofResult(structured, cast<OpResult>(tensor));
      })
      .Case([&](tensor::CollapseShapeOp collapse) {
        return throughReshape(collapse.getSrc(), collapse.getSrcType(),
                              collapse.getReassociationIndices(),
                              /*isCollapse=*/true);
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        return throughReshape(expand.getSrc(), expand.getResultType(),
                              expand.getReassociationIndices(),
                              /*isCollapse=*/false);
      })
      .Case<tensor::PadOp, tensor::CastOp>(
          [&](auto same) { return find(same.getSource()); })
      .Case([&](tensor::ExtractSliceOp slice) { return ofSlice(slice); })
      .Default([&](Operation *) { return unknown; });
}

SmallVector<StringRef> tir::getDimensionNames(Value tensor) {
  Names names = DimensionNames().find(tensor);
  for (auto [dim, name] : llvm::enumerate(names))
    if (name.empty())
      name = kParallel[std::min(dim, std::size(kParallel) - 1)];
  return names;
}
