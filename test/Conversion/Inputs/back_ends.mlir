// What both back ends must accept; back_ends.c calls it.

tir.struct @pair ["first", "second"] definition
func.func private @see(memref<1024xi8>, i32)

// What a loop carries may have any type, also another order of its results.
func.func @while_index(%x: memref<16xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.index_cast %n : i32 to index
  %r = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %end : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %k = arith.index_cast %i : index to i32
    memref.store %k, %x[%i] : memref<16xi32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %count = arith.index_cast %r : index to i32
  return %count : i32
}

func.func @while_two(%x: memref<16xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, i32) -> (i32, index) {
    %k = arith.index_cast %i : index to i32
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %s, %i : i32, index
  } do {
  ^bb0(%s: i32, %i: index):
    %v = memref.load %x[%i] : memref<16xi32>
    %t = arith.addi %s, %v : i32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, i32
  }
  %ten = arith.constant 1000 : i32
  %i = arith.index_cast %r#1 : index to i32
  %scaled = arith.muli %i, %ten : i32
  %sum = arith.addi %r#0, %scaled : i32
  return %sum : i32
}

// The two pointers change places in each iteration.
func.func @while_handles(%a: !tir.handle, %b: !tir.handle) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.while (%x = %a, %y = %b, %n = %zero) : (!tir.handle, !tir.handle, i32) -> (!tir.handle, !tir.handle, i32) {
    %more = tir.is_null %x : !tir.handle
    scf.condition(%more) %x, %y, %n : !tir.handle, !tir.handle, i32
  } do {
  ^bb0(%x: !tir.handle, %y: !tir.handle, %n: i32):
    %next = arith.addi %n, %one : i32
    scf.yield %y, %x, %next : !tir.handle, !tir.handle, i32
  }
  return %r#2 : i32
}

func.func @while_nested(%n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.index_cast %n : i32 to index
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, i32) -> (index, i32) {
    %more = arith.cmpi slt, %i, %end : index
    scf.condition(%more) %i, %s : index, i32
  } do {
  ^bb0(%i: index, %s: i32):
    %q:2 = scf.while (%j = %c0, %t = %s) : (index, i32) -> (index, i32) {
      %more = arith.cmpi sle, %j, %i : index
      scf.condition(%more) %j, %t : index, i32
    } do {
    ^bb0(%j: index, %t: i32):
      %u = arith.addi %t, %one : i32
      %next = arith.addi %j, %c1 : index
      scf.yield %next, %u : index, i32
    }
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %q#1 : index, i32
  }
  return %r#1 : i32
}

func.func @parallel_sums(%x: memref<4x4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %least = arith.constant -5 : i32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) init (%zero, %least) -> (i32, i32) {
    %v = memref.load %x[%i, %j] : memref<4x4xi32>
    scf.reduce(%v, %v : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.maxsi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  %k = arith.constant 1000 : i32
  %t = arith.muli %r#1, %k : i32
  %sum = arith.addi %r#0, %t : i32
  return %sum : i32
}

func.func @parallel_in_place(%x: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.forall (%j) in (4) {
      %v = memref.load %x[%i, %j] : memref<4x4xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %x[%i, %j] : memref<4x4xi32>
    }
    scf.reduce
  }
  return
}

func.func @affine_loops(%x: memref<4x4xi32>, %y: memref<4x4xi32>, %n: i32) {
  %at = arith.index_cast %n : i32 to index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %x[%i, %j] : memref<4x4xi32>
      affine.store %v, %y[%i, 3 - %j] : memref<4x4xi32>
    }
  }
  %c0 = arith.constant 0 : index
  %k = affine.apply affine_map<(d0) -> (d0 mod 4)>(%at)
  memref.store %n, %y[%c0, %k] : memref<4x4xi32>
  return
}

func.func @transposed(%x: memref<2x3xi32>, %y: memref<3x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %t = memref.transpose %x (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %v = memref.load %t[%i, %j] : memref<3x2xi32, strided<[1, 3]>>
      memref.store %v, %y[%i, %j] : memref<3x2xi32>
    }
  }
  return
}

func.func @transposed_part(%x: memref<4x5xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %part = memref.subview %x[1, 2] [2, 3] [1, 1] : memref<4x5xi32> to memref<2x3xi32, strided<[5, 1], offset: 7>>
  %t = memref.transpose %part (i, j) -> (j, i)
      : memref<2x3xi32, strided<[5, 1], offset: 7>> to memref<3x2xi32, strided<[1, 5], offset: 7>>
  %v = memref.load %t[%c2, %c1] : memref<3x2xi32, strided<[1, 5], offset: 7>>
  return %v : i32
}

func.func @addresses(%a: memref<4x6xi16>, %b: memref<6xi16>, %c: memref<i32>) -> i64 {
  %part = memref.subview %a[1, 1] [2, 3] [1, 1] : memref<4x6xi16> to memref<2x3xi16, strided<[6, 1], offset: 7>>
  %m = tir.misalignment %a, 16 : memref<4x6xi16>
  %n = tir.misalignment %b, 8 : memref<6xi16>
  %o = tir.misalignment %part, 16 : memref<2x3xi16, strided<[6, 1], offset: 7>>
  %p = tir.is_null %a : memref<4x6xi16>
  %q = tir.is_null %c : memref<i32>
  %r = tir.is_null %part : memref<2x3xi16, strided<[6, 1], offset: 7>>
  %one = arith.extui %p : i1 to i64
  %two = arith.extui %q : i1 to i64
  %three = arith.extui %r : i1 to i64
  %hundred = arith.constant 100 : i64
  %s = arith.addi %m, %n : i64
  %t = arith.muli %o, %hundred : i64
  %u = arith.addi %s, %t : i64
  %v = arith.addi %one, %two : i64
  %w = arith.addi %v, %three : i64
  %k = arith.constant 100000 : i64
  %x = arith.muli %w, %k : i64
  %sum = arith.addi %u, %x : i64
  return %sum : i64
}

func.func @hints(%x: memref<4x6xi16>) -> i32 {
  %c1 = arith.constant 1 : index
  memref.prefetch %x[%c1, %c1], read, locality<3>, data : memref<4x6xi16>
  %aligned = memref.assume_alignment %x, 2 : memref<4x6xi16>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %aligned
      : memref<4x6xi16> -> memref<i16>, index, index, index, index, index
  %first = memref.load %base[] : memref<i16>
  %v = memref.load %aligned[%c1, %c1] : memref<4x6xi16>
  %s = arith.addi %sizes#1, %strides#0 : index
  %t = arith.index_cast %s : index to i32
  %w = arith.extsi %v : i16 to i32
  %f = arith.extsi %first : i16 to i32
  %u = arith.addi %t, %w : i32
  %sum = arith.addi %u, %f : i32
  return %sum : i32
}

func.func @scopes(%n: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %r = memref.alloca_scope -> i32 {
    %a = memref.alloca() : memref<4xi32>
    memref.store %n, %a[%c1] : memref<4xi32>
    %v = memref.load %a[%c1] : memref<4xi32>
    memref.alloca_scope.return %v : i32
  }
  %s = scf.execute_region -> i32 {
    %double = arith.addi %r, %r : i32
    scf.yield %double : i32
  }
  return %s : i32
}

// A handle whose struct is known is stored as any other handle.
func.func @typed_handles(%a: !tir.handle {tir.port = #tir.port<c_struct = "pair">}, %b: !tir.handle {tir.port = #tir.port<c_struct = "pair">}, %c: i1)
    -> !tir.handle {
  tir.struct_set %a[@pair, "first"] = %b : !tir.handle
  tir.struct_set %b[@pair, "second"] = %a : !tir.handle
  %r = scf.if %c -> !tir.handle {
    %got = tir.struct_get %a[@pair, "first"] : !tir.handle
    scf.yield %got : !tir.handle
  } else {
    scf.yield %a : !tir.handle
  }
  %s = arith.select %c, %r, %b : !tir.handle
  return %s : !tir.handle
}

// The stack of an iteration is free at its end.
func.func @stack_in_loops(%n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %end = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %end step %c1 {
    %b = memref.alloca() : memref<1024xi8>
    %k = arith.index_cast %i : index to i32
    func.call @see(%b, %k) : (memref<1024xi8>, i32) -> ()
    %odd = arith.trunci %k : i32 to i1
    scf.if %odd {
      %c = memref.alloca() : memref<1024xi8>
      func.call @see(%c, %k) : (memref<1024xi8>, i32) -> ()
    }
  }
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %b = memref.alloca() : memref<1024xi8>
    func.call @see(%b, %i) : (memref<1024xi8>, i32) -> ()
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %b = memref.alloca() : memref<1024xi8>
    func.call @see(%b, %i) : (memref<1024xi8>, i32) -> ()
    %one = arith.constant 1 : i32
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}
