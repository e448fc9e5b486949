//===- ShortenRescales.h - Short forms of rescales without a convolution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_SHORTENRESCALES_H
#define TIR_LIB_SCHEDULES_SHORTENRESCALES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tir {

/// Replaces rescales by constants in a kernel that reduces nothing, such as a
/// product of two tensors: by a product if the factor is a whole number, or by
/// `kernel.requantize`, in a short form if one is proven for all numbers that
/// elements allow, or with the same arithmetic without a branch.
void shortenRescales(mlir::FunctionOpInterface kernel);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_SHORTENRESCALES_H
