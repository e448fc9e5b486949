// RUN: tir-opt %s --tir-resolve-runtime-at-load | FileCheck %s
// RUN: tir-opt %s --tir-resolve-runtime-at-load | FileCheck %s --check-prefix=FFI
// A second run changes nothing.
// RUN: tir-opt %s --tir-resolve-runtime-at-load --tir-resolve-runtime-at-load | FileCheck %s
// RUN: tir-opt %s --tir-resolve-runtime-at-load --tir-drop-loader-entries | FileCheck %s --check-prefix=DROP
// If no function is marked as the entry, the interface names it.
// RUN: sed 's/tir.function = .#tir.function<entry = <is_loaded = true>>./app.unused/' %s | tir-opt --tir-resolve-runtime-at-load | FileCheck %s --check-prefix=INTERFACE
// The entry of the C interface is for C, not for loaders.
// RUN: sed -e 's/tir.function = .#tir.function<entry = <is_loaded = true>>./app.unused/' -e 's/"packed"/"c"/' %s | tir-opt --tir-resolve-runtime-at-load | FileCheck %s --check-prefix=ENTRYLESS

// CHECK-DAG: llvm.mlir.global weak protected constant @__tvm_main__("entry\00")
// CHECK-DAG: llvm.mlir.global weak protected @__TVMAPISetLastError()
// CHECK-DAG: llvm.mlir.global weak protected @__TVMBackendGetFuncFromEnv()
// CHECK-DAG: llvm.mlir.global weak protected @__TVMBackendAllocWorkspace()
// CHECK-DAG: llvm.mlir.global weak protected @__tvm_module_ctx()
// CHECK-DAG: llvm.mlir.global internal constant @tir_text_runtime_error("RuntimeError\00")
// CHECK-DAG: llvm.func extern_weak @TVMFFIErrorSetRaisedFromCStr(!llvm.ptr, !llvm.ptr)
// CHECK-NOT: @__TVMFFI
// CHECK-NOT: @__tvmgen
// INTERFACE: constant @__tvm_main__("run\00")
// ENTRYLESS-NOT: @__tvm_main__

module {
  // CHECK:       llvm.func extern_weak @TVMAPISetLastError(!llvm.ptr)
  // CHECK:       llvm.func internal @tir_resolved_TVMAPISetLastError(%[[TEXT:.*]]: !llvm.ptr) attributes {dso_local, no_inline, no_unwind} {
  // CHECK:         %[[SLOT:.*]] = llvm.mlir.addressof @__TVMAPISetLastError
  // CHECK-NEXT:    %[[FOUND:.*]] = llvm.load %[[SLOT]]
  // CHECK-NEXT:    %[[EMPTY:.*]] = llvm.icmp "eq" %[[FOUND]],
  // CHECK-NEXT:    llvm.cond_br %[[EMPTY]], ^[[WEAK:bb[0-9]+]], ^[[CALL:bb[0-9]+]](%[[FOUND]] : !llvm.ptr)
  // CHECK:       ^[[WEAK]]:
  // CHECK-NEXT:    %[[SYMBOL:.*]] = llvm.mlir.addressof @TVMAPISetLastError
  // CHECK-NEXT:    %[[MISSING:.*]] = llvm.icmp "eq" %[[SYMBOL]],
  // CHECK-NEXT:    llvm.cond_br %[[MISSING]], ^[[DONE:bb[0-9]+]], ^[[CALL]](%[[SYMBOL]] : !llvm.ptr)
  // CHECK:       ^[[CALL]](%[[F:.*]]: !llvm.ptr):
  // CHECK-NEXT:    llvm.call %[[F]](%[[TEXT]]) : !llvm.ptr, (!llvm.ptr) -> ()
  // CHECK-NEXT:    llvm.br ^[[DONE]]
  // CHECK:       ^[[DONE]]:
  // CHECK-NEXT:    %[[RAISE:.*]] = llvm.mlir.addressof @TVMFFIErrorSetRaisedFromCStr
  // CHECK:         %[[KIND:.*]] = llvm.mlir.addressof @tir_text_runtime_error
  // CHECK-NEXT:    llvm.call %[[RAISE]](%[[KIND]], %[[TEXT]]) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> ()
  llvm.func @TVMAPISetLastError(!llvm.ptr) attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">,
      tir.interface = {api = "packed", entry = "run"}}

  // CHECK:       llvm.func extern_weak @TVMBackendGetFuncFromEnv(
  // CHECK:       llvm.func internal @tir_resolved_TVMBackendGetFuncFromEnv(%{{.*}}: !llvm.ptr, %[[NAME:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
  // CHECK:         %[[NONE:.*]] = llvm.mlir.constant(-1 : i32)
  // CHECK-NEXT:    llvm.cond_br %{{.*}}, ^[[DONE:bb[0-9]+]](%[[NONE]] : i32), ^[[CALL:bb[0-9]+]](%{{.*}} : !llvm.ptr)
  // CHECK:       ^[[CALL]](%[[F:.*]]: !llvm.ptr):
  // CHECK-NEXT:    %[[A:.*]] = llvm.mlir.addressof @__tvm_module_ctx
  // CHECK-NEXT:    %[[MODULE:.*]] = llvm.load %[[A]]
  // CHECK-NEXT:    %[[CODE:.*]] = llvm.call %[[F]](%[[MODULE]], %[[NAME]], %[[OUT]])
  // CHECK-NEXT:    llvm.br ^[[DONE]](%[[CODE]] : i32)
  // CHECK:       ^[[DONE]](%[[RESULT:.*]]: i32):
  // CHECK-NEXT:    llvm.return %[[RESULT]]
  llvm.func @TVMBackendGetFuncFromEnv(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32

  // CHECK:       llvm.func internal @tir_resolved_TVMBackendAllocWorkspace(
  // CHECK:         llvm.cond_br %{{.*}}, ^{{.*}}(%[[NULL:.*]] : !llvm.ptr), ^
  llvm.func @TVMBackendAllocWorkspace(i32, i32, i64, i32, i32) -> !llvm.ptr

  // The hook, which has no variable.
  // CHECK:       llvm.func extern_weak @tvmgen_net_on_error(
  // CHECK:       llvm.func internal @tir_resolved_tvmgen_net_on_error(
  llvm.func @tvmgen_net_on_error(i32, !llvm.ptr, !llvm.ptr)
  // CHECK:       llvm.func extern_weak @tvmgen_net_profile_begin(
  // CHECK:       llvm.func internal @tir_resolved_tvmgen_net_profile_begin(
  llvm.func @tvmgen_net_profile_begin(i32)
  // CHECK:       llvm.func extern_weak @tvmgen_net_profile_end(
  llvm.func @tvmgen_net_profile_end(i32)

  // Hooks of devices and kernels do not belong to the runtime.
  // CHECK:       llvm.func @TVMDeviceNpuOpen(!llvm.ptr) -> i32
  // CHECK-NOT:   tir_resolved_TVMDevice
  llvm.func @TVMDeviceNpuOpen(!llvm.ptr) -> i32

  // CHECK:       llvm.func @run
  // CHECK:         llvm.call @tir_resolved_TVMAPISetLastError(
  // CHECK:         llvm.call @tir_resolved_tvmgen_net_on_error(
  // CHECK:         llvm.call @tir_resolved_tvmgen_net_profile_begin(
  // CHECK:         llvm.call @tir_resolved_tvmgen_net_profile_end(
  // CHECK:         llvm.call @tir_find_function(
  // CHECK:         llvm.call @tir_resolved_TVMBackendAllocWorkspace(
  // CHECK:         llvm.call @TVMDeviceNpuOpen(
  llvm.func @run(%p: !llvm.ptr, %i: i32, %n: i64) -> i32 {
    llvm.call @TVMAPISetLastError(%p) : (!llvm.ptr) -> ()
    llvm.call @tvmgen_net_on_error(%i, %p, %p) : (i32, !llvm.ptr, !llvm.ptr) -> ()
    llvm.call @tvmgen_net_profile_begin(%i) : (i32) -> ()
    llvm.call @tvmgen_net_profile_end(%i) : (i32) -> ()
    %0 = llvm.call @TVMBackendGetFuncFromEnv(%p, %p, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
    %1 = llvm.call @TVMBackendAllocWorkspace(%i, %i, %n, %i, %i) : (i32, i32, i64, i32, i32) -> !llvm.ptr
    %2 = llvm.call @TVMDeviceNpuOpen(%p) : (!llvm.ptr) -> i32
    llvm.return %2 : i32
  }

  // DROP-NOT: @__tvm_ffi_main
  // CHECK:    llvm.func weak @__tvm_ffi_main
  llvm.func @__tvm_ffi_main() attributes {tir.function = "#tir.function<entry = <for_loaders = true>>"} {
    llvm.return
  }
  // DROP:     llvm.func @entry
  // A name with the model's is its own.
  // CHECK:    llvm.func @__tvm_ffi_tvmgen_net_run
  llvm.func @__tvm_ffi_tvmgen_net_run() {
    llvm.return
  }
  // CHECK:    llvm.func @entry
  llvm.func @entry() attributes {tir.function = "#tir.function<entry = <is_loaded = true>>"} {
    llvm.return
  }
}

// What finds a function uses tvm-ffi if that loaded the library, or if there is no other runtime.
// FFI:       llvm.func internal @tir_ffi_find(
// FFI:         llvm.call @tir_ffi_find_own(
// FFI:         llvm.call @tir_resolved_TVMFFIEnvModLookupFromImports(
// FFI:         llvm.call @tir_resolved_TVMFFIObjectIncRef(
// FFI:         llvm.call @tir_resolved_TVMFFIFunctionGetGlobal(
// FFI:       llvm.func internal @tir_find_function(
// FFI:         llvm.mlir.addressof @__tvm_ffi__library_ctx
// FFI:         llvm.mlir.addressof @__TVMBackendGetFuncFromEnv
// FFI:         llvm.call @tir_ffi_find(
// FFI:         llvm.call @tir_resolved_TVMBackendGetFuncFromEnv(
