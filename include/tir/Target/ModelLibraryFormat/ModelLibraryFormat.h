//===- ModelLibraryFormat.h - A model as an archive in TVM's format
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_MODELLIBRARYFORMAT_MODELLIBRARYFORMAT_H
#define TIR_TARGET_MODELLIBRARYFORMAT_MODELLIBRARYFORMAT_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Support/Tar.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {

/// What an archive is made of besides the module.
struct ModelLibraryParts {
  /// The model as MLIR.
  std::string model;
  /// The C file or the object, and the header that goes with it.
  std::string code, header;
  bool isObject = false;
  /// What `emitReport` wrote.
  std::string report;
  /// The files of the runtime, by their names within its folder.
  std::vector<TarFile> runtime;
};

struct ModelLibraryOptions {
  TargetOptions target;
  /// When the archive is said to be made, in seconds since 1970, UTC; at most
  /// `kLastTarTime`.
  uint64_t exportTime = 0;
};

/// Writes a Model Library Format archive, version 7, with the members:
///
/// - `./metadata.json`: TVM's keys, each with TVM's type;
/// - `./codegen/host/src/<model>_lib0.c`, or
///   `./codegen/host/lib/<model>_lib0.o`: the code;
/// - `./codegen/host/include/tvmgen_<model>.h` with the C interface; with the
///   packed one the header lies beside the C that includes it;
/// - `./parameters/<model>.params`: TVM's parameter dictionary, empty: the code
///   holds the constants;
/// - `./src/<model>.mlir`, `./src/<model>.report.json`: the model, and tirc's
///   report;
/// - `./runtime/…`, `./templates/…`: the C runtime, and what an application
///   fills in.
///
/// `module` is that of the phase loops. The bytes depend on the arguments
/// alone. An object that cannot be read is an error of the module; the stream
/// then holds nothing. Sources: shared/abi.md §6; TVM v0.14
/// python/tvm/micro/model_library_format.py.
llvm::LogicalResult emitModelLibrary(mlir::ModuleOp module,
                                     const ModelLibraryParts &parts,
                                     const ModelLibraryOptions &options,
                                     llvm::raw_ostream &os);

/// Prints what the archive `bytes` holds and checks it against itself; `name`
/// is what errors call it. Reads what tirc and TVM (versions 5 to 7, whole
/// models and operators) write. Errors name member and key, what was expected
/// and what was found; they go to `errors`, a line each, also where parts of
/// the description have been printed. Bytes that are no such archive are an
/// error like any other.
llvm::LogicalResult describeModelLibrary(llvm::StringRef name,
                                         llvm::StringRef bytes,
                                         llvm::raw_ostream &os,
                                         llvm::raw_ostream &errors);

} // namespace tir

#endif // TIR_TARGET_MODELLIBRARYFORMAT_MODELLIBRARYFORMAT_H
