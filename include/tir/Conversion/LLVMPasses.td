//===- LLVMPasses.td - Conversions to the LLVM dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_LLVMPASSES_TD
#define TIR_CONVERSION_LLVMPASSES_TD

include "mlir/Pass/PassBase.td"
include "tir/TargetInfo/MachineOptions.td"

def TIRSetLLVMTargetPass : Pass<"tir-set-llvm-target", "::mlir::ModuleOp"> {
  let summary = "Note the target's triple and data layout on the module";
  let description = [{
    Sets `llvm.target_triple` and `llvm.data_layout` on the module, which
    `tir-convert-to-llvm` and `mlir-translate` read. Checks the target first: an
    unknown triple, CPU, feature or floating-point ABI is an error that lists
    the known ones.

    Input: any module. Output: the same with the two attributes, the triple in
    LLVM's normal form (an Arm triple follows the CPU: `arm-none-eabi` with
    `cortex-m4` becomes `thumbv7em-unknown-none-eabi`).

    Example:

    ```mlir --tir-set-llvm-target="target-triple=arm-none-eabi target-cpu=cortex-m4"
    module {
    }
    ```

    becomes

    ```mlir
    module attributes {llvm.data_layout = "e-m:e-p:32:32-…",
                       llvm.target_triple = "thumbv7em-unknown-none-eabi"} {
    }
    ```
  }];
  let options = machineOptions # [
    Option<"floatABI", "float-abi", "std::string", "\"\"",
           "soft, softfp or hard (default: what triple and CPU say)">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRConvertToLLVMPass : Pass<"tir-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert functions on memrefs to the LLVM dialect";
  let description = [{
    Converts everything that has a ToLLVM dialect interface, as upstream's
    `convert-to-llvm` does, but in the way that an embedded target needs. A
    buffer argument is one raw pointer. `index` is as wide as the pointers of
    the module's `llvm.data_layout` (64 bits without one). f16 and bf16 become
    the integers of their bits, because LLVM would call functions that the
    run-time library may lack to move a `bfloat`.

    Input: func, cf, arith, math, memref, low-level tir; buffers with static
    shape and identity layout at every call. `scf` must be gone
    (`convert-scf-to-cf`), since `tir.check_return` becomes a branch. Output:
    only the LLVM dialect, without unexpected calls of a run-time library:
    allocations, and copies of anything but whole buffers, are errors.

    Example:

    ```mlir
    module attributes {llvm.data_layout = "e-p:32:32"} {
      func.func @f(%x: memref<4xi8>, %i: index) -> i8 {
        %y = memref.load %x[%i] : memref<4xi8>
        return %y : i8
      }
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %i: i32) -> i8 {…
      %at = llvm.getelementptr inbounds|nuw %x[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
      %y = llvm.load %at : !llvm.ptr -> i8
      llvm.return %y : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRNarrowFloatsToLLVMPass
    : Pass<"tir-narrow-floats-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Compute f16 and bf16 in f32, and convert without library calls";
  let description = [{
    Arithmetic and mathematical functions on f16 and bf16 become those on f32,
    with each result rounded back, as in the C that tirc writes; both give the
    same bits. If the target has no instruction that converts between f16 and
    f32 (x86 without F16C, Arm without half precision, RISC-V without Zfhmin),
    integer operations convert: LLVM would call `__aeabi_h2f`, which the libgcc
    of bare-metal toolchains does not have. A NaN becomes a quiet one and keeps
    its bits.

    Input: scalars only. Output: f16 and bf16 in memory and in `bitcast`, and in
    `extf` and `truncf` to and from f32 where those are instructions.

    Example:

    ```mlir --tir-narrow-floats-to-llvm="target-triple=arm-none-eabi target-cpu=cortex-m4"
    func.func @add(%a: f16, %b: f16) -> f16 {
      %r = arith.addf %a, %b : f16
      return %r : f16
    }
    ```

    becomes

    ```mlir
    func.func @add(%a: f16, %b: f16) -> f16 {
      %x = arith.extf %a : f16 to f32
      %y = arith.extf %b : f16 to f32
      %s = arith.addf %x, %y : f32
      %r = arith.truncf %s : f32 to f16
      return %r : f16
    }
    ```
  }];
  let options = machineOptions # [
    Option<"floatABI", "float-abi", "std::string", "\"\"",
           "soft, softfp or hard (default: what triple and CPU say)">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def TIRLegalizeCScalarsPass
    : Pass<"tir-legalize-c-scalars", "::mlir::ModuleOp"> {
  let summary = "Give functions and buffers the number types of C";
  let description = [{
    Gives each function that C calls, that C defines, or whose address C
    receives the signature that `tir-convert-to-emitc` would give it, so that
    objects and generated C can replace each other:

    | type | becomes | in C |
    |---|---|---|
    | `index` | `i32` | `int32_t` |
    | other integers that C does not have, such as i4 and i48 | the next wider one, with the same value | `int8_t`, `int64_t` |
    | f16, bf16 | `i16`, their bits | `uint16_t` |
    | a buffer of `index` or of such integers | one of those types | `int32_t *` |

    An argument or result narrower than a register gets `llvm.signext` or
    `llvm.zeroext` if the C ABI of the module's `llvm.target_triple` requires
    it: i1 and unsigned numbers get `zeroext`, signed numbers `signext`. On
    AArch64 the side that receives a number extends it; some 64-bit targets also
    extend i32.

    Input: func, cf, arith, memref, low-level tir. Output: the same; the types
    inside functions stay. A type that C99 does not have is an error.

    Example:

    ```mlir
    func.func private @scale(i8, f16, index) -> i1
    func.func @f(%x: i8, %y: f16, %z: index) -> i1 {
      %r = call @scale(%x, %y, %z) : (i8, f16, index) -> i1
      return %r : i1
    }
    ```

    becomes

    ```mlir
    func.func private @scale(i8 {llvm.signext}, i16 {llvm.zeroext}, i32) -> (i1 {llvm.zeroext})
    func.func @f(%x: i8 {llvm.signext}, %y: i16 {llvm.zeroext}, %z: i32) -> (i1 {llvm.zeroext}) {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def TIRFinalizeLLVMPass : Pass<"tir-finalize-llvm", "::mlir::ModuleOp"> {
  let summary = "Give generated functions and globals their linkage";
  let description = [{
    Expresses in LLVM's terms what the module's functions guarantee. Private
    functions and globals become `internal`, so that an object exports only its
    entry; they keep their names in a map file. No function unwinds. Kernels
    (functions with a place in `#tir.kernel`) are not inlined: profiles and stack depths are
    measured per kernel, and their `noalias` keeps its full effect. The only kernel of a module may
    be inlined if it has a dozen branches: trees take about as long as two calls.

    An argument with `tir.effect` is `noalias` in a kernel, unless it has
    `noalias = false`, and `readonly` if it is only read. Arguments lose
    their `tir.*` attributes, since the translation to LLVM IR warns about them;
    functions and the module keep theirs. Buffers without contents become zeros,
    for `.bss`.

    Input: a module after `tir-convert-to-llvm`. Output: the same, ready for
    `mlir-translate --mlir-to-llvmir`.

    Example:

    ```mlir
    llvm.func @kernel(%x: !llvm.ptr {tir.effect = #tir.effect<read>})
        attributes {sym_visibility = "private", tir.function = #tir.function<kernel = <place = "exp#0">>} {
      llvm.return
    }
    ```

    becomes

    ```mlir
    llvm.func internal @kernel(%x: !llvm.ptr {llvm.noalias, llvm.readonly})
        attributes {dso_local, no_inline, no_unwind, sym_visibility = "private", tir.function = #tir.function<kernel = <place = "exp#0">>} {
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRResolveRuntimeAtLoadPass
    : Pass<"tir-resolve-runtime-at-load", "::mlir::ModuleOp"> {
  let summary = "Let a library load with any runtime, or without one";
  let description = [{
    This pass is for shared libraries. Each function of a runtime that the
    module calls (declared in `tvm/runtime/c_runtime_api.h` or `c_backend_api.h`,
    `TVMFFI*`, and the application's hooks for errors and measurements) is
    called through an internal function, which takes the address of the function
    from the first of these that is there:

    1. the variable `__<name>`, which TVM's loader fills (not for `TVMFFI*` and
       the hooks),
    2. the weak symbol of that name.

    If neither is there, the internal function does nothing and returns −1 or
    NULL, so that an error is only its code. The one for `TVMAPISetLastError`
    also passes its text to tvm-ffi, if that is loaded, since its host asks for
    it there. The module of a look-up (`TVMBackendGetFuncFromEnv`) is the
    variable `__tvm_module_ctx`, which the loader also fills.

    `__tvm_main__` becomes text that names the function that loaders call.
    Without such a function, it names the `entry_packed` or, with a packed
    interface, the `entry` of `tir.interface`.

    Input: a module after `tir-finalize-llvm`. Output: the same; the only
    undefined symbols of a runtime are weak.

    Source: TVM v0.14 `src/runtime/library_module.cc` and
    `src/target/llvm/codegen_cpu.cc`.

    Example:

    ```mlir
    llvm.func @TVMFuncFree(!llvm.ptr) -> i32
    llvm.func @f(%x: !llvm.ptr) -> i32 {
      %code = llvm.call @TVMFuncFree(%x) : (!llvm.ptr) -> i32
      llvm.return %code : i32
    }
    ```

    becomes

    ```mlir
    llvm.func extern_weak @TVMFuncFree(!llvm.ptr) -> i32
    llvm.func internal @tir_resolved_TVMFuncFree(%x: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {…
    llvm.func @f(%x: !llvm.ptr) -> i32 {
      %code = llvm.call @tir_resolved_TVMFuncFree(%x) : (!llvm.ptr) -> i32
      llvm.return %code : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def TIRDropLoaderEntriesPass
    : Pass<"tir-drop-loader-entries", "::mlir::ModuleOp"> {
  let summary = "Drop functions that only loaders of libraries look for";
  let description = [{
    Erases functions whose `#tir.entry` is `for_loaders`: entries for loaders of
    shared libraries, which C and objects do not need.

    Input: any module in which nothing calls them. Output: the same without them.

    Example:

    ```mlir
    func.func @__tvm_ffi_main() attributes {tir.function = #tir.function<entry = <for_loaders = true>>} {
      return
    }
    func.func @run() {
      return
    }
    ```

    becomes

    ```mlir
    func.func @run() {
      return
    }
    ```
  }];
}

#endif // TIR_CONVERSION_LLVMPASSES_TD
