/* Checks a driver with models of one operator each, and with whole ones.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "kit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0x6b, MAX_FAILURES = 200 };

/* A buffer of the application between guards. */
struct buffer {
  unsigned char *block, *data, *before;
  size_t block_bytes;
  struct kit_buffer kind;
};

/* A case with its buffers, its devices and the results that it should have. */
struct bench {
  const struct kit_case *test;
  struct buffer inputs[KIT_MAX_BUFFERS], outputs[KIT_MAX_BUFFERS], expected[KIT_MAX_BUFFERS];
  void *in[KIT_MAX_BUFFERS], *out[KIT_MAX_BUFFERS], *want[KIT_MAX_BUFFERS];
  void *devices[KIT_MAX_DEVICES];
};

static int failures, checks;
static const char *current_check;

/* The last of these lines says where a driver that crashes or hangs does so. */
static void begin_check(const char *check, const struct kit_case *test) {
  current_check = check;
  ++checks;
  printf("check %s of %s\n", check, test->name);
  fflush(stdout);
}

static void report(const struct kit_case *test, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("FAIL %s of %s: ", current_check, test->name);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  if (++failures >= MAX_FAILURES) {
    printf("%d failures: the rest is not checked\n", failures);
    exit(EXIT_FAILURE);
  }
}

static uint32_t seed = 1;

static uint32_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

/*===--- Buffers ---===*/

/* Takes memory at an address that has this alignment and no larger one. */
static struct buffer take(struct kit_buffer kind) {
  struct buffer made;
  made.kind = kind;
  made.block_bytes = kind.bytes + 2 * GUARD + 2 * kind.alignment;
  made.block = malloc(made.block_bytes);
  made.before = malloc(kind.bytes + 1);
  if (made.block == NULL || made.before == NULL)
    exit(EXIT_FAILURE);
  memset(made.block, GUARD_BYTE, made.block_bytes);
  made.data = made.block + GUARD;
  while ((uintptr_t)made.data % (2 * kind.alignment) != kind.alignment)
    ++made.data;
  return made;
}

static bool has_guards(const struct buffer *buffer) {
  for (unsigned char *byte = buffer->block; byte < buffer->block + buffer->block_bytes; ++byte)
    if ((byte < buffer->data || byte >= buffer->data + buffer->kind.bytes) && *byte != GUARD_BYTE)
      return false;
  return true;
}

static void fill(struct buffer *buffer) {
  if (buffer->kind.bits == -32)
    for (size_t i = 0; i < buffer->kind.bytes / 4; ++i) {
      const float value = (float)(int32_t)(next_random() % 2001) / 1000.0f - 1.0f;
      memcpy(buffer->data + 4 * i, &value, 4);
    }
  else if (buffer->kind.bits == 32)
    for (size_t i = 0; i < buffer->kind.bytes / 4; ++i) {
      const int32_t value = (int32_t)(next_random() % 65536) - 32768;
      memcpy(buffer->data + 4 * i, &value, 4);
    }
  else
    for (size_t i = 0; i < buffer->kind.bytes; ++i)
      buffer->data[i] = (unsigned char)(next_random() >> 8);
  memcpy(buffer->before, buffer->data, buffer->kind.bytes);
}

static void remember(struct buffer *buffer) { memcpy(buffer->before, buffer->data, buffer->kind.bytes); }

static bool is_unchanged(const struct buffer *buffer) {
  return memcmp(buffer->before, buffer->data, buffer->kind.bytes) == 0;
}

/* Returns the first element that differs, or -1. */
static long find_difference(const struct buffer *got, const struct buffer *wanted) {
  const int bits = got->kind.bits;
  const size_t size = (size_t)(bits < 0 ? -bits : bits) / 8;
  float largest = 0;
  if (bits == -32)
    for (size_t i = 0; i < wanted->kind.bytes / 4; ++i) {
      float value;
      memcpy(&value, wanted->data + 4 * i, 4);
      largest = value > largest ? value : -value > largest ? -value : largest;
    }
  for (size_t i = 0; i < got->kind.bytes / size; ++i) {
    if (bits == -32) {
      float a, b;
      memcpy(&a, got->data + 4 * i, 4);
      memcpy(&b, wanted->data + 4 * i, 4);
      const double gap = a > b ? (double)a - b : (double)b - a;
      if (!(gap <= kit_tolerance * (double)largest))
        return (long)i;
    } else if (memcmp(got->data + size * i, wanted->data + size * i, size) != 0) {
      return (long)i;
    }
  }
  return -1;
}

/*===--- Benches ---===*/

static void make_devices(struct bench *bench) {
  for (size_t i = 0; i < bench->test->num_devices; ++i) {
    bench->devices[i] = kit_adapter.create(bench->test->devices[i].name, bench->test->devices[i].program);
    if (bench->devices[i] == NULL)
      report(bench->test, "the adapter made no device '%s'", bench->test->devices[i].name);
  }
}

static void drop_devices(struct bench *bench) {
  for (size_t i = 0; i < bench->test->num_devices; ++i)
    kit_adapter.destroy(bench->devices[i]);
}

static int32_t init(struct bench *bench) {
  return bench->test->init != NULL ? bench->test->init(bench->devices) : 0;
}

static struct bench make_bench(const struct kit_case *test) {
  struct bench bench;
  bench.test = test;
  for (size_t i = 0; i < test->num_inputs; ++i) {
    bench.inputs[i] = take(test->inputs[i]);
    bench.in[i] = bench.inputs[i].data;
  }
  for (size_t i = 0; i < test->num_outputs; ++i) {
    bench.outputs[i] = take(test->outputs[i]);
    bench.expected[i] = take(test->outputs[i]);
    bench.out[i] = bench.outputs[i].data;
    bench.want[i] = bench.expected[i].data;
  }
  make_devices(&bench);
  const int32_t code = init(&bench);
  if (code != 0)
    report(test, "init returned %" PRId32, code);
  return bench;
}

static void drop_bench(struct bench *bench) {
  drop_devices(bench);
  for (size_t i = 0; i < bench->test->num_inputs; ++i) {
    free(bench->inputs[i].block);
    free(bench->inputs[i].before);
  }
  for (size_t i = 0; i < bench->test->num_outputs; ++i) {
    free(bench->outputs[i].block);
    free(bench->outputs[i].before);
    free(bench->expected[i].block);
    free(bench->expected[i].before);
  }
}

/* Fills the inputs, and computes what should come out. */
static void prepare(struct bench *bench) {
  for (size_t i = 0; i < bench->test->num_inputs; ++i)
    fill(&bench->inputs[i]);
  for (size_t i = 0; i < bench->test->num_outputs; ++i)
    fill(&bench->outputs[i]);
  bench->test->reference(bench->in, bench->want);
}

/* Compares outputs in their order: the first one that differs is the first layer that is wrong. */
static void compare(const struct bench *bench, int32_t code) {
  const struct kit_case *test = bench->test;
  if (code != 0) {
    report(test, "the run returned %" PRId32, code);
    return;
  }
  /* The layers come after the outputs of the model. */
  for (size_t k = 0; k < test->num_outputs; ++k) {
    const size_t i = (k + test->num_own) % test->num_outputs;
    const long element = find_difference(&bench->outputs[i], &bench->expected[i]);
    if (element >= 0) {
      report(test, "'%s' is wrong, first at element %ld", test->outputs[i].name, element);
      return;
    }
  }
}

static void run_and_compare(struct bench *bench) {
  prepare(bench);
  compare(bench, bench->test->run(bench->in, bench->out, bench->devices));
}

static bool has_hook(const struct bench *bench, int hook) { return bench->test->devices[0].hooks[hook] != NULL; }

/*===--- The checks ---===*/

static void check_results(struct bench *bench) {
  begin_check("results", bench->test);
  run_and_compare(bench);
  for (size_t i = 0; i < bench->test->num_outputs; ++i)
    remember(&bench->outputs[i]);
  begin_check("inputs", bench->test);
  for (size_t i = 0; i < bench->test->num_inputs; ++i)
    if (!is_unchanged(&bench->inputs[i]))
      report(bench->test, "input '%s' has changed", bench->test->inputs[i].name);
  begin_check("bounds", bench->test);
  for (size_t i = 0; i < bench->test->num_inputs; ++i)
    if (!has_guards(&bench->inputs[i]))
      report(bench->test, "something was written around input '%s'", bench->test->inputs[i].name);
  for (size_t i = 0; i < bench->test->num_outputs; ++i)
    if (!has_guards(&bench->outputs[i]))
      report(bench->test, "something was written around output '%s'", bench->test->outputs[i].name);
  if (kit_adapter.wait == NULL)
    return;
  begin_check("end of work", bench->test);
  kit_adapter.wait();
  for (size_t i = 0; i < bench->test->num_outputs; ++i)
    if (!is_unchanged(&bench->outputs[i]))
      report(bench->test, "output '%s' changed after the run", bench->test->outputs[i].name);
}

/* The result may be where an operand is. */
static void check_in_place(struct bench *bench) {
  if (bench->test->in_place < 0)
    return;
  begin_check("in place", bench->test);
  prepare(bench);
  struct buffer *input = &bench->inputs[bench->test->in_place];
  bench->out[0] = input->data;
  const int32_t code = bench->test->run(bench->in, bench->out, bench->devices);
  memcpy(bench->outputs[0].data, input->data, input->kind.bytes);
  bench->out[0] = bench->outputs[0].data;
  compare(bench, code);
}

static void check_repetition(struct bench *bench) {
  begin_check("repetition", bench->test);
  run_and_compare(bench);
  run_and_compare(bench);
}

/* Two devices of one kind know nothing of each other. */
static void check_devices(struct bench *bench, const struct kit_case *other) {
  begin_check("two devices", bench->test);
  struct bench second = make_bench(other);
  prepare(bench);
  prepare(&second);
  int32_t status[2], code;
  code = bench->test->begin(bench->devices);
  if (code == 0)
    code = other->begin(second.devices);
  if (code != 0) {
    report(bench->test, "a second device cannot begin beside it: code %" PRId32, code);
  } else {
    do {
      status[0] = bench->test->step(bench->in, bench->out, bench->devices);
      status[1] = other->step(second.in, second.out, second.devices);
    } while (status[0] > 0 || status[1] > 0);
    compare(bench, status[0] == 0 ? bench->test->end(bench->devices) : bench->test->code());
    compare(&second, status[1] == 0 ? other->end(second.devices) : other->code());
    if (status[0] != 0)
      bench->test->abort(bench->devices);
    if (status[1] != 0)
      other->abort(second.devices);
  }
  drop_bench(&second);
}

/* A code of each hook, of the kernel and of its work reaches the application, and the next run is right. */
static void check_codes(struct bench *bench) {
  static const char *const kinds[] = {"activate", "open", "kernel", "late", "timeout", "close", "deactivate"};
  static const int hooks[] = {KIT_ACTIVATE, KIT_OPEN, -1, KIT_SYNC, KIT_SYNC, KIT_CLOSE, KIT_DEACTIVATE};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    if (hooks[i] >= 0 && !has_hook(bench, hooks[i]))
      continue;
    char check[32];
    snprintf(check, sizeof(check), "code of %s", kinds[i]);
    begin_check(check, bench->test);
    prepare(bench);
    const int32_t wanted = kit_adapter.fail(bench->devices[0], kinds[i]);
    if (wanted == 0)
      continue;
    const int32_t code = bench->test->run(bench->in, bench->out, bench->devices);
    if (code != wanted)
      report(bench->test, "expected the code %" PRId32 " from the run, but got %" PRId32, wanted, code);
    snprintf(check, sizeof(check), "run after %s", kinds[i]);
    begin_check(check, bench->test);
    run_and_compare(bench);
  }
}

static void check_init(struct bench *bench) {
  if (bench->test->init == NULL || kit_adapter.fail == NULL)
    return;
  begin_check("code of init", bench->test);
  struct bench fresh = *bench;
  make_devices(&fresh);
  const int32_t wanted = kit_adapter.fail(fresh.devices[0], "init");
  if (wanted != 0) {
    const int32_t code = init(&fresh);
    if (code != wanted)
      report(bench->test, "expected the code %" PRId32 " from init, but got %" PRId32, wanted, code);
    begin_check("run without a program", bench->test);
    if (fresh.test->run(fresh.in, fresh.out, fresh.devices) == 0)
      report(bench->test, "the run succeeds, although init has failed");
  }
  drop_devices(&fresh);
}

/* A device with the program of another one must refuse. */
static void check_program(struct bench *bench) {
  const struct kit_device *device = &bench->test->devices[0];
  if (device->other_program == NULL)
    return;
  begin_check("program", bench->test);
  struct bench other = *bench;
  other.devices[0] = kit_adapter.create(device->name, device->other_program);
  init(&other);
  if (other.test->run(other.in, other.out, other.devices) == 0)
    report(bench->test, "the kernel runs on a device with the program '%s'", device->other_program);
  kit_adapter.destroy(other.devices[0]);
}

/* With nothing to wait for, Sync and Abort do nothing. */
static void check_idle(struct bench *bench) {
  const kit_hook *hooks = bench->test->devices[0].hooks;
  if (!has_hook(bench, KIT_SYNC))
    return;
  begin_check("idle device", bench->test);
  void *device = bench->devices[0];
  static const int order[] = {KIT_ACTIVATE, KIT_SYNC, KIT_ABORT, KIT_ABORT, KIT_DEACTIVATE};
  static const char *const names[] = {"Activate", "Sync", "Abort", "a second Abort", "Deactivate"};
  for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); ++i) {
    const int32_t code = hooks[order[i]] != NULL ? hooks[order[i]](device) : 0;
    if (code != 0)
      report(bench->test, "%s returned %" PRId32 " while nothing ran", names[i], code);
  }
}

/* After an abort, the device accesses nothing, and the next run is right. */
static void check_abort(struct bench *bench, bool fails) {
  const struct kit_case *test = bench->test;
  if (!has_hook(bench, KIT_ABORT) || kit_adapter.wait == NULL ||
      (fails && (kit_adapter.fail == NULL || test->is_network)))
    return;
  begin_check(fails ? "code of abort" : "abort", test);
  prepare(bench);
  int32_t wanted = 0;
  int32_t code = test->begin(bench->devices);
  const int32_t status = code == 0 ? test->step(bench->in, bench->out, bench->devices) : -1;
  if (fails)
    wanted = kit_adapter.fail(bench->devices[0], "abort");
  if (fails && wanted == 0)
    begin_check("abort", test);
  code = test->abort(bench->devices);
  if (status < 0 || code != wanted)
    report(test, "expected %" PRId32 " from the abort of what was launched, but got %" PRId32, wanted, code);
  for (size_t i = 0; i < test->num_outputs; ++i)
    remember(&bench->outputs[i]);
  kit_adapter.wait();
  for (size_t i = 0; i < test->num_outputs; ++i)
    if (!is_unchanged(&bench->outputs[i]))
      report(test, "output '%s' was written after Abort had returned", test->outputs[i].name);
  begin_check("run after abort", test);
  run_and_compare(bench);
}

static void check_case(size_t index) {
  const struct kit_case *test = kit_cases[index];
  struct bench bench = make_bench(test);
  const int before = failures;
  check_results(&bench);
  check_repetition(&bench);
  check_in_place(&bench);
  if (kit_num_cases > 1)
    check_devices(&bench, kit_cases[(index + 1) % kit_num_cases]);
  if (kit_adapter.fail != NULL)
    check_codes(&bench);
  check_init(&bench);
  check_program(&bench);
  check_idle(&bench);
  check_abort(&bench, false);
  check_abort(&bench, true);
  drop_bench(&bench);
  printf("%s %s\n", failures == before ? "PASS" : "FAILED", test->name);
}

int main(void) {
  for (size_t i = 0; i < kit_num_cases; ++i)
    check_case(i);
  printf("%d checks of %zu cases, %d failures\n", checks, kit_num_cases, failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
