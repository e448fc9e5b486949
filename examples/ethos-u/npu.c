/* The layers that Vela compiled, run by Arm's driver of an Ethos-U.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stddef.h>
#include <stdint.h>

#include "ethosu_driver.h"
#include "tvmgen_digits.h"

/* The generated code calls this for each of Vela's operators, with the
 * commands, the constants, and the memory that the commands work in: all of it,
 * and the part that Vela expects to be fast, which may be the same. The context
 * is what the application passes as `npu0`. A code other than 0 ends the run of
 * the model, which returns it. */
int32_t npu_invoke(const int8_t *input0, int32_t input0_size, const int8_t *input1,
                   int32_t input1_size, int8_t *input2, int32_t input2_size, int8_t *input3,
                   int32_t input3_size, void *context) {
  uint64_t bases[3] = {(uintptr_t)input1, (uintptr_t)input2, (uintptr_t)input3};
  const size_t sizes[3] = {(size_t)input1_size, (size_t)input2_size, (size_t)input3_size};
  struct ethosu_driver *npu = context;
  return ethosu_invoke_v3(npu, input0, input0_size, bases, sizes, 3, NULL);
}
