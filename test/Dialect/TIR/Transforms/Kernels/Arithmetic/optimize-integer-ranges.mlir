// RUN: tir-opt %s --tir-optimize-integer-ranges | FileCheck %s

// Products of bytes, summed over loops, from a known start.
// CHECK-LABEL: func.func @dot(
// CHECK:         arith.subi %{{.*}} overflow<nsw>
// CHECK:         arith.muli %{{.*}} overflow<nsw>
// CHECK:         arith.addi %{{.*}} overflow<nsw>
func.func @dot(%x: memref<64xi8>, %w: memref<64xi8>, %bias: memref<4xi32> {kernel.argument = #kernel.argument<range = [-1000, 1000]>}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zp = arith.constant -128 : i32
  %init = memref.load %bias[%c0] : memref<4xi32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%outer = %init) -> (i32) {
    %row = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %outer) -> (i32) {
      %a = memref.load %x[%j] : memref<64xi8>
      %b = memref.load %w[%j] : memref<64xi8>
      %a32 = arith.extsi %a : i8 to i32
      %b32 = arith.extsi %b : i8 to i32
      %az = arith.subi %a32, %zp : i32
      %p = arith.muli %az, %b32 : i32
      %next = arith.addi %acc, %p : i32
      scf.yield %next : i32
    }
    scf.yield %row : i32
  }
  return %sum : i32
}

// From an unknown start the sum may wrap; the product still may not.
// CHECK-LABEL: func.func @unknown_start(
// CHECK:         arith.muli %{{.*}} overflow<nsw>
// CHECK:         arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
func.func @unknown_start(%x: memref<64xi8>, %bias: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %init = memref.load %bias[%c0] : memref<4xi32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (i32) {
    %a = memref.load %x[%i] : memref<64xi8>
    %a32 = arith.extsi %a : i8 to i32
    %p = arith.muli %a32, %a32 : i32
    %next = arith.addi %acc, %p : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// A value that doubles each time is not a sum.
// CHECK-LABEL: func.func @doubles(
// CHECK:         arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
func.func @doubles() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %c40 step %c1 iter_args(%acc = %one) -> (i32) {
    %next = arith.addi %acc, %acc : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// A sum over enough iterations exceeds its type.
// CHECK-LABEL: func.func @too_many(
// CHECK:         arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
func.func @too_many(%x: memref<1xi32> {kernel.argument = #kernel.argument<range = [0, 65536]>}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 40000 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %many step %c1 iter_args(%acc = %zero) -> (i32) {
    %a = memref.load %x[%c0] : memref<1xi32>
    %next = arith.addi %acc, %a : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// CHECK-LABEL: func.func @decided(
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK:         return %[[TRUE]]
func.func @decided(%shift: memref<4xi8> {kernel.argument = #kernel.argument<range = [32, 40]>}) -> i1 {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 31 : i32
  %s = memref.load %shift[%c0] : memref<4xi8>
  %s32 = arith.extui %s : i8 to i32
  %large = arith.cmpi sgt, %s32, %limit : i32
  return %large : i1
}

// It may reach the limit, so the comparison stays.
// CHECK-LABEL: func.func @undecided(
// CHECK:         %[[LARGE:.*]] = arith.cmpi
// CHECK:         return %[[LARGE]]
func.func @undecided(%shift: memref<4xi8> {kernel.argument = #kernel.argument<range = [31, 40]>}) -> i1 {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 31 : i32
  %s = memref.load %shift[%c0] : memref<4xi8>
  %s32 = arith.extui %s : i8 to i32
  %large = arith.cmpi sgt, %s32, %limit : i32
  return %large : i1
}

// Sums and differences up to the last number of the type, and one beyond it.
// CHECK-LABEL: func.func @sums_at_the_limit(
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
// CHECK:         arith.subi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.subi %{{[^ ]+}}, %{{[^ ]+}} {wraps_above}
// CHECK:         arith.subi %{{[^ ]+}}, %{{[^ ]+}} {wraps_below}
func.func @sums_at_the_limit(%x: memref<1xi32> {kernel.argument = #kernel.argument<range = [-2147483647, 2147483646]>}) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %minus_three = arith.constant -3 : i32
  %v = memref.load %x[%c0] : memref<1xi32>
  %a = arith.addi %v, %one {fits} : i32
  %b = arith.addi %v, %two {wraps} : i32
  %c = arith.subi %zero, %v {fits} : i32
  %d = arith.subi %one, %v {wraps_above} : i32
  %e = arith.subi %minus_three, %v {wraps_below} : i32
  return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}

// Any two limits may have the largest or the smallest product.
// CHECK-LABEL: func.func @products_at_the_limit(
// CHECK:         arith.muli %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.muli %{{[^ ]+}}, %{{[^ ]+}} {least_by_least_wraps}
// CHECK:         arith.muli %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.muli %{{[^ ]+}}, %{{[^ ]+}} {least_by_most_wraps}
// CHECK:         arith.muli %{{[^ ]+}}, %{{[^ ]+}} {most_by_least_wraps}
// CHECK:         arith.muli %{{[^ ]+}}, %{{[^ ]+}} {most_by_most_wraps}
func.func @products_at_the_limit(%x: memref<1xi32> {kernel.argument = #kernel.argument<range = [-65536, 1]>},
                                 %y: memref<1xi32> {kernel.argument = #kernel.argument<range = [-1, 65536]>}) -> (i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<1xi32>
  %w = memref.load %y[%c0] : memref<1xi32>
  %least = arith.constant -32768 : i32
  %above_least = arith.constant -32767 : i32
  %most = arith.constant 32768 : i32
  %above_most = arith.constant 32769 : i32
  %below_least = arith.constant -32769 : i32
  %a = arith.muli %v, %above_least {fits} : i32
  %b = arith.muli %v, %least {least_by_least_wraps} : i32
  %c = arith.muli %v, %most {fits} : i32
  %d = arith.muli %v, %above_most {least_by_most_wraps} : i32
  %e = arith.muli %w, %below_least {most_by_least_wraps} : i32
  %f = arith.muli %w, %most {most_by_most_wraps} : i32
  return %a, %b, %c, %d, %e, %f : i32, i32, i32, i32, i32, i32
}

// A shift multiplies by a power of two; nothing is known of a shift by a negative number or by more than the width of
// any type.
// CHECK-LABEL: func.func @shifts_at_the_limit(
// CHECK:         arith.shli %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.shli %{{[^ ]+}}, %{{[^ ]+}} {wraps}
// CHECK:         arith.shli %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.shli %{{[^ ]+}}, %{{[^ ]+}} {wraps}
// CHECK:         arith.shli %{{[^ ]+}}, %{{[^ ]+}} {maybe_negative}
// CHECK:         arith.shli %{{[^ ]+}}, %{{[^ ]+}} {maybe_64}
func.func @shifts_at_the_limit(%s: memref<1xi32> {kernel.argument = #kernel.argument<range = [0, 30]>},
                               %negative: memref<1xi32> {kernel.argument = #kernel.argument<range = [-1, 30]>},
                               %wide: memref<1xi32> {kernel.argument = #kernel.argument<range = [0, 64]>}) -> (i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %minus_two = arith.constant -2 : i32
  %minus_three = arith.constant -3 : i32
  %by = memref.load %s[%c0] : memref<1xi32>
  %by_negative = memref.load %negative[%c0] : memref<1xi32>
  %by_wide = memref.load %wide[%c0] : memref<1xi32>
  %a = arith.shli %one, %by {fits} : i32
  %b = arith.shli %two, %by {wraps} : i32
  %c = arith.shli %minus_two, %by {fits} : i32
  %d = arith.shli %minus_three, %by {wraps} : i32
  %e = arith.shli %zero, %by_negative {maybe_negative} : i32
  %f = arith.shli %zero, %by_wide {maybe_64} : i32
  return %a, %b, %c, %d, %e, %f : i32, i32, i32, i32, i32, i32
}

// The sum is known after the loop, as after the last of its iterations: the
// iterations from 3 to 8, each with all iterations of the inner loop.
// CHECK-LABEL: func.func @sum_at_the_limit(
// CHECK:         arith.addi %{{.*}} overflow<nsw> {inside}
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
func.func @sum_at_the_limit(%x: memref<1xi32> {kernel.argument = #kernel.argument<range = [-100, 1000]>}) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %start = arith.constant 7 : i32
  %sum = scf.for %i = %c3 to %c8 step %c1 iter_args(%outer = %start) -> (i32) {
    %row = scf.for %j = %c0 to %c2 step %c1 iter_args(%acc = %outer) -> (i32) {
      %a = memref.load %x[%c0] : memref<1xi32>
      %next = arith.addi %a, %acc {inside} : i32
      scf.yield %next : i32
    }
    scf.yield %row : i32
  }
  // From 7 - 10 * 100 to 7 + 10 * 1000.
  %to_most = arith.constant 2147473640 : i32
  %above_most = arith.constant 2147473641 : i32
  %to_least = arith.constant -2147482655 : i32
  %below_least = arith.constant -2147482656 : i32
  %a = arith.addi %sum, %to_most {fits} : i32
  %b = arith.addi %sum, %above_most {wraps} : i32
  %c = arith.addi %sum, %to_least {fits} : i32
  %d = arith.addi %sum, %below_least {wraps} : i32
  return %a, %b, %c, %d : i32, i32, i32, i32
}

// If a branch adds one of two numbers, the sum is between the sums of all smaller and of all larger ones. A branch
// that adds nothing counts as adding 0.
// CHECK-LABEL: func.func @branches(
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
func.func @branches(%condition: i1) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %start = arith.constant 0 : i32
  %step = arith.constant 5 : i32
  %down = arith.constant -3 : i32
  %up:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%sum = %start, %fall = %start) -> (i32, i32) {
    %branch:2 = scf.if %condition -> (i32, i32) {
      %next = arith.addi %sum, %step : i32
      scf.yield %next, %fall : i32, i32
    } else {
      %next = arith.addi %fall, %down : i32
      scf.yield %sum, %next : i32, i32
    }
    scf.yield %branch#0, %branch#1 : i32, i32
  }
  %to_most = arith.constant 2147483627 : i32
  %above_most = arith.constant 2147483628 : i32
  %to_least = arith.constant -2147483636 : i32
  %below_least = arith.constant -2147483637 : i32
  %a = arith.addi %up#0, %to_most {fits} : i32
  %b = arith.addi %up#0, %above_most {wraps} : i32
  %c = arith.addi %up#1, %to_least {fits} : i32
  %d = arith.addi %up#1, %below_least {wraps} : i32
  return %a, %b, %c, %d : i32, i32, i32, i32
}

// If the step of a loop is not known, nothing is known of the iterations.
// CHECK-LABEL: func.func @unknown_step(
// CHECK:         arith.addi %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : i32
func.func @unknown_step(%step: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %c8 step %step iter_args(%acc = %zero) -> (i32) {
    %next = arith.addi %acc, %one : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// A maximum is one of its operands, whichever it is.
// CHECK-LABEL: func.func @maxima(
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
// CHECK:         arith.addi %{{.*}} overflow<nsw> {fits}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {wraps}
func.func @maxima(%x: memref<8xi32> {kernel.argument = #kernel.argument<range = [-10, 20]>}) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %least = arith.constant -30 : i32
  %most = arith.constant 40 : i32
  %extreme:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %least, %min = %most) -> (i32, i32) {
    %v = memref.load %x[%i] : memref<8xi32>
    %larger = arith.maxsi %max, %v : i32
    %smaller = arith.minsi %v, %min : i32
    scf.yield %larger, %smaller : i32, i32
  }
  %to_most = arith.constant 2147483627 : i32
  %above_most = arith.constant 2147483628 : i32
  %to_least = arith.constant -2147483638 : i32
  %below_least = arith.constant -2147483639 : i32
  %a = arith.addi %extreme#0, %to_most {fits} : i32
  %b = arith.addi %extreme#0, %above_most {wraps} : i32
  %c = arith.addi %extreme#1, %to_least {fits} : i32
  %d = arith.addi %extreme#1, %below_least {wraps} : i32
  return %a, %b, %c, %d : i32, i32, i32, i32
}

// The numbers of the iterations, the last of which is below the upper bound. A loop that never runs has none, and the
// last may be too large for an index.
// CHECK-LABEL: func.func @iterations(
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant {{.*}}true
// CHECK:         call @use(%[[TRUE]])
// CHECK:         %[[BELOW:.*]] = arith.cmpi {{.*}} {undecided}
// CHECK:         call @use(%[[BELOW]])
// CHECK:         %[[NEVER:.*]] = arith.cmpi {{.*}} {never_runs}
// CHECK:         call @use(%[[NEVER]])
// CHECK:         %[[BEFORE:.*]] = arith.cmpi {{.*}} {before_the_least}
// CHECK:         call @use(%[[BEFORE]])
func.func private @use(i1)
func.func @iterations() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c2 to %c8 step %c1 {
    %below = arith.cmpi sle, %i, %c7 : index
    func.call @use(%below) : (i1) -> ()
    %maybe = arith.cmpi slt, %i, %c7 {undecided} : index
    func.call @use(%maybe) : (i1) -> ()
  }
  scf.for %i = %c5 to %c2 step %c1 {
    %never = arith.cmpi slt, %i, %c2 {never_runs} : index
    func.call @use(%never) : (i1) -> ()
  }
  %one = arith.constant 1 : i32
  %least = arith.constant -2147483648 : i32
  scf.for %i = %least to %least step %one : i32 {
    %never = arith.cmpi slt, %i, %one {before_the_least} : i32
    func.call @use(%never) : (i1) -> ()
  }
  return
}

// A mask of all bits of the number does not change it, and neither does the remainder of a division by a larger number.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME:    %[[X:.*]]: i8)
// CHECK:         %[[V:.*]] = arith.extui %[[X]]
// CHECK:         %[[MASKED:.*]] = arith.andi {{.*}} {smaller_mask}
// CHECK:         %[[HOLES:.*]] = arith.andi {{.*}} {no_mask}
// CHECK:         %[[REMAINDER:.*]] = arith.remui {{.*}} {equal_divisor}
// CHECK:         return %[[V]], %[[MASKED]], %[[HOLES]], %[[V]], %[[REMAINDER]]
func.func @kept(%x: i8) -> (i32, i32, i32, i32, i32) {
  %c127 = arith.constant 127 : i32
  %c255 = arith.constant 255 : i32
  %c256 = arith.constant 256 : i32
  %c510 = arith.constant 510 : i32
  %v = arith.extui %x : i8 to i32
  %a = arith.andi %v, %c255 : i32
  %b = arith.andi %v, %c127 {smaller_mask} : i32
  %c = arith.andi %v, %c510 {no_mask} : i32
  %d = arith.remui %v, %c256 : i32
  %e = arith.remui %v, %c255 {equal_divisor} : i32
  return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}

// A value without a known range may be any number: the result of a call, a value that another one replaces, a
// buffer without a range, a vector.
// CHECK-LABEL: func.func @anything(
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {called}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {content}
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} {swapped}
// CHECK:         arith.cmpi eq, %{{.*}}, %{{.*}} : vector<2xi32>
func.func private @number() -> i32
func.func @anything(%buffer: memref<1xi32>) -> (i32, i32, i32, vector<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %called = func.call @number() : () -> i32
  %a = arith.addi %called, %one {called} : i32
  %v = memref.load %buffer[%c0] : memref<1xi32>
  %b = arith.addi %v, %one {content} : i32
  %swapped:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%first = %one, %second = %two) -> (i32, i32) {
    scf.yield %second, %first : i32, i32
  }
  %c = arith.addi %swapped#0, %one {swapped} : i32
  %vector = arith.constant dense<1> : vector<2xi32>
  %d = arith.cmpi eq, %vector, %vector : vector<2xi32>
  return %a, %b, %c, %d : i32, i32, i32, vector<2xi1>
}

// An index has the width that its target specifies, and a truncation is not a sum.
// CHECK-LABEL: func.func @other_types(
// CHECK:         arith.addi %{{[^ ]+}}, %{{[^ ]+}} : index
// CHECK:         arith.trunci %{{[^ ]+}} : i32 to i8
func.func @other_types(%x: i32) -> (index, i8) {
  %c1 = arith.constant 1 : index
  %a = arith.addi %c1, %c1 : index
  %b = arith.trunci %x : i32 to i8
  return %a, %b : index, i8
}
