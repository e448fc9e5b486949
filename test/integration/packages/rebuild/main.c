#include "tvmgen_given.h"
#include "tvmgen_other.h"

int main(void) {
  int32_t given, made;
  int8_t scores[10] = {0, 0, 0, 7, 0, 0, 0, 0, 0, 0};
  struct tvmgen_given_inputs given_inputs = {.input = scores};
  struct tvmgen_given_outputs given_outputs = {.output = &given};
  struct tvmgen_other_inputs made_inputs = {.scores = scores};
  struct tvmgen_other_outputs made_outputs = {.best = &made};
  return tvmgen_given_run(&given_inputs, &given_outputs) ||
         tvmgen_other_run(&made_inputs, &made_outputs) || given != 3 ||
         made != 3;
}
