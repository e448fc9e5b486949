// RUN: rm -rf %t && mkdir -p %t
// RUN: tir-opt --tir-phase-emitc %s -o %t/emitc.mlir
// RUN: FileCheck %s --input-file=%t/emitc.mlir
// RUN: mlir-translate --mlir-to-cpp %t/emitc.mlir -o %t/body.c
// RUN: echo 'struct tvmgen_default_inputs { void *a; }; struct tvmgen_default_outputs { void *Identity; };' > %t/model.c
// RUN: cat %t/body.c >> %t/model.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only %t/model.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only %t/model.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only %t/model.c

// The packaged mlir-translate accepts the module of the phase, and three compilers accept its C without a warning.

// CHECK: module {
// CHECK-NEXT: emitc.include <"stdint.h">
// CHECK-NEXT: emitc.include <"stdbool.h">
// CHECK-NEXT: emitc.include <"math.h">
// CHECK-NEXT: emitc.verbatim "static inline int32_t tir_clz32
// CHECK: emitc.global static const @tvmgen_default_conv2d_0_weights : !emitc.array<144xi8> = dense<1> {tir.global = "#tir.global<alignment = 16>"}
// CHECK: emitc.global static @tvmgen_default_workspace : !emitc.array<1024xi8> {tir.global = "#tir.global<alignment = 16>"}
// CHECK: emitc.func @tvmgen_default_conv2d_0(%{{.*}}: !emitc.ptr<!emitc.opaque<"const int8_t">> {tir.name = "input", tir.port = "#tir.port<noalias = true>"},
// CHECK-SAME: !emitc.ptr<i8> {tir.name = "output", tir.port = "#tir.port<noalias = true>"}) -> i32
// CHECK-SAME: specifiers = ["static"]
// CHECK-SAME: place = \22conv2d#0\22>>"
// The one accumulator of the two inner loops.
// CHECK: %[[ACC:.*]] = "emitc.variable"
// CHECK: for {{.*}} : i32 {
// CHECK: for {{.*}} : i32 {
// CHECK-NOT: emitc.variable
// CHECK: if %
// CHECK: load %[[ACC]]
// CHECK: assign %{{.*}} : i32 to %[[ACC]]
// CHECK-NOT: else
// CHECK: } {tir.name = "kw"}
// CHECK: } {tir.name = "kh"}
// CHECK: emitc.func @tvmgen_default___tvm_main__(%{{.*}}: !emitc.ptr<!emitc.opaque<"const int8_t">> {tir.name = "a"}, %{{.*}}: !emitc.ptr<i8> {tir.name = "Identity"})
// CHECK: verbatim "if ({} != 0) return {};" args
// CHECK: emitc.func @tvmgen_default_run(%{{.*}}: !emitc.ptr<!emitc.opaque<"struct tvmgen_default_inputs">> {tir.name = "inputs"}
// CHECK-SAME: attributes {tir.interface = {{.*}}, tir.model = "#tir.model<name = {{.*}}plan = <{{.*}}>"}

module {
  tir.struct @tvmgen_default_inputs ["a"]
  tir.struct @tvmgen_default_outputs ["Identity"]
  memref.global "private" constant @tvmgen_default_conv2d_0_weights : memref<16x3x3x1xi8> = dense<1> {alignment = 16 : i64}
  memref.global "private" constant @tvmgen_default_conv2d_0_bias : memref<16xi32> = dense<[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,-2147483648]> {alignment = 16 : i64}
  memref.global "private" @tvmgen_default_workspace : memref<1024xi8> = uninitialized {alignment = 16 : i64}

  func.func private @tvmgen_default_conv2d_0(
      %input: memref<1x8x8x1xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
      %weights: memref<16x3x3x1xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
      %bias: memref<16xi32> {tir.effect = #tir.effect<read>, tir.name = "bias"},
      %output: memref<1x8x8x16xi8> {tir.effect = #tir.effect<write>, tir.name = "output"}) -> i32
      attributes {tir.function = #tir.function<kernel = <fused = ["conv2d#0", "rescale#0", "clamp#0"], macs = 9216, place = "conv2d#0">>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c16 = arith.constant 16 : index
    %zp = arith.constant -128 : i32
    %m = arith.constant 1073741824 : i64
    %sh = arith.constant 31 : i64
    %lo = arith.constant -128 : i32
    %hi = arith.constant 127 : i32
    %ok = arith.constant 0 : i32
    scf.for %h = %c0 to %c8 step %c1 {
      scf.for %w = %c0 to %c8 step %c1 {
        scf.for %c = %c0 to %c16 step %c1 {
          %init = memref.load %bias[%c] : memref<16xi32>
          %one_h = arith.subi %c1, %h : index
          %kh_lo = arith.maxsi %one_h, %c0 : index
          %nine_h = arith.subi %c9, %h : index
          %kh_hi = arith.minsi %nine_h, %c3 : index
          %acc = scf.for %kh = %kh_lo to %kh_hi step %c1 iter_args(%a0 = %init) -> (i32) {
            %ih0 = arith.addi %h, %kh : index
            %ih = arith.subi %ih0, %c1 : index
            %r = scf.for %kw = %c0 to %c3 step %c1 iter_args(%a1 = %a0) -> (i32) {
              %iw0 = arith.addi %w, %kw : index
              %iw = arith.subi %iw0, %c1 : index
              %ge = arith.cmpi sge, %iw, %c0 : index
              %lt = arith.cmpi slt, %iw, %c8 : index
              %in = arith.andi %ge, %lt : i1
              %v = scf.if %in -> (i32) {
                %x = memref.load %input[%c0, %ih, %iw, %c0] : memref<1x8x8x1xi8>
                %x32 = arith.extsi %x : i8 to i32
                %xz = arith.subi %x32, %zp overflow<nsw> : i32
                %y = memref.load %weights[%c, %kh, %kw, %c0] : memref<16x3x3x1xi8>
                %y32 = arith.extsi %y : i8 to i32
                %p = arith.muli %xz, %y32 overflow<nsw> : i32
                %s = arith.addi %a1, %p overflow<nsw> : i32
                scf.yield %s : i32
              } else {
                scf.yield %a1 : i32
              }
              scf.yield %v : i32
            } {tir.name = "kw"}
            scf.yield %r : i32
          } {tir.name = "kh"}
          %acc64 = arith.extsi %acc : i32 to i64
          %scaled = arith.muli %acc64, %m : i64
          %shifted = arith.shrsi %scaled, %sh : i64
          %t = arith.trunci %shifted : i64 to i32
          %clz = math.ctlz %t : i32
          %wrap = arith.addi %t, %clz : i32
          %max = arith.maxsi %wrap, %lo : i32
          %min = arith.minsi %max, %hi : i32
          %o = arith.trunci %min : i32 to i8
          memref.store %o, %output[%c0, %h, %w, %c] : memref<1x8x8x16xi8>
        } {tir.name = "c"}
      } {tir.name = "w"}
    } {tir.name = "h"}
    return %ok : i32
  }

  func.func private @tvmgen_default_exp_0(
      %input: memref<1x8x8x16xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
      %output: memref<1x8x8x16xi8> {tir.effect = #tir.effect<write>, tir.name = "output"}) -> i32
      attributes {tir.function = #tir.function<kernel = <fused = ["exp#0"], place = "exp#0">>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %big = arith.constant 3.40282347E+38 : f32
    %ok = arith.constant 0 : i32
    scf.for %h = %c0 to %c8 step %c1 {
      scf.for %w = %c0 to %c8 step %c1 {
        scf.for %c = %c0 to %c16 step %c1 {
          %x = memref.load %input[%c0, %h, %w, %c] : memref<1x8x8x16xi8>
          %f = arith.sitofp %x : i8 to f32
          %e = math.exp %f : f32
          %k = arith.maximumf %e, %zero : f32
          %k2 = arith.minimumf %k, %big : f32
          %gt = arith.cmpf ugt, %k2, %zero : f32
          %s = arith.select %gt, %k2, %zero : f32
          %i = arith.fptosi %s : f32 to i8
          memref.store %i, %output[%c0, %h, %w, %c] : memref<1x8x8x16xi8>
        } {tir.name = "c"}
      } {tir.name = "w"}
    } {tir.name = "h"}
    return %ok : i32
  }

  func.func private @tvmgen_default___tvm_main__(
      %a: memref<1x8x8x1xi8> {tir.effect = #tir.effect<read>, tir.name = "a"},
      %out: memref<1x8x8x16xi8> {tir.effect = #tir.effect<write>, tir.name = "Identity"}) -> i32 {
    %off = arith.constant 0 : index
    %ws = memref.get_global @tvmgen_default_workspace : memref<1024xi8>
    %b0 = memref.view %ws[%off][] : memref<1024xi8> to memref<1x8x8x16xi8>
    %weights = memref.get_global @tvmgen_default_conv2d_0_weights : memref<16x3x3x1xi8>
    %bias = memref.get_global @tvmgen_default_conv2d_0_bias : memref<16xi32>
    %r0 = call @tvmgen_default_conv2d_0(%a, %weights, %bias, %b0) : (memref<1x8x8x1xi8>, memref<16x3x3x1xi8>, memref<16xi32>, memref<1x8x8x16xi8>) -> i32
    tir.check_return %r0
    %flat = memref.collapse_shape %b0 [[0, 1, 2], [3]] : memref<1x8x8x16xi8> into memref<64x16xi8>
    %back = memref.expand_shape %flat [[0, 1, 2], [3]] output_shape [1, 8, 8, 16] : memref<64x16xi8> into memref<1x8x8x16xi8>
    %r1 = call @tvmgen_default_exp_0(%back, %out) : (memref<1x8x8x16xi8>, memref<1x8x8x16xi8>) -> i32
    tir.check_return %r1
    %ok = arith.constant 0 : i32
    return %ok : i32
  }

  func.func @tvmgen_default_run(%inputs: !tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_default_inputs">}, %outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_default_outputs">}) -> i32 attributes {tir.model = #tir.model<name = "default", plan = <
    pools = [<name = "workspace", bytes = 1024, alignment = 16, lower_bound = 1024>],
    buffers = [<name = "conv2d_0", pool = "workspace", offset = 0, bytes = 1024, first = 0, last = 1>]>, source = "digits_int8.mlirbc">,
      tir.interface = {
    api = "c", entry = "tvmgen_default_run",
    inputs = [{name = "a", c_name = "a", shape = array<i64: 1, 8, 8, 1>, dtype = "int8", bytes = 64 : i64, scale = 0.0039215686274509803 : f64, zero_point = -128 : i64}],
    outputs = [{name = "Identity", c_name = "Identity", shape = array<i64: 1, 8, 8, 16>, dtype = "int8", bytes = 1024 : i64}]}} {
    %x = tir.struct_get %inputs[@tvmgen_default_inputs, "a"] : memref<1x8x8x1xi8>
    %y = tir.struct_get %outputs[@tvmgen_default_outputs, "Identity"] : memref<1x8x8x16xi8>
    %r = call @tvmgen_default___tvm_main__(%x, %y) : (memref<1x8x8x1xi8>, memref<1x8x8x16xi8>) -> i32
    return %r : i32
  }
}
