//===- KernelComment.h - Figures in the comments of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_KERNELCOMMENT_H
#define TIR_LIB_TARGET_C_KERNELCOMMENT_H

#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include <string>

namespace tir {

/// Returns a number as `1,234`.
std::string withThousands(int64_t value);

/// Says which channels are constant, by value. The report has the ranges that
/// prove it.
std::string describeConstantChannels(const FoldedChannels &channels);

} // namespace tir

#endif // TIR_LIB_TARGET_C_KERNELCOMMENT_H
