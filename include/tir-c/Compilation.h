/*===- Compilation.h - From a model to C, objects and reports in C
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIR_C_COMPILATION_H
#define TIR_C_COMPILATION_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the command `tirc` does, for programs. Each compilation has an MLIR
 * context of its own, so any number may run at a time, each in its thread. */

/*===----------------------------------------------------------------------===
 * The options, which are those of the command
 *===----------------------------------------------------------------------===*/

typedef enum TirOptionKind {
  /* `--quiet` */
  TirOptionKindFlag = 1,
  /* `--unpacked-api=true` */
  TirOptionKindBool = 2,
  /* `--model-name=NAME` */
  TirOptionKindValue = 3,
  /* `--io-quant=...`, as often as one likes */
  TirOptionKindList = 4,
  /* `--emit=c,obj` */
  TirOptionKindCommaList = 5
} TirOptionKind;

/* How many options say how a model is compiled. Those that are about files
 * (`-o`) or make the command do something else (`--describe`) are not among
 * them. Strings of options are static. */
MLIR_CAPI_EXPORTED intptr_t tirGetNumOptions(void);
/* As on the command line without dashes: `model-name`, `O`. Null where there is
 * no such option. */
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetName(intptr_t index);
/* 0 where there is no such option. */
MLIR_CAPI_EXPORTED TirOptionKind tirOptionGetKind(intptr_t index);
/* What stands for the value in the help, such as `NAME`; null for a flag. */
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetValueName(intptr_t index);
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetHelp(intptr_t index);
/* The values that it takes, by commas; null where any text may be one. */
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetValues(intptr_t index);

/*===----------------------------------------------------------------------===
 * Diagnostics
 *===----------------------------------------------------------------------===*/

typedef struct TirDiagnostic TirDiagnostic;

/* Lives, with its strings, as long as the call that hands it over. */
struct TirDiagnostic {
  MlirDiagnosticSeverity severity;
  /* The operation's name in the model, such as `digits.mlirbc:conv2d#3`; null
   * where the diagnostic is about no operation. */
  MlirStringRef place;
  /* The line of the model's text, counted from 1; null and 0 where there is
   * none. */
  MlirStringRef file;
  unsigned line;
  unsigned column;
  MlirStringRef message;
  /* What else is involved. */
  intptr_t numNotes;
  const TirDiagnostic *notes;
};

/*===----------------------------------------------------------------------===
 * Compilations
 *===----------------------------------------------------------------------===*/

/* Each may be null. They are called in the thread that compiles. */
typedef struct TirCompilationCallbacks {
  /* Every error and warning, also those that the text does not show. */
  void (*diagnostic)(const TirDiagnostic *diagnostic, void *userData);
  /* A phase (or the reading or writing of files) has ended. */
  void (*phase)(MlirStringRef name, double seconds, void *userData);
  /* Asked before each pass; after a true nothing more is done, and the
   * compilation has failed. */
  bool (*isCancelled)(void *userData);
  void *userData;
} TirCompilationCallbacks;

/* A compilation that has ended, and what it made. */
typedef struct TirCompilation {
  void *ptr;
} TirCompilation;

/* Compiles one model with the arguments of the command, such as
 * `--emit=c,obj`. Without `-o` the files are kept in memory; with it they are
 * written as the command writes them.
 *
 * The model is `source` (MLIR as text or bytecode), under the name
 * `sourceName`, which need be no file; with a null `source` it is the file that
 * the arguments name. Strings need not outlive the call. The result is the
 * caller's, also after an error. */
MLIR_CAPI_EXPORTED TirCompilation tirCompile(intptr_t numArguments,
                                             const MlirStringRef *arguments,
                                             MlirStringRef source,
                                             MlirStringRef sourceName,
                                             TirCompilationCallbacks callbacks);
MLIR_CAPI_EXPORTED void tirCompilationDestroy(TirCompilation compilation);

MLIR_CAPI_EXPORTED bool tirCompilationIsSuccess(TirCompilation compilation);
/* Whether it was ended by `isCancelled`. */
MLIR_CAPI_EXPORTED bool tirCompilationIsCancelled(TirCompilation compilation);

/* What the command prints on standard error: errors, warnings, notes. Strings
 * of a compilation live as long as it does. */
MLIR_CAPI_EXPORTED MlirStringRef
tirCompilationGetText(TirCompilation compilation);

/* The files, by the names that they have within the folder of `-o`; none after
 * an error, or where they have been written. A file may hold any bytes. */
MLIR_CAPI_EXPORTED intptr_t
tirCompilationGetNumFiles(TirCompilation compilation);
/* Null where there is no such file. */
MLIR_CAPI_EXPORTED MlirStringRef
tirCompilationGetFileName(TirCompilation compilation, intptr_t index);
MLIR_CAPI_EXPORTED MlirStringRef
tirCompilationGetFileContents(TirCompilation compilation, intptr_t index);

/* Writes the files to a folder, made if it is missing: all or none. Only with
 * `force` are files replaced that tirc did not write. On an error `error`,
 * which may be null, gets a sentence. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirCompilationWriteFiles(
    TirCompilation compilation, MlirStringRef directory, bool force,
    void (*error)(MlirStringRef message, void *userData), void *userData);

/*===----------------------------------------------------------------------===
 * The command
 *===----------------------------------------------------------------------===*/

/* Does what `tirc` does with these arguments (the first is the command's name),
 * on standard output and standard error, and returns its exit code. */
MLIR_CAPI_EXPORTED int tirRunCommand(int numArguments,
                                     const char *const *arguments);

/* The version of tirc, such as `0.1.0`. */
MLIR_CAPI_EXPORTED MlirStringRef tirGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_COMPILATION_H */
