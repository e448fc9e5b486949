/*===- module_free.c - Removing modules from the table
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* This is a separate file because it needs the system library, while looking up
 * functions does not. */

#include "internal.h"

int TVMModFree(TVMModuleHandle mod) {
  tvm_module_index_t index;
  if (tir_crt_module_index(mod, &index) != 0)
    return -1;
  if (tir_crt_modules[index] != tir_crt_system_library())
    tir_crt_modules[index] = NULL;
  return 0;
}
