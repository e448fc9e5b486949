/* An application as TVM's tutorial for IDEs has it: the templates of the
 * archive, with the size of the workspace defined, and its own TVMLogf.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdarg.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

#include "images.h"
#include "tvmgen_default.h"

tvm_crt_error_t TVMPlatformInitialize(void);

void TVMLogf(const char *msg, ...) {
  char buffer[128];
  va_list args;
  va_start(args, msg);
  TVMPlatformFormatMessage(buffer, sizeof(buffer), msg, args);
  va_end(args);
  puts(buffer);
}

int main(void) {
  int8_t scores[TVMGEN_DEFAULT_IDENTITY_SIZE];
  struct tvmgen_default_inputs inputs = {.a = (void *)digits_images[0]};
  struct tvmgen_default_outputs outputs = {.Identity = (void *)&scores};
  int right = 0;
  TVMPlatformInitialize();
  for (int i = 0; i < digits_count; ++i) {
    inputs.a = (void *)digits_images[i];
    if (tvmgen_default_run(&inputs, &outputs) != 0)
      TVMLogf("image %d: the run failed\n", i);
    right += is_right(scores, i);
  }
  printf("%d of %d images right\n", right, digits_count);
  return 0;
}
