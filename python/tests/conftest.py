# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared fixtures of the package's tests."""

from __future__ import annotations

import os
import pathlib
import warnings
from collections.abc import Iterator

import pytest
from forked_converters import Converters

from tirc.importers import base

REPO = pathlib.Path(__file__).resolve().parents[2]


def pytest_configure(config: pytest.Config) -> None:
    # Tests are about something else, mostly, and tests of the check say --check=fast.
    os.environ.setdefault("TIRC_CHECK", "off")
    config.addinivalue_line("markers", "long: left out unless -m 'long or not long' is given")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Separates the reproducers of a test from the user's, also in the processes that it starts."""
    folder = tmp_path / "reproducers"
    monkeypatch.setenv("TIRC_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session", autouse=True)
def _forked_converters() -> Iterator[None]:
    """Spares conversions the time in which a process loads its packages."""
    converters = Converters()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "execute", converters.execute)
        yield
    converters.close()


@pytest.fixture
def repeatable_torch() -> Iterator[None]:
    """Lets PyTorch draw the same numbers in each run, and not warn."""
    import torch

    torch.manual_seed(5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture(scope="session")
def shared() -> pathlib.Path:
    """The folder with models that we may not commit."""
    folder = pathlib.Path(os.environ.get("TIR_SHARED") or REPO.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    return folder
