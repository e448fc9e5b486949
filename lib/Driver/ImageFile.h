//===- ImageFile.h - The bytes of a program, whatever file they are in
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_IMAGEFILE_H
#define TIR_LIB_DRIVER_IMAGEFILE_H

#include "llvm/Support/Error.h"
#include <string>

namespace tir {

/// Returns the bytes that a file has for a flash: Intel HEX, Motorola S-records
/// and UF2 are decoded, with a gap where addresses do not follow each other; of
/// tirc's C, the bytes that say which model it is; and any other file as it is.
/// Fails if a line or a block is damaged.
llvm::Expected<std::string> readImage(llvm::StringRef file);

} // namespace tir

#endif // TIR_LIB_DRIVER_IMAGEFILE_H
