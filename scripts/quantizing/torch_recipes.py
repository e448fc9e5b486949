"""What PT2E's and torchao's quantisers make of a module: one function for each recipe, which returns the exported program."""

import copy

import torch
from torchao import quantization
from torchao.quantization import granularity, qat
from torchao.quantization.pt2e import move_exported_model_to_eval
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e, prepare_qat_pt2e
from torchao.quantization.pt2e.quantizer import x86_inductor_quantizer as x86
from torchao.testing.pt2e import _xnnpack_quantizer as xnnpack


def _pt2e(make, is_qat=False, decompose=False, **options):
    def run(module, samples):
        module = copy.deepcopy(module)
        exported = torch.export.export(module.train() if is_qat else module, samples[0]).module(check_guards=False)
        prepared = (prepare_qat_pt2e if is_qat else prepare_pt2e)(exported, make())
        for sample in samples:
            prepared(*sample)
        if is_qat:
            move_exported_model_to_eval(prepared)
        program = torch.export.export(convert_pt2e(prepared, **options), samples[0])
        return program.run_decompositions() if decompose else program

    return run


def _xnnpack(**options):
    def make():
        return xnnpack.XNNPACKQuantizer().set_global(xnnpack.get_symmetric_quantization_config(**options))

    return make


def _x86(**options):
    return lambda: x86.X86InductorQuantizer().set_global(x86.get_default_x86_inductor_quantization_config(**options))


def _cortex_m(config=None):
    def make():
        from executorch.backends.cortex_m.quantizer import quantization_configs, quantizer

        return quantizer.CortexMQuantizer(getattr(quantization_configs, config) if config else None)

    return make


def _tosa(name, version="TOSA-1.0+INT+int16", **options):
    def make():
        from executorch.backends.arm.quantizer import arm_quantizer
        from executorch.backends.arm.tosa import TosaSpecification

        quantizer = arm_quantizer.TOSAQuantizer(TosaSpecification.create_from_string(version))
        return quantizer.set_global(getattr(arm_quantizer, name)(**options))

    return make


def _cadence(name):
    def make():
        from executorch.backends.cadence.aot.quantizer import quantizer

        return getattr(quantizer, name)()

    return make


def _ao(config):
    def run(module, samples):
        module = copy.deepcopy(module)
        quantization.quantize_(module, config())
        return torch.export.export(module, samples[0])

    return run


def _ao_embedding(config):
    """Quantises tables of rows, too."""

    def run(module, samples):
        module = copy.deepcopy(module)
        kinds = torch.nn.Linear, torch.nn.Embedding
        quantization.quantize_(module, config(), lambda part, name: isinstance(part, kinds))
        return torch.export.export(module, samples[0])

    return run


def _ao_qat(config):
    def run(module, samples):
        module = copy.deepcopy(module)
        quantization.quantize_(module, qat.QATConfig(config(), step="prepare"))
        module(*samples[0])
        quantization.quantize_(module, qat.QATConfig(config(), step="convert"))
        return torch.export.export(module, samples[0])

    return run


def _pt2e_recipes():
    found = {
        "xnnpack_tensor": _pt2e(_xnnpack()),
        "xnnpack_channels": _pt2e(_xnnpack(is_per_channel=True)),
        "xnnpack_decomposed": _pt2e(_xnnpack(is_per_channel=True), decompose=True),
        "xnnpack_qat": _pt2e(_xnnpack(is_per_channel=True, is_qat=True), is_qat=True),
        "xnnpack_dynamic_tensor": _pt2e(_xnnpack(is_dynamic=True)),
        "xnnpack_dynamic_channels": _pt2e(_xnnpack(is_per_channel=True, is_dynamic=True)),
        "xnnpack_dynamic_qat": _pt2e(_xnnpack(is_per_channel=True, is_dynamic=True, is_qat=True), is_qat=True),
        "xnnpack_int4": _pt2e(_xnnpack(is_per_channel=True, is_dynamic=True, weight_qmin=-8, weight_qmax=7)),
        "xnnpack_not_folded": _pt2e(_xnnpack(is_per_channel=True), fold_quantize=False),
        "xnnpack_reference": _pt2e(_xnnpack(), use_reference_representation=True),
        "x86": _pt2e(_x86()),
        "x86_qat": _pt2e(_x86(is_qat=True), is_qat=True),
        "x86_dynamic": _pt2e(_x86(is_dynamic=True)),
        "x86_reduced_range": _pt2e(_x86(reduce_range=True)),
        "cortex_m": _pt2e(_cortex_m()),
        "cortex_m_int16": _pt2e(_cortex_m("INT16_PER_TENSOR_CONFIG")),
        "tosa_int8": _pt2e(_tosa("get_symmetric_quantization_config")),
        "tosa_int8_tensor": _pt2e(_tosa("get_symmetric_quantization_config", is_per_channel=False)),
        "tosa_a16w8": _pt2e(_tosa("get_symmetric_a16w8_quantization_config")),
        "tosa_a8w4": _pt2e(_tosa("get_symmetric_a8w4_quantization_config", is_qat=False)),
    }
    for name in ("Default", "WithLayerNorm", "WakeWord", "FusedConvRelu", "W8A32Mixed", "WithSoftmax"):
        found[f"cadence_{name.lower()}"] = _pt2e(_cadence(f"Cadence{name}Quantizer"))
    return found


def _ao_recipes():
    group, axis = granularity.PerGroup, granularity.PerAxis(0)
    weights, both = quantization.IntxWeightOnlyConfig, quantization.Int8DynamicActivationIntxWeightConfig
    found = {
        "int8_weights": _ao(quantization.Int8WeightOnlyConfig),
        "int8_weights_groups": _ao(lambda: quantization.Int8WeightOnlyConfig(granularity=group(32))),
        "int8_dynamic": _ao(quantization.Int8DynamicActivationInt8WeightConfig),
        "int8_dynamic_asymmetric": _ao(
            lambda: quantization.Int8DynamicActivationInt8WeightConfig(act_mapping_type=quantization.MappingType.ASYMMETRIC)
        ),
        "int8_dynamic_tensor": _ao(
            lambda: quantization.Int8DynamicActivationInt8WeightConfig(granularity=granularity.PerTensor())
        ),
        "int8_dynamic_reduced_range": _ao(lambda: quantization.Int8DynamicActivationInt8WeightConfig(reduce_range=True)),
        "int4_weights_plain": _ao(lambda: quantization.Int4WeightOnlyConfig(group_size=32)),
        "float8_weights": _ao(quantization.Float8WeightOnlyConfig),
        "float8_dynamic": _ao(quantization.Float8DynamicActivationFloat8WeightConfig),
        "qat_int4_dynamic": _ao_qat(lambda: both(torch.int4, group(32))),
        "qat_int4_weights": _ao_qat(lambda: weights(torch.int4, group(32))),
    }
    for bits in (1, 2, 3, 4, 5, 6, 8):
        kind = getattr(torch, f"int{bits}")
        found[f"int{bits}_weights"] = _ao(lambda kind=kind: weights(kind, axis))
        if bits in (2, 4, 8):
            found[f"int{bits}_weights_groups"] = _ao_embedding(lambda kind=kind: weights(kind, group(32)))
            found[f"int{bits}_dynamic_groups"] = _ao(lambda kind=kind: both(kind, group(32)))
            found[f"int{bits}_dynamic_channels"] = _ao(lambda kind=kind: both(kind, axis))
    asymmetric = quantization.MappingType.ASYMMETRIC
    found["int4_weights_asymmetric"] = _ao(lambda: weights(torch.int4, group(32), mapping_type=asymmetric))
    found["int4_dynamic_asymmetric"] = _ao(lambda: both(torch.int4, group(32), weight_mapping_type=asymmetric))
    return found


def recipes():
    """Returns the recipes of each producer."""
    return {"pt2e": _pt2e_recipes(), "torchao": _ao_recipes()}
