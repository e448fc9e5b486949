// RUN: rm -rf %t && tirc %s -o %t --emit=c,obj --quiet
// RUN: sed -n '/^extern/,$p' %t/tvmgen_calls_to_c.c | FileCheck %s
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -O2 -I%t -c %t/tvmgen_calls_to_c.c -o %t/c.o
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Werror -I%t %S/Inputs/calls-to-c.c %t/tvmgen_calls_to_c.c -fsanitize=address,undefined -o %t/run-c && %t/run-c | FileCheck %s --check-prefix=RESULT
// RUN: clang-22 -std=c99 -I%t %S/Inputs/calls-to-c.c %t/tvmgen_calls_to_c.o -o %t/run-obj && %t/run-obj | FileCheck %s --check-prefix=RESULT

// From a model with calls that a pass inserted to C and to an object that run: functions from outside with and without
// a declaration, and a function of the module that updates in place and works on parts of its buffer.

// CHECK: extern int32_t vendor_add(const int32_t *in, int32_t arg1, int32_t *out);
// CHECK: TIR_NOINLINE static void tvmgen_calls_to_c_negate_row(tir_int32 *arg0)
// CHECK: static void tvmgen_calls_to_c_rows(tir_int32 *arg0)
// CHECK: tvmgen_calls_to_c_negate_row(arg0 + 1);
// CHECK: static int32_t tvmgen_calls_to_c___tvm_main__(
// CHECK: {{^}}  tvmgen_calls_to_c_abs_0(
// CHECK: const int32_t code = vendor_add({{.*}}, 3, {{.*}});
// CHECK-NEXT: if (code != 0) return code;
// CHECK-NEXT: trace(3);
// CHECK-NEXT: tvmgen_calls_to_c_rows(
// CHECK-NEXT: tvmgen_calls_to_c_negate_0(
// CHECK-NEXT: return 0;

// abs, then + 3, then the two middle ones of every four negated, then negated.
// RESULT: 0: trace 3; -4 5 6 -7
// RESULT: 42

tir.prim_func private @npu_add(memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "in"}, i32,
                               memref<4xi32> {tir.effect = #tir.effect<write>, tir.name = "out"})
    attributes {exported_name = "vendor_add", calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func private @negate_row(%x: memref<2xi32, strided<[1], offset: ?>>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : memref<2xi32, strided<[1], offset: ?>>) {
  ^bb0(%v: i32):
    %zero = arith.constant 0 : i32
    %n = arith.subi %zero, %v : i32
    linalg.yield %n : i32
  }
  tir.return
}
tir.prim_func private @rows(%x: memref<4xi32>) {
  %row = memref.subview %x[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  // With a separate stage, it is not inlined.
  tir.call_tir @negate_row(%row) {tir.call = #tir.call<stage = "row">} : (memref<2xi32, strided<[1], offset: 1>>) -> ()
  tir.return
}
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = tosa.abs %x : (tensor<4xi32>) -> tensor<4xi32>
  %k = arith.constant 3 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %b = tir.call_extern @npu_add(%a, %k) outs(%empty)
      : (tensor<4xi32>, i32, tensor<4xi32>) -> tensor<4xi32>
  tir.call_extern void @trace(%k) : (i32) -> ()
  %c = tir.call_tir @rows() outs(%b) : (tensor<4xi32>) -> tensor<4xi32>
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %d = tosa.negate %c, %zp, %zp : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %d : tensor<4xi32>
}
