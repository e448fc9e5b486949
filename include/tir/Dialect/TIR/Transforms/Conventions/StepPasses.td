//===- StepPasses.td - Passes that run a model step by step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRMakeStepsPass : Pass<"tir-make-steps", "::mlir::ModuleOp"> {
  let summary = "Create functions that run a part of the model";
  let description = [{
    With `steps`, or if an input comes by rows (`fed` in `kernel.argument`), adds functions to
    the C interface with which the application drives a run itself:

    | function | what it does |
    |---|---|
    | `_begin` | begins a run |
    | `_row` | returns where the next row of the input goes, or NULL if it is not time for one |
    | `_feed` | hands over that row; without `steps`, also runs the model until it needs the next one |
    | `_step` | with `steps`: runs the model for one step |
    | `_end` | ends a run whose steps are all done |
    | `_abort` | ends a run between its parts |

    All of them get the struct `tvmgen_<model>_progress`, which says where the
    run is. Each function checks that it is its turn; if not, it returns -1 and
    changes nothing. If the workspace is static, a second run cannot begin
    before the first one has ended, in `tvmgen_<model>_run` either. With
    `guard`, this holds for `tvmgen_<model>_run` without the functions above,
    too.

    `_step` and `_feed` return 0 if the outputs are there, 1 or 2 if the run goes
    on, and -1 if a kernel or a hook failed. Its code, which may be any number,
    is then the third number in the progress. The flag of the workspace and the
    state of a run change by `memref.atomic_rmw`, so that an interrupt may call
    any of the functions: it takes its turn, or gets -1.

    Models of one program may have rules: which of them never run at the same
    time, and which may interrupt others (`tirc --firmware`). `flags` says by
    which flags they keep these. A model holds a `run` flag during a run, and a
    `step` flag during each step; a run or a step fails with -1, without any
    change, if another model holds it. A run does not begin either while another
    model holds a flag that is to be `clear`. With a `run` flag, a model needs
    no flag of its own. A flag that a model `writes` is set at the end of each
    of its runs without an error, and is not set before that; a run of a model
    that `reads` it fails with -1 if it is not set.

    A step is an operation of the main function, or an iteration of a loop in
    it that contains calls. Variables change in the last step. Hooks that
    activate devices are called by `_begin`, and those that deactivate them by
    `_end` and `_abort`. If one of them fails in `_begin`, the devices that are
    active already are deactivated, and no run has begun. `tvmgen_<model>_run` runs all steps. It then copies the
    rows of the input itself.

    Input: the output of `tir-make-c-interface`. The main function may be
    packed; the functions above call no packed function. Output: a private function `steps`, which runs the steps from
    one number to another, and the functions above.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-make-steps=steps
    tir.struct @tvmgen_net_outputs ["y"]
    tir.prim_func private @clear(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func private @__tvm_main__(%y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
      tir.call_tir @clear(%y) : (memref<4xi8>) -> ()
      tir.return
    }
    func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
        attributes {tir.model = #tir.model<name = "net">,
                    tir.interface = {api = "c", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
      %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi8>
      tir.call_tir @__tvm_main__(%y) : (memref<4xi8>) -> ()
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    The C it becomes, in the header:

    ```c
    struct tvmgen_net_progress {
      int32_t position[3];
    };

    int32_t tvmgen_net_begin(struct tvmgen_net_progress *progress);
    int32_t tvmgen_net_step(struct tvmgen_net_progress *progress, struct tvmgen_net_outputs *outputs);
    int32_t tvmgen_net_end(struct tvmgen_net_progress *progress);
    int32_t tvmgen_net_abort(struct tvmgen_net_progress *progress);
    ```
  }];
  let options = [
    Option<"steps", "steps", "bool", "false",
           "Add functions that run the model in short steps">,
    Option<"guard", "guard", "bool", "false",
           "Let a run fail that begins in another one, if the workspace is static">,
    ListOption<"stepped", "stepped", "std::string",
               "Names of models that get these functions without steps">,
    ListOption<"flags", "flags", "std::string",
               "MODEL:KIND:FLAG with clear, run, step, writes or reads, a flag of the program that a model checks, holds or sets">,
    TIR_OnErrorOption
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRGuardRunsPass : Pass<"tir-guard-runs", "::mlir::ModuleOp"> {
  let summary = "Refuse a run while another one uses its memory";
  let description = [{
    Makes a run that begins while another thread's run uses the same memory an
    error, -1, whose text goes where `on-error` says. It changes nothing.

    | the model has | guarded is |
    |---|---|
    | a static workspace | the workspace: one run at a time |
    | a state, and no static workspace | each state: runs on different states do not disturb each other, at most 256 of them at a time |
    | neither | nothing: all memory belongs to the call |

    The flags are exchanged atomically (`memref.atomic_rmw`), so the pass is
    for code that threads may call: shared libraries, and objects that become
    one. Such code for a processor without these instructions needs a library of
    its compiler.

    A static workspace has one flag. If `tir-make-steps` guards the C interface
    already (`guard`, `steps`), the other entries take its flag.

    Input: a module of one model with an interface (`tir-make-c-interface`,
    `tir-make-packed-interface`), after `tir-make-steps` and
    `tir-make-ffi-interface`, and before `tir-make-unpacked-api`. Output: an
    entry `guarded` of `tir.interface` says that there is a guard.

    Source: none in TVM v0.14, whose static workspaces have no guard.

    Example:

    ```mlir --tir-guard-runs
    module {
      memref.global "private" @workspace : memref<64xi8> = uninitialized
      tir.prim_func private @kernel(%x: memref<64xi8>) {
        tir.return
      }
      tir.prim_func private @__tvm_main__() {
        %pool = memref.get_global @workspace : memref<64xi8>
        tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
        tir.return
      }
      func.func @tvmgen_net_run() attributes {
          tir.model = #tir.model<name = "net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>, source = "net.mlir">} {
        return
      }
    }
    ```

    becomes

    ```mlir
    memref.global "private" @run_in_progress : memref<1xi32> = dense<0>
    …
    tir.prim_func private @__tvm_main__() {
      %0 = memref.get_global @run_in_progress : memref<1xi32>
      %c0 = arith.constant 0 : index
      %c-1_i32 = arith.constant -1 : i32
      %1 = memref.atomic_rmw assign %c-1_i32, %0[%c0] : (i32, memref<1xi32>) -> i32
      %c0_i32 = arith.constant 0 : i32
      %2 = arith.cmpi eq, %1, %c0_i32 : i32
      tir.assert %2, "net: another run is in progress, and the workspace is static; end or abort that run first"
      tir.try {
        %3 = memref.get_global @workspace : memref<64xi8>
        tir.call_tir @kernel(%3) : (memref<64xi8>) -> ()
      } finally {
        %3 = memref.get_global @run_in_progress : memref<1xi32>
        …
        %4 = memref.atomic_rmw assign %c0_i32_1, %3[%c0_0] : (i32, memref<1xi32>) -> i32
      }
      tir.return
    }
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_STEPPASSES_TD
