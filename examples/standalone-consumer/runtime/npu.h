/*
 * The accelerator's kernels, here computed by the processor.
 *
 * npu-lower-to-tir calls a function for each operation and its shapes. A
 * program defines those that its model calls, one line each.
 */
#ifndef NPU_H
#define NPU_H

#include <stdint.h>

static inline int8_t npu_saturate(int32_t x) {
  return (int8_t)(x < -128 ? -128 : x > 127 ? 127 : x);
}

/* npu.add of SHAPE, COUNT elements. */
#define NPU_ADD(SHAPE, COUNT)                                                                      \
  int32_t npu_add_##SHAPE(const int8_t *a, const int8_t *b, int8_t *y) {                           \
    for (int32_t i = 0; i < (COUNT); ++i)                                                          \
      y[i] = npu_saturate(a[i] + b[i]);                                                            \
    return 0;                                                                                      \
  }

/* npu.conv2d of an image 1xHxWxC and weights OxKHxKWxC. */
#define NPU_CONV2D(H, W, C, O, KH, KW, SHIFT)                                                      \
  int32_t npu_conv2d_1x##H##x##W##x##C##_##O##x##KH##x##KW##x##C##_##SHIFT(                        \
      const int8_t *image, const int8_t *weights, int8_t *y) {                                     \
    for (int32_t h = 0; h <= (H) - (KH); ++h)                                                      \
      for (int32_t w = 0; w <= (W) - (KW); ++w)                                                    \
        for (int32_t o = 0; o < (O); ++o) {                                                        \
          int32_t sum = 0;                                                                         \
          for (int32_t i = 0; i < (KH); ++i)                                                       \
            for (int32_t j = 0; j < (KW) * (C); ++j)                                               \
              sum +=                                                                               \
                  image[((h + i) * (W) + w) * (C) + j] * weights[(o * (KH) + i) * (KW) * (C) + j]; \
          *y++ = npu_saturate(sum >> (SHIFT));                                                     \
        }                                                                                          \
    return 0;                                                                                      \
  }

#endif
