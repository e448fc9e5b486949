/* The system's headers as the compiler has them, and then a compiler that does
 * not know GNU's extensions. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#undef __GNUC__
#undef __clang__
