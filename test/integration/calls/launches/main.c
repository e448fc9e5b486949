/* Runs a model again and again as the lines of its input say:
 *
 *     <early or late> <steps before an abort, or -1> <number of failures>
 * <event> <code> ...
 *
 * "program.h" has the model, its input and the outputs that it should have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "program.h"

/* A model may overwrite its inputs. */
static int32_t fed[SIZE] __attribute__((aligned(16))), got[NUM_OUTPUTS][SIZE];
static MODEL_INPUTS inputs;
static MODEL_OUTPUTS outputs;
static MODEL_DEVICES devices;

#ifdef HAS_ERROR_HOOK
void MODEL(on_error)(int32_t code, const char *op, const char *device) {
  printf("hook %d %s %s\n", (int)code, device != NULL ? device : "-", op);
}
#endif

#ifdef HAS_BACKEND
/* Memory that is freed too early changes at once. */
static struct {
  int32_t words[4096];
  uint64_t bytes;
} workspace;

void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code,
                               int bits);
int TVMBackendFreeWorkspace(int type, int id, void *memory);

void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code,
                               int bits) {
  (void)type, (void)id, (void)code, (void)bits;
  if (workspace.bytes != 0 || bytes > sizeof(workspace.words))
    complain("cpu", "cannot allocate");
  workspace.bytes = bytes;
  return workspace.words;
}

int TVMBackendFreeWorkspace(int type, int id, void *memory) {
  (void)type, (void)id;
  memset(memory, 0x77, workspace.bytes);
  workspace.bytes = 0;
  return 0;
}
#endif

#ifdef HAS_STEPS
/* Returns the first code that the application gets. */
static int32_t run_in_steps(long limit) {
  static MODEL_PROGRESS progress;
  int32_t code = MODEL(begin)(&progress, &devices);
  printf("begin %d\n", (int)code);
  if (code != 0)
    return code;
  int32_t status = 1;
  while (status > 0 && limit-- != 0) {
    status = MODEL(step)(&progress, &inputs, &outputs, &devices);
    puts("step");
  }
  code = MODEL(code)(&progress);
  printf("code %d\n", (int)code);
  const int32_t last = status == 0 ? MODEL(end)(&progress, &devices)
                                   : MODEL(abort)(&progress, &devices);
  printf("%s %d\n", status == 0 ? "ended" : "aborted", (int)last);
  return code != 0 ? code : last;
}
#endif

static void run(long limit) {
  memcpy(fed, input, sizeof(fed));
  memset(got, 0x33, sizeof(got));
  begin_events();
#ifdef HAS_STEPS
  const int32_t code =
      limit == -1 ? RUN(&inputs, &outputs, &devices) : run_in_steps(limit);
#else
  const int32_t code = RUN(&inputs, &outputs, &devices);
#endif
  (void)limit;
  for (int i = 0; i < 2; ++i) {
    if (npu[i].running)
      complain(npu[i].name, "runs after the run");
    if (HAS_ACTIVATE(i) && npu[i].active)
      complain(npu[i].name, "is active after the run");
  }
  printf("returned %d\noutputs %s\n", (int)code,
         memcmp(got, expected, sizeof(got)) == 0 ? "right" : "other");
}

int main(void) {
  SET_INPUTS(inputs);
  SET_OUTPUTS(outputs);
  for (int i = 0; i < 2; ++i) {
    npu[i].active = !HAS_ACTIVATE(i);
    npu[i].loaded = !HAS_INIT(i);
    npu[i].has_abort = HAS_ABORT(i);
  }
  SET_DEVICES(devices);
#ifdef INIT
  printf("returned %d\n", (int)INIT(&devices));
#endif
  char when[8];
  long limit;
  while (scanf("%7s %ld %zu", when, &limit, &num_failures) == 3) {
    early = strcmp(when, "early") == 0;
    for (size_t i = 0; i < num_failures; ++i) {
      long code;
      if (scanf("%ld %ld", &failures[i].event, &code) != 2)
        return EXIT_FAILURE;
      failures[i].code = (int32_t)code;
    }
    puts("run");
    run(limit);
  }
  return EXIT_SUCCESS;
}
