//===- TensorOptions.h - Options about inputs and outputs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_TENSOROPTIONS_H
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_TENSOROPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tir {

/// A value of `--io-quant`: the quantisation that maps the integers of a tensor
/// to numbers.
struct TensorQuantization {
  llvm::StringRef name;
  double scale = 0;
  int64_t zeroPoint = 0;
};

/// A value of `--input-shape`; the shape of a scalar is empty.
struct InputShape {
  /// The input's number or its name.
  llvm::StringRef key;
  llvm::SmallVector<int64_t> shape;
};

/// A value of `--input-value`.
struct InputValue {
  /// The input's number or its name.
  llvm::StringRef key;
  /// A number, `true` or `false`. Which ones fit depends on the input's type.
  llvm::StringRef number;
};

/// A value of `--input-normalization`: one number for each channel, or for all.
struct InputNormalization {
  /// The input's number or its name.
  llvm::StringRef key;
  llvm::SmallVector<double> bias, scale, shift;
};

/// A value of `--slide`: the rows of an input that each call takes.
struct SlidingInput {
  /// The input's number or its name.
  llvm::StringRef key;
  int64_t rows = 0;
};

/// A value of `--rename`: a tensor or variable of the model, and its name in C.
struct Renaming {
  llvm::StringRef from, to;
};

/// Parses NAME:scale:zero_point, where NAME itself may contain colons. The
/// error shows the expected form, with `example` as the name of a tensor.
llvm::Expected<TensorQuantization>
parseTensorQuantization(llvm::StringRef text,
                        llvm::StringRef example = "input");

/// Parses OLD:NEW, where OLD itself may contain colons.
llvm::Expected<Renaming> parseRenaming(llvm::StringRef text);

/// Parses INDEX:SHAPE or NAME:SHAPE, where NAME itself may contain colons.
llvm::Expected<InputShape> parseInputShape(llvm::StringRef text);

/// Parses INDEX:NUMBER or NAME:NUMBER, where NAME itself may contain colons.
llvm::Expected<InputValue> parseInputValue(llvm::StringRef text);

/// Parses INPUT:ROWS, where INPUT itself may contain colons.
llvm::Expected<SlidingInput> parseSlidingInput(llvm::StringRef text);

/// Parses NAME:BIAS/...:SCALE/...:SHIFT/..., where NAME itself may contain
/// colons.
llvm::Expected<InputNormalization>
parseInputNormalization(llvm::StringRef text);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_TENSOROPTIONS_H
