//===- NearNames.h - Names that a user may have meant
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGETINFO_NEARNAMES_H
#define TIR_LIB_TARGETINFO_NEARNAMES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tir {

/// Returns the end of an error about the name `value`: "; near it are 'a',
/// 'b'", or "; valid are" with all names if none is near.
std::string suggestNames(llvm::StringRef value,
                         llvm::SmallVector<llvm::StringRef> valid);

/// Returns the names as `'a', 'b'`.
std::string quoteNames(llvm::ArrayRef<llvm::StringRef> names);

} // namespace tir

#endif // TIR_LIB_TARGETINFO_NEARNAMES_H
