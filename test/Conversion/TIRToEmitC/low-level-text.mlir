// The low-level operations with our printer.
// RUN: tir-opt %s --tir-phase-emitc | tir-translate --tir-to-c | FileCheck %s

// CHECK: #include "tvm/runtime/c_runtime_api.h"
module {
  // CHECK: TIR_ALIGN(64) TIR_SECTION(".scratch") TIR_WHOLE static int8_t scratch[192];
  // CHECK: TIR_ALIGN(16) static const int16_t commands[4] = {
  // CHECK-NEXT: 1, -2, 3, 40
  tir.pool @scratch {size = 192 : i64, alignment = 64 : i64, section = ".scratch"}
  tir.pool @commands {read_only, contents = dense<[[1, -2], [3, 40]]> : tensor<2x2xi16>}
  tir.struct @bindings ["x"]

  func.func private @take(!tir.values, !tir.type_codes, i32) -> i32
  func.func private @kernel(memref<2xi16> {tir.effect = #tir.effect<read>}, memref<4xf32>)

  // A local variable does not get the name of a type.
  // CHECK-LABEL: int32_t pack(int64_t n, tir_float *x, int32_t TVMValue1
  func.func @pack(%n: i64 {tir.name = "n"}, %x: memref<2x2xf32> {tir.name = "x"}, %v: i32 {tir.name = "TVMValue"}) -> i32 attributes {tir.model = #tir.model<name = "m", plan = <pools = [], buffers = []>, source = "m.mlir">,
      tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = []}} {
    // CHECK-NEXT: TVMValue values[2];
    // CHECK-NEXT: int codes[2];
    // CHECK-NEXT: values[0].v_int64 = n;
    // CHECK-NEXT: codes[0] = kTVMArgInt;
    // CHECK-NEXT: DLTensor tensor;
    // CHECK-NEXT: tensor.data = (void *)x;
    // CHECK-NEXT: tensor.device.device_type = (DLDeviceType)1;
    // CHECK-NEXT: tensor.device.device_id = 0;
    // CHECK-NEXT: tensor.ndim = 2;
    // CHECK-NEXT: tensor.dtype.code = 2;
    // CHECK-NEXT: tensor.dtype.bits = 32;
    // CHECK-NEXT: tensor.dtype.lanes = 1;
    // CHECK-NEXT: tensor.shape = (tir_int64 *)(uintptr_t)tir_extents_2_2;
    // CHECK-NEXT: tensor.strides = NULL;
    // CHECK-NEXT: tensor.byte_offset = UINT64_C(0);
    // CHECK-NEXT: values[1].v_handle = (void *)&tensor;
    // CHECK-NEXT: codes[1] = kTVMDLTensorHandle;
    // CHECK-NEXT: const int32_t code = take(values, codes, TVMValue1);
    // CHECK-NEXT: if (code != 0) return code;
    // CHECK-NEXT: return (int32_t)codes[0];
    %values, %codes = tir.packed_stack 2
    tir.packed_set %values, %codes[0] = %n : i64
    %t = tir.make_dltensor %x, shape [2, 2] device(1, 0) : memref<2x2xf32>
    tir.packed_set %values, %codes[1] = %t : !tir.dltensor
    %code = call @take(%values, %codes, %v) : (!tir.values, !tir.type_codes, i32) -> i32
    tir.check_return %code
    %k = tir.type_code_get %codes[0] : i32
    return %k : i32
  }

  // CHECK-LABEL: int32_t fields(DLTensor *t, struct bindings *b)
  func.func @fields(%t: !tir.dltensor {tir.name = "t"}, %b: !tir.handle {tir.name = "b", tir.port = #tir.port<c_struct = "bindings">}) -> i32 {
    %c1 = arith.constant 1 : index
    // CHECK-NEXT: if (t->ndim != 2) {
    // CHECK-NEXT:   TVMAPISetLastError("a, b \"c\\");
    // CHECK-NEXT:   return -1;
    // CHECK-NEXT: }
    %n = tir.dltensor_get %t, ndim : i32
    %two = arith.constant 2 : i32
    %is = arith.cmpi eq, %n, %two : i32
    tir.assert %is, "a, b \"c\\" {on_error = #tir.on_error<last_error>}
    // CHECK-NEXT: b->x = t->data;
    %data = tir.dltensor_get %t, data : !tir.handle
    tir.struct_set %b[@bindings, "x"] = %data : !tir.handle
    // CHECK-NEXT: return (int32_t)t->shape[1];
    %shape = tir.dltensor_get %t, shape : memref<2xi64>
    %e = memref.load %shape[%c1] : memref<2xi64>
    %r = arith.trunci %e : i64 to i32
    return %r : i32
  }

  // CHECK-LABEL: void pools(void)
  func.func @pools() {
    // CHECK-NEXT: kernel((const tir_int16 *)(const void *)((const int8_t *)commands + 4),
    // CHECK-NEXT: (tir_float *)(void *)(scratch + 128));
    %c = tir.pool_view @commands[4] : memref<2xi16>
    %x = tir.pool_view @scratch[128] : memref<4xf32>
    call @kernel(%c, %x) : (memref<2xi16>, memref<4xf32>) -> ()
    // CHECK-NEXT: kernel(commands, (tir_float *)(void *)scratch);
    %c0 = tir.pool_view @commands[0] : memref<2xi16>
    %x0 = tir.pool_view @scratch[0] : memref<4xf32>
    call @kernel(%c0, %x0) : (memref<2xi16>, memref<4xf32>) -> ()
    return
  }

  // Long text is not split at the end of a line.
  // CHECK-LABEL: int32_t long_text(bool c)
  // CHECK: TVMAPISetLastError("one \\\", two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen");
  func.func @long_text(%c: i1 {tir.name = "c"}) -> i32 {
    tir.assert %c, "one \\\22, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen" {on_error = #tir.on_error<last_error>}
    %ok = arith.constant 0 : i32
    return %ok : i32
  }

  // An escaped backslash at the end of a text does not keep it open: the line breaks after it.
  func.func private @many(!tir.string, i64, i64, i64, i64)
  // CHECK-LABEL: void breaks(
  // CHECK-NEXT: many("a\\", the_first_of_the_arguments, the_second_of_the_arguments, the_first_of_the_arguments,{{$}}
  // CHECK-NEXT: {{^      }}the_second_of_the_arguments);
  func.func @breaks(%a: i64 {tir.name = "the_first_of_the_arguments"}, %b: i64 {tir.name = "the_second_of_the_arguments"}) {
    %s = tir.string_constant "a\\"
    call @many(%s, %a, %b, %a, %b) : (!tir.string, i64, i64, i64, i64) -> ()
    return
  }
}
