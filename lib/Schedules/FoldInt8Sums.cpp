//===- FoldInt8Sums.cpp - Short forms of functions of quantised elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldInt8Sums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"
#include "tir/Support/AffineRescale.h"
#include "tir/Support/AffineSum.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <deque>

using namespace mlir;
using namespace tir;

namespace {

/// The value of a scalar for all int8 numbers of the elements that it depends
/// on: one number, 256 for one element, or 65,536 for both, as in
/// `Int8Results`.
struct Numbers {
  bool dependsOn[2] = {false, false};
  SmallVector<int64_t, 1> numbers;

  /// Returns how many numbers of an element it depends on.
  int64_t getExtent(unsigned leaf) const { return dependsOn[leaf] ? 256 : 1; }

  /// Returns the numbers for all `y`, which are one number if it does not
  /// depend on `y`.
  const int64_t *getRow(int64_t x) const {
    return &numbers[(dependsOn[0] ? x : 0) * getExtent(1)];
  }
};

/// A tensor as a function of int8 tensors, element by element.
class Int8Function {
public:
  /// Evaluates the elements of `root`. Returns nullopt if it is not a function
  /// of one or two int8 tensors that consists of operations known here.
  std::optional<Numbers> evaluate(linalg::GenericOp root) {
    std::optional<Numbers> result = evaluateBody(root);
    return result && !leaves.empty() ? result : std::nullopt;
  }

  /// The int8 tensors.
  ArrayRef<Value> getLeaves() const { return leaves; }
  /// The operations that compute the function, whose locations it has.
  ArrayRef<Location> getLocations() const { return locations; }
  bool hasRescale() const { return numRescales != 0; }

private:
  const Numbers *evaluateTensor(Value tensor);
  std::optional<Numbers> evaluateBody(linalg::GenericOp generic);
  std::optional<Numbers> evaluateOp(Operation &op,
                                    ArrayRef<const Numbers *> operands);
  template <typename Compute>
  std::optional<Numbers> compute(ArrayRef<const Numbers *> operands,
                                 Compute compute);

  SmallVector<Value, 2> leaves;
  SmallVector<Location> locations;
  /// The numbers for two elements are large, and must not be copied.
  llvm::DenseMap<Value, std::unique_ptr<Numbers>> known;
  int64_t numRescales = 0;
};

} // namespace

/// Returns whether each element of the result depends on the elements of the
/// inputs at the same position only.
static bool isElementwise(linalg::GenericOp generic) {
  return generic.getNumResults() == 1 && generic.hasPureTensorSemantics() &&
         generic.getNumReductionLoops() == 0 &&
         llvm::all_of(generic.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         generic.getBlock()->getArguments().back().use_empty();
}

const Numbers *Int8Function::evaluateTensor(Value tensor) {
  if (auto found = known.find(tensor); found != known.end())
    return found->second.get();
  Numbers result;
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant))) {
    if (!constant.isSplat() || !isa<IntegerType>(constant.getElementType()))
      return nullptr;
    result.numbers = {constant.getSplatValue<APInt>().getSExtValue()};
  } else if (getElementTypeOrSelf(tensor).isInteger(8)) {
    if (leaves.size() == 2)
      return nullptr;
    result.dependsOn[leaves.size()] = true;
    leaves.push_back(tensor);
    for (int64_t number = INT8_MIN; number <= INT8_MAX; ++number)
      result.numbers.push_back(number);
  } else {
    auto generic = tensor.getDefiningOp<linalg::GenericOp>();
    std::optional<Numbers> computed =
        generic ? evaluateBody(generic) : std::nullopt;
    if (!computed)
      return nullptr;
    result = std::move(*computed);
  }
  std::unique_ptr<Numbers> &stored = known[tensor];
  stored = std::make_unique<Numbers>(std::move(result));
  return stored.get();
}

std::optional<Numbers> Int8Function::evaluateBody(linalg::GenericOp generic) {
  if (!isElementwise(generic))
    return std::nullopt;
  llvm::DenseMap<Value, const Numbers *> scope;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    const Numbers *element = evaluateTensor(operand->get());
    if (!element)
      return std::nullopt;
    scope[generic.getMatchingBlockArgument(operand)] = element;
  }
  std::deque<Numbers> computed;
  auto getNumbers = [&](Value scalar) -> const Numbers * {
    const Numbers *&numbers = scope[scalar];
    APInt number;
    if (!numbers && matchPattern(scalar, m_ConstantInt(&number))) {
      computed.emplace_back().numbers = {number.getSExtValue()};
      numbers = &computed.back();
    }
    return numbers;
  };
  locations.push_back(generic.getLoc());
  for (Operation &op : generic.getBlock()->without_terminator()) {
    auto operands = llvm::map_to_vector(op.getOperands(), getNumbers);
    if (llvm::is_contained(operands, nullptr))
      return std::nullopt;
    std::optional<Numbers> result = evaluateOp(op, operands);
    if (!result)
      return std::nullopt;
    scope[op.getResult(0)] = &computed.emplace_back(std::move(*result));
  }
  const Numbers *yielded =
      getNumbers(generic.getBlock()->getTerminator()->getOperand(0));
  return yielded ? std::optional(*yielded) : std::nullopt;
}

/// Computes each number from the operands' numbers. Returns nullopt if one of
/// them does not fit 32 bits.
template <typename Compute>
std::optional<Numbers> Int8Function::compute(ArrayRef<const Numbers *> operands,
                                             Compute compute) {
  Numbers result;
  for (unsigned leaf : {0, 1})
    result.dependsOn[leaf] =
        llvm::any_of(operands, [&](const Numbers *numbers) {
          return numbers->dependsOn[leaf];
        });
  result.numbers.reserve(result.getExtent(0) * result.getExtent(1));
  struct Row {
    const int64_t *numbers;
    bool dependsOnY;
  };
  SmallVector<Row, 3> rows;
  for (int64_t x = 0; x < result.getExtent(0); ++x) {
    rows.clear();
    for (const Numbers *operand : operands)
      rows.push_back({operand->getRow(x), operand->dependsOn[1]});
    for (int64_t y = 0; y < result.getExtent(1); ++y) {
      auto get = [&](unsigned i) {
        return rows[i].numbers[rows[i].dependsOnY ? y : 0];
      };
      std::optional<int64_t> number = compute(get);
      if (!number || !llvm::isInt<32>(*number))
        return std::nullopt;
      result.numbers.push_back(*number);
    }
  }
  return result;
}

std::optional<Numbers>
Int8Function::evaluateOp(Operation &op, ArrayRef<const Numbers *> operands) {
  using Number = std::optional<int64_t>;
  return llvm::TypeSwitch<Operation *, std::optional<Numbers>>(&op)
      .Case([&](arith::ExtSIOp) {
        return compute(operands, [](auto get) -> Number { return get(0); });
      })
      .Case([&](arith::TruncIOp trunc) {
        unsigned width = trunc.getType().getIntOrFloatBitWidth();
        return compute(operands, [&](auto get) -> Number {
          // Bits that are lost would need a closer look.
          return llvm::isIntN(width, get(0)) ? Number(get(0)) : std::nullopt;
        });
      })
      .Case([&](arith::AddIOp) {
        return compute(operands,
                       [](auto get) -> Number { return get(0) + get(1); });
      })
      .Case([&](arith::SubIOp) {
        return compute(operands,
                       [](auto get) -> Number { return get(0) - get(1); });
      })
      .Case([&](arith::MaxSIOp) {
        return compute(operands, [](auto get) -> Number {
          return std::max(get(0), get(1));
        });
      })
      .Case([&](arith::MinSIOp) {
        return compute(operands, [](auto get) -> Number {
          return std::min(get(0), get(1));
        });
      })
      .Case([&](tosa::ApplyScaleOp scale) {
        ++numRescales;
        RescaleChannel channel{};
        channel.doubleRound =
            scale.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND;
        channel.min = INT32_MIN;
        channel.max = INT32_MAX;
        return compute(operands, [&](auto get) -> Number {
          channel.low = channel.high = get(0);
          channel.multiplier = get(1);
          channel.shift = get(2);
          return channel.isDefined() ? Number(channel.evaluate(get(0)))
                                     : std::nullopt;
        });
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// Creates an operation in place of `root` whose body `create` makes from the
/// elements of 32 bits.
static void
replace(linalg::GenericOp root, const Int8Function &function,
        llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> create) {
  OpBuilder builder(root);
  ArrayRef<Value> leaves = function.getLeaves();
  Location location = builder.getFusedLoc(function.getLocations());
  auto rank = static_cast<unsigned>(root.getNumLoops());
  SmallVector<AffineMap> maps(leaves.size() + 1,
                              builder.getMultiDimIdentityMap(rank));
  auto generic = linalg::GenericOp::create(
      builder, location, root.getResultTypes(), leaves, root.getOutputs(), maps,
      root.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder b(loc, inner);
        auto elements =
            llvm::map_to_vector(arguments.drop_back(), [&](Value argument) {
              return arith::ExtSIOp::create(b, b.getI32Type(), argument)
                  .getResult();
            });
        Value result =
            arith::TruncIOp::create(b, b.getI8Type(), create(b, elements));
        linalg::YieldOp::create(b, result);
      });
  root->replaceAllUsesWith(generic);
  root->erase();
}

static Value createNumber(ImplicitLocOpBuilder &b, int64_t number) {
  return arith::ConstantIntOp::create(b, number, 32);
}

/// Shifts a sum to units of the result, and clamps it.
static Value createResult(ImplicitLocOpBuilder &b, Value sum, unsigned shift,
                          int32_t min, int32_t max) {
  Value result = arith::ShRSIOp::create(b, sum, createNumber(b, shift));
  result = arith::MaxSIOp::create(b, result, createNumber(b, min));
  return arith::MinSIOp::create(b, result, createNumber(b, max));
}

static void replace(linalg::GenericOp root, const Int8Function &function,
                    const AffineSum &sum) {
  replace(root, function, [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    Value result = createNumber(b, sum.offset);
    const int32_t factors[] = {sum.xFactor, sum.yFactor};
    for (auto [element, factor] : llvm::zip(elements, factors)) {
      Value product =
          arith::MulIOp::create(b, element, createNumber(b, factor));
      result = arith::AddIOp::create(b, product, result);
    }
    return createResult(b, result, sum.shift, sum.min, sum.max);
  });
}

/// Adds the numbers of the form to `numbers`.
static void replace(linalg::GenericOp root, const Int8Function &function,
                    const FixedSum &sum, SmallVectorImpl<Value> &numbers) {
  replace(root, function, [&](ImplicitLocOpBuilder &b, ValueRange elements) {
    Type i32 = b.getI32Type(), i64 = b.getI64Type();
    auto addNumber = [&](int32_t number) {
      return numbers.emplace_back(createNumber(b, number));
    };
    const int32_t factors[] = {sum.xFactor, sum.yFactor};
    Value products;
    for (auto [element, factor] : llvm::zip(elements, factors)) {
      Value high = arith::ShLIOp::create(b, element, createNumber(b, 24));
      Value product = arith::MulIOp::create(
          b, arith::ExtSIOp::create(b, i64, high),
          arith::ExtSIOp::create(b, i64, addNumber(factor)));
      products =
          products ? arith::AddIOp::create(b, products, product) : product;
    }
    Value word = arith::ShRSIOp::create(
        b, products, arith::ConstantIntOp::create(b, 32, 64));
    Value result = arith::AddIOp::create(
        b, arith::TruncIOp::create(b, i32, word), addNumber(sum.offset));
    return createResult(b, result, FixedSum::kOffsetBits, sum.min, sum.max);
  });
}

/// Calls `fold` with each function of int8 elements in a kernel, and its
/// results. It returns whether it replaced the operation.
static void
forEachInt8Function(FunctionOpInterface kernel,
                    llvm::function_ref<bool(linalg::GenericOp,
                                            const Int8Function &, Int8Results)>
                        fold) {
  if (kernel.isExternal() || !kernel.getFunctionBody().hasOneBlock())
    return;
  Block &body = kernel.getFunctionBody().front();
  bool isChanged = false;
  for (auto root :
       llvm::make_early_inc_range(body.getOps<linalg::GenericOp>())) {
    if (root.getNumResults() != 1 ||
        !getElementTypeOrSelf(root.getResult(0)).isInteger(8))
      continue;
    Int8Function function;
    std::optional<Numbers> numbers = function.evaluate(root);
    if (!numbers || !function.hasRescale() || !numbers->dependsOn[0] ||
        numbers->dependsOn[1] != (function.getLeaves().size() == 2))
      continue;
    auto results = llvm::to_vector_of<int32_t>(numbers->numbers);
    isChanged |= fold(root, function, results);
  }
  if (isChanged)
    eraseDeadOps(body);
}

void tir::foldInt8Sums(FunctionOpInterface kernel) {
  forEachInt8Function(kernel,
                      [](linalg::GenericOp root, const Int8Function &function,
                         Int8Results results) {
                        std::optional<AffineSum> sum = findAffineSum(results);
                        if (sum)
                          replace(root, function, *sum);
                        return sum.has_value();
                      });
}

SmallVector<Value> tir::fixInt8Sums(FunctionOpInterface kernel) {
  SmallVector<Value> numbers;
  forEachInt8Function(kernel,
                      [&](linalg::GenericOp root, const Int8Function &function,
                          Int8Results results) {
                        std::optional<FixedSum> sum = findFixedSum(results);
                        if (sum)
                          replace(root, function, *sum, numbers);
                        return sum.has_value();
                      });
  return numbers;
}
