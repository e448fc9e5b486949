// A model with a scalar and booleans, a pool of the application, and two devices, one of which it uses.
module {
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<init>, #tir.hook<open>]}
  tir.device @dsp {kind = "dsp"}
  tir.prim_func private @npu_add(memref<4xi1> {tir.effect = #tir.effect<read>, tir.name = "x"}, memref<bf16> {tir.effect = #tir.effect<write>}, memref<64xi8> {tir.effect = #tir.effect<read_write>}, !tir.device_context<"npu">)
  tir.prim_func @main(
      %x: memref<4xi1> {tir.effect = #tir.effect<read>, tir.name = "x"},
      %y: memref<bf16> {tir.effect = #tir.effect<write>, tir.name = "y"},
      %w: memref<64xi8> {tir.port = #tir.port<alignment = 32, pool = "workspace">, tir.effect = #tir.effect<read_write>, tir.name = "workspace"},
      %d: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">}) attributes {tir.model = #tir.model<name = "net", plan = <pools = [<name = "workspace", bytes = 64, alignment = 32>]>, source = "net.mlir">} {
    tir.call_extern @npu_add(%x, %y, %w) context(%d) : (memref<4xi1>, memref<bf16>, memref<64xi8>, !tir.device_context<"npu">) -> ()
    tir.return
  }
}
