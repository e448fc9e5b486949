# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Custom operators of TensorFlow Lite and tflite-micro whose options are a map of flexbuffers."""

from __future__ import annotations

import functools
from typing import Any, ClassVar

from tirc.importers.base import FrontEndError
from tirc.importers.tflite_codes import custom_name
from tirc.importers.tflite_functions.elements import Elements


class Custom(Elements):
    operator = "CUSTOM"
    # The name in the file.
    custom: ClassVar[str]

    def is_taken(self) -> bool:
        return custom_name(self._model, self._operator) == self.custom

    @functools.cached_property
    def _given(self) -> dict[str, Any]:
        from flatbuffers import flexbuffers

        data = self._operator.CustomOptionsAsNumpy()
        # The number 0 stands for options that are missing.
        given = flexbuffers.Loads(bytearray(data.tobytes())) if self._operator.CustomOptionsLength() else {}
        return given if isinstance(given, dict) else {}

    def _value(self, name: str, default: float | None = None) -> Any:
        """Returns the number of an option."""
        if self._given.get(name, default) is None:
            raise self._refused(f"it has no option '{name}'; expected one: write the file again")
        return self._given.get(name, default)

    def _option(self, name: str) -> int:
        return int(self._value(name))

    def _refused(self, text: str) -> FrontEndError:
        name = f"tfl.{self.custom}"
        return FrontEndError(f"{self._source}: '{self._place}': {name}: {text}", operator=name)
