//===- BufferLabels.h - Short names of buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_BUFFERLABELS_H
#define TIR_LIB_TARGET_REPORT_BUFFERLABELS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace tir::report {

/// Returns a key for the buffer with this number: a letter, and for a buffer
/// after the 62nd its number.
std::string makeBufferKey(size_t index);

/// Shortens the names of buffers: `conv_output`, the result of a kernel, gets
/// the kernel's name, and each name keeps as many of its last words, between
/// underscores, as no other name ends with. Names of one model often begin with
/// the same words.
std::vector<std::string> shortenNames(llvm::ArrayRef<std::string> names);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_BUFFERLABELS_H
