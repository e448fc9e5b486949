"""What onnxruntime's quantisers make of an ONNX model: one function for each recipe, from a path to a path."""

import onnx
import onnxruntime
from onnxruntime import quantization
from onnxruntime.quantization import QuantFormat, QuantType, matmul_bnb4_quantizer, matmul_nbits_quantizer
from onnxruntime.quantization.execution_providers.qnn import get_qnn_qdq_config
from onnxruntime.transformers import float16

_SIGNS = {"s": "QInt", "u": "QUInt"}


def _kind(text):
    return QuantType[_SIGNS[text[0]] + text[1:]]


class _Samples(quantization.CalibrationDataReader):
    def __init__(self, samples):
        self._rest = iter(samples)

    def get_next(self):
        return next(self._rest, None)


def _static(activations, weights, form="QDQ", channels=True, **options):
    def run(path, out, samples):
        quantization.quantize_static(
            str(path),
            str(out),
            _Samples(samples),
            quant_format=QuantFormat[form],
            activation_type=_kind(activations),
            weight_type=_kind(weights),
            per_channel=channels,
            **options,
        )

    return run


def _extra(activations="u8", weights="s8", **options):
    return _static(activations, weights, extra_options=options)


def _qnn(activations, weights):
    def run(path, out, samples):
        config = get_qnn_qdq_config(str(path), _Samples(samples), activation_type=_kind(activations), weight_type=_kind(weights))
        quantization.quantize(str(path), str(out), config)

    return run


def _overrides(path, out, samples):
    """Quantises one result to 16 bits among results of 8 bits."""
    graph = onnx.load(str(path)).graph
    name = next(node for node in graph.node if node.op_type in ("Conv", "Gemm", "MatMul")).output[0]
    options = {"TensorQuantOverrides": {name: [{"quant_type": QuantType.QUInt16}]}}
    _static("u8", "s8", extra_options=options)(path, out, samples)


def _dynamic(weights, channels=False, **options):
    def run(path, out, samples):
        quantization.quantize_dynamic(str(path), str(out), weight_type=_kind(weights), per_channel=channels, **options)

    return run


def _blocks(algorithm=None, form="QOperator", **options):
    def run(path, out, samples):
        config = algorithm and getattr(matmul_nbits_quantizer, algorithm)(quant_format=QuantFormat[form], **options)
        given = {"algo_config": config} if config else {"quant_format": QuantFormat[form], **options}
        quantizer = matmul_nbits_quantizer.MatMulNBitsQuantizer(str(path), **given)
        quantizer.process()
        quantizer.model.save_model_to_file(str(out))

    return run


def _bnb4(kind):
    def run(path, out, samples):
        quantizer = matmul_bnb4_quantizer.MatMulBnb4Quantizer(onnx.load(str(path)), kind, 32)
        quantizer.process()
        quantizer.model.save_model_to_file(str(out))

    return run


def _halves(path, out, samples):
    onnx.save(float16.convert_float_to_float16(onnx.load(str(path)), keep_io_types=True), str(out))


def _optimised(recipe):
    """Saves what onnxruntime's optimisations make of a quantised model: operators that join others."""

    def run(path, out, samples):
        recipe(path, out, samples)
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.optimized_model_filepath, options.log_severity_level = str(out), 3
        onnxruntime.InferenceSession(out.read_bytes(), options)

    return run


def _float(path, out, samples):
    onnx.save(onnx.load(str(path)), str(out))


def recipes():
    found = {"float": _float, "float_optimised": _optimised(_float), "float16": _halves}
    for form in ("QDQ", "QOperator"):
        for activations, weights in (("s8", "s8"), ("u8", "u8"), ("u8", "s8")):
            for channels in (False, True):
                scales = "channels" if channels else "tensor"
                found[f"{form}_{activations}_w{weights}_{scales}"] = _static(activations, weights, form, channels)
    for activations, weights in (("s16", "s8"), ("u16", "u8"), ("s16", "s16"), ("u8", "s4"), ("s8", "u4"), ("u16", "s4")):
        found[f"QDQ_{activations}_w{weights}"] = _static(activations, weights)
    for name in ("Entropy", "Percentile"):
        found[f"QDQ_{name.lower()}"] = _static("s8", "s8", calibrate_method=quantization.CalibrationMethod[name])
    found["QDQ_reduced_range"] = _static("u8", "s8", reduce_range=True)
    found["QDQ_products_only"] = _static("u8", "s8", op_types_to_quantize=["MatMul", "Conv", "Gemm"])
    found["QDQ_contrib"] = _extra(UseQDQContribOps=True)
    found["QDQ_contrib_u16"] = _extra("u16", UseQDQContribOps=True)
    found["QDQ_contrib_s4"] = _extra(weights="s4", UseQDQContribOps=True)
    found["QDQ_symmetric"] = _extra("s8", ActivationSymmetric=True, WeightSymmetric=True)
    found["QDQ_asymmetric_weights"] = _extra("s8", WeightSymmetric=False)
    found["QDQ_float_bias"] = _extra(QuantizeBias=False)
    found["QDQ_pairs_of_weights"] = _extra(AddQDQPairToWeight=True)
    found["QDQ_dedicated_pairs"] = _extra(DedicatedQDQPair=True)
    found["QDQ_removable_activations"] = _extra(QDQKeepRemovableActivations=True)
    found["QDQ_no_forced"] = _extra(ForceQuantizeNoInputCheck=True)
    found["QDQ_moving_average"] = _extra(CalibMovingAverage=True)
    found["QDQ_mixed"] = _overrides
    found["qnn_u8_wu8"], found["qnn_u16_wu8"] = _qnn("u8", "u8"), _qnn("u16", "u8")
    for weights in ("s8", "u8"):
        for channels in (False, True):
            found[f"dynamic_w{weights}_{'channels' if channels else 'tensor'}"] = _dynamic(weights, channels)
    found["dynamic_reduced_range"] = _dynamic("s8", reduce_range=True)
    found["dynamic_constants_only"] = _dynamic("s8", extra_options={"MatMulConstBOnly": True})
    for name in ("QDQ_s8_ws8_channels", "QOperator_u8_ws8_channels", "dynamic_ws8_channels", "dynamic_wu8_tensor", "QDQ_contrib"):
        found[f"{name}_optimised"] = _optimised(found[name])
    for bits, size, symmetric in ((4, 32, False), (4, 64, True), (8, 32, True), (8, 16, False), (2, 32, True)):
        name = f"nbits_{bits}_{size}{'_symmetric' if symmetric else ''}"
        found[name] = _blocks(bits=bits, block_size=size, is_symmetric=symmetric)
    for bits in (4, 8):
        found[f"nbits_{bits}_QDQ"] = _blocks(form="QDQ", bits=bits, block_size=32, is_symmetric=True)
    found["nbits_4_QDQ_asymmetric"] = _blocks(form="QDQ", bits=4, block_size=32)
    found["nbits_4_integers"] = _blocks(bits=4, block_size=32, accuracy_level=4)
    found["nbits_4_gather"] = _blocks(bits=4, block_size=32, op_types_to_quantize=("MatMul", "Gather"))
    found["nbits_4_channels"] = _blocks(bits=4, block_size=32, channel_wised_quantize=True, form="QDQ")
    found["nbits_4_hqq"] = _blocks("HQQWeightOnlyQuantConfig", block_size=32)
    found["nbits_4_rtn"], found["nbits_4_k"] = _blocks("RTNWeightOnlyQuantConfig"), _blocks("KQuantWeightOnlyQuantConfig")
    found["bnb4_fp4"], found["bnb4_nf4"] = _bnb4(0), _bnb4(1)
    return found
