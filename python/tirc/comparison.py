# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results of `tirc.compare`."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tirc.differences import ArrayDifference, Tolerance

# The name among the targets for values that were given.
REFERENCE = "reference"


@dataclass(frozen=True)
class Kernel:
    """The result of one step of the model.

    `name` names the output that shows it. `function` is the function in C, such as "tvmgen_digits_conv2d_0", or
    the name of a device's kernel or of the control flow ("npu_add", "scf.while"); it is "" for an output of the model,
    and these come after all kernels. `place` is the operation in the source model, `fused` has the places of all
    operations that the kernel computes. `step` counts the calls of the plain program, as its report does, which may
    compute several of these kernels in one; it is None for control flow and outputs. `reads` names the kernels whose results this one uses.
    """

    name: str
    function: str
    place: str
    fused: tuple[str, ...]
    step: int | None
    shape: tuple[int, ...]
    dtype: str
    reads: tuple[str, ...]

    def title(self) -> str:
        if not self.function:
            return f"the output {self.name}"
        return f"the kernel {self.name}" + ("" if self.step is None else f" (step {self.step})")


@dataclass(frozen=True)
class Difference:
    """A kernel that gives different results on two targets. `is_consequence`: its operands differed already."""

    kernel: Kernel
    between: tuple[str, str]
    array: ArrayDifference
    is_consequence: bool = False

    def describe(self) -> str:
        array, (one, other) = self.array, self.between
        first, second = array.values
        where = f"at [{', '.join(map(str, array.index))}]: " if array.index else ""
        return (
            f"{array.count:,} of {array.total:,} elements, the first {where}{first!s} ({one}), {second!s} ({other}); the "
            f"largest difference is {array.largest:g}"
        )


@dataclass(frozen=True)
class PlanDifference:
    """A target on which the program as it is compiled gives another output than its kernels do when no two buffers
    share memory. `output` is that difference. `kernel` is the first kernel that is wrong when memory is shared, or None
    if only the plain program shows it. `is_gone` is whether plan="separate" removes the difference."""

    target: str
    output: Difference
    kernel: Kernel | None
    is_gone: bool

    def describe(self) -> str:
        seen = f" It is first seen in {self.kernel.title()}." if self.kernel else ""
        advice = (
            'With plan="separate" the result is right: compile with it, and report the model as a bug of tirc.'
            if self.is_gone
            else 'It stays with plan="separate": look for a kernel or driver that writes beyond its buffers.'
        )
        return (
            f"{self.target}: the memory plan is wrong. As compiled, {self.output.kernel.title()} is not what the same "
            f"kernels compute when no two buffers share memory: {self.output.describe()}.{seen} Two buffers share "
            f"bytes while both are needed, or something writes beyond its buffer. {advice}"
        )


@dataclass(frozen=True)
class Comparison:
    """The results of one model on several targets, kernel by kernel; true if all are equal.

    `targets` were compared, the first with each of the others; "reference" represents values that were given. `kernels`
    are in the order of the steps, followed by the model's outputs; `differences` are in that order, too. `faults` has
    the errors that stopped a target before its end, `plan` the targets on which the kernels are right but the program
    is not, and `left_out` the reasons for which a target was not run.
    """

    name: str
    # The file of the model.
    source: str
    targets: tuple[str, ...]
    kernels: tuple[Kernel, ...]
    differences: tuple[Difference, ...] = ()
    # The targets that agree with each other on the first kernel that differs.
    groups: tuple[tuple[str, ...], ...] = ()
    plan: tuple[PlanDifference, ...] = ()
    faults: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    # The kernels and outputs for which "reference" has values.
    given: frozenset[str] = frozenset()
    tolerance: Tolerance = Tolerance()

    def __bool__(self) -> bool:
        return not self.differences and not self.plan and not self.faults

    @property
    def first(self) -> Difference | None:
        """The first kernel that differs, or None."""
        return self.differences[0] if self.differences else None

    def __str__(self) -> str:
        lines = [f"{self.name}: {self._headline()}"]
        if self.first:
            lines += [f"  {key:<10} {value}" for key, value in self._details(self.first)]
        lines += [_labelled(target, text) for target, text in self.faults.items()]
        lines += [difference.describe() for difference in self.plan]
        lines += [f"not run: {_labelled(target, reason)}" for target, reason in self.left_out.items()]
        return "\n".join(lines)

    def _headline(self) -> str:
        if not self.first:
            steps = [kernel for kernel in self.kernels if kernel.function]
            outputs = len(self.kernels) - len(steps)
            if not self.targets:
                return "no target ran to its end"
            agree = "agree" if len(self.targets) > 1 else "ran alone"
            what = f"{_count(len(steps), 'kernel')} and {_count(outputs, 'output')}, {self.tolerance.describe()}"
            return f"{_listed(self.targets)} {agree}: {what}"
        return f"{self._who()}, first in {self.first.kernel.title()}"

    def _who(self) -> str:
        if len(self.groups) != 2:
            return f"{_listed(target for group in self.groups for target in group)} all differ"
        # The target that differs from the others; of two, the later one.
        other, odd = sorted(self.groups, key=lambda group: -len(group))
        return f"{_listed(odd)} {'differs' if len(odd) == 1 else 'differ'} from {_listed(other)}"

    def _details(self, first: Difference) -> list[tuple[str, str]]:
        kernel = first.kernel
        rows = []
        if kernel.place:
            rows.append(("place", f"{kernel.place} of {self.source}"))
        if kernel.fused:
            rows.append(("operators", ", ".join(kernel.fused)))
        if kernel.function:
            rows.append(("function", kernel.function))
        rows += [("between", " and ".join(first.between)), ("differ", first.describe())]
        before = sum(1 for other in self.kernels[: self.kernels.index(kernel)] if other.function)
        rows.append(("before it", f"{_count(before, 'kernel')} agree" if before else "nothing"))
        later = {d.kernel.name: d for d in self.differences if d.kernel.name != kernel.name}.values()
        if later:
            own = [d.kernel.name for d in later if not d.is_consequence]
            cause = f", but {_listed(own)} from equal inputs" if own else ", as a consequence"
            verb = "differs" if len(later) == 1 else "differ"
            rows.append(("behind it", f"{_count(len(later), 'more result')} {verb}{cause}"))
        return rows

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{html.escape(target)}</th>" for target in self.targets)
        rows = "".join(self._row(kernel) for kernel in self.kernels)
        notes = "".join(f"<p>{html.escape(text)}</p>" for text in str(self).splitlines() if not text.startswith("  "))
        return (
            "<div class='tirc-comparison'><style>.tirc-comparison td,.tirc-comparison th{text-align:left;"
            "padding:.2em .8em}.tirc-comparison .differs{background:rgba(220,60,40,.35);font-weight:bold}"
            ".tirc-comparison .follows{background:rgba(220,160,40,.25)}</style>"
            f"{notes}<table><thead><tr><th>step</th><th>kernel</th><th>place</th>{heads}</tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )

    def _row(self, kernel: Kernel) -> str:
        found = {d.between[1]: d for d in self.differences if d.kernel.name == kernel.name}
        cells = []
        for index, target in enumerate(self.targets):
            if difference := found.get(target):
                text = f"{difference.array.count:,} of {difference.array.total:,} differ"
                kind = "follows" if difference.is_consequence else "differs"
                title = html.escape(difference.describe(), quote=True)
                cells.append(f"<td class='{kind}' title='{title}'>{html.escape(text)}</td>")
            else:
                there = target != REFERENCE or kernel.name in self.given
                cells.append(f"<td>{'' if not there or index == 0 else 'equal'}</td>")
        step = "" if kernel.step is None else kernel.step
        name = kernel.name if kernel.function else f"output {kernel.name}"
        title = html.escape(", ".join(kernel.fused), quote=True)
        head = f"<td>{step}</td><td>{html.escape(name)}</td><td title='{title}'>{html.escape(kernel.place)}</td>"
        return f"<tr>{head}{''.join(cells)}</tr>"


def _labelled(target: str, text: str) -> str:
    """Adds the target to an error that does not begin with it."""
    return f"{target}: {text.removeprefix(f'{target}: ')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _listed(names: Iterable[str]) -> str:
    words: Sequence[str] = list(names)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
