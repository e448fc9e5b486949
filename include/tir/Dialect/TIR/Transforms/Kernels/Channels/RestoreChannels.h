//===- RestoreChannels.h - Tensors of the model from computed channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_CHANNELS_RESTORECHANNELS_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_CHANNELS_RESTORECHANNELS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns the tensor that the model has for the result of a call: the result
/// itself, or the result of a new kernel which puts the computed channels and
/// the constants of the others in their places (`#tir.channels`). Fails after
/// it has reported that the others are not all constant.
mlir::FailureOr<mlir::Value> restoreChannels(mlir::OpBuilder &builder,
                                             mlir::OpResult result);

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_CHANNELS_RESTORECHANNELS_H
