/*===- unsupported.c - Functions that the C runtime does not support
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A program that calls one of these links, and receives an error. */

#include "internal.h"

static int unsupported(const char *name) {
  return tir_crt_fail(name, " is not in the C runtime", NULL);
}

int TVMModLoadFromFile(const char *file_name, const char *format,
                       TVMModuleHandle *out) {
  (void)file_name, (void)format, (void)out;
  return unsupported("TVMModLoadFromFile");
}

int TVMModImport(TVMModuleHandle mod, TVMModuleHandle dep) {
  (void)mod, (void)dep;
  return unsupported("TVMModImport");
}

int TVMFuncCreateFromCFunc(TVMPackedCFunc func, void *resource_handle,
                           TVMPackedCFuncFinalizer fin,
                           TVMFunctionHandle *out) {
  (void)func, (void)resource_handle, (void)fin, (void)out;
  return unsupported("TVMFuncCreateFromCFunc");
}

int TVMFuncListGlobalNames(int *out_size, const char ***out_array) {
  (void)out_size, (void)out_array;
  return unsupported("TVMFuncListGlobalNames");
}

int TVMFuncRemoveGlobal(const char *name) {
  (void)name;
  return unsupported("TVMFuncRemoveGlobal");
}

int TVMArrayFromDLPack(DLManagedTensor *from, TVMArrayHandle *out) {
  (void)from, (void)out;
  return unsupported("TVMArrayFromDLPack");
}

int TVMObjectGetTypeIndex(TVMObjectHandle obj, unsigned *out_tindex) {
  (void)obj, (void)out_tindex;
  return unsupported("TVMObjectGetTypeIndex");
}

int TVMObjectTypeKey2Index(const char *type_key, unsigned *out_tindex) {
  (void)type_key, (void)out_tindex;
  return unsupported("TVMObjectTypeKey2Index");
}

int TVMObjectTypeIndex2Key(unsigned tindex, char **out_type_key) {
  (void)tindex, (void)out_type_key;
  return unsupported("TVMObjectTypeIndex2Key");
}

int TVMObjectRetain(TVMObjectHandle obj) {
  (void)obj;
  return unsupported("TVMObjectRetain");
}

int TVMObjectFree(TVMObjectHandle obj) {
  (void)obj;
  return unsupported("TVMObjectFree");
}

int TVMObjectDerivedFrom(uint32_t child_type_index, uint32_t parent_type_index,
                         int *is_derived) {
  (void)child_type_index, (void)parent_type_index, (void)is_derived;
  return unsupported("TVMObjectDerivedFrom");
}
