//===- PrintDescriptions.h - What the analysis of kernels says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TEST_LIB_KERNELPLUGIN_PRINTDESCRIPTIONS_H
#define TIR_TEST_LIB_KERNELPLUGIN_PRINTDESCRIPTIONS_H

namespace testkernels {

/// Registers `testkernels-print-descriptions`, which prints the description of
/// each kernel.
void registerPrintDescriptions();

} // namespace testkernels

#endif // TIR_TEST_LIB_KERNELPLUGIN_PRINTDESCRIPTIONS_H
