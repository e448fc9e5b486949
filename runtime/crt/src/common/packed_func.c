/*===- packed_func.c - Function calls with their arguments
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/packed_func.h>

#include "internal.h"

/* Reads a decimal number, if there is one. */
static const char *read_number(const char *at, unsigned *number) {
  unsigned value = 0;
  if (*at < '0' || *at > '9')
    return at;
  for (; *at >= '0' && *at <= '9'; ++at)
    value = value > UINT16_MAX ? value : value * 10 + (unsigned)(*at - '0');
  *number = value;
  return at;
}

DLDataType String2DLDataType(const char *s) {
  static const struct {
    char name[7];
    uint8_t code, bits;
  } types[] = {{"int", kDLInt, 32},     {"uint", kDLUInt, 32},
               {"float", kDLFloat, 32}, {"handle", kDLOpaqueHandle, 64},
               {"bool", kDLUInt, 1},    {"bfloat", kDLBfloat, 16}};
  DLDataType none = {kDLOpaqueHandle, 0, 0};
  size_t i;
  for (i = 0; i < sizeof(types) / sizeof(*types); ++i) {
    size_t length = strlen(types[i].name);
    unsigned bits = types[i].bits, lanes = 1;
    const char *at = s + length;
    if (strncmp(s, types[i].name, length) != 0)
      continue;
    at = read_number(at, &bits);
    if (*at == 'x')
      at = read_number(at + 1, &lanes);
    if (*at != '\0' || at[-1] == 'x' || bits > UINT8_MAX || lanes > UINT16_MAX)
      return none;
    none.code = types[i].code;
    none.bits = (uint8_t)bits;
    none.lanes = (uint16_t)lanes;
    return none;
  }
  return none;
}

TVMArgs TVMArgs_Create(TVMValue *values, uint32_t *tcodes,
                       uint32_t values_count) {
  TVMArgs args;
  uint32_t i;
  if (values_count > TVM_CRT_MAX_ARGS)
    TVMPlatformAbort(kTvmErrorFunctionCallNumArguments);
  memset(&args, 0, sizeof(args));
  for (i = 0; i < values_count; ++i) {
    args.values[i] = values[i];
    args.tcodes[i] = (int)tcodes[i];
  }
  args.values_count = values_count;
  return args;
}

static void initialize(TVMPackedFunc *pf, const char *name,
                       const TVMArgs *args) {
  size_t length = strlen(name);
  if (length >= sizeof(pf->name))
    length = sizeof(pf->name) - 1;
  memcpy(pf->name, name, length);
  pf->name[length] = '\0';
  pf->Call = TVMPackedFunc_Call;
  pf->SetArgs = TVMPackedFunc_SetArgs;
  TVMPackedFunc_SetArgs(pf, args);
}

int TVMPackedFunc_InitGlobalFunc(TVMPackedFunc *pf, const char *name,
                                 const TVMArgs *args) {
  int status = TVMFuncGetGlobal(name, &pf->fexec);
  if (status != 0)
    return status;
  if (pf->fexec == NULL) {
    tir_crt_set_error("there is no global function ", name, NULL);
    return kTvmErrorFunctionNameNotFound;
  }
  initialize(pf, name, args);
  return 0;
}

int TVMPackedFunc_InitModuleFunc(TVMPackedFunc *pf, TVMModuleHandle module,
                                 const char *name, const TVMArgs *args) {
  int status = TVMModGetFunction(module, name, 0, &pf->fexec);
  if (status == 0)
    initialize(pf, name, args);
  return status;
}

int TVMPackedFunc_Call(TVMPackedFunc *pf) {
  pf->ret_value.values_count = 1;
  pf->ret_value.tcodes[0] = kTVMNullptr;
  return TVMFuncCall(pf->fexec, pf->args.values, pf->args.tcodes,
                     (int)pf->args.values_count, pf->ret_value.values,
                     pf->ret_value.tcodes);
}

void TVMPackedFunc_SetArgs(TVMPackedFunc *pf, const TVMArgs *args) {
  pf->args = *args;
}

TVMModuleHandle TVMArgs_AsModuleHandle(const TVMArgs *args, size_t index) {
  if (index >= args->values_count)
    TVMPlatformAbort(kTvmErrorFunctionCallNumArguments);
  if (args->tcodes[index] != kTVMModuleHandle)
    TVMPlatformAbort(kTvmErrorFunctionCallWrongArgType);
  return args->values[index].v_handle;
}
