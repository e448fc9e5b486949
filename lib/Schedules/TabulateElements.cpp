//===- TabulateElements.cpp - Functions of one int8 element as tables
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A leaky ReLU of int8 elements has 256 results. Where no vectors compute them,
// reading them from a table takes a fourth of the time.
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "ElementFunctions.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/SetVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRTABULATEELEMENTSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns about how many instructions an element takes without a table, or
/// very many if it takes a table already.
static int64_t estimateCost(linalg::GenericOp generic) {
  constexpr int64_t kRescale = 6, kTable = 1000;
  int64_t cost = 0;
  for (Operation &op : generic.getBlock()->without_terminator())
    if (isa<tensor::ExtractOp>(op))
      cost += kTable;
    else if (isa<tosa::ApplyScaleOp>(op))
      cost += kRescale;
    else if (!isa<CastOpInterface>(op) && !op.hasTrait<OpTrait::ConstantLike>())
      ++cost;
  return cost;
}

namespace {
/// What is computed from the elements of one int8 tensor alone.
class ElementTables {
public:
  explicit ElementTables(Value elements) : elements(elements) { collect(); }

  /// Replaces what is worth a table. Returns whether there was any.
  bool replace();
  ArrayRef<Value> getFunctions() const { return functions.getArrayRef(); }

private:
  void collect();
  bool dependsOnlyOnElements(linalg::GenericOp generic) const;
  bool isWorthTable(Value function) const;
  int64_t getCost(Value function, llvm::DenseSet<Value> &counted) const;

  Value elements;
  llvm::SetVector<Value> functions;
};
} // namespace

bool ElementTables::dependsOnlyOnElements(linalg::GenericOp generic) const {
  return isElementByElement(generic) &&
         llvm::all_of(generic.getDpsInputs(), [&](Value input) {
           DenseElementsAttr constant;
           return input == elements || functions.contains(input) ||
                  (matchPattern(input, m_Constant(&constant)) &&
                   constant.isSplat());
         });
}

void ElementTables::collect() {
  llvm::SetVector<Operation *> next;
  auto addUsers = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (isa<linalg::GenericOp>(user) &&
          user->getBlock() == elements.getParentBlock())
        next.insert(user);
  };
  addUsers(elements);
  for (unsigned i = 0; i < next.size(); ++i) {
    auto generic = cast<linalg::GenericOp>(next[i]);
    if (!dependsOnlyOnElements(generic))
      continue;
    functions.insert(generic.getResult(0));
    addUsers(generic.getResult(0));
  }
}

int64_t ElementTables::getCost(Value function,
                               llvm::DenseSet<Value> &counted) const {
  if (!functions.contains(function) || !counted.insert(function).second)
    return 0;
  auto generic = function.getDefiningOp<linalg::GenericOp>();
  int64_t cost = estimateCost(generic);
  for (Value input : generic.getDpsInputs())
    cost += getCost(input, counted);
  return cost;
}

/// Returns whether a function is worth the 256 bytes of a table: anything but
/// functions of the same elements reads its results, which take more than a
/// rescale.
bool ElementTables::isWorthTable(Value function) const {
  constexpr int64_t kRescaled = 10, kFewest = 128;
  auto type = cast<RankedTensorType>(function.getType());
  auto isOther = [&](Operation *user) {
    return user->getNumResults() != 1 ||
           !functions.contains(user->getResult(0));
  };
  if (!type.getElementType().isInteger(8) ||
      llvm::none_of(function.getUsers(), isOther))
    return false;
  llvm::DenseSet<Value> counted;
  int64_t cost = getCost(function, counted);
  return cost > kRescaled && cost * type.getNumElements() > kRescaled * kFewest;
}

/// Replaces a function by a table, which is indexed by the bits of an element.
static void replaceFunction(Value function, Value elements,
                            ArrayRef<Attribute> values) {
  auto op = function.getDefiningOp<linalg::GenericOp>();
  // The numbers that are not negative come first.
  SmallVector<Attribute, 0> entries(values);
  std::rotate(entries.begin(), entries.begin() - INT8_MIN, entries.end());
  AffineMap identity = op.getIndexingMapsArray().back();
  replaceByTable(
      op, elements, {identity, identity}, entries,
      [](ImplicitLocOpBuilder &, ValueRange element) { return element[0]; });
}

bool ElementTables::replace() {
  auto worth = llvm::filter_to_vector(
      functions, [&](Value function) { return isWorthTable(function); });
  if (worth.empty())
    return false;
  FunctionEvaluator evaluator(elements, getInt8Numbers(elements.getContext()));
  for (Value function : functions)
    evaluator.evaluate(function.getDefiningOp<linalg::GenericOp>());
  for (Value function : worth)
    if (evaluator.isKnown(function))
      replaceFunction(function, elements, evaluator.get(function));
  return true;
}

/// Replaces functions of the elements of each int8 tensor that a block computes
/// or gets.
static void tabulate(Block &block) {
  llvm::DenseSet<Value> seen;
  bool hasChanged = false;
  for (auto generic : llvm::to_vector(block.getOps<linalg::GenericOp>())) {
    for (Value input : generic.getDpsInputs()) {
      auto type = dyn_cast<RankedTensorType>(input.getType());
      if (!type || !type.getElementType().isInteger(8) ||
          !type.hasStaticShape() || !seen.insert(input).second)
        continue;
      ElementTables tables(input);
      seen.insert_range(tables.getFunctions());
      hasChanged |= tables.replace();
    }
  }
  if (hasChanged)
    eraseDeadOps(block);
}

namespace {
struct TabulateElementsPass
    : public tir::impl::TIRTabulateElementsPassBase<TabulateElementsPass> {
  using TIRTabulateElementsPassBase::TIRTabulateElementsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    if (!isScalar(target) && (!hasDSP(target) || hasMVE(target)))
      return;
    getOperation()->walk([](FunctionOpInterface function) {
      if (!function.isExternal())
        llvm::for_each(function.getFunctionBody(), tabulate);
    });
  }
};
} // namespace
