//===- CTypes.h - C spellings of types and constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_C_CTYPES_H
#define TIR_TARGET_C_CTYPES_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tir::c {

/// Returns the type's name as in a cast, such as `const int8_t *`, or an empty
/// string if it has none in C99. An lvalue has the name of its value type; an
/// array has none. `withAliases`, pointers name their elements by `aliasName`.
std::string typeName(mlir::Type type, bool withAliases = true);

/// Returns the name that the type of an element has in pointers: the name of a
/// type with which any memory may be accessed, since buffers of several types
/// share memory. Types of one byte may access any memory, and keep their names.
std::string aliasName(llvm::StringRef element);

/// Prints the definitions of the names that are used.
void printAliasTypes(llvm::function_ref<bool(llvm::StringRef)> isUsed,
                     llvm::raw_ostream &os);

/// Returns a declaration such as `int8_t *restrict x` or `float x[4]`, or an
/// empty string if the type has no name. `qualifier` follows the star of a
/// pointer.
std::string declare(mlir::Type type, llvm::StringRef name,
                    llvm::StringRef qualifier = "", bool withAliases = true);

/// Returns the name of a pointer's pointee or an array's element type, without
/// a leading `const`, or an empty string for other types.
std::string pointeeName(mlir::Type type);

/// Returns whether the type points to something const.
bool pointsToConst(mlir::Type type);

/// Returns the type's name without a top-level const, as a loaded value has it.
std::string valueTypeName(mlir::Type type);

/// Returns whether it is an integer type that C promotes to int before it
/// computes, or i1.
bool isNarrow(mlir::Type type);

/// Returns whether the type is an integer in C.
bool isIntegerLike(mlir::Type type);
bool isUnsignedLike(mlir::Type type);

/// Return spellings that keep the value and cause no warning.
std::string integerLiteral(const llvm::APInt &value, mlir::Type type);
std::string floatLiteral(const llvm::APFloat &value);

/// Returns the spelling of a scalar constant, or an empty string if it has
/// none.
std::string scalarLiteral(mlir::Attribute value, mlir::Type type);

/// Writes `{1, 2, …}` in lines of about 100 columns, with nested braces for
/// nested arrays. Returns false if the attribute's elements cannot be read.
bool printInitializer(mlir::ElementsAttr value, llvm::raw_ostream &os);

/// Returns whether `printInitializer` can print it.
bool canPrintInitializer(mlir::ElementsAttr value);

/// Returns whether the initializer contains NAN or INFINITY, which are macros
/// of <math.h>.
bool usesMathMacros(mlir::ElementsAttr value);

} // namespace tir::c

#endif // TIR_TARGET_C_CTYPES_H
