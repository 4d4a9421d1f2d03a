# SPDX-License-Identifier: BSD-3-Clause
"""A back end for torch.compile that runs graphs node by node, with an event for each.

    model = torch.compile(model, backend=create_backend(name="model", step=0))

    @dynamo.compile
    def forward(x): ...

Events have the category dynamo: one of a node has the name of its operation, and the node as an argument; around those
of a graph is one with the name that was given. PyTorch is imported when the first graph is compiled.
"""
import functools

from ..logger import _MAY_BE_ENABLED, Span, _is_wanted, dftracer

__all__ = ["CAT_DYNAMO", "Dynamo", "create_backend", "dynamo"]

CAT_DYNAMO = "dynamo"
_LOG = dftracer.get_instance()
_CALLS = ("call_function", "call_method", "call_module")


def create_backend(name="dynamo", epoch=None, step=None, image_idx=None, image_size=None, enable=True, autograd=True):
    """With `autograd`, graphs of the backward pass have events, too."""
    given = {"epoch": epoch, "step": step, "image_idx": image_idx, "image_size": image_size}
    values = {key: value for key, value in given.items() if _is_wanted(value)}

    def backend(graph, inputs):
        if not (enable and _MAY_BE_ENABLED):
            return graph.forward
        _LOG.mark_used("dynamo")
        if not autograd:
            return _traced(graph, name, {**values, "pass": "forward"})
        from functorch.compile import make_boxed_func  # pylint: disable=import-outside-toplevel,import-error
        from torch._dynamo.backends.common import aot_autograd  # pylint: disable=import-outside-toplevel,import-error

        def compiler(which):
            return lambda graph, inputs: make_boxed_func(_traced(graph, name, {**values, "pass": which}))

        return aot_autograd(fw_compiler=compiler("forward"), bw_compiler=compiler("backward"))(graph, inputs)

    return backend


def _traced(graph, name, values):
    """Runs the graph as it is, if nothing is recorded at that time."""
    import torch.fx  # pylint: disable=import-outside-toplevel,import-error

    class Interpreter(torch.fx.Interpreter):
        def run_node(self, node):
            if node.op not in _CALLS:
                return super().run_node(node)
            span = Span()
            try:
                return super().run_node(node)
            finally:
                span.end(_operation(self.module, node), CAT_DYNAMO, {**values, "node": node.name})

    def run(*inputs):
        if not _LOG.is_on:
            return graph.forward(*inputs)
        span = Span()
        try:
            return Interpreter(graph).run(*inputs)
        finally:
            span.end(name, CAT_DYNAMO, values)

    return run


def _operation(graph, node):
    """What a node calls: the name of a function or method, or the class of a module."""
    if node.op == "call_module":
        return type(graph.get_submodule(node.target)).__name__
    return str(getattr(node.target, "__name__", node.target))


class Dynamo:
    """Compiles functions with a back end of their own: @dynamo.compile, or with its parameters in parentheses."""

    def __init__(self, name=None, enable=True, **parameters):
        self._name = name
        self._enable = enable
        self._parameters = parameters

    def compile(self, function=None, **parameters):
        if function is None:
            return functools.partial(self.compile, **parameters)
        if not (self._enable and _MAY_BE_ENABLED):
            return function
        import torch  # pylint: disable=import-outside-toplevel,import-error
        chosen = {**self._parameters, **parameters}
        chosen.setdefault("name", self._name or function.__qualname__)
        return torch.compile(function, backend=create_backend(**chosen))


dynamo = Dynamo()
