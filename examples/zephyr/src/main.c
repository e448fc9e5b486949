/* Classifies handwritten digits: one model is called by its function, one by its name in the
 * registry.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <string.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>

#include "digits_test_set.h"
#include "tvmgen_best.h"
#include "tvmgen_digits.h"

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];
static int32_t class_of_image;
static TVMFunctionHandle best;

static int32_t run_digits(void) {
  struct tvmgen_digits_inputs inputs = {.a = image};
  struct tvmgen_digits_outputs outputs = {.Identity = scores};
  return tvmgen_digits_run(&inputs, &outputs);
}

static int run_best(void) {
  int64_t scores_shape[] = {1, digits_classes};
  int64_t class_shape[] = {1};
  DLTensor input = {.data = scores,
                    .device = {kDLCPU, 0},
                    .ndim = 2,
                    .dtype = {kDLInt, 8, 1},
                    .shape = scores_shape};
  DLTensor output = {.data = &class_of_image,
                     .device = {kDLCPU, 0},
                     .ndim = 1,
                     .dtype = {kDLInt, 32, 1},
                     .shape = class_shape};
  TVMValue arguments[] = {{.v_handle = &input}, {.v_handle = &output}};
  int codes[] = {kTVMDLTensorHandle, kTVMDLTensorHandle};
  TVMValue result;
  int result_code;
  return TVMFuncCall(best, arguments, codes, 2, &result, &result_code);
}

static int fail(const char *what) {
  printf("%s: %s\n", what, TVMGetLastError());
  return 1;
}

int main(void) {
  int right = 0;
  int equal = 0;
  if (TVMPlatformInitialize() != kTvmErrorNoError || TVMInitializeRuntime() != kTvmErrorNoError)
    return fail("start");
  if (TVMBackendGetFuncFromEnv(NULL, "tvmgen_best_run", &best) != 0)
    return fail("best");
  for (int i = 0; i < digits_count; ++i) {
    memcpy(image, digits_images[i], sizeof(image));
    if (run_digits() != 0 || run_best() != 0)
      return fail("run");
    right += class_of_image == digits_labels[i];
    equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  printf("%d of %d images right\n", right, digits_count);
  printf("%d of %d outputs equal to the reference\n", equal, digits_count);
  return equal == digits_count ? 0 : 1;
}
