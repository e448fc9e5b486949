# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations of the dialect `tir`. Written by scripts/update_reference from its TableGen files."""

from tirc.dialects.tir.call_ops import (
    call_cpacked,
    call_extern,
    call_packed,
    call_tir,
)
from tirc.dialects.tir.error_ops import (
    assert_,
    check_return,
    report_error,
    try_,
)
from tirc.dialects.tir.launch_ops import (
    sync,
)
from tirc.dialects.tir.memory_ops import (
    pool_view,
    rebase,
)
from tirc.dialects.tir.opaque_code_ops import (
    opaque_code,
)
from tirc.dialects.tir.ops import (
    device,
    get_device_context,
    pool,
    prim_func,
    return_,
)
from tirc.dialects.tir.packed_ops import (
    call_function,
    get_function,
    packed_get,
    packed_set,
    packed_stack,
    type_code_get,
)
from tirc.dialects.tir.pointer_ops import (
    is_null,
    misalignment,
    null,
    pointer_cast,
    string_constant,
)
from tirc.dialects.tir.registry_ops import (
    address_of,
    func_registry,
    metadata,
)
from tirc.dialects.tir.struct_ops import (
    struct,
    struct_get,
    struct_set,
    struct_stack,
)
from tirc.dialects.tir.task_ops import (
    num_tasks,
    task_address,
)
from tirc.dialects.tir.tensor_descriptor_ops import (
    dltensor_get,
    dltensor_set,
    make_dltensor,
)

__all__ = [
    "address_of",
    "assert_",
    "call_cpacked",
    "call_extern",
    "call_function",
    "call_packed",
    "call_tir",
    "check_return",
    "device",
    "dltensor_get",
    "dltensor_set",
    "func_registry",
    "get_device_context",
    "get_function",
    "is_null",
    "make_dltensor",
    "metadata",
    "misalignment",
    "null",
    "num_tasks",
    "opaque_code",
    "packed_get",
    "packed_set",
    "packed_stack",
    "pointer_cast",
    "pool",
    "pool_view",
    "prim_func",
    "rebase",
    "report_error",
    "return_",
    "string_constant",
    "struct",
    "struct_get",
    "struct_set",
    "struct_stack",
    "sync",
    "task_address",
    "try_",
    "type_code_get",
]
