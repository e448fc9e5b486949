module {
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]}
func.func @run(%x: memref<4xi8>) -> i32 attributes {tir.model = #tir.model<name = "m", plan = <pools = [], buffers = []>, source = "m.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}} {
  %n = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%n) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
// Returns its own code.
func.func @twice(%x: memref<4xi8>) -> i32 {
  %n = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%n) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_extern @npu_relu(%x) context(%n) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %five = arith.constant 5 : i32
  return %five : i32
}
}
