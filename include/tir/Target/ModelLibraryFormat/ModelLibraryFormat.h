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

/// The parts of an archive other than those made from the module.
struct ModelLibraryParts {
  /// The model as MLIR.
  std::string model;
  /// The C file or the object, and its header.
  std::string code, header;
  bool isObject = false;
  /// The output of `emitReport`.
  std::string report;
  /// The files of the runtime, with their names within its folder.
  std::vector<TarFile> runtime;
};

struct ModelLibraryOptions {
  TargetOptions target;
  /// The creation time that the archive states, in seconds since 1970, UTC; at
  /// most `kLastTarTime`.
  uint64_t exportTime = 0;
  /// The SHA-256 of the model's file, as hexadecimal digits; empty for none.
  std::string modelSHA256;
};

/// Writes a Model Library Format archive, version 7, with the members:
///
/// - `./metadata.json`: TVM's keys, each with TVM's type;
/// - `./codegen/host/src/<model>_lib0.c`, or
///   `./codegen/host/lib/<model>_lib0.o` with an empty
///   `./codegen/host/src/<model>_object.c`: the code;
/// - `./codegen/host/include/tvmgen_<model>.h` with the C interface; with the
///   packed interface, the header is next to the C file that includes it;
/// - `./parameters/<model>.params`: TVM's parameter dictionary, with the
///   model's own values of weights that are inputs. The code contains other
///   constants;
/// - `./src/<model>.mlir`, `./src/<model>.report.json`: the model, and tirc's
///   report;
/// - `./runtime/…`, `./templates/…`: the C runtime, and templates for an
///   application.
///
/// `module` is the module after the phase loops. The bytes depend only on the
/// arguments. An object that cannot be read is an error of the module; nothing
/// is then written to the stream. Source: TVM v0.14
/// python/tvm/micro/model_library_format.py.
llvm::LogicalResult emitModelLibrary(mlir::ModuleOp module,
                                     const ModelLibraryParts &parts,
                                     const ModelLibraryOptions &options,
                                     llvm::raw_ostream &os);

/// Prints the contents of the archive `bytes` and checks that they are
/// consistent. `name` is the name of the archive in errors. Reads archives that
/// tirc and TVM write (versions 5 to 7, whole models and operators). Errors
/// name the member and the key, what was expected and what was found. They go
/// to `errors`, one on each line, even if parts of the description have been
/// printed. If tirc did not write a model, what contradicts itself there is a
/// remark; only what cannot be read is an error. Bytes that are not such an
/// archive are an error like any other.
llvm::LogicalResult describeModelLibrary(llvm::StringRef name,
                                         llvm::StringRef bytes,
                                         llvm::raw_ostream &os,
                                         llvm::raw_ostream &errors);

/// The bytes of an archive, and its name in errors.
struct NamedArchive {
  std::string name;
  llvm::StringRef bytes;
};

/// Writes one archive with all models of `archives`, each of which
/// `describeModelLibrary` accepts, in version 7. Files that several of them
/// have, such as the runtime's files, must be the same; models must differ in
/// their names, and only one archive may have a function registry. The members
/// get `time`. Nothing is written after an error.
llvm::LogicalResult mergeModelLibraries(llvm::ArrayRef<NamedArchive> archives,
                                        uint64_t time, llvm::raw_ostream &os,
                                        llvm::raw_ostream &errors);

/// Returns whether a file of an archive is one of the sources without code that
/// tirc writes because projects expect them: one beside an object, and the
/// second of the sources that TVM wrote.
bool isSourceWithoutCode(llvm::StringRef name, llvm::StringRef contents);

} // namespace tir

#endif // TIR_TARGET_MODELLIBRARYFORMAT_MODELLIBRARYFORMAT_H
