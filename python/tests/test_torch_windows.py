# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Windows, images in other sizes, and elements at computed positions, against PyTorch."""

from __future__ import annotations

import math
from typing import Any

import numpy
import pytest
from test_torch_operators import Functions, Several, check

import tirc

torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
pytest.importorskip("torch_mlir", reason="needs tirc[torch]")

from torch import nn  # noqa: E402  what follows needs the package

pytestmark = pytest.mark.usefixtures("repeatable_torch")


def test_windows_and_images_without_aliases() -> None:
    resize, pool = nn.functional.interpolate, nn.functional.adaptive_max_pool2d
    sizes: list[dict[str, Any]] = [{"size": (4, 3)}, {"size": (9, 14)}, {"scale_factor": 0.45}, {"size": (1, 5), "align_corners": True}]
    functions: Functions = {
        "linear": lambda x: [resize(x, mode="bilinear", antialias=True, **size) for size in sizes],
        "cubic": lambda x: [resize(x, mode="bicubic", antialias=True, **size) for size in sizes],
        "greatest": lambda x: [pool(x, (3, 4), return_indices=True)],
        "first": lambda x: pool(torch.round(x), (3, 4), return_indices=True),
        "nan": lambda x: pool(torch.where(x > 1, math.nan, x), (3, 4), return_indices=True),
        "few": lambda x: x.unfold(-1, 4, 5),
        "many": lambda x: x.unfold(1, 1, 2).unfold(-3, 3, 2),
        "angles": lambda x: torch.fft.rfft(x[..., :8]).angle(),
    }
    check(functions, torch.randn(2, 3, 8, 9))


def test_the_check_keeps_what_positions_are_computed_of() -> None:
    def sampled(x: Any) -> Any:
        turned = nn.functional.affine_grid(x[:, 0, :2, :3], [2, 3, 5, 4], align_corners=False)
        return nn.functional.grid_sample(x, turned, align_corners=False)

    model = Several({"quantile": lambda x: torch.quantile(x[0, 0], 0.3, dim=1), "sampled": sampled})
    x = torch.randn(2, 3, 8, 9)
    got = tirc.compile(model, (x,), check="fast").run(x.numpy())
    for name, value in model(x).items():
        assert numpy.allclose(got[name], value.numpy(), rtol=1e-5, atol=1e-5)
