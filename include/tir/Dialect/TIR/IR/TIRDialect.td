//===- TIRDialect.td - The dialect's definition
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRDIALECT_TD
#define TIR_DIALECT_TIR_IR_TIRDIALECT_TD

include "mlir/IR/OpBase.td"

def TIR_Dialect : Dialect {
  let name = "tir";
  let cppNamespace = "::tir";
  let summary = "TVM's TIR calling concepts";
  let description = [{
    Functions over buffers and the ways one calls another: TVM's TIR calling
    concepts (TVM v0.14, `include/tvm/tir/builtin.h` and
    `include/tvm/runtime/c_backend_api.h`) as MLIR operations.

    Discardable attributes of the dialect. Where they outlive the dialect's own
    operations (in the EmitC and LLVM modules) their values are builtin.

    | attribute | on | value | meaning |
    |---|---|---|---|
    | `tir.effect` | argument of a function | `#tir.effect<read>` … | what the function does with that buffer |
    | `tir.name` | argument, global, loop | string | name in the C that is written |
    | `tir.noalias` | buffer argument of a function | unit or bool | nothing else in the call points there (C's `restrict`); kernels say so unless it is `false` |
    | `tir.distances` | buffer argument that a function writes | pairs of i64 | how near an argument that is read may lie if both share memory: the number of that argument, and the fewest bytes by which it begins behind this one, negative where it may begin before |
    | `tir.c_type` | argument of a `func.func` | string | its type in C, where `int` is no `int32_t` |
    | `tir.pool` | buffer argument of the entry | string | the pool of the application whose memory it is |
    | `tir.alignment` | argument with `tir.pool` | integer | the alignment of that pool |
    | `tir.device` | context argument, call | string | the device whose context it is, or that is passed |
    | `tir.hook` | call | unit | it calls a hook of a device, not a kernel |
    | `tir.told` | call | unit | what it calls tells of its own errors |
    | `tir.always_inline` | private `func.func` | unit | compilers put it into its callers |
    | `tir.struct` | handle argument of a function | string | the C struct it points to |
    | `tir.variable` | `memref.global` | unit | the initial value of a variable, which lives from run to run |
    | `tir.variable` | argument, result of the entry | symbol | the variable whose value it is when the model begins, and when it ends |
    | `tir.stage` | call | string | `tir-extract-calls` makes a function of the calls with one name |
    | `tir.stage` | function | string | it was made by that pass |
    | `tir.range` | argument of a kernel that only reads it | two i64 | smallest and largest element of the constants that are passed |
    | `tir.place` | kernel function | string | operation of the source model, such as `conv2d#3` |
    | `tir.shared_by` | kernel function | array of strings | the places of all kernels that became this one function (`tir-merge-kernels`) |
    | `tir.kernel`, `tir.place` | argument of the main function | string | the kernel whose result that output is, and its place (`tir-expose-kernels`) |
    | `tir.reads` | argument of the main function | array of strings | the outputs whose values that kernel works on |
    | `tir.fused` | kernel function | array of strings | places of all operations in the kernel, or in all that became this one |
    | `tir.place`, `tir.fused` | call of a shared kernel | string, array of strings | what this call computes |
    | `tir.macs` | kernel function | integer | multiply-accumulates of one call |
    | `tir.scale`, `tir.zero_point` | argument of the main function | f64, i64 | quantisation of that input or output |
    | `tir.value_type` | argument or result of the main function | type | narrower than what holds its elements in memory: `i4`, `i48` |
    | `tir.extra_args` | packed function | integer | as many more arguments may follow, and are ignored |
    | `tir.trust_caller` | packed function | unit | it looks at neither count nor type codes of its arguments |
    | `tir.registry_name` | packed function | string | a function registry has it under that name |
    | `tir.loader` | function | unit | it is there for loaders of shared libraries |
    | `tir.loader_entry` | packed function | unit | the one that loaders call |
    | `tir.model` | public function of a model | dictionary | name of the model and of the file it came from |
    | `tir.interface` | public function of a model | dictionary | inputs and outputs of the model (made by the phase `abi`) |
    | `tir.plan` | public function of a model | dictionary | pools, buffers, lifetimes (made by the phase `plan`) |
    | `tir.models` | module | array of dictionaries | the `tir.interface` of each model that a registry is to hold |

    A module may hold several models. What belongs to one (`tir.model`,
    `tir.plan`, `tir.interface`) stands on the function that the application
    calls: the model's main function, and from the phase `abi` on the entry point
    that was made of it, also in the EmitC and LLVM modules. What belongs to the
    module (the target and its data layout, `tir.device`, `tir.models`) is the
    same for all models.
  }];
  // Inlining casts buffers.
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasOperationAttrVerify = 1;
}

class TIR_Op<string mnemonic, list<Trait> traits = []>
    : Op<TIR_Dialect, mnemonic, traits>;

/// Marks what is left of the dialect after the phase `abi`.
def TIR_LowLevel : NativeOpTrait<"LowLevel"> {
  let cppNamespace = "::tir";
}

/// An operation that both back ends lower.
class TIR_LowLevelOp<string mnemonic, list<Trait> traits = []>
    : TIR_Op<mnemonic, traits # [TIR_LowLevel]>;

#endif // TIR_DIALECT_TIR_IR_TIRDIALECT_TD
