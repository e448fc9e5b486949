//===- LinearForms.cpp - Numbers as sums of multiples of loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForms.h"

#include "IntervalArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

/// Keeps a bound where sums and multiples of it do not overflow.
static Interval clamp(Interval range) {
  return {std::max(range.low, Interval::kLeast),
          std::min(range.high, Interval::kMost)};
}

static Interval scale(Interval range, int64_t factor) {
  auto [low, high] =
      std::minmax({multiply(range.low, factor), multiply(range.high, factor)});
  return clamp({low, high});
}

static Interval sum(Interval one, Interval other) {
  // What has no known bound keeps none.
  auto add = [](int64_t a, int64_t b, int64_t none) {
    return a == none || b == none ? none : a + b;
  };
  return clamp({add(one.low, other.low, Interval::kLeast),
                add(one.high, other.high, Interval::kMost)});
}

static bool isKnown(Interval range) {
  return range.low > Interval::kLeast && range.high < Interval::kMost;
}

//===----------------------------------------------------------------------===//
// LinearForm
//===----------------------------------------------------------------------===//

bool LinearForm::hasSameTerms(const LinearForm &other) const {
  return terms.size() == other.terms.size() &&
         llvm::all_of(terms, [&](const auto &term) {
           return other.getFactor(term.first) == term.second;
         });
}

void LinearForm::add(const LinearForm &other, int64_t factor) {
  for (auto [value, number] : other.terms) {
    terms[value] += multiply(number, factor);
    if (terms[value] == 0)
      terms.erase(value);
  }
  rest = sum(rest, scale(other.rest, factor));
}

std::optional<LoopBounds> tir::getConstantBounds(scf::ForOp loop) {
  auto begin = getConstantIntValue(loop.getLowerBound()),
       end = getConstantIntValue(loop.getUpperBound()),
       step = getConstantIntValue(loop.getStep());
  if (!begin || !end || !step || *step <= 0 || loop.getUnsignedCmp())
    return std::nullopt;
  return LoopBounds{*begin, *end, *step};
}

//===----------------------------------------------------------------------===//
// LinearForms
//===----------------------------------------------------------------------===//

Interval LinearForms::getTermRange(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || loop.getInductionVar() != value)
    return Interval();
  std::optional<LoopBounds> bounds = getConstantBounds(loop);
  if (!bounds || bounds->getCount() == 0)
    return Interval();
  return {bounds->begin, bounds->getLast()};
}

Interval LinearForms::getRange(const LinearForm &form) {
  Interval range = form.rest;
  for (auto [value, factor] : form.terms)
    range = sum(range, scale(getTermRange(value), factor));
  return range;
}

LinearForm LinearForms::widen(const LinearForm &form,
                              function_ref<bool(Value)> isReplaced) {
  LinearForm wide = LinearForm::of(form.rest);
  for (auto [value, factor] : form.terms) {
    if (isReplaced(value))
      wide.rest = sum(wide.rest, scale(getTermRange(value), factor));
    else
      wide.terms[value] = factor;
  }
  return wide;
}

LinearForm LinearForms::get(Value value) {
  auto known = forms.find(value);
  if (known != forms.end())
    return known->second;
  LinearForm form = compute(value);
  forms[value] = form;
  return form;
}

static LinearForm asTerm(Value value) {
  LinearForm form;
  form.terms[value] = 1;
  return form;
}

LinearForm LinearForms::compute(Value value) {
  if (std::optional<Interval> constant = getConstantInterval(value))
    return LinearForm::of(*constant);
  if (Operation *op = value.getDefiningOp())
    return op->getNumResults() == 1 && value.getType().isIntOrIndex()
               ? compute(op)
               : asTerm(value);
  auto argument = cast<BlockArgument>(value);
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  return loop && loop.getInductionVar() == value ? computePosition(loop)
                                                 : asTerm(value);
}

LinearForm LinearForms::computePosition(scf::ForOp loop) {
  Value position = loop.getInductionVar();
  if (getConstantBounds(loop) || loop.getUnsignedCmp())
    return asTerm(position);
  LinearForm begin = get(loop.getLowerBound()), end = get(loop.getUpperBound());
  return join(begin, end, [](Interval first, Interval last) {
    return Interval{first.low, last.high - 1};
  });
}

LinearForm
LinearForms::join(const LinearForm &one, const LinearForm &other,
                  function_ref<Interval(Interval, Interval)> combine) {
  if (one.hasSameTerms(other))
    return {one.terms, combine(one.rest, other.rest)};
  return LinearForm::of(combine(getRange(one), getRange(other)));
}

static Interval takeLarger(Interval a, Interval b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

static Interval takeSmaller(Interval a, Interval b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

LinearForm LinearForms::compute(Operation *op) {
  Value result = op->getResult(0);
  auto form = [&](unsigned i) { return get(op->getOperand(i)); };
  auto range = [&](unsigned i) { return getRange(op->getOperand(i)); };
  auto orItself = [&](Interval known) {
    return isKnown(known) ? LinearForm::of(known) : asTerm(result);
  };
  // A division of a number that is not negative by a positive constant.
  auto divide = [&](function_ref<Interval(Interval, int64_t)> compute) {
    Interval lhs = range(0), rhs = range(1);
    bool isPlain = lhs.low >= 0 && rhs.isNumber() && rhs.low > 0;
    return isPlain ? orItself(compute(lhs, rhs.low)) : asTerm(result);
  };
  auto sumOf = [&](int64_t factor) {
    LinearForm total = form(0);
    total.add(form(1), factor);
    return total;
  };
  auto product = [&] {
    LinearForm lhs = form(0), rhs = form(1);
    if (lhs.isNumber())
      std::swap(lhs, rhs);
    if (!rhs.isNumber())
      return asTerm(result);
    LinearForm total;
    total.add(lhs, rhs.rest.low);
    return total;
  };
  // A conversion that may cut bits off.
  auto keep = [&](unsigned bits) {
    Interval value = range(0);
    bool fits = isKnown(value) && llvm::isIntN(bits, value.low) &&
                llvm::isIntN(bits, value.high);
    return fits ? form(0) : asTerm(result);
  };
  unsigned bits = result.getType().isIndex()
                      ? 32
                      : result.getType().getIntOrFloatBitWidth();
  return llvm::TypeSwitch<Operation *, LinearForm>(op)
      .Case<arith::AddIOp>([&](auto) { return sumOf(1); })
      .Case<arith::SubIOp>([&](auto) { return sumOf(-1); })
      .Case<arith::MulIOp>([&](auto) { return product(); })
      .Case<arith::MaxSIOp>(
          [&](auto) { return join(form(0), form(1), takeLarger); })
      .Case<arith::MinSIOp>(
          [&](auto) { return join(form(0), form(1), takeSmaller); })
      .Case<arith::SelectOp>([&](auto) {
        return join(form(1), form(2),
                    [](Interval a, Interval b) { return tir::join(a, b); });
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>([&](auto) {
        return divide([](Interval lhs, int64_t by) {
          return Interval{lhs.low / by, lhs.high / by};
        });
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) {
        return divide([](Interval lhs, int64_t by) {
          if (lhs.low / by == lhs.high / by)
            return Interval{lhs.low % by, lhs.high % by};
          return Interval{0, by - 1};
        });
      })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](auto) { return keep(bits); })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>(
          [&](auto) { return range(0).low >= 0 ? keep(bits) : asTerm(result); })
      .Default([&](Operation *) { return asTerm(result); });
}
