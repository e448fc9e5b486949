/* Classifies the 360 test images with the network of a package that tirc wrote.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdio.h>
#include <string.h>

#include "digits_test_set.h"
#include "tvmgen_digits.h"

static int8_t image[TVMGEN_DIGITS_A_SIZE];
static int8_t scores[TVMGEN_DIGITS_IDENTITY_SIZE];

static int classify_all(void) {
  struct tvmgen_digits_inputs inputs = {.a = image};
  struct tvmgen_digits_outputs outputs = {.Identity = scores};
  int equal = 0;
  for (int i = 0; i < digits_count; ++i) {
    memcpy(image, digits_images[i], sizeof(image));
    if (tvmgen_digits_run(&inputs, &outputs) == 0)
      equal += memcmp(scores, digits_reference[i], sizeof(scores)) == 0;
  }
  printf("%d of %d outputs equal to the reference\n", equal, digits_count);
  return equal == digits_count ? 0 : 1;
}

#ifdef ESP_PLATFORM
void app_main(void);
void app_main(void) { (void)classify_all(); }
#else
int main(void) { return classify_all(); }
#endif
