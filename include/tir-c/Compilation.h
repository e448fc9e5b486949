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

/* These functions do what the command `tirc` does. Each compilation has its own
 * MLIR context, so that any number of them may run at the same time, each in
 * its own thread. */

/*===----------------------------------------------------------------------===
 * The options, the same as the command's
 *===----------------------------------------------------------------------===*/

typedef enum TirOptionKind {
  /* `--quiet` */
  TirOptionKindFlag = 1,
  /* `--unpacked-api=true` */
  TirOptionKindBool = 2,
  /* `--model-name=NAME` */
  TirOptionKindValue = 3,
  /* `--io-quant=...`, any number of times */
  TirOptionKindList = 4,
  /* `--emit=c,obj` */
  TirOptionKindCommaList = 5
} TirOptionKind;

/* Returns the number of options that control how a model is compiled. Options
 * about files (`-o`), and those that make the command do something else
 * (`--describe`), are not among them. The strings of options are static. */
MLIR_CAPI_EXPORTED intptr_t tirGetNumOptions(void);
/* Returns the name as on the command line, without dashes: `model-name`, `O`.
 * Returns null if there is no such option. */
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetName(intptr_t index);
/* Returns 0 if there is no such option. */
MLIR_CAPI_EXPORTED TirOptionKind tirOptionGetKind(intptr_t index);
/* Returns the placeholder for the value in the help, such as `NAME`. Returns
 * null for a flag. */
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetValueName(intptr_t index);
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetHelp(intptr_t index);
/* Returns the values that the option takes, separated by commas. Returns null
 * if it takes any text. */
MLIR_CAPI_EXPORTED MlirStringRef tirOptionGetValues(intptr_t index);

/*===----------------------------------------------------------------------===
 * Diagnostics
 *===----------------------------------------------------------------------===*/

typedef struct TirDiagnostic TirDiagnostic;

/* A diagnostic and its strings are valid during the call that passes it. */
struct TirDiagnostic {
  MlirDiagnosticSeverity severity;
  /* The operation's name in the model, such as `digits.mlirbc:conv2d#3`. Null
   * if the diagnostic is not about an operation. */
  MlirStringRef place;
  /* The position in the model's text, counted from 1. Null and 0 if there is
   * none. */
  MlirStringRef file;
  unsigned line;
  unsigned column;
  MlirStringRef message;
  /* Notes about other places that are involved. */
  intptr_t numNotes;
  const TirDiagnostic *notes;
};

/*===----------------------------------------------------------------------===
 * Compilations
 *===----------------------------------------------------------------------===*/

/* Each function may be null. They are called in the thread that compiles. */
typedef struct TirCompilationCallbacks {
  /* Called with every error and warning, including those that the text leaves
   * out. */
  void (*diagnostic)(const TirDiagnostic *diagnostic, void *userData);
  /* Called when a phase, or reading or writing files, has ended. */
  void (*phase)(MlirStringRef name, double seconds, void *userData);
  /* Called before each pass. If it returns true, the compilation stops and has
   * failed. */
  bool (*isCancelled)(void *userData);
  void *userData;
} TirCompilationCallbacks;

/* A compilation that has ended, and its results. */
typedef struct TirCompilation {
  void *ptr;
} TirCompilation;

/* Compiles one model with the arguments of the command, such as `--emit=c,obj`.
 * Without `-o`, the files are kept in memory. With it, they are written as the
 * command writes them.
 *
 * The model is `source` (MLIR as text or bytecode), under the name
 * `sourceName`, which need not be a file. If `source` is null, the model is the
 * file that the arguments name. Strings need not outlive the call. The caller
 * owns the result, also after an error. */
MLIR_CAPI_EXPORTED TirCompilation tirCompile(intptr_t numArguments,
                                             const MlirStringRef *arguments,
                                             MlirStringRef source,
                                             MlirStringRef sourceName,
                                             TirCompilationCallbacks callbacks);
MLIR_CAPI_EXPORTED void tirCompilationDestroy(TirCompilation compilation);

MLIR_CAPI_EXPORTED bool tirCompilationIsSuccess(TirCompilation compilation);
/* Returns whether `isCancelled` stopped the compilation. */
MLIR_CAPI_EXPORTED bool tirCompilationIsCancelled(TirCompilation compilation);

/* Returns what the command prints to standard error: errors, warnings, notes.
 * The strings of a compilation are valid as long as it exists. */
MLIR_CAPI_EXPORTED MlirStringRef
tirCompilationGetText(TirCompilation compilation);

/* The files, with their names within the folder of `-o`. There are none after
 * an error, or if they have been written. A file may contain any bytes. */
MLIR_CAPI_EXPORTED intptr_t
tirCompilationGetNumFiles(TirCompilation compilation);
/* Returns null if there is no such file. */
MLIR_CAPI_EXPORTED MlirStringRef
tirCompilationGetFileName(TirCompilation compilation, intptr_t index);
MLIR_CAPI_EXPORTED MlirStringRef
tirCompilationGetFileContents(TirCompilation compilation, intptr_t index);

/* Writes the files to a folder, all or none of them, and creates the folder if
 * it is missing. Replaces files that tirc did not write only with `force`. On
 * failure, calls `error`, which may be null, with a sentence. */
MLIR_CAPI_EXPORTED MlirLogicalResult tirCompilationWriteFiles(
    TirCompilation compilation, MlirStringRef directory, bool force,
    void (*error)(MlirStringRef message, void *userData), void *userData);

/*===----------------------------------------------------------------------===
 * The command
 *===----------------------------------------------------------------------===*/

/* Runs `tirc` with these arguments (the first is the command's name), on
 * standard output and standard error. Returns its exit code. */
MLIR_CAPI_EXPORTED int tirRunCommand(int numArguments,
                                     const char *const *arguments);

/* Returns the version of tirc, as in the first line of `tirc --version`. */
MLIR_CAPI_EXPORTED MlirStringRef tirGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif /* TIR_C_COMPILATION_H */
