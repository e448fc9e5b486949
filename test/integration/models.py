"""The networks that the tests run, in one table."""

import os
import pathlib
from dataclasses import dataclass

from runner import Skip

REPO = pathlib.Path(__file__).resolve().parents[2]
HERE = REPO / "test" / "integration"
# Start-up code and linker script of the emulated board, which the Python package has, too.
BOARD = REPO / "python" / "tirc" / "emulator"
SHARED = pathlib.Path(os.environ.get("TIR_SHARED", REPO.parent / "shared"))
_TINY = SHARED / "models" / "mlperf_tiny"
_OWN = HERE / "models"


@dataclass(frozen=True)
class Model:
    name: str
    file: pathlib.Path
    golden: pathlib.Path
    options: tuple = ()
    # None requires equality to the bit; otherwise the allowed distance, relative to max(1,
    # |largest|).
    tolerance: float = None
    # Runs in the usual (not --full) test under the sanitizers, too.
    small: bool = False

    @property
    def is_integer(self):
        return self.tolerance is None

    def require(self):
        for path in (self.file, self.golden):
            if not path.exists():
                raise Skip(f"{path} is not there")


def _tiny(name, shape, **more):
    return Model(
        name,
        _TINY / f"{name}.mlirbc",
        _TINY / f"{name}.golden.npz",
        (f"--input-shape=0:{shape}",),
        **more,
    )


DIGITS = Model(
    "digits_int8",
    REPO / "examples" / "digits" / "digits_int8.mlirbc",
    _OWN / "digits_int8.golden.npz",
    ("--io-quant=a:0.00392156862745098:-128", "--io-quant=Identity:0.00390625:-128"),
    small=True,
)
DIGITS_FP32 = Model(
    "digits_fp32",
    _OWN / "digits_fp32.mlirbc",
    _OWN / "digits_fp32.golden.npz",
    tolerance=1e-5,
    small=True,
)
# The same network as DIGITS, with the layers' names as locations.
DIGITS_NAMED = Model(
    "digits_named", _OWN / "digits_int8.named.mlirbc", _OWN / "digits_int8.golden.npz"
)
# The same small network from ONNX, in both ways that README.md shows.
_ONNX = tuple(
    Model(
        f"onnx_cnn_{dialect}",
        _OWN / f"onnx_cnn.{dialect}.mlir",
        _OWN / "onnx_cnn.golden.npz",
        tolerance=1e-5,
        small=True,
    )
    for dialect in ("tosa", "linalg")
)
# The models whose operations have no location of their own.
UNNAMED = (
    DIGITS,
    DIGITS_FP32,
    _tiny("ad01_int8", "1x640"),
    _tiny("kws_int8", "1x49x10x1", small=True),
    _tiny("ic_int8", "1x32x32x3"),
    _tiny("vww_int8", "1x96x96x3"),
)
MODELS = UNNAMED + _ONNX
