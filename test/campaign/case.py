"""A random case, and what a front end provides to try it."""

from __future__ import annotations

import abc
import dataclasses
import pathlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .draw import Draw
from .tolerance import EXACT, Tolerance
from .values import Array


class NotCounted(Exception):
    """The reference does not run this case; the text is its message."""


@dataclasses.dataclass
class Case:
    """A model of one operator with its inputs.

    model      what the front end's functions take: an onnx.ModelProto, the bytes of a .tflite, a torch.nn.Module
    inputs     the arrays of a run, in the order of the model's inputs
    words      the drawn properties, as a person would say them: "opset 13, alpha=0.5, no C"
    tolerance  how far floats may be from the reference's; integers have to be equal
    tags       properties that the table of accepted differences refers to
    """

    model: Any
    inputs: Sequence[Array]
    words: str
    tolerance: Tolerance = EXACT
    tags: frozenset[str] = frozenset()


# Draws a case of one operator.
Generator = Callable[[Draw], Case]


class FrontEnd(abc.ABC):
    """A kind of model. `operators` has a generator for each operator by its name in the reports."""

    name: str
    operators: Mapping[str, Generator]
    # The kind of model, by its name in tirc_frontends.
    kind: str
    # The packages that have to be there.
    packages: Sequence[str]

    @abc.abstractmethod
    def prepare(self) -> None:
        """Imports all that cases need. It must not start threads: a process is forked for some cases at a time."""

    @abc.abstractmethod
    def source(self, case: Case) -> Any:
        """Returns what `tirc.compile` takes."""

    @abc.abstractmethod
    def reference(self, case: Case) -> list[Array]:
        """Returns the outputs of the reference. Raises NotCounted if it refuses the model or its inputs."""

    @abc.abstractmethod
    def is_named(self, operator: str, message: str) -> bool:
        """Returns whether a refusal names the operator."""

    @abc.abstractmethod
    def show(self, case: Case) -> str:
        """Returns the model as text."""

    @abc.abstractmethod
    def save(self, case: Case, path: pathlib.Path) -> pathlib.Path:
        """Writes the model to a file, whose name is the path's with the front end's suffix; returns its path."""
