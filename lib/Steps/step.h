//===- step.h - What the C of steps needs, where they become bitcode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the generated C, the definitions around the steps take its place.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

/* Elements at addresses that are not aligned. */
#define memcpy __builtin_memcpy

typedef int16_t tir_int16 __attribute__((may_alias));
typedef int32_t tir_int32 __attribute__((may_alias));

/* tirc makes the functions private when it links them. */
#define TIR_INLINE __attribute__((always_inline))
