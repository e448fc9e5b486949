//===- ABIPasses.td - Passes of the phase abi
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_ABIPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_ABIPASSES_TD

include "mlir/Pass/PassBase.td"

/// Of each pass that makes checks or calls functions from outside.
def TIR_OnErrorOption
    : Option<"onError", "on-error", "::tir::OnError", "::tir::OnError::Code",
             "Where the text of an error goes",
             [{::llvm::cl::values(
                 clEnumValN(::tir::OnError::Code, "code",
                            "nowhere: the code alone goes up"),
                 clEnumValN(::tir::OnError::LastError, "last-error",
                            "to the runtime: TVMAPISetLastError"),
                 clEnumValN(::tir::OnError::Hook, "hook",
                            "to the application: "
                            "tvmgen_<model>_on_error"))}]>;

def TIRResolvePackedCallsPass
    : Pass<"tir-resolve-packed-calls", "::mlir::ModuleOp"> {
  let summary = "Call the module's own functions directly, not by the registry";
  let description = [{
    A `tir.call_packed` whose name is that of a function of this module (its
    `exported_name`, else its symbol) becomes a direct call: `tir.call_tir`
    where the function has a body, `tir.call_cpacked` where it is a declaration
    with the packed convention. Private functions without an `exported_name` are
    not in the registry, so they do not count.

    No canonicalization, since the registry may hold another function under
    that name by the time the program runs.

    Input: any module. Output: the same without those registry calls; what does
    not fit the function is an error with a note at it.

    Example:

    ```mlir
    tir.prim_func @scale(%x: memref<4xf32>) attributes {exported_name = "app.scale"} {
      tir.return
    }
    func.func @run(%x: memref<4xf32>) {
      tir.call_packed "app.scale"(%x) : (memref<4xf32>) -> ()
      tir.call_packed "app.log"(%x) : (memref<4xf32>) -> ()
      return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @scale(%x: memref<4xf32>) attributes {exported_name = "app.scale"} {
      tir.return
    }
    func.func @run(%x: memref<4xf32>) {
      tir.call_tir @scale(%x) : (memref<4xf32>) -> ()
      tir.call_packed "app.log"(%x) : (memref<4xf32>) -> ()
      return
    }
    ```
  }];
}

def TIRSetCallingConventionsPass
    : Pass<"tir-set-calling-conventions", "::mlir::ModuleOp"> {
  let summary = "Decide which convention each call takes";
  let description = [{
    Gives the main function (a public `tir.prim_func`) its calling convention and
    its calls of kernels one form:

    | `kernel-calls` | a kernel of this module | one from outside |
    |---|---|---|
    | `unpacked` | `tir.call_tir` | `tir.call_extern` |
    | `cpacked` | `tir.call_cpacked` | `tir.call_cpacked` |
    | `packed` | `tir.call_packed` of `tvmgen_<model>_<kernel>` | the same |

    With `unpacked-api=false` the main function is packed and `registered`, and
    calls are `cpacked` where nothing else is asked for; else all is unpacked.

    A kernel from outside keeps the convention that it is called by: where that
    is another one, a function of this module (`<kernel>_wrapper`) stands
    between, one for each call, so that what it tells of an error names the
    operator. So does one for a kernel of this module that asks for the unpacked
    convention; a kernel that asks for the packed one is called by it in any
    case. A function that enters the registry is `registered`: it gets contexts
    as arguments, since the registry fills the resource handle itself.

    `tir.call_packed` of the model, and calls of C functions that return nothing
    or a value, stay as they are.

    Input: calls on memrefs. Output: the same, with calling conventions and forms
    of calls that the later passes of the phase lower.

    Source: TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`
    (`CreateFuncCall`), which knows one form for all calls.

    Example, with `kernel-calls=cpacked`:

    ```mlir --tir-set-calling-conventions=kernel-calls=cpacked
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      tir.prim_func private @npu_relu(memref<4xi8>, memref<4xi8>)
          attributes {calling_convention = #tir.calling_convention<unpacked>}
      tir.prim_func private @copy(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
        memref.copy %x, %y : memref<4xi8> to memref<4xi8>
        tir.return
      }
      tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>, %z: memref<4xi8>) {
        tir.call_tir @copy(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
        tir.call_extern @npu_relu(%y, %z) : (memref<4xi8>, memref<4xi8>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @npu_relu_wrapper(…) attributes {calling_convention = #tir.calling_convention<packed>} {
      tir.call_extern @npu_relu(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>, %z: memref<4xi8>) {
      tir.call_cpacked @copy(%x, %y) {tir.told} : (memref<4xi8>, memref<4xi8>) -> ()
      tir.call_cpacked @npu_relu_wrapper(%y, %z) {tir.told} : (memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"unpackedAPI", "unpacked-api", "bool", "true",
           "Whether the model's functions get raw pointers instead of packed "
           "arguments">,
    Option<"kernelCalls", "kernel-calls", "::tir::KernelCalls",
           "::tir::KernelCalls::Default",
           "How the main function calls kernels (default: unpacked, without "
           "unpacked-api cpacked)",
           [{::llvm::cl::values(
               clEnumValN(::tir::KernelCalls::Default, "default",
                          "as the model's functions are called"),
               clEnumValN(::tir::KernelCalls::Unpacked, "unpacked",
                          "with raw pointers"),
               clEnumValN(::tir::KernelCalls::CPacked, "cpacked",
                          "directly, with the packed signature"),
               clEnumValN(::tir::KernelCalls::Packed, "packed",
                          "through the function registry"))}]>
  ];
}

def TIRMakeCInterfacePass : Pass<"tir-make-c-interface", "::mlir::ModuleOp"> {
  let summary = "Make the firmware-facing entry point";
  let description = [{
    Adds `tvmgen_<model>_run`, which takes a struct of input pointers and one of
    output pointers and calls the model's only public function, from then on
    the private `__tvm_main__`. The model's name is that of `tir.model`.

    Input: one public `tir.prim_func` on static memrefs; arguments that are only
    read are inputs, all others outputs. Output: two `tir.struct`, the entry
    point, and the module attribute `tir.interface` for the header and the
    report.

    Source: TVM v0.14 `src/target/source/interface_c.cc`.

    Example:

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"},
                          %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "scores"}) {
        memref.copy %x, %y : memref<4xf32> to memref<4xf32>
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_net_inputs ["image"]
    tir.struct @tvmgen_net_outputs ["scores"]
    tir.prim_func private @__tvm_main__(…
    func.func @tvmgen_net_run(…) -> i32 {
      %x = tir.struct_get %inputs[@tvmgen_net_inputs, "image"] : memref<4xf32>
      %y = tir.struct_get %outputs[@tvmgen_net_outputs, "scores"] : memref<4xf32>
      tir.call_tir @__tvm_main__(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRMakeUnpackedAPIPass : Pass<"tir-make-unpacked-api", "::mlir::ModuleOp"> {
  let summary = "Give functions the unpacked calling convention";
  let description = [{
    Makes each `tir.prim_func` a `func.func` that takes one raw data pointer for
    each buffer and returns a code: a memref argument means the address of its
    first element, and 0 means success. Each `tir.call_tir` becomes a direct
    call whose code goes up unchanged; each `tir.call_extern` a call of that C
    function, its context as last argument. Symbols get the model's prefix
    `tvmgen_<model>_`, but exported names and those of functions from outside
    stay as they are. Calls with the packed signature are left alone.

    Input: calls on memrefs. Invariant: each buffer argument has a constant shape
    and constant strides, since a raw pointer carries neither; the offset of a
    region is in the pointer (`tir.rebase`), so that a function may leave it
    open (`offset: ?`), but not say another one than 0. A function from outside
    may take buffers of any extents (`memref<?x?xi8>`, without gaps): it gets the
    pointer and knows the extents by other means.

    Source: TVM v0.14 `src/tir/transforms/make_unpacked_api.cc`.

    Example:

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
        memref.copy %x, %y : memref<4xf32> to memref<4xf32>
        tir.return
      }
      func.func @run(%x: memref<4xf32>, %y: memref<4xf32>) -> i32 {
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
    func.func @run(%x: memref<4xf32>, %y: memref<4xf32>) -> i32 {
      %code = call @tvmgen_net_copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> i32
      tir.check_return %code
      %last = call @tvmgen_net_copy(%y, %x) : (memref<4xf32>, memref<4xf32>) -> i32
      return %last : i32
    }
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_ABIPASSES_TD
