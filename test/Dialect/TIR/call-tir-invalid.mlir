// RUN: tir-opt %s --verify-diagnostics --split-input-file

tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @too_many_outs(%x: tensor<4xf32>) {
  // expected-error @below {{'tir.call_tir' op has 2 outs, but only 1 operands}}
  "tir.call_tir"(%x) <{callee = @f, num_outs = 2 : i32}> : (tensor<4xf32>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @negative_outs(%x: tensor<4xf32>) {
  // expected-error @below {{attribute 'num_outs' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  "tir.call_tir"(%x) <{callee = @f, num_outs = -1 : i32}> : (tensor<4xf32>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  tir.return
}
// expected-note @below {{the memref comes from here}}
func.func @mixed(%x: tensor<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op mixes tensors and memrefs; a call works on one of them, so bufferize the whole call or none of it}}
  tir.call_tir @f(%x, %y) : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
// expected-note @below {{the first of them comes from here}}
func.func @outs_on_memrefs(%x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op on memrefs takes plain operands; drop 'outs', the callee's arguments say what is written}}
  tir.call_tir @f() outs(%x) : (memref<4xf32>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @no_result(%x: tensor<4xf32>) {
  // expected-error @below {{'tir.call_tir' op has 1 outs but 0 results; each outs operand is tied to one result}}
  tir.call_tir @f() outs(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
// expected-note @below {{the operand comes from here}}
func.func @another_result(%x: tensor<4xf32>) {
  // expected-error @below {{'tir.call_tir' op result #0 is 'tensor<5xf32>', but the outs operand it is tied to is 'tensor<4xf32>'}}
  %0 = tir.call_tir @f() outs(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @undefined() {
  // expected-error @below {{'tir.call_tir' op calls @missing, which this module does not define; call_tir has no fallback to external linkage}}
  tir.call_tir @missing() : () -> ()
  return
}

// -----

// expected-note @below {{it is a 'func.func'}}
func.func private @another_kind()
func.func @no_prim_func() {
  // expected-error @below {{'tir.call_tir' op calls @another_kind, which is not a tir.prim_func}}
  tir.call_tir @another_kind() : () -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @declared()
func.func @declaration() {
  // expected-error @below {{'tir.call_tir' op calls a declaration; call an external kernel by call_extern or call_cpacked}}
  tir.call_tir @declared() : () -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @count(%x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op passes 2 arguments, but the callee takes 1}}
  tir.call_tir @f(%x, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%n: i32) {
  tir.return
}
func.func @scalar(%n: i64) {
  // expected-error @below {{'tir.call_tir' op argument #0 is 'i64', expected 'i32'}}
  tir.call_tir @f(%n) : (i64) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<*xf32>) {
  tir.return
}
func.func @ranked_for_unranked(%x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 is 'memref<4xf32>', expected 'memref<*xf32>'}}
  tir.call_tir @f(%x) : (memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%k: i32, %x: memref<4xf32>) {
  tir.return
}
func.func @element_type(%k: i32, %x: memref<4xi32>) {
  // expected-error @below {{'tir.call_tir' op argument #1 has element type i32, expected f32}}
  tir.call_tir @f(%k, %x) : (i32, memref<4xi32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.return
}
func.func @rank(%x: tensor<2x2xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has rank 2, expected 1}}
  tir.call_tir @f(%x) : (tensor<2x2xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @unranked(%x: memref<*xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has rank unknown, expected 1}}
  tir.call_tir @f(%x) : (memref<*xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4x8xf32>) {
  tir.return
}
func.func @extent(%x: memref<4x9xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has extent 9 in dimension 1, expected 8}}
  tir.call_tir @f(%x) : (memref<4x9xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4x8xf32>) {
  tir.return
}
func.func @dynamic_extent(%x: memref<?x8xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has extent ? in dimension 0, expected 4}}
  tir.call_tir @f(%x) : (memref<?x8xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @memory_space(%x: memref<4xf32, 3>) {
  // expected-error @below {{'tir.call_tir' op argument #0 lies in memory space 3 : i64, expected 0}}
  tir.call_tir @f(%x) : (memref<4xf32, 3>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32>) {
  tir.return
}
func.func @offset(%x: memref<4xf32, strided<[1], offset: 2>>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has offset 2, expected 0 (elements from the buffer's first)}}
  tir.call_tir @f(%x) : (memref<4xf32, strided<[1], offset: 2>>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4x8xf32>) {
  tir.return
}
func.func @stride(%x: memref<4x8xf32, strided<[9, 1]>>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has stride 9 in dimension 0, expected 8}}
  tir.call_tir @f(%x) : (memref<4x8xf32, strided<[9, 1]>>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4x8xf32>) {
  tir.return
}
func.func @dynamic_stride(%x: memref<4x8xf32, strided<[8, ?]>>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has stride ? in dimension 1, expected 1}}
  tir.call_tir @f(%x) : (memref<4x8xf32, strided<[8, ?]>>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<8xf32>) {
  tir.return
}
func.func @layout(%x: memref<8xf32, affine_map<(d) -> (d floordiv 4, d mod 4)>>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has layout affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, expected affine_map<(d0) -> (d0)>}}
  tir.call_tir @f(%x) : (memref<8xf32, affine_map<(d) -> (d floordiv 4, d mod 4)>>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.return
}
func.func @outs_is_read(%x: tensor<4xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 is among 'outs', but the callee only reads it}}
  %0 = tir.call_tir @f() outs(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
func.func @written_is_no_outs(%x: tensor<4xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 is written by the callee, so on tensors it must be among 'outs'}}
  tir.call_tir @f(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @operand_count(%x: memref<4xf32>) {
  // expected-error @below {{custom op 'tir.call_tir' number of operands and types do not match: got 2 operands and 1 types}}
  tir.call_tir @f(%x, %x) : (memref<4xf32>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xf32>, %c: !tir.device_context<"npu">) {
  tir.return
}
func.func @context_apart(%x: memref<4xf32>, %c: !tir.device_context<"npu">) {
  // expected-error @below {{'tir.call_tir' takes no 'context(...)': pass the context to a prim_func of this module among the arguments}}
  tir.call_tir @f(%x) context(%c) : (memref<4xf32>, !tir.device_context<"npu">) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32>, %c: !tir.device_context<"npu">) {
  tir.return
}
func.func @context_of_other_kind(%x: memref<4xf32>, %c: !tir.device_context<"dsp">) {
  // expected-error @below {{'tir.call_tir' op argument #1 is '!tir.device_context<"dsp">', expected '!tir.device_context<"npu">'}}
  tir.call_tir @f(%x, %c) : (memref<4xf32>, !tir.device_context<"dsp">) -> ()
  return
}

// -----

// With tensors, a memref must be constant data.

tir.pool @sram {size = 64 : i64}
tir.prim_func private @f(memref<4xf32> {tir.effect = #tir.effect<read>},
                         memref<4xf32> {tir.effect = #tir.effect<read>})
func.func @written_pool(%x: tensor<4xf32>) {
  // expected-note @below {{the memref comes from here}}
  %y = tir.pool_view @sram[0] : memref<4xf32>
  // expected-error @below {{'tir.call_extern' op mixes tensors and memrefs; a call works on one of them, so bufferize the whole call or none of it (argument #1 could stay if it were constant data: a tir.pool_view of a read_only pool, or a constant memref.global)}}
  tir.call_extern @f(%x, %y) : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

memref.global "private" @state : memref<4xf32> = uninitialized
func.func @written_global(%x: tensor<4xf32>) {
  // expected-note @below {{the memref comes from here}}
  %y = memref.get_global @state : memref<4xf32>
  // expected-error @below {{'tir.call_packed' op mixes tensors and memrefs}}
  tir.call_packed "f"(%x, %y) : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

tir.pool @commands {read_only, contents = dense<1> : tensor<4xi32>}
// expected-note @below {{callee declared here}}
tir.prim_func private @f(memref<4xf32> {tir.effect = #tir.effect<read>}, memref<4xi32>)
func.func @writes_constant(%x: tensor<4xf32>) {
  // expected-note @below {{the data comes from here}}
  %y = tir.pool_view @commands[0] : memref<4xi32>
  // expected-error @below {{'tir.call_extern' op argument #1 is constant data, but the callee writes it}}
  tir.call_extern @f(%x, %y) : (tensor<4xf32>, memref<4xi32>) -> ()
  return
}

// -----

tir.pool @commands {read_only, contents = dense<1> : tensor<4xi32>}
// expected-note @below {{callee declared here}}
tir.prim_func private @f(memref<4xf32> {tir.effect = #tir.effect<read>},
                         memref<5xi32> {tir.effect = #tir.effect<read>})
func.func @other_constant(%x: tensor<4xf32>) {
  %y = tir.pool_view @commands[0] : memref<4xi32>
  // expected-error @below {{'tir.call_extern' op argument #1 has extent 4 in dimension 0, expected 5}}
  tir.call_extern @f(%x, %y) : (tensor<4xf32>, memref<4xi32>) -> ()
  return
}

// -----

// An argument with noalias must not share its buffer with another argument.

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%n: i32, %x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = true>},
                         %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
func.func @passed_twice(%n: i32, %x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op passes one buffer as arguments #1 and #2, but the callee writes it and assumes two different buffers; pass a copy, or declare both arguments noalias = false}}
  tir.call_tir @f(%n, %x, %x) : (i32, memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// The arguments of a kernel must not share buffers even without the attribute.

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32>)
    attributes {tir.function = #tir.function<kernel = <place = "abs#0">>} {
  tir.return
}
func.func @passed_twice_to_kernel(%x: memref<4xf32>) {
  // expected-error @below {{'tir.call_tir' op passes one buffer as arguments #0 and #1}}
  tir.call_tir @f(%x, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                         %y: memref<4xf32> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "f">>} {
  tir.return
}
func.func @parts_that_overlap(%pool: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %a = memref.view %pool[%c0][] : memref<64xi8> to memref<4xf32>
  %b = memref.view %pool[%c12][] : memref<64xi8> to memref<4xf32>
  %c = memref.view %pool[%c16][] : memref<64xi8> to memref<4xf32>
  tir.call_tir @f(%a, %c) : (memref<4xf32>, memref<4xf32>) -> ()
  // expected-error @below {{'tir.call_tir' op passes parts of one buffer that overlap as arguments #0 and #1, but the callee writes it and assumes two different buffers; pass a copy, or declare both arguments noalias = false}}
  tir.call_tir @f(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

memref.global "private" @pool : memref<64xi8> = uninitialized
// expected-note @below {{callee declared here}}
tir.prim_func private @f(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>},
                         %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 4], noalias = false>}) {
  tir.return
}
func.func @too_near() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %one = memref.get_global @pool : memref<64xi8>
  %other = memref.get_global @pool : memref<64xi8>
  %a = memref.view %one[%c4][] : memref<64xi8> to memref<4xf32>
  %b = memref.view %other[%c0][] : memref<64xi8> to memref<4xf32>
  tir.call_tir @f(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  // expected-error @below {{'tir.call_tir' op passes an argument #0 that begins -4 bytes after argument #1, but the callee writes the latter while it reads the former, which requires at least 4; pass them farther apart}}
  tir.call_tir @f(%b, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
