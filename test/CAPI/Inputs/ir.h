/* What the parts of the program that uses every function of tir-c share. */
#ifndef TIR_TEST_CAPI_IR_H
#define TIR_TEST_CAPI_IR_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tir-c/Attributes.h"
#include "tir-c/Dialect.h"
#include "tir-c/Ops.h"
#include "tir-c/Passes.h"
#include "tir-c/Types.h"

#include <string.h>

static const MlirType noType = {NULL};
static const MlirValue noValue = {NULL};
static const MlirOperation noOperation = {NULL};

/* Counts and reports a condition that does not hold. */
#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)
void check(bool good, const char *what, const char *file, int line);

MlirStringRef text(const char *string);
bool same(MlirStringRef got, const char *expected);

/* The errors since the last call of `reported`. */
typedef struct Errors {
  int count;
  char last[1000];
} Errors;

/* Returns whether there was one error since the last call, with this text. */
bool reported(Errors *errors, const char *part);

/* Inserts an operation before the block's terminator, or at its end. */
MlirOperation insert(MlirBlock block, MlirOperation operation);

/* ir-attributes.c */
void testTypes(MlirContext context, Errors *errors);
void testAttributes(MlirContext context, Errors *errors);

/* ir-errors.c */
void testErrors(MlirLocation location, Errors *errors);
void testPipelines(void);

#endif
