# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Neural networks in Bazel: `tirc_repository` for the WORKSPACE, and `tirc_model` for BUILD files."""

def _tirc_repository_impl(ctx):
    path = ctx.os.environ.get("TIRC") or ctx.which("tirc")
    if not path:
        fail("tirc was not found; expected it on the PATH, or its path in the environment variable TIRC")
    ctx.symlink(path, "tirc")
    ctx.file("BUILD", 'exports_files(["tirc"])\n')

tirc_repository = repository_rule(
    implementation = _tirc_repository_impl,
    doc = "Makes the installed tirc a tool of the build, under the name @tirc//:tirc.",
    environ = ["PATH", "TIRC"],
    local = True,
)

def _compile_impl(ctx):
    stem = "{}/tvmgen_{}".format(ctx.label.name, ctx.attr.model_name)
    source, header, report = [
        ctx.actions.declare_file(stem + extension)
        for extension in (".c", ".h", ".report.json")
    ]
    ctx.actions.run(
        executable = ctx.executable.tirc,
        arguments = [
            ctx.file.model.path,
            "-o",
            source.dirname,
            "--model-name=" + ctx.attr.model_name,
            "--quiet",
        ] + ctx.attr.options,
        inputs = [ctx.file.model],
        outputs = [source, header, report],
        mnemonic = "Tirc",
        progress_message = "Compiling the model " + ctx.file.model.short_path,
    )
    return [
        DefaultInfo(files = depset([source])),
        OutputGroupInfo(header = depset([header]), report = depset([report])),
    ]

_compile = rule(
    implementation = _compile_impl,
    attrs = {
        "model": attr.label(allow_single_file = True, mandatory = True),
        "model_name": attr.string(mandatory = True),
        "options": attr.string_list(),
        "tirc": attr.label(
            allow_single_file = True,
            cfg = "exec",
            default = Label("@tirc//:tirc"),
            executable = True,
        ),
    },
)

def tirc_model(name, model, model_name = None, options = [], **kwargs):
    """A C library with a compiled model, whose header is tvmgen_<model_name>.h.

    Args:
      name: the name of the library.
      model: the file that tirc reads.
      model_name: the part of all names in C after `tvmgen_` (default: `name`).
      options: further options of tirc, for a model in C with the interface `c`.
      **kwargs: arguments of cc_library.
    """
    generated = name + "_tirc"
    _compile(
        name = generated,
        model = model,
        model_name = model_name or name,
        options = options,
    )
    for group in ("header", "report"):
        native.filegroup(
            name = "{}_{}".format(name, group),
            srcs = [generated],
            output_group = group,
        )
    native.cc_library(
        name = name,
        srcs = [generated],
        hdrs = [name + "_header"],
        includes = [generated],
        **kwargs
    )
