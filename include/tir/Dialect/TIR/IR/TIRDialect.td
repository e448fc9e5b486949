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

    The dialect has these discardable attributes; the verifier refuses others,
    and names the parameters of those that have some.

    | attribute | on | value | meaning |
    |---|---|---|---|
    | `tir.effect` | argument of a function | `#tir.effect<read>` … | what the function does with that buffer |
    | `tir.name` | argument, result of the entry, global, loop | string | name in the generated C |
    | `tir.port` | argument, result of the entry, `memref.alloc` that was an argument | `#tir.port<…>` | what is known of it beside its effect: how the application sees it, where its memory is, how C declares it |
    | `tir.call` | call, operation on tensors that becomes one | `#tir.call<…>` | the device, the layer and the channels of that call, whether it calls a hook or reports its own errors |
    | `tir.function` | function | `#tir.function<…>` | what a kernel computes, how callers reach an entry, how C declares it |
    | `tir.global` | `memref.global` and what is made of it | `#tir.global<…>` | its section, and whether it is a variable or the handle of a function |
    | `tir.model` | public function of a model, module | `#tir.model<…>` | name, origin and memory plan of the model; what is true of all models of the module |
    | `tir.interface` | public function of a model | dictionary | inputs and outputs of the model (made by the phase `abi`) |

    Each is discardable because its carriers belong to other dialects. The
    reasons one by one:

    - `tir.effect`, `tir.name`: people write them, on functions of any dialect. A
      name is a hint: without it, the C has another one.
    - `tir.port`, `tir.function`, `tir.global`: functions and globals pass from
      `func` and `memref` to `tir`, `emitc` and `llvm`, whose operations have no
      property for it. One attribute for each carrier keeps what is known
      together: what moves or copies the carrier cannot forget a part.
    - `tir.call`: `linalg`, `func` and the calls of `tir` carry it; a call without
      it computes the same.
    - `tir.model`: the models of a module are functions, first of `func`, last of
      `emitc` or `llvm`.
    - `tir.interface`: tools that do not know the dialect read it in modules of
      EmitC and LLVM, so that its value is builtin.

    Modules of EmitC and LLVM are read by tools that do not know the dialect:
    there, the value of an attribute such as `#tir.model<…>` is a string with
    its text.

    A module may hold several models. The attributes of one model (`tir.model`,
    `tir.interface`) are on the function that the application calls:
    the model's main function, and from the phase `abi` on the entry point that
    is made of it, also in the EmitC and LLVM modules. The attributes of the
    module (the target and its data layout, `tir.device`, `tir.model`) are the
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
