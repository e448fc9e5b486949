"""The rules that Bazel 4 has itself, by the names with which its own files load them."""

java_library = native.java_library
java_binary = native.java_binary
java_import = native.java_import
java_test = native.java_test
java_plugin = native.java_plugin
java_runtime = native.java_runtime
java_toolchain = native.java_toolchain
java_package_configuration = native.java_package_configuration
