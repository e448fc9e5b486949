/*===- memory.h - The page allocator by its older name
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM had this header before page_allocator.h replaced it. The include guard is
 * TVM's. */

#ifndef TVM_RUNTIME_CRT_MEMORY_H_
#define TVM_RUNTIME_CRT_MEMORY_H_

#include <tvm/runtime/crt/page_allocator.h>

#define MemoryManagerCreate PageMemoryManagerCreate

#endif /* TVM_RUNTIME_CRT_MEMORY_H_ */
