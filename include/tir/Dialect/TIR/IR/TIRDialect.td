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
    Functions over buffers and the ways in which they call each other: TVM's TIR
    calling concepts (TVM v0.14, `include/tvm/tir/builtin.h` and
    `include/tvm/runtime/c_backend_api.h`) as MLIR operations.

    The dialect has these discardable attributes; the verifier refuses others.
    Modules of EmitC and LLVM are read by tools that do not know the dialect:
    there, the value of an attribute such as `#tir.plan<…>` is a string with its
    text.

    | attribute | on | value | meaning |
    |---|---|---|---|
    | `tir.effect` | argument of a function | `#tir.effect<read>` … | what the function does with that buffer |
    | `tir.name` | argument, result of the entry, global, loop | string | name in the generated C |
    | `tir.noalias` | buffer argument of a function | unit or bool | no other argument of the call shares its memory (C's `restrict`); the default in kernels, unless it is `false` |
    | `tir.distances` | buffer argument that a function writes | pairs of i64 | how close an argument that is read may be if both share memory: the number of that argument, and the fewest bytes by which it begins after this one, negative if it may begin before |
    | `tir.c_type` | argument of a `func.func` | string | its type in C, where `int` is not `int32_t` |
    | `tir.pool` | buffer argument of the entry | string | the pool of the application that provides its memory |
    | `tir.pools` | buffer argument of a kernel | array of symbols | the pools that the kernel reaches; without it, it reaches all (`tir-plan-memory`) |
    | `tir.section` | `memref.global` | string | the section of the linker script that contains it |
    | `tir.alignment` | argument with `tir.pool` or `tir.overwritten` | integer | the alignment of that memory |
    | `tir.argument` | `memref.alloc` in the main function | dictionary | the input or output that this memory was, with the attributes of that argument (`tir-allocate-arguments`) |
    | `tir.overwritten` | input of the main function | unit | a run leaves other data in it (`tir-plan-memory`) |
    | `tir.device` | context argument, call | string | the device whose context it is, or whose context is passed |
    | `tir.hook` | call | unit | the call is to a hook of a device or of a measurement, not to a kernel |
    | `tir.reported` | call | unit | the callee reports its own errors |
    | `tir.always_inline` | private `func.func` | unit | compilers always inline it into its callers |
    | `tir.struct` | handle argument of a function | string | the C struct it points to |
    | `tir.variable` | `memref.global` | unit | the initial value of a variable, which keeps its value from run to run |
    | `tir.value_of` | argument, result of the entry | symbol | the variable whose value it is at the start of a run (argument) or at its end (result) |
    | `tir.weight` | input of the main function | elements | the input is a weight of the model, which has these numbers in the model's file (`tir-expose-weights`) |
    | `tir.normalization` | input of the main function | dictionary | how the application makes its elements: `bias`, `scale` and `shift` (`tir-cut-normalization`) |
    | `tir.stage` | call | string | `tir-extract-calls` moves the calls that share one name into a function |
    | `tir.extracted` | function | unit | that pass created it |
    | `tir.kernel` | function | `#tir.kernel<…>` | what a kernel computes, and what is known of its code |
    | `tir.layer` | call of a shared kernel | `#tir.layer<…>` | the operations of the model that this call computes |
    | `tir.channels` | operation on tensors, call of a kernel | `#tir.channels<…>` | which channels of the result are computed, and which have the same value for every input |
    | `tir.exposed` | argument of the main function | `#tir.exposed<…>` | the kernel whose result that output is (`tir-expose-kernels`) |
    | `tir.encoding` | argument or result of the main function | `#tir.encoding<…>` | how its elements encode their values: quantisation, and a type that is not the one in memory |
    | `tir.entry` | function | `#tir.entry<…>` | how callers outside of the module reach it: its name in a registry, loaders, what they may pass |
    | `tir.model` | public function of a model | `#tir.model<…>` | name of the model and of the file it came from |
    | `tir.interface` | public function of a model | dictionary | inputs and outputs of the model (made by the phase `abi`) |
    | `tir.plan` | public function of a model | `#tir.plan<…>` | pools, buffers, lifetimes (made by the phase `plan`) |
    | `tir.models` | module | array of dictionaries | the `tir.interface` of each model in the registry to be made |

    A module may hold several models. The attributes of one model (`tir.model`,
    `tir.plan`, `tir.interface`) are on the function that the application calls:
    the model's main function, and from the phase `abi` on the entry point that
    is made of it, also in the EmitC and LLVM modules. The attributes of the
    module (the target and its data layout, `tir.device`, `tir.models`) are the
    same for all models.
  }];
  // Inlining casts buffers.
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let useDefaultTypePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
  // The parser also reads attributes that are part of another dialect now.
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

class TIR_Op<string mnemonic, list<Trait> traits = []>
    : Op<TIR_Dialect, mnemonic, traits>;

/// Marks the operations of the dialect that are left after the phase `abi`.
def TIR_LowLevel : NativeOpTrait<"LowLevel"> {
  let cppNamespace = "::tir";
}

/// An operation that both back ends lower.
class TIR_LowLevelOp<string mnemonic, list<Trait> traits = []>
    : TIR_Op<mnemonic, traits # [TIR_LowLevel]>;

#endif // TIR_DIALECT_TIR_IR_TIRDIALECT_TD
