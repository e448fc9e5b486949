/* Two asynchronous devices that misbehave on demand, and tell what they are
 * told. */
#ifndef LAUNCHES_DEVICE_H
#define LAUNCHES_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_INPUTS = 3, MAX_BYTES = 512 };

struct region {
  void *data;
  size_t bytes;
};

struct device {
  const char *name;
  bool has_abort; /* else Sync stands for it */
  bool loaded, active, running;
  /* The work: what is read, what it was at the launch, and what is written. */
  size_t num_inputs;
  struct region inputs[MAX_INPUTS], output, scratch;
  unsigned char copies[MAX_INPUTS][MAX_BYTES];
  unsigned char result[MAX_BYTES];
};

extern struct device npu[2];

/* The work is done at the launch, and not at the latest time. */
extern bool early;

/* The events of a run that fail, with their codes. */
enum { MAX_FAILURES = 8 };
struct failure {
  long event;
  int32_t code;
};
extern struct failure failures[MAX_FAILURES];
extern size_t num_failures;
void begin_events(void);

/* Tells an event, and returns its code. */
int32_t tell(const char *device, const char *event);
/* Tells that something is wrong, which no program may do. */
void complain(const char *device, const char *what);

#endif
