//===- Execution.cpp - Running compiled models in this process in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Execution.h"

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "tir/Execution/Program.h"

using namespace mlir;

DEFINE_C_API_PTR_METHODS(TirProgram, tir::Program)

TirProgram tirProgramCreate(MlirStringRef object, intptr_t numLibraries,
                            const MlirStringRef *libraries,
                            void (*error)(MlirStringRef, void *),
                            void *userData) {
  std::vector<std::string> paths;
  paths.reserve(numLibraries);
  for (intptr_t i = 0; i < numLibraries; ++i)
    paths.push_back(unwrap(libraries[i]).str());
  llvm::Expected<std::unique_ptr<tir::Program>> program =
      tir::Program::create(unwrap(object), paths);
  if (program)
    return wrap(program->release());
  std::string why = llvm::toString(program.takeError());
  if (error)
    error(wrap(llvm::StringRef(why)), userData);
  return TirProgram{nullptr};
}

void tirProgramDestroy(TirProgram program) { delete unwrap(program); }

void *tirProgramGetAddress(TirProgram program, MlirStringRef symbol) {
  return unwrap(program)->getAddress(unwrap(symbol));
}
