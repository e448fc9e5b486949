# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refusals name the operator of the exported program, not one of the operators that PyTorch composes it of."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from typing import Any

import pytest

import tirc
from tirc.importers import FrontEndError

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pytest.importorskip("torch_mlir", reason="needs tirc[torch]")

from torch import nn  # noqa: E402  what follows needs the package

Module: Any = nn.Module
linalg = torch.linalg
_CHECKS = "it checks numbers at run time, or prints them; expected only operators that compute: express it by other operators"
_UNKNOWN = "torch-mlir does not convert this operator in this form; express it by other operators, or take it out"
_LARGE = "its matrices have 17x17 numbers of float32; expected floats, and at least 1x1 and at most 16x16: make the matrices"
_COMPLEX = "it computes with complex numbers, for which this operator is not supported; expected real numbers"


class Calling(Module):  # type: ignore[misc]
    def __init__(self, function: Callable[[Any], Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Any) -> Any:
        return self.function(x)


def refusal(model: Any, size: int, folder: pathlib.Path) -> tuple[str, str | None]:
    """Returns the message about a model of a square matrix, and the operator that the message is about."""
    from tirc_frontends import convert_torch, torch_program
    from tirc_frontends.refused import Refused

    path = folder / "model.pt2"
    torch.export.save(torch.export.export(model, (torch.eye(size),)), path)
    program = torch_program.read(path)
    with pytest.raises(Refused) as caught:
        convert_torch._lower(program)
    return str(caught.value), caught.value.operator


@pytest.mark.parametrize(
    ("operator", "function", "size", "message"),
    [
        ("linalg_inv", linalg.inv, 3, _CHECKS),
        ("linalg_solve", lambda x: linalg.solve(x, x), 3, _CHECKS),
        ("linalg_cholesky", linalg.cholesky, 3, _CHECKS),
        ("linalg_qr", linalg.qr, 3, _UNKNOWN),
        ("linalg_eigh", linalg.eigh, 3, _UNKNOWN),
        ("linalg_svd", linalg.svd, 3, _UNKNOWN),
        ("linalg_matrix_rank", linalg.matrix_rank, 3, _UNKNOWN),
        ("geqrf", torch.geqrf, 3, "PyTorch does not decompose it (aten.geqrf.default); express it by other operators, or"),
        ("add_", lambda x: x.add_(1), 3, "the module writes to its input 'x'; expected one that only computes: return a new"),
        ("linalg_eigvals", linalg.eigvals, 3, _COMPLEX),
        ("linalg_det", linalg.det, 17, _LARGE),
        ("linalg_slogdet", linalg.slogdet, 17, _LARGE),
        ("logdet", torch.logdet, 17, _LARGE),
    ],
)
def test_the_operator_of_the_program_is_named(
    operator: str, function: Any, size: int, message: str, tmp_path: pathlib.Path
) -> None:
    text, named = refusal(Calling(function), size, tmp_path)
    assert text.startswith(f"'{operator}': aten.{operator}: {message}")
    assert named == f"aten.{operator}"


def test_the_operator_among_others_of_a_module_is_named(tmp_path: pathlib.Path) -> None:
    model = nn.Sequential(nn.ReLU(), Calling(lambda x: linalg.matrix_rank(x + 1) + x))
    text, named = refusal(model, 3, tmp_path)
    assert text.startswith(f"'1': aten.linalg_matrix_rank: {_UNKNOWN}")
    assert named == "aten.linalg_matrix_rank"


def test_what_cannot_be_saved_is_refused() -> None:
    with pytest.raises(FrontEndError, match=r"^Calling.pt2: torch.export.save cannot write this program: .* expected dense"):
        tirc.compile(Calling(lambda x: x @ torch.ones(3, 3)), (torch.eye(3).to_sparse_csr(),))
