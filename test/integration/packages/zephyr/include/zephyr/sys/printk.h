#ifndef ZEPHYR_INCLUDE_SYS_PRINTK_H_
#define ZEPHYR_INCLUDE_SYS_PRINTK_H_

#include <stdarg.h>
#include <stddef.h>

void printk(const char *fmt, ...);
void vprintk(const char *fmt, va_list ap);
int vsnprintk(char *str, size_t size, const char *fmt, va_list ap);

#endif
