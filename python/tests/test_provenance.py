# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The statements of --sbom: SPDX's own tool accepts them, and anyone makes the same files from what they record."""

from __future__ import annotations

import hashlib
import json
import pathlib
import subprocess
import sys
from typing import Any

import pytest

REPO = pathlib.Path(__file__).resolve().parents[2]
MODEL = REPO / "examples" / "digits" / "digits_int8.mlirbc"


def tirc(*arguments: str | pathlib.Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tirc", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def read_digests(folder: pathlib.Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file()}


BUILDS = {
    "c": ["--emit=c,obj,html,ld", "--target=cortex-m4"],
    "packed": ["--emit=c,example", "--interface-api=packed", "--target=cortex-m0", "--rows=off", "--model-info=none"],
    "esp-idf": ["--emit=esp-idf", "--target=esp32s3", "--check=fast"],
}


@pytest.fixture(scope="module", params=BUILDS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp(request.param) / "out"
    tirc(MODEL, "-o", folder, "--model-name=digits", "--quiet", "--sbom=spdx,provenance", *BUILDS[request.param])
    return folder


def validate(path: pathlib.Path) -> Any:
    """Returns the bill of materials, read by SPDX's own tool."""
    pytest.importorskip("spdx_tools", reason="spdx-tools of PyPI is not installed")
    from spdx_tools.spdx.parser.parse_anything import parse_file
    from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

    document = parse_file(str(path))
    assert [message.validation_message for message in validate_full_spdx_document(document)] == []
    return document


def test_spdx_is_valid(built: pathlib.Path) -> None:
    document = validate(built / "tvmgen_digits.spdx.json")
    (model,) = [package for package in document.packages if package.file_name == MODEL.name]
    assert model.checksums[0].value == hashlib.sha256(MODEL.read_bytes()).hexdigest()


def test_reproduced(built: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """The options and the model of the statement make all of its subjects again, and the statement itself."""
    statement = json.loads((built / "tvmgen_digits.provenance.json").read_text())
    build = statement["predicate"]["buildDefinition"]
    (name,) = build["externalParameters"]["models"]
    wanted = {row["name"]: row["digest"]["sha256"] for row in build["resolvedDependencies"] if "name" in row}
    assert wanted == {name: hashlib.sha256(MODEL.read_bytes()).hexdigest()}
    record = tmp_path / "options.record"
    record.write_text("\n".join(build["externalParameters"]["options"]))
    model = tmp_path / name
    model.write_bytes(MODEL.read_bytes())
    tirc(f"@{record}", model, "-o", tmp_path / "out", "--quiet")
    assert read_digests(tmp_path / "out") == read_digests(built)
    subject = {row["name"]: row["digest"]["sha256"] for row in statement["subject"]}
    assert subject == {name: digest for name, digest in read_digests(built).items() if not name.endswith(".provenance.json")}


def test_converted(tmp_path: pathlib.Path) -> None:
    """The model is the file that a front end converted."""
    onnx = pytest.importorskip("onnx")
    node = onnx.helper.make_node("Relu", ["x"], ["y"])
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph([node], "g", [value("x", 1, [1, 4])], [value("y", 1, [1, 4])])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)])
    path = tmp_path / "relu.onnx"
    onnx.save(model, path)
    tirc(path, "-o", tmp_path / "out", "--quiet", "--target=cortex-m4", "--sbom=provenance")
    statement = json.loads((tmp_path / "out" / "tvmgen_relu.provenance.json").read_text())
    (dependency,) = [row for row in statement["predicate"]["buildDefinition"]["resolvedDependencies"] if "name" in row]
    assert dependency == {"name": "relu.onnx", "digest": {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}}


def test_packages(tmp_path: pathlib.Path) -> None:
    """The packages that converted a model are in both statements, which SPDX's tool accepts, with their licences."""
    onnx = pytest.importorskip("onnx")
    node = onnx.helper.make_node("Relu", ["x"], ["y"])
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph([node], "g", [value("x", 1, [1, 4])], [value("y", 1, [1, 4])])
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)]), tmp_path / "relu.onnx")
    (tmp_path / "plan.toml").write_text("")
    paths = []
    for options in ([], ["--emit=mlf"], [f"--firmware={tmp_path / 'plan.toml'}"]):
        out = tmp_path / "-".join(["out", *(option[2:6] for option in options)])
        to = out / "relu.tar" if options == ["--emit=mlf"] else out
        out.mkdir()
        tirc(tmp_path / "relu.onnx", "-o", to, "--quiet", "--target=cortex-m4", "--sbom=spdx,provenance", *options)
        (path,) = out.glob("*.spdx.json")
        packages = {row["name"]: row for row in json.loads(path.read_text())["packages"]}
        assert packages["onnx"]["versionInfo"] == onnx.__version__
        assert packages["onnx"]["licenseDeclared"] == "Apache-2.0"
        assert {"torch-mlir", "numpy", "protobuf"} <= set(packages)
        (provenance,) = out.glob("*.provenance.json")
        assert f'"uri": "pkg:pypi/onnx@{onnx.__version__}"' in provenance.read_text()
        if options == ["--emit=mlf"]:
            subject = [row["name"] for row in json.loads(provenance.read_text())["subject"]]
            assert subject == ["relu.tar", path.name]
        if "--firmware" in "".join(options):
            # Of the file that was converted, not of what it became.
            digest = hashlib.sha256((tmp_path / "relu.onnx").read_bytes()).hexdigest()
            assert f'#define TVMGEN_RELU_MODEL_SHA256 "{digest}"' in (out / "tvmgen_plan.h").read_text()
        paths.append(path)
    for path in paths:
        validate(path)
