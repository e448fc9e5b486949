/* Threads run one model at the same time, and compare each result with the one
   that a single thread gets.

   The macros name the model: MODEL, INPUT and OUTPUT (fields), INPUT_BYTES,
   OUTPUT_BYTES, CASES; STATE if the model has variables: each thread has a
   state of its own. With GUARDED, a run may return -1 while another one runs,
   and the thread tries again. With LIBRARY, the functions are in the
   shared library that the first argument names. Prints how many results are
   right. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define NAMED(suffix) JOIN(JOIN(tvmgen_, MODEL), suffix)

#include HEADER

enum { THREADS = 8, ROUNDS = 24 };

static unsigned char inputs[CASES][INPUT_BYTES], wanted[CASES][OUTPUT_BYTES];
static pthread_barrier_t begin;

#ifdef STATE
typedef struct NAMED(_state) State;
#define STATE_PARAMETER , State *
#define STATE_ARGUMENT , state
typedef void Reset(State *);
static Reset *reset;
#else
typedef char State;
#define STATE_PARAMETER
#define STATE_ARGUMENT
#endif

typedef int32_t Run(struct NAMED(_inputs) *,
                    struct NAMED(_outputs) * STATE_PARAMETER);
static Run *run;

static int32_t run_once(int number, unsigned char *output, State *state) {
  struct NAMED(_inputs) in = {0};
  struct NAMED(_outputs) out = {0};
  (void)state;
  in.INPUT = inputs[number];
  out.OUTPUT = output;
  return run(&in, &out STATE_ARGUMENT);
}

static void *work(void *argument) {
  long right = 0;
  int first = (int)(intptr_t)argument;
  State state;
#ifdef STATE
  reset(&state);
#endif
  pthread_barrier_wait(&begin);
  for (int round = 0; round < ROUNDS; ++round) {
    unsigned char output[OUTPUT_BYTES] = {0};
#ifdef STATE
    int number = round % CASES;
#else
    int number = (first + round) % CASES;
#endif
    int32_t code = run_once(number, output, &state);
#ifdef GUARDED
    for (; code == -1; code = run_once(number, output, &state)) {
    }
#endif
    right += code == 0 && memcmp(output, wanted[number], sizeof output) == 0;
  }
  (void)first;
  return (void *)right;
}

int main(int count, char **arguments) {
  pthread_t threads[THREADS];
  long right = 0;
  State state;
#ifdef LIBRARY
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    puts(dlerror());
    return 2;
  }
  *(void **)&run = dlsym(library, RUN_NAME);
#ifdef STATE
  *(void **)&reset = dlsym(library, RESET_NAME);
#endif
#else
  run = NAMED(_run);
#ifdef STATE
  reset = NAMED(_reset);
#endif
#endif
  (void)count, (void)arguments;
#ifdef STATE
  reset(&state);
#endif
  for (int i = 0; i < CASES; ++i) {
    for (int k = 0; k < INPUT_BYTES; ++k)
      inputs[i][k] = (unsigned char)(i * 37 + k * (i + 3));
    if (run_once(i, wanted[i], &state) != 0)
      return 3;
  }
  pthread_barrier_init(&begin, NULL, THREADS);
  for (intptr_t i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    right += (long)result;
  }
  printf("%ld of %d\n", right, THREADS * ROUNDS);
  return 0;
}
