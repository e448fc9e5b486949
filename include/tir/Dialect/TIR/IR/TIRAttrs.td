//===- TIRAttrs.td - Attributes of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRATTRS_TD
#define TIR_DIALECT_TIR_IR_TIRATTRS_TD

include "mlir/IR/EnumAttr.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

def TIR_Effect : I32EnumAttr<"Effect", "What a function does with a buffer", [
    I32EnumAttrCase<"Read", 1, "read">,
    I32EnumAttrCase<"Write", 2, "write">,
    I32EnumAttrCase<"ReadWrite", 3, "read_write">
  ]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_EffectAttr : EnumAttr<TIR_Dialect, TIR_Effect, "effect"> {
  let summary = "what a function does with a buffer argument";
  let description = [{
    An argument of a `tir.prim_func` carries it as `tir.effect`. `read`: the
    buffer is only read. `write`: every element is written before it is read.
    `read_write`: anything else. A buffer argument without it is `read_write`.

    The verifier checks the body against it. Nothing may write a `read`
    argument, directly or through views, pointer casts, selections, loops and
    calls. An external function that is not declared is trusted to only read it.
    The first operation that certainly accesses a `write` argument must not read
    it. The verifier does not check that the body writes every element.

    Example:

    ```mlir
    tir.prim_func private @copy(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xi8> to memref<4xi8>
      tir.return
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def TIR_CallingConvention : I32EnumAttr<"CallingConvention",
    "How a function is called", [
    I32EnumAttrCase<"Unpacked", 1, "unpacked">,
    I32EnumAttrCase<"Packed", 2, "packed">
  ]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_CallingConventionAttr
    : EnumAttr<TIR_Dialect, TIR_CallingConvention, "calling_convention"> {
  let summary = "how a function is called";
  let description = [{
    Says how a `tir.prim_func` is called once its signature is concrete.

    | case | signature in C |
    |---|---|
    | `unpacked` | `int32_t f(void *a, void *b, ..., void *ctx)`: a raw data pointer for each buffer, the context last |
    | `packed` | `int32_t f(TVMValue *args, int *type_codes, int num_args, TVMValue *out, int *out_tcode, void *resource_handle)` |

    A function with a body and without the attribute takes the convention that
    the pipeline is configured to use. A declaration without the attribute may
    be called either way.

    Source: TVM v0.14 `include/tvm/runtime/c_backend_api.h`
    (`TVMBackendPackedCFunc`), `src/tir/transforms/make_unpacked_api.cc`.

    Example:

    ```mlir
    tir.prim_func private @npu_add(memref<4xi8>, memref<4xi8>)
        attributes {calling_convention = #tir.calling_convention<unpacked>}
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def TIR_Hook : I32EnumAttr<"Hook", "A device's hook", [
    I32EnumAttrCase<"Init", 1, "init">,
    I32EnumAttrCase<"Activate", 2, "activate">,
    I32EnumAttrCase<"Open", 3, "open">,
    I32EnumAttrCase<"Close", 4, "close">,
    I32EnumAttrCase<"Deactivate", 5, "deactivate">,
    I32EnumAttrCase<"Sync", 6, "sync">,
    I32EnumAttrCase<"Abort", 7, "abort">
  ]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_HookAttr : EnumAttr<TIR_Dialect, TIR_Hook, "hook"> {
  let summary = "a function that a device's driver provides";
  let description = [{
    Names one hook of a `tir.device`. Each is a C function
    `int32_t TVMDevice<Kind><Hook>(void *context)`.

    | case | called |
    |---|---|
    | `init` | by `tvmgen_<model>_init`, before the first run |
    | `activate` | at the start of a run |
    | `open` | before each kernel that runs on the device |
    | `close` | after each such kernel |
    | `deactivate` | at the end of a run |
    | `sync` | before what a kernel wrote is used; a device with this hook is asynchronous |
    | `abort` | after the kernels of a run, to stop one that may still run |

    Source: TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`
    (`GenerateDeviceHook`); `init`, `sync` and `abort` are ours.

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def TIR_HookArrayAttr
    : TypedArrayAttrBase<TIR_HookAttr, "array of #tir.hook attributes">;

def TIR_TensorInfoAttr : AttrDef<TIR_Dialect, "TensorInfo"> {
  let mnemonic = "tensor_info";
  let summary = "name, shape and dtype of a tensor of the model";
  let description = [{
    Describes one input, output or pool of a model to a runtime.

    Invariants: the shape is static, and DLPack has a dtype for its elements.

    Source: TVM v0.14 `include/tvm/runtime/metadata_types.h`
    (`TVMTensorInfo`).

    Example:

    ```mlir
    tir.metadata @m "tvmgen_net"
      inputs [#tir.tensor_info<"x", tensor<1x4xf32>>]
      outputs [#tir.tensor_info<"y", tensor<4xf32>>] workspace_pools []
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::StringAttr", "its name in the model">:$name,
    TypeParameter<"::mlir::RankedTensorType", "its shape and dtype">:$type);
  let assemblyFormat = "`<` $name `,` $type `>`";
  let genVerifyDecl = 1;
}

def TIR_TensorInfoArrayAttr
    : TypedArrayAttrBase<TIR_TensorInfoAttr, "array of #tir.tensor_info attributes">;

#endif // TIR_DIALECT_TIR_IR_TIRATTRS_TD
