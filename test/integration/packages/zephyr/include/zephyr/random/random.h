#ifndef ZEPHYR_INCLUDE_RANDOM_RANDOM_H_
#define ZEPHYR_INCLUDE_RANDOM_RANDOM_H_

#include <stddef.h>

void sys_rand_get(void *dst, size_t len);

#endif
