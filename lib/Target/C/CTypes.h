//===- CTypes.h - C spellings of types and constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_CTYPES_H
#define TIR_LIB_TARGET_C_CTYPES_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tir::c {

/// The type's name as in a cast, such as `const int8_t *`; empty if it has
/// none in C99. An lvalue has the name of its value type; an array has none.
std::string typeName(mlir::Type type);

/// `int8_t *restrict x` or `float x[4]`; empty where `typeName` is.
/// `qualifier` goes behind the star of a pointer.
std::string declare(mlir::Type type, llvm::StringRef name,
                    llvm::StringRef qualifier = "");

/// The pointee of a pointer or element type of an array, as text without a
/// leading `const`; empty for other types.
std::string pointeeName(mlir::Type type);

/// Whether the type points at something const.
bool pointsToConst(mlir::Type type);

/// The type's name without a top-level const: what a loaded value has.
std::string valueTypeName(mlir::Type type);

/// An integer type that C promotes to int before it computes, or i1.
bool isNarrow(mlir::Type type);

/// Whether this is an integer for C, and how wide (index types: 32).
bool isIntegerLike(mlir::Type type);
bool isUnsignedLike(mlir::Type type);

/// Spellings that keep the value and raise no warning.
std::string integerLiteral(const llvm::APInt &value, mlir::Type type);
std::string floatLiteral(const llvm::APFloat &value);

/// The spelling of a scalar constant; empty if it has none.
std::string scalarLiteral(mlir::Attribute value, mlir::Type type);

/// Writes `{1, 2, …}` in lines of about 100 columns, with nested braces for
/// nested arrays. False if the attribute's elements cannot be read.
bool printInitializer(mlir::ElementsAttr value, llvm::raw_ostream &os);

/// Whether `printInitializer` can print it.
bool canPrintInitializer(mlir::ElementsAttr value);

/// Whether the initializer holds NAN or INFINITY, of <math.h>.
bool usesMathMacros(mlir::ElementsAttr value);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_CTYPES_H
