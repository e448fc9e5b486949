# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report on a compiled model: memory, kernels, figures."""

from __future__ import annotations

import functools
import html
import json
import os
import pathlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

# The number of rows of a text table, and the height of a page within a notebook.
_MOST_ROWS = 24
# The number of kernels that a line names.
_MOST_NAMES = 4
_FRAME_HEIGHT = 720

# Fits the frame to the page, which tells its height, and gives it the theme of the notebook: a frame takes its colour
# scheme from the element that holds it. Without this script, the frame has a fixed height and the system's theme.
_FIT_FRAME = """
(() => {
  const frame = document.currentScript && document.currentScript.previousElementSibling;
  if (!frame || frame.tagName !== 'IFRAME') return;
  const follow = () => {
    for (let node = frame.parentElement; node; node = node.parentElement) {
      const [r, g, b, a = 1] = getComputedStyle(node).backgroundColor.match(/[\\d.]+/g).map(Number);
      if (a === 0) continue;
      frame.style.colorScheme = 0.299 * r + 0.587 * g + 0.114 * b < 128 ? 'dark' : 'light';
      return;
    }
  };
  follow();
  const observer = new MutationObserver(() => { follow(); setTimeout(follow, 300); });
  for (const node of [document.documentElement, document.body]) observer.observe(node, {attributes: true});
  addEventListener('message', event => {
    const height = event.data && event.data.tircReportHeight;
    if (event.source === frame.contentWindow && height > 0)
      frame.style.height = `${Math.min(height + 2, Math.max(720, 0.9 * innerHeight))}px`;
  });
})();
"""


class Report:
    """The memory and the time that a model needs, kernel by kernel: as data, as a table of text, and as a page.

    The page, which notebooks display, has a map of memory over time, and tables of kernels, constants, inputs and
    outputs. It needs no network and no other file. docs/Report.md explains each field and figure; all sizes are in
    bytes.
    """

    def __init__(self, make: Callable[[], tuple[str, str]]) -> None:
        """`make` returns the JSON and the page of one compilation; it is called on the first use of one of them."""
        self._make = make

    @functools.cached_property
    def _texts(self) -> tuple[str, str]:
        return self._make()

    @functools.cached_property
    def json(self) -> dict[str, Any]:
        """The report as in `tvmgen_<model>.report.json`, with the sizes of code on the target.

        Raises CompileError, as `html` does: both need an object, which is made on the first use of one of them.
        """
        parsed: dict[str, Any] = json.loads(self._texts[0])
        return parsed

    @property
    def html(self) -> str:
        """The page: one HTML file, readable in light and dark."""
        return self._texts[1]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page, or the JSON if the name ends with ".json". Raises OSError."""
        is_json = os.fspath(path).endswith(".json")
        pathlib.Path(path).write_text(self._texts[0] if is_json else self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        # In a frame, so that the notebook's styles and the page's do not affect each other.
        return (
            f'<iframe title="Report of {html.escape(self.json["model"]["name"])}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {_FRAME_HEIGHT}px; border: 0" srcdoc="{html.escape(self.html)}"></iframe>'
            f"<script>{_FIT_FRAME}</script>"
        )

    def __repr__(self) -> str:
        """Returns totals and kernels as text; of many kernels, only the first ones."""
        totals, kernels = self.json["totals"], self.json["kernels"]
        figures = [
            f"RAM {totals['ram_bytes']:,} bytes",
            f"flash {totals['flash_bytes']:,} bytes" if "flash_bytes" in totals else "",
            f"{totals['macs']:,} MACs",
            f"{totals['constant_channels']:,} of {totals['channels']:,} channels constant"
            if totals.get("constant_channels")
            else "",
            f"peak at step {totals['peak_step']}" if "peak_step" in totals else "",
        ]
        target = describe_target(self.json["target"])
        lines = [f"{self.json['model']['name']} for {target}: {', '.join(filter(None, figures))}"]
        if kernels:
            keys = ("reads_bytes", "writes_bytes", "constants_bytes", "live_bytes", "code_bytes")
            rows = [["step", "kernel", "MACs", "reads", "writes", "constants", "live", "code"]]
            if "measured" in totals:
                rows[0] += [totals["measured"]["unit"], "each MAC"]
            for kernel in kernels[:_MOST_ROWS]:
                numbers = [f"{kernel['macs'] * kernel.get('calls', 1):,}"]
                numbers += [f"{kernel[key]:,}" if key in kernel else "-" for key in keys]
                if "measured" in totals:
                    measured = kernel.get("measured", {})
                    numbers += [f"{measured[key]:,}" if key in measured else "-" for key in ("total", "per_mac")]
                rows.append([str(kernel["step"]), kernel["place"], *numbers])
            lines += _aligned(rows)
        if len(kernels) > _MOST_ROWS:
            lines.append(f"and {len(kernels) - _MOST_ROWS} more kernels")
        return "\n".join(lines + _not_by_rows(kernels))


def _not_by_rows(kernels: Sequence[Mapping[str, Any]]) -> list[str]:
    """Returns a line for each reason why kernels do not run by rows."""
    places: dict[str, list[str]] = {}
    for kernel in kernels:
        if "not_by_rows" in kernel:
            places.setdefault(kernel["not_by_rows"], []).append(kernel["place"])
    return [f"not by rows, since each {reason}: {_shortened(names)}" for reason, names in places.items()]


def _shortened(names: Sequence[str]) -> str:
    """Returns the first names of a list, and how many more there are."""
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def describe_target(target: Mapping[str, str]) -> str:
    """Returns the target of a report as a part of a sentence."""
    if not target.get("triple") and not target.get("cpu"):
        return "no processor in particular" if target.get("name") == "portable" else "this machine"
    return target.get("name") or target.get("cpu") or target["triple"]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Returns rows of equal length as lines. The second column is left-aligned, all others are right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(
            text.ljust(width) if column == 1 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in rows
    ]
