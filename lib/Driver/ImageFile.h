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

/// Returns the bytes that a file has for a flash: those of Intel HEX, of
/// Motorola S-records and of UF2, decoded, with a gap where addresses do not
/// follow each other; those of tirc's C that say which model it is; and those
/// of any other file as they are. Fails if a line or a block is damaged.
llvm::Expected<std::string> readImage(llvm::StringRef file);

} // namespace tir

#endif // TIR_LIB_DRIVER_IMAGEFILE_H
