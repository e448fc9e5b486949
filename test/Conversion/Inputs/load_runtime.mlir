// The functions of a runtime that a library needs, for load_runtime.c.
module {
  func.func @check(%ok: i1) -> i32 attributes {tir.model = #tir.model<name = "net", source = "net.mlir">, tir.function = #tir.function<entry = <is_loaded = true>>} {
    tir.assert %ok, "check: no" {on_error = #tir.on_error<last_error>}
    %zero = arith.constant 0 : i32
    return %zero : i32
  }
  func.func @find() -> i32 {
    %code, %f = tir.get_function "some.function"
    return %code : i32
  }
  func.func private @TVMBackendAllocWorkspace(i32, i32, i64, i32, i32) -> !tir.handle
  func.func @memory() -> !tir.handle {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %n = arith.constant 64 : i64
    %eight = arith.constant 8 : i32
    %h = call @TVMBackendAllocWorkspace(%one, %zero, %n, %zero, %eight) : (i32, i32, i64, i32, i32) -> !tir.handle
    return %h : !tir.handle
  }
}
