# SPDX-License-Identifier: BSD-3-Clause
"""As much of PyTorch as our back end asks for: graphs of nodes, an interpreter of them, and two ways to compile.
`install` makes it what `import torch` finds."""
import operator
import sys
import types


class Node:
    def __init__(self, op, name, target, args=()):
        self.op, self.name, self.target, self.args = op, name, target, args


class Linear:
    def __call__(self, x):
        return [3 * value for value in x]


class GraphModule:
    """What forward() becomes: placeholders, a module, a method, a function, and the output."""

    def __init__(self):
        x, layer = Node("placeholder", "x", "x"), Node("call_module", "layers_0", "layers.0", ("x",))
        copied = Node("call_method", "copy", "copy", ("layers_0",))
        added = Node("call_function", "add", operator.add, ("copy", "x"))
        self.nodes = [x, layer, copied, added, Node("output", "output", "output", ("add",))]

    def get_submodule(self, target):
        assert target == "layers.0"
        return Linear()

    def forward(self, x):
        return Linear()(x) + x


class Interpreter:
    def __init__(self, module):
        self.module = module
        self.values = {}

    def run(self, *inputs):
        self.inputs = iter(inputs)
        for node in self.module.nodes:
            self.values[node.name] = self.run_node(node)
        return self.values["output"]

    def run_node(self, node):
        values = [self.values[name] for name in node.args]
        if node.op == "placeholder":
            return next(self.inputs)
        if node.op == "call_module":
            return self.module.get_submodule(node.target)(*values)
        if node.op == "call_method":
            return getattr(values[0], node.target)()
        return node.target(*values) if node.op == "call_function" else values[0]


def compile(function, backend):  # pylint: disable=redefined-builtin
    compiled = backend(GraphModule(), [])
    return lambda *inputs: compiled(*inputs)


def make_boxed_func(function):
    def boxed(inputs):
        return function(*inputs)
    boxed.is_boxed = True
    return boxed


def aot_autograd(fw_compiler, bw_compiler):
    """Both passes of a graph; that of the backward pass is the same graph here."""
    def backend(graph, inputs):
        forward, backward = fw_compiler(graph, inputs), bw_compiler(graph, inputs)
        assert forward.is_boxed and backward.is_boxed

        def run(*given):
            result = forward(list(given))
            backward(list(given))
            return result
        return run
    return backend


def install():
    def module(name, **content):
        made = sys.modules[name] = types.ModuleType(name)
        vars(made).update(content)
        return made

    fx = module("torch.fx", Interpreter=Interpreter)
    common = module("torch._dynamo.backends.common", aot_autograd=aot_autograd)
    backends = module("torch._dynamo.backends", common=common)
    module("torch", compile=compile, fx=fx, _dynamo=module("torch._dynamo", backends=backends))
    module("functorch", compile=module("functorch.compile", make_boxed_func=make_boxed_func))
