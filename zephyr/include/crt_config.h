/* The C runtime's configuration, from Kconfig.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef TVM_RUNTIME_CRT_CRT_CONFIG_H_
#define TVM_RUNTIME_CRT_CRT_CONFIG_H_

#define TVM_CRT_LOG_LEVEL CONFIG_TIRC_CRT_LOG_LEVEL
#define TVM_CRT_DEBUG 0
#define TVM_CRT_MAX_NDIM CONFIG_TIRC_CRT_MAX_NDIM
#define TVM_CRT_MAX_ARGS CONFIG_TIRC_CRT_MAX_ARGS
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES                                \
  CONFIG_TIRC_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES
#define TVM_CRT_MAX_REGISTERED_MODULES CONFIG_TIRC_CRT_MAX_REGISTERED_MODULES
#define TVM_CRT_MAX_STRLEN_FUNCTION_NAME                                       \
  CONFIG_TIRC_CRT_MAX_STRLEN_FUNCTION_NAME
#ifdef CONFIG_TIRC_CRT_STACK_ALLOCATOR_CHECKS
#define TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK
#endif

/* Of TVM's RPC and graph executor, which this runtime has not got: TVM's
 * numbers. */
#define TVM_CRT_MAX_PACKET_SIZE_BYTES 512
#define TVM_CRT_MAX_STRLEN_DLTYPE 10
#define TVM_CRT_MAX_STRLEN_PARAM_NAME 80

#endif
