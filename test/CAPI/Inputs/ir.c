/* Uses every function of tir-c from C99. */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>

static int failures = 0;

void check(bool good, const char *what, const char *file, int line) {
  if (good)
    return;
  fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
  ++failures;
}

MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

bool same(MlirStringRef got, const char *expected) {
  return got.length == strlen(expected) &&
         memcmp(got.data, expected, got.length) == 0;
}

static void print(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, (FILE *)file);
}

/*===----------------------------------------------------------------------===
 * Errors
 *===----------------------------------------------------------------------===*/

static void append(MlirStringRef part, void *data) {
  Errors *errors = (Errors *)data;
  size_t used = strlen(errors->last);
  size_t room = sizeof errors->last - 1 - used;
  size_t length = part.length < room ? part.length : room;
  memcpy(errors->last + used, part.data, length);
  errors->last[used + length] = '\0';
}

static MlirLogicalResult record(MlirDiagnostic diagnostic, void *data) {
  Errors *errors = (Errors *)data;
  intptr_t note;
  ++errors->count;
  errors->last[0] = '\0';
  mlirDiagnosticPrint(diagnostic, append, data);
  for (note = 0; note < mlirDiagnosticGetNumNotes(diagnostic); ++note) {
    append(text(" | "), data);
    mlirDiagnosticPrint(mlirDiagnosticGetNote(diagnostic, note), append, data);
  }
  return mlirLogicalResultSuccess();
}

bool reported(Errors *errors, const char *part) {
  bool good = errors->count == 1 && strstr(errors->last, part);
  if (!good)
    fprintf(stderr, "%d errors, the last: %s\n", errors->count, errors->last);
  errors->count = 0;
  return good;
}

/*===----------------------------------------------------------------------===
 * Operations
 *===----------------------------------------------------------------------===*/

MlirOperation insert(MlirBlock block, MlirOperation operation) {
  MlirOperation terminator = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(terminator))
    mlirBlockAppendOwnedOperation(block, operation);
  else
    mlirBlockInsertOwnedOperationBefore(block, terminator, operation);
  return operation;
}

static void testPrimFunc(MlirOperation function, MlirType buffer) {
  CHECK(tirOperationIsAPrimFunc(function));
  CHECK(same(tirPrimFuncGetName(function), "kernel"));
  CHECK(tirPrimFuncGetNumArguments(function) == 2);
  CHECK(mlirTypeEqual(tirPrimFuncGetArgumentType(function, 1), buffer));
  CHECK(mlirTypeIsNull(tirPrimFuncGetArgumentType(function, 2)));
  CHECK(tirPrimFuncGetEffect(function, 0) == TirEffectReadWrite);
  CHECK((int)tirPrimFuncGetEffect(function, 5) == 0);
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetEffect(function, 0, TirEffectRead)));
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetEffect(function, 1, TirEffectWrite)));
  CHECK(tirPrimFuncGetEffect(function, 0) == TirEffectRead);

  CHECK(!tirPrimFuncIsPublic(function));
  CHECK(mlirLogicalResultIsSuccess(tirPrimFuncSetPublic(function, true)));
  CHECK(tirPrimFuncIsPublic(function));
  CHECK(mlirLogicalResultIsSuccess(tirPrimFuncSetPublic(function, false)));

  CHECK(tirPrimFuncGetExportedName(function).data == NULL);
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetExportedName(function, text("my_kernel"))));
  CHECK(same(tirPrimFuncGetExportedName(function), "my_kernel"));
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetExportedName(function, text(""))));
  CHECK(tirPrimFuncGetExportedName(function).data == NULL);

  CHECK((int)tirPrimFuncGetCallingConvention(function) == 0);
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetCallingConvention(function, TirCallingConventionUnpacked)));
  CHECK(tirPrimFuncGetCallingConvention(function) ==
        TirCallingConventionUnpacked);
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetCallingConvention(function, (TirCallingConvention)0)));
  CHECK((int)tirPrimFuncGetCallingConvention(function) == 0);
}

/* A kernel, a main function that calls it, and the module that contains both.
 */
static MlirModule testModule(MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  MlirModule module = mlirModuleCreateEmpty(location);
  MlirBlock body = mlirModuleGetBody(module);
  int64_t shape[] = {4};
  MlirType buffer = mlirMemRefTypeContiguousGet(mlirF32TypeGet(context), 1,
                                                shape, mlirAttributeGetNull());
  MlirType types[2];
  MlirValue values[2];
  MlirOperation kernel, main, call;
  MlirBlock block;
  types[0] = types[1] = buffer;

  kernel = insert(body, tirPrimFuncCreate(location, text("kernel"), 2, types));
  CHECK(tirPrimFuncIsDeclaration(kernel));
  testPrimFunc(kernel, buffer);
  block = tirPrimFuncAddBody(kernel);
  CHECK(!tirPrimFuncIsDeclaration(kernel));
  CHECK(mlirBlockGetNumArguments(block) == 2);

  main = insert(body, tirPrimFuncCreate(location, text("main"), 2, types));
  CHECK(mlirLogicalResultIsSuccess(tirPrimFuncSetPublic(main, true)));
  mlirOperationSetDiscardableAttributeByName(
      main, text("tir.model"),
      mlirAttributeParseGet(
          context, text("#tir.model<name = \"net\", source = \"c\">")));
  CHECK(
      mlirLogicalResultIsSuccess(tirPrimFuncSetEffect(main, 0, TirEffectRead)));
  CHECK(mlirLogicalResultIsSuccess(
      tirPrimFuncSetEffect(main, 1, TirEffectWrite)));
  block = tirPrimFuncAddBody(main);
  values[0] = mlirBlockGetArgument(block, 0);
  values[1] = mlirBlockGetArgument(block, 1);
  call = insert(block,
                tirCallTIRCreateOnMemRefs(location, text("kernel"), 2, values));
  CHECK(tirOperationIsACallTIR(call) && tirOperationIsACall(call));
  CHECK(same(tirCallGetCallee(call), "kernel"));
  CHECK(tirCallGetNumArguments(call) == 2);
  CHECK(mlirValueEqual(tirCallGetArgument(call, 1), values[1]));
  CHECK(mlirValueIsNull(tirCallGetArgument(call, 2)));
  CHECK(tirCallGetNumOuts(call) == 0);
  CHECK(mlirValueIsNull(tirCallGetContext(call)));
  CHECK(mlirOperationVerify(mlirModuleGetOperation(module)));
  return module;
}

/* Each other kind of call, a device and a pool. */
static void testCalls(MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  MlirModule module = mlirModuleCreateEmpty(location);
  MlirBlock top = mlirModuleGetBody(module);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  int64_t shape[] = {4};
  MlirType types[1];
  MlirValue buffer, handle;
  MlirOperation device, function, get, call, pool;
  MlirStringRef names[1];
  MlirBlock block;
  types[0] = mlirMemRefTypeContiguousGet(mlirF32TypeGet(context), 1, shape,
                                         mlirAttributeGetNull());
  names[0] = text("npu0");

  device = insert(top, tirDeviceCreate(location, names[0], text("npu"), 12, 1));
  CHECK(tirOperationIsADevice(device));
  CHECK(same(tirDeviceGetName(device), "npu0"));
  CHECK(same(tirDeviceGetKind(device), "npu"));
  CHECK(tirDeviceGetDeviceType(device) == 12);
  CHECK(tirDeviceGetDeviceId(device) == 1);
  CHECK(tirDeviceGetProgram(device).data == NULL);
  CHECK(mlirLogicalResultIsSuccess(tirDeviceSetProgram(device, text("p"))));
  CHECK(same(tirDeviceGetProgram(device), "p"));
  CHECK(!tirDeviceHasHook(device, TirHookOpen));
  CHECK(mlirLogicalResultIsSuccess(tirDeviceAddHook(device, TirHookOpen)));
  CHECK(mlirLogicalResultIsSuccess(tirDeviceAddHook(device, TirHookOpen)));
  CHECK(tirDeviceHasHook(device, TirHookOpen));
  CHECK(!tirDeviceHasHook(device, TirHookClose));

  pool = insert(top, tirPoolCreate(location, text("sram"), -1, 65536, 32));
  CHECK(tirOperationIsAPool(pool));
  CHECK(same(tirPoolGetName(pool), "sram"));
  CHECK(tirPoolGetSize(pool) == -1);
  CHECK(tirPoolGetSizeHint(pool) == 65536);
  CHECK(tirPoolGetAlignment(pool) == 32);
  CHECK(tirPoolGetSection(pool).data == NULL);
  CHECK(mlirLogicalResultIsSuccess(tirPoolSetSection(pool, text(".sram"))));
  CHECK(same(tirPoolGetSection(pool), ".sram"));

  function = insert(top, tirPrimFuncCreate(location, text("calls"), 1, types));
  CHECK(mlirLogicalResultIsSuccess(tirPrimFuncSetDevices(function, 1, names)));
  CHECK(tirPrimFuncGetNumDevices(function) == 1);
  CHECK(same(tirPrimFuncGetDevice(function, 0), "npu0"));
  CHECK(tirPrimFuncGetDevice(function, 1).data == NULL);
  block = tirPrimFuncAddBody(function);
  buffer = mlirBlockGetArgument(block, 0);
  get =
      insert(block, tirGetDeviceContextCreate(location, names[0], text("npu")));
  handle = mlirOperationGetResult(get, 0);

  call = insert(
      block, tirCallPackedCreate(location, text("app.log"), 1, &buffer, i64));
  CHECK(tirOperationIsACallPacked(call) && tirOperationIsACall(call));
  CHECK(same(tirCallGetCallee(call), "app.log"));
  CHECK(mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(call, 0)), i64));

  call = insert(block, tirCallCPackedCreate(location, text("npu_relu"), 1,
                                            &buffer, handle));
  CHECK(tirOperationIsACallCPacked(call));
  CHECK(tirCallGetNumArguments(call) == 1);
  CHECK(mlirValueEqual(tirCallGetContext(call), handle));
  CHECK((int)tirCallExternGetForm(call) == 0);

  call =
      insert(block, tirCallExternCreate(location, text("npu_add"), 1, &buffer,
                                        handle, TirExternFormChecked, noType));
  CHECK(tirOperationIsACallExtern(call));
  CHECK(mlirValueEqual(tirCallGetContext(call), handle));
  CHECK(tirCallExternGetForm(call) == TirExternFormChecked);
  call = insert(block, tirCallExternCreate(location, text("trace"), 0, NULL,
                                           noValue, TirExternFormVoid, noType));
  CHECK(tirCallExternGetForm(call) == TirExternFormVoid);
  call = insert(block, tirCallExternCreate(location, text("ticks"), 0, NULL,
                                           noValue, TirExternFormValue, i64));
  CHECK(tirCallExternGetForm(call) == TirExternFormValue);
  CHECK(mlirOperationVerify(mlirModuleGetOperation(module)));
  mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirModuleDestroy(module);
}

/* On tensors: a call in destination-passing style. */
static void testTensors(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context, text("tir.prim_func private @k(%x: memref<4xf32> {tir.effect = "
                    "#tir.effect<read>},\n"
                    "    %y: memref<4xf32> {tir.effect = #tir.effect<write>}) "
                    "{\n  tir.return\n}\n"
                    "func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {\n  "
                    "return\n}\n"));
  MlirOperation function = mlirOperationGetNextInBlock(
      mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirValue x = mlirBlockGetArgument(block, 0);
  MlirValue y = mlirBlockGetArgument(block, 1);
  MlirOperation call = insert(
      block, tirCallTIRCreateOnTensors(mlirOperationGetLocation(function),
                                       text("k"), 1, &x, 1, &y));
  CHECK(tirCallGetNumArguments(call) == 2 && tirCallGetNumOuts(call) == 1);
  CHECK(mlirOperationGetNumResults(call) == 1);
  CHECK(mlirOperationVerify(mlirModuleGetOperation(module)));
  mlirModuleDestroy(module);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirContext context = mlirContextCreate();
  MlirLocation location;
  MlirModule module;
  MlirOperation top;
  Errors errors = {0, ""};
  intptr_t phase;

  /* Calling it twice is harmless. */
  tirRegisterDialect(registry);
  tirRegisterAllDialects(registry);
  tirRegisterPasses();
  tirRegisterPasses();
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, record, &errors, NULL);
  location = mlirLocationFileLineColGet(context, text("ir.c"), 1, 1);
  CHECK(same(mlirDialectHandleGetNamespace(mlirGetDialectHandle__tir__()),
             "tir"));

  /* Before the dialect is loaded: creating a type does that. */
  testTypes(context, &errors);
  testAttributes(context, &errors);
  mlirContextLoadAllAvailableDialects(context);
  testTensors(context);
  testCalls(location);
  testErrors(location, &errors);

  CHECK(tirGetNumPhases() == 9);
  CHECK(same(tirGetPhaseName(0), "import") && same(tirGetPhaseName(8), "llvm"));
  CHECK(tirGetPhaseName(-1).data == NULL && tirGetPhaseName(9).data == NULL);
  for (phase = 0; phase < tirGetNumPhases(); ++phase)
    CHECK(tirGetPhaseName(phase).length > 0);

  testPipelines();

  module = testModule(location);
  top = mlirModuleGetOperation(module);
  mlirOperationPrint(top, print, stdout);
  CHECK(mlirLogicalResultIsSuccess(tirRunPipeline(
      top, text("builtin.module(tir-phase-plan,tir-phase-loops)"))));
  /* Two lists for modules inside the module, of which there are none: no anchor
   * around the whole. */
  CHECK(mlirLogicalResultIsSuccess(
      tirRunPipeline(top, text("builtin.module(cse),builtin.module(cse)"))));
  CHECK(mlirLogicalResultIsSuccess(
      tirRunPipeline(top, text("tir-phase-abi,tir-phase-emitc"))));
  mlirOperationPrint(top, print, stdout);
  CHECK(errors.count == 0);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  printf("%d failures\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
