/*===- model.h - A model as generated code would define it
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* Two inputs "x" and "weird name", one output, one workspace pool: the output
 * is the elementwise sum. The model is tvmgen_sums. */

#ifndef TIR_CRT_TEST_MODEL_H
#define TIR_CRT_TEST_MODEL_H

#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/metadata_types.h>

extern const TVMModule model_module;
/* May be changed by a test, and is restored by model_reset. */
extern struct TVMMetadata model_metadata;
/* The code that a run returns, and the number of runs. */
extern int model_code, model_runs;
void model_reset(void);

#endif
