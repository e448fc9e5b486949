//===- ErrorReport.cpp - What is told of an error, on both back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/ErrorReport.h"

using namespace tir;

ErrorReport::ErrorReport(AssertOp op)
    : where(op.getOnError()), op(op.getMessage()), text(op.getMessage().str()),
      kind(op.getKind().value_or("RuntimeError")) {}

ErrorReport::ErrorReport(ReportErrorOp op)
    : where(op.getOnError()), op(op.getOp()), device(op.getDevice()),
      text(op.getText()) {}
