//===- CallStep.cpp - Steps that are written as C, in the IR
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepVerification.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Steps/Steps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

LogicalResult
VectorScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           StringRef family, int64_t pixels) {
  if (!findStep((family + "_dot_rows").str()))
    return emitError() << "#kernel.vector has steps of the family '" << family
                       << "', which does not exist; expected 'mve'";
  if (pixels >= 1 && pixels <= 6)
    return success();
  return emitError() << "#kernel.vector has blocks of " << pixels
                     << " pixels, expected 1 to 6, whose windows fit "
                        "the registers";
}

void CallStepOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  const StepDescription *step = findStep(getStep());
  for (auto [i, buffer] : llvm::enumerate(getBuffersMutable())) {
    // An operation that is not verified yet may be anything.
    bool isKnown = step && i < step->buffers.size();
    if (!isKnown || !step->buffers[i].isWritten)
      effects.emplace_back(MemoryEffects::Read::get(), &buffer);
    if (!isKnown || step->buffers[i].isWritten)
      effects.emplace_back(MemoryEffects::Write::get(), &buffer);
  }
}

/// Checks that there are as many operands as the step has parameters.
static LogicalResult verifyCount(CallStepOp op, size_t count, size_t expected,
                                 StringRef what) {
  if (count == expected)
    return success();
  return op.emitOpError("passes ")
         << count << ' ' << what << " to the step '" << op.getStep()
         << "', expected " << expected;
}

static LogicalResult verifySizes(CallStepOp op, const StepDescription &step) {
  for (auto [size, number] : llvm::zip_equal(step.sizes, op.getSizes()))
    if (number < size.min || number > size.max)
      return op.emitOpError("passes ")
             << number << " as '" << size.name << "' to the step '" << step.name
             << "', expected " << size.min << " to " << size.max;
  StringRef wrong = step.check(op.getSizes());
  if (wrong.empty())
    return success();
  return op.emitOpError("passes sizes to the step '")
         << step.name << "' that do not belong together: " << wrong;
}

static LogicalResult verifyBuffer(CallStepOp op, const StepBuffer &expected,
                                  Value buffer, Value offset, int64_t reach) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (!element.isInteger(expected.bits)) {
    InFlightDiagnostic diag = op.emitOpError("passes elements of type ")
                              << element << " as '" << expected.name
                              << "', expected i" << expected.bits;
    noteOrigin(diag, buffer, "the buffer");
    return diag;
  }
  std::optional<int64_t> position = getConstantIntValue(offset);
  int64_t bytes = expected.bits / 8;
  if (position && *position * bytes % expected.alignment != 0)
    return op.emitOpError("passes byte ")
           << *position * bytes << " of a buffer as '" << expected.name
           << "', expected a multiple of " << expected.alignment;
  if (reach == 0)
    return success();
  return verifyReach(op, buffer, offset, reach, expected.name);
}

LogicalResult CallStepOp::verify() {
  const StepDescription *step = findStep(getStep());
  if (!step) {
    InFlightDiagnostic diag = emitOpError("calls the step '")
                              << getStep()
                              << "', which does not exist; expected one of ";
    llvm::interleaveComma(getSteps(), diag, [&](const StepDescription &known) {
      diag << '\'' << known.name << '\'';
    });
    return diag;
  }
  if (failed(verifyCount(*this, getBuffers().size(), step->buffers.size(),
                         "buffers")) ||
      failed(verifyCount(*this, getOffsets().size(), step->buffers.size(),
                         "offsets")) ||
      failed(verifyCount(*this, getNumbers().size(), step->numbers.size(),
                         "numbers")) ||
      failed(
          verifyCount(*this, getSizes().size(), step->sizes.size(), "sizes")) ||
      failed(verifySizes(*this, *step)))
    return failure();
  for (auto [expected, buffer, offset, reach] :
       llvm::zip_equal(step->buffers, getBuffers(), getOffsets(),
                       step->getReach(getSizes())))
    if (failed(verifyBuffer(*this, expected, buffer, offset, reach)))
      return failure();
  return success();
}
