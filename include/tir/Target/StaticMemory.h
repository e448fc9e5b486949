//===- StaticMemory.h - The variables that the linker places in RAM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_STATICMEMORY_H
#define TIR_TARGET_STATICMEMORY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace tir {

/// The name of the array of all handles that a file keeps.
inline constexpr llvm::StringLiteral kHandlesName = "tir_functions";

/// A variable of a generated file.
struct StaticVariable {
  std::string name, section;
  uint64_t bytes, alignment;
  /// Whether it is a pool or a part of one, and not a flag or handles.
  bool isPool = false;
  /// Its size in the file is the next multiple of this.
  uint64_t paddedTo = 1;

  uint64_t getPaddedBytes() const;
};

/// Makes the bytes that variables take together independent of the order in
/// which a compiler or a linker places them: if a section has several, each is
/// padded to the largest alignment among them.
void padVariables(llvm::MutableArrayRef<StaticVariable> variables);

/// Returns the padded variables of the C that is made from a module after the
/// phase `abi`, or from its EmitC: pools, flags, and the array of the handles
/// of functions that it looks up. What the application passes is not among
/// them.
llvm::SmallVector<StaticVariable> collectStaticVariables(mlir::ModuleOp module,
                                                         uint64_t pointerBytes);

/// The bytes of such variables.
struct StaticBytes {
  /// Pools alone, and everything.
  uint64_t pools = 0, all = 0;
};

StaticBytes countStaticBytes(mlir::ModuleOp module, uint64_t pointerBytes);

/// Returns the bytes of a pointer on a machine; on this one if `triple` is
/// empty.
uint64_t getPointerBytes(llvm::StringRef triple);

} // namespace tir

#endif // TIR_TARGET_STATICMEMORY_H
