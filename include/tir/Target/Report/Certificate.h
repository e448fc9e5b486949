//===- Certificate.h - The stack of C that another compiler compiled
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_CERTIFICATE_H
#define TIR_TARGET_REPORT_CERTIFICATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace tir {

/// A file that a C compiler or its linker wrote: a `.su`, a `.ci`, a map file
/// or an object.
struct CompilerFile {
  /// Without the folder that all of them have in common.
  std::string name;
  std::string contents;
};

/// A report with the bound of the stack of the model's C.
struct CertifiedReport {
  std::string model;
  /// The row of `stack` for the C.
  llvm::json::Object stack;
  /// What a linker placed for the C: `source`, the map file, `object` in it,
  /// `ram_bytes` and `flash_bytes`; empty without a map file.
  llvm::json::Object linked;
  /// The whole report.
  std::string text;
  /// What was estimated beside what was measured, in Markdown; empty unless
  /// that was asked for.
  std::string comparison;
  /// The names of the traces that are about the model, or about one of its
  /// program.
  std::vector<std::string> traces;
};

/// What is asked of a certificate besides the bounds.
struct CertificateRequest {
  /// What programs measured (docs/Profile.md). Those about other models do not
  /// matter.
  llvm::ArrayRef<CompilerFile> traces;
  /// Whether the report gets what was estimated beside what was measured, and
  /// the sections and symbols of the map file.
  bool compares = false;
  /// The name of the map file among the files, whatever its extension; empty
  /// for those that end in `.map`.
  llvm::StringRef map = {};
};

/// Returns the name of the linker that wrote the map file if its form is not
/// one that `certifyReport` reads, or an empty text.
llvm::StringRef nameLinkerOfOtherForm(llvm::StringRef mapFile);

/// Adds the bound of the stack to `report`, which emitReport wrote, or replaces
/// the one that it has; everything else stays as it is. Takes from `files`
/// those that are about the model's C, and what the map file of the program
/// among them says of its memory. Without files about the stack, the map file
/// is enough. Fails if there are none or several, or if they are malformed or
/// of another C file, with an error that names them.
llvm::Expected<CertifiedReport>
certifyReport(llvm::StringRef report, llvm::ArrayRef<CompilerFile> files,
              const CertificateRequest &request = {});

} // namespace tir

#endif // TIR_TARGET_REPORT_CERTIFICATE_H
