/* Classifies images with a network of which an Ethos-U computes most layers,
 * and compares the outputs with TensorFlow Lite's.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <string.h>

#include "digits_test_set.h"
#include "ethosu_driver.h"
#include "print.h"
#include "tvmgen_digits.h"

/* Where the Ethos-U has its registers: here on Corstone-300. */
#define NPU_BASE ((void *)0x48102000)

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];

static int fail(const char *text, const char *reason) {
  print(text);
  print(reason);
  print("\n");
  return 1;
}

static const char *reason(void) {
#ifdef ETHOSU_STUB
  return ethosu_stub_error;
#else
  return "the driver's log has it";
#endif
}

int main(void) {
  static struct ethosu_driver npu;
  if (ethosu_init(&npu, NPU_BASE, NULL, 0, 1, 1) != 0)
    return fail("the Ethos-U does not answer", "");
  struct tvmgen_digits_inputs inputs = {.a = image};
  struct tvmgen_digits_outputs outputs = {.Identity = scores};
  struct tvmgen_digits_devices devices = {.npu0 = &npu};
  for (int i = 0; i < digits_count; ++i) {
    memcpy(image, digits_images[i], sizeof(image));
    if (tvmgen_digits_run(&inputs, &outputs, &devices) != 0)
      return fail("the driver reports an error: ", reason());
    if (memcmp(scores, digits_reference[i], sizeof(scores)) != 0)
      return fail("an output is not TensorFlow Lite's", "");
  }
#ifdef ETHOSU_STUB
  if (ethosu_stub_calls != 2 * digits_count)
    return fail("the accelerator's layers did not run twice for each image", "");
#endif
  print("all outputs are TensorFlow Lite's\n");
  return 0;
}
