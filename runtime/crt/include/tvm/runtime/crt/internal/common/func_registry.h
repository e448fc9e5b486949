/*===- func_registry.h - Comparing the names of a registry
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, with TVM's include
 * guard. */

#ifndef TVM_RUNTIME_CRT_INCLUDE_TVM_RUNTIME_CRT_INTERNAL_COMMON_FUNC_REGISTRY_H_
#define TVM_RUNTIME_CRT_INCLUDE_TVM_RUNTIME_CRT_INTERNAL_COMMON_FUNC_REGISTRY_H_

#ifdef __cplusplus
extern "C" {
#endif

/* Compares the name at *cursor as strcmp does. Returns the difference of the
 * first bytes that differ, and moves *cursor to the NUL after that name. */
int strcmp_cursor(const char **cursor, const char *name);

#ifdef __cplusplus
}
#endif

#endif
