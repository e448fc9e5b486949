/* Types and attributes. */
#include "ir.h"

void testTypes(MlirContext context, Errors *errors) {
  MlirType f32 = mlirF32TypeGet(context);
  MlirType npu = tirDeviceContextTypeGet(context, text("npu"));
  const struct {
    const char *spelling;
    MlirType type;
    bool (*isA)(MlirType);
    MlirTypeID id;
  } types[] = {
      {"!tir.handle", tirHandleTypeGet(context), tirTypeIsAHandle,
       tirHandleTypeGetTypeID()},
      {"!tir.values", tirValuesTypeGet(context), tirTypeIsAValues,
       tirValuesTypeGetTypeID()},
      {"!tir.type_codes", tirTypeCodesTypeGet(context), tirTypeIsATypeCodes,
       tirTypeCodesTypeGetTypeID()},
      {"!tir.dltensor", tirDLTensorTypeGet(context), tirTypeIsADLTensor,
       tirDLTensorTypeGetTypeID()},
      {"!tir.string", tirStringTypeGet(context), tirTypeIsAString,
       tirStringTypeGetTypeID()},
      {"!tir.device_context<\"npu\">", npu, tirTypeIsADeviceContext,
       tirDeviceContextTypeGetTypeID()},
  };
  size_t i, j;
  for (i = 0; i < sizeof types / sizeof *types; ++i) {
    MlirType parsed = mlirTypeParseGet(context, text(types[i].spelling));
    CHECK(mlirTypeEqual(parsed, types[i].type));
    CHECK(mlirTypeIDEqual(mlirTypeGetTypeID(types[i].type), types[i].id));
    CHECK(!types[i].isA(f32));
    for (j = 0; j < sizeof types / sizeof *types; ++j)
      CHECK(types[i].isA(types[j].type) == (i == j));
  }
  CHECK(same(tirDeviceContextTypeGetKind(npu), "npu"));
  CHECK(tirDeviceContextTypeGetKind(f32).data == NULL);
  CHECK(mlirTypeIsNull(tirDeviceContextTypeGet(context, text("42"))));
  CHECK(reported(errors, "42"));
}

void testAttributes(MlirContext context, Errors *errors) {
  MlirAttribute write = tirEffectAttrGet(context, TirEffectWrite);
  MlirAttribute packed =
      tirCallingConventionAttrGet(context, TirCallingConventionPacked);
  MlirAttribute close = tirHookAttrGet(context, TirHookClose);
  CHECK(mlirAttributeEqual(
      write, mlirAttributeParseGet(context, text("#tir.effect<write>"))));
  CHECK(mlirAttributeEqual(
      packed,
      mlirAttributeParseGet(context, text("#tir.calling_convention<packed>"))));
  CHECK(mlirAttributeEqual(
      close, mlirAttributeParseGet(context, text("#tir.hook<close>"))));
  CHECK(tirAttributeIsAEffect(write) && !tirAttributeIsAEffect(close));
  CHECK(tirAttributeIsACallingConvention(packed) &&
        !tirAttributeIsACallingConvention(write));
  CHECK(tirAttributeIsAHook(close) && !tirAttributeIsAHook(packed));
  CHECK(tirEffectAttrGetValue(write) == TirEffectWrite);
  CHECK(tirCallingConventionAttrGetValue(packed) == TirCallingConventionPacked);
  CHECK(tirHookAttrGetValue(close) == TirHookClose);
  CHECK((int)tirHookAttrGetValue(write) == 0);
  CHECK(mlirAttributeIsNull(tirEffectAttrGet(context, (TirEffect)7)));
  CHECK(reported(errors, "7 is not a case of #tir.effect"));
}
