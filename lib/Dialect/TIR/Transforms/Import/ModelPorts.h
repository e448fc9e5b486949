//===- ModelPorts.h - The inputs and outputs of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_MODELPORTS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_MODELPORTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tir {

/// One input or output of the entry function. On buffers, outputs are
/// arguments, too.
struct Port {
  bool isInput;
  bool isArgument;
  unsigned index;
  /// The name in C, and that in the model.
  std::string name, oldName;

  std::string describe() const {
    return ((isInput ? "input " : "output ") + llvm::Twine(index) + " ('" +
            name + "')")
        .str();
  }
};

/// Returns the inputs, weights and outputs of the entry function, with the
/// names that the front end gave them.
llvm::SmallVector<Port> findPorts(mlir::FunctionOpInterface entry);

/// Returns the only port that has this name in the header, or null. People
/// copy names from there.
const Port *findByNameInC(llvm::ArrayRef<Port> ports, llvm::StringRef name);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_MODELPORTS_H
