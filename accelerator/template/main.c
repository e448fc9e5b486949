/* Runs the network with the convolution on one device and the pool on another one. */
#include "npu.h"
#include "tvmgen_net.h"

#include <stdio.h>

static struct npu_device npu0 = {.program = NPU_CONV}, npu1 = {.program = NPU_VECTOR};

int main(void) {
  static int8_t x[TVMGEN_NET_X_SIZE], y[TVMGEN_NET_Y_SIZE];
  struct tvmgen_net_inputs inputs = {.x = x};
  struct tvmgen_net_outputs outputs = {.y = y};
  struct tvmgen_net_devices devices = {.npu0 = &npu0, .npu1 = &npu1};
  for (int i = 0; i < TVMGEN_NET_X_SIZE; ++i)
    x[i] = (int8_t)(i % 17 - 8);
  int32_t code = tvmgen_net_init(&devices);
  if (code == 0)
    code = tvmgen_net_run(&inputs, &outputs, &devices);
  long sum = 0;
  for (int i = 0; i < TVMGEN_NET_Y_SIZE; ++i)
    sum += y[i];
  printf("code %ld, sum %ld\n", (long)code, sum);
  return code != 0;
}
