# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of a compilation. Written by scripts/update_reference from the options of the command `tirc`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]


class CompileOptions(TypedDict, total=False):
    """The keyword arguments of `tirc.compile`. One that is None is as one that is not given."""

    model_name: str | None
    """`--model-name=NAME`: Name of the model in the C and in the names of the files (default: the name of MODEL's
    file; the name 'default' with --tvm-compat or --emit=mlf).
    """

    entry: str | None
    """`--entry=FUNC`: Function to compile (default: the one public function)."""

    input_shape: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--input-shape=INDEX:1x49x10x1`: Shape of an input with dynamic dimensions, by its index or name; may be
    given several times.
    """

    input_value: str | Sequence[str] | Mapping[str | int, str | float] | None
    """`--input-value=NAME:16000`: Number that all elements of an input always have, by its index or name, so that
    the code has it as a constant instead; may be given several times.
    """

    input_normalization: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--input-normalization=NAME:BIAS:SCALE:SHIFT`: Numbers by which the application makes the elements of an
    input, (int32((x + BIAS) * SCALE)) >> SHIFT, for the header of --tvm-compat=ti; with slashes between the
    numbers of channels; may be given several times.
    """

    weights_as_inputs: bool | str | Sequence[str] | None
    """`--weights-as-inputs=NAMES`: Constants of the model that become inputs, after its own, so that an update can
    bring others: names separated by commas, or all (the default of --weights-as-inputs), the weights and biases
    of all layers. The header has the model's own values.
    """

    weights: Literal["code", "blob"] | None
    """`--weights=PLACE`: Where the weights are: code (default), or blob, in a file tvmgen_NAME.weights.bin that
    the application gives to tvmgen_NAME_use_weights, so that a retrained model needs no other code
    (--weights-for).
    """

    weights_version: str | None
    """`--weights-version=NUMBER`: With --weights=blob and --weights-for, the number of these weights, so that a
    firmware can refuse older ones (default: 0).
    """

    inputs: str | Sequence[str] | None
    """`--inputs=NAME`: Tensor of the model that becomes an input instead of those it is computed from (TensorFlow
    Lite, ONNX and PyTorch); may be given several times.
    """

    outputs: str | Sequence[str] | None
    """`--outputs=NAME`: Tensor of the model that becomes an output instead of the model's own (TensorFlow Lite,
    ONNX and PyTorch); may be given several times.
    """

    custom_op: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--custom-op=OPERATOR:FUNCTION[:DEVICE][:PROPERTY...]`: Call of the application's function that a custom
    operator becomes, with the context of the device; properties are extern (default), cpacked or packed, and
    sizes, attributes, updates=OPERAND, scratch=BYTES, alignment=BYTES, kind=KIND and hooks=open+close
    (tir-convert-custom-ops); may be given several times.
    """

    offload: str | Sequence[str] | None
    """`--offload=FILE`: Table in JSON that says which operators the functions of a device take, by pattern, type,
    shape and attribute (tir-offload); may be given several times.
    """

    trees: Literal["auto", "code", "tables"] | None
    """`--trees=FORM`: How trees of ONNX models (scikit-learn) are computed: code, a comparison for each node,
    which takes fewer cycles; tables, which a loop walks through, less flash if there are many nodes; or auto
    (default), code for few nodes.
    """

    npu: str | None
    """`--npu=vela[:ACCELERATOR][:NAME=VALUE...]`: Compile the layers that an accelerator takes with Arm's Vela,
    for an ACCELERATOR such as ethos-u55-128 (default: Vela's), and call npu_invoke for them unless
    --custom-op=ethos-u:... says otherwise (TensorFlow Lite); each NAME=VALUE is an option of Vela's, such as
    memory-mode=Shared_Sram.
    """

    io_quant: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--io-quant=NAME:scale:zero_point`: Quantisation of an input or output, for the header; may be given several
    times.
    """

    rename: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--rename=OLD:NEW`: Name in C of an input, an output or a variable that the model calls OLD; may be given
    several times.
    """

    sbom: str | Sequence[Literal["spdx", "provenance"]] | None
    """`--sbom=KINDS`: Also write what the files were made of, separated by commas: spdx, a list of tirc, the
    libraries that it uses, the model and the files with their hashes and licences (SPDX 2.3 in JSON);
    provenance, who made them of what, with which options (an in-toto statement with SLSA's predicate).
    """

    emit: str | Sequence[Literal["c", "obj", "shared", "llvm-ir", "mlir", "example", "html", "ld", "relocatable", "mlf", "cmsis-pack", "esp-idf", "arduino", "platformio", "zephyr"]] | None
    """`--emit=KINDS`: What to write, separated by commas: c (default), obj, shared, llvm-ir, mlir, example (a
    main.c that runs the model), html (the report as a page), ld (a fragment of a linker script, which checks
    that there is enough memory), relocatable (for Cortex-M, code and constants in one file that runs at any
    address in flash); mlf, alone or with c or obj, writes one archive in TVM's Model Library Format;
    cmsis-pack, esp-idf, arduino, platformio and zephyr write C as a package for this firmware ecosystem.
    """

    package_version: str | None
    """`--package-version=VERSION`: Version of a package for a firmware ecosystem (default: 1.0.0)."""

    model_info: Literal["full", "none"] | None
    """`--model-info=WHAT`: What the code says of the model that it was made of: full (default), its SHA-256, the
    options and the versions, in the header, the report and the section .tirc_model_info of a program, for
    --identify; or none.
    """

    trace: Path | None
    """`--trace=FILE`: Show what a program with --profile measured, from this JSON file, in the report, kernel by
    kernel.
    """

    g: bool | None
    """`-g`: Add line tables to objects: debuggers show for each kernel's code its layer in the model and its name
    in C.
    """

    target: str | None
    """`--target=NAME`: Processor or chip to compile for, such as cortex-m0plus, cortex-m4, cortex-m55, rv32imac,
    esp32s3 or rp2040; host, this machine; or portable, no processor in particular (default: host for objects
    and libraries, portable for C). docs/Reference/Targets.md lists the names, and --target-triple,
    --target-cpu, --target-features and --float-abi refine one.
    """

    target_triple: str | None
    """`--target-triple=TRIPLE`: Machine to compile for, such as thumbv7em-none-eabi."""

    target_cpu: str | None
    """`--target-cpu=CPU`: Processor as LLVM names it, such as cortex-m4; or native, the one of this machine."""

    target_features: str | None
    """`--target-features=FEATURES`: Features of the processor, such as +dsp,-fp64."""

    float_abi: Literal["soft", "softfp", "hard"] | None
    """`--float-abi=ABI`: How floats are passed: soft, softfp or hard."""

    O: Literal["0", "1", "2", "3"] | int | None
    """`-O0-3`: Optimisation of objects: -O0, -O1, -O2 (default) or -O3."""

    keep_constant_channels: bool | None
    """`--keep-constant-channels`: Compute channels that are the same for every input, and those that nothing
    reads, instead of leaving them out.
    """

    keep_unread_channels: bool | None
    """`--keep-unread-channels`: Compute channels that nothing reads, unless they are constant, so that
    tir-expose-kernels can output them.
    """

    schedule: Literal["auto", "elementwise"] | None
    """`--schedule=SCHEDULE`: How kernels are computed: auto (default), in the way with the fewest estimated cycles
    on the target, or elementwise, each element by itself.
    """

    rows: Literal["auto", "off", "min-ram"] | None
    """`--rows=ROWS`: Which kernels run in turns, a row at a time, so that the tensors between them take a few
    rows: auto (default), those that save memory for at most 2 % more estimated cycles; min-ram, all that save
    memory; or off, none.
    """

    feed_rows: str | None
    """`--feed-rows=NAME`: Let the application hand over the rows of the input NAME one by one, as a camera or a
    microphone delivers them: only the rows that are still needed are in memory. The header has functions to
    begin a run, to ask where the next row goes, to hand it over, and to end the run.
    """

    slide: str | None
    """`--slide=INPUT:ROWS`: Let each run take only ROWS new rows of an input, a window over its last rows: what
    earlier runs computed is kept in the state, and only what is new, or depends on padding, is computed. The
    results are those of the whole window, as soon as the state's missing_calls is 0.
    """

    slide_state: str | int | None
    """`--slide-state=BYTES`: Most bytes that --slide keeps from run to run: rows that do not fit are computed
    again.
    """

    threads: str | int | None
    """`--threads=COUNT`: Let up to COUNT threads of the application compute a kernel together, by its function
    TVMBackendParallelLaunch. Results have the same bits for any number of threads. --rows and --overlap are off
    unless they are given.
    """

    steps: bool | None
    """`--steps`: Add functions that run the model in short steps, so that the application can do other things in
    between.
    """

    guard: bool | None
    """`--guard`: Let tvmgen_<model>_run return -1 if another run of the model has its static workspace, such as
    one that an interrupt or another thread began, instead of computing in the same memory. With --steps and
    --feed-rows, this is always so.
    """

    ram: str | int | None
    """`--ram=BYTES`: Most bytes of RAM, without inputs and outputs: limits the choice of schedules, and is an
    error if the model needs more.
    """

    flash: str | int | None
    """`--flash=BYTES`: Most bytes of code and constants: limits the choice of schedules, by an estimate of their
    code. It is an error if an object exceeds it, or the constants of C; a warning if the estimate for C does.
    """

    pool: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--pool=NAME:SIZE[:alignment][:section][:ro][:external]`: A pool for the buffers between kernels, or for
    constants (ro): its size in bytes, alignment and section; external, the application passes it with each run,
    with the constants that the header has. May be given several times; the first pool is filled first.
    """

    constants_section: str | None
    """`--constants-section=SECTION`: Section of the linker script for constants without a pool (default: the
    compiler's; .rodata.tvm with --tvm-compat).
    """

    workspace_section: str | None
    """`--workspace-section=SECTION`: Section of the linker script for the workspace, and for pools without a
    section (default: the compiler's; .bss.noinit.tvm with --tvm-compat).
    """

    constants_alignment: str | int | None
    """`--constants-alignment=BYTES`: Smallest alignment of a constant (default: its elements' alignment; 16 with
    --tvm-compat).
    """

    workspace_alignment: str | int | None
    """`--workspace-alignment=BYTES`: Smallest alignment of the workspace and the buffers in it (default: 16). With
    more than 16, the workspace also ends at a multiple of it.
    """

    packed_constants: Literal["auto", "on", "off"] | None
    """`--packed-constants=PACKED`: Whether constants whose numbers have at most 4 bits are stored with two or four
    in a byte, and unpacked where a kernel reads them: auto (default), if the model has integers of such types;
    on, in any model; or off.
    """

    plan: Literal["packed", "separate"] | None
    """`--plan=PLAN`: Memory of activations: packed (default, one arena) or separate (an array for each buffer)."""

    io: Literal["app", "pool"] | None
    """`--io=MEMORY`: Where inputs and outputs lie: app (default), in memory that the application passes, or pool,
    in the pools, whose header has functions that return their addresses; a run then overwrites the inputs.
    """

    overwrite_inputs: bool | None
    """`--overwrite-inputs`: Use the memory of inputs for other tensors after they have been read; the application
    writes them again before the next run.
    """

    overlap: Literal["auto", "off"] | None
    """`--overlap=OVERLAP`: Whether kernels write over inputs that nothing else reads: auto (default), where that
    saves memory, or off.
    """

    interface_api: Literal["c", "packed"] | None
    """`--interface-api=API`: What the application calls: c (default), a function over structs of pointers, or
    packed, one with TVM's packed signature.
    """

    unpacked_api: bool | None
    """`--unpacked-api=BOOL`: Whether the model's functions get raw pointers (default: true) or packed arguments."""

    kernel_calls: Literal["unpacked", "cpacked", "packed"] | None
    """`--kernel-calls=FORM`: How the main function calls kernels: unpacked (default), with raw pointers; cpacked
    (default with --unpacked-api=false), directly, with the packed signature; packed, by their names through the
    function registry of runtime/crt, TVM or (with --tvm-ffi) tvm-ffi.
    """

    workspace: Literal["internal", "external", "backend", "call"] | None
    """`--workspace=FROM`: Where the memory between kernels comes from: internal (default), static arrays;
    external, the application, with each run; backend, TVMBackendAllocWorkspace, for each run; call (default of
    shared libraries and with --tvm-ffi), the stack of each run, or TVMBackendAllocWorkspace or malloc for more
    than --workspace-stack.
    """

    workspace_stack: str | int | None
    """`--workspace-stack=BYTES`: Most bytes of workspace that a run takes from its stack, with --workspace=call
    (default: 16384).
    """

    on_error: Literal["code", "hook", "last-error"] | None
    """`--on-error=TO`: Where the text of an error goes: code (default), nowhere; hook, to the application's
    tvmgen_<model>_on_error; last-error (default with --interface-api=packed or --system-lib, but not with
    --tvm-compat), to TVMAPISetLastError.
    """

    check: Literal["off", "fast", "proof"] | None
    """`--check=CHECK`: Whether to run each kernel on this machine before files are written, and to compare it with
    the plain loops of the model: fast (default); proof, which also fails unless it is proven for each kernel
    that it accesses nothing but its arguments; or off. The environment variable TIRC_CHECK is the default if it
    is set.
    """

    self_test: str | None
    """`--self-test=INPUT`: Write tvmgen_<model>_self_test.c, whose function runs the model on an input and
    compares the outputs with those that its plain loops have: pattern, numbers that the code generates
    (pattern:SEED for others), or a file with the elements of all inputs.
    """

    profile: bool | None
    """`--profile`: Call the application before and after each kernel: tvmgen_<model>_profile_begin and
    _profile_end.
    """

    safety: str | Sequence[Literal["constants-first-run", "constants-each-run", "constants-each-step", "arguments", "masks", "canaries"]] | None
    """`--safety=CHECKS`: Checks against damaged memory and wrong calls, separated by commas: a CRC of the
    constants in the first run (constants-first-run), in each run (constants-each-run), or before each step of
    those that it reads (constants-each-step); arguments, the pointers that functions of the C interface get;
    masks, so that shifts, positions and divisors stay in range whatever memory contains; canaries, guard words
    around the memory of the model. Each has a code of its own in the header.
    """

    no_runtime_checks: bool | None
    """`--no-runtime-checks`: Do not check the arguments of packed functions."""

    tvm_compat: bool | Literal["tvm", "ti"] | None
    """`--tvm-compat=WHOSE`: Do as TVM where the other options do not say otherwise: the model's name is 'default',
    constants are in .rodata.tvm and aligned to 16, the workspace is in .bss.noinit.tvm, --on-error=code, and
    tvmgen_<model>___tvm_main__ is global; the packed entry trusts its caller's count, type codes and tensors of
    rank 0, as TVM's own test harness needs. With --tvm-compat=ti, the header also has what TI's software for
    its microcontrollers reads: tvmgen_default_finished, TI_NPU_init, and the normalisation of the inputs
    (--input-normalization, or found at the start of the graph).
    """

    system_lib: bool | None
    """`--system-lib`: Add the function registry of the program (TVMSystemLibEntryPoint) for this model, and its
    metadata; --link-registry makes one for several models. With --tvm-ffi, enter the model into tvm-ffi's
    system library instead.
    """

    tvm_ffi: bool | None
    """`--tvm-ffi`: Add the functions that tvm-ffi looks up (__tvm_ffi_run) to C and objects, and call functions by
    name through tvm-ffi; objects find their runtime when they are loaded. Shared libraries always have this.
    """

    load_dialect_plugin: Path | Sequence[Path] | None
    """`--load-dialect-plugin=LIB`: Load the dialects of an MLIR plugin; may be given several times."""

    load_pass_plugin: Path | Sequence[Path] | None
    """`--load-pass-plugin=LIB`: Load the passes of an MLIR plugin, and its dialects if it has any; may be given
    several times.
    """

    passes_before: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--passes-before=PHASE:PIPELINE`: Run these passes (of MLIR, of tirc or of a plugin) on the module before
    this phase; may be given several times.
    """

    compile_to: str | None
    """`--compile-to=PHASE`: Stop after this phase and write its IR (-o - prints it): import, kernels, schedule,
    buffers, plan, loops, abi, emitc, llvm.
    """

    compile_from: str | None
    """`--compile-from=PHASE`: Read MODEL as the IR after this phase, and continue from there."""

    dump_phases: Path | None
    """`--dump-phases=DIR`: Write the IR after each phase to DIR/NN-PHASE.mlir."""


# The options that a front end needs and adds to.
FRONT_END_OPTIONS = (
    "custom_op", "input_shape", "input_value", "inputs", "io_quant", "npu", "outputs", "packed_constants", "trees",
)
