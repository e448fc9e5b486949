//===- PlainRuns.cpp - What the plain loops compute for a check
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainRuns.h"

#include "Inputs.h"

using namespace mlir;
using namespace tir;

thread_local PlainRuns *PlainRuns::current = nullptr;

void PlainRuns::record(int32_t number, void *result) {
  int64_t of = current->shown[number].number;
  current->tensors.record(of, static_cast<char *>(result));
}

char PlainRuns::getUnwritten(unsigned run) {
  return char(run % 2 == 0 ? 0xa5 : 0x5a);
}

int32_t PlainRuns::run(unsigned number) {
  inputs = allocate(program.getInputs());
  for (auto [input, bytes] : llvm::zip_equal(program.getInputs(), inputs))
    fillInput(input, number, positions, bytes);
  outputs = allocate(program.getOutputs());
  // A run may overwrite its inputs.
  std::vector<Bytes> copies = inputs;
  tensors.begin(number, /*mixes=*/number % 2 == 1);
  current = this;
  int32_t code = program.run(copies, outputs);
  current = nullptr;
  return code;
}
