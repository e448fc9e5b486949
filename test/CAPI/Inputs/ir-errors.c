/* Errors and pipelines. */
#include "ir.h"

void testErrors(MlirLocation location, Errors *errors) {
  MlirContext context = mlirLocationGetContext(location);
  MlirModule module = mlirModuleCreateEmpty(location);
  MlirOperation top = mlirModuleGetOperation(module);
  MlirType f32 = mlirF32TypeGet(context);
  MlirStringRef name = text("f");
  MlirOperation function, call;
  MlirBlock block;
  MlirValue value;

  CHECK(mlirOperationIsNull(tirPrimFuncCreate(location, text(""), 0, NULL)));
  CHECK(reported(errors, "needs a name that is not empty"));
  CHECK(mlirOperationIsNull(tirPrimFuncCreate(location, name, -1, NULL)));
  CHECK(reported(errors, "arguments of a tir.prim_func is negative"));
  CHECK(mlirOperationIsNull(tirPrimFuncCreate(location, name, 1, &noType)));
  CHECK(reported(errors, "argument #0 of tir.prim_func @f has a null type"));
  CHECK(mlirOperationIsNull(
      tirCallTIRCreateOnMemRefs(location, name, 1, &noValue)));
  CHECK(reported(errors, "argument #0 of a call is null"));
  CHECK(
      mlirOperationIsNull(tirCallTIRCreateOnMemRefs(location, name, -1, NULL)));
  CHECK(reported(errors, "negative"));
  CHECK(mlirOperationIsNull(
      tirCallPackedCreate(location, text(""), 0, NULL, noType)));
  CHECK(reported(errors, "needs a name"));
  CHECK(mlirOperationIsNull(tirCallExternCreate(
      location, name, 0, NULL, noValue, TirExternFormVoid, f32)));
  CHECK(reported(errors,
                 "has a result type with the form 'value', and with no other"));
  CHECK(mlirOperationIsNull(tirCallExternCreate(
      location, name, 0, NULL, noValue, (TirExternForm)9, noType)));
  CHECK(reported(errors, "9 is not a form of tir.call_extern"));
  CHECK(mlirOperationIsNull(tirDeviceCreate(location, name, text(""), 12, 0)));
  CHECK(reported(errors, "kind of a tir.device needs a name"));
  CHECK(mlirOperationIsNull(
      tirGetDeviceContextCreate(location, name, text("1"))));
  CHECK(reported(errors, "1"));
  CHECK(mlirOperationIsNull(tirPoolCreate(location, text(""), 0, 0, 1)));
  CHECK(reported(errors, "a tir.pool needs a name"));

  /* An object of another kind than expected. */
  CHECK(!tirOperationIsAPrimFunc(top) && !tirOperationIsACall(top));
  CHECK(!tirOperationIsADevice(top) && !tirOperationIsAPool(top));
  CHECK(tirPrimFuncGetName(top).data == NULL &&
        tirCallGetCallee(top).data == NULL);
  CHECK(tirPrimFuncGetNumArguments(top) == 0 &&
        tirCallGetNumArguments(top) == 0);
  CHECK(tirDeviceGetKind(top).data == NULL && tirPoolGetAlignment(top) == 0);
  CHECK(mlirLogicalResultIsFailure(tirPrimFuncSetPublic(top, true)));
  CHECK(reported(errors, "is not a tir.prim_func"));
  CHECK(mlirLogicalResultIsFailure(tirDeviceSetProgram(top, name)));
  CHECK(reported(errors, "is not a tir.device"));
  CHECK(mlirLogicalResultIsFailure(tirPoolSetSection(top, name)));
  CHECK(reported(errors, "is not a tir.pool"));
  CHECK(mlirBlockIsNull(tirPrimFuncAddBody(top)));
  CHECK(reported(errors, "is not a tir.prim_func"));

  function = insert(mlirModuleGetBody(module),
                    tirPrimFuncCreate(location, name, 1, &f32));
  CHECK(mlirLogicalResultIsFailure(
      tirPrimFuncSetEffect(function, 0, TirEffectRead)));
  CHECK(reported(errors, "has no buffer as argument #0"));
  CHECK(mlirLogicalResultIsFailure(
      tirPrimFuncSetCallingConvention(function, (TirCallingConvention)5)));
  CHECK(reported(errors, "5 is not a case of #tir.calling_convention"));
  CHECK(mlirLogicalResultIsFailure(
      tirPrimFuncSetDevices(function, 1, (MlirStringRef[]){text("")})));
  CHECK(reported(errors, "device #0 has no name"));
  block = tirPrimFuncAddBody(function);
  CHECK(mlirBlockIsNull(tirPrimFuncAddBody(function)));
  CHECK(reported(errors, "has a body already"));
  value = mlirBlockGetArgument(block, 0);
  CHECK(mlirOperationIsNull(
      tirCallTIRCreateOnTensors(location, name, 0, NULL, 1, &value)));
  CHECK(
      reported(errors, "destination #0 of a call on tensors is not a tensor"));
  CHECK(mlirOperationIsNull(
      tirCallCPackedCreate(location, name, 0, NULL, value)));
  CHECK(reported(errors, "the context of a call is not a !tir.device_context"));

  /* The verifier's error reaches the handler with its note. */
  call = insert(block, tirCallTIRCreateOnMemRefs(location, name, 0, NULL));
  CHECK(!mlirOperationVerify(top));
  CHECK(strstr(errors->last, " | ") != NULL);
  CHECK(reported(errors, "passes 0 arguments, but the callee takes 1"));
  (void)call;

  CHECK(mlirLogicalResultIsFailure(tirRunPipeline(top, text("no-such-pass"))));
  CHECK(reported(errors, "no-such-pass"));
  CHECK(mlirLogicalResultIsFailure(
      tirRunPipeline(top, text("func.func(tir-phase-plan)"))));
  CHECK(reported(
      errors, "'tir-phase-plan' is nested in the passes of another operation"));

  /* A null argument has no effect and no error handler to report to. */
  CHECK(mlirLogicalResultIsFailure(tirRunPipeline(noOperation, text("cse"))));
  CHECK(mlirLogicalResultIsFailure(tirPrimFuncSetPublic(noOperation, true)));
  CHECK(!tirOperationIsACall(noOperation) && !tirTypeIsAHandle(noType));
  CHECK(tirPrimFuncGetName(noOperation).data == NULL);
  CHECK(errors->count == 0);
  mlirModuleDestroy(module);
}

/* The passes of a pipeline, or the reason why it cannot be parsed. */
struct Expansion {
  char passes[1024];
  char problem[1024];
};

static void keepPasses(MlirStringRef string, void *userData) {
  struct Expansion *expansion = userData;
  strncat(expansion->passes, string.data, string.length);
}

static void keepProblem(MlirStringRef string, void *userData) {
  struct Expansion *expansion = userData;
  strncat(expansion->problem, string.data, string.length);
}

void testPipelines(void) {
  struct Expansion expansion = {"", ""};
  CHECK(mlirLogicalResultIsSuccess(
      tirExpandPipeline(text("tir-phase-plan,func.func(cse)"), keepPasses,
                        keepProblem, &expansion)));
  CHECK(strstr(expansion.passes, ",tir-plan-memory{alignment=16") != NULL);
  CHECK(strstr(expansion.passes,
               ",tir-verify-phase{phase=plan},func.func(cse)") != NULL);
  CHECK(expansion.problem[0] == '\0');
  /* Names of phases in options are not phases. */
  CHECK(mlirLogicalResultIsSuccess(tirExpandPipeline(
      text("func.func(canonicalize{disable-patterns=tir-phase-plan})"),
      keepPasses, keepProblem, &expansion)));
  /* Options end before the list of passes that they are in. */
  CHECK(mlirLogicalResultIsSuccess(tirExpandPipeline(
      text("func.func(canonicalize{max-iterations=1}),tir-phase-plan"),
      keepPasses, keepProblem, &expansion)));
  CHECK(mlirLogicalResultIsFailure(
      tirExpandPipeline(text("func.func(cse,tir-phase-plan)"), keepPasses,
                        keepProblem, &expansion)));
  CHECK(strstr(expansion.problem,
               "expected it at the top level of the pipeline") != NULL);
  CHECK(mlirLogicalResultIsFailure(
      tirExpandPipeline(text("cse{"), keepPasses, NULL, &expansion)));

  CHECK(
      same(tirGetPassSummary(text("cse")), "Eliminate common sub-expressions"));
  CHECK(same(tirGetPassSummary(text("tir-phase-plan")),
             "Phase plan: a static place for each buffer"));
  CHECK(tirGetPassSummary(text("no-such-pass")).data == NULL);
}
