// RUN: tir-translate --tir-to-c --split-input-file %s | FileCheck %s

// gcc must not copy the branches of a function that has a dozen. It must not
// inline one of several functions that access memory.
// CHECK: The model 'branches' as C99.
// CHECK: #ifndef TIR_BRANCHES
// CHECK: optimize("no-thread-jumps", "reorder-blocks-algorithm=simple")
// CHECK-NOT: TIR_FLOAT_BRANCHES
// CHECK: TIR_BRANCHES TIR_NOINLINE static void many(
// CHECK: {{^}}TIR_NOINLINE static void few(
// CHECK: {{^}}void run(
module {
  emitc.func @many(%a: !emitc.ptr<i32> {tir.name = "a"}, %x: i32 {tir.name = "x"}) attributes {specifiers = ["static"]} {
    %zero = "emitc.constant"() <{value = 0 : i32}> : () -> i32
    %e = emitc.subscript %a[%zero] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
    %n0 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
    %n1 = "emitc.constant"() <{value = 4 : i32}> : () -> i32
    %n2 = "emitc.constant"() <{value = 5 : i32}> : () -> i32
    %n3 = "emitc.constant"() <{value = 6 : i32}> : () -> i32
    %n4 = "emitc.constant"() <{value = 7 : i32}> : () -> i32
    %n5 = "emitc.constant"() <{value = 8 : i32}> : () -> i32
    %n6 = "emitc.constant"() <{value = 9 : i32}> : () -> i32
    %n7 = "emitc.constant"() <{value = 10 : i32}> : () -> i32
    %n8 = "emitc.constant"() <{value = 11 : i32}> : () -> i32
    %n9 = "emitc.constant"() <{value = 12 : i32}> : () -> i32
    %n10 = "emitc.constant"() <{value = 13 : i32}> : () -> i32
    %n11 = "emitc.constant"() <{value = 14 : i32}> : () -> i32
    %c0 = emitc.cmp lt, %x, %n0 : (i32, i32) -> i1
    emitc.if %c0 {
      emitc.assign %n0 : i32 to %e : <i32>
    }
    %c1 = emitc.cmp lt, %x, %n1 : (i32, i32) -> i1
    emitc.if %c1 {
      emitc.assign %n1 : i32 to %e : <i32>
    }
    %c2 = emitc.cmp lt, %x, %n2 : (i32, i32) -> i1
    emitc.if %c2 {
      emitc.assign %n2 : i32 to %e : <i32>
    }
    %c3 = emitc.cmp lt, %x, %n3 : (i32, i32) -> i1
    emitc.if %c3 {
      emitc.assign %n3 : i32 to %e : <i32>
    }
    %c4 = emitc.cmp lt, %x, %n4 : (i32, i32) -> i1
    emitc.if %c4 {
      emitc.assign %n4 : i32 to %e : <i32>
    }
    %c5 = emitc.cmp lt, %x, %n5 : (i32, i32) -> i1
    emitc.if %c5 {
      emitc.assign %n5 : i32 to %e : <i32>
    }
    %c6 = emitc.cmp lt, %x, %n6 : (i32, i32) -> i1
    emitc.if %c6 {
      emitc.assign %n6 : i32 to %e : <i32>
    }
    %c7 = emitc.cmp lt, %x, %n7 : (i32, i32) -> i1
    emitc.if %c7 {
      emitc.assign %n7 : i32 to %e : <i32>
    }
    %c8 = emitc.cmp lt, %x, %n8 : (i32, i32) -> i1
    emitc.if %c8 {
      emitc.assign %n8 : i32 to %e : <i32>
    }
    %c9 = emitc.cmp lt, %x, %n9 : (i32, i32) -> i1
    emitc.if %c9 {
      emitc.assign %n9 : i32 to %e : <i32>
    }
    %c10 = emitc.cmp lt, %x, %n10 : (i32, i32) -> i1
    emitc.if %c10 {
      emitc.assign %n10 : i32 to %e : <i32>
    }
    %c11 = emitc.cmp lt, %x, %n11 : (i32, i32) -> i1
    emitc.if %c11 {
      emitc.assign %n11 : i32 to %e : <i32>
    }
    emitc.return
  }
  emitc.func @few(%a: !emitc.ptr<i32> {tir.name = "a"}) attributes {specifiers = ["static"]} {
    %zero = "emitc.constant"() <{value = 0 : i32}> : () -> i32
    %e = emitc.subscript %a[%zero] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
    emitc.assign %zero : i32 to %e : <i32>
    emitc.return
  }
  emitc.func @run(%a: !emitc.ptr<i32> {tir.name = "a"}, %x: i32 {tir.name = "x"}) attributes {tir.model = #tir.model<name = "branches", source = "branches.mlir">} {
    emitc.call @many(%a, %x) : (!emitc.ptr<i32>, i32) -> ()
    emitc.call @few(%a) : (!emitc.ptr<i32>) -> ()
    emitc.return
  }
}

// -----

// Nor load both of two floats to choose one. It may inline the only function
// that accesses memory, which it does if the caller has the same attributes.
// CHECK: The model 'floats' as C99.
// CHECK: #ifndef TIR_FLOAT_BRANCHES
// CHECK: __attribute__((optimize("no-thread-jumps", "reorder-blocks-algorithm=simple", "no-if-conversion")))
// CHECK: {{^}}TIR_FLOAT_BRANCHES static void chosen(
// CHECK: {{^}}TIR_FLOAT_BRANCHES void run(
module {
  emitc.func @chosen(%a: !emitc.ptr<f32> {tir.name = "a"}, %x: i32 {tir.name = "x"}) attributes {specifiers = ["static"]} {
    %zero = "emitc.constant"() <{value = 0 : i32}> : () -> i32
    %e = emitc.subscript %a[%zero] : (!emitc.ptr<f32>, i32) -> !emitc.lvalue<f32>
    %f = "emitc.constant"() <{value = 1.5 : f32}> : () -> f32
    %n0 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
    %c0 = emitc.cmp lt, %x, %n0 : (i32, i32) -> i1
    emitc.if %c0 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n1 = "emitc.constant"() <{value = 4 : i32}> : () -> i32
    %c1 = emitc.cmp lt, %x, %n1 : (i32, i32) -> i1
    emitc.if %c1 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n2 = "emitc.constant"() <{value = 5 : i32}> : () -> i32
    %c2 = emitc.cmp lt, %x, %n2 : (i32, i32) -> i1
    emitc.if %c2 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n3 = "emitc.constant"() <{value = 6 : i32}> : () -> i32
    %c3 = emitc.cmp lt, %x, %n3 : (i32, i32) -> i1
    emitc.if %c3 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n4 = "emitc.constant"() <{value = 7 : i32}> : () -> i32
    %c4 = emitc.cmp lt, %x, %n4 : (i32, i32) -> i1
    emitc.if %c4 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n5 = "emitc.constant"() <{value = 8 : i32}> : () -> i32
    %c5 = emitc.cmp lt, %x, %n5 : (i32, i32) -> i1
    emitc.if %c5 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n6 = "emitc.constant"() <{value = 9 : i32}> : () -> i32
    %c6 = emitc.cmp lt, %x, %n6 : (i32, i32) -> i1
    emitc.if %c6 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n7 = "emitc.constant"() <{value = 10 : i32}> : () -> i32
    %c7 = emitc.cmp lt, %x, %n7 : (i32, i32) -> i1
    emitc.if %c7 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n8 = "emitc.constant"() <{value = 11 : i32}> : () -> i32
    %c8 = emitc.cmp lt, %x, %n8 : (i32, i32) -> i1
    emitc.if %c8 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n9 = "emitc.constant"() <{value = 12 : i32}> : () -> i32
    %c9 = emitc.cmp lt, %x, %n9 : (i32, i32) -> i1
    emitc.if %c9 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n10 = "emitc.constant"() <{value = 13 : i32}> : () -> i32
    %c10 = emitc.cmp lt, %x, %n10 : (i32, i32) -> i1
    emitc.if %c10 {
      emitc.assign %f : f32 to %e : <f32>
    }
    %n11 = "emitc.constant"() <{value = 14 : i32}> : () -> i32
    %c11 = emitc.cmp lt, %x, %n11 : (i32, i32) -> i1
    emitc.if %c11 {
      emitc.assign %f : f32 to %e : <f32>
    }
    emitc.return
  }
  emitc.func @run(%a: !emitc.ptr<f32> {tir.name = "a"}, %x: i32 {tir.name = "x"}) attributes {tir.model = #tir.model<name = "floats", source = "floats.mlir">} {
    emitc.call @chosen(%a, %x) : (!emitc.ptr<f32>, i32) -> ()
    emitc.return
  }
}
