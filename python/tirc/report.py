# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a compiled model needs: memory, kernels, figures."""

from __future__ import annotations

import functools
import json
import os
import pathlib
from collections.abc import Callable
from typing import Any


class Report:
    """The report of a compilation, `tvmgen_<model>.report.json`, and its page."""

    def __init__(self, text: str, render: Callable[[], str]) -> None:
        """`text`: the JSON. `render` makes the page, when it is first asked for."""
        self._text = text
        self._render = render

    @functools.cached_property
    def json(self) -> dict[str, Any]:
        """The report as it is in the JSON file."""
        parsed: dict[str, Any] = json.loads(self._text)
        return parsed

    @functools.cached_property
    def html(self) -> str:
        """One page that needs no network."""
        return self._render()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page, or the JSON where the name ends with ".json". Raises OSError."""
        is_json = os.fspath(path).endswith(".json")
        pathlib.Path(path).write_text(self._text if is_json else self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.html
