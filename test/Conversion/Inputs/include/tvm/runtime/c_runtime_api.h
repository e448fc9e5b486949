/* What the generated C takes from TVM's C runtime interface, declared anew for the tests. */
#ifndef TIR_TEST_C_RUNTIME_API_H
#define TIR_TEST_C_RUNTIME_API_H

#include <stddef.h>
#include <stdint.h>

typedef enum { kDLCPU = 1, kDLExtDev = 12 } DLDeviceType;

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
} DLTensor;

typedef union {
  int64_t v_int64;
  double v_float64;
  void *v_handle;
  const char *v_str;
  DLDataType v_type;
  DLDevice v_device;
} TVMValue;

typedef enum {
  kTVMArgInt = 0,
  kTVMArgFloat = 2,
  kTVMOpaqueHandle = 3,
  kTVMDLTensorHandle = 7,
  kTVMStr = 11
} TVMArgTypeCode;

typedef void *TVMFunctionHandle;

void TVMAPISetLastError(const char *msg);
int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out);

#endif
