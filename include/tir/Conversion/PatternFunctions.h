//===- PatternFunctions.h - Functions as patterns
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_PATTERNFUNCTIONS_H
#define TIR_CONVERSION_PATTERNFUNCTIONS_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// A pattern of a dialect conversion that is one function.
template <typename Op, typename ConverterT>
class ConversionFunction : public mlir::OpConversionPattern<Op> {
public:
  using Convert = mlir::LogicalResult (*)(
      Op op, typename Op::Adaptor adaptor, const ConverterT &converter,
      mlir::ConversionPatternRewriter &rewriter);

  ConversionFunction(const ConverterT &converter, mlir::MLIRContext *context,
                     mlir::PatternBenefit benefit, Convert convert)
      : mlir::OpConversionPattern<Op>(converter, context, benefit),
        convert(convert) {}

  mlir::LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    return convert(op, adaptor,
                   *this->template getTypeConverter<const ConverterT>(),
                   rewriter);
  }

private:
  Convert convert;
};

/// Adds a pattern for each of the functions.
template <typename ConverterT, typename... Ops>
void addConversions(const ConverterT &converter,
                    mlir::RewritePatternSet &patterns,
                    mlir::PatternBenefit benefit,
                    mlir::LogicalResult (*...convert)(
                        Ops, typename Ops::Adaptor, const ConverterT &,
                        mlir::ConversionPatternRewriter &)) {
  (patterns.add<ConversionFunction<Ops, ConverterT>>(
       converter, patterns.getContext(), benefit, convert),
   ...);
}

} // namespace tir

#endif // TIR_CONVERSION_PATTERNFUNCTIONS_H
