//===- Sections.h - Sections of a linker script
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_SECTIONS_H
#define TIR_ABI_SECTIONS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace tir {

/// The sections in which TVM's C places constants and the workspace, and the
/// alignment of its constants. Source: TVM v0.14 include/tvm/runtime/crt (the
/// linker scripts) and src/target/source/{codegen_c,source_module}.cc.
inline constexpr llvm::StringLiteral kTVMConstantsSection = ".rodata.tvm";
inline constexpr llvm::StringLiteral kTVMWorkspaceSection = ".bss.noinit.tvm";
inline constexpr unsigned kTVMConstantsAlignment = 16;

/// The largest alignment that the sections of an ELF file for small machines
/// have in practice: a page.
inline constexpr unsigned kLargestAlignment = 4096;

/// Returns whether `name` can be a section's name: compilers pass it to the
/// assembler unchanged.
inline bool isSectionName(llvm::StringRef name) {
  return !name.empty() && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("._$-,").contains(c);
  });
}

/// Which names these are, for errors.
inline constexpr llvm::StringLiteral kSectionNameRule =
    "expected the name of a section of the linker script: letters, digits and "
    "any of '.', '_', '$', '-' and ','";

} // namespace tir

#endif // TIR_ABI_SECTIONS_H
