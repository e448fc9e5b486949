/* Passes pools as TVM's tests of its memory planner do (TVM v0.14
 * tests/python/relay/aot/test_crt_aot_usmp.py): arrays of the macros' sizes,
 * constants from the macro with their bytes, and the fields that the pools'
 * names give. Compiled as C99 and as C++11. With MAPPED, inputs and outputs lie
 * in the pools.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <string.h>
#include <tvm/runtime/crt/stack_allocator.h>

#include "images.h"
#include "tvmgen_default.h"

__attribute__((section(".bss.noinit.tvm"),
               aligned(TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES))) static uint8_t
    sram[TVMGEN_DEFAULT_SRAM_WORKSPACE_POOL_SIZE];
__attribute__((section(".bss.noinit.tvm"),
               aligned(TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES))) static uint8_t
    cma_workspace_pool[TVMGEN_DEFAULT_CMA_WORKSPACE_POOL_WORKSPACE_POOL_SIZE];
__attribute__((
    section(".rodata.tvm"),
    aligned(TVM_RUNTIME_CONST_ALLOC_ALIGNMENT_BYTES))) static const uint8_t
    fast_constants[TVMGEN_DEFAULT_MY_CONST_POOL_1_CONSTANT_POOL_SIZE] = {
        TVMGEN_DEFAULT_MY_CONST_POOL_1_CONSTANT_POOL_DATA};
__attribute__((section(".data.tvm"),
               aligned(TVM_RUNTIME_CONST_ALLOC_ALIGNMENT_BYTES))) static uint8_t
    cma_constant_pool[TVMGEN_DEFAULT_CMA_CONSTANT_POOL_CONSTANT_POOL_SIZE] = {
        TVMGEN_DEFAULT_CMA_CONSTANT_POOL_CONSTANT_POOL_DATA};

int main(void) {
  int right = 0;
  struct tvmgen_default_workspace_pools pools;
  pools.sram = sram;
  pools.cma_workspace_pool = cma_workspace_pool;
  pools.my_const_pool_1 = fast_constants;
  pools.cma_constant_pool = cma_constant_pool;
  for (int i = 0; i < digits_count; ++i) {
#ifdef MAPPED
    struct tvmgen_default_inputs inputs = tvmgen_default_map_inputs(&pools);
    struct tvmgen_default_outputs outputs = tvmgen_default_map_outputs(&pools);
    memcpy(inputs.a, digits_images[i], TVMGEN_DEFAULT_A_SIZE);
    int32_t code = tvmgen_default_run(&pools);
    const int8_t *scores = (const int8_t *)outputs.Identity;
#else
    int8_t scores[TVMGEN_DEFAULT_IDENTITY_SIZE];
    struct tvmgen_default_inputs inputs = {(void *)digits_images[i]};
    struct tvmgen_default_outputs outputs = {scores};
    int32_t code = tvmgen_default_run(&inputs, &outputs, &pools);
#endif
    if (code != 0)
      return 1;
    right += is_right(scores, i);
  }
  printf("%d of %d images right\n", right, digits_count);
  return 0;
}
