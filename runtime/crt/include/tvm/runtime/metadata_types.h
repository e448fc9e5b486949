/*===- metadata_types.h - The metadata of a model
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation, in C99 and C++11, of the structs in TVM v0.14's header
 * of this name, with TVM's include guard. Generated code defines a static const
 * TVMMetadata; <mod_name>_get_c_metadata returns its address as an opaque
 * handle. The reader owns none of this data and must not write to it. */

#ifndef TVM_RUNTIME_METADATA_TYPES_H_
#define TVM_RUNTIME_METADATA_TYPES_H_

#include <inttypes.h>
#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor that the entry point takes. `shape` has `num_shape` extents, and is
 * NULL for rank 0. A pool is a tensor with one extent, its size in bytes. */
struct TVMTensorInfo {
  const char *name;
  const int64_t *shape;
  int64_t num_shape;
  DLDataType dtype;
};

/* A constant in a pool. `data_len` bytes, a serialized tensor, belong at
 * `byte_offset` in the pool. */
struct TVMConstantInfo {
  const char *name_hint;
  int64_t byte_offset;
  int64_t data_len;
  const void *data_bytes;
};

/* The entry point, <mod_name>_run, takes the inputs, then the outputs, then the
 * workspace pools, each in the order given here. `version` is 1. `mod_name`
 * includes the prefix tvmgen_. */
struct TVMMetadata {
  int64_t version;
  const struct TVMTensorInfo *inputs;
  int64_t num_inputs;
  const struct TVMTensorInfo *outputs;
  int64_t num_outputs;
  const struct TVMTensorInfo *workspace_pools;
  int64_t num_workspace_pools;
  const struct TVMConstantInfo *constant_pools;
  int64_t num_constant_pools;
  const char *mod_name;
};

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_METADATA_TYPES_H_ */
