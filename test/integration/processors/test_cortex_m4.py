"""Models on an emulated Cortex-M4: C by arm-none-eabi-gcc, and objects for each float convention."""

import cortex_m4
import golden
import npz
from models import DIGITS, DIGITS_FP32, MODELS, REPO
from runner import Test
from test_portable_c import check_undefined


def _run(folder, out, model, source, float_abi):
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)
    program = cortex_m4.build(folder, out, source, cases, float_abi)
    outputs, _ = cortex_m4.execute(program, len(cases))
    golden.check(model, wanted, outputs)


def _through_c(compiler, model):
    model.require()
    out = compiler.compile(model)
    folder = compiler.folder(f"cortex-m4/{model.name}/c")
    _run(folder, out, model, out / f"tvmgen_{model.name}.c", "soft")


def _through_object(compiler, model, float_abi):
    model.require()
    out = compiler.compile(
        model, "--emit=c,obj", "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4",
        f"--float-abi={float_abi}",
    )
    objects = out / f"tvmgen_{model.name}.o"
    check_undefined("arm-none-eabi-nm", objects, model)
    _run(compiler.folder(f"cortex-m4/{model.name}/{float_abi}"), out, model, objects, float_abi)


def _test_images(compiler):
    """The first 60 of the example's images, whose outputs TFLite's kernels made."""
    out = compiler.compile(DIGITS)
    arrays = npz.load(REPO / "examples" / "digits" / "digits_int8.test_set.npz")
    images, wanted = arrays["images"].data, arrays["tflite_outputs"]
    cases = [images[i * 64 : (i + 1) * 64] for i in range(60)]
    folder = compiler.folder("cortex-m4/digits_int8/images")
    program = cortex_m4.build(folder, out, out / "tvmgen_digits_int8.c", cases)
    outputs, _ = cortex_m4.execute(program, len(cases))
    golden.check(DIGITS, npz.Array(wanted.dtype, (60, 10), wanted.data[:600]), outputs)


def tests(compiler):
    yield Test("cortex-m4/digits_int8/test-images", lambda: _test_images(compiler))
    for model in MODELS:
        yield Test(
            f"cortex-m4/{model.name}/c",
            lambda m=model: _through_c(compiler, m),
            long=model is not DIGITS,
            fast=model is DIGITS,
        )
        for float_abi in cortex_m4.FLOAT_ABIS:
            yield Test(
                f"cortex-m4/{model.name}/obj-{float_abi}",
                lambda m=model, f=float_abi: _through_object(compiler, m, f),
                long=model not in (DIGITS, DIGITS_FP32),
                fast=model is DIGITS,
            )
