"""Figures of other projects for the same int8 models, measured by us on the same emulators. Bytes of RAM are
activations and scratch memory."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """Instructions and cycles are millions."""

    instructions: float = None
    cycles: float = None
    ram: int = None
    code: int = None
    constants: int = None


CORTEX_M4 = {
    "CMSIS-NN 7.0 by hand, best flags": {
        "ad01_int8": Figures(0.570, ram=768),
        "kws_int8": Figures(7.22, ram=16000),
        "ic_int8": Figures(28.5, ram=49728),
        "vww_int8": Figures(22.6, ram=55296),
    },
    "CMSIS-NN 7.0 by hand, gcc -O2": {
        "ad01_int8": Figures(cycles=0.726, ram=768, code=3960, constants=270880),
        "kws_int8": Figures(cycles=9.09, ram=16000, code=20720, constants=28976),
        "ic_int8": Figures(cycles=37.3, ram=49728, code=17236, constants=81432),
        "vww_int8": Figures(cycles=28.9, ram=55296, code=20720, constants=240952),
    },
    "TFLite Micro with CMSIS-NN": {
        "ad01_int8": Figures(0.583),
        "kws_int8": Figures(7.70),
        "ic_int8": Figures(29.9),
        "vww_int8": Figures(24.1),
    },
    "TVM 0.14 AOT, best schedule, gcc -O2": {
        "ad01_int8": Figures(1.63, ram=1568, code=2136, constants=277568),
        "kws_int8": Figures(21.8, ram=56192, code=5924, constants=53296),
        "ic_int8": Figures(88.7, ram=102528, code=5872, constants=160184),
        "vww_int8": Figures(63.4, ram=132224, code=17052, constants=460008),
    },
    "TFLite Micro, reference kernels": {
        "ad01_int8": Figures(1.95, ram=2260),
        "kws_int8": Figures(43.0, ram=22772),
        "ic_int8": Figures(107.0, ram=54340),
        "vww_int8": Figures(100.0, ram=100660),
    },
}
# Millions of instructions; CMSIS-NN's plain C where a core has no DSP instructions.
BOARDS = {
    "cortex-m0plus": {"CMSIS-NN": {"ad01_int8": 1.76, "kws_int8": 29.0, "ic_int8": 97.6, "vww_int8": 87.0}},
    "cortex-m3": {"CMSIS-NN": {"ad01_int8": 0.95, "kws_int8": 10.5, "ic_int8": 41.8, "vww_int8": 32.0}},
    "cortex-m55": {"CMSIS-NN, clang 22 -O3": {"ad01_int8": 0.0605, "kws_int8": 1.72, "ic_int8": 4.51, "vww_int8": 6.13}},
    "rv32imac": {"CMSIS-NN": {"ad01_int8": 1.47, "kws_int8": 16.3, "ic_int8": 65.4, "vww_int8": 49.0}},
}
HOST = {
    "TVM 0.14 AOT, best compiler and schedule": {
        "ad01_int8": 0.54, "kws_int8": 6.5, "ic_int8": 37.9, "vww_int8": 25.8,
    },
    "stock MLIR 22.1.8 to LLVM, clang -O2": {
        "ad01_int8": 2.81, "kws_int8": 13.7, "ic_int8": 67.5, "vww_int8": 41.3,
    },
    "TFLite Micro, reference kernels, gcc -O2": {
        "ad01_int8": 2.51, "kws_int8": 49.9, "ic_int8": 133.0, "vww_int8": 121.0,
    },
}
