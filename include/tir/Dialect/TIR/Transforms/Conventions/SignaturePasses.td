//===- SignaturePasses.td - Concrete signatures of functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_SIGNATUREPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_SIGNATUREPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRMakePackedAPIPass : Pass<"tir-make-packed-api", "::mlir::ModuleOp"> {
  let summary = "Give functions the packed calling convention";
  let description = [{
    Splits each `tir.prim_func` of the convention `packed` that has a body in
    two. Its body becomes a private function of the convention `unpacked`.
    Around it, a shell, which is a `func.func` with the packed signature, checks
    its arguments and calls the body. A private shell is always inlined into its
    callers (`always_inline` of `tir.function`): in a call from inside the module, the
    compiler then sees both how the caller packs the arguments and what the
    callee checks, and removes both. Such a shell only leaves out the checks
    that the memory exists and is aligned, since it is a buffer of the module. A
    public function that the module also calls has a second shell for these
    calls, `<name>_inlined`. Calls by `tir.call_tir` become `tir.call_cpacked`.

    The name of the shell is the function's `exported_name`, else
    `tvmgen_<model>_<symbol>`; the body keeps the symbol, or is called
    `<symbol>_body`. The shell of a `registered` function is entered into a
    registry, under the name that `tir.prim_func` describes; the functions
    behind the entry points of a model are not.

    The shell checks in this order: the number of arguments; that the arrays of
    values and type codes exist; all type codes; then, for each tensor, that it
    exists, its rank, the code, bits and lanes of its elements, its extents,
    strides (NULL or a compact tensor's; any in a dimension of extent 1), byte
    offset (0), type of device (kDLCPU), number of the device (the first
    tensor's), and that its memory exists and is aligned to an element. A
    `bool` is an unsigned integer of one bit, or DLPack's kDLBool of eight bits.
    For a mismatch, the shell reports the names of the function, argument and
    field (`on-error`) and returns -1. With `runtime-checks=false`, it checks
    nothing.

    Parameters of `#tir.entry`: `extra_args = N` says that N more arguments
    may follow, which are ignored; `trusts_caller` leaves out the checks of
    the number and the type codes. A buffer argument with a `pool` in `tir.port` accepts any
    tensor of bytes that is large enough.

    The context of a device is passed as the resource handle. If there are
    several contexts, the last one is; the others, and all contexts of a
    `registered` function, are arguments: opaque handles.

    Input: calls on memrefs. Invariant: each argument has a type that a packed
    argument can have; shapes and strides are static.

    Source: TVM v0.14 `src/tir/transforms/make_packed_api.cc`,
    `src/tir/transforms/arg_binder.cc`.

    Example:

    ```mlir --tir-make-packed-api=on-error=last-error
    module {
      tir.prim_func @negate(%x: memref<4xf32> {tir.name = "x"})
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">,
                      calling_convention = #tir.calling_convention<packed>} {
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @negate_body(%x: memref<4xf32>…
    func.func @tvmgen_net_negate(%args: !tir.values…
      tir.assert %count, "tvmgen_net_negate: expected 1 argument in num_args, but it is ", %number {on_error = #tir.on_error<last_error>}…
      tir.assert %rank, "tvmgen_net_negate: argument 0 (x): expected a tensor of rank 1 in ndim, but it is ", %number_1 {on_error = #tir.on_error<last_error>}…
      %tensor = tir.packed_get %args[0] : !tir.dltensor
      %x = tir.dltensor_get %tensor, data : memref<4xf32>
      tir.call_tir @negate_body(%x) : (memref<4xf32>) -> ()
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```
  }];
  let options = [
    TIR_OnErrorOption,
    Option<"runtimeChecks", "runtime-checks", "bool", "true",
           "Check the arguments when the function is called">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRMakeUnpackedAPIPass : Pass<"tir-make-unpacked-api", "::mlir::ModuleOp"> {
  let summary = "Give functions the unpacked calling convention";
  let description = [{
    Turns each `tir.prim_func` into a `func.func` that takes one raw data
    pointer for each buffer and returns a code: a memref argument means the
    address of its first element, and 0 means success. Each `tir.call_tir`
    becomes a direct call whose code is returned unchanged. Each
    `tir.call_extern` becomes a call of that C function, with the context as the
    last argument. Symbols get the model's prefix `tvmgen_<model>_`, but
    exported names and the names of external functions stay as they are. Calls
    with the packed signature do not change.

    Input: calls on memrefs. Invariant: bodies need no extent and no stride that
    is not constant, since a raw pointer has neither. With
    `pass-dynamic-fields`, those that a body needs (for loads, stores and
    `memref.dim`) become additional arguments after the others and before
    contexts, `int64_t` in C. The offset of a region is in the pointer
    (`tir.rebase`), so a function may leave it open (`offset: ?`), but must not
    declare one other than 0. An external function may take buffers of any
    extents (`memref<?x?xi8>`, without gaps): it receives the pointer and knows
    the extents by other means.

    What an entry of the C interface does between taking and leaving the flag of
    its workspace (`guard` of `tir-make-steps`) becomes a private function
    `run_alone` with the same arguments, which is not inlined. Inlined, it would
    have a register less, and the guard would take more code.

    Source: TVM v0.14 `src/tir/transforms/make_unpacked_api.cc`.

    Example:

    ```mlir
    module {
      tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
        memref.copy %x, %y : memref<4xf32> to memref<4xf32>
        tir.return
      }
      func.func @run(%x: memref<4xf32>, %y: memref<4xf32>) -> i32
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
        tir.call_tir @copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
        tir.call_tir @copy(%y, %x) : (memref<4xf32>, memref<4xf32>) -> ()
        %ok = arith.constant 0 : i32
        return %ok : i32
      }
    }
    ```

    becomes

    ```mlir
    func.func private @tvmgen_net_copy(…) -> i32 {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    func.func @run(%x: memref<4xf32>, %y: memref<4xf32>) -> i32 attributes {tir.model = …} {
      %code = call @tvmgen_net_copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> i32
      tir.check_return %code
      %last = call @tvmgen_net_copy(%y, %x) : (memref<4xf32>, memref<4xf32>) -> i32
      return %last : i32
    }
    ```
  }];
  let options = [
    Option<"passDynamicFields", "pass-dynamic-fields", "bool", "false",
           "Pass extents and strides that are not constant as arguments">,
    TIR_OnErrorOption
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRExposeMainPass : Pass<"tir-expose-main", "::mlir::ModuleOp"> {
  let summary = "Let others call the main function of a model";
  let description = [{
    Makes `tvmgen_<model>___tvm_main__` public: the function behind
    `tvmgen_<model>_run`, which takes the inputs, the outputs and what else the
    model needs in the convention of its functions. Programs that TVM's
    generators write call it without `_run`, such as those for Arduino.

    Input: functions that return codes, before `tir-drop-error-codes`, since a public
    function keeps its code. A model whose `_run` is its main function has no
    other one.

    Source: TVM v0.14 `src/target/source/codegen_c_host.cc`, which declares all
    functions of a module `TVM_DLL`; `apps/microtvm/arduino/template_project`.

    Example:

    ```mlir
    func.func private @tvmgen_net___tvm_main__(%x: memref<4xi8>, %y: memref<4xi8>) -> i32 {
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    func.func @tvmgen_net_run(%x: memref<4xi8>, %y: memref<4xi8>) -> i32
        attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
      %code = call @tvmgen_net___tvm_main__(%x, %y) : (memref<4xi8>, memref<4xi8>) -> i32
      return %code : i32
    }
    ```

    becomes

    ```mlir
    func.func @tvmgen_net___tvm_main__(%x: memref<4xi8>, %y: memref<4xi8>) -> i32 {…
    ```
  }];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_SIGNATUREPASSES_TD
