/*===- tensors.c - Tensors, with and without handles
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>

#include "support.h"

static const DLDevice cpu = {kDLCPU, 0};
static const DLDataType int16 = {kDLInt, 16, 1}, boolean = {kDLUInt, 1, 1},
                        float4 = {kDLFloat, 32, 4};
static const int64_t two_by_three[] = {2, 3};

TEST(an_empty_tensor_is_zeroed_and_copies_its_shape) {
  int64_t shape[] = {2, 3};
  TVMNDArray array;
  size_t i, sum = 0;
  EXPECT_EQ(0, TVMNDArray_Empty(2, shape, int16, cpu, &array));
  shape[0] = 9;
  EXPECT_EQ(2, array.dl_tensor.shape[0]);
  EXPECT_EQ(3, array.dl_tensor.shape[1]);
  EXPECT_EQ(2, array.dl_tensor.ndim);
  EXPECT(array.dl_tensor.strides == NULL);
  EXPECT_EQ(0, array.dl_tensor.byte_offset);
  EXPECT_EQ(0, array.reference_count);
  EXPECT_EQ(12, TVMNDArray_DataSizeBytes(&array));
  for (i = 0; i < 12; ++i)
    sum += ((uint8_t *)array.dl_tensor.data)[i];
  EXPECT_EQ(0, sum);
  EXPECT_EQ(2, platform_allocations);
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  EXPECT_EQ(0, platform_allocations);
  EXPECT(array.dl_tensor.data == NULL && array.dl_tensor.shape == NULL);
}

TEST(elements_take_whole_bytes_with_all_lanes) {
  TVMNDArray array;
  EXPECT_EQ(0, TVMNDArray_Create(2, two_by_three, boolean, cpu, &array));
  EXPECT_EQ(6, TVMNDArray_DataSizeBytes(&array));
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  EXPECT_EQ(0, TVMNDArray_Create(2, two_by_three, float4, cpu, &array));
  EXPECT(array.dl_tensor.data == NULL);
  EXPECT_EQ(96, TVMNDArray_DataSizeBytes(&array));
  EXPECT_EQ(0, TVMNDArray_Release(&array));
}

TEST(scalars_and_tensors_without_elements_have_data) {
  static const int64_t none[] = {0, 5};
  TVMNDArray array;
  EXPECT_EQ(0, TVMNDArray_Empty(0, NULL, int16, cpu, &array));
  EXPECT_EQ(2, TVMNDArray_DataSizeBytes(&array));
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  EXPECT_EQ(0, TVMNDArray_Empty(2, none, int16, cpu, &array));
  EXPECT_EQ(0, TVMNDArray_DataSizeBytes(&array));
  EXPECT(array.dl_tensor.data != NULL);
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  EXPECT_EQ(0, platform_allocations);
}

TEST(impossible_extents_are_errors) {
  static const int64_t negative[] = {-1}, large[] = {INT64_C(1) << 32},
                       product[] = {INT64_C(1) << 20, INT64_C(1) << 20};
  TVMNDArray array;
  EXPECT_EQ(-1, TVMNDArray_Empty(1, negative, int16, cpu, &array));
  EXPECT_EQ(-1, TVMNDArray_Empty(1, large, int16, cpu, &array));
  EXPECT_EQ(-1, TVMNDArray_Empty(2, product, int16, cpu, &array));
  EXPECT_TEXT("extents that no tensor has", TVMGetLastError());
  EXPECT_EQ(-1, TVMNDArray_Create(-1, NULL, int16, cpu, &array));
  EXPECT_EQ(0, platform_allocations);
}

TEST(no_memory_leaves_nothing_allocated) {
  TVMNDArray array;
  TVMArrayHandle handle = NULL;
  int ends;
  for (ends = 0; ends < 2; ++ends) {
    platform_memory_ends_after = ends;
    EXPECT_EQ(0x0503, TVMNDArray_Empty(2, two_by_three, int16, cpu, &array));
    EXPECT_EQ(0, platform_allocations);
  }
  EXPECT_TEXT("no memory for the data of a tensor", TVMGetLastError());
  for (ends = 0; ends < 3; ++ends) {
    platform_memory_ends_after = ends;
    EXPECT_EQ(0x0503, TVMArrayAlloc(two_by_three, 2, kDLInt, 16, 1, kDLCPU, 0,
                                    &handle));
    EXPECT_EQ(0, platform_allocations);
  }
  EXPECT(handle == NULL);
}

TEST(references_are_counted) {
  TVMNDArray array;
  EXPECT_EQ(0, TVMNDArray_Empty(2, two_by_three, int16, cpu, &array));
  EXPECT_EQ(0, TVMNDArray_DecrementReference(&array));
  TVMNDArray_IncrementReference(&array);
  TVMNDArray_IncrementReference(&array);
  EXPECT_EQ(2, array.reference_count);
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  EXPECT_EQ(2, platform_allocations);
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  EXPECT_EQ(0, platform_allocations);
}

TEST(a_view_shares_the_data) {
  static const int64_t six[] = {6};
  TVMNDArray array, view;
  EXPECT_EQ(0, TVMNDArray_Empty(2, two_by_three, int16, cpu, &array));
  EXPECT_EQ(0, TVMNDArray_CreateView(&array, six, 1, int16, &view));
  EXPECT_PTR(array.dl_tensor.data, view.dl_tensor.data);
  EXPECT_EQ(6, view.dl_tensor.shape[0]);
  EXPECT_EQ(0, TVMPlatformMemoryFree(view.dl_tensor.shape, cpu));
  /* Other elements in the same bytes, and in more. */
  EXPECT_EQ(0, TVMNDArray_CreateView(&array, six, 1, boolean, &view));
  EXPECT_EQ(0, TVMPlatformMemoryFree(view.dl_tensor.shape, cpu));
  EXPECT_EQ(-1, TVMNDArray_CreateView(&array, six, 1, float4, &view));
  EXPECT_TEXT("a view cannot be larger than its tensor", TVMGetLastError());
  EXPECT_EQ(0, TVMNDArray_CreateView(&array, six, 1, int16, &view));
  EXPECT_EQ(0, TVMPlatformMemoryFree(view.dl_tensor.shape, cpu));
  EXPECT_EQ(0, TVMNDArray_Release(&array));
}

/* Writes a file with a tensor of int16 with these dimensions and bytes. */
static size_t file(uint8_t *to, uint64_t magic, int32_t device, int32_t ndim,
                   const int64_t *shape, int64_t bytes) {
  static const int16_t values[] = {1, 2, 3, 4, 5, 6};
  const uint64_t reserved = 0;
  const int32_t id = 0;
  uint8_t *at = to;
#define PUT(value)                                                             \
  (memcpy(at, &(value), sizeof(value)), (void)(at += sizeof(value)))
  PUT(magic);
  PUT(reserved);
  PUT(device);
  PUT(id);
  PUT(ndim);
  PUT(int16);
  for (; ndim == 1 || ndim == 2; --ndim, ++shape)
    PUT(*shape);
  PUT(bytes);
  PUT(values);
#undef PUT
  return (size_t)(at - to);
}

TEST(files_of_tensors_are_read) {
  static const int64_t none[] = {0};
  uint8_t bytes[160];
  size_t size = file(bytes, kTVMNDArrayMagic, kDLCPU, 2, two_by_three, 12);
  const char *at = (const char *)bytes;
  TVMNDArray array;
  EXPECT_EQ(0, TVMNDArray_Load(&array, &at));
  EXPECT_PTR(bytes + size, at);
  EXPECT_EQ(2, array.dl_tensor.ndim);
  EXPECT_EQ(16, array.dl_tensor.dtype.bits);
  EXPECT_EQ(6, ((int16_t *)array.dl_tensor.data)[5]);
  EXPECT_EQ(kDLCPU, (int)array.dl_tensor.device.device_type);
  EXPECT_EQ(0, TVMNDArray_Release(&array));
  (void)file(bytes, kTVMNDArrayMagic, kDLCPU, 1, none, 0);
  at = (const char *)bytes;
  EXPECT_EQ(0, TVMNDArray_Load(&array, &at));
  EXPECT_EQ(0, array.dl_tensor.shape[0]);
  EXPECT_EQ(0, TVMNDArray_Release(&array));
}

TEST(wrong_files_are_errors) {
  uint8_t bytes[160];
  const char *at;
  TVMNDArray array;
#define EXPECT_WRONG(text, ...)                                                \
  ((void)file(bytes, __VA_ARGS__), at = (const char *)bytes,                   \
   EXPECT_EQ(-1, TVMNDArray_Load(&array, &at)),                                \
   EXPECT_TEXT(text, TVMGetLastError()))
  EXPECT_WRONG("this is not a file of a tensor", kTVMNDArrayListMagic, kDLCPU,
               2, two_by_three, 12);
  EXPECT_WRONG("a file's tensor must be one of the CPU", kTVMNDArrayMagic,
               kDLCUDA, 2, two_by_three, 12);
  EXPECT_WRONG("a file's tensor has too many dimensions: raise "
               "TVM_CRT_MAX_NDIM in crt_config.h",
               kTVMNDArrayMagic, kDLCPU, 7, two_by_three, 12);
  EXPECT_WRONG("a file's tensor has too many dimensions: raise "
               "TVM_CRT_MAX_NDIM in crt_config.h",
               kTVMNDArrayMagic, kDLCPU, -1, two_by_three, 12);
  EXPECT_WRONG("a file's tensor has other bytes than its shape says",
               kTVMNDArrayMagic, kDLCPU, 2, two_by_three, 13);
#undef EXPECT_WRONG
  EXPECT_EQ(0, platform_allocations);
}

TEST(handles_own_their_tensors) {
  TVMArrayHandle handle;
  EXPECT_EQ(0, TVMArrayAlloc(two_by_three, 2, kDLInt, 16, 1, kDLMicroDev, 4,
                             &handle));
  EXPECT_EQ(3, platform_allocations);
  EXPECT_EQ(kDLMicroDev, (int)handle->device.device_type);
  EXPECT_EQ(4, handle->device.device_id);
  EXPECT_EQ(3, handle->shape[1]);
  TVMNDArray_IncrementReference((TVMNDArray *)handle);
  EXPECT_EQ(0, TVMArrayFree(handle));
  EXPECT_EQ(3, platform_allocations);
  EXPECT_EQ(0, TVMArrayFree(handle));
  EXPECT_EQ(0, platform_allocations);
}

/* In a DLDataType, these are numbers of 8 and 16 bits. */
TEST(types_that_do_not_fit_are_errors) {
  static const struct {
    int code, bits, lanes;
  } rows[] = {{kDLInt, 264, 1},   {kDLInt, -8, 1}, {kDLInt, 8, 65537},
              {kDLInt, 8, -1},    {256, 8, 1},     {-1, 8, 1},
              {kDLInt, 1 << 8, 1}};
  TVMArrayHandle handle = NULL;
  size_t i;
  for (i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    EXPECT_EQ(-1, TVMArrayAlloc(two_by_three, 2, rows[i].code, rows[i].bits,
                                rows[i].lanes, kDLCPU, 0, &handle));
    EXPECT_TEXT("TVMArrayAlloc: no DLDataType has such a code, bits or lanes",
                TVMGetLastError());
  }
  EXPECT(handle == NULL);
  EXPECT_EQ(0, platform_allocations);
}

TEST(bytes_are_copied_from_and_to) {
  int16_t values[] = {1, 2, 3, 4, 5, 6}, back[6] = {0};
  TVMArrayHandle first, second;
  EXPECT_EQ(0,
            TVMArrayAlloc(two_by_three, 2, kDLInt, 16, 1, kDLCPU, 0, &first));
  EXPECT_EQ(0,
            TVMArrayAlloc(two_by_three, 2, kDLInt, 16, 1, kDLCPU, 0, &second));
  EXPECT_EQ(0, TVMArrayCopyFromBytes(first, values, sizeof(values)));
  EXPECT_EQ(0, TVMArrayCopyFromTo(first, second, NULL));
  EXPECT_EQ(0, TVMArrayCopyToBytes(second, back, sizeof(back)));
  EXPECT_EQ(0, memcmp(values, back, sizeof(back)));
  EXPECT_EQ(-1, TVMArrayCopyFromBytes(first, values, sizeof(values) - 1));
  second->shape[0] = 0;
  EXPECT_EQ(0, TVMArrayCopyToBytes(second, back, 0));
  EXPECT_EQ(-1, TVMArrayCopyToBytes(first, back, sizeof(back) + 1));
  EXPECT_TEXT("the size to copy differs from the size of the tensor",
              TVMGetLastError());
  EXPECT_EQ(0, TVMArrayFree(second));
  EXPECT_EQ(0, TVMArrayFree(first));
}

TEST(only_compact_tensors_of_equal_bytes_are_copied) {
  int16_t from_data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, to_data[8] = {0};
  int64_t from_shape[] = {2, 1, 3}, to_shape[] = {6};
  /* The stride of an extent of 1 may be anything. */
  int64_t compact[] = {3, 99, 1}, wide[] = {4, 3, 1}, one[] = {1};
  DLTensor from, to;
  memset(&from, 0, sizeof(from));
  from.data = from_data;
  from.ndim = 3;
  from.shape = from_shape;
  from.strides = compact;
  from.dtype = int16;
  from.byte_offset = 2;
  to = from;
  to.data = to_data;
  to.ndim = 1;
  to.shape = to_shape;
  to.strides = one;
  to.byte_offset = 4;
  EXPECT_EQ(0, TVMDeviceCopyDataFromTo(&from, &to, NULL));
  EXPECT_EQ(0, to_data[1]);
  EXPECT_EQ(1, to_data[2]);
  EXPECT_EQ(6, to_data[7]);
  from_shape[0] = to_shape[0] = 0;
  EXPECT_EQ(0, TVMDeviceCopyDataFromTo(&from, &to, NULL));
  from_shape[0] = 2;
  to_shape[0] = 6;
  from.strides = wide;
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&from, &to, NULL));
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&to, &from, NULL));
  from.strides = NULL;
  to_shape[0] = 5;
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&from, &to, NULL));
  EXPECT_TEXT("TVMDeviceCopyDataFromTo: the tensors must be compact and have "
              "equal bytes",
              TVMGetLastError());
}

/* The extents are checked first, since the strides are compared with their
 * products. */
TEST(impossible_tensors_are_not_copied) {
  int64_t ones[] = {1, 1, 1, 1};
  int64_t large[] = {INT64_MAX, INT64_MAX, 2, 1}, strides[] = {1, 2, 1, 1};
  int64_t none[] = {0, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  uint8_t data[2] = {1, 2};
  DLTensor good, bad;
  memset(&good, 0, sizeof(good));
  good.data = data;
  good.ndim = 4;
  good.shape = ones;
  good.strides = ones;
  good.dtype = boolean;
  bad = good;
  bad.data = data + 1;
  bad.shape = large;
  bad.strides = strides;
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&good, &bad, NULL));
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&bad, &good, NULL));
  bad.shape = ones;
  bad.ndim = -1;
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&good, &bad, NULL));
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&bad, &good, NULL));
  bad.ndim = 4;
  bad.byte_offset = UINT64_MAX;
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&good, &bad, NULL));
  EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&bad, &good, NULL));
  /* One byte before the data, with 32-bit addresses. */
  bad.byte_offset = UINT32_MAX;
  if (sizeof(void *) == 4)
    EXPECT_EQ(-1, TVMDeviceCopyDataFromTo(&good, &bad, NULL));
  EXPECT_EQ(1, data[0]);
  EXPECT_EQ(2, data[1]);
  /* Without elements, there is nothing to compare the strides with. */
  good.shape = bad.shape = none;
  good.data = bad.data = NULL;
  bad.byte_offset = 0;
  EXPECT_EQ(0, TVMDeviceCopyDataFromTo(&good, &bad, NULL));
}

TEST(dlpack_keeps_a_reference) {
  TVMArrayHandle handle, unused;
  DLManagedTensor *managed;
  EXPECT_EQ(0,
            TVMArrayAlloc(two_by_three, 2, kDLInt, 16, 1, kDLCPU, 0, &handle));
  EXPECT_EQ(0, TVMArrayToDLPack(handle, &managed));
  EXPECT_PTR(handle->data, managed->dl_tensor.data);
  EXPECT_EQ(-1, TVMArrayFromDLPack(managed, &unused));
  EXPECT_EQ(0, TVMArrayFree(handle));
  EXPECT_EQ(4, platform_allocations);
  TVMDLManagedTensorCallDeleter(managed);
  EXPECT_EQ(0, platform_allocations);
}

TEST(device_memory_is_the_platforms) {
  void *first, *second;
  EXPECT_EQ(0, TVMDeviceAllocDataSpace(cpu, 33, 32, int16, &first));
  EXPECT_EQ(0, TVMDeviceAllocDataSpaceWithScope(cpu, 2, two_by_three, int16,
                                                NULL, &second));
  EXPECT_PTR((uint8_t *)first + 64, second);
  EXPECT_EQ(0, TVMDeviceFreeDataSpace(cpu, second));
  EXPECT_EQ(0, TVMDeviceFreeDataSpace(cpu, first));
  EXPECT_EQ(0, TVMDeviceAllocDataSpace(cpu, 33, 1, int16, &first));
  EXPECT_EQ(0, TVMDeviceAllocDataSpace(cpu, 33, 0, int16, &second));
  EXPECT_PTR((uint8_t *)first + 48, second);
}

TEST(rounding_up_does_not_wrap) {
  static const int64_t most[] = {UINT32_MAX};
  const DLDataType byte = {kDLUInt, 8, 1};
  void *memory = NULL;
  EXPECT_EQ(0x0503, TVMDeviceAllocDataSpace(cpu, SIZE_MAX, 64, int16, &memory));
  EXPECT_EQ(0x0503,
            TVMDeviceAllocDataSpace(cpu, SIZE_MAX - 62, 64, int16, &memory));
  EXPECT_EQ(0x0503, TVMDeviceAllocDataSpace(cpu, 1, SIZE_MAX, int16, &memory));
  /* Both give an error: such extents are not possible, or there is no memory
   * for them. */
  EXPECT(TVMDeviceAllocDataSpaceWithScope(cpu, 1, most, byte, NULL, &memory) !=
         0);
  EXPECT(memory == NULL);
  EXPECT_EQ(0, platform_allocations);
}

TEST(there_is_one_stream) {
  TVMStreamHandle stream = &stream;
  EXPECT_EQ(0, TVMStreamCreate(kDLCPU, 0, &stream));
  EXPECT(stream == NULL);
  EXPECT_EQ(0, TVMSetStream(kDLCPU, 0, stream));
  EXPECT_EQ(0, TVMSynchronize(kDLCPU, 0, stream));
  EXPECT_EQ(0, TVMStreamStreamSynchronize(kDLCPU, 0, stream, stream));
  EXPECT_EQ(0, TVMStreamFree(kDLCPU, 0, stream));
}

SUITE(tensors, CASE(an_empty_tensor_is_zeroed_and_copies_its_shape),
      CASE(elements_take_whole_bytes_with_all_lanes),
      CASE(scalars_and_tensors_without_elements_have_data),
      CASE(impossible_extents_are_errors),
      CASE(no_memory_leaves_nothing_allocated), CASE(references_are_counted),
      CASE(a_view_shares_the_data), CASE(files_of_tensors_are_read),
      CASE(wrong_files_are_errors), CASE(handles_own_their_tensors),
      CASE(types_that_do_not_fit_are_errors),
      CASE(bytes_are_copied_from_and_to),
      CASE(only_compact_tensors_of_equal_bytes_are_copied),
      CASE(impossible_tensors_are_not_copied), CASE(dlpack_keeps_a_reference),
      CASE(device_memory_is_the_platforms), CASE(rounding_up_does_not_wrap),
      CASE(there_is_one_stream));
