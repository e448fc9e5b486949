//===- DialectSuccessors.cpp - Dialects on top of this one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/DialectSuccessors.h"

#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// Since version 4, schedules, steps and rows are another dialect, which does
/// not need to be there: nothing else in this folder knows its name.
static constexpr StringLiteral kSuccessor = "kernel";

bool tir::isAnnotating(Dialect *dialect) {
  return dialect &&
         (isa<TIRDialect>(dialect) ||
          dialect->getRegisteredInterface<AnnotationDialectInterface>());
}

bool tir::isAnnotation(NamedAttribute attribute) {
  return isAnnotating(attribute.getNameDialect());
}

const SuccessorDialectInterface *tir::getSuccessor(MLIRContext *context) {
  Dialect *dialect = context->getOrLoadDialect(kSuccessor);
  return dialect ? dialect->getRegisteredInterface<SuccessorDialectInterface>()
                 : nullptr;
}
