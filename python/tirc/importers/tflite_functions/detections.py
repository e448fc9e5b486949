# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TFLite_Detection_PostProcess, with which SSD networks end: boxes are decoded, and the best ones are taken that do not overlap.

Boxes have LiteRT's bits, since they are decoded in float64 as there. Where scores are equal, the order is tflite-micro's, which is
defined: the first class, and in it the first box.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Sequence
from typing import Any

import numpy

from tirc.importers.tflite_codes import custom_name
from tirc.importers.tflite_functions.custom import Custom
from tirc.importers.tflite_functions.elements import computed, reduced
from tirc.importers.tflite_repairs import every_operator, set_sizes
from tirc_frontends import custom as custom_operators
from tirc_frontends.body import Body
from tirc_frontends.selection import top_places
from tirc_frontends.suppression import Corners, Found, Limits, best_boxes
from tirc_frontends.text import Function, Tensor

_BOXES, _SCORES, _ANCHORS = range(3)
# How many boxes of a class are taken if the options do not say it.
_IN_CLASS = 100
_SIDES = 4


@dataclasses.dataclass(frozen=True)
class _Stored:
    """Floats, or integers with a scale and a zero point."""

    tensor: Tensor
    scale: float = 1.0
    zero: int = 0

    def read(self, body: Body, indices: Sequence[str]) -> str:
        """Adds the steps that read a number in float32."""
        number = body.extract(self.tensor, indices)
        if self.tensor.kind == "f32":
            return number
        wide = body.named(f"arith.sitofp {number} : {self.tensor.kind} to f32")
        less = body.named(f"arith.subf {wide}, {body.literal(f'{float(self.zero)} : f32')} : f32")
        scale = body.literal(f"{self.scale!r} : f32")
        return body.named(f"arith.mulf {less}, {scale} : f32")


class Detections(Custom):
    """All classes together, of which a box has the best ones, or (regular) each class apart."""

    custom, function_name, data = "TFLite_Detection_PostProcess", "detections", (_BOXES, _SCORES)

    def text(self, name: str) -> str:
        self._check()
        function = Function(name, self._place)
        boxes, scores = (self._stored_as(i, x) for i, x in zip(self.data, self._arguments(function), strict=True))
        corners = self._corners(function, boxes)
        found, classes, best = (self._regular if self._is_regular else self._fast)(function, corners, scores)
        places = self._places(function, found, corners)
        results = [places, classes, best, _count(function, found)]
        shapes = self.result_sizes()
        return function.text([function.tensor(function.reshape(x, size)) for x, size in zip(results, shapes, strict=True)])

    def result_sizes(self) -> list[list[int]]:
        count = self._option("max_detections") * self._option("max_classes_per_detection")
        return [[1, count, _SIDES], [1, count], [1, count], [1]]

    @property
    def _is_regular(self) -> bool:
        return bool(self._value("use_regular_nms", 0))

    @functools.cached_property
    def _classes(self) -> int:
        return self._option("num_classes")

    @property
    def _in_all(self) -> int:
        return self._option("max_detections")

    @property
    def _in_each(self) -> int:
        """How many classes of a box are given."""
        return self._option("max_classes_per_detection")

    @property
    def _first_class(self) -> int:
        """Returns 1 if there are scores of the background, which come first."""
        return self._shape(self._tensor(_SCORES))[-1] - self._classes

    def _number(self, name: str) -> float:
        return float(numpy.float32(self._value(name)))

    def _check(self) -> None:
        if self._operator.OutputsLength() != len(self.result_sizes()):
            raise self._refused(f"it has {self._operator.OutputsLength()} results; expected boxes, classes, scores and their number")
        kinds = [self._kind(operand) for operand in (_BOXES, _SCORES, _ANCHORS)]
        for kind, what in zip(kinds, ("boxes", "scores"), strict=False):
            if kind not in ("f32", "uint8"):
                raise self._refused(f"its {what} have the type {kind}; expected float32 or uint8: dequantise them before it")
        sizes = [self._shape(self._tensor(operand)) for operand in (_BOXES, _SCORES, _ANCHORS)]
        count = sizes[0][1] if len(sizes[0]) == 3 else 0
        are_known = len(sizes[1]) == 3 and sizes[0][0] == sizes[1][0] == 1 and sizes[0][2] >= _SIDES
        if not count or not are_known or sizes[1][1] != count or sizes[2] != [count, _SIDES]:
            shapes = ", ".join("x".join(map(str, size)) for size in sizes)
            raise self._refused(
                f"its inputs have the sizes {shapes}; expected 1xNx4, 1xNxC and Nx4: convert the model with a batch of 1"
            )
        for name in ("max_detections", "max_classes_per_detection", "num_classes"):
            if self._option(name) < 1:
                raise self._refused(f"its option '{name}' is {self._option(name)}; expected at least 1")
        if self._first_class not in (0, 1):
            raise self._refused(
                f"it has {sizes[1][2]} scores for {self._classes} classes; expected one for each, or one more for the background"
            )
        if not 0 < self._number("nms_iou_threshold") <= 1:
            overlap = self._number("nms_iou_threshold")
            raise self._refused(f"its option 'nms_iou_threshold' is {overlap}; expected one above 0, up to 1")
        for name in ("y_scale", "x_scale", "h_scale", "w_scale"):
            if not self._number(name):
                raise self._refused(f"its option '{name}' is 0; expected another one")

    def _stored_as(self, operand: int, x: Tensor) -> _Stored:
        if x.kind == "f32":
            return _Stored(x)
        # The converter has numbers of uint8 less by 128.
        scale, zero = self._scale(self._tensor(operand))
        return _Stored(x, scale, zero - 128)

    def _anchors(self, function: Function) -> _Stored:
        """Returns the constant table of centres and sizes, in the type that the file has."""
        is_float = self._kind(_BOXES) == "f32"
        if not self._is_constant(_ANCHORS):
            raise self._refused("its anchors are computed; expected constants: write the file again with constant anchors")
        values = self._float_constant(_ANCHORS)
        if (values[:, 2:] < 0).any():
            raise self._refused("an anchor has a negative size, which LiteRT refuses; expected sizes of at least 0")
        if is_float:
            return _Stored(function.tensor(values))
        if self._kind(_ANCHORS) != "uint8":
            raise self._refused(f"its boxes have the type uint8 and its anchors {self._kind(_ANCHORS)}; expected the same type")
        return self._stored_as(_ANCHORS, function.tensor(self._inside(self._constant(self._index(_ANCHORS)))))

    def _corners(self, function: Function, boxes: _Stored) -> Corners:
        """Adds the centres of all boxes, and halves of their sizes."""
        anchors, count = self._anchors(function), boxes.tensor.shape[1]
        scales = [[self._number(f"{axis}_scale") for axis in axes] for axes in ("yx", "hw")]
        made = []
        for is_size in (False, True):
            body = Body("f64")
            size = body.index("addi", "%i1", 2)
            place = size if is_size else "%i1"
            scale = body.number(scales[is_size][1])
            if scales[is_size][0] != scales[is_size][1]:
                is_first = body.compare("eq", "%i1", body.place(0))
                scale = body.choose(is_first, body.number(scales[is_size][0]), scale)
            part = body.real("divf", _wide(body, boxes.read(body, [body.place(0), "%i0", place])), scale)
            whole = _wide(body, anchors.read(body, ["%i0", size]))
            if is_size:
                number = body.real("mulf", body.real("mulf", body.function("exp", part), 0.5), whole)
            else:
                centre = _wide(body, anchors.read(body, ["%i0", "%i1"]))
                number = body.real("addf", body.real("mulf", part, whole), centre)
            near = body.named(f"arith.truncf {number} : f64 to f32")
            made.append(computed(function, [count, 2], "f32", body.lines, near))

        def corners(body: Body, box: str) -> list[str]:
            centres, halves = ([body.extract(x, [box, body.place(i)]) for i in range(2)] for x in made)
            return [body.real(word, *own) for word in ("subf", "addf") for own in zip(centres, halves, strict=True)]

        return corners

    def _wanted(self, classes: int, in_class: int) -> Limits:
        boxes, thresholds = self._shape(self._tensor(_BOXES))[1], ("nms_score_threshold", "nms_iou_threshold")
        return Limits(boxes, classes, in_class, self._in_all, *(self._number(name) for name in thresholds))

    def _regular(self, function: Function, corners: Corners, scores: _Stored) -> tuple[Found, Tensor, Tensor]:
        """Returns what is found, and of each result the class and the score."""
        first = self._first_class

        def score(body: Body, box: str, class_: str) -> str:
            own = body.index("addi", class_, first) if first else class_
            return scores.read(body, [body.place(0), box, own])

        in_class = int(self._value("detections_per_class", _IN_CLASS))
        if in_class < 1:
            raise self._refused(f"its option 'detections_per_class' is {in_class}; expected at least 1")
        found = best_boxes(function, corners, score, self._wanted(self._classes, in_class))
        made = []
        for is_class in (True, False):
            body = Body("f32")
            is_found, _, number = self._row(body, found, is_all=True)
            value = body.to_real(body.index("remui", number, self._classes)) if is_class else body.extract(found.scores, ["%place"])
            made.append(self._listed(function, body, is_found, value))
        return found, made[0], made[1]

    def _fast(self, function: Function, corners: Corners, scores: _Stored) -> tuple[Found, Tensor, Tensor]:
        """As _regular. A box is found by the best of its scores."""

        def score(body: Body, box: str, _: str) -> str:
            return self._most(body, scores, box)

        found = best_boxes(function, corners, score, self._wanted(1, self._in_all))
        rows = self._rows(function, scores, found)
        given = min(self._in_each, self._classes)
        order = top_places(function, rows, given, True)
        made = []
        for is_class in (True, False):
            body = Body("f32")
            is_found, column, _ = self._row(body, found, is_all=False)
            own = body.limited(column, given)
            class_ = body.limited(body.extract_integer(order, ["%place", own]), self._classes)
            value = body.to_real(class_) if is_class else body.extract(rows, ["%place", class_])
            made.append(self._listed(function, body, is_found, value))
        return found, made[0], made[1]

    def _most(self, body: Body, scores: _Stored, box: str) -> str:
        """Returns the best score of a box."""
        inner, none, first = Body("f32", "t"), body.place(0), body.place(self._first_class)
        start = scores.read(body, [none, box, first])
        number = scores.read(inner, [none, box, "%class"])
        is_more = inner.named(f"arith.cmpf ogt, {number}, %most : f32")
        end = body.place(self._classes + self._first_class)
        (most,) = body.loop(inner, "%class", first, end, {"%most": (start, inner.choose(is_more, number, "%most"), "f32")})
        return most

    def _rows(self, function: Function, scores: _Stored, found: Found) -> Tensor:
        """Returns the scores of all classes of the boxes that were found."""
        body = Body("f32")
        box = body.index("maxsi", body.extract_integer(found.codes, ["%i0"]), 0)
        class_ = body.index("addi", "%i1", self._first_class)
        number = scores.read(body, [body.place(0), box, class_])
        return computed(function, [self._in_all, self._classes], "f32", body.lines, number)

    def _row(self, body: Body, found: Found, is_all: bool) -> tuple[str, str, str]:
        """Adds the steps that find %place, where a result is among what was found: whether there is one, which of the classes of
        its box it is, and its code. In `is_all`, each result has a place of its own, otherwise as many as a box has classes."""
        count = self._in_all
        if is_all:
            place, column = body.index("minsi", "%i0", count - 1), body.place(0)
            is_inside = body.compare("slt", "%i0", body.place(count))
        else:
            place, column = (body.index(word, "%i0", self._in_each) for word in ("divui", "remui"))
            is_inside = body.compare("slt", column, body.place(self._classes))
        body.lines.append(f"%place = arith.addi {place}, {body.place(0)} : index")
        code = body.extract_integer(found.codes, ["%place"])
        is_found = body.both(is_inside, body.compare("sge", code, body.place(0)))
        return is_found, column, body.index("maxsi", code, 0)

    def _listed(self, function: Function, body: Body, is_found: str, value: str) -> Tensor:
        return computed(function, [self._in_all * self._in_each], "f32", body.lines, body.choose(is_found, value, body.number(0)))

    def _places(self, function: Function, found: Found, corners: Corners) -> Tensor:
        """Returns the corners of each result."""
        body = Body("f32")
        is_found, _, code = self._row(body, found, is_all=self._is_regular)
        box = body.index("divui", code, self._classes) if self._is_regular else code
        sides = corners(body, box)
        result = sides[-1]
        for side in reversed(range(_SIDES - 1)):
            result = body.choose(body.compare("eq", "%i1", body.place(side)), sides[side], result)
        value = body.choose(is_found, result, body.number(0))
        return computed(function, [self._in_all * self._in_each, _SIDES], "f32", body.lines, value)


def _wide(body: Body, number: str) -> str:
    return body.named(f"arith.extf {number} : f32 to f64")


def _count(function: Function, found: Found) -> Tensor:
    """Returns how many boxes were found."""
    body = Body("f32")
    is_found = body.named(f"arith.cmpi sge, {body.extract(found.codes, ['%i1'])}, {body.literal('0 : i32')} : i32")
    more = body.choose(is_found, body.number(1), body.number(0))
    body.lines.append(f"%result = arith.addf %before, {more} : f32")
    return reduced(function, [1], found.codes.shape[0], "0.0 : f32", body.lines, "f32")


def settle_sizes(buffer: bytearray, model: Any, source: str, custom: Collection[str]) -> None:
    """Gives the results the sizes that follow from the options, which files may lack, unless the application computes the
    operator (`custom`)."""
    if custom_operators.is_named(custom, "TFL", Detections.custom):
        return
    for _, operator, graph in every_operator(model):
        if custom_name(model, operator) != Detections.custom:
            continue
        sizes = Detections(model, graph, operator, source, {}).result_sizes()
        for index, wanted in enumerate(sizes[: operator.OutputsLength()]):
            tensor = graph.Tensors(operator.Outputs(index))
            set_sizes(buffer, tensor, wanted)


READERS: list[Any] = [Detections]
