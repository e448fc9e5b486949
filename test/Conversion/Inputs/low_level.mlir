// Every low-level operation, in functions that low_level.c calls and that call its helpers back.
tir.struct @bindings ["x", "context", "y"]
tir.device @npu0 {kind = "npu"}
tir.pool @scratch {size = 192 : i64, alignment = 64 : i64, section = ".scratch"}
tir.pool @commands {read_only, contents = dense<[[1, -2], [3, 40]]> : tensor<2x2xi16>}

func.func private @take(!tir.values, !tir.type_codes, i32) -> i32
func.func private @show(i64, f64, !tir.handle, !tir.device_context<"npu">, !tir.dltensor, !tir.string, i32)
func.func private @inspect(!tir.dltensor) -> i32
func.func private @number(i64)

// Each type of argument; the callee changes its arguments, and we read them back.
func.func @pack(%a: i8, %b: i1, %n: i64, %f: f32, %d: f64, %h: !tir.handle,
                %c: !tir.device_context<"npu">, %s: !tir.string, %x: memref<4x8xf32>) -> i32 {
  %values, %codes = tir.packed_stack 10
  %i = arith.index_cast %n : i64 to index
  %t = tir.make_dltensor %x, shape [4, 8] device(1, 0) : memref<4x8xf32>
  tir.packed_set %values, %codes[0] = %a : i8
  tir.packed_set %values, %codes[1] = %b : i1
  tir.packed_set %values, %codes[2] = %n : i64
  tir.packed_set %values, %codes[3] = %i : index
  tir.packed_set %values, %codes[4] = %f : f32
  tir.packed_set %values, %codes[5] = %d : f64
  tir.packed_set %values, %codes[6] = %h : !tir.handle
  tir.packed_set %values, %codes[7] = %c : !tir.device_context<"npu">
  tir.packed_set %values, %codes[8] = %t : !tir.dltensor
  tir.packed_set %values, %codes[9] = %s : !tir.string
  %count = arith.constant 10 : i32
  %code = call @take(%values, %codes, %count) : (!tir.values, !tir.type_codes, i32) -> i32
  tir.check_return %code
  %i2 = tir.packed_get %values[0] : i64
  %f2 = tir.packed_get %values[5] : f64
  %h2 = tir.packed_get %values[6] : !tir.handle
  %c2 = tir.packed_get %values[7] : !tir.device_context<"npu">
  %t2 = tir.packed_get %values[8] : !tir.dltensor
  %s2 = tir.packed_get %values[9] : !tir.string
  %k2 = tir.type_code_get %codes[9] : i32
  call @show(%i2, %f2, %h2, %c2, %t2, %s2, %k2)
      : (i64, f64, !tir.handle, !tir.device_context<"npu">, !tir.dltensor, !tir.string, i32) -> ()
  return %code : i32
}

// Slots in a loop: the stack must not grow, and each iteration has its own values.
func.func @loop(%n: i64) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.index_cast %n : i64 to index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %end step %c1 {
    %values, %codes = tir.packed_stack 100
    tir.packed_set %values, %codes[0] = %i : index
    %code = func.call @take(%values, %codes, %one) : (!tir.values, !tir.type_codes, i32) -> i32
    tir.check_return %code
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// Descriptors that leave the block in which they were created.
func.func @describe(%x: memref<4x8xf32>, %y: memref<6xi1>, %z: memref<i16>, %whole: i1) -> i32 {
  %t = scf.if %whole -> !tir.dltensor {
    %a = tir.make_dltensor %x, shape [4, 8] device(1, 0) : memref<4x8xf32>
    scf.yield %a : !tir.dltensor
  } else {
    %a = tir.make_dltensor %x, shape [2, 3] strides [8, -1] byte_offset 48 device(12, 3) : memref<4x8xf32>
    scf.yield %a : !tir.dltensor
  }
  %c0 = call @inspect(%t) : (!tir.dltensor) -> i32
  tir.check_return %c0
  %u = tir.make_dltensor %y, shape [3, 2] device(1, 0) : memref<6xi1>
  %c1 = call @inspect(%u) : (!tir.dltensor) -> i32
  tir.check_return %c1
  %v = tir.make_dltensor %z, shape [] device(1, 0) : memref<i16>
  %c2 = call @inspect(%v) : (!tir.dltensor) -> i32
  return %c2 : i32
}

// Reads each field, and writes the fields of another descriptor.
func.func @copy(%from: !tir.dltensor, %to: !tir.dltensor) -> i32 {
  %c1 = arith.constant 1 : index
  %no = tir.is_null %to : !tir.dltensor
  scf.if %no {
    %code = arith.constant 5 : i32
    tir.check_return %code
  }
  %data = tir.dltensor_get %from, data : !tir.handle
  %device_type = tir.dltensor_get %from, device_type : i32
  %device_id = tir.dltensor_get %from, device_id : i32
  %ndim = tir.dltensor_get %from, ndim : i32
  %dcode = tir.dltensor_get %from, dtype_code : i8
  %bits = tir.dltensor_get %from, dtype_bits : i8
  %lanes = tir.dltensor_get %from, dtype_lanes : i16
  %shape = tir.dltensor_get %from, shape : memref<2xi64>
  %strides = tir.dltensor_get %from, strides : !tir.handle
  %offset = tir.dltensor_get %from, byte_offset : i64
  tir.dltensor_set %to, data = %data : !tir.handle
  tir.dltensor_set %to, device_type = %device_type : i32
  tir.dltensor_set %to, device_id = %device_id : i32
  tir.dltensor_set %to, ndim = %ndim : i32
  tir.dltensor_set %to, dtype_code = %dcode : i8
  tir.dltensor_set %to, dtype_bits = %bits : i8
  tir.dltensor_set %to, dtype_lanes = %lanes : i16
  tir.dltensor_set %to, shape = %shape : memref<2xi64>
  tir.dltensor_set %to, strides = %strides : !tir.handle
  tir.dltensor_set %to, byte_offset = %offset : i64
  %extent = memref.load %shape[%c1] : memref<2xi64>
  call @number(%extent) : (i64) -> ()
  %buffer = tir.dltensor_get %to, data : memref<4x8xf32>
  %element = memref.load %buffer[%c1, %c1] : memref<4x8xf32>
  %long = arith.fptosi %element : f32 to i64
  call @number(%long) : (i64) -> ()
  %r = call @inspect(%to) : (!tir.dltensor) -> i32
  return %r : i32
}

// Writes its own descriptor.
func.func @own(%x: memref<4x8xf32>, %y: memref<16xf32>) -> i32 {
  %t = tir.make_dltensor %x, shape [4, 8] device(1, 0) : memref<4x8xf32>
  %one = arith.constant 1 : i32
  tir.dltensor_set %t, ndim = %one : i32
  tir.dltensor_set %t, data = %y : memref<16xf32>
  %n = tir.dltensor_get %t, ndim : i32
  %long = arith.extsi %n : i32 to i64
  call @number(%long) : (i64) -> ()
  %r = call @inspect(%t) : (!tir.dltensor) -> i32
  return %r : i32
}

func.func @checks(%count: i32, %h: !tir.handle) -> i32 {
  %two = arith.constant 2 : i32
  %is = arith.cmpi eq, %count, %two : i32
  tir.assert %is, "checks: expected 2 arguments, \"{}\" 100% ??/ \\ \0A\09\C3\A9" {on_error = #tir.on_error<last_error>}
  %null = tir.is_null %h : !tir.handle
  tir.assert %null, "nobody hears of it"
  %code = arith.constant 7 : i32
  return %code : i32
}

// (mlir-translate declares functions without parameters as C23 does.)
func.func @find(%three: i32) -> i32 {
  %code, %f = tir.get_function "known.function"
  tir.check_return %code
  %code2, %g = tir.get_function "unknown"
  tir.check_return %code2
  %values, %codes = tir.packed_stack 3
  tir.packed_set %values, %codes[0] = %f : !tir.handle
  %null = tir.is_null %g : !tir.handle
  tir.packed_set %values, %codes[1] = %null : i1
  %text = tir.string_constant "x{}\22\0A"
  tir.packed_set %values, %codes[2] = %text : !tir.string
  %r = call @take(%values, %codes, %three) : (!tir.values, !tir.type_codes, i32) -> i32
  tir.check_return %r
  %code3, %e = tir.get_function "broken"
  return %code3 : i32
}

func.func @bind(%s: !tir.handle, %x: memref<4x8xf32>, %c: !tir.device_context<"npu">) -> i32 {
  %c1 = arith.constant 1 : index
  tir.struct_set %s[@bindings, "y"] = %x : memref<4x8xf32>
  tir.struct_set %s[@bindings, "context"] = %c : !tir.device_context<"npu">
  %y = tir.struct_get %s[@bindings, "y"] : memref<4x8xf32>
  %context = tir.struct_get %s[@bindings, "context"] : !tir.device_context<"npu">
  %h = tir.struct_get %s[@bindings, "x"] : !tir.handle
  %e = memref.load %y[%c1, %c1] : memref<4x8xf32>
  %values, %codes = tir.packed_stack 3
  tir.packed_set %values, %codes[0] = %e : f32
  tir.packed_set %values, %codes[1] = %context : !tir.device_context<"npu">
  tir.packed_set %values, %codes[2] = %h : !tir.handle
  %three = arith.constant 3 : i32
  %r = call @take(%values, %codes, %three) : (!tir.values, !tir.type_codes, i32) -> i32
  return %r : i32
}

// Bytes of one pool as two buffers, and a pool that is only read.
func.func @pools(%end: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.index_cast %end : i32 to index
  %x = tir.pool_view @scratch[0] : memref<4x4xi16>
  %y = tir.pool_view @scratch[160] : memref<4x4xi16>
  %c = tir.pool_view @commands[4] : memref<2xi16>
  %one = memref.load %c[%c1] : memref<2xi16>
  %zero = memref.load %c[%c0] : memref<2xi16>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %before = memref.load %x[%i, %j] : memref<4x4xi16>
      %p = arith.addi %before, %one : i16
      memref.store %p, %x[%i, %j] : memref<4x4xi16>
      memref.store %zero, %y[%j, %i] : memref<4x4xi16>
    }
  }
  %t = tir.make_dltensor %x, shape [4, 4] device(1, 0) : memref<4x4xi16>
  %u = tir.make_dltensor %y, shape [16] device(1, 0) : memref<4x4xi16>
  %code = call @inspect(%t) : (!tir.dltensor) -> i32
  tir.check_return %code
  %code2 = call @inspect(%u) : (!tir.dltensor) -> i32
  return %code2 : i32
}

// The result of a function of the registry; its code is returned unchanged.
func.func @call_known(%x: i64) -> i32 {
  %code, %f = tir.get_function "known.function"
  tir.check_return %code
  %values, %codes = tir.packed_stack 2
  tir.packed_set %values, %codes[0] = %x : i64
  tir.packed_set %values, %codes[1] = %f : !tir.handle
  %value, %type_code = tir.packed_stack 1
  %code2 = tir.call_function %f(%values, %codes, 2) -> (%value, %type_code)
  tir.report_error %code2, "known" on "npu0" {on_error = #tir.on_error<hook>}
  tir.check_return %code2
  %result = tir.packed_get %value[0] : i64
  call @number(%result) : (i64) -> ()
  return %code2 : i32
}

// The same checks, reported to the hook and to tvm-ffi, and a caller without reports.
func.func @reported(%code: i32, %ok: i1) -> i32 {
  tir.report_error %code, "add" {on_error = #tir.on_error<hook>}
  tir.report_error %code, "add" on "npu0" {on_error = #tir.on_error<last_error>}
  tir.report_error %code, "add" {on_error = #tir.on_error<raise>}
  tir.report_error %code, "add" {on_error = #tir.on_error<code>}
  tir.assert %ok, "reported: not ok" {on_error = #tir.on_error<raise>, kind = "ValueError"}
  return %code : i32
}
func.func @reported_by_hook(%ok: i1) -> i32 {
  tir.assert %ok, "reported: not ok" {on_error = #tir.on_error<hook>}
  %zero = arith.constant 0 : i32
  return %zero : i32
}

// A number after the text, for every kind of report.
func.func @reported_number(%code: i32, %n: i64) -> i32 {
  tir.report_error %code, "number: ", %n {message, on_error = #tir.on_error<hook>}
  tir.report_error %code, "the number is ", %n {message, on_error = #tir.on_error<last_error>}
  tir.report_error %code, "", %n {message, on_error = #tir.on_error<raise>}
  tir.report_error %code, "nobody hears of ", %n {message, on_error = #tir.on_error<code>}
  %zero = arith.constant 0 : i64
  %ok = arith.cmpi sge, %n, %zero : i64
  tir.assert %ok, "reported_number: \22{}\22 100% is ", %n {on_error = #tir.on_error<raise>, kind = "ValueError"}
  return %code : i32
}

// Bytes of some memory as a buffer, and back; 4-byte alignment.
func.func @pointers(%memory: !tir.handle, %offset: i64) -> i32 {
  %c1 = arith.constant 1 : index
  %x = tir.pointer_cast %memory[%offset] : !tir.handle to memref<4xi16>
  %element = memref.load %x[%c1] : memref<4xi16>
  %long = arith.extsi %element : i16 to i64
  call @number(%long) : (i64) -> ()
  %half = arith.constant 7 : i16
  memref.store %half, %x[%c1] : memref<4xi16>
  %rest = tir.misalignment %x, 4 : memref<4xi16>
  %handle = tir.pointer_cast %x : memref<4xi16> to !tir.handle
  %same_rest = tir.misalignment %handle, 4 : !tir.handle
  call @number(%rest) : (i64) -> ()
  %zero = arith.constant 0 : i64
  %aligned = arith.cmpi eq, %rest, %zero : i64
  %same = arith.cmpi eq, %same_rest, %zero : i64
  %null = tir.is_null %x : memref<4xi16>
  %none = tir.null : !tir.handle
  %null2 = tir.is_null %none : !tir.handle
  %a = arith.extui %aligned : i1 to i32
  %b = arith.extui %same : i1 to i32
  %c = arith.extui %null : i1 to i32
  %d = arith.extui %null2 : i1 to i32
  %c2 = arith.constant 2 : i32
  %ab0 = arith.muli %a, %c2 : i32
  %ab = arith.addi %ab0, %b : i32
  %abc0 = arith.muli %ab, %c2 : i32
  %abc = arith.addi %abc0, %c : i32
  %abcd0 = arith.muli %abc, %c2 : i32
  %abcd = arith.addi %abcd0, %d : i32
  return %abcd : i32
}
