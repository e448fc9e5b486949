//===- Options.td - The options of tirc --------------------*- tablegen -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the options of tirc. The command, its help, the C API's
// table of options, Python's keyword arguments and docs/Reference are generated
// from it. CompilationOptions.h describes what the values mean to a compilation.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

// Options that control how a model is compiled, in the command and in
// libraries. The help has a section for each of the groups below.
def compile_Group : OptionGroup<"compile">, HelpText<"Other options">;
def model_Group : OptionGroup<"model">, Group<compile_Group>,
    HelpText<"Model">;
def output_Group : OptionGroup<"output">, Group<compile_Group>,
    HelpText<"Output">;
def machine_Group : OptionGroup<"machine">, Group<compile_Group>,
    HelpText<"Machine">;
def speed_Group : OptionGroup<"speed">, Group<compile_Group>,
    HelpText<"Speed">;
def memory_Group : OptionGroup<"memory">, Group<compile_Group>,
    HelpText<"Memory">;
def convention_Group : OptionGroup<"convention">, Group<compile_Group>,
    HelpText<"Calling conventions">;
def plugin_Group : OptionGroup<"plugin">, Group<compile_Group>,
    HelpText<"Plugins">;
def phase_Group : OptionGroup<"phase">, Group<compile_Group>,
    HelpText<"Phases">;
// Options that control what the command does, and with which files.
def command_Group : OptionGroup<"command">, HelpText<"The command">;
def file_Group : OptionGroup<"file">, Group<command_Group>, HelpText<"Files">;
def action_Group : OptionGroup<"action">, Group<command_Group>,
    HelpText<"Instead of a compilation">;

// The visibility of the options that the short help shows, with a shorter text
// where there is one.
def ShortHelp : OptionVisibility;
defvar Common = [DefaultVis, ShortHelp];
class Short<string text> : HelpTextVariant<[ShortHelp], text>;

// An option that may be given several times, with all values used.
def Repeated : OptionFlag;

// An option that front ends read, too, and change.
def OfFrontEnd : OptionFlag;

// `--name`
multiclass FlagOption<string name, OptionGroup group, string help> {
  def NAME : Flag<["--", "-"], name>, Group<group>, HelpText<help>;
}

// `--name=value`, or the value as the next argument.
multiclass ValueOption<string name, string metavar, OptionGroup group,
                       string help, list<OptionFlag> flags = []> {
  def NAME : Joined<["--", "-"], name#"=">, MetaVarName<"<"#metavar#">">,
             Group<group>, HelpText<help>, Flags<flags>;
  def NAME#_separate : Separate<["--", "-"], name>, Group<group>,
                       Alias<!cast<Option>(NAME)>;
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

let Visibility = Common, HelpTextsForVariants = [Short<
    "Name of the model in the C and in the names of the files (default: the file's name)">] in
defm model_name : ValueOption<"model-name", "NAME", model_Group,
    "Name of the model in the C and in the names of the files (default: the name of MODEL's file; the name 'default' with --tvm-compat or --emit=mlf)">;
defm entry : ValueOption<"entry", "FUNC", model_Group,
    "Function to compile (default: the one public function)">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "Shape of an input with dynamic dimensions">] in
defm input_shape : ValueOption<"input-shape", "INDEX:1x49x10x1", model_Group,
    "Shape of an input with dynamic dimensions, by its index or name; may be given several times",
    [OfFrontEnd, Repeated]>;
defm input_value : ValueOption<"input-value", "NAME:16000", model_Group,
    "Number that all elements of an input always have, by its index or name, so that the code has it as a constant instead; may be given several times",
    [OfFrontEnd, Repeated]>;
defm input_normalization : ValueOption<"input-normalization", "NAME:BIAS:SCALE:SHIFT", model_Group,
    "Numbers by which the application makes the elements of an input, (int32((x + BIAS) * SCALE)) >> SHIFT, for the header of --tvm-compat=ti; with slashes between the numbers of channels; may be given several times",
    [Repeated]>;
def weights_as_inputs : CommaJoined<["--", "-"], "weights-as-inputs=">,
    MetaVarName<"<NAMES>">, Group<model_Group>,
    HelpText<"Constants of the model that become inputs, after its own, so that an update can bring others: names separated by commas, or all (the default of --weights-as-inputs), the weights and biases of all layers. The header has the model's own values">;
def weights_as_inputs_flag : Flag<["--", "-"], "weights-as-inputs">,
    Group<model_Group>, Alias<weights_as_inputs>, AliasArgs<["all"]>;
defm weights : ValueOption<"weights", "PLACE", model_Group,
    "Where the weights are: code (default), or blob, in a file tvmgen_NAME.weights.bin that the application gives to tvmgen_NAME_use_weights, so that a retrained model needs no other code (--weights-for)">,
    Values<"code,blob">;
defm weights_version : ValueOption<"weights-version", "NUMBER", model_Group,
    "With --weights=blob and --weights-for, the number of these weights, so that a firmware can refuse older ones (default: 0)">;
defm inputs : ValueOption<"inputs", "NAME", model_Group,
    "Tensor of the model that becomes an input instead of those it is computed from (TensorFlow Lite, ONNX and PyTorch); may be given several times",
    [OfFrontEnd, Repeated]>;
defm outputs : ValueOption<"outputs", "NAME", model_Group,
    "Tensor of the model that becomes an output instead of the model's own (TensorFlow Lite, ONNX and PyTorch); may be given several times",
    [OfFrontEnd, Repeated]>;
defm custom_op : ValueOption<"custom-op", "OPERATOR:FUNCTION[:DEVICE][:PROPERTY...]", model_Group,
    "Call of the application's function that a custom operator becomes, with the context of the device; properties are extern (default), cpacked or packed, and sizes, attributes, updates=OPERAND, scratch=BYTES, alignment=BYTES, kind=KIND and hooks=open+close (tir-convert-custom-ops); may be given several times",
    [OfFrontEnd, Repeated]>;
defm offload : ValueOption<"offload", "FILE", model_Group,
    "Table in JSON that says which operators the functions of a device take, by pattern, type, shape and attribute (tir-offload); may be given several times",
    [Repeated]>;
defm trees : ValueOption<"trees", "FORM", model_Group,
    "How trees of ONNX models (scikit-learn) are computed: code, a comparison for each node, which takes fewer cycles; tables, which a loop walks through, less flash if there are many nodes; or auto (default), code for few nodes",
    [OfFrontEnd]>,
    Values<"auto,code,tables">;
defm npu : ValueOption<"npu", "vela[:ACCELERATOR][:NAME=VALUE...]", model_Group,
    "Compile the layers that an accelerator takes with Arm's Vela, for an ACCELERATOR such as ethos-u55-128 (default: Vela's), and call npu_invoke for them unless --custom-op=ethos-u:... says otherwise (TensorFlow Lite); each NAME=VALUE is an option of Vela's, such as memory-mode=Shared_Sram",
    [OfFrontEnd]>;
defm io_quant : ValueOption<"io-quant", "NAME:scale:zero_point", model_Group,
    "Quantisation of an input or output, for the header; may be given several times",
    [OfFrontEnd, Repeated]>;
defm rename : ValueOption<"rename", "OLD:NEW", model_Group,
    "Name in C of an input, an output or a variable that the model calls OLD; may be given several times",
    [Repeated]>;

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

let Visibility = Common, HelpTextsForVariants = [Short<
    "Folder to write to">] in
def o : Separate<["-"], "o">, MetaVarName<"<DIR>">, Group<file_Group>,
    HelpText<"Folder to write to, created if it is missing; with --emit=mlf, the file to write">;
def o_joined : Joined<["-"], "o=">, Group<file_Group>, Alias<o>;

defm origin : ValueOption<"origin", "sha256:HASH", file_Group,
    "SHA-256 of the file that MODEL was converted from, for --identify; may be given several times, also with an option of that conversion, such as --origin=--outputs=NAME, for --sbom with a package of the conversion, --origin=package:NAME==VERSION:LICENCE, and with what the file says of itself, for the header and the report, --origin=metadata:TEXT. tirc's own front ends give it",
    [Repeated]>;

def sbom : CommaJoined<["--", "-"], "sbom=">, MetaVarName<"<KINDS>">,
    Group<output_Group>, Values<"spdx,provenance">,
    HelpText<"Also write what the files were made of, separated by commas: spdx, a list of tirc, the libraries that it uses, the model and the files with their hashes and licences (SPDX 2.3 in JSON); provenance, who made them of what, with which options (an in-toto statement with SLSA's predicate)">;
def sbom_separate : Separate<["--", "-"], "sbom">, Group<output_Group>,
    Alias<sbom>;

defm force : FlagOption<"force", file_Group,
    "Replace files that tirc did not write, and accept the root of the file system for -o">;

defm firmware : ValueOption<"firmware", "FILE", file_Group,
    "Compile several models to one program that shares their memory as far as FILE allows, a plan in TOML: which of them exclude each other, run at the same time, or may interrupt others, and which outputs are passed on to which inputs (docs/Firmware.md)">;

defm model_option : ValueOption<"model-option", "MODEL:OPTION", file_Group,
    "With --firmware, an option for one of the models, such as kws:--rows=min-ram; may be given several times",
    [Repeated]>;

let Visibility = Common, HelpTextsForVariants = [Short<
    "What to write, separated by commas: c (default), obj, shared, example (a main.c that runs the model), html (the report as a page), arduino, platformio, esp-idf, zephyr or cmsis-pack (a package), and others">] in
def emit : CommaJoined<["--", "-"], "emit=">, MetaVarName<"<KINDS>">,
    Group<output_Group>, Values<"c,obj,shared,llvm-ir,mlir,example,html,ld,relocatable,mlf,cmsis-pack,esp-idf,arduino,platformio,zephyr">,
    HelpText<"What to write, separated by commas: c (default), obj, shared, llvm-ir, mlir, example (a main.c that runs the model), html (the report as a page), ld (a fragment of a linker script, which checks that there is enough memory), relocatable (for Cortex-M, code and constants in one file that runs at any address in flash); mlf, alone or with c or obj, writes one archive in TVM's Model Library Format; cmsis-pack, esp-idf, arduino, platformio and zephyr write C as a package for this firmware ecosystem">;
def emit_separate : Separate<["--", "-"], "emit">, Group<output_Group>,
    Alias<emit>;

defm package_version : ValueOption<"package-version", "VERSION", output_Group,
    "Version of a package for a firmware ecosystem (default: 1.0.0)">;

defm model_info : ValueOption<"model-info", "WHAT", output_Group,
    "What the code says of the model that it was made of: full (default), its SHA-256, the options and the versions, in the header, the report and the section .tirc_model_info of a program, for --identify; or none">,
    Values<"full,none">;

defm trace : ValueOption<"trace", "FILE", output_Group,
    "Show what a program with --profile measured, from this JSON file, in the report, kernel by kernel">;

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

def g : Flag<["-"], "g">, Group<machine_Group>,
    HelpText<"Add line tables to objects: debuggers show for each kernel's code its layer in the model and its name in C">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "Processor or chip to compile for: cortex-m0plus, cortex-m4, cortex-m55, rv32imac, esp32s3, rp2040 or another one, or host, this machine">] in
defm target : ValueOption<"target", "NAME", machine_Group,
    "Processor or chip to compile for, such as cortex-m0plus, cortex-m4, cortex-m55, rv32imac, esp32s3 or rp2040; host, this machine; or portable, no processor in particular (default: host for objects and libraries, portable for C). docs/Reference/Targets.md lists the names, and --target-triple, --target-cpu, --target-features and --float-abi refine one">,
    Values<"host,portable,cortex-m0,cortex-m0plus,cortex-m1,cortex-m3,cortex-m4,cortex-m7,cortex-m23,cortex-m33,cortex-m35p,cortex-m52,cortex-m55,cortex-m85,cortex-r5,rv32e,rv32ec,rv32i,rv32im,rv32imc,rv32imac,rv32imafc,rv32gc,rv64imac,rv64gc,esp32,esp8266,atmega328p,atmega2560,aarch64,x86-64,apollo3,apollo4,esp32s2,esp32s3,esp32c2,esp32c3,esp32c5,esp32c6,esp32h2,esp32p4,ch32v003,gd32vf103,fe310,imxrt1060,nrf51,nrf52,nrf53,nrf54l,nrf91,ra8m1,rp2040,rp2350,sam3x,samd21,samd51,stm32f0,stm32f1,stm32f2,stm32f3,stm32f4,stm32f7,stm32g0,stm32g4,stm32h5,stm32h7,stm32l0,stm32l1,stm32l4,stm32l5,stm32n6,stm32u0,stm32u5,stm32wb">;
defm target_triple : ValueOption<"target-triple", "TRIPLE", machine_Group,
    "Machine to compile for, such as thumbv7em-none-eabi">;
defm target_cpu : ValueOption<"target-cpu", "CPU", machine_Group,
    "Processor as LLVM names it, such as cortex-m4; or native, the one of this machine">;
defm target_features : ValueOption<"target-features", "FEATURES", machine_Group,
    "Features of the processor, such as +dsp,-fp64">;
defm float_abi : ValueOption<"float-abi", "ABI", machine_Group,
    "How floats are passed: soft, softfp or hard">,
    Values<"soft,softfp,hard">;
let Visibility = Common in
def O : Joined<["-"], "O">, MetaVarName<"<0-3>">, Group<machine_Group>,
    Values<"0,1,2,3">,
    HelpText<"Optimisation of objects: -O0, -O1, -O2 (default) or -O3">;

//===----------------------------------------------------------------------===//
// Speed, memory and calling conventions
//===----------------------------------------------------------------------===//

defm keep_constant_channels : FlagOption<"keep-constant-channels", speed_Group,
    "Compute channels that are the same for every input, and those that nothing reads, instead of leaving them out">;
defm keep_unread_channels : FlagOption<"keep-unread-channels", speed_Group,
    "Compute channels that nothing reads, unless they are constant, so that tir-expose-kernels can output them">;
defm schedule : ValueOption<"schedule", "SCHEDULE", speed_Group,
    "How kernels are computed: auto (default), in the way with the fewest estimated cycles on the target, or elementwise, each element by itself">,
    Values<"auto,elementwise">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "Which kernels run a row at a time to save memory: auto (default), min-ram or off">] in
defm rows : ValueOption<"rows", "ROWS", speed_Group,
    "Which kernels run in turns, a row at a time, so that the tensors between them take a few rows: auto (default), those that save memory for at most 2 % more estimated cycles; min-ram, all that save memory; or off, none">,
    Values<"auto,off,min-ram">;
defm feed_rows : ValueOption<"feed-rows", "NAME", speed_Group,
    "Let the application hand over the rows of the input NAME one by one, as a camera or a microphone delivers them: only the rows that are still needed are in memory. The header has functions to begin a run, to ask where the next row goes, to hand it over, and to end the run">;
defm slide : ValueOption<"slide", "INPUT:ROWS", speed_Group,
    "Let each run take only ROWS new rows of an input, a window over its last rows: what earlier runs computed is kept in the state, and only what is new, or depends on padding, is computed. The results belong to the whole window as soon as the state's missing_calls is 0">;
defm slide_state : ValueOption<"slide-state", "BYTES", speed_Group,
    "Most bytes that --slide keeps from run to run: rows that do not fit are computed again">;
defm threads : ValueOption<"threads", "COUNT", speed_Group,
    "Let up to COUNT threads of the application compute a kernel together, by its function TVMBackendParallelLaunch. Results have the same bits for any number of threads. --rows and --overlap are off unless they are given">;
defm steps : FlagOption<"steps", speed_Group,
    "Add functions that run the model in short steps, so that the application can do other things in between">;
defm guard : FlagOption<"guard", speed_Group,
    "Let tvmgen_<model>_run return -1 if another run of the model has its static workspace, such as one that an interrupt or another thread began, instead of computing in the same memory. With --steps and --feed-rows, this is always so">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "Most bytes of RAM, without inputs and outputs">] in
defm ram : ValueOption<"ram", "BYTES", memory_Group,
    "Most bytes of RAM, without inputs and outputs: limits the choice of schedules, and is an error if the model needs more">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "Most bytes of code and constants">] in
defm flash : ValueOption<"flash", "BYTES", memory_Group,
    "Most bytes of code and constants: limits the choice of schedules, by an estimate of their code. It is an error if an object exceeds it, or the constants of C; a warning if the estimate for C does">;
defm pool : ValueOption<"pool", "NAME:SIZE[:alignment][:section][:ro][:external]", memory_Group,
    "A pool for the buffers between kernels, or for constants (ro): its size in bytes, alignment and section; external, the application passes it with each run, with the constants that the header has. May be given several times; the first pool is filled first",
    [Repeated]>;
defm constants_section : ValueOption<"constants-section", "SECTION", memory_Group,
    "Section of the linker script for constants without a pool (default: the compiler's; .rodata.tvm with --tvm-compat)">;
defm workspace_section : ValueOption<"workspace-section", "SECTION", memory_Group,
    "Section of the linker script for the workspace, and for pools without a section (default: the compiler's; .bss.noinit.tvm with --tvm-compat)">;
defm constants_alignment : ValueOption<"constants-alignment", "BYTES", memory_Group,
    "Smallest alignment of a constant (default: its elements' alignment; 16 with --tvm-compat)">;
defm workspace_alignment : ValueOption<"workspace-alignment", "BYTES", memory_Group,
    "Smallest alignment of the workspace and the buffers in it (default: 16). With more than 16, the workspace also ends at a multiple of it">;
defm packed_constants : ValueOption<"packed-constants", "PACKED", memory_Group,
    "Whether constants whose numbers have at most 4 bits are stored with two or four in a byte, and unpacked where a kernel reads them: auto (default), if the model has integers of such types; on, in any model; or off",
    [OfFrontEnd]>,
    Values<"auto,on,off">;
defm plan : ValueOption<"plan", "PLAN", memory_Group,
    "Memory of activations: packed (default, one arena) or separate (an array for each buffer)">,
    Values<"packed,separate">;
defm io : ValueOption<"io", "MEMORY", memory_Group,
    "Where inputs and outputs lie: app (default), in memory that the application passes, or pool, in the pools, whose header has functions that return their addresses; a run then overwrites the inputs">,
    Values<"app,pool">;
defm overwrite_inputs : FlagOption<"overwrite-inputs", memory_Group,
    "Use the memory of inputs for other tensors after they have been read; the application writes them again before the next run">;
defm overlap : ValueOption<"overlap", "OVERLAP", memory_Group,
    "Whether kernels write over inputs that nothing else reads: auto (default), where that saves memory, or off">,
    Values<"auto,off">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "What the application calls: a function over structs of pointers (c, default), or one with TVM's packed signature (packed)">] in
defm interface_api : ValueOption<"interface-api", "API", convention_Group,
    "What the application calls: c (default), a function over structs of pointers, or packed, one with TVM's packed signature">,
    Values<"c,packed">;
def unpacked_api : Joined<["--", "-"], "unpacked-api=">, MetaVarName<"<BOOL>">,
    Group<convention_Group>, Values<"true,false">,
    HelpText<"Whether the model's functions get raw pointers (default: true) or packed arguments">;
def unpacked_api_flag : Flag<["--", "-"], "unpacked-api">, Group<convention_Group>,
    Alias<unpacked_api>, AliasArgs<["true"]>;
defm kernel_calls : ValueOption<"kernel-calls", "FORM", convention_Group,
    "How the main function calls kernels: unpacked (default), with raw pointers; cpacked (default with --unpacked-api=false), directly, with the packed signature; packed, by their names through the function registry of runtime/crt, TVM or (with --tvm-ffi) tvm-ffi">,
    Values<"unpacked,cpacked,packed">;
let Visibility = Common, HelpTextsForVariants = [Short<
    "Where the memory between kernels comes from: internal (default), external, backend or call">] in
defm workspace : ValueOption<"workspace", "FROM", memory_Group,
    "Where the memory between kernels comes from: internal (default), static arrays; external, the application, with each run; backend, TVMBackendAllocWorkspace, for each run; call (default of shared libraries and with --tvm-ffi), the stack of each run, or TVMBackendAllocWorkspace or malloc for more than --workspace-stack">,
    Values<"internal,external,backend,call">;
defm workspace_stack : ValueOption<"workspace-stack", "BYTES", memory_Group,
    "Most bytes of workspace that a run takes from its stack, with --workspace=call (default: 16384)">;
defm on_error : ValueOption<"on-error", "TO", convention_Group,
    "Where the text of an error goes: code (default), nowhere; hook, to the application's tvmgen_<model>_on_error; last-error (default with --interface-api=packed or --system-lib, but not with --tvm-compat), to TVMAPISetLastError">,
    Values<"code,hook,last-error">;
defm check : ValueOption<"check", "CHECK", output_Group,
    "Whether to run each kernel on this machine before files are written, and to compare it with the plain loops of the model: fast (default); proof, which also fails unless it is proven for each kernel that it accesses nothing but its arguments; emulator, which also runs the target's code on a machine that QEMU emulates; or off. The environment variable TIRC_CHECK is the default if it is set">,
    Values<"off,fast,proof,emulator">;
defm check_compiler : ValueOption<"check-compiler", "COMMAND", output_Group,
    "The C compiler of --check=emulator, and options of its own (default: arm-none-eabi-gcc, or the gcc of another target)">;
defm self_test : ValueOption<"self-test", "INPUT", output_Group,
    "Write tvmgen_<model>_self_test.c, whose function runs the model on an input and compares the outputs with those that its plain loops have: pattern, numbers that the code generates (pattern:SEED for others), or a file with the elements of all inputs">;
defm profile : FlagOption<"profile", output_Group,
    "Call the application before and after each kernel: tvmgen_<model>_profile_begin and _profile_end">;
def safety : CommaJoined<["--", "-"], "safety=">, MetaVarName<"<CHECKS>">,
    Group<convention_Group>,
    Values<"constants-first-run,constants-each-run,constants-each-step,arguments,masks,canaries,guarded-io">,
    HelpText<"Checks against damaged memory and wrong calls, separated by commas: a CRC of the constants in the first run (constants-first-run), in each run (constants-each-run), or before each step of those that it reads (constants-each-step); arguments, the pointers that functions of the C interface get; masks, so that shifts, positions and divisors stay in range whatever memory contains; canaries, guard words around the memory of the model; guarded-io, guards around inputs and outputs, which the application sets. Each has a code of its own in the header">;
defm no_runtime_checks : FlagOption<"no-runtime-checks", convention_Group,
    "Do not check the arguments of packed functions">;
def tvm_compat : Joined<["--", "-"], "tvm-compat=">, MetaVarName<"<WHOSE>">,
    Group<convention_Group>, Values<"tvm,ti">,
    HelpText<"Do as TVM where the other options do not say otherwise: the model's name is 'default', constants are in .rodata.tvm and aligned to 16, the workspace is in .bss.noinit.tvm, --on-error=code, and tvmgen_<model>___tvm_main__ is global; the packed entry trusts its caller's count, type codes and tensors of rank 0, as TVM's own test harness needs. With --tvm-compat=ti, the header also has what TI's software for its microcontrollers reads: tvmgen_default_finished, TI_NPU_init, and the normalisation of the inputs (--input-normalization, or found at the start of the graph)">;
def tvm_compat_flag : Flag<["--", "-"], "tvm-compat">, Group<convention_Group>,
    Alias<tvm_compat>, AliasArgs<["tvm"]>;
defm system_lib : FlagOption<"system-lib", convention_Group,
    "Add the function registry of the program (TVMSystemLibEntryPoint) for this model, and its metadata; --link-registry makes one for several models. With --tvm-ffi, enter the model into tvm-ffi's system library instead">;
defm tvm_ffi : FlagOption<"tvm-ffi", convention_Group,
    "Add the functions that tvm-ffi looks up (__tvm_ffi_run) to C and objects, and call functions by name through tvm-ffi; objects find their runtime when they are loaded. Shared libraries always have this">;

//===----------------------------------------------------------------------===//
// Plugins
//===----------------------------------------------------------------------===//

defm load_dialect_plugin : ValueOption<"load-dialect-plugin", "LIB", plugin_Group,
    "Load the dialects of an MLIR plugin; may be given several times",
    [Repeated]>;
defm load_pass_plugin : ValueOption<"load-pass-plugin", "LIB", plugin_Group,
    "Load the passes of an MLIR plugin, and its dialects if it has any; may be given several times",
    [Repeated]>;
defm passes_before : ValueOption<"passes-before", "PHASE:PIPELINE", plugin_Group,
    "Run these passes (of MLIR, of tirc or of a plugin) on the module before this phase; may be given several times",
    [Repeated]>;

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

defm compile_to : ValueOption<"compile-to", "PHASE", phase_Group,
    "Stop after this phase and write its IR (-o - prints it): import, kernels, schedule, buffers, plan, loops, abi, emitc, llvm">;
defm compile_from : ValueOption<"compile-from", "PHASE", phase_Group,
    "Read MODEL as the IR after this phase, and continue from there">;
defm dump_phases : ValueOption<"dump-phases", "DIR", phase_Group,
    "Write the IR after each phase to DIR/NN-PHASE.mlir">;

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

let Visibility = Common, HelpTextsForVariants = [Short<
    "Print the buffers, the peak, and which options would save memory">] in
defm explain_memory : FlagOption<"explain-memory", command_Group,
    "Print the pools and buffers of MODEL, a map of them over time, the peak, and which other options would save how many bytes; without -o, write no files">;
defm pareto : FlagOption<"pareto", command_Group,
    "With --explain-memory, also print with how little work MODEL runs in less and less memory: the limits for --ram that are worth it, by rows and in bands of columns">;
defm describe : FlagOption<"describe", action_Group,
    "Print the contents of the Model Library Format archive MODEL, and check it">;
defm certify : FlagOption<"certify", action_Group,
    "Print the most stack that a model's C takes, from the files that a C compiler's -fstack-usage (and gcc's -fcallgraph-info=su) wrote to the folder MODEL or below it, and the RAM and flash of the linker's map file there, and add them to the reports; with --map, --su or --trace, also compare what tirc estimated with what was measured">;
defm map : ValueOption<"map", "FILE", action_Group,
    "With --certify, the map file of the program, by GNU ld or lld, instead of those in the folder">;
defm su : ValueOption<"su", "FILE", action_Group,
    "With --certify, a file that the C compiler's -fstack-usage or gcc's -fcallgraph-info=su wrote for the model, or a folder with it, instead of those in the folder; may be given several times",
    [Repeated]>;
defm compare_reports : FlagOption<"compare-reports", action_Group,
    "Print in Markdown what changed between the reports of two builds, files or folders with them: tirc --compare-reports OLD NEW; exits with 1 if a figure grew by more than --max-growth allows, and with 2 if they cannot be compared">;
def max_growth : CommaJoined<["--", "-"], "max-growth=">, MetaVarName<"<FIGURE:MOST>">,
    Group<action_Group>,
    HelpText<"With --compare-reports, how much figures may grow, in percent or in their unit, separated by commas, such as ram:2%,flash:512: ram, static-ram, flash, constants, code, linked-ram, linked-flash, stack, macs, cycles, measured">;
def max_growth_separate : Separate<["--", "-"], "max-growth">, Group<action_Group>,
    Alias<max_growth>;
defm weights_for : ValueOption<"weights-for", "DIR", action_Group,
    "Write the weights of a retrained model for the code in DIR, which --weights=blob generated, if they fit: tirc --weights-for=DIR MODEL -o WEIGHTS.bin">;
defm identify : FlagOption<"identify", action_Group,
    "Print which models are in a program (ELF, .hex, .bin, .uf2, objects, C or archives), with which options: tirc --identify FIRMWARE; with files of models after it, also whether these options make the same code of them again; with -o DIR, write the options of each to DIR/MODEL.record, for tirc @DIR/MODEL.record">;
defm link_registry : FlagOption<"link-registry", action_Group,
    "Write one function registry for several compiled models: tirc --link-registry A.c B.o -o registry.c (or registry.o)">;
defm link_archives : FlagOption<"link-archives", action_Group,
    "Write one Model Library Format archive with the models of several: tirc --link-archives A.tar B.tar -o both.tar">;
let Visibility = Common in
defm quiet : FlagOption<"quiet", command_Group,
    "Print only errors, and no summary at the end">;
let Visibility = Common in
defm version : FlagOption<"version", command_Group,
    "Print the versions of tirc and LLVM">;
let Visibility = Common in
defm help : FlagOption<"help", command_Group,
    "Print the most common options">;
def h : Flag<["-"], "h">, Group<command_Group>, Alias<help>;
let Visibility = Common in
def help_EQ : Joined<["--", "-"], "help=">, MetaVarName<"<all>">,
    Group<command_Group>, Values<"all">, HelpText<"Print all options">;
