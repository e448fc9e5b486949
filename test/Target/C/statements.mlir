// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c

// CHECK-LABEL: void flow(int32_t n, tir_int32 *restrict p)
emitc.func @flow(%n: i32 {tir.name = "n"}, %p: !emitc.ptr<i32> {tir.name = "p", tir.port = "#tir.port<noalias = true>"}) {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %two = "emitc.constant"() <{value = 2 : i32}> : () -> i32
  %v = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
  // CHECK: int32_t acc = 0;
  // CHECK-NEXT: do {
  // CHECK-NEXT: acc += 1;
  // CHECK-NEXT: } while (acc < n);
  emitc.do {
    %a = emitc.load %v : !emitc.lvalue<i32>
    %b = emitc.add %a, %o : (i32, i32) -> i32
    emitc.assign %b : i32 to %v : !emitc.lvalue<i32>
  } while {
    %c = emitc.expression %v, %n : (!emitc.lvalue<i32>, i32) -> i1 {
      %a = emitc.load %v : !emitc.lvalue<i32>
      %b = emitc.cmp lt, %a, %n : (i32, i32) -> i1
      emitc.yield %b : i1
    }
    emitc.yield %c : i1
  }
  // CHECK-NEXT: switch (n) {
  // CHECK-NEXT: case 2: {
  // CHECK-NEXT: two(n);
  // CHECK-NEXT: break;
  // CHECK-NEXT: }
  // CHECK-NEXT: case -5: {
  // CHECK-NEXT: break;
  // CHECK-NEXT: }
  // CHECK-NEXT: default: {
  // CHECK-NEXT: /* neither, but n */
  // CHECK-NEXT: break;
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  emitc.switch %n : i32
  case 2 {
    emitc.call_opaque "two"(%n) : (i32) -> ()
    emitc.yield
  }
  case -5 {
    emitc.yield
  }
  default {
    emitc.verbatim "/* neither, but {} */" args %n : i32
  }
  %p0 = emitc.subscript %p[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %first = emitc.cmp eq, %n, %z : (i32, i32) -> i1
  %second = emitc.cmp eq, %n, %o : (i32, i32) -> i1
  // CHECK-NEXT: if (n == 0) {
  // CHECK-NEXT: p[0] = 0;
  // CHECK-NEXT: } else if (n == 1) {
  // CHECK-NEXT: p[0] = 1;
  // CHECK-NEXT: } else if (n > 2) {
  // CHECK-NEXT: p[0] = 2;
  // CHECK-NEXT: } else {
  // CHECK-NEXT: p[0] = n;
  // CHECK-NEXT: }
  emitc.if %first {
    emitc.assign %z : i32 to %p0 : !emitc.lvalue<i32>
  } else {
    emitc.if %second {
      emitc.assign %o : i32 to %p0 : !emitc.lvalue<i32>
    } else {
      %third = emitc.cmp gt, %n, %two : (i32, i32) -> i1
      emitc.if %third {
        emitc.assign %two : i32 to %p0 : !emitc.lvalue<i32>
      } else {
        emitc.assign %n : i32 to %p0 : !emitc.lvalue<i32>
      }
    }
  }
  emitc.return
}

// A variable is declared where it is used first, with its value if possible; one that is not read is not written.
// CHECK-LABEL: int32_t variables(bool f)
// CHECK-NEXT: int32_t t0;
// CHECK-NEXT: if (f) {
// CHECK-NEXT: t0 = 1;
// CHECK-NEXT: } else {
// CHECK-NEXT: t0 = call();
// CHECK-NEXT: }
// CHECK-NEXT: int32_t t1 = t0 * 3;
// CHECK-NEXT: inc(&t1);
// CHECK-NEXT: int8_t t2[2] = {1, 2};
// CHECK-NEXT: fill(t2, 2);
// CHECK-NEXT: return t1 + (int32_t)t2[0];
emitc.func @variables(%f: i1 {tir.name = "f"}) -> i32 {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %three = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
  %w = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
  %dead = "emitc.variable"() <{value = 7 : i32}> : () -> !emitc.lvalue<i32>
  %array = "emitc.variable"() <{value = #emitc.opaque<"{1, 2}">}> : () -> !emitc.array<2xi8>
  emitc.if %f {
    emitc.assign %o : i32 to %v : !emitc.lvalue<i32>
  } else {
    %c = emitc.call_opaque "call"() : () -> i32
    emitc.assign %c : i32 to %v : !emitc.lvalue<i32>
  }
  %a = emitc.load %v : !emitc.lvalue<i32>
  %b = emitc.mul %a, %three : (i32, i32) -> i32
  emitc.assign %b : i32 to %w : !emitc.lvalue<i32>
  emitc.assign %b : i32 to %dead : !emitc.lvalue<i32>
  %address = emitc.address_of %w : !emitc.lvalue<i32>
  emitc.call_opaque "inc"(%address) : (!emitc.ptr<i32>) -> ()
  emitc.call_opaque "fill"(%array) {args = [0 : index, 2 : i32]} : (!emitc.array<2xi8>) -> ()
  %first = emitc.subscript %array[%z] : (!emitc.array<2xi8>, i32) -> !emitc.lvalue<i8>
  %r = emitc.load %w : !emitc.lvalue<i32>
  %s = emitc.load %first : !emitc.lvalue<i8>
  %t = emitc.cast %s : i8 to i32
  %sum = emitc.add %r, %t : (i32, i32) -> i32
  emitc.return %sum : i32
}

// CHECK-LABEL: int32_t members(struct s *a, struct s *b)
// CHECK-NEXT: return (int32_t)a->x + b->y[1] + *(tir_int32 *)b->z;
emitc.func @members(%a: !emitc.ptr<!emitc.opaque<"struct s">> {tir.name = "a"}, %b: !emitc.ptr<!emitc.opaque<"struct s">> {tir.name = "b"}) -> i32 {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<!emitc.ptr<!emitc.opaque<"struct s">>>
  emitc.assign %b : !emitc.ptr<!emitc.opaque<"struct s">> to %v : !emitc.lvalue<!emitc.ptr<!emitc.opaque<"struct s">>>
  %a0 = emitc.subscript %a[%z] : (!emitc.ptr<!emitc.opaque<"struct s">>, i32) -> !emitc.lvalue<!emitc.opaque<"struct s">>
  %x = "emitc.member"(%a0) <{member = "x"}> : (!emitc.lvalue<!emitc.opaque<"struct s">>) -> !emitc.lvalue<i8>
  %y = "emitc.member_of_ptr"(%v) <{member = "y"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"struct s">>>) -> !emitc.array<2xi32>
  %y1 = emitc.subscript %y[%o] : (!emitc.array<2xi32>, i32) -> !emitc.lvalue<i32>
  %p = "emitc.member_of_ptr"(%v) <{member = "z"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"struct s">>>) -> !emitc.lvalue<!emitc.ptr<!emitc.opaque<"void">>>
  %lx = emitc.load %x : !emitc.lvalue<i8>
  %cx = emitc.cast %lx : i8 to i32
  %ly = emitc.load %y1 : !emitc.lvalue<i32>
  %lp = emitc.load %p : !emitc.lvalue<!emitc.ptr<!emitc.opaque<"void">>>
  %cp = emitc.cast %lp : !emitc.ptr<!emitc.opaque<"void">> to !emitc.ptr<i32>
  %dp = emitc.dereference %cp : !emitc.ptr<i32>
  %lz = emitc.load %dp : !emitc.lvalue<i32>
  %1 = emitc.add %cx, %ly : (i32, i32) -> i32
  %2 = emitc.add %1, %lz : (i32, i32) -> i32
  emitc.return %2 : i32
}
