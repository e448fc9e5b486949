// Functions with packed arguments of every kind; each copies or adds, so that its effect is visible.
!f32 = memref<2x3xf32>
!i8 = memref<5xi8>
!i1 = memref<4x1xi1>
!part = memref<2x3xi8, strided<[4, 1], offset: ?>>
!read = memref<2x3xi8>
#packed = #tir.calling_convention<packed>

tir.prim_func @add(%x: !f32 {tir.name = "x"}, %y: !f32 {tir.name = "y"}, %z: !f32 {tir.name = "z"})
    attributes {calling_convention = #packed} {
  linalg.add ins(%x, %y : !f32, !f32) outs(%z : !f32)
  tir.return
}
tir.prim_func @fill(%x: !i8 {tir.name = "x"}, %n: i32 {tir.name = "n"}, %f: f32 {tir.name = "f"})
    attributes {calling_convention = #packed} {
  %m = arith.fptosi %f : f32 to i32
  %sum = arith.addi %n, %m : i32
  %value = arith.trunci %sum : i32 to i8
  linalg.fill ins(%value : i8) outs(%x : !i8)
  tir.return
}
tir.prim_func @mask(%x: !i1 {tir.name = "x"}, %y: !i1 {tir.name = "y"}) attributes {calling_convention = #packed} {
  linalg.copy ins(%x : !i1) outs(%y : !i1)
  tir.return
}
tir.prim_func @part(%x: !part {tir.name = "x"}, %y: !read {tir.name = "y"}) attributes {calling_convention = #packed} {
  linalg.copy ins(%x : !part) outs(%y : !read)
  tir.return
}
