/* Includes every header of the package, and parses a module by both C APIs. */
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Conversion.h"
#include "mlir-c/Debug.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/IntegerSet.h"
#include "mlir-c/Interfaces.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Support.h"
#include "mlir-c/Transforms.h"
#include "tir-c/Attributes.h"
#include "tir-c/Compilation.h"
#include "tir-c/Dialect.h"
#include "tir-c/Execution.h"
#include "tir-c/Ops.h"
#include "tir-c/Passes.h"
#include "tir-c/Types.h"

#include <stdio.h>

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreate();
  mlirContextAppendDialectRegistry(context, registry);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "func.func @f(%x: tensor<2xi8>) -> tensor<2xi8> {\n"
                   "  %0 = tosa.abs %x : (tensor<2xi8>) -> tensor<2xi8>\n"
                   "  return %0 : tensor<2xi8>\n"
                   "}\n"));
  int functions = 0;
  if (!mlirModuleIsNull(module)) {
    MlirBlock body = mlirModuleGetBody(module);
    for (MlirOperation op = mlirBlockGetFirstOperation(body);
         !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      ++functions;
  }
  MlirStringRef version = tirGetVersion();
  printf("tirc %.*s: a module with %d function\n", (int)version.length,
         version.data, functions);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return functions != 1;
}
