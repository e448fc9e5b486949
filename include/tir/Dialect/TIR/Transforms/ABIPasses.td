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
    A `tir.call_packed` whose name is that of a `registered` function of this
    module becomes a direct call: `tir.call_tir` where the function has a body,
    `tir.call_cpacked` where it is a declaration with the packed convention. The
    name is the one that the function gets in the registry (see
    `tir.prim_func`). Functions that are not `registered` do not count, whatever
    they are called: nobody enters them.

    No canonicalization, since the registry may hold another function under
    that name by the time the program runs.

    Input: any module. Output: the same without those registry calls; what does
    not fit the function is an error with a note at it.

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
    as arguments, since the registry fills the resource handle itself. An
    unpacked one enters by a packed function around it, `<name>_packed`, under
    its own name (`tir.registry_name`).

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

def TIRPlaceWorkspacePass
    : Pass<"tir-place-workspace", "::mlir::ModuleOp"> {
  let summary = "Decide where the memory of the pools comes from";
  let description = [{
    Gives the pools of `tir.plan` their memory:

    | workspace | the pools are |
    |---|---|
    | `internal` | the globals that `tir-plan-memory` made; nothing changes |
    | `external` | arguments of the main function behind its outputs, one `memref<?xi8>` of the pool's size each (`tir.pool`); the globals go |
    | `backend` | allocated by `TVMBackendAllocWorkspace` when the function begins and freed in any case, the last one first; the globals go |

    What the runtime returns is checked: `NULL`, or an address that is not
    aligned as the plan wants it, is the error −1, whose text goes where
    `on-error` says. Constants stay where they are.

    Input: a module after `tir-plan-memory` whose main function nobody calls.

    Source: TVM v0.14 `src/tir/transforms/lower_tvm_builtin.cc`
    (`VisitStmt_(AllocateNode)`), which takes the alignment for granted.

    Example:

    ```mlir --tir-place-workspace=workspace=external
    module attributes {tir.plan = {pools = [{name = "workspace", bytes = 64 : i64, alignment = 16 : i64} ]}} {
      memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}
      tir.prim_func private @kernel(%x: memref<64xi8>) {
        tir.return
      }
      tir.prim_func @main() {
        %pool = memref.get_global @workspace : memref<64xi8>
        tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%pool: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.name = "workspace", tir.pool = "workspace"}) {
      tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"workspace", "workspace", "::tir::Workspace",
           "::tir::Workspace::Internal", "Where the memory comes from",
           [{::llvm::cl::values(
               clEnumValN(::tir::Workspace::Internal, "internal",
                          "static arrays of the model's"),
               clEnumValN(::tir::Workspace::External, "external",
                          "the application: an argument for each pool"),
               clEnumValN(::tir::Workspace::Backend, "backend",
                          "the runtime: TVMBackendAllocWorkspace"))}]>,
    TIR_OnErrorOption,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRInsertDeviceHooksPass
    : Pass<"tir-insert-device-hooks", "::mlir::ModuleOp"> {
  let summary = "Call the devices' hooks";
  let description = [{
    Calls the hooks that each `tir.device` lists:

    | hook | is called |
    |---|---|
    | `open`, `close` | around each call of a function from outside the module that gets a context |
    | `activate`, `deactivate` | around the body of each public function that no other one calls (the model's main function), for each device that it or what it calls uses, in the order of the devices and back |
    | `init` | by `tvmgen_<model>_init`, which is made where a device lists it |

    What was opened is closed, and what was activated is deactivated, also where
    something fails in between (`tir.try`). For a context that is an argument
    only the kind is known: its hooks are those that any device of the kind
    lists.

    The calls carry `tir.hook`. Where such calls are already, by this pass or by
    hand, none are added.

    Functions may be of either kind, `tir.prim_func` or `func.func`. A
    `func.func` that uses a device with hooks returns one i32, since the hooks
    return codes that must go up; the code that it returns itself goes up by
    `tir.check_return` once its body stands in a `tir.try`.

    Input: calls on buffers. A value that a kernel returns is used before its
    device is closed; one that leaves its block is an error. So is a public
    function of several blocks whose devices are activated.

    Source: TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`
    (`GenerateDeviceHook`, `GenerateAllDeviceHook`); `init` is ours.

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
    tir.prim_func @main(%x: memref<4xi8>) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%x) context(%npu0)
          : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%x: memref<4xi8>) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @TVMDeviceNpuOpen() context(%npu0) {tir.hook} : (!tir.device_context<"npu">) -> ()
      tir.try {
        tir.call_extern @npu_relu(%x) context(%npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      } finally {
        tir.call_extern @TVMDeviceNpuClose() context(%npu0) {tir.hook} : (!tir.device_context<"npu">) -> ()
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRThreadDeviceContextsPass
    : Pass<"tir-thread-device-contexts", "::mlir::ModuleOp"> {
  let summary = "Make the contexts of devices explicit arguments";
  let description = [{
    Replaces each `tir.get_device_context` by an argument of its function, and
    gives that argument to each function that calls it, up to those that no
    function of the module calls. New arguments stand behind all others, in the
    order of the `tir.device` operations; each says its device (`tir.device`).
    Contexts that a function has as arguments already, it keeps. What is not
    used goes.

    A call passes the contexts that its callee wants among its arguments, on
    tensors in front of the destinations; `call_extern` and `call_cpacked` of a
    function that is not `registered` pass the last one as `context(...)`. Each
    call that passes a context on carries the name of its device (`tir.device`),
    for reports of errors.

    A `func.func` on tensors keeps `tir.get_device_context`: its arguments are
    not its last ones. Run the pass again when it has become a `tir.prim_func`.

    Source: TVM PR 9501.

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu"}
    tir.prim_func private @kernel(%x: memref<4xi8>) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%x) context(%npu0)
          : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>) {
      tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @kernel(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.device = "npu0", tir.name = "npu0"}) {
      tir.call_extern @npu_relu(%x) context(%npu0) {tir.device = "npu0"} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.device = "npu0", tir.name = "npu0"}) {
      tir.call_tir @kernel(%x, %npu0) {tir.device = "npu0"} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    ```
  }];
}

def TIRMakeStateArgumentPass
    : Pass<"tir-make-state-argument", "::mlir::ModuleOp"> {
  let summary = "Make the model's variables a struct that the application owns";
  let description = [{
    A model with variables keeps them from run to run in
    `struct tvmgen_<model>_state`, with an array for each in the order of their
    declarations: of the one public `tir.prim_func` the arguments that are
    variables (`tir.variable`) become one handle of that struct, the last
    argument. `tvmgen_<model>_reset` is made, which gives each variable the value
    of its `memref.global`; these go. There is no state outside of the struct, so
    that one program can hold several, and no two of them know of each other.

    Names of variables follow the rules of inputs and outputs: in C they are
    identifiers that differ in more than case and punctuation. Of a model
    without variables nothing changes.

    Input: a module after `tir-thread-device-contexts`, in which only arguments
    of the public function say `tir.variable`. Output: the same with a
    `tir.struct`, the argument, and the function; variables that no run reads or
    writes are fields, too.

    Source: TOSA 1.0, section "Variable operators"; the struct is ours.

    Example:

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      memref.global "private" @count : memref<2xi32> = dense<[7, 8]> {tir.variable}
      tir.prim_func private @add(%x: memref<2xi32> {tir.effect = #tir.effect<read>}, %y: memref<2xi32>) {
        tir.return
      }
      tir.prim_func @main(%x: memref<2xi32> {tir.effect = #tir.effect<read>},
                          %count: memref<2xi32> {tir.effect = #tir.effect<read_write>, tir.variable = @count}) {
        tir.call_tir @add(%x, %count) : (memref<2xi32>, memref<2xi32>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_net_state ["count"] : [memref<2xi32>]
    tir.prim_func private @add(…
    memref.global "private" constant @count_initial : memref<2xi32> = dense<[7, 8]> {alignment = 16 : i64}
    tir.prim_func @main(%x: memref<2xi32> {…}, %state: !tir.handle {tir.name = "state", tir.struct = "tvmgen_net_state"}) {
      %count = tir.struct_get %state[@tvmgen_net_state, "count"] : memref<2xi32>
      tir.call_tir @add(%x, %count) : (memref<2xi32>, memref<2xi32>) -> ()
      tir.return
    }
    func.func @tvmgen_net_reset(%state: !tir.handle {…}) {
      …
      %table = memref.get_global @count_initial : memref<2xi32>
      …
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRMakeCInterfacePass : Pass<"tir-make-c-interface", "::mlir::ModuleOp"> {
  let summary = "Make the firmware-facing entry point";
  let description = [{
    Adds `tvmgen_<model>_run`, which takes a struct of input pointers, one of
    output pointers, where main takes pools one of these, where the module
    declares devices one with the context of each, and where the model has
    variables the one that holds them, in this order. It calls the
    model's only public function, from then on the private `__tvm_main__`;
    directly, or with the packed signature where main has that convention. The
    model's name is that of `tir.model`. Where the devices are initialised by
    `tvmgen_<model>_init`, that takes the struct of devices. With `packed-entry`
    each of these has a packed function beside it for a registry,
    `tvmgen_<model>_run_packed`, which takes inputs, outputs, pools of the
    application, and the context of each device.

    Input: one public `tir.prim_func` on static memrefs; arguments that are only
    read are inputs, those with `tir.pool` pools, all others outputs; contexts
    say their device (`tir.device`), or are of the only device of their kind.
    Output: a `tir.struct` for each group, the entry points, and the module
    attribute `tir.interface` for the header and the report.

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
  let options = [
    Option<"packedEntry", "packed-entry", "bool", "false",
           "Add packed functions for a registry">,
    TIR_OnErrorOption
  ];
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

    Input: calls on memrefs. Invariant: bodies need no extent and no stride that
    is not constant, since a raw pointer carries neither; with
    `pass-dynamic-fields` those that a body needs (for loads, stores and
    `memref.dim`) become arguments of their own behind the others, `int64_t` in
    C, in front of contexts. The offset of a region is in the pointer
    (`tir.rebase`), so that a function may leave it open (`offset: ?`), but not
    say another one than 0. A function from outside
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
  let options = [
    Option<"passDynamicFields", "pass-dynamic-fields", "bool", "false",
           "Pass extents and strides that are not constant as arguments">,
    TIR_OnErrorOption
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRMakePackedAPIPass : Pass<"tir-make-packed-api", "::mlir::ModuleOp"> {
  let summary = "Give functions the packed calling convention";
  let description = [{
    Splits each `tir.prim_func` of the convention `packed` that has a body in
    two: its body, from then on a private function of the convention `unpacked`,
    and a shell around it, a `func.func` with the packed signature that checks
    its arguments and calls the body. A private shell is always inlined where it
    is called (`tir.always_inline`), so that in a call from inside the module the
    compiler sees both what the caller packs and what the callee checks, and
    drops them; only that memory is there and aligned is not checked in such a
    shell, since it is a buffer of the module's. A public function that the
    module calls, too, has a second shell for that, `<name>_inlined`. Calls by `tir.call_tir` become
    `tir.call_cpacked`.

    The shell is called by the function's `exported_name`, else
    `tvmgen_<model>_<symbol>`; the body keeps the symbol, or is `<symbol>_body`.
    That of a `registered` function is for a registry, under the name that
    `tir.prim_func` describes; what stands behind the entry points of a model is
    not.

    What is checked, in this order: the number of arguments; that the arrays of
    values and type codes are there; all type codes; then of each tensor that
    there is one, its rank, code, bits and lanes of its elements, extents,
    strides (NULL or those of a compact tensor; any in a dimension of extent 1),
    byte offset (0), type of device (kDLCPU), number of the device (the first
    tensor's), and that its memory is there and aligned to an element. A `bool`
    is an unsigned integer of one bit or DLPack's kDLBool of eight. A mismatch
    is told with the name of function, argument and field (`on-error`), and the
    function returns -1. With `runtime-checks=false` nothing is checked.

    Attributes of the function: `tir.extra_args = N` says that as many more
    arguments may follow, which are ignored; `tir.trust_caller` leaves out the
    checks of count and type codes. A buffer argument with `tir.pool` takes any
    tensor of bytes that is large enough.

    The context of a device is the resource handle, and of several the last one
    is; the others, and those of a `registered` function, are arguments, opaque
    handles.

    Input: calls on memrefs. Invariant: each argument has a type that a packed
    argument can hold; shapes and strides are static.

    Source: TVM v0.14 `src/tir/transforms/make_packed_api.cc`,
    `src/tir/transforms/arg_binder.cc`.

    Example:

    ```mlir --tir-make-packed-api=on-error=last-error
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      tir.prim_func @negate(%x: memref<4xf32> {tir.name = "x"})
          attributes {calling_convention = #tir.calling_convention<packed>} {
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
           "Check arguments when the function is called">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRLowerCPackedCallsPass
    : Pass<"tir-lower-cpacked-calls", "::mlir::ModuleOp"> {
  let summary = "Lower direct calls with packed arguments";
  let description = [{
    Each `tir.call_cpacked` becomes a call of a private function that packs the
    arguments and calls the callee: `call_<callee>`, one for each callee and
    types of arguments, always inlined. It holds the slots, so that those of two
    calls do not add up on the stack. It is called by `tir.call_extern`, which
    lets its code go up. A region of a buffer becomes a descriptor with strides;
    without a context the resource handle is NULL.

    Where the callee is from outside the module, the function tells of a code
    that is not 0 (`on-error`), by the operator's name in the model, else the
    callee's.

    A declared `tir.prim_func` of the convention `packed` becomes a declaration
    with the packed signature.

    Input: calls on memrefs, in functions from which a code can go up. Output:
    no `tir.call_cpacked`. `tir-make-packed-api` comes before it.

    Source: TVM v0.14 `tvm_call_cpacked_lowered`.

    Example:

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      func.func @run(%x: memref<4xi8>) -> i32 {
        tir.call_cpacked @npu_relu(%x) : (memref<4xi8>) -> ()
        %ok = arith.constant 0 : i32
        return %ok : i32
      }
    }
    ```

    becomes

    ```mlir
    func.func private @npu_relu(!tir.values…
    func.func @run(%x: memref<4xi8>) -> i32 {
      tir.call_extern @tvmgen_net_call_npu_relu(%x) {tir.told} : (memref<4xi8>) -> ()…
    func.func private @tvmgen_net_call_npu_relu(%x: memref<4xi8>) -> i32 attributes {tir.always_inline} {
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
    Each `tir.call_packed` becomes a call of a private function `call_<name>`,
    as `tir-lower-cpacked-calls` makes them, that looks the name up
    (`tir.get_function`), packs the arguments and calls what it found
    (`tir.call_function`). A name that the registry does not know is an error of
    the call, and so is a returned value of another type than expected. The
    value comes back in a slot of the caller's.

    Input: calls on memrefs, in functions from which a code can go up. Output:
    no `tir.call_packed`.

    Source: TVM v0.14 `tvm_call_packed_lowered`.

    Example:

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      func.func @run(%level: i64) -> i32 {
        tir.call_packed "app.log"(%level) : (i64) -> ()
        %ok = arith.constant 0 : i32
        return %ok : i32
      }
    }
    ```

    becomes

    ```mlir
    func.func @run(%level: i64) -> i32 {
      tir.call_extern @tvmgen_net_call_app_log(%level) {tir.told} : (i64) -> ()…
    func.func private @tvmgen_net_call_app_log(%level: i64) -> i32 attributes {tir.always_inline} {
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

def TIRMakePackedInterfacePass
    : Pass<"tir-make-packed-interface", "::mlir::ModuleOp"> {
  let summary = "Make the entry point with packed arguments";
  let description = [{
    Makes the model's only public function what the application, or the C
    runtime's registry, calls as `tvmgen_<model>_run` with the packed signature:
    inputs, outputs, pools of the application, then the context of each
    `tir.device`, an opaque handle. The function becomes the private
    `__tvm_main__`; one of the convention `packed` gets a function around it,
    any other becomes the packed function itself. With pools of its own (`tir.plan`)
    `_run` takes as many arguments more, as TVM's executor passes them, and
    ignores them (`tir.extra_args`). A `tvmgen_<model>_init` becomes packed, too.

    With `tvm-compat` the entry looks at neither count nor type codes: TVM's own
    test harness passes none.

    Input: one public `tir.prim_func` on static memrefs and contexts of devices;
    arguments that are only read are inputs, all others outputs. Output: the
    entry, which `tir-make-packed-api` lowers, and the module attribute
    `tir.interface`.

    Source: TVM v0.14 `src/target/source/source_module.cc`,
    `GenerateEntrypointForPackedAPI`.

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
    tir.prim_func @__tvm_main__(%x: memref<4xf32>…
        attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run", registered}
    ```
  }];
  let options = [
    Option<"tvmCompat", "tvm-compat", "bool", "false",
           "Trust the caller's count and type codes">,
    TIR_OnErrorOption
  ];
}

def TIRMakeFFIInterfacePass
    : Pass<"tir-make-ffi-interface", "::mlir::ModuleOp"> {
  let summary = "Add what loaders of shared libraries look for";
  let description = [{
    Adds `__tvm_ffi_tvmgen_<model>_run`, `__tvm_ffi_run` and `__tvm_ffi_main`,
    which tvm-ffi finds in a shared library, with its signature
    `int32_t (void *handle, const TVMFFIAny *args, int32_t num_args, TVMFFIAny *result)`.
    They check their arguments as packed functions do, raise an exception where
    one does not fit (`TypeError`, else `ValueError`) or a kernel fails
    (`RuntimeError`), and call the model. With `on-error=last-error` what the
    model tells its runtime is raised there, too
    (`tir-resolve-runtime-at-load`), so that the entry need not. A `TVMFFIAny` is seen as two slots of
    `!tir.values`: a type index, then the value.

    Loaders of TVM's C++ runtime find the name of the entry in `__tvm_main__`.
    The pass marks that entry, `tvmgen_<model>_run` with the packed interface,
    by `tir.loader_entry`; with the C interface it adds `tvmgen_<model>_run_packed`.
    All that is there for loaders is marked by `tir.loader`.

    Input: a module with an interface (`tir-make-c-interface`,
    `tir-make-packed-interface`), before `tir-make-packed-api`.

    Source: tvm-ffi `include/tvm/ffi/c_api.h`, `TVMFFISafeCallType`; TVM v0.14
    `src/runtime/library_module.cc`.

    Example:

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      tir.prim_func private @__tvm_main__(%x: memref<4xf32> {tir.name = "image"}) {
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @run_packed(%x: memref<4xf32>…
    func.func private @tvmgen_net_run_loaded(%x: memref<4xf32>) -> i32 attributes {tir.always_inline, tir.loader}…
    func.func @__tvm_ffi_tvmgen_net_run(%self: !tir.handle…
      tir.assert %ok, "tvmgen_net_run: expected 1 argument in num_args, but it is ", %number {kind = "TypeError", on_error = #tir.on_error<raise>}…
      %code = call @tvmgen_net_run_loaded(%x) : (memref<4xf32>) -> i32
      tir.report_error %code, "tvmgen_net_run" {on_error = #tir.on_error<raise>}
      return %code : i32
    }
    func.func @__tvm_ffi_main(%self: !tir.handle…
    func.func @__tvm_ffi_run(%self: !tir.handle…
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRLowerTryPass : Pass<"tir-lower-try"> {
  let summary = "Make structured control flow of clean-ups";
  let description = [{
    Replaces each `tir.try` by `scf.if`: each step of its body runs while the
    code of those before it is 0; then all of `finally` runs; then the first
    code that is not 0, that of the body before those of `finally`, leaves the
    function by `tir.check_return`. Operations that do no harm where a step
    before them failed are taken out of the conditions: they have no effects,
    cannot trap as a division by 0 does, and use no value, also not in their
    regions, of an operation that stays. If later steps need a value that a step
    makes, they stand in the same condition as that step.

    A `tir.report_error` stays with its step, and in `finally` tells only of the
    code that goes up.

    Input: functions that return codes, as `tir-make-unpacked-api` makes them.
    In a `tir.try` an error may leave `scf.if`, `scf.for`, and the second region
    of `scf.while`, where these carry no values, and no other region.

    Source: none in TVM, which has no clean-ups.

    Example:

    ```mlir
    func.func private @open() -> i32
    func.func private @kernel() -> i32
    func.func private @close() -> i32
    func.func @run() -> i32 {
      tir.try {
        %opened = func.call @open() : () -> i32
        tir.check_return %opened
        %done = func.call @kernel() : () -> i32
        tir.check_return %done
      } finally {
        %closed = func.call @close() : () -> i32
        tir.check_return %closed
      }
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    becomes

    ```mlir
    func.func @run() -> i32 {
      %opened = call @open() : () -> i32
      %zero = arith.constant 0 : i32
      %isOK = arith.cmpi eq, %opened, %zero : i32
      %code = scf.if %isOK -> (i32) {
        %done = func.call @kernel() : () -> i32
        scf.yield %done : i32
      } else {
        scf.yield %opened : i32
      }
      %closed = call @close() : () -> i32
      %zero_1 = arith.constant 0 : i32
      %isStillOK = arith.cmpi eq, %code, %zero_1 : i32
      %first = scf.if %isStillOK -> (i32) {
        scf.yield %closed : i32
      } else {
        scf.yield %code : i32
      }
      return %first : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_ABIPASSES_TD
