// RUN: tir-opt %s --tir-make-packed-api=on-error=last-error --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-make-packed-api=runtime-checks=false --split-input-file | FileCheck %s --check-prefix=UNCHECKED
// RUN: tir-opt %s --tir-make-packed-api --split-input-file | FileCheck %s --check-prefix=CODE

// Without reports, the values that the caller passed are not computed with.
// CODE-NOT: arith.ext
// CODE:     tir.assert %{{.*}}, "tvmgen_net_add: expected 2 arguments in num_args"{{$}}
// CODE-NOT: arith.ext
// CODE:     "tvmgen_net_add: argument 0 (x): expected 1 in strides[2], or NULL in strides"{{$}}
// CODE-NOT: arith.ext
// CODE-LABEL: func.func @scale(

// UNCHECKED-NOT: tir.assert
// UNCHECKED-NOT: tir.type_code_get

// Every check, in the order that keeps each from reading values that do not exist.
// CHECK-LABEL: module
// CHECK:      tir.prim_func private @add_body(
// CHECK-SAME:   attributes {calling_convention = #tir.calling_convention<unpacked>, tir.function = #tir.function<kernel = <place = "add#0">>}
// CHECK:      func.func @tvmgen_net_add(
// CHECK-SAME:   %[[ARGS:[a-z0-9]+]]: !tir.values {tir.name = "args"},
// CHECK-SAME:   %[[CODES:[a-z0-9]+]]: !tir.type_codes {tir.name = "type_codes"},
// CHECK-SAME:   %[[COUNT:[a-z0-9]+]]: i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">},
// CHECK-SAME:   !tir.values {tir.name = "out_ret_value"},
// CHECK-SAME:   !tir.type_codes {tir.name = "out_ret_tcode"},
// CHECK-SAME:   !tir.handle {tir.name = "resource_handle"}) -> i32 attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
// CHECK:      %[[CAME:.*]] = arith.extsi %[[COUNT]] : i32 to i64
// CHECK-NEXT: "tvmgen_net_add: expected 2 arguments in num_args, but it is ", %[[CAME]] {on_error = #tir.on_error<last_error>}
// CHECK:      tir.is_null %[[ARGS]]
// CHECK:      "tvmgen_net_add: expected an array, but args is NULL"
// CHECK:      tir.is_null %[[CODES]]
// CHECK:      "tvmgen_net_add: expected an array, but type_codes is NULL"
// CHECK:      "tvmgen_net_add: argument 0 (x): expected a tensor, but it is NULL"
// CHECK:      "tvmgen_net_add: argument 0 (x): expected a tensor (7, 13 or 3) in type_codes[0], but it is "
// CHECK:      "tvmgen_net_add: argument 1 (arg1): expected a tensor, but it is NULL"
// CHECK:      "tvmgen_net_add: argument 1 (arg1): expected a tensor (7, 13 or 3) in type_codes[1], but it is "
// CHECK:      tir.packed_get %[[ARGS]][0] : !tir.dltensor
// CHECK:      "tvmgen_net_add: argument 0 (x): expected a tensor, but its DLTensor is NULL"
// CHECK:      "tvmgen_net_add: argument 0 (x): expected a tensor of rank 3 in ndim, but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected elements of float32 (2) in dtype.code, but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected elements of float32 (32) in dtype.bits, but it is "
// CHECK:      %[[CAME:.*]] = arith.extui %{{.*}} : i16 to i64
// CHECK-NEXT: "tvmgen_net_add: argument 0 (x): expected 1 in dtype.lanes, but it is ", %[[CAME]] {on_error
// CHECK:      "tvmgen_net_add: argument 0 (x): expected extents, but shape is NULL"
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 2 in shape[0], but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 1 in shape[1], but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 3 in shape[2], but it is "
// CHECK:      %[[NULL:.*]] = tir.is_null %{{.*}} : memref<3xi64>
// CHECK:      %[[SOME:.*]] = arith.xori %[[NULL]],
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 3 in strides[0], or NULL in strides, but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 1 in strides[2], or NULL in strides, but it is "
// CHECK-NEXT: {{^ *}$}}
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 0 in byte_offset, but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected 1 (kDLCPU) in device.device_type, but it is "
// CHECK:      "tvmgen_net_add: argument 0 (x): expected memory, but data is NULL"
// CHECK:      "tvmgen_net_add: argument 0 (x): expected an address divisible by 4 in data, but the remainder is "
// CHECK:      tir.packed_get %[[ARGS]][1] : !tir.dltensor
// CHECK:      "tvmgen_net_add: argument 1 (arg1): expected elements of bool (1, or 6 in DLPack 0.8) in dtype.code, but it is "
// CHECK:      "tvmgen_net_add: argument 1 (arg1): expected elements of bool (1 bit, or 8 with code 6) in dtype.bits, but it is "
// CHECK-NOT:  shape
// CHECK-NOT:  strides
// CHECK:      "tvmgen_net_add: argument 1 (arg1): expected what argument 0 (x) has in device.device_id, but it is "
// CHECK-NOT:  divisible
// CHECK:      tir.call_tir @add_body(%{{.*}}, %{{.*}}) : (memref<2x1x3xf32>, memref<i1>) -> ()
// CHECK:      return %{{.*}} : i32

// UNCHECKED-LABEL: func.func @tvmgen_net_add(
// UNCHECKED-NEXT:    %[[T:.*]] = tir.packed_get %arg0[0] : !tir.dltensor
// UNCHECKED-NEXT:    tir.dltensor_get %[[T]], data : memref<2x1x3xf32>
module {
  tir.prim_func @add(%x: memref<2x1x3xf32> {tir.name = "x"}, %y: memref<i1>)
      attributes {tir.model = #tir.model<name = "net", source = "net.mlir">, calling_convention = #tir.calling_convention<packed>, tir.function = #tir.function<kernel = <place = "add#0">>} {
    tir.return
  }
}

// -----

// Other kinds of arguments.
// CHECK-LABEL: module
// CHECK:      func.func @scale(
// CHECK:      "scale: argument 0 (arg0): expected an integer (0) in type_codes[0], but it is "
// CHECK:      "scale: argument 3 (arg3): expected a float (2) in type_codes[3], but it is "
// CHECK:      "scale: argument 5 (arg5): expected a string (11) in type_codes[5], but it is "
// CHECK:      "scale: argument 6 (arg6): expected a handle (3 or 4) in type_codes[6], but it is "
// CHECK:      "scale: argument 7 (arg7): expected strides[0] = 8, strides[1] = 2, but strides is NULL"
// CHECK:      "scale: argument 7 (arg7): expected 8 in strides[0], but it is "
// CHECK:      "scale: argument 7 (arg7): expected 2 in strides[1], but it is "
// CHECK:      %[[I:.*]] = tir.packed_get %arg0[0] : i64
// CHECK:      arith.trunci %[[I]] : i64 to i32
// CHECK:      %[[B:.*]] = tir.packed_get %arg0[1] : i64
// CHECK:      arith.cmpi ne, %[[B]]
// CHECK:      %[[N:.*]] = tir.packed_get %arg0[2] : i64
// CHECK:      arith.index_cast %[[N]] : i64 to index
// CHECK:      %[[F:.*]] = tir.packed_get %arg0[3] : f64
// CHECK:      arith.truncf %[[F]] : f64 to f32
// CHECK:      tir.packed_get %arg0[4] : f64
// CHECK:      tir.packed_get %arg0[5] : !tir.string
// CHECK:      tir.packed_get %arg0[6] : !tir.handle
// CHECK:      %[[FLAT:.*]] = tir.dltensor_get %{{.*}}, data : memref<15xi8>
// CHECK:      memref.reinterpret_cast %[[FLAT]] to offset: [0], sizes: [2, 4], strides: [8, 2] : memref<15xi8> to memref<2x4xi8, strided<[8, 2]>>
// CHECK:      tir.call_tir @kernel(
module {
  tir.prim_func @kernel(%i: i32, %b: i1, %n: index, %f: f32, %d: f64, %s: !tir.string, %h: !tir.handle,
                        %x: memref<2x4xi8, strided<[8, 2], offset: ?>>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "scale"} {
    tir.return
  }
}

// -----

// The module's own calls go to a separate shell, which can be inlined. The context is the resource handle; for a
// registered function it is an argument.
// CHECK-LABEL: module
// CHECK:      func.func private @tvmgen_default_on_npu(
// CHECK-SAME:   attributes {tir.function = #tir.function<always_inline = true>}
// CHECK:      "tvmgen_default_on_npu: expected 1 argument in num_args, but it is "
// CHECK:      %[[C:.*]] = tir.pointer_cast %arg5 : !tir.handle to !tir.device_context<"npu">
// CHECK:      tir.call_tir @on_npu_body(%{{.*}}, %[[C]])
// CHECK:      func.func private @app_scale_inlined(
// CHECK-SAME:   attributes {tir.function = #tir.function<always_inline = true>}
// CHECK:      "app_scale: argument 0 (arg0): expected a tensor of rank 1 in ndim, but it is "
// CHECK-NOT:  in data
// CHECK-NOT:  data is NULL
// CHECK:      func.func @app_scale(
// CHECK:      "app_scale: expected 2 arguments in num_args, but it is "
// CHECK:      "app_scale: argument 1 (npu0): expected the context of a device (3 or 4) in type_codes[1], but it is "
// CHECK:      "app_scale: argument 0 (arg0): expected memory, but data is NULL"
// CHECK:      tir.packed_get %arg0[1] : !tir.device_context<"npu">
// CHECK:      tir.prim_func @main(
// CHECK:      tir.call_cpacked @tvmgen_default_on_npu(%arg0) context(%arg1) {tir.call = #tir.call<device = "npu0">} :
// CHECK:      tir.call_cpacked @tvmgen_default_on_npu(%arg0) context(%arg1) :
// CHECK:      tir.call_cpacked @app_scale_inlined(%arg0, %arg1) :
module {
  tir.device @npu0 {kind = "npu"}
  tir.prim_func private @on_npu(%x: memref<4xi8>, %npu0: !tir.device_context<"npu">)
      attributes {calling_convention = #tir.calling_convention<packed>} {
    tir.return
  }
  tir.prim_func private @scale(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.name = "npu0"})
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "app.scale", registered} {
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8>, %npu0: !tir.device_context<"npu">) {
    tir.call_tir @on_npu(%x, %npu0) {tir.call = #tir.call<device = "npu0">} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
    tir.call_cpacked @on_npu(%x) context(%npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
    tir.call_tir @scale(%x, %npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
    tir.return
  }
}

// -----

// The entry: pools that are passed nevertheless, memory for the pools, callers that are trusted; loaders' entries check
// themselves.
// CHECK-LABEL: module
// CHECK:      func.func @tvmgen_default_run(
// CHECK-SAME:   attributes {tir.function = #tir.function<entry = <is_loaded = true, registry_name = "tvmgen_default_run">>}
// CHECK:      "tvmgen_default_run: expected 2 arguments, or 3 with the workspace, in num_args, but it is "
// CHECK:      "tvmgen_default_run: argument 1 (workspace): expected bytes (0 or 1) in dtype.code, but it is "
// CHECK:      "tvmgen_default_run: argument 1 (workspace): expected bytes (8) in dtype.bits, but it is "
// CHECK:      arith.cmpi sge
// CHECK:      "tvmgen_default_run: argument 1 (workspace): expected at least 64 in shape[0], but it is "
// CHECK:      "tvmgen_default_run: argument 1 (workspace): expected an address divisible by 16 in data, but the remainder is "
// CHECK:      func.func @trusting(
// CHECK-NOT:  in num_args
// CHECK-NOT:  type_codes is NULL"
// CHECK:      "trusting: expected an array, but args is NULL"
// CHECK-NOT:  type_code_get
// CHECK:      "trusting: argument 0 (arg0): expected a tensor of rank 1 in ndim, but it is "
// CHECK:      func.func private @loaded(
// CHECK:      tir.call_tir @__tvm_main__(
module {
  tir.prim_func @__tvm_main__(%x: memref<4xi8>, %w: memref<64xi8> {tir.name = "workspace", tir.port = #tir.port<alignment = 16, pool = "workspace">})
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_default_run",
                  registered, tir.function = #tir.function<entry = <extra_args = 1, is_loaded = true>>} {
    tir.return
  }
  tir.prim_func @t(%x: memref<4xi8>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "trusting", tir.function = #tir.function<entry = <trusts_caller = true>>} {
    tir.return
  }
  func.func private @loaded(%x: memref<4xi8>, %w: memref<64xi8>) -> i32 attributes {tir.function = #tir.function<entry = <for_loaders = true>>} {
    tir.call_tir @__tvm_main__(%x, %w) : (memref<4xi8>, memref<64xi8>) -> ()
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
}

// -----

// A body whose name in C would be the shell's gets another one.
// CHECK-LABEL: module
// CHECK:      tir.prim_func private @kernel_body(
// CHECK:      func.func @tvmgen_net_kernel(
module {
  tir.prim_func private @kernel(%x: memref<4xi8>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_kernel", registered} {
    tir.return
  }
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    return
  }
}

// -----

// The functions that a registry finds, and their names: the given name, or else the one in C. It does not find the
// bodies of entry points, unregistered functions, and functions for loaders only.
// CHECK-LABEL: module @registry
// CHECK:       func.func @tvmgen_net_relu({{.*}}) -> i32 attributes {tir.function = #tir.function<entry = <registry_name = "tvm.relu">>} {
// CHECK:       func.func @tvmgen_net_add({{.*}}) -> i32 attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_add">>} {
// CHECK-NOT:   registry_name
// UNCHECKED-LABEL: module @registry
module @registry {
  tir.prim_func private @relu(%x: memref<4xi8>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_relu", registered,
                  tir.function = #tir.function<entry = <registry_name = "tvm.relu">>} {
    tir.return
  }
  tir.prim_func private @add(%x: memref<4xi8>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_add", registered} {
    tir.return
  }
  tir.prim_func private @__tvm_main__(%x: memref<4xi8>)
      attributes {calling_convention = #tir.calling_convention<packed>, registered} {
    tir.return
  }
  tir.prim_func @unregistered(%x: memref<4xi8>)
      attributes {tir.model = #tir.model<name = "net", source = "net.mlir">, calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_unregistered"} {
    tir.return
  }
  tir.prim_func @loaded(%x: memref<4xi8>)
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_loaded", registered,
                  tir.function = #tir.function<entry = <for_loaders = true>>} {
    tir.return
  }
}

// -----

// Callers know the sign of integers that memory does not show.

// CHECK-LABEL: func.func @tvmgen_signs_run(
// CHECK: "tvmgen_signs_run: argument 0 (x): expected elements of uint8 (1) in dtype.code, but it is "
// CHECK: "tvmgen_signs_run: argument 0 (x): expected elements of uint8 (8) in dtype.bits, but it is "
module {
  tir.prim_func @main(%x: memref<4xi8> {tir.name = "x", tir.port = #tir.port<encoding = <type = ui8>>})
      attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_signs_run"} {
    tir.return
  }
}
