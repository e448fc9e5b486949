//===- StepFunctions.h - The C functions of inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H

#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/ColumnSteps.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include <set>

namespace tir {

/// The C function of `kernel.widen_bytes`.
inline constexpr llvm::StringLiteral kWidenBytesFunction = "tir_widen_bytes";

/// The C function of `kernel.store_half`.
inline constexpr llvm::StringLiteral kStoreHalfFunction = "tir_store_half";

/// Returns whether the C function of `kernel.dot_pairs` has no loop, and no
/// argument for the number of words.
bool isOneIteration(kernel::DotPairsOp op);

/// Returns the name of the C function of `kernel.dot_pairs`.
std::string getDotPairsFunction(kernel::DotPairsOp op);

/// Returns the name of the C function of `kernel.dot_pixel`.
std::string getDotPixelFunction(kernel::DotPixelOp op);

/// Returns the name of the C function of `kernel.dot_taps`.
std::string getDotTapsFunction(int64_t pixels, int64_t columns, bool hasInit);

/// The C function of `kernel.widen_rows`.
inline constexpr llvm::StringLiteral kWidenRowsFunction = "tir_widen_rows";
inline constexpr llvm::StringLiteral kWidenAndMoveRowsFunction =
    "tir_widen_and_move_rows";

/// Return the names of the C functions of `kernel.load_taps`,
/// `kernel.dot_columns` and `kernel.dot_next_columns`.
/// `isJoined` says whether the weights of a window's third row are joined.
std::string getLoadTapsFunction(bool times256, bool oneRow);
std::string getDotColumnsFunction(int64_t rows, int64_t pixels, int64_t stride,
                                  bool isJoined);
std::string getDotNextColumnsFunction(const kernel::RowWindows &windows);

/// The C function of `kernel.widen_elements`.
inline constexpr llvm::StringLiteral kWidenElementsFunction =
    "tir_widen_elements";

/// Returns the name of the C function of `kernel.dot_rows`.
std::string getDotRowsFunction(int64_t pixels);

/// Returns the name of the C function of `kernel.dot_window`.
std::string getDotWindowFunction(int64_t rows, int64_t columns);

/// Returns the name of the C function of `kernel.dot_lanes`.
std::string getDotLanesFunction(kernel::DotLanesOp op);

/// The C functions of `kernel.dot_byte_lanes`, `kernel.dot_window_lanes` and
/// `kernel.requantize_lanes`.
inline constexpr llvm::StringLiteral kDotByteLanesFunction =
    "tir_dot_byte_lanes";
inline constexpr llvm::StringLiteral kDotWindowLanesFunction =
    "tir_dot_window_lanes";
inline constexpr llvm::StringLiteral kRequantizeLanesFunction =
    "tir_requantize_lanes";
inline constexpr llvm::StringLiteral kRequantizeLanesAddFunction =
    "tir_requantize_lanes_add";

/// What the name of the C function of `kernel.dot_block` or `kernel.dot_raised`
/// says.
struct DotBlockForm {
  DotBlockForm() = default;
  explicit DotBlockForm(kernel::DotBlockOp op);
  explicit DotBlockForm(kernel::DotRaisedOp op);

  std::string getName() const;
  static std::optional<DotBlockForm> parse(llvm::StringRef name);
  /// Whether the weights are read as unsigned numbers, which the pointer to
  /// them does not tell.
  bool hasUnsignedWeights() const { return hasExcess || isRaised; }
  llvm::StringRef getWeightType() const {
    return hasPairs ? "uint16_t" : hasUnsignedWeights() ? "uint8_t" : "int8_t";
  }

  /// Returns the number of a sum in the names of variables.
  std::string getSum(int64_t pixel, int64_t channel) const {
    return (channels > 9 ? llvm::Twine(channel)
                         : llvm::Twine(pixel) + llvm::Twine(channel))
        .str();
  }

  int64_t pixels, channels, unroll;
  /// Whether there are arguments for several rows, and for a part of each.
  bool hasRows, hasPart;
  bool hasExcess;
  /// Whether the elements have an excess, too, and the weights have 16 bits.
  bool isRaised, hasPairs;
};

/// Returns the name of the C function of `kernel.raise_elements`.
llvm::StringRef getRaiseElementsFunction(kernel::RaiseElementsOp op);

/// Returns the name of the C function of `kernel.dot_strip`.
std::string getDotStripFunction(kernel::DotStripOp op);

/// Returns the name of the C function of `kernel.requantize`.
std::string getRequantizeFunction(int64_t bits, int64_t shift, bool upperHalf,
                                  bool bySign, bool isApproximate = false);

/// Returns the name of the C function that shifts a number and saturates it.
std::string getSaturateFunction(int64_t bits, int64_t shift);

/// Returns the name of the C function of `kernel.requantize_double`.
std::string getRequantizeDoubleFunction(int64_t max, int64_t shift);

/// Inserts the definitions of the step functions that `module` calls at the
/// start of its body. `#kernel.blocked` functions have two forms with the same
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
/// Loads of words.
extern const llvm::StringLiteral kLoadWord;
/// Products of both halves (`tir_multiply_halves`), with the instruction and in
/// plain C. Compilers report functions that nothing calls.
extern const llvm::StringLiteral kMultiplyHalves, kPlainHalves;
/// Bytes of a word as halves. The second one needs the first.
extern const llvm::StringLiteral kLowBytes, kHighBytes;
/// Says whether the compiler has Arm's vector instructions (`TIR_MVE`).
extern const llvm::StringLiteral kMVEInstructions;
/// Products of both halves in loops (`tir_accumulate_halves`).
extern const llvm::StringLiteral kAccumulateHalves;

/// Takes numbers from the front of a name, each with the text before it.
/// Returns whether all of them are there.
bool consumeNumbers(
    llvm::StringRef &name,
    llvm::ArrayRef<std::pair<llvm::StringRef, int64_t *>> parts);

/// Returns the parameters for what the sums of channels start with.
std::string makeInitParameters(int64_t channels);

/// Returns lines of C with more space before each, except for directives.
std::string indentLines(llvm::StringRef text);

/// Insert the definitions of the `called` functions that are loops for any
/// compiler, that have channels in lanes, that compute blocks of channel pairs
/// or rescale them, that compute pixels of bytes, that widen rows, and that
/// compute depthwise windows.
void insertPortableStepFunctions(const std::set<std::string> &called,
                                 StepTexts &texts);
void insertLaneStepFunctions(const std::set<std::string> &called,
                             StepTexts &texts);
void insertByteLaneStepFunctions(const std::set<std::string> &called,
                                 StepTexts &texts);
void insertPairStepFunctions(const std::set<std::string> &called,
                             StepTexts &texts);
void insertRequantizeFunctions(const std::set<std::string> &called,
                               StepTexts &texts);
void insertPixelStepFunctions(const std::set<std::string> &called,
                              StepTexts &texts);
void insertWidenRowsStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts);
void insertColumnStepFunctions(const std::set<std::string> &called,
                               StepTexts &texts);
void insertDepthwiseStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts);
/// Returns whether a function is one of scalar steps. Their module is for a
/// processor without DSP instructions.
bool isScalarStepFunction(llvm::StringRef name);
/// Inserts the definitions of the `called` functions of scalar steps.
void insertScalarStepFunctions(const std::set<std::string> &called,
                               StepTexts &texts);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_STEPFUNCTIONS_H
