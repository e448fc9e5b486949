"""The rules that Bazel 4 has itself, by the names with which its own files load them."""

cc_library = native.cc_library
cc_binary = native.cc_binary
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
