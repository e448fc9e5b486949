/*
 * Runs the self-tests of all models of a program, and damages what its checks
 * watch. Prints a line for each thing that is not as it should be, and "end".
 *
 * program.h has the header of the program, SELF_TEST, the buffers of models
 * (EACH_MODEL), and for C the program itself with constants that can be
 * written (EACH_CONSTANT), its memory, and where guard words are (GUARDS).
 */
#include "port.h"
#include "program.h"

#include <stddef.h>
#include <stdint.h>

static void expect(const char *what, int32_t code, int32_t expected) {
  if (code == expected)
    return;
  port_write("wrong: ");
  port_write(what);
  port_write("\n");
}

#define X(model)                                                               \
  static union {                                                               \
    unsigned char bytes[model##_input_bytes];                                  \
    int64_t align;                                                             \
  } model##_given;                                                             \
  static union {                                                               \
    unsigned char bytes[model##_output_bytes];                                 \
    int64_t align;                                                             \
  } model##_made;                                                              \
  static struct tvmgen_##model##_inputs model##_inputs = {                     \
      model##_given.bytes};                                                    \
  static struct tvmgen_##model##_outputs model##_outputs = {model##_made.bytes};
EACH_MODEL(X)
#undef X

static void check_arguments(void) {
#define X(model)                                                               \
  {                                                                            \
    const struct tvmgen_##model##_inputs given = model##_inputs;               \
    const struct tvmgen_##model##_inputs nothing = {NULL};                     \
    model##_inputs = nothing;                                                  \
    expect(#model " without inputs", SELF_TEST, -4);                           \
    model##_inputs = given;                                                    \
  }
  EACH_MODEL(X)
#undef X
}

#ifdef EACH_CONSTANT
static void check_constants(void) {
#define X(array)                                                               \
  ((unsigned char *)array)[sizeof array / 2] ^= 4;                             \
  expect(#array, SELF_TEST, -2);                                               \
  ((unsigned char *)array)[sizeof array / 2] ^= 4;
  EACH_CONSTANT(X)
#undef X
}

/* The first step after the damage fails. */
static void check_guards(void) {
  static const uint32_t places[] = {GUARDS};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
    struct tvmgen_digits_progress progress = {0};
    unsigned char *byte = (unsigned char *)tvmgen_show_workspace + places[i];
    expect("begin", tvmgen_digits_begin(&progress), 0);
    for (int step = 0; step < 3; ++step)
      expect("step",
             tvmgen_digits_step(&progress, &digits_inputs, &digits_outputs), 1);
    *byte ^= 0x40;
    expect("damaged guard",
           tvmgen_digits_step(&progress, &digits_inputs, &digits_outputs), -1);
    expect("code of guards", tvmgen_digits_code(&progress), -5);
    expect("abort", tvmgen_digits_abort(&progress), 0);
  }
}
#endif

int main(void) {
  expect("init", tvmgen_show_init(), 0);
  expect("self-tests", SELF_TEST, 0);
  check_arguments();
#ifdef EACH_CONSTANT
  check_constants();
  check_guards();
#endif
  expect("self-tests again", SELF_TEST, 0);
  port_write("end\n");
  return 0;
}
