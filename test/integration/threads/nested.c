/* A hook that the model calls in a run begins another one: the second is
   refused, whatever the threads do.

   Prints the codes of the outer run, of a run inside it on the same state, and,
   if the model has variables, of one on another state, and then of a run after
   all of them. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define NAMED(suffix) JOIN(JOIN(tvmgen_, MODEL), suffix)

#include HEADER

#ifdef STATE
static struct NAMED(_state) first, second;
#define RUN(state) NAMED(_run)(&in, &out, state)
#else
static char first, second;
#define RUN(state) ((void)(state), NAMED(_run)(&in, &out))
#endif

static unsigned char input[INPUT_BYTES], outputs[2][OUTPUT_BYTES];
static int is_inside;
static int32_t same = 99, other = 99;

static int32_t run_on(void *state, int number) {
  struct NAMED(_inputs) in = {0};
  struct NAMED(_outputs) out = {0};
  in.INPUT = input;
  out.OUTPUT = outputs[number];
  return RUN(state);
}

/* What a shared library calls in the runtime that it finds. */
void TVMAPISetLastError(const char *text) { puts(text); }

void NAMED(_profile_begin)(int32_t step) {
  (void)step;
  if (is_inside)
    return;
  is_inside = 1;
  memset(outputs[1], 7, sizeof outputs[1]);
  same = run_on(&first, 1);
  for (int i = 0; i < OUTPUT_BYTES && same != 0; ++i)
    if (outputs[1][i] != 7)
      puts("the refused run wrote");
  other = run_on(&second, 1);
}

void NAMED(_profile_end)(int32_t step) { (void)step; }

int main(void) {
#ifdef STATE
  NAMED(_reset)(&first);
  NAMED(_reset)(&second);
#endif
  int32_t outer = run_on(&first, 0);
  printf("%d %d %d %d\n", (int)outer, (int)same, (int)other,
         (int)run_on(&first, 0));
  return 0;
}
