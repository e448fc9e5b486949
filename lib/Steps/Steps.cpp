//===- Steps.cpp - The table of steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Steps/Steps.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tir;

ArrayRef<StepDescription> tir::getSteps() {
  static const std::vector<StepDescription> steps = [] {
    std::vector<StepDescription> all = getMVESteps().vec();
    append_range(all, getDSPSteps());
    return all;
  }();
  return steps;
}

const StepDescription *tir::findStep(StringRef name) {
  const StepDescription *step = find_if(
      getSteps(), [&](const StepDescription &s) { return s.name == name; });
  return step == getSteps().end() ? nullptr : step;
}

const StepDescription *tir::findStepOfFunction(StringRef function) {
  return function.consume_front("tir_") ? findStep(function) : nullptr;
}
