//===- Execution.cpp - Compiled models in this process for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "ThreadPool.h"

#include "tir-c/Execution.h"
#include <dlfcn.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace tir::python;

/// The text of the thread's last error. A run ends in the thread in which it
/// began.
static thread_local std::string lastError;

/// The function that a model with `--on-error=last-error` calls. It is found
/// because this module is among the libraries that the model is linked to.
extern "C" __attribute__((visibility("default"))) void
TVMAPISetLastError(const char *message) {
  lastError = message;
}

namespace {

/// An object that has been linked into the process.
class Program {
public:
  Program(nb::bytes object, const std::vector<nb::bytes> &libraries);
  Program(const Program &) = delete;
  ~Program() { tirProgramDestroy(program); }

  uintptr_t getAddress(nb::bytes symbol) const {
    return reinterpret_cast<uintptr_t>(
        tirProgramGetAddress(program, view(symbol)));
  }

private:
  TirProgram program;
};

/// A shared library that has been loaded, with symbols that no other library
/// sees.
class Library {
public:
  explicit Library(nb::bytes path)
      : handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle)
      throw std::runtime_error(dlerror());
  }
  Library(const Library &) = delete;
  ~Library() { dlclose(handle); }

  uintptr_t getAddress(nb::bytes symbol) const {
    return reinterpret_cast<uintptr_t>(dlsym(handle, symbol.c_str()));
  }

private:
  void *handle;
};

} // namespace

Program::Program(nb::bytes object, const std::vector<nb::bytes> &libraries) {
  std::vector<MlirStringRef> views;
  for (const nb::bytes &library : libraries)
    views.push_back(view(library));
  std::string problem;
  {
    nb::gil_scoped_release release;
    program = tirProgramCreate(view(object), intptr_t(views.size()),
                               views.data(), appendTo, &problem);
  }
  if (!program.ptr)
    throw std::runtime_error(problem);
}

/// Calls a function of C with that many pointers.
static int32_t callWith(void *function, const std::vector<void *> &a) {
  using P = void *;
  switch (a.size()) {
  case 1:
    return reinterpret_cast<int32_t (*)(P)>(function)(a[0]);
  case 2:
    return reinterpret_cast<int32_t (*)(P, P)>(function)(a[0], a[1]);
  case 3:
    return reinterpret_cast<int32_t (*)(P, P, P)>(function)(a[0], a[1], a[2]);
  case 4:
    return reinterpret_cast<int32_t (*)(P, P, P, P)>(function)(a[0], a[1], a[2],
                                                               a[3]);
  case 5:
    return reinterpret_cast<int32_t (*)(P, P, P, P, P)>(function)(
        a[0], a[1], a[2], a[3], a[4]);
  default:
    throw nb::value_error("a model's functions have 1 to 5 arguments");
  }
}

/// The structs exist only during the call, since `_run` does not keep pointers
/// to them.
static nb::tuple
call(uintptr_t function,
     std::vector<std::vector<uintptr_t>> structs, // NOLINT: it is changed
     std::vector<uintptr_t> pointers, int threads) {
  std::vector<void *> arguments;
  for (std::vector<uintptr_t> &fields : structs)
    arguments.push_back(fields.data());
  for (uintptr_t pointer : pointers)
    arguments.push_back(reinterpret_cast<void *>(pointer));
  lastError.clear();
  int32_t code;
  {
    nb::gil_scoped_release release;
    ThreadsOfRun given(threads);
    code = callWith(reinterpret_cast<void *>(function), arguments);
  }
  return nb::make_tuple(
      code, text(mlirStringRefCreate(lastError.data(), lastError.size())));
}

/// Like `call`, for a function that returns nothing.
static void callVoid(uintptr_t function, uintptr_t pointer) {
  reinterpret_cast<void (*)(void *)>(function)(
      reinterpret_cast<void *>(pointer));
}

/// Returns where the elements of an array begin, or None if it has no buffer.
static nb::object getBufferAddress(nb::handle array) {
  Py_buffer buffer;
  if (PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_STRIDES) != 0) {
    PyErr_Clear();
    return nb::none();
  }
  auto address = reinterpret_cast<uintptr_t>(buffer.buf);
  PyBuffer_Release(&buffer);
  return nb::int_(address);
}

void tir::python::bindExecution(nb::module_ &module) {
  nb::class_<Program>(module, "Program")
      .def(nb::init<nb::bytes, const std::vector<nb::bytes> &>(),
           nb::arg("object"), nb::arg("libraries"))
      .def("address", &Program::getAddress, nb::arg("symbol"));
  nb::class_<Library>(module, "Library")
      .def(nb::init<nb::bytes>(), nb::arg("path"))
      .def("address", &Library::getAddress, nb::arg("symbol"));
  module.def("buffer_address", getBufferAddress, nb::arg("array"));
  module.def("call", call, nb::arg("function"), nb::arg("structs"),
             nb::arg("pointers"), nb::arg("threads"));
  module.def("call_void", callVoid, nb::arg("function"), nb::arg("pointer"));
}
