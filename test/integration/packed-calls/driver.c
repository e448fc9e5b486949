/* Calls packed functions with arguments that are wrong in one field, each in
 * turn.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A function is a row of `functions`, a field a row of `corruptions`, what
 * callers may do a row of `variants`. Prints one line of counts, or what went
 * wrong.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

#ifdef ON_CORTEX_M
#include "semihosting.h"
#define say semihosting_write
#else
#include <stdio.h>
#define say(text) ((void)fputs(text, stdout))
#endif

typedef int32_t packed(TVMValue *, int *, int, TVMValue *, int *, void *);
packed tvmgen_default_add, tvmgen_default_fill, tvmgen_default_mask,
    tvmgen_default_part;

/* The functions of the runtime that are called. */
static char last_error[256];
void TVMAPISetLastError(const char *message) {
  strncpy(last_error, message, sizeof last_error - 1);
}

enum kind { TENSOR, INTEGER, FLOATING };
struct argument {
  enum kind kind;
  uint8_t code, bits;
  int bytes, rank;
  int64_t shape[2], strides[2];
  bool needs_strides;
};
struct function {
  const char *name;
  packed *run;
  int count;
  struct argument arguments[3];
};

#define F32 {TENSOR, 2, 32, 4, 2, {2, 3}, {3, 1}, false}
#define BOOLS {TENSOR, 1, 1, 1, 2, {4, 1}, {1, 1}, false}
static const struct function functions[] = {
    {"tvmgen_default_add", tvmgen_default_add, 3, {F32, F32, F32}},
    {"tvmgen_default_fill",
     tvmgen_default_fill,
     3,
     {{TENSOR, 0, 8, 1, 1, {5, 0}, {1, 0}, false},
      {INTEGER, 0, 0, 0, 0, {0, 0}, {0, 0}, false},
      {FLOATING, 0, 0, 0, 0, {0, 0}, {0, 0}, false}}},
    {"tvmgen_default_mask", tvmgen_default_mask, 2, {BOOLS, BOOLS, BOOLS}},
    {"tvmgen_default_part",
     tvmgen_default_part,
     2,
     {{TENSOR, 0, 8, 1, 2, {2, 3}, {4, 1}, true},
      {TENSOR, 0, 8, 1, 2, {2, 3}, {3, 1}, false},
      F32}},
};
#define FUNCTIONS ((int)(sizeof functions / sizeof functions[0]))

/* The arguments that are passed. Nothing after `wrong` may be read. */
static struct {
  TVMValue values[3], *args;
  int codes[3], *type_codes, count;
  DLTensor tensors[3];
  int64_t shapes[3][2], strides[3][2];
} call;
static double memory[3][4];
#define wrong ((void *)1)
/* The wrong number. */
static int64_t came;

static void prepare(const struct function *f) {
  memset(&call, 0, sizeof call);
  memset(memory, 0, sizeof memory);
  call.args = call.values;
  call.type_codes = call.codes;
  call.count = f->count;
  for (int i = 0; i < f->count; ++i) {
    const struct argument *a = &f->arguments[i];
    DLTensor *t = &call.tensors[i];
    if (a->kind == INTEGER) {
      call.values[i].v_int64 = 40;
      call.codes[i] = 0;
      continue;
    }
    if (a->kind == FLOATING) {
      call.values[i].v_float64 = 2;
      call.codes[i] = 2;
      continue;
    }
    memcpy(call.shapes[i], a->shape, sizeof a->shape);
    memcpy(call.strides[i], a->strides, sizeof a->strides);
    t->data = memory[i];
    t->device.device_type = (DLDeviceType)1;
    t->ndim = a->rank;
    t->dtype.code = a->code;
    t->dtype.bits = a->bits;
    t->dtype.lanes = 1;
    t->shape = call.shapes[i];
    t->strides = call.strides[i];
    call.values[i].v_handle = t;
    call.codes[i] = 7;
  }
}

/* Each changes argument `i` in its `k`th way, and returns false if there is no
 * such way.
 */
typedef bool change(const struct argument *a, int i, int k);
#define CHANGE(name) static bool name(const struct argument *a, int i, int k)
#define UNUSED ((void)a, (void)i, (void)k)
#define ONCE (a->kind == TENSOR && k == 0)

CHANGE(more) {
  UNUSED;
  came = call.count += 1 + k;
  return i == 0 && k < 2;
}
CHANGE(fewer) {
  UNUSED;
  came = call.count -= 1 + k;
  return i == 0 && k < 2;
}
CHANGE(no_args) {
  UNUSED;
  call.args = NULL;
  return i == 0 && k == 0;
}
CHANGE(no_codes) {
  UNUSED;
  call.type_codes = NULL;
  return i == 0 && k == 0;
}
CHANGE(code_null) {
  call.codes[i] = 4;
  call.values[i].v_handle = wrong;
  return ONCE;
}
CHANGE(code) {
  static const int tensors[] = {0,  1,  2,  5,  6,  8,  9,
                                10, 11, 12, 14, 15, -1, 70};
  static const int integers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15};
  static const int floats[] = {0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15};
  if (k >= 14)
    return false;
  came = call.codes[i] = (a->kind == TENSOR    ? tensors
                          : a->kind == INTEGER ? integers
                                               : floats)[k];
  call.values[i].v_handle = wrong;
  return true;
}
CHANGE(no_tensor) {
  call.values[i].v_handle = NULL;
  return ONCE;
}
CHANGE(ndim) {
  static const int by[] = {1, -1, 100, -100};
  came = call.tensors[i].ndim += by[k % 4];
  call.tensors[i].shape = wrong;
  call.tensors[i].strides = wrong;
  return a->kind == TENSOR && k < 4;
}
CHANGE(dtype_code) {
  static const uint8_t codes[] = {0, 1, 2, 3, 4, 5, 6, 255};
  call.tensors[i].dtype.code = codes[k % 8];
  const bool taken =
      codes[k % 8] == a->code || (a->bits == 1 && codes[k % 8] == 6);
  if (taken)
    call.tensors[i].dtype.code = 9;
  came = call.tensors[i].dtype.code;
  return a->kind == TENSOR && k < 8;
}
CHANGE(bits) {
  static const uint8_t bits[] = {0, 2, 4, 64};
  came = call.tensors[i].dtype.bits = bits[k % 4];
  return a->kind == TENSOR && k < 4;
}
CHANGE(bool_bits) {
  call.tensors[i].dtype.code = k == 0 ? 1 : 6;
  came = call.tensors[i].dtype.bits = k == 0 ? 8 : 1;
  return a->kind == TENSOR && a->bits == 1 && k < 2;
}
CHANGE(lanes) {
  static const uint16_t lanes[] = {4, 0, UINT16_MAX};
  came = call.tensors[i].dtype.lanes = lanes[k % 3];
  return a->kind == TENSOR && k < 3;
}
CHANGE(no_shape) {
  call.tensors[i].shape = NULL;
  return ONCE;
}
CHANGE(extent_more) {
  came = call.shapes[i][k % 2] += 1;
  return a->kind == TENSOR && k < a->rank;
}
CHANGE(extent_less) {
  came = call.shapes[i][k % 2] -= 1;
  return a->kind == TENSOR && k < a->rank;
}
CHANGE(extent_high) {
  came = call.shapes[i][k % 2] += INT64_C(1) << 32;
  return a->kind == TENSOR && k < a->rank;
}
CHANGE(extent_least) {
  came = call.shapes[i][k % 2] = INT64_MIN;
  return a->kind == TENSOR && k < a->rank;
}
CHANGE(extent_most) {
  came = call.shapes[i][k % 2] = INT64_MAX;
  return a->kind == TENSOR && k < a->rank;
}
CHANGE(stride) {
  came = call.strides[i][k % 2] += 1;
  return a->kind == TENSOR && !a->needs_strides && k < a->rank &&
         a->shape[k] > 1;
}
CHANGE(own_stride) {
  came = call.strides[i][k % 2] -= 100;
  return a->needs_strides && k < a->rank;
}
CHANGE(no_strides_there) {
  call.tensors[i].strides = NULL;
  return ONCE && a->needs_strides;
}
CHANGE(byte_offset) {
  call.tensors[i].byte_offset = k == 0 ? (uint64_t)a->bytes : UINT64_C(1) << 32;
  came = (int64_t)call.tensors[i].byte_offset;
  return a->kind == TENSOR && k < 2;
}
CHANGE(device_type) {
  static const int types[] = {0, 2, 12, 33};
  came = types[k % 4];
  call.tensors[i].device.device_type = (DLDeviceType)types[k % 4];
  return a->kind == TENSOR && k < 4;
}
CHANGE(device_id) {
  came = call.tensors[i].device.device_id = k == 0 ? 1 : -1;
  return a->kind == TENSOR && i > 0 && k < 2;
}
CHANGE(no_data) {
  call.tensors[i].data = NULL;
  return ONCE;
}
CHANGE(unaligned) {
  came = 1 + k;
  call.tensors[i].data = (char *)memory[i] + came;
  return a->kind == TENSOR && 1 + k < a->bytes;
}

/* The end of the text, after "argument @ (~): " or the function's name. @ is
   the argument, ~ its name, # the dimension, $ the wrong number. */
static const struct {
  change *apply;
  const char *text;
} corruptions[] = {
    {more, "arguments in num_args, but it is $"},
    {fewer, "arguments in num_args, but it is $"},
    {no_args, "but args is NULL"},
    {no_codes, "but type_codes is NULL"},
    {code_null, "argument @ (~): expected a tensor, but it is NULL"},
    {code, " in type_codes[@], but it is $"},
    {no_tensor, "argument @ (~): expected a tensor, but its DLTensor is NULL"},
    {ndim, " in ndim, but it is $"},
    {dtype_code, " in dtype.code, but it is $"},
    {bits, " in dtype.bits, but it is $"},
    {bool_bits, " in dtype.bits, but it is $"},
    {lanes, "argument @ (~): expected 1 in dtype.lanes, but it is $"},
    {no_shape, "argument @ (~): expected extents, but shape is NULL"},
    {extent_more, " in shape[#], but it is $"},
    {extent_less, " in shape[#], but it is $"},
    {extent_high, " in shape[#], but it is $"},
    {extent_least, " in shape[#], but it is $"},
    {extent_most, " in shape[#], but it is $"},
    {stride, " in strides[#], or NULL in strides, but it is $"},
    {own_stride, " in strides[#], but it is $"},
    {no_strides_there, "but strides is NULL"},
    {byte_offset, "argument @ (~): expected 0 in byte_offset, but it is $"},
    {device_type,
     "argument @ (~): expected 1 (kDLCPU) in device.device_type, but it is $"},
    {device_id, "argument @ (~): expected what argument 0 (x) has in "
                "device.device_id, but it is $"},
    {no_data, "argument @ (~): expected memory, but data is NULL"},
    {unaligned, "argument @ (~): expected an address divisible by 4 in data, "
                "but the remainder is $"},
};

CHANGE(as_it_is) {
  UNUSED;
  return i == 0 && k == 0;
}
CHANGE(null_strides) {
  call.tensors[i].strides = NULL;
  return ONCE && !a->needs_strides;
}
CHANGE(any_stride_of_one) {
  call.strides[i][k % 2] = -7;
  return a->kind == TENSOR && k < a->rank && a->shape[k] == 1;
}
CHANGE(other_codes) {
  call.codes[i] = k == 0 ? 13 : 3;
  return a->kind == TENSOR && k < 2;
}
CHANGE(other_device) {
  for (int j = 0; j < 3; ++j)
    call.tensors[j].device.device_id = 5;
  return ONCE && i == 0;
}
CHANGE(dlpack_bool) {
  call.tensors[i].dtype.code = 6;
  call.tensors[i].dtype.bits = 8;
  return ONCE && a->bits == 1;
}
static change *const variants[] = {as_it_is,    null_strides, any_stride_of_one,
                                   other_codes, other_device, dlpack_bool};

static void say_number(int number) {
  char text[12], *digit = text + sizeof text - 1;
  *digit = '\0';
  do
    *--digit = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  say(digit);
}

/* Appends the digits to a text, and returns its new length. */
static size_t append_number(char *text, size_t length, int64_t number) {
  char digits[20];
  size_t count = 0;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  if (number < 0)
    text[length++] = '-';
  do
    digits[count++] = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  while (count > 0)
    text[length++] = digits[--count];
  return length;
}

/* Returns whether the last error begins with the function's name and ends with
 * the text.
 */
static bool reports(const struct function *f, const char *text, int i, int k) {
  static const char *const names[4][3] = {
      {"x", "y", "z"}, {"x", "n", "f"}, {"x", "y", ""}, {"x", "y", ""}};
  char wanted[128];
  size_t length = 0;
  for (; *text; ++text)
    if (*text == '@')
      wanted[length++] = (char)('0' + i);
    else if (*text == '#')
      wanted[length++] = (char)('0' + k);
    else if (*text == '~')
      wanted[length++] = names[f - functions][i][0];
    else if (*text == '$')
      length = append_number(wanted, length, came);
    else
      wanted[length++] = *text;
  wanted[length] = '\0';
  const size_t prefix = strlen(f->name), length_of_error = strlen(last_error);
  return strncmp(last_error, f->name, prefix) == 0 &&
         last_error[prefix] == ':' && length_of_error > length &&
         strcmp(last_error + (length_of_error - length), wanted) == 0;
}

static int32_t run(const struct function *f) {
  memset(last_error, 0, sizeof last_error);
  TVMValue value;
  int type_code;
  return f->run(call.args, call.type_codes, call.count, &value, &type_code,
                NULL);
}

static int fail(const struct function *f, const char *what, int row, int i,
                int k, int32_t status) {
  say(f->name);
  say(what);
  say_number(row);
  say(" of argument ");
  say_number(i);
  say(", way ");
  say_number(k);
  say(status == 0 ? ": accepted: " : ": rejected: ");
  say(last_error);
  say("\n");
  return 1;
}

static void put_inputs(void) {
  static const float x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {10, 20, 30, 40, 50, 60};
  memcpy(memory[0], x, sizeof x);
  memcpy(memory[1], y, sizeof y);
}

/* Returns whether a valid call had the function's effect. */
static bool is_right(const struct function *f) {
  static const float sums[6] = {11, 22, 33, 44, 55, 66};
  static const unsigned char filled[6] = {42, 42, 42, 42, 42, 0};
  if (f == &functions[0])
    return memcmp(memory[2], sums, sizeof sums) == 0;
  if (f == &functions[1])
    return memcmp(memory[0], filled, sizeof filled) == 0;
  return true;
}

static int check_data(void) {
  static const unsigned char bits[4] = {1, 0, 1, 1},
                             all[8] = {1, 2, 3, 99, 4, 5, 6, 99},
                             part[6] = {1, 2, 3, 4, 5, 6};
  prepare(&functions[2]);
  memcpy(memory[0], bits, sizeof bits);
  if (run(&functions[2]) != 0 || memcmp(memory[1], bits, sizeof bits) != 0)
    return fail(&functions[2], " copies wrong, row ", 0, 0, 0, 0);
  prepare(&functions[3]);
  memcpy(memory[0], all, sizeof all);
  if (run(&functions[3]) != 0 || memcmp(memory[1], part, sizeof part) != 0)
    return fail(&functions[3], " copies wrong, row ", 0, 0, 0, 0);
  return 0;
}

int main(void) {
  int rejected = 0, accepted = 0;
  for (int n = 0; n < FUNCTIONS; ++n) {
    const struct function *f = &functions[n];
    for (int row = 0; row < (int)(sizeof corruptions / sizeof corruptions[0]);
         ++row)
      for (int i = 0; i < f->count; ++i)
        for (int k = 0;
             prepare(f), corruptions[row].apply(&f->arguments[i], i, k); ++k) {
          const int32_t status = run(f);
          if (status != -1 || !reports(f, corruptions[row].text, i, k))
            return fail(f, ": corruption ", row, i, k, status);
          ++rejected;
        }
    for (int row = 0; row < (int)(sizeof variants / sizeof variants[0]); ++row)
      for (int i = 0; i < f->count; ++i)
        for (int k = 0; prepare(f), put_inputs(), true; ++k) {
          /* Bytes that are neither 0 nor 1 are not bools. */
          if (n == 2)
            memset(memory, 0, sizeof memory);
          if (!variants[row](&f->arguments[i], i, k)) {
            if (k < f->arguments[i].rank)
              continue;
            break;
          }
          const int32_t status = run(f);
          if (status != 0 || last_error[0] != '\0' || !is_right(f))
            return fail(f, ": variant ", row, i, k, status);
          ++accepted;
        }
  }
  if (check_data() != 0)
    return 1;
  say_number(rejected);
  say(" rejected, ");
  say_number(accepted);
  say(" accepted\n");
  return 0;
}
