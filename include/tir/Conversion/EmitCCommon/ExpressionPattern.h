//===- ExpressionPattern.h - Operations that become C expressions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_EMITCCOMMON_EXPRESSIONPATTERN_H
#define TIR_CONVERSION_EMITCCOMMON_EXPRESSIONPATTERN_H

#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"

namespace tir {

/// Replaces an operation with one result by the C expression that a function
/// returns, unless it returns null.
template <typename Op>
class ExpressionPattern : public mlir::OpConversionPattern<Op> {
public:
  using Convert = mlir::Value (*)(Op op, typename Op::Adaptor adaptor,
                                  const mlir::TypeConverter &converter,
                                  EmitCBuilder &c);

  ExpressionPattern(const mlir::TypeConverter &converter,
                    mlir::MLIRContext *context, mlir::PatternBenefit benefit,
                    Convert convert)
      : mlir::OpConversionPattern<Op>(converter, context, benefit),
        convert(convert) {}

  mlir::LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    EmitCBuilder c(rewriter, op.getLoc());
    mlir::Value result = convert(op, adaptor, *this->getTypeConverter(), c);
    if (!result)
      return rewriter.notifyMatchFailure(op, "has no expression in C");
    rewriter.replaceOp(op, result);
    return mlir::success();
  }

private:
  Convert convert;
};

/// Adds a pattern for each of the functions.
template <typename... Ops>
void addExpressions(const mlir::TypeConverter &converter,
                    mlir::RewritePatternSet &patterns,
                    mlir::PatternBenefit benefit,
                    mlir::Value (*...convert)(Ops, typename Ops::Adaptor,
                                              const mlir::TypeConverter &,
                                              EmitCBuilder &)) {
  (patterns.add<ExpressionPattern<Ops>>(converter, patterns.getContext(),
                                        benefit, convert),
   ...);
}

} // namespace tir

#endif // TIR_CONVERSION_EMITCCOMMON_EXPRESSIONPATTERN_H
