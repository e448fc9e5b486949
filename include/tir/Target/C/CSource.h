//===- CSource.h - The C files written from a compiled model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_C_CSOURCE_H
#define TIR_TARGET_C_CSOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Support/Identity.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace tir {

/// Options that the writer cannot read from the module. They must not depend on
/// the day, the machine or the working directory: the same module and options
/// give the same bytes.
struct CSourceOptions {
  /// The version of tirc, for the heading of the file.
  std::string version;
  /// Flags that the target's C compiler needs. They are listed in the heading.
  std::vector<std::string> compilerFlags;
  /// The model that a header or an example is about, in a module of several.
  std::string model;
  /// The header that the C file includes; empty for each model's own.
  std::string header;
  /// Whether a header also has what TI's clients of TVM read.
  bool isForTI = false;
  /// Whether an input is a window that slides (`--slide`), so that the state
  /// says how many runs are missing until it is full.
  bool slides = false;
  /// Whether a header has the model's self-test (`emitSelfTest`).
  bool hasSelfTest = false;
  /// What a header says of the code, which has it, too
  /// (`CSource::addIdentities`); null for nothing. Must outlive the options.
  const Identity *identity = nullptr;
};

/// A C99 file. The elements of its tables, by far the longest part, become text
/// only when the file is printed. The context of the module must live until
/// then.
class CSource {
public:
  CSource(std::string text,
          std::vector<std::pair<size_t, mlir::ElementsAttr>> tables)
      : text(std::move(text)), tables(std::move(tables)) {}

  void print(llvm::raw_ostream &os) const;

  /// Adds the array of each model that says which one it is, at the end, with a
  /// digest of all that stands before.
  void addIdentities(llvm::ArrayRef<Identity> identities);

  /// Returns the text with {0} for each table.
  std::string getOutline() const;

private:
  std::string text;
  /// The tables, with their positions in the text.
  std::vector<std::pair<size_t, mlir::ElementsAttr>> tables;
};

/// As `emitCSource`, without printing.
mlir::FailureOr<CSource> makeCSource(mlir::ModuleOp module,
                                     const CSourceOptions &options);

/// Writes the EmitC functions and globals of `module`, which holds one model or
/// several, as one C99 file. Does not change the module. An operation without a
/// C form is an error at its location. After an error, the contents of the
/// stream are not usable.
mlir::LogicalResult emitCSource(mlir::ModuleOp module,
                                const CSourceOptions &options,
                                llvm::raw_ostream &os);

/// Writes the header of the model's C interface, for C99 and C++11. Reads only
/// the attributes of the model's function (`tir.model`, `tir.interface` and
/// `#tir.plan`), so the module may be the output of any phase from `abi` on.
mlir::LogicalResult emitCHeader(mlir::ModuleOp module,
                                const CSourceOptions &options,
                                llvm::raw_ostream &os);

/// Writes a program that runs the model once on a fixed pattern and prints
/// the outputs. Reads the same attributes as `emitCHeader`.
mlir::LogicalResult emitExampleMain(mlir::ModuleOp module,
                                    const CSourceOptions &options,
                                    llvm::raw_ostream &os);

} // namespace tir

#endif // TIR_TARGET_C_CSOURCE_H
