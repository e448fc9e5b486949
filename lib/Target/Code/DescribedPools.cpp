//===- DescribedPools.cpp - The pools that code expects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Code/Code.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Target/EmbeddedInterface.h"

using namespace mlir;
using namespace tir;

std::optional<int64_t> mlf::getDescribedPoolBytes(StringRef contents) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  // Other code, such as TVM's, contains no description.
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) {});
  FailureOr<DescribedInterface> described =
      readInterfaceDescription(&context, "code", contents);
  if (failed(described))
    return std::nullopt;
  int64_t bytes = 0;
  for (DictionaryAttr description : described->interfaces) {
    FailureOr<ModelInterface> interface =
        readInterface([&] { return emitError(UnknownLoc::get(&context)); },
                      /*name=*/"", description);
    if (failed(interface))
      return std::nullopt;
    for (const ModelInterface::Tensor &pool : interface->pools) {
      MemRefType type = pool.type;
      bytes += pool.isReadOnly ? 0 : type.getNumElements();
    }
  }
  return bytes;
}
