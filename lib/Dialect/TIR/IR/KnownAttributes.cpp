//===- KnownAttributes.cpp - Verification of discardable attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/KnownAttributes.h"

using namespace mlir;
using namespace tir;

bool tir::noteNearest(InFlightDiagnostic &diag, ArrayRef<KnownAttribute> known,
                      StringRef name) {
  constexpr unsigned kMostEdits = 2;
  const KnownAttribute *nearest = nullptr;
  unsigned fewest = kMostEdits + 1;
  for (const KnownAttribute &candidate : known) {
    unsigned edits = name.edit_distance(candidate.name, true, kMostEdits);
    if (edits < fewest) {
      fewest = edits;
      nearest = &candidate;
    }
  }
  if (nearest)
    diag.attachNote() << "did you mean '" << nearest->name << "'?";
  return nearest;
}

LogicalResult tir::verifyKnown(Operation *op, const Twine &port,
                               NamedAttribute attribute,
                               const KnownAttribute &known) {
  if (known.isValue(attribute.getValue()))
    return success();
  return op->emitOpError(port)
         << ": '" << known.name << "' must be " << known.value << ", but is "
         << attribute.getValue();
}

InFlightDiagnostic tir::reportUnknown(Operation *op, const Twine &port,
                                      StringRef name,
                                      ArrayRef<KnownAttribute> known) {
  InFlightDiagnostic diag = op->emitOpError(port)
                            << " carries " << '"' << name << '"'
                            << ", which has no meaning there; expected ";
  llvm::interleaveComma(known, diag, [&](const KnownAttribute &candidate) {
    diag << candidate.name;
  });
  return diag;
}

LogicalResult tir::verifyKnown(Operation *op, NamedAttribute attribute,
                               const KnownOpAttribute &known) {
  if (!known.isCarrier(op))
    return op->emitOpError("carries '")
           << known.name << "', which has no meaning there; expected "
           << known.carrier;
  if (known.isValue(op, attribute.getValue()))
    return success();
  return op->emitOpError("'") << known.name << "' is " << attribute.getValue()
                              << ", expected " << known.value;
}
