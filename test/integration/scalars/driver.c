/* Passes numbers to functions that tirc compiled, and takes them back: as
 * arguments, results, elements of buffers, and packed values. types.h has the
 * types. Without a number that arrived otherwise it prints how many arrived.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

#include "types.h"

#ifdef ON_CORTEX_M
#include "semihosting.h"
#define say semihosting_write
#else
#include <stdio.h>
#define say(text) ((void)fputs(text, stdout))
#endif

#define NOINLINE __attribute__((noinline))

static int arrived, lost;
static int64_t seen;

static void say_number(int64_t number) {
  char text[24], *at = text + sizeof text - 1;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  *at = 0;
  do
    *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0)
    *--at = '-';
  say(at);
}

static void expect(const char *function, int64_t came, int64_t wanted) {
  if (came == wanted) {
    ++arrived;
    return;
  }
  ++lost;
  say(function);
  say(": ");
  say_number(came);
  say(", expected ");
  say_number(wanted);
  say("\n");
}

/* The other bits of a register must not matter. */
static int64_t spoil(int64_t number, int bits) {
  return bits < 64 ? (int64_t)((uint64_t)number ^ UINT64_C(0x5a5a5a5a5a5a5a5a)
                                                      << bits)
                   : number;
}

int32_t c_packed(TVMValue *args, int *type_codes, int num_args, TVMValue *out,
                 int *out_code, void *resource);
NOINLINE int32_t c_packed(TVMValue *args, int *type_codes, int num_args,
                          TVMValue *out, int *out_code, void *resource) {
  (void)out, (void)out_code, (void)resource;
  seen = args[0].v_int64;
  return type_codes[0] == 0 && num_args == 1 ? 0 : -9;
}

/* A computation shows whether the whole register has the right value; a store
 * would not. */
#define INTEGER_BITS(name, type)                                               \
  static int64_t bits_##name(type x) { return (int64_t)x; }                    \
  static type make_##name(int64_t x) { return (type)x; }
#define FLOAT_BITS(name, type, integer)                                        \
  static int64_t bits_##name(type x) {                                         \
    integer bits;                                                              \
    memcpy(&bits, &x, sizeof bits);                                            \
    return bits;                                                               \
  }                                                                            \
  static type make_##name(int64_t x) {                                         \
    const integer bits = (integer)x;                                           \
    type result;                                                               \
    memcpy(&result, &bits, sizeof result);                                     \
    return result;                                                             \
  }

#define PEERS(name, type)                                                      \
  type c_##name(type x);                                                       \
  NOINLINE type c_##name(type x) {                                             \
    seen = bits_##name(x);                                                     \
    return x;                                                                  \
  }

#define SCALAR(name, type, width)                                              \
  PEERS(name, type)                                                            \
  int64_t widen_##name(type x);                                                \
  type narrow_##name(int64_t x);                                               \
  int64_t call_##name(int64_t x);                                              \
  int64_t load_##name(type *x);                                                \
  void store_##name(type *x, int64_t value);                                   \
  int32_t through_##name(type x, int64_t *result);                             \
  static void check_##name(void) {                                             \
    for (int i = 0; i < (int)(sizeof values_##name / sizeof values_##name[0]); \
         ++i) {                                                                \
      const int64_t value = values_##name[i];                                  \
      type memory[3] = {make_##name(0), make_##name(value), make_##name(0)};   \
      int64_t result = 0;                                                      \
      expect("widen_" #name, widen_##name(make_##name(value)), value);         \
      expect("narrow_" #name, bits_##name(narrow_##name(spoil(value, width))), \
             value);                                                           \
      expect("call_" #name, call_##name(spoil(value, width)), value);          \
      expect("what call_" #name " passes", seen, value);                       \
      expect("load_" #name, load_##name(memory), value);                       \
      memory[1] = make_##name(0);                                              \
      store_##name(memory, spoil(value, width));                               \
      expect("store_" #name, bits_##name(memory[1]), value);                   \
      expect("the element before store_" #name "'s", bits_##name(memory[0]),   \
             bits_##name(make_##name(0)));                                     \
      expect("the element after store_" #name "'s", bits_##name(memory[2]),    \
             bits_##name(make_##name(0)));                                     \
      expect("the code of through_" #name,                                     \
             through_##name(make_##name(value), &result), 0);                  \
      expect("through_" #name, result, value);                                 \
    }                                                                          \
  }

#define PACKED(name)                                                           \
  int32_t packed_##name(TVMValue *args, int *type_codes, int num_args,         \
                        TVMValue *out, int *out_code, void *resource);         \
  int32_t give_packed_##name(int64_t x);                                       \
  static void check_packed_##name(void) {                                      \
    for (int i = 0; i < (int)(sizeof values_##name / sizeof values_##name[0]); \
         ++i) {                                                                \
      const int64_t value = values_##name[i];                                  \
      int64_t result = 0, shape[1] = {1};                                      \
      DLTensor tensor;                                                         \
      TVMValue args[2], out;                                                   \
      int codes[2] = {0, 7}, out_code = 0;                                     \
      memset(&tensor, 0, sizeof tensor);                                       \
      tensor.data = &result;                                                   \
      tensor.device.device_type = kDLCPU;                                      \
      tensor.ndim = 1;                                                         \
      tensor.dtype.bits = 64;                                                  \
      tensor.dtype.lanes = 1;                                                  \
      tensor.shape = shape;                                                    \
      args[0].v_int64 = value;                                                 \
      args[1].v_handle = &tensor;                                              \
      expect("the code of packed_" #name,                                      \
             packed_##name(args, codes, 2, &out, &out_code, NULL), 0);         \
      expect("packed_" #name, result, value);                                  \
      expect("the code of give_packed_" #name, give_packed_##name(value), 0);  \
      expect("give_packed_" #name, seen, value);                               \
    }                                                                          \
  }

#define UNSIGNED(name, type)                                                   \
  INTEGER_BITS(name, type)                                                     \
  PEERS(name, type)                                                            \
  type pass_##name(type x);                                                    \
  static void check_##name(void) {                                             \
    expect("pass_" #name, bits_##name(pass_##name(make_##name(-3))),           \
           (int64_t)(type) - 3);                                               \
    expect("what pass_" #name " passes", seen, (int64_t)(type) - 3);           \
  }

FOR_INTEGERS(INTEGER_BITS)
FOR_FLOATS(FLOAT_BITS)
FOR_SCALARS(SCALAR)
FOR_PACKED(PACKED)
FOR_UNSIGNED(UNSIGNED)

int64_t c_many(MANY_PARAMETERS);
NOINLINE int64_t c_many(MANY_PARAMETERS) { return MANY_SUM; }
int64_t many(MANY_PARAMETERS);

int main(void) {
#define CHECK(name, ...) check_##name();
#define CHECK_PACKED(name) check_packed_##name();
  FOR_SCALARS(CHECK)
  FOR_PACKED(CHECK_PACKED)
  FOR_UNSIGNED(CHECK)
  expect("many", many(MANY_ARGUMENTS), 2 * c_many(MANY_ARGUMENTS));
  if (!lost) {
    say_number(arrived);
    say(" arrived\n");
  }
  return lost != 0;
}
