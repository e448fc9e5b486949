#include "tvmgen_net.h"

int main(void) {
  static int32_t input[4], output[4];
  struct tvmgen_net_inputs inputs = {input};
  struct tvmgen_net_outputs outputs = {output};
  return tvmgen_net_run(&inputs, &outputs);
}
