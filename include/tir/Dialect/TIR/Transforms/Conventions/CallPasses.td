//===- CallPasses.td - Passes on functions and their calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRResolvePackedCallsPass
    : Pass<"tir-resolve-packed-calls", "::mlir::ModuleOp"> {
  let summary = "Call functions of the module directly instead of by the registry";
  let description = [{
    Replaces each `tir.call_packed` that names a `registered` function of this
    module by a direct call: `tir.call_tir` if the function has
    a body, `tir.call_cpacked` if it is a declaration with the packed
    convention. The name is the function's name in the registry (see
    `tir.prim_func`). Functions that are not `registered` are ignored, whatever
    their names are, because they are not in the registry.

    This is not a canonicalization, since the registry may have another function
    under that name when the program runs.

    Input: any module. Output: the same module without those registry calls. A
    call that does not match the function is an error, with a note at the
    function.

    Example:

    ```mlir
    tir.prim_func @scale(%x: memref<4xf32>) attributes {exported_name = "app.scale", registered} {
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
    tir.prim_func @scale(%x: memref<4xf32>) attributes {exported_name = "app.scale", registered} {
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

def TIRCheckOverlapsPass : Pass<"tir-check-overlaps", "::mlir::ModuleOp"> {
  let summary = "Check that regions of one buffer are disjoint where a callee needs it";
  let description = [{
    Looks at each `tir.call_tir` with two arguments that are parts of one buffer
    (`memref.subview`, `memref.view`), of which the callee writes one, if it
    assumes two buffers (`noalias` of `tir.port`, the default in kernels that tirc
    created). The verifier refuses what overlaps by constants
    alone. Here, bounds of the offsets and sizes show whether two parts are
    disjoint (`ValueBoundsOpInterface`), or take turns by their strides. If they
    overlap, or are parts of parts that may, the call is an error. Otherwise a
    check before the call compares the positions in each dimension, and the
    function fails with −1 where no dimension keeps the parts apart; parts that
    take turns by strides that are not constant fail, too.

    Input: calls on memrefs, in functions that can return a code, with their
    `tir.call_tir` (before `tir-set-calling-conventions`). Output: the same, in
    which a call with two parts of one buffer never runs on parts that overlap.

    Example:

    ```mlir
    module {
      tir.prim_func private @move(%x: memref<4xi8, strided<[1], offset: ?>> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xi8, strided<[1], offset: ?>> {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
        tir.return
      }
      tir.prim_func @run(%buffer: memref<64xi8>, %i: index, %j: index)
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
        %x = memref.subview %buffer[%i] [4] [1] : memref<64xi8> to memref<4xi8, strided<[1], offset: ?>>
        %y = memref.subview %buffer[%j] [4] [1] : memref<64xi8> to memref<4xi8, strided<[1], offset: ?>>
        tir.call_tir @move(%x, %y) : (memref<4xi8, strided<[1], offset: ?>>, memref<4xi8, strided<[1], offset: ?>>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @run(…
      tir.call_extern @tvmgen_net_check_overlap(%disjoint) {tir.call = #tir.call<reported = true>} : (i1) -> ()
      tir.call_tir @move(…
    func.func private @tvmgen_net_check_overlap(%ok: i1) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
      tir.assert %ok, "move: arguments #0 and #1 are parts of one buffer that overlap, but it writes one of them"…
      return %zero : i32
    }
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRRunOnFunctionsPass : Pass<"tir-run-on-functions", "::mlir::ModuleOp"> {
  let summary = "Run passes on func.func on each tir.prim_func";
  let description = [{
    Upstream declares many passes for `func.func` alone. This pass runs a
    pipeline of them on each `tir.prim_func` with a body: the function is a
    `func.func` with the same arguments and argument attributes meanwhile, and
    then has its own attributes again. A pass that changes the type of the
    function is an error, since calls depend on it.

    Passes on any function or any operation run on `tir.prim_func` without this.
    `docs/UpstreamPasses.md` lists both.

    Input: any module. Output: the same functions, with other bodies.

    Example:

    ```mlir
    tir.prim_func @f(%x: memref<8xf32>) {
      affine.for %i = 0 to 8 {
        %v = affine.load %x[%i] : memref<8xf32>
        affine.store %v, %x[%i] : memref<8xf32>
      }
      tir.return
    }
    ```

    With no pass in the pipeline, this becomes

    ```mlir
    tir.prim_func @f(%x: memref<8xf32>) {
      affine.for %i = 0 to 8 {…
      tir.return
    }
    ```
  }];
  let options = [
    Option<"pipeline", "pipeline", "std::string", "\"\"",
           "The passes, separated by commas">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def TIRSetCallingConventionsPass
    : Pass<"tir-set-calling-conventions", "::mlir::ModuleOp"> {
  let summary = "Decide which convention each call uses";
  let description = [{
    Sets the calling convention of the main function (a public `tir.prim_func`)
    and gives its calls of kernels one form:

    | `kernel-calls` | a kernel of this module | an external kernel |
    |---|---|---|
    | `unpacked` | `tir.call_tir` | `tir.call_extern` |
    | `cpacked` | `tir.call_cpacked` | `tir.call_cpacked` |
    | `packed` | `tir.call_packed` of `tvmgen_<model>_<kernel>` | the same |

    With `unpacked-api=false`, the main function is packed and `registered`, and
    calls are `cpacked` unless `kernel-calls` says otherwise. By default,
    everything is unpacked.

    An external kernel keeps its convention. If its calls use another
    convention, a function of this module (`<kernel>_wrapper`) is put between
    them, one for each call, so that its error reports name the operator. The
    same happens for a kernel of this module that asks for the unpacked
    convention; a kernel that asks for the packed convention is always called by
    it. A function that is entered into the registry is `registered`: it
    receives contexts as arguments, since the registry sets the resource handle
    itself. For an unpacked function, a packed function around it,
    `<name>_packed`, is entered under its name (`registry_name` of `#tir.entry`).

    The pass does not change `tir.call_packed` operations of the model, nor
    calls of C functions that return nothing or a value.

    Input: calls on memrefs. Output: the same calls, with calling conventions
    and forms that the later passes of the phase lower.

    Source: TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`
    (`CreateFuncCall`), which has one form for all calls.

    Example, with `kernel-calls=cpacked`:

    ```mlir --tir-set-calling-conventions=kernel-calls=cpacked
    module {
      tir.prim_func private @npu_relu(memref<4xi8>, memref<4xi8>)
          attributes {calling_convention = #tir.calling_convention<unpacked>}
      tir.prim_func private @copy(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
        memref.copy %x, %y : memref<4xi8> to memref<4xi8>
        tir.return
      }
      tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>, %z: memref<4xi8>)
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
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
    tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>, %z: memref<4xi8>)
        attributes {tir.model = …} {
      tir.call_cpacked @copy(%x, %y) {tir.call = #tir.call<reported = true>} : (memref<4xi8>, memref<4xi8>) -> ()
      tir.call_cpacked @npu_relu_wrapper(%y, %z) {tir.call = #tir.call<reported = true>} : (memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"unpackedAPI", "unpacked-api", "bool", "true",
           "Pass raw pointers instead of packed arguments to the model's "
           "functions">,
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

def TIRLowerCPackedCallsPass
    : Pass<"tir-lower-cpacked-calls", "::mlir::ModuleOp"> {
  let summary = "Lower direct calls with packed arguments";
  let description = [{
    Replaces each `tir.call_cpacked` by a call of a private function that packs
    the arguments and calls the callee: `call_<callee>`, one for each
    combination of a callee and types of arguments, which is always inlined. The
    slots are in this function, so that the slots of two calls do not add up on
    the stack. `tir.call_extern` calls it, so its code is returned. A region of a
    buffer becomes a descriptor with strides; without a context, the resource
    handle is NULL.

    If the callee is external, the function reports a code that is not 0
    (`on-error`), with the operator's name in the model, else the callee's.

    A declared `tir.prim_func` of the convention `packed` becomes a declaration
    with the packed signature.

    Input: calls on memrefs, in functions that can return a code. Output: no
    `tir.call_cpacked`. `tir-make-packed-api` runs before this pass.

    Source: TVM v0.14 `tvm_call_cpacked_lowered`.

    Example:

    ```mlir
    module {
      func.func @run(%x: memref<4xi8>) -> i32
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
        tir.call_cpacked @npu_relu(%x) : (memref<4xi8>) -> ()
        %ok = arith.constant 0 : i32
        return %ok : i32
      }
    }
    ```

    becomes

    ```mlir
    func.func private @npu_relu(!tir.values…
    func.func @run(%x: memref<4xi8>) -> i32 attributes {tir.model = …} {
      tir.call_extern @tvmgen_net_call_npu_relu(%x) {tir.call = #tir.call<reported = true>} : (memref<4xi8>) -> ()…
    func.func private @tvmgen_net_call_npu_relu(%x: memref<4xi8>) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
      %none = tir.null : !tir.handle
      %values, %type_codes = tir.packed_stack 1
      %tensor = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi8>
      tir.packed_set %values, %type_codes[0] = %tensor : !tir.dltensor
      %value, %type_code = tir.packed_stack 1
      %count = arith.constant 1 : i32
      %code = call @npu_relu(%values, %type_codes, %count, %value, %type_code, %none) : …
      return %code : i32
    }
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRLowerPackedCallsPass
    : Pass<"tir-lower-packed-calls", "::mlir::ModuleOp"> {
  let summary = "Lower calls through the function registry";
  let description = [{
    Replaces each `tir.call_packed` by a call of a private function
    `call_<name>`, as `tir-lower-cpacked-calls` does. That function looks the
    name up (`tir.get_function`), packs the arguments and calls the function
    found (`tir.call_function`). A name that the registry does not know is an
    error of the call, and so is a returned value of another type than expected.
    The value is returned in a slot of the caller.

    Input: calls on memrefs, in functions that can return a code. Output: no
    `tir.call_packed`.

    Source: TVM v0.14 `tvm_call_packed_lowered`.

    Example:

    ```mlir
    module {
      func.func @run(%level: i64) -> i32
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
        tir.call_packed "app.log"(%level) : (i64) -> ()
        %ok = arith.constant 0 : i32
        return %ok : i32
      }
    }
    ```

    becomes

    ```mlir
    func.func @run(%level: i64) -> i32 attributes {tir.model = …} {
      tir.call_extern @tvmgen_net_call_app_log(%level) {tir.call = #tir.call<reported = true>} : (i64) -> ()…
    func.func private @tvmgen_net_call_app_log(%level: i64) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
      %code, %function = tir.get_function "app.log"
      tir.check_return %code…
      tir.assert %known, "app.log: is not in the function registry"
      %value, %type_code = tir.packed_stack 1
      %values, %type_codes = tir.packed_stack 1
      tir.packed_set %values, %type_codes[0] = %level : i64
      %called = tir.call_function %function(%values, %type_codes, 1) -> (%value, %type_code)
      return %called : i32
    }
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRDropAnnotationsPass : Pass<"tir-drop-annotations"> {
  let summary = "Drop the dialect's discardable attributes";
  let description = [{
    Removes every discardable attribute `tir.*` of operations, arguments and
    results, so that tools without the dialect can read the module: the packaged
    `mlir-translate` and `mlir-runner` reject `#tir.effect`. It runs last, after
    upstream's `convert-to-emitc` or `convert-to-llvm`. Our own conversions use
    the attributes and drop those that the tools reject.

    Input: any module. Output: the same module without these attributes. It
    behaves the same.

    Example:

    ```mlir
    func.func @f(%x: memref<4xi8> {tir.effect = #tir.effect<read>})
        attributes {tir.function = #tir.function<kernel = <place = "conv2d#3">>} {
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<4xi8>) {
      return
    }
    ```
  }];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLPASSES_TD
