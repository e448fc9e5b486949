// A registry with a function from elsewhere and one from here, metadata, and a struct for a callee.
module {
  tir.struct @pair ["first", "second"] definition
  tir.struct @nothing [] definition
  tir.metadata @metadata "tvmgen_m"
    inputs [#tir.tensor_info<"x:0", tensor<2x3xf32>>, #tir.tensor_info<"\"*/é??/", tensor<bf16>>]
    outputs [#tir.tensor_info<"", tensor<1x0xi1>>]
    workspace_pools [#tir.tensor_info<"workspace", tensor<3000000000xui8>>]

  func.func private @elsewhere(!tir.values {tir.name = "args"}, !tir.type_codes {tir.name = "type_codes"},
      i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">}, !tir.values {tir.name = "out_value"},
      !tir.type_codes {tir.name = "out_code"}, !tir.handle {tir.name = "handle"}) -> i32
  func.func private @see(!tir.handle {tir.name = "pair", tir.port = #tir.port<c_struct = "pair">},
                         !tir.handle {tir.name = "nothing", tir.port = #tir.port<c_struct = "nothing">}) -> i32

  func.func @get_metadata(%args: !tir.values {tir.name = "args"}, %codes: !tir.type_codes {tir.name = "type_codes"},
      %n: i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">}, %v: !tir.values {tir.name = "out_value"},
      %c: !tir.type_codes {tir.name = "out_code"}, %h: !tir.handle {tir.name = "handle"}) -> i32 attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %address = tir.address_of @metadata : !tir.handle
    tir.packed_set %v, %c[0] = %address : !tir.handle
    %ok = arith.constant 0 : i32
    return %ok : i32
  }

  tir.func_registry @own ["only"] = [@elsewhere]
  tir.func_registry @registry ["elsewhere", "*/ \"?\\é", "\01777", "get"] =
      [@elsewhere, @elsewhere, @elsewhere, @get_metadata] system_lib

  func.func @find() -> i32 {
    %code, %f = tir.get_function "only" from @own
    return %code : i32
  }
  func.func @pass(%x: !tir.handle {tir.name = "x"}) -> i32 {
    %pair = tir.struct_stack @pair : !tir.handle
    tir.struct_set %pair[@pair, "second"] = %x : !tir.handle
    tir.struct_set %pair[@pair, "first"] = %pair : !tir.handle
    %nothing = tir.struct_stack @nothing : !tir.handle
    %code = call @see(%pair, %nothing) : (!tir.handle, !tir.handle) -> i32
    return %code : i32
  }
}
