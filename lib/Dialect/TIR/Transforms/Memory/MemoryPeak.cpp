//===- MemoryPeak.cpp - The step at which most bytes are live
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPeak.h"

#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tir;

/// Returns the first step at which most bytes are live.
static uint64_t findHighestStep(ArrayRef<NamedBuffer> buffers,
                                uint64_t numSteps) {
  SmallVector<uint64_t> begins(numSteps + 2), ends(numSteps + 2);
  for (const NamedBuffer &buffer : buffers) {
    begins[buffer.first] += buffer.bytes;
    ends[buffer.last + 1] += buffer.bytes;
  }
  uint64_t live = 0, most = 0, peak = 0;
  for (uint64_t step = 0; step < numSteps; ++step) {
    live += begins[step] - ends[step];
    if (live > most) {
      most = live;
      peak = step;
    }
  }
  return peak;
}

void tir::notePeak(InFlightDiagnostic &diagnostic,
                   ArrayRef<NamedBuffer> buffers, ArrayRef<Operation *> steps) {
  uint64_t peak = findHighestStep(buffers, steps.size());
  auto live = llvm::filter_to_vector(buffers, [&](const NamedBuffer &buffer) {
    return buffer.first <= peak && peak <= buffer.last;
  });
  llvm::stable_sort(live, [](const NamedBuffer &a, const NamedBuffer &b) {
    return a.bytes > b.bytes;
  });
  Operation *step = steps[peak];
  Diagnostic &note = diagnostic.attachNote(step->getLoc());
  note << "most of it is live at ";
  if (auto call = dyn_cast<BufferCallOpInterface>(step))
    note << "'" << getStepName(call) << "'";
  else
    note << "this '" << step->getName() << "'";
  note << " (step " << peak << " of " << steps.size() << "): ";
  llvm::interleaveComma(live, note, [&](const NamedBuffer &buffer) {
    note << "'" << buffer.name << "' with " << buffer.bytes << " bytes";
  });
}
