# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TFLite_Detection_PostProcess against LiteRT, and where scores are equal, against tflite-micro."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN, Array
from tflite_graph import Graph, Operator, Quantization, Tensor, write
from tflite_nodes import litert

import tirc
from tirc.importers import FrontEndError

_NAMES = ("boxes", "classes", "scores", "number")


@dataclasses.dataclass(frozen=True)
class Case:
    boxes: int = 60
    classes: int = 5
    background: int = 1
    results: int = 10
    each: int = 1
    is_regular: bool = False
    in_class: int | None = None
    score: float = 0.3
    overlap: float = 0.5
    kind: str = "FLOAT32"
    sides: int = 4
    # How many different scores there are; none of them twice if it is 0.
    levels: int = 0
    seed: int = 0
    # Whether a box has no area.
    has_point: bool = True

    def options(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "h_scale": 5.0, "max_classes_per_detection": self.each, "max_detections": self.results,
            "nms_iou_threshold": self.overlap, "nms_score_threshold": self.score, "num_classes": self.classes,
            "use_regular_nms": self.is_regular, "w_scale": 5.0, "x_scale": 10.0, "y_scale": 10.0,
        }  # fmt: skip
        return made if self.in_class is None else made | {"detections_per_class": self.in_class}

    def file(self, sizes: bool = True, **options: Any) -> bytes:
        forms = [Quantization.of(0.08, 120), Quantization.of(1 / 256), Quantization.of(0.005, 3)]
        boxes, scores, anchors = forms if self.kind == "UINT8" else [None] * 3
        counts = [self.sides, self.classes + self.background]
        inputs = [
            Tensor(name, (1, self.boxes, count), self.kind, form)
            for name, count, form in (("encoded", counts[0], boxes), ("predicted", counts[1], scores))
        ]
        known = Tensor("anchors", (self.boxes, 4), self.kind, anchors, values=self.anchors())
        rows = self.results * self.each
        shapes = [(1, rows, 4), (1, rows), (1, rows), (1,)] if sizes else [()] * 4
        outputs = [Tensor(name, shape) for name, shape in zip(_NAMES, shapes, strict=True)]
        custom = ("flexbuffers", {k: v for k, v in (self.options() | options).items() if v is not None})
        operator = Operator("TFLite_Detection_PostProcess", [*inputs, known], outputs, custom)
        return write(Graph([operator], inputs, outputs))

    def anchors(self) -> Array:
        random = numpy.random.default_rng(self.seed)
        made = random.uniform(0.1, 0.6, (self.boxes, 4)).astype(numpy.float32)
        if self.has_point:
            made[0, 2] = 0
        return numpy.round(made / 0.005 + 3).astype(numpy.uint8) if self.kind == "UINT8" else made

    def inputs(self, run: int) -> list[Array]:
        random = numpy.random.default_rng([self.seed, run])
        shapes = [(1, self.boxes, self.sides), (1, self.boxes, self.classes + self.background)]
        count = int(numpy.prod(shapes[1]))
        order = random.permutation(count).reshape(shapes[1])
        if self.kind == "UINT8":
            # 0 stands for those that would be there twice.
            return [random.integers(0, 256, shapes[0], numpy.uint8), numpy.where(order < 256, order, 0).astype(numpy.uint8)]
        encoded = random.standard_normal(shapes[0]).astype(numpy.float32)
        if self.levels:
            return [encoded, (random.integers(0, self.levels, shapes[1]) / self.levels).astype(numpy.float32)]
        return [encoded, (order / count).astype(numpy.float32)]

    def written(self, found: list[Array]) -> list[Array]:
        """Returns LiteRT's results with zeros where it leaves what was there."""
        number = int(found[3][0])
        rows = numpy.arange(self.results * self.each)
        is_written = rows < number
        if not self.is_regular:
            is_written = (rows < number * self.each) & (rows % self.each < self.classes)
        kept = [numpy.where(is_written[:, None], found[0][0], 0)[None]]
        return [*kept, *(numpy.where(is_written, one[0], 0)[None] for one in found[1:3]), found[3]]


def ours(module: Any, given: list[Array]) -> list[Array]:
    made = module.run(*given)
    return [made[name] for name in _NAMES]


_CASES = [
    Case(),
    Case(background=0, overlap=0.2, seed=1),
    Case(each=3, seed=2),
    Case(classes=2, each=4, background=0, seed=3),
    Case(score=0.95, seed=4),
    Case(score=2.0, seed=5),
    Case(results=100, score=0.0, overlap=1.0, seed=6),
    Case(results=1, sides=7, seed=7),
    Case(boxes=1, classes=1, score=0.0, seed=8),
    Case(is_regular=True, seed=9),
    Case(is_regular=True, background=0, in_class=2, results=7, overlap=0.1, seed=10),
    Case(is_regular=True, classes=1, score=0.0, seed=11),
    Case(is_regular=True, results=40, each=2, score=-1.0, overlap=0.9, seed=12),
    Case(is_regular=True, score=2.0, seed=13),
    Case(kind="UINT8", seed=15),
    Case(kind="UINT8", boxes=50, each=2, classes=5, background=0, seed=18),
    Case(kind="UINT8", boxes=50, classes=4, is_regular=True, score=0.1, seed=16),
    # Equal scores, of which LiteRT takes the first.
    Case(levels=4, seed=17),
    Case(boxes=300, classes=20, is_regular=True, results=100, in_class=100, score=1e-8, overlap=0.6, seed=14),
]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: str(case.seed))
def test_detections_have_the_bits_of_litert(case: Case) -> None:
    data = case.file()
    module = tirc.compile(data, **FOR_A_RUN)
    for run in range(4):
        given = case.inputs(run)
        for one, wanted in zip(ours(module, given), case.written(litert(data, given)), strict=True):
            numpy.testing.assert_array_equal(one, wanted)


@pytest.mark.parametrize("is_regular", [False, True])
def test_equal_scores_have_the_order_of_tflite_micro(is_regular: bool) -> None:
    """LiteRT sorts boxes of several classes in any order. tflite-micro refuses a box without an area."""
    runtime = pytest.importorskip("tflite_micro.python.tflite_micro.runtime", reason="needs tflite-micro")
    case = Case(classes=4, results=20, is_regular=is_regular, overlap=0.3, levels=5, has_point=False)
    data = case.file()
    module = tirc.compile(data, **FOR_A_RUN)
    reference = runtime.Interpreter.from_bytes(data, arena_size=500000)
    for run in range(6):
        given = case.inputs(run)
        for index, values in enumerate(given):
            reference.set_input(values, index)
        reference.invoke()
        wanted = case.written([reference.get_output(index) for index in range(4)])
        for one, expected in zip(ours(module, given), wanted, strict=True):
            numpy.testing.assert_array_equal(one, expected)


def test_sizes_of_results_that_the_file_does_not_have_follow_from_the_options() -> None:
    case = Case(each=2)
    module = tirc.compile(case.file(sizes=False), **FOR_A_RUN)
    given = case.inputs(0)
    for one, wanted in zip(ours(module, given), case.written(litert(case.file(), given)), strict=True):
        numpy.testing.assert_array_equal(one, wanted)


def test_the_check_of_addresses_takes_detections() -> None:
    """The places of boxes are computed, and within the tables."""
    module = tirc.compile(Case(is_regular=True).file(), **FOR_A_RUN, check="fast")
    given = Case(is_regular=True).inputs(0)
    assert module.run(*given)["number"][0] > 0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"num_classes": 9}, "it has 6 scores for 9 classes; expected one for each, or one more for the background"),
        ({"max_detections": None}, "it has no option 'max_detections'; expected one"),
        ({"max_detections": 0}, "its option 'max_detections' is 0; expected at least 1"),
        ({"nms_iou_threshold": 0.0}, "its option 'nms_iou_threshold' is 0.0; expected one above 0, up to 1"),
        ({"y_scale": 0.0}, "its option 'y_scale' is 0; expected another one"),
        ({"use_regular_nms": True, "detections_per_class": 0}, "its option 'detections_per_class' is 0; expected at least 1"),
    ],
)
def test_options_that_no_result_follows_from_are_refused(options: dict[str, Any], text: str) -> None:
    with pytest.raises(FrontEndError) as caught:
        tirc.compile(Case().file(**options))
    assert f"'boxes': tfl.TFLite_Detection_PostProcess: {text}" in str(caught.value)


def refusal(inputs: list[Tensor], anchors: Tensor, results: int = 4) -> str:
    outputs = [Tensor(name, shape) for name, shape in zip(_NAMES, [(1, 10, 4), (1, 10), (1, 10), (1,)], strict=True)][:results]
    custom = ("flexbuffers", Case().options())
    operator = Operator("TFLite_Detection_PostProcess", [*inputs, anchors], outputs, custom)
    given = [*inputs] if anchors.values is not None else [*inputs, anchors]
    with pytest.raises(FrontEndError) as caught:
        tirc.compile(write(Graph([operator], given, outputs)))
    return str(caught.value)


def test_inputs_that_litert_does_not_take_are_refused() -> None:
    form = Quantization.of(0.1)
    boxes, scores = Tensor("encoded", (1, 8, 4)), Tensor("predicted", (1, 8, 6))
    known = Tensor("anchors", (8, 4), values=numpy.full((8, 4), 0.5, numpy.float32))
    short = Tensor("anchors", (7, 4), values=numpy.full((7, 4), 0.5, numpy.float32))
    negative = Tensor("anchors", (8, 4), values=numpy.full((8, 4), -0.5, numpy.float32))
    assert "its scores have the type i8; expected float32 or uint8" in refusal(
        [boxes, Tensor("predicted", (1, 8, 6), "INT8", form)], known
    )
    assert "its inputs have the sizes 1x8x4, 1x8x6, 7x4; expected 1xNx4, 1xNxC and Nx4" in refusal([boxes, scores], short)
    assert "it has 3 results; expected boxes, classes, scores and their number" in refusal([boxes, scores], known, 3)
    assert "its anchors are computed; expected constants" in refusal([boxes, scores], Tensor("anchors", (8, 4)))
    assert "an anchor has a negative size, which LiteRT refuses" in refusal([boxes, scores], negative)
    assert "its boxes have the type uint8 and its anchors f32; expected the same type" in refusal(
        [Tensor("encoded", (1, 8, 4), "UINT8", form), scores], known
    )
