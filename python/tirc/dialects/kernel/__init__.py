# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations of the dialect `kernel`. Written by scripts/update_reference from its TableGen files."""

from tirc.dialects.kernel.byte_lane_ops import (
    dot_byte_lanes,
    dot_window_lanes,
    requantize_lanes,
    unpack_byte_lanes,
)
from tirc.dialects.kernel.call_step_op import (
    call_step,
)
from tirc.dialects.kernel.dot_step_ops import (
    dot_columns,
    dot_pairs,
    dot_pixel,
    dot_rows,
    dot_taps,
    dot_window,
)
from tirc.dialects.kernel.lane_ops import (
    dot_lanes,
    unpack_lanes,
)
from tirc.dialects.kernel.load_step_ops import (
    load_taps,
    store_half,
    widen_bytes,
    widen_elements,
    widen_rows,
)
from tirc.dialects.kernel.requantize_step_ops import (
    requantize,
    requantize_approximate,
    requantize_double,
)
from tirc.dialects.kernel.scalar_step_ops import (
    dot_block,
    dot_raised,
    dot_strip,
    raise_elements,
)
from tirc.dialects.kernel.tensor_ops import (
    keep,
    narrow_words,
    unpack_channels,
    unpack_pairs,
    unpack_taps,
    widen_words,
)

__all__ = [
    "call_step",
    "dot_block",
    "dot_byte_lanes",
    "dot_columns",
    "dot_lanes",
    "dot_pairs",
    "dot_pixel",
    "dot_raised",
    "dot_rows",
    "dot_strip",
    "dot_taps",
    "dot_window",
    "dot_window_lanes",
    "keep",
    "load_taps",
    "narrow_words",
    "raise_elements",
    "requantize",
    "requantize_approximate",
    "requantize_double",
    "requantize_lanes",
    "store_half",
    "unpack_byte_lanes",
    "unpack_channels",
    "unpack_lanes",
    "unpack_pairs",
    "unpack_taps",
    "widen_bytes",
    "widen_elements",
    "widen_rows",
    "widen_words",
]
