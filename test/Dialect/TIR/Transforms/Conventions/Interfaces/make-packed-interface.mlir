// RUN: tir-opt %s --tir-make-packed-interface --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-make-packed-interface=tvm-compat --split-input-file | FileCheck %s --check-prefix=COMPAT

// COMPAT-LABEL: module
// COMPAT:      exported_name = "tvmgen_net_run", registered, tir.function = #tir.function<entry = <extra_args = 1, trusts_caller = true>>, tir.interface = 
// COMPAT-NOT:  trusts_caller
// COMPAT-LABEL: module

// Contexts of all devices, in their order, whether main uses them or not.
// CHECK:      tir.prim_func @__tvm_main__(%arg0: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "image"}, %arg1: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "output"},
// CHECK-SAME:   %arg2: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}, %arg3: !tir.device_context<"dsp"> {tir.port = #tir.port<device = "dsp">})
// CHECK-SAME:   attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run", registered, tir.function = #tir.function<entry = <extra_args = 1>>
// CHECK-SAME:   tir.interface = {api = "packed"
// CHECK-SAME:   devices = [{c_name = "npu0", kind = "npu", name = "npu0"}, {c_name = "dsp", kind = "dsp", name = "dsp"}]
// CHECK-SAME:   entry = "tvmgen_net_run", init = "tvmgen_net_init"
// CHECK-SAME:   inputs = [{bytes = 4 : i64, c_name = "image", dtype = "int8", name = "image", shape = array<i64: 4>}]
// CHECK-SAME:   outputs = [{bytes = 4 : i64, c_name = "output", dtype = "int8", name = "output", shape = array<i64: 4>}]
// CHECK-SAME:   tir.model = #tir.model<name = "net", plan = {{.*}}source = "net.mlir">
// CHECK:      tir.prim_func @init(
// CHECK-SAME:   attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_init", registered}
module {
  tir.device @npu0 {kind = "npu"}
  tir.device @dsp {kind = "dsp"}
  memref.global "private" @workspace : memref<32xi8>
  tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "image"},
                      %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                      %dsp: !tir.device_context<"dsp"> {tir.port = #tir.port<device = "dsp">}) attributes {tir.model = #tir.model<name = "net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 16>,
                           <name = "given", bytes = 32, alignment = 16>]>, source = "net.mlir">} {
    tir.return
  }
  tir.prim_func @init(%dsp: !tir.device_context<"dsp"> {tir.port = #tir.port<device = "dsp">}) attributes {exported_name = "tvmgen_net_init"} {
    tir.return
  }
}

// -----

// A packed main function stays separate, and gets its contexts as the entry does.
// CHECK:      tir.prim_func private @__tvm_main__(
// CHECK-SAME:   attributes {calling_convention = #tir.calling_convention<packed>, registered}
// CHECK:      tir.prim_func @run(%arg0: memref<4xi8> {tir.name = "output"}, %arg1: memref<64xi8> {tir.name = "workspace", tir.port = #tir.port<alignment = 16, pool = "workspace">})
// CHECK-SAME:   attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_default_run", registered
// CHECK-SAME:   pools = [{alignment = 16 : i64, bytes = 64 : i64, c_name = "workspace", name = "workspace"}]
// CHECK:      tir.call_tir @__tvm_main__(%arg0, %arg1) :
module {
  tir.prim_func @main(%y: memref<4xi8>, %w: memref<64xi8> {tir.port = #tir.port<alignment = 16, pool = "workspace">})
      attributes {calling_convention = #tir.calling_convention<packed>, registered} {
    tir.return
  }
}
