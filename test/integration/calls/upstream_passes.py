"""The passes of upstream that test_error_codes.py leaves out, by name: they do not keep a program the same, by what they
are for. A pass that is in none of these lists is tried."""

# They lower to another form or dialect, which is not the program that the phases expect.
_OTHER_FORMS = """
    arith-emulate-unsupported-floats arith-emulate-wide-int arith-unsigned-when-equivalent
    bufferization-lower-deallocations convert-affine-for-to-gpu convert-amdgpu-to-rocdl convert-arith-to-amdgpu
    convert-arith-to-apfloat convert-arith-to-arm-sme convert-arith-to-emitc convert-arith-to-llvm
    convert-arith-to-spirv convert-arm-sme-to-llvm convert-arm-sme-to-scf convert-async-to-llvm
    convert-bufferization-to-memref convert-cf-to-llvm convert-cf-to-spirv convert-complex-to-libm
    convert-complex-to-llvm convert-complex-to-rocdl-library-calls convert-complex-to-spirv
    convert-complex-to-standard convert-elementwise-to-linalg convert-func-to-emitc convert-func-to-llvm
    convert-func-to-spirv convert-gpu-to-llvm-spv convert-gpu-to-nvvm convert-gpu-to-rocdl convert-gpu-to-spirv
    convert-index-to-llvm convert-index-to-spirv convert-linalg-to-affine-loops convert-linalg-to-loops
    convert-linalg-to-parallel-loops convert-linalg-to-std convert-math-to-apfloat convert-math-to-emitc
    convert-math-to-funcs convert-math-to-libm convert-math-to-llvm convert-math-to-rocdl convert-math-to-spirv
    convert-math-to-xevm convert-memref-to-emitc convert-memref-to-spirv convert-nvgpu-to-nvvm
    convert-nvvm-to-llvm convert-openacc-to-scf convert-openmp-to-llvm convert-parallel-loops-to-gpu
    convert-pdl-to-pdl-interp convert-scf-to-cf convert-scf-to-emitc convert-scf-to-openmp convert-scf-to-spirv
    convert-shape-constraints convert-shape-to-std convert-shard-to-mpi convert-spirv-to-llvm
    convert-tensor-to-linalg convert-tensor-to-spirv convert-to-emitc convert-to-llvm convert-ub-to-llvm
    convert-ub-to-spirv convert-vector-to-amx convert-vector-to-arm-sme convert-vector-to-gpu
    convert-vector-to-llvm convert-vector-to-scf convert-vector-to-spirv convert-vector-to-xegpu
    convert-xegpu-to-xevm convert-xevm-to-llvm eliminate-empty-tensors empty-tensor-to-alloc-tensor
    expand-realloc finalize-memref-to-llvm linalg-generalize-named-ops llvm-add-comdats llvm-legalize-for-export
    llvm-optimize-for-nvvm-target llvm-request-c-wrappers llvm-target-to-data-layout
    llvm-target-to-target-features llvm-use-default-visibility lower-affine lower-host-to-llvm lower-quant-ops
    lower-sparse-foreach-to-scf lower-sparse-iteration-to-scf lower-sparse-ops-to-foreach lower-vector-mask
    lower-vector-multi-reduction lower-vector-to-from-elements-to-shuffle-tree map-memref-spirv-storage-class
    math-expand-ops math-extend-to-supported-types math-sincos-fusion math-uplift-to-fma memref-emulate-wide-int
    normalize-memrefs one-shot-bufferize outline-shape-computation promote-buffers-to-stack
    reconcile-unrealized-casts remove-shape-constraints resolve-ranked-shaped-type-result-dims
    resolve-shaped-type-result-dims set-llvm-module-datalayout tosa-to-arith tosa-to-linalg tosa-to-linalg-named
    tosa-to-mlprogram tosa-to-scf tosa-to-tensor wrap-emitc-func-in-class
"""

# They are for devices, or for dialects that no module has.
_OTHER_MACHINES = """
    acc-if-clause-lowering acc-implicit-data acc-implicit-declare acc-implicit-routine acc-legalize-serial
    acc-loop-tiling acc-specialize-for-device acc-specialize-for-host amdgpu-emulate-atomics
    amdgpu-fold-memrefs-ops amdgpu-maskedload-to-load amdgpu-resolve-strided-metadata arm-neon-2d-to-intr
    arm-sme-outer-product-fusion arm-sme-vector-legalization arm-sve-legalize-vector-storage
    async-func-to-async-runtime async-parallel-for async-runtime-policy-based-ref-counting
    async-runtime-ref-counting async-runtime-ref-counting-opt async-to-async-runtime enable-arm-streaming
    gpu-async-region gpu-decompose-memrefs gpu-eliminate-barriers gpu-kernel-outlining
    gpu-launch-sink-index-computations gpu-map-parallel-loops gpu-module-to-binary gpu-to-llvm
    mlprogram-pipeline-globals nvgpu-optimize-shared-memory nvvm-attach-target omp-offload-privatization-prepare
    rocdl-attach-target shard-partition sharding-propagation sparse-assembler sparse-buffer-rewrite
    sparse-gpu-codegen sparse-reinterpret-map sparse-space-collapse sparse-storage-specifier-to-llvm
    sparse-tensor-codegen sparse-tensor-conversion sparse-vectorization sparsification
    sparsification-and-bufferization spirv-attach-target spirv-canonicalize-gl spirv-lower-abi-attrs
    spirv-promote-to-replicated-constants spirv-rewrite-inserts spirv-unify-aliased-resource spirv-update-vce
    spirv-webgpu-prepare xegpu-blocking xegpu-fold-alias-ops xegpu-optimize-block-loads xegpu-propagate-layout
    xegpu-subgroup-distribute xegpu-vector-linearize xegpu-wg-to-sg-distribute xevm-attach-target
"""

# They place or free buffers, which is what the phases do themselves.
_BUFFERS = """
    buffer-deallocation-simplification buffer-hoisting buffer-loop-hoisting buffer-results-to-out-params
    drop-equivalent-buffer-results optimize-allocation-liveness ownership-based-buffer-deallocation
"""

# They print, check, instrument or mark modules, or take options that the name alone leaves out.
_TOOLS = """
    composite-fixed-point-pass ensure-debug-info-scope-on-llvm-func generate-runtime-verification print-ir
    print-op-stats snapshot-op-locations strip-debuginfo symbol-privatize test-arm-sme-tile-allocation
    test-scf-parallel-loop-collapsing topological-sort tosa-arith-const-to-tosa-const tosa-attach-target
    tosa-convert-integer-type-to-signless tosa-infer-shapes tosa-layerwise-constant-fold tosa-make-broadcastable
    tosa-narrow-f64-to-f32 tosa-narrow-i64-to-i32 tosa-optional-decompositions tosa-reduce-transposes
    tosa-validate transform-dialect-check-uses transform-infer-effects transform-interpreter
    transform-preload-library view-op-graph
"""

OTHER_PROGRAMS = frozenset(" ".join((_OTHER_FORMS, _OTHER_MACHINES, _BUFFERS, _TOOLS)).split())
