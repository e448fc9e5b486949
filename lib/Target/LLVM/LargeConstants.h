//===- LargeConstants.h - Constants that LLVM does not see
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_LARGECONSTANTS_H
#define TIR_LIB_TARGET_LLVM_LARGECONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace tir {

/// The large constants of a module. LLVM would hold each of them several times,
/// and write it one number at a time. So it compiles the module with zeros in
/// their place, and the numbers are copied into the object.
class LargeConstants {
public:
  /// Takes the numbers out of the globals of a module in the LLVM dialect.
  void takeFrom(mlir::ModuleOp module);

  size_t getBytes() const { return bytes; }

  /// Copies the numbers into an ELF object, whose symbols have the names of the
  /// globals.
  llvm::Error copyInto(llvm::MutableArrayRef<char> object) const;

private:
  llvm::StringMap<mlir::DenseElementsAttr> constants;
  size_t bytes = 0;
};

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_LARGECONSTANTS_H
