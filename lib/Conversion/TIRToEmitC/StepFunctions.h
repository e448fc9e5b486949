//===- StepFunctions.h - The C functions of inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H

#include "mlir/IR/Builders.h"
#include <set>

namespace tir {

/// The C function of `tir.widen_bytes`.
inline constexpr llvm::StringLiteral kWidenBytesFunction = "tir_widen_bytes";

/// Returns the name of the C function of `tir.dot_pairs` for `size` words.
std::string getDotPairsFunction(int64_t pixels, int64_t pairs, int64_t size,
                                bool hasInit, bool times256);

/// Returns the name of the C function of `tir.dot_taps`.
std::string getDotTapsFunction(int64_t pixels, int64_t columns, bool hasInit);

/// The C functions of `tir.widen_rows` and `tir.load_taps`.
inline constexpr llvm::StringLiteral kWidenRowsFunction = "tir_widen_rows";
inline constexpr llvm::StringLiteral kLoadTapsFunction = "tir_load_taps";

/// Returns the name of the C function of `tir.dot_columns`.
std::string getDotColumnsFunction(int64_t pixels, int64_t stride);

/// The C function of `tir.widen_elements`.
inline constexpr llvm::StringLiteral kWidenElementsFunction =
    "tir_widen_elements";

/// Returns the name of the C function of `tir.dot_rows`.
std::string getDotRowsFunction(int64_t pixels);

/// Returns the name of the C function of `tir.dot_window`.
std::string getDotWindowFunction(int64_t rows, int64_t columns);

/// Returns the name of the C function of `tir.requantize`.
std::string getRequantizeFunction(int64_t bits, int64_t shift, bool upperHalf,
                                  bool bySign);

/// Returns the name of the C function of `tir.requantize_double`.
std::string getRequantizeDoubleFunction(int64_t max, int64_t shift);

/// Inserts the definitions of the step functions that `module` calls at the
/// start of its body. Those of `#tir.blocked` have two forms with the same
/// results: one for processors with Arm's DSP instructions, and one in plain C.
void insertStepFunctions(mlir::Operation *module);

//===----------------------------------------------------------------------===//
// The texts of the functions
//===----------------------------------------------------------------------===//

/// Writes texts of C at the start of a module.
class StepTexts {
public:
  StepTexts(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), location(location) {}

  /// Writes a text after those that it needs, each of which is written once.
  void insert(const std::string &text,
              llvm::ArrayRef<llvm::StringRef> required);

private:
  void print(const std::string &text);

  mlir::OpBuilder &builder;
  mlir::Location location;
  std::set<llvm::StringRef> inserted;
};

/// Says whether the compiler has Arm's DSP instructions (`TIR_DSP`).
extern const llvm::StringLiteral kDSPInstructions;
/// Loads of words, and products of both halves.
extern const llvm::StringLiteral kDotInstructions;
/// Bytes of a word as halves.
extern const llvm::StringLiteral kLowBytes;

/// Returns the parameters for what the sums of channels start with.
std::string makeInitParameters(int64_t channels);

/// Insert the definitions of those `called` functions that are loops for any
/// compiler, those of blocks of channel pairs with their rescales, and those of
/// depthwise windows.
void insertPortableStepFunctions(const std::set<std::string> &called,
                                 StepTexts &texts);
void insertPairStepFunctions(const std::set<std::string> &called,
                             StepTexts &texts);
void insertDepthwiseStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H
