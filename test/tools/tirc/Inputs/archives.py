"""Writes archives in Model Library Format: such as TVM writes, and broken ones.

    archives.py NAME FILE            one of those below
    archives.py NAME FILE GOOD       a broken one, or one in TVM's way, made of a good one that tirc wrote
"""

import io
import json
import struct
import sys
import tarfile

_PARAMS = struct.pack("<4Q", 0xF7E58D4F05049CB7, 0, 0, 0)
_CPU = {"device": 1, "workspace_size_bytes": 16, "constants_size_bytes": 8, "io_size_bytes": 12}
_TENSORS = {"inputs": {"x:0": {"size": 8, "dtype": "int8"}}, "outputs": {"output": {"size": 4, "dtype": "float32"}}}
# As TVM's C sources look: a definition across lines, the name in a string and a comment, a call.
_SOURCE = """
// tvmgen_NAME_run( {
static const char* text = "int tvmgen_NAME_run() {";
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_NAME_run(PARAMETERS) {
  return tvmgen_NAME___tvm_main__(x, output);
}
"""
_C = "struct tvmgen_NAME_inputs* inputs,\n    struct tvmgen_NAME_outputs* outputs"
_PACKED = "TVMValue* args, int* type_code, int num_args, TVMValue* out_value, int* out_type_code, void* resource_handle"


def write(file, members):
    """Members as TVM's Python has them: a folder first, all below './'."""
    with tarfile.open(file, "w") as tar:
        folder = tarfile.TarInfo(".")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        for name, contents in members:
            contents = contents if isinstance(contents, bytes) else contents.encode()
            info = tarfile.TarInfo(name)
            info.size = len(contents)
            # With a fraction, as files on a disk have it, Python writes a pax header for each member.
            info.mtime = 1700559000.25
            tar.addfile(info, io.BytesIO(contents))


def module(name, **more):
    return {
        "model_name": name, "export_datetime": "2023-11-21 09:30:00Z", "target": ["c -keys=cpu "], "executors": ["aot"],
        "style": "full-model",
        "external_dependencies": [{
            "short_name": "tvm_standalone_crt", "url": "./runtime", "url_type": "mlf_path", "version_spec": "0.14.0"}],
        "memory": {"functions": {
            "main": [{**_CPU, **_TENSORS}],
            "operator_functions": [{
                "function_name": f"tvmgen_{name}_fused_add",
                "workspace": [{"device": 1, "workspace_size_bytes": 0}]}]}},
        **more,
    }


def files(name, parameters=_C):
    return [
        (f"./codegen/host/src/{name}_lib0.c", "#define ENTRIES 1\n"),
        (f"./codegen/host/src/{name}_lib1.c", _SOURCE.replace("PARAMETERS", parameters).replace("NAME", name)),
        (f"./parameters/{name}.params", _PARAMS), (f"./src/{name}.relay", "def @main() {}"),
    ]


_RUNTIME = [("./runtime/CMakeLists.txt", ""), ("./templates/crt_config.h.template", "")]


def header(name):
    return [(f"./codegen/host/include/tvmgen_{name.lower()}.h", f"#define TVMGEN_{name.upper()}_X_0_SIZE 8\n")]


def archive(metadata, members):
    return [("./metadata.json", json.dumps(metadata, indent=2, sort_keys=True)), *members]


def tvm7():
    """Two models, one with capitals and the C interface, one packed."""
    modules = {name: module(name) for name in ("Vision", "audio")}
    modules["audio"]["memory"]["functions"]["main"].append(
        {"device": 12, "workspace_size_bytes": 0, "constants_size_bytes": 0, "io_size_bytes": 0})
    return archive({"version": 7, "modules": modules},
                   files("Vision") + header("Vision") + files("audio", _PACKED) + _RUNTIME)


def tvm6():
    return archive({"version": 6, **module("old")}, files("old") + header("old") + _RUNTIME)


def tvm5():
    """Without inputs and outputs, with the target by device."""
    old = module("old", target={"1": "c -keys=cpu -interface-api=c"})
    old["memory"]["functions"]["main"] = [_CPU]
    del old["external_dependencies"]
    members = files("old")
    members[-1] = ("./src/relay.txt", "def @main() {}")
    return archive({"version": 5, **old}, members + header("old"))


def graph():
    net = module("net", executors=["graph"])
    net["memory"]["sids"] = [{"storage_id": 0, "size_bytes": 8, "input_binding": "x"}]
    del net["external_dependencies"]
    return archive({"version": 7, "modules": {"net": net}},
                   files("net")[:1] + files("net")[2:] + [("./executor-config/graph/net.graph", "{}")])


def operator():
    return archive(
        {"version": 7, "model_name": "ops", "export_datetime": "2023-11-21 09:30:00Z", "target": ["c -keys=cpu "],
         "executors": [], "style": "operator",
         "memory": {"add": [{"size_bytes": 8, "shape": [2], "dtype": "int32", "input_binding": "A"}]}},
        [("./codegen/host/src/lib0.c", "int32_t add(void) { return 0; }\n"), ("./src/tir-1.txt", "")])


def tvm_values():
    """What TVM 0.14 writes for MobileNet-like models: io_size_bytes counts the arguments of all kernels."""
    values = module("default")
    values["memory"]["functions"]["main"] = [{
        "device": 1, "workspace_size_bytes": 1504, "constants_size_bytes": 0, "io_size_bytes": 161722,
        "inputs": {"input_1_int8": {"size": 490, "dtype": "int8"}},
        "outputs": {"output": {"size": 12, "dtype": "int8"}}}]
    return archive({"version": 7, "modules": {"default": values}}, files("default") + header("default") + _RUNTIME)


def tvm_models():
    """Two models, whose io_size_bytes counts the arguments of all kernels."""
    models = {}
    for name in ("one", "two"):
        models[name] = module(name)
        models[name]["memory"]["functions"]["main"][0]["io_size_bytes"] = 161722
    return archive({"version": 7, "modules": models},
                   [file for name in models for file in files(name) + header(name)] + _RUNTIME)


def upper():
    """A model whose name is in upper case."""
    return archive({"version": 7, "modules": {"A": module("A")}}, files("A") + header("A") + _RUNTIME)


_POOLS = "struct tvmgen_default_workspace_pools* workspace_pools"
_POOLS_HEADER = """#define TVMGEN_DEFAULT_X_0_SIZE 8
struct tvmgen_default_workspace_pools {
  void* sram;
  void* cma_constant_pool;
};
#define TVMGEN_DEFAULT_WORKSPACE_SIZE 4900
#define TVMGEN_DEFAULT_SRAM_WORKSPACE_POOL_SIZE 4900
#define TVMGEN_DEFAULT_CMA_CONSTANT_POOL_CONSTANT_POOL_SIZE 2
#define TVMGEN_DEFAULT_CMA_CONSTANT_POOL_CONSTANT_POOL_DATA \\
  0x01, 0x02
"""


def usmp():
    """Inputs and outputs in pools of the application."""
    values = module("default")
    values["memory"]["functions"]["main"][0]["io_size_bytes"] = 4912
    return archive({"version": 7, "modules": {"default": values}},
                   files("default", _POOLS) + [("./codegen/host/include/tvmgen_default.h", _POOLS_HEADER)] + _RUNTIME)


def tvm_operator():
    """TVM's printer has no name for the arguments, and functions have the order of the module."""
    buffer = {"size_bytes": 8, "shape": [2], "dtype": "int32", "input_binding": None}
    scalar = {"size_bytes": 4, "shape": [], "dtype": "float32", "input_binding": None}
    return archive(
        {"version": 7, "model_name": "default", "export_datetime": "2023-11-21 09:30:00Z", "target": ["c -keys=cpu "],
         "executors": [], "style": "operator", "memory": {"sub": [buffer, scalar], "add": [buffer, buffer]}},
        [("./codegen/host/src/lib0.c", "int32_t add(void) { return 0; }\n"), ("./src/tir-1.txt", "")])


def tvm_differs():
    """Whatever does not agree in an archive that can be read."""
    values = module("default")
    _main(values)["inputs"]["x:0"]["size"] = 7
    values["external_dependencies"][0]["url"] = "./crt"
    values["model_name"] = "other"
    members = [(name.replace("default", "other"), text) for name, text in files("default") if ".relay" not in name]
    return archive({"version": 7, "modules": {"default": values}},
                   members + [("./codegen/host/include/tvmgen_Other.h", "")] + header("other"))


def tvm08():
    """The main function was called run_model."""
    members = [(name, text.replace("tvmgen_old_run(", "tvmgen_old_run_model(") if name.endswith("_lib1.c") else text)
               for name, text in files("old", _PACKED)]
    old = module("old", target={"1": "c -keys=cpu -link-params=1"})
    old["memory"]["functions"]["main"] = [_CPU]
    del old["external_dependencies"]
    return archive({"version": 5, **old}, members)


def tvm_no_code():
    return _without(tvm_values(), "codegen/host/src")


def tvm_parameters():
    return [(name, contents[:-1] if name.endswith(".params") else contents) for name, contents in tvm_values()]


def tvm_array():
    """The parameters of a graph executor, without the last byte of their only array."""
    array = struct.pack("<QQiiiBBHqq", 0xDD5E40F096B4A13F, 0, 1, 0, 1, 0, 8, 1, 4, 4) + b"abc"
    parameters = struct.pack("<4Q", 0xF7E58D4F05049CB7, 0, 1, 2) + b"p0" + struct.pack("<Q", 1) + array
    return [(name, parameters if name.endswith(".params") else contents) for name, contents in tvm_values()]


def tvm_empty_code():
    return [(name, "\n" if name.startswith("./codegen/host/src") else contents) for name, contents in tvm_values()]


def tvm_type():
    values = module("default")
    _main(values)["workspace_size_bytes"] = "1504"
    return archive({"version": 7, "modules": {"default": values}}, files("default") + header("default") + _RUNTIME)


def long_names():
    """Beyond the fields of a header: Python writes pax headers."""
    name = "n" * 120
    return archive({"version": 7, "modules": {name: module(name)}}, files(name) + header(name) + _RUNTIME)


# --- In TVM's way: each takes the members of a good one.


def _by_tvm(members):
    members = [(name.replace(".mlir", ".relay"), contents) for name, contents in members if "report" not in name]
    return _edit(members, lambda all, model: _set(_main(model), "io_size_bytes", 161722))


# --- Broken ones: each takes the members of a good one.


def _edit(members, edit):
    metadata = json.loads(members[0][1])
    model = next(iter(metadata["modules"].values()))
    edit(metadata, model)
    return [(members[0][0], json.dumps(metadata)), *members[1:]]


def _main(model):
    return model["memory"]["functions"]["main"][0]


def _without(members, part):
    return [member for member in members if part not in member[0]]


def _replace(members, part, old, new):
    return [(name, text.replace(old, new) if part in name else text) for name, text in members]


def _set(where, key, value):
    where[key] = value


MADE = {
    "by-tvm": _by_tvm,
    "by-tvm-cut": lambda m: [(n, c[:1000] if n.endswith(".o") else c) for n, c in _by_tvm(m)],
    "no-metadata": lambda m: m[1:],
    "no-json": lambda m: [(m[0][0], b"{\"version\": 7,"), *m[1:]],
    "deep-json": lambda m: [(m[0][0], b"[" * 100000), *m[1:]],
    "list-json": lambda m: [(m[0][0], b"[]"), *m[1:]],
    "version": lambda m: _edit(m, lambda all, model: _set(all, "version", 4)),
    "version-type": lambda m: _edit(m, lambda all, model: _set(all, "version", "7")),
    "no-modules": lambda m: _edit(m, lambda all, model: _set(all, "modules", {})),
    "model-name": lambda m: _edit(m, lambda all, model: _set(model, "model_name", "other")),
    "no-time": lambda m: _edit(m, lambda all, model: model.pop("export_datetime")),
    "style": lambda m: _edit(m, lambda all, model: _set(model, "style", "half")),
    "target-type": lambda m: _edit(m, lambda all, model: _set(model, "target", {"1": "c"})),
    "target-entry": lambda m: _edit(m, lambda all, model: _set(model, "target", [1])),
    "memory-list": lambda m: _edit(m, lambda all, model: _set(model, "memory", [])),
    "no-device": lambda m: _edit(m, lambda all, model: _main(model).pop("device")),
    "negative": lambda m: _edit(m, lambda all, model: _set(_main(model), "workspace_size_bytes", -1)),
    "huge": lambda m: _edit(m, lambda all, model: _set(_main(model), "constants_size_bytes", 2**62)),
    "fraction": lambda m: _edit(m, lambda all, model: _set(_main(model), "constants_size_bytes", 1.5)),
    "io": lambda m: _edit(m, lambda all, model: _set(_main(model), "io_size_bytes", 75)),
    "tensor": lambda m: _edit(m, lambda all, model: _main(model)["inputs"]["a"].pop("dtype")),
    "renamed": lambda m: _edit(m, lambda all, model: _set(_main(model), "inputs", {"b": _main(model)["inputs"]["a"]})),
    "workspace": lambda m: _edit(m, lambda all, model: _set(_main(model), "workspace_size_bytes", 4096)),
    "constants": lambda m: _edit(m, lambda all, model: _set(_main(model), "constants_size_bytes", 1)),
    "object-constants": lambda m: _edit(m, lambda all, model: _set(_main(model), "constants_size_bytes", 1)),
    "no-main": lambda m: _edit(m, lambda all, model: _set(model["memory"]["functions"], "main", [])),
    "operators": lambda m: _edit(m, lambda all, model: _set(model["memory"]["functions"], "operator_functions", [7])),
    "dependency": lambda m: _without(m, "runtime/"),
    "no-code": lambda m: _without(m, "_lib0."),
    "no-parameters": lambda m: _without(m, ".params"),
    "parameters": lambda m: [(n, c[:-1] if n.endswith(".params") else c) for n, c in m],
    "parameter-names": lambda m: [
        (n, struct.pack("<4Q", 0xF7E58D4F05049CB7, 0, 2**63, 0) if n.endswith(".params") else c) for n, c in m],
    "no-source": lambda m: _without(m, ".mlir"),
    "no-header": lambda m: _without(m, "include/tvmgen"),
    "header-case": lambda m: [(n.replace("tvmgen_digits.h", "tvmgen_Digits.h"), c) for n, c in m],
    "packed-header": lambda m: _replace(m, "report", b'"api": "c"', b'"api": "packed"'),
    "entry": lambda m: _replace(m, "_lib0.c", b"tvmgen_digits_run(", b"tvmgen_digits_walk("),
    "static-entry": lambda m: _replace(m, "_lib0.c", b"int32_t tvmgen_digits_run(", b"static int32_t tvmgen_digits_run("),
    "array": lambda m: _replace(m, "_lib0.c", b"tvmgen_digits_workspace[3232]", b"tvmgen_digits_workspace[3000]"),
    "macro": lambda m: _replace(m, "tvmgen_digits.h", b"_A_SIZE 64", b"_A_SIZE 63"),
    "workspace-macro": lambda m: _replace(m, "tvmgen_digits.h", b"WORKSPACE_SIZE 3232", b"WORKSPACE_SIZE 3231"),
    "report": lambda m: _replace(m, "report", b'"bytes"', b'"octets"'),
    "cut-object": lambda m: [(n, c[:1000] if n.endswith(".o") else c) for n, c in m],
    "no-object": lambda m: [(n, b"text" if n.endswith(".o") else c) for n, c in m],
    "absolute": lambda m: [*m, ("/etc/passwd", b"")],
    "parent": lambda m: [*m, ("./runtime/../../x", b"")],
    "twice": lambda m: [*m, ("metadata.json", b"{}")],
    "in-file": lambda m: [*m, ("./metadata.json/x", b"")],
}
GOOD = {
    "tvm7": tvm7, "tvm6": tvm6, "tvm5": tvm5, "tvm08": tvm08, "graph": graph, "operator": operator,
    "tvm-values": tvm_values, "tvm-models": tvm_models, "upper": upper, "usmp": usmp,
    "tvm-operator": tvm_operator, "tvm-differs": tvm_differs,
    "tvm-no-code": tvm_no_code, "tvm-parameters": tvm_parameters, "tvm-type": tvm_type, "long-names": long_names,
    "tvm-array": tvm_array, "tvm-empty-code": tvm_empty_code,
}


def main():
    name, file = sys.argv[1:3]
    if name in GOOD:
        write(file, GOOD[name]())
        return
    with tarfile.open(sys.argv[3]) as tar:
        members = [(info.name, tar.extractfile(info).read()) for info in tar.getmembers()]
    if name == "link":
        with tarfile.open(file, "w") as tar:
            info = tarfile.TarInfo("./metadata.json")
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
            tar.addfile(info)
        return
    write(file, MADE[name](members))


if __name__ == "__main__":
    main()
