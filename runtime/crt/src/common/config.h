/*===- config.h - The application's configuration, with all macros
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A crt_config.h made from TVM's template defines all of these macros. A
 * shorter one may leave some out; these get the defaults of TVM v0.14. */

#ifndef TIR_CRT_SRC_COMMON_CONFIG_H
#define TIR_CRT_SRC_COMMON_CONFIG_H

#include "crt_config.h"

#ifndef TVM_CRT_MAX_NDIM
#define TVM_CRT_MAX_NDIM 6
#endif

#ifndef TVM_CRT_MAX_ARGS
#define TVM_CRT_MAX_ARGS 10
#endif

#ifndef TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES 512
#endif

#ifndef TVM_CRT_MAX_REGISTERED_MODULES
#define TVM_CRT_MAX_REGISTERED_MODULES 2
#endif

#ifndef TVM_CRT_MAX_PACKET_SIZE_BYTES
#define TVM_CRT_MAX_PACKET_SIZE_BYTES 2048
#endif

#ifndef TVM_CRT_MAX_STRLEN_FUNCTION_NAME
#define TVM_CRT_MAX_STRLEN_FUNCTION_NAME 120
#endif

/* The runtime subtracts what TVM's RPC adds to a packet. */
#if TVM_CRT_MAX_PACKET_SIZE_BYTES < 11
#error "TVM_CRT_MAX_PACKET_SIZE_BYTES must be at least 11"
#endif

/* The time evaluator uses 0x7fff. */
#if TVM_CRT_MAX_REGISTERED_MODULES < 1 ||                                      \
    TVM_CRT_MAX_REGISTERED_MODULES >= 0x7fff
#error "TVM_CRT_MAX_REGISTERED_MODULES must be from 1 to 32766"
#endif

#endif
