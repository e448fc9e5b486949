// RUN: tir-opt %s --tir-make-ffi-interface --split-input-file | FileCheck %s

// With the C interface, the loaders of TVM get a separate entry.
// CHECK-LABEL: module
// CHECK:      tir.prim_func private @__tvm_main__(
// CHECK:      tir.prim_func @run_packed(%arg0: memref<4xf32> {tir.name = "image"}, %arg1: !tir.device_context<"npu"> {tir.name = "npu0"})
// CHECK-SAME:   attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run_packed", registered, tir.function = #tir.function<entry = <extra_args = 1, for_loaders = true, is_loaded = true>>}
// CHECK:      tir.call_tir @__tvm_main__(%arg0, %arg1)
// CHECK:      func.func private @tvmgen_net_run_loaded(%arg0: memref<4xf32>, %arg1: !tir.device_context<"npu">) -> i32 attributes {tir.function = #tir.function<always_inline = true, entry = <for_loaders = true>>} {
// CHECK:      tir.call_tir @__tvm_main__(%arg0, %arg1)

// CHECK:      func.func @__tvm_ffi_tvmgen_net_run(%arg0: !tir.handle {tir.name = "self"}, %arg1: !tir.values {tir.name = "args"}, %arg2: i32 {tir.name = "num_args"}, %arg3: !tir.values {tir.name = "result"}) -> i32 attributes {tir.function = #tir.function<entry = <for_loaders = true>>} {
// CHECK:      "tvmgen_net_run: expected 2 arguments in num_args, but it is ", %{{.*}} {kind = "TypeError", on_error = #tir.on_error<raise>}
// CHECK:      "tvmgen_net_run: expected an array, but args is NULL"
// CHECK:      %[[SLOT:.*]] = tir.packed_get %arg1[0] : i64
// CHECK:      %[[INDEX:.*]] = arith.trunci %[[SLOT]] : i64 to i32
// CHECK:      "tvmgen_net_run: argument 0 (image): expected a tensor, but it is NULL" {kind = "TypeError"
// CHECK:      "tvmgen_net_run: argument 0 (image): expected a tensor (7 or 70) in type_index[0], but it is ", %{{.*}} {kind = "TypeError"
// CHECK:      tir.packed_get %arg1[2] : i64
// CHECK:      "tvmgen_net_run: argument 1 (npu0): expected the context of a device (4 or 0) in type_index[1], but it is ", %{{.*}} {kind = "TypeError"
// CHECK:      %[[H:.*]] = tir.packed_get %arg1[1] : !tir.handle
// CHECK:      %[[IS:.*]] = arith.cmpi eq, %[[INDEX]], %c70_i32
// CHECK:      %[[O:.*]] = arith.select %[[IS]], %c24_i64, %c0_i64
// CHECK:      tir.pointer_cast %[[H]][%[[O]]] : !tir.handle to !tir.dltensor
// CHECK:      in dtype.code, but it is ", %{{.*}} {kind = "TypeError"
// CHECK:      "tvmgen_net_run: argument 0 (image): expected 4 in shape[0], but it is ", %{{.*}} {kind = "ValueError"
// CHECK:      %[[STREAM:.*]] = call @TVMFFIEnvGetStream(
// CHECK-NEXT: %[[NONE:.*]] = tir.is_null %[[STREAM]]
// CHECK-NEXT: tir.assert %[[NONE]], "tvmgen_net_run: expected no stream for the CPU, but one is set (TVMFFIEnvSetStream); the model runs at once, in the thread that calls it" {kind = "ValueError"
// CHECK:      %[[X:.*]] = tir.dltensor_get %{{.*}}, data : memref<4xf32>
// CHECK:      %[[C:.*]] = tir.packed_get %arg1[3] : !tir.device_context<"npu">
// CHECK:      %[[CODE:.*]] = call @tvmgen_net_run_loaded(%[[X]], %[[C]])
// CHECK-NEXT: tir.report_error %[[CODE]], "tvmgen_net_run" {on_error = #tir.on_error<raise>}
// CHECK-NEXT: return %[[CODE]]
// CHECK:      func.func @__tvm_ffi_main(
// CHECK-NEXT: call @__tvm_ffi_tvmgen_net_run(%arg0, %arg1, %arg2, %arg3)
// CHECK:      func.func @__tvm_ffi_run(
// CHECK-NEXT: call @__tvm_ffi_tvmgen_net_run(%arg0, %arg1, %arg2, %arg3)
// CHECK:      func.func @__tvm_ffi__metadata_tvmgen_net_run(
// CHECK-NEXT: %[[TEXT:.*]] = tir.string_constant "{\22arguments\22:[{\22alignment\22:4,\22dtype\22:\22float32\22,\22name\22:\22image\22,\22role\22:\22output\22,\22shape\22:[4]},{\22name\22:\22npu0\22,\22role\22:\22device\22}],\22type_schema\22:
// CHECK-NEXT: call @tir_ffi_return_text(%[[TEXT]], %arg3)
// CHECK:      func.func @__tvm_ffi__metadata_run(
// CHECK:      func.func @__tvm_ffi_tvmgen_net_init(
// CHECK:      call @tvmgen_net_init_loaded
// CHECK:      func.func @__tvm_ffi_init(
module {
  memref.global "private" @workspace : memref<32xi8>
  tir.prim_func private @__tvm_main__(%x: memref<4xf32> {tir.name = "image"}, %npu0: !tir.device_context<"npu"> {tir.name = "npu0"}) {
    tir.return
  }
  tir.prim_func private @__tvm_init__(%npu0: !tir.device_context<"npu">) {
    tir.return
  }
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>]>, source = "net.mlir">} {
    return
  }
}

// -----

// With the packed interface, that entry exists already.
// CHECK-LABEL: module
// CHECK-NOT:  run_packed
// CHECK:      tir.prim_func @__tvm_main__(
// CHECK-SAME:   entry = <is_loaded = true>>}
// CHECK-NOT:  run_packed
// CHECK:      func.func @__tvm_ffi_tvmgen_default_run(
// CHECK-NOT:  run_packed
module {
  tir.prim_func @__tvm_main__(%x: memref<4xf32>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_default_run", registered} {
    tir.return
  }
}

// -----

// Callers know the sign of integers that memory does not show.

// CHECK-LABEL: module
// CHECK:      "tvmgen_default_run: argument 0 (arg0): expected elements of uint8 (1) in dtype.code, but it is "
module {
  tir.prim_func @__tvm_main__(%x: memref<4xi8> {tir.port = #tir.port<encoding = <type = ui8>>})
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_default_run", registered} {
    tir.return
  }
}

// -----

// Code of others may raise an error, so a run begins without one. A registered kernel has a function, too.

// CHECK-LABEL: module
// CHECK:      func.func private @tir_ffi_clear_error() attributes {tir.function = #tir.function<entry = <for_loaders = true>>}
// CHECK:      func.func @__tvm_ffi_tvmgen_default_run(
// CHECK-NEXT: call @tir_ffi_clear_error()
// CHECK:      func.func @__tvm_ffi_app.kernel(
// CHECK:      "app.kernel: expected 1 argument in num_args
// CHECK:      call @app.kernel_loaded(
module {
  tir.prim_func private @kernel(%x: memref<4xf32>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "app.kernel", registered} {
    tir.return
  }
  tir.prim_func @__tvm_main__(%x: memref<4xf32>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_default_run", registered} {
    tir.call_packed "app.kernel"(%x) : (memref<4xf32>) -> ()
    tir.return
  }
}
