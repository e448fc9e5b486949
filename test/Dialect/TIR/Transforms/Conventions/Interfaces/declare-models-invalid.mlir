// RUN: tir-opt %s --tir-declare-models --split-input-file --verify-diagnostics

// expected-error @below {{has neither a function with tir.interface nor a registry in tir.model, so there is no model to register}}
module {
}

// -----

// expected-error @below {{describes a model by 3 : i64; expected a dictionary with its 'name', of letters, digits and '_'}}
module attributes {tir.model = #tir.model<registry = [
    3]>} {
}

// -----

// expected-error @below {{expected a dictionary with its 'name', of letters, digits and '_'}}
module attributes {tir.model = #tir.model<registry = [
    {api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{expected a dictionary with its 'name', of letters, digits and '_'}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a b", api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'api' of the kind that tirc writes; compile that model again}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'entry' of the kind that tirc writes; compile that model again}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "packed", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'inputs' of the kind that tirc writes; compile that model again}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "packed", entry = "tvmgen_a_run", outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'outputs' of the kind that tirc writes; compile that model again}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "packed", entry = "tvmgen_a_run", inputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'api' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "rpc", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'init' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", init = 3 : i32, api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'functions' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = "f", api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'functions' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [3], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'inputs' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [3], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'name' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{c_name = "x", shape = array<i64: 4>, dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'c_name' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", shape = array<i64: 4>, dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{describes a model with the c_name "x; int y", which is not an identifier in C; expected letters, digits and '_'}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x; int y", shape = array<i64: 4>, dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'shape' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = [4], dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'dtype' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = array<i64: 4>, dtype = i8}], outputs = []}]>} {
}

// -----

// expected-error @below {{describes the tensor "x" by the dtype "quint8" and the shape array<i64: 4>; expected numpy's name for a dtype and static extents}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = array<i64: 4>, dtype = "quint8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{describes the tensor "x" by the dtype "int0" and the shape array<i64: 4>; expected numpy's name for a dtype and static extents}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = array<i64: 4>, dtype = "int0"}], outputs = []}]>} {
}

// -----

// expected-error @below {{describes the tensor "x" by the dtype "int8" and the shape array<i64: -1>; expected numpy's name for a dtype and static extents}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = array<i64: -1>, dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{describes the tensor "x" by the dtype "int8" and the shape array<i64: 4294967296, 4294967296>; expected numpy's name for a dtype and static extents}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = array<i64: 4294967296, 4294967296>, dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'bytes' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", pools = [{name = "w", c_name = "w", bytes = -64 : i64, alignment = 16 : i64}], api = "c", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'alignment' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", pools = [{name = "w", c_name = "w", bytes = 64 : i64, alignment = 0 : i64}], api = "c", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'alignment' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", pools = [{name = "w", c_name = "w", bytes = 64 : i64}], api = "c", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'kind' of the kind that tirc writes}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", devices = [{name = "npu0", c_name = "npu0"}], api = "c", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{'tir.struct' op has two fields called "x"}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "c", entry = "tvmgen_a_run", inputs = [{name = "x", c_name = "x", shape = array<i64: 4>, dtype = "int8"}, {name = "x", c_name = "x", shape = array<i64: 4>, dtype = "int8"}], outputs = []}]>} {
}

// -----

// expected-error @below {{the model 'a' has its own registry, but a program can only have one system library; compile the model without --system-lib}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", system_lib, api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{two models are called 'A' (tvmgen_a_run); give each a different name with --model-name}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}, {name = "A", api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the models 'a' and 'b' both register the function "relu", but a registry finds only one; rename it in one of them}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "relu", symbol = "relu"}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []},
    {name = "b", functions = [{name = "relu", symbol = "relu"}], api = "packed", entry = "tvmgen_b_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the models 'a' and 'b' both register the function "tvmgen_b_run"}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "tvmgen_b_run", symbol = "tvmgen_b_run"}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []},
    {name = "b", api = "packed", entry = "tvmgen_b_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the model 'a' registers the function "relu" twice, but a registry finds only one; rename the other}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "relu", symbol = "relu"}, {name = "relu", symbol = "relu"}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the model 'a' registers the function "tvmgen_a_get_c_metadata" twice}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "tvmgen_a_get_c_metadata", symbol = "tvmgen_a_get_c_metadata"}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the model 'a' registers the function "tvm.relu", called "tvm.relu", which is not a name in C; compile that model again}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "tvm.relu", symbol = "tvm.relu"}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the model 'a' registers the function "", called "", which is not a name in C}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "", symbol = ""}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{which has no 'symbol' of the kind that tirc writes; compile that model again}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "relu"}], api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// expected-error @below {{the model 'a' registers the function "g", which is called "tvmgen_a_run" in C, as is another function; rename it}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "g", symbol = "tvmgen_a_run"}],
     api = "packed", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}

// -----

// The name of a C interface's wrapper is also taken.
// expected-error @below {{the model 'a' registers the function "g", which is called "tvmgen_a_run_packed" in C, as is another function; rename it}}
module attributes {tir.model = #tir.model<registry = [
    {name = "a", functions = [{name = "g", symbol = "tvmgen_a_run_packed"}],
     api = "c", entry = "tvmgen_a_run", inputs = [], outputs = []}]>} {
}
