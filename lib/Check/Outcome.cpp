//===- Outcome.cpp - What runs of a check found out
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"

#include "Comparison.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

void RunComparison::begin() {
  calls.assign(shown.size(), 0);
  outcome.shown = 0;
}

/// Keeps the first difference for the entry `index` of the outcome. `want` and
/// `came` begin at element `first` of the tensor `whole`.
void RunComparison::note(unsigned index, Type type, ArrayRef<char> whole,
                         ArrayRef<char> want, ArrayRef<char> came,
                         size_t first) {
  Difference &difference = outcome.differences[index];
  difference.compared += want.size() / Elements(type).getWidth();
  // The tolerance depends on the whole tensor, of which this may be a row.
  if (difference.isFound || want == came)
    return;
  std::optional<size_t> element =
      Comparison(type, whole).findDifference(want, came);
  if (!element)
    return;
  Elements elements(type);
  size_t at = *element * elements.getWidth();
  difference = {difference.compared,
                true,
                outcome.runs,
                first + *element,
                elements.readBits(want.data() + at),
                elements.readBits(came.data() + at)};
}

std::optional<size_t> RunComparison::compareResult(unsigned number,
                                                   ArrayRef<char> whole,
                                                   const char *came) {
  size_t bytes = shown[number].bytes, begin = calls[number]++ * bytes;
  outcome.shown++;
  if (begin + bytes > whole.size())
    return std::nullopt;
  Type type = results[shown[number].number].type.getElementType();
  note(number, type, whole, whole.slice(begin, bytes),
       ArrayRef<char>(came, bytes), begin / Elements(type).getWidth());
  return begin;
}

void RunComparison::compareOutput(unsigned index, Type type,
                                  ArrayRef<char> want, ArrayRef<char> came) {
  note(shown.size() + index, type, want, want, came, 0);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static std::string printBits(Type type, uint64_t bits) {
  char element[sizeof(bits)];
  Elements elements(type);
  elements.writeBits(bits, element);
  if (elements.areFloats())
    return llvm::formatv("{0}", elements.readFloat(element));
  return std::to_string(elements.readInteger(element));
}

static StringRef getRemedy(StringRef where) {
  return where.empty() ? kCheckRemedy : kEmulatorRemedy;
}

static void describe(InFlightDiagnostic error, const Difference &difference,
                     Type type, StringRef where) {
  error << where << ": element " << difference.element << " is "
        << printBits(type, difference.came)
        << ", but the model's plain loops compute "
        << printBits(type, difference.want) << getRemedy(where);
}

LogicalResult tir::reportDifferences(ModuleOp module, const Outcome &outcome,
                                     ArrayRef<ShownResult> shown,
                                     ArrayRef<KernelResult> results,
                                     ArrayRef<ModelInterface::Tensor> outputs,
                                     StringRef where) {
  bool any = false;
  for (auto [index, result] : llvm::enumerate(shown)) {
    const Difference &difference = outcome.differences[index];
    if (!difference.isFound)
      continue;
    any = true;
    describe(mlir::emitError(result.loc)
                 << "the kernel '" << result.callee << "' ('" << result.place
                 << "') computes a wrong result",
             difference, results[result.number].type.getElementType(), where);
  }
  // Another kernel is wrong if all that were compared are right.
  for (auto [index, output] : llvm::enumerate(outputs)) {
    const Difference &difference = outcome.differences[shown.size() + index];
    if (any || !difference.isFound)
      continue;
    any = true;
    describe(module.emitError()
                 << "the output '" << output.name.getValue() << "' is wrong",
             difference, output.type.getElementType(), where);
  }
  return failure(any);
}

LogicalResult tir::reportCode(ModuleOp module, const Outcome &outcome,
                              StringRef where) {
  if (outcome.code == outcome.wantedCode)
    return success();
  return module.emitError("the compiled model returns the code ")
         << outcome.code << where << ", but the model's plain loops return "
         << outcome.wantedCode << getRemedy(where);
}
