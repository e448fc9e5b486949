//===- PlanPasses.td - Passes that order the steps and place buffers in pools
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PLANPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PLANPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRStreamRowsPass : Pass<"tir-stream-rows", "::mlir::ModuleOp"> {
  let summary = "Run calls in turns, a row at a time";
  let description = [{
    Replaces each `kernel.by_rows` of a public function by a loop. In each
    iteration, each kernel makes its next row if it is its turn. A tensor
    between the calls that nothing else uses becomes a ring: the rows that its
    readers still need, one after the other, the newest one last. They move
    down when the oldest ones have been read. Rows outside of a tensor are rows
    of padding, so that kernels do not treat the borders apart. When each row
    is made follows from the windows of the kernels (`window` in
    `kernel.argument`) alone, and nothing is computed twice.

    Where one kernel alone reads a ring and its schedule can move the rows, the
    kernel does so (`moves` in its `window`), and there is no copy.

    Calls that cannot run in turns, because they need rows of a tensor at
    different rates, become several loops.

    Input: `kernel.by_rows` on memrefs, as `tir-bufferize` leaves it. Output:
    loops with a `tir.call_tir` for a row of each kernel, on buffers that
    `tir.rebase` addresses.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-stream-rows
    !in = memref<1x8x4xi8>
    !out = memref<1x8x4xi8>
    !rows = memref<1x3x4xi8>
    !row = memref<1x1x4xi8>
    tir.prim_func private @blur_row(
        %x: !rows {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = -1, rows = 3, padding = 0 : i8>>},
        %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>}) {
      tir.return
    }
    tir.prim_func @main(%x: !in {tir.effect = #tir.effect<read>}, %y: !out {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : !out
      kernel.by_rows {
        tir.call_tir @blur_row(%x, %a) : (!in, !out) -> ()
        tir.call_tir @blur_row(%a, %y) : (!out, !out) -> ()
      }
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %alloc = memref.alloc() {kernel.rows = #kernel.ring<rows = 3, tensor_rows = 8, kept = 8>} : memref<12xi8>
      %c0 = arith.constant 0 : index
      %0 = tir.rebase %alloc[%c0] : memref<12xi8> to memref<8xi8>
      tir.call_tir @fill_rows(%0) : (memref<8xi8>) -> ()
    ```
  }];
  let dependentDialects = ["::tir::kernel::KernelDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIROrderStepsPass : Pass<"tir-order-steps", "::mlir::ModuleOp"> {
  let summary = "Order the calls of main so that they need less memory";
  let description = [{
    Brings the operations of a public function in the order with the fewest bytes
    live at once, if that is fewer than in the given order. Branches of a network
    are then computed one after the other, the one that needs the most memory for
    itself first. Bytes that buffers share by their distances do not count.

    Operations that use a buffer that one of them writes keep their order, and so
    do those with effects beside the buffers that they get, such as calls of
    functions outside of the module that are not declared to have none. An
    operation with regions is one step. The search is exact; it gives up after a
    fixed number of steps, and the order then stays as it is.

    Input: public functions on memrefs, with the distances of their callees.
    Output: the same.

    Source: none in TVM v0.14, which keeps the order of the graph. The search is
    over sets of steps, like the schedules of SERENITY (Ahn et al., MLSys 2020).

    Example:

    ```mlir --tir-order-steps
    !small = memref<4xi8>
    !large = memref<64xi8>
    tir.prim_func private @widen(%x: !small {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func private @narrow(%x: !large {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func @main(%x: !small {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>},
                        %z: !small {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : !large
      tir.call_tir @widen(%x, %a) : (!small, !large) -> ()
      %b = memref.alloc() : !large
      tir.call_tir @widen(%x, %b) : (!small, !large) -> ()
      tir.call_tir @narrow(%a, %y) : (!large, !small) -> ()
      tir.call_tir @narrow(%b, %z) : (!large, !small) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %a = memref.alloc() : memref<64xi8>
      %b = memref.alloc() : memref<64xi8>
      tir.call_tir @widen(%arg0, %a) : (memref<4xi8>, memref<64xi8>) -> ()
      tir.call_tir @narrow(%a, %arg1) : (memref<64xi8>, memref<4xi8>) -> ()
      tir.call_tir @widen(%arg0, %b) : (memref<4xi8>, memref<64xi8>) -> ()
      tir.call_tir @narrow(%b, %arg2) : (memref<64xi8>, memref<4xi8>) -> ()
    ```
  }];
}

def TIRPlanMemoryPass : Pass<"tir-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give each buffer of the main function a static place";
  let description = [{
    Replaces each `memref.alloc` of the public `tir.prim_func`. A buffer lives
    from the first to the last step that uses it, itself or through a view; a
    step is a `tir.call_tir`, a `memref.copy` or another operation that accesses
    memory. With `strategy=packed`, buffers that never live at the same step
    share bytes of one global. With `strategy=separate`, each buffer has its own
    global, so that a sanitizer detects every access beyond its end.

    If that makes the global smaller, a kernel writes its output over an input
    that no later step reads, unless `overlap=off`. `distances` of `tir.port` on the output
    says how close after it the input may begin; `tir-infer-distances` derives
    it. Arguments that overlap get `noalias = false`; a function that other
    calls use differently gets a variant for them, `NAME_in_place`. Distances
    that no call uses are removed.

    A loop of known bounds in the function's block is followed iteration by
    iteration. What it uses first in a late iteration may lie where a buffer is
    that it has read by then, and that no later step reads. Otherwise, a buffer
    lives through the whole loop if it is allocated before it.

    If the module declares pools for buffers (`tir.pool` without `size`), buffers
    lie in these instead of in one workspace: as many as fit in the first one,
    the rest in the next. A buffer that a kernel uses whose argument has
    `pools` of `tir.port` lies in one of those. Models of one module share the pools. If the
    module declares read-only pools, each constant belongs to the first one that
    has room, and gets its section. It is an error if the pools are too small.

    An allocation with `argument` of `tir.port` is an input or output. An input lives from
    the start of a run to its last use, so that a run overwrites it; an output
    lives from its first use to the end.

    With `overwrite-inputs`, the memory of each input that is an argument serves
    for buffers after the last kernel has read it. It counts as a pool that comes
    before all others. The argument then has `overwritten` of `tir.port`.

    If the pools and the variables of the model take more than `limit` bytes,
    the pass fails and reports the step at which most bytes are live, with the
    buffers that are live there.

    Input: public `tir.prim_func`s with bodies, on memrefs; their allocations
    are in their blocks and have a static shape and the identity layout. No
    function calls itself by `tir.call_tir`, directly or through others, because
    its memory would have no bound. Output: no `memref.alloc` or
    `memref.dealloc` in them, and on each the attribute `#tir.plan`. Each has
    pools of its own; kernels are shared. The plan:

    | field | meaning |
    |---|---|
    | `strategy` | `packed` or `separate` |
    | `pools` | name of the global, `bytes`, `alignment`, `limit`, `section` and `external` of a declared pool, `input` if it is the memory of the input of that number, `lower_bound` (largest sum of live bytes; of buffers that may overlap, only the bytes that cannot overlap count), `gap` (bytes above it), `optimal` (no smaller plan exists), `method` that found the plan |
    | `buffers` | name (the kernel that writes it first), `pool`, `offset`, `bytes`, `alignment`, `first` and `last` step; `over`: the names of the buffers that it is written over, absent if there are none |
    | `steps` | what runs at each step: name (the kernel, or the operation), and the bytes of the regions that it `reads`, those that it `writes`, and the `constants` it reads, each counted once; for a call of an external function, also the place as `external` and the `device` whose context is passed |
    | `arguments` | the inputs and outputs in pools: `kind` (`input` or `output`), `type`, `pool`, `offset`, and the other `attributes` of the argument; absent if there are none |
    | `loops` | the `first` and `last` step of each loop; absent if there is none |
    | `profile` | the kernels with hooks; only after `tir-insert-profile-hooks` |
    | `lower_bound` | of all pools together, if there are several, whose own `lower_bound` then is 0; absent otherwise |
    | `inputs_outputs_live_bytes` | largest sum of live bytes when inputs (until they are last used) and outputs (from when they are first written) count, too |

    With an `alignment` above 16, the bytes of a pool are a multiple of it, too,
    so that nothing after the pool shares its last block, such as a cache line.
    A `tir.pool` keeps its limit.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @relu(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @relu(%b, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
    tir.prim_func @main(…
      %workspace = memref.get_global @workspace : memref<32xi8>
      %c0 = arith.constant 0 : index
      %a = memref.view %workspace[%c0][] : memref<32xi8> to memref<4xf32>
      %c16 = arith.constant 16 : index
      %b = memref.view %workspace[%c16][] : memref<32xi8> to memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()…
    ```
  }];
  let options = [
    Option<"strategy", "strategy", "::tir::PlanStrategy",
           "::tir::PlanStrategy::Packed",
           "How buffers are laid out",
           [{::llvm::cl::values(
               clEnumValN(::tir::PlanStrategy::Packed, "packed",
                          "all in one workspace, which they share"),
               clEnumValN(::tir::PlanStrategy::Separate, "separate",
                          "each in its own global"))}]>,
    Option<"alignment", "alignment", "uint64_t", "16",
           "Smallest alignment of a buffer, a power of two; a buffer whose "
           "element type or allocation needs more gets more">,
    Option<"limit", "limit", "uint64_t", "0",
           "Most bytes of all pools and variables of a model (default: no "
           "limit)">,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Whether the memory of inputs serves for buffers after their last "
           "use">,
    Option<"overlap", "overlap", "::tir::OverlapChoice",
           "::tir::OverlapChoice::Auto",
           "Whether kernels write over their inputs",
           [{::llvm::cl::values(
               clEnumValN(::tir::OverlapChoice::Auto, "auto",
                          "where that saves memory"),
               clEnumValN(::tir::OverlapChoice::Off, "off",
                          "never"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRPlaceSectionsPass : Pass<"tir-place-sections", "::mlir::ModuleOp"> {
  let summary = "Set the sections and alignments of static data";
  let description = [{
    Gives each constant (`memref.global constant`, a read-only `tir.pool`) the
    section `constants-section` and at least the alignment
    `constants-alignment`, and each array for data between kernels the section
    `workspace-section`. What has a section of its own keeps it. The pools of
    `#tir.plan` then have it, too.

    It runs before constants are placed in pools, for their alignment, and after
    `tir-place-workspace`, when all constants and arrays are known.

    Source: TVM v0.14 `src/target/source/source_module.cc`
    (`GenerateWorkspaceBuffer`, `GenerateConstantBuffer`) and
    `src/target/source/codegen_c.cc` (`AllocateConstNode`).

    Example:

    ```mlir --tir-place-sections="constants-section=.rodata.tvm workspace-section=.bss.noinit.tvm constants-alignment=16"
    memref.global "private" constant @weights : memref<2xi8> = dense<[1, 2]>
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
    ```

    becomes

    ```mlir
    memref.global "private" constant @weights : memref<2xi8> = dense<[1, 2]> {alignment = 16 : i64, tir.global = #tir.global<section = ".rodata.tvm">}
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64, tir.global = #tir.global<section = ".bss.noinit.tvm">}
    ```
  }];
  let options = [
    Option<"constantsSection", "constants-section", "std::string", "\"\"",
           "Section of constants (default: the compiler's)">,
    Option<"workspaceSection", "workspace-section", "std::string", "\"\"",
           "Section of arrays for data between kernels (default: the "
           "compiler's)">,
    Option<"constantsAlignment", "constants-alignment", "uint64_t", "1",
           "Smallest alignment of a constant, a power of two">
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRPlaceWorkspacePass
    : Pass<"tir-place-workspace", "::mlir::ModuleOp"> {
  let summary = "Decide where the memory of the pools comes from";
  let description = [{
    Gives the pools of each model's `#tir.plan` their memory:

    | workspace | the pools are |
    |---|---|
    | `internal` | the globals that `tir-plan-memory` made |
    | `external` | arguments of the main function after its outputs, each one `memref<?xi8>` of the pool's size (`pool` of `tir.port`); the globals are removed |
    | `backend` | allocated by `TVMBackendAllocWorkspace` when the function begins and freed in any case, the last one first; the globals are removed |
    | `call` | on the stack of each call (`memref.alloca`) if all of them together have at most `stack-limit` bytes, and otherwise allocated as with `backend`, at any address; the globals are removed |

    A declared pool that is `external` is such an argument in any case. One with
    a section cannot be allocated by the runtime: with `backend`, it is an error,
    and with `call`, it stays a global. An entry `workspace` of `#tir.plan` says
    what `call` chose: `stack` or `allocated`.

    The generated code checks the result of the runtime: `NULL`, or an address
    without the alignment of the plan, is the error −1, whose text goes where
    `on-error` says. Constants stay where they are.

    Input: a module after `tir-plan-memory` whose main functions are not called in
    the module.

    Source: TVM v0.14 `src/tir/transforms/lower_tvm_builtin.cc`
    (`VisitStmt_(AllocateNode)`), which assumes the alignment.

    Example:

    ```mlir --tir-place-workspace=workspace=external
    module {
      memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}
      tir.prim_func private @kernel(%x: memref<64xi8>) {
        tir.return
      }
      tir.prim_func @main()
          attributes {tir.model = #tir.model<plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>>} {
        %pool = memref.get_global @workspace : memref<64xi8>
        tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%pool: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.name = "workspace", tir.port = #tir.port<alignment = 16, pool = "workspace">})…
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
                          "static arrays of the model"),
               clEnumValN(::tir::Workspace::External, "external",
                          "the application: an argument for each pool"),
               clEnumValN(::tir::Workspace::Backend, "backend",
                          "the runtime: TVMBackendAllocWorkspace"),
               clEnumValN(::tir::Workspace::Call, "call",
                          "the stack of each call, or above a limit the "
                          "runtime"))}]>,
    Option<"stackLimit", "stack-limit", "uint64_t",
           "::tir::kStackWorkspaceBytes",
           "The most bytes that a call takes from the stack">,
    TIR_OnErrorOption,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PLANPASSES_TD
