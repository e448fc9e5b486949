//===- NotByRows.cpp - Why kernels do not run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotByRows.h"

#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

std::map<uint64_t, std::string> tir::findNotByRows(ModuleOp module) {
  std::map<uint64_t, std::string> reasons;
  for (FunctionOpInterface model : getModels(module)) {
    PlanAttr plan = getPlan(model);
    if (!plan)
      continue;
    ArrayRef<PlannedStepAttr> steps = plan.getSteps();
    size_t next = 0;
    model.walk([&](CallTIROp call) {
      // Some steps are not calls, and calls of hooks are not steps.
      size_t step = next;
      while (step < steps.size() &&
             steps[step].getName().getValue() != call.getCallee())
        ++step;
      if (step == steps.size())
        return;
      next = step + 1;
      if (auto why = call->getAttrOfType<StringAttr>(kernel::kRowsAttrName))
        reasons.emplace(step, why.str());
    });
  }
  return reasons;
}
