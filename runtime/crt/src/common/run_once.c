/*===- run_once.c - Initialization by generated code, and its surroundings
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>

#include "internal.h"

int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                      int nbytes) {
  int status;
  (void)nbytes;
  if (*handle != NULL)
    return 0;
  /* Set before the call, so that a recursive call by `f` ends. */
  *handle = handle;
  status = f(cdata);
  if (status != 0)
    *handle = NULL;
  return status;
}

int TVMBackendRegisterEnvCAPI(const char *name, void *ptr) {
  (void)ptr;
  if (strcmp(name, "PyErr_CheckSignals") == 0 ||
      strcmp(name, "PyGILState_Ensure") == 0 ||
      strcmp(name, "PyGILState_Release") == 0)
    return 0;
  return tir_crt_fail("TVMBackendRegisterEnvCAPI: unknown function ", name,
                      NULL);
}
