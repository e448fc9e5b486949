/* Calls the functions of low_level.mlir, and prints what they and their helpers
   see. Addresses are printed as places within what this file owns. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <tvm/runtime/c_backend_api.h>

struct bindings {
  void *x;
  void *context;
  void *y;
};

static float numbers[4][8];
static bool flags[6] = {true, false, true, true, false, false};
static int16_t scalar = -77;
static char contexts[4];

int32_t pack(int8_t, bool, int64_t, float, double, void *, void *, const char *,
             float *);
int32_t loop(int64_t);
int32_t describe(float *, bool *, int16_t *, bool);
int32_t copy(DLTensor *, DLTensor *);
int32_t own(float *, float *);
int32_t checks(int32_t, void *);
int32_t find(int32_t);
int32_t bind(void *, float *, void *);
int32_t pools(int32_t);
int32_t call_known(int64_t);
int32_t reported(int32_t, bool);
int32_t reported_by_hook(bool);
int32_t reported_number(int32_t, int64_t);
int32_t pointers(void *, int64_t);
void tvmgen_m_on_error(int32_t, const char *, const char *);
void TVMFFIErrorSetRaisedFromCStr(const char *, const char *);

static int64_t turns, turn_sum;

static void place(const void *p) {
  const char *at = p;
  if (!p)
    printf(" NULL");
  else if (at >= contexts && at < contexts + sizeof contexts)
    printf(" contexts+%d", (int)(at - contexts));
  else if (at >= (char *)numbers && at <= (char *)numbers + sizeof numbers)
    printf(" numbers+%d", (int)(at - (char *)numbers));
  else
    printf(" elsewhere");
}

static void elements(const DLTensor *t) {
  int64_t extent[2] = {1, 1}, step[2] = {0, 0};
  for (int k = 0; k < t->ndim; ++k)
    extent[k + 2 - t->ndim] = t->shape[k];
  step[1] = 1;
  step[0] = extent[1];
  for (int k = 0; t->strides && k < t->ndim; ++k)
    step[k + 2 - t->ndim] = t->strides[k];
  const char *data = (const char *)t->data + t->byte_offset;
  for (int64_t i = 0; i < extent[0]; ++i)
    for (int64_t j = 0; j < extent[1]; ++j) {
      int64_t at = i * step[0] + j * step[1];
      if (t->dtype.code == 2)
        printf(" %g", (double)((const float *)data)[at]);
      else if (t->dtype.bits == 1)
        printf(" %d", ((const bool *)data)[at]);
      else
        printf(" %d", ((const int16_t *)data)[at]);
    }
}

int32_t inspect(DLTensor *t) {
  printf("tensor: device %d %d, ndim %d, dtype %d %d %d, shape",
         (int)t->device.device_type, t->device.device_id, t->ndim,
         t->dtype.code, t->dtype.bits, t->dtype.lanes);
  for (int k = 0; k < t->ndim; ++k)
    printf(" %" PRId64, t->shape[k]);
  printf(", strides");
  for (int k = 0; t->strides && k < t->ndim; ++k)
    printf(" %" PRId64, t->strides[k]);
  printf(", offset %" PRIu64 ", elements", t->byte_offset);
  elements(t);
  printf("\n");
  return 0;
}

int32_t take(TVMValue *values, int *codes, int32_t count) {
  if (count == 1) {
    ++turns;
    turn_sum += values[0].v_int64;
    return values[0].v_int64 == 99999 ? 33 : 0;
  }
  for (int32_t k = 0; k < count; ++k) {
    printf("argument %d: code %d", k, codes[k]);
    if (codes[k] == kTVMArgInt)
      printf(" %" PRId64, values[k].v_int64);
    else if (codes[k] == kTVMArgFloat)
      printf(" %.17g", values[k].v_float64);
    else if (codes[k] == kTVMStr)
      printf(" '%s'", values[k].v_str);
    else if (codes[k] == kTVMDLTensorHandle)
      inspect(values[k].v_handle);
    else
      place(values[k].v_handle);
    printf("\n");
  }
  if (count == 10) {
    values[0].v_int64 = INT64_MIN;
    values[5].v_float64 = -0.5;
    values[6].v_handle = contexts + 3;
    values[7].v_handle = NULL;
    values[9].v_str = "changed";
    codes[9] = -1;
  }
  return 0;
}

void show(int64_t i, double f, void *h, void *context, DLTensor *t,
          const char *s, int32_t code) {
  printf("back: %" PRId64 " %g", i, f);
  place(h);
  place(context);
  printf(" %d '%s' %d\n", t->ndim, s, code);
}

void number(int64_t n) { printf("number %" PRId64 "\n", n); }

void TVMAPISetLastError(const char *msg) { printf("last error: %s\n", msg); }

int TVMBackendGetFuncFromEnv(void *mod_node, const char *name,
                             TVMFunctionHandle *out) {
  printf("look up '%s', module is%s, out is%s\n", name,
         mod_node ? " set" : " NULL", *out ? " set" : " NULL");
  if (!strcmp(name, "broken"))
    return 256;
  *out = strcmp(name, "unknown") ? contexts + 1 : NULL;
  return 0;
}

int TVMFuncCall(TVMFunctionHandle func, TVMValue *values, int *codes, int count,
                TVMValue *value, int *code) {
  printf("call");
  place(func);
  printf(" with %d: %d %" PRId64 ", %d", count, codes[0], values[0].v_int64,
         codes[1]);
  place(values[1].v_handle);
  printf("\n");
  value->v_int64 = values[0].v_int64 + 1;
  *code = kTVMArgInt;
  return values[0].v_int64 == 13 ? 77 : 0;
}

void tvmgen_m_on_error(int32_t code, const char *op, const char *device) {
  printf("hook: %d '%s' '%s'\n", code, op, device ? device : "(none)");
}

void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message) {
  printf("raised: %s: %s\n", kind, message);
}

int main(void) {
  for (int k = 0; k < 32; ++k)
    numbers[k / 8][k % 8] = (float)k;
  printf("pack %d\n", pack(-128, true, INT64_C(-9), 0.1f, 0.1, NULL,
                           contexts + 2, "text", &numbers[0][0]));
  printf("loop %d, ", loop(100));
  printf("%" PRId64 " turns, sum %" PRId64 "\n", turns, turn_sum);
  printf("loop %d, ", loop(200000));
  printf("%" PRId64 " turns\n", turns);
  printf("describe %d\n", describe(&numbers[0][0], flags, &scalar, true));
  printf("describe %d\n", describe(&numbers[0][0], flags, &scalar, false));
  int64_t shape[2] = {2, 5}, strides[2] = {8, 1};
  DLTensor from = {numbers, {kDLExtDev, -4}, 2, {2, 32, 1}, shape, strides, 8},
           to;
  printf("copy %d\n", copy(&from, &to));
  printf("copy %d\n", copy(&from, NULL));
  printf("own %d\n", own(&numbers[1][0], &numbers[2][0]));
  printf("checks %d %d %d\n", checks(2, NULL), checks(2, numbers),
         checks(3, NULL));
  printf("find %d\n", find(3));
  printf("find %d\n", find(3));
  printf("call_known %d\n", call_known(41));
  printf("call_known %d\n", call_known(13));
  printf("reported %d\n", reported(0, true));
  printf("reported %d\n", reported(5, false));
  printf("reported_by_hook %d\n", reported_by_hook(false));
  printf("reported_number %d\n", reported_number(7, 0));
  printf("reported_number %d\n", reported_number(7, INT64_MAX));
  printf("reported_number %d\n", reported_number(7, INT64_MIN));
  printf("reported_number %d\n", reported_number(0, 10));
  union {
    int64_t alignment;
    int16_t numbers[8];
  } memory = {.numbers = {1, 2, 3, 4, 5, 6, 7, 8}};
  printf("pointers %d\n", pointers(memory.numbers, 4));
  printf("pointers %d, %d\n", pointers(memory.numbers, 2), memory.numbers[3]);
  struct bindings b = {numbers, NULL, NULL};
  printf("bind %d", bind(&b, &numbers[2][0], contexts));
  place(b.y);
  place(b.context);
  printf("\npools %d\n", pools(4));
  printf("pools %d\n", pools(4));
  return 0;
}
