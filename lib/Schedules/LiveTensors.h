//===- LiveTensors.h - The bytes of tensors that live at calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_LIVETENSORS_H
#define TIR_LIB_SCHEDULES_LIVETENSORS_H

#include "mlir/Analysis/Liveness.h"

namespace tir {

/// The bytes of the tensors that are live at a call, without inputs, outputs
/// and constants.
class LiveTensors {
public:
  uint64_t getBytesAt(mlir::Operation *call);

private:
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<mlir::Liveness>> functions;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_LIVETENSORS_H
