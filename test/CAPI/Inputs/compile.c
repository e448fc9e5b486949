/* Uses every function of tir-c/Compilation.h and tir-c/Execution.h from C99. */
#include "tir-c/Compilation.h"
#include "tir-c/Execution.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(bool good, const char *what, int line) {
  if (good)
    return;
  fprintf(stderr, "compile.c:%d: not so: %s\n", line, what);
  ++failures;
}
#define CHECK(condition) check(condition, #condition, __LINE__)

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void show(MlirStringRef part) {
  printf("%.*s", (int)part.length, part.data);
}

static bool endsWith(MlirStringRef name, const char *end) {
  size_t length = strlen(end);
  return name.length >= length &&
         memcmp(name.data + name.length - length, end, length) == 0;
}

/*===----------------------------------------------------------------------===*/

static void showOptions(void) {
  static const char *const kinds[] = {"?",     "flag", "bool",
                                      "value", "list", "comma list"};
  for (intptr_t i = 0; i < tirGetNumOptions(); ++i) {
    MlirStringRef values = tirOptionGetValues(i);
    printf("option ");
    show(tirOptionGetName(i));
    printf(": %s ", kinds[tirOptionGetKind(i)]);
    if (tirOptionGetValueName(i).data) {
      printf("of ");
      show(tirOptionGetValueName(i));
    }
    printf(", one of ");
    show(values.data ? values : text("any"));
    printf("\n");
    CHECK(tirOptionGetHelp(i).length > 10);
  }
  CHECK(tirOptionGetName(tirGetNumOptions()).data == NULL);
  CHECK(tirOptionGetKind(-1) == 0);
}

/*===----------------------------------------------------------------------===*/

static void showDiagnostic(const TirDiagnostic *diagnostic, void *userData) {
  (void)userData;
  printf("%s at ",
         diagnostic->severity == MlirDiagnosticError ? "error" : "other");
  show(diagnostic->place.data ? diagnostic->place : text("nowhere"));
  if (diagnostic->file.data) {
    printf(" (");
    show(diagnostic->file);
    printf(":%u:%u)", diagnostic->line, diagnostic->column);
  }
  printf(": ");
  show(diagnostic->message);
  printf("\n");
  for (intptr_t i = 0; i < diagnostic->numNotes; ++i)
    CHECK(diagnostic->notes[i].message.length > 0);
}

static void showPhase(MlirStringRef name, double seconds, void *userData) {
  (void)userData;
  CHECK(seconds >= 0);
  printf("phase ");
  show(name);
  printf("\n");
}

static bool countAndCancel(void *userData) { return ++*(int *)userData == 20; }

static TirCompilation compile(const char *first, const char *second,
                              const char *model, const char *name,
                              TirCompilationCallbacks callbacks) {
  MlirStringRef arguments[2];
  MlirStringRef none = {NULL, 0};
  arguments[0] = text(first);
  arguments[1] = text(second);
  return tirCompile(2, arguments, model ? text(model) : none, text(name),
                    callbacks);
}

static MlirStringRef file(TirCompilation compilation, const char *end) {
  MlirStringRef none = {NULL, 0};
  for (intptr_t i = 0; i < tirCompilationGetNumFiles(compilation); ++i)
    if (endsWith(tirCompilationGetFileName(compilation, i), end))
      return tirCompilationGetFileContents(compilation, i);
  return none;
}

static void showWhy(MlirStringRef message, void *userData) {
  printf("%s", (const char *)userData);
  show(message);
  printf("\n");
}

/*===----------------------------------------------------------------------===*/

static const TirCompilationCallbacks quiet = {NULL, NULL, NULL, NULL};

static const char *const sum =
    "func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {\n"
    "  %0 = tosa.add %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>\n"
    "  return %0 : tensor<4xi32>\n"
    "}\n";

/* An operator that calls the application. */
static const char *const gain =
    "module {\n"
    "  tir.prim_func private @board_gain(memref<4xi32>, memref<4xi32>)\n"
    "  func.func @main(%a: memref<4xi32>, %b: memref<4xi32>) {\n"
    "    tir.call_extern @board_gain(%a, %b) : (memref<4xi32>, memref<4xi32>)"
    " -> ()\n"
    "    return\n"
    "  }\n"
    "}\n";

static const char *const bad =
    "func.func @main(%a: tensor<4xi32>, %b: tensor<3xi32>) -> tensor<4xi32> {\n"
    "  %0 = tosa.add %a, %b : (tensor<4xi32>, tensor<3xi32>) -> tensor<4xi32>\n"
    "  return %0 : tensor<4xi32>\n"
    "}\n";

static void runSum(const char *folder) {
  TirCompilationCallbacks callbacks = quiet;
  typedef int32_t (*Run)(void **, void **);
  int32_t a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, c[4];
  void *inputs[2], *outputs[1];
  TirCompilation compilation;
  TirProgram program;
  Run run;

  callbacks.phase = showPhase;
  compilation =
      compile("--emit=c,obj", "--model-name=sum", sum, "sum.mlir", callbacks);
  CHECK(tirCompilationIsSuccess(compilation));
  CHECK(!tirCompilationIsCancelled(compilation));
  CHECK(tirCompilationGetText(compilation).length == 0);
  CHECK(file(compilation, ".c").length > 0);
  CHECK(tirCompilationGetFileName(compilation, 100).data == NULL);
  CHECK(mlirLogicalResultIsSuccess(tirCompilationWriteFiles(
      compilation, text(folder), /*force=*/false, NULL, NULL)));
  CHECK(mlirLogicalResultIsFailure(
      tirCompilationWriteFiles(compilation, text("/dev/null/x"),
                               /*force=*/false, showWhy, "not written: ")));

  program = tirProgramCreate(file(compilation, ".o"), 0, NULL, showWhy, "");
  CHECK(program.ptr != NULL);
  /* C has no conversion from an object's address to a function's. */
  {
    void *address = tirProgramGetAddress(program, text("tvmgen_sum_run"));
    memcpy(&run, &address, sizeof run);
  }
  CHECK(tirProgramGetAddress(program, text("printf")) == NULL);
  inputs[0] = a;
  inputs[1] = b;
  outputs[0] = c;
  CHECK(run(inputs, outputs) == 0);
  printf("%d %d %d %d\n", (int)c[0], (int)c[1], (int)c[2], (int)c[3]);
  tirProgramDestroy(program);
  tirCompilationDestroy(compilation);
}

static void beTold(void) {
  TirCompilationCallbacks callbacks = quiet;
  TirCompilation compilation;

  callbacks.diagnostic = showDiagnostic;
  compilation = compile("--emit=c", "--quiet", bad, "bad.mlir", callbacks);
  CHECK(!tirCompilationIsSuccess(compilation));
  CHECK(tirCompilationGetNumFiles(compilation) == 0);
  printf("text: ");
  show(tirCompilationGetText(compilation));
  tirCompilationDestroy(compilation);

  printf("argument: ");
  compilation = compile("--emit=c", "--plam=x", sum, "sum.mlir", callbacks);
  CHECK(!tirCompilationIsSuccess(compilation));
  tirCompilationDestroy(compilation);

  printf("value: ");
  compilation =
      compile("--emit=c", "--schedule=fastest", sum, "sum.mlir", callbacks);
  CHECK(!tirCompilationIsSuccess(compilation));
  tirCompilationDestroy(compilation);

  callbacks = quiet;
  compilation = compile("--emit=c", "--quiet", NULL, "", callbacks);
  CHECK(!tirCompilationIsSuccess(compilation));
  tirCompilationDestroy(compilation);
}

static void cancel(void) {
  TirCompilationCallbacks callbacks = quiet;
  int passes = 0;
  TirCompilation compilation;

  callbacks.isCancelled = countAndCancel;
  callbacks.userData = &passes;
  compilation = compile("--emit=c", "--quiet", sum, "sum.mlir", callbacks);
  CHECK(!tirCompilationIsSuccess(compilation));
  CHECK(tirCompilationIsCancelled(compilation));
  CHECK(passes == 20);
  CHECK(tirCompilationGetNumFiles(compilation) == 0);
  CHECK(tirCompilationGetText(compilation).length == 0);
  printf("cancelled after %d passes\n", passes);
  tirCompilationDestroy(compilation);
}

static void refuse(void) {
  TirCompilation compilation;
  TirProgram program;

  compilation =
      compile("--emit=obj", "--compile-from=buffers", gain, "gain.mlir", quiet);
  show(tirCompilationGetText(compilation));
  CHECK(tirCompilationIsSuccess(compilation));
  program = tirProgramCreate(file(compilation, ".o"), 0, NULL, showWhy,
                             "not linked: ");
  CHECK(program.ptr == NULL);
  tirCompilationDestroy(compilation);

  compilation =
      compile("--emit=obj", "--target-cpu=cortex-m4", sum, "sum.mlir", quiet);
  CHECK(!tirCompilationIsSuccess(compilation));
  tirCompilationDestroy(compilation);
  compilation = compile("--emit=obj", "--target-triple=thumbv7em-none-eabi",
                        sum, "sum.mlir", quiet);
  CHECK(tirCompilationIsSuccess(compilation));
  program = tirProgramCreate(file(compilation, ".o"), 0, NULL, showWhy,
                             "not linked: ");
  CHECK(program.ptr == NULL);
  tirCompilationDestroy(compilation);

  program =
      tirProgramCreate(text("no object"), 0, NULL, showWhy, "not linked: ");
  CHECK(program.ptr == NULL);
}

int main(int numArguments, char **arguments) {
  static const char *const version[] = {"tirc", "--version"};
  if (numArguments != 2)
    return 2;
  showOptions();
  runSum(arguments[1]);
  beTold();
  cancel();
  refuse();
  fflush(stdout);
  CHECK(tirRunCommand(2, version) == 0);
  CHECK(tirGetVersion().length >= 5);
  printf("%d failures\n", failures);
  return failures != 0;
}
