/* Classifies the test images with the convolutions on the accelerator.
 *
 *     classify             all images; prints the work of each device
 *     classify --trace     one image; prints the commands to each device, in order
 *     classify --fail=N    the same, but the N-th command to a device fails
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits_test_set.h"
#include "npu.h"
#include "tvmgen_digits.h"

static struct npu_device npu0 = {.name = "npu0", .program = NPU_PROGRAM_CONV};
static struct npu_device npu1 = {.name = "npu1", .program = NPU_PROGRAM_POINTWISE};
static struct tvmgen_digits_devices devices = {.npu0 = &npu0, .npu1 = &npu1};

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];

static int32_t classify(const int8_t *pixels) {
  struct tvmgen_digits_inputs inputs = {.a = image};
  struct tvmgen_digits_outputs outputs = {.Identity = scores};
  memcpy(image, pixels, sizeof(image));
  return tvmgen_digits_run(&inputs, &outputs, &devices);
}

static int largest(const int8_t *values) {
  int best = 0;
  for (int i = 1; i < digits_classes; ++i)
    if (values[i] > values[best])
      best = i;
  return best;
}

static void count(const struct npu_device *device) {
  printf("%s      %" PRIu32 " jobs, %" PRIu64 " multiply-accumulates\n", device->name, device->jobs,
         device->macs);
}

static int classify_all(void) {
  int right = 0;
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    const int32_t code = classify(digits_images[i]);
    if (code != 0) {
      fprintf(stderr, "image %d: tvmgen_digits_run returned %" PRId32 "\n", i, code);
      return EXIT_FAILURE;
    }
    right += largest(scores) == digits_labels[i];
    equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  printf("accuracy  %.1f %% (%d of %d images)\n", 100.0 * right / (double)(int)digits_count, right,
         digits_count);
  printf("outputs   %d of %d outputs equal to the reference\n", equal, digits_count);
  count(&npu0);
  count(&npu1);
  return equal == digits_count ? EXIT_SUCCESS : EXIT_FAILURE;
}

static long events;
static long failing; /* the number of the event that fails; 0: none */

static int32_t trace(struct npu_device *device, const char *event) {
  ++events;
  printf("%s %s%s\n", device->name, event, events == failing ? " fails" : "");
  return events == failing ? 1000 + (int32_t)events : 0;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  const int tracing = strcmp(mode, "--trace") == 0 || strncmp(mode, "--fail=", 7) == 0;
  if (tracing) {
    npu0.on_event = trace;
    npu1.on_event = trace;
    failing = mode[2] == 'f' ? strtol(mode + 7, NULL, 10) : 0;
  }
  int32_t code = tvmgen_digits_init(&devices);
  if (code == 0 && !tracing)
    return classify_all();
  if (code == 0)
    code = classify(digits_images[0]);
  printf("code %" PRId32 "\n", code);
  if (code != 0)
    return EXIT_FAILURE;
  printf("class %d\n", largest(scores));
  return EXIT_SUCCESS;
}
